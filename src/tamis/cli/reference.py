"""Generate what comes from the code: the references of the commands, the tables of settings, the lists of roles.

``python -m tamis.cli.reference docs`` regenerates them; a test fails if they differ. A table is between ``<!-- options:
NAME -->`` and ``<!-- end of options -->``, where NAME is a settings class, a strategy, ``batch-columns`` or ``roles``.
The JSON schema of articles lists the roles too.
"""

from __future__ import annotations

import re
import sys
import textwrap
from copy import copy
from dataclasses import is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.batch.schema import COLUMNS
from tamis.cli import BENCH_COMMANDS, COMMANDS, LazyGroup, main
from tamis.cli.settings_options import NOT_ON_COMMAND_LINE, RENDER_OPTIONS, flags_of
from tamis.core.strategies import by_name
from tamis.core.summarizing import SummarySettings
from tamis.edition import EditionSettings
from tamis.library.interests import InterestSettings
from tamis.model import Role
from tamis.news.digest import DigestSettings
from tamis.news.refresh import RefreshSettings
from tamis.settings.batch import BatchSettings
from tamis.settings.crawl import CrawlSettings
from tamis.settings.extraction import Limits, Settings
from tamis.settings.fetching import FetchSettings, RenderSettings
from tamis.settings.options import options_of
from tamis.settings.reader import ReaderSettings
from tamis.settings.serve import ServeSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.settings.options import Option

_CLASSES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        Settings,
        Limits,
        FetchSettings,
        RenderSettings,
        EditionSettings,
        SummarySettings,
        CrawlSettings,
        BatchSettings,
        DigestSettings,
        RefreshSettings,
        InterestSettings,
        ServeSettings,
        ReaderSettings,
    )
}
_TABLE = re.compile(r"(<!-- options: ([\w-]+) -->\n)[^<]*(<!-- end of options -->\n)")

_OTHER_TABLES = {
    "batch-columns": [("column", "type", ""), *((f"`{column.name}`", column.type, column.help) for column in COLUMNS)],
    "roles": [("role", "kept blocks", "dropped blocks"), *((f"`{role}`", role.kept, role.dropped) for role in Role)],
}
_ROLE_NAMES = re.compile(r"(?<=^\| `Role` \| )[^|\n]*(?= \|$)", re.MULTILINE)
_SCHEMA_ROLES = re.compile(r'(?<="role": \{\n          "enum": \[\n)[^\]]*(?=          \])')

SHOWN_WHOLE = "extract"
"""Command whose options are described in full; others have many of them."""
LEAST_SHARED = 8
"""Minimum number of shared options that are only named; fewer are described in each command."""
SCHEMA = Path(__file__).parents[1] / "write" / "article.schema.json"
"""The JSON schema of articles, which lists the roles."""
WIDTH = 100  # columns of the help text, whatever the terminal
_INTRODUCTION = """\
# Command line

This page is made from the commands' own help: `python -m tamis.cli.reference docs`. A test fails
when the two differ. [Quick start](quickstart.md) shows the commands at work;
[outcomes](outcomes.md#exit-status) explains the exit status. Options that many commands share are
described in [`tamis extract`](#tamis-extract), and in the help of each command. The commands `bench`,
`learn` and `plot` come with the package tamis-bench: see [its commands](bench-cli.md).
"""
_BENCH_INTRODUCTION = """\
# Commands of tamis-bench

This page is made from the commands' own help, like [that of tamis](cli.md). [Bench](bench.md) shows them at work.
"""


def reference() -> str:
    """Return the page of the built-in commands."""
    root = _root()
    sections = [_section(context) for context in (root, *_contexts(root, COMMANDS))]
    return "\n".join([_INTRODUCTION, *sections])


def bench_reference() -> str:
    """Return the page of the commands that the package tamis-bench adds."""
    return "\n".join([_BENCH_INTRODUCTION, *(_section(context) for context in _contexts(_root(), BENCH_COMMANDS))])


def _root() -> click.Context:
    return click.Context(BuiltIn(main), info_name="tamis", terminal_width=WIDTH, **main.context_settings)


