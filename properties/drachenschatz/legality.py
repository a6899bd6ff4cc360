"""What is legal: every action there could be, tried against predicates."""

from properties.drachenschatz.board import claims
from properties.property import Position, Violated, on_position
from reference_engine.jsonform import Json


@on_position(
    "legal.enumerated",
    "The legal actions are exactly the reveals and the claims that the clauses allow.",
    "D-TURN-1",
    "D-REVEAL-1",
    "D-REVEAL-2",
    "D-CLAIM-1",
    "D-CLAIM-2",
    one_in=2,
)
def legal_enumerated(position: Position) -> bool:
    """Tries both with every treasure pile."""
    data = position.data
    if data["over"]:
        return False
    piles = range(len(data["piles"]))
    expected = {f"reveal {pile}" for pile in piles if may_reveal(data, pile)}
    expected |= {f"claim {pile}" for pile in piles if may_claim(data, pile)}
    got = {position.game.action_to_text(action) for action in position.legal}
    if expected != got:
        raise Violated(
            "these too: " + ", ".join(sorted(expected - got)), "these too many: " + ", ".join(sorted(got - expected))
        )
    return True


def may_reveal(data: Json, pile: int) -> bool:
    """Whether the player to move may put the top card of the middle onto that pile."""
    return bool(data["middle"]) and data["piles"][pile]["dragon"] is None


def may_claim(data: Json, pile: int) -> bool:
    """Whether the player to move may claim that pile."""
    return data["piles"][pile]["dragon"] is None and data["turn"] not in claims(data)
