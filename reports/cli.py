"""The command `dragonproof`: its subcommands, and what becomes of errors."""

import io
import os
import signal
import sys
from importlib import import_module

import click

from properties.verdicts import ExitCode
from reference_engine.errors import EngineError


class _Commands(click.Group):
    """Each command is found by its name, `NAME` of `reports.NAME`, and loaded only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names in alphabetical order."""
        return list(_NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, None if there is none."""
        if cmd_name not in _NAMES:
            return None
        command: click.Command = getattr(import_module(f"reports.{cmd_name}"), cmd_name)
        return command


_NAMES = (
    *("ambiguities", "check", "deal", "explain", "identify", "init", "perft"),
    *("play", "prove", "replay", "serve", "show", "vectors", "verify", "view"),
)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dragonproof")
def dragonproof() -> None:
    """Verify the rules of card games, and implementations of them.

    \b
    Examples:
      dragonproof verify --quick
      dragonproof play --players 3 --seed 7
      dragonproof explain tie.count

    \b
    Exit codes:
      0  everything asked for holds
      1  a violation, difference or disagreement
      2  wrong usage, configuration or input
      3  incomplete: cut off, interrupted, or nothing to look at
      4  the implementation under test could not be driven
    """


def main() -> None:
    """Runs the command line and exits with one of the exit codes; never with a traceback for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters of the rulebooks
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Runs one command line and returns its exit code."""
    if sys.stdout is None:
        click.echo("Error: standard output is closed", err=True)
        return ExitCode.USAGE
    try:
        code = dragonproof.main(arguments, prog_name="dragonproof", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except EngineError as error:
        click.echo(f"Error: {error}", err=True)
        return ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        click.echo("Interrupted.", err=True)
        return ExitCode.INCOMPLETE
    except RecursionError:
        click.echo("Error: nested too deeply", err=True)
        return ExitCode.USAGE
    except (BrokenPipeError, SystemExit):  # click turns the former into the latter
        _give_up_output()
        return ExitCode.INCOMPLETE
    except OSError as error:
        click.echo(f"Error: standard output: {error.strerror}", err=True)
        _give_up_output()
        return ExitCode.USAGE
    return int(code or ExitCode.HOLDS)


def _give_up_output() -> None:
    """Nothing more can be written, not even when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
