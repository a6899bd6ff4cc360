"""Clauses and edges are counted where they are carried out and met, and nowhere else."""

from collections.abc import Mapping

import pytest

from properties.drachenschatz.edges import exercised, forbidden
from properties.property import Position, Step
from reference_engine import load
from reference_engine.jsonform import Json

GAME = load("drachenschatz")
REVEAL = {"claim.turns": "reveal"}
CLAIMER = {"year.starter": "claimer"}
NEXT = {"animals.tie": "next"}
PLAYER = {"animals.tie_scope": "player"}
HAS = {"animals.both": "has"}
NONE = {"win.tie": "none"}


def position(*piles: str, turn: int = 0, middle: str = "", later: tuple[str, ...] = (), hoards: str = "") -> Json:
    """A position of a year; a pile "GC2" bears the dragon of player 2, and a hoard "-" is empty."""
    return {
        "players": len(piles),
        "turn": turn,
        "over": False,
        "year": 1,
        "middle": middle,
        "later": list(later),
        "piles": [
            {"cards": pile.rstrip("012345"), "dragon": int(pile[-1]) if pile[-1].isdigit() else None} for pile in piles
        ],
        "hoards": hoards.replace("-", "").split(" ") if hoards else [""] * len(piles),
    }


def at(data: Json, readings: Mapping[str, str]) -> Position:
    ruleset = GAME.Ruleset.from_readings(readings)
    return Position(GAME, ruleset, GAME.position_from_json(data, ruleset))


def found(data: Json, action: str, readings: Mapping[str, str]) -> set[str]:
    before, played = at(data, readings), GAME.action_from_text(action)
    after = Position(GAME, before.ruleset, GAME.apply(before.state, played, before.ruleset))
    return set(exercised(Step(before, played, after)))


def ending(hoards: list[str], readings: Mapping[str, str]) -> set[str]:
    """What tells the ends of games apart: the last cards go to hoards that are then those."""
    mover = len(hoards) - 2
    piles = [f"{hoard[0]}{player}" if player < mover else hoard[0] for player, hoard in enumerate(hoards)]
    before = " ".join("".join(sorted(hoard[1:])) or "-" for hoard in hoards)
    data = position(*piles, turn=mover, hoards=before)
    every = {"D-TURN-1", "D-CLAIM-1", "D-CLAIM-2", "D-REVEAL-2", "D-LAST-1", "D-YEAR-3", "D-YEAR-5", "D-SCORE-1"}
    every |= {"D-WIN-1", f"players.{len(hoards)}", "middle.empty", "year.last", "year.exact"}
    edges = found(data, f"claim {mover}", readings)
    assert every <= edges
    return edges - every


MIDDLE = position("G", "G", "G", middle="CC", later=("GGG",))
LONG = position("G" * 14, "G", "G", middle="CC", later=("GGG",))
TURN = {"D-TURN-1", "D-YEAR-2", "players.3"}
CLAIMED = position("G", "G1", "G", "G", middle="C", later=("GGGG",))
PAST = {"D-TURN-1", "D-YEAR-2", "D-CLAIM-1", "D-CLAIM-2", "players.4"}
LAST = position("GC", "G0", "G", turn=1, middle="C", later=("GGG",))
YEAR = {"D-TURN-1", "D-CLAIM-1", "D-CLAIM-2", "D-LAST-1", "D-YEAR-1", "D-YEAR-3", "D-YEAR-4", "players.3"}
ENDED = {"D-YEAR-5", "D-ANIMAL-1", "D-SCORE-1", "D-WIN-1", "year.last"}
TIED = {"fewest.lone_zero", "tie.two", "tie.all", "tie.with_out", "matters.win.tie"}
EMPTY = {"D-REVEAL-2", "middle.empty"}