class BuiltIn(LazyGroup):
    """The command `tamis` as its help shows it without commands of other packages."""

    def __init__(self, group: click.Group) -> None:
        super().__init__(group.name, help=group.help, params=group.params)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the built-in commands."""
        self.write_built_in(formatter)


def _contexts(parent: click.Context, names: Iterable[str]) -> Iterator[click.Context]:
    """Yield the contexts of a group's commands, each followed by those of its subcommands."""
    group = parent.command
    assert isinstance(group, click.Group)  # noqa: S101
    for name in sorted(names):
        command = group.get_command(parent, name)
        if command is None or command.hidden:
            continue
        context = click.Context(command, info_name=name, parent=parent)
        yield context
        if isinstance(command, click.Group):
            yield from _contexts(context, command.list_commands(context))


def _section(context: click.Context) -> str:
    path = context.command_path
    level = "#" * max(2, len(path.split()))
    return f"{level} {path}\n\n```text\n{_help(context)}\n```\n"


def _help(context: click.Context) -> str:
    """Write the help of a command. Options that it shares with `SHOWN_WHOLE` are only named."""
    described = {(option.name, getattr(option, "help", None)) for option in _shown_whole(context).params}
    options = [option for option in context.command.params if isinstance(option, click.Option)]
    shared = [option for option in options if (option.name, option.help) in described]
    if context.command.name == SHOWN_WHOLE or len(shared) < LEAST_SHARED:
        return context.get_help()
    command = copy(context.command)
    command.params = [option for option in context.command.params if option not in shared]
    own = click.Context(command, info_name=context.info_name, parent=context.parent).get_help()
    names = ", ".join("/".join(map(str, (*option.opts, *option.secondary_opts))) for option in shared)
    also = f"Also the options of tamis {SHOWN_WHOLE}: {names}."
    return f"{own}\n\n{textwrap.fill(also, WIDTH, initial_indent='  ', subsequent_indent='  ', break_on_hyphens=False)}"


def _shown_whole(context: click.Context) -> click.Command:
    command = main.get_command(context.find_root(), SHOWN_WHOLE)
    assert command is not None  # noqa: S101
    return command


def with_tables(page: str) -> str:
    """Update the tables of settings in a page of the docs from the code."""
    page = _ROLE_NAMES.sub(", ".join(f"`{role}`" for role in Role), page)
    return _TABLE.sub(lambda found: f"{found[1]}\n{table_of(found[2])}\n{found[3]}", page)


def with_roles(schema: str) -> str:
    """Update the roles in the JSON schema of articles from the code."""
    listed = ", ".join(f'"{role}"' for role in Role)
    indent = " " * 12
    lines = textwrap.fill(listed, 118, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return _SCHEMA_ROLES.sub(f"{lines}\n", schema)


def table_of(name: str) -> str:
    """Write the table of the settings of a class or a strategy, of the columns of batches, or of the roles."""
    if name in _OTHER_TABLES:
        rows = _OTHER_TABLES[name]
        return "".join(f"| {' | '.join(row)} |\n".replace("  ", " ") for row in (rows[0], ("---",) * 3, *rows[1:]))
    own = _CLASSES.get(name)
    kind = own or type(by_name(name))
    head = ("field", "default", "values", "command line" if own else "from", "")
    table = [head, ("---",) * len(head), *(_row(setting, own) for setting in options_of(kind))]
    return "".join(f"| {' | '.join(row)} |\n".replace("  ", " ") for row in table)


def _row(setting: Option, own: type | None) -> tuple[str, ...]:
    is_option = setting.name in RENDER_OPTIONS if own is RenderSettings else setting.name not in NOT_ON_COMMAND_LINE
    is_option = is_option and own is not ReaderSettings
    flags = flags_of(setting) if setting.is_plain and not is_dataclass(setting.type) and is_option else ()
    origin = ", ".join(f"`{flag}`" for flag in flags) if own else setting.source
    return (f"`{setting.name}`", _default(setting.default), _values(setting), origin, setting.help.replace("|", r"\|"))


def _default(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"`{entry}`" for entry in value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int):
        return f"`{value:_}`"
    if is_dataclass(value):
        return f"`{type(value).__name__}()`"
    return f"`{value:.4g}`" if isinstance(value, float) else f"`{value}`"


def _values(setting: Option) -> str:
    return ", ".join(f"`{choice}`" for choice in setting.choices) or setting.range


def write(folder: Path) -> None:
    """Regenerate the references and the tables of all pages."""
    (folder / "cli.md").write_text(reference(), encoding="utf-8")
    (folder / "bench-cli.md").write_text(bench_reference(), encoding="utf-8")
    for page in sorted(folder.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if with_tables(text) != text:
            page.write_text(with_tables(text), encoding="utf-8")
    SCHEMA.write_text(with_roles(SCHEMA.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
    else:
        sys.stdout.write(reference())
