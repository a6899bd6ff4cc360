"""`init`: what it writes into an empty folder is a program that plays as the reference engine does."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import pytest

import reports.init
from reference_engine import games
from reports.init import harnesses, languages
from tests.reports.driving import check_deal, compare, edge_games, random_games
from tests.reports.harnessing import INPUTS, PAIRS, Harness, command_told, play_alike, replace_once, runnable
from tests.reports.running import InProcess, process

LANGUAGES = languages()
Start = Callable[..., Harness]
in_all_languages = pytest.mark.parametrize("language", LANGUAGES)
of_all_games = pytest.mark.parametrize("game", sorted(INPUTS))
of_all_games_in_all_languages = pytest.mark.parametrize(("game", "language"), PAIRS)


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dragonproof: InProcess) -> Start:
    """Writes a harness into an empty folder, changes its texts if asked to, and starts it as `init` says."""

    def write_and_start(
        language: str, game: str = "village", changes: dict[str, str] | None = None, checked: bool = True
    ) -> Harness:
        monkeypatch.chdir(tmp_path)
        folder = f"{game} in {language}"
        result = dragonproof("init", "--lang", language, "--game", game, folder)
        assert (result.code, result.err) == (0, "")
        for old, new in (changes or {}).items():
            replace_once(tmp_path / folder, old, new)
        return Harness(game, *runnable(command_told(result.out, game)), folder=tmp_path, checked=checked)

    return write_and_start


def test_every_game_has_a_harness_in_the_three_languages_that_the_issue_names() -> None:
    assert sorted(harnesses()) == sorted(INPUTS) == sorted(games())
    for found in harnesses().values():
        assert {"python", "js", "php"} <= set(found)


@of_all_games_in_all_languages
def test_a_harness_a_game_and_the_protocol_are_written_and_it_says_what_to_type_next(
    game: str, language: str, dragonproof: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = dragonproof("init", "--lang", language, "--game", game, "tests/my harness")
    assert (result.code, result.err) == (0, "")
    source = harnesses()[game][language]
    written = {path.name: path for path in (tmp_path / "tests" / "my harness").iterdir()}
    assert sorted(re.sub(r"\..*", "", name) for name in written) == ["game", "harness", "protocol"]
    for name, path in written.items():
        shared = Path(reports.init.__file__).parent / "harnesses" / name
        assert path.read_bytes() == (shared if shared.exists() else source.joinpath(name)).read_bytes()
        assert f"wrote tests/my harness/{name}\n" in result.out
        assert "public domain (CC0 1.0)" in path.read_text(encoding="utf-8").split("\n\n")[0]
    program, harness = command_told(result.out, game)
    assert harness in (f"tests/my harness/{name}" for name in written if name.startswith("harness."))
    assert program == {"python": "python3", "js": "node"}.get(language, language)


@of_all_games_in_all_languages
def test_the_check_that_it_tells_of_passes(
    game: str, language: str, dragonproof: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = dragonproof("init", "--lang", language, "--game", game).out
    command = runnable(command_told(told, game))
    result = process("check", "--game", game, "--games", "60", "--timeout", "30", "--workers", "1", "--", *command)
    assert (result.code, result.err) == (0, ""), result.said
    assert "No difference (" in result.out


@of_all_games
def test_in_all_languages_it_is_the_same_game(game: str, start: Start) -> None:
    rng = random.Random(4)
    with ExitStack() as running:
        programs = [running.enter_context(start(language, game, checked=False)) for language in LANGUAGES]
        for dealer, players in product(range(len(programs)), INPUTS[game].players):
            assert play_alike([*programs[dealer:], *programs[:dealer]], players, rng) > players
        assert [program.end() for program in programs] == [(0, b"", b"")] * len(programs)


@in_all_languages
def test_its_game_is_the_one_that_the_reference_engine_plays(language: str, start: Start) -> None:
    rng = random.Random(2)
    with start(language, checked=False) as program:
        steps = sum(compare(program, *game, rng, closely=6) for game in random_games(range(12)))
        steps += sum(compare(program, *game, rng, closely=2) for game in edge_games(rng))
        assert steps > 1000
        assert program.end() == (0, b"", b"")


@of_all_games_in_all_languages
def test_every_message_is_of_the_form_of_the_protocol(game: str, language: str, start: Start) -> None:
    with start(language, game) as program:
        assert program.greeting["result"]["capabilities"] == ["legal_actions", "outcome", "replay", "observe", "deals"]
        assert play_alike([program], INPUTS[game].players[0], random.Random(5))
        assert program.end() == (0, b"", b"")


@in_all_languages
def test_in_village_it_deals_openings_of_the_full_box_and_not_always_the_same(language: str, start: Start) -> None:
    with start(language) as program:
        dealt = [check_deal(program, players) for players in (2, 3, 4, 5) * 2]
    assert len({state["deck"] for state in dealt}) == len(dealt)
    assert len({tuple(state["track"]) for state in dealt}) > 1


@in_all_languages
def test_in_drachenschatz_it_deals_openings_of_the_full_box_and_not_always_the_same(
    language: str, start: Start
) -> None:
    with start(language, "drachenschatz") as program:
        dealt = [program.ask("new_game", players=players)["state"] for players in (3, 4, 5, 6) * 2]
    for state in dealt:
        players, tops = state["players"], [pile["cards"] for pile in state["piles"]]
        years = ["".join(tops) + state["middle"], *state["later"]]
        assert [len(year) for year in years] == ([26] * 4 if players < 5 else [35, 35, 34])
        assert Counter("".join(years)) == {"C": 16, "S": 16, "G": 32, "J": 24, "K": 16}
        assert state["piles"] == [{"cards": top, "dragon": None} for top in tops]
        assert [len(top) for top in tops] == [1] * players
        others = {"turn": 0, "over": False, "year": 1, "hoards": [""] * players}
        assert {key: state[key] for key in state if key not in ("players", "piles", "middle", "later")} == others
    assert len({state["middle"] for state in dealt}) == len(dealt)


@of_all_games_in_all_languages
def test_what_it_cannot_do_is_answered_by_the_error_for_it(game: str, language: str, start: Start) -> None:
    inputs = INPUTS[game]
    (other,) = set(INPUTS) - {game}
    with start(language, game) as program:
        for name in (other, "chess"):
            assert program.answer("initialize", protocol=1, game=name)["error"]["code"] == -32001
        assert program.answer("initialize", protocol=2, game=game)["error"]["code"] == -32001
        assert program.answer("legal_actions")["error"]["code"] == -32000
        for method in ("resign", "deals", "current", "answer", "constructor"):
            assert program.answer(method)["error"]["code"] == -32601
        position, why = inputs.unsupported
        error = program.answer("new_game", state=position)["error"]
        assert error["code"] == -32003
        assert why in error["data"]["reason"]
        state = inputs.position | inputs.ignored | {"hat": "red"}
        assert program.ask("new_game", state=state) == {"state": inputs.position}


@of_all_games_in_all_languages
def test_what_a_player_sees_hangs_on_all_that_is_visible_and_on_nothing_else(
    game: str, language: str, start: Start
) -> None:
    inputs = INPUTS[game]
    views = []
    with start(language, game) as program:
        for state in (inputs.position, inputs.unseen, inputs.seen):
            assert program.ask("new_game", state=state) == {"state": state}
            views.append(program.ask("observe", player=0)["view"])
    assert views[1] == views[0] != views[2]


def test_in_drachenschatz_another_table_of_values_is_kept_and_counted(start: Start) -> None:
    over = INPUTS["drachenschatz"].over | {"worth": {"G": 2, "J": 0, "K": 7}}
    for language in LANGUAGES:
        with start(language, "drachenschatz") as program:
            assert program.ask("new_game", state=over) == {"state": over}
            assert program.ask("outcome") == {"scores": [0, 2, 7], "winners": [1], "out": [2]}


@of_all_games_in_all_languages
def test_a_long_line_is_read_as_a_whole(game: str, language: str, start: Start) -> None:
    position = INPUTS[game].position
    with start(language, game) as program:
        assert program.ask("new_game", state=position | {"hat": "red" * 200_000}) == {"state": position}


@of_all_games_in_all_languages
def test_a_capability_that_is_taken_out_is_not_answered(game: str, language: str, start: Start) -> None:
    quote = "'" if language == "php" else '"'
    removed = {f"{quote}outcome{quote}, {quote}replay": f"{quote}replay", f", {quote}deals{quote}]": "]"}
    over = INPUTS[game].over
    with start(language, game, removed) as program:
        assert program.greeting["result"]["capabilities"] == ["legal_actions", "replay", "observe"]
        error = program.answer("new_game", players=3)["error"]
        assert (error["code"], error["data"]) == (-32003, {"reason": "dealing"})
        assert program.ask("new_game", state=over) == {"state": over}
        assert program.answer("outcome")["error"]["code"] == -32601
        assert program.ask("replay", state=over, actions=[]) == {"states": [], "outcome": None}


PRINTS = {
    "python": ('raise IllegalMove("the game is over")', 'print("trace me")'),
    "js": ('throw new IllegalMove("the game is over")', 'console.log("trace me")'),
    "php": ("throw new IllegalMove('the game is over')", 'echo "trace me\\n"'),
}


@of_all_games_in_all_languages
def test_what_the_game_prints_goes_to_the_log_and_not_among_the_answers(game: str, language: str, start: Start) -> None:
    with start(language, game, dict([PRINTS[language]])) as program:
        program.ask("new_game", state=INPUTS[game].over)
        program.answer("apply", action=INPUTS[game].action)
        assert program.end() == (0, b"", b"trace me\n")


@of_all_games_in_all_languages
def test_a_card_missing_in_the_table_is_an_error_that_names_it_and_the_log_says_where(
    game: str, language: str, start: Start
) -> None:
    rows, card = INPUTS[game].row
    with start(language, game, {rows[language]: ""}) as program:
        error = program.answer("new_game", state=INPUTS[game].position)["error"]
        assert error["code"] == -32603
        assert card in error["message"]
        code, out, err = program.end()
        assert (code, out) == (0, b"")
        assert b"harness." in err


@of_all_games
@pytest.mark.parametrize("kind", ["module", "commonjs"])
def test_in_javascript_it_runs_inside_packages_of_both_kinds(
    kind: str, game: str, tmp_path: Path, start: Start
) -> None:
    (tmp_path / "package.json").write_text(f'{{"type": "{kind}"}}', encoding="utf-8")
    with start("js", game) as program:
        assert "result" in program.greeting


@of_all_games
def test_in_python_its_types_are_complete(game: str, tmp_path: Path, dragonproof: InProcess) -> None:
    assert dragonproof("init", "--lang", "python", "--game", game, str(tmp_path / "new")).code == 0
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "harness.py"],
        cwd=tmp_path / "new",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@of_all_games_in_all_languages
def test_the_end_of_its_input_ends_it(game: str, language: str, start: Start) -> None:
    with start(language, game) as program:
        out, err = program.process.communicate(b"", timeout=60)
        assert (program.process.returncode, out, err) == (0, b"", b"")
