"""Import of what other reading services exported: links, marks and texts at once, then the pages of links.

The file stays on disk, and is read in a worker. Pages are fetched with all protections, a few at a time and one of each
host, and read in workers, as if somebody saved them one by one. One import runs at a time; what is left when the
service stops stays in the library as links, and can be fetched later.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import stat
from collections import OrderedDict, defaultdict, deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import TYPE_CHECKING, Any, BinaryIO
from weakref import finalize

from tamis.errors import BadInput, TamisError
from tamis.io.fetching import Expect
from tamis.io.workers.extraction import PageBytes
from tamis.library.exchange import add_fetched, add_saved, saved_page
from tamis.library.reading_services import Saved, read_saved
from tamis.model import Article
from tamis.serve.faults import Fault
from tamis.serve.pages.keeping import PictureKeeper
from tamis.serve.pages.work import ExtractArticle
from tamis.text.characters import one_line
from tamis.text.urls.cleaning import page_keys
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Iterator, Sequence

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


FILE, LINKS, TEXTS = "file", "links.jsonl", "texts.jsonl"
"""Names in the folder of an export: the file, its links, and those links that have a text, with it."""
BY_COMMAND = "On the machine that runs tamis, `tamis library import FILE` has no such limit."
PREFIX = "tamis-import-"
"""Beginning of the names of folders for files that were sent; the number of the process follows."""
MAX_FILES = 3
"""Maximum number of files that are kept at a time."""


@dataclass(frozen=True, slots=True)
class ReadExport:
    """A job: read the file of an export, and write what it has beside it."""

    folder: str
    name: str

    def run(self) -> bytes:
        """Return JSON: ``service``, ``problems`` and the number of ``texts``."""
        folder = Path(self.folder)
        found = read_saved(folder / FILE, self.name)
        texts = 0
        with (
            (folder / LINKS).open("w", encoding="utf-8", errors="replace") as links,
            (folder / TEXTS).open("w", encoding="utf-8", errors="replace") as with_text,
        ):
            for saved in found.links:
                links.write(_line(saved._replace(html="")))
                if saved.html.strip():
                    with_text.write(_line(saved))
                    texts += 1
        values = {"service": found.service, "problems": found.problems, "texts": texts}
        return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace")


def _line(saved: Saved) -> str:
    values = {name: value for name, value in saved._asdict().items() if value not in ("", (), None, False, 0.0)}
    if saved.added:
        values["added"] = saved.added.isoformat()
    return json.dumps(values, ensure_ascii=False) + "\n"


def _read_line(line: str) -> Saved:
    values = json.loads(line)
    added = values.get("added")
    known = {
        "added": datetime.fromisoformat(added) if added else None,
        "tags": tuple(values.get("tags", ())),
        "highlights": tuple((quote, note) for quote, note in values.get("highlights", ())),
    }
    return Saved(**(values | known))


class Export:
    """A file that somebody sent, in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self.service = ""
        self.problems: list[str] = []
        self.texts = 0
        """Number of links that have a text."""
        self.is_imported = False
        """True while it is imported: until then its file is kept."""
        self._is_read = False
        self._reading = asyncio.Lock()

    async def read(self, context: Context) -> list[Saved]:
        """Return the links without their texts. Raises a `TamisError` if the file cannot be read."""
        async with self._reading:  # whoever comes meanwhile must not take half of the links for all
            if not self._is_read:
                try:
                    found = json.loads(await context.run(ReadExport(str(self.folder), self.name)))
                except Fault as error:
                    if error.code not in ("out_of_memory", "timed_out"):
                        raise
                    problem = f"{self.name}: this takes more time or memory than a page may. {BY_COMMAND}"
                    raise BadInput(problem) from error
                self.service, self.problems, self.texts = found["service"], found["problems"], found["texts"]
                self._is_read = True
        return await asyncio.to_thread(lambda: list(_read_lines(self.folder / LINKS)))

    def with_texts(self) -> Iterator[Saved]:
        """Read the links that have a text, one after the other."""
        return _read_lines(self.folder / TEXTS)


def _read_lines(file: Path) -> Iterator[Saved]:
    with file.open(encoding="utf-8") as lines:
        yield from map(_read_line, lines)


