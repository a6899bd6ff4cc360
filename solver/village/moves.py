"""A move of a token as one scene: the rules for it, mutated rules, and what may be claimed of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import z3

from solver.terms import Formula, Number, Readings, numbers, pick, sum_of
from solver.village import track
from solver.village.track import at

TYPES = 6
LAST = TYPES - 1
Track = Sequence[Number]  # for each type the space of its token


@dataclass(frozen=True)
class Scene:
    """A track before and after some cards of a player have moved a token.

    treasures: how many cards of each type. A bribe plays those of the token's type, a curse discards all.
    joined: how many cards lie in the bribe that those of a bribe join.
    """

    before: Track
    after: Track
    token: Number
    treasures: Sequence[Number]
    wilds: Number
    joined: Number

    def premises(self) -> list[Formula]:
        """One token a space before the move, a token that exists, and no negative number of cards."""
        counts = [count >= 0 for count in (*self.treasures, self.wilds, self.joined)]
        return [*track.on_track(self.before), self.token >= 0, self.token < TYPES, *counts]

    def start(self) -> Number:
        """The space of the token before."""
        return at(self.before, self.token)

    def end(self) -> Number:
        """The space of the token after."""
        return at(self.after, self.token)

    def own(self) -> Number:
        """How many of the cards are of the token's type."""
        return at(self.treasures, self.token)

    def total(self) -> Number:
        """How many cards there are."""
        return sum_of(self.treasures) + self.wilds


def scene(context: z3.Context) -> Scene:
    """Any track and any cards."""
    return Scene(
        before=numbers(context, "before", TYPES),
        after=numbers(context, "after", TYPES),
        token=z3.Int("token", context),
        treasures=numbers(context, "treasures", TYPES),
        wilds=z3.Int("wilds", context),
        joined=z3.Int("joined", context),
    )


def following(first: Scene) -> Scene:
    """Another move of the same token, after this one, with other cards."""
    context = first.token.ctx
    return Scene(
        before=first.after,
        after=numbers(context, "second_after", TYPES),
        token=first.token,
        treasures=numbers(context, "second_treasures", TYPES),
        wilds=z3.Int("second_wilds", context),
        joined=first.joined + first.own() + first.wilds,
    )


Rule = Callable[[Scene, Readings], Formula]  # the move leads from the track before to the track after
Goal = Callable[[Scene, Readings], Formula]


# The rules, and mutated ones


def bribe(scene: Scene, readings: Readings) -> Formula:
    """V-FAVOR-1 to V-FAVOR-3, by the model."""
    return track.favored(scene.before, scene.after, scene.token, scene.joined, scene.own(), scene.wilds, readings)


def curse(scene: Scene, readings: Readings) -> Formula:
    """V-CURSE-1 to V-CURSE-4, by the model."""
    return track.cursed(scene.before, scene.after, scene.token, scene.treasures, scene.wilds, readings)


def under(rule: Rule, reading: str, value: str) -> Rule:
    """The rule under another value of a reading."""
    return lambda scene, readings: rule(scene, {**readings, reading: value})


def nothing_counts(rule: Rule) -> Rule:
    """The rule, but no cards at all count as one of each type."""

    def mutated(scene: Scene, readings: Readings) -> Formula:
        treasures = [z3.If(scene.total() == 0, 1, count) for count in scene.treasures]
        return rule(replace(scene, treasures=treasures), readings)

    return mutated


def others_stay(rule: Rule) -> Rule:
    """The rule, but all other tokens stay where they are."""
    return _altered(rule, lambda scene, right, kind: z3.If(scene.token == kind, right[kind], scene.before[kind]))


def goes_on(rule: Rule, target: Callable[[Scene], Number]) -> Rule:
    """The rule, but the token goes where `target` says."""
    return _altered(rule, lambda scene, right, kind: z3.If(scene.token == kind, target(scene), right[kind]))


def _altered(rule: Rule, space: Callable[[Scene, Track, int], Number]) -> Rule:
    """The rule, but each token ends where `space` says, given also the track that would be right."""

    def mutated(scene: Scene, readings: Readings) -> Formula:
        right = numbers(scene.token.ctx, "right", TYPES)
        altered = [scene.after[kind] == space(scene, right, kind) for kind in range(TYPES)]
        return z3.And(rule(replace(scene, after=right), readings), *altered)

    return mutated


# Goals


def same(one: Track, other: Track) -> Formula:
    """Every token is on the same space."""
    return z3.And(*(mine == theirs for mine, theirs in zip(one, other, strict=True)))


def one_token_a_space(scene: Scene, _: Readings) -> Formula:
    """Afterwards every token is on the track, no two on the same space."""
    return z3.And(*track.on_track(scene.after))


def distance(scene: Scene, readings: Readings) -> Number:
    """V-CURSE-1 (curse.distance): how far the cards of a curse go."""
    return pick(readings, "curse.distance", {"all": scene.total(), "type": scene.own()})


