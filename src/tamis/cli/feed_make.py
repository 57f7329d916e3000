"""`tamis feed make`: make the feed of a site that has none, or of a library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import NOTHING, status_of
from tamis.cli.help import HELP, Command
from tamis.cli.messages import complain, say
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import (
    chosen_settings,
    fetch_options,
    option_names,
    settings_file_option,
    settings_options,
    take,
    with_given,
)
from tamis.cli.sources import Web, what_is_wrong_with
from tamis.errors import BadInput, NoSuchSource, TamisError
from tamis.library import Library
from tamis.library.location import LIBRARY_SUFFIXES
from tamis.news.feed_making import FeedSettings, MadeFeed, make_library_feed, make_site_feed
from tamis.news.feeds import Feed, FeedFormat, parse_feed
from tamis.news.feeds_writing import FORMATS, format_of, passed_pages, write_feed
from tamis.news.gathering import PoliteFetcher
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from tamis.settings.file import SettingsFile


@click.command("make", cls=Command, context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
    help="File: .xml or .rss, .atom, .json. Made again, it keeps its entries, and only new pages are fetched.",
)  # fmt: skip
@click.option(
    "-f", "--format", "form", type=click.Choice([form.value for form in FORMATS]),
    help="Format. Default: by the end of the file's name, else rss.",
)  # fmt: skip
@click.option("--query", default="", metavar="QUERY", help="Only the articles of a library that match.")
@click.option("--self-url", metavar="URL", help="URL at which the feed will be published.")
@settings_file_option
@settings_options(FeedSettings)
@fetch_options
def feed_make(
    source: str,
    output: Path | None,
    form: str | None,
    query: str,
    self_url: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Make a feed (RSS 2.0, Atom or JSON Feed) of SOURCE: a site or page that lists articles, or a library (.db).

    The links of the page that lead to articles are fetched as the site allows (robots.txt, a pause between requests)
    and extracted. Exit status: 0 success, 1 no articles, 2 usage error, 3 the page could not be fetched.
    """
    making = take(given, option_names(FeedSettings))
    chosen = chosen_settings(settings_file, given)
    try:
        settings = with_given(FeedSettings(), making)
        written_as = FeedFormat(form) if form else format_of(output.name) if output else FeedFormat.RSS
        made = _made(source, output, query, settings, chosen)
    except (NoSuchSource, click.UsageError) as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        complain(source, error)
        raise SystemExit(status_of(error)) from None
    for problem in made.problems:
        say(f"tamis: {problem}")
    if not made.feed.entries:
        say("tamis: no articles")
        raise SystemExit(NOTHING)
    text = write_feed(_named(made.feed, self_url), written_as, passed=made.passed)
    if output is None:
        click.echo(text.encode("utf-8", "replace"), nl=False)
        return
    write_whole(output, text)
    say(f"{made.new} new of {len(made.feed.entries)} entries: {output}")


def _made(source: str, output: Path | None, query: str, settings: FeedSettings, chosen: SettingsFile) -> MadeFeed:
    if is_web_url(source):
        if query:
            raise click.UsageError("--query is for a library")
        data = output.read_bytes() if output is not None and output.is_file() else b""
        known = _known(data, output) if data else None
        with Web(chosen.fetch) as web:
            polite = PoliteFetcher(web.fetcher)
            return make_site_feed(
                source, polite, settings, chosen.extract, known=known, passed=passed_pages(data) if data else ()
            )
    if Path(source).suffix.lower() not in LIBRARY_SUFFIXES or not Path(source).is_file():
        raise NoSuchSource(what_is_wrong_with(source) or f"{source}: neither a URL nor a library (.db)")
    with Library(Path(source)) as library:
        feed = make_library_feed(library, settings, query=query)
    return MadeFeed(feed, (), len(feed.entries))


def _known(data: bytes, output: Path | None) -> Feed:
    """Read the feed of the last time. A file that is something else is not overwritten."""
    known = parse_feed(data)
    if not known.is_feed:
        raise BadInput(f"{output} already exists and is not a feed; name another file")
    return known


def _named(feed: Feed, url: str | None) -> Feed:
    from dataclasses import replace

    return replace(feed, url=url or feed.url)
