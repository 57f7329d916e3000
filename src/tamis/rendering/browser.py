"""A headless browser as a source of pages: the system's chromium, driven through playwright.

The browser opens no connection of its own: every request is answered by the guarded fetcher, so that the guards against
private addresses, the limits and the cache are the same as without a browser. Names do not resolve inside it, which is
the wall behind. It only reads: other methods than GET, downloads, web sockets and new windows are refused, dialogs are
closed.

Every step has a deadline. A page that does not settle gives what it has; a script that does not end is stopped; if the
browser gives nothing in time, the page is the one that the server sent. `Page.rendering` says which.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadSettings, MissingExtra, RenderFailed, TamisError
from tamis.fetching import Expect, Fetcher
from tamis.fetching.settings import RenderSettings
from tamis.fetching.source import page_of
from tamis.model import Page, Rendering
from tamis.rendering.snapshot import REQUEST, read_snapshot

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType
    from typing import Self, TypeVar

    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession, Playwright, Request, Route
    from playwright.async_api import Page as Tab

    from tamis.fetching.response import Response

    Answer = TypeVar("Answer")

EXECUTABLES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--mute-audio", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps",
    "--disable-domain-reliability", "--no-pings", "--disable-dev-shm-usage",
    # Nothing resolves, addresses as numbers included, and no datagrams: what passes the guards by goes nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Frames of other sites in the same process, so that one snapshot has them all. There is no session to protect.
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints",
    "--disable-site-isolation-trials",
    "--js-flags=--max-old-space-size=512",
)  # fmt: skip

START_SECONDS = 30.0
CLOSE_SECONDS = 5.0
QUIET_SECONDS = 0.5
"""Without a request for so long, a page that has loaded has settled."""
SNAPSHOT_SHARE = 0.3
"""Of the time for a page this much is kept for taking its layout."""
FETCHERS = 6  # requests at once: as many as browsers open to one host
_PASSED_ON = frozenset(("accept", "origin", "referer", "x-requested-with"))
_OWN_HEADERS = frozenset(
    "content-encoding content-length content-disposition transfer-encoding connection keep-alive set-cookie".split()
)
_REFUSED_TYPES = frozenset(("media", "font", "websocket", "eventsource", "manifest", "texttrack", "ping", "other"))
_EXPECT = {"stylesheet": Expect.STYLE, "image": Expect.IMAGE}
_COUNT = "document.getElementsByTagName('*').length"
_TEMPLATES = "Array.from(document.querySelectorAll('template'), template => template.innerHTML.slice(0, 2e6))"


class Rendered(NamedTuple):
    """A page as a browser drew it."""

    page: Page
    """With `rendering`; with a `layout` unless the browser failed."""
    requests: int = 0
    """What the page asked for and got."""
    refused: int = 0
    """What it asked for and did not get: refused, failed or over a limit."""
    picture: bytes | None = None
    """A PNG of the whole page, if it was asked for."""


class Browser:
    """Renders pages. A page source: `tamis.fetch(url, source=browser)`. Safe in threads; pages come one after another.

    >>> with Browser() as browser:  # doctest: +SKIP
    ...     article = tamis.fetch("https://example.org/story", source=browser)
    """

    def __init__(self, settings: RenderSettings | None = None, *, fetcher: Fetcher | None = None) -> None:
        """`fetcher` answers the browser's requests. Without one, the browser only has the page that it is given."""
        self.settings = settings or RenderSettings()
        self._fetcher = fetcher
        self._executable = _executable(self.settings)
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._pool = ThreadPoolExecutor(FETCHERS, thread_name_prefix="tamis-render")
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._process: int | None = None
        self._pages = 0

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
        """Render the page at an address, or one that is at hand. With `picture`, take a picture of it too.

        Raises what fetching the page raises, and `RenderFailed` if no browser can be started.
        """
        page = self._fetched(source) if isinstance(source, str) else source
        with self._lock:
            return self._run(self._render(page, picture), START_SECONDS + self.settings.timeout + CLOSE_SECONDS + 5)

    def close(self) -> None:
        """Close the browser. It starts again with the next page."""
        with self._lock:
            if self._thread is not None and self._loop is not None:
                self._run(self._retire(stop=True), 2 * CLOSE_SECONDS + 1)
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._thread.join()
                self._loop.close()
                self._thread = self._loop = None
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = ThreadPoolExecutor(FETCHERS, thread_name_prefix="tamis-render")

    def _fetched(self, url: str) -> Page:
        if self._fetcher is None:
            raise BadSettings("this browser has no fetcher; pass Browser(fetcher=Fetcher()) to render an address")
        return page_of(self._fetcher.get(url))

    def _run(self, work: Coroutine[Any, Any, Answer], seconds: float) -> Answer:
        """Do something in the browser's own thread, because playwright is bound to one event loop."""
        if self._thread is None or self._loop is None:
            self._loop = asyncio.new_event_loop()
            # What is told here is of pages that are gone: answers that nobody waits for any more.
            self._loop.set_exception_handler(lambda *_: None)
            self._thread = threading.Thread(target=self._loop.run_forever, name="tamis-browser", daemon=True)
            self._thread.start()
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except TimeoutError as error:  # the last resort: every step has a limit of its own
            future.cancel()
            self._kill()
            raise RenderFailed("the browser does not answer; it was stopped") from error

    async def _render(self, page: Page, picture: bool) -> Rendered:
        deadline = time.monotonic() + self.settings.timeout
        chromium = await self._started()
        visit = _Visit(self, page, deadline)
        try:
            return await visit.run(chromium, picture)
        finally:
            self._pages += 1
            if visit.broken or self._pages >= self.settings.pages_per_browser:
                await self._retire()

    async def _started(self) -> Chromium:
        if self._chromium is not None and self._chromium.is_connected():
            return self._chromium
        await self._retire()
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise MissingExtra("rendering", "render") from error
        try:
            async with asyncio.timeout(START_SECONDS):
                self._playwright = self._playwright or await async_playwright().start()
                self._chromium = await self._playwright.chromium.launch(
                    executable_path=self._executable,
                    args=[*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
                session = await self._chromium.new_browser_cdp_session()
                processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        except (Error, TimeoutError) as error:
            await self._retire()
            raise RenderFailed(f"{self._executable} does not start: {str(error).splitlines()[0]}") from error
        self._process = next((one["id"] for one in processes if one["type"] == "browser"), None)
        self._pages = 0
        return self._chromium

    async def _retire(self, stop: bool = False) -> None:
        """Close the browser, by force if it does not go; with `stop` its driver too."""
        chromium, self._chromium = self._chromium, None
        if chromium is not None:
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await chromium.close()
            self._kill()
        if stop and self._playwright is not None:
            playwright, self._playwright = self._playwright, None
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await playwright.stop()
            if left := {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}:
                for task in left:  # answers to pages that are gone
                    task.cancel()
                await asyncio.wait(left, timeout=1.0)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


@dataclass
class _Visit:
    """One page in a context of its own, from the first request to the snapshot."""

    browser: Browser
    sent: Page
    """The page as the server sent it."""
    deadline: float
    requests: int = 0
    refused: int = 0
    loaded: int = 0
    """Bytes."""
    waiting: int = 0
    """Requests that are under way."""
    last: float = 0.0
    """When the last request began or ended."""
    served: bool = False
    """Whether the page itself was handed over."""
    broken: bool = False
    """Whether the browser has to go."""
    outcome: Rendering = Rendering.COMPLETE
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def settings(self) -> RenderSettings:
        return self.browser.settings

    async def run(self, chromium: Chromium, picture: bool) -> Rendered:
        from playwright.async_api import Error

        context: BrowserContext | None = None
        try:
            async with asyncio.timeout_at(self._loop_time(0)):
                context = await self._context(chromium)
                return await self._look(context, picture)
        except (Error, TimeoutError, KeyError, RecursionError, ValueError):
            self.broken = True
            return self._result(replace(self.sent, rendering=Rendering.FAILED))
        finally:
            await self._close(context)

    async def _context(self, chromium: Chromium) -> BrowserContext:
        fetch_settings = self.browser._fetcher.settings if self.browser._fetcher else None
        context = await chromium.new_context(
            viewport={"width": self.settings.width, "height": self.settings.height},
            java_script_enabled=self.settings.scripts,
            accept_downloads=False,
            service_workers="block",
            user_agent=fetch_settings.user_agent if fetch_settings else None,
            locale=fetch_settings.languages[0] if fetch_settings and fetch_settings.languages else None,
            reduced_motion="reduce",
        )
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", lambda socket: socket.close())
        return context

    async def _look(self, context: BrowserContext, picture: bool) -> Rendered:
        tab = await context.new_page()
        tab.on("dialog", lambda dialog: self._later(dialog.dismiss()))
        context.on("page", lambda other: self._later(other.close()) if other is not tab else None)
        session = await context.new_cdp_session(tab)
        await self._load(tab, session)
        world = await self._own_world(session)
        if await self._evaluated(session, world, _COUNT) > self.settings.max_elements:
            self.broken = True
            return self._result(replace(self.sent, rendering=Rendering.FAILED))
        templates = await self._evaluated(session, world, _TEMPLATES)
        answer = await session.send("DOMSnapshot.captureSnapshot", REQUEST)
        snapshot = read_snapshot(answer, with_colors=not self.refused, templates=templates)
        shot = await tab.screenshot(full_page=True, animations="disabled") if picture else None
        url = snapshot.url if snapshot.url.startswith(("http:", "https:")) and self.sent.url else self.sent.url
        page = replace(self.sent, html=snapshot.html, url=url, layout=snapshot.layout, rendering=self.outcome)
        return self._result(page, shot)

    def _result(self, page: Page, picture: bytes | None = None) -> Rendered:
        return Rendered(page, self.requests, self.refused, picture)

    async def _load(self, tab: Tab, session: CDPSession) -> None:
        """Load the page until it settles, or as far as its time goes."""
        from playwright.async_api import Error

        kept = min(SNAPSHOT_SHARE * self.settings.timeout, 10.0)
        try:
            async with asyncio.timeout_at(self._loop_time(kept)):
                await tab.goto(self.sent.url or "http://page.invalid/", wait_until="load", timeout=0)
                await self._settled()
                if self.settings.wait_for:
                    await tab.wait_for_selector(self.settings.wait_for, state="attached", timeout=0)
        except TimeoutError:
            self.outcome = Rendering.UNSETTLED
        except Error as error:
            if tab.is_closed() or "crash" in str(error).lower():
                raise
            self.outcome = Rendering.UNSETTLED  # such as a navigation that a script began meanwhile
        await self._responsive(session)

    async def _settled(self) -> None:
        end = time.monotonic() + self.settings.settle
        while (now := time.monotonic()) < end:
            quiet = now - self.last
            if not self.waiting and quiet >= QUIET_SECONDS:
                return
            await asyncio.sleep(min(QUIET_SECONDS if self.waiting else QUIET_SECONDS - quiet, max(end - now, 0)))
        if self.waiting:
            self.outcome = Rendering.UNSETTLED

    async def _responsive(self, session: CDPSession) -> None:
        """Stop a script that keeps the page busy, so that its layout can be taken."""
        from playwright.async_api import Error

        for _ in range(3):
            try:
                async with asyncio.timeout(min(1.0, max(0.1, (self.deadline - time.monotonic()) / 5))):
                    await session.send("Runtime.evaluate", {"expression": "1"})
                    return
            except (TimeoutError, Error):
                self.outcome = Rendering.STOPPED
                with suppress(Error, TimeoutError):
                    async with asyncio.timeout(0.5):
                        await session.send("Emulation.setScriptExecutionDisabled", {"value": True})
                with suppress(Error, TimeoutError):
                    async with asyncio.timeout(0.5):
                        await session.send("Runtime.terminateExecution")

    async def _own_world(self, session: CDPSession) -> int:
        """A world of our own in the page, where its scripts cannot lie."""
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
        return int(world["executionContextId"])

    async def _evaluated(self, session: CDPSession, world: int, expression: str) -> Any:
        answer = await session.send(
            "Runtime.evaluate", {"expression": expression, "contextId": world, "returnByValue": True}
        )
        return answer["result"]["value"]

    async def _answer(self, route: Route, request: Request) -> None:
        """Answer a request of the browser; nothing else does."""
        from playwright.async_api import Error

        self.waiting += 1
        self.last = time.monotonic()
        try:
            with suppress(Error):  # the page may be gone meanwhile
                await self._answer_guarded(route, request)
        finally:
            self.waiting -= 1
            self.last = time.monotonic()

    async def _answer_guarded(self, route: Route, request: Request) -> None:
        is_page = request.is_navigation_request() and request.frame.parent_frame is None
        if is_page and not self.served:
            self.served = True
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=self.sent.html)
            return
        response = await self._fetched(request)
        if response is None:
            self.refused += 1
            # A page that is left for one that is refused stays: "no content" ends a navigation.
            await (route.fulfill(status=204) if is_page else route.abort("blockedbyclient"))
            return
        self.requests += 1
        headers = {name: value for name, value in response.headers if name.lower() not in _OWN_HEADERS}
        headers.setdefault("content-type", response.content_type or "application/octet-stream")
        await route.fulfill(status=response.status, headers=headers, body=response.body)

    async def _fetched(self, request: Request) -> Response | None:
        """What the guarded fetcher brings; None for what is refused."""
        fetcher = self.browser._fetcher
        if (
            fetcher is None
            or request.method != "GET"
            or request.resource_type in _REFUSED_TYPES
            or (request.resource_type == "image" and not self.settings.pictures)
            or not request.url.startswith(("http://", "https://"))
            or self.requests + self.refused >= self.settings.max_requests
            or self.loaded >= self.settings.max_bytes
        ):
            return None
        expect = _EXPECT.get(request.resource_type, Expect.HTML if request.is_navigation_request() else Expect.ANY)
        headers = tuple((name, value) for name, value in request.headers.items() if name.lower() in _PASSED_ON)
        try:
            response = await asyncio.get_running_loop().run_in_executor(
                self.browser._pool, lambda: fetcher.get(request.url, expect, headers=headers)
            )
        except TamisError:
            return None
        self.loaded += len(response.body)
        return response

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for, and whose failure says nothing."""

        async def quietly() -> None:
            with suppress(Exception):
                await work

        task = asyncio.ensure_future(quietly())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _loop_time(self, kept: float) -> float:
        """The deadline, less what is kept, by the clock of the event loop."""
        return asyncio.get_running_loop().time() + max(0.0, self.deadline - kept - time.monotonic())

    async def _close(self, context: BrowserContext | None) -> None:
        if context is None or self.broken:
            return  # the whole browser goes
        try:
            async with asyncio.timeout(1.0):
                await context.close()
        except Exception:  # noqa: BLE001 (whatever it is, the browser is not to be trusted any more)
            self.broken = True


def _executable(settings: RenderSettings) -> str:
    if settings.executable is not None:
        if not settings.executable.is_file():
            raise BadSettings(f"{settings.executable}: there is no browser; leave executable out to use the system's")
        return str(settings.executable)
    found = next((path for name in EXECUTABLES if (path := shutil.which(name))), None)
    if found is None:
        raise RenderFailed("no browser is installed; on Debian and Ubuntu: apt-get install chromium")
    return found
