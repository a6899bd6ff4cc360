"""Hoards that show what can happen: where a theorem ends that holds under other readings only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import z3

from solver.choosing import choice
from solver.drachenschatz import model, mutants
from solver.drachenschatz.cards import hoard
from solver.drachenschatz.claims import Rules
from solver.drachenschatz.model import READINGS, Ending
from solver.terms import Formula, Readings
from solver.theorem import Broken, Statement, Theorem

WORTH = (1, 3, 5)


@dataclass(frozen=True)
class Told:
    """Hoards and what comes of them; treasures are worth what they are by default."""

    hoards: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    out: tuple[int, ...]


@dataclass(frozen=True)
class Witness:
    """Endings that together show the sentence, under every ruleset with those values; `change` is one that does not."""

    id: str
    sentence: str
    clauses: tuple[str, ...]
    ruleset: Mapping[str, str]
    endings: tuple[Told, ...]
    change: str
    mutant: Rules


@dataclass(frozen=True)
class Claim:
    """By the rules, exactly that comes of the hoards."""

    endings: Sequence[Told]
    rules: Rules
    ruleset: Mapping[str, str]

    def __call__(self, context: z3.Context) -> Statement:
        """The claim as a statement."""
        rulesets = choice(context, READINGS, self.ruleset)
        premises, goals = rulesets.premises(), []
        for index, told in enumerate(self.endings):
            ended = model.ending(context, len(told.hoards), f"ending{index}_")
            given = Ending(tuple(map(hoard, told.hoards)), WORTH)
            premises += [term == number for term, number in zip(ended.numbers(), given.numbers(), strict=True)]
            goals.append(self._comes(ended, told, rulesets.readings))
        return Statement(premises, z3.And(*goals))

    def _comes(self, ended: Ending, told: Told, readings: Readings) -> Formula:
        outcome = self.rules.outcome(ended, readings)
        return z3.And(
            *(score == given for score, given in zip(outcome.scores, told.scores, strict=True)),
            *(wins == (player in told.winners) for player, wins in enumerate(outcome.winners)),
            *(is_out == (player in told.out) for player, is_out in enumerate(outcome.outs)),
        )


def witness_theorems() -> tuple[Theorem, ...]:
    """Each of the witnesses as a theorem."""
    return tuple(map(_theorem, witnesses()))


def _theorem(witness: Witness) -> Theorem:
    claim = Claim(witness.endings, Rules(), witness.ruleset)
    return Theorem(
        id=witness.id,
        sentence=witness.sentence,
        clauses=witness.clauses,
        bounds="; then ".join(" ".join(told.hoards) for told in witness.endings),
        ruleset=witness.ruleset,
        state=claim,
        broken=Broken(witness.change, replace(claim, rules=witness.mutant)),
    )


def witnesses() -> tuple[Witness, ...]:
    """All of them, the small first."""
    apart = ("D-ANIMAL-2", "D-ANIMAL-3")
    return (
        Witness(
            "witness.best_is_out",
            "The player with the highest score can be out.",
            ("D-ANIMAL-1", "D-SCORE-1", "D-WIN-1"),
            {},
            (Told(("KKK", "CJ", "GS"), (15, 3, 1), winners=(1,), out=(0,)),),
            "the highest score wins, whoever is out",
            Rules(wins=mutants.out_can_win),
        ),
        Witness(
            "witness.two_best_are_out",
            "With 5 players those with the two highest scores can be out.",
            (*apart, "D-SCORE-1", "D-WIN-1"),
            {},
            (Told(("KKSS", "CCK", "CJS", "CGS", "CGS"), (10, 5, 3, 1, 1), winners=(2,), out=(0, 1)),),
            "the highest score wins, whoever is out",
            Rules(wins=mutants.out_can_win),
        ),
        Witness(
            "witness.score.all",
            "One player can have all the treasures, and the others none: no score is bounded more closely.",
            ("D-SCORE-1", "D-WIN-1"),
            {},
            (Told(("CGJK", "C", "S"), (9, 0, 0), winners=(0,), out=()),),
            "cows are worth as much as treasures of the first kind",
            Rules(score=mutants.cows_are_worth),
        ),
        Witness(
            "witness.score.cheapest",
            "Where all cards are treasures, one player can have all but the cheapest, and the others only these.",
            ("D-SCORE-1", "D-WIN-1"),
            {},
            (Told(("GJK", "G", "G"), (9, 1, 1), winners=(0,), out=()),),
            "treasures count as minus points",
            Rules(score=mutants.minus_points),
        ),
        Witness(
            "witness.nobody_wins",
            "Nobody can win, even if nobody is out.",
            ("D-WIN-1",),
            {"win.tie": "none"},
            (Told(("CK", "KS", "CJ"), (5, 5, 3), winners=(), out=()),),
            "equal scores share the win",
            mutants.under("win.tie", "shared"),
        ),
        Witness(
            "witness.more_animals.next",
            "One more animal can put its owner out, who would have won without it.",
            ("D-ANIMAL-1",),
            {"animals.tie": "next"},
            (
                Told(("CK", "CJ", "CG"), (5, 3, 1), winners=(0,), out=()),
                Told(("CCK", "CJ", "CG"), (5, 3, 1), winners=(1,), out=(0,)),
            ),
            "a shared minimum puts nobody out",
            mutants.under("animals.tie", "spared"),
        ),
        Witness(
            "witness.more_animals.player",
            "One more animal can put its owner out, who would have won without it.",
            apart,
            {"animals.tie_scope": "player", "animals.both": "alone"},
            (
                Told(("K", "CJ", "CGGS", "CGS", "CGS"), (5, 3, 2, 1, 1), winners=(0,), out=()),
                Told(("KS", "CJ", "CGGS", "CGS", "CGS"), (5, 3, 2, 1, 1), winners=(2,), out=(0, 1)),
            ),
            "sharing the minimum of cows says nothing about sheep",
            mutants.under("animals.tie_scope", "half"),
        ),
        Witness(
            "witness.sharer_is_out.half",
            "Whoever shares the minimum of cows can be out by sheep.",
            apart,
            {"animals.tie_scope": "half"},
            (Told(("K", "JS", "CGS", "CGS", "CGS"), (5, 3, 1, 1, 1), winners=(1,), out=(0,)),),
            "who shares the minimum of either kind is not out at all",
            mutants.under("animals.tie_scope", "player"),
        ),
        Witness(
            "witness.sharer_is_out.has",
            "A player who shares both minima, each with another player, can be the only one out.",
            apart,
            {"animals.both": "has"},
            (Told(("K", "JS", "CG", "CGS", "CGS"), (5, 3, 1, 1, 1), winners=(1,), out=(0,)),),
            "only a player alone on both minima is the only one out",
            mutants.under("animals.both", "alone"),
        ),
    )
