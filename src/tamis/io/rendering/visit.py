"""One page in a browser: loads it, waits until it settles, stops its scripts if necessary, and reads a snapshot.

The guarded fetcher answers every request of the page, or it is refused. Every step has a deadline.
"""

from __future__ import annotations

import asyncio
import base64
import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core.parse.tree import without_swallowing
from tamis.errors import BadSettings, TamisError
from tamis.io.fetching import Expect
from tamis.io.rendering.serialize import read_snapshot
from tamis.io.rendering.snapshot import REQUEST
from tamis.model import Page, Rendering

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession, Request, Route
    from playwright.async_api import Page as Tab

    from tamis.io.fetching import Fetcher
    from tamis.io.fetching.response import Response
    from tamis.model import Layout
    from tamis.settings.fetching import RenderSettings

FETCHERS = 6  # requests at once: as many as browsers open to one host
QUIET_SECONDS = 0.5
"""Seconds without a request after which a loaded page has settled."""
AFTER_LOAD_SECONDS = 0.2
"""Seconds that a page with scripts must be quiet after it has loaded, because many request their text then."""
LARGE = 20_000
"""Number of elements from which a page leaves so much behind that the browser is restarted after it."""
PICTURE_HEIGHT = 16_000
"""Maximum height of a picture in CSS pixels: browsers draw no higher ones."""
SNAPSHOT_SHARE = 0.3
"""Share of the time for a page that is reserved for taking its layout."""
SNAPSHOT_SECONDS = 10.0
"""Maximum seconds that are reserved for taking the layout."""
ANSWER_SHARE = 0.1
"""Share of the time for a page in which its scripts must let it answer; on a busy machine, quiet ones are slow too."""
_PASSED_ON = frozenset(("accept", "origin", "referer", "x-requested-with"))
_OWN_HEADERS = frozenset(
    "content-encoding content-length content-disposition transfer-encoding connection keep-alive set-cookie".split()
)
_REFUSED_TYPES = frozenset(("media", "font", "websocket", "eventsource", "manifest", "texttrack", "ping", "other"))
_EXPECT = {"stylesheet": Expect.STYLE, "image": Expect.IMAGE}
_COUNT = "document.getElementsByTagName('*').length"
_TEMPLATES = "Array.from(document.querySelectorAll('template'), template => template.innerHTML.slice(0, 2e6))"
_TICK = 0.01  # seconds, so that a wait ends after the time it waits for


class Rendered(NamedTuple):
    """A page as a browser drew it."""

    page: Page
    """The page, with `rendering`; with a `layout` unless the browser failed."""
    requests: int = 0
    """Number of requests of the page that were answered."""
    refused: int = 0
    """Number of requests that were refused, failed or over a limit."""
    picture: bytes | None = None
    """JPEG of the page from its top, as wide as its layout and at most `PICTURE_HEIGHT` high, if it was requested."""


