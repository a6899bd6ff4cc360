"""Questions are asked once, together with those of their group, and what breaks off has no answer."""

from collections.abc import Sequence
from typing import Any

import pytest

from properties.ambiguities.asking import Answers, Question, ask
from properties.events import Judged, Progressed
from reference_engine.jsonform import Json


class Kept(dict[str, Json]):
    """A store in memory."""

    def put(self, key: str, answer: Json) -> None:
        self[key] = answer


def double(asked: list[Any]) -> list[Json]:
    return [{"double": 2 * number, "together": len(asked)} for (number,) in asked]


def fail(asked: list[Any]) -> list[Json]:
    raise ValueError(str(asked))


def asked(questions: Sequence[Question], store: Kept) -> tuple[Answers, list[tuple[str, float]]]:
    """The answers, and the progress that was told."""
    told: list[tuple[str, float]] = []
    running = ask(questions, store, 2, ())
    while True:
        try:
            event = next(running)
        except StopIteration as stop:
            return stop.value, told
        if isinstance(event, Judged):
            assert (event.verdict.id, event.verdict.evidence) == ("c", "ValueError: [(4,)]")
            told.append(("broken", 0.0))
        else:
            assert isinstance(event, Progressed)
            told.append((event.unit, event.seconds))


def question(number: int, group: str, work: Any = double) -> Question:
    return Question(f"question {number}", work, (number,), group, 1.5)


@pytest.fixture(scope="module")
def first() -> tuple[Answers, list[tuple[str, float]], Kept]:
    store = Kept({"question 7": {"double": 14, "together": 0}})
    every = [question(1, "a"), question(2, "b"), question(3, "a"), question(4, "c", fail), question(7, "a")]
    return (*asked(every, store), store)


def test_those_of_a_group_are_asked_together_and_what_is_known_is_not_asked(first: Any) -> None:
    answers, _, store = first
    assert answers == {
        "question 1": {"double": 2, "together": 2},
        "question 2": {"double": 4, "together": 1},
        "question 3": {"double": 6, "together": 2},
        "question 7": {"double": 14, "together": 0},
    }
    assert store == answers


def test_the_progress_adds_up_to_all_the_work_and_what_broke_off_is_told(first: Any) -> None:
    _, told, _ = first
    assert sum(seconds for _, seconds in told) == 5 * 1.5
    assert sorted(told) == [("a", 1.5), ("a", 3.0), ("b", 1.5), ("broken", 0.0), ("c", 1.5)]


def test_when_everything_is_known_nothing_is_asked(first: Any) -> None:
    answers, _, store = first
    again, told = asked([question(number, "a", fail) for number in (1, 2, 3, 7)], store)
    assert again == answers
    assert len(told) == 4
