"""The second solver, cvc5: the same queries, given to it as SMT-LIB."""

import re
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version as installed_version
from importlib.util import find_spec

import z3

from solver.solving import Solution, Status

_STATUS = re.compile(r"\(set-info :status \w+\)")  # told another answer than expected, cvc5 would not give it
INSTALL = "pip install 'dragonproof[cvc5]'"


def installed() -> bool:
    """Whether there is a second solver."""
    return find_spec("cvc5") is not None


def version() -> str:
    """The name and version of the second solver, which must be installed."""
    return f"cvc5 {installed_version('cvc5')}"


def smtlib(formulas: Sequence[z3.BoolRef], status: Status) -> str:
    """The query whether all formulas can hold at once, as SMT-LIB. status: the answer that is expected."""
    solver = z3.Solver(ctx=formulas[0].ctx)
    solver.add(*formulas)
    query = solver.to_smt2().replace("(set-info :status unknown)", f"(set-info :status {status})", 1)
    return f"(set-logic ALL)\n{query}"


def solve(query: str, rlimit: int) -> Solution:
    """The answer of cvc5 to a query as SMT-LIB, without a model.

    rlimit: its own measure of work, the same on every machine. What it cannot read is an unknown with its reason.
    """
    cvc5, start = import_module("cvc5"), time.process_time()
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(rlimit))
    solver.setOption("solve-bv-as-int", "sum")  # else it has to add integers bit by bit
    parser = cvc5.InputParser(solver)
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, _STATUS.sub("", query), "query")
        answer = ""
        while not (command := parser.nextCommand()).isNull():
            answer += command.invoke(solver, parser.getSymbolManager())
    except RuntimeError as error:
        answer = f"unknown ({' '.join(str(error).split())})"
    word, _, reason = answer.strip().partition(" ")
    used = solver.getStatistics()["resource::resourceUnitsUsed"]["value"]
    status = Status(word) if word in set(Status) else Status.UNKNOWN
    return Solution(status, used, reason.strip("()"), seconds=time.process_time() - start)
