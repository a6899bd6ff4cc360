"""What a player sees: tops, dragons, hoards and sizes; not what is under the tops, in the middle, or to come."""

import random
from collections.abc import Iterator

from properties.drachenschatz.board import CARDS, free, gathered, seed_of
from properties.property import Position, Violated, expect, on_position
from reference_engine.jsonform import Json, same

Change = tuple[str, Json]  # what is changed, and the position with that change


@on_position("view.blind", "A view does not change when cards that nobody can see change places.", "D-INFO-1", one_in=8)
def view_blind(position: Position) -> bool:
    """Deals all of them again; counts if not all are where they were."""
    data, rng = position.data, random.Random(seed_of(position))
    if data["over"]:
        return False
    player = rng.randrange(data["players"])
    changed = reshuffled(data, player, rng)
    expected, got = _view(position, player, data), _view(position, player, changed)
    if not same(expected, got):
        raise Violated(expected, got)
    return not same(data, changed)


@on_position("view.shows", "A view changes with everything that the players see.", "D-INFO-1", one_in=16)
def view_shows(position: Position) -> bool:
    """Changes one thing after the other."""
    data, rng = position.data, random.Random(seed_of(position))
    if data["over"]:
        return False
    player = rng.randrange(data["players"])
    before = _view(position, player, data)
    for what, changed in _changes(data, rng):
        expect(False, same(before, _view(position, player, changed)), f"that player {player} cannot see {what}:")
    return True


def _view(position: Position, player: int, data: Json) -> Json:
    game = position.game
    return game.observe(game.position_from_json(data, position.ruleset), player)


def reshuffled(data: Json, player: int, rng: random.Random) -> Json:  # noqa: ARG001 - all players see the same
    """The position with all cards that the player does not see dealt again, as many to each place."""
    under = "".join(pile["cards"][:-1] for pile in data["piles"])
    unseen = iter(rng.sample(cards := "".join((data["middle"], *data["later"], under)), len(cards)))

    def deal(covered: str) -> str:
        return "".join(next(unseen) for _ in covered)

    return data | {
        "middle": deal(data["middle"]),
        "later": [deal(cards) for cards in data["later"]],
        "piles": [pile | {"cards": deal(pile["cards"][:-1]) + pile["cards"][-1]} for pile in data["piles"]],
    }


def _changes(data: Json, rng: random.Random) -> Iterator[Change]:
    """Positions that differ from this one in one thing that everybody sees."""
    number, owner, card = rng.randrange(len(data["piles"])), rng.randrange(data["players"]), rng.choice(CARDS)
    cards: str = data["piles"][number]["cards"]
    other = rng.choice(CARDS.replace(cards[-1], ""))
    yield "the top card of a pile", _with_pile(data, number, cards=cards[:-1] + other)
    yield "the number of cards in a pile", _with_pile(data, number, cards=card + cards)
    yield "where a dragon is", _dragon_moved(data, rng)
    yield "the number of cards in the middle", data | {"middle": data["middle"] + card}
    hoards = list(data["hoards"])
    hoards[owner] = gathered(hoards[owner], card)
    yield "a hoard", data | {"hoards": hoards}
    yield "the number of piles to come", data | {"later": [*data["later"], card * data["players"]]}
    if data["later"]:
        yield "the number of cards in a pile to come", data | {"later": [data["later"][0] + card, *data["later"][1:]]}


def _with_pile(data: Json, number: int, **fields: object) -> Json:
    piles = list(data["piles"])
    piles[number] = piles[number] | fields
    return data | {"piles": piles}


def _dragon_moved(data: Json, rng: random.Random) -> Json:
    """The position with a dragon on another pile, or, where there is none on any, with one of a player not to move."""
    there = rng.choice(free(data))
    for number, pile in enumerate(data["piles"]):
        if pile["dragon"] is not None:
            return _with_pile(_with_pile(data, number, dragon=None), there, dragon=pile["dragon"])
    return _with_pile(data, there, dragon=(data["turn"] + 1) % data["players"])
