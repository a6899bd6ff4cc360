"""The track, the market, the deck, and before each player a hand and the bribes in columns."""

from collections import Counter
from collections.abc import Iterator

from reference_engine.jsonform import Json
from reports.html.zones import Form, Pile, Route, Zone, from_the_top

_STALLS = ("3", "2", "1", "0")
_DISCARD = "the discard"


def zones(data: Json) -> tuple[Zone, ...]:
    """The position of that JSON."""
    return (_track(data), _market(data), *_decks(data), *(_player(data, player) for player in range(data["players"])))


def told(action: Json, player: int) -> str:
    """An action of a player in a sentence without its full stop."""
    match action:
        case {"type": "bribe", "treasure": treasure, "cards": cards}:
            return f"Player {player} bribes with {_listed(cards)} for treasure {treasure}"
        case {"type": "visit", "stall": stall, "pay": pay, "curse": curse}:
            return f"Player {player} visits stall {stall}, pays {_listed(pay)} and curses {curse}"
        case {"type": "visit", "stall": stall}:
            return f"Player {player} visits stall {stall}"
    return f"Player {player} draws"


def routes(before: Json, action: Json, after: Json) -> Iterator[Route]:
    """Bribes come from the own hand; a visit pays from the hand, and takes what lies in the stall."""
    for player, (had, has) in enumerate(zip(before["bribes"], after["bribes"], strict=True)):
        for kind, cards in sorted(has.items()):
            if came := "".join((Counter(cards) - Counter(had.get(kind, ""))).elements()):
                yield came, _hand(player), _bribe(player, kind)
    if action["type"] == "visit":
        hand, stall = _hand(before["turn"]), str(action["stall"])
        yield from (
            (cards, source, target)
            for cards, source, target in (
                (action.get("pay", ""), hand, _DISCARD),
                (before["market"][stall], _stall(stall), hand),
            )
            if cards
        )


def _hand(player: int) -> str:
    return f"player {player}'s hand"


def _bribe(player: int, kind: str) -> str:
    return f"player {player}'s bribe {kind}"


def _stall(stall: str) -> str:
    return f"stall {stall}"


def _listed(cards: str) -> str:
    return " ".join(cards) or "nothing"


def _track(data: Json) -> Zone:
    """The spaces with what they are worth; each bears a token."""
    spaces = enumerate(zip(data["track"], data["values"], strict=True))
    piles = (
        Pile(f"space {number} (worth {value})", token, Form.SPACE, str(value)) for number, (token, value) in spaces
    )
    return Zone("Dragon's Favor", tuple(piles))


def _market(data: Json) -> Zone:
    piles = (Pile(_stall(stall), data["market"][stall], Form.COLUMN, f"stall {stall}") for stall in _STALLS)
    following = data.get("next_stall")
    return Zone(
        "Black Market", tuple(piles), note="" if following is None else f"The next card goes to stall {following}."
    )


def _decks(data: Json) -> tuple[Zone, Zone]:
    deck, discard = data["deck"], data["discard"]
    kinds = "  ".join(f"{letter}\N{MULTIPLICATION SIGN}{discard.count(letter)}" for letter in sorted(set(discard)))
    return (
        Zone("Deck", (Pile("the deck", deck, Form.STACK, str(len(deck))),), note=from_the_top(deck)),
        Zone("Discarded", (Pile(_DISCARD, discard, Form.STACK, str(len(discard))),), note=kinds),
    )


def _player(data: Json, player: int) -> Zone:
    bribes = (
        Pile(_bribe(player, kind), cards, Form.COLUMN, f"bribe {kind}")
        for kind, cards in sorted(data["bribes"][player].items())
    )
    hand = Pile(_hand(player), data["hands"][player], Form.FAN, "hand")
    return Zone(f"Player {player}", (hand, *bribes), to_move=player == data["turn"] and not data["over"])
