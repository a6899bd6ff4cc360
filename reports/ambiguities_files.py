"""Answers about readings for programs: a line of JSON, and a row of CSV, for each."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version

from properties.ambiguities.answering import Alternative, Answered, TwoTexts
from properties.ambiguities.results import breaks_to_json, least_to_json, neighbours_to_json, parting_to_json
from properties.ambiguities.smallest import Found
from properties.clauses import catalogue
from properties.frequency import Frequency
from properties.parting import Kind
from properties.rates import Rate
from properties.verdicts import Grade
from reference_engine.jsonform import Json

_COLUMNS = ("game", "reading", "value", "question", "meaning", "wording")


def lines(answered: Answered) -> Iterator[Json]:
    """A JSON object for each alternative, for every two texts, and for the default ruleset."""
    game = answered.game.NAME
    for each in answered.alternatives:
        yield {"game": game, "about": "reading"} | _alternative(answered, each)
    for texts in answered.texts:
        yield {"game": game, "about": "texts"} | _texts(texts)
    breaks = breaks_to_json(answered.breaks) if answered.breaks else None
    yield {"game": game, "about": "default", "breaks": breaks}


def _alternative(answered: Answered, each: Alternative) -> Json:
    default, texts = each.reading.values[0], catalogue(answered.game.NAME).texts
    return {
        "reading": each.reading.id,
        "value": each.value.name,
        "default": default.name,
        "question": each.reading.question,
        "meaning": {default.name: default.meaning, each.value.name: each.value.meaning},
        "wording": {default.name: dict(default.wording), each.value.name: dict(each.value.wording)},
        "texts": {name: asdict(text.readings[each.reading.id]) for name, text in texts.items()},
        "matters": _matters(each.found),
        "often": _often(each.frequency) if each.frequency else None,
        "breaks": breaks_to_json(each.breaks) if each.breaks else None,
        "beside": neighbours_to_json(each.neighbours) if each.neighbours else None,
        "kept": [
            {"size": witness.size, "kind": witness.kind.value} | parting_to_json(witness.parting)
            for witness in each.kept
        ],
        "theorems": [
            {"id": verdict.id, "sentence": verdict.sentence, "grade": verdict.grade, "evidence": verdict.evidence}
            for verdict in each.theorems
        ],
    }


def _matters(found: Found | None) -> Json | None:
    """For each kind: refuted is that it makes no difference, by the smallest parting; else this is unknown."""
    if found is None:
        return None
    return {
        kind.value: {"grade": Grade.REFUTED if found[kind].parting else Grade.UNKNOWN} | least_to_json(found[kind])
        for kind in Kind
        if kind in found
    }


def _often(frequency: Frequency) -> Json:
    rates = {"touched": frequency.touched, "winners": frequency.winner_changed, "control": frequency.control}
    return {name: _rate(rate) for name, rate in rates.items()} | {"played_again": frequency.again}


def _rate(rate: Rate) -> Json:
    low, high = rate.bounds
    by_players = {str(players): {"share": seen.share, "games": seen.games} for players, seen in rate.by_players.items()}
    return {"share": rate.share, "low": low, "high": high, "games": rate.games, "players": by_players}


def _texts(texts: TwoTexts) -> Json:
    return {"texts": texts.names, "differing": texts.differing, "matters": _matters(texts.found)}


def as_csv(games: Sequence[Answered], language: str) -> str:
    """A row for each alternative; the wording is in that language."""
    kinds = [kind.value for kind in Kind]
    often = ["touched", "winners", "control"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            *_COLUMNS,
            *(f"{kind}_{part}" for kind in kinds for part in ("cards", "players", "actions", "certified", "looked")),
            *(f"{name}_{part}" for name in often for part in ("share", "low", "high")),
            *("endless", "stuck", "unwon", "texts", "rules", "dragonproof"),
        ]
    )
    for answered in games:
        for each in answered.alternatives:
            writer.writerow(_row(answered, each, language))
    return text.getvalue()


def _row(answered: Answered, each: Alternative, language: str) -> list[object]:
    reading, value = each.reading, each.value
    row: list[object] = [answered.game.NAME, *each.choice, reading.question, value.meaning, value.wording[language]]
    known = each.known
    for kind in Kind:
        size = known[kind].size if kind in known else None
        row += [size.cards, size.players, size.actions, size.certified] if size else [""] * 4
        row.append(each.found[kind].looked if each.found and kind in each.found else "")
    rates = each.frequency and (each.frequency.touched, each.frequency.winner_changed, each.frequency.control)
    for rate in rates or (None, None, None):
        row += [f"{number:.4f}" for number in (rate.share, *rate.bounds)] if rate else ["", "", ""]
    breaks = each.breaks
    row += [bool(play) for play in (breaks.endless, breaks.stuck, breaks.unwon)] if breaks else ["", "", ""]
    said = {name: text.readings[reading.id] for name, text in catalogue(answered.game.NAME).texts.items()}
    row.append("; ".join(f"{name}: {support.firmness} {support.value or ''}".strip() for name, support in said.items()))
    return [*row, answered.game.RULES, version("dragonproof")]
