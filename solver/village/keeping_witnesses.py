"""Plays at the end of which a player who keeps cards back changes who else wins (end.final_bribes: optional)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import z3

from solver.choosing import choice
from solver.terms import Formula
from solver.theorem import Broken, Statement, Theorem
from solver.village import bridge, model
from solver.village.keeping_theorems import RULESET, added, matching
from solver.village.model import OUTCOME, READINGS, Cards

VALUES = (1, 1, 2, 2, 3, 4)
TRACK = "ABCDEF"


@dataclass(frozen=True)
class KeptBack:
    """A game whose last action is a draw from the empty deck, after which player 0 keeps all matching cards back.

    deck: after the opening. hands, bribes: of each player, as they stand before V-END-2. adding, keeping: who wins if
    all cards are added, and if player 0 keeps theirs. ruleset: what that depends on, beside `RULESET`.
    """

    id: str
    sentence: str
    ruleset: Mapping[str, str]
    deck: str
    actions: tuple[str, ...]
    hands: tuple[str, ...]
    bribes: tuple[Mapping[str, str], ...]
    adding: tuple[int, ...]
    keeping: tuple[int, ...]

    def opening(self) -> dict[str, Any]:
        """The opening, in the protocol's form."""
        return {
            "players": 2, "turn": 0, "over": False, "deck": self.deck, "hands": ["F", "F"], "bribes": [{}, {}],
            "market": {"3": "AE", "2": "B", "1": "C", "0": "D"}, "track": list(TRACK), "values": list(VALUES),
            "discard": "",
        }  # fmt: skip

    def before_end(self) -> dict[str, Any]:
        """What an outcome depends on, as it stands before V-END-2."""
        return {"hands": self.hands, "bribes": self.bribes, "track": list(TRACK), "values": list(VALUES)}

    def __str__(self) -> str:
        """The play in words."""
        opening = f"hands F F, market AE B C D, deck {self.deck}, values {' '.join(map(str, VALUES))}"
        return f"{opening}: {', '.join(self.actions)}; then player 0 keeps {self.hands[0]} back"


def keeping_witnesses() -> tuple[KeptBack, ...]:
    """All of them."""
    return (
        KeptBack(
            id="keeping.gives_away",
            sentence="Who keeps a card back can make another player win instead.",
            ruleset={},
            deck="FFF",
            actions=("bribe F F", "bribe F F", "draw", "draw"),
            hands=("F", ""),
            bribes=({"F": "F"}, {"F": "F"}),
            adding=(0,),
            keeping=(1,),
        ),
        KeptBack(
            id="keeping.makes_winner",
            sentence="Who does not win either way can make another player win by keeping a card back.",
            ruleset={"tie.full": "none"},
            deck="FFFF",
            actions=("bribe F F", "bribe F F", "draw", "draw", "draw"),
            hands=("F", "F"),
            bribes=({"F": "F"}, {"F": "F"}),
            adding=(),
            keeping=(1,),
        ),
    )


def keeping_witness_theorems() -> tuple[Theorem, ...]:
    """Each of the witnesses as a theorem."""
    return tuple(
        Theorem(
            id=f"witness.{witness.id}",
            sentence=witness.sentence,
            clauses=("V-END-2", "V-SCORE-1", "V-SCORE-2", "V-WIN-1"),
            bounds=str(witness),
            ruleset={**RULESET, **witness.ruleset},
            state=partial(_state, witness, True),
            broken=Broken("every matching card must be added", partial(_state, witness, False)),
        )
        for witness in keeping_witnesses()
    )


def _state(witness: KeptBack, optional: bool, context: z3.Context) -> Statement:
    """Those players win, under every ruleset that has the witness's values."""
    given = bridge.inputs(witness.before_end())
    before = model.ending(context, len(witness.hands), len(TRACK))
    equal = [term == number for term, number in zip(before.numbers(), given.numbers, strict=True)]
    rulesets = choice(context, {reading: READINGS[reading] for reading in OUTCOME}, witness.ruleset)

    def winners(kept: bool, told: tuple[int, ...]) -> Formula:
        players = range(len(before.players))
        after = replace(before, players=tuple(_after(before.players[who], kept and who == 0) for who in players))
        standings = [model.standing(after, player, rulesets.readings) for player in players]
        return z3.And(*(model.wins(standings, player, rulesets.readings) == (player in told) for player in players))

    premises = [*equal, *rulesets.premises()]
    return Statement(premises, z3.And(winners(False, witness.adding), winners(optional, witness.keeping)))


def _after(cards: Cards, kept: bool) -> Cards:
    """V-END-2 for a player who keeps all matching cards back, or none."""
    every = matching(cards)
    return added(cards, every if kept else [0 * count for count in every])
