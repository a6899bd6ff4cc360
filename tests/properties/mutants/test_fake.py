"""Each fault is what its sentence says, and without one the fake is right."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from properties.conformance.failures import Kind, NoAnswer
from properties.mutants import mutants, wire
from properties.mutants.fake import fake_server
from properties.mutants.faults import FAULTS, NOT_DRIVEN
from properties.mutants.inprocess import InProcess
from properties.mutants.replying import SOON, honest
from reference_engine.jsonform import Json
from tests.reports.asking import POSITION, games
from tests.reports.running import COMMAND

FAKE = [sys.executable, "-m", "properties.mutants.fake", "village"]
ILLEGAL: Json = {"type": "bribe", "treasure": "F", "cards": "FFF"}
DRAW: Json = {"type": "draw"}
GREETING: Json = {"protocol": 1, "game": "village"}


class Reached(Exception):
    """Occurs where a program would end, or wait."""


class Fake:
    """A fake in this process."""

    def __init__(self, fault: str = "", greeted: bool = True) -> None:
        server = fake_server("village")
        self.reply = (FAULTS[fault].making if fault else honest)(server)
        self.number = 0
        if greeted:
            self.ask("initialize", **GREETING)

    def line(self, method: str, **params: Any) -> bytes:
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method} | ({"params": params} if params else {})
        return json.dumps(request).encode() + b"\n"

    def raw(self, method: str, **params: Any) -> bytes:
        return b"".join(self.reply(self.line(method, **params)))

    def ask(self, method: str, **params: Any) -> Json:
        """The answer to a request."""
        answer: Json = json.loads(self.raw(method, **params))
        return answer

    def result(self, method: str, **params: Any) -> Any:
        return self.ask(method, **params)["result"]

    def code(self, method: str, **params: Any) -> int | None:
        """The code of the error in the answer; None if there is none."""
        error = self.ask(method, **params).get("error")
        return error["code"] if error else None


LAST: Json = POSITION | {"deck": ""}
OVER: Json = Fake().result("replay", state=LAST, actions=[DRAW])["states"][0]


@contextmanager
def started(fault: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A fake in a process of its own, which is ended afterwards with all that it has started."""
    process = subprocess.Popen(
        [*FAKE, "--fault", fault],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def send(process: "subprocess.Popen[bytes]", method: str = "initialize", **params: Any) -> None:
    assert process.stdin
    process.stdin.write(Fake(greeted=False).line(method, **(params or GREETING)))


def received(process: "subprocess.Popen[bytes]", seconds: float = 20.0) -> bytes | None:
    """What it writes next, b"" at the end of its output; None if it writes nothing for so long."""
    assert process.stdout
    return os.read(process.stdout.fileno(), 2**16) if select.select([process.stdout], [], [], seconds)[0] else None


def ordered(position: Json) -> Json:
    return position | {"hands": ["".join(sorted(hand)) for hand in position["hands"]]}


def output(*command: str, said: bytes) -> bytes:
    done = subprocess.run(command, input=said, capture_output=True, timeout=60, check=True)
    return done.stdout


def test_without_a_fault_it_is_serve() -> None:
    fake = Fake(greeted=False)
    readings, start, actions = list(games())[1]
    chosen = [word for pair in readings.items() for word in ("--ruleset", "=".join(pair))]
    said = fake.line("initialize", **GREETING) + fake.line("new_game", state=start)
    said += b"".join(fake.line("apply", action=action) for action in [ILLEGAL, *actions])
    said += b"".join(fake.line(method) for method in ("legal_actions", "outcome", "shutdown", "outcome"))
    dealt = fake.line("initialize", **GREETING) + fake.line("new_game", players=3) + fake.line("observe", player=2)
    for options, text in ((chosen, said), (["--seed", "5"], dealt)):
        mine = output(*FAKE, *options, said=text)
        assert mine == output(*COMMAND, "serve", "--game", "village", *options, said=text)
        assert mine.count(b"\n") in (3, len(actions) + 6)


def test_a_mutant_plays_under_its_readings_unless_others_are_named() -> None:
    mutant = next(mutant for mutant in mutants("village") if mutant.readings)
    server = fake_server("village", mutant.id)
    assert server.game is not fake_server("village").game
    assert {key: server.ruleset.readings()[key] for key in mutant.readings} == dict(mutant.readings)
    other = {key: fake_server("village").ruleset.readings()[key] for key in mutant.readings}
    assert fake_server("village", mutant.id, other).ruleset.readings() == fake_server("village").ruleset.readings()


def test_in_process_a_broken_game_crashes_and_the_next_answer_comes_all_the_same() -> None:
    server = fake_server("village")
    peer, fake = InProcess(server), Fake(greeted=False)
    assert json.loads(peer.exchange(fake.line("initialize", **GREETING).decode(), 1.0))["result"]
    server.game = None  # type: ignore[assignment]
    with pytest.raises(NoAnswer) as caught:
        peer.exchange(fake.line("new_game", state=POSITION).decode(), 1.0)
    assert (caught.value.kind, "AttributeError" in caught.value.reason) == (Kind.CRASH, True)
    assert "Traceback" in peer.stderr()
    assert peer.wait(0) is None
    assert json.loads(peer.exchange(fake.line("shutdown").decode(), 1.0))["result"] is None
    assert peer.wait(0) == 0


@pytest.mark.parametrize("name", sorted(name for name in FAULTS if name.endswith("-later")))
def test_what_comes_later_is_honest_at_first_and_then_no_longer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FAULTS[name.removesuffix("-later")]
    assert (now.said, FAULTS[name].said == NOT_DRIVEN) == (NOT_DRIVEN, False)
    fake, right = Fake(name), Fake()
    for _ in range(SOON - 1):
        assert fake.ask("new_game", state=POSITION) == right.ask("new_game", state=POSITION)
    if name in AT_ONCE:
        assert AT_ONCE[name](fake)
        return
    for module, *deeds in (["os", "_exit", "dup2", "close"], ["signal", "raise_signal"], ["time", "sleep"]):
        monkeypatch.setattr(wire, module, Mock(**{f"{deed}.side_effect": Reached for deed in deeds}))
    monkeypatch.setattr(wire, "subprocess", Mock())
    with suppress(Reached):
        said = b"".join(islice(fake.reply(fake.line("legal_actions")), 3))
        assert said != right.raw("legal_actions")


AT_ONCE: dict[str, Callable[[Fake], bool]] = {
    "garbage-later": lambda fake: b"{" not in fake.raw("legal_actions"),
    "wrong-id-later": lambda fake: fake.ask("legal_actions")["id"] == fake.number + 1,
    "no-id-later": lambda fake: fake.ask("legal_actions").keys() == {"jsonrpc", "result"},
    "both-later": lambda fake: {"result", "error"} <= fake.ask("legal_actions").keys(),
    "two-lines-later": lambda fake: len({*(lines := fake.raw("legal_actions").splitlines())}) == 1 and len(lines) == 2,
    "silence-later": lambda fake: fake.raw("legal_actions") == b"",
    "no-object-later": lambda fake: fake.result("legal_actions") is True,
    "no-state-later": lambda fake: fake.result("new_game", state=POSITION) == {},
    "no-reason-later": lambda fake: fake.ask("new_game", state=POSITION)["error"].keys() == {"code", "message"},
    "error-32602-later": lambda fake: fake.code("apply", action=ILLEGAL) == -32602,
}


@pytest.mark.parametrize("name", sorted(AT_ONCE))
def test_what_comes_at_once_is_wrong_from_the_start(name: str) -> None:
    fake = Fake(name.removesuffix("-later"), greeted=False)
    fake.raw("initialize", **GREETING)
    fake.raw("new_game", state=POSITION)
    assert AT_ONCE[name](fake)


def test_a_line_without_an_end() -> None:
    fake = Fake("endless-line", greeted=False)
    pieces = b"".join(islice(fake.reply(fake.line("initialize", **GREETING)), 100))
    assert len(pieces) > 2**20
    assert b"\n" not in pieces


@pytest.mark.parametrize(
    ("name", "seconds", "share"), [("half-and-silence", 600.0, 0.5), ("late", 3.0, 1.0), ("goes-on", 600.0, 1.0)]
)
def test_what_waits(name: str, seconds: float, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    fake, right = Fake(name), Fake()
    monkeypatch.setattr(time, "sleep", slept.append)
    whole = right.raw("shutdown")
    assert fake.raw("shutdown") == whole[: int(len(whole) * share)]
    assert slept == [seconds]


def test_a_slow_start(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    fake = Fake("slow-start")
    assert slept == [1.5]
    assert fake.result("new_game", state=POSITION) == {"state": POSITION}
    assert slept == [1.5]


def test_a_greeting_that_nobody_asked_for() -> None:
    with started("banner") as process:
        assert received(process) == b"Welcome to my game!\n"


@pytest.mark.parametrize(("name", "status"), [("crash", 3), ("killed", -signal.SIGTERM), ("half-and-exit", 0)])
def test_an_end(name: str, status: int) -> None:
    with started(name) as process:
        send(process)
        assert process.wait(20) == status
        said = received(process)
        assert said is not None
        assert bool(said) is (name == "half-and-exit")
        assert not said.endswith(b"\n")


def test_a_closed_output() -> None:
    with started("closes-output") as process:
        send(process)
        assert received(process) == b""
        assert process.poll() is None


def test_a_closed_input() -> None:
    with started("closes-input") as process:
        send(process)
        assert (received(process) or b"").endswith(b"\n")
        with pytest.raises(BrokenPipeError):
            send(process)
        assert process.poll() is None


def test_a_child_that_holds_the_output() -> None:
    with started("child-holds-output") as process:
        send(process)
        assert process.wait(20) == 0
        assert received(process, 0.2) is None
        os.killpg(process.pid, 0)


@pytest.mark.parametrize(("name", "status", "left"), [("exits-with-1", 1, False), ("leaves-child", 0, True)])
def test_the_end_after_shutdown(name: str, status: int, left: bool) -> None:
    with started(name) as process:
        send(process)
        assert received(process)
        send(process, "shutdown", anything=1)
        assert (received(process) or b"").endswith(b'"result": null}\n')
        assert process.wait(20) == status
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 0)
            assert left
            return
        assert not left


def test_much_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    fake, right = Fake("flood"), Fake()
    capfd.readouterr()
    assert fake.ask("new_game", state=POSITION) == right.ask("new_game", state=POSITION)
    assert len(capfd.readouterr().err) > 2**17


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("other-protocol", "protocol", 2),
        ("unknown-reading", "readings", {"no.such": "1"}),
        ("unknown-capability", "capabilities", ["legal_actions", "outcome", "replay", "observe", "deals", "telepathy"]),
        ("capability-twice", "capabilities", ["legal_actions", "outcome", "replay", "observe", "deals", "observe"]),
        ("bare", "capabilities", []),
        ("without-observe", "capabilities", ["legal_actions", "outcome", "replay", "deals"]),
        ("without-replay", "capabilities", ["legal_actions", "outcome", "observe", "deals"]),
        ("without-outcome", "capabilities", ["legal_actions", "replay", "observe", "deals"]),
        ("without-legal_actions", "capabilities", ["outcome", "replay", "observe", "deals"]),
        ("without-deals", "capabilities", ["legal_actions", "outcome", "replay", "observe"]),
        ("unknown-fields", "mood", "good"),
        ("huge", "remark", "x" * 2**20),
    ],
)
def test_what_it_says_of_itself(name: str, key: str, value: object) -> None:
    greetings = [Fake(each, greeted=False).result("initialize", **GREETING) for each in (name, "")]
    assert greetings[0] == greetings[1] | {key: value}


