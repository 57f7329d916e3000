"""Print editions from the browser (a story or the day's stories as PDF, EPUB or HTML), and the day's front page."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from tamis.core.summarizing import SummarySettings
from tamis.edition import FORMATS, Entry, make_edition
from tamis.edition.book import DETAILED
from tamis.errors import BadInput, BadSettings
from tamis.io.fetching import Fetcher
from tamis.io.files import slug
from tamis.library.exchange import stored_first
from tamis.model import Article
from tamis.news.digest import SENTENCES, Digest, DigestSettings, digest_of, since_day, today
from tamis.serve.faults import Fault
from tamis.serve.pages.library import PICKED
from tamis.serve.pages.reading import Reading
from tamis.serve.pages.shell import whole_number
from tamis.serve.pages.work import ExtractArticle
from tamis.serve.reading_keys import keyed
from tamis.settings.reader import MAX_EDITION
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence
    from datetime import date

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library, Record
    from tamis.library.pictures import Kept
    from tamis.serve.pages.shell import Shell

TYPES = {"pdf": "application/pdf", "epub": "application/epub+zip", "html": "text/html; charset=utf-8"}
DEFAULT_SINCE = "yesterday"
OF_LIBRARY = frozenset({"article", "picked", "since"})
"""Parameters that name stories of the library, so that no page is fetched."""
MOST_PICKED = 500
"""Maximum number of stories in an edition that a reader picks."""
MOST_TEASERS = 20
"""Maximum number of stories on a front page of which there is only the teaser."""
LOOKED_THROUGH = 300
"""Number of the newest records among which teasers are looked for."""
MY_EDITION = "My edition"
"""Name of an edition that a reader picks, if it has no other."""
EDITIONS_AT_ONCE = 1
"""Maximum number of editions made at a time: a PDF starts a browser."""


class FrontPage(NamedTuple):
    """The stories of a front page, with their numbers in the library and their stored pictures, by URL."""

    digest: Digest = Digest("", ())
    numbers: Mapping[str, int] = {}
    pictures: Mapping[str, str] = {}
    teasers: Sequence[Record] = ()
    """Stories that came only as the teaser of a feed."""


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
            story.article.url: links.source(picture)
            for story in digest.stories
            if story.article.url and (picture := lead_picture(story.article, front.pictures))
        }
        choices = {"today": "Today", "yesterday": "Since yesterday", "7d": "This week", "30d": "This month"}
        return self._shell.page(
            request, "today.html", pictures=True, section="today", digest=digest, numbers=front.numbers, leads=leads,
            since=since, choices=choices, day=today(), name=self._shell.profile(request).reader.edition,
            detailed=DETAILED, teasers=front.teasers,
        )  # fmt: skip

    async def download(self, request: Request) -> Response:
        """Send an edition as a file. A name that is given is that of the next editions too."""
        values = dict(request.query_params)
        form = values.get("format", "epub")
        if form not in FORMATS:
            raise BadSettings(f"an edition is one of {', '.join(FORMATS)}, not {form!r}")
        has_key = keyed(request.scope) is not None
        if has_key and (form != "epub" or not OF_LIBRARY.intersection(values)):
            raise Fault("forbidden", "this key opens stories of the library as EPUB, and no other pages or files")
        profile = self._shell.profile(request)
        is_named = "title" in values and not has_key  # a key changes nothing
        if is_named:
            own = one_line(values["title"])[:MAX_EDITION]
            profile = replace(profile, reader=replace(profile.reader, edition=own))
        title, entries = await self._entries(request, values)
        settings = profile.edition
        if title is not None:
            title = profile.reader.edition or settings.title or title
            settings = replace(settings, title=title)
        fetch = self._shell.context.defaults.fetch
        urls = [entry.article.url for entry in entries if entry.article.url]
        none: dict[str, Kept] = {}
        pictures = await self._shell.look_up(request, lambda library: _pictures(library, urls), none)

        def make() -> bytes:
            with Fetcher(fetch) as fetcher:
                return make_edition(entries, form, settings, fetcher=stored_first(pictures, fetcher)).data

        async with self._printing:
            data = await asyncio.to_thread(make)
        name = entries[0].article.title if title is None else f"{title} {today().isoformat()}"
        response = Response(data, headers=saved_as(name or "story", form), media_type=TYPES[form])
        return self._shell.keep(request, response, profile) if is_named else response

    async def _entries(self, request: Request, values: dict[str, str]) -> tuple[str | None, list[Entry]]:
        """Return the stories of an edition, and its name; None for a single story."""
        if "article" in values:
            number = whole_number(values["article"], -1)
            return None, [Entry(await self._shell.with_library(request, lambda library: library.article(number)))]
        if "picked" in values:
            none: list[Entry] = []
            picked = await self._shell.look_up(request, _picked, none)
            if not picked:
                raise BadInput("no stories are picked for an edition; select some in the library")
            return MY_EDITION, picked
        if "since" in values:
            day = since_day(values["since"], today())
            front = await self._shell.look_up(request, lambda library: _front_page(library, day), FrontPage())
            if not front.digest.stories:
                raise BadInput("there are no stories for an edition in this period")
            return front.digest.title, front.digest.entries()
        asked = await self._shell.asked(values)
        settings = self._shell.settings(self._shell.profile(request))
        written = await self._shell.context.run(ExtractArticle(asked.page, settings))
        return None, [Entry(Article.from_dict(json.loads(written)))]


def _front_page(library: Library, day: date) -> FrontPage:
    """Make the digest of what was published or came into the library since a day."""
    digest = digest_of(library, DigestSettings(), SummarySettings(sentences=SENTENCES), since=day, by_arrival=True)
    found = {story.article.url: library.find(story.article.url) for story in digest.stories if story.article.url}
    numbers = {url: record.id for url, record in found.items() if record is not None}
    pictures = {url: digest for number in numbers.values() for url, digest in library.picture_digests(number).items()}
    newest = library.newest("is:unarchived", limit=LOOKED_THROUGH)
    teasers = [record for record in newest if record.is_stub and record.added[:10] >= day.isoformat()]
    return FrontPage(digest, numbers, pictures, teasers[:MOST_TEASERS])


def lead_picture(article: Article, stored: Container[str]) -> str | None:
    """Return the URL of the picture for a story's teaser: the one that its page names, or the first that is stored."""
    named = article.lead_image.src if article.lead_image else None
    if named is not None and named in stored:
        return named
    return next((image.src for image in article.images if image.src in stored), named)


def _picked(library: Library) -> list[Entry]:
    """Read the stories that were picked for an edition, in the order in which they were picked."""
    records = library.newest(f"{PICKED} is:unlink", limit=MOST_PICKED)
    return [Entry(library.article(record.id)) for record in sorted(records, key=lambda record: record.picked or "")]


def saved_as(title: str, form: str) -> dict[str, str]:
    """Return the header that names a file: in ASCII, and for those that read it as it is (RFC 6266)."""
    name = slug(title) or "story"
    plain = name.encode("ascii", "ignore").decode().strip("-_") or "story"
    header = f'attachment; filename="{plain}.{form}"'
    if plain != name:
        header += f"; filename*=UTF-8''{quote(name)}.{form}"
    return {"content-disposition": header}


def _pictures(library: Library, urls: list[str]) -> dict[str, Kept]:
    """Read the pictures that the library has of pages."""
    records = filter(None, map(library.find, urls))
    return {url: picture for record in records for url, picture in library.pictures(record.id).items()}
