"""The page that `tamis filter` gives back, as a reader sees it; and that nothing of it runs."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from filter.payloads import PAYLOADS
from filter.payloads import page as hostile
from tamis.core.parse.encodings import decode
from tamis.filter import filter_page
from tamis.filter.page import PAGE_FILTERS
from tamis.model import Page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Request, Route
    from playwright.sync_api import Page as Tab

    from tamis.papers.filters import Filters

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "examples" / "site"
PAGES = ["harbour-tunnel.html", "wind-farm-vote.html", "legacy-1999.html", "index.html", "opinion-noscript.html"]
EVERYTHING = replace(
    PAGE_FILTERS, remove_metas=False, remove_link_lists=False, remove_empty_tables=False, remove_advertisements=False,
    remove_consent=False, named_advertisements=False, remove_iframes=False, remove_embeds=False,
)  # fmt: skip
TRAP = "window.owned = () => console.log('owned');"
# Later, because a click may lead away, and then nobody would answer.
CLICK = "setTimeout(() => document.querySelectorAll('#click').forEach(element => element.click()), 5) && 0"
POLICY = re.compile(r"<meta http-equiv=[^>]*>")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The example site, in a place where pages can be put beside its style sheet."""
    return Path(shutil.copytree(SITE, tmp_path / "site"))


def filtered(site: Path, name: str, filters: Filters = PAGE_FILTERS) -> Path:
    html = filter_page(Page(decode((site / name).read_bytes()).text), filters)
    (site / f"filtered-{name}").write_text(html, encoding="utf-8")
    return site / f"filtered-{name}"


def open_file(browser: Browser, file: Path) -> Tab:
    tab = browser.new_page(viewport={"width": 1000, "height": 800})
    tab.goto(file.as_uri(), wait_until="load")
    return tab


def looks(tab: Tab, selector: str) -> object:
    return tab.evaluate(
        """selector => {
            const element = document.querySelector(selector), style = getComputedStyle(element);
            const box = element.getBoundingClientRect();
            return [style.fontFamily, style.fontSize, style.color, style.lineHeight, Math.round(box.width), box.left];
        }""",
        selector,
    )


@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("harbour-tunnel.html", "h1.headline"),
        ("harbour-tunnel.html", ".article-body p"),
        ("harbour-tunnel.html", ".masthead .name"),
        ("wind-farm-vote.html", "h1"),
        ("legacy-1999.html", "font[face='Times New Roman']"),
    ],
)
def test_what_is_left_looks_as_it_did(browser: Browser, site: Path, name: str, selector: str) -> None:
    before, after = open_file(browser, site / name), open_file(browser, filtered(site, name))
    assert looks(after, selector) == looks(before, selector)


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("harbour-tunnel.html", ".ad-slot, .cookie-banner, .primary-nav, .share-buttons, .topbar"),
        ("wind-farm-vote.html", ".advert, #cookie-consent"),
        ("index.html", ".ad-slot, .cookie-banner, .primary-nav"),
    ],
)
def test_clutter_is_gone(browser: Browser, site: Path, name: str, gone: str) -> None:
    assert open_file(browser, site / name).locator(gone).count() > 0
    assert open_file(browser, filtered(site, name)).locator(gone).count() == 0


@pytest.mark.parametrize("name", PAGES)
def test_a_real_page_loads_its_styles_and_complains_of_nothing(browser: Browser, site: Path, name: str) -> None:
    tab = browser.new_page()
    problems: list[str] = []

    def failed(request: Request) -> None:
        if request.url.startswith("file:"):
            problems.append(request.url)

    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("requestfailed", failed)
    tab.goto(filtered(site, name).as_uri(), wait_until="load")
    assert problems == []


def test_the_article_alone_keeps_its_look(browser: Browser, site: Path) -> None:
    before = open_file(browser, site / "harbour-tunnel.html")
    after = open_file(browser, filtered(site, "harbour-tunnel.html", replace(PAGE_FILTERS, article=True)))
    assert looks(after, ".article-body p")[:4] == looks(before, ".article-body p")[:4]  # type: ignore[index]
    assert after.locator(".masthead").count() == 0


class Trap:
    """Tabs in which it is noticed when something runs or leads away.

    The page stands at an address of its own and everything else fails at once. (With forms and links that lead nowhere
    on a page without an address, closing the tab at times never ends.)
    """

    ADDRESS = "http://trap.example/"

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context()
        self._context.add_init_script(TRAP)
        self._context.route("**/*", self._serve)
        self._html = ""
        self._seen: list[str] = []

    def catches(self, html: str) -> list[str]:
        """What a page does that it must not, with everything clicked that asks for it."""
        self._seen = []
        self._html = html
        tab = self._context.new_page()
        tab.on("console", self._console)
        tab.on("dialog", self._dialog)
        tab.on("request", self._request)
        tab.goto(self.ADDRESS, wait_until="domcontentloaded")
        tab.evaluate(CLICK)
        tab.wait_for_timeout(50)
        tab.close()
        return sorted(set(self._seen))

    def _serve(self, route: Route) -> None:
        """The page, once; nothing else."""
        if self._html and route.request.url == self.ADDRESS:
            html, self._html = self._html, ""
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == "owned":
            self._seen.append("ran")

    def _dialog(self, dialog: Dialog) -> None:
        self._seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if "evil.example" in request.url:
            self._seen.append(f"asked for {request.url}")


@pytest.fixture(scope="module")
def trap(browser: Browser) -> Trap:
    return Trap(browser)


@pytest.mark.parametrize(
    "name", ["script", "error handler", "load handler", "svg with foreign content", "script address"]
)
def test_the_trap_catches_what_runs(trap: Trap, name: str) -> None:
    """Else the tests below would say nothing."""
    assert trap.catches(hostile(PAYLOADS[name])) == ["ran"]


@pytest.mark.parametrize("name", PAYLOADS)
def test_nothing_runs_even_without_the_policy(trap: Trap, name: str) -> None:
    html = POLICY.sub("", filter_page(Page(hostile(PAYLOADS[name])), EVERYTHING))
    assert "Content-Security-Policy" not in html
    assert trap.catches(html) == []


@pytest.mark.parametrize("filters", [PAGE_FILTERS, EVERYTHING], ids=["by default", "with all that can be kept"])
def test_nothing_runs_of_all_together(trap: Trap, filters: Filters) -> None:
    payloads = [PAYLOADS[name] for name in PAYLOADS if not name.startswith("base")]  # whose pictures count
    for half in (0, 1):
        assert trap.catches(filter_page(Page(hostile("".join(payloads[half::2]))), filters)) == []


def test_the_policy_alone_keeps_scripts_from_running(trap: Trap) -> None:
    """Were both walls before it to fall."""
    policy = POLICY.search(filter_page(Page(hostile(""))))
    assert policy is not None
    page = hostile(PAYLOADS["script"] + PAYLOADS["error handler"] + PAYLOADS["script address"])
    assert trap.catches(page.replace("<head>", f"<head>{policy.group()}")) == []
