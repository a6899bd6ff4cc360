"""The rules once more, flat: positions are tuples of texts, read from the protocol's JSON and written back as that.

It is written from the clauses alone and shares no rule with the engine, so that every position of a small box can be
found twice. A multiset is a text in ascending order. Nothing is checked here: positions come from openings.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, groupby
from typing import Any, NamedTuple

Readings = Mapping[str, str]

_COSTS = (3, 2, 1, 0)  # of the stalls, in the order in which cards are dealt to them
_WILD = "W"


class Position(NamedTuple):
    """A position. bribes: for each player pairs of a type and its cards, in ascending order; market: as `_COSTS`.

    next_stall: where the next card would be dealt to, as its cost; None where every refill begins at the first stall.
    """

    turn: int
    over: bool
    deck: str
    hands: tuple[str, ...]
    bribes: tuple[tuple[tuple[str, str], ...], ...]
    market: tuple[str, ...]
    track: str
    values: tuple[int, ...]
    discard: str
    next_stall: int | None


def read(data: Mapping[str, Any]) -> Position:
    """The position of the protocol's JSON."""
    return Position(
        data["turn"],
        data["over"],
        data["deck"],
        tuple(data["hands"]),
        tuple(tuple(sorted(own.items())) for own in data["bribes"]),
        tuple(data["market"][str(cost)] for cost in _COSTS),
        "".join(data["track"]),
        tuple(data["values"]),
        data["discard"],
        data.get("next_stall"),
    )


def write(position: Position) -> dict[str, Any]:
    """Inverts `read`."""
    data = {
        "players": len(position.hands),
        "turn": position.turn,
        "over": position.over,
        "deck": position.deck,
        "hands": list(position.hands),
        "bribes": [dict(own) for own in position.bribes],
        "market": {str(cost): cards for cost, cards in zip(_COSTS, position.market, strict=True)},
        "track": list(position.track),
        "values": list(position.values),
        "discard": position.discard,
    }
    return data if position.next_stall is None else data | {"next_stall": position.next_stall}


def moves(position: Position, readings: Readings) -> Iterator[tuple[str, Position]]:
    """Every action that can be played, as text, and the position after it; none when the game is over."""
    if position.over:
        return
    hand, own = position.hands[position.turn], dict(position.bribes[position.turn])
    for kind in position.track:
        for cards in _playable(kind, hand, kind in own, readings):
            track = _favored(position.track, kind, _distance(cards, own.get(kind, ""), readings), readings)
            if track:
                yield f"bribe {kind} {cards}", _bribed(position, kind, cards, track, readings)
    yield from _visits(position, hand, readings)
    yield "draw", _drawn(position, readings)


def _playable(kind: str, hand: str, has_bribe: bool, readings: Readings) -> Iterator[str]:
    """V-BRIBE-1, V-BRIBE-3, V-BRIBE-4: the cards that can be played on a bribe of that type."""
    treasures, wilds = hand.count(kind), hand.count(_WILD)
    alone = has_bribe and readings["bribe.wilds_alone"] == "existing"
    for some in range(0 if alone else 1, treasures + 1):
        for others in range(wilds + 1):
            if some + others and (others == wilds or readings["bribe.wilds"] == "any"):
                yield kind * some + _WILD * others


def _distance(cards: str, lying: str, readings: Readings) -> int:
    """V-FAVOR-1: how far these cards move the token of the bribe that they start, or join where others lie."""
    if not cards.strip(_WILD) and readings["favor.wild_bribe"] == "none":
        return 0
    match readings["favor.distance"]:
        case "bribe":
            return len(cards) + len(lying)
        case "new" if lying:
            return 0
    return len(cards)


def _favored(track: str, kind: str, distance: int, readings: Readings) -> str:
    """V-FAVOR-1, V-FAVOR-3: the track after a bribe; "" where the bribe is illegal."""
    space, last = track.index(kind), len(track) - 1
    if space + distance > last and space < last:
        match readings["favor.overshoot"]:
            case "block":
                return ""
            case "stay":
                return track
    return _moved(track, space, min(space + distance, last), readings)


def _moved(track: str, start: int, end: int, readings: Readings) -> str:
    """V-FAVOR-2, V-CURSE-2: the track after the token on one space has gone to another."""
    tokens = list(track)
    if readings["track.passing"] == "swap":
        tokens[start], tokens[end] = tokens[end], tokens[start]
    else:
        tokens.insert(end, tokens.pop(start))
    return "".join(tokens)


def _bribed(position: Position, kind: str, cards: str, track: str, readings: Readings) -> Position:
    """V-BRIBE-2, then V-REFILL-1 to V-REFILL-3."""
    own = dict(position.bribes[position.turn])
    own[kind] = _joined(own.get(kind, ""), cards)
    position = position._replace(
        hands=_with(position.hands, position.turn, _without(position.hands[position.turn], cards)),
        bribes=_with(position.bribes, position.turn, tuple(sorted(own.items()))),
        track=track,
    )
    if readings["refill.standing_wild"] == "market" and _WILD in "".join(position.market):
        return _passed(position, False, readings)
    wilds_only = not cards.strip(_WILD) and readings["refill.wild_bribe"] == "wild"
    stopping = _WILD if wilds_only else kind + _WILD
    place = _COSTS.index(_COSTS[0] if position.next_stall is None else position.next_stall)
    market, deck, stopped = list(position.market), position.deck, False
    while deck and not stopped:
        card, deck = deck[0], deck[1:]
        market[place] = _joined(market[place], card)
        place = (place + 1) % len(_COSTS)
        stopped = card in stopping
    position = position._replace(
        deck=deck, market=tuple(market), next_stall=None if position.next_stall is None else _COSTS[place]
    )
    used_up = not deck and readings["end.last_match"] == "end"
    return _passed(position, not stopped or used_up, readings)


