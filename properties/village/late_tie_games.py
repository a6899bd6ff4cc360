"""Writing down a game in which some players bribe a few types each and the others only draw."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from properties.village.board import WILD, gathered
from properties.village.late_play import draw_out
from properties.village.late_script import HAND, MARKET, LateGame, Script, favor, shuffled, whole_box
from reference_engine.interface import Game


@dataclass(frozen=True)
class Part:
    """What a tied player does: bribes with these cards, one action each, then draws so often."""

    bribes: tuple[str, ...]
    draws: int

    @property
    def joined(self) -> tuple[str, ...]:
        """Those bribes, one for each type."""
        joined: dict[str, str] = {}
        for cards in self.bribes:
            joined[cards[0]] = gathered(joined.get(cards[0], ""), cards)
        return tuple(joined.values())

    @property
    def more(self) -> int:
        """How many cards come to it: the rest of the first hand, and those drawn."""
        return HAND - len("".join(self.bribes)) + self.draws


@dataclass(frozen=True)
class Plan:
    """A whole game: who is tied and what they do, the possible winner's part first; how often everybody acts."""

    players: int
    winner: int
    tied: tuple[int, ...]
    parts: tuple[Part, Part]
    rounds: int

    def which(self, player: int) -> int:
        """The index of the part that a tied player has."""
        return 0 if player == self.winner else 1

    @property
    def idle(self) -> int:
        """How many players only draw."""
        return self.players - len(self.tied)

    def turns(self) -> Iterator[tuple[int, str]]:
        """Each player to move with the cards to bribe with; "" for a draw."""
        for turn in range(self.rounds):
            for player in range(self.players):
                bribes = self.parts[self.which(player)].bribes if player in self.tied else ()
                yield player, bribes[turn] if turn < len(bribes) else ""

    @property
    def bribes(self) -> list[str]:
        """All bribes in the order in which they are played."""
        return [cards for _, cards in self.turns() if cards]


def last_track(plan: Plan, start: tuple[str, ...], readings: dict[str, str]) -> tuple[str, ...] | None:
    """Where the tokens stand in the end; None where one has no room for a bribe."""
    track, laid = list(start), Counter[tuple[int, str]]()
    for player, cards in plan.turns():
        if cards:
            joined = cards[0] * laid[player, cards[0]]
            if not favor(track, joined, cards[0], cards, readings):
                return None
            laid[player, cards[0]] += len(cards)
    return tuple(track)


def write(
    game: Game, ruleset: Any, rng: random.Random, plan: Plan, more: tuple[str, str], start: tuple[str, ...]
) -> LateGame | None:
    """The game, up to its end; None if the box has not the cards for it.

    more: for each part the cards beside the bribes, in ascending order. start: the track. Where Wilds in the market
    would keep it from being refilled, each player draws as many of them after the last bribe.
    """
    pool = Counter(whole_box(game, plan.players))
    for player in plan.tied:
        pool.subtract("".join(plan.parts[plan.which(player)].bribes) + more[plan.which(player)])
    standing = ruleset.readings()["refill.standing_wild"] == "market"
    wilds = min(int(pool[WILD] % plan.players == 1) if standing else len(plan.bribes), max(pool[WILD], 0))
    stops = [cards[0] for cards in plan.bribes[: len(plan.bribes) - wilds]] + [WILD] * wilds
    pool.subtract(stops)
    last = WILD * (pool[WILD] // plan.players * plan.players) if standing else ""
    pool.subtract(last)
    idle, most_on_sale = plan.idle * (HAND + plan.rounds), 0 if standing else MARKET
    if min(pool.values()) < 0 or pool[WILD] > most_on_sale + idle:
        return None
    on_sale = WILD * min(most_on_sale, pool[WILD])
    in_hands = WILD * (pool[WILD] - len(on_sale))
    rest = shuffled(rng, "".join(pool.elements()).replace(WILD, ""))
    market, rest = rest[: MARKET - len(on_sale)] + on_sale, rest[MARKET - len(on_sale) :]
    drawn, rest = shuffled(rng, in_hands + rest[: idle - len(in_hands)]), rest[idle - len(in_hands) :]
    hands, draws = _deal(plan, more, drawn)
    script = Script(game, ruleset, hands, market, "".join(start))
    for run, stop, (_, cards) in _with_runs(plan, rest, stops):
        if cards:
            script.bribe(cards[0], cards, run, stop)
        else:
            script.draw(draws[script.turn].pop(0))
    draw_out(script, last)
    return script.finish("", back=rng.randrange(1, 4))


def _deal(plan: Plan, more: tuple[str, str], drawn: str) -> tuple[list[str], list[list[str]]]:
    """Each player's first hand, and the cards that each draws."""
    hands, draws = [], []
    for player in range(plan.players):
        if player in plan.tied:
            which = plan.which(player)
            cards = "".join(plan.parts[which].bribes) + more[which]
        else:
            cards, drawn = drawn[: HAND + plan.rounds], drawn[HAND + plan.rounds :]
        hands.append(cards[:HAND])
        draws.append(list(cards[HAND:]))
    return hands, draws


def _with_runs(plan: Plan, rest: str, stops: list[str]) -> Iterator[tuple[str, str, tuple[int, str]]]:
    """Each turn with the cards that are dealt after its bribe, and the one that stops them.

    The rest of the cards goes into the last refill; those that would stop it, into another one.
    """
    bribes = plan.bribes
    last = bribes[-1][0]
    another = max(place for place, cards in enumerate(bribes) if cards[0] != last)
    runs = [""] * len(bribes)
    runs[-1] = "".join(card for card in rest if card != last)
    runs[another] = "".join(card for card in rest if card == last)
    refills = zip(runs, stops, strict=True)
    for turn in plan.turns():
        yield (*(next(refills) if turn[1] else ("", "")), turn)
