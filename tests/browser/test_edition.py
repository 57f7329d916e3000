"""The edition in one HTML file, as a reader sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.edition import EditionSettings, Entry, make_edition

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "examples" / "site"
PAGES = ["harbour-tunnel.html", "budget-tables.html", "parser-notes.html", "tea-harvest-zh.html", "glacier-photos.html"]
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    entries = [Entry(tamis.extract((SITE / name).read_bytes()), SITE) for name in PAGES]
    made = make_edition(entries, "html", EditionSettings(title="All & more", toc_depth=2, link_notes=True))
    file = tmp_path_factory.mktemp("edition") / "edition.html"
    file.write_bytes(made.data)
    return file


def show(new_tab: Callable[..., Page], file: Path) -> tuple[Page, list[str]]:
    """The page on a phone, and what the browser complained about or asked for."""
    page = new_tab(**PHONE)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith("data:") else None)
    page.goto(file.as_uri(), wait_until="load")
    return page, said


def test_it_fits_a_phone_and_asks_nobody_for_anything(new_tab: Callable[..., Page], edition: Path) -> None:
    page, said = show(new_tab, edition)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert said == [edition.as_uri()]


def test_pictures_are_seen_and_formulas_are_set(new_tab: Callable[..., Page], edition: Path) -> None:
    page, _ = show(new_tab, edition)
    widths = page.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert len(widths) > 8
    assert all(widths)
    fraction = page.locator("mfrac").first.bounding_box()
    assert fraction is not None
    assert fraction["height"] > 20  # a numerator over a denominator
    assert "\\frac" not in page.locator("body").inner_text()


def test_contents_lead_to_the_stories(new_tab: Callable[..., Page], edition: Path) -> None:
    page, _ = show(new_tab, edition)
    titles = page.locator("article h1").all_inner_texts()
    assert len(titles) == len(PAGES)
    for link in page.locator("nav a").all():
        target = str(link.get_attribute("href"))
        assert page.locator(f"[id='{target[1:]}']").count() == 1