def test_another_game() -> None:
    assert Fake("other-game", greeted=False).code("initialize", **GREETING) == -32001


REQUESTS: dict[str, tuple[str, Json]] = {
    "legal_actions": ("legal_actions", {}),
    "outcome": ("outcome", {}),
    "replay": ("replay", {"state": OVER, "actions": []}),
    "observe": ("observe", {"player": 0}),
    "deals": ("new_game", {"players": 2}),
}


@pytest.mark.parametrize("liar", [True, False])
@pytest.mark.parametrize("capability", REQUESTS)
def test_a_capability_that_is_not_there(capability: str, liar: bool) -> None:
    fake = Fake(f"liar-{capability}" if liar else f"without-{capability}")
    greeting = fake.result("initialize", **GREETING)
    assert (capability in greeting["capabilities"]) is liar
    assert fake.result("new_game", state=OVER) == {"state": OVER}
    for name, (method, params) in REQUESTS.items():
        assert fake.code(method, **params) == (-32601 if name == capability else None)


def test_without_outcome_there_is_none_in_replay_either() -> None:
    assert Fake("without-outcome").result("replay", state=OVER, actions=[])["outcome"] is None


def test_no_capability_at_all() -> None:
    fake = Fake("bare")
    assert fake.result("new_game", state=OVER) == {"state": OVER}
    assert {fake.code(method, **params) for method, params in REQUESTS.values()} == {-32601}


