"""The readings of a report on ambiguities: who says what, whether it matters, the smallest game, how often."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from properties.ambiguities.beside import Relation
from properties.ambiguities.results import breaks_from_json, parting_from_json
from properties.clauses import catalogue
from properties.parting import Kind, Parting
from properties.rates import in_words
from properties.verdicts import Grade
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.html.bars import rate_bar
from reports.html.pool import TOO_LARGE, Pool
from reports.html.replays import Replay, of_parting, of_play
from reports.html.report import Report
from reports.telling_ambiguities import RELATIONS, smaller_boxes
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
    smallest: the smallest game that shows it, if one is known. breaks: plays that show how a game breaks under it.
    """

    value: str
    meaning: str
    verdict: str
    known: bool
    matters: Sequence[tuple[str, str]]
    often: Sequence[Often]
    smallest: Replay | None
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
    names = " and ".join(line["texts"])
    if not line["differing"]:
        return Texts(f"{names}: played to the letter they are the same game.", None)
    on = ", ".join(f"{key} ({one}, {other})" for key, (one, other) in line["differing"].items())
    found = (line["matters"] or {}).get("winners")
    if found is None:
        return Texts(f"{names} differ on {on}. Whether that changes who wins was not answered.", None)
    if not found["parting"]:
        looked = f"{found['pairs'] + found['here']:,} pairs of positions"
        return Texts(f"{names} differ on {on}. No other winners were seen in {looked}.", None)
    title = f"The smallest game known with other winners: {found['cards']} cards, {found['players']} players"
    parting = parting_from_json(game, found["parting"])
    return Texts(f"{names} differ on {on}.", of_parting("-".join(line["texts"]), title, parting, pool))


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
    key = f"{line['reading']}-{line['value']}"
    smallest, size = _smallest(game, line)
    often = list(_often(line["often"] or {}))
    fits = smallest is None or pool.has_room(2 * len(smallest.actions))
    title = f"The smallest game known: {size}"
    return Alternative(
        value=line["value"],
        meaning=line["meaning"][line["value"]],
        verdict=told(line),
        known=smallest is not None or bool(line["theorems"]),
        matters=tuple(_matters(line)),
        often=often,
        smallest=of_parting(key, title, smallest, pool) if smallest and fits else None,
        breaks=tuple(_breaks(game, key, line, pool)),
        notes=(*(() if fits else (f"{title}. {TOO_LARGE}",)), *_notes(line)),
    )


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


def _smallest(game: Game, line: Json) -> tuple[Parting | None, str]:
    """The smallest game known that has other winners, or else that differs at all; and how large it is."""
    found = {kind: each for kind, each in (line["matters"] or {}).items() if each["parting"]}
    best = found.get("winners") or min(found.values(), key=lambda each: (each["boxes"], each["here"]), default=None)
    kept = sorted(line["kept"], key=lambda each: len(each["actions"]))
    of_winners = [each for each in kept if "winners" in each["kinds"]]
    if best and ("winners" in found or not of_winners):
        size = f"{best['cards']} cards, {best['players']} players; {smaller_boxes(best['boxes'])}"
        return parting_from_json(game, best["parting"]), size
    if of_winners or kept:
        chosen = (of_winners or kept)[0]
        return parting_from_json(
            game, chosen
        ), f"{chosen['state']['players']} players; whether smaller ones do it is open"
    return None, ""


def _matters(line: Json) -> Iterator[tuple[str, str]]:
    """Each way in which it can matter, with what was found."""
    for kind in Kind:
        each = (line["matters"] or {}).get(kind.value)
        if each is None:
            continue
        looked = f"{each['pairs'] + each['here']:,} pairs of positions"
        parting = each["parting"]
        yield (
            WORDS[kind],
            f"a difference with {each['cards']} cards after {len(parting['actions'])} actions"
            if parting
            else f"no difference seen in {looked}",
        )


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
