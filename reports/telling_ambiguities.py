"""Answers about readings in words: a table of all, and everything about one."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from properties.ambiguities.answering import Alternative, Answered, TwoTexts
from properties.ambiguities.beside import Neighbours, Relation
from properties.ambiguities.breaking import Breaks, Play
from properties.ambiguities.judging import contradictions, still_open
from properties.ambiguities.results import Least
from properties.ambiguities.smallest import Found, Known, Size, least_known, smallest_known, telling
from properties.clauses import Reading, catalogue
from properties.frequency import Frequency
from properties.parting import Kind
from properties.rulebooks import Support
from reference_engine.interface import Game
from reports.telling_partings import WORDS, tell_parting, tell_play

_ORDER = (Kind.LEGAL, Kind.POSITION, Kind.SCORES, Kind.OUTCOME, Kind.WINNERS, Kind.REACHABLE)
_HEADINGS = (
    "reading = value",
    "matters to",
    "smallest game",
    "other winners in",
    "full games, other winners",
    "breaks",
)
RELATIONS = {
    Relation.ONLY: "was seen to matter only beside",
    Relation.MORE: "was seen to change the winners only beside",
    Relation.LESS: "was not seen to change the winners beside",
    Relation.HIDDEN: "was not seen to matter beside",
}
_SIZES = {
    "smallest": "A small game",
    "standard": "With the usual numbers",
    "full": "A full game of the full box",
}


def tell_all(games: Sequence[Answered]) -> str:
    """A table for each game, and what is to be said of texts, of pairs of readings, and of what is open."""
    lines: list[str] = []
    for answered in games:
        lines += [answered.game.NAME, "", *_table(answered), ""]
        if any(not known.size.certified for each in answered.alternatives for known in each.known.values()):
            lines += ["* the smallest game known; not all that is smaller was looked at (--deep looks at more)", ""]
        lines += [line for texts in answered.texts for line in _tell_texts(answered.game, texts)]
        lines += [line for each in answered.alternatives for line in _tell_neighbours(each, brief=True)]
        lines += [*_tell_end(answered), ""]
    return "\n".join([*lines, "To see the games, and a wording for each value: dragonproof ambiguities --reading ID"])


def tell_one(answered: Answered, language: str) -> str:
    """Everything about one reading."""
    reading = answered.alternatives[0].reading
    lines = [f"{reading.id}: {reading.question}", ""]
    for value in reading.values:
        lines += _wrapped(f"  {value.name}: ", value.meaning + (" (the default)" if value == reading.values[0] else ""))
    lines += ["", "Who says what", *_tell_supports(answered, reading)]
    for each in answered.alternatives:
        lines += ["", f"{'='.join(each.choice)}, instead of {reading.values[0].name}", *_tell_alternative(each)]
    lines += ["", "What would close it"]
    for value in reading.values:
        lines += _wrapped(f"  {value.name}: ", value.wording[language])
    return "\n".join([*lines, "", *_tell_end(answered)])


def _table(answered: Answered) -> list[str]:
    often = [each.frequency for each in answered.alternatives if each.frequency]
    control = [("(another shuffle)", "", "", "", str(each.control), "") for each in often[:1]]
    rows = [_HEADINGS, *map(_row, answered.alternatives), *control]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _row(each: Alternative) -> tuple[str, ...]:
    name = "=".join(each.choice)
    if each.found is None:
        grades = ", ".join(sorted({verdict.grade for verdict in each.theorems}))
        return name, f"theorems: {grades or 'none'}" if not each.value.played else "not answered", "", "", "", ""
    known, least = each.known, least_known(each.known)
    shown = [kind for kind in _ORDER if kind in known and not (kind is Kind.REACHABLE and Kind.WINNERS in known)]
    winners = known.get(Kind.WINNERS)
    often = str(each.frequency.winner_changed) if each.frequency else "not answered"
    return (
        name,
        ", ".join(kind.value + _mark(known[kind].size) for kind in shown) or "not seen",
        _size(least.size) if least else "not seen",
        _size(winners.size) if winners else f"not seen in {each.found[Kind.WINNERS].looked:,}",
        often,
        ", ".join(sort for sort, _, play in _broken(each.breaks) if play) or "-",
    )


def _size(size: Size) -> str:
    return f"{size.cards} cards, {_actions(size.actions)}{_mark(size)}"


def _mark(size: Size) -> str:
    return "" if size.certified else "*"


def _actions(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


def _tell_supports(answered: Answered, reading: Reading) -> Iterator[str]:
    """The texts side by side."""
    for text in catalogue(answered.game.NAME).texts.values():
        support = text.readings[reading.id]
        yield from _wrapped(f"  {text.title}: ", _support(support))


def _support(support: Support) -> str:
    says = f"{support.firmness} {support.value}" if support.value else support.firmness
    parts = [says, f'on the words "{support.hangs_on}"' if support.hangs_on else ""]
    parts += [f"which fits no value: {support.conflict}" if support.conflict else ""]
    answer = support.answer
    parts += [f"answered {answer.value} ({answer.source}, {answer.date})" if answer else "not answered by anybody"]
    return ", ".join(part for part in parts if part)


def _tell_alternative(each: Alternative) -> Iterator[str]:
    for verdict in each.theorems:
        yield from _wrapped("  ", f"{verdict.grade}: {verdict.sentence} ({verdict.evidence})")
    if each.found is None:
        yield "  It is not played." if not each.value.played else "  This was not answered."
    for kind in _ORDER:
        if each.found and kind in each.found:
            yield from _wrapped(
                "  ", f"{WORDS[kind].capitalize()}: {found_in(each.found[kind], each.known.get(kind))}."
            )
    if each.frequency:
        yield from _wrapped("  ", _often(each.frequency))
    yield from _tell_breaks(each.breaks)
    yield from _tell_neighbours(each)
    yield from _tell_games(each)


def _often(frequency: Frequency) -> str:
    """How often it matters, beside the control."""
    touched, winners, control = frequency.touched, frequency.winner_changed, frequency.control
    kept = f", {frequency.again:,} of them again now" if frequency.again < touched.games else ""
    matters = f"In full games ({touched.games:,} played{kept}) it makes a difference in {touched}"
    return f"{matters}, and other players win in {winners}; where only the shuffle is another one, in {control}."


def _smaller_boxes(number: int) -> str:
    """That nothing smaller shows a difference."""
    if not number:
        return "there is no smaller box"
    return "the one smaller box was exhausted" if number == 1 else f"all {number:,} smaller boxes were exhausted"


def found_in(least: Least, known: Known | None) -> str:
    """The answer to whether it matters in one way, by what was found and the smallest game that is known."""
    if least.parting is None:
        looked = f"no difference seen in {least.looked:,} pairs of positions ({least.boxes:,} boxes exhausted)"
        size = known and known.size
        return looked + (f", but one is known after {_actions(size.actions)} with {size.cards} cards" if size else "")
    looked = f" ({least.deals:,} deals, {least.pairs:,} pairs of positions)" if least.boxes else ""
    smaller = f"{_smaller_boxes(least.boxes)}{looked}"
    return f"a difference after {_actions(len(least.parting.actions))} with {least.cards} cards; {smaller}"


def _broken(breaks: Breaks | None) -> list[tuple[str, str, Play | None]]:
    """What can befall a game, in a word and in a sentence, each with the play."""
    if breaks is None:
        return []
    return [
        ("endless", "A game need not end", breaks.endless),
        ("stuck", "A player can be left without an action", breaks.stuck),
        ("nobody wins", "A game can end without a winner", breaks.unwon),
    ]


def _tell_breaks(breaks: Breaks | None) -> Iterator[str]:
    for _, sentence, play in _broken(breaks):
        if play:
            yield from ("", f"  {sentence}:", *_indented(tell_play(play)))
    if breaks and not any(play for _, _, play in _broken(breaks)):
        looked = f"exhaustive, {breaks.boxes} boxes, {breaks.positions:,} positions"
        yield f"  It breaks nothing there: games end, somebody wins, and there is always an action ({looked})."


def _tell_neighbours(each: Alternative, brief: bool = False) -> Iterator[str]:
    """What it is beside other readings."""
    near: Neighbours | None = each.neighbours
    for relation, words in RELATIONS.items():
        related = [beside for beside in near.beside if beside.relation is relation] if near else []
        if near and related:
            others = ", ".join("=".join(beside.other) for beside in related)
            looked = min(beside.looked for beside in related)
            bound = f"{near.boxes} boxes exhausted, and {looked:,} pairs of positions"
            yield from _wrapped("" if brief else "  ", f"{'='.join(each.choice)} {words} {others} ({bound}).")


def _tell_games(each: Alternative) -> Iterator[str]:
    """The smallest games, and those that are kept besides."""
    shown = telling(each.known)
    for known in shown:
        yield from ("", *_wrapped("  ", f"{headed(known)}:"), *_indented(tell_parting(known.parting)))
    for witness in each.kept:
        if all(witness.parting is not known.parting for known in shown):
            heading = f"  {_SIZES[witness.size]} (differs in {WORDS[witness.kind]}):"
            yield from ("", heading, *_indented(tell_parting(witness.parting)))


def headed(known: Known) -> str:
    """The heading of a game: in what it differs, how large it is, and whether it is certified to be the smallest."""
    size, kinds = known.size, " and ".join(WORDS[kind] for kind in _ORDER if kind in known.parting.kinds)
    smallest = "The smallest game" if size.certified else "The smallest game known, which is not certified,"
    return f"{smallest} that differs in {kinds}: {size.cards} cards, {_actions(size.actions)}, {size.players} players"


def _tell_texts(game: Game, texts: TwoTexts) -> Iterator[str]:
    """Two texts against each other, with the smallest game that their readers would end otherwise."""
    names = " and ".join(texts.names)
    if texts.found is None:
        yield f"{names}: not answered."
        return
    if not texts.differing:
        yield f"{names}: played to the letter they are the same game."
        return
    yield from _wrapped("", f"{names} differ on {differing_texts(game, texts.names, texts.differing, texts.found)}")
    for known in telling(smallest_known(texts.found, ()))[:1]:
        yield from ("", *_wrapped("  ", f"{headed(known)}:"), *_indented(tell_parting(known.parting)), "")


def differing_texts(game: Game, names: Sequence[str], differing: Mapping[str, Sequence[str]], found: Found) -> str:
    """On what two texts differ, and whether that changes who wins."""
    on = ", ".join(f"{key} ({one}, {other})" for key, (one, other) in differing.items())
    stood_in = "".join(_default_for(game, name, differing) for name in names)
    winners = smallest_known(found, ()).get(Kind.WINNERS)
    return f"{on}. {stood_in}The winners: {found_in(found[Kind.WINNERS], winners)}."


def _default_for(game: Game, name: str, readings: Iterable[str]) -> str:
    """For which of these readings a text names no value that is played, so that the default stands in for it."""
    said, choices = catalogue(game.NAME).texts[name].readings, game.Ruleset.choices()
    without = [key for key in readings if said[key].value not in choices[key]]
    return f"{name} names no value for {', '.join(without)}: the default stands in for it. " if without else ""


def _tell_end(answered: Answered) -> Iterator[str]:
    """What contradicts the data, and what is open."""
    default = [sentence for _, sentence, play in _broken(answered.breaks) if play]
    yield from (f"Under the default readings: {sentence}." for sentence in default)
    yield from (f"Contradiction: {text}." for text in contradictions(answered))
    yield from (f"Open: {text}." for text in still_open(answered))


def _indented(lines: Iterator[str]) -> list[str]:
    return textwrap.indent("\n".join(lines), "    ").splitlines()


def _wrapped(heading: str, text: str) -> list[str]:
    indent = " " * (len(heading) - len(heading.lstrip()) + 2)
    return textwrap.wrap(text, 116, initial_indent=heading, subsequent_indent=indent, break_on_hyphens=False)
