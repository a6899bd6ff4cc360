"""Where two explorers part: the position nearest to an opening of which they do not say the same."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from properties.property import Position
from properties.replaying import replay
from properties.suspects import about_legality
from properties.verdicts import Finding
from reference_engine.errors import CannotParse
from reference_engine.interface import Action
from reference_engine.jsonform import canonical
from reference_engine.record import Record, Step, write_record
from solver.counts import Counts, Prints
from solver.flat import Flat
from solver.graphs import Graph


def parted(graph: Graph, model: Flat, readings: Mapping[str, str], second: Prints) -> Finding | None:
    """What the flat model says otherwise than the engine; None if it says the same of every position.

    The engine is told as what was got, the model as what was expected.
    """
    for number, key in enumerate(graph.keys):
        if graph.prints[key] != second.get(key):
            return _finding(graph, number, model, readings)
    return None


def counted_otherwise(first: Counts, second: Counts) -> Finding:
    """Of the same positions, other counts."""
    one, other = asdict(first), asdict(second)
    differing = [name for name in one if one[name] != other[name]]
    expected, got = (", ".join(f"{name} {counts[name]}" for name in differing) for counts in (other, one))
    return Finding(clauses=(), board="", action="", expected=expected, got=got)


def _finding(graph: Graph, number: int, model: Flat, readings: Mapping[str, str]) -> Finding:
    """How they differ about one position, with a record of the model's claim."""
    game = graph.game
    board = game.position_to_text(graph.states[number])
    finding = Finding((), board, "", "what the flat model says", "something else", "dragonproof replay RECORD")
    for claim, said in _claims(graph, number, model, readings):
        finding = replace(finding, record=write_record(claim))
        action = game.action_to_text(claim.steps[-1].action) if claim.steps and claim.outcome is None else ""
        if said is not None:
            return replace(finding, action=action, clauses=said, expected="it is not legal", got="it is legal")
        difference = replay(claim).difference
        if difference is None:
            continue
        finding = replace(finding, action=action, clauses=difference.clauses)
        if not difference.field:
            return replace(finding, expected="it is legal", got=str(difference.expected))
        expected, got = (f"{difference.field} {canonical(side)}" for side in (difference.got, difference.expected))
        return replace(finding, expected=expected, got=got)
    return finding


def _claims(
    graph: Graph, number: int, model: Flat, readings: Mapping[str, str]
) -> Iterator[tuple[Record, tuple[str, ...] | None]]:
    """What the model claims of a position otherwise than the engine, as records.

    With a record that leads to an action which only the engine takes for legal come the clauses to suspect.
    """
    game, ruleset, state = graph.game, graph.ruleset, graph.states[number]
    position = model.read(game.position_to_json(state))
    moves = dict(model.moves(position, readings))
    listed = {game.action_to_text(action): action for action, _ in graph.after[number]}
    for text, after in sorted(moves.items(), key=lambda move: move[0]):
        action = _action(graph, text)
        if action is not None:
            yield graph.claim(number, Step(action, model.write(after))), None
    for text, action in listed.items():
        if text not in moves:
            clauses, _ = about_legality(Position(game, ruleset, state), action)
            yield graph.claim(number, Step(action)), clauses
    yield graph.claim(number, outcome=model.outcome(position, readings)), None


def _action(graph: Graph, text: str) -> Action | None:
    """The action of a text; None for one that the engine cannot read."""
    try:
        return graph.game.action_from_text(text)
    except CannotParse:
        return None
