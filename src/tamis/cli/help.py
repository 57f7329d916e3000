"""Help that all commands share: options by group, those of the command itself first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Decorated = TypeVar("Decorated", bound="Callable[..., Any] | click.Command")

HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Context settings of every command, also of one that is called without its parent group."""
OPTIONS = "Options"
"""Heading of the options that have no group: the common ones."""
INPUT = "Input"
"""Group of options about where pages come from; other groups are those of the settings."""


class GroupedOption(click.Option):
    """An option with the group that it is listed in."""

    def __init__(self, *arguments: Any, group: str = "", **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.group = group


def option(*names: str, group: str, **named: Any) -> Callable[[Decorated], Decorated]:
    """Declare an option of a group. `click.option` declares the common ones, which have none."""
    return click.option(*names, cls=GroupedOption, group=group, **named)


class Command(click.Command):
    """A command whose help lists its options by group, in the order in which the groups are first used."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by group; those without one come first."""
        groups: dict[str, list[tuple[str, str]]] = {"": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                groups.setdefault(getattr(parameter, "group", ""), []).append(record)
        for group, records in groups.items():
            if records:
                with formatter.section(group or OPTIONS):
                    formatter.write_dl(records)
