"""`tamis feed`: list the entries of a feed, or the feeds of a site or an OPML file; make a feed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import status_of
from tamis.cli.help import HELP, Command
from tamis.cli.messages import complain
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, fetch_options, settings_file_option, url_option
from tamis.cli.sources import Web, what_is_wrong_with
from tamis.core.parse.encodings import decode
from tamis.errors import BadInput, NoSuchSource, TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.model import Page
from tamis.news import discover_feeds, parse_feed, read_opml, write_opml
from tamis.news.feeds_fetching import feed_of, get_feed_or_page
from tamis.news.opml import Subscription
from tamis.text.characters import one_line
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.model import Moment
    from tamis.news import DiscoveredFeed, Feed, FeedEntry

FORMATS = ("text", "json", "opml")
_OPML_START = b"<opml"


class _Feed(click.Group):
    """A group that lists a feed unless another command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """List the names of the commands."""
        return ["list", "make"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with a name, imported now."""
        if cmd_name != "make":
            return super().get_command(ctx, cmd_name)
        from tamis.cli.feed_make import feed_make

        return feed_make

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, those without a command as the ones of `list`."""
        if args and args[0] not in (*self.list_commands(ctx), *ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Feed, context_settings=HELP)
def feed() -> None:
    """List the entries of a feed, or make the feed of a site that has none.

    A SOURCE without a command is listed: tamis feed https://example.org/feed.xml
    """


@feed.command("list", cls=Command, context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option(
    "-f", "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="Format: lines, one JSON object per line, or the feeds as OPML.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@click.option("--discover", is_flag=True, help="List the feeds of the page instead of entries.")
@click.option("-n", "--limit", type=click.IntRange(min=1), help="Maximum entries to show.")
@url_option
@settings_file_option
@fetch_options
def list_feed(
    source: str,
    form: str,
    output: Path | None,
    discover: bool,
    limit: int | None,
    url: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """List the entries of a feed: RSS, Atom, RDF or JSON Feed, from a URL, a file, or - for standard input.

    Of a web page, the first feed that it links to is read; of an OPML file, all feeds that it lists.
    """
    chosen = chosen_settings(settings_file, given)
    try:
        with Web(chosen.fetch) as web:
            text = _text_of(_Finding(web, url), source, form, discover=discover, limit=limit)
    except NoSuchSource as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        complain(source, error)
        raise SystemExit(status_of(error)) from None
    if output is not None:
        write_whole(output, text)
    elif text:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def _text_of(finding: _Finding, source: str, form: str, *, discover: bool, limit: int | None) -> str:
    data, url, content_type = finding.read(source)
    with deadline(READ_SECONDS, source):
        if _OPML_START in data[:2000].lower():
            return _feeds_text(read_opml(data), form)
        found = parse_feed(data, url, content_type)
    if not found.is_feed and data.lstrip()[:1] == b"<":
        page = Page(decode(data, content_type).text, url)
        if discover:
            return _feeds_text([Subscription(feed.url, feed.title) for feed in _feeds_on(page, source)], form)
        found = finding.feed_of(page)
    if not found.is_feed:
        raise BadInput(f"this is not a feed: {'; '.join(found.problems)}")
    for problem in found.problems:
        complain(source, problem)
    if form == "opml" or discover:
        return _feeds_text([Subscription(found.url or source, found.title, found.home_url)], form)
    entries = found.entries[:limit]
    return "".join(
        f"{json.dumps(_record(entry), ensure_ascii=False)}\n" if form == "json" else _line(entry) for entry in entries
    )


def _feeds_on(page: Page, name: str) -> list[DiscoveredFeed]:
    with deadline(READ_SECONDS, name):
        return discover_feeds(page)


class _Finding:
    """A reader of feeds from the web, files and standard input."""

    def __init__(self, web: Web, url: str | None) -> None:
        self._web = web
        self._url = url

    def read(self, source: str) -> tuple[bytes, str | None, str | None]:
        """Read a source. Return its bytes, its URL and its content type."""
        problem = what_is_wrong_with(source)
        if problem is not None:
            raise NoSuchSource(problem)
        if is_web_url(source):
            response = get_feed_or_page(source, self._web.fetcher)
            return response.body, response.final_url, response.content_type
        if source == "-":
            return sys.stdin.buffer.read(), self._url, None
        return Path(source).read_bytes(), self._url, None

    def feed_of(self, page: Page) -> Feed:
        """Return the feed of a page, and say where it is."""
        found = feed_of(page, self._web.fetcher)
        complain(page.url or "-", f"its feed is {found.url}")
        return found


def _feeds_text(feeds: Iterable[Subscription], form: str) -> str:
    if form == "opml":
        return write_opml(feeds)
    if form == "json":
        return "".join(f"{json.dumps(_feed_record(feed), ensure_ascii=False)}\n" for feed in feeds)
    return "".join(
        f"{one_line(feed.url)}  {one_line(' / '.join((*feed.folders, feed.title or '')))}".rstrip() + "\n"
        for feed in feeds
    )


def _feed_record(feed: Subscription) -> dict[str, Any]:
    record = {"url": feed.url, "title": feed.title, "home_url": feed.home_url, "folders": list(feed.folders)}
    return {name: value for name, value in record.items() if value}


def _line(entry: FeedEntry) -> str:
    date = (_iso(entry.published or entry.updated) or "-")[:16].replace("T", " ")
    return f"{date:16}  {one_line(entry.title or '(no title)')}\n{'':18}{one_line(entry.url or '-')}\n"


def _record(entry: FeedEntry) -> dict[str, Any]:
    record = {
        "url": entry.url,
        "id": entry.id,
        "title": entry.title,
        "authors": list(entry.authors),
        "published": _iso(entry.published),
        "updated": _iso(entry.updated),
        "tags": list(entry.tags),
        "summary": entry.summary,
        "content": entry.content,
        "enclosures": list(_enclosures(entry)),
    }
    return {name: value for name, value in record.items() if value}


def _enclosures(entry: FeedEntry) -> Iterator[dict[str, Any]]:
    for file in entry.enclosures:
        record = {"url": file.url, "type": file.media_type, "bytes": file.size}
        yield {name: value for name, value in record.items() if value}


def _iso(moment: Moment | None) -> str | None:
    return moment.isoformat() if moment is not None else None
