"""The page that `to_html` writes, as a reader sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

import tamis

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, Page, ViewportSize

Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "examples" / "site"
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
PAGES = ["harbour-tunnel.html", "budget-tables.html", "parser-notes.html", "tea-harvest-zh.html", "glacier-photos.html"]


@pytest.fixture(scope="module")
def tab(reader: BrowserContext) -> Iterator[Page]:
    """The tab of a reader, which all tests go on with."""
    tab = reader.new_page()
    tab.emulate_media(color_scheme="light")
    yield tab
    tab.close()


def show(tab: Page, tmp_path: Path, name: str) -> tamis.Article:
    article = tamis.extract((SITE / name).read_bytes(), url=f"https://courier.example/{name}")
    file = tmp_path / "article.html"
    file.write_text(article.to_html(), encoding="utf-8")
    tab.set_viewport_size(DESK)
    tab.goto(file.as_uri(), wait_until="domcontentloaded")
    return article


@pytest.mark.parametrize("name", PAGES)
def test_title_and_text_are_to_be_seen_and_fit_a_phone(tab: Page, tmp_path: Path, name: str) -> None:
    article = show(tab, tmp_path, name)
    assert article.title is not None
    assert tab.locator("h1").inner_text() == article.title
    assert tab.locator("h1").is_visible()
    assert "".join(article.text.split())[:60] in "".join(tab.locator("body").inner_text().split())
    tab.set_viewport_size(PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_lines_are_of_readable_length_on_a_desk(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, "harbour-tunnel.html")
    paragraph = tab.locator("article p").last.bounding_box()
    size = tab.evaluate("parseFloat(getComputedStyle([...document.querySelectorAll('article p')].at(-1)).fontSize)")
    assert paragraph is not None
    assert 20 <= paragraph["width"] / size <= 45  # ems; some 45 to 90 characters


def test_dark_scheme_is_dark(tab: Page, tmp_path: Path) -> None:
    def brightness(scheme: Scheme) -> float:
        tab.emulate_media(color_scheme=scheme)
        colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        if colour == "rgba(0, 0, 0, 0)":
            colour = tab.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        numbers = [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        return sum(numbers) / 3

    show(tab, tmp_path, "harbour-tunnel.html")
    assert brightness("dark") < 80
    assert brightness("light") > 200


def test_scripts_of_the_page_never_run(new_tab: Callable[..., Page], tmp_path: Path) -> None:
    hostile = (
        "<title>x</title><article><h1>Hello <img src=x onerror=alert(1)></h1>"
        + "<p>Text &lt;script&gt;document.title='owned'&lt;/script&gt; goes on and on for a while. </p>" * 12
        + "<p><a href=\"javascript:document.title='owned'\">link</a> and more words that make it long enough.</p>"
    )
    file = tmp_path / "hostile.html"
    file.write_text(tamis.extract(hostile).to_html(), encoding="utf-8")
    page = new_tab()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.goto(file.as_uri(), wait_until="domcontentloaded")
    for link in page.locator("a").all():
        assert not (link.get_attribute("href") or "").lower().startswith("javascript")
    assert dialogs == []
    assert page.title() != "owned"
    assert "<script>" in page.locator("body").inner_text()


def test_prints_to_pdf(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, "harbour-tunnel.html")
    assert tab.pdf(format="A4").startswith(b"%PDF-")
