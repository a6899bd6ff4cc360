"""The properties that hold for every game."""

from properties.property import Playthrough, Position, Violated, expect, on_game, on_position
from reference_engine.errors import IllegalAction
from reference_engine.jsonform import same
from reference_engine.record import read_record, record_game, write_record


@on_position("actions.listed", "The legal actions are sorted by their texts, and none is listed twice.")
def actions_listed(position: Position) -> bool:
    """Compares the list with the sorted set of its texts."""
    texts = [position.game.action_to_text(action) for action in position.legal]
    expect(sorted(set(texts)), texts, "the legal actions")
    return bool(texts)


@on_position("actions.accepted", "Every legal action is accepted.", one_in=4)
def actions_accepted(position: Position) -> bool:
    """Plays each of them."""
    for action in position.legal:
        try:
            position.game.apply(position.state, action, position.ruleset)
        except IllegalAction as error:
            raise Violated(f"{position.game.action_to_text(action)} is accepted", str(error)) from None
    return bool(position.legal)


@on_position("actions.end", "There is a legal action exactly as long as the game is not over.")
def actions_end(position: Position) -> bool:
    """Compares with the position's own word."""
    expect(not position.data["over"], bool(position.legal), "that there is a legal action:")
    return True


@on_position("apply.pure", "Playing an action twice gives the same, and leaves the position untouched.", one_in=4)
def apply_pure(position: Position) -> bool:
    """Plays the first and the last of the legal actions."""
    game, before = position.game, position.game.position_to_json(position.state)
    for action in (*position.legal[:1], *position.legal[-1:]):
        one, other = (game.position_to_json(game.apply(position.state, action, position.ruleset)) for _ in range(2))
        if not same(one, other):
            raise Violated(one, other)
        if not same(before, game.position_to_json(position.state)):
            raise Violated(before, game.position_to_json(position.state))
    return bool(position.legal)


@on_position("forms.position", "A position read from its own JSON is the same position.", one_in=4)
def forms_position(position: Position) -> bool:
    """Reads what was written."""
    again = position.game.position_from_json(position.data, position.ruleset)
    if again != position.state or not same(position.game.position_to_json(again), position.data):
        raise Violated(position.data, position.game.position_to_json(again))
    return True


@on_position(
    "forms.action", "An action read from its own text or JSON is the same, and its kind is the JSON's type.", one_in=4
)
def forms_action(position: Position) -> bool:
    """Reads what was written, for every legal action."""
    game = position.game
    for action in position.legal:
        expect(action, game.action_from_text(game.action_to_text(action)), "the action")
        data = game.action_to_json(action)
        expect(action, game.action_from_json(data), "the action")
        expect(data["type"], game.action_kind(action), "the kind")
    return bool(position.legal)


@on_game("forms.record", "A record read from its own text is the same record, and its game ends the same way.")
def forms_record(played: Playthrough) -> bool:
    """Reads what was written, and plays it again."""
    text = write_record(record_game(played.header, played.actions))
    record = read_record(text.encode())
    again = record_game(record.header, [step.action for step in record.steps])
    expect(text, write_record(again), "the record")
    return True
