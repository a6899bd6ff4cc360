"""Positions in JSON: written, read, and refused when they cannot be on any table."""

from collections import Counter

from reference_engine.drachenschatz.box import Box, unshuffled, worth_from_json
from reference_engine.drachenschatz.ruleset import Ruleset
from reference_engine.drachenschatz.state import (
    CARDS,
    GREATEST_WORTH,
    MOST_CARDS,
    PLAYERS,
    TREASURES,
    WORTH,
    Pile,
    State,
    are_worths,
)
from reference_engine.drachenschatz.year import has_turns
from reference_engine.errors import CannotDeal, CannotParse, ImpossiblePosition
from reference_engine.jsonform import Json, member, of_type, shown
from reference_engine.multiset import is_ascending


def position_to_json(state: State) -> Json:
    """The position in the form of the protocol; `worth` only where it is not the protocol's table."""
    data: Json = {
        "players": state.players,
        "turn": state.turn,
        "over": state.over,
        "year": state.year,
        "middle": state.middle,
        "later": list(state.later),
        "piles": [{"cards": pile.cards, "dragon": pile.dragon} for pile in state.piles],
        "hoards": list(state.hoards),
    }
    return data if state.worth == WORTH else data | {"worth": _worth(state)}


def observe(state: State, player: int) -> Json:
    """D-INFO-1: the position with the top cards of the treasure piles, and of all others only the sizes."""
    return position_to_json(state) | {
        "player": player,
        "middle": len(state.middle),
        "later": [len(cards) for cards in state.later],
        "piles": [{"top": pile.cards[-1], "size": len(pile.cards), "dragon": pile.dragon} for pile in state.piles],
        "worth": _worth(state),
    }


def _worth(state: State) -> Json:
    """D-SCORE-1: the table of values."""
    return dict(zip(TREASURES, state.worth, strict=True))


def position_from_json(data: Json, ruleset: Ruleset) -> State:
    """Inverts `position_to_json`; fields that the protocol does not know are ignored.

    Raises `CannotParse` when a field is missing or of another type, and `ImpossiblePosition`
    when the position cannot be on any table.
    """
    data = of_type(data, dict, "the position")
    players = member(data, "players", int)
    worth = worth_from_json(of_type(data["worth"], dict, "worth")).values() if "worth" in data else WORTH
    state = State(
        turn=member(data, "turn", int),
        over=member(data, "over", bool),
        year=member(data, "year", int),
        middle=member(data, "middle", str),
        later=tuple(of_type(cards, str, "each of later") for cards in member(data, "later", list)),
        piles=tuple(_pile(of_type(pile, dict, "each pile")) for pile in member(data, "piles", list)),
        hoards=tuple(of_type(hoard, str, "each hoard") for hoard in member(data, "hoards", list)),
        worth=tuple(worth),
    )
    _check_seats(state, players)
    _check_cards(state)
    if state.over:
        _check_over(state)
    else:
        _check_years(state)
        _check_piles(state)
        _check_dragons(state, ruleset)
    return state


def check_box(state: State, box: Box) -> None:
    """D-SETUP-2: raises `ImpossiblePosition` unless all cards and year piles of the box are there, and no others.

    D-SCORE-1: the table of values must be the box's too.
    """
    try:
        (cards,) = unshuffled(box, state.players)
    except CannotDeal as error:
        raise ImpossiblePosition(str(error)) from None
    has = Counter("".join(text for _, text in _zones(state)))
    for card in CARDS:
        if has[card] != cards.count(card):
            raise ImpossiblePosition(f"{has[card]} cards {card}, but the box {box.name} has {cards.count(card)}")
    years = state.year + len(state.later)
    if years != box.piles[state.players]:
        raise ImpossiblePosition(f"{years} years, but the box {box.name} has {box.piles[state.players]}")
    if _worth(state) != box.worth:
        raise ImpossiblePosition(f"treasures are worth {_worth(state)}, but in the box {box.name} {dict(box.worth)}")


