"""Debian's chromium, headless, and `tamis serve`: one of each for all browser tests."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from .serving import running_service
from .thread import BrowserThread
from .trap import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page as Tab

    from .serving import Service

HERE = Path(__file__).parent
THREAD = BrowserThread()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

# A busy machine takes longer than the five seconds that playwright waits for an expectation, and the thirty for a page.
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run the tests of this folder, with their fixtures, in the thread of the browser."""
    if not item.path.is_relative_to(HERE):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    THREAD.run(runtestprotocol, item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session")
def executable() -> str:
    """The path of chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.fail("chromium is not installed: apt-get install chromium")
    return found


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright. The last test of all may be one of another folder, so it is stopped in its thread explicitly."""
    playwright = THREAD.run(sync_playwright().start)
    yield playwright
    THREAD.run(playwright.stop)


@pytest.fixture(scope="session")
def browser(driver: Playwright, executable: str) -> Iterator[Browser]:
    """The browser: without windows, where Debian has it by itself, because that costs half as much."""
    light = shutil.which("chromium-headless-shell") or executable
    running = THREAD.run(driver.chromium.launch, executable_path=light, args=FLAGS)
    running.on("context", lambda context: context.set_default_timeout(PATIENCE))
    yield running
    THREAD.run(running.close)


@pytest.fixture(scope="session")
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """The browser's one profile, because a new one costs a second of CPU; use `new_tab`, which leaves nothing in it."""
    context = browser.new_context()
    yield context
    THREAD.run(context.close)


@pytest.fixture
def new_tab(reader: BrowserContext) -> Iterator[Callable[..., Tab]]:
    """A function that opens a tab, with a viewport and media if wanted. Tabs and cookies end with the test."""
    others = reader.pages

    def opened(width: int = 1280, height: int = 900, **media: Any) -> Tab:
        tab = reader.new_page()
        tab.set_viewport_size({"width": width, "height": height})
        if media:
            tab.emulate_media(**media)
        return tab

    yield opened
    for tab in reader.pages:
        if tab not in others:
            tab.close()
    reader.clear_cookies()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """`tamis serve` with the image proxy, and the example site for it to fetch from."""
    with running_service(tmp_path_factory.mktemp("service"), "--image-proxy") as service:
        yield service
