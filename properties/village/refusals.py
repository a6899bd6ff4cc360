"""What is illegal is refused by the right clause, and leaves the position as it was."""

from properties.property import Position, Violated, expect, on_position
from properties.village.near_misses import AFTER_THE_END, BRIBES, CURSES, VISITS, NearMiss, Seat
from reference_engine.errors import IllegalAction
from reference_engine.jsonform import same


def refused(position: Position, table: tuple[NearMiss, ...]) -> bool:
    """Tries what the table builds here: each is refused by its clause, and the position stays. Whether any was."""
    game, seat, tried = position.game, Seat(position), False
    for miss in table:
        action = miss.build(seat)
        if action is None:
            continue
        tried = True
        what = f"{miss.sentence}, {game.action_to_text(game.action_from_json(action))},"
        try:
            game.apply(position.state, game.action_from_json(action), position.ruleset)
        except IllegalAction as error:
            expect(miss.clause, error.clause, f"{what} is refused by")
        else:
            raise Violated(f"{what} is refused by {miss.clause}", "it is played")
    now = game.position_to_json(position.state)
    if not same(position.data, now):
        raise Violated(position.data, now)
    return tried


@on_position(
    "refused.bribes",
    "Bribes that nearly are legal are refused by the right clause.",
    "V-BRIBE-1",
    "V-BRIBE-3",
    "V-FAVOR-3",
    one_in=8,
)
def refused_bribes(position: Position) -> bool:
    """Tries those of the table `BRIBES`."""
    return not position.data["over"] and refused(position, BRIBES)


@on_position(
    "refused.visits",
    "Visits that nearly are legal are refused by the right clause.",
    "V-MARKET-1",
    "V-MARKET-2",
    "V-MARKET-3",
    one_in=8,
)
def refused_visits(position: Position) -> bool:
    """Tries those of the table `VISITS`."""
    return not position.data["over"] and refused(position, VISITS)


@on_position(
    "refused.curses",
    "Curses that nearly are legal are refused by the right clause.",
    "V-CURSE-1",
    "V-CURSE-3",
    "V-CURSE-4",
    one_in=8,
)
def refused_curses(position: Position) -> bool:
    """Tries those of the table `CURSES`."""
    return not position.data["over"] and refused(position, CURSES)


@on_position("refused.after_the_end", "After the end everything is refused, by the clause about the end.", "V-END-1")
def refused_after_the_end(position: Position) -> bool:
    """Tries those of the table `AFTER_THE_END`."""
    return bool(position.data["over"]) and refused(position, AFTER_THE_END)
