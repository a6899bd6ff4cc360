"""Proving an endgame: all its results and best play of everybody, each in a process of its own."""

from collections.abc import Generator
from dataclasses import dataclass, field

import reference_engine
from properties.best_play import BestPlay, best_play
from properties.endgame import Endgame, TooManyPlays, explore
from properties.events import Event, Judged, Progressed, RunStarted
from properties.running import Result, Unit, run
from properties.verdicts import Grade, Verdict
from reference_engine.jsonform import Json
from reference_engine.record import Header
from solver.best_play import confirm_best
from solver.endgames import Asked, Compared, compare
from solver.solving import version

MOST_TURNS = 8
MOST_LOOKED = 4_000  # actions
RLIMIT = 2_000_000_000  # per query
FEW = 12  # results that are counted by the model alone

_EXPLORED = "endgame.plays"
_RESULTS = "endgame.results"


@dataclass
class Proved:
    """What is known of an endgame so far. too_many: why there is no endgame.

    compared: the answers of the solver, by their ids. verdicts: of the results, and of the best play of each player.
    """

    endgame: Endgame | None = None
    too_many: TooManyPlays | None = None
    best: list[BestPlay] = field(default_factory=list)
    compared: dict[str, Compared] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)


def prove_endgame(
    header: Header, times: int, workers: int, preload: tuple[str, ...], proved: Proved
) -> Generator[Event, None, None]:
    """Proves the endgame from a position, and puts what is known into `proved`.

    times: how many times as much work is allowed as usual. On KeyboardInterrupt it ends with what is known.
    """
    game = header.game
    yield RunStarted(game.NAME, 0, 10.0)
    try:
        yield Progressed(_EXPLORED, 0.0)
        endgame = explore(game, header.ruleset, header.start, MOST_TURNS, MOST_LOOKED * times)
    except TooManyPlays as error:
        proved.too_many = error
        return
    except KeyboardInterrupt:
        return
    proved.endgame = endgame
    players = range(game.players(header.start))
    proved.best = [best_play(endgame, player) for player in players]
    arguments = (
        game.NAME, header.ruleset.readings(), game.position_to_json(header.start), endgame.turns, RLIMIT * times,
    )  # fmt: skip
    units = [Unit(_RESULTS, _compare, arguments, 4.0)]
    units += [Unit(best_id(player), _confirm, (*arguments, player), 2.0) for player in players]
    yield RunStarted(game.NAME, 0, sum(unit.seconds for unit in units))
    try:
        for unit, result in run(units, workers, preload=preload):
            if result is None:
                yield Progressed(unit.id, unit.seconds)
            elif isinstance(result, Result):  # which only an error gives
                reason = result.verdicts[0].evidence
                proved.compared[unit.id] = Compared(Grade.UNKNOWN, len(endgame.results), reason=reason)
            else:
                proved.compared[unit.id] = result
    except KeyboardInterrupt:
        pass
    for unit in units:
        if unit.id in proved.compared:
            verdict = _verdict(endgame, unit.id, proved.compared[unit.id])
            proved.verdicts.append(verdict)
            yield Judged(verdict)


def best_id(player: int) -> str:
    """The id of the verdict about the best play of a player."""
    return f"endgame.best.{player}"


def results_of(proved: Proved) -> Compared | None:
    """What came of the results, if that is known."""
    return proved.compared.get(_RESULTS)


def _compare(name: str, readings: Json, state: Json, turns: int, rlimit: int) -> Compared:
    return compare(_explore(name, readings, state, turns), rlimit, FEW)


def _confirm(name: str, readings: Json, state: Json, turns: int, rlimit: int, player: int) -> Compared:
    endgame = _explore(name, readings, state, turns)
    return confirm_best(Asked(endgame), best_play(endgame, player), rlimit)


def _explore(name: str, readings: Json, state: Json, turns: int) -> Endgame:
    """The endgame again, in another process: the positions of one engine cannot be sent."""
    game = reference_engine.load(name)
    ruleset = game.Ruleset.from_readings(readings)
    return explore(game, ruleset, game.position_from_json(state, ruleset), turns, 10**9)


def _verdict(endgame: Endgame, key: str, compared: Compared) -> Verdict:
    agrees = "" if compared.grade is Grade.EXHAUSTIVE else "not "
    if key == _RESULTS:
        sentence = "The model allows the results that the engine reaches, and no other."
        model = "not known how many" if compared.model is None else f"{compared.model:,}"
        counted = "counted by itself" if compared.enumerated else f"{agrees}confirmed"
        evidence = f"of the engine {compared.engine:,}, of the model {model}, {counted} by {version()}"
    else:
        sentence = "By best play the player comes to this against all others together, and to no more."
        evidence = f"plays looked at: all {endgame.plays:,}; {agrees}confirmed by {version()}"
    reason = f": {compared.reason}" if compared.reason else ""
    return Verdict(key, sentence, compared.grade, f"{evidence}{reason}", None, compared.finding)
