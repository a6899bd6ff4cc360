"""`dragonproof serve`: the reference engine behind the conformance protocol."""

import sys

import click

from properties.clauses import default_game
from properties.server import Server
from reference_engine.interface import Game
from reports.options import box_option, examples, find_box, game_option, ruleset_option


@click.command(
    epilog=examples(
        f"dragonproof serve --game {default_game()}",
        "dragonproof serve --ruleset tie.count=type",
    )
)
@game_option
@ruleset_option
@box_option("The box of games that it deals itself.")
@click.option("--seed", default=0, show_default=True, help="The seed of games that it deals itself.")
def serve(game: Game, readings: dict[str, str], box_name: str, seed: int) -> None:
    """Answer the conformance protocol on standard input and output: JSON-RPC 2.0, one message a line.

    It can do everything that the protocol asks of a program under test, so a harness can be tried on it.
    """
    if sys.stdin is None:
        raise click.ClickException("standard input is closed")
    server = Server(game, game.Ruleset.from_readings(readings), find_box(game, box_name), seed)
    for line in sys.stdin.buffer:
        answer = server.answer(line)
        if answer is not None:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        if not server.running:
            return
