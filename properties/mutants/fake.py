"""A program under test that is wrong in one place, on standard input and output.

It plays a mutant of the game, or has a fault that has nothing to do with the rules, or, with neither, is right.
"""

import argparse
import sys
from collections.abc import Sequence

from properties.mutants import load_mutant, mutants
from properties.mutants.faults import FAULTS
from properties.mutants.replying import honest
from properties.server import Server
from reference_engine import games, load


def fake_server(name: str, mutant: str | None = None, readings: dict[str, str] | None = None, seed: int = 0) -> Server:
    """A server of that game or of a mutant of it, which plays under the mutant's readings unless others are named.

    Raises `KeyError` where there is no such mutant, `UnknownReading`, `MutantGone`.
    """
    game = load(name)
    if mutant:
        chosen = {each.id: each for each in mutants(name)}[mutant]
        game = load_mutant(name, chosen)
        readings = {**chosen.readings, **(readings or {})}
    box = next(iter(game.BOXES.values()))
    return Server(game, game.Ruleset.from_readings(readings or {}), box, seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answers until it is told to stop, or there is no more input."""
    parser = argparse.ArgumentParser(prog="python -m properties.mutants.fake", description=__doc__)
    parser.add_argument("game", choices=games())
    parser.add_argument("--mutant", metavar="ID", help="play this mutant of the game")
    parser.add_argument("--fault", metavar="NAME", choices=FAULTS, help="have this fault")
    parser.add_argument("--ruleset", metavar="NAME=VALUE", action="append", default=[], help="a value for a reading")
    parser.add_argument("--seed", type=int, default=0, help="of the games that it deals itself")
    given = parser.parse_args(arguments)
    readings = dict(pair.split("=", 1) for pair in given.ruleset)
    server = fake_server(given.game, given.mutant, readings, given.seed)
    reply = FAULTS[given.fault].making(server) if given.fault else honest(server)
    for line in sys.stdin.buffer:
        for piece in reply(line):
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        if not server.running:
            return


if __name__ == "__main__":
    main()
