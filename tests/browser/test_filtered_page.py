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

from .trap import Trap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from playwright.sync_api import Browser, BrowserContext, Request, Route
    from playwright.sync_api import Page as Tab

    from tamis.papers.filters import Filters

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "examples" / "site"
PAGES = ["harbour-tunnel.html", "wind-farm-vote.html", "legacy-1999.html", "index.html", "opinion-noscript.html"]
EVERYTHING = replace(
    PAGE_FILTERS, remove_metas=False, remove_link_lists=False, remove_empty_tables=False, remove_advertisements=False,
    remove_consent=False, named_advertisements=False, remove_iframes=False, remove_embeds=False,
)  # fmt: skip
POLICY = re.compile(r"<meta http-equiv=[^>]*>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example site, in a place where pages can be put beside its style sheet."""
    return Path(shutil.copytree(SITE, tmp_path_factory.mktemp("filtered") / "site"))


@pytest.fixture(scope="module")
def tab(reader: BrowserContext) -> Iterator[Tab]:
    """A tab that all tests of real pages go on with."""
    tab = reader.new_page()
    tab.set_viewport_size({"width": 1000, "height": 800})
    yield tab
    tab.close()


def filtered(site: Path, name: str, filters: Filters = PAGE_FILTERS) -> Path:
    html = filter_page(Page(decode((site / name).read_bytes()).text), filters)
    (site / f"filtered-{name}").write_text(html, encoding="utf-8")
    return site / f"filtered-{name}"


def opened(tab: Tab, file: Path) -> Tab:
    tab.goto(file.as_uri(), wait_until="load")
    return tab


def looks(tab: Tab, selector: str) -> list[object]:
    style: list[object] = tab.evaluate(
        """selector => {
            const element = document.querySelector(selector), style = getComputedStyle(element);
            const box = element.getBoundingClientRect();
            return [style.fontFamily, style.fontSize, style.color, style.lineHeight, Math.round(box.width), box.left];
        }""",
        selector,
    )
    return style


SAME_LOOKS = {
    "harbour-tunnel.html": ["h1.headline", ".article-body p", ".masthead .name"],
    "wind-farm-vote.html": ["h1"],
    "legacy-1999.html": ["font[face='Times New Roman']"],
}


@pytest.mark.parametrize("name", SAME_LOOKS)
def test_what_is_left_looks_as_it_did(tab: Tab, site: Path, name: str) -> None:
    opened(tab, site / name)
    before = {selector: looks(tab, selector) for selector in SAME_LOOKS[name]}
    opened(tab, filtered(site, name))
    assert {selector: looks(tab, selector) for selector in SAME_LOOKS[name]} == before


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("harbour-tunnel.html", ".ad-slot, .cookie-banner, .primary-nav, .share-buttons, .topbar"),
        ("wind-farm-vote.html", ".advert, #cookie-consent"),
        ("index.html", ".ad-slot, .cookie-banner, .primary-nav"),
    ],
)
def test_clutter_is_gone(tab: Tab, site: Path, name: str, gone: str) -> None:
    assert opened(tab, site / name).locator(gone).count() > 0
    assert opened(tab, filtered(site, name)).locator(gone).count() == 0


def test_real_pages_load_their_styles_and_complain_of_nothing(new_tab: Callable[..., Tab], site: Path) -> None:
    tab = new_tab()
    problems: list[str] = []

    def failed(request: Request) -> None:
        # Going on to the next page stops what is still loading.
        if request.url.startswith("file:") and request.failure != "net::ERR_ABORTED":
            problems.append(request.url)

    tab.on("pageerror", lambda error: problems.append(f"{tab.url}: {error}"))
    tab.on("requestfailed", failed)
    for name in PAGES:
        tab.goto(filtered(site, name).as_uri(), wait_until="load")
    assert problems == []


def test_the_article_alone_keeps_its_look(tab: Tab, site: Path) -> None:
    before = looks(opened(tab, site / "harbour-tunnel.html"), ".article-body p")
    opened(tab, filtered(site, "harbour-tunnel.html", replace(PAGE_FILTERS, article=True)))
    assert looks(tab, ".article-body p")[:4] == before[:4]
    assert tab.locator(".masthead").count() == 0


ORIGIN = "http://trap.example"


class FilterTrap:
    """A trap for pages that are at hand."""

    def __init__(self, browser: Browser) -> None:
        self._pages: Mapping[str, str] = {}
        self._trap = Trap(browser, ORIGIN, self._serve, lambda url: "evil.example" not in url)

    def catches(self, pages: Mapping[str, str]) -> dict[str, list[str]]:
        """Return what some of the pages do that they must not, by their names."""
        self._pages = {f"{ORIGIN}/{number}": html for number, html in enumerate(pages.values())}
        return self._trap.catches(dict(zip(pages, self._pages, strict=True)))

    def close(self) -> None:
        self._trap.context.close()

    def _serve(self, route: Route) -> None:
        """The pages; nothing else."""
        if route.request.url in self._pages:
            html = self._pages[route.request.url].encode("utf-8", "replace")
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()


@pytest.fixture(scope="module")
def trap(browser: Browser) -> Iterator[FilterTrap]:
    trap = FilterTrap(browser)
    yield trap
    trap.close()


RUNS = ["script", "error handler", "load handler", "focus handler", "svg with foreign content", "script URL"]


def test_the_trap_catches_what_runs(trap: FilterTrap) -> None:
    """Else the tests below would say nothing."""
    harmless = {"harmless": hostile("")}
    assert trap.catches(harmless | {name: hostile(PAYLOADS[name]) for name in RUNS}) == {name: ["ran"] for name in RUNS}


def test_nothing_runs_even_without_the_policy(trap: FilterTrap) -> None:
    pages = {name: filter_page(Page(hostile(PAYLOADS[name])), EVERYTHING) for name in PAYLOADS}
    without = {name: POLICY.sub("", html) for name, html in pages.items()}
    assert [name for name, html in without.items() if "Content-Security-Policy" in html] == []
    assert trap.catches(without) == {}


def test_nothing_runs_of_all_together(trap: FilterTrap) -> None:
    payloads = [PAYLOADS[name] for name in PAYLOADS if not name.startswith("base")]  # whose pictures count
    pages = {
        f"{kind}, half {half}": filter_page(Page(hostile("".join(payloads[half::2]))), filters)
        for kind, filters in {"by default": PAGE_FILTERS, "with all that can be kept": EVERYTHING}.items()
        for half in (0, 1)
    }
    assert trap.catches(pages) == {}


def test_the_policy_alone_keeps_scripts_from_running(trap: FilterTrap) -> None:
    """Were both walls before it to fall."""
    policy = POLICY.search(filter_page(Page(hostile(""))))
    assert policy is not None
    page = hostile(PAYLOADS["script"] + PAYLOADS["error handler"] + PAYLOADS["script URL"])
    assert trap.catches({"page": page.replace("<head>", f"<head>{policy.group()}")}) == {}
