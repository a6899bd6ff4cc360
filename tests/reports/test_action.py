"""The GitHub Action, its steps run as GitHub runs them, and the examples for CI in the README."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from ruamel.yaml import YAML

from tests.reports.running import START
from tests.test_readme import blocks

ROOT = Path(__file__).parent.parent.parent
ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
BASH = shutil.which("bash") or "bash"
PYTHON = f"""#!/bin/sh
# A python3 whose environments have dragonproof in them, whatever pip is told to install.
if [ "$1 $2" = "-m pip" ]; then shift 2; printf '%s\\n' "$@" > "$RUNNER_TEMP/pip"; exit 0; fi
if [ "$1 $2" != "-m venv" ]; then exec '{sys.executable}' "$@"; fi
mkdir -p "$3/bin"
cp "$0" "$3/bin/python"
cp "$DRAGONPROOF" "$3/bin/dragonproof"
"""
REAL = f"""#!/bin/sh
exec '{sys.executable}' -c '{START}' "$@"
"""
STAND_IN = """#!/bin/sh
printf '%s\\n' "$@" > "$RUNNER_TEMP/words"
for word in "$@"; do
  case "$before" in --markdown | --sarif) echo "# Summary" > "$word" ;; esac
  before=$word
done
exit 3
"""


def yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)


GITHUB, GITLAB = map(yaml, blocks("yaml"))
(CHECK,) = (step for step in GITHUB["jobs"]["rules"]["steps"] if "dragonproof" in step.get("uses", ""))


class Runner:
    """Runs the steps of the action. Its environment and its files are those of GitHub."""

    def __init__(self, folder: Path, dragonproof: str) -> None:
        self.folder, self.temporary, self.code = folder, folder / "temp", 0
        for name in ("bin", "temp", "workspace"):
            (folder / name).mkdir()
        for name, text in (("bin/python3", PYTHON), ("temp/dragonproof", dragonproof)):
            (folder / name).write_text(text, encoding="utf-8")
            (folder / name).chmod(0o755)
        self.summary = folder / "temp" / "summary.md"
        self.summary.write_text("What stood there.\n", encoding="utf-8")
        self.outputs: dict[str, str] = {}

    def run(self, **given: str) -> None:
        """All steps, up to the first that fails."""
        action = yaml(ACTION.read_text(encoding="utf-8"))
        values = {f"inputs.{name}": str(each.get("default", "")) for name, each in action["inputs"].items()}
        values |= {f"inputs.{name}": value for name, value in given.items()} | {
            "github.action_path": str(ACTION.parent)
        }
        for step in action["runs"]["steps"]:
            assert step["shell"] == "bash"
            assert "${{" not in step["run"]
            output = self.temporary / f"output-{step['id']}"
            output.touch()
            self.code = self._step(step, values, output)
            lines = (line.partition("=") for line in output.read_text(encoding="utf-8").splitlines())
            values |= {f"steps.{step['id']}.outputs.{name}": value for name, _, value in lines}
            if self.code:
                break
        self.outputs = {name: filled(each["value"], values) for name, each in action["outputs"].items()}

    def _step(self, step: Mapping[str, Any], values: Mapping[str, str], output: Path) -> int:
        script = self.temporary / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        environment = os.environ | {
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(self.temporary),
            "DRAGONPROOF": str(self.temporary / "dragonproof"),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }
        environment |= {name: filled(value, values) for name, value in step["env"].items()}
        command = [BASH, "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
        workspace = self.folder / "workspace"
        done = subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True, check=False)
        self.out, self.err = done.stdout, done.stderr
        return done.returncode

    def words(self, name: str) -> list[str]:
        """What a stand-in was called with."""
        return (self.temporary / name).read_text(encoding="utf-8").splitlines()


def filled(text: str, values: Mapping[str, str]) -> str:
    return EXPRESSION.sub(lambda found: values.get(found[1], ""), text)


def harness(folder: Path) -> None:
    """A program to check, as the README has it."""
    subprocess.run(
        [sys.executable, "-c", START, "init", "--lang", "python"], cwd=folder, check=True, capture_output=True
    )


@pytest.mark.parametrize(
    ("schema", "content"),
    [
        ("github-actions", ACTION.read_text(encoding="utf-8")),
        ("github-workflows", blocks("yaml")[0]),
        ("gitlab-ci", blocks("yaml")[1]),
    ],
    ids=["the action", "the workflow", "the pipeline"],
)
def test_github_and_gitlab_take_the_files(schema: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "file.yml").write_text(content, encoding="utf-8")
    words = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        f"vendor.{schema}",
        str(tmp_path / "file.yml"),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_example_names_this_action_and_its_inputs_and_outputs() -> None:
    action = yaml(ACTION.read_text(encoding="utf-8"))
    assert CHECK["uses"].split("@")[0] == "OWNER/dragonproof/.github/actions/check"
    assert CHECK["with"].keys() <= action["inputs"].keys()
    named = re.findall(rf"steps\.{CHECK['id']}\.outputs\.([\w-]+)", blocks("yaml")[0])
    assert named
    assert {*named} <= action["outputs"].keys()


def test_the_example_of_the_action_checks_a_program(tmp_path: Path) -> None:
    runner = Runner(tmp_path, REAL)
    harness(tmp_path / "workspace")
    runner.run(**CHECK["with"])
    assert (runner.code, runner.outputs["exit-code"]) == (0, "0"), runner.out + runner.err
    assert runner.words("pip") == ["install", "--quiet", f"{ACTION.parent}/../../.."]
    assert runner.summary.read_text(encoding="utf-8").startswith("What stood there.\n## dragonproof check: village\n")
    assert all(Path(runner.outputs[name]).stat().st_size for name in ("junit", "sarif", "json"))
    assert [path.name for path in (tmp_path / "workspace").iterdir()] == ["dragonproof-harness"]


def test_the_action_fails_as_the_check_does_and_names_the_files_that_are_there(tmp_path: Path) -> None:
    runner = Runner(tmp_path, STAND_IN)
    runner.run(command="node x.mjs")
    assert (runner.code, runner.outputs["exit-code"]) == (3, "3")
    assert runner.summary.read_text(encoding="utf-8") == "What stood there.\n# Summary\n"
    assert [Path(runner.outputs[name]).name for name in ("junit", "sarif", "json")] == ["", "report.sarif", ""]


def test_inputs_are_words_and_never_run(tmp_path: Path) -> None:
    runner = Runner(tmp_path, STAND_IN)
    bad = "`touch evil` $(touch evil) ; touch evil"
    runner.run(
        command=f"node 'my game.mjs' {bad} *",
        args='--allow-skip "no observe" $HOME',
        game="drachenschatz",
        baseline=f"known.toml {bad}",
        install="dragonproof==1; touch evil",
    )
    words = runner.words("words")
    end = words.index("--annotations")
    assert words[:end] == [
        "check", "--allow-skip", "no observe", "$HOME",
        "--game", "drachenschatz", "--baseline", f"known.toml {bad}",
    ]  # fmt: skip
    assert words[words.index("--") :] == ["--", "node", "my game.mjs", *bad.split(), "*"]
    assert runner.words("pip") == ["install", "--quiet", "dragonproof==1; touch evil"]
    assert list((tmp_path / "workspace").iterdir()) == []


@pytest.mark.parametrize("given", [{"args": "--allow-skip 'no"}, {"command": "node 'x"}], ids=["args", "command"])
def test_a_quotation_that_does_not_end_fails_before_the_check(given: dict[str, str], tmp_path: Path) -> None:
    runner = Runner(tmp_path, STAND_IN)
    runner.run(**{"command": "node x.mjs"} | given)
    assert (runner.code, runner.outputs["exit-code"]) == (2, "2")
    assert f"::error title=dragonproof::The input {next(iter(given))} has a quotation mark" in runner.out
    assert not (tmp_path / "temp" / "words").exists()


@pytest.mark.parametrize("words", ["--json x", "--junit=x", "--games 3 -- false"])
def test_args_cannot_take_the_place_of_what_the_action_sets(words: str, tmp_path: Path) -> None:
    runner = Runner(tmp_path, STAND_IN)
    runner.run(command="node x.mjs", args=words)
    assert (runner.code, runner.outputs["exit-code"]) == (2, "2")
    assert "::error title=dragonproof::The input args cannot have --" in runner.out
    assert not (tmp_path / "temp" / "words").exists()


def test_nothing_is_checked_without_a_command(tmp_path: Path) -> None:
    runner = Runner(tmp_path, REAL)
    runner.run(command="")
    assert (runner.code, runner.outputs["exit-code"]) == (2, "2")
    assert "name one program to check" in runner.err
    assert runner.summary.read_text(encoding="utf-8") == "What stood there.\n"


def test_the_lines_of_the_example_for_gitlab_run(tmp_path: Path) -> None:
    for name, text in (("pip", "#!/bin/sh\n"), ("dragonproof", REAL)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "empty").mkdir()
    harness(tmp_path / "empty")
    job = GITLAB["rules"]
    words = [BASH, "-c", "\n".join(["set -e", *job["script"]])]
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "DRAGONPROOF": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path / "empty", env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    suite = ElementTree.parse(tmp_path / "empty" / job["artifacts"]["reports"]["junit"]).getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("failures"), suite.get("errors")) == ("0", "0")


def test_the_example_for_pytest_collects_a_test_for_each_clause(tmp_path: Path) -> None:
    (example,) = blocks("ini")
    (tmp_path / "pytest.ini").write_text(example, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert {"dragonproof::V-DRAW-1", "dragonproof::check"} <= {*done.stdout.splitlines()}
