"""`dragonproof prove`: the theorems about the rules, by two solvers."""

from collections.abc import Generator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import click

from properties.events import Event, Judged
from properties.verdicts import Grade, exit_code
from reference_engine import load
from reference_engine.interface import Game
from reference_engine.jsonform import Json
from reports.endgame import endgame
from reports.files import refuse_same, write_file
from reports.following import check_folder, cores, follow, keep, report
from reports.graphs import GraphOptions, graph_options, run_graphs
from reports.options import examples, games_option, json_option, out_option, ruleset_option
from reports.report_files import html_option, write_lines
from reports.survival import prove_readings
from reports.telling_prove import tell_proofs
from solver.proofs import Proof, prove_all
from solver.proving import proved_by, theorems
from solver.queries import RLIMIT, Part, Solver, solvers
from solver.solving import Solution

_DEEP = 10  # times as much work for each query


_THEOREMS = "theorems"
_GO_WITH = {
    "--only": (_THEOREMS, "--readings"),
    "--deep": (_THEOREMS, "--readings", "--endgame"),
    "--smt2": (_THEOREMS,),
    "--ruleset": ("--graph", "--endgame"),
    "--step": ("--endgame",),
}
"""For each of these options what it goes with: the theorems, or another thing that is asked for instead."""


def _check_together(given: Mapping[str, object]) -> None:
    """Raises `UsageError` for options that do not go together. given: their values by their names."""
    wanted = [option for option in ("--graph", "--endgame", "--readings") if given[option]]
    if len(wanted) > 1:
        raise click.UsageError(f"{' and '.join(wanted)} ask for different things: leave all but one out")
    mode = wanted[0] if wanted else _THEOREMS
    for option, modes in _GO_WITH.items():
        if given[option] not in (None, False, (), {}) and mode not in modes:
            raise click.UsageError(f"{option} does not go with {mode}; it goes with {' and '.join(modes)}")


