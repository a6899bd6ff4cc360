"""The entry of the command `dragonproof`: Ctrl-C is told in one word from the first moment on."""

import signal
import sys


def main() -> None:
    """Runs the command line and exits with one of the exit codes."""
    try:
        from reports.cli import main as run_command_line

        run_command_line()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("Interrupted.", file=sys.stderr)
        sys.exit(3)
