"""All answers about the readings of a game, put together."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from properties.ambiguities.asking import Answers, Question, Store, ask, known
from properties.ambiguities.beside import Neighbours, Relation
from properties.ambiguities.breaking import Breaks
from properties.ambiguities.questions import (
    Effort,
    Readings,
    breaks_question,
    frequency_questions,
    kept_question,
    neighbours_question,
    search_questions,
)
from properties.ambiguities.results import (
    breaks_from_json,
    counts_from_json,
    least_from_json,
    neighbours_from_json,
)
from properties.ambiguities.smallest import Found, Known, smallest_known
from properties.clauses import Reading, Value, catalogue
from properties.events import Event, RunStarted
from properties.frequency import Counts, Frequency, frequencies
from properties.parting import Kind
from properties.rulesets import Choice, alternatives, literal_readings
from properties.verdicts import Verdict
from properties.witnesses import SIZES, Witness, witnesses
from reference_engine.interface import Game
from reference_engine.jsonform import Json

Pair = tuple[str, str]  # the names of two texts


@dataclass(frozen=True)
class Alternative:
    """One value of a reading instead of the default.

    found: by kinds; None where the value is not played, or this was not answered, as with all else that is None.
    kept: witnesses that the engine has confirmed, the smallest first. theorems: verdicts on those about this value.
    """

    reading: Reading
    value: Value
    found: Found | None
    neighbours: Neighbours | None
    breaks: Breaks | None
    frequency: Frequency | None
    kept: tuple[Witness, ...]
    theorems: tuple[Verdict, ...]

    @property
    def choice(self) -> Choice:
        """The reading and the value."""
        return self.reading.id, self.value.name

    @property
    def known(self) -> dict[Kind, Known]:
        """For each kind the smallest game known that differs in it."""
        return smallest_known(self.found or {}, (each.parting for each in self.kept))


@dataclass(frozen=True)
class TwoTexts:
    """Two texts, each by its literal ruleset. differing: the readings on which these differ, with both values.

    found: nothing where the rulesets are the same; None where it was not answered.
    """

    names: Pair
    differing: Mapping[str, tuple[str, str]]
    found: Found | None


@dataclass(frozen=True)
class Answered:
    """What was found out about a game.

    breaks: of the default ruleset. wrong: kept witnesses that do not replay. counts: of full games, as far as known.
    """

    game: Game
    alternatives: tuple[Alternative, ...]
    texts: tuple[TwoTexts, ...]
    breaks: Breaks | None
    wrong: tuple[Witness, ...]
    counts: tuple[Counts, ...]


@dataclass(frozen=True)
class Plan:
    """What is asked about a game: about every reading, or about one."""

    game: Game
    reading: str | None
    effort: Effort

    @property
    def choices(self) -> list[Choice]:
        """The alternatives that are played."""
        return [choice for choice in alternatives(self.game) if self.reading in (None, choice[0])]

    @property
    def texts(self) -> dict[Pair, tuple[Readings, Readings]]:
        """For every two texts their literal rulesets, where they differ; only if every reading is asked about."""
        if self.reading:
            return {}
        literal = literal_rulesets(self.game)
        pairs = {pair: (literal[pair[0]], literal[pair[1]]) for pair in combinations(literal, 2)}
        return {pair: rulesets for pair, rulesets in pairs.items() if rulesets[0] != rulesets[1]}

    @cached_property
    def kept(self) -> list[Witness]:
        """The witnesses that are kept, the smallest first."""
        about = [each for each in witnesses(self.game) if self.reading in (None, each.reading)]
        return sorted(about, key=lambda each: SIZES.index(each.size))

    def searches(self) -> list[Question]:
        """The questions of the smallest games, for the alternatives and then for the texts."""
        pairs: list[tuple[Readings, Readings]] = [({}, dict([choice])) for choice in self.choices]
        return search_questions(self.game, [*pairs, *self.texts.values()], self.effort)

    def frequencies(self) -> list[Question]:
        """The questions of how often it matters."""
        return frequency_questions(self.game, self.effort) if self.choices else []

    def nearby(self, answers: Answers) -> list[Question]:
        """Those of other readings beside it, and of whether it breaks the game: in the boxes where it first matters."""
        questions = [breaks_question(self.game, {}, (), self.effort)]
        for choice, search in zip(self.choices, self.searches(), strict=False):
            first = {least["boxes"] for least in answers.get(search.id, {}).values() if least["parting"]}
            questions.append(neighbours_question(self.game, choice, first, self.effort))
            questions.append(breaks_question(self.game, dict([choice]), first, self.effort))
        return questions

    def beginning(self) -> list[Question]:
        """All questions that need no answer before."""
        kept = [kept_question(self.game, witness) for witness in self.kept]
        return [*self.searches(), *self.frequencies(), *kept]


def literal_rulesets(game: Game) -> dict[str, Readings]:
    """For each text the readings of its literal ruleset that are not the default, by the names of the texts."""
    rulesets = map(game.Ruleset.from_readings, literal_readings(game))
    return {name: ruleset.differences() for name, ruleset in zip(catalogue(game.NAME).texts, rulesets, strict=True)}


def find_out(
    plans: Sequence[Plan], others: Sequence[Question], store: Store, workers: int, preload: tuple[str, ...]
) -> Generator[Event, None, Answers]:
    """Asks all that is planned, and other questions beside it."""
    begin = [*(each for plan in plans for each in plan.beginning()), *others]
    later = [each for plan in plans for each in plan.nearby({})]
    yield RunStarted("", 0, sum(question.seconds for question in (*begin, *later)))
    answers = yield from ask(begin, store, workers, preload)
    nearby = [each for plan in plans for each in plan.nearby(answers)]
    return {**answers, **(yield from ask(nearby, store, workers, preload))}


def recall(plans: Sequence[Plan], others: Sequence[Question], store: Store) -> Answers:
    """As much of the same as is kept."""
    answers = known([*(each for plan in plans for each in plan.beginning()), *others], store)
    return {**answers, **known([each for plan in plans for each in plan.nearby(answers)], store)}


def put_together(plan: Plan, answers: Answers, theorems: Mapping[Choice, tuple[Verdict, ...]]) -> Answered:
    """The answers about a game."""
    game, readings = plan.game, catalogue(plan.game.NAME).readings
    searched = [_found(game, answers.get(question.id)) for question in plan.searches()]
    default, *nearby = [answers.get(question.id) for question in plan.nearby(answers)]
    answered = dict(zip(plan.choices, zip(searched, nearby[::2], nearby[1::2], strict=False), strict=False))
    counts, (kept, wrong) = _counts(plan, answers), _kept(plan, answers)
    often = {(each.reading, each.value): each for each in frequencies(counts)} if counts else {}
    every = []
    for reading in [readings[plan.reading]] if plan.reading else readings.values():
        for value in reading.values[1:]:
            choice = (reading.id, value.name)
            found, beside, breaks = answered.get(choice, (None, None, None))
            about = tuple(each for each in kept if (each.reading, each.value) == choice)
            every.append(
                Alternative(
                    reading=reading,
                    value=value,
                    found=found,
                    neighbours=_beside(neighbours_from_json(game, beside), about) if beside else None,
                    breaks=breaks_from_json(game, breaks) if breaks else None,
                    frequency=often.get(choice),
                    kept=about,
                    theorems=theorems.get(choice, ()),
                )
            )
    texts = _texts(plan, searched[len(plan.choices) :])
    return Answered(game, tuple(every), texts, breaks_from_json(game, default) if default else None, wrong, counts)


def _beside(found: Neighbours, kept: tuple[Witness, ...]) -> Neighbours:
    """Without those that are said to be the only ones although a kept witness does without them."""
    seen = {Relation.ONLY: bool(kept), Relation.MORE: any(each.kind is Kind.WINNERS for each in kept)}
    return replace(found, beside=tuple(each for each in found.beside if not seen.get(each.relation)))


def _kept(plan: Plan, answers: Answers) -> tuple[tuple[Witness, ...], tuple[Witness, ...]]:
    """The kept witnesses that the engine confirms, and those that it does not."""
    answered = [(witness, answers.get(kept_question(plan.game, witness).id)) for witness in plan.kept]
    right = tuple(_with_kinds(witness, answer) for witness, answer in answered if answer and not answer["wrong"])
    return right, tuple(witness for witness, answer in answered if answer and answer["wrong"])


def _with_kinds(witness: Witness, answer: Json) -> Witness:
    return replace(witness, parting=replace(witness.parting, kinds=frozenset(map(Kind, answer["kinds"]))))


def _found(game: Game, answer: Json | None) -> Found | None:
    if answer is None:
        return None
    return {Kind(kind): least_from_json(game, least) for kind, least in answer.items()}


def _counts(plan: Plan, answers: Answers) -> tuple[Counts, ...]:
    """How often the alternatives matter; nothing unless that is known for every number of players."""
    counts = [answers.get(question.id) for question in plan.frequencies()]
    return () if None in counts else tuple(counts_from_json(each) for each in counts if each is not None)


def _texts(plan: Plan, searched: Sequence[Found | None]) -> tuple[TwoTexts, ...]:
    """Every two texts with what was searched for those that differ."""
    if plan.reading:
        return ()
    literal = {
        name: plan.game.Ruleset.from_readings(each).readings() for name, each in literal_rulesets(plan.game).items()
    }
    found = dict(zip(plan.texts, searched, strict=True))
    every = []
    for one, other in combinations(literal, 2):
        both = {key: (value, literal[other][key]) for key, value in literal[one].items()}
        differing = {key: values for key, values in both.items() if values[0] != values[1]}
        every.append(TwoTexts((one, other), differing, found.get((one, other), {})))
    return tuple(every)
