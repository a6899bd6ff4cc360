"""What is illegal is refused by the right clause, and leaves the position as it was."""

from properties.drachenschatz.near_misses import AFTER_THE_END, CLAIMS, REVEALS, NearMiss, Seat
from properties.property import Position, Violated, expect, on_position
from reference_engine.errors import IllegalAction
from reference_engine.jsonform import same


def refused(position: Position, table: tuple[NearMiss, ...]) -> bool:
    """Tries what the table builds here: each is refused by its clause, and the position stays. Whether any was."""
    game, seat, tried = position.game, Seat(position), False
    for miss in table:
        for action in map(game.action_from_json, miss.actions(seat)):
            tried = True
            what = f"{game.action_to_text(action)} ({miss.sentence}) is refused by"
            try:
                game.apply(position.state, action, position.ruleset)
            except IllegalAction as error:
                expect(miss.clause, error.clause, what)
            else:
                raise Violated(f"{what} {miss.clause}", "it is played")
    now = game.position_to_json(position.state)
    if not same(position.data, now):
        raise Violated(position.data, now)
    return tried


@on_position(
    "refused.reveals",
    "Reveals that nearly are legal are refused by the right clause.",
    "D-REVEAL-1",
    "D-REVEAL-2",
    "D-CLAIM-2",
    one_in=4,
)
def refused_reveals(position: Position) -> bool:
    """Tries those of the table `REVEALS`."""
    return not position.data["over"] and refused(position, REVEALS)


@on_position(
    "refused.claims",
    "Claims that nearly are legal are refused by the right clause.",
    "D-CLAIM-1",
    "D-CLAIM-2",
    one_in=4,
)
def refused_claims(position: Position) -> bool:
    """Tries those of the table `CLAIMS`."""
    return not position.data["over"] and refused(position, CLAIMS)


@on_position("refused.after_the_end", "After the end everything is refused, by the clause about the end.", "D-YEAR-5")
def refused_after_the_end(position: Position) -> bool:
    """Tries those of the table `AFTER_THE_END`."""
    return bool(position.data["over"]) and refused(position, AFTER_THE_END)