def _pile(data: Json) -> Pile:
    for key in data:
        if key not in {"cards", "dragon"}:
            raise CannotParse(f"a pile has no {shown(key)}")
    cards = member(data, "cards", str, "a pile's cards")
    if "dragon" in data and data["dragon"] is None:
        return Pile(cards)
    return Pile(cards, member(data, "dragon", int, "a pile's dragon"))


def _check_seats(state: State, players: int) -> None:
    """D-SETUP-1: 3 to 6 players, a hoard for each, one of them to move."""
    if players not in PLAYERS:
        raise ImpossiblePosition(f"D-SETUP-1: 3 to 6 players, not {shown(players)}")
    if len(state.hoards) != players:
        raise ImpossiblePosition(f"D-SETUP-1: {players} players, but {len(state.hoards)} hoards")
    if not 0 <= state.turn < players:
        raise ImpossiblePosition(f"D-SETUP-1: it is the turn of player {shown(state.turn)} of {players}")


def _check_cards(state: State) -> None:
    """D-ANIMAL-1, D-SCORE-1: only animals and treasures that can be worth that; D-YEAR-3: hoards in ascending order."""
    for zone, cards in _zones(state):
        if len(cards) > MOST_CARDS:
            raise ImpossiblePosition(f"D-SETUP-2: {zone} has {len(cards)} cards; no box has so many")
        if not set(cards) <= set(CARDS):
            raise ImpossiblePosition(f"D-SETUP-2: {zone} has cards that are not of {CARDS}: {shown(cards)}")
        if zone.endswith("hoard") and not is_ascending(cards):
            raise ImpossiblePosition(f"{zone}: cards not in ascending order: {shown(cards)}")
    if not are_worths(state.worth):
        raise ImpossiblePosition(f"D-SCORE-1: treasures are worth from 0 to {GREATEST_WORTH}, not {shown(state.worth)}")
    if not 1 <= state.year <= MOST_CARDS:
        raise ImpossiblePosition(f"D-SETUP-2: no game has a year {shown(state.year)}")


def _check_over(state: State) -> None:
    """D-YEAR-5: a game ends when nothing is left but hoards."""
    if state.middle or state.later or state.piles:
        raise ImpossiblePosition("D-YEAR-5: the game is over, but there are cards outside the hoards")


def _check_years(state: State) -> None:
    """D-YEAR-1: every year pile to come has a card for each treasure pile."""
    for cards in state.later:
        if len(cards) < state.players:
            raise ImpossiblePosition(f"D-YEAR-1: a pile to come has {len(cards)} cards for {state.players} players")


def _check_piles(state: State) -> None:
    """D-YEAR-1: as many treasure piles as players, each with a card."""
    if len(state.piles) != state.players:
        raise ImpossiblePosition(f"D-YEAR-1: {len(state.piles)} treasure piles for {state.players} players")
    for number, pile in enumerate(state.piles):
        if not pile.cards:
            raise ImpossiblePosition(f"D-YEAR-1: pile {number} has no cards")


def _check_dragons(state: State, ruleset: Ruleset) -> None:
    """D-SETUP-1: one dragon a player. D-LAST-1: two or more have not claimed. D-CLAIM-1: nor has the one to move."""
    for player in state.claimed:
        if not 0 <= player < state.players:
            raise ImpossiblePosition(f"D-SETUP-1: a dragon of player {shown(player)} of {state.players}")
        if state.claimed.count(player) > 1:
            raise ImpossiblePosition(f"D-SETUP-1: two dragons of player {player}")
    if len(state.free) < 2:
        raise ImpossiblePosition(
            f"D-LAST-1: the year goes on with {len(state.claimed)} of {state.players} piles claimed"
        )
    if not has_turns(state, state.turn, ruleset):
        raise ImpossiblePosition(f"D-CLAIM-1: it is the turn of player {state.turn}, who has claimed a pile")


def _zones(state: State) -> list[tuple[str, str]]:
    """Every place where cards are, with its name."""
    return [
        ("the middle", state.middle),
        *((f"pile to come {number}", cards) for number, cards in enumerate(state.later)),
        *((f"pile {number}", pile.cards) for number, pile in enumerate(state.piles)),
        *((f"player {player}'s hoard", hoard) for player, hoard in enumerate(state.hoards)),
    ]
