"""Every property is broken by a small change to the engine, which most others do not notice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from properties.checking import position_properties, step_properties, whole_game_properties
from properties.mutants import Mutant, load_mutant
from properties.property import Property
from properties.tally import Tally
from properties.village import GAME_PROPERTIES, POSITION_PROPERTIES, STEP_PROPERTIES
from tests.properties.village.playing import GAME, TIES, Play, check_play, check_random_games, position

BOXES = ("toy3", "toy3", "full", "toy2")
_OWN: tuple[Property[Any], ...] = (*STEP_PROPERTIES, *POSITION_PROPERTIES, *GAME_PROPERTIES)
_ALL: tuple[Property[Any], ...] = (
    *step_properties("village"),
    *position_properties("village"),
    *whole_game_properties("village"),
)
OWN, ALL = [each.id for each in _OWN], [each.id for each in _ALL]


@dataclass(frozen=True)
class Case:
    """A change, and where it shows: random games under these readings, and these plays."""

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
) -> tuple[str, Case]:
    """An entry of the table; the keyword `a_b` is the reading `a.b`."""
    mutant = Mutant(key.replace(".", "-"), clause, sentence, file, before, after)
    return key, Case(mutant, {name.replace("_", ".", 1): value for name, value in readings.items()}, games, plays)


JUST_TAKEN = Play(position("AB", "C", deck="AAA", market={"2": "C"}), ("visit 2 AC A",))
TWO_TYPES = Play(position("AB", "C", deck="AAA"), ("bribe A AB",))
DRAWS = Play(position("A", "B"), ("draw",) * 5)

CASES = dict(
    [
        case("setup.dealt", "V-SETUP-5", "The last player starts.", "box", "turn=0,", "turn=players - 1,"),
        case(
            "cards.conserved", "V-REFILL-1", "A card dealt replaces the cards of its stall.",
            "bribe", "market[stall] = gather(market[stall], card)", "market[stall] = card",
        ),
        case(
            "bribe.moves", "V-BRIBE-1", "The Wilds of a bribe stay in the hand as well.",
            "bribe", "remove(state.hand, action.cards)", "remove(state.hand, action.treasure * len(action.cards))",
        ),
        case(
            "bribe.joins", "V-BRIBE-2", "The Wilds of a bribe become cards of its type.",
            "bribe", "gather(joined, action.cards)", "gather(joined, action.treasure * len(action.cards))",
        ),
        case(
            "bribes.untouched", "V-BRIBE-2", "A new bribe drives out the others.",
            "bribe", "(bribe for bribe in state.bribes[player] if bribe != joined)", "()",
        ),
        case(
            "others.untouched", "V-DRAW-1", "The card drawn goes to the next player.",
            "draw",
            "hand = gather(state.hand, state.deck[0])\n"
            "    state = replace(state, hands=replaced(state.hands, state.turn, hand)",
            "other = (state.turn + 1) % state.players\n    hand = gather(state.hands[other], state.deck[0])\n"
            "    state = replace(state, hands=replaced(state.hands, other, hand)",
        ),
        case(
            "visit.hand", "V-MARKET-3", "Only the first card of the stall is taken, the others are lost.",
            "market",
            "gather(state.hand, state.market[action.stall])", "gather(state.hand, state.market[action.stall][:1])",
        ),
        case(
            "visit.paid", "V-MARKET-3", "Cards just taken can pay.",
            "market",
            "if not contains(state.hand, pay):", "if not contains(gather(state.hand, state.market[stall]), pay):",
            JUST_TAKEN,
        ),
        case(
            "visit.empties", "V-MARKET-3", "A card is dealt to the stall that was visited.",
            "market", 'market=replaced(state.market, action.stall, ""),',
            "market=replaced(state.market, action.stall, state.deck[:1]),\n        deck=state.deck[1:],",
        ),
        case(
            "market.untouched", "V-DRAW-1", "After a draw the stalls change places.",
            "draw", "deck=state.deck[1:])", "deck=state.deck[1:], market=state.market[::-1])",
        ),
        case(
            "discard.kept", "V-DISCARD-1", "Cards paid go under the deck.",
            "market", "discard=gather(state.discard, action.pay),", "deck=state.deck + action.pay,",
        ),
        case(
            "draw.top", "V-DRAW-1", "The bottom card is drawn.",
            "draw",
            "state.deck[0])\n"
            "    state = replace(state, hands=replaced(state.hands, state.turn, hand), deck=state.deck[1:])",
            "state.deck[-1])\n"
            "    state = replace(state, hands=replaced(state.hands, state.turn, hand), deck=state.deck[:-1])",
        ),
        case(
            "end.final_bribes", "V-END-3", "The Wilds in hand join the first bribe.",
            "end", 'return "".join(card for card in hand if card not in types), joined',
            'if joined:\n        types.append("W")\n        joined = (joined[0] + "W" * hand.count("W"), *joined[1:])\n'
            '    return "".join(card for card in hand if card not in types), joined',
        ),
        case(
            "end.no_match", "V-END-2", "Matching hand cards stay in the hand.",
            "end", 'return "".join(card for card in hand if card not in types), joined', "return hand, bribes",
        ),
        case(
            "bribes.pure", "V-BRIBE-1", "Cards of other types can go along.",
            "bribe", "if not set(cards) <= {treasure, WILD}:", "if treasure not in cards and cards[-1] != WILD:",
            TWO_TYPES,
        ),
        case(
            "values.fixed", "V-SETUP-3", "A bribe makes the rightmost space worth more.",
            "bribe", "state = replace(state, track=",
            "state = replace(state, values=(*state.values[:-1], state.values[-1] + 1), track=",
        ),
        case(
            "track.one_a_space", "V-FAVOR-2", "A token is put on top of the one at the end of its move.",
            "favor", "row.insert(end, row.pop(start))", "row[end] = row[start]",
        ),
        case(
            "track.same_tokens", "V-FAVOR-2", "The token that makes way is put back as another one.",
            "favor", "row.insert(end, row.pop(start))", "row[start] = row[end]",
        ),
        case(
            "favor.distance", "V-FAVOR-1", "A bribe moves its token one space too far.",
            "bribe", "return len(action.cards)", "return len(action.cards) + 1",
        ),
        case(
            "favor.passed", "V-FAVOR-2", "A bribed token changes places with the one at the end of its move.",
            "favor", "return _carry(track, start, min(start + spaces, len(track) - 1), ruleset)",
            "row = list(track)\n    end = min(start + spaces, len(track) - 1)\n"
            "    row[start], row[end] = row[end], row[start]\n    return tuple(row)",
        ),
        case(
            "curse.distance", "V-CURSE-1", "The card of the cursed type does not count.",
            "market", "return len(action.pay)", "return len(action.pay) - 1",
        ),
        case(
            "curse.passed", "V-CURSE-2", "A cursed token changes places with the one at the end of its move.",
            "favor", "return _carry(track, start, max(start - spaces, 0), ruleset)",
            "row = list(track)\n    end = max(start - spaces, 0)\n"
            "    row[start], row[end] = row[end], row[start]\n    return tuple(row)",
        ),
        case(
            "track.still", "V-CURSE-3", "A visit of stall 0 takes the leading token down.",
            "market", "if action.pay:", "if not action.pay:\n"
            "        state = replace(state, track=lower_token(state.track, state.track[-1], 1, ruleset))\n    else:",
        ),
        case(
            "refill.order", "V-REFILL-1", "Stalls are filled upwards.",
            "bribe", "stall = (stall - 1) % len(STALLS)", "stall = (stall + 1) % len(STALLS)",
        ),
        case(
            "refill.next_stall", "V-REFILL-1", "The next refill begins one stall further on.",
            "bribe", "next_stall=stall if", "next_stall=stall - 1 if stall else 3 if", refill_start="continue",
        ),
        case(
            "refill.stops", "V-REFILL-2", "A Wild does not stop the refill.",
            "bribe", "return action.treasure + WILD", "return action.treasure",
        ),
        case(
            "refill.goes_on", "V-REFILL-2", "A refill stops when it has come round.",
            "bribe", "stopped = card in stopping", "stopped = card in stopping or stall == 3",
        ),
        case(
            "turn.order", "V-TURN-2", "Turns go round the other way.",
            "end", "turn=(state.turn + 1) % state.players", "turn=(state.turn - 1) % state.players",
        ),
        case(
            "end.when_due", "V-REFILL-3", "A refill that runs out does not end the game.",
            "bribe", "if not stopped:", "if not stopped and state.deck:",
        ),
        case(
            "end.not_before", "V-END-1", "An empty deck ends the game after the turn.",
            "end", 'if ruleset.end_empty_deck == "turn" and not state.deck:', "if not state.deck:",
        ),
        case(
            "end.outcome", "V-END-1", "There is an outcome before the end.",
            "score", "if not state.over:", "if not state.hands:",
        ),
        case(
            "end.nearer", "V-MARKET-1", "Stalls without cards can be visited.",
            "market", 'return state.market[stall] != ""', "return True",
        ),
        case(
            "end.comes", "V-DRAW-2", "A draw from the empty deck does not end the game.",
            "draw", "return end_game(state)", "return pass_turn(state, ruleset)", DRAWS,
        ),
        case(
            "legal.enumerated", "V-BRIBE-4", "Only one Wild at a time can go alone.",
            "bribe", "for wilds in along if wilds]", "for wilds in along if wilds == 1]", games=16,
        ),
        case(
            "refused.bribes", "V-BRIBE-1", "Cards that are not in the hand can be bribed with.",
            "bribe", "if not contains(state.hand, cards):", "if not contains(state.hand + cards, cards):",
        ),
        case(
            "refused.visits", "V-MARKET-2", "Wilds alone can pay.",
            "market", "if pay and set(pay) == {WILD}:", "if pay and set(pay) == set():",
        ),
        case(
            "refused.curses", "V-CURSE-1", "A type that was not paid with can be cursed.",
            "market", "curse not in set(pay) - {WILD}", "curse not in state.track",
        ),
        case(
            "refused.after_the_end", "V-END-1", "A draw is accepted after the end.",
            "rules", "if state.over:\n        raise", "if state.over and not isinstance(action, Draw):\n        raise",
        ),
        case(
            "score.totals", "V-SCORE-1", "Wilds in a bribe are worth nothing.",
            "score", "sum(len(bribe) * worth[bribe[0]]", "sum(bribe.count(bribe[0]) * worth[bribe[0]]", *TIES,
        ),
        case(
            "score.standing", "V-END-2", "The standing leaves matching hand cards in the hand.",
            "score", "scores(end_game(state), ruleset)", "scores(state, ruleset)",
        ),
        case(
            "winners.highest", "V-WIN-1", "The lowest total wins.",
            "score", "if totals[player] == max(totals)]", "if totals[player] == min(totals)]",
        ),
        case(
            "winners.tie_break", "V-TIE-1", "The tie-break begins at the leftmost space.",
            "score", "strict=True)))[::-1]", "strict=True)))", *TIES,
        ),
        case(
            "winners.decided", "V-TIE-1", "Spaces are counted from 1.",
            "score", 'yield f"space {index}", [kind]', 'yield f"space {index + 1}", [kind]', *TIES,
        ),
        case(
            "symmetry.types", "V-REFILL-2", "A bribe of A is refilled for like one of B.",
            "bribe", "return action.treasure + WILD", 'return max(action.treasure, "B") + WILD', games=24,
        ),
        case(
            "symmetry.seats", "V-TIE-3", "The first in seating order wins a full tie.",
            "score", 'Outcome(totals, tuple(tied), "shared")', 'Outcome(totals, tuple(tied[:1]), "shared")', *TIES,
        ),
        case(
            "view.blind", "V-INFO-1", "The top card of the deck can be seen.",
            "position", '"deck": len(state.deck)', '"deck": state.deck[:1] + "?" * len(state.deck)',
        ),
        case(
            "view.seen", "V-INFO-1", "The number of cards in other hands cannot be seen.",
            "position", "hand if owner == player else len(hand)", "hand if owner == player else 0", games=16,
        ),
    ]
)  # fmt: skip


def caught(entry: Case) -> list[str]:
    """The properties that notice the change."""
    game, tally = load_mutant(GAME.NAME, entry.mutant), Tally()
    check_random_games(game, [entry.readings] * entry.games, BOXES, tally)
    for play in entry.plays:
        check_play(game, play, tally)
    return sorted(tally.findings)


def test_every_property_of_the_game_has_a_change() -> None:
    assert sorted(CASES) == sorted(OWN)


@pytest.mark.parametrize("key", OWN)
def test_the_property_catches_its_change_and_most_others_do_not(key: str) -> None:
    found = caught(CASES[key])
    print(f"{key}: {CASES[key].mutant.sentence} Caught by {len(found)} of {len(ALL)}: {', '.join(found)}")
    assert key in found
    assert len(found) < len(ALL) / 2
