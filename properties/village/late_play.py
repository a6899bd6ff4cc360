"""What the builders of late games have in common: openings, and playing until few cards are left."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from properties.village.board import STALLS, WILD
from properties.village.late_script import HAND, MARKET, Script, shuffled, types, whole_box, without
from reference_engine.interface import Game

MOST_PLAYERS = 5


def some_players(rng: random.Random) -> int:
    """How many play."""
    return rng.randrange(2, MOST_PLAYERS + 1)


def begin(
    game: Game,
    ruleset: Any,
    rng: random.Random,
    players: int,
    themes: Sequence[str] = (),
    wilds: int = 2,
    track: str = "",
) -> Script:
    """A game with a random opening.

    themes: cards that each of the first players is sure to hold. wilds: the most in a hand; three
    more can be on the market, where they would not keep it from being refilled. track: where it matters; where
    bribes need room, the token of the first theme is on the right.
    """
    readings: dict[str, str] = ruleset.readings()
    held = [*themes, *[""] * (players - len(themes))]
    treasures = shuffled(rng, without(whole_box(game, players).replace(WILD, ""), *held))
    hands = []
    for cards in held:
        cards += WILD * rng.randrange(min(wilds, HAND - len(cards)) + 1)
        hands.append(cards + treasures[: HAND - len(cards)])
        treasures = treasures[HAND - len(cards) :]
    on_sale = WILD * rng.randrange(MARKET) * (readings["refill.standing_wild"] == "dealt")
    market = shuffled(rng, on_sale + treasures[: MARKET - len(on_sale)])
    tokens = track or shuffled(rng, types(game))
    if readings["favor.overshoot"] == "block" and themes and not track:
        tokens = tokens.replace(themes[0][:1], "") + themes[0][:1]
    return Script(game, ruleset, hands, market, tokens)


def spare(script: Script, leave: str = "", but: str = "") -> str:
    """The cards without a place beside those to leave, but for some kinds; in ascending order."""
    return "".join(sorted(card for card in (script.pool - Counter(leave)).elements() if card not in but))


def pick(script: Script, rng: random.Random, count: int, but: str = "") -> str:
    """So many random cards without a place."""
    picked = ""
    for _ in range(count):
        picked += rng.choice(spare(script, picked, but))
    return picked


def stopper(script: Script, rng: random.Random, treasure: str) -> str:
    """A card without a place that stops the refill of such a bribe."""
    left = spare(script)
    return rng.choice([card for card in script.stoppers(treasure) if card in left] or [WILD])


def wander(script: Script, rng: random.Random, leave: str, kept: str = "") -> None:
    """Plays a few actions of all kinds, none with a card of the type `kept`."""
    for _ in range(rng.randrange(4)):
        treasures = [card for card in sorted(set(script.hand) - {WILD, kept}) if script.can_bribe(card, card)]
        stall = rng.choice(STALLS)
        pay = payment(script, rng, stall, kept)
        match rng.randrange(3):
            case 1 if treasures:
                treasure = rng.choice(treasures)
                run = rng.choice(["", rng.choice(spare(script, leave, treasure + WILD))])
                stops = [card for card in script.stoppers(treasure) if card in spare(script, leave + run)]
                script.bribe(treasure, treasure, run, rng.choice(stops))
            case 2 if pay is not None and script.market[stall]:
                script.visit(stall, *pay)
            case _:
                script.draw(rng.choice(spare(script, leave)))


def payment(script: Script, rng: random.Random, stall: int, kept: str = "") -> tuple[str, str] | None:
    """Cards that pay for a stall, none of the type `kept`, and the type to curse; None if there are none."""
    if stall == 0:
        return "", ""
    hand = script.hand.replace(kept, "") if kept else script.hand
    room = stall if script.readings["curse.floor"] == "block" else 0
    cursed = sorted(token for token in script.track[room:] if token in hand)
    if not cursed or len(hand) < stall:
        return None
    curse = rng.choice(cursed)
    return curse + shuffled(rng, without(hand, curse))[: stall - 1], curse


def drain(script: Script, rng: random.Random, leave: str, kept: str = "") -> None:
    """Plays until no cards but those to leave are without a place; nobody plays a card of the type `kept`.

    Most go to the market in long refills; Wilds, and what is left over, stop others or are drawn. The last
    action is a draw.
    """
    last = rng.choice(spare(script, leave))
    while cards := spare(script, leave + last):
        bribes = [
            (treasure, "".join(card for card in cards if card not in treasure + WILD), stop)
            for treasure in sorted(set(script.hand) - {WILD, kept})
            for stop in script.stoppers(treasure)[::-1]
            if stop in cards and script.can_bribe(treasure, treasure) and script.deals()
        ]
        long = [bribe for bribe in bribes if bribe[1]]
        if long or (bribes and rng.randrange(2)):
            treasure, run, stop = rng.choice(long or bribes)
            played = treasure * rng.randrange(1, script.hand.count(treasure) + 1)
            played += WILD * rng.randrange(script.hand.count(WILD) + 1)
            if not script.can_bribe(treasure, played):
                played = treasure
            script.bribe(treasure, played, shuffled(rng, run), stop)
        else:
            script.draw(cards[-1])  # a Wild, if there is one
    script.draw(last)


def draw_out(script: Script, cards: str) -> None:
    """Draws those cards, the last of the deck, and ends the game."""
    for card in cards:
        script.draw(card)
    if script.readings["end.empty_deck"] == "draw":
        script.draw()
