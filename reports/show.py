"""`dragonproof show`: a position as a board."""

import json

import click

from reference_engine.interface import Game
from reports.files import read_source, refuse_overwriting, write_file
from reports.options import examples, game_option, json_option, ruleset_option
from reports.telling import tell_outcome


@click.command(
    epilog=examples(
        "dragonproof show opening.json",
        "dragonproof show game.jsonl --step 12",
        "dragonproof show game.jsonl --step 12 --view 1 --json -",
    )
)
@click.argument("file")
@click.option("--step", type=int, help="The position of a record after so many actions.  [default: 0]")
@click.option("--view", type=int, metavar="PLAYER", help="Only what that player may see, as JSON.")
@game_option
@ruleset_option
@json_option
def show(
    file: str, step: int | None, view: int | None, game: Game, readings: dict[str, str], json_file: str | None
) -> None:
    """Draw the position in FILE, or a step of the record in FILE, as a board ('-' is standard input)."""
    refuse_overwriting(file, json_file)
    source = read_source(file, game, readings, step)
    game, state = source.game, source.state
    if view is not None and not 0 <= view < game.players(state):
        raise click.BadParameter(
            f"no player {view}; the players are 0 to {game.players(state) - 1}", param_hint="--view"
        )
    data = game.position_to_json(state) if view is None else game.observe(state, view)
    if json_file:
        write_file(json_file, json.dumps(data) + "\n")
    if json_file == "-":
        return
    click.echo(game.position_to_text(state) if view is None else json.dumps(data))
    if view is None and game.is_terminal(state):
        click.echo(tell_outcome(game, game.outcome(state, source.ruleset)))
