"""Where a reading decides nothing: under which value of another one, or in which positions."""

from collections.abc import Mapping
from functools import partial

import z3

from solver.choosing import choice
from solver.terms import Formula, Number, Readings
from solver.theorem import Broken, Statement, Theorem
from solver.village import model, turn_goals
from solver.village import outcome_goals as goals
from solver.village.model import OUTCOME
from solver.village.turns import READINGS, Rules

TYPES = 6
PLAYERS = 5
EVERY: Mapping[str, str] = {}


def same_theorems() -> tuple[Theorem, ...]:
    """Of steps, and of who wins."""
    return (
        *(
            _of_steps(name, sentence, clauses, reading, values, switch, elsewhere)
            for name, sentence, clauses, reading, values, switch, elsewhere in (
                (
                    "same.favor_wild_bribe.never",
                    "Where no bribe is of Wilds alone, it is all the same whether such a bribe moves a token.",
                    ("V-FAVOR-1", "V-BRIBE-4"),
                    "favor.wild_bribe",
                    ("bribe", "none"),
                    ("bribe.wilds_alone", "never"),
                    "existing",
                ),
                (
                    "same.refill_wild_bribe.never",
                    "Where no bribe is of Wilds alone, it is all the same which cards would end its refill.",
                    ("V-REFILL-2", "V-BRIBE-4"),
                    "refill.wild_bribe",
                    ("bribe", "wild"),
                    ("bribe.wilds_alone", "never"),
                    "existing",
                ),
                (
                    "same.favor_wild_bribe.new",
                    "Where only new bribes move tokens, it is all the same whether a bribe of Wilds alone would.",
                    ("V-FAVOR-1", "V-BRIBE-3"),
                    "favor.wild_bribe",
                    ("bribe", "none"),
                    ("favor.distance", "new"),
                    "played",
                ),
                (
                    "same.last_match.turn",
                    "Where a turn that empties the deck is the last, it is all the same how its refill stopped.",
                    ("V-END-1", "V-REFILL-2"),
                    "end.last_match",
                    ("continue", "end"),
                    ("end.empty_deck", "turn"),
                    "draw",
                ),
            )
        ),
        _of_winners(
            "same.tie.untied",
            "Where one player alone has the highest total, no reading of the tie-break changes who wins.",
            ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3"),
            partial(_alone_wins, margin=1),
            "it also concerns a player who has a total that others have as well",
            partial(_alone_wins, margin=0),
        ),
        _of_winners(
            "same.standing",
            "Two players are tied to the last exactly if they have equal totals and, for each type, as much of it.",
            ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3"),
            _tied_if_equal,
            "spaces of equal value are counted together",
            lambda ended, readings: _tied_if_equal(ended, {**readings, "tie.steps": "value"}),
            {"tie.steps": "space"},
        ),
        _of_winners(
            "same.wild_penalty.no_wilds",
            "Where nobody holds a Wild at the end, it is all the same what one costs.",
            ("V-SCORE-3",),
            partial(_penalty_is_the_same, held=False),
            "it also concerns players who hold one",
            partial(_penalty_is_the_same, held=True),
        ),
    )


def _of_steps(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    reading: str,
    values: tuple[str, str],
    switch: tuple[str, str],
    elsewhere: str,
) -> Theorem:
    """Under that value of `switch` the same steps are allowed under both values of the reading; elsewhere not."""
    (deciding, under), (value, other) = switch, values
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=f"{turn_goals.SHAPE.players} players, {turn_goals.SHAPE.types} types, any step from any position",
        ruleset={deciding: under, reading: value},
        state=partial(_steps, {deciding: under, reading: value}, reading, other),
        broken=Broken(
            f"{deciding} is {elsewhere}", partial(_steps, {deciding: elsewhere, reading: value}, reading, other)
        ),
    )


def _steps(ruleset: Mapping[str, str], reading: str, other: str, context: z3.Context) -> Statement:
    rulesets, scene = choice(context, READINGS, ruleset), turn_goals.scene(context)
    premises = [*rulesets.premises(), *scene.before.well_formed(rulesets.readings)]
    return Statement(premises, turn_goals.alike(scene, Rules(rulesets.readings), reading, other))


def _of_winners(
    name: str,
    sentence: str,
    clauses: tuple[str, ...],
    goal: goals.EndGoal,
    change: str,
    broken: goals.EndGoal,
    ruleset: Mapping[str, str] = EVERY,
) -> Theorem:
    return Theorem(
        id=name,
        sentence=sentence,
        clauses=clauses,
        bounds=f"{TYPES} types, {PLAYERS} players, any number of cards, any values, any order of the tokens",
        ruleset=ruleset,
        state=partial(_winners, goal, ruleset),
        broken=Broken(change, partial(_winners, broken, ruleset)),
        restated=lambda other: partial(_winners, goal, other),
    )


def _winners(goal: goals.EndGoal, ruleset: Mapping[str, str], context: z3.Context) -> Statement:
    ended = model.ending(context, PLAYERS, TYPES)
    rulesets = choice(context, {each: model.READINGS[each] for each in OUTCOME}, ruleset)
    return Statement([*ended.premises(), *rulesets.premises()], goal(ended, rulesets.readings))


def _alone_wins(ended: model.Ending, readings: Readings, margin: int) -> Formula:
    """Who has so much more than each other wins, and nobody else."""
    standings = [model.standing(ended, player, readings) for player in range(PLAYERS)]
    first, *others = range(PLAYERS)  # whoever it is
    above = z3.And(*(standings[first][0] >= standings[other][0] + margin for other in others))
    lose = z3.And(*(z3.Not(model.wins(standings, other, readings)) for other in others))
    return z3.Implies(above, z3.And(model.wins(standings, first, readings), lose))


def _tied_if_equal(ended: model.Ending, readings: Readings) -> Formula:
    """Neither of two players beats the other exactly if they are equal in that."""
    one, other = (model.standing(ended, player, readings) for player in (0, 1))
    counts = zip(
        *([model.tie_count(ended.players[who], kind, readings) for kind in range(TYPES)] for who in (0, 1)), strict=True
    )
    equal = z3.And(one[0] == other[0], *(mine == theirs for mine, theirs in counts))
    return z3.Not(z3.Or(model.beats(one, other), model.beats(other, one))) == equal


def _penalty_is_the_same(ended: model.Ending, readings: Readings, *, held: bool) -> Formula:
    """A player's score is what it is without Wilds in the hand."""
    without: Number = model.treasures_score(ended, 0)
    none = ended.players[0].hand_wilds == 0
    same = model.score(ended, 0, readings) == without
    return same if held else z3.Implies(none, same)
