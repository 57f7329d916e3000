"""`tamis library`: articles in one file, to search, tag, highlight and export."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP, Command
from tamis.cli.messages import say
from tamis.cli.settings_options import settings_options, with_given
from tamis.errors import BadInput, NoSuchArticle, TamisError
from tamis.library.interests import InterestSettings
from tamis.library.location import VARIABLE, default_path
from tamis.write.formats import FORMATS, WHOLE_FORMATS
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.library import Library

SHOWN = 20
READER_VARIABLE = "TAMIS_READER"
"""Environment variable that names the reader, if several share a library."""
_SUBCOMMANDS = {
    "add": "library_add",
    "import": "library_exchange",
    "export": "library_exchange",
    "pictures": "library_add",
}
"""Modules of the commands that import more."""


class _Library(click.Group):
    """A group whose larger commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands."""
        return sorted({*super().list_commands(ctx), *_SUBCOMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with a name, imported now."""
        if cmd_name not in _SUBCOMMANDS:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        command = getattr(import_module(f"tamis.cli.{_SUBCOMMANDS[cmd_name]}"), f"library_{cmd_name}")
        return command if isinstance(command, click.Command) else None


@click.group(cls=_Library, context_settings=HELP)
def library() -> None:
    """Keep articles in one file: search, tag, mark, highlight and export them.

    The file is named by --library, else by the environment variable TAMIS_LIBRARY, else it is library.db in the user's
    data folder. QUERY is words, "phrases", OR, -word, tunn*, title: author: site: tag: language: before: after: on: and
    is:read, is:unread, is:starred, is:archived, is:picked, is:highlighted, is:duplicate, is:link.
    """


def with_library(*, begins: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the library as its first argument; with `begins`, create the file if it does not exist."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def run(*arguments: Any, library_file: Path | None, reader: str, **named: Any) -> None:
            from tamis.library import Library

            path = library_file or default_path()
            if not begins and not path.is_file():
                raise click.UsageError(f"there is no library {path} yet; tamis library add creates one")
            try:
                with Library(path, reader) as opened:
                    command(opened, *arguments, **named)
            except (BadInput, NoSuchArticle) as error:
                raise click.UsageError(str(error)) from error
            except OSError as error:
                raise click.UsageError(f"{path}: {error.strerror}") from error

        return library_option(reader_option(run))

    return decorate


library_option = click.option(
    "--library",
    "library_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"File of the library. Default: {VARIABLE}, or library.db in the user's data folder.",
)
reader_option = click.option(
    "--reader",
    envvar=READER_VARIABLE,
    default="",
    metavar="NAME",
    help=f"Reader whose stars and read marks count, if several share it. Default: {READER_VARIABLE}, or no name.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
limit_option = click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=1),
    default=SHOWN,
    show_default=True,
    help="Maximum articles to show.",
)
ids_argument = click.argument("ids", nargs=-1, required=True, type=click.IntRange(min=1), metavar="ID...")
undo_option = click.option("--undo", is_flag=True, help="Remove the mark.")


def emit(value: object) -> None:
    """Write a line of JSON."""
    click.echo(json_text(value).encode("utf-8", "replace"))


@library.command("list", cls=Command, context_settings=HELP)
@click.argument("query", nargs=-1)
@limit_option
@click.option(
    "--for-me", is_flag=True, help="Rank by your interests, with the reasons. Without QUERY: unread articles."
)
@json_option
@with_library()
def list_articles(opened: Library, query: tuple[str, ...], limit: int, for_me: bool, as_json: bool) -> None:
    """List the articles that match QUERY, the latest first."""
    from tamis.cli.library_views import print_ranked, print_records

    text = " ".join(query)
    if for_me:
        ranked = opened.recommend(query=text or "is:unread is:unarchived")[:limit]
        if as_json:
            for suggestion in ranked:
                emit({**suggestion.item.to_dict(), "score": round(suggestion.score, 4), "why": suggestion.why})
        else:
            print_ranked(ranked)
        return
    records = opened.newest(text, limit=limit)
    if as_json:
        for record in records:
            emit(record.to_dict())
    else:
        print_records(records)


