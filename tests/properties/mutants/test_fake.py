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

from properties.clauses import default_game
from properties.conformance.failures import Kind, NoAnswer
from properties.mutants import mutants, wire
from properties.mutants.fake import fake_server
from properties.mutants.faults import FAULTS, NOT_DRIVEN
from properties.mutants.inprocess import InProcess
from properties.mutants.replying import SOON, honest
from properties.policies import playout, random_policy
from reference_engine import games, load
from reference_engine.jsonform import Json
from tests.properties.mutants.samples import Sample, sample
from tests.reports.running import COMMAND

FAKE = [sys.executable, "-m", "properties.mutants.fake"]
USUAL = sample(default_game())


class Reached(Exception):
    """Occurs where a program would end, or wait."""


@pytest.fixture(name="one", params=games())
def _one(request: pytest.FixtureRequest) -> Sample:
    """What there is to try with one game."""
    return sample(request.param)


def greeting(one: Sample) -> Json:
    return {"protocol": 1, "game": one.NAME}


class Fake:
    """A fake in this process."""

    def __init__(self, one: Sample, fault: str = "", greeted: bool = True) -> None:
        self.one = one
        self.reply = (FAULTS[fault].making if fault else honest)(fake_server(one.NAME))
        self.number = 0
        if greeted:
            self.ask("initialize", **greeting(one))

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


def over(one: Sample) -> Json:
    """A position after the end."""
    (state,) = Fake(one).result("replay", state=one.LAST, actions=[one.END])["states"]
    assert state["over"] is True
    return dict(state)


