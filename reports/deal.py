"""`dragonproof deal`: an opening."""

import json

import click

from reference_engine.interface import Game
from reports.files import check_target, write_file
from reports.options import deal_opening, deal_options, examples, find_box, game_option, json_option, ruleset_option


@click.command(
    epilog=examples(
        "dragonproof deal --players 3 --seed 7",
        "dragonproof deal --players 2 --box toy2 --out opening.json",
        "dragonproof deal --json - | dragonproof perft - --depth 2",
    )
)
@deal_options
@game_option
@ruleset_option
@click.option("--out", metavar="FILE", callback=check_target, help="The same as --json FILE.")
@json_option
def deal(
    players: int | None,
    seed: int,
    box_name: str,
    game: Game,
    readings: dict[str, str],
    out: str | None,
    json_file: str | None,
) -> None:
    """Deal an opening: a shuffled box, the hands and the first cards on the table."""
    ruleset = game.Ruleset.from_readings(readings)
    state = deal_opening(game, find_box(game, box_name), players, seed, ruleset)
    text = json.dumps(game.position_to_json(state)) + "\n"
    targets = dict.fromkeys(target for target in (out, json_file) if target)
    for target in targets:
        write_file(target, text)
    if "-" not in targets:
        click.echo(game.position_to_text(state))
