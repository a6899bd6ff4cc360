"""The versions that every report names."""

from importlib.metadata import version

from properties.server import PROTOCOL
from reference_engine.jsonform import Json
from reference_engine.versions import FORMAT


def stamp(kind: str) -> Json:
    """What a report in JSON begins with: the version of its format, which command it is of, and what made it.

    Beside these it has `rules`: the version of the game's clauses, or of each game's where it is about several.
    """
    return {"dragonproof": FORMAT, "report": kind, "version": version("dragonproof"), "protocol": PROTOCOL}
