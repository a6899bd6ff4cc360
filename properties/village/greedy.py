"""Greedy play: each player takes the action that leaves them best off if the game ended there."""

from collections.abc import Iterator
from operator import mul
from typing import Any

from properties.village.board import STALLS, WILD, gathered
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json

LISTED = frozenset({"bribe.wilds", "bribe.wilds_alone", "favor.overshoot", "market.empty_stall", "curse.floor"})
"""The readings on which it can depend what is legal, all others being the defaults."""

_Choice = tuple[int, tuple[Any, ...]]  # how far behind it leaves the mover, and what sorts as the actions do
_DRAW = (1,)


def choose(game: Game, state: State, ruleset: Any) -> Action:
    """The action after which the mover would be furthest ahead of the others' mean if the game ended there.

    By what the mover sees (V-INFO-1): the own score is counted by V-END-2 to V-SCORE-3, of everybody else only the
    bribes, since no other hand is seen, nor a card of the deck. Of equals it is the first of `legal_actions`.
    """
    table = _Table(game.observe(state, game.current_player(state)), ruleset)
    best = min([(-table.after(0, 0)[1], _DRAW), *_bribes(table)])
    best = min([best, *_visits(table, -best[0])])
    return game.action_from_json(_move(best[1]))


def _move(order: tuple[Any, ...]) -> Json:
    """The action of a choice as JSON."""
    match order:
        case (0, token, cards):
            return {"type": "bribe", "treasure": token, "cards": cards}
        case (2, stall, pay, curse):
            return {"type": "visit", "stall": stall, "pay": pay, "curse": curse}
        case (2, stall):
            return {"type": "visit", "stall": stall}
    return {"type": "draw"}


class _Table:
    """What the player to move sees, counted. Lists go by the spaces of the track, from left to right.

    Points are counted `weight` times, once for each other player, so that the others' mean is their sum.
    """

    def __init__(self, view: Json, ruleset: Any) -> None:
        player, bribes = view["player"], view["bribes"]
        self.ruleset = ruleset
        self.hand: str = view["hands"][player]
        self.market: dict[str, str] = view["market"]
        self.track: list[str] = view["track"]
        self.values: list[int] = view["values"]
        self.own: dict[str, str] = bribes[player]
        self.weight = len(bribes) - 1
        self.wilds = self.hand.count(WILD)
        self.penalty = self.weight * int(ruleset.score_wild_penalty)
        self.signs: dict[str, int] = {  # of the worth of a card in hand
            token: self.weight if token in self.own else -self.weight for token in self.track
        }
        counts = {token: sign * self.hand.count(token) for token, sign in self.signs.items()}
        for other, theirs in enumerate(bribes):
            for token, cards in theirs.items():
                counts[token] += len(cards) * (self.weight if other == player else -1)
        self._counts = list(counts.values())
        self._after: dict[tuple[int, int], tuple[list[int], int]] = {}

    def after(self, start: int, end: int) -> tuple[list[int], int]:
        """V-FAVOR-2, V-CURSE-2: what the token of each space is worth after one has moved, and the mover's lead then.

        The lead is with all cards where they are.
        """
        found = self._after.get((start, end))
        if found is None:
            worths = list(self.values)
            if self.ruleset.track_passing == "swap":
                worths[start], worths[end] = worths[end], worths[start]
            else:
                worths.insert(start, worths.pop(end))
            found = worths, sum(map(mul, self._counts, worths)) - self.penalty * self.wilds
            self._after[start, end] = found
        return found


