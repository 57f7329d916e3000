"""The options by which a strategy is chosen, for every command that has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tamis.errors import TamisError
from tamis.settings import Settings
from tamis.strategies import by_name
from tamis.strategies.parameters import with_parameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.strategies import Strategy


def strategy_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--strategy`` and ``--method``."""
    options = (
        click.option(
            "--strategy",
            default=Settings().strategy,
            show_default=True,
            metavar="NAME[:FIELD=VALUE,...]",
            help="Strategy, optionally with parameters (docs/strategies.md).",
        ),
        click.option(
            "--method", help="The form of a strategy that has several, such as threshold, kmeans, 2d of cetr."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def chosen_strategy(name: str, method: str | None) -> Strategy:
    """The strategy that was asked for; wrong use if there is none."""
    try:
        return with_parameters(by_name(name), {} if method is None else {"method": method})
    except TamisError as error:
        raise click.UsageError(str(error)) from error
