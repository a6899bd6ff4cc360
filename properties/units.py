"""The units of work of `dragonproof verify` that need no solver."""

import json
import os
import subprocess
import sys
import time

from properties.bulk import run_cases
from properties.checking import check_game
from properties.clauses import folder
from properties.dealing import deal, numbers_of_players
from properties.machines import run_machine
from properties.perft import CountsDiffer, Perft, perft
from properties.perftfiles import Deal, deals
from properties.policies import playout, random_policy
from properties.replaying import Difference, Replay, replay
from properties.running import Result, Unit
from properties.tally import Tally
from properties.verdicts import Finding, Grade, Verdict
from reference_engine import load
from reference_engine.errors import EngineError
from reference_engine.interface import Game
from reference_engine.record import Header, Record, read_record, record_game, write_record

CASES_IN_A_UNIT = 50
CASES = {"quick": 100, "default": 400, "deep": 60_000}
MACHINE_SECONDS = {"quick": 3.0, "default": 12.0, "deep": 600.0}


def units(game: Game, seed: int, profile: str, readings: dict[str, str] | None) -> list[Unit]:
    """All the work of a profile ("quick", "default" or "deep"): under those readings, or over the rulesets."""
    return [
        *data_units(game),
        Unit("machine", check_machine, (game.NAME, seed, profile, readings), MACHINE_SECONDS[profile]),
        *case_units(game, seed, CASES[profile], readings),
    ]


def check_properties(name: str, data: bytes) -> Result:
    """Replays a record, and checks every property along it as far as it can be played.

    Raises `EngineError` where it cannot be read.
    """
    start, record, tally = time.perf_counter(), read_record(data), Tally()
    result = replay(record)
    actions = [step.action for step in record.steps[: len(result.positions) - 1]]
    playing = iter(actions)
    check_game(record.header, lambda *_: next(playing), len(actions), tally)
    return Result((_judge_record(f"record.{name}", record, result, start),), tally)


def data_units(game: Game) -> list[Unit]:
    """Every recorded game, and every fixed deal."""
    records = sorted(file.name for file in (folder(game.NAME) / "records").iterdir())
    return [
        *(Unit(f"record.{name.removesuffix('.jsonl')}", check_record, (game.NAME, name), 0.1) for name in records),
        *(Unit(f"perft.{name}", check_perft, (game.NAME, name), 0.3) for name in deals(game)),
        Unit("replay.hash_seeds", check_hash_seeds, (game.NAME,), 1.0),
    ]


def case_units(game: Game, seed: int, cases: int, readings: dict[str, str] | None) -> list[Unit]:
    """So many games of the bulk driver, in units of a fixed size."""
    starts = range(0, cases, CASES_IN_A_UNIT)
    return [
        Unit(f"cases.{first}", run_cases, (game.NAME, seed, first, min(first + CASES_IN_A_UNIT, cases), readings), 2.0)
        for first in starts
    ]


def check_machine(game: str, seed: int, profile: str, readings: dict[str, str] | None) -> Result:
    """Runs the state machine of a game."""
    return Result(tally=run_machine(game, profile, seed, readings))


def check_record(game: str, name: str) -> Result:
    """Replays one recorded game of `seeds/`."""
    start = time.perf_counter()
    record = read_record((folder(game) / "records" / name).read_bytes())
    return Result((_judge_record(f"record.{name.removesuffix('.jsonl')}", record, replay(record), start),))


def _judge_record(key: str, record: Record, result: Replay, start: float) -> Verdict:
    steps = f"{len(record.steps)} steps, {max(result.compared.values())} positions compared"
    if result.difference:
        grade, evidence = Grade.REFUTED, steps
    elif result.stops_early:
        grade, evidence = Grade.UNKNOWN, f"{steps}; {result.stops_early}"
    else:
        grade, evidence = Grade.SAMPLED if record.steps else Grade.VACUOUS, steps
    finding = _record_finding(record, result, result.difference) if result.difference else None
    sentence = "The engine plays the recorded game as it was recorded."
    return Verdict(key, sentence, grade, evidence, time.perf_counter() - start, finding)


