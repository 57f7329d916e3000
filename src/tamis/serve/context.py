"""Shared parts of the service: workers, the guarded fetcher, the library, templates and the signing key.

A module of the service defines its jobs for worker processes as frozen dataclasses at its top level; `Context.run`
sends them to a worker, and the bytes that `run` returns come back. Nothing that a worker answers is unpickled.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context as Variables
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tamis.errors import WorkersFailed
from tamis.io.fetching import Expect, Fetcher
from tamis.io.workers import Pool, PoolSettings
from tamis.library.location import default_path
from tamis.serve.budget import Budget, current_account
from tamis.serve.faults import Fault
from tamis.serve.metrics import Metrics
from tamis.serve.reading_keys import ReadingKeys
from tamis.serve.signing import Signer, stored_key
from tamis.settings.file import SettingsFile, profiles_folder
from tamis.settings.serve import ServeSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Future
    from pathlib import Path
    from typing import Self

    import jinja2

    from tamis.io.fetching import Response
    from tamis.library import Library
    from tamis.serve.feed_watching import FeedWatcher
    from tamis.settings.fetching import SiteMarkdown


class Job(Protocol):
    """Work on one page."""

    def run(self) -> bytes:
        """Do the work. A `TamisError` that it raises comes back as a `Fault` with the same code and message."""
        ...


def run_job(job: Job, longest: int) -> bytes:
    """Run a job in a worker of the service. Raises a `Fault` for an answer of over `longest` bytes."""
    answer = job.run()
    if len(answer) > longest:
        raise Fault("too_large", f"the answer is over the limit of {longest:,} bytes")
    return answer


Value = TypeVar("Value")

ANSWERS_HELD = 34
"""Divisor of the request memory that gives the longest answer: it is there twice, and a client alone has a 17th."""
REOPEN_SECONDS = 5.0
"""Minimum seconds between two restarts of workers that failed altogether."""


class Context:
    """The shared parts of a running service; use it in an ``async with`` statement.

    Nothing here blocks the event loop: pages are processed in worker processes, fetched in threads, and the library is
    read in a separate thread.
    """

    def __init__(
        self,
        settings: ServeSettings | None = None,
        defaults: SettingsFile | None = None,
        *,
        warm_up: Job | None = None,
        fetcher: Fetcher | None = None,
        is_lazy: bool = False,
    ) -> None:
        """Set up the parts. `defaults`: how to fetch, extract, filter and summarize pages if a request does not say.

        `warm_up` is a job that is run once before workers are forked, so that they share what it loads. `fetcher` is
        used instead of one made from the defaults. With `is_lazy`, workers start when the first job comes.
        """
        self.settings = settings or ServeSettings()
        self.defaults = defaults or SettingsFile()
        self.metrics = Metrics()
        self.budget = Budget(self.settings.request_memory, self.settings.patience)
        """Memory budget of all requests."""
        self.profiles: Path = self.settings.profiles or profiles_folder()
        """Folder with saved settings."""
        self._warm_up = warm_up
        self._is_lazy = is_lazy
        self._pool: Pool | None = None
        self._opening = asyncio.Lock()
        self._reopened_at = -REOPEN_SECONDS
        self._is_closing = False
        self._fetcher = fetcher or Fetcher(self.defaults.fetch)
        self._fetching = ThreadPoolExecutor(self.settings.fetches, "tamis fetching")
        self._reading = ThreadPoolExecutor(1, "tamis library")
        self._library: Library | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        """Work that goes on after its request was answered."""
        self.at_end: list[Callable[[], None]] = []
        """Functions that are called when the service stops."""

    async def __aenter__(self) -> Self:
        if not self._is_lazy:
            await self._opened()
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._close)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work after the request has been answered. What is not done when the service stops is canceled."""
        # Variables of its own: the request's account of memory is closed once it is answered.
        task = asyncio.get_running_loop().create_task(work, context=Variables())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def waiting(self) -> int:
        """The number of tasks that go on after their requests were answered."""
        return len(self._tasks)

    async def _opened(self) -> Pool:
        """Return the workers, started if needed."""
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncio.to_thread(self._open_pool)
            return self._pool

    async def _reopened(self, broken: Pool) -> Pool:
        """Replace a broken pool with new workers. Raises `WorkersFailed` if that was tried just before."""
        async with self._opening:
            if self._pool is broken:
                if self._is_closing or time.monotonic() - self._reopened_at < REOPEN_SECONDS:
                    raise WorkersFailed("the workers failed; try again later")
                self._reopened_at = time.monotonic()
                await asyncio.to_thread(broken.close)
                self._pool = await asyncio.to_thread(self._open_pool)
            return self._pool or broken

    def _open_pool(self) -> Pool:
        settings = PoolSettings(
            workers=self.settings.workers,
            deadline=self.settings.deadline,
            max_memory=self.settings.max_memory,
            chunk=1,
            max_waiting=self.settings.max_waiting,
        )
        longest = self.settings.request_memory // ANSWERS_HELD
        return Pool(run_job, settings, arguments={"longest": longest}, warm_up=self._warm_up)

    def _close(self) -> None:
        """Finish running work, then end processes and threads."""
        self._is_closing = True
        if self._pool is not None:
            self._pool.close()
        self._fetching.shutdown()
        self._reading.submit(self._close_library)
        self._reading.shutdown()
        self._fetcher.close()
        for function in self.at_end:
            function()

    # Pages.

    async def run(self, job: Job, *, deadline: float | None = None) -> bytes:
        """Run a job in a worker, which is killed if it takes longer than `deadline` seconds, and return its result.

        Raises `WorkersBusy` or a `Fault` if no worker is free in time, and a `Fault` with the code of whatever went
        wrong in the worker.
        """
        pool = self._pool or await self._opened()
        longest = self.settings.deadline
        seconds = longest if deadline is None else min(deadline, longest)
        account = current_account()
        owner = account.client if account is not None else ""
        try:
            future = pool.submit(job, deadline=seconds, owner=owner)
        except WorkersFailed:
            future = (await self._reopened(pool)).submit(job, deadline=seconds, owner=owner)
        result = await self._in_time(future)
        self.metrics.worked(result.cpu_seconds, result.failure.code if result.failure else None)
        if result.failure is not None:
            raise Fault(result.failure.code, result.failure.message)
        answer = result.value or b""
        if account is not None:
            account.hold_answer(len(answer))
        return answer

    async def fetch(
        self,
        url: str,
        expect: Expect = Expect.HTML,
        *,
        timeout: float | None = None,
        fresh: bool = False,
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Response:
        """Fetch a URL, with all protections. Raises a `tamis.FetchError` that says why it failed.

        `timeout` shortens the time allowed; `fresh` ignores the cache.
        """
        return await self._fetched(
            partial(self._fetcher.get, url, expect, timeout=timeout, fresh=fresh, headers=headers)
        )

    async def fetch_page(
        self,
        url: str,
        *,
        timeout: float | None = None,
        fresh: bool = False,
        site_markdown: SiteMarkdown | None = None,
    ) -> Response:
        """Fetch a page as `fetch` does, with the site's own Markdown if the settings or `site_markdown` want it."""
        return await self._fetched(
            partial(self._fetcher.get_page, url, timeout=timeout, fresh=fresh, site_markdown=site_markdown)
        )

    async def _fetched(self, get: Callable[[], Response]) -> Response:
        account = current_account()
        if account is None:
            return await self._in_time(self._fetching.submit(get))
        largest = self._fetcher.settings.max_bytes
        await account.hold(largest)
        try:
            page = await self._in_time(self._fetching.submit(get))
            beside = page.markdown.response if page.markdown is not None else None
            await account.add_page(len(page.body) + (len(beside.body) if beside is not None else 0))
        finally:
            account.let_go(largest)
        return page

    async def _in_time(self, future: Future[Value]) -> Value:
        """Wait for the result of a task. Raises a `Fault` if it does not start before patience ends."""
        wrapped = asyncio.wrap_future(future)
        try:
            done, _ = await asyncio.wait((wrapped,), timeout=self.settings.patience)
        except asyncio.CancelledError:
            future.cancel()
            raise
        if not done and future.cancel():
            raise Fault("workers_busy", "the service is busy; try again later")
        return await wrapped

    # The library.

    @property
    def library_file(self) -> Path:
        """The path of the library, whether it exists or not."""
        return self.settings.library or default_path()

    async def with_library(self, function: Callable[[Library], Value], reader: str = "") -> Value:
        """Call a function with a reader's library, in the thread that owns it. The file is created on first use."""
        return await asyncio.wrap_future(self._reading.submit(lambda: function(self._open_library(reader))))

    def _open_library(self, reader: str) -> Library:
        if self._library is None or self._library.reader != reader:
            from tamis.library import Library

            self._close_library()
            self.library_file.parent.mkdir(parents=True, exist_ok=True)
            self._library = None
            self._library = Library(self.library_file, reader)
        return self._library

    def _close_library(self) -> None:
        if self._library is not None:
            self._library.close()

    # Parts for pages.

    @cached_property
    def feed_watcher(self) -> FeedWatcher:
        """The watcher of the library's feeds."""
        from tamis.serve.feed_watching import FeedWatcher

        return FeedWatcher(self)

    @cached_property
    def signer(self) -> Signer:
        """The signer of cookies."""
        return Signer(stored_key(self.profiles))

    @cached_property
    def reading_keys(self) -> ReadingKeys:
        """The keys of URLs for feed readers and e-readers."""
        return ReadingKeys(self.signer, self.settings.token or "", self.profiles)

    @cached_property
    def url_signer(self) -> Signer:
        """The signer of URLs of pictures and style sheets. Workers have its key, so it is not that of cookies."""
        return self.signer.derived("urls")

    @cached_property
    def templates(self) -> jinja2.Environment:
        """The templates of `tamis.serve.pages`; all values are escaped."""
        from jinja2 import Environment, PackageLoader, StrictUndefined

        return Environment(
            loader=PackageLoader("tamis.serve.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )

    def render(self, template: str, **values: Any) -> str:
        """Render a template."""
        return self.templates.get_template(template).render(**values)
