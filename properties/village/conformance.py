"""What driving a program needs to know of this game."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from properties.property import Position, Step
from properties.village.board import STALLS, WILD, gathered
from properties.village.edges import EDGES, exercised, forbidden
from properties.village.near_misses import AFTER_THE_END, BRIBES, CURSES, VISITS, Seat
from properties.village.opening import demands, drawn, is_opening
from properties.village.scoring import totals
from properties.village.views import reshuffled as _reshuffled
from reference_engine.interface import Action
from reference_engine.jsonform import Json, digest

__all__ = [
    "CHANCE_CLAUSES",
    "DEFAULTS",
    "EDGES",
    "VIEW_CLAUSES",
    "blamed",
    "demands",
    "drawn",
    "forbidden",
    "near_misses",
    "reduced",
    "reshuffled",
    "set_up",
]

_PIECES = 6  # of a row of cards, that are kept or left out as a whole
VIEW_CLAUSES = ("V-INFO-1",)
CHANCE_CLAUSES = ("V-SETUP-2", "V-SETUP-3")
DEFAULTS: Json = {"next_stall": STALLS[0]}
_MOVES = {"bribe": ("V-FAVOR-1", "V-FAVOR-3", "V-FAVOR-2"), "visit": ("V-CURSE-1", "V-CURSE-4", "V-CURSE-2")}
"""For the actions that move a token: the clauses on how far, on the end of the track, and on the tokens passed."""
_SCORES = ("V-WIN-1", "V-SCORE-3", "V-SCORE-2", "V-SCORE-1")
_SEEN_IN: dict[str, tuple[str, ...]] = {
    "V-SETUP-1": ("hands",),
    "V-SETUP-2": ("deck",),
    "V-SETUP-3": ("track", "values"),
    "V-SETUP-4": ("hands", "market"),
    "V-SETUP-5": ("turn",),
}


def near_misses(position: Position) -> Iterator[Action]:
    """Actions that are forbidden there, each one step away from a legal one; each once."""
    seat, seen = Seat(position), set()
    for miss in AFTER_THE_END if position.data["over"] else (*BRIBES, *VISITS, *CURSES):
        data = miss.build(seat)
        if data is not None:
            action = position.game.action_from_json(data)
            text = position.game.action_to_text(action)
            if text not in seen:
                seen.add(text)
                yield action


def reshuffled(data: Json, player: int) -> Json:
    """The position with the cards of the deck and of the other hands in other places."""
    return _reshuffled(data, player, random.Random(f"{digest(data)} {player}"))


def set_up(data: Json, got: Json) -> Iterator[str]:
    """The clauses about openings that could be seen when a program showed an opening that was set up."""
    if is_opening(data):
        for clause, fields in _SEEN_IN.items():
            if all(field in got for field in fields):
                yield clause


def blamed(after: Position, step: Step | None, field: str, got: Json) -> tuple[str, ...]:
    """The clauses to blame for a field, where what is got tells more than which field differs.

    Where the moved token stands right, it is the others that do not. Where the same player moves again, it
    is not the order of turns that is wrong. Where every refill begins at the same stall, it is that which is. Where
    cards are left, the dealing has stopped too early. A total is wrong for what its player has.
    """
    if field == "outcome.scores" and isinstance(got["scores"], list):
        return _blamed_for_scores(after, got["scores"])
    if step is None:
        return ()
    kind, data, done = step.move["type"], after.data, set(exercised(step))
    match field:
        case "turn" if not data["over"]:
            return ("V-TURN-1",) if got["turn"] == step.before.data["turn"] else ("V-TURN-2",)
        case "next_stall" if field not in data:
            return ("V-REFILL-1",)
        case "over" if kind == "bribe":
            return _blamed_for_end(data, got)
        case "hands" if kind == "visit" and "pay" in step.move and _is_like(got["hands"], data["hands"]):
            return _blamed_for_payment(step, got["hands"])
        case "track" if kind in _MOVES:
            token = step.move["treasure"] if kind == "bribe" else step.move.get("curse")
            distance, limit, passed = _MOVES[kind]
            if not (token and isinstance(got["track"], list) and token in got["track"]):
                return ()
            end = tuple(clause for clause in ("V-REFILL-3", "V-END-2") if clause in done)
            if got["track"].index(token) == data["track"].index(token):
                return (*end, passed)
            return (*end, limit, distance) if limit in done else (*end, distance)
    return ()


def _blamed_for_end(data: Json, got: Json) -> tuple[str, ...]:
    """The clause on where a refill stops, or that on a refill that runs out, where the end tells which it is."""
    if data["over"]:
        return ("V-REFILL-2",) if got.get("deck") else ()
    return () if data["deck"] else ("V-REFILL-3",)


def _is_like(got: object, hands: list[str]) -> bool:
    """Whether something are as many hands."""
    return isinstance(got, list) and len(got) == len(hands) and all(isinstance(hand, str) for hand in got)


def _blamed_for_payment(step: Step, got: list[str]) -> tuple[str, ...]:
    """The clause on the payment where just cards of it are too many in the hand, else that on the cards taken."""
    mover = step.before.data["turn"]
    kept = Counter(got[mover])
    kept.subtract(step.after.data["hands"][mover])
    return ("V-MARKET-1",) if all(0 <= kept[card] <= step.move["pay"].count(card) for card in kept) else ("V-MARKET-3",)


def _blamed_for_scores(after: Position, got: list[int]) -> tuple[str, ...]:
    """The clauses that could have made all of the wrong totals wrong."""
    suspected = []
    for player, (right, total) in enumerate(zip(totals(after), got, strict=False)):
        if right != total:
            hand = after.data["hands"][player]
            about = {"V-WIN-1": right < 0, "V-SCORE-3": WILD in hand, "V-SCORE-2": bool(hand.strip(WILD))}
            about["V-SCORE-1"] = bool(after.data["bribes"][player])
            suspected.append([clause for clause, has in about.items() if has])
    return tuple(clause for clause in _SCORES if suspected and all(clause in each for each in suspected))


def reduced(data: Json, keep: Callable[[], bool]) -> Json:
    """A simpler position: fewer players and cards, player 0 to move, tokens in alphabetical order."""
    seats = [player for player in range(data["players"]) if player == data["turn"] or keep()]
    for player in range(data["players"]):
        if len(seats) < 2 and player not in seats:
            seats = sorted([*seats, player])

    def fewer(cards: str) -> str:
        size = -(-len(cards) // _PIECES) or 1
        return "".join(cards[first : first + size] for first in range(0, len(cards), size) if keep())

    if not keep():
        seats = seats[(first := seats.index(data["turn"])) :] + seats[:first]
    bribes = [{kind: _bribe(kind, cards, fewer) for kind, cards in data["bribes"][player].items()} for player in seats]
    return data | {
        "players": len(seats),
        "turn": seats.index(data["turn"]),
        "deck": fewer(data["deck"]),
        "hands": [fewer(data["hands"][player]) for player in seats],
        "bribes": [{kind: cards for kind, cards in own.items() if cards} for own in bribes],
        "market": {str(stall): fewer(data["market"][str(stall)]) for stall in STALLS},
        "track": data["track"] if keep() else sorted(data["track"]),
        "discard": fewer(data["discard"]),
    }


def _bribe(kind: str, cards: str, fewer: Callable[[str], str]) -> str:
    """A smaller bribe; "" where no card of its type is left."""
    left = gathered(fewer(cards))
    return "" if set(left) <= {WILD} else left if kind in left else ""
