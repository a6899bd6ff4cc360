"""What the names of the types and the numbers of the seats must not matter for."""

import random
from collections.abc import Mapping

from properties.property import Position, Violated, expect, on_position
from properties.village.board import gathered, seed_of
from reference_engine.interface import Action
from reference_engine.jsonform import Json, same


class Renaming:
    """Other names for the types, other numbers for the seats.

    letters: each letter's new one, if it gets one. turned: how many seats everybody moves on.
    """

    def __init__(self, letters: Mapping[str, str], turned: int) -> None:
        self._letters, self._turned = str.maketrans(dict(letters)), turned

    def cards(self, cards: str) -> str:
        """A sequence of cards, or of tokens."""
        return cards.translate(self._letters)

    def multiset(self, cards: str) -> str:
        """A multiset of cards."""
        return gathered(self.cards(cards))

    def seat(self, player: int, players: int) -> int:
        """A player's new number."""
        return (player + self._turned) % players

    def position(self, data: Json) -> Json:
        """A position."""
        hands: list[str] = [self.multiset(hand) for hand in data["hands"]]
        bribes = [{self.cards(kind): self.multiset(own[kind]) for kind in own} for own in data["bribes"]]
        cut = len(hands) - self._turned
        return data | {
            "turn": self.seat(data["turn"], data["players"]),
            "deck": self.cards(data["deck"]),
            "hands": hands[cut:] + hands[:cut],
            "bribes": bribes[cut:] + bribes[:cut],
            "market": {stall: self.multiset(cards) for stall, cards in data["market"].items()},
            "track": [self.cards(token) for token in data["track"]],
            "discard": self.multiset(data["discard"]),
        }

    def action(self, text: str) -> str:
        """An action as text: after the word for its kind, letters of cards and numbers of stalls."""
        kind, *words = text.split()
        return " ".join((kind, *map(self.multiset, words)))

    def outcome(self, data: Json) -> Json:
        """An outcome."""
        cut = len(data["scores"]) - self._turned
        winners = sorted(self.seat(player, len(data["scores"])) for player in data["winners"])
        return {"scores": data["scores"][cut:] + data["scores"][:cut], "winners": winners}


@on_position(
    "symmetry.types",
    "With other names for the types everything is the same but for the names.",
    "V-SETUP-2",
    "V-SETUP-3",
    "V-BRIBE-1",
    "V-FAVOR-1",
    "V-CURSE-1",
    "V-TIE-1",
    one_in=32,
)
def symmetry_types(position: Position) -> bool:
    """Renames them at random."""
    rng = random.Random(seed_of(position))
    types = sorted(position.data["track"])
    renaming = dict(zip(types, rng.sample(types, len(types)), strict=True))
    _commutes(position, Renaming(renaming, 0), rng)
    return any(old != new for old, new in renaming.items())


@on_position(
    "symmetry.seats",
    "With everybody some seats further on everything is the same but for the seats.",
    "V-SETUP-1",
    "V-TURN-2",
    "V-END-2",
    "V-TIE-3",
    one_in=32,
)
def symmetry_seats(position: Position) -> bool:
    """Moves everybody on by a number of seats at random."""
    rng = random.Random(seed_of(position))
    _commutes(position, Renaming({}, rng.randrange(1, position.data["players"])), rng)
    return True


def _commutes(position: Position, renaming: Renaming, rng: random.Random) -> None:
    """Checks legal actions, two actions at random, and the outcome, before and after renaming."""
    game, ruleset = position.game, position.ruleset
    other = game.position_from_json(renaming.position(position.data), ruleset)
    texts = {game.action_to_text(action): action for action in position.legal}
    others = {game.action_to_text(action): action for action in game.legal_actions(other, ruleset)}
    expect(sorted(map(renaming.action, texts)), sorted(others), "the legal actions are")
    for text in rng.sample(sorted(texts), min(2, len(texts))):
        _same_after(position, renaming, texts[text], other, others[renaming.action(text)])
    if position.data["over"]:
        one, two = (game.outcome(state, ruleset) for state in (position.state, other))
        expect(renaming.outcome(game.outcome_to_json(one)), game.outcome_to_json(two), "the outcome is")
        expect(one.decided, two.decided, "what decided is")


def _same_after(position: Position, renaming: Renaming, action: Action, state: object, renamed: Action) -> None:
    game = position.game
    expected = renaming.position(game.position_to_json(game.apply(position.state, action, position.ruleset)))
    got = game.position_to_json(game.apply(state, renamed, position.ruleset))
    if not same(expected, got):
        raise Violated(expected, got)
