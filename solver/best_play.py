"""Best play against the model: with a strategy bound, and all else left to the rules, nothing worse comes out."""

from collections.abc import Callable

import z3

from properties.best_play import BestPlay, Share, Strategy, share
from properties.verdicts import Finding, Grade
from reference_engine.jsonform import canonical
from solver.endgame_findings import told
from solver.endgames import Asked, Compared
from solver.solving import Solution, Status, solve
from solver.terms import Formula


def confirm_best(asked: Asked, best: BestPlay, rlimit: int) -> Compared:
    """Whether the player comes to no less with their strategy, and to no more against that of the others."""
    player, worth = best.player, best.share
    queries: list[tuple[Strategy, Callable[[Share], bool]]] = []
    if worth > Share.NOTHING:
        queries.append((best.mine, lambda each: each >= worth))
    if worth < Share.ALONE:
        queries.append((best.theirs, lambda each: each <= worth))
    number = len(asked.endgame.results)
    for strategy, holds in queries:
        bound = [*asked.formulas, *_bound(asked, strategy)]
        some = solve(bound, rlimit)
        other = solve([*bound, z3.Not(_some_outcome(asked, player, holds))], rlimit, want_model=True)
        if other.status is Status.SAT:
            return Compared(Grade.REFUTED, number, finding=_finding(asked, other))
        if some.status is not Status.SAT or other.status is not Status.UNSAT:
            reason = some.reason or other.reason or "the model has no play with this strategy"
            return Compared(Grade.UNKNOWN, number, reason=reason)
    return Compared(Grade.EXHAUSTIVE, number)


def _bound(asked: Asked, strategy: Strategy) -> list[Formula]:
    """In each of the positions of a strategy what it says is played."""
    game, plays = asked.endgame.game, asked.plays
    return [
        z3.Implies(
            plays.position_is(turn, game.position_to_json(state)), plays.action_is(turn, game.action_to_json(action))
        )
        for (turn, state), action in strategy.items()
    ]


def _some_outcome(asked: Asked, player: int, holds: Callable[[Share], bool]) -> Formula:
    """The outcome is one of the engine's that is worth so much to the player; or the game goes on, which is nothing."""
    plays = asked.plays
    outcomes = {canonical(each.outcome): each.outcome for each in asked.endgame.results if each.outcome is not None}
    some = [plays.outcome_is(outcome) for outcome in outcomes.values() if holds(share(outcome, player))]
    if holds(Share.NOTHING):
        some.append(z3.Not(plays.over(plays.turns)))
    return z3.Or(*some)


def _finding(asked: Asked, solution: Solution) -> Finding:
    return told(asked.endgame, asked.plays.play(solution.model))
