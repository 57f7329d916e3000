"""Headless browser as a source of pages: the system's chromium, driven through playwright.

The browser opens no connections: the guarded fetcher answers every request, so that the guards against private
addresses, the limits and the cache are the same as without a browser. Names do not resolve inside it, which is the
second line of defense. It only reads: methods other than GET, downloads, web sockets and new windows are refused,
dialogs are closed.

Every step has a deadline. A page that does not settle is read as far as it has loaded; a script that does not end is
stopped; if the browser returns nothing in time, the page is the one that the server sent. `Page.rendering` says which.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tamis.errors import BadSettings, MissingExtra, RenderFailed
from tamis.io.fetching.source import page_of
from tamis.io.memory import give_memory_back
from tamis.io.rendering.driver import CLOSE_SECONDS, DriverLoop
from tamis.io.rendering.visit import Rendered, Visit
from tamis.model import Rendering
from tamis.settings.fetching import RenderSettings

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType
    from typing import Self, TypeVar

    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Playwright

    from tamis.io.fetching import Fetcher
    from tamis.model import Page

    Answer = TypeVar("Answer")

EXECUTABLES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome",
)  # fmt: skip
FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--mute-audio", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps",
    "--disable-domain-reliability", "--no-pings", "--disable-dev-shm-usage",
    # Nothing resolves, including IP addresses, and there are no datagrams: requests past the guards go nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Frames of other sites in the same process, so that one snapshot has them all. There is no session to protect: a
    # page has a separate context without cookies, and gets nothing that the guards would not give to anybody.
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints,"
    "SpareRendererForSitePerProcess",
    "--disable-site-isolation-trials",
    "--js-flags=--max-old-space-size=512",
)  # fmt: skip

PAGES_AFTER_LARGE = 3
NO_SANDBOX = (
    "; where the system allows no sandbox, as in many containers, --no-sandbox or RenderSettings(sandbox=False) does "
    "without"
)
_LOG = logging.getLogger(__name__)
_KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL  # on Windows the first ends it at once
START_SECONDS = 30.0


class Browser:
    """A browser that renders pages. It is a page source: `tamis.fetch(url, source=browser)`.

    Several threads may use it; it renders pages one after another.

    >>> with Browser() as browser:  # doctest: +SKIP
    ...     article = tamis.fetch("https://example.org/story", source=browser)
    """

    def __init__(self, settings: RenderSettings | None = None, *, fetcher: Fetcher | None = None) -> None:
        """Set up a browser. `fetcher` answers its requests. Without one, the browser only has the given page."""
        self.settings = settings or RenderSettings()
        self._fetcher = fetcher
        self._executable = _executable(self.settings)
        self._lock = threading.Lock()
        self._loop: DriverLoop | None = None
        self._thread: threading.Thread | None = None
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._process: int | None = None
        self._pages = 0
        self._wasteful = 0
        """Number of further pages that are followed by returning memory; a large one may still be read in a thread."""
        self._has_run = False
        self._endings: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def page(self, url: str) -> Page:
        """Fetch a page, then render it."""
        return self.render(url).page

    def render(self, source: str | Page, *, picture: bool = False) -> Rendered:
        """Render the page at a URL, or a given one. With `picture`, take a picture of it too.

        Raises what fetching the page raises, and `RenderFailed` if no browser can be started.
        """
        page = self._fetched(source) if isinstance(source, str) else source
        with self._lock:
            return self._run(self._render(page, picture), START_SECONDS + self.settings.timeout + CLOSE_SECONDS + 5)

    def close(self) -> None:
        """Close the browser. It starts again with the next page."""
        with self._lock:
            if self._thread is not None and self._loop is not None:
                with suppress(RenderFailed):  # it ends by force
                    self._run(self._retire(), 3 * CLOSE_SECONDS + 2)
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._thread.join()
                self._thread = self._loop = None

    def _fetched(self, url: str) -> Page:
        if self._fetcher is None:
            raise BadSettings("this browser has no fetcher; pass Browser(fetcher=Fetcher()) to render a URL")
        return page_of(self._fetcher.get(url))

    def _run(self, work: Coroutine[Any, Any, Answer], seconds: float) -> Answer:
        """Run a coroutine in the browser's own thread, because playwright is bound to one event loop."""
        if self._thread is None or self._loop is None:
            self._loop = DriverLoop()
            # These are responses for pages that are already closed; nobody waits for them.
            self._loop.set_exception_handler(lambda *_: None)
            self._thread = threading.Thread(target=_run_loop, args=(self._loop,), name="tamis-browser", daemon=True)
            self._thread.start()
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except TimeoutError as error:  # the last resort: every step has its own limit
            future.cancel()
            self._kill()
            raise RenderFailed("the browser does not answer; it was stopped") from error

    async def _render(self, page: Page, picture: bool) -> Rendered:
        deadline = time.monotonic() + self.settings.timeout
        try:
            chromium = await self._started(min(START_SECONDS, self.settings.timeout))
        except RenderFailed:
            if not self._has_run:
                raise
            return Rendered(replace(page, rendering=Rendering.FAILED))  # the next page may find the machine less busy
        self._has_run = True
        visit = Visit(self.settings, self._fetcher, page, deadline)
        try:
            return await visit.run(chromium, picture)
        finally:
            self._pages += 1
            self._wasteful = PAGES_AFTER_LARGE if visit.broken or visit.is_large else self._wasteful - 1
            if self._wasteful > 0:
                give_memory_back()
            if visit.broken:
                self._abandon()
            elif visit.is_large or self._pages >= self.settings.pages_per_browser:
                await self._retire()

    async def _started(self, seconds: float) -> Chromium:
        if self._chromium is not None and self._chromium.is_connected():
            return self._chromium
        await self._retire()
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise MissingExtra("rendering", "render") from error
        try:
            async with asyncio.timeout(seconds):
                self._playwright = await async_playwright().start()
                self._chromium = await self._playwright.chromium.launch(
                    executable_path=self._executable,
                    args=list(FLAGS),
                    chromium_sandbox=_is_sandboxed(self.settings),
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
                session = await self._chromium.new_browser_cdp_session()
                processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        except (Error, TimeoutError) as error:
            await self._retire()
            reason = str(error).splitlines()[0] if str(error) else f"it took more than {seconds:g} s"
            advice = NO_SANDBOX if "sandbox" in str(error).lower() and _is_sandboxed(self.settings) else ""
            raise RenderFailed(f"{self._executable} does not start: {reason}{advice}") from error
        self._process = next((process["id"] for process in processes if process["type"] == "browser"), None)
        self._pages = 0
        return self._chromium

    async def _retire(self) -> None:
        """Close the browser, by force if necessary, and its driver, which keeps something of every request."""
        chromium, self._chromium = self._chromium, None
        if chromium is not None:
            await _closed(chromium)
            self._kill()
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await playwright.stop()
        if self._loop is not None:
            await self._loop.end_processes()
        if left := {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}:
            for task in left:  # responses for closed pages, and what waits for a driver that did not start
                task.cancel()
            await asyncio.wait(left, timeout=1.0)
        give_memory_back()

    def _abandon(self) -> None:
        """Kill a browser that may no longer respond."""
        chromium, self._chromium = self._chromium, None
        self._kill()
        if chromium is not None:
            task = asyncio.ensure_future(_closed(chromium))
            self._endings.add(task)
            task.add_done_callback(self._endings.discard)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, _KILL)


