"""The rules once more, flat: positions are tuples of texts, read from the protocol's JSON and written back as that.

It is written from the clauses alone and shares no rule with the engine, so that every position of a small box can be
found twice. A multiset is a text in ascending order. Nothing is checked here: positions come from openings.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Readings = Mapping[str, str]
Worth = tuple[tuple[str, int], ...]

_COW, _SHEEP = "C", "S"
_WORTH: Worth = (("G", 1), ("J", 3), ("K", 5))  # where a position has no table


class Position(NamedTuple):
    """A position. piles: of each treasure pile the cards, bottom card first, and whose dragon is on it or None."""

    turn: int
    over: bool
    year: int
    middle: str
    later: tuple[str, ...]
    piles: tuple[tuple[str, int | None], ...]
    hoards: tuple[str, ...]
    worth: Worth


def read(data: Mapping[str, Any]) -> Position:
    """The position of the protocol's JSON."""
    return Position(
        data["turn"],
        data["over"],
        data["year"],
        data["middle"],
        tuple(data["later"]),
        tuple((pile["cards"], pile["dragon"]) for pile in data["piles"]),
        tuple(data["hoards"]),
        tuple(sorted(data.get("worth", dict(_WORTH)).items())),
    )


def write(position: Position) -> dict[str, Any]:
    """Inverts `read`."""
    data = {
        "players": len(position.hoards),
        "turn": position.turn,
        "over": position.over,
        "year": position.year,
        "middle": position.middle,
        "later": list(position.later),
        "piles": [{"cards": cards, "dragon": dragon} for cards, dragon in position.piles],
        "hoards": list(position.hoards),
    }
    return data if position.worth == _WORTH else data | {"worth": dict(position.worth)}


def moves(position: Position, readings: Readings) -> Iterator[tuple[str, Position]]:
    """Every action that can be played, as text, and the position after it; none when the game is over."""
    if position.over:
        return
    for number, (cards, dragon) in enumerate(position.piles):
        if dragon is not None:
            continue
        if position.middle:
            yield f"reveal {number}", _revealed(position, number, cards, readings)
        if position.turn not in _claimed(position):
            yield f"claim {number}", _claim(position, number, cards, readings)


def _claimed(position: Position) -> list[int]:
    """The players whose dragon is on a pile."""
    return [dragon for _, dragon in position.piles if dragon is not None]


def _revealed(position: Position, number: int, cards: str, readings: Readings) -> Position:
    """D-REVEAL-1."""
    piles = _with(position.piles, number, (cards + position.middle[0], None))
    return _passed(position._replace(middle=position.middle[1:], piles=piles), readings)


def _claim(position: Position, number: int, cards: str, readings: Readings) -> Position:
    """D-CLAIM-1, and D-LAST-1 where all players but one have claimed."""
    position = position._replace(piles=_with(position.piles, number, (cards, position.turn)))
    left = [player for player in range(len(position.hoards)) if player not in _claimed(position)]
    return _year_over(position, left[0], readings) if len(left) == 1 else _passed(position, readings)


def _passed(position: Position, readings: Readings) -> Position:
    """D-YEAR-2: the turn of the next player who may take one."""
    reveals = position.middle and readings["claim.turns"] == "reveal"
    passed_over = [] if reveals else _claimed(position)
    turn = (position.turn + 1) % len(position.hoards)
    while turn in passed_over:
        turn = (turn + 1) % len(position.hoards)
    return position._replace(turn=turn)


def _year_over(position: Position, leftover: int, readings: Readings) -> Position:
    """D-LAST-1, D-YEAR-3 to D-YEAR-5: every player has a pile; the next year begins, or the game is over."""
    hoards = list(position.hoards)
    for cards, dragon in position.piles:
        owner, gained = (leftover, cards + position.middle) if dragon is None else (dragon, cards)
        hoards[owner] = "".join(sorted(hoards[owner] + gained))
    after = position._replace(middle="", piles=(), hoards=tuple(hoards))
    if not position.later:
        return after._replace(over=True)
    last = leftover if readings["year.starter"] == "leftover" else position.turn
    return _year_begun(after._replace(turn=(last + 1) % len(hoards)))


def _year_begun(position: Position) -> Position:
    """D-YEAR-1."""
    pile, players = position.later[0], len(position.hoards)
    return position._replace(
        year=position.year + 1,
        middle=pile[players:],
        later=position.later[1:],
        piles=tuple((card, None) for card in pile[:players]),
    )


def outcome(position: Position, readings: Readings) -> dict[str, Any] | None:
    """Scores, winners and who is out as the protocol's JSON; None while the game is not over."""
    if not position.over:
        return None
    worth = dict(position.worth)
    scores = [sum(worth.get(card, 0) for card in hoard) for hoard in position.hoards]
    out = _out(position.hoards, readings)
    most = max(score for player, score in enumerate(scores) if player not in out)
    winners = [player for player, score in enumerate(scores) if score == most and player not in out]
    if len(winners) > 1 and readings["win.tie"] == "none":
        winners = []
    return {"scores": scores, "winners": winners, "out": sorted(out)}


def _out(hoards: Sequence[str], readings: Readings) -> set[int]:
    """D-ANIMAL-1 to D-ANIMAL-3: who is out."""
    cows, sheep = ([hoard.count(animal) for hoard in hoards] for animal in (_COW, _SHEEP))
    if len(hoards) <= 4:
        return _named([sum(both) for both in zip(cows, sheep, strict=True)], readings)
    named = [_named(cows, readings), _named(sheep, readings)]
    fewest_cows, fewest_sheep = _holding_fewest(cows), _holding_fewest(sheep)
    if readings["animals.tie_scope"] == "player":
        named[0] -= fewest_sheep if len(fewest_sheep) > 1 else set()
        named[1] -= fewest_cows if len(fewest_cows) > 1 else set()
    both = fewest_cows & fewest_sheep
    if both and readings["animals.both"] == "has":
        return both if len(both) == 1 else set()
    return named[0] | named[1]


def _holding_fewest(counts: Sequence[int]) -> set[int]:
    """The players with the lowest number."""
    return {player for player, count in enumerate(counts) if count == min(counts)}


def _named(counts: Sequence[int], readings: Readings) -> set[int]:
    """The player alone with the lowest number, or with the lowest that one player alone has; or nobody."""
    alone = sorted(count for count in set(counts) if counts.count(count) == 1)
    if not alone or (alone[0] > min(counts) and readings["animals.tie"] == "spared"):
        return set()
    return {counts.index(alone[0])}


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
