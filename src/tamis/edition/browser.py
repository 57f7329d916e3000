"""Browser for printing: the system's chromium through playwright, without a network, with a deadline on every step.

It gets one page and its pictures under a URL that exists nowhere. Every other request is refused, and as a second
defense the browser resolves no name at all. Scripts of the page do not run; there are none.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from tamis.errors import MissingExtra, RenderFailed
from tamis.io.rendering.browser import INSTALL_BROWSER, find_browser
from tamis.io.rendering.driver import CLOSE_SECONDS, DriverLoop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping

    from playwright.async_api import Browser, Page, Route

    from tamis.edition.pictures import Picture

Answer = TypeVar("Answer")

SITE_URL = "https://edition.invalid/"  # RFC 2606: no such name will ever exist
PICTURES = f"{SITE_URL}images/"
FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--font-render-hinting=none",  # letters as wide on the screen as on paper, so that pages can be planned
)


@dataclass
class PrintedPage:
    """A page that is open in the browser."""

    page: Page
    timeout: float

    async def run(self, script: str, argument: object = None) -> Any:
        """Run one of our scripts in the page and return its result."""
        return await self.within(self.page.evaluate(script, argument))

    async def pdf(self) -> bytes:
        """Print the page as PDF: tagged, with bookmarks."""
        return await self.within(
            self.page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        )

    async def within(self, step: Awaitable[Answer]) -> Answer:
        """Await a step; raises `RenderFailed` if it takes too long."""
        return await within(step, self.timeout)


async def within(step: Awaitable[Answer], seconds: float) -> Answer:
    """Await a step of the browser; raises `RenderFailed` if it fails or takes too long."""
    from playwright.async_api import Error

    try:
        return await asyncio.wait_for(step, seconds)
    except TimeoutError as error:
        raise RenderFailed(f"the browser took more than {seconds:g} seconds for a step; raise print_timeout") from error
    except Error as error:
        raise RenderFailed(f"the browser failed: {error.message.partition(chr(10))[0]}") from error


@asynccontextmanager
async def open_page(html: str, pictures: Mapping[str, Picture], timeout: float) -> AsyncIterator[PrintedPage]:
    """Open the page in a new browser, which ends with it."""
    from playwright.async_api import async_playwright

    server = _Server(html, pictures)
    playwright = await within(async_playwright().start(), timeout)
    try:
        browser = await within(_launch(playwright), timeout)
        context = await within(
            browser.new_context(java_script_enabled=False, service_workers="block", accept_downloads=False), timeout
        )
        await within(context.route("**/*", server.answer), timeout)
        page = await within(context.new_page(), timeout)
        await within(page.goto(SITE_URL, wait_until="load", timeout=timeout * 1000), timeout)
        await within(page.emulate_media(media="print"), timeout)
        yield PrintedPage(page, timeout)
        await _end(browser.close())
    finally:
        # This ends the browser too, whatever state it is in. What does not end here ends with the loop.
        await _end(playwright.stop())


async def _launch(playwright: Any) -> Browser:
    executable = find_browser()
    if executable is None:
        raise RenderFailed(f"no browser is installed; {INSTALL_BROWSER}")
    # The superuser cannot use chromium's sandbox.
    is_superuser = getattr(os, "geteuid", lambda: 1)() == 0
    browser: Browser = await playwright.chromium.launch(
        executable_path=executable, args=list(FLAGS), chromium_sandbox=not is_superuser
    )
    return browser


async def _end(step: Awaitable[object]) -> None:
    with suppress(RenderFailed):  # a step that does not end in time ends with its process
        await within(step, CLOSE_SECONDS)


@dataclass
class _Server:
    """A handler of the browser's requests: it serves the page and its pictures, and nothing else."""

    html: str
    pictures: Mapping[str, Picture]

    async def answer(self, route: Route) -> None:
        url = route.request.url
        picture = self.pictures.get(url.removeprefix(PICTURES)) if url.startswith(PICTURES) else None
        if url == SITE_URL:
            await route.fulfill(body=self.html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
        elif picture is not None:
            await route.fulfill(body=picture.data, content_type=picture.media_type)
        else:
            await route.abort()


def check_installed() -> None:
    """Raise `MissingExtra` if playwright, which writes PDF, is not installed."""
    if find_spec("playwright") is None:
        raise MissingExtra("PDF", "render")


def run_apart(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine in a separate thread, so that it works inside of programs that have an event loop themselves.

    The processes that it has started end with it.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=DriverLoop) as runner:
                answers.append(runner.run(work))
        except BaseException as error:  # noqa: BLE001 (handed on)
            errors.append(error)

    thread = threading.Thread(target=run, name="tamis-print")
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]
