"""Paragraphs that a page has twice, and notes that correct it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis import extract

if TYPE_CHECKING:
    from tamis.model import Article

PROSE = "The ferry sails at dawn, and the whole town comes to see it off, because nobody knows when it will be back. "
TITLE = "The ferry sails again after ten years"


def article(inner: str) -> Article:
    page = f"<title>{TITLE}</title><article><h1>{TITLE}</h1>{inner}<p>{PROSE * 3}</p></article>"
    found = extract(page)
    assert found.text == extract(page).complete().text
    return found


@pytest.mark.parametrize("end", ["…", "...", " […]"])
def test_an_excerpt_above_its_paragraph_is_left_out(end: str) -> None:
    first = "ROME – A spokesman said on Monday that the old ferry has a new engine and will sail for the town again."
    found = article(f"<p class=standfirst>{first[:70]}{end}</p><p>{first} {PROSE * 2}</p>")
    assert found.text.count("A spokesman said") == 1
    assert found.subtitle is None


def test_a_paragraph_that_only_ends_with_an_ellipsis_stays() -> None:
    cut = "And nobody in the whole town knew what the old ferry would bring them next…"
    assert cut in article(f"<p>{PROSE * 3}</p><p>{cut}</p>").text


def test_a_copy_that_begins_with_a_dash_is_left_out() -> None:
    said = "The new engine was paid for by the town, which had saved for it for ten years."
    found = article(f"<p>{PROSE * 3}</p><p>{said}</p><p>{PROSE * 2} Again.</p><p>- {said}</p>")
    assert found.text.count(said) == 1


def test_a_line_that_asks_to_follow_is_no_subtitle() -> None:
    found = article(f"<p class=subtitle>Follow @ferrytides for all ferries and headlines.</p><p>{PROSE * 3}</p>")
    assert found.subtitle is None


@pytest.mark.parametrize(
    "note",
    [
        "Correction: An earlier version of this article gave the wrong year for the new engine.",
        "Clarification, 2 January 2024: The engine was paid for by the town and not by the county.",
        "An earlier version of this story said that the ferry had sailed at noon. It sailed at dawn.",
        "Anmerkung der Redaktion: In einer früheren Fassung stand, dass die Fähre am Mittag ablegt.",
        "Fe de errores: en la primera versión se decía que el barco había salido a mediodía.",
        "更正：本文此前的版本误写了渡轮出发的年份，渡轮是在十年之后的清晨再次出发的，当时全镇的人都来到码头送行，特此更正并向读者致歉。",
    ],
)
def test_a_correction_below_the_article_belongs_to_it(note: str) -> None:
    page = (
        f"<title>{TITLE}</title><body><article><h1>{TITLE}</h1><p>{PROSE * 3}</p><p>{PROSE * 4}</p></article>"
        f"<div class=footer-tools><div class=share><p>{note}</p></div></div>"
    )
    found = extract(page)
    assert note in found.text
    assert note in found.complete().text


def test_a_line_that_only_mentions_a_correction_is_none() -> None:
    line = "Corrections are welcome, as are subscriptions to our newsletter about ferries and tides."
    page = f"<title>{TITLE}</title><article><h1>{TITLE}</h1><p>{PROSE * 6}</p></article><footer><p>{line}</p></footer>"
    assert line not in extract(page).text
