"""The readings of a report on ambiguities: who says what, whether it matters, the smallest game, how often."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from properties.ambiguities.beside import Relation
from properties.ambiguities.results import breaks_from_json, least_from_json, parting_from_json
from properties.ambiguities.smallest import Found, smallest_known, telling
from properties.clauses import catalogue
from properties.parting import Kind
from properties.rates import in_words
from properties.verdicts import Grade
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.html.bars import rate_bar
from reports.html.pool import TOO_LARGE, Pool
from reports.html.replays import Replay, of_parting, of_play
from reports.html.report import Report
from reports.telling_ambiguities import RELATIONS, differing_texts, found_in, headed
from reports.telling_partings import WORDS

_BREAKS = {
    "endless": "A game need not end",
    "stuck": "A player can be left without an action",
    "unwon": "A game can end without a winner",
}


@dataclass(frozen=True)
class Often:
    """How often something is seen in full games. svg: the bar of it."""

    what: str
    told: str
    svg: str


@dataclass(frozen=True)
class Alternative:
    """One value of a reading instead of the default.

    verdict: whether it matters, in a sentence. matters: each way in which it can, with what was found.
    smallest: the smallest games known that show it, one with other winners first. breaks: plays that show how a game
    breaks under it.
    """

    value: str
    meaning: str
    verdict: str
    known: bool
    matters: Sequence[tuple[str, str]]
    often: Sequence[Often]
    smallest: Sequence[Replay]
    breaks: Sequence[Replay]
    notes: Sequence[str]


@dataclass(frozen=True)
class Said:
    """What a text says of a reading. firmness: explicit, literal, open or silent."""

    title: str
    firmness: str
    value: str
    words: str


@dataclass(frozen=True)
class ReadingShown:
    """One reading. wordings: for each value by language a sentence that would close it."""

    id: str
    question: str
    default: str
    meaning: str
    said: Sequence[Said]
    alternatives: Sequence[Alternative]
    wordings: Mapping[str, Mapping[str, str]]


def readings(report: Report, game: str, pool: Pool) -> list[ReadingShown]:
    """Those of a game that the report is about, in their order."""
    by_reading: dict[str, list[Json]] = {}
    for line in report.lines:
        if line.get("about") == "reading" and line["game"] == game:
            by_reading.setdefault(line["reading"], []).append(line)
    return [_reading(load(game), key, lines, pool) for key, lines in by_reading.items()]


@dataclass(frozen=True)
class Texts:
    """Two texts, each played to the letter. told: where they differ, and whether other players can win."""

    told: str
    smallest: Replay | None


def texts(report: Report, game: str, pool: Pool) -> list[Texts]:
    """Every two texts of a game."""
    every = [line for line in report.lines if line.get("about") == "texts" and line["game"] == game]
    return [_texts(load(game), line, pool) for line in every]


def _texts(game: Game, line: Json, pool: Pool) -> Texts:
    names, found = " and ".join(line["texts"]), _found(game, line)
    if not line["differing"]:
        return Texts(f"{names}: played to the letter they are the same game.", None)
    if not found:
        on = ", ".join(f"{key} ({one}, {other})" for key, (one, other) in line["differing"].items())
        return Texts(f"{names} differ on {on}. Whether that changes who wins was not answered.", None)
    shown = [
        of_parting("-".join(line["texts"]), headed(known), known.parting, pool)
        for known in telling(smallest_known(found, ()))[:1]
    ]
    told = differing_texts(game, line["texts"], line["differing"], found)
    return Texts(f"{names} differ on {told}", shown[0] if shown else None)


def _reading(game: Game, key: str, lines: Sequence[Json], pool: Pool) -> ReadingShown:
    first, texts = lines[0], catalogue(game.NAME).texts
    wordings: dict[str, Mapping[str, str]] = {}
    for line in lines:
        wordings |= line["wording"]
    said = (
        Said(
            title=texts[name].title if name in texts else name,
            firmness=text["firmness"],
            value=_value(text),
            words=text["hangs_on"] or "",
        )
        for name, text in first["texts"].items()
    )
    return ReadingShown(
        id=key,
        question=first["question"],
        default=first["default"],
        meaning=first["meaning"][first["default"]],
        said=tuple(said),
        alternatives=tuple(_alternative(game, line, pool) for line in lines),
        wordings=wordings,
    )


def _value(text: Json) -> str:
    """The value that a text names, what it says instead, or what was answered."""
    if text["answer"]:
        return f"answered {text['answer']['value']} ({text['answer']['source']}, {text['answer']['date']})"
    return text["value"] or (f"conflict: {text['conflict']}" if text["conflict"] else "")


def _alternative(game: Game, line: Json, pool: Pool) -> Alternative:
    key, found = f"{line['reading']}-{line['value']}", _found(game, line)
    known = smallest_known(found, (parting_from_json(game, kept) for kept in line["kept"]))
    smallest, too_large = [], []
    for number, each in enumerate(telling(known), start=1):
        if pool.has_room(2 * each.size.actions):
            one = of_parting(key if number == 1 else f"{key}-{number}", headed(each), each.parting, pool)
            smallest.append(one)
        else:
            too_large.append(f"{headed(each)}. {TOO_LARGE}")
    return Alternative(
        value=line["value"],
        meaning=line["meaning"][line["value"]],
        verdict=told(line),
        known=bool(known) or bool(line["theorems"]),
        matters=tuple((WORDS[kind], found_in(found[kind], known.get(kind))) for kind in Kind if kind in found),
        often=tuple(_often(line["often"] or {})),
        smallest=tuple(smallest),
        breaks=tuple(_breaks(game, key, line, pool)),
        notes=(*too_large, *_notes(line)),
    )


def _found(game: Game, line: Json) -> Found:
    """What searches have found; nothing where that was not answered."""
    every = (line["matters"] or {}).items()
    return {
        Kind(kind): least_from_json(game, {name: value for name, value in each.items() if name != "grade"})
        for kind, each in every
    }


def told(line: Json) -> str:
    """Whether a value matters, in one sentence."""
    name = f"{line['reading']}={line['value']}"
    kinds = _kinds(line)
    often = line["often"] or {}
    if "winners" in kinds:
        seen = (
            f", in {rate(often['winners'])} of full games (another shuffle alone: {rate(often['control'])})"
            if often
            else ""
        )
        return f"{name} matters: it can change who wins{seen}."
    if kinds:
        ways = ", ".join(WORDS[kind] for kind in Kind if kind.value in kinds)
        return f"{name} matters to {ways}; it was not seen to change who wins after the same actions."
    if line["theorems"]:
        grades = ", ".join(sorted({each["grade"] for each in line["theorems"]}))
        return f"{name} is not played; what is known of it are theorems: {grades}."
    return f"{name} was not seen to matter, which is no proof."


def grade_of(line: Json) -> Grade:
    """Of an alternative: exhaustive is that the smallest game is known, unknown that no game is."""
    if any(found["parting"] for found in (line["matters"] or {}).values()):
        return Grade.EXHAUSTIVE
    if line["kept"]:
        return Grade.SAMPLED
    theorems = [each["grade"] for each in line["theorems"]]
    return Grade.PROVED if theorems and set(theorems) == {Grade.PROVED} else Grade.UNKNOWN


def _kinds(line: Json) -> set[str]:
    """The ways in which a value is known to matter, by a game found or kept."""
    found = {kind for kind, each in (line["matters"] or {}).items() if each["parting"]}
    return found.union(*(kept["kinds"] for kept in line["kept"]))


def _often(often: Json) -> Iterator[Often]:
    """How often it makes a difference, and how often the winners are others: beside the control."""
    names = {"winners": "Other players win", "control": "Another shuffle alone", "touched": "It makes a difference"}
    for name, what in names.items():
        if name in often:
            one = often[name]
            words = f"{rate(one)} of {one['games']:,} full games"
            svg = rate_bar(one["share"], one["low"], one["high"], f"{what}: {words}", name)
            yield Often(what, words, svg)


def rate(seen: Json) -> str:
    """A rate of a report in words."""
    return in_words(seen["share"], seen["low"], seen["high"])


def _breaks(game: Game, key: str, line: Json, pool: Pool) -> Iterator[Replay]:
    found = breaks_from_json(game, line["breaks"]) if line["breaks"] else None
    for name, sentence in _BREAKS.items():
        play = getattr(found, name) if found else None
        if play:
            yield of_play(f"{key}-{name}", sentence, play, pool)


def _notes(line: Json) -> Iterator[str]:
    """What else is known: theorems, and what it is beside other readings."""
    for each in line["theorems"]:
        yield f"{each['grade']}: {each['sentence']} ({each['evidence']})"
    for beside in (line["beside"] or {}).get("beside", ()):
        yield f"It {RELATIONS[Relation(beside['relation'])]} {'='.join(beside['other'])}."