def _record_finding(record: Record, result: Replay, difference: Difference) -> Finding:
    game = record.header.game
    return Finding(
        clauses=difference.clauses,
        board=game.position_to_text(result.positions[-1]),
        action=game.action_to_text(record.steps[difference.step - 1].action) if difference.step else "",
        expected=f"{difference.field} {json.dumps(difference.got)}".strip(),
        got=f"{difference.field} {json.dumps(difference.expected)}".strip(),
        repeat="dragonproof replay RECORD",
        record=write_record(record),
    )


def check_perft(game: str, name: str) -> Result:
    """Counts one fixed deal, and compares with what is pinned."""
    start = time.perf_counter()
    fixed = deals(load(game))[name]
    expected, got, positions = _count(fixed)
    grade = Grade.REFUTED if expected != got else Grade.EXHAUSTIVE if fixed.counts else Grade.VACUOUS
    evidence = f"depth {len(fixed.counts)}, {positions:,} positions"
    finding = _perft_finding(name, fixed, expected, got) if grade is Grade.REFUTED else None
    sentence = "The counts are those pinned, by distinct positions and by the tree."
    return Result((Verdict(f"perft.{name}", sentence, grade, evidence, time.perf_counter() - start, finding),))


def _count(fixed: Deal) -> tuple[str, str, int]:
    """What the counts should be and what they are, the first that differ; and how many positions there are."""
    header, positions = fixed.header, 0
    counts: Perft
    try:
        for pinned, counts in zip(
            fixed.counts, perft(header.game, header.start, len(fixed.counts), header.ruleset), strict=True
        ):
            positions += counts.positions
            if pinned != counts:
                return json.dumps(pinned.to_json()), json.dumps(counts.to_json()), positions
    except (CountsDiffer, EngineError) as error:
        return "two counts that agree", str(error), positions
    return "", "", positions


def _perft_finding(name: str, fixed: Deal, expected: str, got: str) -> Finding:
    board = fixed.header.game.position_to_text(fixed.header.start)
    return Finding(
        clauses=(),
        board=board,
        action="",
        expected=expected,
        got=got,
        repeat=f"dragonproof verify --only perft.{name} --game {fixed.header.game.NAME}",
    )


def check_hash_seeds(game: str) -> Result:
    """Plays the same games in two processes whose hashes of strings differ."""
    start = time.perf_counter()
    texts = [_play_with_hash_seed(game, hash_seed) for hash_seed in ("0", "1")]
    equal = texts[0] == texts[1]
    finding = None if equal else Finding((), "", "", shorten(texts[0]), shorten(texts[1]))
    evidence = f"{len(texts[0]):,} bytes of records"
    grade = Grade.REFUTED if finding else Grade.SAMPLED if texts[0] else Grade.VACUOUS
    sentence = "The same games give the same bytes, however Python orders its sets."
    return Result((Verdict("replay.hash_seeds", sentence, grade, evidence, time.perf_counter() - start, finding),))


def _play_with_hash_seed(game: str, hash_seed: str) -> bytes:
    code = f"from properties.units import print_games; print_games({game!r})"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True).stdout


def print_games(name: str) -> None:
    """Prints the records of some seeded games."""
    game = load(name)
    for box in game.BOXES.values():
        for seed in range(3):
            ruleset = game.Ruleset()
            players = numbers_of_players(game, box)[-1]
            header = Header(game, ruleset, deal(game, box, players, seed, ruleset), box.name)
            played = playout(game, header.start, ruleset, random_policy(seed))
            sys.stdout.write(write_record(record_game(header, [action for action, _ in played])))


def shorten(text: bytes) -> str:
    """The first line of a text, and where it ends."""
    return text.split(b"\n", 1)[0].decode()[:200]
