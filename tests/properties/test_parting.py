"""The search finds the shortest play after which two rulesets part, and says what it looked at."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from properties.exploring import openings, reachable
from properties.parting import (
    PLAIN,
    DoesNotReplay,
    Kind,
    Pair,
    Parting,
    compositions,
    confirm,
    part,
    sizes,
    smallest,
)
from properties.reaching import reach
from reference_engine import load
from reference_engine.interface import Box, Game, State
from reference_engine.jsonform import Json

VILLAGE, SCHATZ = load("village"), load("drachenschatz")
MANY = 1_000_000
WINNERS, LEGAL, POSITION = frozenset({Kind.WINNERS}), frozenset({Kind.LEGAL}), frozenset({Kind.POSITION})
REACHABLE = frozenset({Kind.REACHABLE})


def village(treasures: dict[str, int], wilds: int, first_market: int = 0) -> Box:
    values = {1: [4], 2: [3, 4], 3: [2, 3, 4]}[len(treasures)]
    data = {"treasures": treasures, "wilds": {"2": wilds}, "values": values, "first_market": first_market}
    return VILLAGE.box_from_json({"name": "small", "hand": 1, **data})


def schatz(cards: dict[str, int], players: int, years: int = 1) -> Box:
    worth = {"G": 1, "J": 3, "K": 5}
    return SCHATZ.box_from_json({"name": "small", "cards": cards, "piles": {str(players): years}, "worth": worth})


CASES: list[tuple[Game, Box, int, str, str]] = [
    (VILLAGE, village({"A": 3}, 1), 2, "bribe.wilds", "all"),
    (VILLAGE, village({"A": 2, "B": 2}, 0), 2, "track.passing", "swap"),
    (VILLAGE, village({"A": 4}, 0), 2, "refill.start", "continue"),
    (VILLAGE, village({"A": 3, "B": 1}, 0), 2, "favor.distance", "new"),
    (VILLAGE, village({"A": 2, "B": 2}, 0), 2, "favor.overshoot", "block"),
    (VILLAGE, village({"A": 2}, 2, 1), 2, "refill.standing_wild", "market"),
    (VILLAGE, village({"A": 1, "B": 2}, 0, 1), 2, "market.empty_stall", "open"),
    (VILLAGE, village({"A": 1, "B": 2}, 0, 1), 2, "end.empty_deck", "turn"),
    (VILLAGE, village({"A": 2, "B": 1}, 0, 1), 2, "end.last_match", "end"),
    (VILLAGE, village({"A": 2}, 2), 2, "score.wild_penalty", "4"),
    (VILLAGE, village({"A": 1, "B": 1}, 1), 2, "tie.count", "owned"),
    (VILLAGE, village({"A": 1, "B": 1}, 1), 2, "tie.full", "none"),
    (VILLAGE, village({"A": 1, "B": 1}, 1), 2, "tie.steps", "value"),
    (SCHATZ, schatz({"C": 2, "G": 2}, 3), 3, "claim.turns", "reveal"),
    (SCHATZ, schatz({"C": 1, "G": 3}, 3), 3, "year.starter", "claimer"),
    (SCHATZ, schatz({"C": 1, "G": 2, "S": 1}, 3), 3, "animals.tie", "next"),
    (SCHATZ, schatz({"C": 2, "G": 1, "K": 1}, 3), 3, "win.tie", "none"),
]


def rulesets(game: Game, reading: str, value: str) -> tuple[Any, Any]:
    return game.Ruleset(), game.Ruleset.from_readings({reading: value})


def dealt(game: Game, box: Box, players: int, one: Any, other: Any) -> list[Pair]:
    return list(zip(openings(game, box, players, one), openings(game, box, players, other), strict=True))


def outcome(game: Game, state: State, ruleset: Any) -> Json:
    return game.outcome_to_json(game.outcome(state, ruleset))


def differing(game: Game, one: Any, other: Any, pair: Pair) -> set[Kind]:
    """What differs, written down with no regard to speed."""
    found = set()
    if game.legal_actions(pair[0], one) != game.legal_actions(pair[1], other):
        found.add(Kind.LEGAL)
    first, second = (game.position_to_json(state) for state in pair)
    for name in ("next_stall",):
        first.pop(name, None), second.pop(name, None)
    if first != second:
        found.add(Kind.POSITION)
    if game.is_terminal(pair[0]) and game.is_terminal(pair[1]):
        ended = outcome(game, pair[0], one), outcome(game, pair[1], other)
        for name, kind in (("scores", Kind.SCORES), ("winners", Kind.WINNERS), ("out", Kind.OUTCOME)):
            if ended[0].get(name) != ended[1].get(name):
                found.add(kind)
    return found


def longer(game: Game, one: Any, other: Any, pair: Pair) -> Iterable[Pair]:
    """The pairs after each action, with no regard to what has been met before."""
    over = game.is_terminal(pair[0]), game.is_terminal(pair[1])
    mine, theirs = game.legal_actions(pair[0], one), game.legal_actions(pair[1], other)
    for action in theirs if over[0] else mine:
        if over[1] or action in theirs:
            yield (
                pair[0] if over[0] else game.apply(pair[0], action, one),
                pair[1] if over[1] else game.apply(pair[1], action, other),
            )


def shortest(game: Game, one: Any, other: Any, pairs: list[Pair], kinds: frozenset[Kind], most: int) -> int | None:
    """The length of the shortest play that parts, by trying all plays; None if none of `most` actions does."""
    for length in range(most + 1):
        if any(kinds & differing(game, one, other, pair) for pair in pairs):
            return length
        pairs = list({after for pair in pairs for after in longer(game, one, other, pair)})
    return None


@pytest.mark.parametrize(("game", "box", "players", "reading", "value"), CASES, ids=[case[3] for case in CASES])
@pytest.mark.parametrize(
    "kind", [kind for kind in Kind if kind in PLAIN], ids=[kind.value for kind in Kind if kind in PLAIN]
)
def test_the_play_found_is_as_short_as_by_trying_all_plays(
    game: Game, box: Box, players: int, reading: str, value: str, kind: Kind
) -> None:
    one, other = rulesets(game, reading, value)
    pairs = dealt(game, box, players, one, other)
    looked = part(game, one, other, pairs, frozenset({kind}), MANY)
    expected = shortest(game, one, other, pairs, frozenset({kind}), 9)
    assert (looked.parting and len(looked.parting.actions)) == expected
    assert looked.complete == (expected is None)
    assert looked.openings == len(pairs)


def test_the_cases_part_in_every_kind_and_some_never_do() -> None:
    found: dict[Kind, list[bool]] = {kind: [] for kind in PLAIN}
    for game, box, players, reading, value in CASES:
        one, other = rulesets(game, reading, value)
        for kind in PLAIN:
            looked = part(game, one, other, dealt(game, box, players, one, other), frozenset({kind}), MANY)
            found[kind].append(looked.parting is not None)
    assert all(any(each) and not all(each) for each in found.values())


@pytest.mark.parametrize(
    ("game", "box", "players"),
    [(VILLAGE, village({"A": 2, "B": 2}, 1), 2), (SCHATZ, schatz({"C": 2, "G": 2, "S": 2}, 3, 2), 3)],
    ids=["village", "drachenschatz"],
)
def test_a_ruleset_never_parts_from_itself_and_every_position_is_looked_at_once(
    game: Game, box: Box, players: int
) -> None:
    ruleset = game.Ruleset()
    looked = part(game, ruleset, ruleset, dealt(game, box, players, ruleset, ruleset), PLAIN, MANY)
    assert looked.parting is None
    assert looked.complete
    assert looked.pairs == len({named(game.position_to_json(s)) for s in reachable(game, box, players, ruleset)})


def named(data: Json) -> str:
    """A position as text, with its treasure piles, if there are any, in order."""
    return repr(data | {"piles": sorted(map(repr, data.get("piles", [])))})


def test_at_most_so_many_pairs_are_looked_at() -> None:
    one, other = rulesets(VILLAGE, "tie.steps", "value")
    pairs = dealt(VILLAGE, village({"A": 2, "B": 2}, 1), 2, one, other)
    everything = part(VILLAGE, one, other, pairs, PLAIN, MANY).pairs
    exactly = part(VILLAGE, one, other, pairs, PLAIN, everything)
    assert (exactly.pairs, exactly.complete) == (everything, True)
    less = part(VILLAGE, one, other, pairs, PLAIN, everything - 1)
    assert (less.pairs, less.complete) == (everything - 1, False)
    too_many_deals = part(VILLAGE, one, other, pairs, PLAIN, len(pairs) - 1)
    assert (too_many_deals.pairs, too_many_deals.complete) == (0, False)
    too_far = part(VILLAGE, one, other, pairs, REACHABLE, len(pairs) + 1)
    assert (too_far.pairs, too_far.complete) == (0, False)


def test_of_several_openings_the_one_with_the_shortest_play_is_taken() -> None:
    one, other = rulesets(VILLAGE, "bribe.wilds", "all")
    pairs = dealt(VILLAGE, village({"A": 3}, 1), 2, one, other)
    lengths = [shortest(VILLAGE, one, other, [pair], LEGAL, 4) for pair in pairs]
    least = min(length for length in lengths if length is not None)
    assert lengths[0] != least
    looked = part(VILLAGE, one, other, pairs, LEGAL, MANY)
    assert looked.parting is not None
    assert len(looked.parting.actions) == least
    assert lengths[pairs.index((looked.parting.one.start, looked.parting.other.start))] == least


def test_a_field_that_only_one_ruleset_has_is_no_difference() -> None:
    for one, other in permutations(rulesets(VILLAGE, "refill.start", "continue")):
        pairs = dealt(VILLAGE, village({"A": 4}, 0), 2, one, other)
        assert all(pair[0] != pair[1] for pair in pairs)
        found = part(VILLAGE, one, other, pairs, POSITION, MANY).parting
        assert found is not None
        assert len(found.actions) == 2


def test_a_game_that_is_over_under_one_ruleset_goes_on_under_the_other() -> None:
    one, other = rulesets(VILLAGE, "end.last_match", "end")
    found = smallest(VILLAGE, one, other, WINNERS, 1_000).parting
    assert found is not None
    ended = VILLAGE.apply(found.other.start, found.actions[0], other)
    assert VILLAGE.is_terminal(ended)
    assert len(found.actions) == 2
    backwards = smallest(VILLAGE, other, one, WINNERS, 1_000).parting
    assert backwards is not None
    assert backwards.actions == found.actions


SMALLEST = [
    (VILLAGE, "bribe.wilds", "all", PLAIN),
    (VILLAGE, "score.wild_penalty", "3", WINNERS),
    (VILLAGE, "end.empty_deck", "turn", WINNERS),
    (VILLAGE, "track.passing", "swap", PLAIN),
    (SCHATZ, "animals.tie", "next", WINNERS),
    (SCHATZ, "win.tie", "none", PLAIN),
]


@pytest.mark.parametrize(("game", "reading", "value", "kinds"), SMALLEST, ids=[case[1] for case in SMALLEST])
def test_everything_smaller_was_looked_at_and_does_not_part(
    game: Game, reading: str, value: str, kinds: frozenset[Kind]
) -> None:
    one, other = rulesets(game, reading, value)
    found = smallest(game, one, other, kinds, MANY)
    deals = 0
    for number, (box, players) in enumerate(sizes(game.NAME).boxes()):
        pairs = dealt(game, box, players, one, other)
        if number == found.boxes:
            break
        deals += len(pairs)
        assert shortest(game, one, other, pairs, kinds, 12) is None
    assert (found.box, found.players, found.deals) == (box, players, deals)
    assert found.parting is not None
    assert len(found.parting.actions) == shortest(game, one, other, pairs, kinds, 12)
    assert (found.parting.one.start, found.parting.other.start) in pairs
    assert str(found).startswith(f"{found.boxes} smaller boxes exhausted: {deals} deals, ")


def test_at_the_limit_of_work_it_says_in_how_many_pairs_nothing_was_seen() -> None:
    one, other = rulesets(VILLAGE, "market.empty_stall", "open")
    for limit in (0, 1, 500):
        found = smallest(VILLAGE, one, other, WINNERS, limit)
        assert found.parting is None
        assert found.pairs + found.here <= limit
        assert (
            str(found) == f"not seen in {found.pairs + found.here} pairs of positions ({found.boxes} boxes exhausted)"
        )
    assert found.pairs + found.here > 450


@pytest.mark.parametrize("value", ["closed", "open"])
def test_the_sets_of_winners_are_those_of_all_endings_also_where_games_need_not_end(value: str) -> None:
    box, ruleset = village({"A": 1, "B": 2}, 1), VILLAGE.Ruleset.from_readings({"market.empty_stall": value})
    for opening in openings(VILLAGE, box, 2, ruleset):
        met, waiting = {opening}, [opening]
        while waiting:
            state = waiting.pop()
            new = {VILLAGE.apply(state, action, ruleset) for action in VILLAGE.legal_actions(state, ruleset)} - met
            met |= new
            waiting += new
        endings = {VILLAGE.outcome(state, ruleset).winners for state in met if VILLAGE.is_terminal(state)}
        assert reach(VILLAGE, opening, ruleset) == endings


@pytest.mark.parametrize(
    ("reading", "value"), [("bribe.wilds", "all"), ("market.empty_stall", "open"), ("curse.floor", "block")]
)
def test_a_reading_of_what_is_legal_parts_in_the_sets_of_winners_that_can_be_reached(reading: str, value: str) -> None:
    one, other = rulesets(VILLAGE, reading, value)
    found = smallest(VILLAGE, one, other, REACHABLE, MANY)
    assert found.parting is not None
    states = found.parting.one.start, found.parting.other.start
    for length, action in enumerate((*found.parting.actions, None)):
        sets = reach(VILLAGE, states[0], one), reach(VILLAGE, states[1], other)
        assert (sets[0] != sets[1]) == (length == len(found.parting.actions))
        if action is not None:
            states = VILLAGE.apply(states[0], action, one), VILLAGE.apply(states[1], action, other)


def a_parting() -> Parting:
    one, other = rulesets(VILLAGE, "score.wild_penalty", "3")
    found = smallest(VILLAGE, one, other, frozenset({Kind.SCORES}), MANY).parting
    assert found is not None
    return found


def test_a_parting_that_the_engine_does_not_confirm_is_an_error() -> None:
    found = a_parting()
    confirm(found)
    with pytest.raises(DoesNotReplay, match=r"^no difference in legal after the play$"):
        confirm(replace(found, kinds=frozenset({Kind.LEGAL, Kind.SCORES})))
    with pytest.raises(DoesNotReplay, match=r"^no difference in reachable after the play$"):
        confirm(replace(found, kinds=REACHABLE))
    with pytest.raises(DoesNotReplay, match=r"^bribe F F is illegal: V-BRIBE-1"):
        confirm(replace(found, actions=(VILLAGE.action_from_text("bribe F F"),)))
    with pytest.raises(DoesNotReplay, match=r"^both games are over before draw$"):
        confirm(replace(found, actions=(*found.actions, VILLAGE.action_from_text("draw"))))
    elsewhere = replace(found.other, start=VILLAGE.apply(found.other.start, found.actions[0], found.other.ruleset))
    with pytest.raises(DoesNotReplay, match=r"^the openings are not the same$"):
        confirm(replace(found, other=elsewhere))


def test_every_parting_found_is_confirmed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(parting: Parting) -> None:
        raise DoesNotReplay(str(len(parting.actions)))

    monkeypatch.setattr("properties.parting.confirm", refuse)
    with pytest.raises(DoesNotReplay):
        a_parting()


def test_compositions_are_all_sums_of_positive_numbers() -> None:
    assert list(compositions(4, 2)) == [(1, 3), (2, 2), (3, 1)]
    assert list(compositions(3, 3)) == [(1, 1, 1)]
    assert list(compositions(2, 3)) == []
    assert [len(list(compositions(7, parts))) for parts in range(1, 8)] == [1, 6, 15, 20, 15, 6, 1]
