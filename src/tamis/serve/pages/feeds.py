"""Feeds of the library: a URL for the whole of it and for every search, in three formats."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from email.utils import format_datetime, parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from tamis.news.feed_making import FeedSettings, make_library_feed
from tamis.news.feeds import Feed, FeedFormat
from tamis.news.feeds_writing import FORMATS, instant, write_feed
from tamis.serve.pages.shell import pages_root, root_of
from tamis.settings.options import from_text

if TYPE_CHECKING:
    from datetime import datetime

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.serve.pages.shell import Shell

MAX_QUERY = 500
"""Maximum number of characters of a search."""
_OPTIONS = ("entries", "text", "title")


def feed_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the feeds: ``/feed.xml``, ``/feed.atom``, ``/feed.json``."""
    return [Route(f"/feed{about.suffixes[0]}", LibraryFeed(shell, form).send) for form, about in FORMATS.items()]


class LibraryFeed:
    """The handler of feeds of one format."""

    def __init__(self, shell: Shell, form: FeedFormat) -> None:
        self._shell = shell
        self._form = form

    async def send(self, request: Request) -> Response:
        """Send the feed of the library, or of the search ``q``."""
        values = request.query_params
        query = values.get("q", "").strip()[:MAX_QUERY]
        settings = from_text(FeedSettings, {name: values[name] for name in _OPTIONS if name in values})
        origin = f"{request.url.scheme}://{request.url.netloc}"
        asked = f"?{request.url.query}" if request.url.query else ""
        own = f"{origin}{root_of(request)}/feed{FORMATS[self._form].suffixes[0]}{asked}"
        found = await self._shell.look_up(
            request,
            lambda library: make_library_feed(library, settings, query=query),
            Feed(title=settings.title or "tamis"),
        )
        home = f"{origin}{pages_root(request)}/library" + (f"?{urlencode({'q': query})}" if query else "")
        return _answer(request, replace(found, url=own, home_url=home), self._form)


def _answer(request: Request, feed: Feed, form: FeedFormat) -> Response:
    """Send a feed with its validators, or 304 if the reader has it already (RFC 9110, section 13)."""
    body = write_feed(feed, form).encode("utf-8", "replace")
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    changed = instant(feed.updated)
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
    if changed is not None:
        headers["last-modified"] = format_datetime(changed, usegmt=True)
    if _is_known(request, tag, changed):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=f"{FORMATS[form].media_type}; charset=utf-8", headers=headers)


def _is_known(request: Request, tag: str, changed: datetime | None) -> bool:
    named = request.headers.get("if-none-match")
    if named is not None:
        return any(known.strip().removeprefix("W/") in (tag, "*") for known in named.split(","))
    try:
        since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
    except (ValueError, TypeError, IndexError, OverflowError):
        return False
    return changed is not None and since.tzinfo is not None and changed <= since
