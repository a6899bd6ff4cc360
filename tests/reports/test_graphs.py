"""`prove --graph`: what is told, the files, a cycle, and what is refused."""

import json
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import networkx as nx
import pytest

from properties.replaying import replay
from properties.running import Result, Unit
from properties.verdicts import Grade, Verdict
from reference_engine.record import read_record
from solver import graphing
from tests.reports.running import InProcess, files_in, is_one_clear_error

BOX = {"name": "mine", "treasures": {"A": 3}, "wilds": {"2": 1}, "hand": 1, "values": [4], "first_market": 1}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text(json.dumps(BOX), encoding="utf-8")
    return tmp_path


def test_a_box_is_told_with_its_counts_and_what_its_games_come_to(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--graph", "toy5")
    assert result.out.startswith(
        "drachenschatz, box toy5, 5 players\n  3 openings, 3,774 positions, 9,045 actions, 126 endings\n"
        "  the shortest game has 4 actions, the longest 5; "
    )
    assert "19 of 39 edges reached" in result.out
    assert "    tie.two, tie.three: one card is worth something" in result.out
    assert result.out.endswith("\nAll 42 hold.\n")
    assert result.code == 0


def test_the_json_has_both_counts_and_a_record_for_every_edge_that_is_reached(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--graph", "mine.json", "--json", "-")
    header, *lines, footer = map(json.loads, result.out.splitlines())
    assert (header["report"], header["graph"], header["games"]) == ("graph", "mine.json", ["village"])
    assert footer == {"complete": True, "exit": 0}
    assert [line["id"] for line in lines[:3]] == ["graph.mine.counts", "graph.mine.acyclic", "graph.mine.clauses"]
    counts = lines[0]["counts"]
    assert counts["engine"] == counts["flat"]
    assert (counts["flat"]["positions"], counts["flat"]["actions"]) == (17, 15)
    for line in lines[3:]:
        assert (line["grade"], line["game"], line["box"], line["players"]) == ("exhaustive", "village", "mine", 2)
        assert replay(read_record(line["record"].encode())).difference is None


def test_the_graphml_can_be_read_and_the_picture_shows_every_position_and_action(dragonproof: InProcess) -> None:
    assert dragonproof("prove", "--graph", "mine.json", "--graphml", "g.graphml", "--picture", "g.svg").code == 0
    graph = cast("nx.MultiDiGraph[str]", nx.read_graphml("g.graphml", force_multigraph=True))
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (17, 15)
    ends = [node for node, degree in graph.out_degree() if not degree]
    assert sorted(ends) == sorted(node for node, data in graph.nodes(data=True) if "outcome" in data)
    for node, data in graph.nodes(data=True):
        assert json.loads(data["position"])["players"] == 2
        before = [graph.nodes[each]["distance"] for each in graph.predecessors(node)]
        assert data["distance"] == (min(before) + 1 if before else 0)
    assert {data["action"] for *_, data in graph.edges(data=True)} >= {"draw", "bribe A A"}
    drawing = ElementTree.parse("g.svg").getroot()
    circles, lines = (drawing.findall(f"{SVG}{tag}") for tag in ("circle", "line"))
    assert (len(circles), len(lines)) == (17, 15)
    places = [(circle.get("cx"), circle.get("cy")) for circle in circles]
    assert len(set(places)) == 17
    assert {(line.get("x1"), line.get("y1")) for line in lines} <= set(places)
    assert {json.loads(str(circle.findtext(f"{SVG}title")).split(" ")[0])["players"] for circle in circles} == {2}


def test_a_cycle_is_exit_1_with_a_record_that_replays(dragonproof: InProcess) -> None:
    result = dragonproof("prove", "--graph", "mine.json", "--ruleset", "market.empty_stall=open", "--out", "found")
    assert result.code == 1
    assert "graph.mine.acyclic is refuted: No play comes back to a position" in result.out
    assert "got       visit 0, visit 0 come back to it" in result.out
    assert "a play need not end" in result.out
    (record,) = Path("found").iterdir()
    assert f"To repeat: dragonproof replay {record}\n" in result.out
    assert "2 steps follow the rules" in dragonproof("replay", str(record)).out


def test_a_picture_of_too_many_positions_is_refused_after_all_else_is_told(dragonproof: InProcess, here: Path) -> None:
    result = dragonproof("prove", "--graph", "toy5", "--picture", "toy5.svg", "--json", "toy5.jsonl")
    assert result.code == 2
    assert is_one_clear_error(result.err)
    footer = json.loads(Path("toy5.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert footer == {"complete": True, "exit": 2}
    assert "3,774 positions are too many for a picture; 400 can be drawn" in result.err
    assert "All 42 hold." in result.out
    assert {name for name, _ in files_in(here)} == {"mine.json", "toy5.jsonl"}


def test_an_interrupt_tells_what_is_not_known_and_leaves_no_file_half_written(
    dragonproof: InProcess, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(graphing, "run", interrupted)
    result = dragonproof("prove", "--graph", "mine.json", "--graphml", "g.graphml", "--json", "g.jsonl")
    assert result.code == 3
    assert "counts     unknown     cut before it was done" in result.out
    assert "Not all positions were explored: this is what is known so far." in result.out
    assert result.err == "The graph is not complete, and not written.\n"
    assert json.loads(Path("g.jsonl").read_text(encoding="utf-8").splitlines()[-1]) == {"complete": False, "exit": 3}
    assert {name for name, _ in files_in(here)} == {"mine.json", "g.jsonl"}


def test_an_error_in_a_process_is_unknown(dragonproof: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def failed(units: list[Unit], *_: object, **__: object) -> object:
        for unit in units:
            yield unit, Result((Verdict(unit.id, "", Grade.UNKNOWN, "MemoryError: ", 0.0),))

    monkeypatch.setattr(graphing, "run", failed)
    result = dragonproof("prove", "--graph", "mine.json")
    assert result.code == 3
    assert "counts     unknown     MemoryError" in result.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--graph", "full"], "the box full has far too many positions; small enough are: toy3 (drachenschatz), "),
        (["--graph", "nothing"], "no box 'nothing'; small enough are: "),
        (["--graph", "nothing.json"], "nothing.json: No such file"),
        (["--graph", "mine.json", "--game", "drachenschatz"], "mine.json: as a box of drachenschatz: "),
        (["--graph", "toy3", "--graphml", "g"], "--graph toy3 --game drachenschatz, --graph toy3 --game village"),
        (["--graph", "--only", "track"], "--only does not go with --graph"),
        (["--graph", "toy3", "--deep"], "--deep does not go with --graph"),
        (["--picture", "g.svg"], "--picture is for --graph"),
        (["--graph", "--readings"], "ask for different things"),
        (["--graph", "--ruleset", "tie.full=some"], "tie.full"),
        (["--graph", "mine.json", "--graphml", "g", "--picture", "g"], "cannot write to the same place"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], told: str, dragonproof: InProcess, here: Path) -> None:
    before = files_in(here)
    result = dragonproof("prove", *arguments)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err), result.err
    assert told in result.err
    assert files_in(here) == before
