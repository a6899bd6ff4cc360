"""Asking a program about cases, step by step or in one request, and comparing every answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from properties.conformance.cases import Case, Rules
from properties.conformance.comparing import Comparer, Difference, What
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.parts import parts
from properties.conformance.program import Program
from properties.suspects import carried_out, shown_by
from reference_engine.jsonform import Json, canonical, same
from reference_engine.record import Header

BLANK = "blank view"
"""What is counted where a player's view is the same as in another position, though what the player sees is not."""


@dataclass
class Counts:
    """What has been asked and compared.

    games, steps: cases begun, and steps compared. exercised: how often each clause could be seen, and
    each edge was met. asked: how often each kind of question was; fields: how often each field of the
    position was given. skipped: the reasons for which cases were, and how often. agreed: the clauses
    in which two programs agreed with each other, and not with the rules.
    """

    games: int = 0
    steps: int = 0
    exercised: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    agreed: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        """Adds what another worker counted."""
        self.games += other.games
        self.steps += other.steps
        for name, counter in self._counters().items():
            counter.update(getattr(other, name))

    def to_json(self) -> Json:
        """The counts as JSON."""
        return {name: dict(sorted(counter.items())) for name, counter in self._counters().items()}

    def _counters(self) -> dict[str, Counter[str]]:
        return {each.name: value for each in fields(self) if isinstance(value := getattr(self, each.name), Counter)}


class Examiner:
    """Asks one program, and counts. An answer is compared with the rules, or with what `other` answers."""

    def __init__(self, program: Program, counts: Counts, other: Program | None = None) -> None:
        self.program = program
        self.counts = counts
        self.other = other
        self._views: dict[int, tuple[str, str]] = {}

    def play(self, rules: Rules, *, legal: bool = True, batch: bool = False) -> list[Difference]:
        """What differs at the first place where anything does; [] where nothing does or the case was skipped.

        legal: ask what is legal, too, at every position. batch: by `replay`, which the program has to have.
        """
        comparer = Comparer(rules, rules)
        self.counts.games += 1
        self.counts.asked["replay" if batch else "apply"] += 1
        asked = (self.program, self.other) if self.other else (self.program,)
        legal = legal and all("legal_actions" in each.capabilities for each in asked)
        try:
            if self.other:
                comparer = Comparer(rules, answers_of(self.other, rules.case, legal))
            found = (self._batch if batch else self._lock_step)(comparer, legal)
        except Unsupported as skip:
            self.counts.skipped[skip.told] += 1
            return []
        except NoAnswer as failure:
            self.counts.skipped[f"no answer from the other program: {failure.kind}: {failure.reason}"] += 1
            return []
        self.counts.agreed.update(each.clause for each in comparer.agreed)
        return found

    def play_dealt(self, rules: Rules) -> list[Difference]:
        """Plays a case that begins with the opening that the program has just dealt."""
        return self._lock_step(Comparer(rules, rules), "legal_actions" in self.program.capabilities, dealt=True)

    def _lock_step(self, comparer: Comparer, legal: bool, dealt: bool = False) -> list[Difference]:
        program, rules, index = self.program, comparer.rules, 0
        game, actions = rules.case.header.game, rules.case.actions
        opening = game.position_to_json(rules.case.header.start)
        try:
            for index in range(len(actions) + 1):
                got: Json | None = opening
                if index:
                    got = program.apply(game.action_to_json(actions[index - 1]))
                elif not dealt:
                    got = program.new_game(opening)
                found = comparer.state(index, got)
                if not found:
                    self.count(rules, index, got)
                    found = self._ask_further(comparer, index, legal)
                if found:
                    return found
        except NoAnswer as failure:
            return [comparer.failure(index, failure)]
        return []

    def _ask_further(self, comparer: Comparer, index: int, legal: bool) -> list[Difference]:
        found: list[Difference] = []
        if legal:
            found = comparer.legal(index, self.program.legal_actions())
            self._count_legal(comparer.rules, index)
        last = index == len(comparer.rules.case.actions)
        if not found and last and comparer.rules.over(index) and "outcome" in self.program.capabilities:
            found = comparer.outcome(index, self.program.outcome())
            self._count_outcome(comparer.rules, index)
        return found

    def _batch(self, comparer: Comparer, legal: bool) -> list[Difference]:
        program, rules = self.program, comparer.rules
        game, case = rules.case.header.game, rules.case
        actions = [game.action_to_json(action) for action in case.actions]
        try:
            answer = program.replay(game.position_to_json(case.header.start), actions, legal)
        except NoAnswer as failure:
            return [comparer.failure(len(actions), failure)]
        got: list[Json | None] = [*answer.states]
        if answer.illegal is not None:
            got.append(None)
        lists = answer.legal if answer.legal is not None else []
        for index, state in enumerate([None, *got]):
            found = comparer.state(index, state) if index else []
            if not found and index < len(lists):
                found = comparer.legal(index, lists[index])
                self._count_legal(rules, index)
            if found:
                return found
            if index:
                self.count(rules, index, state)
        if rules.over(len(actions)) and answer.outcome is not None:
            self._count_outcome(rules, len(actions))
            return comparer.outcome(len(actions), answer.outcome)
        return []

    def look(self, header: Header, player: int) -> list[Difference]:
        """Whether what a player sees depends on what the player cannot see.

        The cards that the player does not see change places; what is seen must not change.
        """
        game, data = header.game, header.game.position_to_json(header.start)
        changed = parts(game.NAME).reshuffled(data, player)
        self.counts.asked["observe"] += 1
        rules = Rules(Case(header, ()))
        try:
            views = []
            for state in (data, changed):
                self.program.new_game(state)
                views.append(self.program.observe(player))
        except NoAnswer as failure:
            return [Comparer(rules, rules).failure(0, failure)]
        except Unsupported as skip:
            self.counts.skipped[skip.told] += 1
            return []
        if canonical(views[0]) != canonical(views[1]):
            clauses = parts(game.NAME).VIEW_CLAUSES
            return [Difference(What.VIEW, 0, f"player {player}", None, views[0], views[1], clauses, clauses)]
        if not same(data, changed):
            self._count_view(header, player, canonical(views[0]))
        return []

    def _count_view(self, header: Header, player: int, view: str) -> None:
        """Counts the view as seen, once it is known that this player's views change with what the player sees."""
        seen = canonical(header.game.observe(header.start, player))
        first_seen, first_view = self._views.setdefault(player, (seen, view))
        if seen == first_seen:
            return
        if view == first_view:
            self.counts.asked[BLANK] += 1
        else:
            self.counts.exercised.update(parts(header.game.NAME).VIEW_CLAUSES)

    def count(self, rules: Rules, index: int, got: Json | None) -> None:
        """Counts a position that was compared, and what could be seen in it."""
        refused = rules.refused(index)
        if refused or got is None:
            if refused:
                self.counts.asked["near miss"] += 1
                self.counts.exercised[refused.clause] += 1
            return
        self.counts.fields.update(got.keys() & rules.position(index).data.keys())
        step = rules.step(index)
        if step is None:
            self.counts.exercised.update(parts(rules.case.header.game.NAME).set_up(rules.position(0).data, got))
            return
        self.counts.steps += 1
        done = carried_out(step)
        visible = shown_by(step.game.NAME, step.move["type"], frozenset(got))
        edges = parts(step.game.NAME).EDGES
        self.counts.exercised.update(each for each in done if each in visible or each in edges)

    def _count_legal(self, rules: Rules, index: int) -> None:
        self.counts.asked["legal_actions"] += 1
        position = rules.position(index)
        self.counts.exercised.update(parts(position.game.NAME).forbidden(position))

    def _count_outcome(self, rules: Rules, index: int) -> None:
        self.counts.asked["outcome"] += 1
        step = rules.step(index)
        if step:
            fields = frozenset(f"outcome.{name}" for name in rules.outcome(index))
            visible = shown_by(step.game.NAME, step.move["type"], fields)
            self.counts.exercised.update(each for each in carried_out(step) if each in visible)