def _run_loop(loop: DriverLoop) -> None:
    """Run an event loop until it is stopped, then close it."""
    try:
        loop.run_forever()
    finally:
        loop.close()


async def _closed(chromium: Chromium) -> None:
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await chromium.close()


def _is_sandboxed(settings: RenderSettings) -> bool:
    """Tell whether chromium keeps its processes in a sandbox. As the superuser it cannot, which is logged once."""
    is_superuser = hasattr(os, "geteuid") and os.geteuid() == 0
    if settings.sandbox and is_superuser:
        _warn_of_superuser()
    return settings.sandbox and not is_superuser


@cache
def _warn_of_superuser() -> None:
    _LOG.warning(
        "tamis runs as root, so the browser has no sandbox: a page that breaks out of it has all rights. Run tamis as "
        "another user, or say that this is meant: --no-sandbox, RenderSettings(sandbox=False)"
    )


INSTALL_BROWSER = "install chromium (Debian and Ubuntu: apt-get install chromium)"
"""Advice where there is no browser."""


def find_browser() -> str | None:
    """Find the path of the system's chromium; None if there is none."""
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


def _executable(settings: RenderSettings) -> str:
    if settings.executable is not None:
        if not settings.executable.is_file():
            raise BadSettings(f"{settings.executable}: there is no browser; leave executable out to use the system's")
        return str(settings.executable)
    browser = find_browser()
    if browser is None:
        raise RenderFailed(f"no browser is installed; {INSTALL_BROWSER}")
    return browser
