"""Feeds that the reader follows: a box for a site or a feed, a preview, the list, and lists of other readers (OPML)."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tamis.api import extract
from tamis.core.parse import parse
from tamis.errors import BadInput, TamisError
from tamis.io.fetching import Expect
from tamis.io.workers.extraction import PageBytes
from tamis.library.records import Feed
from tamis.news.feed_making import feed_of_page, stable_url
from tamis.news.feeds import parse_feed
from tamis.news.feeds_discovery import discover_feeds
from tamis.news.link_finding import links_on
from tamis.news.opml import Subscription, read_opml, write_opml
from tamis.news.refresh import FeedHistory
from tamis.serve.pages.shell import form_values, last_values, root_of, seen_other, web_url_in
from tamis.serve.reading_keys import PREFIX
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library
    from tamis.news.feeds import FeedEntry
    from tamis.serve.pages.shell import Shell

MAX_OFFERED = 8
"""Maximum number of feeds of a page that are offered."""
PREVIEWED = 6
"""Number of entries in a preview."""
MAX_TITLE = 200
FOLDERS = " / "


@dataclass(frozen=True, slots=True)
class LookForFeeds:
    """A job: tell what can be followed at a URL: the feed that it is, the feeds that its page names, or its links."""

    page: PageBytes

    def run(self) -> bytes:
        """Return JSON: a list of offers, best first."""
        offers = self._of_feed() or self._of_page()
        return json.dumps(offers, ensure_ascii=False).encode("utf-8", "replace")

    def _of_feed(self) -> list[dict[str, Any]]:
        try:
            feed = parse_feed(self.page.body, self.page.url, self.page.content_type)
        except BadInput:
            return []
        if not feed.is_feed:
            return []
        return [_offer(self.page.url or "", feed.title, "feed", feed.entries)]

    def _of_page(self) -> list[dict[str, Any]]:
        page = self.page.decoded()
        feeds = [found for found in discover_feeds(page) if not found.is_of_comments][:MAX_OFFERED]
        offers = [_offer(found.url, found.title, "feed", ()) for found in feeds]
        links = feed_of_page(page)
        if links.entries:
            texts = {stable_url(link.url): link.text for link in links_on(parse(page))}
            entries = tuple(replace(entry, title=texts.get(entry.url or "")) for entry in links.entries)
            offers.append(_offer(self.page.url or "", extract(page).site_name or links.title, "page", entries))
        return offers


def _offer(url: str, title: str | None, kind: str, entries: tuple[FeedEntry, ...]) -> dict[str, Any]:
    titles = [one_line(entry.title or entry.url or "")[:MAX_TITLE] for entry in entries]
    return {
        "url": url,
        "title": one_line(title or "")[:MAX_TITLE],
        "kind": kind,
        "entries": titles[:PREVIEWED],
        "count": len(entries),
    }


@dataclass(frozen=True, slots=True)
class ReadOpml:
    """A job: read a list of feeds."""

    data: bytes

    def run(self) -> bytes:
        """Return JSON: URL, title, site and folder of each feed."""
        feeds = [
            (feed.url, one_line(feed.title or ""), feed.home_url, FOLDERS.join(feed.folders))
            for feed in read_opml(self.data)
        ]
        return json.dumps(feeds, ensure_ascii=False).encode("utf-8", "replace")


class Followed(NamedTuple):
    """A feed in the list, with what is known of its checks."""

    feed: Feed
    checks: int
    failures: int
    due: str
    """Time until the next check, in words; empty before the first one."""


class Elsewhere(NamedTuple):
    """The links by which feed readers and e-readers open the library."""

    base: str
    """Start of their URLs; empty if there is no key yet."""
    needs_key: bool


def subscription_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the feeds that the reader follows."""
    subscriptions = Subscriptions(shell)
    return [
        Route("/feeds", subscriptions.show),
        Route("/feeds", subscriptions.change, methods=["POST"]),
        Route("/feeds/opml", subscriptions.upload, methods=["POST"]),
        Route("/feeds/key", subscriptions.change_key, methods=["POST"]),
        Route("/feeds/state", subscriptions.state),
        Route("/feeds.opml", subscriptions.download),
    ]


