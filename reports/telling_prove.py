"""Proofs in words: each theorem with who has proved it, and what it says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from properties.clauses import catalogue
from properties.verdicts import Grade, Verdict
from reports.telling import wrapped
from reports.telling_runs import tell_finding
from solver import second
from solver.proofs import Proof
from solver.proving import proved_by
from solver.queries import Part, Solver


def tell_proofs(
    proofs: Sequence[Proof], verdicts: Sequence[Verdict], wanted: int, asked: Sequence[Solver], complete: bool
) -> str:
    """The whole report for a terminal. verdicts: those of the proofs. wanted: how many theorems there should be."""
    lines: list[str] = []
    width = max((len(proof.theorem.id) for proof in proofs), default=0)
    for game, about in groupby(zip(proofs, verdicts, strict=True), lambda each: each[0].game):
        lines += [game, ""]
        for proof, verdict in about:
            lines += _tell(proof, verdict, width)
            if verdict.finding:
                lines += [*tell_finding(verdict, catalogue(game)), ""]
        lines.append("")
    return "\n".join([*lines, *_tell_end(proofs, wanted, asked, complete)])


def _tell(proof: Proof, verdict: Verdict, width: int) -> Iterator[str]:
    """The grade, who has proved it, how long each solver took; then what it says, and what of."""
    theorem = proof.theorem
    by = proved_by(proof.answers) if verdict.grade is Grade.PROVED else ()
    times = "  ".join(f"{solver} {proof.seconds(solver):5.2f} s" for solver in proof.answers[Part.THEOREM])
    yield f"{theorem.id:{width}}  {verdict.grade:8}  {' and '.join(by) or '-':12}  {times}"
    under = ", ".join(f"{key}={value}" for key, value in theorem.ruleset.items()) or "every ruleset"
    yield from wrapped("    ", f"{theorem.sentence} ({', '.join(theorem.clauses)}; {under}; {theorem.bounds})")
    if verdict.grade is not Grade.PROVED or len(by) < len(proof.answers[Part.THEOREM]):
        yield from wrapped("    ", verdict.evidence)


def _tell_end(proofs: Sequence[Proof], wanted: int, asked: Sequence[Solver], complete: bool) -> Iterator[str]:
    """How many are proved, by whom, and how long that took."""
    by = Counter(proved_by(proof.answers) for proof in proofs if proof.verdict.grade is Grade.PROVED)
    told = [f"{count} by {' and '.join(solvers) or 'both together'}" for solvers, count in sorted(by.items())]
    yield f"{by.total()} of {wanted} theorems proved{': ' if told else ''}{', '.join(told)}."
    times = [f"{solver.version} {sum(proof.seconds(solver) for proof in proofs):.1f} s" for solver in asked]
    yield f"Time of all queries: {', '.join(times)}."
    if not complete:
        yield "The run was cut: this is what is known so far."
    if Solver.CVC5 not in asked:
        yield f"There is no second solver here. To install it: {second.INSTALL}"