@pytest.mark.parametrize(
    ("name", "data"), [("no-reason-for-most", None), ("without-most", {"reason": "too many players"})]
)
def test_too_many_players(name: str, data: object) -> None:
    fake = Fake(name)
    error = fake.ask("new_game", players=5)["error"]
    assert (error["code"], error.get("data")) == (-32003, data)
    five = Fake().result("new_game", players=5)["state"]
    assert fake.code("replay", state=five, actions=[]) == fake.code("new_game", state=five) == -32003
    assert fake.code("new_game", players=4) is None


def test_an_action_that_is_refused_and_another_that_is_played() -> None:
    fake = Fake("plays-another")
    fake.ask("new_game", state=POSITION)
    legal = fake.result("legal_actions")["actions"]
    assert fake.code("apply", action=ILLEGAL) == -32002
    assert fake.result("legal_actions")["actions"] != legal
    fake.ask("new_game", state=POSITION)
    (after,) = Fake().result("replay", state=POSITION, actions=[DRAW])["states"]
    assert fake.result("apply", action=DRAW) == {"state": after}


def test_multisets_in_descending_order() -> None:
    fake = Fake("unsorted")
    state = fake.result("new_game", state=POSITION)["state"]
    assert state["hands"] == [hand[::-1] for hand in POSITION["hands"]]
    assert ordered(state) == POSITION
    (after,) = fake.result("replay", state=POSITION, actions=[DRAW])["states"]
    assert after["hands"][0] == "WBBAA"


