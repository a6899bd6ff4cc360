"""One play under two rulesets at once, by actions that are legal under both, and who chooses them."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from properties.parting import Kind, Pair, Parting, advance, differing_outcomes, differing_positions
from properties.policies import by_kind, greedy_policy, one_of_a_kind
from reference_engine.interface import Action, Box, Game
from reference_engine.record import Header

MOST_ACTIONS = 400  # under some readings a game need not end

Choose = Callable[[Pair, list[Action]], Action | None]  # among the actions that are legal on all sides that go on


@dataclass(frozen=True)
class Question:
    """Where does this value of a reading part from the default, beside these values of others?"""

    game: Game
    reading: str
    value: str
    beside: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def rulesets(self) -> tuple[Any, Any]:
        """The one with the default value, and the one with that value."""
        changed = {**self.beside, self.reading: self.value}
        return self.game.Ruleset.from_readings(self.beside), self.game.Ruleset.from_readings(changed)

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
        (one, other), (mine, theirs) = question.rulesets, pairs[-1]
        pairs.append((advance(game, one, mine, action), advance(game, other, theirs, action)))
    kinds |= differing_positions(*map(game.position_to_json, pairs[-1]))
    ended = zip(pairs[-1], question.rulesets, strict=True)
    kinds |= differing_outcomes(*(game.outcome_to_json(game.outcome(*side)) for side in ended))
    return Played(tuple(pairs), tuple(actions), frozenset(kinds))


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


def one_of_a_kind_choice(question: Question, number: int) -> Choose:
    """First a kind of action, then one of that kind, each as likely as any other; the same for the same number."""
    rng = random.Random(number)
    return lambda _, actions: one_of_a_kind(question.game, actions, rng)


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
