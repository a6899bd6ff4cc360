"""Whether the openings that a program deals can have come by chance."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import factorial, perm, prod

_NEVER = 1e-9  # what is less probable is taken for no chance at all


@dataclass(frozen=True)
class Drawn:
    """A field of an opening that chance decides.

    clause: says so. stock: what is shuffled. rows: what is shown of it, place by place. ordered: whether each row
    is in the order in which it was drawn.
    """

    clause: str
    field: str
    stock: str
    rows: tuple[str, ...]
    ordered: bool = True


_Kind = tuple[object, ...]  # of what is compared: a field for one number of players, and wherever it is drawn alike


class Openings:
    """The openings that a program has dealt since it was started."""

    def __init__(self) -> None:
        self._first: dict[_Kind, Drawn] = {}
        self._same: Counter[_Kind] = Counter()
        self._varied: set[_Kind] = set()

    def add(self, players: int, fields: Iterable[Drawn]) -> Iterator[tuple[Drawn, str]]:
        """Adds an opening for so many players. Each field that cannot have come by chance, and why."""
        for drawn in fields:
            kinds: list[_Kind] = [(drawn.field, players), (drawn.field, drawn.stock, *map(len, drawn.rows))]
            for kind in kinds:
                if self._first.setdefault(kind, drawn) != drawn:
                    self._varied.add(kind)
            self._same.update(kinds)
            most = max((self._same[kind] for kind in kinds if kind not in self._varied), default=1)
            if chance_of_sorted(drawn) < _NEVER:
                yield drawn, "equal ones lie together, as if nobody had shuffled"
            elif chance(drawn) ** (most - 1) < _NEVER:
                yield drawn, f"the same in each of {most} games"

    def varied(self, clause: str) -> bool:
        """Whether a field that this clause leaves to chance has been seen to vary."""
        return any(self._first[key].clause == clause for key in self._varied)


def chance(drawn: Drawn) -> float:
    """How probable it is that just these rows are drawn; 1 where the stock has no such cards."""
    cards, stock = Counter("".join(drawn.rows)), Counter(drawn.stock)
    if not cards <= stock:
        return 1.0
    one_order = prod(perm(stock[card], number) for card, number in cards.items()) / perm(stock.total(), cards.total())
    return one_order if drawn.ordered else one_order * prod(map(_orders, drawn.rows))


def chance_of_sorted(drawn: Drawn) -> float:
    """How probable it is that in every row equal cards lie together; 1 where they do not, or the order is not shown."""
    if not drawn.ordered or any(_pieces(row) > len(set(row)) for row in drawn.rows):
        return 1.0
    return prod(factorial(len(set(row))) / _orders(row) for row in drawn.rows)


def _orders(cards: str) -> int:
    """In how many different orders these cards can lie."""
    return factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))


def _pieces(row: str) -> int:
    """Of how many runs of equal cards a row is made."""
    return sum(one != other for one, other in pairwise(row)) + bool(row)
