"""What a player sees: all of the open cards, and nothing of the deck and the other hands but their numbers."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from properties.property import Position, Violated, expect, on_position
from properties.village.board import WILD, gathered, seed_of
from reference_engine.jsonform import Json, same

Change = tuple[str, Json]  # what is changed, and the position with that change


@on_position(
    "view.blind", "A view does not change when cards that the player cannot see change places.", "V-INFO-1", one_in=8
)
def view_blind(position: Position) -> bool:
    """Shuffles the deck and the other hands together; counts if their cards are not all where they were."""
    data, rng = position.data, random.Random(seed_of(position))
    if data["over"]:
        return False
    player = rng.randrange(data["players"])
    for _ in range(3):
        changed = reshuffled(data, player, rng)
        if _moved(data, changed):
            break
    expected, got = _view(position, player, data), _view(position, player, changed)
    if not same(expected, got):
        raise Violated(expected, got)
    return _moved(data, changed)


@on_position("view.seen", "A view changes with everything that the player sees.", "V-INFO-1", one_in=32)
def view_seen(position: Position) -> bool:
    """Changes one thing after the other."""
    data, rng = position.data, random.Random(seed_of(position))
    if data["over"]:
        return False
    player = rng.randrange(data["players"])
    before = _view(position, player, data)
    for what, changed in _changes(data, player, rng):
        expect(False, same(before, _view(position, player, changed)), f"that player {player} cannot see {what}:")
    return True


def _view(position: Position, player: int, data: Json) -> Json:
    game = position.game
    return game.observe(game.position_from_json(data, position.ruleset), player)


def reshuffled(data: Json, player: int, rng: random.Random) -> Json:
    """The position with all cards that the player does not see dealt again, as many to each place."""
    unseen = [*data["deck"], *(card for other, hand in enumerate(data["hands"]) if other != player for card in hand)]
    rng.shuffle(unseen)
    hands = [
        hand if other == player else gathered(*(unseen.pop() for _ in hand)) for other, hand in enumerate(data["hands"])
    ]
    return data | {"deck": "".join(unseen), "hands": hands}


def _moved(data: Json, changed: Json) -> bool:
    """Whether a card has moved between two hands, or a hand and the deck."""
    return bool(data["hands"] != changed["hands"])


def _changes(data: Json, player: int, rng: random.Random) -> Iterator[Change]:
    """Positions that differ from this one in one thing that the player sees."""
    cards = gathered(*data["track"], WILD)
    owner, stall, treasure = rng.randrange(data["players"]), rng.choice(list(data["market"])), rng.choice(data["track"])
    other = (player + rng.randrange(1, data["players"])) % data["players"]
    own = data["hands"][player]
    if own:
        lost = rng.choice(own)
        swapped = own.replace(lost, rng.choice(cards.replace(lost, "")), 1)
        yield "the own hand", _with(data, "hands", player, lambda _: gathered(swapped))
    yield (
        "a bribe",
        _with(data, "bribes", owner, lambda has: has | {treasure: gathered(has.get(treasure, treasure), WILD)}),
    )
    yield "the market", _with(data, "market", stall, lambda has: gathered(has, treasure))
    place = rng.randrange(len(data["track"]) - 1)
    left, right = data["track"][place : place + 2]
    yield "the track", data | {"track": [*data["track"][:place], right, left, *data["track"][place + 2 :]]}
    yield "the discarded cards", data | {"discard": gathered(data["discard"], treasure)}
    yield "the number of cards in the deck", data | {"deck": data["deck"] + treasure}
    yield "the number of cards in another hand", _with(data, "hands", other, lambda has: gathered(has, treasure))


def _with(data: Json, field: str, key: int | str, change: Callable[..., object]) -> Json:
    """The position with one entry of one field changed."""
    entries: Any = dict(data[field]) if isinstance(data[field], dict) else list(data[field])
    entries[key] = change(entries[key])
    return data | {field: entries}
