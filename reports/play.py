"""`dragonproof play`: a game told move by move."""

from itertools import islice

import click
from click.core import ParameterSource

from properties.policies import greedy_policy, playout, random_policy
from properties.verdicts import ExitCode
from reference_engine.interface import Action, Game
from reference_engine.record import Header, record_game, write_record
from reports.files import Source, check_target, read_source, refuse_overwriting, write_file
from reports.options import deal_opening, deal_options, examples, find_box, game_option, json_option, ruleset_option
from reports.telling import tell_outcome

_MOST_ACTIONS = 10_000  # under some readings a game need not end


@click.command(
    epilog=examples(
        "dragonproof play --players 3 --seed 7",
        "dragonproof play --policy greedy --boards",
        "dragonproof play --seed 7 --record game.jsonl",
        "dragonproof play opening.json --ruleset tie.count=type",
    )
)
@click.argument("file", required=False)
@click.pass_context
@click.option("--policy", type=click.Choice(["random", "greedy"]), default="random", show_default=True)
@deal_options
@game_option
@ruleset_option
@click.option("--boards", is_flag=True, help="Draw the board after every action.")
@click.option("--record", metavar="FILE", callback=check_target, help="The same as --json FILE.")
@json_option
def play(
    context: click.Context,
    file: str | None,
    policy: str,
    players: int | None,
    seed: int,
    box_name: str,
    game: Game,
    readings: dict[str, str],
    boards: bool,
    record: str | None,
    json_file: str | None,
) -> int:
    """Play a game and tell it move by move, from the position in FILE or from an opening.

    The random player takes any legal action; the greedy one looks at the hidden cards too and takes
    the action after which it would be furthest ahead if the game ended there.
    """
    refuse_overwriting(file, record, json_file)
    box = None if file else box_name
    if file:
        _refuse_beside_file(context, "players", "box_name")
        source = read_source(file, game, readings)
    else:
        ruleset = game.Ruleset.from_readings(readings)
        source = Source(game, ruleset, deal_opening(game, find_box(game, box_name), players, seed, ruleset))
    targets = dict.fromkeys(target for target in (record, json_file) if target)
    actions = _tell(source, policy, seed, boards, quiet="-" in targets)
    text = write_record(record_game(Header(source.game, source.ruleset, source.state, box), actions))
    for target in targets:
        write_file(target, text)
    return ExitCode.INCOMPLETE if len(actions) == _MOST_ACTIONS else ExitCode.HOLDS


def _refuse_beside_file(context: click.Context, *options: str) -> None:
    """Raises a usage error where an option of an opening is given although the position comes from a file."""
    for option in context.command.params:
        if option.name in options and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} is for an opening; the position comes from the file")


def _tell(source: Source, policy: str, seed: int, boards: bool, quiet: bool) -> list[Action]:
    """Plays the game, tells it unless `quiet`, and returns its actions."""
    game, ruleset = source.game, source.ruleset
    chooser = random_policy(seed) if policy == "random" else greedy_policy
    tell = (lambda _: None) if quiet else click.echo
    tell(game.position_to_text(source.state) + "\n")
    actions = []
    player, last = game.current_player(source.state), source.state
    for action, state in islice(playout(game, source.state, ruleset, chooser), _MOST_ACTIONS):
        actions.append(action)
        tell(f"{len(actions):4}  player {player}  {game.action_to_text(action)}")
        if boards:
            tell("\n" + game.position_to_text(state) + "\n")
        player, last = game.current_player(state), state
    if not boards:
        tell("\n" + game.position_to_text(last))
    if game.is_terminal(last):
        tell(tell_outcome(game, game.outcome(last, ruleset)))
    else:
        click.echo(f"Stopped after {len(actions)} actions: the game goes on.", err=True)
    return actions
