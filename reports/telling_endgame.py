"""An endgame in words: its results, who can still win and how, and best play."""

from collections.abc import Iterator

from properties.best_play import BestPlay, Share
from properties.clauses import catalogue
from properties.endgame import Endgame, Result
from properties.verdicts import Verdict
from properties.winning import shortest_win
from reference_engine.jsonform import Json
from reference_engine.record import Header
from reports.telling import tell_outcome, wrapped
from reports.telling_runs import tell_finding
from solver.proving_endgames import MOST_LOOKED, Proved, best_id, results_of

_SHOWN = 4  # scores of those who win

_SURE_OF = {
    Share.ALONE: "makes sure of winning alone",
    Share.SHARED: "makes sure of a shared win, and of no more",
    Share.NOTHING: "cannot make sure of winning",
}


def tell_endgame(endgame: Endgame, proved: Proved, wanted: int) -> str:
    """The whole report for a terminal. wanted: how many verdicts there should be."""
    game, verdicts = endgame.game, {verdict.id: verdict for verdict in proved.verdicts}
    lines = [game.position_to_text(endgame.start), "", *_tell_results(endgame, proved), ""]
    for player in range(game.players(endgame.start)):
        lines += _tell_win(endgame, player)
    lines += ["", "Best play, against all others together and with all cards known:"]
    for best in proved.best:
        lines += wrapped("  ", _tell_best(endgame, best, verdicts.get(best_id(best.player))))
    for verdict in proved.verdicts:
        if verdict.finding:
            lines += ["", *tell_finding(verdict, catalogue(game.NAME))]
    if not endgame.complete:
        lines += ["", *wrapped("", told_cut(endgame.turns))]
    if len(proved.verdicts) < wanted:
        lines += ["", "The run was cut: this is what is known so far."]
    return "\n".join(lines)


def tell_too_many(header: Header, proved: Proved, times: int) -> str:
    """How far it came where there are too many plays."""
    lines = [header.game.position_to_text(header.start), ""]
    if proved.too_many is None:
        return "\n".join([*lines, "The run was cut before all plays were known."])
    return "\n".join([*lines, *wrapped("", told_too_many(MOST_LOOKED * times, proved.too_many.turns, times > 1))])


def told_too_many(most: int, turns: int, deep: bool) -> str:
    """Why there is no answer, and what to do. most: how many actions are looked at."""
    told = (
        f"Too many plays: more than {most:,} actions. Within {_count(turns, 'turn')} all were looked at, but not all "
    )
    told += "games are over then. Ask about a position nearer to the end"
    return f"{told}{'.' if deep else ', or allow more work with --deep.'}"


def told_plays(plays: int, turns: int, results: int) -> str:
    """How much there is."""
    return f"{_count(plays, 'play')} of at most {_count(turns, 'turn')}, {_count(results, 'different result')}."


def told_cut(turns: int) -> str:
    """That not all plays are over."""
    told = f"There are plays that go on after {_count(turns, 'turn')}: this is what comes of these turns."
    return f"{told} Ask about a later position to see the end of all of them."


def told_cannot(player: int, complete: bool) -> str:
    """That a player cannot win any more."""
    return f"Player {player} cannot win{'' if complete else ' in these turns'}, whatever anybody plays."


def told_sure_of(player: int, share: Share) -> str:
    """What a player can make sure of."""
    return f"Player {player} {_SURE_OF[share]}"


def _tell_results(endgame: Endgame, proved: Proved) -> Iterator[str]:
    """How many plays and results there are, whether the model has the same, and who wins with which scores."""
    compared = results_of(proved)
    yield told_plays(endgame.plays, endgame.turns, len(endgame.results))
    if compared:
        verdict = next(each for each in proved.verdicts if each.id.endswith(".results"))
        yield from wrapped("", f"{verdict.id}: {verdict.grade}. {verdict.sentence} ({verdict.evidence})")
    groups: dict[str, list[Result]] = {}
    for result in endgame.results:
        groups.setdefault(told_winners(result.outcome), []).append(result)
    width = max(len(winners) for winners in groups)
    for winners, results in sorted(groups.items()):
        scores = list(dict.fromkeys(str(each.outcome["scores"]) for each in results if each.outcome))
        more = f" and {len(scores) - _SHOWN:,} more" if len(scores) > _SHOWN else ""
        told = f"   scores {', '.join(scores[:_SHOWN])}{more}" if scores else ""
        yield f"  {winners:{width}}  {len(results):6,} result{'s' if len(results) > 1 else ' '}{told}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def told_winners(outcome: Json | None) -> str:
    """Who wins by an outcome, if the game is over."""
    if outcome is None:
        return "the game goes on"
    winners = [str(player) for player in outcome["winners"]]
    if not winners:
        return "nobody wins"
    return f"player {winners[0]} wins" if len(winners) == 1 else f"players {', '.join(winners)} win together"


def _tell_win(endgame: Endgame, player: int) -> Iterator[str]:
    """Whether a player can win, and a shortest play that does it."""
    game, win = endgame.game, shortest_win(endgame, player)
    if win is None:
        yield told_cannot(player, endgame.complete)
        return
    yield f"Player {player} can win, for instance:"
    state = endgame.start
    for number, action in enumerate(win.actions, start=1):
        yield f"  {number:4}  player {game.current_player(state)}  {game.action_to_text(action)}"
        state = game.apply(state, action, endgame.ruleset)
    yield f"        {tell_outcome(game, game.outcome(state, endgame.ruleset))}"


def _tell_best(endgame: Endgame, best: BestPlay, verdict: Verdict | None) -> str:
    """What a player makes sure of, how that begins, and whether the solver has confirmed it."""
    told = told_sure_of(best.player, best.share)
    first = best.mine.get((0, endgame.start))
    if first is not None and best.share > Share.NOTHING:
        told += f", beginning with {endgame.game.action_to_text(first)}"
    if verdict is None:
        return f"{told} (not confirmed)."
    return f"{told} ({verdict.grade}: {verdict.evidence})."
