"""Wrong usage gets one line that says what to do, and exit 2; boxes that cannot be dealt are refused."""

import json
from pathlib import Path

import pytest

from tests.reports.running import InProcess, files_in, is_one_clear_error

BOX = {
    "name": "mine",
    "treasures": {"A": 4, "B": 4},
    "wilds": {"2": 1},
    "hand": 1,
    "values": [1, 4],
    "first_market": 1,
}

WRONG = {
    "an unknown command": (["chess"], "No such command"),
    "an unknown option": (["deal", "--colour"], "No such option"),
    "an unknown game": (["deal", "--game", "chess"], "village"),
    "players in words": (["deal", "--players", "two"], "not a valid integer"),
    "one player": (["deal", "--players", "1"], "2, 3, 4, 5 players"),
    "six players": (["play", "--players", "6"], "2, 3, 4, 5 players"),
    "fewer than no players": (["deal", "--players", "-3"], "2, 3, 4, 5 players"),
    "an unknown box": (["deal", "--box", "tiny"], "full, toy2, toy3"),
    "an unknown box to play": (["play", "--box", "tiny"], "full, toy2, toy3"),
    "an unknown box to serve": (["serve", "--box", "tiny"], "full, toy2, toy3"),
    "an unknown reading": (["deal", "--ruleset", "tie.counts=type"], "did you mean tie.count?"),
    "a reading nothing like any": (["deal", "--ruleset", "zzz=type"], "the readings are: bribe.wilds, "),
    "a box of the other game": (["deal", "--box", "toy5"], "that is a box of drachenschatz (--game drachenschatz)"),
    "a position of the other game": (["show", "opening.json", "-g", "drachenschatz"], "position of village, not of d"),
    "a box file of the other game": (["deal", "-g", "drachenschatz", "--box", "b.json"], "box of village, not of d"),
    "an unknown value": (["play", "--ruleset", "tie.count=cards"], "bribe, treasure, owned, type"),
    "an unknown value to serve": (["serve", "--ruleset", "tie.count=cards"], "bribe, treasure, owned, type"),
    "an unknown value for a file": (["show", "game.jsonl", "-r", "tie.count=cards"], "bribe, treasure, owned, type"),
    "a value that is not played": (["deal", "-r", "end.final_bribes=optional"], "choose one of: forced"),
    "a reading without a value": (["perft", "-d", "1", "--ruleset", "tie.count"], "NAME=VALUE"),
    "a reading with an empty value": (["deal", "-r", "tie.count="], "choose one of"),
    "an unknown policy": (["play", "--policy", "lucky"], "greedy"),
    "no depth": (["perft", "toy2"], "--depth"),
    "depth 0": (["perft", "toy2", "--depth", "0"], "x>=1"),
    "a depth in words": (["perft", "toy2", "--depth", "deep"], "deep"),
    "an unknown deal": (["perft", "toy9", "--depth", "1"], "the deals are: full2, "),
    "no file to replay": (["replay"], "FILE"),
    "no file to show": (["show"], "FILE"),
    "two files": (["show", "opening.json", "game.jsonl"], "unexpected extra argument"),
    "the view of nobody": (["show", "opening.json", "--view", "2"], "the players are 0 to 1"),
    "a view below 0": (["show", "opening.json", "--view", "-1"], "the players are 0 to 1"),
    "a step of a position": (["show", "opening.json", "--step", "0"], "only a record has steps"),
    "a clause that is nearly there": (["explain", "V-FAVOR-9"], "did you mean V-FAVOR-"),
    "a clause nothing like any": (["explain", "xxxxxxxx"], "see dragonproof explain"),
    "an unknown game to explain": (["explain", "--game", "chess"], "village"),
    "an unknown game to verify": (["verify", "--game", "chess"], "village"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_told_with_what_would_be_right(case: str, here: Path, dragonproof: InProcess) -> None:
    arguments, says = WRONG[case]
    (here / "b.json").write_text(json.dumps(BOX))
    before = files_in(here)
    written = [] if arguments[0] in ("serve", "chess") else ["--json", "written.json"]
    result = dragonproof(*arguments, *written)
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert says in result.err
    assert files_in(here) == before


BAD_BOXES: dict[str, object] = {
    "a list": [],
    "nothing in it": {},
    "no name": {key: value for key, value in BOX.items() if key != "name"},
    "a number for a name": BOX | {"name": 1},
    "an unknown key": BOX | {"colour": "red"},
    "an unknown type": BOX | {"treasures": {"A": 4, "X": 4}},
    "Wilds as treasure": BOX | {"treasures": {"A": 4, "W": 4}},
    "no cards of a type": BOX | {"treasures": {"A": 4, "B": 0}},
    "no types": BOX | {"treasures": {}, "values": []},
    "too many cards": BOX | {"treasures": {"A": 4, "B": 10**9}},
    "half a card": BOX | {"treasures": {"A": 4, "B": 0.5}},
    "fewer than no Wilds": BOX | {"wilds": {"2": -1}},
    "Wilds for six players": BOX | {"wilds": {"2": 1, "6": 1}},
    "Wilds for nobody": BOX | {"wilds": {}},
    "Wilds for other numbers of players": BOX | {"wilds": {"3": 1}},
    "a value too many": BOX | {"values": [1, 2, 4]},
    "values that fall": BOX | {"values": [4, 1]},
    "two greatest values": BOX | {"values": [4, 4]},
    "values in words": BOX | {"values": ["1", "4"]},
    "hands larger than the box": BOX | {"hand": 5},
    "a market larger than the box": BOX | {"first_market": 8},
    "hands below zero": BOX | {"hand": -1},
    "a market below zero": BOX | {"first_market": -1},
    "hands that are true": BOX | {"hand": True},
}


@pytest.mark.parametrize("command", ["deal", "play", "serve"])
@pytest.mark.parametrize("case", BAD_BOXES)
def test_a_box_that_cannot_be_dealt_is_refused(case: str, command: str, here: Path, dragonproof: InProcess) -> None:
    (here / "box.json").write_text(json.dumps(BAD_BOXES[case]))
    before = files_in(here)
    served = b'{"jsonrpc": "2.0", "method": "shutdown"}\n'
    players = [] if command == "serve" else ["--players", "2"]
    result = dragonproof(command, "--box", "box.json", *players, stdin=served)
    if command == "serve" and result.code == 0:
        assert "players" in case or "larger" in case or "nobody" in case  # these are only found when it deals
        return
    assert (result.code, result.out) == (2, "")
    assert is_one_clear_error(result.err)
    assert files_in(here) == before


def test_a_good_box_from_a_file_is_dealt(here: Path, dragonproof: InProcess) -> None:
    (here / "box.json").write_text(json.dumps(BOX))
    dealt = json.loads(dragonproof("deal", "--box", "box.json", "--json", "-").out)
    cards = dealt["deck"] + "".join(dealt["hands"]) + "".join(dealt["market"].values())
    assert sorted(cards) == sorted("AAAABBBBW")
    assert [len(hand) for hand in dealt["hands"]] == [1, 1]
    assert (dealt["market"]["3"] != "", dealt["values"]) == (True, [1, 4])
    dragonproof("play", "--box", "box.json", "--record", "mine.jsonl")
    header = json.loads((here / "mine.jsonl").read_text().splitlines()[0])
    assert (header["state"], header["box"]) == (dealt, "box.json")