class Subscriptions:
    """The handlers of the feeds that the reader follows."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def show(self, request: Request) -> Response:
        """Show the feeds, and what can be followed at the URL that was typed."""
        asked = request.query_params.get("url", "").strip()[:2_000]
        offers, problem = await self._offers(asked) if asked else ([], "")
        none: list[Followed] = []
        watcher = self._shell.context.feed_watcher
        is_running = watcher.is_running  # before the feeds are read: if a check ends in between, the page looks again
        feeds = await self._shell.look_up(request, _followed, none)
        return self._shell.page(
            request,
            "feeds.html",
            section="feeds",
            asked=asked,
            offers=offers,
            problem=problem,
            feeds=feeds,
            known={followed.feed.url for followed in feeds},
            is_running=is_running,
            elsewhere=self._elsewhere(request),
            messages=list(watcher.messages)[-8:],
            added=request.query_params.get("added", "")[:20],
        )

    async def _offers(self, asked: str) -> tuple[list[dict[str, Any]], str]:
        """Find what can be followed, with a preview of the first feed; or say why there is nothing."""
        url = web_url_in(asked)
        if url is None:
            return [], "That is not a web address. Type one such as https://news.example"
        try:
            offers = await self._looked_at(url)
            if offers and offers[0]["kind"] == "feed" and not offers[0]["entries"]:
                first = await self._looked_at(offers[0]["url"])
                offers[0] = {**first[0], "title": first[0]["title"] or offers[0]["title"]} if first else offers[0]
        except TamisError as error:
            return [], str(error)
        return offers, "" if offers else "No feed was found on this page, nor any links that look like articles."

    async def _looked_at(self, url: str) -> list[dict[str, Any]]:
        response = await self._shell.context.fetch(url, Expect.ANY)
        page = PageBytes(response.body, response.final_url, response.content_type, rights=response.rights)
        found = json.loads(await self._shell.context.run(LookForFeeds(page)))
        return list(found)

    async def change(self, request: Request) -> Response:
        """Follow, pause, resume, check or remove a feed."""
        sent = last_values(await form_values(request))
        url, watcher = web_url_in(sent.get("url", "")), self._shell.context.feed_watcher
        match sent.get("do"):
            case "check-all":
                none: list[Followed] = []
                feeds = await self._shell.look_up(request, _followed, none)
                watcher.check_later([followed.feed.url for followed in feeds if not followed.feed.paused])
            case _ if url is None:
                raise BadInput("name a feed by its URL")
            case "follow":
                feed = Feed(url, sent.get("title", "")[:MAX_TITLE])
                await self._shell.with_library(request, lambda library: library.add_feed(feed))
                watcher.check_later([url])
            case "check":
                watcher.check_later([url])
            case "pause" | "resume" as wanted:
                await self._shell.with_library(request, lambda library: library.pause_feed(url, wanted == "pause"))
            case "remove":
                await self._shell.with_library(request, lambda library: library.remove_feed(url))
            case other:
                raise BadInput(f"there is no action {other!r} for feeds")
        return seen_other(request, "/feeds")

    def _elsewhere(self, request: Request) -> Elsewhere:
        context = self._shell.context
        origin = f"{request.url.scheme}://{request.url.netloc}{root_of(request)}"
        if context.settings.token is None:
            return Elsewhere(origin, needs_key=False)
        key = context.reading_keys.key(self._shell.reader(request))
        return Elsewhere(f"{origin}{PREFIX}{key}" if key else "", needs_key=True)

    async def change_key(self, request: Request) -> Response:
        """Make or remove the key of the URLs for feed readers and e-readers."""
        keys, reader = self._shell.context.reading_keys, self._shell.reader(request)
        match last_values(await form_values(request)).get("do"):
            case "make":
                keys.make(reader)
            case "remove":
                keys.remove(reader)
            case other:
                raise BadInput(f"a key can be made or removed, not {other!r}")
        return seen_other(request, "/feeds#elsewhere")

    async def upload(self, request: Request) -> Response:
        """Follow the feeds of a list that another reader wrote."""
        async with request.form(max_files=1, max_fields=2) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise BadInput("choose an OPML file: other readers call it an export of subscriptions")
            data = await file.read()
        feeds = [Feed(*values) for values in json.loads(await self._shell.context.run(ReadOpml(data)))]
        new = await self._shell.with_library(request, lambda library: _add(library, feeds))
        self._shell.context.feed_watcher.check_later(new)
        return seen_other(request, f"/feeds?{urlencode({'added': len(new)})}")

    async def download(self, request: Request) -> Response:
        """Send the feeds as a list for other readers."""
        none: list[Followed] = []
        feeds = await self._shell.look_up(request, _followed, none)
        text = write_opml(
            Subscription(feed.url, feed.title or None, feed.site, tuple(filter(None, feed.folder.split(FOLDERS))))
            for feed, *_ in feeds
        )
        headers = {"content-disposition": 'attachment; filename="feeds.opml"'}
        return Response(text.encode(), headers=headers, media_type="text/x-opml; charset=utf-8")

    async def state(self, _request: Request) -> Response:
        """Tell whether feeds are being checked, and the last message."""
        watcher = self._shell.context.feed_watcher
        return JSONResponse(
            {"running": watcher.is_running, "message": watcher.messages[-1] if watcher.messages else ""}
        )


def _add(library: Library, feeds: list[Feed]) -> list[str]:
    """Add feeds to the library; return the URLs of those that it did not have."""
    with library.transaction():
        return [feed.url for feed in feeds if library.add_feed(feed)]


def _followed(library: Library) -> list[Followed]:
    """List the feeds with their checks."""
    now = datetime.now(UTC)
    found = []
    for feed in library.feeds():
        check = library.feed_check(feed.url)
        if check is None:
            found.append(Followed(feed, 0, 0, ""))
            continue
        history = FeedHistory.from_json(check.history)
        minutes = max(0, round((datetime.fromisoformat(check.next) - now).total_seconds() / 60))
        due = f"in {minutes} min" if minutes < 120 else f"in {minutes // 60} hours"
        found.append(Followed(feed, history.checks, history.failures, due))
    return found
