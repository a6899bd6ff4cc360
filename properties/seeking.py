"""Seeks the witnesses that are kept: `python -m properties.seeking GAME [READING ...]` prints them as they are found.

Small boxes are dealt and played at random, with more and more cards until the two rulesets part; then the shortest
play from the best of these openings is taken. With the same rules the same witnesses are found again.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from properties.ambiguities.questions import EFFORTS
from properties.checking import late_module
from properties.dealing import numbers_of_players
from properties.parting import Kind, Pair, Parting, confirm, part, sizes, smallest
from properties.rulesets import alternatives
from properties.together import Played, Question, by_kind_choice, greedy_choice, no_choice, play, random_choice
from properties.witnesses import STRONGEST, Witness, write_witness
from reference_engine import load
from reference_engine.errors import ImpossiblePosition
from reference_engine.interface import Action, Box, Game
from reference_engine.record import Header

MOST_CARDS = 11  # of small boxes
PLAYS = 3_000  # of boxes of one number of cards
DEALS = 40  # of one number of cards, where all that can be reached is looked at
PAIRS = 5_000  # pairs of positions looked at from one opening to find the shortest play
REACHED = 1_500  # positions looked at to find what can be reached from one
SPARED = 6  # actions in a row that a play may be able to spare: as many as there can be players
FEW = 20  # actions in a position near the end of a game
FULL_PLAYS = 600
ENOUGH = 100  # plays in which nothing but what is legal has differed
SOON, EXHAUSTED = EFFORTS["default"].most, EFFORTS["deep"].most
"""Pairs of positions within which the smallest is found soon by searching everything, and those that are searched."""

Sized = Sequence[tuple[Box, int]]  # boxes, each with a number of players
Builder = Callable[[Game, Any, random.Random], tuple[Header, tuple[Action, ...]]]  # of a late game


def seek(question: Question) -> Iterator[Witness]:
    """A witness of every size that is wanted and found."""
    only_legal = False
    for size, boxes in (("smallest", _small(question.game)), ("standard", _standard(question.game))):
        found = _best(question, size, boxes)
        only_legal |= found is not None and found.kinds == {Kind.REACHABLE}
        if found and size == "smallest":
            found = _smallest_if_late(question, found)
        if found:
            yield _witness(question, size, found)
    if found := _full_reached(question) if only_legal else _full(question):
        yield _witness(question, "full", found)


def _witness(question: Question, size: str, found: Parting) -> Witness:
    """Raises `DoesNotReplay`."""
    confirm(found)
    return Witness(question.reading, question.value, size, _kind(found), found)


def _kind(parting: Parting) -> Kind:
    (kind,) = parting.kinds
    return kind


# Small boxes


def _small(game: Game) -> Iterator[tuple[Box, int]]:
    """Boxes of few cards, the smallest first."""
    return takewhile(lambda each: _cards(game, *each) <= MOST_CARDS, sizes(game.NAME).boxes())


def _standard(game: Game) -> Iterator[tuple[Box, int]]:
    """Small boxes with all the tokens that the full box has, if it has any; then the standard ones of more cards."""
    *_, full = sizes(game.NAME).standard()
    tokens = game.unshuffled(*full)[1:]
    if tokens:
        yield from (each for each in _small(game) if game.unshuffled(*each)[1:] == tokens)
    yield from (each for each in sizes(game.NAME).standard() if _cards(game, *each) > MOST_CARDS)


def _cards(game: Game, box: Box, players: int) -> int:
    return len(game.unshuffled(box, players)[0])


def _best(question: Question, purpose: str, boxes: Iterator[tuple[Box, int]]) -> Parting | None:
    """The parting in the smallest box: in winners, or in what can be reached where only what is legal ever differs.

    If there is none, the first in a weaker kind.
    """
    rng, only_legal, weaker = question.rng(purpose), False, None
    for cards, group in groupby(boxes, lambda each: _cards(question.game, *each)):
        within = list(group)
        if not only_legal:
            sample = (
                _sample(question, within, rng, PLAYS)
                if cards <= MOST_CARDS
                else _sample(question, within, rng, FULL_PLAYS, alike=True)
            )
            only_legal = sample.plays.count(frozenset({Kind.LEGAL})) >= ENOUGH and not sample.found
            kind = next((kind for kind in STRONGEST if kind in sample.found), None)
            if kind is Kind.WINNERS:
                return _smallest_of(question, within, sample, kind, rng)
            if kind and not weaker:
                weaker = _smallest_of(question, within, sample, kind, rng)
        if only_legal and (found := _reached(question, within, rng)):
            return found
    return weaker


@dataclass(frozen=True)
class Sample:
    """Random plays: the kinds in which each parted at its end, and for each kind the best play.

    found: with the place of its box among those it may come from, and the opening.
    """

    plays: list[frozenset[Kind]]
    found: dict[Kind, tuple[int, Pair, Played]]

    def add(self, place: int, start: Pair, played: Played) -> None:
        """A play from the smallest box is best, the shortest of these."""
        self.plays.append(played.kinds)
        for kind in played.kinds - {Kind.LEGAL}:
            best = self.found.get(kind)
            if best is None or (place, len(played.actions)) < (best[0], len(best[2].actions)):
                self.found[kind] = place, start, played


def _sample(question: Question, boxes: Sized, rng: random.Random, count: int, alike: bool = False) -> Sample:
    """So many random plays from random openings of these boxes; alike: none of the boxes counts as smaller."""
    sample = Sample([], {})
    for _ in range(count):
        place = rng.randrange(len(boxes))
        start = question.opening(*boxes[place], rng)
        if played := play(question, start, by_kind_choice(question, rng)):
            sample.add(0 if alike else place, start, played)
    return sample


def _smallest_of(question: Question, boxes: Sized, sample: Sample, kind: Kind, rng: random.Random) -> Parting:
    """The parting of that kind in the smallest box that further samples find it in, with a shortest play."""
    found = sample.found[kind]
    while smaller := _sample(question, boxes[: found[0]], rng, PLAYS // 4).found.get(kind) if found[0] else None:
        found = smaller
    _, start, played = found
    return _shortest(question, start, played, kind)


def _shortest(question: Question, start: Pair, played: Played, kind: Kind) -> Parting:
    """The shortest play from an opening, if that is found soon; or else the play without actions that it can spare."""
    looked = part(question.game, *question.rulesets, [start], frozenset({kind}), PAIRS)
    if looked.parting:
        return looked.parting
    shorter: Played | None = played
    while shorter:
        played, every = shorter, shorter.actions
        less = (every[:index] + every[index + count :] for count in range(SPARED, 0, -1) for index in range(len(every)))
        replayed = (play(question, start, no_choice, actions) for actions in less)
        shorter = next((each for each in replayed if each and kind in each.kinds), None)
    return question.parting(start, played.actions, kind)


def _reached(question: Question, boxes: Sized, rng: random.Random) -> Parting | None:
    """The parting in what can be reached, in the smallest of some random boxes."""
    best: tuple[int, Parting] | None = None
    for _ in range(DEALS):
        place = rng.randrange(best[0] if best and best[0] else len(boxes))
        start = question.opening(*boxes[place], rng)
        looked = part(question.game, *question.rulesets, [start], frozenset({Kind.REACHABLE}), REACHED)
        found = looked.parting
        if not found and not looked.complete and (played := play(question, start, by_kind_choice(question, rng))):
            found = _reached_late(question, played)
        if found and (best is None or place < best[0]):
            best = place, found
    return best[1] if best else None


def _smallest_if_late(question: Question, found: Parting) -> Parting | None:
    """The smallest of that kind, or that one if searching everything does not find it; None where it does soon."""
    looked = smallest(question.game, *question.rulesets, found.kinds, EXHAUSTED)
    if looked.parting and looked.pairs + looked.here <= SOON:
        return None
    return looked.parting or found


# The full box


def _full(question: Question) -> Parting | None:
    """A game of the full box to its end, after which winners differ; or else in what else it differs most."""
    found: dict[Kind, Parting] = {}
    for played in _full_games(question):
        for kind in played.kinds - {Kind.LEGAL}:
            found.setdefault(kind, question.parting(played.pairs[0], played.actions, kind))
        if Kind.WINNERS in found:
            break
    return next((found[kind] for kind in STRONGEST if kind in found), None)


def _full_reached(question: Question) -> Parting | None:
    """The beginning of a game of the full box, after which what can be reached differs."""
    rng, game = question.rng("full"), question.game
    *_, (box, _) = sizes(game.NAME).standard()
    numbers = numbers_of_players(game, box)
    for turn in range(FULL_PLAYS):
        played = play(question, question.opening(box, numbers[turn % len(numbers)], rng), by_kind_choice(question, rng))
        if played and (found := _reached_late(question, played)):
            return found
    return None


def _full_games(question: Question) -> Iterator[Played]:
    """Games of the full box: random, greedy, and late games played on at random."""
    rng, game = question.rng("full"), question.game
    *_, (box, _) = sizes(game.NAME).standard()
    numbers = numbers_of_players(game, box)
    late = list(late_module(game.NAME).EDGE_GAMES.values())
    for turn in range(FULL_PLAYS):
        if turn % 3 == 2:
            start, actions = _late_game(question, box, late[turn // 3 % len(late)], rng)
        else:
            start, actions = question.opening(box, numbers[turn % len(numbers)], rng), ()
        choose = greedy_choice(question) if turn % 6 == 1 else random_choice(rng)
        played = play(question, start, choose, actions) if start else None
        if played:
            yield played


def _late_game(
    question: Question, box: Box, build: Builder, rng: random.Random
) -> tuple[Pair | None, tuple[Action, ...]]:
    """The opening and the actions of a late game under one of the rulesets; no opening if it is not of that box."""
    try:
        header, actions = build(question.game, rng.choice(question.rulesets), rng)
        question.game.check_box(header.start, box)
    except (ImpossiblePosition, late_module(question.game.NAME).NotUnderThisRuleset):
        return None, ()
    data = question.game.position_to_json(header.start)
    one, other = (question.game.position_from_json(data, ruleset) for ruleset in question.rulesets)
    return (one, other), actions


def _reached_late(question: Question, played: Played) -> Parting | None:
    """The beginning of a play, as long as possible, and how it can go on until what can be reached differs.

    None where that does not differ, as far back as there are few actions to choose from.
    """
    for length in range(len(played.actions) - 1, -1, -1):
        pair = played.pairs[length]
        if any(len(question.game.legal_actions(*side)) > FEW for side in zip(pair, question.rulesets, strict=True)):
            return None
        looked = part(question.game, *question.rulesets, [pair], frozenset({Kind.REACHABLE}), REACHED)
        if looked.parting:
            actions = played.actions[:length] + looked.parting.actions
            return question.parting(played.pairs[0], actions, Kind.REACHABLE)
        if not looked.complete:
            return None
    return None


def main(name: str, readings: Sequence[str]) -> None:
    """Prints the witnesses of these readings of a game, or of all, as they are found."""
    game = load(name)
    for reading, value in alternatives(game):
        if not readings or reading in readings:
            for witness in seek(Question(game, reading, value)):
                sys.stdout.write(write_witness(witness))
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
