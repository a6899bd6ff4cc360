"""A field that a position may be without is compared with its default wherever it is given."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from properties.conformance.asking import Counts, Examiner
from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Comparer, Difference, What
from properties.conformance.dealt import Dealt
from properties.conformance.parts import left_out, parts
from properties.conformance.program import Limits, Program
from properties.conformance.records import judge_record
from properties.dealing import deal
from properties.mutants.inprocess import InProcess
from properties.replaying import replay
from properties.server import Server
from properties.verdicts import Grade
from reference_engine import games, load
from reference_engine.jsonform import Json
from reference_engine.record import Header, Record, Step, read_record, record_game, write_record
from tests.properties.conformance.campaigns import source

FIELDS: Mapping[str, tuple[str, Any, Any, str]] = {
    "drachenschatz": ("worth", {"G": 1, "J": 3, "K": 6}, 5, "D-SCORE-1"),
    "village": ("next_stall", 1, "3", "V-REFILL-1"),
}
"""Of each game the field, another value than the default, what is no value, and the clause."""
NOT_DEFAULT: Mapping[str, tuple[dict[str, str], Json]] = {
    "drachenschatz": ({}, {"worth": {"G": 2, "J": 3, "K": 5}}),
    "village": ({"refill.start": "continue"}, {"next_stall": 2}),
}
"""Readings, and a field of an opening, for which the field is part of the position."""
each_game = pytest.mark.parametrize("name", games())


def rules(name: str, readings: dict[str, str] | None = None, **fields: Any) -> Rules:
    """An opening with these fields, and three actions."""
    game = load(name)
    ruleset = game.Ruleset.from_readings(readings or {})
    data = game.position_to_json(deal(game, game.BOXES["full"], 3, 0, ruleset)) | fields
    state = start = game.position_from_json(data, ruleset)
    actions = []
    for _ in range(3):
        actions.append(game.legal_actions(state, ruleset)[0])
        state = game.apply(state, actions[-1], ruleset)
    return Rules(Case(Header(game, ruleset, start), tuple(actions)))


def compared(asked: Rules, index: int = 1, **given: Any) -> list[tuple[What, str, str]]:
    """What differs where these fields are given beside, or in place of, the right ones."""
    found = Comparer(asked, asked).state(index, asked.position(index).data | given)
    return [(each.what, each.clause, each.field) for each in found]


@each_game
def test_a_game_names_the_fields_that_its_positions_may_be_without(name: str) -> None:
    field, _, _, _ = FIELDS[name]
    data = rules(name).position(0).data
    assert left_out(name, data).keys() == {field} == parts(name).DEFAULTS.keys()
    assert field not in data
    assert left_out(name, data | {field: 0}) == {}


@each_game
def test_the_default_may_be_given_or_left_out(name: str) -> None:
    assert compared(rules(name)) == compared(rules(name), **parts(name).DEFAULTS) == []


@each_game
def test_another_value_than_the_default_breaks_its_clause(name: str) -> None:
    field, other, malformed, clause = FIELDS[name]
    assert compared(rules(name), **{field: other}) == [(What.POSITION, clause, field)]
    assert compared(rules(name), 0, **{field: other}) == [(What.POSITION, "new_game", field)]
    assert compared(rules(name), **{field: malformed}) == [(What.MALFORMED, "protocol", field)]


def test_a_part_of_the_default_is_not_the_default() -> None:
    assert compared(rules("drachenschatz"), worth={"G": 9}) == [(What.POSITION, "D-SCORE-1", "worth")]


@each_game
def test_where_the_field_is_not_the_default_it_may_be_left_out_as_any_other(name: str) -> None:
    readings, fields = NOT_DEFAULT[name]
    asked = rules(name, readings, **fields)
    right = asked.position(0).data
    assert right.items() >= fields.items()
    less = {key: value for key, value in right.items() if key not in fields}
    assert Comparer(asked, asked).state(0, less) == []
    assert compared(asked, 0, **parts(name).DEFAULTS) == [(What.POSITION, "new_game", *fields)]


class Giving(Server):
    """A server whose positions have some fields more, and lack others."""

    more: Mapping[str, Any] = MappingProxyType({})
    less: frozenset[str] = frozenset()

    def _call(self, request: object) -> Any:
        result = super()._call(request)
        if isinstance(result, dict) and "state" in result:
            shown = {key: value for key, value in result["state"].items() if key not in self.less}
            result = result | {"state": shown | (dict(self.more) if request["method"] == "apply" else {})}  # type: ignore[index]
        return result


def giving(name: str, less: frozenset[str] = frozenset(), **more: Any) -> Program:
    game = load(name)
    server = Giving(game, game.Ruleset(), game.BOXES["full"], 0)
    server.more, server.less = more, less
    program = Program(lambda: InProcess(server), game, Limits())
    program.initialize()
    return program


def played(one: Program, other: Program) -> list[Difference]:
    """What differs between two programs."""
    return Examiner(one, Counts(), other).play(rules(one.game.NAME), legal=False)


@each_game
def test_of_two_programs_either_may_leave_it_out_and_none_may_give_another_value(name: str) -> None:
    field, other, _, clause = FIELDS[name]
    default = parts(name).DEFAULTS
    assert played(giving(name), giving(name, **default)) == played(giving(name, **default), giving(name)) == []
    for one, two in ((giving(name), giving(name, **{field: other})), (giving(name, **{field: other}), giving(name))):
        assert [(each.clause, each.field) for each in played(one, two)] == [(clause, field)]


@each_game
def test_in_a_record_another_value_breaks_its_clause(name: str) -> None:
    field, other, malformed, clause = FIELDS[name]
    asked = rules(name)
    record = record_game(asked.case.header, asked.case.actions)
    assert replay(with_last(record, parts(name).DEFAULTS)).difference is None
    for value in (other, malformed):
        wrong = with_last(record, {field: value})
        difference = replay(wrong).difference
        assert difference is not None
        assert (difference.step, difference.field, difference.clauses[0]) == (3, field, clause)
        assert judge_record("game", write_record(wrong).encode()).grade is Grade.REFUTED


@pytest.mark.parametrize(("name", "hidden"), [("village", "deck"), ("drachenschatz", "middle")])
def test_in_a_game_that_is_not_shown_as_a_whole_another_value_breaks_its_clause(name: str, hidden: str) -> None:
    field, other, _, clause = FIELDS[name]
    asked = rules(name)
    record = record_game(asked.case.header, asked.case.actions)
    for value, grade in ((parts(name).DEFAULTS[field], Grade.SAMPLED), (other, Grade.REFUTED)):
        first, *lines = map(json.loads, write_record(with_last(record, {field: value})).splitlines())
        del first["state"][hidden]
        data = "".join(json.dumps(line) + "\n" for line in (first, *lines)).encode()
        assert judge_record("game", data).grade is grade
    program = giving(name, frozenset({hidden}), **{field: other})
    found = [each for each in Dealt(Examiner(program, Counts()), source(game=name), only=True).ask(0, ()) if each]
    assert [(each.key, each.finding.got) for each in found] == [(clause, f"{field} {json.dumps(other)}")]
    assert read_record(found[0].finding.record.encode()).steps[-1].state == {field: other}


def with_last(record: Record, fields: Json) -> Record:
    """The record with these fields in its last position."""
    *steps, last = record.steps
    return Record(record.header, (*steps, Step(last.action, (last.state or {}) | fields)), record.outcome)
