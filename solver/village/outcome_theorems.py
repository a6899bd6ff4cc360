"""What must follow from the rules about scores and winners."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations, permutations, product

import z3

from solver.choosing import choice
from solver.terms import Formula, Number, numbers, truths
from solver.theorem import Broken, Statement, Theorem
from solver.village import model
from solver.village.model import READINGS

Standings = Sequence[Sequence[Number]]  # for each player what players are compared by
Beats = Callable[[Sequence[Number], Sequence[Number]], Formula]
Wins = Callable[[Standings, int], Formula]  # whether a player is among the winners
Decided = Callable[[Standings, Sequence[Number], Sequence[Formula]], Formula]  # the outcome: scores, who wins
Goal = Callable[[z3.Context, Standings], Formula]

TYPES = 6
VALUES = (1, 1, 2, 2, 3, 4)
BOUNDS = "6 types, {} players, any number of cards, any values, any order of the tokens"


def outcome_theorems() -> tuple[Theorem, ...]:
    """The theorems about the order of the players, the winners, and the outcome as a function."""
    found: list[Theorem] = []
    for steps in READINGS["tie.steps"]:
        found += _order(steps)
        found += _winners(steps)
    for among in READINGS["tie.among"][1:]:
        found += _winners_among(among)
    for full, among in product(READINGS["tie.full"], READINGS["tie.among"]):
        found += _function(full, among)
    return tuple(found)


def _order(steps: str) -> list[Theorem]:
    make = partial(_theorem, ruleset={"tie.steps": steps, "tie.among": "still"})
    clauses = ("V-WIN-1", "V-TIE-1", "V-TIE-2")
    return [
        make(
            f"beats.asymmetric.{steps}",
            "No two players beat each other.",
            clauses,
            players=2,
            goal=_asymmetric(model.beats),
            change="players who are equal on every space beat each other",
            broken=_asymmetric(_beats_or_equals),
        ),
        make(
            f"beats.transitive.{steps}",
            "Who beats a player also beats everyone that this player beats.",
            clauses,
            players=3,
            goal=_transitive(model.beats),
            change="the tie goes to whoever has more on more of the spaces",
            broken=_transitive(_beats_on_most),
        ),
        make(
            f"beats.total.{steps}",
            "Of two players one beats the other, or they are equal in score and on every space.",
            (*clauses, "V-TIE-3"),
            players=2,
            goal=_total(model.beats),
            change="only the rightmost space breaks a tie",
            broken=_total(lambda one, other: model.beats(one[:2], other[:2])),
        ),
    ]


def _winners(steps: str) -> list[Theorem]:
    readings = {"tie.steps": steps, "tie.among": "still"}
    shared, none = (partial(_wins, full=full) for full in ("shared", "none"))
    clauses = ("V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
    return [
        _theorem(
            f"winners.some.{steps}",
            "Somebody wins.",
            clauses,
            {**readings, "tie.full": "shared"},
            players=5,
            goal=_somebody(shared),
            change="players who are equal on every space do not win",
            broken=_somebody(none),
        ),
        _theorem(
            f"winners.highest.{steps}",
            "Every winner has the highest total, and all winners are equal on every space.",
            clauses,
            {**readings, "tie.full": "shared"},
            players=5,
            goal=_highest(shared),
            change="the spaces are compared before the totals",
            broken=_highest(lambda standings, player: shared([[*steps, total] for total, *steps in standings], player)),
        ),
        _theorem(
            f"winners.one.{steps}",
            "One player wins, who has the highest total; or nobody does, and then two are equal that nobody beats.",
            clauses,
            {**readings, "tie.full": "none"},
            players=5,
            goal=_one(none),
            change="players who are equal on every space win together",
            broken=_one(shared),
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
            goal=_somebody(shared),
            change="players of whom no step puts one ahead do not win",
            broken=_somebody(none),
        ),
        make(
            f"winners.alone.{among}",
            "Who alone has the highest total wins alone.",
            ruleset={"tie.among": among},
            goal=_alone(none),
            change="the totals are not compared",
            broken=_alone(lambda standings, player: none([[total * 0, *steps] for total, *steps in standings], player)),
        ),
        make(
            f"winners.one.{among}",
            "At most one player wins.",
            ruleset={"tie.among": among, "tie.full": "none"},
            goal=_at_most_one_wins(none),
            change="players of whom no step puts one ahead win together",
            broken=_at_most_one_wins(shared),
        ),
    ]
    if among == "tied":
        return [
            *found,
            make(
                "winners.highest.tied",
                "Every winner has the highest total.",
                ruleset={"tie.among": among, "tie.full": "shared"},
                goal=_on_top(shared),
                change="all players are compared",
                broken=_on_top(partial(_wins, full="shared", among="all")),
            ),
        ]
    return found


def _function(full: str, among: str) -> list[Theorem]:
    decided, name = partial(_decided, full=full, among=among), full if among == "still" else f"{full}.{among}"
    make = partial(_theorem, ruleset={"tie.full": full, "tie.among": among}, players=5)
    clauses = ("V-SCORE-1", "V-SCORE-2", "V-SCORE-3", "V-WIN-1", "V-TIE-1", "V-TIE-2", "V-TIE-3")
    return [
        make(
            f"outcome.at_most_one.{name}",
            "The rules never allow two outcomes for the same cards and track.",
            clauses,
            goal=_at_most_one(decided),
            change="any one of the players whom nobody beats is the winner",
            broken=_at_most_one(_any_unbeaten),
        ),
        make(
            f"outcome.at_least_one.{name}",
            "The rules allow an outcome for all cards and every track.",
            clauses,
            goal=_at_least_one(decided),
            change="besides, exactly one player must win",
            broken=_at_least_one(lambda *outcome: z3.And(decided(*outcome), _exactly_one(outcome[-1]))),
        ),
    ]


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
    counts, penalties, spaces = (
        choice(context, {reading: READINGS[reading]}, ruleset)
        for reading in ("tie.count", "score.wild_penalty", "tie.steps")
    )
    standings = []
    for player, cards in enumerate(ended.players):
        total = model.treasures_score(ended, player) - penalties.number(partial(model.wilds_cost, ended, player))
        has = [counts.number(partial(model.tie_count, cards, kind)) for kind in range(TYPES)]
        standings.append([total, *spaces.numbers(partial(model.tie_steps, ended, has))])
    chosen = [one for varied in (counts, penalties, spaces) for one in varied.premises()]
    return Statement([*ended.premises(), *chosen], goal(context, standings))


def _easily_broken(state: Callable[[z3.Context], Statement], context: z3.Context) -> Statement:
    """The same with the default values of the track and an order of the tokens: one counterexample is enough."""
    premises, goal = state(context)
    values = [z3.Int(f"value_{space}", context) == value for space, value in enumerate(VALUES)]
    order = [token == space for space, token in enumerate(numbers(context, "space_of", TYPES))]
    return Statement([*premises, *values, *order], goal)


# The rules, and mutated ones


def _wins(standings: Standings, player: int, full: str, among: str = "still") -> Formula:
    return model.wins(standings, player, {"tie.full": full, "tie.among": among})


def _decided(
    standings: Standings, scores: Sequence[Number], winners: Sequence[Formula], full: str, among: str
) -> Formula:
    return model.decided(standings, {"tie.full": full, "tie.among": among}, scores, winners)


def _beats_or_equals(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    return z3.Not(model.beats(other, one))


def _beats_on_most(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    ahead = [z3.If(mine > theirs, 1, z3.If(mine < theirs, -1, 0)) for mine, theirs in zip(one, other, strict=True)]
    return z3.Or(one[0] > other[0], z3.And(one[0] == other[0], z3.Sum(ahead[1:]) > 0))


def _any_unbeaten(standings: Standings, scores: Sequence[Number], winners: Sequence[Formula]) -> Formula:
    totals = [score == total for score, (total, *_) in zip(scores, standings, strict=True)]
    unbeaten = [z3.Implies(winner, _wins(standings, player, "shared")) for player, winner in enumerate(winners)]
    return z3.And(*totals, *unbeaten, _exactly_one(winners))


def _exactly_one(winners: Sequence[Formula]) -> Formula:
    return z3.PbEq([(winner, 1) for winner in winners], 1)


# Goals, each for whatever the rules are


def _equal(one: Sequence[Number], other: Sequence[Number]) -> Formula:
    return z3.And(*(mine == theirs for mine, theirs in zip(one, other, strict=True)))


def _asymmetric(beats: Beats) -> Goal:
    return lambda _, standings: z3.Not(z3.And(beats(*standings), beats(*standings[::-1])))


def _transitive(beats: Beats) -> Goal:
    def goal(_: z3.Context, standings: Standings) -> Formula:
        one, two, three = standings
        return z3.Implies(z3.And(beats(one, two), beats(two, three)), beats(one, three))

    return goal


def _total(beats: Beats) -> Goal:
    return lambda _, standings: z3.Or(beats(*standings), beats(*standings[::-1]), _equal(*standings))


def _somebody(wins: Wins) -> Goal:
    return lambda _, standings: z3.Or(*(wins(standings, player) for player in range(len(standings))))


def _highest(wins: Wins) -> Goal:
    def goal(_: z3.Context, standings: Standings) -> Formula:
        win = [wins(standings, player) for player in range(len(standings))]
        return z3.And(
            *(
                z3.And(
                    z3.Implies(win[one], standings[one][0] >= standings[other][0]),
                    z3.Implies(z3.And(win[one], win[other]), _equal(standings[one], standings[other])),
                )
                for one, other in permutations(range(len(standings)), 2)
            )
        )

    return goal


def _on_top(wins: Wins) -> Goal:
    def goal(_: z3.Context, standings: Standings) -> Formula:
        players = range(len(standings))
        return z3.And(*(z3.Implies(wins(standings, player), model.highest(standings, player)) for player in players))

    return goal


def _alone(wins: Wins) -> Goal:
    def goal(_: z3.Context, standings: Standings) -> Formula:
        first, *others = range(len(standings))  # whichever it is
        above = z3.And(*(standings[first][0] > standings[other][0] for other in others))
        lose = z3.And(*(z3.Not(wins(standings, other)) for other in others))
        return z3.Implies(above, z3.And(wins(standings, first), lose))

    return goal


def _at_most_one_wins(wins: Wins) -> Goal:
    return lambda _, standings: z3.PbLe([(wins(standings, player), 1) for player in range(len(standings))], 1)


def _one(wins: Wins) -> Goal:
    def goal(_: z3.Context, standings: Standings) -> Formula:
        players = range(len(standings))
        win = [wins(standings, player) for player in players]
        unbeaten = [_wins(standings, player, "shared") for player in players]
        alone = [
            z3.And(win[player], *(standings[player][0] >= standings[other][0] for other in players))
            for player in players
        ]
        equals = [
            z3.And(unbeaten[one], unbeaten[other], _equal(standings[one], standings[other]))
            for one, other in combinations(players, 2)
        ]
        return z3.Or(
            z3.And(_exactly_one(win), z3.Or(*alone)),
            z3.And(z3.Not(z3.Or(*win)), z3.Or(*equals)),
        )

    return goal


def _outcome(context: z3.Context, players: int, name: str) -> tuple[tuple[Number, ...], tuple[Formula, ...]]:
    return numbers(context, f"{name}score", players), truths(context, f"{name}wins", players)


def _at_most_one(decided: Decided) -> Goal:
    def goal(context: z3.Context, standings: Standings) -> Formula:
        one, other = (_outcome(context, len(standings), name) for name in ("", "other_"))
        same = z3.And(*(mine == theirs for mine, theirs in zip(sum(one, ()), sum(other, ()), strict=True)))
        return z3.Implies(z3.And(decided(standings, *one), decided(standings, *other)), same)

    return goal


def _at_least_one(decided: Decided) -> Goal:
    def goal(context: z3.Context, standings: Standings) -> Formula:
        scores, winners = _outcome(context, len(standings), "")
        return z3.Exists([*scores, *winners], decided(standings, scores, winners))

    return goal
