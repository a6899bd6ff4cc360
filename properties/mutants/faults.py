"""The catalogue of faults: what programs may do wrong that no clause is about, or do rightly but unusually."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from properties.mutants import answers, wire
from properties.mutants.replying import (
    Making,
    answering,
    lacking,
    later,
    refusing,
    with_lists,
    with_positions,
    with_result,
    without,
    writing,
)

NOT_DRIVEN = "cannot be driven"
FINE = "fine"
SKIP = "skip"
UNSHUFFLED = "unshuffled"


@dataclass(frozen=True)
class Fault:
    """One way to depart from a plain, right program.

    sentence: what it does. said: what a check must say of it: `NOT_DRIVEN`, `FINE`, `SKIP`, `UNSHUFFLED` (the
    first clause that leaves something to chance), or the id of the one verdict that is refuted. making: how it replies.
    """

    sentence: str
    said: str
    making: Making


def _both(name: str, sentence: str, said: str, making: Making, first: int = 0) -> Iterator[tuple[str, Fault]]:
    """A fault from the start, after so many requests, and one that comes later."""
    yield name, Fault(sentence, NOT_DRIVEN, later(making, first) if first else making)
    yield f"{name}-later", Fault(f"After a while: {sentence}", said, later(making))


def _all() -> Iterator[tuple[str, Fault]]:
    yield from _both("garbage", "It answers with something that is no JSON.", "protocol", writing(wire.garbage))
    yield from _both("wrong-id", "Its answers have the id of another request.", "protocol", answering(answers.wrong_id))
    yield from _both("no-id", "Its answers have no id.", "protocol", answering(answers.no_id))
    yield from _both("both", "Its answers have a result and an error.", "protocol", answering(answers.both))
    yield from _both("two-lines", "It answers one request with two lines.", "protocol", writing(wire.two_lines))
    yield from _both(
        "half-and-silence", "It writes half a line and no more.", "timeout", writing(wire.half_and_silence), 1
    )
    yield from _both("half-and-exit", "It writes half a line and exits.", "crash", writing(wire.half_and_exit))
    yield from _both("endless-line", "It writes a line that does not end.", "protocol", writing(wire.endless))
    yield from _both("silence", "It does not answer.", "timeout", writing(wire.silence), 1)
    yield from _both("late", "It answers after three seconds.", "timeout", writing(wire.late), 1)
    yield from _both("crash", "It exits with code 3.", "crash", writing(wire.crash))
    yield from _both("killed", "It is ended by a signal.", "crash", writing(wire.killed))
    yield from _both("closes-output", "It closes its output and goes on.", "crash", writing(wire.closes_output))
    yield from _both("closes-input", "It closes its input and goes on.", "crash", writing(wire.closes_input))
    yield from _both(
        "child-holds-output", "It exits, and a child process of its keeps its output open.", "crash",
        writing(wire.child_holds_output),
    )  # fmt: skip
    yield from _both("no-object", "Its results are no objects.", "protocol", answering(answers.no_object))
    yield from _both(
        "no-state", "Its results lack the position.", "protocol", with_result(answers.no_state, "new_game", "apply")
    )
    yield from _both(
        "no-reason", "It answers -32003 without a reason.", "protocol",
        refusing(lambda request: request["method"] == "new_game", {"code": -32003, "message": "no"}),
    )  # fmt: skip
    yield from _both(
        "error-32602", "It answers -32602 to illegal actions.", "error", answering(answers.error_code(-32602))
    )
    yield "banner", Fault("It greets on its standard output when it starts.", NOT_DRIVEN, wire.banner)
    yield "goes-on", Fault("It does not exit after `shutdown`.", NOT_DRIVEN, wire.goes_on)
    yield "exits-with-1", Fault("It exits with code 1 after `shutdown`.", NOT_DRIVEN, wire.exits_with_1)
    yield from _handshakes()
    yield from _liars()
    yield from _wrong()
    yield from _unsteady()
    yield from _unusual()


def _handshakes() -> Iterator[tuple[str, Fault]]:
    refused = {"code": -32001, "message": "no such game"}
    yield "other-game", Fault("It answers `initialize` with -32001.", NOT_DRIVEN, refusing(lambda _: True, refused))
    for name, sentence, making in (
        ("other-protocol", "It speaks another version of the protocol.", answers.greeting(protocol=2)),
        ("unknown-reading", "It follows a reading that does not exist.", answers.greeting(readings={"no.such": "1"})),
        ("unknown-capability", "It names a capability that does not exist.", answers.capability("telepathy")),
        ("capability-twice", "It names a capability twice.", answers.capability("observe")),
    ):
        yield name, Fault(sentence, NOT_DRIVEN, making)


def _liars() -> Iterator[tuple[str, Fault]]:
    for capability, said in (
        ("legal_actions", NOT_DRIVEN),
        ("outcome", "error"),
        ("replay", NOT_DRIVEN),
        ("observe", NOT_DRIVEN),
        ("deals", "error"),
    ):
        sentence = f"It says that it has `{capability}`, and has not."
        yield f"liar-{capability}", Fault(sentence, said, lacking(capability))


def _wrong() -> Iterator[tuple[str, Fault]]:
    no = {"code": -32003, "message": "no"}
    for name, sentence, said, making in (
        ("no-reason-for-most", "It answers -32003 without a reason to the largest number of players.", "protocol",
         answers.not_for_most(no)),
        ("plays-another", "It plays another action when it refuses one.", "touched", answers.plays_another),
        ("unsorted", "Its multisets are in descending order.", "protocol", answers.unsorted),
        ("replay-forgets", "`replay` does not answer the last position.", "protocol",
         with_result(answers.forgets_last, "replay")),
        ("replay-too-few", "`replay` does not play the last action.", "replay",
         with_result(answers.plays_one_too_few, "replay")),
        ("deals-the-same", "It deals the same opening each time.", UNSHUFFLED, answers.deals_the_same),
        ("replay-one-off", "`replay` gives the first player a point too many.", "replay",
         with_result(answers.replays_one_off, "replay")),
    ):  # fmt: skip
        yield name, Fault(sentence, said, making)


def _unsteady() -> Iterator[tuple[str, Fault]]:
    for name, sentence, making in (
        ("sometimes-one-more", "Now and then the first player has a point too many.", answers.sometimes_one_more),
        ("sometimes-one-less", "Now and then a legal action is not listed.", answers.sometimes_one_less),
        ("sometimes-swapped", "Now and then two cards that nobody sees are swapped.", answers.sometimes_swapped),
        ("tires", "After many games the first player has a point too many.", answers.tires),
    ):
        yield name, Fault(sentence, "unsteady", making)


def _unusual() -> Iterator[tuple[str, Fault]]:
    """What is no fault at all, though some of it cannot be checked."""
    for name, sentence, said, making in (
        ("leaves-child", "It leaves a child process behind when it is shut down.", FINE, wire.leaves_child),
        ("flood", "It writes much to standard error.", FINE, writing(wire.flood)),
        ("huge", "It answers a megabyte each time, most of it in a field that nobody knows.", FINE,
         answering(answers.huge)),
        ("slow-start", "It takes a second and a half to start.", FINE, wire.slow_start),
        ("unknown-fields", "Its answers have fields that nobody knows.", FINE, answering(answers.more("mood", "good"))),
        ("without-field", "It does not show the last field of a position.", FINE,
         with_positions(answers.without_field)),
        ("shuffled", "It lists legal actions in any order.", FINE, with_lists(answers.shuffled)),
        ("blank-view", "To nobody it shows anything.", SKIP, with_result(answers.blank_view, "observe")),
        ("without-most", "It does not play with the largest number of players.", SKIP,
         answers.not_for_most(answers.unsupported("too many players"))),
        ("openings-only", "It can only be set to openings.", SKIP, answers.openings_only),
        ("deals-only", "It cannot be set to any position, and deals games of its own.", SKIP, answers.deals_only()),
        ("hides-deck", "It only deals, and does not show the cards that are drawn from.", SKIP,
         answers.deals_only(answers.without_hidden(str))),
        ("hides-all", "It only deals, and shows no cards that are hidden from somebody.", SKIP,
         answers.deals_only(answers.without_hidden(str, list))),
        ("bare", "It has no capability.", SKIP, without("legal_actions", "outcome", "replay", "observe", "deals")),
        ("without-legal_actions", "It lacks `legal_actions`.", FINE, without("legal_actions")),
        ("without-outcome", "It lacks `outcome`.", SKIP, without("outcome")),
        ("without-replay", "It lacks `replay`.", FINE, without("replay")),
        ("without-observe", "It lacks `observe`.", SKIP, without("observe")),
        ("without-deals", "It lacks `deals`.", FINE, without("deals")),
    ):  # fmt: skip
        yield name, Fault(sentence, said, making)


FAULTS: Mapping[str, Fault] = dict(_all())
