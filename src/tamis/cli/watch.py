"""`tamis watch`: keep a library fresh with the new articles of feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import NOT_FETCHED
from tamis.cli.help import HELP, Command
from tamis.cli.library import library_option
from tamis.cli.messages import say
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
from tamis.cli.stopping import stopping
from tamis.errors import TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching.source import page_of
from tamis.library import Library
from tamis.library.location import default_path
from tamis.news.refresh import RefreshSettings
from tamis.text.characters import about, one_line
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tamis.news.notifying import Notifier, Receiver
    from tamis.news.watching import CheckedFeed, Watch

_NO_OPML = "this is not an OPML file; name a feed by its URL, so that it can be fetched again"
LONG_SPAN = 120
"""Minutes from which on a span is written in hours."""


@click.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=SOURCE)
@click.option("--once", is_flag=True, help="Check the feeds that are due now, then end.")
@click.option("--now", is_flag=True, help="Check all of the feeds once, due or not, then end.")
@click.option("--on-new", metavar="COMMAND", help="Command to run for new stories: JSON on its standard input.")
@click.option("--webhook", metavar="URL", help="URL to send new stories to, as JSON by POST.")
@library_option
@settings_file_option
@settings_options(RefreshSettings)
@fetch_options
def watch(
    sources: tuple[str, ...],
    once: bool,
    now: bool,
    on_new: str | None,
    webhook: str | None,
    library_file: Path | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Keep a library fresh: check feeds when they are due and store their new articles.

    SOURCE is an OPML file, the URL of a feed, or that of a page without a feed, whose links to articles count as
    entries; without SOURCE, the feeds that the library has and that are not paused. How often a feed is checked depends
    on how often it changes, and on what its server asks. Ctrl-C or SIGTERM stops it after the page in progress; the
    same command continues. Needs the extra news.

    --on-new and --webhook tell others about new stories: {"stories": [...]} with id, url, title, authors, published and
    more of each; a live blog that has gained entries comes again, with new_entries. What fails is tried again and goes
    with the next stories; it does not stop the watch. Private
    addresses need --allow-private.

    Exit status: 0 success, 2 usage error or a source that is no feed, 3 a source could not be fetched, or with
    --once no feed could be read.
    """
    refresh = take(given, option_names(RefreshSettings))
    chosen = chosen_settings(settings_file, given)
    try:
        settings = with_given(RefreshSettings(), refresh)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    if webhook is not None and not is_web_url(webhook):
        raise click.UsageError("--webhook: begin the URL with https:// or http://")
    from tamis.news.notifying import Notifier, ShellCommand, WebHook
    from tamis.news.watching import Watch

    with Library(library_file or default_path()) as library, Web(chosen.fetch) as web, stopping() as stop:
        try:
            feeds = _feeds(sources, library, web)
        except TamisError as error:
            say(f"tamis: {error}")
            raise SystemExit(NOT_FETCHED) from error
        watched = Watch(feeds, library, web.fetcher, chosen.extract, settings, stop=stop)
        receivers: list[Receiver] = [ShellCommand(on_new)] if on_new else []
        receivers += [WebHook(webhook, web.fetcher)] if webhook else []
        notifier = Notifier(receivers, stop.wait)
        status = _follow(watched.check_due(now=now) if once or now else watched.run(), notifier)
        if not stop.is_set():
            _tell_next(watched)
    raise SystemExit(status if once or now else 0)


def _feeds(sources: Sequence[str], library: Library, web: Web) -> list[str]:
    """List the feeds of the sources, and add them to the library; without sources, list those that it has."""
    from tamis.library import Feed
    from tamis.news.gathering import feeds_of

    if not sources:
        feeds = [feed.url for feed in library.feeds() if not feed.paused]
        if not feeds:
            raise click.UsageError("the library has no feeds to check: name an OPML file or the URL of a feed")
        return feeds
    found: list[str] = []
    known = {feed.url for feed in library.feeds()}
    for source in sources:
        if source in known:
            found.append(source)
            continue
        feeds_there = None if what_is_wrong_with(source) else feeds_of(source, web.fetcher)
        if feeds_there is None:
            if not is_web_url(source):
                raise click.UsageError(what_is_wrong_with(source) or about(source, _NO_OPML))
            feeds_there = [_page_without_feed(source, web)]
        found += feeds_there
    for url in found:
        library.add_feed(Feed(url))
    return found


def _page_without_feed(url: str, web: Web) -> str:
    """Check a page that is to be watched like a feed. Return its URL."""
    from tamis.news.feeds_discovery import discover_feeds
    from tamis.news.gathering import PoliteFetcher

    response = PoliteFetcher(web.fetcher).get(url)
    if response is None:
        raise click.UsageError(about(url, "its robots.txt forbids it"))
    with deadline(READ_SECONDS, url):
        named = [feed.url for feed in discover_feeds(page_of(response))]
    if named:
        raise click.UsageError(about(url, f"this is not a feed; the page names {named[0]}, which you can watch"))
    say(about(url, "this is not a feed; its links to articles are watched"))
    return url


def _follow(checks: Iterator[CheckedFeed], notifier: Notifier) -> int:
    """Report on each check, here and to others. Return the exit status when no more come."""
    status, any_read = 0, False
    for check in checks:
        for story, entries in check.updates:
            click.echo(f"{one_line(story.title)}: {len(entries)} new {'entry' if len(entries) == 1 else 'entries'}")
            for entry in entries:
                click.echo(f"  {one_line(' '.join(filter(None, (entry.when, entry.title or entry.text[:80]))))}")
        if check.updates:
            any_read = True
        failed = not check.new and bool(check.problems)
        any_read |= not failed
        status = NOT_FETCHED if failed else status
        for problem in check.problems:
            say(f"tamis: {problem}")
        if not failed and not check.updates:
            stubs = f", {check.stubs} of them only as the feed's teaser" if check.stubs else ""
            click.echo(f"{one_line(check.title or check.url)}: {check.new} new{stubs}")
        for problem in notifier.tell([*check.stories, *check.updates]):
            say(f"tamis: {problem}")
    return 0 if any_read else status


def _tell_next(watched: Watch) -> None:
    say(f"the next feed is due in {span(watched.seconds_left())}")


def span(seconds: float) -> str:
    """Write a span of time for people: minutes, or hours if it is long."""
    minutes = round(max(0.0, seconds) / 60)
    if minutes < LONG_SPAN:
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    return f"{minutes / 60:.0f} hours"
