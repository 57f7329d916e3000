"""`tamis diff`: what changed between two versions of an article."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.help import HELP, Command
from tamis.cli.library import library_option
from tamis.cli.one_page import load_page, stop
from tamis.cli.settings_options import chosen_settings, fetch_options, settings_file_option
from tamis.errors import NoSuchSource, TamisError
from tamis.library.location import default_path
from tamis.model import Article, Change
from tamis.text.characters import for_terminal
from tamis.write.changes import diff as compared
from tamis.write.changes.text import SIGNS, by_section, summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from tamis.model import Changes
    from tamis.settings.file import SettingsFile
    from tamis.write.changes.text import ShownChange

STYLES = {
    Change.ADDED: "green",
    Change.REMOVED: "red",
    Change.CHANGED: "yellow",
    Change.MOVED: "cyan",
    Change.SAME: "",
}
format_option: Callable[..., Any] = click.option(
    "-f", "--format", "form", type=click.Choice(["text", "json", "html"]), default="text", show_default=True,
    help="Output format. Text is in color on a terminal.",
)  # fmt: skip


@click.command(cls=Command, context_settings=HELP)
@click.argument("old", type=SOURCE)
@click.argument("new", type=SOURCE, required=False)
@format_option
@library_option
@settings_file_option
@fetch_options
def diff(
    old: str, new: str | None, form: str, library_file: Path | None, settings_file: Path | None, **given: Any
) -> None:
    """Show what changed between two versions of an article: OLD and NEW, each a file or a URL.

    Blocks are added, removed, changed or moved, and in changed ones the words are marked; what changed around the
    article does not count. Files are pages, or articles that tamis extract -f json wrote (.json). With one URL, the
    page is compared with the article that the library has of it. tamis library diff compares two revisions of a story.

    Exit status: 0 success, also if nothing changed, 1 no article, 2 usage error, 3 fetch failed.
    """
    chosen = chosen_settings(settings_file, given)
    if new is None:
        new = old
        before = _stored(old, library_file)
    else:
        before = _article(old, chosen)
    print_changes(compared(before, _article(new, chosen)), form)


def _article(source: str, chosen: SettingsFile) -> Article:
    try:
        if source.lower().endswith(".json") and Path(source).is_file():
            return Article.from_json(Path(source).read_bytes())
        page = load_page(source, chosen.fetch, chosen.extract.limits)
        from tamis.api import extract

        return extract(page, settings=chosen.extract, require=True)
    except NoSuchSource as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        raise stop(source, error) from error


def _stored(url: str, library_file: Path | None) -> Article:
    from tamis.library import Library

    path = library_file or default_path()
    if not path.is_file():
        raise click.UsageError(f"there is no library {path} to compare with; name a second file or URL")
    with Library(path) as library:
        record = library.find(url)
        if record is None or record.is_link:
            raise click.UsageError(f"the library has no text of {url}; name a second file or URL, or add it first")
        return library.article(record.id)


def print_changes(changes: Changes, form: str) -> None:
    """Print changes in a format, as text in color if that is shown."""
    if form != "text":
        text = changes.to_json(indent=2) if form == "json" else changes.to_html()
        click.echo(text.rstrip("\n").encode("utf-8", "replace"))
        return
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal or console.no_color:
        click.echo(changes.to_text().rstrip("\n").encode("utf-8", "replace"))
        return
    from rich.text import Text

    console.print(Text(summary(changes), "bold"))
    for heading, shown in by_section(changes):
        console.print()
        if heading:
            console.print(Text(for_terminal(heading), "bold"), soft_wrap=True)
        for change in shown:
            console.print(_colored(change), soft_wrap=True)


def _colored(shown: ShownChange) -> Text:
    from rich.text import Text

    change = shown.block.change
    line = Text(f"{SIGNS[change]} ", STYLES[change])
    if shown.label:
        line.append(f"({shown.label}) ", "dim")
    for run in shown.runs:
        strike = " strike" if run.change is Change.REMOVED and change is Change.CHANGED else ""
        text = "\n".join(_line(part) for part in run.text.split("\n"))
        line.append(text, f"{STYLES[run.change]}{strike}".strip())
    return line


def _line(text: str) -> str:
    """Make a line safe for a terminal, and keep the spaces at its ends."""
    inner = text.strip()
    return (
        f"{text[: len(text) - len(text.lstrip())]}{for_terminal(inner)}{text[len(text.rstrip()) :]}" if inner else text
    )