def replayed(fault: str, moves: list[Json], start: Json = POSITION) -> tuple[Json, Json]:
    """What `replay` answers, and what it should."""
    asked = [Fake(each).result("replay", state=start, actions=moves, legal_actions=True) for each in (fault, "")]
    return asked[0], asked[1]


def test_replay_that_forgets_the_last_position() -> None:
    wrong, right = replayed("replay-forgets", [DRAW, DRAW])
    assert wrong == right | {"states": right["states"][:1]}
    wrong, right = replayed("replay-forgets", [DRAW])
    assert wrong == right


def test_replay_that_plays_one_action_too_few() -> None:
    wrong, right = replayed("replay-too-few", [DRAW, DRAW, DRAW])
    one, two, _ = right["states"]
    assert wrong == right | {"states": [one, two, two]}


def test_replay_with_an_outcome_that_is_one_off() -> None:
    fake = Fake("replay-one-off")
    wrong, right = replayed("replay-one-off", [DRAW], LAST)
    first, second = right["outcome"]["scores"]
    assert wrong == right | {"outcome": right["outcome"] | {"scores": [first + 1, second]}}
    fake.ask("replay", state=LAST, actions=[DRAW])
    assert fake.result("outcome") == right["outcome"]


def shares(fault: str, method: str, position: Json, **params: Any) -> tuple[Json, list[Json], float]:
    """The right answer to a question, the others that are given, and how often they are."""
    fake, right = Fake(fault), Fake()
    right.ask("new_game", state=position)
    expected = right.result(method, **params)
    fake.ask("new_game", state=position)
    answers = [fake.result(method, **params) for _ in range(600)]
    others = [answer for answer in answers if answer != expected]
    return expected, others, len(others) / len(answers)


