"""`dragonproof prove --endgame`: every result of a position, who can still win, and best play."""

from pathlib import Path

import click

from properties.best_play import BestPlay, share
from properties.clauses import default_game
from properties.endgame import Endgame, Result
from properties.events import Judged
from properties.verdicts import ExitCode, exit_code
from properties.winning import shortest_win
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import Header
from reports.files import read_source, refuse_overwriting, refuse_same
from reports.following import check_folder, cores, follow, keep, report
from reports.report_files import write_lines
from reports.telling_endgame import tell_endgame, tell_too_many
from solver.proving_endgames import MOST_LOOKED, MOST_TURNS, RLIMIT, Proved, prove_endgame
from solver.solving import version


def endgame(
    file: str,
    step: int | None,
    readings: dict[str, str],
    chosen: list[Game],
    times: int,
    workers: int | None,
    out: str,
    json_file: str | None,
    html_file: str | None,
) -> ExitCode:
    """Proves the endgame from the position in a file, tells it, and returns the exit code.

    times: how many times as much work is allowed as usual.
    """
    check_folder(out)
    refuse_overwriting(file, json_file, html_file)
    refuse_same({"json": json_file, "html": html_file})
    source = read_source(file, chosen[0] if len(chosen) == 1 else load(default_game()), readings, step, last=True)
    game, header = source.game, Header(source.game, source.ruleset, source.state)
    if game.is_terminal(source.state):
        raise click.ClickException(f"{file}: the game is over in this position; of a record name an earlier --step")
    proved = Proved()
    for event in follow(prove_endgame(header, times, workers or cores(), ("reports.prove",), proved)):
        if isinstance(event, Judged):
            proved.verdicts[-1] = keep(event.verdict, Path(out))
    found = proved.endgame
    wanted = game.players(source.state) + 1
    complete = found is not None and found.complete and len(proved.verdicts) == wanted
    code = exit_code(proved.verdicts, complete)
    if json_file or html_file:
        asked: Json = {
            "file": file,
            "step": step,
            "deep": times > 1,
            "games": [game.NAME],
            "rules": {game.NAME: game.RULES},
            "solver": version(),
        }
        asked |= {"ruleset": source.ruleset.differences(), "state": game.position_to_json(source.state)}
        asked |= {"bounds": {"turns": MOST_TURNS, "actions": MOST_LOOKED * times, "rlimit": RLIMIT * times}}
        lines = _to_json(found, proved) if found else []
        finished: Json = {"complete": complete, "exit": int(code)}
        if proved.too_many:
            finished["too_many"] = {"turns": proved.too_many.turns}
        write_lines(report("endgame", asked, lines, finished), json_file, html_file)
    if "-" not in (json_file, html_file):
        told = tell_endgame(found, proved, wanted) if found else tell_too_many(header, proved, times)
        click.echo(told)
    return code


def _to_json(found: Endgame, proved: Proved) -> list[Json]:
    """What was explored, every result, every player, and the verdicts."""
    game = found.game
    explored: Json = {"turns": found.turns, "plays": found.plays, "ended": found.complete}
    return [
        explored,
        *(_result_to_json(found, result) for result in found.results),
        *(
            {
                "player": best.player,
                "wins": _result_to_json(found, win) if (win := shortest_win(found, best.player)) else None,
                "sure_of": best.share.name.lower(),
                "best": _line_to_json(found, best),
                "begins_with": game.action_to_json(first) if (first := best.mine.get((0, found.start))) else None,
            }
            for best in proved.best
        ),
        *(verdict.to_json() for verdict in proved.verdicts),
    ]


def _line_to_json(found: Endgame, best: BestPlay) -> Json:
    """The play in which everybody plays best, and its outcome."""
    game, state, actions = found.game, found.start, best.line(found)
    for action in actions:
        state = game.apply(state, action, found.ruleset)
    return {"actions": [game.action_to_json(action) for action in actions], "outcome": found.outcome(state)}


def _result_to_json(found: Endgame, result: Result) -> Json:
    actions = [found.game.action_to_json(action) for action in result.actions]
    data: Json = {"actions": actions, "state": found.game.position_to_json(result.state), "outcome": result.outcome}
    players = range(found.game.players(found.start))
    return data | {"worth": [share(result.outcome, player).name.lower() for player in players]}
