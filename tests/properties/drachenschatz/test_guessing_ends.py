"""Which hoards could have an outcome, against every way there is to fill them; and the signs in their places."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from properties.drachenschatz.board import CARDS
from properties.drachenschatz.guessing_ends import fillings
from properties.drachenschatz.guessing_signs import is_sign, put_in, signs
from properties.inferring import TooMuch, Work
from properties.rulesets import random_ruleset
from reference_engine.interface import State
from reference_engine.jsonform import Json
from tests.properties.drachenschatz.leaving_out import GAME
from tests.properties.drachenschatz.playing import position

FIELDS = ("scores", "winners", "out")


def test_cards_take_the_places_of_their_signs() -> None:
    hidden = dict(zip(signs(0, 5), "KJCGS", strict=True))
    one, two, three, four, five = hidden
    state = GAME.position_from_json(position("C", "", "", piles=("C", "G1", "S"), later=["CCC"]), GAME.Ruleset())
    piles = (replace(state.piles[0], cards="C" + one), *state.piles[1:])
    state = replace(state, middle=two + "S", later=("C" + three + "C",), piles=piles, hoards=("K" + four, five, ""))
    put = put_in(state, hidden)
    assert (put.middle, put.later, put.piles[0].cards, put.hoards) == ("JS", ("CCC",), "CK", ("GK", "S", ""))
    assert put_in(state, {}) is state
    assert not any(map(is_sign, CARDS))


def ended(rng: random.Random, players: int, hidden: int) -> tuple[State, str]:
    """The end of a game in which so many cards of the hoards are signs, and what those could be."""
    worth = {"G": rng.choice([0, 1, 2]), "J": 3, "K": rng.choice([1, 5])}
    known = ["".join(rng.choices(CARDS, k=rng.randrange(3))) for _ in range(players)]
    state = GAME.position_from_json(position(*known, over=True, worth=worth), GAME.Ruleset())
    seats = [rng.randrange(players) for _ in range(hidden)]
    hoards = list(state.hoards)
    for sign, seat in zip(signs(0, hidden), seats, strict=True):
        hoards[seat] += sign
    return replace(state, hoards=tuple(hoards)), "".join(rng.choices(CARDS, k=hidden))


def filled(over: State, cards: Sequence[str]) -> State:
    """The position with these cards for the signs, in their order."""
    hidden = sorted(card for hoard in over.hoards for card in hoard if is_sign(card))
    return put_in(over, dict(zip(hidden, cards, strict=True)))


def outcome_of(state: State, ruleset: Any) -> Json:
    return GAME.outcome_to_json(GAME.outcome(state, ruleset))


def claimed(rng: random.Random, over: State, cards: str, ruleset: Any) -> Json:
    """Some fields of the outcome, each as it is, as with the cards in another order, or of anything."""
    mixed = "".join(rng.sample(cards, len(cards)))
    other = outcome_of(filled(over, mixed), ruleset)
    seat = rng.randrange(len(over.hoards))
    wild = {"scores": [seat] * len(over.hoards), "winners": [seat], "out": rng.choice([[], [seat]])}
    sources = [outcome_of(filled(over, cards), ruleset)] * 3 + [other] * 3 + [wild]
    fields = rng.sample(FIELDS, rng.randint(1, 3))
    return {f"outcome.{field}": rng.choice(sources)[field] for field in fields}


def agrees(state: State, outcome: Json, ruleset: Any) -> bool:
    data = outcome_of(state, ruleset)
    return all(data[field.partition(".")[2]] == value for field, value in outcome.items())


def orders(cards: str) -> Iterator[str]:
    if not cards:
        yield ""
    for card in sorted(set(cards)):
        yield from (card + rest for rest in orders(cards.replace(card, "", 1)))


def assert_filled(over: State, given: Sequence[Sequence[str]], outcome: Json, ruleset: Any) -> None:
    """Asserts that each is what is known with other cards, and has the outcome."""
    for hoards in given:
        for own, hoard in zip(over.hoards, hoards, strict=True):
            known = Counter(card for card in own if not is_sign(card))
            assert known <= Counter(hoard)
            assert list(hoard) == sorted(hoard)
        assert agrees(replace(over, hoards=tuple(hoards)), outcome, ruleset)


@pytest.mark.parametrize("seed", range(60))
def test_hoards_of_a_box_are_filled_exactly_where_some_deal_of_the_cards_left_would(seed: int) -> None:
    rng = random.Random(f"box {seed}")
    ruleset, players = random_ruleset(GAME, rng), rng.randint(3, 6)
    over, cards = ended(rng, players, rng.randrange(7))
    outcome = claimed(rng, over, cards, ruleset)
    left = {card: cards.count(card) for card in CARDS}
    given = list(fillings(GAME, ruleset, over, left, [False] * players, outcome, Work(9999)))
    assert_filled(over, given, outcome, ruleset)
    for hoards in given:
        assert list(map(len, hoards)) == list(map(len, over.hoards))
        known = "".join(card for hoard in over.hoards for card in hoard if not is_sign(card))
        assert Counter("".join(hoards)) == Counter(known + cards)
    assert bool(given) == any(agrees(filled(over, order), outcome, ruleset) for order in orders(cards))


@pytest.mark.parametrize("seed", range(60))
def test_hoards_of_no_box_are_filled_exactly_where_some_cards_would(seed: int) -> None:
    rng = random.Random(f"no box {seed}")
    ruleset, players = random_ruleset(GAME, rng), rng.randint(3, 6)
    over, cards = ended(rng, players, rng.randrange(5))
    outcome = claimed(rng, over, cards, ruleset)
    given = list(fillings(GAME, ruleset, over, None, [False] * players, outcome, Work(9999)))
    assert_filled(over, given, outcome, ruleset)
    every = product(CARDS, repeat=len(cards))
    assert bool(given) == any(agrees(filled(over, choice), outcome, ruleset) for choice in every)


@pytest.mark.parametrize("seed", range(60))
def test_hoards_without_an_end_have_more_cards_where_that_helps(seed: int) -> None:
    rng = random.Random(f"endless {seed}")
    ruleset, players = random_ruleset(GAME, rng), rng.randint(3, 6)
    over, _ = ended(rng, players, rng.randrange(3))
    more = [rng.random() < 0.4 for _ in range(players)]
    hidden = sum(map(is_sign, "".join(over.hoards)))
    longer = list(over.hoards)
    for sign in signs(hidden, 2 * any(more)):  # two cards more than there must be
        longer[rng.choice([seat for seat in range(players) if more[seat]])] += sign
    beyond = replace(over, hoards=tuple(longer))
    cards = "".join(rng.choices(CARDS, k=hidden + 2 * any(more)))
    outcome = claimed(rng, beyond, cards, ruleset)
    given = list(islice(fillings(GAME, ruleset, over, None, more, outcome, Work(9999)), 20))
    assert_filled(over, given, outcome, ruleset)
    for hoards in given:
        assert all(
            len(hoard) == len(own) or (endless and len(hoard) > len(own))
            for hoard, own, endless in zip(hoards, over.hoards, more, strict=True)
        )
    if not given:
        every = product(CARDS, repeat=len(cards))
        assert not any(agrees(filled(beyond, choice), outcome, ruleset) for choice in every)


def test_work_is_bounded() -> None:
    over = replace(
        GAME.position_from_json(position("", "", "", over=True), GAME.Ruleset()), hoards=(signs(0, 60), "", "")
    )
    claims: list[Json] = [{"outcome.out": []}, {"outcome.scores": [100, 0, 0]}]
    for outcome in claims:
        with pytest.raises(TooMuch):
            list(fillings(GAME, GAME.Ruleset(), over, None, [False] * 3, outcome, Work(0)))
