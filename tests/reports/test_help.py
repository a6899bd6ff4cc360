"""Help texts: there for every command, and their examples work."""

import subprocess
import sys
from pathlib import Path

import pytest

from reports.cli import run
from tests.reports.running import InProcess, commands, example_lines, help_text, install

EXAMPLES = sorted(
    {
        line
        for name in commands()
        for line in example_lines(name)
        if not line.startswith("dragonproof view ") or "--html" in line  # else it serves until it is ended
    }
)


def test_every_command_of_the_design_so_far_is_there() -> None:
    known = {"check", "deal", "explain", "init", "perft", "play", "replay", "serve", "show", "verify"}
    assert set(commands()) >= {"", *known}


@pytest.mark.parametrize("name", commands())
def test_every_help_has_a_block_of_examples_of_that_command(name: str) -> None:
    lines = list(example_lines(name))
    assert lines
    assert all(line.startswith("dragonproof ") and f"dragonproof {name}" in line for line in lines)


@pytest.mark.parametrize("name", commands())
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_printed_and_exits_0(name: str, option: str, dragonproof: InProcess) -> None:
    result = dragonproof(*filter(None, [name]), option)
    assert (result.code, result.err) == (0, "")
    assert result.out == help_text(name) + "\n"


def test_a_command_loads_nothing_of_the_others() -> None:
    code = "import sys; from reports.cli import run; run(['serve', '--help']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "reports.serve" in loaded
    assert not {"hypothesis", "jinja2", "networkx", "rich", "z3", "reports.check"} & set(loaded)


@pytest.mark.parametrize("name", sorted(set(commands()) - {""}))
def test_every_option_and_the_command_itself_is_explained(name: str) -> None:
    command = commands()[name]
    assert command.help
    explained = {"policy"}  # its two values are told in the text of the command
    assert [p.name for p in command.params if p.param_type_name == "option" and not getattr(p, "help", None)] in (
        [],
        sorted(explained),
    )


def test_the_help_of_all_names_every_exit_code() -> None:
    for code, meaning in ((0, "holds"), (1, "violation"), (2, "wrong usage"), (3, "incomplete"), (4, "driven")):
        assert any(line.strip().startswith(f"{code} ") and meaning in line for line in help_text("").splitlines()), (
            f"{code} {meaning}"
        )


def test_without_a_command_the_help_is_shown_with_exit_2(dragonproof: InProcess) -> None:
    result = dragonproof()
    assert result.code == 2
    assert help_text("") in result.said


def test_the_version_is_printed(dragonproof: InProcess) -> None:
    result = dragonproof("--version")
    assert result.code == 0
    assert result.out.startswith("dragonproof, version ")


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: line.replace("dragonproof ", ""))
def test_every_example_can_be_pasted(line: str, here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    programs = tmp_path_factory.mktemp("bin")
    install(programs)
    if "harness" in line and " init " not in line:
        for language in ("js", "python"):
            assert run(["init", "--lang", language]) == 0
    done = subprocess.run(
        f'PATH="{programs}:$PATH"; {line}',
        shell=True,
        cwd=here,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr
    assert done.stderr == ""
    assert done.stdout or "--out" in line or "serve" in line
