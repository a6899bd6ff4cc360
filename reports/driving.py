"""Whether the programs of a check can be driven at all."""

from dataclasses import replace

import click

from properties.conformance.harness import CannotBeDriven, Driven, check_harness
from properties.conformance.http import NotLoopback
from properties.conformance.program import Limits, Program
from properties.conformance.working import Order, programs
from reference_engine.interface import Game
from reports.options import USUAL_BOX


def plain_order(game: Game, command: tuple[str, ...], url: str | None, limits: Limits) -> Order:
    """A program by itself, by its command line or its address, with no readings given."""
    return Order(
        game=game.NAME,
        box=game.BOXES[USUAL_BOX],
        command=(url,) if url else command,
        readings={},
        start="any",
        seed=0,
        limits=limits,
        by_url=url is not None,
    )


def drive(order: Order) -> Driven:
    """The harness check. Raises `CannotBeDriven`."""
    with programs(order) as (program, other):
        try:
            driven = check_harness(program, order.box, order.start, restart=not order.by_url)
        except OSError as error:
            raise CannotBeDriven.not_started(order.command, error) from None
        except NotLoopback as error:
            raise click.BadParameter(str(error), param_hint="--url") from None
        if other:
            _drive_other(order, other)
    return driven


def _drive_other(order: Order, other: Program) -> None:
    """The harness check of the program to compare with. Raises `CannotBeDriven`."""
    try:
        check_harness(other, order.box, order.start)
    except OSError as error:
        raise CannotBeDriven.not_started(order.against, error) from None
    except CannotBeDriven as problem:
        raise replace(problem, step=f"{problem.step} (of the program to compare with)") from None
