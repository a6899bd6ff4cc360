"""Positions in JSON: written, read, and refused when they cannot stand on any table."""

from collections import Counter

from reference_engine.errors import CannotDeal, ImpossiblePosition
from reference_engine.jsonform import Json, member, of_type, shown
from reference_engine.multiset import is_ascending
from reference_engine.village.box import Box, unshuffled
from reference_engine.village.ruleset import Ruleset
from reference_engine.village.state import MOST_CARDS, STALLS, TREASURES, WILD, State, are_worths


def position_to_json(state: State) -> Json:
    """The position in the form of the protocol; `next_stall` only where the ruleset asks for it."""
    data: Json = {
        "players": state.players,
        "turn": state.turn,
        "over": state.over,
        "deck": state.deck,
        "hands": list(state.hands),
        "bribes": [{bribe[0]: bribe for bribe in bribes} for bribes in state.bribes],
        "market": {str(stall): state.market[stall] for stall in STALLS},
        "track": list(state.track),
        "values": list(state.values),
        "discard": state.discard,
    }
    return data if state.next_stall is None else data | {"next_stall": state.next_stall}


def observe(state: State, player: int) -> Json:
    """V-INFO-1: the position with the deck and the other hands as numbers of cards."""
    hands = [hand if owner == player else len(hand) for owner, hand in enumerate(state.hands)]
    return position_to_json(state) | {"player": player, "deck": len(state.deck), "hands": hands}


def position_from_json(data: Json, ruleset: Ruleset) -> State:
    """Inverts `position_to_json`; fields that the protocol does not know are ignored.

    Raises `CannotParse` when a field is missing or of another type, and `ImpossiblePosition`
    when the position cannot stand on any table.
    """
    data = of_type(data, dict, "the position")
    players = member(data, "players", int)
    market = member(data, "market", dict)
    bribes = [of_type(bribe, dict, "each player's bribes") for bribe in member(data, "bribes", list)]
    _check_stalls(market)
    _check_bribes(bribes)
    state = State(
        turn=member(data, "turn", int),
        over=member(data, "over", bool),
        deck=member(data, "deck", str),
        hands=tuple(of_type(hand, str, "each hand") for hand in member(data, "hands", list)),
        bribes=tuple(tuple(bribe[kind] for kind in sorted(bribe)) for bribe in bribes),
        market=tuple(market[str(stall)] for stall in sorted(STALLS)),
        track=tuple(of_type(token, str, "each entry of track") for token in member(data, "track", list)),
        values=tuple(of_type(value, int, "each value") for value in member(data, "values", list)),
        discard=member(data, "discard", str),
        next_stall=_next_stall(data, ruleset),
    )
    _check_seats(state, players)
    _check_track(state)
    _check_cards(state)
    _check_over(state)
    return state


def check_box(state: State, box: Box) -> None:
    """V-SETUP-2, V-SETUP-3: raises `ImpossiblePosition` unless all cards of the box are there, and no others."""
    try:
        cards, _ = unshuffled(box, state.players)
    except CannotDeal as error:
        raise ImpossiblePosition(str(error)) from None
    has = Counter("".join(text for _, text in _zones(state)))
    for card in sorted(has | Counter(cards)):
        if has[card] != cards.count(card):
            raise ImpossiblePosition(f"{has[card]} cards {card}, but the box {box.name} has {cards.count(card)}")
    if state.values != box.values:
        raise ImpossiblePosition(f"the spaces are worth {state.values}, but in the box {box.name} {box.values}")


def _next_stall(data: Json, ruleset: Ruleset) -> int | None:
    """V-REFILL-1: where the next refill begins; refills start at stall 3 unless they continue."""
    if ruleset.refill_start == "restart":
        return None
    stall = of_type(data.get("next_stall", STALLS[0]), int, "next_stall")
    if stall not in STALLS:
        raise ImpossiblePosition(f"V-REFILL-1: next_stall is {stall}; the stalls are 3, 2, 1 and 0")
    return stall


def _check_stalls(market: Json) -> None:
    """V-SETUP-4: four stalls, named by what they cost."""
    for stall in STALLS:
        if str(stall) not in market:
            raise ImpossiblePosition(f"V-SETUP-4: stall {stall} is missing from the market")
        of_type(market[str(stall)], str, f"stall {stall}")
    for name in market:
        if name not in map(str, STALLS):
            raise ImpossiblePosition(f"V-SETUP-4: the market has no stall {shown(name)}")


