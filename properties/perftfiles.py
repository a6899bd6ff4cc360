"""Fixed deals with their pinned perft counts, kept in `seeds/`."""

from collections.abc import Mapping
from dataclasses import dataclass

from properties.clauses import folder
from properties.perft import Perft
from reference_engine.errors import CannotParse
from reference_engine.interface import Game
from reference_engine.jsonform import parse_object
from reference_engine.record import Header, read_header, whole_lines


@dataclass(frozen=True)
class Deal:
    """A fixed position under its ruleset, and its pinned counts at depths 1, 2, ..."""

    header: Header
    counts: tuple[Perft, ...]


def read_deal(data: bytes) -> Deal:
    """A deal from its file: the header of a record, then a line of counts for each depth.

    Raises `CannotParse`, or another `EngineError` for what stands in the header.
    """
    lines, cut_off = whole_lines(data)
    if cut_off or not lines:
        raise CannotParse(cut_off or "empty")
    try:
        counts = tuple(Perft(**parse_object(line)) for _, line in lines[1:])
    except TypeError as error:
        raise CannotParse(f"a line of counts: {error}") from None
    return Deal(read_header(lines[0][1]), counts)


def deals(game: Game) -> Mapping[str, Deal]:
    """All fixed deals of a game by name: first those under the default ruleset, each part in alphabetical order."""
    found = {
        file.name.removesuffix(".jsonl"): read_deal(file.read_bytes())
        for file in (folder(game.NAME) / "perft").iterdir()
    }
    return dict(sorted(found.items(), key=lambda entry: (bool(entry[1].header.ruleset.differences()), entry[0])))
