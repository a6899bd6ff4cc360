"""Games that a program deals itself: the opening against its box, and what it does not show inferred.

A program that shows everything is compared step by step. One that leaves out the deck, or more, must at
least be right for some deck: where no opening explains what it shows, that is the fault.
"""

import random
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

from properties.conformance.asking import Examiner
from properties.conformance.cases import Case, Rules
from properties.conformance.chances import Openings
from properties.conformance.comparing import Comparer, Difference, What, alike
from properties.conformance.failures import NoAnswer, Unsupported
from properties.conformance.findings import Found, described
from properties.conformance.generating import Source
from properties.conformance.parts import parts
from properties.dealing import deal
from properties.inferring import Explained, GaveUp, Unexplained, explain
from properties.schemas import why_malformed
from reference_engine.errors import CannotParse, EngineError
from reference_engine.interface import Action, State
from reference_engine.jsonform import Json, same
from reference_engine.record import Header, Record, Step, write_record

_MOST_STEPS = 60  # of a game in which something is inferred
_MOST_FAILURES = 10


class Dealt:
    """Asks a program for games of its own. gave_up: why it stops before its time, or "".

    only: whether it can do nothing else; else its openings are looked at, and no more.
    """

    def __init__(self, examiner: Examiner, source: Source, only: bool) -> None:
        self.examiner = examiner
        self.source = source
        self.gave_up = ""
        self._only = only
        self._failures = 0
        self._openings: dict[int, Openings] = {}

    def run(self, numbers: Iterable[int], stop: Callable[[], bool]) -> Iterator[Found | None]:
        """A game for each of these numbers until it is to stop. Each new fault; None after every game."""
        known: set[str] = set()
        for number in numbers:
            if stop() or self.gave_up:
                return
            for found in self.ask(number, known):
                known.add(found.key)
                yield found
            yield None

    def ask(self, number: int, known: Container[str]) -> Iterator[Found]:
        """One game that the program deals. Its first fault, unless that is known."""
        players, rng = self._players(number), self.source.rng(number)
        self.examiner.counts.games += 1
        self.examiner.counts.asked["deals"] += 1
        try:
            found = self._game(players, rng, number, known)
        except Unsupported as skip:
            self.examiner.counts.skipped[skip.told] += 1
            return
        if found and found.key not in known:
            yield found

    def _players(self, number: int) -> int:
        """For how many players the game of that number is."""
        return self.source.players(number // 12 + number)

    def _game(self, players: int, rng: random.Random, number: int, known: Container[str]) -> Found | None:
        opening = self._blank(players)
        try:
            shown = self.examiner.program.deal(players)
        except NoAnswer as failure:
            return self._failed(failure, Case(opening, ()), number)
        try:
            demands = list(parts(self.source.game.NAME).demands(shown, self.source.box, players))
        except (AttributeError, KeyError, TypeError, ValueError):
            return self._malformed(shown, opening, number)
        for clause, what, expected, got in demands:
            self.examiner.counts.exercised[clause] += 1
            if not same(expected, got):
                if not alike(expected, got):
                    return self._malformed(shown, opening, number)
                difference = Difference(What.POSITION, 0, what, None, expected, got, (clause,), (clause,))
                return self._of_opening(difference, shown, opening, number)
        unshuffled = self._unshuffled(shown, players, known)
        if unshuffled:
            found = self._of_opening(unshuffled, shown, opening, number)
            return replace(found, sentence="What is dealt is not left to chance.")
        try:
            whole = self.source.game.position_from_json(shown, self.source.ruleset)
            if not self._only:
                return None  # what follows is asked at positions that are set up
        except CannotParse:
            return self._inferred(shown, rng, number) if self._only else None
        except EngineError as error:
            difference = Difference(What.MALFORMED, 0, got=shown, reason=str(error))
            return self._of_opening(difference, shown, opening, number)
        return self._compared(self.source.played_on(whole, rng), number)

    def _unshuffled(self, shown: Json, players: int, known: Container[str]) -> Difference | None:
        """A field that cannot have come by chance, of a clause that is not known to be broken."""
        program, game = self.examiner.program, self.source.game.NAME
        openings = self._openings.setdefault(program.starts, Openings())  # a fresh start may deal the same again
        found = list(openings.add(players, parts(game).drawn(shown, self.source.box, players)))
        self.examiner.counts.asked.update(
            f"chance {clause}" for clause in parts(game).CHANCE_CLAUSES if openings.varied(clause)
        )
        for drawn, reason in found:
            if drawn.clause not in known:
                clauses = (drawn.clause,)
                return Difference(What.POSITION, 0, drawn.field, None, "what chance gives", reason, clauses, clauses)
        return None

    def _malformed(self, shown: Json, opening: Header, number: int) -> Found:
        reason = why_malformed(self.source.game.NAME, "urn:dragonproof:game:answer-position", shown)
        return self._of_opening(Difference(What.MALFORMED, 0, got=shown, reason=reason), shown, opening, number)

    def _of_opening(self, difference: Difference, shown: Json, opening: Header, number: int) -> Found:
        """What is wrong with an opening, told with that opening where it can stand on a table."""
        try:
            header = self._header(self.source.game.position_from_json(shown, self.source.ruleset))
        except EngineError:
            found = described(difference, Case(opening, ()), "", "", number)
            return replace(found, finding=replace(found.finding, board=""))
        return described(difference, Case(header, ()), "", "", number)

    def _blank(self, players: int) -> Header:
        """An opening for so many, where there is no other to show."""
        source = self.source
        opening = deal(source.game, source.box, players, source.seed, source.ruleset)
        return Header(source.game, source.ruleset, opening, source.box.name)

    def _compared(self, rules: Rules, number: int) -> Found | None:
        """Plays on from an opening that is shown as a whole."""
        differences = self.examiner.play_dealt(rules)
        if not differences:
            return None
        return self._different(differences[0], rules, number)

    def _different(self, difference: Difference, rules: Rules, number: int) -> Found:
        """A difference from the rules, with the record of the game up to there."""
        case = rules.case
        if difference.failure:
            return self._failed(difference.failure, case.first(difference.index), number)
        steps = [Step(action, rules.state(index)) for index, action in enumerate(case.actions[: difference.index], 1)]
        if steps and difference.what is What.POSITION:
            steps[-1] = Step(steps[-1].action, {difference.field: difference.got})
        outcome = None
        if difference.what is What.OUTCOME:
            outcome = rules.outcome(difference.index) | {difference.field.partition(".")[2]: difference.got}
        return described(difference, case, write_record(Record(case.header, tuple(steps), outcome)), "", number)

    def _failed(self, failure: NoAnswer, case: Case, number: int) -> Found:
        self._failures += 1
        if self._failures >= _MOST_FAILURES:
            self.gave_up = f"gave up after {_MOST_FAILURES} failures; the last time {failure.reason}"
        difference = Difference(What.FAILURE, len(case.actions), failure=failure)
        record = write_record(Record(case.header, tuple(map(Step, case.actions))))
        return described(difference, case, record, "", number)

    def _inferred(self, shown: Json, rng: random.Random, number: int) -> Found | None:
        """Plays on from an opening of which something is left out, and asks afterwards what explains it all."""
        steps: list[Step] = []
        outcome: Json | None = None
        state = dict(shown)
        try:
            while len(steps) < _MOST_STEPS and not state.get("over"):
                action = self._action(shown, steps, rng)
                if action is None:
                    break
                claimed = self.examiner.program.apply(self.source.game.action_to_json(action))
                if claimed is None:
                    break
                state = claimed
                steps.append(Step(action, claimed))
            if state.get("over") and "outcome" in self.examiner.program.capabilities:
                outcome = self.examiner.program.outcome()
        except NoAnswer as failure:
            start = self._explained(shown, steps, None)
            header = self._header(start.start) if isinstance(start, Explained) else self._blank(self._players(number))
            return self._failed(failure, Case(header, tuple(step.action for step in steps)), number)
        return self._told(self._explained(shown, steps, outcome), steps, outcome, number)

    def _action(self, shown: Json, steps: list[Step], rng: random.Random) -> Action | None:
        """One that the program offers, or else one that is legal in what explains the game so far."""
        game = self.source.game
        if "legal_actions" in self.examiner.program.capabilities:
            offered = self.examiner.program.legal_actions()
            try:
                return game.action_from_json(rng.choice(offered)) if offered else None
            except EngineError:
                return None
        found = self._explained(shown, steps, None)
        if not isinstance(found, Explained):
            return None
        rules = Rules(Case(self._header(found.start), tuple(step.action for step in steps)))
        legal = rules.position(len(steps)).legal
        return rng.choice(legal) if legal else None

    def _explained(self, shown: Json, steps: list[Step], outcome: Json | None) -> Explained | Unexplained | GaveUp:
        return explain(self.source.game, self.source.ruleset, shown, steps, outcome, self.source.box)

    def _header(self, start: State) -> Header:
        return Header(self.source.game, self.source.ruleset, start)

    def _told(self, found: Any, steps: list[Step], outcome: Json | None, number: int) -> Found | None:
        counts = self.examiner.counts
        if isinstance(found, GaveUp):
            counts.skipped["what the program does not show could not be inferred"] += 1
            return None
        actions = tuple(step.action for step in steps)
        if isinstance(found, Explained):
            rules = Rules(Case(self._header(found.start), actions))
            comparer = Comparer(rules, rules)
            for index, step in enumerate(steps, start=1):
                for difference in comparer.state(index, step.state):  # in a field that may be absent: the rest agrees
                    return self._different(difference, rules, number)
                self.examiner.count(rules, index, step.state)
            return None
        header = self._header(found.start) if found.start is not None else self._blank(self._players(number))
        case = Case(header, actions[: found.step])
        field = found.fields[0] if found.fields else ""
        claimed = dict(steps[found.step - 1].state or {}) if found.step else {}
        claimed |= {f"outcome.{name}": value for name, value in (outcome or {}).items()}
        got = claimed.get(field)
        difference = Difference(
            What.POSITION if field else What.ACCEPTED,
            found.step,
            field,
            actions[found.step - 1] if found.step else None,
            "what some deck explains" if field else None,
            got,
            found.clauses,
            found.clauses,
            reason=found.reason,
        )
        last = outcome if found.step == len(steps) else None
        return described(difference, case, write_record(Record(header, tuple(steps[: found.step]), last)), "", number)
