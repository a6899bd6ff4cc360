"""Whose turn it is, when the game is over, and that it must come to that."""

from properties.property import Playthrough, Position, Step, Violated, expect, on_game, on_position, on_step
from properties.village.board import needed
from reference_engine.errors import GameNotOver
from reference_engine.jsonform import Json


@on_step(
    "turn.order",
    "Turns go round; after the end it stays with the player who ended the game.",
    "V-TURN-1",
    "V-TURN-2",
    "V-REFILL-3",
)
def turn_order(step: Step) -> bool:
    """The seats in a row, once more from the start."""
    seats = [*range(step.before.data["players"]), 0]
    player = step.before.data["turn"]
    expect(player if step.after.data["over"] else seats[player + 1], step.after.data["turn"], "the player to move is")
    return True


def reason_to_end(step: Step) -> str:
    """Why the game must be over after this step; "" if it must not. From the position before and the action."""
    deck, reading = step.before.data["deck"], step.readings
    left = len(deck)
    if step.move["type"] == "bribe":
        cards = needed(step)
        if cards is None:
            return "the refill needs a card that is not there"
        left -= cards
        if cards and left == 0 and reading["end.last_match"] == "end":
            return "the refill has used up the deck"
    elif step.move["type"] == "draw":
        if not deck:
            return "a card is drawn that is not there"
        left -= 1
    return "the turn is over and the deck is empty" if left == 0 and reading["end.empty_deck"] == "turn" else ""


@on_step(
    "end.when_due", "The game ends when a card must come from the deck and cannot.", "V-END-1", "V-REFILL-3", "V-DRAW-2"
)
def end_when_due(step: Step) -> bool:
    """Works out the reason from the position before."""
    reason = reason_to_end(step)
    if reason and not step.after.data["over"]:
        raise Violated(f"the game is over: {reason}", "it goes on")
    return bool(reason)


@on_step(
    "end.not_before",
    "The game goes on as long as no card is missing, also with an empty deck.",
    "V-END-1",
    "V-DRAW-1",
    "V-REFILL-3",
)
def end_not_before(step: Step) -> bool:
    """Works out from the position before that there is no reason to end."""
    if reason_to_end(step):
        return False
    expect(False, step.after.data["over"], "that the game is over:")
    return True


@on_position("end.outcome", "A game has no outcome before it is over.", "V-END-1", one_in=8)
def end_outcome(position: Position) -> bool:
    """Asks for one."""
    if position.data["over"]:
        return False
    try:
        outcome = position.game.outcome(position.state, position.ruleset)
    except GameNotOver:
        return True
    raise Violated("no outcome yet", position.game.outcome_to_json(outcome))


def measure(data: Json) -> int:
    """What every action makes smaller: cards count 2 in deck and market, 1 in a hand, 0 elsewhere; 1 for going on."""
    waiting = len(data["deck"]) + sum(map(len, data["market"].values()))
    return 2 * waiting + sum(map(len, data["hands"])) + (not data["over"])


@on_step(
    "end.nearer",
    "Every action brings the end nearer: twice the cards in deck and market, plus those in hands, plus 1, falls.",
    "V-END-1",
    "V-MARKET-1",
    "V-DISCARD-1",
    off=("market.empty_stall=open",),
)
def end_nearer(step: Step) -> bool:
    """A draw, a card bribed and a card taken each lower it; so does the end itself."""
    before, after = measure(step.before.data), measure(step.after.data)
    expect(True, 0 <= after < before, f"that the measure falls from {before} to {after}, not below 0:")
    return True


@on_game(
    "end.comes",
    "No game is longer than the measure of its first position says.",
    "V-END-1",
    off=("market.empty_stall=open",),
)
def end_comes(played: Playthrough) -> bool:
    """Counts the actions, and one more where the game could go on."""
    most = measure(played.positions[0].data)
    actions = len(played.actions) + (not played.positions[-1].data["over"])
    expect(True, actions <= most, f"that a game of at least {actions} actions is no longer than {most}:")
    return bool(played.actions)
