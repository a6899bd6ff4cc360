"""One play under two rulesets at once, by actions that are legal under both, and who chooses them."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from properties.parting import Kind, Pair, Parting
from properties.policies import by_kind, greedy_policy
from reference_engine.interface import Action, Box, Game
from reference_engine.record import Header

MOST_ACTIONS = 400  # under some readings a game need not end

Choose = Callable[[Pair, list[Action]], Action | None]  # among the actions that are legal on all sides that go on


@dataclass(frozen=True)
class Question:
    """Where does this value of a reading part from the default?"""

    game: Game
    reading: str
    value: str

    @cached_property
    def rulesets(self) -> tuple[Any, Any]:
        """The default, and the default but for that value."""
        return self.game.Ruleset(), self.game.Ruleset.from_readings({self.reading: self.value})

    def rng(self, purpose: str) -> random.Random:
        """A source of chance for a purpose, the same each time."""
        return random.Random(f"{self.reading} {self.value} {purpose}")

    def opening(self, box: Box, players: int, rng: random.Random) -> Pair:
        """A random opening under both rulesets; what else chance puts in order stands in ascending order."""
        cards, *others = self.game.unshuffled(box, players)
        shuffled = "".join(rng.sample(cards, len(cards))), *others
        one, other = (self.game.initial_state(box, players, shuffled, ruleset) for ruleset in self.rulesets)
        return one, other

    def parting(self, start: Pair, actions: Iterable[Action], kind: Kind) -> Parting:
        """A parting between the rulesets."""
        one, other = (Header(self.game, *side) for side in zip(self.rulesets, start, strict=True))
        return Parting(one, other, tuple(actions), frozenset({kind}))


@dataclass(frozen=True)
class Played:
    """A play under both rulesets. pairs: the opening, and the positions after each action.

    kinds: those in which they differ at the end, and `Kind.LEGAL` where that has differed at all.
    """

    pairs: tuple[Pair, ...]
    actions: tuple[Action, ...]
    kinds: frozenset[Kind]


def play(question: Question, start: Pair, choose: Choose, led: Iterable[Action] = ()) -> Played | None:
    """The play of these actions, and then of those chosen, until the games are over under both rulesets.

    None where an action is illegal under one of the two, or the games do not end.
    """
    game, pairs, actions, leading, kinds = question.game, [start], list[Action](), iter(led), set[Kind]()
    while not all(map(game.is_terminal, pairs[-1])):
        sides = zip(pairs[-1], question.rulesets, strict=True)
        legal = [game.legal_actions(*side) for side in sides if not game.is_terminal(side[0])]
        common = [action for action in legal[0] if action in legal[-1]]
        if legal[0] != legal[-1]:
            kinds.add(Kind.LEGAL)
        action = next(leading, None) or (choose(pairs[-1], common) if common else None)
        if action not in common or len(actions) == MOST_ACTIONS:
            return None
        actions.append(action)
        pairs.append(_after(question, pairs[-1], action))
    return Played(tuple(pairs), tuple(actions), frozenset(kinds | _differing(question, pairs[-1])))


def _after(question: Question, pair: Pair, action: Action) -> Pair:
    """The positions after an action; one where the game is over stays."""
    game = question.game
    one, other = (
        state if game.is_terminal(state) else game.apply(state, action, ruleset)
        for state, ruleset in zip(pair, question.rulesets, strict=True)
    )
    return one, other


def _differing(question: Question, pair: Pair) -> set[Kind]:
    """The kinds in which two ended positions differ."""
    game = question.game
    outcomes = [game.outcome_to_json(game.outcome(*side)) for side in zip(pair, question.rulesets, strict=True)]
    names = {"scores": Kind.SCORES, "winners": Kind.WINNERS}
    found = {names.get(name, Kind.OUTCOME) for name in outcomes[0] if outcomes[0][name] != outcomes[1][name]}
    one, other = map(game.position_to_json, pair)
    if any(one[name] != other[name] for name in one.keys() & other.keys()):
        found.add(Kind.POSITION)
    return found


def by_kind_choice(question: Question, rng: random.Random) -> Choose:
    """At random, with a chance of its own for each kind of action, so that some plays are over after a few."""
    chances: dict[str, float] = {}

    def choose(_: Pair, actions: list[Action]) -> Action:
        kinds = by_kind(question.game, actions)
        for kind in kinds:
            if kind not in chances:
                chances[kind] = rng.random() ** 2
        kind = rng.choices(list(kinds), [chances[kind] for kind in kinds])[0]
        return rng.choice(kinds[kind])

    return choose


def random_choice(rng: random.Random) -> Choose:
    """Every action is as likely as any other."""
    return lambda _, actions: rng.choice(actions)


def greedy_choice(question: Question) -> Choose:
    """The greedy action under the ruleset under which the game goes on, if the other has it too."""

    def choose(pair: Pair, actions: list[Action]) -> Action:
        state, ruleset = next(
            side for side in zip(pair, question.rulesets, strict=True) if not question.game.is_terminal(side[0])
        )
        action = greedy_policy(question.game, state, ruleset)
        return action if action in actions else actions[0]

    return choose


def no_choice(pair: Pair, actions: list[Action]) -> None:
    """Nobody goes on."""
