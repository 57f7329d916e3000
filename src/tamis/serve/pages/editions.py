"""Print editions from the browser (a story or the day's stories as PDF, EPUB or HTML), and the day's front page."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response
from starlette.routing import Route

from tamis.core.summarizing import SummarySettings
from tamis.edition import FORMATS, Entry, make_edition
from tamis.errors import BadInput, BadSettings
from tamis.io.fetching import Fetcher
from tamis.io.files import slug
from tamis.library.exchange import stored_first
from tamis.model import Article
from tamis.news.digest import SENTENCES, Digest, DigestSettings, digest_of, since_day, today
from tamis.serve.pages.reading import Reading
from tamis.serve.pages.shell import whole_number
from tamis.serve.pages.work import ExtractArticle

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library
    from tamis.library.pictures import Kept
    from tamis.serve.pages.shell import Shell

TYPES = {"pdf": "application/pdf", "epub": "application/epub+zip", "html": "text/html; charset=utf-8"}
DEFAULT_SINCE = "yesterday"
EDITIONS_AT_ONCE = 1
"""Maximum number of editions made at a time: a PDF starts a browser."""


class FrontPage(NamedTuple):
    """The stories of a front page, with their numbers in the library and their stored pictures, by URL."""

    digest: Digest = Digest("", ())
    numbers: Mapping[str, int] = {}
    pictures: Mapping[str, str] = {}


def edition_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of editions."""
    editions = Editions(shell)
    return [Route("/today", editions.front_page), Route("/edition", editions.download)]


class Editions:
    """The handlers of editions."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._printing = asyncio.Semaphore(EDITIONS_AT_ONCE)

    async def front_page(self, request: Request) -> Response:
        """Show the day's edition: stories of the library by section, with summaries."""
        since = request.query_params.get("since", DEFAULT_SINCE)
        day = since_day(since, today())
        front = await self._shell.look_up(request, lambda library: _front_page(library, day), FrontPage())
        digest = front.digest
        links = replace(Reading(self._shell).links(request), stored=front.pictures)
        leads = {
            story.article.url: links.source(story.article.lead_image.src)
            for story in digest.stories
            if story.article.lead_image and story.article.url
        }
        choices = {"today": "Today", "yesterday": "Since yesterday", "7d": "This week", "30d": "This month"}
        return self._shell.page(
            request, "today.html", pictures=True, section="today", digest=digest, numbers=front.numbers, leads=leads,
            since=since, choices=choices, day=today(),
        )  # fmt: skip

    async def download(self, request: Request) -> Response:
        """Send an edition as a file."""
        values = dict(request.query_params)
        form = values.get("format", "epub")
        if form not in FORMATS:
            raise BadSettings(f"an edition is one of {', '.join(FORMATS)}, not {form!r}")
        entries = await self._entries(request, values)
        settings = self._shell.profile(request).edition
        fetch = self._shell.context.defaults.fetch
        urls = [entry.article.url for entry in entries if entry.article.url]
        none: dict[str, Kept] = {}
        pictures = await self._shell.look_up(request, lambda library: _pictures(library, urls), none)

        def make() -> bytes:
            with Fetcher(fetch) as fetcher:
                return make_edition(entries, form, settings, fetcher=stored_first(pictures, fetcher)).data

        async with self._printing:
            data = await asyncio.to_thread(make)
        title = entries[0].article.title if len(entries) == 1 else f"edition-{today().isoformat()}"
        name = f"{slug(title or '') or 'story'}.{form}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, headers=headers, media_type=TYPES[form])

    async def _entries(self, request: Request, values: dict[str, str]) -> list[Entry]:
        if "article" in values:
            number = whole_number(values["article"], -1)
            return [Entry(await self._shell.with_library(request, lambda library: library.article(number)))]
        if "since" in values:
            day = since_day(values["since"], today())
            front = await self._shell.look_up(request, lambda library: _front_page(library, day), FrontPage())
            if not front.digest.stories:
                raise BadInput("there are no stories for an edition in this time")
            return [
                Entry(story.article, section=story.section, summary=story.summary.text, why=story.why)
                for story in front.digest.stories
            ]
        asked = await self._shell.asked(values)
        settings = self._shell.settings(self._shell.profile(request))
        written = await self._shell.context.run(ExtractArticle(asked.page, settings))
        return [Entry(Article.from_dict(json.loads(written)))]


def _front_page(library: Library, day: date) -> FrontPage:
    """Make the digest of what was published or came into the library since a day."""
    settings = DigestSettings(all_kinds=True)  # what a reader saved is shown
    digest = digest_of(library, settings, SummarySettings(sentences=SENTENCES), since=day, by_arrival=True)
    found = {story.article.url: library.find(story.article.url) for story in digest.stories if story.article.url}
    numbers = {url: record.id for url, record in found.items() if record is not None}
    pictures = {url: digest for number in numbers.values() for url, digest in library.picture_digests(number).items()}
    return FrontPage(digest, numbers, pictures)


def _pictures(library: Library, urls: list[str]) -> dict[str, Kept]:
    """Read the pictures that the library has of pages."""
    records = filter(None, map(library.find, urls))
    return {url: picture for record in records for url, picture in library.pictures(record.id).items()}