@pytest.mark.parametrize(
    ("data", "action", "readings", "expected"),
    [
        (MIDDLE, "reveal 0", {}, TURN | {"D-REVEAL-1"}),
        (MIDDLE, "claim 0", {}, TURN | {"D-CLAIM-1"}),
        (MIDDLE | {"later": []}, "claim 0", {}, TURN | {"D-CLAIM-1", "year.last"}),
        (MIDDLE | {"middle": "C"}, "reveal 0", {}, TURN | {"D-REVEAL-1", "reveal.last_card"}),
        (MIDDLE | {"middle": ""}, "claim 0", {}, TURN | EMPTY | {"D-CLAIM-1"}),
        (LONG, "reveal 1", {}, TURN | {"D-REVEAL-1"}),
        (LONG, "reveal 0", {}, TURN | {"D-REVEAL-1", "pile.15_or_more"}),
        (LONG, "claim 0", {}, TURN | {"D-CLAIM-1"}),
        (position("G", "G" * 15, "G"), "claim 1", {}, TURN | EMPTY | {"D-CLAIM-1", "year.last", "pile.15_or_more"}),
        # the turn passes over player 1, or comes to that player
        (CLAIMED, "claim 0", {}, PAST),
        (CLAIMED, "claim 0", REVEAL, PAST),
        (CLAIMED | {"turn": 2}, "reveal 0", {}, PAST - {"D-CLAIM-1"} | {"D-REVEAL-1", "reveal.last_card"}),
        (CLAIMED, "reveal 0", {}, PAST | {"D-REVEAL-1", "reveal.last_card"}),
        (CLAIMED, "reveal 0", REVEAL, PAST | {"D-REVEAL-1", "reveal.last_card", "claimed.skipped"}),
        (CLAIMED | {"middle": "CC"}, "reveal 0", REVEAL, PAST | {"D-REVEAL-1"}),
        (CLAIMED | {"middle": ""}, "claim 0", {}, PAST | EMPTY),
        (CLAIMED | {"middle": ""}, "claim 0", REVEAL, PAST | EMPTY | {"claimed.skipped"}),
        (CLAIMED | {"middle": "CC", "turn": 1}, "reveal 0", REVEAL, PAST | {"D-REVEAL-1", "reveal.by_claimed"}),
        # a year ends
        (LAST, "claim 0", {}, YEAR | {"year.starter_wraps"}),
        (LAST, "claim 0", CLAIMER, YEAR),
        (LAST | {"turn": 2}, "claim 0", {}, YEAR),
        (LAST | {"turn": 2}, "claim 0", CLAIMER, YEAR | {"year.starter_wraps"}),
        (position("G", "G0", "G", turn=2, middle="C", later=("GGG",)), "claim 0", {}, YEAR | {"year.nobody_reveals"}),
        (LAST | {"turn": 2, "middle": ""}, "claim 0", {}, YEAR | EMPTY | {"year.all_revealed"}),
        (position("G", "G0", "G", turn=2, later=("GGG",)), "claim 0", {}, YEAR | EMPTY | {"year.exact"}),
        (LAST | {"turn": 2, "worth": {"G": 2, "J": 3, "K": 5}}, "claim 0", {}, YEAR | {"worth.other"}),
        (LAST | {"later": []}, "claim 0", {}, YEAR - {"D-YEAR-1", "D-YEAR-4"} | ENDED | TIED),
    ],
)  # fmt: skip
def test_the_clauses_and_edges_of_a_step(
    data: Json, action: str, readings: Mapping[str, str], expected: set[str]
) -> None:
    assert found(data, action, readings) == expected


SPARED = {"fewest.shared_by_two", "out.nobody", "matters.animals.tie"}


@pytest.mark.parametrize(
    ("hoards", "readings", "expected"),
    [
        ("GC GCC KCCC", {}, {"fewest.lone"}),
        ("G GCC KCCC", {}, {"fewest.lone_zero"}),
        ("GC KKS KCC", {}, SPARED),
        ("GC KKS KCC", NEXT, {"fewest.shared_by_two", "next.lone_lowest", "matters.animals.tie"}),
        ("GC GGS KC", {}, {"fewest.shared_by_all", "out.nobody"}),
        ("GC GGS KC", NEXT, {"fewest.shared_by_all", "next.none_alone", "out.nobody"}),
        ("GC KKS KC JSS", {}, {"fewest.shared_by_three", "out.nobody", "matters.animals.tie"}),
        ("GC KKS KCC JSS", NEXT, {"fewest.shared_by_two", "next.none_alone", "out.nobody"}),
        ("KKC GCC KCCC", {}, {"fewest.lone", "out.highest"}),
        ("KC GCC KCCC", {}, {"fewest.lone", "tie.with_out"}),
        ("GC KCC KCCC GCCC", {}, {"fewest.lone", "tie.two", "matters.win.tie"}),
        ("GC KCC KCCC GCCC", NONE, {"fewest.lone", "tie.two", "matters.win.tie"}),
        ("GC KCC KCCC", {}, {"fewest.lone", "tie.two", "tie.all", "matters.win.tie"}),
        ("GC KCC KCCC JGGCCCC", {}, {"fewest.lone", "tie.three", "tie.all", "matters.win.tie"}),
        ("GC KCC KCCC JGGC", {}, SPARED | {"tie.three", "matters.win.tie"}),
        ("GC CC CCC", {}, {"fewest.lone", "out.highest", "tie.two", "tie.all", "win.zero", "matters.win.tie"}),
    ],
)  # fmt: skip
def test_the_edges_of_an_end_with_3_or_4_players(hoards: str, readings: Mapping[str, str], expected: set[str]) -> None:
    assert ending(hoards.split(), readings) == expected | {"D-ANIMAL-1"}


