"""Zones of the table as SVG in a figure: cards with their letters, spaces with their tokens."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from reports.html.moving import Gained
from reports.html.zones import Form, Pile, Zone, card_names

_CARD = (38, 50)  # width and height
_SPACE = (46, 58)
_STEP = {Form.FAN: 18, Form.COLUMN: 17}  # from one card to the next
_IN_A_ROW = {Form.FAN: 14, Form.COLUMN: 9}  # cards, until another row or column begins
_COUNTED = 4  # cards, from which on their number is written below
_GAP, _LABEL = 12, 18
_HUES = 8  # as the style sheet has
_NAME = (7, 11)  # how small and how large the type is in which names are written
_LETTER = 0.62  # how wide a letter is, for type of size 1


@dataclass(frozen=True)
class _Drawn:
    """A piece of SVG, and how large it is."""

    svg: str
    width: float
    height: float


def symbols(game: str) -> str:
    """The definitions of a game's cards and tokens, to be put once into a page that shows its zones."""
    parts: list[str] = []
    width, height = _CARD
    for number, (letter, names) in enumerate(card_names(game).items()):
        hue = f"hue{number % _HUES}"
        named = "".join(
            f'<text class="onface in-{language}" x="{width / 2}" y="{height - 6}" font-size="{_type(name):g}">'
            f"{escape(name)}</text>"
            for language, name in names.items()
            if not name.endswith(letter)
        )
        faces = {_face(game, letter, covered=False): named, _face(game, letter, covered=True): ""}
        parts += (
            f'<symbol id="{face}" viewBox="-1 -1 {width + 2} {height + 2}" width="{width + 2}" '
            f'height="{height + 2}"><rect class="card {hue}" width="{width}" height="{height}" rx="5"/>'
            f'<text class="letter" x="5" y="17">{letter}</text>{text}</symbol>'
            for face, text in faces.items()
        )
        parts.append(
            f'<symbol id="{game}-token-{letter}" viewBox="-18 -18 36 36" width="36" height="36">'
            f'<circle class="card {hue}" r="16"/><text class="token" y="6">{letter}</text></symbol>'
        )
    return f'<svg class="symbols" aria-hidden="true" width="0" height="0">{"".join(parts)}</svg>'


def _type(name: str) -> float:
    """The size of type in which a name fits onto a card."""
    return max(_NAME[0], min(_NAME[1], (_CARD[0] - 4) / (_LETTER * len(name))))


def _face(game: str, letter: str, covered: bool) -> str:
    """The id of the drawing of a card; of one that another covers no name is seen."""
    return f"{game}-{letter}{'-covered' if covered else ''}"


def figure(zone: Zone, game: str, came: Gained, changed: bool) -> str:
    """A zone with what has come to it highlighted. changed: whether anything in it is not as it was."""
    drawn = [_pile(pile, game, came.get(pile.name, Counter())) for pile in zone.piles]
    width = sum(each.width + _GAP for each in drawn)
    height = max((each.height for each in drawn), default=0)
    parts, left = [], _GAP / 2
    for each in drawn:
        parts.append(f'<g transform="translate({left:g} 2)">{each.svg}</g>')
        left += each.width + _GAP
    classes = " ".join(["zone", *(["to-move"] if zone.to_move else []), *(["changed"] if changed else [])])
    svg = (
        f'<svg role="img" aria-label="{escape(described(zone))}" width="{width:g}" height="{height + 4:g}" '
        f'viewBox="0 0 {width:g} {height + 4:g}">{"".join(parts)}</svg>'
    )
    title = escape(zone.title) + ("<b> to move</b>" if zone.to_move else "")
    note = f'<p class="note">{escape(zone.note)}</p>' if zone.note else ""
    whole = f'<figure class="{classes}"><figcaption>{title}</figcaption>{svg if drawn else ""}{note}</figure>'
    return whole.replace('"', "'")  # which takes no escape in JSON; within values they are escaped already


def described(zone: Zone) -> str:
    """The zone for whoever cannot see it."""
    return f"{zone.title}. {'; '.join(pile.told for pile in zone.piles)}"


def _pile(pile: Pile, game: str, came: Counter[str]) -> _Drawn:
    match pile.form:
        case Form.SPACE:
            return _space(pile, game, came)
        case Form.STACK:
            return _labelled(_stack(pile, game, came), pile)
        case _:
            return _labelled(_spread(pile, game, came), pile)


