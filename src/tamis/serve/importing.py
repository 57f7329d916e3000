"""Import of what other reading services exported: links, marks and texts at once, then the pages of links.

The file is read in a worker. Pages are fetched with all protections, a few at a time and one of each host, and read in
workers, as if somebody saved them one by one. One import runs at a time; what is left when the service stops stays in
the library as links, and can be fetched later.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput, TamisError
from tamis.io.fetching import Expect
from tamis.io.workers.extraction import PageBytes
from tamis.library.exchange import add_fetched, add_saved, saved_page
from tamis.library.reading_services import Saved, read_saved
from tamis.model import Article
from tamis.serve.pages.keeping import PictureKeeper
from tamis.serve.pages.work import ExtractArticle
from tamis.text.characters import one_line
from tamis.text.urls.cleaning import page_keys
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Sequence

    from tamis.library import Library, Record
    from tamis.serve.context import Context
    from tamis.settings.extraction import Settings

AT_ONCE = 4
"""Maximum number of pages that are fetched at a time."""
HOST_PAUSE = 0.5
"""Seconds between two pages of one host."""
CHUNK = 200
"""Number of links that are stored in one transaction."""
MOST_PROBLEMS = 500
"""Maximum number of problems that are kept."""
MAX_REASON = 300
MOST_LINKS = 100_000


@dataclass(frozen=True, slots=True)
class ReadExport:
    """A job: read an export file."""

    data: bytes
    name: str
    texts: bool = False
    """True for the texts too."""

    def run(self) -> bytes:
        """Return JSON: ``service``, ``problems``, ``links`` and the number of ``texts``."""
        found = read_saved(self.data, self.name)
        links = [_plain(saved if self.texts else saved._replace(html="")) for saved in found.links]
        texts = sum(bool(saved.html.strip()) for saved in found.links)
        values = {"service": found.service, "problems": found.problems, "links": links, "texts": texts}
        return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace")


def _plain(saved: Saved) -> dict[str, Any]:
    values = {name: value for name, value in saved._asdict().items() if value not in ("", (), None, False, 0.0)}
    return values | ({"added": saved.added.isoformat()} if saved.added else {})


def saved_of(values: dict[str, Any]) -> Saved:
    """Make a link of what `ReadExport` returned."""
    added = values.get("added")
    known = {
        "added": datetime.fromisoformat(added) if added else None,
        "tags": tuple(values.get("tags", ())),
        "highlights": tuple((quote, note) for quote, note in values.get("highlights", ())),
    }
    return Saved(**(values | known))


@dataclass(slots=True)
class ImportState:
    """The progress of an import."""

    service: str = ""
    is_running: bool = False
    is_stopping: bool = False
    new: int = 0
    known: int = 0
    texts: int = 0
    """Number of texts that came with the file."""
    fetched: int = 0
    done: int = 0
    total: int = 0
    """Number of steps: links to store, then pages to fetch."""
    problems: list[tuple[str, str]] = field(default_factory=list)
    """URLs that could not be imported or fetched, with the reasons."""
    failed: int = 0
    """Number of problems, also of those that are no longer listed."""

    def fail(self, url: str, reason: str) -> None:
        """Note a problem."""
        self.failed += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append((url, one_line(reason.removeprefix(f"{url}: "))[:MAX_REASON]))

    @property
    def message(self) -> str:
        """The progress in words."""
        stored = f"{self.new} new, {self.known} known"
        pages = f", {self.fetched + self.texts} with their text" if self.fetched or self.texts else ""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{stored}{pages}{failed}"


class Importer:
    """The imports of a service."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._keeper = PictureKeeper(context)
        self.state = ImportState()

    def begin(self, data: bytes, name: str, reader: str, settings: Settings, *, fetch: bool) -> None:
        """Begin to import a file after the request has been answered. Raises `BadInput` if an import is under way."""
        self._claim()
        self._context.later(self._finish(self._import(data, name, reader, settings, fetch=fetch)))

    def fetch_links(self, reader: str, settings: Settings) -> None:
        """Begin to fetch the pages of all links of the library. Raises `BadInput` if an import is under way."""
        self._claim()
        self._context.later(self._finish(self._fetch_links(reader, settings)))

    def stop(self) -> None:
        """End the import after the pages that are being fetched."""
        self.state.is_stopping = True

    def _claim(self) -> None:
        if self.state.is_running:
            raise BadInput("another import is under way; wait until it is done, or stop it")
        self.state = ImportState(is_running=True)

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        state = self.state
        try:
            await work
        except TamisError as error:
            state.fail("", str(error))
        finally:
            state.is_running = False

    async def _import(self, data: bytes, name: str, reader: str, settings: Settings, *, fetch: bool) -> None:
        state = self.state
        found = json.loads(await self._context.run(ReadExport(data, name, texts=True)))
        state.service = found["service"]
        links = sorted(map(saved_of, found["links"]), key=lambda saved: saved.added.timestamp() if saved.added else 0)
        for problem in found["problems"]:
            state.fail("", problem)
        state.total = len(links)
        for start in range(0, len(links), CHUNK):
            chunk = links[start : start + CHUNK]
            done = await self._context.with_library(partial(add_saved, entries=chunk), reader)
            state.new += done.new
            state.known += done.known
            state.done += len(chunk)
            for problem in done.skipped:
                state.fail("", problem)
        await self._add_texts([saved for saved in links if saved.html], reader, settings)
        if fetch and not state.is_stopping:
            urls = [saved.url for saved in links]
            await self._fetch(
                await self._context.with_library(lambda library: without_text(library, urls), reader), reader, settings
            )

    async def _add_texts(self, links: Sequence[Saved], reader: str, settings: Settings) -> None:
        """Store the texts that came with the file; a page whose text is none is fetched like others."""
        state = self.state
        state.total += len(links)
        for saved in links:
            state.done += 1
            page = saved_page(saved)
            known = await self._context.with_library(partial(_find, url=saved.url), reader)
            if state.is_stopping or page is None or known is None or not known.is_link:
                continue
            try:
                sent = PageBytes(page.html.encode("utf-8", "replace"), saved.url, "text/html; charset=utf-8")
                state.texts += await self._store(saved.url, sent, reader, settings) is None
            except TamisError:
                continue

    async def _fetch_links(self, reader: str, settings: Settings) -> None:
        def links(library: Library) -> list[str]:
            return [record.url for record in library.newest("is:link", limit=MOST_LINKS) if record.url]

        await self._fetch(await self._context.with_library(links, reader), reader, settings)

    async def _fetch(self, urls: Sequence[str], reader: str, settings: Settings) -> None:
        """Fetch the pages of links: those of one host one after the other, with a pause, and hosts side by side."""
        self.state.total += len(urls)
        by_host: dict[str, list[str]] = defaultdict(list)
        for url in urls:
            by_host[host_of(url)].append(url)
        waiting = deque(by_host.values())

        async def work() -> None:
            while waiting:
                for number, url in enumerate(waiting.popleft()):
                    if self.state.is_stopping:
                        return
                    if number:
                        await asyncio.sleep(HOST_PAUSE)
                    await self._fetch_page(url, reader, settings)

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(by_host))):
                group.create_task(work())

    async def _fetch_page(self, url: str, reader: str, settings: Settings) -> None:
        state = self.state
        try:
            response = await self._context.fetch(url, Expect.HTML)
            page = PageBytes(response.body, response.final_url, response.content_type, rights=response.rights)
            reason = await self._store(url, page, reader, settings)
        except TamisError as error:
            reason = str(error)
        state.done += 1
        if reason is None:
            state.fetched += 1
        else:
            state.fail(url, reason)

    async def _store(self, url: str, page: PageBytes, reader: str, settings: Settings) -> str | None:
        """Store the article of a page with its pictures. Return why there is none, or None."""
        written = await self._context.run(ExtractArticle(page, settings))
        article = Article.from_dict(json.loads(written))
        if not article.outcome.has_story or not article.blocks:
            return f"no article ({article.outcome.value}): {article.outcome_reason}"
        html = page.decoded().html
        added = await self._context.with_library(lambda library: add_fetched(library, url, article, html), reader)
        await self._keeper.keep_now(added.id, article)
        return None


def _find(library: Library, url: str) -> Record | None:
    return library.find(url)


def without_text(library: Library, urls: Iterable[str]) -> list[str]:
    """List the URLs, each page once, of which the library has only the link."""
    records = filter(None, map(library.find, urls))
    return list({record.id: record.url for record in records if record.is_link and record.url}.values())


def count_known(library: Library, urls: Iterable[str]) -> int:
    """Count the pages that the library has already."""
    return sum(library.find(url) is not None for url in urls)


def each_once(links: Iterable[Saved]) -> dict[str, Saved]:
    """Return the links by the first key of their page, so that each page is there once."""
    return {(page_keys(saved.url) or (saved.url,))[0]: saved for saved in links}
