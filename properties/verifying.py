"""The main job: units of work, run on all cores, and the stream of events that comes of them."""

from collections.abc import Callable, Generator, Iterable, Sequence

from properties.events import Event, Judged, Progressed, RunFinished, RunStarted
from properties.running import Result, Unit, run
from properties.tally import Tally
from properties.verdicts import Grade, Verdict, exit_code


def verify(
    game: str,
    seed: int,
    units: Sequence[Unit],
    judge: Callable[[Tally], Iterable[Verdict]],
    workers: int,
    seconds: float | None = None,
    preload: tuple[str, ...] = (),
) -> Generator[Event, None, bool]:
    """Runs the units; their own verdicts come in the order of the units, then those on the counts of all.

    After `seconds` the run is cut. On KeyboardInterrupt too it ends with what is known so far. Returns whether it
    was complete.
    """
    yield RunStarted(game, seed, sum(unit.seconds for unit in units))
    results: dict[str, Result] = {}
    verdicts: list[Verdict] = []
    waiting = list(units)
    try:
        for done, result in run(units, workers, seconds, preload):
            if result is not None:
                results.setdefault(done.id, result)
                continue
            yield Progressed(done.id, done.seconds)
            while waiting and waiting[0].id in results:
                for verdict in results[waiting.pop(0).id].verdicts:
                    verdicts.append(verdict)
                    yield Judged(verdict)
    except KeyboardInterrupt:
        pass
    tally = Tally()
    for unit in units:
        if unit.id in results:
            tally.add(results[unit.id].tally)
    late = [verdict for unit in waiting if unit.id in results for verdict in results[unit.id].verdicts]
    missing = [_not_done(unit) for unit in units if unit.id not in results]
    for verdict in (*late, *missing, *judge(tally)):
        verdicts.append(verdict)
        yield Judged(verdict)
    complete = len(results) == len(units)
    more = {"ended": tally.ended.to_json()}
    yield RunFinished(complete, tally.games, tally.steps, exit_code(verdicts, complete), more=more)
    return complete


def _not_done(unit: Unit) -> Verdict:
    return Verdict(unit.id, "The work comes to an end.", Grade.UNKNOWN, "not done when the run was cut", 0.0)
