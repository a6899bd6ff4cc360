"""Programs under test in this process, and campaigns against them."""

from collections.abc import Mapping, Sequence
from typing import Any

from properties.conformance.asking import Counts, Examiner
from properties.conformance.campaign import Campaign
from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Difference
from properties.conformance.dealt import Dealt
from properties.conformance.faults import Fault, Seen
from properties.conformance.findings import Found
from properties.conformance.generating import Source
from properties.conformance.program import Limits, Program
from properties.mutants import load_mutant, mutants
from properties.mutants.inprocess import InProcess
from properties.server import Server
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import Header

GAME = load("village")
BOX = GAME.BOXES["full"]
RULESET = GAME.Ruleset()
MUTANTS = {name: {mutant.id: mutant for mutant in mutants(name)} for name in games()}


class Altered(Server):
    """A server of which some answers are changed on their way.

    changes: by method, the result that is given in place of the right one, worked out from the params and that.
    without: capabilities that it does not name.
    """

    changes: Mapping[str, Any] = {}
    without: Sequence[str] = ()

    def _call(self, request: object) -> Any:
        result = super()._call(request)
        assert isinstance(request, dict)
        method = request["method"]
        if method == "initialize":
            kept = [each for each in result["capabilities"] if each not in self.without]
            return result | {"capabilities": kept}
        change = self.changes.get(method)
        return change(request.get("params", {}), result) if change else result


def altered(without: Sequence[str] = (), **changes: Any) -> Program:
    """A program that is right but for these answers; see `Altered`."""

    def launch() -> InProcess:
        server = Altered(GAME, RULESET, BOX, 0)
        server.changes, server.without = changes, without
        return InProcess(server)

    program = Program(launch, GAME, Limits())
    program.initialize()
    return program


def playing(game: Game, readings: Mapping[str, str] | None = None) -> Program:
    """A program that plays that game, which may be a mutant, in this process."""
    ruleset = game.Ruleset.from_readings(dict(readings or {}))
    program = Program(lambda: InProcess(Server(game, ruleset, game.BOXES["full"], 0)), load(game.NAME), Limits())
    program.initialize()
    return program


def mutated(name: str, game: str = GAME.NAME) -> Program:
    """A program that plays that mutant."""
    mutant = MUTANTS[game][name]
    return playing(load_mutant(game, mutant), mutant.readings)


def source(
    readings: Mapping[str, str] | None = None, seed: int = 0, anywhere: bool = True, game: str = GAME.NAME
) -> Source:
    """Where cases of the full box come from."""
    played = load(game)
    ruleset = played.Ruleset.from_readings(dict(readings or {}))
    return Source(played, ruleset, played.BOXES["full"], seed, anywhere)


def campaign(program: Program, cases: Source | None = None, wanted: frozenset[str] = frozenset()) -> Campaign:
    """A campaign against a program."""
    return Campaign(Examiner(program, Counts()), cases or source(game=program.game.NAME), wanted)


def found_by(asking: Campaign, numbers: Sequence[int]) -> list[Fault | Found]:
    """The faults that the cases of these numbers show, made small."""
    dealt = Dealt(asking.examiner, asking.source, only=False)
    told = asking.run(numbers, lambda: False, dealt)
    return [fault for fault in told if fault and not isinstance(fault, Seen)]


def case(data: Json, *actions: str, readings: Mapping[str, str] | None = None) -> Case:
    """A case from a position in JSON; the actions as texts."""
    ruleset = GAME.Ruleset.from_readings(dict(readings or {}))
    start = Header(GAME, ruleset, GAME.position_from_json(data, ruleset))
    return Case(start, tuple(map(GAME.action_from_text, actions)))


def differences(program: Program, asked: Case, **how: bool) -> list[Difference]:
    """What differs when a program is asked about a case."""
    return Examiner(program, Counts()).play(Rules(asked), **how)


def told(differences: Sequence[Difference]) -> list[tuple[str, str, int, str]]:
    """Of each difference what it is, the clause, after how many actions, and the field."""
    return [(str(each.what), each.clause, each.index, each.field) for each in differences]