def _space(pile: Pile, game: str, came: Counter[str]) -> _Drawn:
    """A space with its worth below the token."""
    width, height = _SPACE
    svg = f'<rect class="space" width="{width}" height="{height}" rx="6"/>'
    for token in pile.items:
        halo = f'<circle class="halo" cx="{width / 2:g}" cy="20" r="19"/>' if came[token] else ""
        svg += f'<use href="#{game}-token-{token}" x="{width / 2 - 18:g}" y="2"/>{halo}'
    return _Drawn(f'{svg}<text class="worth" x="{width / 2:g}" y="52">{escape(pile.label)}</text>', width, height)


def _stack(pile: Pile, game: str, came: Counter[str]) -> _Drawn:
    """The first card on top of the others."""
    if not pile.items:
        return _none()
    svg = (
        f'<rect class="below" x="5" y="5" width="{_CARD[0]}" height="{_CARD[1]}" rx="5"/>'
        if len(pile.items) > 1
        else ""
    )
    svg += _card(_face(game, pile.items[0], covered=False), 0, 0, came.total() > 0)
    return _Drawn(svg, _CARD[0] + 5, _CARD[1] + 5)


def _spread(pile: Pile, game: str, came: Counter[str]) -> _Drawn:
    """Cards side by side or one below the other; of those that have come the last of each kind are highlighted."""
    if not pile.items:
        return _none()
    step, most, flat = _STEP[pile.form], _IN_A_ROW[pile.form], pile.form is Form.FAN
    svg = ""
    for place, (letter, fresh) in enumerate(zip(pile.items, _fresh(pile.items, came), strict=True)):
        line, along = divmod(place, most)
        right, down = (along * step, line * (_CARD[1] + 4)) if flat else (line * (_CARD[0] + 4), along * step)
        covered = along < most - 1 and place < len(pile.items) - 1
        svg += _card(_face(game, letter, covered), right, down, fresh)
    lines, longest = (len(pile.items) - 1) // most, (min(len(pile.items), most) - 1) * step
    if flat:
        return _Drawn(svg, _CARD[0] + longest, _CARD[1] + lines * (_CARD[1] + 4))
    return _Drawn(svg, _CARD[0] + lines * (_CARD[0] + 4), _CARD[1] + longest)


def _fresh(items: str, came: Counter[str]) -> list[bool]:
    """Of each card whether it is one of those that have come: the last of its kind."""
    left, fresh = came.copy(), []
    for letter in reversed(items):
        fresh.append(left[letter] > 0)
        left[letter] -= 1
    return fresh[::-1]


def _card(face: str, x: float, y: float, fresh: bool) -> str:
    place = f'x="{x - 1:g}" y="{y - 1:g}"'
    halo = f'<rect class="halo" x="{x:g}" y="{y:g}" width="{_CARD[0]}" height="{_CARD[1]}" rx="5"/>' if fresh else ""
    return f'<use href="#{face}" {place}/>{halo}'


def _none() -> _Drawn:
    """The place of a pile that has no cards."""
    return _Drawn(f'<rect class="none" width="{_CARD[0]}" height="{_CARD[1]}" rx="5"/>', *_CARD)


def _labelled(drawn: _Drawn, pile: Pile) -> _Drawn:
    """With the label below, and what lies on the pile below that."""
    number = len(pile.items) if pile.form is not Form.STACK and len(pile.items) >= _COUNTED else 0
    label = f"{pile.label} ({number})".strip() if number else pile.label
    lines = [(line, kind) for line, kind in ((label, "label"), (pile.mark, "mark")) if line]
    width = max([drawn.width, *(7.0 * len(line) + (14 if kind == "mark" else 0) for line, kind in lines)])
    svg, height = drawn.svg, drawn.height
    for line, kind in lines:
        height += _LABEL
        pawn = f'<path class="pawn" d="M0 {height - 4:g}h10l-3-7a4 4 0 1 0-4 0z"/>' if kind == "mark" else ""
        svg += f'{pawn}<text class="{kind}" x="{14 if pawn else 0}" y="{height - 4:g}">{escape(line)}</text>'
    return _Drawn(svg, width, height)


def legend(game: str) -> Sequence[tuple[str, dict[str, str]]]:
    """The letters of the cards with their names by language."""
    return [(letter, dict(names)) for letter, names in card_names(game).items()]
