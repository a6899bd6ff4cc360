"""How probable an opening is, against all that could be drawn."""

from itertools import permutations

import pytest

from properties.conformance.chances import Drawn, Openings, chance, chance_of_sorted


def share(drawn: Drawn) -> float:
    """Of all orders of the stock the share in which these rows are drawn first."""
    orders = list(permutations(drawn.stock))
    return sum(shown(drawn, order) == shown(drawn, "".join(drawn.rows)) for order in orders) / len(orders)


def shown(drawn: Drawn, order: object) -> list[str]:
    cards, rows = iter(order), []  # type: ignore[call-overload]
    for row in drawn.rows:
        drew = [next(cards) for _ in row]
        rows.append("".join(drew if drawn.ordered else sorted(drew)))
    return rows


ROWS = [("AB",), ("AA", "B"), ("AAB", "AB"), ("ABC", "A"), ("", "B"), ("AABBC",)]


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("ordered", [True, False])
def test_the_chance_of_what_is_shown_is_its_share_of_all_orders(rows: tuple[str, ...], ordered: bool) -> None:
    drawn = Drawn("", "", "AAABBC", rows, ordered)
    assert chance(drawn) == pytest.approx(share(drawn))


def test_what_cannot_be_drawn_is_not_judged() -> None:
    assert chance(Drawn("", "", "AAB", ("BB",))) == 1.0


@pytest.mark.parametrize(("rows", "number"), [(("AAABBC",), 6 / 60), (("BAAA", "CC"), 2 / 4), (("ABC",), 1.0)])
def test_the_chance_that_equal_cards_lie_together_is_their_share_of_the_orders_of_each_row(
    rows: tuple[str, ...], number: float
) -> None:
    assert chance_of_sorted(Drawn("", "", "", rows)) == pytest.approx(number)


def test_only_what_is_shown_in_order_and_does_lie_together_can_be_sorted() -> None:
    assert chance_of_sorted(Drawn("", "", "", ("AAABBC",), ordered=False)) == 1.0
    assert chance_of_sorted(Drawn("", "", "", ("AABBC", "ABA"))) == 1.0


STOCK = "AAAABBBB" * 4


def told(*rows: str, ordered: bool = True) -> list[bool]:
    """Whether each of these openings gives a reason to doubt."""
    openings = Openings()
    return [bool(list(openings.add(3, [Drawn("X-1", "deck", STOCK, (row,), ordered)]))) for row in rows]


def test_a_row_that_comes_again_and_again_is_told_as_soon_as_chance_is_ruled_out() -> None:
    assert told(*["AB" * 16] * 3) == [False, False, True]  # one in 600 million
    assert told(*["AB" * 6] * 5) == [False, False, False, True, True]


def test_nothing_is_told_once_a_row_has_been_another() -> None:
    assert told("AB" * 16, "BA" * 16, *["AB" * 16] * 6) == [False] * 8


def test_equal_cards_together_are_told_at_once_where_chance_is_ruled_out() -> None:
    row = "A" * 20 + "B" * 20
    assert chance_of_sorted(Drawn("", "", "", (row,))) < 1e-9
    assert told(row) == [True]
    assert told("A" * 16 + "B" * 16) == [False]


def test_what_is_drawn_alike_is_compared_over_all_numbers_of_players_and_else_for_each() -> None:
    track = [Drawn("X-1", "track", "ABCDEF", ("FABCDE",))]
    openings = Openings()
    assert [len(list(openings.add(players, track))) for players in (2, 3, 4, 5, 2)] == [0, 0, 0, 0, 1]

    openings = Openings()
    for players, stock in enumerate((STOCK, STOCK + "C", STOCK + "CC", STOCK + "CCC"), start=2):
        assert list(openings.add(players, [Drawn("X-1", "deck", stock, ("AB" * 16,))])) == []
    again = [list(openings.add(2, [Drawn("X-1", "deck", STOCK, ("AB" * 16,))])) for _ in range(2)]
    assert list(map(len, again)) == [0, 1]

    openings = Openings()
    each = [[Drawn("X-1", "track", "ABCDEF", (row,))] for row in ("FABCDE", "FABCED")]
    played = [len(list(openings.add(players, each[players]))) for _ in range(5) for players in (0, 1)]
    assert played == [0] * 8 + [1, 1]


def test_what_varies_is_known_by_its_clause() -> None:
    openings = Openings()
    for row in ("AB", "AB", "BA"):
        assert not openings.varied("X-1")
        list(openings.add(2, [Drawn("X-1", "deck", STOCK, (row,)), Drawn("X-2", "track", "AB", ("AB",))]))
    assert (openings.varied("X-1"), openings.varied("X-2")) == (True, False)
