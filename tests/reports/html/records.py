"""A recorded game, changed so that it departs from the rules at one step."""

import json
from collections.abc import Callable

from reference_engine.jsonform import Json

STEP = 5
SCRIPT = "<script>document.title = 'taken over'</script><img src=x onerror=\"document.title = 'taken over'\">"


def _changed(text: str, change: Callable[[Json], None]) -> str:
    lines = [json.loads(line) for line in text.splitlines()]
    change(lines[STEP])
    return "".join(json.dumps(line) + "\n" for line in lines)


def wrong(text: str) -> str:
    """A hand is another one than by the rules."""
    return _changed(text, lambda line: line["state"]["hands"].__setitem__(0, "W"))


def illegal(text: str) -> str:
    """An action cannot be played: nobody has so many cards."""
    return _changed(text, lambda line: line.update(action={"type": "bribe", "treasure": "A", "cards": "A" * 30}))


def nasty(text: str) -> str:
    """The position has a text that a page must not obey."""
    return _changed(text, lambda line: line["state"].update(track=[SCRIPT]))
