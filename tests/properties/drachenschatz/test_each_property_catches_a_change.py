"""Every property is broken by small changes to the engine, which most others do not notice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from properties.checking import all_properties
from properties.drachenschatz import GAME_PROPERTIES, POSITION_PROPERTIES, STEP_PROPERTIES
from properties.mutants import Mutant, load_mutant
from properties.property import Property
from properties.tally import Tally
from tests.properties.drachenschatz.playing import GAME, LAST_CARD, check_random_games, ending, position
from tests.properties.village.playing import Play, check_play

BOXES = ("full", "toy3", "full", "toy5")
_OWN: tuple[Property[Any], ...] = (*STEP_PROPERTIES, *POSITION_PROPERTIES, *GAME_PROPERTIES)
OWN, ALL = [each.id for each in _OWN], [each.id for each in all_properties("drachenschatz")]


@dataclass(frozen=True)
class Case:
    """A change, the property that must catch it, and where it shows: random games under these readings, and plays."""

    key: str
    mutant: Mutant
    readings: Mapping[str, str] = field(default_factory=dict)
    games: int = 8
    plays: tuple[Play, ...] = ()


def case(
    key: str,
    clause: str,
    sentence: str,
    file: str,
    before: str,
    after: str,
    *plays: Play,
    games: int = 8,
    **readings: str,
) -> Case:
    """An entry of the table; the keyword `a_b` is the reading `a.b`."""
    mutant = Mutant(key.replace(".", "-"), clause, sentence, file, before, after)
    return Case(key, mutant, {name.replace("_", ".", 1): value for name, value in readings.items()}, games, plays)


REVEALS = Play(position("", "", "", piles=("G", "G", "G"), middle="C"), ("reveal 0",) * 6)
ALONE_ON_BOTH = ending("CS", "CCSS", "CCCSSS", "CCCSSS", "CCCSSS")
NO_ANIMALS = ending("", "CS", "SSS")
EQUALS = ending("CK", "SK", "CK")

CASES = (
    case(
        "setup.dealt", "D-YEAR-2", "Player 1 starts.",
        "box", "return start_year(table, 0)", "return start_year(table, 1)",
    ),
    case(
        "setup.dealt", "D-SETUP-2", "The cards left over go to the last piles.",
        "box", "number * size + min(number, left_over)", "number * size + max(0, number - piles + left_over)", games=24,
    ),
    case(
        "setup.full", "D-SETUP-2", "With 4 players there are 3 years.", "box", "4: 4, 5: 3", "4: 3, 5: 3", games=16,
    ),
    case("setup.full", "D-SETUP-2", "There is a crown too many.", "box", '"K" * 16', '"K" * 17'),
    case(
        "cards.conserved", "D-REVEAL-1", "A card revealed replaces the card on top of the pile.",
        "reveal", "state.piles[action.pile].cards + state.middle[0]",
        "state.piles[action.pile].cards[:-1] + state.middle[0]",
    ),
    case(
        "worth.fixed", "D-SCORE-1", "Gold is worth more every year.",
        "year", "year=state.year + 1,",
        "year=state.year + 1,\n        worth=(state.worth[0] + state.year, *state.worth[1:]),",
    ),
    case(
        "reveal.top", "D-REVEAL-1", "The bottom card of the middle is turned up.",
        "reveal", "state.middle[0])\n    state = replace(state, middle=state.middle[1:],",
        "state.middle[-1])\n    state = replace(state, middle=state.middle[:-1],",
    ),
    case(
        "reveal.only", "D-REVEAL-1", "A reveal turns the piles to come over.",
        "reveal", "middle=state.middle[1:],",
        "middle=state.middle[1:], later=tuple(cards[::-1] for cards in state.later),",
    ),
    case(
        "claim.marks", "D-CLAIM-1", "A claim is made with the dragon of the next player.",
        "claim", "dragon=state.turn)", "dragon=(state.turn + 1) % state.players)",
    ),
    case(
        "claim.only", "D-TURN-1", "A claim puts the top card of the middle under it.",
        "claim", "replace(state, piles=", "replace(state, middle=state.middle[1:] + state.middle[:1], piles=",
    ),
    case(
        "piles.grow", "D-REVEAL-1", "A card revealed goes under the pile.",
        "reveal", "state.piles[action.pile].cards + state.middle[0]",
        "state.middle[0] + state.piles[action.pile].cards",
    ),
    case(
        "dragons.stay", "D-CLAIM-2", "A card revealed goes onto the first pile with a dragon.",
        "reveal",
        "pile = Pile(state.piles[action.pile].cards + state.middle[0])\n"
        "    state = replace(state, middle=state.middle[1:], piles=replaced(state.piles, action.pile, pile))",
        "number = min({*range(state.players)} - {*state.free}, default=action.pile)\n"
        "    pile = replace(state.piles[number], cards=state.piles[number].cards + state.middle[0])\n"
        "    state = replace(state, middle=state.middle[1:], piles=replaced(state.piles, number, pile))",
    ),
    case(
        "hoards.kept", "D-YEAR-3", "Whoever claims gets the cards of the middle.",
        "claim", "replace(state, piles=",
        'replace(state, middle="", hoards=replaced(state.hoards, state.turn, '
        '"".join(sorted(state.hoards[state.turn] + state.middle))), piles=',
    ),
    case(
        "hoards.own", "D-YEAR-3", "Every pile goes to the player on the left of its dragon.",
        "year", "replaced(hoards, pile.dragon, gather(hoards[pile.dragon], pile.cards))",
        "replaced(hoards, to := (pile.dragon + 1) % state.players, gather(hoards[to], pile.cards))",
    ),
    case(
        "last.takes", "D-LAST-1", "What is left in the middle is out of the game.",
        "year", "Pile(state.piles[left].cards + state.middle, last)", "Pile(state.piles[left].cards, last)",
    ),
    case(
        "later.kept", "D-YEAR-1", "The last of the piles to come is the next.",
        "year", "cards, *later = state.later", "*later, cards = state.later",
    ),
    case(
        "year.next", "D-YEAR-1", "The last of the cards turned up goes to pile 0.",
        "year", "for card in cards[: state.players])", "for card in cards[: state.players][::-1])",
    ),
    case(
        "dragons.back", "D-YEAR-3", "A dragon is left on pile 0.",
        "year", "Pile(card) for card in cards[: state.players])",
        "Pile(card, 0 if state.year and not number else None) for number, card in enumerate(cards[: state.players]))",
    ),
    case(
        "end.leaves", "D-YEAR-5", "The end of the game begins a year.",
        "year", "replace(state, over=True)", "replace(state, over=True, year=state.year + 1)",
    ),
    case(
        "turn.order", "D-YEAR-2", "Turns go round the other way.",
        "year", "(state.turn + step) % state.players", "(state.turn - step) % state.players",
    ),
    case(
        "turn.order", "D-CLAIM-1", "Who has claimed does not reveal after all.",
        "year", 'or state.middle != ""', "or False", claim_turns="reveal",
    ),
    case(
        "turn.order", "D-CLAIM-1", "Who has claimed and can reveal nothing has a turn.",
        "year", 'or state.middle != ""', "or True", LAST_CARD, claim_turns="reveal",
    ),
    case(
        "turn.starter", "D-YEAR-4", "The last player starts.",
        "year", "return (last + 1) % state.players", "return last",
    ),
    case(
        "turn.starter", "D-YEAR-4", "Whoever claimed last starts.",
        "year", "return (state.turn + 1) % state.players", "return state.turn", year_starter="claimer",
    ),
    case(
        "year.when_due", "D-LAST-1", "The last player has a turn.",
        "year", "if len(state.free) > 1:", "if len(state.free) > 0:",
    ),
    case(
        "year.not_before", "D-REVEAL-2", "A year is over when the middle is empty.",
        "year", "return replace(state, turn=next(",
        "return replace(state, year=state.year + (not state.middle), turn=next(",
    ),
    case(
        "end.when_due", "D-YEAR-5", "After the last pile there is another year.",
        "year", "replace(state, over=True)", "replace(state, year=state.year + 1)",
    ),
    case(
        "end.not_before", "D-YEAR-5", "The last pile is not played.", "year",
        "if not state.later:", "if not state.later[1:]:",
    ),
    case(
        "end.outcome", "D-YEAR-5", "There is an outcome in the last year.",
        "score", "if not state.over:", "if state.later:",
    ),
    case(
        "dragons.one_each", "D-SETUP-1", "All claims are made with the dragon of player 0.",
        "claim", "dragon=state.turn)", "dragon=0)",
    ),
    case(
        "claims.once_a_year", "D-CLAIM-1", "Who has claimed goes on to reveal.",
        "year", 'if ruleset.claim_turns == "none":', 'if ruleset.claim_turns == "no":',
    ),
    case(
        "end.nearer", "D-REVEAL-1", "A card revealed takes the place of the top card, which goes under the middle.",
        "reveal",
        "state.piles[action.pile].cards + state.middle[0])\n    state = replace(state, middle=state.middle[1:],",
        "state.piles[action.pile].cards[:-1] + state.middle[0])\n"
        "    state = replace(state, middle=state.middle[1:] + state.piles[action.pile].cards[-1],",
    ),
    case(
        "end.comes", "D-REVEAL-1", "A card revealed goes back under the middle.",
        "reveal",
        "state.piles[action.pile].cards + state.middle[0])\n    state = replace(state, middle=state.middle[1:],",
        "state.piles[action.pile].cards)\n    state = replace(state, middle=state.middle[1:] + state.middle[0],",
        REVEALS,
    ),
    case(
        "legal.enumerated", "D-REVEAL-1", "The last card of the middle is not revealed.",
        "reveal", "if state.middle:", "if state.middle[1:]:",
    ),
    case(
        "refused.reveals", "D-CLAIM-2", "A reveal onto a pile with a dragon is accepted.",
        "reveal", "if action.pile not in state.free:", "if False:",
    ),
    case(
        "refused.reveals", "D-REVEAL-2", "A reveal from an empty middle is accepted.",
        "reveal", "if not state.middle:\n        raise", "if False:\n        raise",
    ),
    case(
        "refused.reveals", "D-REVEAL-1", "A pile that is not there is one with a dragon.",
        "reveal", "if action.pile >= len(state.piles):", "if False:", games=16,
    ),
    case(
        "refused.claims", "D-CLAIM-2", "A claim of a pile with a dragon is accepted.",
        "claim", "if action.pile not in state.free:", "if False:",
    ),
    case(
        "refused.claims", "D-CLAIM-1", "A second claim is accepted.",
        "claim", "if state.turn in state.claimed:", "if False:", claim_turns="reveal",
    ),
    case(
        "refused.claims", "D-CLAIM-1", "A pile that is not there is one with a dragon.",
        "claim", "if action.pile >= len(state.piles):", "if False:", games=16,
    ),
    case(
        "refused.after_the_end", "D-YEAR-5", "Reveals after the end are refused for want of cards.",
        "rules", "if state.over:\n        raise", "if state.over and isinstance(action, Claim):\n        raise",
    ),
    case(
        "score.totals", "D-SCORE-1", "Who is out has no score.",
        "score", "tuple(_worth(state, hoard) for hoard in state.hoards)",
        "tuple(_worth(state, hoard) * (player not in eliminated(state.hoards, ruleset)) "
        "for player, hoard in enumerate(state.hoards))",
    ),
    case(
        "score.standing", "D-SCORE-1", "The standing leaves out the pile claimed.",
        "score", 'hoard + claimed.get(player, "")', "hoard",
    ),
    case(
        "out.fewest", "D-ANIMAL-1", "With 4 players cows and sheep are two halves.",
        "animals", "if len(hoards) <= 4:", "if len(hoards) < 4:", games=16,
    ),
    case(
        "out.fewest", "D-ANIMAL-1", "Who has no animals is not out.",
        "animals", "for number in sorted(counts) if", "for number in sorted(counts) if number and", NO_ANIMALS,
    ),
    case(
        "out.fewest", "D-ANIMAL-1", "The most that one player alone has puts that player out.",
        "animals", "for number in lone[:1])", "for number in lone[-1:])", games=16, animals_tie="next",
    ),
    case(
        "out.halves", "D-ANIMAL-2", "Fewest sheep put nobody out.",
        "animals", "*_unless_shared(_fewest(sheep, ruleset), cows, ruleset),", "", games=16,
    ),
    case(
        "out.halves", "D-ANIMAL-2", "Who shares the other minimum is out all the same.",
        "animals", 'if ruleset.animals_tie_scope == "half":', "if True:",
        ending("CS", "CSS", "CCSS", "CCSS", "CCSS", animals_tie_scope="player"),
    ),
    case(
        "out.halves", "D-ANIMAL-3", "Several who have both minima are all out.",
        "animals", "return tuple(both) if len(both) == 1 else ()", "return tuple(both)",
        ending("CS", "CS", "CCSS", "CCSSS", "CCCSS", animals_both="has"),
    ),
    case(
        "out.alone", "D-ANIMAL-3", "Where fewest cows put a player out, fewest sheep put out another one.",
        "animals", "_fewest(sheep, ruleset), cows",
        "_fewest(tuple(n + 99 * (p in _fewest(cows, ruleset)) for p, n in enumerate(sheep)), ruleset), cows",
        ALONE_ON_BOTH,
    ),
    case(
        "out.most", "D-ANIMAL-1", "All who share the minimum are out.",
        "animals", "return tuple(counts.index(number) for number in lone if number == min(counts))",
        "return tuple(player for player, number in enumerate(counts) if number == min(counts))", games=16,
    ),
    case(
        "winners.still_in", "D-WIN-1", "The highest score of all wins.",
        "score", "if player not in out]", "if True]", games=16,
    ),
    case(
        "winners.some", "D-WIN-1", "The first of those with equal scores wins alone.",
        "score", 'Outcome(scores, tied, out, "shared")', 'Outcome(scores, tied[:1], out, "shared")', EQUALS,
    ),
    case(
        "winners.some", "D-WIN-1", "A tie that is nobody's is shared.",
        "score", 'Outcome(scores, (), out, "nobody")', 'Outcome(scores, tied, out, "nobody")',
        ending("CK", "SK", "CK", win_tie="none"),
    ),
    case("winners.highest", "D-WIN-1", "The lowest score wins.", "score", "highest = max(", "highest = min("),
    case(
        "winners.decided", "D-WIN-1", "The score decides a tie.",
        "score", 'Outcome(scores, tied, out, "shared")', 'Outcome(scores, tied, out, "score")', EQUALS,
    ),
    case(
        "symmetry.seats", "D-ANIMAL-1", "Player 0 is never out.",
        "animals", "for number in lone if number == min(counts))",
        "for number in lone if number == min(counts) and counts[0] > number)", games=16,
    ),
    case(
        "symmetry.piles", "D-REVEAL-1", "Cards go under pile 0.",
        "reveal", "state.piles[action.pile].cards + state.middle[0]",
        "state.middle[: action.pile == 0] + state.piles[action.pile].cards + state.middle[: action.pile != 0]",
        games=16,
    ),
    case(
        "symmetry.cards", "D-ANIMAL-1", "With 3 or 4 players sheep are no animals.",
        "animals", "_fewest(tuple(map(sum, zip(cows, sheep, strict=True))), ruleset)",
        "_fewest(cows, ruleset)", games=16,
    ),
    case(
        "symmetry.worth", "D-ANIMAL-1", "Of those who share a minimum the one with the lowest score is out.",
        "score", "out = eliminated(state.hoards, ruleset)",
        "out = eliminated(state.hoards, ruleset) or (scores.index(min(scores)),)", games=16,
    ),
    case(
        "view.blind", "D-INFO-1", "The card that is revealed next can be seen.",
        "position", '"middle": len(state.middle)', '"middle": state.middle[:1] + "?" * len(state.middle)',
    ),
    case(
        "view.blind", "D-INFO-1", "The whole piles can be seen.",
        "position", '"top": pile.cards[-1]', '"top": pile.cards',
    ),
    case(
        "view.blind", "D-INFO-1", "The piles to come can be looked through.",
        "position", "[len(cards) for cards in state.later]", '["".join(sorted(cards)) for cards in state.later]',
    ),
    case(
        "view.shows", "D-INFO-1", "The number of cards in the middle cannot be seen.",
        "position", '"middle": len(state.middle)', '"middle": len(state.middle) > 0',
    ),
    case(
        "view.shows", "D-INFO-1", "The number of cards in a pile cannot be seen.",
        "position", '"size": len(pile.cards)', '"size": 0',
    ),
    case(
        "view.shows", "D-INFO-1", "The top card of a pile cannot be seen.",
        "position", '"top": pile.cards[-1]', '"top": "?"',
    ),
    case(
        "view.shows", "D-INFO-1", "The number of cards in the piles to come cannot be seen.",
        "position", "[len(cards) for cards in state.later]", "len(state.later)",
    ),
    case(
        "view.shows", "D-INFO-1", "Nobody sees who has claimed a pile.",
        "position", '"size": len(pile.cards), "dragon": pile.dragon}', '"size": len(pile.cards)}',
    ),
    case(
        "view.shows", "D-INFO-1", "Only the own hoard can be seen.",
        "position", '"player": player,', '"player": player,\n        "hoards": state.hoards[player],', games=16,
    ),
)  # fmt: skip


def caught(entry: Case) -> list[str]:
    """The properties that notice the change."""
    game, tally = load_mutant(GAME.NAME, entry.mutant), Tally()
    check_random_games(game, [entry.readings] * entry.games, BOXES, tally)
    for play in entry.plays:
        check_play(game, play, tally)
    return sorted(tally.findings)


def test_every_property_of_the_game_has_a_change() -> None:
    assert sorted({entry.key for entry in CASES}) == sorted(OWN)


@pytest.mark.parametrize("entry", CASES, ids=[f"{entry.key}: {entry.mutant.sentence}" for entry in CASES])
def test_the_property_catches_its_change_and_most_others_do_not(entry: Case) -> None:
    found = caught(entry)
    print(f"{entry.key}: {entry.mutant.sentence} Caught by {len(found)} of {len(ALL)}: {', '.join(found)}")
    assert entry.key in found
    assert len(found) < len(ALL) / 2