@contextmanager
def started(fault: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A fake in a process of its own, which is ended afterwards with all that it has started."""
    process = subprocess.Popen(
        [*FAKE, USUAL.NAME, "--fault", fault],
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
    process.stdin.write(Fake(USUAL, greeted=False).line(method, **(params or greeting(USUAL))))


def received(process: "subprocess.Popen[bytes]", seconds: float = 20.0) -> bytes | None:
    """What it writes next, b"" at the end of its output; None if it writes nothing for so long."""
    assert process.stdout
    return os.read(process.stdout.fileno(), 2**16) if select.select([process.stdout], [], [], seconds)[0] else None


def backwards(one: Sample, position: Json) -> Json:
    """The position with its multisets in descending order."""
    return position | {one.MULTISETS: [cards[::-1] for cards in position[one.MULTISETS]]}


def output(*command: str, said: bytes) -> bytes:
    done = subprocess.run(command, input=said, capture_output=True, timeout=60, check=True)
    return done.stdout


def test_without_a_fault_it_is_serve(one: Sample) -> None:
    fake, game = Fake(one, greeted=False), load(one.NAME)
    readings = {reading: values[-1] for reading, values in list(game.Ruleset.choices().items())[:4] if values[1:]}
    ruleset = game.Ruleset.from_readings(readings)
    start = game.position_from_json(one.POSITION, ruleset)
    played = playout(game, start, ruleset, random_policy(1))
    actions = [one.ILLEGAL, *(game.action_to_json(action) for action, _ in played)]
    chosen = [word for pair in readings.items() for word in ("--ruleset", "=".join(pair))]
    said = fake.line("initialize", **greeting(one)) + fake.line("new_game", state=one.POSITION)
    said += b"".join(fake.line("apply", action=action) for action in actions)
    said += b"".join(fake.line(method) for method in ("legal_actions", "outcome", "shutdown", "outcome"))
    dealt = fake.line("initialize", **greeting(one)) + fake.line("new_game", players=3) + fake.line("observe", player=2)
    for options, text, answers in ((chosen, said, len(actions) + 5), (["--seed", "5"], dealt, 3)):
        mine = output(*FAKE, one.NAME, *options, said=text)
        assert mine == output(*COMMAND, "serve", "--game", one.NAME, *options, said=text)
        assert mine.count(b"\n") == answers


def test_a_mutant_plays_under_its_readings_unless_others_are_named(one: Sample) -> None:
    mutant = next(mutant for mutant in mutants(one.NAME) if mutant.readings)
    right, server = fake_server(one.NAME), fake_server(one.NAME, mutant.id)
    assert server.game is not right.game
    assert {key: server.ruleset.readings()[key] for key in mutant.readings} == dict(mutant.readings)
    other = {key: right.ruleset.readings()[key] for key in mutant.readings}
    assert fake_server(one.NAME, mutant.id, other).ruleset.readings() == right.ruleset.readings()


def test_in_process_a_broken_game_crashes_and_the_next_answer_comes_all_the_same(one: Sample) -> None:
    server = fake_server(one.NAME)
    peer, fake = InProcess(server), Fake(one, greeted=False)
    assert json.loads(peer.exchange(fake.line("initialize", **greeting(one)).decode(), 1.0))["result"]
    server.game = None  # type: ignore[assignment]
    with pytest.raises(NoAnswer) as caught:
        peer.exchange(fake.line("new_game", state=one.POSITION).decode(), 1.0)
    assert (caught.value.kind, "AttributeError" in caught.value.reason) == (Kind.CRASH, True)
    assert "Traceback" in peer.stderr()
    assert peer.wait(0) is None
    assert json.loads(peer.exchange(fake.line("shutdown").decode(), 1.0))["result"] is None
    assert peer.wait(0) == 0


@pytest.mark.parametrize("name", sorted(name for name in FAULTS if name.endswith("-later")))
def test_what_comes_later_is_honest_at_first_and_then_no_longer(
    one: Sample, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = FAULTS[name.removesuffix("-later")]
    assert (now.said, FAULTS[name].said == NOT_DRIVEN) == (NOT_DRIVEN, False)
    fake, right = Fake(one, name), Fake(one)
    for _ in range(SOON - 1):
        assert fake.ask("new_game", state=one.POSITION) == right.ask("new_game", state=one.POSITION)
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
    "no-state-later": lambda fake: fake.result("new_game", state=fake.one.POSITION) == {},
    "no-reason-later": lambda fake: (
        fake.ask("new_game", state=fake.one.POSITION)["error"].keys() == {"code", "message"}
    ),
    "error-32602-later": lambda fake: fake.code("apply", action=fake.one.ILLEGAL) == -32602,
}


@pytest.mark.parametrize("name", sorted(AT_ONCE))
def test_what_comes_at_once_is_wrong_from_the_start(one: Sample, name: str) -> None:
    fake = Fake(one, name.removesuffix("-later"), greeted=False)
    fake.raw("initialize", **greeting(one))
    fake.raw("new_game", state=one.POSITION)
    assert AT_ONCE[name](fake)


def test_a_line_without_an_end(one: Sample) -> None:
    fake = Fake(one, "endless-line", greeted=False)
    pieces = b"".join(islice(fake.reply(fake.line("initialize", **greeting(one))), 100))
    assert len(pieces) > 2**20
    assert b"\n" not in pieces


@pytest.mark.parametrize(
    ("name", "seconds", "share"), [("half-and-silence", 600.0, 0.5), ("late", 3.0, 1.0), ("goes-on", 600.0, 1.0)]
)
def test_what_waits(one: Sample, name: str, seconds: float, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    fake, right = Fake(one, name), Fake(one)
    monkeypatch.setattr(time, "sleep", slept.append)
    whole = right.raw("shutdown")
    assert fake.raw("shutdown") == whole[: int(len(whole) * share)]
    assert slept == [seconds]


def test_a_slow_start(one: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    fake = Fake(one, "slow-start")
    assert slept == [1.5]
    assert fake.result("new_game", state=one.POSITION) == {"state": one.POSITION}
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


def test_much_on_standard_error(one: Sample, capfd: pytest.CaptureFixture[str]) -> None:
    fake, right = Fake(one, "flood"), Fake(one)
    capfd.readouterr()
    assert fake.ask("new_game", state=one.POSITION) == right.ask("new_game", state=one.POSITION)
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
def test_what_it_says_of_itself(one: Sample, name: str, key: str, value: object) -> None:
    greetings = [Fake(one, each, greeted=False).result("initialize", **greeting(one)) for each in (name, "")]
    assert greetings[0] == greetings[1] | {key: value}


def test_another_game(one: Sample) -> None:
    assert Fake(one, "other-game", greeted=False).code("initialize", **greeting(one)) == -32001


CAPABILITIES = ("legal_actions", "outcome", "replay", "observe", "deals")


def requests(one: Sample) -> dict[str, tuple[str, Json]]:
    """For each capability a request that needs it."""
    params: dict[str, Json] = {"replay": {"state": over(one), "actions": []}, "observe": {"player": 0}}
    asked = {capability: (capability, params.get(capability, {})) for capability in CAPABILITIES[:-1]}
    return asked | {CAPABILITIES[-1]: ("new_game", {"players": 3})}


@pytest.mark.parametrize("liar", [True, False])
@pytest.mark.parametrize("capability", CAPABILITIES)
def test_a_capability_that_is_not_there(one: Sample, capability: str, liar: bool) -> None:
    fake, ended = Fake(one, f"liar-{capability}" if liar else f"without-{capability}"), over(one)
    said = fake.result("initialize", **greeting(one))
    assert (capability in said["capabilities"]) is liar
    assert fake.result("new_game", state=ended) == {"state": ended}
    for name, (method, params) in requests(one).items():
        assert fake.code(method, **params) == (-32601 if name == capability else None)


def test_without_outcome_there_is_none_in_replay_either(one: Sample) -> None:
    assert Fake(one, "without-outcome").result("replay", state=over(one), actions=[])["outcome"] is None


def test_no_capability_at_all(one: Sample) -> None:
    fake, ended = Fake(one, "bare"), over(one)
    assert fake.result("new_game", state=ended) == {"state": ended}
    assert {fake.code(method, **params) for method, params in requests(one).values()} == {-32601}


@pytest.mark.parametrize(
    ("name", "data"), [("no-reason-for-most", None), ("without-most", {"reason": "too many players"})]
)
def test_too_many_players(one: Sample, name: str, data: object) -> None:
    fake = Fake(one, name)
    error = fake.ask("new_game", players=one.MOST)["error"]
    assert (error["code"], error.get("data")) == (-32003, data)
    most = Fake(one).result("new_game", players=one.MOST)["state"]
    assert fake.code("replay", state=most, actions=[]) == fake.code("new_game", state=most) == -32003
    assert fake.code("new_game", players=one.MOST - 1) is None


def test_an_action_that_is_refused_and_another_that_is_played(one: Sample) -> None:
    fake = Fake(one, "plays-another")
    fake.ask("new_game", state=one.POSITION)
    legal = fake.result("legal_actions")["actions"]
    assert fake.code("apply", action=one.ILLEGAL) == -32002
    assert fake.result("legal_actions")["actions"] != legal
    fake.ask("new_game", state=one.POSITION)
    (after,) = Fake(one).result("replay", state=one.POSITION, actions=[one.PLAIN])["states"]
    assert fake.result("apply", action=one.PLAIN) == {"state": after}


def test_multisets_in_descending_order(one: Sample) -> None:
    fake = Fake(one, "unsorted")
    assert fake.result("new_game", state=one.POSITION)["state"] == backwards(one, one.POSITION)
    states = [each.result("replay", state=one.POSITION, actions=[one.PLAIN])["states"] for each in (fake, Fake(one))]
    assert states[0] == [backwards(one, state) for state in states[1]]
    assert states[0] != states[1]


def replayed(one: Sample, fault: str, moves: list[Json], start: Json) -> tuple[Json, Json]:
    """What `replay` answers, and what it should."""
    asked = [Fake(one, each).result("replay", state=start, actions=moves, legal_actions=True) for each in (fault, "")]
    return asked[0], asked[1]


def test_replay_that_forgets_the_last_position(one: Sample) -> None:
    wrong, right = replayed(one, "replay-forgets", [one.PLAIN] * 2, one.POSITION)
    assert wrong == right | {"states": right["states"][:1]}
    wrong, right = replayed(one, "replay-forgets", [one.PLAIN], one.POSITION)
    assert wrong == right


def test_replay_that_plays_one_action_too_few(one: Sample) -> None:
    wrong, right = replayed(one, "replay-too-few", [one.PLAIN] * 3, one.POSITION)
    first, second, _ = right["states"]
    assert wrong == right | {"states": [first, second, second]}


def test_replay_with_an_outcome_that_is_one_off(one: Sample) -> None:
    fake = Fake(one, "replay-one-off")
    wrong, right = replayed(one, "replay-one-off", [one.END], one.LAST)
    first, *others = right["outcome"]["scores"]
    assert wrong == right | {"outcome": right["outcome"] | {"scores": [first + 1, *others]}}
    fake.ask("replay", state=one.LAST, actions=[one.END])
    assert fake.result("outcome") == right["outcome"]


def shares(one: Sample, fault: str, method: str, position: Json, **params: Any) -> tuple[Json, list[Json], float]:
    """The right answer to a question, the others that are given, and how often they are."""
    fake, right = Fake(one, fault), Fake(one)
    right.ask("new_game", state=position)
    expected = right.result(method, **params)
    fake.ask("new_game", state=position)
    answers = [fake.result(method, **params) for _ in range(600)]
    others = [answer for answer in answers if answer != expected]
    return expected, others, len(others) / len(answers)


def test_now_and_then_a_point_too_many(one: Sample) -> None:
    right, wrong, share = shares(one, "sometimes-one-more", "outcome", over(one))
    assert 0.08 < share < 0.35
    first, *others = right["scores"]
    assert all(answer == right | {"scores": [first + 1, *others]} for answer in wrong)


def test_now_and_then_a_legal_action_left_out(one: Sample) -> None:
    right, wrong, share = shares(one, "sometimes-one-less", "legal_actions", one.POSITION)
    assert 0.005 < share < 0.09
    assert all(answer == {"actions": right["actions"][:-1]} for answer in wrong)


def test_now_and_then_two_hidden_cards_swapped(one: Sample) -> None:
    right, wrong, share = shares(one, "sometimes-swapped", "new_game", one.POSITION, state=one.POSITION)
    assert 0.005 < share < 0.09
    assert all(answer == {"state": right["state"] | one.SWAPPED} for answer in wrong)


def test_after_many_games_a_point_too_many(one: Sample) -> None:
    fake, ended = Fake(one, "tires"), over(one)
    scores = []
    for _ in range(42):
        fake.ask("new_game", state=ended)
        scores.append(fake.result("outcome")["scores"][0])
    assert [score - scores[0] for score in scores] == [0] * 39 + [1] * 3


def test_legal_actions_in_any_order(one: Sample) -> None:
    right, _, share = shares(one, "shuffled", "legal_actions", one.POSITION)
    fake = Fake(one, "shuffled")
    fake.ask("new_game", state=one.POSITION)
    assert share > 0.9
    assert sorted(map(str, fake.result("legal_actions")["actions"])) == sorted(map(str, right["actions"]))


def test_the_last_field_left_out(one: Sample) -> None:
    fake = Fake(one, "without-field")
    shown = {key: value for key, value in one.POSITION.items() if key != one.LAST_FIELD}
    assert fake.result("new_game", state=one.POSITION) == {"state": shown}
    states = fake.result("replay", state=one.POSITION, actions=[one.PLAIN])["states"]
    assert all(one.LAST_FIELD not in state for state in states)


def test_only_openings_can_be_set_up(one: Sample) -> None:
    fake = Fake(one, "openings-only")
    opening = Fake(one).result("new_game", players=3)["state"]
    assert fake.result("new_game", state=opening) == {"state": opening}
    for method in ("new_game", "replay"):
        error = fake.ask(method, state=one.POSITION)["error"]
        assert error["data"]["reason"] == "it can only be set to openings"


def test_an_opening_that_is_always_the_same(one: Sample) -> None:
    openings = [
        [Fake.result(fake, "new_game", players=3) for _ in range(2)]
        for fake in (Fake(one, "deals-the-same"), Fake(one))
    ]
    (first, second), (right, other) = openings
    assert first == second == right != other


def test_views_without_anything_in_them(one: Sample) -> None:
    fake = Fake(one, "blank-view")
    fake.ask("new_game", state=one.POSITION)
    assert fake.result("observe", player=1) == {"view": {}}
    assert fake.result("legal_actions")["actions"] != []


@pytest.mark.parametrize(("name", "hidden"), [("deals-only", 0), ("hides-deck", 1), ("hides-all", 2)])
def test_games_of_its_own_only(one: Sample, name: str, hidden: int) -> None:
    fake = Fake(one, name)
    assert "replay" not in fake.result("initialize", **greeting(one))["capabilities"]
    assert fake.ask("new_game", state=one.POSITION)["error"]["data"]["reason"] == "it can only deal"
    for state in (fake.result("new_game", players=3)["state"], fake.result("apply", action=one.PLAIN)["state"]):
        assert one.POSITION.keys() - state.keys() == {*one.HIDDEN[:hidden]}


def test_every_fault_has_a_test() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    generic = {"liar-", "without-"}
    missing = [
        name
        for name in FAULTS
        if f'"{name}"' not in tested and not name.endswith("-later") and not name.startswith(tuple(generic))
    ]
    assert [name for name in missing if f"{name}-later" not in AT_ONCE] == []