def _check_bribes(bribes: list[Json]) -> None:
    """V-BRIBE-1, V-BRIBE-3: every bribe has treasure cards of its type, and only Wilds beside them."""
    for player, own in enumerate(bribes):
        for kind, cards in own.items():
            where = f"player {player}'s bribe {shown(kind)}"
            if kind not in set(TREASURES):
                raise ImpossiblePosition(f"V-BRIBE-1: {where} is of no treasure type")
            if kind not in of_type(cards, str, where):
                raise ImpossiblePosition(f"V-BRIBE-3: {where} has no treasure card {kind}")
            if not set(cards) <= {kind, WILD}:
                raise ImpossiblePosition(f"V-BRIBE-1: {where} has other cards than {kind} and Wilds: {shown(cards)}")


def _check_seats(state: State, players: int) -> None:
    """V-SETUP-1: 2 to 5 players, a hand and bribes for each, one of them to move."""
    if not 2 <= players <= 5:
        raise ImpossiblePosition(f"V-SETUP-1: 2 to 5 players, not {players}")
    if len(state.hands) != players or len(state.bribes) != players:
        raise ImpossiblePosition(
            f"V-SETUP-1: {players} players, but {len(state.hands)} hands and {len(state.bribes)} sets of bribes"
        )
    if not 0 <= state.turn < players:
        raise ImpossiblePosition(f"V-SETUP-1: it is the turn of player {state.turn} of {players}")


def _check_track(state: State) -> None:
    """V-SETUP-3: one token a space, values never falling, the last greater than all others."""
    for space, token in enumerate(state.track):
        if len(token) != 1:
            raise ImpossiblePosition(f"V-SETUP-3: one token a space, but space {space} has {shown(token)}")
        if token not in TREASURES:
            raise ImpossiblePosition(f"V-SETUP-3: {shown(token)} on space {space} is no treasure type")
        if token in state.track[:space]:
            raise ImpossiblePosition(f"V-SETUP-3: the token {token} is on two spaces")
    if not state.track or len(state.values) != len(state.track):
        raise ImpossiblePosition(f"V-SETUP-3: {len(state.track)} tokens on {len(state.values)} spaces")
    if not are_worths(state.values):
        raise ImpossiblePosition(f"V-SETUP-3: values must rise to the one greatest at the end: {shown(state.values)}")


def _check_cards(state: State) -> None:
    """V-SETUP-2: only cards of the game's types and Wilds, multisets in ascending order."""
    for zone, cards in _zones(state):
        if len(cards) > MOST_CARDS:
            raise ImpossiblePosition(f"V-SETUP-2: {zone} has {len(cards)} cards; no box has so many")
        if not set(cards) <= {*state.track, WILD}:
            raise ImpossiblePosition(f"V-SETUP-2: {zone} has cards of no type on the track: {shown(cards)}")
        if zone != "the deck" and not is_ascending(cards):
            raise ImpossiblePosition(f"{zone}: cards not in ascending order: {shown(cards)}")


def _check_over(state: State) -> None:
    """V-END-1, V-END-2: a game ends with an empty deck, and matching hand cards are in the bribes."""
    if not state.over:
        return
    if state.deck:
        raise ImpossiblePosition(f"V-END-1: the game is over, but the deck has {len(state.deck)} cards")
    for player, hand in enumerate(state.hands):
        for bribe in state.bribes[player]:
            if bribe[0] in hand:
                raise ImpossiblePosition(f"V-END-2: the game is over, but player {player} holds back {bribe[0]}")


def _zones(state: State) -> list[tuple[str, str]]:
    """Every place where cards are, with its name."""
    return [
        ("the deck", state.deck),
        *((f"player {player}'s hand", hand) for player, hand in enumerate(state.hands)),
        *(
            (f"player {player}'s bribe {bribe[0]}", bribe)
            for player, bribes in enumerate(state.bribes)
            for bribe in bribes
        ),
        *((f"stall {stall}", state.market[stall]) for stall in STALLS),
        ("the discard", state.discard),
    ]
