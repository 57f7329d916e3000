"""What of the docs is made from the code: the reference of the command line, and the tables of settings.

``python -m tamis.cli.reference docs`` writes both anew; a test fails while they differ. A table stands between
``<!-- options: NAME -->`` and ``<!-- end of options -->``, where NAME is a settings class or a strategy.
"""

from __future__ import annotations

import re
import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli import main
from tamis.cli.settings_options import NOT_ON_COMMAND_LINE, RENDER_OPTIONS, flags_of
from tamis.edition import EditionSettings
from tamis.fetching.settings import FetchSettings, RenderSettings
from tamis.library.personal import ProfileSettings
from tamis.news.digest import DigestSettings
from tamis.news.settings import CrawlSettings
from tamis.options import options_of
from tamis.settings import Limits, Settings
from tamis.strategies import by_name
from tamis.summarizing import SummarySettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.options import Option

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
        DigestSettings,
        ProfileSettings,
    )
}
_TABLE = re.compile(r"(<!-- options: ([\w-]+) -->\n)[^<]*(<!-- end of options -->\n)")

WIDTH = 100  # columns of the help text, whatever the terminal
_INTRODUCTION = """\
# Command line

This page is made from the commands' own help: `python -m tamis.cli.reference docs`. A test fails
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


def with_tables(page: str) -> str:
    """A page of the docs with its tables of settings as the code has them."""
    return _TABLE.sub(lambda found: f"{found[1]}\n{table_of(found[2])}\n{found[3]}", page)


def table_of(name: str) -> str:
    """The table of the settings of a class or a strategy."""
    own = _CLASSES.get(name)
    kind = own or type(by_name(name))
    head = ("field", "default", "values", "command line" if own else "from", "")
    rows = [head, ("---",) * len(head), *(_row(one, own) for one in options_of(kind))]
    return "".join(f"| {' | '.join(row)} |\n".replace("  ", " ") for row in rows)


def _row(one: Option, own: type | None) -> tuple[str, ...]:
    is_option = one.name in RENDER_OPTIONS if own is RenderSettings else one.name not in NOT_ON_COMMAND_LINE
    flags = flags_of(one) if one.is_plain and not is_dataclass(one.type) and is_option else ()
    origin = ", ".join(f"`{flag}`" for flag in flags) if own else one.source
    return (f"`{one.name}`", _default(one.default), _values(one), origin, one.help.replace("|", r"\|"))


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


def _values(one: Option) -> str:
    return ", ".join(f"`{choice}`" for choice in one.choices) or one.range


def write(folder: Path) -> None:
    """Write the reference, and the tables of all pages, anew."""
    (folder / "cli.md").write_text(reference(), encoding="utf-8")
    for page in sorted(folder.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if with_tables(text) != text:
            page.write_text(with_tables(text), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
    else:
        sys.stdout.write(reference())