def _bribes(table: _Table) -> Iterator[_Choice]:
    """V-BRIBE-1, V-BRIBE-3, V-BRIBE-4: every bribe that can be played."""
    ruleset, wilds = table.ruleset, table.wilds
    fewest = 0 if ruleset.bribe_wilds == "any" else wilds
    for start, token in enumerate(table.track):
        has, started = table.hand.count(token), token in table.own
        alone = started and ruleset.bribe_wilds_alone == "existing"
        for count in range(0 if alone else 1, has + 1):
            for along in range(max(fewest, 0 if count else 1), wilds + 1):
                end = _raised(table, start, count, along)
                if end is None:
                    continue
                worths, lead = table.after(start, end)
                more = (0 if started else 2 * has) + along  # a new bribe makes good what its type in hand would cost
                lead += table.weight * more * worths[start] + table.penalty * along
                yield -lead, (0, token, token * count + WILD * along)


def _raised(table: _Table, start: int, count: int, along: int) -> int | None:
    """V-FAVOR-1, V-FAVOR-3: where a token ends for so many cards of its type and Wilds; None where it has no room."""
    ruleset, joined, last = table.ruleset, len(table.own.get(table.track[start], "")), len(table.track) - 1
    spaces = count + along
    if ruleset.favor_distance == "bribe":
        spaces += joined
    if (ruleset.favor_distance == "new" and joined) or (ruleset.favor_wild_bribe == "none" and not count):
        spaces = 0
    if start + spaces <= last:
        return start + spaces
    if start == last or ruleset.favor_overshoot == "stop":
        return last
    return start if ruleset.favor_overshoot == "stay" else None


def _visits(table: _Table, enough: int) -> Iterator[_Choice]:
    """V-MARKET-1, V-MARKET-2: for every stall and every curse the best payment, if it can leave one ahead by enough."""
    lowest, highest = min(table.values), max(table.values)
    most = {token: max(sign * lowest, sign * highest) for token, sign in table.signs.items()}  # that a card taken adds
    most[WILD] = -table.penalty
    paid = max(abs(lowest), abs(highest)) * table.weight + table.penalty  # that a card is worth to be rid of, at most
    for stall in STALLS:
        taken = table.market[str(stall)]
        if not taken and table.ruleset.market_empty_stall == "closed":
            continue
        if stall == 0:
            yield -table.after(0, 0)[1] - sum(map(_held(table, table.values).__getitem__, taken)), (2, 0)
            continue
        missing = enough - sum(map(most.__getitem__, taken)) - paid * stall
        for curse, cursed, start, end in _curses(table, stall):
            worths, lead = table.after(start, end)
            if lead < missing:
                continue
            held = _held(table, worths)
            pay = _payment(table, held, stall, curse, cursed)
            if pay:
                lead += sum(map(held.__getitem__, taken)) - sum(map(held.__getitem__, pay))
                yield -lead, (2, stall, pay, curse)


def _curses(table: _Table, stall: int) -> Iterator[tuple[str, int, int, int]]:
    """V-CURSE-1, V-CURSE-4: each type to curse, how many of it are paid for that, and its token's way."""
    by_type = table.ruleset.curse_distance == "type"
    for start, curse in enumerate(table.track):
        if curse in table.hand and stall <= len(table.hand):
            for cursed in range(1, min(table.hand.count(curse), stall) + 1) if by_type else (1,):
                spaces = cursed if by_type else stall
                if spaces <= start or table.ruleset.curse_floor == "stop":
                    yield curse, cursed, start, max(start - spaces, 0)


def _payment(table: _Table, held: dict[str, int], stall: int, curse: str, cursed: int) -> str:
    """V-MARKET-2: the cards for the curse, and those that are best to be rid of; nothing if there are too few."""
    rest = stall - cursed
    if not rest:
        return curse * cursed
    used = -1 if table.ruleset.curse_distance == "type" else 1  # all of the type, where each moves the token
    others = sorted(table.hand.replace(curse, "", used), key=held.__getitem__)[:rest]
    return gathered(curse * cursed, *others) if len(others) == rest else ""


def _held(table: _Table, worths: list[int]) -> dict[str, int]:
    """V-END-2, V-SCORE-2, V-SCORE-3: what a card of each kind in hand adds at the end."""
    held = dict(zip(table.track, map(mul, table.signs.values(), worths), strict=True))
    held[WILD] = -table.penalty
    return held
