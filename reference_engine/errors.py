"""The engine's errors: one class for each way in which an input can be wrong."""


class EngineError(ValueError):
    """Base of all errors of the engine; its text says what is wrong, in one line."""


class CannotParse(EngineError):
    """Occurs when a text or JSON value is not of the form that the protocol gives it."""


class IllegalAction(EngineError):
    """Occurs when an action of the right form cannot be played in a position.

    `clause` is the id of the clause it breaks, `reason` says how. Where two clauses are
    broken, the one named is the first in the order of the checks of that kind of action.
    """

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{clause}: {reason}")
        self.clause = clause
        self.reason = reason


class ImpossiblePosition(EngineError):
    """Occurs when a position of the right form cannot stand on any table."""


class UnknownReading(EngineError):
    """Occurs when a ruleset is asked for a reading, or a value of one, that it does not have."""


class CannotDeal(EngineError):
    """Occurs when a box cannot be dealt: too few cards, or not for so many players."""


class GameNotOver(EngineError):
    """Occurs when the outcome is asked of a game that goes on."""


class UnknownGame(EngineError):
    """Occurs when a game is named that the engine does not have."""
