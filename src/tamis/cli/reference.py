"""The reference of the command line in Markdown, made from the commands' own help.

``python -m tamis.cli.reference > docs/cli.md`` writes it anew; a test fails while the two differ.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tamis.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 100  # columns of the help text, whatever the terminal
_INTRODUCTION = """\
# Command line

This page is made from the commands' own help: `python -m tamis.cli.reference > docs/cli.md`. A test fails
when the two differ. [Quick start](quickstart.md) shows the commands at work;
[outcomes](outcomes.md#exit-status) explains the exit status.
"""


def reference() -> str:
    """The whole page."""
    root = click.Context(main, info_name="tamis", terminal_width=WIDTH, **main.context_settings)
    sections = [_section(context) for context in _contexts(root)]
    return "\n".join([_INTRODUCTION, *sections])


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """A command's context, then those of its subcommands, which are loaded for it."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                yield from _contexts(click.Context(command, info_name=name, parent=context))


def _section(context: click.Context) -> str:
    path = context.command_path
    level = "#" * max(2, len(path.split()))
    return f"{level} {path}\n\n```text\n{context.get_help()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
