"""Perft counts what the protocol says, in two ways that catch each other, over every fixed deal."""

import json
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

import pytest

from properties.dealing import deal
from properties.perft import CountsDiffer, Perft, divide, perft
from properties.perftfiles import deals, read_deal
from properties.policies import playout, random_policy
from reference_engine import load
from reference_engine.errors import CannotParse, EngineError
from reference_engine.interface import Game, State
from reference_engine.record import write_header

VILLAGE = load("village")
DEALS = deals(VILLAGE)
SMALL = ["late2", "late3", "toy2", "tie.full-none", "end.empty_deck-turn", "score.wild_penalty-3"]


def plainly(start: State, depth: int, ruleset: Any) -> dict[str, Any]:
    """The counts at one depth, written down from the protocol's page with no regard to speed."""
    reached = [start]
    for _ in range(depth):
        reached = [
            VILLAGE.apply(state, action, ruleset)
            for state in reached
            for action in VILLAGE.legal_actions(state, ruleset)
        ]
    outcomes = [VILLAGE.outcome(state, ruleset) for state in reached if VILLAGE.is_terminal(state)]
    texts = (
        json.dumps(VILLAGE.position_to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        for state in reached
    )
    digests = sorted({sha256(text.encode()).hexdigest() for text in texts})
    return {
        "depth": depth,
        "sequences": len(reached),
        "endings": len(outcomes),
        "positions": len(digests),
        "scores": sum((p + 1) * score for outcome in outcomes for p, score in enumerate(outcome.scores)),
        "winners": sum(p + 1 for outcome in outcomes for p in outcome.winners),
        "digest": sha256("\n".join(digests).encode()).hexdigest(),
    }


@pytest.mark.parametrize("name", SMALL)
def test_counts_are_those_of_a_plain_enumeration(name: str) -> None:
    header = DEALS[name].header
    counted = [counts.to_json() for counts in perft(VILLAGE, header.start, 3, header.ruleset)]
    assert counted == [plainly(header.start, depth, header.ruleset) for depth in (1, 2, 3)]


def test_the_fixed_deals_reach_endings_scores_and_winners() -> None:
    last = [deal.counts[-1] for deal in DEALS.values()]
    assert sum(counts.endings > 0 and counts.scores != 0 and counts.winners > 0 for counts in last) > 10


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_divide_adds_up_to_perft(name: str, depth: int) -> None:
    header = DEALS[name].header
    *_, whole = perft(VILLAGE, header.start, depth, header.ruleset)
    parts = list(divide(VILLAGE, header.start, depth, header.ruleset))
    assert [action for action, _ in parts] == list(VILLAGE.legal_actions(header.start, header.ruleset))
    for field in ("sequences", "endings", "scores", "winners"):
        assert sum(getattr(counts, field) for _, counts in parts) == getattr(whole, field)
    assert max(counts.positions for _, counts in parts) <= whole.positions <= sum(c.positions for _, c in parts)


def test_each_part_of_divide_is_the_perft_after_its_action() -> None:
    header = DEALS["late2"].header
    for action, counts in divide(VILLAGE, header.start, 3, header.ruleset):
        after = VILLAGE.apply(header.start, action, header.ruleset)
        assert counts.to_json() == plainly(after, 2, header.ruleset) | {"depth": 3}


def test_a_finished_position_counts_nothing() -> None:
    ruleset = VILLAGE.Ruleset()
    start = deal(VILLAGE, VILLAGE.BOXES["toy2"], 2, 0, ruleset)
    *_, (_, over) = playout(VILLAGE, start, ruleset, random_policy(0))
    nothing = sha256(b"").hexdigest()
    assert list(perft(VILLAGE, over, 3, ruleset)) == [Perft(depth, 0, 0, 0, 0, 0, nothing) for depth in (1, 2, 3)]
    assert list(divide(VILLAGE, over, 2, ruleset)) == []


def test_the_counter_of_progress_is_called_for_every_position() -> None:
    header = DEALS["toy2"].header
    ticks: list[None] = []
    counted = list(perft(VILLAGE, header.start, 3, header.ruleset, lambda: ticks.append(None)))
    by_the_tree = sum(counts.sequences * (len(counted) - n) for n, counts in enumerate(counted))
    assert by_the_tree < len(ticks) <= 2 * by_the_tree


def broken(**functions: object) -> Game:
    """The game with some of its functions replaced."""
    return cast(Game, SimpleNamespace(**{**vars(VILLAGE), **functions}))


def count(game: Game, name: str = "late3", depth: int = 3) -> list[Perft]:
    header = DEALS[name].header
    return list(perft(game, header.start, depth, header.ruleset))


def test_a_json_that_hides_a_field_is_caught() -> None:
    def hiding(state: State) -> dict[str, Any]:
        return VILLAGE.position_to_json(state) | {"hands": []}

    with pytest.raises(CountsDiffer, match=r"^depth \d: .* by distinct positions, .* by the tree$"):
        count(broken(position_to_json=hiding))


def test_a_json_with_a_counter_in_it_is_caught() -> None:
    numbers = iter(range(10**6))
    with pytest.raises(CountsDiffer):
        count(broken(position_to_json=lambda state: VILLAGE.position_to_json(state) | {"n": next(numbers)}))


def test_legal_actions_that_depend_on_when_they_are_asked_are_caught() -> None:
    asked: list[State] = []

    def moody(state: State, ruleset: Any) -> tuple[Any, ...]:
        asked.append(state)
        return VILLAGE.legal_actions(state, ruleset)[: None if len(asked) % 3 else -1]

    with pytest.raises(CountsDiffer):
        count(broken(legal_actions=moody))


@pytest.mark.parametrize("field", ["scores", "winners"])
def test_an_outcome_that_depends_on_when_it_is_asked_is_caught(field: str) -> None:
    numbers = iter(range(10**6))

    def moody(state: State, ruleset: Any) -> object:
        right = VILLAGE.outcome(state, ruleset)
        return SimpleNamespace(**{"scores": right.scores, "winners": right.winners, field: (next(numbers),)})

    with pytest.raises(CountsDiffer):
        count(broken(outcome=moody))


def test_sequences_that_only_one_way_counts_twice_are_caught() -> None:
    asked: list[State] = []

    def moody(state: State, ruleset: Any) -> tuple[Any, ...]:
        asked.append(state)
        return VILLAGE.legal_actions(state, ruleset) * (2 if len(asked) == 1 else 1)

    with pytest.raises(CountsDiffer):
        count(broken(legal_actions=moody), "full2", 1)


def test_an_end_that_depends_on_when_it_is_asked_is_caught() -> None:
    asked: list[State] = []

    def moody(state: State) -> bool:
        asked.append(state)
        return VILLAGE.is_terminal(state) and len(asked) % 2 == 0

    with pytest.raises(CountsDiffer):
        count(broken(is_terminal=moody))


def test_deals_come_with_the_default_ruleset_first_and_every_single_alternative() -> None:
    rulesets = [deal.header.ruleset.differences() for deal in DEALS.values()]
    usual = [not differences for differences in rulesets]
    assert usual == sorted(usual, reverse=True)
    assert next(iter(DEALS)) == min(name for name, plain in zip(DEALS, usual, strict=True) if plain)
    alternatives = [{key: value} for key, values in VILLAGE.Ruleset.choices().items() for value in values[1:]]
    assert all(alternative in rulesets for alternative in alternatives)
    for name, differences in zip(DEALS, rulesets, strict=True):
        assert not differences or name == "-".join(*differences.items())


@pytest.mark.parametrize("name", DEALS)
def test_deals_are_pinned_from_depth_1_on(name: str) -> None:
    counts = DEALS[name].counts
    assert len(counts) >= 2
    assert [line.depth for line in counts] == list(range(1, len(counts) + 1))


HEADER = write_header(DEALS["toy2"].header).encode()
LINE = json.dumps(DEALS["toy2"].counts[0].to_json()).encode() + b"\n"


def test_a_deal_is_read_as_it_was_written() -> None:
    assert read_deal(HEADER + LINE).counts == DEALS["toy2"].counts[:1]
    assert read_deal(HEADER).header.start == DEALS["toy2"].header.start


@pytest.mark.parametrize("data", [
    b"", b"\n", b"nonsense", HEADER[:40], HEADER + LINE[:-9], HEADER + b"[]\n", HEADER + b'{"depth": 1}\n',
    HEADER + LINE.replace(b"depth", b"height"), LINE,
])  # fmt: skip
def test_a_broken_deal_is_refused(data: bytes) -> None:
    with pytest.raises(EngineError):
        read_deal(data)


def test_a_deal_that_is_cut_off_is_refused_as_such() -> None:
    with pytest.raises(CannotParse, match="line 2 is cut off"):
        read_deal(HEADER + LINE[:-9])
