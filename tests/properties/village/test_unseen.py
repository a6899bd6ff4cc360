"""What signs for unseen cards can be, and which cards the hands at the end can be, against every way there is."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from properties.inferring import TooMuch, Work
from properties.village.guessing_ends import fillings
from properties.village.unseen import Unseen, matched, put_in, signs
from reference_engine import load
from reference_engine.interface import State
from reference_engine.jsonform import Json
from tests.properties.village.playing import position

VILLAGE = load("village")
ONE, TWO, THREE = list(signs(0, 3))


@pytest.mark.parametrize("seed", range(200))
def test_cards_are_matched_wherever_they_can_be(seed: int) -> None:
    rng = random.Random(seed)
    wishes = ["".join(card for card in "ABCW" if rng.random() < 0.5) for _ in range(rng.randrange(6))]
    stock = {card: rng.randrange(3) for card in "ABCW"}
    cards = "".join(card * number for card, number in stock.items())
    orders = permutations(cards, len(wishes))
    possible = any(all(card in wish for card, wish in zip(order, wishes, strict=True)) for order in orders)
    given = matched(wishes, stock)
    assert (given is not None) == possible
    if given is not None:
        assert all(card in wish for card, wish in zip(given, wishes, strict=True))
        assert all(number <= stock[card] for card, number in Counter(given).items())


def test_what_is_known_of_signs_grows_and_never_contradicts_itself() -> None:
    unseen = Unseen("ABW", {"A": 1, "B": 1, "W": 1}, {}, {})
    narrow = unseen.narrow([(ONE, "AW"), ("B", "AB")])
    assert narrow is not None
    assert [narrow.can_be(card) for card in (ONE, TWO, "B")] == ["AW", "ABW", "B"]
    assert narrow.narrow([("B", "AW")]) is None
    assert narrow.narrow([(ONE, "B")]) is None
    assert narrow.narrow([(TWO, "A"), (THREE, "W")]) is None  # nothing is left for the first
    told = narrow.tell({TWO: "A"})
    assert told is not None
    assert told.guess(ONE + TWO + THREE) == {ONE: "W", TWO: "A", THREE: "B"}
    assert told.tell({THREE: "A"}) is None
    assert told.tell({THREE: "W"}) is None
    unbounded = Unseen("ABW", None, {}, {ONE: "BW"}).tell({TWO: "W"})
    assert unbounded is not None
    assert unbounded.guess(ONE + TWO + THREE) == {ONE: "B", TWO: "W", THREE: "A"}


def test_cards_take_the_places_of_their_signs() -> None:
    state = VILLAGE.position_from_json(position("", ""), VILLAGE.Ruleset())
    state = replace(state, deck=ONE + "A", hands=("B" + TWO, ""), market=("C" + THREE, "", "", ""))
    put = put_in(state, {ONE: "W", TWO: "A", THREE: "B"})
    assert (put.deck, put.hands, put.market) == ("WA", ("AB", ""), ("BC", "", "", ""))


@pytest.mark.parametrize("seed", range(60))
def test_hands_at_the_end_are_filled_in_every_way_that_fits(seed: int) -> None:
    rng = random.Random(f"fillings {seed}")
    ruleset = VILLAGE.Ruleset()
    data = position(
        "", "", "", bribes=("A", "", "BW"), over=True, track=["B", "A", "C"], values=[1, rng.choice([1, 2]), 4]
    )
    sizes = [rng.randrange(3) for _ in range(3)]
    hidden, piles = signs(0, sum(sizes)), list[str]()
    for size in sizes:
        piles.append(hidden[sum(map(len, piles)) :][:size])
    over = replace(VILLAGE.position_from_json(data, ruleset), hands=("W" + piles[0], piles[1], piles[2]))
    narrowed = {sign: rng.choice(["AB", "BCW", "CW"]) for sign in hidden if rng.random() < 0.4}
    extra = rng.choice("ABCW")
    cards = [rng.choice(narrowed.get(sign, "ABCW")) for sign in hidden]
    left = {kind: cards.count(kind) + extra.count(kind) for kind in "ABCW"}
    unseen = Unseen("ABCW", left if rng.random() < 0.7 else None, {}, narrowed)
    truth = put_in(over, dict(zip(hidden, cards, strict=True)))
    settled = VILLAGE.position_to_json(_settled(truth))
    claims: Json = {field: settled[field] for field in ("hands", "bribes") if rng.random() < 0.3}
    if rng.random() < 0.7:
        claims["outcome.scores"] = list(VILLAGE.standing(truth, ruleset))

    def fits(found: dict[str, str]) -> bool:
        state = put_in(over, found)
        shown = VILLAGE.position_to_json(_settled(state))
        scores = {"outcome.scores": list(VILLAGE.standing(state, ruleset))}
        return all((shown | scores)[field] == value for field, value in claims.items())

    every = set()
    for choice in product("ABCW", repeat=len(hidden)):
        found = dict(zip(hidden, choice, strict=True))
        few = unseen.left is None or all(choice.count(kind) <= left[kind] for kind in "ABCW")
        if few and all(card in unseen.can_be(sign) for sign, card in found.items()) and fits(found):
            every.add(put_in(over, found).hands)
    given = [put_in(over, found).hands for found in fillings(VILLAGE, ruleset, over, unseen, claims, Work(9999))]
    assert len(set(given)) == len(given)
    assert set(given) == every
    with pytest.raises(TooMuch):
        list(fillings(VILLAGE, ruleset, over, unseen, claims, Work(0)))


def _settled(state: State) -> State:
    """The position when the game ends in it: a draw from an empty deck ends it."""
    return VILLAGE.apply(replace(state, over=False), VILLAGE.action_from_text("draw"), VILLAGE.Ruleset())
