"""Many theorems at once: proofs in the order asked for, and as many as are whole when the run is cut."""

from properties.events import Judged, Progressed, RunStarted
from properties.verdicts import Grade
from solver.proofs import Proof, prove_all
from solver.proving import prove_named
from solver.queries import EXPECTED, RLIMIT, Part, Solver

WANTED = [("village", "track.still.curse"), ("drachenschatz", "out.nobody.has"), ("village", "track.still.bribe")]


def test_proofs_come_in_the_order_asked_for_and_say_what_the_first_solver_alone_says() -> None:
    events = prove_all(WANTED, {Solver.Z3: RLIMIT[Solver.Z3]}, 2, ())
    seen = []
    try:
        while True:
            seen.append(next(events))
    except StopIteration as end:
        proofs: list[Proof] = end.value
    assert isinstance(seen[0], RunStarted)
    assert sum(isinstance(event, Progressed) for event in seen) == len(WANTED) * len(Part)
    assert [event.verdict for event in seen if isinstance(event, Judged)] == [proof.verdict for proof in proofs]
    assert [(proof.game, proof.theorem.id) for proof in proofs] == WANTED
    for proof in proofs:
        alone = prove_named(proof.game, proof.theorem.id)
        assert (proof.verdict.grade, proof.verdict.evidence) == (alone.grade, alone.evidence)
        assert {part: about[Solver.Z3].status for part, about in proof.answers.items()} == EXPECTED
        assert proof.verdict.grade is Grade.PROVED


def test_a_run_that_is_cut_ends_with_the_proofs_that_are_whole() -> None:
    events = prove_all(WANTED, {Solver.Z3: RLIMIT[Solver.Z3]}, 1, ())
    done: dict[str, int] = {}
    for event in events:
        if isinstance(event, Progressed):
            name = event.unit.split()[1]
            done[name] = done.get(name, 0) + 1
            if done[name] == len(Part):
                break
    judged = [events.throw(KeyboardInterrupt)]
    judged += list(events)
    assert [event.verdict.id for event in judged if isinstance(event, Judged)] == [f"theorem.{name}"]


def test_a_run_that_is_cut_while_the_second_solver_is_asked_has_the_proofs_of_the_first() -> None:
    events = prove_all(WANTED[:1], dict(RLIMIT), 1, ())
    for event in events:
        if isinstance(event, Progressed) and event.unit.endswith(Solver.CVC5):
            break
    (judged,) = [event for event in (events.throw(KeyboardInterrupt), *events) if isinstance(event, Judged)]
    assert judged.verdict.grade is Grade.PROVED
    assert Solver.CVC5.version not in judged.verdict.evidence