SHARED = {"halves.sheep_shared", "halves.alone_and_sharing"}
SHARING = {"halves.both_shared", "halves.sharing_both", "matters.animals.both"}
BY_NEXT = {"halves.both_shared", "next.lone_lowest", "next.none_alone", "matters.animals.tie"}
SEVERAL = {"halves.both_shared", "halves.several_with_both", "out.nobody"}


@pytest.mark.parametrize(
    ("cows", "sheep", "readings", "expected"),
    [
        ("12333", "31333", {}, {"halves.two_players", "out.two"}),
        ("123333", "313333", {}, {"halves.two_players", "out.two"}),
        ("02333", "31333", {}, {"halves.two_players", "out.two", "halves.lone_zero"}),
        ("12333", "30333", {}, {"halves.two_players", "out.two", "halves.lone_zero"}),
        ("12333", "12333", {}, {"D-ANIMAL-3", "halves.one_player"}),
        ("02333", "02333", {}, {"D-ANIMAL-3", "halves.one_player", "halves.lone_zero"}),
        ("11333", "33133", {}, {"halves.cows_shared"}),
        ("11333", "33133", NEXT, {"halves.cows_shared", "next.none_alone"}),
        ("11324", "33133", NEXT, {"halves.cows_shared", "next.lone_lowest", "out.two", "matters.animals.tie"}),
        ("33133", "11333", {}, {"halves.sheep_shared"}),
        ("33033", "00333", {}, {"halves.sheep_shared", "halves.lone_zero"}),
        ("12333", "11333", {}, SHARED | {"matters.animals.tie_scope"}),
        ("12333", "11333", PLAYER, SHARED | {"matters.animals.tie_scope", "matters.animals.both", "out.nobody"}),
        ("12333", "11333", HAS, SHARED | {"D-ANIMAL-3"}),
        ("11333", "33113", {}, {"halves.both_shared", "out.nobody"}),
        ("11333", "13313", {}, SHARING | {"out.nobody"}),
        ("11333", "13313", HAS, SHARING | {"D-ANIMAL-3"}),
        ("11333", "11333", {}, SEVERAL),
        ("11333", "11333", HAS, SEVERAL | {"D-ANIMAL-3"}),
        ("11233", "33113", NEXT | HAS, BY_NEXT),
        ("33331", "33313", {}, {"halves.two_players", "out.two", "out.highest"}),
    ],
)  # fmt: skip
def test_the_edges_of_an_end_with_5_or_6_players(
    cows: str, sheep: str, readings: Mapping[str, str], expected: set[str]
) -> None:
    animals = enumerate(zip(map(int, cows), map(int, sheep), strict=True), start=1)
    hoards = ["G" * score + "C" * has_cows + "S" * has_sheep for score, (has_cows, has_sheep) in animals]
    assert ending(hoards, readings) == expected | {"D-ANIMAL-2"}


@pytest.mark.parametrize(
    ("data", "readings", "expected"),
    [
        (MIDDLE, {}, set()),
        (MIDDLE | {"middle": ""}, {}, {"D-REVEAL-2"}),
        (CLAIMED, {}, {"D-CLAIM-2"}),
        (CLAIMED | {"turn": 1}, REVEAL, {"D-CLAIM-1", "D-CLAIM-2"}),
        (MIDDLE | {"middle": "", "later": [], "piles": [], "over": True}, {}, {"D-YEAR-5"}),
    ],
)  # fmt: skip
def test_what_is_forbidden_at_a_position(data: Json, readings: Mapping[str, str], expected: set[str]) -> None:
    assert set(forbidden(at(data, readings))) == expected
