"""An endgame: the position, what can come of it, how each player can still win, and best play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from properties.best_play import Share
from properties.verdicts import Verdict
from reference_engine import load
from reference_engine.jsonform import Json, member, of_type
from reference_engine.record import Header, record_game
from reports.html.exploring import Explorer, explorer
from reports.html.pool import TOO_LARGE, Pool
from reports.html.replays import Replay, of_record
from reports.html.report import Report
from reports.telling_endgame import (
    told_cannot,
    told_cut,
    told_plays,
    told_sure_of,
    told_too_many,
    told_winners,
)

_RESULTS, _BEST = "endgame.results", "endgame.best."


@dataclass(frozen=True)
class Group:
    """The results that the same players win. scores: of each, with a shortest play to one of them."""

    winners: str
    results: int
    scores: Sequence[str]
    replay: Replay | None


@dataclass(frozen=True)
class Player:
    """A player. cannot: that no play wins, in a sentence, "" if there is one: the replay of a shortest.

    sure_of: by best play; verdict: whether the solver has confirmed it; best: the play in which everybody plays best.
    """

    number: int
    cannot: str
    win: Replay | None
    sure_of: str
    verdict: Verdict | None
    best: Replay | None


@dataclass(frozen=True)
class Shown:
    """What is shown of an endgame. still: the position alone, where there is nothing to explore. notes: why."""

    still: Replay | None
    explorer: Explorer | None
    told: str
    verdict: Verdict | None
    groups: Sequence[Group]
    players: Sequence[Player]
    notes: Sequence[str]
    too_large: str = TOO_LARGE


def endgame(report: Report, pool: Pool) -> Shown:
    """The endgame of a report. Raises `CannotParse`."""
    header = _header(report)
    verdicts = {verdict.id: verdict for verdict in report.verdicts(header.game.NAME)}
    results, players = _results(report), [line for line in report.lines if "player" in line]
    complete = bool(_explored(report).get("ended"))
    shown = [_player(header, line, verdicts, complete, pool) for line in players]
    groups = list(_groups(header, results, pool))
    plays = [member(line["best"], "actions", list) for line in players]
    around = _explorer(header, plays, pool)
    return Shown(
        still=None if around else _replay("position-still", "The position", header, {"actions": []}, pool),
        explorer=around,
        told=_told(report),
        verdict=verdicts.get(_RESULTS),
        groups=groups,
        players=shown,
        notes=list(_notes(report)),
    )


def endgame_answer(report: Report, _verdicts: Sequence[Verdict], state: str) -> tuple[str, str]:
    """What is asked of an endgame, and the answer in a sentence."""
    question = "Who can still win from this position, and what can each player make sure of?"
    players = [line for line in report.lines if "player" in line]
    if not players:
        return question, " ".join(["Not known.", *_notes(report)])
    able = [line["player"] for line in players if line["wins"]]
    told = [told_plays(*_counts(report)), *(told_cannot(line["player"], True) for line in players if not line["wins"])]
    told += ["Each player can still win."] if len(able) == len(players) else []
    told += [f"{told_sure_of(line['player'], Share[line['sure_of'].upper()])}." for line in players]
    if state == "refuted":
        return question, " ".join(["The engine and the model do not agree. By the engine:", *told])
    return question, " ".join([*(["Not all of this is confirmed."] if state == "open" else []), *told, *_notes(report)])


def _header(report: Report) -> Header:
    game = load(report.games[0])
    ruleset = game.Ruleset.from_readings(of_type(report.header.get("ruleset", {}), dict, "the ruleset"))
    return Header(game, ruleset, game.position_from_json(member(report.header, "state", dict), ruleset))


def _explored(report: Report) -> Json:
    return next((line for line in report.lines if "plays" in line), {})


def _results(report: Report) -> list[Json]:
    return [line for line in report.lines if "worth" in line]


def _counts(report: Report) -> tuple[int, int, int]:
    explored = _explored(report)
    return member(explored, "plays", int), member(explored, "turns", int), len(_results(report))


def _told(report: Report) -> str:
    return told_plays(*_counts(report)) if _explored(report) else ""


def _notes(report: Report) -> Iterator[str]:
    """Why not everything is known."""
    explored = _explored(report)
    if too_many := report.footer.get("too_many"):
        most = report.header["bounds"]["actions"]
        yield told_too_many(most, too_many["turns"], report.header.get("deep") is True)
    elif explored and not explored["ended"]:
        yield told_cut(explored["turns"])


def _groups(header: Header, results: Sequence[Json], pool: Pool) -> Iterator[Group]:
    """The results by who wins."""
    groups: dict[str, list[Json]] = {}
    for result in results:
        groups.setdefault(told_winners(result["outcome"]), []).append(result)
    for number, (winners, about) in enumerate(sorted(groups.items()), start=1):
        scores = dict.fromkeys(str(each["outcome"]["scores"]) for each in about if each["outcome"])
        shortest = min(about, key=lambda each: len(each["actions"]))
        title = f"A shortest play: {winners}"
        yield Group(winners, len(about), list(scores), _replay(f"result-{number}", title, header, shortest, pool))


def _player(header: Header, line: Json, verdicts: dict[str, Verdict], complete: bool, pool: Pool) -> Player:
    number, win = member(line, "player", int), line["wins"]
    title = f"A shortest play in which player {number} wins"
    return Player(
        number=number,
        cannot="" if win else told_cannot(number, complete),
        win=_replay(f"win-{number}", title, header, win, pool) if win else None,
        sure_of=told_sure_of(number, Share[line["sure_of"].upper()]),
        verdict=verdicts.get(f"{_BEST}{number}"),
        best=_replay(f"best-{number}", f"Player {number} and all others play their best", header, line["best"], pool),
    )


def _replay(key: str, title: str, header: Header, play: Json, pool: Pool) -> Replay | None:
    """A play from the position; None where there is no room for it."""
    actions = member(play, "actions", list)
    if not pool.has_room(len(actions)):
        return None
    record = record_game(header, [header.game.action_from_json(action) for action in actions])
    replay = of_record(key, title, record, pool)
    return replace(replay, steps=(replace(replay.steps[0], told="The position"), *replay.steps[1:]))


def _explorer(header: Header, plays: Sequence[Sequence[Json]], pool: Pool) -> Explorer | None:
    """The position to look around in, along the best plays first; None where these are not known."""
    records = [record_game(header, [header.game.action_from_json(action) for action in play]) for play in plays]
    found = explorer("position-explore", records, pool, "position")
    return replace(found, title="Play from this position") if found else None