def _visits(position: Position, hand: str, readings: Readings) -> Iterator[tuple[str, Position]]:
    """V-MARKET-1 to V-MARKET-3, V-CURSE-1 to V-CURSE-4: every visit to a stall."""
    for place, cost in enumerate(_COSTS):
        taken = position.market[place]
        if not taken and readings["market.empty_stall"] == "closed":
            continue
        market = _with(position.market, place, "")
        if not cost:
            hands = _with(position.hands, position.turn, _joined(hand, taken))
            yield "visit 0", _passed(position._replace(hands=hands, market=market), False, readings)
            continue
        for payment in sorted(set(combinations(hand, cost))):
            pay = "".join(payment)
            hands = _with(position.hands, position.turn, _joined(_without(hand, pay), taken))
            for kind in sorted(set(pay) - {_WILD}):
                distance = pay.count(kind) if readings["curse.distance"] == "type" else cost
                space = position.track.index(kind)
                if space < distance and readings["curse.floor"] == "block":
                    continue
                after = position._replace(
                    hands=hands,
                    market=market,
                    track=_moved(position.track, space, max(space - distance, 0), readings),
                    discard=_joined(position.discard, pay),
                )
                yield f"visit {cost} {pay} {kind}", _passed(after, False, readings)


def _drawn(position: Position, readings: Readings) -> Position:
    """V-DRAW-1, V-DRAW-2."""
    hand = _joined(position.hands[position.turn], position.deck[:1])
    after = position._replace(deck=position.deck[1:], hands=_with(position.hands, position.turn, hand))
    return _passed(after, not position.deck, readings)


def _passed(position: Position, over: bool, readings: Readings) -> Position:
    """V-TURN-2, V-END-1: the next player's turn, or the end of the game."""
    if not over and (position.deck or readings["end.empty_deck"] == "draw"):
        return position._replace(turn=(position.turn + 1) % len(position.hands))
    return _ended(position)


def _ended(position: Position) -> Position:
    """V-END-2, V-END-3: matching cards go from every hand to the bribes."""
    hands, bribes = [], []
    for hand, own in zip(position.hands, position.bribes, strict=True):
        kinds = [kind for kind, _ in own]
        hands.append("".join(card for card in hand if card not in kinds))
        bribes.append(tuple((kind, _joined(cards, kind * hand.count(kind))) for kind, cards in own))
    return position._replace(over=True, hands=tuple(hands), bribes=tuple(bribes))


def outcome(position: Position, readings: Readings) -> dict[str, Any] | None:
    """Scores and winners as the protocol's JSON; None while the game is not over."""
    if not position.over:
        return None
    worth = dict(zip(position.track, position.values, strict=True)) | {_WILD: int(readings["score.wild_penalty"])}
    scores = [
        sum(len(cards) * worth[kind] for kind, cards in own) - sum(worth[card] for card in hand)
        for hand, own in zip(position.hands, position.bribes, strict=True)
    ]
    best = [player for player, score in enumerate(scores) if score == max(scores)]
    return {"scores": scores, "winners": best if len(best) == 1 else _tie_broken(position, best, readings)}


def _tie_broken(position: Position, best: list[int], readings: Readings) -> list[int]:
    """V-TIE-1 to V-TIE-3: the winners among several players with the highest total."""
    everybody = readings["tie.among"] == "all"
    compared = list(range(len(position.hands))) if everybody else best
    for kinds in _steps(position, readings):
        counts = {player: sum(_counted(position, player, kind, readings) for kind in kinds) for player in compared}
        leading = [player for player in compared if counts[player] == max(counts.values())]
        if len(leading) == 1:
            return leading
        if readings["tie.among"] == "still":
            compared = leading
    if readings["tie.full"] == "none":
        return []
    return best if everybody else compared


def _steps(position: Position, readings: Readings) -> list[str]:
    """V-TIE-2: the types that are compared at each step."""
    spaces = list(zip(position.values, position.track, strict=True))[::-1]
    if readings["tie.steps"] == "space":
        return [kind for _, kind in spaces]
    return ["".join(kind for _, kind in group) for _, group in groupby(spaces, lambda space: space[0])]


def _counted(position: Position, player: int, kind: str, readings: Readings) -> int:
    """V-TIE-1: a player's cards for a type when a tie is broken."""
    bribe, held = dict(position.bribes[player]).get(kind, ""), position.hands[player].count(kind)
    match readings["tie.count"]:
        case "treasure":
            return bribe.count(kind)
        case "owned":
            return len(bribe) + held
        case "type":
            return bribe.count(kind) + held
    return len(bribe)


def _joined(one: str, other: str) -> str:
    return "".join(sorted(one + other))


def _without(cards: str, gone: str) -> str:
    for card in gone:
        cards = cards.replace(card, "", 1)
    return cards


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
