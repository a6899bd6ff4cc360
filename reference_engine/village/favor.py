"""The Dragon's Favor track: how tokens move up for bribes and down for curses."""

from reference_engine.village.ruleset import Ruleset

Track = tuple[str, ...]


def raise_token(track: Track, token: str, spaces: int, ruleset: Ruleset) -> Track:
    """V-FAVOR-1: the token moves to the right. V-FAVOR-3: it stops on the rightmost space."""
    start = track.index(token)
    if ruleset.favor_overshoot == "stay" and start + spaces >= len(track):
        return track  # a move that would go beyond the rightmost space is lost as a whole
    return _carry(track, start, min(start + spaces, len(track) - 1), ruleset)


def can_be_raised(track: Track, token: str, spaces: int, ruleset: Ruleset) -> bool:
    """V-FAVOR-3: whether a bribe may move this token so many spaces."""
    if ruleset.favor_overshoot != "block":
        return True
    return token == track[-1] or track.index(token) + spaces < len(track)


def lower_token(track: Track, token: str, spaces: int, ruleset: Ruleset) -> Track:
    """V-CURSE-1: the token moves to the left. V-CURSE-4: it stops on the leftmost space."""
    start = track.index(token)
    return _carry(track, start, max(start - spaces, 0), ruleset)


def can_be_lowered(track: Track, token: str, spaces: int, ruleset: Ruleset) -> bool:
    """V-CURSE-4: whether a curse may move this token so many spaces."""
    if ruleset.curse_floor == "stop":
        return True  # what goes beyond the leftmost space is lost
    return spaces <= track.index(token)


def _carry(track: Track, start: int, end: int, ruleset: Ruleset) -> Track:
    """V-FAVOR-2, V-CURSE-2: one token goes from `start` to `end`, and those in its way make room."""
    row = list(track)
    if ruleset.track_passing == "shift":
        row.insert(end, row.pop(start))
    else:
        row[start], row[end] = row[end], row[start]
    return tuple(row)
