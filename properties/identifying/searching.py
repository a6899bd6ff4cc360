"""Looking for a question that parts two rulesets: in cases that come near every rare situation of a game."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, count
from typing import Any

from properties.conformance.cases import Rules
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.identifying.parted import Parted
from properties.identifying.questions import Known, Question, Sight, answered, differing, know
from reference_engine.errors import EngineError
from reference_engine.interface import Action, Game

CASES = 90
"""How many cases are looked through under each of the two rulesets."""
_VARIED = 20  # positions that are made of one

Pair = tuple[Any, Any]


def parting_questions(game: Game, pair: Pair, full: bool, sight: Sight) -> Iterator[Known]:
    """Questions that part two rulesets by what can be seen: of the full box as they come, or as small as they get."""
    for question in chain(_in_cases(game, pair, sight), () if full else _varied(game, pair)):
        if _parts(game, question, pair, sight):
            try:
                yield know(game, question if full else _small(game, question, pair, sight))
            except EngineError:  # a position that there is only under some rulesets
                continue


def _in_cases(game: Game, pair: Pair, sight: Sight) -> Iterator[Question]:
    """Where two rulesets part in cases under one or the other."""
    for rules, other in _cases(game, pair):
        actions = Parted(rules, sight).play(other)
        if actions:
            yield _question(rules, len(actions) - 1, actions[-1], pair)


def _varied(game: Game, pair: Pair) -> Iterator[Question]:
    """The last positions of cases with some things left out by chance."""
    rng = random.Random(0)
    for rules, _ in _cases(game, pair):
        last = len(rules.case.actions) - 1
        for _ in range(_VARIED if last >= 0 else 0):
            question = _question(rules, last, rules.case.actions[last], pair)
            yield replace(question, state=parts(game.NAME).reduced(question.state, _by_chance(rng, rng.random())))


def _by_chance(rng: random.Random, likely: float) -> Callable[[], bool]:
    return lambda: rng.random() < likely


def _cases(game: Game, pair: Pair) -> Iterator[tuple[Rules, Any]]:
    """Cases under each of two rulesets in turn, with the other ruleset."""
    sources = [Source(game, ruleset, game.BOXES["full"], 0, anywhere=True) for ruleset in pair]
    for number in range(CASES):
        for source, other in zip(sources, reversed(pair), strict=True):
            yield source.case(number), other


def _question(rules: Rules, index: int, action: Action, pair: Pair) -> Question:
    """An action in place of one of a case."""
    texts = (pair[0].differences(), pair[1].differences())
    return Question(rules.position(index).data, rules.case.header.game.action_to_json(action), True, texts)


def _parts(game: Game, question: Question, pair: Pair, sight: Sight) -> bool:
    """Whether the answers differ in what can be seen."""
    try:
        one, other = (answered(game, question, ruleset) for ruleset in pair)
        return bool(differing(one, other, sight))
    except EngineError:
        return False


def _small(game: Game, question: Question, pair: Pair, sight: Sight) -> Question:
    """The question with as little in its position as can be, and the plainest action that still parts them."""
    before = None
    while before != question:
        before = question
        question = _reduced(game, question, pair, sight)
        others = {
            game.action_to_text(action): game.action_to_json(action)
            for ruleset in pair
            for action in game.legal_actions(game.position_from_json(question.state, ruleset), ruleset)
        }
        for text in sorted(others, key=lambda text: (len(text), text)):
            plainer = replace(question, action=others[text])
            if plainer.size < question.size and _parts(game, plainer, pair, sight):
                question = plainer
                break
    return replace(question, full=False)


def _reduced(game: Game, question: Question, pair: Pair, sight: Sight) -> Question:
    """The question with everything left out of the position, one thing after the other, that can be."""
    left_out: frozenset[int] = frozenset()
    small, place, number = question, 0, 1
    while place < number:
        smaller, number = _without(game, question, left_out | {place})
        if smaller.size <= small.size and _parts(game, smaller, pair, sight):
            small, left_out = smaller, left_out | {place}
        place += 1
    return small


def _without(game: Game, question: Question, left_out: frozenset[int]) -> tuple[Question, int]:
    """The question without those things in its position, and how many things there are that can be left out."""
    places = count()
    state = parts(game.NAME).reduced(question.state, lambda: next(places) not in left_out)
    return replace(question, state=state), next(places)
