"""Hypothesis strategies for any game: rulesets, openings, and positions with the game that reaches them.

A start is a header with the actions played from its opening. All of it shrinks: towards the default
ruleset, the smallest box, the fewest players, cards in ascending order, and no actions. No number is
drawn from a range of more than 100: for larger ones Hypothesis looks for constants in whatever modules
are loaded, and the same seed would not give the same cases everywhere.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from properties.checking import late_module
from properties.dealing import numbers_of_players
from properties.policies import by_kind
from properties.rulesets import alternatives, literal_readings
from reference_engine.interface import Action, Box, Game
from reference_engine.record import Header

Start = tuple[Header, tuple[Action, ...]]


def rulesets(game: Game) -> st.SearchStrategy[Any]:
    """The default, those with one or two other values, the literal ones, and random ones."""
    readings: st.SearchStrategy[dict[str, str]] = st.one_of(
        st.just({}),
        st.lists(
            st.sampled_from(list(alternatives(game))), min_size=1, max_size=2, unique_by=lambda choice: choice[0]
        ).map(dict),
        st.sampled_from(literal_readings(game)),
        st.fixed_dictionaries({key: st.sampled_from(values) for key, values in game.Ruleset.choices().items()}),
    )
    return readings.map(game.Ruleset.from_readings)


def boxes(game: Game) -> st.SearchStrategy[tuple[Box, int]]:
    """A box with a number of players that it can be dealt to: as often the full one as all others."""
    full, *others = [[(box, players) for players in numbers_of_players(game, box)] for box in game.BOXES.values()]
    others.sort(key=lambda tables: len("".join(game.unshuffled(*tables[0]))))
    return st.one_of(*[st.sampled_from(table) for table in (_joined(others), full) if table])


def _joined(tables: Sequence[list[tuple[Box, int]]]) -> list[tuple[Box, int]]:
    return [table for each in tables for table in each]


@st.composite
def openings(draw: st.DrawFn, game: Game, ruleset: Any = None) -> Start:
    """The opening of any box, under that ruleset or any."""
    if ruleset is None:
        ruleset = draw(rulesets(game))
    box, players = draw(boxes(game))
    shuffled = ["".join(draw(st.permutations(cards))) for cards in game.unshuffled(box, players)]
    return Header(game, ruleset, game.initial_state(box, players, shuffled, ruleset), box.name), ()


@st.composite
def played_positions(draw: st.DrawFn, game: Game, ruleset: Any = None, most: int = 40) -> Start:
    """An opening and up to so many legal actions from it."""
    header, _ = draw(openings(game, ruleset))
    state, actions = header.start, []
    for _ in range(draw(st.integers(0, most))):
        if game.is_terminal(state):
            break
        actions.append(draw(one_of_a_kind(game, game.legal_actions(state, header.ruleset))))
        state = game.apply(state, actions[-1], header.ruleset)
    return header, tuple(actions)


@st.composite
def late_positions(draw: st.DrawFn, game: Game, ruleset: Any = None) -> Start:
    """A game to the brink of some edge or on to it, under that ruleset or any.

    The actions are those of the rules, whether or not the engine can play them.
    """
    late = late_module(game.NAME)
    if ruleset is None:
        ruleset = draw(rulesets(game))
    build = late.LATE_GAMES[draw(st.sampled_from(sorted(late.LATE_GAMES)))]
    try:
        return build(game, ruleset, draw(st.randoms(use_true_random=False)))
    except late.NotUnderThisRuleset:
        reject()


@st.composite
def one_of_a_kind(draw: st.DrawFn, game: Game, actions: Iterable[Action]) -> Action:
    """First a kind, so that what there are few of comes up as often as the rest, then an action of that kind."""
    kinds = by_kind(game, actions)
    return draw(st.sampled_from(kinds[draw(st.sampled_from(list(kinds)))]))