def raise_distance(scene: Scene, readings: Readings) -> Number:
    """V-FAVOR-1 (favor.distance): how far the cards of a bribe go."""
    played = scene.own() + scene.wilds
    counted = {"played": played, "bribe": scene.joined + played, "new": z3.If(scene.joined == 0, played, 0)}
    return pick(readings, "favor.distance", counted)


def stops_rightmost(scene: Scene, readings: Readings) -> Formula:
    """Right by the distance, or less and then onto the rightmost space."""
    cards = raise_distance(scene, readings)
    gone = scene.end() - scene.start()
    return z3.Or(z3.And(gone == cards, scene.end() <= LAST), z3.And(gone >= 0, gone < cards, scene.end() == LAST))


def full_distance_or_last(scene: Scene, readings: Readings) -> Formula:
    """Right by the distance, to a space of the track; or on the rightmost space before and after."""
    whole = z3.And(scene.end() - scene.start() == raise_distance(scene, readings), scene.end() <= LAST)
    return z3.Or(whole, z3.And(scene.start() == LAST, scene.end() == LAST))


def full_distance_or_none(scene: Scene, readings: Readings) -> Formula:
    """Right by the distance, to a space of the track; or not at all, where there is no such space."""
    cards = raise_distance(scene, readings)
    stays = z3.And(scene.start() + cards > LAST, same(scene.before, scene.after))
    return z3.Or(z3.And(scene.end() - scene.start() == cards, scene.end() <= LAST), stays)


def stops_leftmost(scene: Scene, readings: Readings) -> Formula:
    """Left by the distance, or less and then onto the leftmost space."""
    cards = distance(scene, readings)
    gone = scene.start() - scene.end()
    return z3.Or(z3.And(gone == cards, scene.end() >= 0), z3.And(gone >= 0, gone < cards, scene.end() == 0))


def full_distance(scene: Scene, readings: Readings) -> Formula:
    """Left by the distance, to a space of the track."""
    return z3.And(scene.start() - scene.end() == distance(scene, readings), scene.end() >= 0)


def passed_move(back: int) -> Goal:
    """Another token moves if it was passed, one space the way given (-1: left), and only then."""

    def goal(scene: Scene, _: Readings) -> Formula:
        moves = []
        for kind, (before, after) in enumerate(zip(scene.before, scene.after, strict=True)):
            passed = (before > scene.start()) != (after > scene.end())
            moves.append(z3.Or(scene.token == kind, after == before + z3.If(passed, back, 0)))
        return z3.And(*moves)

    return goal


def exchanged(scene: Scene, _: Readings) -> Formula:
    """Another token moves only from the destination to the place left."""
    places = []
    for kind, (before, after) in enumerate(zip(scene.before, scene.after, strict=True)):
        exchanged = z3.And(before == scene.end(), after == scene.start())
        places.append(z3.Or(scene.token == kind, after == before, exchanged))
    return z3.And(*places)


def in_parts(rule: Rule) -> Goal:
    """A second move, of the same token, leads where one move with the cards of both leads."""

    def goal(scene: Scene, readings: Readings) -> Formula:
        second = following(scene)
        both = replace(
            scene,
            after=numbers(scene.token.ctx, "both_after", TYPES),
            treasures=[one + other for one, other in zip(scene.treasures, second.treasures, strict=True)],
            wilds=scene.wilds + second.wilds,
        )
        happen = [rule(then, readings) for then in (second, both)]
        return z3.Implies(z3.And(*second.premises(), *happen), same(second.after, both.after))

    return goal


def cut_short(curse: Rule) -> Goal:
    """From one space before the rightmost, three cards and a curse of the same three do not restore the track."""

    def goal(scene: Scene, readings: Readings) -> Formula:
        second = following(scene)
        here = [space == kind for kind, space in enumerate(scene.before)]
        cards = zip((*scene.treasures, scene.wilds), (*second.treasures, second.wilds), strict=True)
        three = [scene.token == LAST - 1, scene.joined == 0, scene.own() == 3, scene.total() == 3]
        again = [one == other for one, other in cards]
        happens = z3.And(*here, *three, *again, curse(second, readings))
        return z3.Implies(happens, z3.Not(same(scene.before, second.after)))

    return goal


def undone(curse: Rule) -> Goal:
    """A curse of the distance of the bribe before, which met no end, restores the track."""

    def goal(scene: Scene, readings: Readings) -> Formula:
        cards = raise_distance(scene, readings)
        second = following(scene)
        curses = [curse(second, readings), distance(second, readings) == cards]
        not_cut_short = scene.start() + cards <= LAST
        return z3.Implies(z3.And(not_cut_short, *second.premises(), *curses), same(scene.before, second.after))

    return goal
