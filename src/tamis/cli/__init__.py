"""The command line: one file per command, loaded when it is used.

Other packages add commands through the entry points `tamis.commands`: the name of each is the command, its object a
`click.Command`. A built-in command cannot be replaced.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis._version import __version__
from tamis.cli.help import HELP
from tamis.io.installation import install_command
from tamis.settings.unknown_names import suggestion

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["main"]

ENTRY_POINTS = "tamis.commands"

GROUPS: dict[str, dict[str, str]] = {
    "Read": {
        "serve": "Run the reader in your browser, with the library, the cleaning proxy and the API.",
        "extract": "Extract articles from URLs, files or standard input.",
        "print": "Make a print edition of articles: PDF, EPUB or one HTML file.",
        "digest": "Make an edition of the news from a site, feeds or a library.",
        "summarize": "Summarize articles by their best sentences.",
        "filter": "Remove the clutter from a web page: HTML or text.",
    },
    "Collect": {
        "library": "Keep articles in one file: search, tag, highlight, export.",
        "crawl": "Crawl a news site and store its articles.",
        "feed": "List the entries of a feed, or make the feed of a site.",
        "watch": "Check feeds and pages when they are due, and add new articles to a library.",
        "links": "List the links of a page that lead to articles, and why.",
    },
    "Understand": {
        "explain": "Report why each block of a page was kept or dropped.",
        "compare": "Compare what strategies keep of a page.",
        "diff": "Show what changed between two versions of an article.",
        "site-profile": "Learn what the pages of a site have in common, to extract others better.",
    },
    "For programs": {
        "batch": "Extract web archives, folders and tables of pages in bulk.",
        "mcp": "Serve tools for language models (MCP) over standard input and output.",
        "cuter": "Extract a stream of XML pages to XML articles, as CUTER does.",
    },
    "About tamis": {
        "demo": "Extract, crawl and digest an example site; needs no network.",
        "doctor": "Check the installation, and say what works and how to add the rest.",
        "version": "Print the version.",
    },
}
"""Line of help for each built-in command, by what it is for; the commands that people try first come first."""
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}
"""Line of help for each built-in command; the module of that name in this package defines it, with _ for -."""
BENCH_COMMANDS = frozenset(("bench", "learn", "plot"))
"""Commands of the package tamis-bench."""


NEED_POSIX = frozenset({"batch", "crawl", "demo", "digest"})
"""Commands whose output folder or database is locked and synchronized as POSIX systems do it."""

_WORDS_FOR = {
    **dict.fromkeys(("fetch", "get", "download", "parse", "read", "convert", "text", "markdown"), "extract"),
    **dict.fromkeys(("clean", "strip"), "filter"),
    **dict.fromkeys(("pdf", "epub", "book"), "print"),
    **dict.fromkeys(("why", "debug"), "explain"),
    **dict.fromkeys(("bulk", "warc", "parquet"), "batch"),
    **dict.fromkeys(("summary", "summarise", "nlp", "keywords"), "summarize"),
    **dict.fromkeys(("train", "fit"), "learn"),
    "completion": "doctor, which shows the line for your shell",
}
"""Command for names that people know from other tools."""


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """List the names of the commands, including those of other packages."""
        return sorted({*COMMANDS, *_added()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command with a name, imported now."""
        if cmd_name in NEED_POSIX and sys.platform == "win32":
            raise click.UsageError(
                f"tamis {cmd_name} needs Linux or macOS; on Windows, install tamis in WSL and run it there"
            )
        if cmd_name in COMMANDS:
            command = _built_in(cmd_name)
        else:
            point = _added().get(cmd_name)
            command = _loaded(point) if point is not None else None
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or raise an error that suggests one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and args[0] not in _added():
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing those of tamis."""
        self.write_built_in(formatter)
        added = [(name, _line_of(point)) for name, point in sorted(_added().items())]
        if added:
            with formatter.section("Commands of other packages"):
                formatter.write_dl(added)

    def write_built_in(self, formatter: click.HelpFormatter) -> None:
        """List the built-in commands."""
        width = max(map(len, COMMANDS))
        for title, lines in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in lines.items()])


def _built_in(name: str) -> object:
    module = name.replace("-", "_")
    return getattr(import_module(f"tamis.cli.{module}"), module)


def _added() -> dict[str, EntryPoint]:
    """Return the commands that other packages add, by name. What reads their metadata is slow to import."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in COMMANDS}


def _loaded(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:  # another package's code, which may fail in any way
        package = point.dist.name if point.dist is not None else point.value
        raise click.ClickException(
            f"the command {point.name!r} of {package} cannot be loaded: {type(error).__name__}: {error}"
        ) from error


def _line_of(point: EntryPoint) -> str:
    """Return a command's line of help, or why there is none: one broken package does not hide the others."""
    try:
        command = _loaded(point)
    except click.ClickException as error:
        return error.message
    return command.get_short_help_str(limit=100) if isinstance(command, click.Command) else "not a click.Command"


def _unknown(name: str) -> str:
    if name in BENCH_COMMANDS:
        return f"tamis {name} is in the package tamis-bench: {install_command(package='tamis-bench')}"
    if "://" in name or Path(name).exists():
        return f"{name} is not a command; to extract its article: tamis extract {name}"
    if (meant := _WORDS_FOR.get(name)) is not None:
        return f"there is no command {name!r}; you may want tamis {meant}"
    return f"there is no command {name!r}; {suggestion(name, sorted({*COMMANDS, *_added()}))}"


@click.group(cls=LazyGroup, context_settings=HELP)
@click.version_option(__version__, prog_name="tamis")
def main() -> None:
    """Extract the article from web pages: text with structure, pictures with captions, metadata.

    Start with tamis serve, or tamis extract URL. Output goes to standard output, messages to standard error. Exit
    status: 0 success, 1 no article, 2 usage error, 3 fetch failed.
    """
