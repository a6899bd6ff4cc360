"""Questions with answers in JSON: asked in processes of their own, unless the answer is known already."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from properties.events import Event, Judged, Progressed
from properties.running import Result, Unit, run
from reference_engine.jsonform import Json

Answers = Mapping[str, Json]  # by the ids of their questions


@dataclass(frozen=True)
class Question:
    """Something whose answer depends on nothing but the code, the data and these arguments, which are JSON.

    id: names what is asked, arguments included. work: gives the answers to a list of arguments.
    group: questions of one group are asked together, since they share work. seconds: about how long it takes.
    """

    id: str
    work: Callable[[list[Any]], list[Json]]
    arguments: Sequence[object]
    group: str
    seconds: float


class Store(Protocol):
    """Where answers are kept for the next time."""

    def get(self, key: str) -> Json | None:
        """The answer to that question, if it is known."""

    def put(self, key: str, answer: Json) -> None:
        """Keeps an answer."""


def ask(
    questions: Sequence[Question], store: Store, workers: int, preload: tuple[str, ...]
) -> Generator[Event, None, Answers]:
    """The answers; one is missing where the work broke off, which a verdict tells. Answers are kept as they come."""
    answers = known(questions, store)
    groups: dict[str, list[Question]] = {}
    for question in questions:
        if question.id in answers:
            yield Progressed(question.group, question.seconds)
        else:
            groups.setdefault(question.group, []).append(question)
    units = [
        Unit(group, asked[0].work, ([each.arguments for each in asked],), sum(each.seconds for each in asked))
        for group, asked in groups.items()
    ]
    for unit, result in run(units, workers, preload=preload):
        if result is None:
            yield Progressed(unit.id, unit.seconds)
        elif isinstance(result, Result):  # which only an error gives
            for verdict in result.verdicts:
                yield Judged(verdict)
        else:
            for question, answer in zip(groups[unit.id], result, strict=True):
                store.put(question.id, answer)
                answers[question.id] = answer
    return answers


def known(questions: Sequence[Question], store: Store) -> dict[str, Json]:
    """The answers that are kept."""
    return {question.id: answer for question in questions if (answer := store.get(question.id)) is not None}
