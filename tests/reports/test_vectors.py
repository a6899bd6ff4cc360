"""`dragonproof vectors`: what it writes, checks and lists, its exit codes, and the readers beside the vectors."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from properties.conformance import working
from properties.mutants import mutants
from properties.mutants.answers import openings_only
from properties.mutants.fake import fake_server
from properties.mutants.inprocess import InProcess as Peer
from properties.mutants.replying import Making, honest, without
from properties.vectors.checking import disagreement
from properties.vectors.large import larger
from properties.vectors.manifest import NAME, file_of, shipped, shipped_vectors
from properties.vectors.vector import read_vectors
from reference_engine import games, load
from reference_engine.jsonform import Json
from reports.vectors import vectors as group
from tests.reports.running import InProcess, Result, is_one_clear_error

GAME = games()[0]  # the one with the smaller positions
KEPT = shipped_vectors(GAME).vectors
READERS = {"python": [sys.executable, "run_vectors.py"], "js": ["node", "run_vectors.mjs"]}
each_reader = pytest.mark.parametrize("reader", READERS)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the vectors of one game in `vectors`."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(Path(str(shipped())), "vectors")
    return tmp_path


def play(monkeypatch: pytest.MonkeyPatch, making: Making = honest, mutant: str | None = None) -> None:
    """Whatever command is named, the program is one in this process."""
    monkeypatch.setattr(working, "launcher", lambda *_: lambda: Peer(fake_server(GAME, mutant), making))


def checked(dragonproof: InProcess, *words: str) -> Result:
    return dragonproof("vectors", "check", "vectors", "--game", GAME, *words, "--", "program")


def rewrite(name: str, line: int, **change: object) -> None:
    """Changes one line of a file of JSON."""
    file = Path("vectors") / name
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **change})
    file.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def test_what_is_written_is_what_is_shipped_and_can_be_checked(dragonproof: InProcess) -> None:
    result = dragonproof("vectors", "write", "new/vectors", "--game", GAME)
    assert result.code == 0
    assert f"{len(KEPT)} vectors" in result.out
    written = Path("new/vectors")
    assert (written / file_of(GAME)).read_bytes() == (shipped() / file_of(GAME)).read_bytes()
    assert {each.name for each in written.iterdir()} == {
        NAME, file_of(GAME), "run_vectors.py", "run_vectors.mjs", "vector.json", "vectors-manifest.json",
    }  # fmt: skip
    assert dragonproof("vectors", "check", "new/vectors").out.endswith(f"No difference ({len(KEPT):,} vectors, "
        f"{sum(len(each.steps) for each in KEPT):,} steps).\n")  # fmt: skip
    assert dragonproof("vectors", "check", "new/vectors", "--game", games()[1]).code == 2


def test_a_large_vector_is_as_right_as_a_small_one() -> None:
    game = load(GAME)
    found = list(larger(game, game.Ruleset(), 4))
    assert len({each.id for each in found}) > 20
    assert [each.id for each in found if disagreement(game, each)] == []
    assert [each.id for each in larger(game, game.Ruleset(), 4)] == [each.id for each in found]


def test_the_large_set_has_the_small_one_in_it(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.vectors.rulesets", lambda game: {game.Ruleset(): 3})
    assert dragonproof("vectors", "write", "large", "--large", "--game", GAME).code == 0
    found = read_vectors((Path("large") / file_of(GAME)).read_bytes()).vectors
    assert {each.id for each in found} > {each.id for each in KEPT}
    assert json.loads((Path("large") / NAME).read_text())["large"] is True
    assert dragonproof("vectors", "check", "large").code == 0


def test_a_program_that_is_right_exits_0_and_is_told_what_was_not_asked(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch)
    result = checked(dragonproof, "--json", "report.json", "--junit", "report.xml", "--html", "report.html")
    assert (result.code, result.err) == (0, "")
    assert '<section class="answer holds"' in Path("report.html").read_text(encoding="utf-8")
    assert "about other readings than the program's" in result.out
    header, *verdicts, end = map(json.loads, Path("report.json").read_text().splitlines())
    assert (header["report"], end["exit"], end["complete"]) == ("vectors", 0, True)
    assert {each["grade"] for each in verdicts} == {"sampled"}
    assert len(ElementTree.parse("report.xml").findall(".//testcase")) == len(verdicts) == end["games"]


def test_a_program_that_is_wrong_exits_1_and_the_line_that_it_ends_with_repeats_it(
    dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = next(each for each in KEPT if not each.readings and any("play" in ways for ways in each.kills.values()))
    play(monkeypatch, mutant=next(key for key, ways in vector.kills.items() if "play" in ways))
    result = checked(dragonproof, "--only", vector.id)
    assert result.code == 1
    assert (
        f"To repeat       dragonproof vectors check vectors --game {GAME} --only {vector.id} -- program" in result.out
    )
    assert "1 of 1 differ" in result.out


def test_what_is_skipped_exits_3_unless_it_is_accepted(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, without("observe"))
    result = checked(dragonproof)
    assert (result.code, "skipped: no observe" in result.out) == (3, True)
    assert checked(dragonproof, "--allow-skip", "no observe").code == 0
    play(monkeypatch, openings_only)
    assert checked(dragonproof).code == 3


def test_a_program_that_cannot_be_driven_exits_4(dragonproof: InProcess) -> None:
    result = checked(dragonproof)
    assert result.code == 4
    assert "The program cannot be driven" in result.out


def test_a_file_that_is_not_the_one_of_the_manifest_exits_1_and_is_told(dragonproof: InProcess) -> None:
    rewrite(file_of(GAME), 1, id="another")
    result = dragonproof("vectors", "check", "vectors", "--game", GAME)
    assert result.code == 1
    assert f"manifest.{GAME}: The file is not the one that the manifest names." in result.out
    assert "1 of " in result.out


def test_a_vector_that_is_not_what_the_rules_say_exits_1(dragonproof: InProcess) -> None:
    rewrite(file_of(GAME), 1, legal=[])
    result = dragonproof("vectors", "check", "vectors", "--game", GAME, "--only", KEPT[0].id)
    assert result.code == 1
    assert f"{GAME}.{KEPT[0].id}: The vector does not say what the rules say." in result.out


def test_vectors_under_older_rules_are_read_and_this_is_said(dragonproof: InProcess) -> None:
    rewrite(file_of(GAME), 0, rules="0.9")
    result = dragonproof("vectors", "check", "vectors", "--game", GAME, "--only", KEPT[0].id)
    assert f"The vectors of {GAME} were made under rules 0.9, which are older than" in result.out


def test_the_reports_for_ci_have_a_case_for_each_vector_of_each_game(dragonproof: InProcess) -> None:
    assert dragonproof("vectors", "check", "vectors", "--junit", "v.xml", "--sarif", "v.sarif").code == 0
    suites = ElementTree.parse("v.xml").getroot().findall("testsuite")
    assert {suite.get("name"): int(suite.get("tests", "0")) for suite in suites} == {
        f"dragonproof vectors {game}": len(shipped_vectors(game).vectors) for game in games()
    }


def damage(name: str, line: int, **change: object) -> None:
    (rewrite if change else lambda *_: Path("vectors", name).write_text("{\n"))(name, line, **change)


BAD: list[tuple[tuple[str, ...], str, Json]] = [
    (("check", "nowhere"), "dragonproof vectors write nowhere", {}),
    (("check", "vectors"), "take a newer version", {"name": file_of(GAME), "line": 0, "vectors": 2}),
    (("check", "vectors"), "line 2", {"name": file_of(GAME), "line": 1, "state": {}}),
    (("check", "vectors"), "its header says", {"name": file_of(GAME), "line": 0, "count": 1}),
    (("check", "vectors"), f"{NAME}: not JSON", {"name": NAME, "line": 0}),
    (("check", "vectors"), "line 1: not JSON", {"name": file_of(GAME), "line": 0}),
    (("check", "vectors", "--only", "nonsense"), "vectors list", {}),
    (("check", "vectors", "--url", "http://127.0.0.1:1/", "--", "program"), "one program", {}),
    (("check", "vectors", "--allow-skip", ""), "names a reason", {}),
    (("list", "nowhere"), "dragonproof vectors write nowhere", {}),
    (("list", "--clause", "X-1"), "no 'X-1'", {}),
    (("write", f"vectors/{NAME}"), "File exists", {}),
    (("write", f"vectors/{NAME}/below"), "Not a directory", {}),
]


@pytest.mark.parametrize(("words", "told", "wrong"), BAD, ids=[" ".join(words) + told for words, told, _ in BAD])
def test_bad_input_exits_2_with_one_clear_line(
    words: tuple[str, ...], told: str, wrong: Json, dragonproof: InProcess
) -> None:
    if wrong:
        damage(**wrong)
    result = dragonproof("vectors", *words)
    assert result.code == 2
    assert is_one_clear_error(result.err)
    assert told in result.err


def test_vectors_are_listed_with_their_clauses_and_counted(dragonproof: InProcess) -> None:
    clause = KEPT[0].clauses[0]
    having = [each for each in KEPT if clause in each.clauses]
    result = dragonproof("vectors", "list", "--game", GAME, "--clause", clause.lower(), "--json", "list.json")
    assert result.code == 0
    assert result.out.endswith(f"{GAME}: {len(having)}.\n")
    rows = [json.loads(line) for line in Path("list.json").read_text().splitlines()]
    assert [(row["id"], row["clauses"]) for row in rows] == [(each.id, [*each.clauses]) for each in having]
    assert dragonproof("vectors", "list", "vectors", "--game", GAME).out.count("\n") > len(KEPT)


@pytest.mark.parametrize("name", group.commands)
def test_every_command_has_help_with_examples_and_explained_options(name: str, dragonproof: InProcess) -> None:
    result = dragonproof("vectors", name, "--help")
    assert (result.code, f"dragonproof vectors {name}" in result.out) == (0, True)
    options = [each for each in group.commands[name].params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []


def read(reader: str, *program: str) -> subprocess.CompletedProcess[str]:
    """Runs a reader on the vectors of the game, in their folder, and apart from the folder of dragonproof."""
    command = READERS[reader]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    return subprocess.run(
        [*command, file_of(GAME), *program], cwd="vectors", capture_output=True, text=True, timeout=300, check=False
    )


def fake(*words: str) -> list[str]:
    return [sys.executable, "-m", "properties.mutants.fake", GAME, *words]


@each_reader
def test_a_reader_finds_no_difference_in_the_reference_engine(reader: str) -> None:
    readings = load(GAME).Ruleset().readings()
    result = read(reader, *fake())
    number = sum(each.readings.items() <= readings.items() for each in KEPT)
    assert f"right: {number}," in result.stdout.replace("'", "")
    assert "wrong: 0" in result.stdout.replace("'", "")
    assert result.returncode == 0


@each_reader
@pytest.mark.parametrize("way", ["play", "legal", "outcome", "view"])
def test_a_reader_names_the_vectors_by_which_a_broken_program_fails(reader: str, way: str) -> None:
    readings, plain = load(GAME).Ruleset().readings(), {each.id for each in mutants(GAME) if not each.readings}
    kills = [
        (key, [each.id for each in KEPT if key in each.kills and each.readings.items() <= readings.items()])
        for vector in KEPT
        for key, ways in vector.kills.items()
        if key in plain and ways == [way] and vector.readings.items() <= readings.items()
    ]
    mutant, killing = min(kills, key=lambda kill: len(kill[1]))
    result = read(reader, *fake("--mutant", mutant))
    assert sorted(line.partition(":")[0] for line in result.stdout.splitlines()[:-1]) == sorted(killing)
    assert result.returncode == 1


@each_reader
def test_a_reader_refuses_a_file_that_is_cut_off(reader: str) -> None:
    rewrite(file_of(GAME), 0, count=1)
    result = read(reader, *fake())
    assert result.returncode == 1
    assert "cut off" in result.stderr


def test_the_readers_are_short_and_need_nothing_else() -> None:
    for name in ("run_vectors.py", "run_vectors.mjs"):
        text = (shipped() / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 60
        assert "dragonproof" not in text.replace("dragonproof.", "")