@dataclass
class Visit:
    """One page in a separate context, from the first request to the snapshot."""

    settings: RenderSettings
    fetcher: Fetcher | None
    sent: Page
    """The page as the server sent it."""
    deadline: float
    """Time on the clock `time.monotonic`."""
    requests: int = 0
    refused: int = 0
    loaded: int = 0
    """Number of bytes loaded."""
    waiting: int = 0
    """Number of requests in progress."""
    last: float = 0.0
    """Time when the last request began or ended."""
    served: bool = False
    """True if the browser got the page itself."""
    broken: bool = False
    """True if the browser has to be killed."""
    is_large: bool = False
    """True if the page has more than `LARGE` elements, after which the browser should be closed too."""
    outcome: Rendering = Rendering.COMPLETE
    asked: int = 0
    """Number of requests that went to the fetcher, answered or not."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(FETCHERS, "tamis-render"))
    """Threads in which requests wait for their responses. They end with the page, so that the next one need not wait.
    """

    async def run(self, chromium: Chromium, picture: bool) -> Rendered:
        """Load the page and read it; if that fails or takes too long, return the page as it was sent."""
        from playwright.async_api import Error

        context: BrowserContext | None = None
        try:
            async with asyncio.timeout_at(self._loop_time(0)):
                context = await self._context(chromium)
                return await self._look(context, picture)
        except BadSettings:
            raise
        except (Error, TimeoutError, KeyError, RecursionError, ValueError):
            self.broken = True
            return self._result(replace(self.sent, rendering=Rendering.FAILED))
        finally:
            self.pool.shutdown(wait=False, cancel_futures=True)
            await self._close(context)

    async def _context(self, chromium: Chromium) -> BrowserContext:
        fetch_settings = self.fetcher.settings if self.fetcher else None
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
        await self._check_selector(session)
        await self._load(tab, session)
        world = await self._own_world(session)
        elements = await self._evaluated(session, world, _COUNT)
        self.is_large = elements > LARGE
        if elements > self.settings.max_elements:
            self.broken = True
            return self._result(replace(self.sent, rendering=Rendering.FAILED))
        templates = await self._evaluated(session, world, _TEMPLATES)
        answer = await session.send("DOMSnapshot.captureSnapshot", REQUEST)
        # In a thread, so that a page that takes long to read does not outlive its deadline.
        snapshot = await asyncio.to_thread(read_snapshot, answer, with_colors=not self.refused, templates=templates)
        shot = await self._picture(session, snapshot.layout) if picture else None
        url = snapshot.url if snapshot.url.startswith(("http:", "https:")) and self.sent.url else self.sent.url
        page = replace(self.sent, html=snapshot.html, url=url, layout=snapshot.layout, rendering=self.outcome)
        return self._result(page, shot)

    async def _picture(self, session: CDPSession, layout: Layout) -> bytes | None:
        """Take a picture of the page from its top, as a JPEG; None if the browser does not manage it in time."""
        from playwright.async_api import Error

        clip = {"x": 0, "y": 0, "width": max(layout.width, 1), "height": min(max(layout.height, 1), PICTURE_HEIGHT)}
        request = {"format": "jpeg", "quality": 70, "captureBeyondViewport": True, "clip": {**clip, "scale": 1}}
        try:
            async with asyncio.timeout(max(0.1, 0.8 * (self.deadline - time.monotonic()))):
                return base64.b64decode((await session.send("Page.captureScreenshot", request))["data"])
        except (Error, TimeoutError):
            self.broken = True  # it may still be working on it
            return None

    def _result(self, page: Page, picture: bytes | None = None) -> Rendered:
        return Rendered(page, self.requests, self.refused, picture)

    async def _load(self, tab: Tab, session: CDPSession) -> None:
        """Load the page until it settles, or as far as the time allows."""
        from playwright.async_api import Error

        kept = min(SNAPSHOT_SHARE * self.settings.timeout, SNAPSHOT_SECONDS)
        try:
            async with asyncio.timeout_at(self._loop_time(kept)):
                await tab.goto(self.sent.url or "http://page.invalid/", wait_until="load", timeout=0)
                await self._settled()
                if self.settings.wait_for:
                    await tab.wait_for_selector(f"css={self.settings.wait_for}", state="attached", timeout=0)
        except TimeoutError:
            self.outcome = Rendering.UNSETTLED
        except Error as error:
            if tab.is_closed() or "crash" in str(error).lower():
                raise
            self.outcome = Rendering.UNSETTLED  # such as a navigation that a script began meanwhile
        await self._responsive(session)

    async def _settled(self) -> None:
        """Wait until the page sends no more requests, or until the limit."""
        wanted = min(QUIET_SECONDS, self.settings.settle)
        now = time.monotonic()
        end = now + self.settings.settle
        if self.settings.scripts:  # a slow page may have been quiet while it loaded, but not its scripts
            self.last = max(self.last, now - wanted + min(AFTER_LOAD_SECONDS, wanted))
        while self.waiting or (quiet := time.monotonic() - self.last) < wanted:
            left = end - time.monotonic()
            if left <= 0:
                self.outcome = Rendering.UNSETTLED
                return
            await asyncio.sleep(min(wanted if self.waiting else wanted - quiet, left) + _TICK)

    async def _responsive(self, session: CDPSession) -> None:
        """Stop a script that keeps the page busy, so that its layout can be taken."""
        from playwright.async_api import Error

        longest = ANSWER_SHARE * self.settings.timeout
        for _ in range(3):
            try:
                async with asyncio.timeout(min(longest, max(0.1, (self.deadline - time.monotonic()) / 5))):
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

    async def _check_selector(self, session: CDPSession) -> None:
        """Raise `BadSettings` if `wait_for` is no CSS selector, before anything waits for it."""
        if not (wanted := self.settings.wait_for):
            return
        expression = f"document.createDocumentFragment().querySelector({json.dumps(wanted)})"
        answer = await session.send("Runtime.evaluate", {"expression": expression})
        if "exceptionDetails" in answer:
            raise BadSettings(f"wait_for: {wanted!r} is not a CSS selector")

    async def _own_world(self, session: CDPSession) -> int:
        """Create an isolated world in the page, where its scripts cannot interfere."""
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
            with suppress(Error):  # the page may be closed meanwhile
                await self._answer_guarded(route, request)
        finally:
            self.waiting -= 1
            self.last = time.monotonic()

    async def _answer_guarded(self, route: Route, request: Request) -> None:
        is_page = request.is_navigation_request() and request.frame.parent_frame is None
        if is_page and not self.served:
            self.served = True
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=self._served())
            return
        response = await self._fetched(request)
        if response is None:
            self.refused += 1
            # A page that navigates to one that is refused stays: "no content" ends a navigation. A request blocked by
            # the client has no place in the layout; one that has failed keeps it.
            await (route.fulfill(status=204) if is_page else route.abort("failed"))
            return
        self.requests += 1
        headers = {name: value for name, value in response.headers if name.lower() not in _OWN_HEADERS}
        headers.setdefault("content-type", response.content_type or "application/octet-stream")
        await route.fulfill(status=response.status, headers=headers, body=response.body)

    def _served(self) -> str:
        """Return the page for the browser. Without scripts it parses noscript as we do."""
        html = self.sent.html
        return html if self.settings.scripts or "<noscript" not in html.lower() else without_swallowing(html)

    async def _fetched(self, request: Request) -> Response | None:
        """Fetch a request with the guarded fetcher; None if it is refused."""
        fetcher = self.fetcher
        if (
            fetcher is None
            or request.method != "GET"
            or request.resource_type in _REFUSED_TYPES
            or (request.resource_type == "image" and not self.settings.pictures)
            or not request.url.startswith(("http://", "https://"))
            or self.asked >= self.settings.max_requests
            or self.loaded >= self.settings.max_bytes
        ):
            return None
        self.asked += 1
        expect = _EXPECT.get(request.resource_type, Expect.HTML if request.is_navigation_request() else Expect.ANY)
        headers = tuple((name, value) for name, value in request.headers.items() if name.lower() in _PASSED_ON)
        try:
            response = await asyncio.get_running_loop().run_in_executor(
                self.pool, lambda: fetcher.get(request.url, expect, headers=headers)
            )
        except TamisError:
            return None
        except RuntimeError:  # the page is closed, and its pool with it
            return None
        self.loaded += len(response.body)
        return response

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background whose failure does not matter."""

        async def quietly() -> None:
            with suppress(Exception):
                await work

        task = asyncio.ensure_future(quietly())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _loop_time(self, kept: float) -> float:
        """Return the deadline minus the reserve, by the clock of the event loop."""
        return asyncio.get_running_loop().time() + max(0.0, self.deadline - kept - time.monotonic())

    async def _close(self, context: BrowserContext | None) -> None:
        if context is None or self.broken:
            return  # the whole browser is closed
        try:
            async with asyncio.timeout(1.0):
                await context.close()
        except Exception:  # noqa: BLE001 (whatever it is, the browser is not to be trusted any more)
            self.broken = True
