"""What has moved from one position to the next, from pile to pile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reports.html.zones import Form, Pile, Route, Zone

Gained = Mapping[str, Counter[str]]
"""By the names of piles what has come to them."""


def gained(before: Sequence[Zone], after: Sequence[Zone]) -> Gained:
    """What each pile has now and had not before."""
    had, has = _contents(before), _contents(after)
    return {name: items - had.get(name, Counter()) for name, items in has.items()}


def _contents(zones: Sequence[Zone]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for pile in _piles(zones):
        found.setdefault(pile.name, Counter()).update(pile.items)
    return found


def moves(before: Sequence[Zone], after: Sequence[Zone], known: Iterable[Route] = ()) -> list[str]:
    """The moves in words: of tokens, of cards, and of what lies on piles. known: the ways of cards that are known."""
    told: list[str] = []
    for tokens, routes in ((True, ()), (False, known)):
        one, other = (_only(zones, tokens) for zones in (before, after))
        lost, came = gained(other, one), gained(one, other)
        flow = {name: Counter(came[name]) for name in came}
        for name, gone in lost.items():
            flow.setdefault(name, Counter()).subtract(gone)
        for cards, source, target in routes:
            told.append(f"{_counted(Counter(cards))} from {source} to {target}")
            flow.setdefault(source, Counter()).update(cards)
            flow.setdefault(target, Counter()).subtract(cards)
        left = {name: -count for name, count in flow.items()}
        told += _moves(left, {name: +count for name, count in flow.items()}, "token " if tokens else "")
    marks = {pile.name: pile.mark for pile in _piles(before)}
    for pile in _piles(after):
        if pile.mark and pile.mark != marks.get(pile.name, ""):
            told.append(f"{pile.mark} onto {pile.name}")
    return told


def _moves(lost: Gained, came: Gained, what: str) -> Iterator[str]:
    """From where to where, whole piles first; where that cannot be told, what was lost and what has come."""
    lost, came = ({name: count for name, count in each.items() if count} for each in (lost, came))
    for source, gone in list(lost.items()):
        same = [target for target, its in came.items() if its == gone]
        if len(same) == 1 and sum(gone == other for other in lost.values()) == 1:
            yield f"{what}{_counted(gone)} from {source} to {same[0]}"
            del lost[source], came[same[0]]
    routes: dict[tuple[str, str], str] = {}
    for letter in sorted({letter for count in (*lost.values(), *came.values()) for letter in count}):
        for route, number in _routes(letter, lost, came):
            routes[route] = routes.get(route, "") + letter * number
    for (source, target), letters in routes.items():
        places = [f"from {source}" if source else "", f"to {target}" if target else ""]
        yield f"{what}{_counted(Counter(letters))} {' '.join(filter(None, places))}"


def _counted(letters: Counter[str]) -> str:
    """Each letter once, with its number if there are several."""
    return ", ".join(letter if number == 1 else f"{number} {letter}" for letter, number in sorted(letters.items()))


def _routes(letter: str, lost: Gained, came: Gained) -> Iterator[tuple[tuple[str, str], int]]:
    """The ways that this letter has gone, and how often each."""
    sources = {name: count[letter] for name, count in lost.items() if count[letter]}
    targets = {name: count[letter] for name, count in came.items() if count[letter]}
    if sum(sources.values()) == sum(targets.values()) and len(sources) == 1:
        yield from (((source, target), number) for source in sources for target, number in targets.items())
    elif sum(sources.values()) == sum(targets.values()) and len(targets) == 1:
        yield from (((source, target), number) for target in targets for source, number in sources.items())
    else:
        yield from (((source, ""), number) for source, number in sources.items())
        yield from ((("", target), number) for target, number in targets.items())


def _only(zones: Sequence[Zone], tokens: bool) -> list[Zone]:
    """The zones with nothing but tokens, or nothing but cards."""
    return [
        Zone(zone.title, tuple(pile for pile in zone.piles if (pile.form is Form.SPACE) == tokens)) for zone in zones
    ]


def _piles(zones: Sequence[Zone]) -> list[Pile]:
    return [pile for zone in zones for pile in zone.piles]
