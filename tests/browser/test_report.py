"""The pages that `tamis explain` and `tamis compare` write, as their reader uses them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from explain_pages import HOSTILE, STORY
from tamis.api import page_from
from tamis.core.strategies import by_name
from tamis.model import Page as WebPage
from tamis.settings.extraction import Settings
from tamis.write.explaining import compare, explain, overlay_page, write_comparison_html, write_report_html

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, ViewportSize

    Show = Callable[..., Page]

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "examples" / "site"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
CUTER = Settings(strategy="cuter")
INK = (
    "li.kept .label b", "li.kept .why", "li.dropped .label b", "li.dropped .words", "li.dropped dt",
    ".outcome strong", ".filters button", "button[aria-pressed=true] small",
)  # fmt: skip
HARBOUR = page_from((SITE / "harbour-tunnel.html").read_bytes(), "https://courier.example/harbour-tunnel.html")
CHINESE = page_from((SITE / "tea-harvest-zh.html").read_bytes(), "https://courier.example/tea-harvest-zh.html")


@pytest.fixture
def show(new_tab: Callable[..., Page], tmp_path: Path) -> Show:
    """Show a page to the reader."""

    def in_tab(html: str, size: ViewportSize = DESK) -> Page:
        return opened(new_tab(**size), tmp_path, html)

    return in_tab


def opened(page: Page, folder: Path, html: str) -> Page:
    file = folder / "report.html"
    file.write_text(html, encoding="utf-8")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(file.as_uri(), wait_until="load")
    assert asked == [file.as_uri()]  # nothing else is loaded
    return page


@pytest.fixture(scope="module")
def report() -> str:
    return write_report_html(explain(HARBOUR, CUTER))


@pytest.fixture(scope="module")
def comparison() -> str:
    return write_comparison_html(compare(HARBOUR, {name: by_name(name) for name in ("cuter", "lsi", "lqf", "fe")}))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.closest('li')?.id ?? ''"))


def test_a_click_shows_the_details_of_a_block(show: Show, report: str) -> None:
    page = show(report)
    block = page.locator("ol.blocks > li.kept").first
    assert not block.locator("dl").is_visible()
    block.locator("summary").click()
    told = block.locator("dl").inner_text()
    for name in ("role", "score", "reason", "XPath", "source"):
        assert name in told
    assert "/html/body/" in told
    assert "line " in told


def test_a_tap_shows_the_details_on_a_phone(browser: Browser, tmp_path: Path, report: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    file = tmp_path / "report.html"
    file.write_text(report, encoding="utf-8")
    page = context.new_page()
    page.goto(file.as_uri())
    block = page.locator("ol.blocks > li.dropped").first
    block.locator("summary").tap()
    assert block.locator("dl").is_visible()
    context.close()


def test_details_open_without_scripts(browser: Browser, tmp_path: Path, report: str) -> None:
    context = browser.new_context(viewport=DESK, java_script_enabled=False)
    page = opened(context.new_page(), tmp_path, report)
    assert not page.locator(".filters").first.is_visible()
    assert page.locator("ol.nodes").is_visible()
    block = page.locator("ol.blocks > li").first
    block.locator("summary").click()
    assert block.locator("dl").is_visible()
    context.close()


def test_the_keyboard_is_enough(show: Show, report: str) -> None:
    page = show(report)
    page.locator(".filters .group").nth(1).locator("button").last.focus()
    page.keyboard.press("Tab")
    assert focused(page) == "block-0"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "block-1"
    page.keyboard.press("Enter")
    assert page.locator("#block-1 dl").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#block-1 dl").is_visible()
    page.keyboard.press("End")
    last = page.locator("ol.blocks > li").last.get_attribute("id")
    assert focused(page) == last
    page.keyboard.press("ArrowDown")
    assert focused(page) == last
    # The list is one stop: Shift and Tab leave it.
    page.keyboard.press("Shift+Tab")
    assert focused(page) == ""


def test_filters_show_what_they_say(show: Show, report: str) -> None:
    page = show(report)
    shown = page.locator("ol.blocks > li:visible")
    everything = shown.count()
    page.get_by_role("button", name="kept", exact=False).first.click()
    assert page.locator("ol.blocks > li.dropped:visible").count() == 0
    kept = shown.count()
    assert 0 < kept < everything
    page.get_by_role("button", name="multimedia").click()
    assert 0 < shown.count() < kept
    assert {item.get_attribute("data-role") for item in shown.all()} == {"multimedia"}
    assert page.locator("#blocks .count").inner_text() == f"{shown.count()} of {everything} shown"
    # Arrow keys go by what is shown.
    shown.first.locator("summary").focus()
    page.keyboard.press("End")
    assert focused(page) == shown.last.get_attribute("id")


def test_the_nodes_are_a_view_of_their_own(show: Show, report: str) -> None:
    page = show(report)
    assert not page.locator("ol.nodes").is_visible()
    page.get_by_role("button", name="Nodes").click()
    assert not page.locator("ol.blocks").is_visible()
    page.locator("#nodes").get_by_role("button", name="navigation").click()
    row = page.locator("ol.nodes > li:visible").first
    assert "navigation" in row.inner_text()
    row.locator("summary").click()
    assert "/html/body" in row.locator("dl").inner_text()


def test_a_bar_of_the_plot_leads_to_its_block(show: Show, report: str) -> None:
    page = show(report)
    page.get_by_role("button", name="dropped").click()
    bar = page.locator(".score-plot a.kept").first
    target = str(bar.get_attribute("href"))
    assert not page.locator(target).is_visible()
    bar.click()
    page.locator(f"{target} dl").wait_for()
    assert focused(page) == target.removeprefix("#")


@pytest.mark.parametrize("kind", ["harbour", "chinese", "hostile", "comparison"])
def test_pages_fit_without_scrolling_sideways(show: Show, comparison: str, kind: str) -> None:
    pages = {"harbour": HARBOUR, "chinese": CHINESE, "hostile": HOSTILE}
    html = comparison if kind == "comparison" else write_report_html(explain(pages[kind], CUTER))
    page = show(html, PHONE)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(DESK)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


def test_words_can_be_told_from_the_paper(show: Show, report: str) -> None:
    page = show(report)
    page.evaluate("document.querySelector('li.dropped details').open = true")
    contrast = """(selector) => {
        const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
        const light = (colour) => parts(colour).slice(0, 3).map((value) => value / 255)
            .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
            .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
        let node = document.querySelector(selector);
        const ink = light(getComputedStyle(node).color);
        while (parts(getComputedStyle(node).backgroundColor)[3] === 0) node = node.parentElement;
        const paper = light(getComputedStyle(node).backgroundColor);
        return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    }"""
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        for selector in INK:
            assert page.evaluate(contrast, selector) >= 4.5, (scheme, selector)  # WCAG AA


def test_page_content_never_runs(show: Show) -> None:
    strategies = {name: by_name(name) for name in ("cuter", "all")}
    for html in (write_report_html(explain(HOSTILE, CUTER)), write_comparison_html(compare(HOSTILE, strategies))):
        page = show(html)
        for summary in page.locator(".panel summary:visible").all():
            summary.click()
        assert page.evaluate("window.owned === undefined")
        assert "<script>window.owned = 1</script>" in str(page.locator(".panel ol").first.text_content())


def test_five_thousand_blocks_are_all_there_and_answer(show: Show) -> None:
    many = "".join(f"<p>Block {number}. {STORY if number % 50 == 0 else ''}</p>" for number in range(5000))
    page = show(write_report_html(explain(WebPage(html=many), CUTER)))
    page.set_default_timeout(120_000)  # for busy machines; how quick it is, the docs say
    items = page.locator("ol.blocks > li")
    assert items.count() == 5000
    # Hiding a list item makes chromium number all others anew: a minute and a half for these. Blocks have no numbers.
    assert items.first.evaluate("(item) => getComputedStyle(item).display") == "block"
    page.get_by_role("button", name="dropped").click()
    page.get_by_role("button", name="all 5000").click()
    page.locator("ol.blocks > li:not([hidden]) summary").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert page.locator("ol.blocks > li details[open]").count() == 1


def test_the_comparison_begins_with_what_they_differ_on(show: Show, comparison: str) -> None:
    page = show(comparison)
    shown = page.locator("ol.differences > li:visible")
    assert {item.get_attribute("data-verdict") for item in shown.all()} == {"they differ"}
    shown.first.locator("summary").click()
    assert "dropped:" in shown.first.locator("dl").inner_text()
    page.get_by_role("button", name="all blocks").click()
    assert shown.count() == page.locator("ol.differences > li").count()


def test_reports_print(show: Show, report: str) -> None:
    page = show(report)
    page.emulate_media(media="print")
    assert not page.locator(".filters").first.is_visible()
    assert page.locator("ol.blocks > li").last.is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF-")


def test_the_overlay_shows_classes_in_color_on_the_page(new_tab: Callable[..., Page], tmp_path: Path) -> None:
    site = Path(shutil.copytree(SITE, tmp_path / "site"))
    html = (site / "wind-farm-vote.html").read_text(encoding="utf-8")
    (site / "overlay.html").write_text(overlay_page(WebPage(html)), encoding="utf-8")
    tab = new_tab(1000, 800)
    tab.goto((site / "overlay.html").as_uri(), wait_until="load")
    color = "selector => getComputedStyle(document.querySelector(selector)).outlineColor"
    assert tab.evaluate(color, "#mainnav") == "rgba(9, 105, 218, 0.75)"
    assert tab.evaluate(color, ".storytext p") == "rgba(46, 160, 67, 0.75)"
    assert tab.evaluate(color, ".advert") == "rgba(207, 34, 46, 0.75)"
    assert tab.evaluate(color, ".photo img") == "rgba(130, 80, 223, 0.75)"
    assert tab.locator("body *:not([class*=tamis-]):not(#tamis-legend):not(#tamis-legend *)").count() == 0
    assert tab.locator("#tamis-legend li").count() == 5
    assert tab.locator("#tamis-legend").is_visible()
    # The page keeps its own layout below the colours.
    assert tab.evaluate("getComputedStyle(document.querySelector('#columns')).display") == "grid"
