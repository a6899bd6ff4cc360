"""The Dragon's Favor track: how far each token moves."""

from itertools import pairwise

from properties.property import Position, Step, expect, on_position, on_step
from properties.village.board import only_wilds, places
from reference_engine.jsonform import Json


@on_position(
    "track.one_a_space", "There is one token a space, and the values rise to the one at the right end.", "V-SETUP-3"
)
def track_one_a_space(position: Position) -> bool:
    """Tokens are distinct, as many as spaces."""
    track, values = position.data["track"], position.data["values"]
    expect(len(values), len(track), "the number of tokens is")
    expect(len(track), len(set(track)), "the number of different tokens is")
    for left, right in pairwise(values):
        expect(True, left <= right, f"that {left} is not above {right}:")
    expect(1, values.count(max(values)), "the number of spaces worth most is")
    return True


@on_step("track.same_tokens", "No token is lost or changed.", "V-SETUP-3")
def track_same_tokens(step: Step) -> bool:
    """The tokens, without their order."""
    expect(sorted(step.before.data["track"]), sorted(step.after.data["track"]), "the tokens are")
    return True


@on_step(
    "favor.distance",
    "A bribe moves its token to the right by as many spaces as it plays cards, and not beyond the right end.",
    "V-FAVOR-1",
    "V-FAVOR-3",
)
def favor_distance(step: Step) -> bool:
    """Spaces moved and spaces lost add up; some are lost only at the right end, and none but there if that is so."""
    if step.move["type"] != "bribe":
        return False
    treasure, spaces = step.move["treasure"], favored(step)
    start, end = places(step.before.data)[treasure], places(step.after.data)[treasure]
    last = len(step.after.data["track"]) - 1
    match step.readings["favor.overshoot"]:
        case "stop" if end == last:
            expect(True, 0 <= end - start <= spaces, f"that {treasure} moves at most {spaces} spaces:")
        case "block" if start == last:
            expect(last, end, f"the space of {treasure} is")
        case "stay" if end == start:
            expect(True, spaces == 0 or spaces > last - start, f"that {treasure} cannot move {spaces} spaces:")
        case _:
            expect(spaces, end - start, f"the number of spaces that {treasure} moves is")
    return True


def favored(step: Step) -> int:
    """How many spaces a bribe moves its token, if the track is long enough."""
    return favor_spaces(step.before.data, step.readings, step.move["treasure"], step.move["cards"])


def favor_spaces(data: Json, reading: dict[str, str], treasure: str, cards: str) -> int:
    """The same for these cards of the player to move."""
    return spaces_for(data["bribes"][data["turn"]].get(treasure, ""), cards, reading)


def spaces_for(joined: str, cards: str, reading: dict[str, str]) -> int:
    """The same for cards that join a bribe of these, or start one."""
    if only_wilds(cards) and reading["favor.wild_bribe"] == "none":
        return 0
    counted = {"played": cards, "bribe": joined + cards, "new": "" if joined else cards}
    return len(counted[reading["favor.distance"]])


@on_step(
    "favor.passed",
    "The tokens that a bribed token passes move one space to the left, the others not at all.",
    "V-FAVOR-2",
)
def favor_passed(step: Step) -> bool:
    """Every other token, from where the bribed one really started to where it really ended."""
    if step.move["type"] != "bribe":
        return False
    return _others_make_way(step, step.move["treasure"], -1)


@on_step(
    "curse.distance",
    "A visit moves the cursed token one space to the left for every card discarded, to the left end at most.",
    "V-CURSE-1",
    "V-CURSE-4",
)
def curse_distance(step: Step) -> bool:
    """Spaces moved and spaces lost add up; some are lost only at the left end, and none if that is forbidden."""
    if "curse" not in step.move:
        return False
    cursed, spaces = step.move["curse"], len(step.move["pay"])
    expect(True, cursed in step.move["pay"] and not only_wilds(cursed), f"that {cursed} is a treasure card paid:")
    if step.readings["curse.distance"] == "type":
        spaces = step.move["pay"].count(cursed)
    start, end = places(step.before.data)[cursed], places(step.after.data)[cursed]
    if end > 0 or step.readings["curse.floor"] == "block":
        expect(spaces, start - end, f"the number of spaces that {cursed} moves to the left is")
    else:
        expect(True, 0 <= start <= spaces, f"that {cursed} moves at most {spaces} spaces:")
    return True


@on_step(
    "curse.passed",
    "The tokens that a cursed token passes move one space to the right, the others not at all.",
    "V-CURSE-2",
)
def curse_passed(step: Step) -> bool:
    """Every other token, from where the cursed one really started to where it really ended."""
    if "curse" not in step.move:
        return False
    return _others_make_way(step, step.move["curse"], +1)


@on_step(
    "track.still",
    "No token moves by a draw, by a visit of stall 0, or at the end of the game.",
    "V-CURSE-3",
    "V-END-2",
    "V-TURN-1",
)
def track_still(step: Step) -> bool:
    """The whole track."""
    if step.move["type"] == "bribe" or "curse" in step.move:
        return False
    expect(step.before.data["track"], step.after.data["track"], "the track is")
    return True


def _others_make_way(step: Step, mover: str, way: int) -> bool:
    """Checks where all tokens but `mover` stand; `way` is where a passed one goes. Whether one was passed."""
    before, after = places(step.before.data), places(step.after.data)
    start, end = before.pop(mover), after.pop(mover)
    between = range(min(start, end), max(start, end) + 1)
    swap = step.readings["track.passing"] == "swap"
    for token, space in before.items():
        there = space + way if space in between else space
        if swap:
            there = start if space == end else space
        expect(there, after[token], f"the space of {token} is")
    return start != end
