"""How a position lies on the table, and what is said of what has moved: nothing is lost, and nothing made up."""

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from properties.dealing import deal, numbers_of_players
from properties.parting import Kind, Parting
from properties.policies import playout, random_policy
from reference_engine import games, load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reference_engine.record import Header
from reports.html.drawing import figure, symbols
from reports.html.moving import gained, moves
from reports.html.pool import Pool
from reports.html.replays import of_parting, played
from reports.html.zones import Form, Pile, Zone, card_names, table
from tests.properties.village.playing import position


def steps(game: Game) -> Iterator[tuple[Json, Json, Json]]:
    """The positions and actions of a game for each number of players: before, action, after."""
    ruleset = game.Ruleset()
    for players in numbers_of_players(game, game.BOXES["full"]):
        before = deal(game, game.BOXES["full"], players, 5, ruleset)
        for action, _ in playout(game, before, ruleset, random_policy(players)):
            after = game.apply(before, action, ruleset)
            yield game.position_to_json(before), game.action_to_json(action), game.position_to_json(after)
            before = after


def cards(zones: tuple[Zone, ...]) -> Counter[str]:
    return Counter("".join(pile.items for zone in zones for pile in zone.piles if pile.form is not Form.SPACE))


@pytest.mark.parametrize("name", games())
def test_every_card_lies_in_one_pile(name: str) -> None:
    game = load(name)
    for players in numbers_of_players(game, game.BOXES["full"]):
        state = deal(game, game.BOXES["full"], players, 1, game.Ruleset())
        there = Counter(game.unshuffled(game.BOXES["full"], players)[0])
        assert cards(table(name).zones(game.position_to_json(state))) == there


@pytest.mark.parametrize("name", games())
def test_the_order_of_what_is_drawn_from_is_written_out_to_its_end(name: str) -> None:
    game = load(name)
    state = deal(game, game.BOXES["full"], 3, 1, game.Ruleset())
    told = [zone for zone in table(name).zones(game.position_to_json(state)) if zone.note.startswith("From the top")]
    assert ["".join(zone.note.partition(":")[2].split()) for zone in told] == [zone.piles[0].items for zone in told]
    assert sum(len(zone.piles[0].items) for zone in told) > 20


@pytest.mark.parametrize("name", games())
def test_each_card_and_token_is_said_to_go_from_where_to_where_and_each_pile_adds_up(name: str) -> None:
    seen = 0
    for before, action, after in steps(load(name)):
        one, other = table(name).zones(before), table(name).zones(after)
        flow = {pile: Counter(its) for pile, its in gained(one, other).items()}
        for pile, its in gained(other, one).items():
            flow.setdefault(pile, Counter()).subtract(its)
        for told in moves(one, other, table(name).routes(before, action, after)):
            if " onto " in told:
                continue
            way = re.fullmatch(r"(token )?(.*?) from (.*) to (.*)", told)
            assert way, told
            for each in way[2].split(", "):
                number, _, letter = each.rpartition(" ")
                flow.setdefault(way[3], Counter()).update({letter: int(number or 1)})
                flow.setdefault(way[4], Counter()).subtract({letter: int(number or 1)})
            seen += 1
        assert not any(count for its in flow.values() for count in its.values())
    assert seen > 100


def test_a_card_that_is_paid_is_not_one_that_is_taken() -> None:
    game = load("village")
    for before, action, after in steps(game):
        market, pay = before["market"], action.get("pay", "")
        if pay and set(pay) & set(market[str(action["stall"])]):
            routes = list(table("village").routes(before, action, after))
            hand = f"player {before['turn']}'s hand"
            assert (pay, hand, "the discard") in routes
            assert (market[str(action["stall"])], f"stall {action['stall']}", hand) in routes
            return
    pytest.fail("no such visit")


@pytest.mark.parametrize("name", games())
def test_every_kind_of_action_is_told_with_the_player_and_all_its_cards(name: str) -> None:
    kinds = set()
    for before, action, _ in steps(load(name)):
        told = table(name).told(action, before["turn"])
        assert told.startswith(f"Player {before['turn']} ")
        letters = "".join(action.get(key, "") for key in ("treasure", "cards", "pay", "curse"))
        assert Counter(re.findall(r"\b[A-Z]\b", told)) == Counter(letters)
        kinds.add(action["type"])
    assert len(kinds) == {"village": 3}.get(name, 2)


