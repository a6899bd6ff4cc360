"""The smallest games known in which an alternative matters: those that a search has found, and those that are kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from properties.ambiguities.results import Least
from properties.parting import PLAIN, Kind, Parting, sizes

Found = Mapping[Kind, Least]


@dataclass(frozen=True, order=True)
class Size:
    """How large a game is after which something differs. certified: nothing smaller does."""

    cards: int
    actions: int
    players: int
    certified: bool


@dataclass(frozen=True)
class Known:
    """A game after which something differs, and how large it is.

    place: that of its box among all by size; 0 where the game is not certified.
    """

    parting: Parting
    size: Size
    place: int = 0


def smallest_known(found: Found, kept: Iterable[Parting]) -> dict[Kind, Known]:
    """For each kind the smallest game known that differs in it: found, or else kept."""
    known = {kind: _of_search(least.parting, least) for kind, least in found.items() if least.parting}
    for game in sorted(map(_of_kept, kept), key=lambda each: each.size):
        known |= dict.fromkeys(game.parting.kinds - known.keys(), game)
    return known


def least_known(known: Mapping[Kind, Known]) -> Known | None:
    """The smallest of them, one that is certified before any other."""
    plain = {kind: each for kind, each in known.items() if kind in PLAIN} or known
    return min(plain.values(), key=lambda each: (not each.size.certified, each.place, each.size), default=None)


def telling(known: Mapping[Kind, Known]) -> tuple[Known, ...]:
    """Those to be shown: that with other winners, or else that after which others can win; and the smallest of all."""
    winners, least = known.get(Kind.WINNERS) or known.get(Kind.REACHABLE), least_known(known)
    if winners is None or least is None or winners.size == least.size:
        return tuple(each for each in (winners or least,) if each)
    return winners, least


def _of_search(parting: Parting, least: Least) -> Known:
    return Known(parting, Size(least.cards, len(parting.actions), least.players, certified=True), least.boxes)


def _of_kept(parting: Parting) -> Known:
    game, start = parting.one.game, parting.one.start
    cards = sum(sizes(game.NAME).on_the_table(game.position_to_json(start)).values())
    return Known(parting, Size(cards, len(parting.actions), game.players(start), certified=False))