class Answers:
    """What another program answers to a case, as the other side of a comparison."""

    def __init__(self, states: Sequence[Json | None], lists: Sequence[Sequence[Json]], outcome: Json | None) -> None:
        self._states, self._lists, self._outcome = states, lists, outcome

    def state(self, index: int) -> Json | None:
        """The position; None where the last action was refused."""
        return self._states[index]

    def legal(self, index: int) -> Sequence[Json]:
        """The legal actions."""
        return self._lists[index]

    def outcome(self, index: int) -> Json:
        """The outcome."""
        del index
        return self._outcome or {}

    def differs(self, other: "Answers") -> tuple[int, str, None, Json, Json] | None:
        """The first place where two answers to one case differ; None if they are the same."""
        mine, theirs = self._parts(), other._parts()
        for (index, name, one), (_, _, two) in zip(mine, theirs, strict=True):
            if canonical(one) != canonical(two):
                return index, name, None, one, two
        return None

    def _parts(self) -> list[tuple[int, str, Any]]:
        states = [(index, "", state) for index, state in enumerate(self._states)]
        lists = [(index, "legal actions", sorted(map(canonical, listed))) for index, listed in enumerate(self._lists)]
        parts = sorted([*states, *lists], key=lambda part: part[0])
        return [*parts, (len(self._states) - 1, "outcome", self._outcome)]


def answers_of(program: Program, case: Case, legal: bool) -> Answers:
    """Asks a program a whole case, and leaves out fields that are unknown. Raises `NoAnswer` or `Unsupported`."""
    game, rules = case.header.game, Rules(case)
    listed = legal and "legal_actions" in program.capabilities
    states: list[Json | None] = [program.new_game(game.position_to_json(case.header.start))]
    lists = [program.legal_actions()] if listed else []
    for action in case.actions:
        states.append(program.apply(game.action_to_json(action)))
        lists += [program.legal_actions()] if listed else []
    last, fields = len(case.actions), parts(game.NAME).DEFAULTS | rules.position(0).data
    over = rules.over(last) and "outcome" in program.capabilities
    outcome = _only(program.outcome(), rules.outcome(last)) if over else None
    return Answers([_only(state, fields) for state in states], lists, outcome)


def _only(answer: Json | None, fields: Json) -> Json | None:
    """The fields of an answer that are among these."""
    return answer and {field: answer[field] for field in fields if field in answer}