def test_now_and_then_a_point_too_many() -> None:
    right, wrong, share = shares("sometimes-one-more", "outcome", OVER)
    assert 0.08 < share < 0.35
    first, second = right["scores"]
    assert all(answer == right | {"scores": [first + 1, second]} for answer in wrong)


def test_now_and_then_a_legal_action_left_out() -> None:
    right, wrong, share = shares("sometimes-one-less", "legal_actions", POSITION)
    assert 0.005 < share < 0.09
    assert all(answer == {"actions": right["actions"][:-1]} for answer in wrong)


def test_now_and_then_two_cards_of_the_deck_swapped() -> None:
    right, wrong, share = shares("sometimes-swapped", "new_game", POSITION, state=POSITION)
    assert 0.005 < share < 0.09
    assert all(answer == {"state": right["state"] | {"deck": "WBACF"}} for answer in wrong)


def test_after_many_games_a_point_too_many() -> None:
    fake = Fake("tires")
    scores = []
    for _ in range(42):
        fake.ask("new_game", state=OVER)
        scores.append(fake.result("outcome")["scores"][0])
    assert [score - scores[0] for score in scores] == [0] * 39 + [1] * 3


def test_legal_actions_in_any_order() -> None:
    right, _, share = shares("shuffled", "legal_actions", POSITION)
    fake = Fake("shuffled")
    fake.ask("new_game", state=POSITION)
    assert share > 0.9
    assert sorted(map(str, fake.result("legal_actions")["actions"])) == sorted(map(str, right["actions"]))


def test_the_last_field_left_out() -> None:
    fake = Fake("without-field")
    shown = {key: value for key, value in POSITION.items() if key != "discard"}
    assert fake.result("new_game", state=POSITION) == {"state": shown}
    assert all("discard" not in state for state in fake.result("replay", state=POSITION, actions=[DRAW])["states"])


def test_only_openings_can_be_set_up() -> None:
    fake = Fake("openings-only")
    opening = Fake().result("new_game", players=3)["state"]
    assert fake.result("new_game", state=opening) == {"state": opening}
    for method in ("new_game", "replay"):
        assert fake.ask(method, state=POSITION)["error"]["data"]["reason"] == "it can only be set to openings"


@pytest.mark.parametrize(
    ("name", "hidden"), [("deals-only", set()), ("hides-deck", {"deck"}), ("hides-all", {"deck", "hands"})]
)
def test_games_of_its_own_only(name: str, hidden: set[str]) -> None:
    fake = Fake(name)
    assert "replay" not in fake.result("initialize", **GREETING)["capabilities"]
    assert fake.ask("new_game", state=POSITION)["error"]["data"]["reason"] == "it can only deal"
    for state in (fake.result("new_game", players=3)["state"], fake.result("apply", action=DRAW)["state"]):
        assert POSITION.keys() - state.keys() == hidden


def test_every_fault_has_a_test() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    generic = {"liar-", "without-"}
    missing = [
        name
        for name in FAULTS
        if f'"{name}"' not in tested and not name.endswith("-later") and not name.startswith(tuple(generic))
    ]
    assert [name for name in missing if f"{name}-later" not in AT_ONCE] == []