def _folder(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """A folder that files can be written into; it is made."""
    if name == "":
        raise click.BadParameter("name a folder")
    if name:
        try:
            Path(name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.BadParameter(f"{name!r}: {error.strerror}") from None
    return name


@click.command(
    epilog=examples(
        "dragonproof prove --only track.still.curse",
        "dragonproof prove --only out.nobody --json proofs.jsonl",
        "dragonproof prove --only track.still.curse --smt2 queries",
        "dragonproof prove --readings --only track.still",
        "dragonproof prove --graph toy5 --graphml toy5.graphml",
        "dragonproof prove --graph toy5 --html toy5.html",
        "dragonproof prove --endgame game.jsonl --html endgame.html",
    )
)
@click.option("--only", multiple=True, metavar="ID", help="Only theorems whose id begins so. May be repeated.")
@click.option("--deep", is_flag=True, help=f"Let each query take {_DEEP} times as much work.")
@click.option("--smt2", metavar="DIR", callback=_folder, help="Write the queries of each theorem into DIR, as SMT-LIB.")
@click.option(
    "--readings", "surviving", is_flag=True, help="Ask which theorems survive other readings, and which fall, instead."
)
@click.option("--workers", type=click.IntRange(min=1), help="How many processes.  [default: one for each core]")
@graph_options
@click.option(
    "--endgame", "file", metavar="FILE", help="Every result of the position in FILE, or of the last one of a record."
)
@click.option("--step", type=int, help="With --endgame: the position of a record after so many actions.")
@out_option
@games_option
@ruleset_option
@json_option
@html_option
def prove(
    only: tuple[str, ...],
    deep: bool,
    smt2: str | None,
    surviving: bool,
    workers: int | None,
    file: str | None,
    step: int | None,
    out: str,
    chosen: list[Game],
    readings: dict[str, str],
    json_file: str | None,
    graphs: GraphOptions | None,
    html_file: str | None,
) -> int:
    """Prove theorems about the rules, in a model that shares no code with the engine.

    Each theorem is asked about three times: whether its premises can hold at all, whether it can fail,
    and whether it fails once a rule is broken, since else it would say nothing. Every query goes to z3
    and, where it is installed, to cvc5; the table says who has proved what.

    A theorem is about every ruleset with the values that it names. --readings asks the same about each
    other value: there it survives, or falls, with a case in which it does.

    Exit 0 when every theorem is proved, by one solver at least; 1 when one is refuted or the solvers
    contradict each other, the query being kept; 3 when one is unknown or says nothing.

    With --graph every position of small boxes is explored instead, by the engine and by a flat model
    that shares nothing with it but the JSON: whether they say the same of each, whether every game
    ends, and which clauses and rare situations games come to. Exit 1 also where they part.

    With --endgame it is about one position instead ('-' is standard input): every result that is still
    possible, by the engine and by the model, which must agree; who can still win, and how; and what each
    player can make sure of by best play. Exit 3 if there are too many plays, or some go on.
    """
    instead = {"--graph": graphs, "--endgame": file is not None, "--readings": surviving}
    details = {"--only": only, "--deep": deep, "--smt2": smt2, "--ruleset": readings}
    _check_together({**instead, **details, "--step": step})
    if graphs:
        return run_graphs(chosen, graphs, readings, workers, out, json_file, html_file)
    if file is not None:
        return endgame(file, step, readings, chosen, _DEEP if deep else 1, workers, out, json_file, html_file)
    wanted = [(game.NAME, name) for game in chosen for name in theorems(game.NAME) if name.startswith(only or "")]
    if not wanted:
        known = ", ".join(sorted({name.partition(".")[0] for game in chosen for name in theorems(game.NAME)}))
        raise click.BadParameter(f"no theorem begins so; they begin with: {known}", param_hint="--only")
    rlimits = {solver: RLIMIT[solver] * (_DEEP if deep else 1) for solver in solvers()}
    rules = {game.NAME: game.RULES for game in chosen if game.NAME in dict(wanted)}
    asked: Json = {"games": list(rules), "rules": rules, "only": only, "deep": deep}
    asked |= {"solvers": {solver: {"version": solver.version, "rlimit": each} for solver, each in rlimits.items()}}
    if surviving:
        return prove_readings(chosen, wanted, rlimits, workers or cores(), asked, json_file, html_file)
    check_folder(out)
    refuse_same({"json": json_file, "html": html_file})
    proofs: list[Proof] = []
    verdicts = [
        keep(event.verdict, Path(out))
        for event in follow(_prove(wanted, rlimits, workers or cores(), proofs))
        if isinstance(event, Judged)
    ]
    if smt2:
        _write_queries(proofs, Path(smt2))
    complete = len(proofs) == len(wanted) and all(
        proof.answers[Part.THEOREM].keys() == rlimits.keys() for proof in proofs
    )
    code = exit_code(verdicts, complete)
    if json_file or html_file:
        lines = [_to_json(proof) | verdict.to_json() for proof, verdict in zip(proofs, verdicts, strict=True)]
        write_lines(report("prove", asked, lines, {"complete": complete, "exit": int(code)}), json_file, html_file)
    if "-" not in (json_file, html_file):
        click.echo(tell_proofs(proofs, verdicts, len(wanted), tuple(rlimits), complete))
    return code


def _prove(
    wanted: Sequence[tuple[str, str]], rlimits: dict[Solver, int], workers: int, proofs: list[Proof]
) -> Generator[Event, None, None]:
    """Proves all, and puts the proofs into `proofs` in the order of their verdicts."""
    proofs += yield from prove_all(wanted, rlimits, workers, ("reports.prove", "cvc5"))


def _write_queries(proofs: Sequence[Proof], folder: Path) -> None:
    """A file for each query of each theorem."""
    for proof in proofs:
        made_by = f"; dragonproof {version('dragonproof')}, rules {load(proof.game).RULES} of {proof.game}\n"
        for part, query in proof.queries.items():
            write_file(str(folder / f"{proof.game}.{proof.theorem.id}.{part}.smt2"), made_by + query)


def _to_json(proof: Proof) -> Json:
    """What a verdict does not have. solvers: for each that was asked its answer to each query, and the work it took."""
    theorem = proof.theorem
    answers = {
        solver: {part: _answer(about[solver]) for part, about in proof.answers.items()}
        for solver in proof.answers[Part.THEOREM]
    }
    return {
        "game": proof.game,
        "clauses": theorem.clauses,
        "bounds": theorem.bounds,
        "ruleset": dict(theorem.ruleset),
        "broken": theorem.broken.change,
        "proved_by": proved_by(proof.answers) if proof.verdict.grade is Grade.PROVED else [],
        "solvers": answers,
    }


def _answer(solution: Solution) -> Json:
    return {
        "status": solution.status,
        "reason": solution.reason,
        "rlimit_used": solution.used,
        "seconds": round(solution.seconds, 3),
    }
