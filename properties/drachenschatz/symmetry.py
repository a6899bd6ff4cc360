"""What the numbers of seats and piles, the names of cards and the worth of treasures must not matter for."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from properties.drachenschatz.board import COW, SHEEP, TREASURES, gathered, seed_of, worth
from properties.property import Playthrough, Position, Violated, expect, on_game, on_position
from reference_engine.interface import Action
from reference_engine.jsonform import Json, same

OTHER_WORTH = {"G": 8, "J": 1, "K": 2}


@dataclass(frozen=True)
class Renaming:
    """Other numbers for the seats and the piles, other letters for the cards.

    turned: how many seats everybody moves on. piles: the new number of each pile, unless they stay. letters: each
    letter's new one, if it gets one.
    """

    turned: int = 0
    piles: Sequence[int] = ()
    letters: Mapping[str, str] = field(default_factory=dict)

    def cards(self, cards: str) -> str:
        """A sequence of cards."""
        return "".join(self.letters.get(card, card) for card in cards)

    def seat(self, player: int, players: int) -> int:
        """A player's new number."""
        return (player + self.turned) % players

    def around(self, entries: Sequence[object]) -> list[object]:
        """An entry for each player, in the order of the new seats."""
        cut = len(entries) - self.turned
        return [*entries[cut:], *entries[:cut]]

    def position(self, data: Json, same_year: bool = True) -> Json:
        """A position; in another year than that of the renaming the piles have other numbers again."""
        players = data["players"]
        piles = [
            {
                "cards": self.cards(pile["cards"]),
                "dragon": None if pile["dragon"] is None else self.seat(pile["dragon"], players),
            }
            for pile in data["piles"]
        ]
        if self.piles and piles and same_year:
            piles = [pile for _, pile in sorted(zip(self.piles, piles, strict=True), key=lambda pair: pair[0])]
        return data | {
            "turn": self.seat(data["turn"], players),
            "middle": self.cards(data["middle"]),
            "later": [self.cards(cards) for cards in data["later"]],
            "piles": piles,
            "hoards": self.around([gathered(self.cards(hoard)) for hoard in data["hoards"]]),
            "worth": {self.cards(card): points for card, points in worth(data).items()},
        }

    def action(self, text: str) -> str:
        """An action as text."""
        kind, pile = text.split()
        return f"{kind} {self.piles[int(pile)]}" if self.piles else text

    def outcome(self, data: Json) -> Json:
        """An outcome."""
        players = len(data["scores"])
        seats = {key: sorted(self.seat(player, players) for player in data[key]) for key in ("winners", "out")}
        return {"scores": self.around(data["scores"]), **seats}


@on_position(
    "symmetry.seats",
    "With everybody some seats further on everything is the same but for the seats.",
    "D-SETUP-1",
    "D-YEAR-2",
    "D-YEAR-4",
    "D-LAST-1",
    "D-ANIMAL-1",
    "D-ANIMAL-2",
    "D-WIN-1",
    one_in=16,
)
def symmetry_seats(position: Position) -> bool:
    """Moves everybody on by a number of seats at random."""
    rng = random.Random(seed_of(position))
    _commutes(position, Renaming(turned=rng.randrange(1, position.data["players"])), rng)
    return True


@on_position(
    "symmetry.piles",
    "With other numbers for the treasure piles everything is the same but for these numbers.",
    "D-REVEAL-1",
    "D-CLAIM-1",
    "D-LAST-1",
    "D-YEAR-3",
    one_in=16,
)
def symmetry_piles(position: Position) -> bool:
    """Numbers them at random; the next year's piles have their numbers from the pile to come."""
    rng = random.Random(seed_of(position))
    if position.data["over"]:
        return False
    players = position.data["players"]
    _commutes(position, Renaming(piles=rng.sample(range(players), players)), rng)
    return True


@on_position(
    "symmetry.cards",
    "With other names for the treasures, worth and all, and for cows and sheep everything is the same but for names.",
    "D-ANIMAL-1",
    "D-ANIMAL-2",
    "D-ANIMAL-3",
    "D-SCORE-1",
    one_in=16,
)
def symmetry_cards(position: Position) -> bool:
    """Renames the treasures at random, and calls cows sheep and sheep cows."""
    rng = random.Random(seed_of(position))
    treasures = dict(zip(TREASURES, rng.sample(TREASURES, len(TREASURES)), strict=True))
    _commutes(position, Renaming(letters=treasures | {COW: SHEEP, SHEEP: COW}), rng)
    return True


@on_game(
    "symmetry.worth",
    "With another worth of treasures the same actions lead to the same positions, and the same players are out.",
    "D-ANIMAL-1",
    "D-ANIMAL-2",
    "D-ANIMAL-3",
    "D-SCORE-1",
)
def symmetry_worth(played: Playthrough) -> bool:
    """Plays the whole game again."""
    game, ruleset = played.game, played.header.ruleset
    state = game.position_from_json(played.positions[0].data | {"worth": OTHER_WORTH}, ruleset)
    for position, action in zip(played.positions, (*played.actions, None), strict=True):
        _same(position.data | {"worth": OTHER_WORTH}, _with_worth(game.position_to_json(state)))
        expect(position.legal, game.legal_actions(state, ruleset), "the legal actions are")
        if action is not None:
            state = game.apply(state, action, ruleset)
    if not played.positions[-1].data["over"]:
        return False
    one, two = (game.outcome(end, ruleset) for end in (played.positions[-1].state, state))
    expect(game.outcome_to_json(one)["out"], game.outcome_to_json(two)["out"], "those out are")
    return worth(played.positions[0].data) != OTHER_WORTH


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
    game, year = position.game, position.data["year"]
    after = game.position_to_json(game.apply(position.state, action, position.ruleset))
    got = game.position_to_json(game.apply(state, renamed, position.ruleset))
    _same(renaming.position(after, after["year"] == year), _with_worth(got))


def _with_worth(data: Json) -> Json:
    """The position with its table of values, also where it goes without saying."""
    return data | {"worth": worth(data)}


def _same(expected: Json, got: Json) -> None:
    if not same(expected, got):
        raise Violated(expected, got)