@library.command(cls=Command, context_settings=HELP)
@click.argument("query", nargs=-1, required=True)
@limit_option
@json_option
@with_library()
def search(opened: Library, query: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Search the texts for QUERY, best match first."""
    from tamis.cli.library_views import print_results

    results = opened.search(" ".join(query), limit=limit)
    if as_json:
        for hit in results.found:
            snippet = {"text": hit.snippet.text, "marks": hit.snippet.marks}
            source = opened.source_of(hit).to_dict()
            emit({**hit.record.to_dict(), "score": round(hit.score, 4), "snippet": snippet, "source": source})
    else:
        print_results(results)
    if not results.found:
        raise click.exceptions.Exit(1)


@library.command(cls=Command, context_settings=HELP)
@click.argument("article", type=click.IntRange(min=1), metavar="ID")
@click.option("--revision", type=click.IntRange(min=1), help="Show an earlier revision. Default: the latest.")
@click.option("--source", is_flag=True, help="Show the HTML of the page, if it was stored.")
@click.option("-f", "--format", "form", type=click.Choice(WHOLE_FORMATS), help="Output format. [default: markdown]")
@with_library()
def show(opened: Library, article: int, revision: int | None, source: bool, form: str | None) -> None:
    """Show an article."""
    from tamis.cli.library_views import print_about

    if source:
        html = opened.html(article, revision)
        if html is None:
            raise click.UsageError(f"the page of article {article} is not stored; tamis library add stores it again")
        click.echo(html.encode("utf-8", "replace"), nl=False)
        return
    found = opened.article(article, revision)
    if form is None:
        print_about(opened, opened.get(article))
    text = FORMATS[form or "markdown"].write(found)
    click.echo(text.rstrip("\n").encode("utf-8", "replace"))


@library.command(cls=Command, context_settings=HELP)
@click.argument("article", type=click.IntRange(min=1), metavar="ID")
@click.option("--since", type=click.IntRange(min=1), help="Revision to compare with. Default: the one before.")
@click.option("--revision", type=click.IntRange(min=1), help="Revision to show the changes of. Default: the latest.")
@click.option(
    "-f", "--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="Output format."
)
@with_library()
def diff(opened: Library, article: int, since: int | None, revision: int | None, form: str) -> None:
    """Show what changed in an article between two revisions."""
    from tamis.cli.diff import print_changes

    print_changes(opened.changes(article, since, revision), form)


@library.command(cls=Command, context_settings=HELP)
@click.argument("article", type=click.IntRange(min=1), metavar="[ID]", required=False)
@click.argument("names", nargs=-1, metavar="[TAG]...")
@click.option("--remove", is_flag=True, help="Remove the tags.")
@with_library()
def tag(opened: Library, article: int | None, names: tuple[str, ...], remove: bool) -> None:
    """Give an article tags; without ID, list all tags."""
    from tamis.cli.library_views import print_counts

    if article is None:
        print_counts(opened.tags(), "tag", "articles")
        return
    if not names:
        raise click.UsageError("name a TAG")
    record = opened.untag(article, *names) if remove else opened.tag(article, *names)
    say(f"{article}: {', '.join(record.tags) or 'no tags'}")


@library.command(cls=Command, context_settings=HELP)
@ids_argument
@undo_option
@with_library()
def read(opened: Library, ids: tuple[int, ...], undo: bool) -> None:
    """Mark articles as read."""
    for article in ids:
        opened.mark_read(article, not undo)


@library.command(cls=Command, context_settings=HELP)
@ids_argument
@undo_option
@with_library()
def star(opened: Library, ids: tuple[int, ...], undo: bool) -> None:
    """Star articles."""
    for article in ids:
        opened.star(article, not undo)


@library.command(cls=Command, context_settings=HELP)
@ids_argument
@undo_option
@with_library()
def archive(opened: Library, ids: tuple[int, ...], undo: bool) -> None:
    """Archive articles; is:archived finds them again."""
    for article in ids:
        opened.archive(article, not undo)


@library.command(cls=Command, context_settings=HELP)
@click.argument("article", type=click.IntRange(min=1), metavar="ID")
@click.argument("name", required=False)
@click.option("--undo", is_flag=True, help="Leave the category to the text again.")
@json_option
@with_library()
def category(opened: Library, article: int, name: str | None, undo: bool, as_json: bool) -> None:
    """Show the category of an article with its confidence and reason, or assign the category NAME.

    What is assigned moves the category of similar articles. NAME is one of IPTC's top level: arts, conflict, crime,
    disaster, economy, education, environment, health, human-interest, labour, lifestyle, politics, religion, science,
    society, sport, weather.
    """
    if name is not None or undo:
        opened.set_category(article, None if undo else name)
    found = opened.category(article)
    if as_json:
        emit({"id": article, **found.to_dict()})
        return
    shown = found.category or (f"unclear, perhaps {found.guess}" if found.guess else "unclear")
    click.echo(f"{shown} ({found.confidence:.0%}; {found.reason})")


@library.command(cls=Command, context_settings=HELP)
@click.argument("article", type=click.IntRange(min=1), metavar="ID")
@click.argument("quote", required=False)
@click.option("--note", default="", help="Note on the passage.")
@click.option("--remove", type=click.IntRange(min=1), metavar="NUMBER", help="Remove a highlight.")
@json_option
@with_library()
def highlight(opened: Library, article: int, quote: str | None, note: str, remove: int | None, as_json: bool) -> None:
    """Highlight the passage QUOTE of an article; without QUOTE, list its highlights."""
    from tamis.cli.library_views import print_highlights

    if remove is not None:
        opened.remove_highlight(remove)
    elif quote is not None:
        opened.highlight(article, quote, note)
    found = opened.highlights(article)
    if as_json:
        for mark in found:
            emit(mark.to_dict())
    else:
        print_highlights(found)


@library.command(cls=Command, context_settings=HELP)
@ids_argument
@with_library()
def remove(opened: Library, ids: tuple[int, ...]) -> None:
    """Remove articles, with their revisions and highlights."""
    for article in ids:
        opened.remove(article)


@library.command(cls=Command, context_settings=HELP)
@json_option
@click.option("--check", is_flag=True, help="Also check the integrity of the file; exits with 1 if it is damaged.")
@with_library()
def info(opened: Library, as_json: bool, check: bool) -> None:
    """Show what the library holds, in numbers."""
    from tamis.cli.library_views import print_info

    if as_json:
        emit(opened.info()._asdict())
    else:
        print_info(opened.info())
    problems = opened.check() if check else []
    for problem in problems:
        say(f"tamis: {problem}")
    if problems:
        raise click.exceptions.Exit(1)


@library.command(cls=Command, context_settings=HELP)
@limit_option
@json_option
@settings_options(InterestSettings, group="Ranking")
@with_library()
def interests(opened: Library, limit: int, as_json: bool, **given: Any) -> None:
    """Show what you are interested in: the terms and sites of what you read and starred.

    They rank `tamis library list --for-me`. They are found anew each time, and never leave this machine.
    """
    from tamis.cli.library_views import print_interests

    try:
        settings = with_given(InterestSettings(), given)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    found = opened.interests(settings)
    if as_json:
        terms = dict(list(found.terms.items())[:limit])
        emit({"articles": found.articles, "terms": terms, "sites": dict(list(found.sites.items())[:limit])})
    else:
        print_interests(found, limit)
