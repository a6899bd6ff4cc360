"""Openings of which something is left out, with a sign for every card that is not known."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from properties.drachenschatz.board import CARDS
from properties.drachenschatz.guessing import Guess
from properties.drachenschatz.guessing_signs import cards_of, signs
from properties.drachenschatz.opening import is_opening, year_piles
from reference_engine.errors import CannotDeal, CannotParse, ImpossiblePosition
from reference_engine.interface import Box, Game, State
from reference_engine.jsonform import Json

_ONLY_AT_FIRST = ("turn", "year", "piles", "hoards")  # what nothing tells but that nothing has been played


def guesses(game: Game, ruleset: Any, claimed: Json, box: Box | None) -> Iterator[Guess]:
    """The opening with signs for all cards that are left out; none where the box cannot have it.

    Raises `CannotParse` where a field is left out that nothing tells, and `ImpossiblePosition`.
    """
    state = game.position_from_json(_filled(claimed), ruleset)
    left_out = [field for field in _ONLY_AT_FIRST if field not in claimed and not (field == "piles" and state.over)]
    if left_out and (state.turn or not is_opening(game.position_to_json(state))):
        raise CannotParse(f"{left_out[0]} can only be left out of an opening")
    if "piles" not in claimed and not state.over:
        piles = zip(state.piles, signs(0, state.players), strict=True)
        state = replace(state, piles=tuple(replace(pile, cards=sign) for pile, sign in piles))
    hidden = [field for field in ("middle", "later") if field not in claimed and not state.over]
    guess = _of_box(game, ruleset, state, hidden, box) if box else _of_no_box(game, ruleset, state, hidden)
    if guess:
        yield guess


def _filled(claimed: Json) -> Json:
    """The opening with something in every field that can be left out."""
    lists = [claimed[field] for field in ("hoards", "piles") if isinstance(claimed.get(field), list)]
    players = claimed.get("players", len(lists[0]) if lists else None)
    if type(players) is not int:
        raise CannotParse("players is missing, or no whole number")
    seats = min(max(players, 0), 9)  # the engine refuses the others
    over = claimed.get("over") is True
    some_card = CARDS[0]
    empty: Json = {
        "players": players,
        "turn": 0,
        "over": False,
        "year": 1,
        "middle": "" if over else some_card,
        "later": [],
        "piles": [] if over else [{"cards": some_card, "dragon": None}] * seats,
        "hoards": [""] * seats,
    }
    return empty | claimed


def _of_no_box(game: Game, ruleset: Any, state: State, hidden: list[str]) -> Guess:
    """As few cards as there can be, and more where the game needs them."""
    if "middle" in hidden:  # a player who has claimed has the turn for a card to reveal
        state = replace(state, middle=signs(state.players, int(state.turn in state.claimed)))
    ends = {0: None} if "middle" in hidden else {}
    return Guess(game, ruleset, state, state, {}, None, ends, "later" in hidden)


def _of_box(game: Game, ruleset: Any, state: State, hidden: list[str], box: Box) -> Guess | None:
    """All cards of the box, year piles of equal sizes; None where the box cannot have it."""
    try:
        (cards,) = game.unshuffled(box, state.players)
    except CannotDeal:
        return None
    sizes, used = year_piles(len(cards), box.piles[state.players])[state.year - 1 :], state.players
    if "middle" in hidden and sizes:
        size = max(0, sizes[0] - sum(len(pile.cards) for pile in state.piles))
        state = replace(state, middle=signs(used, size))
        used += size
    if "later" in hidden:
        state = replace(
            state, later=tuple(signs(used + sum(sizes[1:number]), sizes[number]) for number in range(1, len(sizes)))
        )
    left = Counter(cards)
    left.subtract(card for card in cards_of(state) if card in CARDS)
    if min(left.values()) < 0:
        return None
    guess = Guess(game, ruleset, state, state, {}, {card: left[card] for card in CARDS}, {}, False)
    if sum(left.values()) != guess.unseen():
        return None
    start = guess.opening()
    try:
        game.position_from_json(game.position_to_json(start), ruleset)
        game.check_box(start, box)
    except ImpossiblePosition:
        return None
    return guess
