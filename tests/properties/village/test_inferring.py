"""What a game leaves out is inferred: whatever can be explained is, and nothing else; every deal is the judge."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from properties.dealing import deal
from properties.inferring import Explained, GaveUp, Unexplained, explain
from properties.policies import by_kind_policy, playout
from properties.replaying import replay
from properties.rulesets import random_ruleset
from properties.village.late import EDGE_GAMES, NotUnderThisRuleset
from reference_engine import load
from reference_engine.errors import CannotParse, EngineError, ImpossiblePosition
from reference_engine.interface import Box
from reference_engine.jsonform import Json, same
from reference_engine.record import Header, Record, Step, record_game
from tests.properties.village.playing import position

VILLAGE = load("village")
FULL, TOY2 = VILLAGE.BOXES["full"], VILLAGE.BOXES["toy2"]
Found = Explained | Unexplained | GaveUp


def played(seed: int, box: Box, players: int | None = None, ruleset: Any = None) -> Record:
    """A game under a random ruleset, to its end."""
    rng = random.Random(f"inferring {seed}")
    ruleset = ruleset or random_ruleset(VILLAGE, rng)
    start = deal(VILLAGE, box, players or rng.randint(2, 5), seed, ruleset)
    game = playout(VILLAGE, start, ruleset, by_kind_policy(seed))
    return record_game(Header(VILLAGE, ruleset, start, box.name), [action for action, _ in game])


def whole(record: Record) -> Record:
    """The record with the JSON of its first position, as if it had been read as a partial one."""
    return replace(record, header=replace(record.header, start=VILLAGE.position_to_json(record.header.start)))


def without(record: Record, *fields: str) -> Record:
    """The partial record with these fields left out everywhere."""

    def rest(data: Json) -> Json:
        return {field: value for field, value in data.items() if field not in fields}

    partial = whole(record)
    steps = tuple(Step(step.action, None if step.state is None else rest(step.state)) for step in partial.steps)
    return replace(partial, header=replace(partial.header, start=rest(partial.header.start)), steps=steps)


def with_states(record: Record, count: int) -> Record:
    """The record with no more than its last states."""
    first = len(record.steps) - count
    steps = tuple(step if number >= first else Step(step.action) for number, step in enumerate(record.steps))
    return replace(record, steps=steps)


def claiming(record: Record, step: int, **claims: object) -> Record:
    """The record with other claims after a step, counted from 1."""
    steps = list(record.steps)
    steps[step - 1] = Step(steps[step - 1].action, {**(steps[step - 1].state or {}), **claims})
    return replace(record, steps=tuple(steps))


def first(record: Record, count: int) -> Record:
    """No more than so many steps."""
    return replace(record, steps=record.steps[:count], outcome=None)


def infer(partial: Record, box: Box | None = None, most: int = 5000) -> Found:
    header = partial.header
    return explain(VILLAGE, header.ruleset, header.start, partial.steps, partial.outcome, box, most)


def explaining(partial: Record, found: Explained, box: Box | None) -> Record:
    """Asserts that the engine agrees from that opening with all that is claimed. The record with the opening."""
    opening = VILLAGE.position_to_json(found.start)
    for field, value in partial.header.start.items():
        assert same(opening[field], value)
    assert VILLAGE.position_from_json(opening, partial.header.ruleset) == found.start
    if box:
        VILLAGE.check_box(found.start, box)
    record = replace(partial, header=replace(partial.header, start=found.start))
    assert replay(record).difference is None
    return record


def assert_explained(partial: Record, box: Box | None) -> Record:
    found = infer(partial, box)
    assert isinstance(found, Explained), found
    return explaining(partial, found, box)


def unexplained(partial: Record, box: Box | None = FULL) -> Unexplained:
    found = infer(partial, box)
    assert isinstance(found, Unexplained), found
    return found


LEFT_OUT = [("deck",), ("hands",), ("deck", "hands"), ("deck", "hands", "bribes", "discard")]


@pytest.mark.parametrize("fields", LEFT_OUT, ids=",".join)
@pytest.mark.parametrize("seed", range(8))
def test_games_of_the_full_box_are_explained(seed: int, fields: tuple[str, ...]) -> None:
    assert_explained(without(played(seed, FULL), *fields), FULL)


@pytest.mark.parametrize("seed", range(8))
def test_without_a_box_the_deck_is_as_long_as_the_game_needs_it(seed: int) -> None:
    record = played(seed, FULL)
    assert len(assert_explained(without(record, "deck"), None).header.start.deck) == len(record.header.start.deck)
    short = first(record, 5)
    used = len(record.header.start.deck) - len((short.steps[-1].state or {})["deck"])
    assert len(assert_explained(without(short, "deck"), None).header.start.deck) == used + 1


@pytest.mark.parametrize("fields", [*LEFT_OUT, ("deck", "market"), ("deck", "hands", "market")], ids=",".join)
@pytest.mark.parametrize("states", [0, 1, 99])
def test_games_of_the_toy_boxes_are_explained_from_little(fields: tuple[str, ...], states: int) -> None:
    for seed in range(6):
        box = VILLAGE.BOXES[("toy2", "toy3")[seed % 2]]
        record = with_states(without(played(seed, box), *fields), states)
        assert_explained(record, box)


@pytest.mark.parametrize("edge", sorted(EDGE_GAMES))
def test_late_games_are_explained(edge: str) -> None:
    rng = random.Random(f"late {edge}")
    for ruleset in (VILLAGE.Ruleset(), random_ruleset(VILLAGE, rng)):
        try:
            header, actions = EDGE_GAMES[edge](VILLAGE, ruleset, rng)
        except NotUnderThisRuleset:
            continue
        record = record_game(header, actions)
        for fields in (("deck",), ("deck", "hands")):
            assert_explained(without(record, *fields), FULL)


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_only_the_scores_tell_of_are_found(seed: int) -> None:
    record = without(played(seed, FULL), "deck", "hands")
    last = {field: value for field, value in (record.steps[-1].state or {}).items() if field != "bribes"}
    assert_explained(replace(record, steps=(*record.steps[:-1], Step(record.steps[-1].action, last))), FULL)


# Every deal of a small box is tried: whatever explains most is as good as what was inferred.


@cache
def deals(players: int) -> tuple[str, ...]:
    """Every order of the cards of the box, in ascending order."""
    cards, _ = VILLAGE.unshuffled(TOY2, players)

    def orders(left: str) -> Iterator[str]:
        if not left:
            yield ""
        for card in sorted(set(left)):
            yield from (card + rest for rest in orders(left.replace(card, "", 1)))

    return tuple(orders(cards))


def best(partial: Record, starts: Sequence[Any]) -> int:
    """How many steps at most one of these openings explains; one more if it explains everything."""
    claimed = partial.header.start
    most = -1
    for start in starts:
        data = VILLAGE.position_to_json(start)
        if all(same(data[field], value) for field, value in claimed.items()):
            difference = replay(replace(partial, header=replace(partial.header, start=start))).difference
            most = max(most, difference.step - 1 if difference else len(partial.steps) + 1)
    return most


def corrupted(rng: random.Random, record: Record, other: Record, kept: Sequence[str] = ()) -> Record:
    """The record with something of another one in it, and with fields left out at random, but not those kept."""
    step, change = rng.randrange(len(record.steps)), rng.randrange(5)
    steps, outcome = list(record.steps), record.outcome
    donor = rng.choice(other.steps)
    claims, given = dict(steps[step].state or {}), dict(donor.state or {})
    if change == 0:
        steps[step] = Step(donor.action, claims)
    elif change == 1:
        outcome = other.outcome
    elif change < 4:
        field = rng.choice(sorted(claims))
        steps[step] = Step(steps[step].action, claims | {field: given[field]})
    missing = {"deck", *rng.sample(["deck", "hands", "market"], rng.randrange(1, 4))} - set(kept)
    partial = without(replace(record, steps=tuple(steps), outcome=outcome), *missing)
    rate = rng.choice([0, 0, 0.5, 0.9])
    thinned = [
        Step(
            each.action,
            {field: value for field, value in (each.state or {}).items() if rng.random() >= rate or field in kept},
        )
        for each in partial.steps
    ]
    return replace(partial, steps=tuple(thinned))


def assert_best(partial: Record, starts: Sequence[Any], box: Box | None) -> bool:
    """Asserts that what was inferred is what the best of the openings does. Whether everything was explained."""
    most, found = best(partial, starts), infer(partial, box, 50_000)
    steps = len(partial.steps)
    if most > steps:
        assert isinstance(found, Explained)
        explaining(partial, found, box)
        return True
    assert isinstance(found, Unexplained)
    assert found.step == most + 1
    if found.start is None:
        assert most == -1
        return False
    explaining(first(partial, most), Explained(found.start, 0), box)
    claims = dict(partial.steps[most].state or {})

    def explained(fields: Sequence[str]) -> bool:
        outcome = None
        if found.step == steps and any(field.startswith("outcome") for field in fields):
            some = [field.partition(".")[2] for field in fields if field.startswith("outcome.")]
            outcome = {field: (partial.outcome or {})[field] for field in some}
        last = Step(partial.steps[most].action, {field: claims[field] for field in fields if field in claims})
        part = replace(partial, steps=(*partial.steps[:most], last), outcome=outcome)
        return best(part, starts) > most

    assert not explained(found.fields)
    for field in found.fields:
        assert explained([other for other in found.fields if other != field])
    return False


@pytest.mark.parametrize("seed", range(24))
def test_what_is_inferred_is_the_best_of_all_deals(seed: int) -> None:
    rng = random.Random(f"all deals {seed}")
    players = rng.choice([2, 2, 3])
    record = played(seed, TOY2, players)
    other = played(seed + 1000, TOY2, players, record.header.ruleset)
    track, ruleset = "".join(record.header.start.track), record.header.ruleset
    starts = [VILLAGE.initial_state(TOY2, players, (order, track), ruleset) for order in deals(players)]
    assert_best(corrupted(rng, record, other), starts, TOY2)


@pytest.mark.parametrize("seed", range(10))
def test_without_a_box_what_is_inferred_is_the_best_of_all_decks(seed: int) -> None:
    rng = random.Random(f"all decks {seed}")
    ruleset = random_ruleset(VILLAGE, rng)
    cards = ["".join(rng.choice("ABW") for _ in range(4)) for _ in range(2)]
    base = position("AABW", "ABBW", bribes=("A", "B"), market={"3": "A", "0": "B"}, track=["A", "B"], values=[1, 4])
    decks = [""]
    for deck in decks:
        if len(deck) < 5:
            decks += [deck + card for card in "ABW"]
    starts = [VILLAGE.position_from_json(base | {"deck": deck}, ruleset) for deck in decks]
    games = []
    for number, deck in enumerate(cards):
        start = VILLAGE.position_from_json(base | {"deck": deck}, ruleset)
        actions = [action for action, _ in playout(VILLAGE, start, ruleset, by_kind_policy(seed + 100 * number))]
        games.append(record_game(Header(VILLAGE, ruleset, start), actions[:5]))
    assert_best(corrupted(rng, games[0], games[1], ("hands", "market")), starts, None)


# Records that are wrong, of the full box under the default ruleset.

HANDS = ["AABBCCW", "ABDDEEF"]
MARKET = {"3": "C", "2": "D", "1": "E", "0": "F"}
OPENING = position(*HANDS, market=MARKET)


def opened(**fields: object) -> Record:
    """A partial record of an opening without a deck, with other fields; None for one that is left out."""
    start = {field: value for field, value in (OPENING | fields).items() if field != "deck" and value is not None}
    return Record(Header(VILLAGE, VILLAGE.Ruleset(), start), ())


def record_of(*steps: tuple[str, Json], outcome: Json | None = None, **fields: object) -> Record:
    """The same with these actions and claims."""
    made = tuple(Step(VILLAGE.action_from_text(text), claims) for text, claims in steps)
    return replace(opened(**fields), steps=made, outcome=outcome)


def market(stall_3: str = "", stall_2: str = "", stall_1: str = "", stall_0: str = "") -> Json:
    """What a claim has of the market when these cards have come to the first one."""
    names = zip(MARKET, (stall_3, stall_2, stall_1, stall_0), strict=True)
    return {"market": {name: "".join(sorted(MARKET[name] + cards)) for name, cards in names}}


def where(found: Unexplained) -> tuple[int, tuple[str, ...], str]:
    return found.step, found.fields, found.clauses[0]


def test_a_refill_that_goes_on_after_a_wild_is_not_explained() -> None:
    good = record_of(("draw", {}), ("bribe D D", market("A", "W")))
    assert_explained(good, FULL)
    found = unexplained(record_of(("draw", {}), ("bribe D D", market("W", "A"))))
    assert where(found) == (2, ("market",), "V-REFILL-1")
    assert not found.boxed
    assert where(unexplained(record_of(("bribe A A", market("A", "B", "W"))))) == (1, ("market",), "V-REFILL-1")


def test_a_refill_in_the_wrong_stall_is_not_explained() -> None:
    assert where(unexplained(record_of(("bribe A A", market("", "A"))))) == (1, ("market",), "V-REFILL-1")


def test_a_refill_that_goes_round_is_explained_where_the_last_card_can_be_the_one_that_stops() -> None:
    round_once = ("FF", "E", "D", "C")
    assert_explained(record_of(("bribe A A", market("EW", *round_once[1:]))), FULL)
    assert_explained(record_of(("bribe A A", market("EF", "DW", *round_once[2:]))), FULL)
    assert where(unexplained(record_of(("bribe A A", market(*round_once))))) == (1, ("market",), "V-REFILL-1")
    assert where(unexplained(record_of(("bribe A A", market("AW", *round_once[1:])))))[:2] == (1, ("market",))


def test_a_card_too_many_for_the_box_is_not_explained() -> None:
    many = record_of(("bribe A A", market("A" + "D" * 4, "D" * 4, "D" * 4, "E" * 4)))
    found = unexplained(many)
    assert where(found) == (1, ("market",), "V-REFILL-1")
    assert found.boxed
    assert_explained(many, None)


def test_a_hand_that_is_not_seen_cannot_play_what_it_cannot_have() -> None:
    seven = record_of(("bribe A AAAAAAA", {}), hands=None)
    assert_explained(seven, FULL)
    found = unexplained(record_of(("draw", {}), ("bribe A AAAAAAAA", {}), hands=None))
    assert where(found) == (2, (), "V-BRIBE-1")
    assert found.start is not None
    twice = record_of(("bribe A AAAAAA", market("W")), ("draw", {}), ("bribe B BBB", {}), hands=None)
    assert where(unexplained(twice)) == (3, (), "V-BRIBE-1")


def test_all_players_together_cannot_have_more_cards_than_the_box() -> None:
    wilds = record_of(("bribe A AWWWWWW", market("A")), ("bribe A AWW", market("AA")), hands=None)
    assert_explained(wilds, FULL)
    wilds = record_of(("bribe A AWWWWWW", market("A")), ("bribe A AWWW", market("AA")), hands=None)
    found = unexplained(wilds)
    assert where(found) == (2, (), "V-BRIBE-1")


def test_a_hand_shown_later_must_be_what_was_held_all_along() -> None:
    shown = record_of(("draw", {}), ("draw", {"hands": ["AAAAAAAA", "BBBBBBBB"]}), ("bribe A AA", {}), hands=None)
    assert_explained(shown, FULL)
    lost = record_of(("bribe A A", market("A")), ("draw", {"hands": ["AAAAAAA", "B" * 8]}), hands=None)
    assert where(unexplained(lost)) == (2, ("hands",), "V-DRAW-1")


def test_cards_taken_from_a_stall_are_in_the_hidden_hand() -> None:
    taken = record_of(("visit 0", {}), ("draw", {}), ("bribe F FFFFFFFF", {}), hands=None)
    assert_explained(taken, FULL)
    assert where(unexplained(record_of(("visit 0", {}), ("draw", {}), ("bribe E EEEEEEEE", {}), hands=None)))[0] == 3


def test_all_wilds_go_along_is_known_of_hidden_hands_too() -> None:
    ruleset = VILLAGE.Ruleset.from_readings({"bribe.wilds": "all"})

    def under(record: Record) -> Record:
        return replace(record, header=replace(record.header, ruleset=ruleset))

    steps = [("bribe A A", market("A")), ("draw", {}), ("bribe B BWW", {})]
    assert where(unexplained(under(record_of(*steps, hands=None)))) == (3, (), "V-BRIBE-1")
    steps[1:2] = [("draw", {}), ("draw", {}), ("draw", {}), ("draw", {}), ("draw", {})]
    assert_explained(under(record_of(*steps, hands=None)), FULL)


def test_a_draw_cannot_be_a_card_that_a_deck_shown_before_did_not_have_on_top() -> None:
    deck = "FEDCBAW"
    hands = {"hands": ["AAABBCCW", "ABDDEEFF"]}
    right = record_of(("draw", {"deck": deck, "hands": ["AAABBCCW", HANDS[1]]}), ("draw", hands))
    assert_explained(right, None)
    assert where(unexplained(right)) == (1, ("deck",), "V-DRAW-1")  # of the box there would be more cards
    other = record_of(("draw", {"deck": deck}), ("draw", {"hands": [HANDS[0] + "W", "ABDDEEEF"]}))
    assert where(unexplained(other, None)) == (2, ("hands",), "V-DRAW-1")


def test_a_game_that_ends_too_early_or_too_late_is_not_explained() -> None:
    early = record_of(("draw", {"over": True}))
    assert where(unexplained(early)) == (1, ("over",), "V-DRAW-1")
    assert_explained(early, None)
    assert where(unexplained(record_of(("draw", {"over": True}), ("draw", {})), None)) == (2, (), "V-END-1")
    assert where(unexplained(record_of(("draw", {}), outcome={"scores": [0, 0], "winners": [0]})))[:2] == (
        1,
        ("outcome",),
    )
    record = without(played(3, TOY2, 2, VILLAGE.Ruleset()), "deck")
    count = len(record.steps)
    late = replace(claiming(record, count, over=False), outcome=None)
    found = unexplained(late, TOY2)
    assert found.step == count
    assert found.fields == ("over",)


def test_scores_that_no_hands_explain_are_told() -> None:
    record = played(1, FULL, 3, VILLAGE.Ruleset())
    partial = without(record, "deck", "hands")
    outcome = record.outcome or {}
    for change in (1000, -1000):
        wrong = replace(partial, outcome=outcome | {"scores": [outcome["scores"][0] + change, *outcome["scores"][1:]]})
        assert where(unexplained(wrong))[:2] == (len(record.steps), ("outcome.scores",))
    loser = next(player for player in range(3) if player not in outcome["winners"])
    wrong = replace(without(record, "deck"), outcome=outcome | {"winners": [loser]})
    assert where(unexplained(wrong)) == (len(record.steps), ("outcome.winners",), "V-WIN-1")


@pytest.mark.parametrize(
    "field", ["hands", "market", "bribes", "track", "values", "discard", "players", "turn", "over"]
)
@pytest.mark.parametrize("value", [None, 3, "A", [], ["A", 1], {}, {"3": 1}, [{"A": 1}, 2], True])
def test_claims_of_any_form_are_only_claims(field: str, value: object) -> None:
    for number in (2, 9):
        record = played(number, TOY2, 2)
        for step in (1, len(record.steps)):
            wrong = claiming(without(record, "deck", "hands"), step, **{field: value})
            if same(value, (record.steps[step - 1].state or {})[field]):
                continue
            found = unexplained(wrong, TOY2)
            assert (found.step, found.fields) == (step, (field,))


# Openings.


def test_an_opening_that_the_box_cannot_deal_is_not_explained() -> None:
    for fields in ({"hands": ["A" * 8, "A" * 7]}, {"values": [1, 1, 2, 2, 3, 5]}):
        found = unexplained(opened(**fields))
        assert (found.step, found.fields, found.clauses, found.start) == (0, (), (), None)
        assert found.boxed
    assert unexplained(replace(whole(played(1, TOY2)), steps=(), outcome=None), FULL).step == 0
    three = replace(FULL, wilds={3: 12})
    assert unexplained(opened(), three).step == 0


def test_fields_that_every_opening_has_alike_are_taken_for_that() -> None:
    start = assert_explained(opened(bribes=None, discard=None, turn=None, over=None, players=None), None).header.start
    assert (start.bribes, start.discard, start.turn, start.over) == (((), ()), "", 0, False)
    start = assert_explained(opened(values=None, hands=None, market=None), FULL).header.start
    assert start.values == FULL.values
    assert ([*map(len, start.hands)], [*map(len, start.market)]) == ([7, 7], [1, 1, 1, 1])
    toy = VILLAGE.BOXES["toy3"]
    hidden = {"hands": None, "market": None, "track": list("BAC"), "values": [1, 1, 4]}
    assert [*map(len, assert_explained(opened(**hidden), toy).header.start.market)] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("fields", "box", "named"),
    [
        ({"track": None}, FULL, "track"),
        ({"values": None}, None, "values"),
        ({"hands": None}, None, "hands"),
        ({"market": None}, None, "market"),
        ({"hands": None, "discard": "A"}, FULL, "hands"),
        ({"hands": None, "bribes": None, "players": None}, FULL, "players"),
        ({"players": "2"}, FULL, "players"),
    ],
)
def test_what_nothing_tells_is_asked_for(fields: Mapping[str, object], box: Box | None, named: str) -> None:
    with pytest.raises(CannotParse, match=named):
        infer(opened(**fields), box)


@pytest.mark.parametrize("fields", [{"hands": ["BA", "A"]}, {"hands": ["A"]}, {"players": 1}, {"track": ["A", "A"]}])
def test_an_opening_that_cannot_stand_on_any_table_is_refused(fields: Mapping[str, object]) -> None:
    with pytest.raises(EngineError) as caught:
        infer(opened(**fields), None)
    assert isinstance(caught.value, ImpossiblePosition)


def test_cards_that_nobody_sees_are_counted_and_taken_in_ascending_order() -> None:
    found = infer(record_of(("bribe A A", market("W"))), FULL)
    assert isinstance(found, Explained)
    assert found.unseen == len(found.start.deck) - 1
    assert found.start.deck == "W" + "".join(sorted(found.start.deck[1:]))


def test_a_search_that_would_take_too_long_gives_up() -> None:
    record = with_states(without(played(2, FULL), "deck", "hands"), 0)
    found = infer(record, FULL, most=200)
    assert isinstance(found, GaveUp)
    assert found.tried == 200
    assert 0 < found.step < len(record.steps)
    assert found.start is not None
    explaining(first(record, found.step), Explained(found.start, 0), FULL)
