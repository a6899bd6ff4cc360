"""A program under test in this process: as fast to ask as it gets, for tests of what asks."""

import traceback

from properties.conformance.failures import Kind, NoAnswer
from properties.mutants.replying import Making, honest
from properties.server import Server


class InProcess:
    """Answers messages from a server. An exception that leaves a broken game is a crash.

    making: how it replies; faults that end or stop a process cannot be shown here.
    """

    def __init__(self, server: Server, making: Making = honest) -> None:
        self._server = server
        self._reply = making(server)
        self._errors = ""

    def exchange(self, message: str, timeout: float) -> bytes:
        """The answer to one message, however long it takes. Raises `NoAnswer`."""
        del timeout
        try:
            return b"".join(self._reply(message.encode()))
        except Exception as error:
            self._errors = traceback.format_exc()
            reason = f"{type(error).__name__}: {error}"
            raise NoAnswer(Kind.CRASH, reason, message, "", self._errors) from None

    def stderr(self) -> str:
        """The last exception, if there was one."""
        return self._errors

    def wait(self, timeout: float) -> int | None:
        """0 once it has been shut down."""
        del timeout
        return None if self._server.running else 0

    def leftovers(self) -> bool:
        """Nothing is ever left running."""
        return False

    def close(self) -> None:
        """Nothing is to be ended."""
