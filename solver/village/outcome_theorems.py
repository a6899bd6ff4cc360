"""What must follow from the rules about scores and winners."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import z3

from solver.choosing import choice
from solver.terms import Formula, Number, Readings, numbers, sum_of
from solver.theorem import Broken, Statement, Theorem
from solver.village import model
from solver.village import outcome_goals as goals
from solver.village.model import OUTCOME, READINGS, STANDING
from solver.village.outcome_goals import Goal, Standings

TYPES = 6
VALUES = (1, 1, 2, 2, 3, 4)
BOUNDS = "6 types, {} players, any number of cards, any values, any order of the tokens"


def outcome_theorems() -> tuple[Theorem, ...]:
    """The theorems about the order of the players, the winners, and the outcome as a function."""
    found: list[Theorem] = []
    found += _order()
    found += _winners()
    for among in READINGS["tie.among"][1:]:
        found += _winners_among(among)
    found += _function()
    return tuple(found)


def _order() -> list[Theorem]:
    make = partial(_theorem, ruleset={"tie.among": "still"})
    clauses = ("V-WIN-1", "V-TIE-1", "V-TIE-2")
    return [
        make(
            "beats.asymmetric",
            "No two players beat each other.",
            clauses,
            players=2,
            goal=goals.asymmetric(model.beats),
            change="players who are equal on every space beat each other",
            broken=goals.asymmetric(_beats_or_equals),
        ),
        make(
            "beats.transitive",
            "Who beats a player also beats everyone that this player beats.",
            clauses,
            players=3,
            goal=goals.transitive(model.beats),
            change="the tie goes to whoever has more on more of the spaces",
            broken=goals.transitive(_beats_on_most),
        ),
        make(
            "beats.total",
            "Of two players one beats the other, or they are equal in score and on every space.",
            (*clauses, "V-TIE-3"),
            players=2,
            goal=goals.total(model.beats),
            change="only the rightmost space breaks a tie",
            broken=goals.total(lambda one, other: model.beats(one[:2], other[:2])),
        ),
    ]


def _winners() -> list[Theorem]:
    readings = {"tie.among": "still"}
    shared, none = (partial(_wins, full=full) for full in ("shared", "none"))
    clauses = ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
    return [
        _theorem(
            "winners.some",
            "Somebody wins.",
            clauses,
            {**readings, "tie.full": "shared"},
            players=5,
            goal=goals.somebody(shared),
            change="players who are equal on every space do not win",
            broken=goals.somebody(none),
        ),
        _theorem(
            "winners.highest",
            "Every winner has the highest total, and all winners are equal on every space.",
            clauses,
            {**readings, "tie.full": "shared"},
            players=5,
            goal=goals.highest(shared),
            change="the spaces are compared before the totals",
            broken=goals.highest(
                lambda standings, player: shared([[*steps, total] for total, *steps in standings], player)
            ),
        ),
        _theorem(
            "winners.one",
            "One player wins, who has the highest total; or nobody does, and then two are equal that nobody beats.",
            clauses,
            {**readings, "tie.full": "none"},
            players=5,
            goal=goals.one(none),
            change="players who are equal on every space win together",
            broken=goals.one(shared),
        ),
    ]


def _winners_among(among: str) -> list[Theorem]:
    """Where not only those still tied are compared at each step."""
    shared, none = (partial(_wins, full=full, among=among) for full in ("shared", "none"))
    make = partial(_theorem, clauses=("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3"), players=5)
    found = [
        make(
            f"winners.some.{among}",
            "Somebody wins.",
            ruleset={"tie.among": among, "tie.full": "shared"},
            goal=goals.somebody(shared),
            change="players of whom no step puts one ahead do not win",
            broken=goals.somebody(none),
        ),
        make(
            f"winners.one.{among}",
            "At most one player wins.",
            ruleset={"tie.among": among, "tie.full": "none"},
            goal=goals.at_most_one_wins(none),
            change="players of whom no step puts one ahead win together",
            broken=goals.at_most_one_wins(shared),
        ),
    ]
    if among == "tied":
        return [
            *found,
            make(
                "winners.highest.tied",
                "Every winner has the highest total.",
                ruleset={"tie.among": among, "tie.full": "shared"},
                goal=goals.on_top(shared),
                change="all players are compared",
                broken=goals.on_top(partial(_wins, full="shared", among="all")),
            ),
        ]
    return found


def _function() -> list[Theorem]:
    clauses = ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3", "V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
    return [
        Theorem(name, sentence, clauses, BOUNDS.format(5), {}, partial(_outcomes, goal, _decided), broken)
        for name, sentence, goal, broken in (
            (
                "outcome.at_most_one",
                "The rules never allow two outcomes for the same cards and track.",
                goals.at_most_one,
                Broken(
                    "any one of the players whom nobody beats is the winner",
                    partial(_easily_broken, partial(_outcomes, goals.at_most_one, _any_unbeaten)),
                ),
            ),
            (
                "outcome.at_least_one",
                "The rules allow an outcome for all cards and every track.",
                goals.at_least_one,
                Broken(
                    "besides, exactly one player must win",
                    partial(_easily_broken, partial(_outcomes, goals.at_least_one, _one_must_win)),
                ),
            ),
        )
    ]


def _outcomes(
    goal: Callable[[goals.Decided], Goal], decided: Callable[[Readings], goals.Decided], context: z3.Context
) -> Statement:
    """The goal for what is decided between five players of any cards, under every ruleset."""
    ended = model.ending(context, 5, TYPES)
    rulesets = choice(context, {each: READINGS[each] for each in OUTCOME}, {})
    standings = [model.standing(ended, player, rulesets.readings) for player in range(5)]
    return Statement([*ended.premises(), *rulesets.premises()], goal(decided(rulesets.readings))(context, standings))


def _theorem(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    ruleset: Mapping[str, str],
    players: int,
    goal: Goal,
    change: str,
    broken: Goal,
) -> Theorem:
    state = partial(_state, players, ruleset)
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=BOUNDS.format(players),
        ruleset=ruleset,
        state=partial(state, goal),
        broken=Broken(change, partial(_easily_broken, partial(state, broken))),
    )


def _state(players: int, ruleset: Mapping[str, str], goal: Goal, context: z3.Context) -> Statement:
    """The goal for players of any cards, under every value of the readings about the score and the tie-break that
    the ruleset leaves open.
    """
    ended = model.ending(context, players, TYPES)
    rulesets = choice(context, {each: READINGS[each] for each in STANDING}, ruleset)
    standings = [model.standing(ended, player, rulesets.readings) for player in range(players)]
    return Statement([*ended.premises(), *rulesets.premises()], goal(context, standings))


def _easily_broken(state: Callable[[z3.Context], Statement], context: z3.Context) -> Statement:
    """The same with the default values of the track and an order of the tokens: one counterexample is enough."""
    premises, goal = state(context)
    values = [z3.Int(f"value_{space}", context) == value for space, value in enumerate(VALUES)]
    order = [token == space for space, token in enumerate(numbers(context, "space_of", TYPES))]
    return Statement([*premises, *values, *order], goal)


# The rules, and mutated ones


def _wins(standings: Standings, player: int, full: str, among: str = "still") -> Formula:
    return model.wins(standings, player, {"tie.full": full, "tie.among": among})


def _decided(readings: Readings) -> goals.Decided:
    return lambda standings, scores, winners: model.decided(standings, readings, scores, winners)


def _one_must_win(readings: Readings) -> goals.Decided:
    decided = _decided(readings)
    return lambda standings, scores, winners: z3.And(decided(standings, scores, winners), goals.exactly_one(winners))


def _beats_or_equals(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    return z3.Not(model.beats(other, one))


def _beats_on_most(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    ahead = [z3.If(mine > theirs, 1, z3.If(mine < theirs, -1, 0)) for mine, theirs in zip(one, other, strict=True)]
    return z3.Or(one[0] > other[0], z3.And(one[0] == other[0], sum_of(ahead[1:]) > 0))


def _any_unbeaten(_: Readings) -> goals.Decided:
    def decided(standings: Standings, scores: Sequence[Number], winners: Sequence[Formula]) -> Formula:
        totals = [score == total for score, (total, *_) in zip(scores, standings, strict=True)]
        unbeaten = [z3.Implies(winner, _wins(standings, player, "shared")) for player, winner in enumerate(winners)]
        return z3.And(*totals, *unbeaten, goals.exactly_one(winners))

    return decided