@pytest.mark.parametrize("name", games())
def test_a_drawing_is_xml_and_has_a_card_or_a_token_for_each_item_and_its_words(name: str) -> None:
    for before, _, after in list(steps(load(name)))[:60]:
        one, other = table(name).zones(before), table(name).zones(after)
        came = gained(one, other)
        for zone in other:
            drawn = ElementTree.fromstring(figure(zone, name, came, changed=True))
            used = [each.get("href") for each in drawn.iter("use")]
            shown = [pile.items[:1] if pile.form is Form.STACK else pile.items for pile in zone.piles]
            assert len(used) == len("".join(shown))
            halos = sum(each.get("class") == "halo" for each in drawn.iter())
            spread = {pile.name: pile.form for pile in zone.piles}
            assert halos == sum(
                min(1, came[pile].total()) if form is Form.STACK else came[pile].total()
                for pile, form in spread.items()
            )
            words = next((svg.get("aria-label", "") for svg in drawn.iter("svg")), "")
            assert all(f"{pile.name}: " in words for pile in zone.piles)
    ElementTree.fromstring(symbols(name))


def test_cards_have_names_in_every_language() -> None:
    for name in games():
        box = load(name).BOXES["full"]
        letters = set(load(name).unshuffled(box, 4)[0])
        assert card_names(name).keys() == letters
        assert all(names.keys() == {"en", "de", "ru"} for names in card_names(name).values())


def zone(*piles: tuple[str, str]) -> list[Zone]:
    return [Zone("", tuple(Pile(name, items, Form.FAN) for name, items in piles))]


def test_where_a_card_went_is_not_made_up() -> None:
    one, other = (
        zone(("a", "XX"), ("b", "X"), ("c", ""), ("d", "")),
        zone(("a", "X"), ("b", ""), ("c", "X"), ("d", "X")),
    )
    assert moves(one, other) == ["X from a", "X from b", "X to c", "X to d"]
    one = zone(("a", "X"), ("b", "XY"), ("c", ""), ("d", ""), ("e", ""))
    other = zone(("a", ""), ("b", ""), ("c", "X"), ("d", "X"), ("e", "Y"))
    assert moves(one, other) == ["X from a", "X from b", "X to c", "X to d", "Y from b to e"]
    assert moves(zone(("a", "XXY"), ("b", "")), zone(("a", ""), ("b", "XXY"))) == ["2 X, Y from a to b"]
    assert moves(zone(("a", "XX"), ("b", ""), ("c", "")), zone(("a", ""), ("b", "X"), ("c", "X"))) == [
        "X from a to b", "X from a to c",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stall", "pay", "named"), [("0", "", {"V-CURSE-3"}), ("2", "AW", {"V-MARKET-2", "V-CURSE-1"})]
)
def test_a_step_names_the_clauses_that_it_carries_out_and_not_what_is_forbidden(
    stall: str, pay: str, named: set[str]
) -> None:
    game, ruleset = load("village"), load("village").Ruleset()
    before = game.position_from_json(position("AWW", "B", deck="CD", market={stall: "F", "1": "E"}), ruleset)
    action = game.action_from_text(f"visit {stall} {pay} A" if pay else f"visit {stall}")
    shown = played(game, ruleset, action, (before, game.apply(before, action, ruleset)), Pool())
    assert named <= set(shown.clauses)
    assert "V-BRIBE-3" not in shown.clauses
    assert ("V-MARKET-2" in shown.clauses) == ("V-MARKET-2" in named)


def test_after_a_tie_that_two_readings_break_on_different_spaces_the_clauses_of_both_are_named() -> None:
    game = load("village")
    data = position("", "", bribes=("FW", "C E F"), values=[1, 1, 1, 2, 2, 3])
    one, other = (game.Ruleset.from_readings({"tie.count": value}) for value in ("bribe", "treasure"))
    headers = [Header(game, each, game.position_from_json(data, each)) for each in (one, other)]
    draw = (game.action_from_text("draw"),)
    replay = of_parting("key", "title", Parting(headers[0], headers[1], draw, frozenset({Kind.WINNERS})), Pool())
    assert {"V-TIE-1", "V-TIE-2"} <= set(replay.steps[-1].clauses)