class Exports:
    """The files that were sent for an import: the last few, on disk, until the service stops."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Export] = OrderedDict()

    @cached_property
    def _folder(self) -> Path:
        remove_left_behind(Path(gettempdir()))
        folder = mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return Path(folder)

    def keep(self, file: BinaryIO, name: str) -> str:
        """Keep a file, and return a key for it that nobody can guess. The oldest ones that nobody imports give way."""
        idle = [key for key, export in self._kept.items() if not export.is_imported]
        for old in idle[: max(0, len(self._kept) + 1 - MAX_FILES)]:
            self.drop(old)
        key = secrets.token_hex(16)
        folder = self._folder / key
        folder.mkdir(0o700)
        try:
            with (folder / FILE).open("wb") as kept:
                shutil.copyfileobj(file, kept)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._kept[key] = Export(folder, name)
        return key

    def get(self, key: str) -> Export:
        """Return the file with a key. Raises `BadInput` if it is no longer kept."""
        kept = self._kept.get(key)
        if kept is None:
            raise BadInput("this file is no longer kept: choose it again")
        return kept

    def drop(self, key: str) -> None:
        """Forget a file."""
        dropped = self._kept.pop(key, None)
        if dropped is not None:
            shutil.rmtree(dropped.folder, ignore_errors=True)

    def let_go(self) -> None:
        """Note that no file is being imported any more."""
        for export in self._kept.values():
            export.is_imported = False

    def close(self) -> None:
        """Forget all files: a signal ends the service without what an interpreter does at its end."""
        self._kept.clear()
        folder = self.__dict__.pop("_folder", None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def remove_left_behind(parent: Path) -> None:
    """Remove the folders of services that were killed, if they belong to this user."""
    if not hasattr(os, "geteuid"):
        return  # Windows, where asking for a process by its number ends it
    for folder in parent.glob(f"{PREFIX}*-*"):
        process = folder.name.removeprefix(PREFIX).partition("-")[0]
        with suppress(OSError):
            about = folder.lstat()
            is_own = stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid()
            if is_own and process.isdecimal() and len(process) < 10 and not _is_running(int(process)):
                shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


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
        stored = f"{self.new} new, {self.known} already in the library"
        pages = f", {self.fetched + self.texts} with text" if self.fetched or self.texts else ""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{stored}{pages}{failed}"


class Importer:
    """The imports of a service."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._keeper = PictureKeeper(context)
        self.state = ImportState()
        self.exports = Exports()
        context.at_end.append(self.exports.close)

    def begin(self, key: str, reader: str, settings: Settings, *, fetch: bool) -> None:
        """Begin to import a file after the request has been answered. Raises `BadInput` if an import is under way."""
        export = self.exports.get(key)
        self._claim()
        export.is_imported = True
        self._context.later(self._finish(self._import(export, key, reader, settings, fetch=fetch)))

    def fetch_links(self, reader: str, settings: Settings) -> None:
        """Begin to fetch the pages of all links of the library. Raises `BadInput` if an import is under way."""
        self._claim()
        self._context.later(self._finish(self._fetch_links(reader, settings)))

    def stop(self) -> None:
        """End the import after the pages that are being fetched."""
        self.state.is_stopping = True

    def _claim(self) -> None:
        if self.state.is_running:
            raise BadInput("another import is in progress; wait until it finishes, or stop it")
        self.state = ImportState(is_running=True)

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        state = self.state
        try:
            await work
        except (TamisError, OSError) as error:
            state.fail("", str(error))
        finally:
            state.is_running = False
            self.exports.let_go()

    async def _import(self, export: Export, key: str, reader: str, settings: Settings, *, fetch: bool) -> None:
        state = self.state
        links = sorted(
            await export.read(self._context), key=lambda saved: saved.added.timestamp() if saved.added else 0
        )
        state.service = export.service
        for problem in export.problems:
            state.fail("", problem)
        state.total = len(links) + export.texts
        for start in range(0, len(links), CHUNK):
            chunk = links[start : start + CHUNK]
            done = await self._context.with_library(partial(add_saved, entries=chunk), reader)
            state.new += done.new
            state.known += done.known
            state.done += len(chunk)
            for problem in done.skipped:
                state.fail("", problem)
        await self._add_texts(export.with_texts(), reader, settings)
        self.exports.drop(key)
        if fetch and not state.is_stopping:
            urls = [saved.url for saved in links]
            await self._fetch(
                await self._context.with_library(lambda library: without_text(library, urls), reader), reader, settings
            )

    async def _add_texts(self, links: Iterable[Saved], reader: str, settings: Settings) -> None:
        """Store the texts that came with the file; a page whose text is none is fetched like others."""
        state = self.state
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
