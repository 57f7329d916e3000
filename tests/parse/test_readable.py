"""The first question: is there prose?"""

from __future__ import annotations

import pytest

import tamis
from example_site import SITE
from tamis.errors import NotHtml, TooLarge

PROSE = "The sea came in over the mud and went out again, and nobody on the quay said a word about it. " * 3


def test_paragraphs_make_a_page_readable() -> None:
    assert tamis.is_readable(f"<p>{PROSE}</p>" * 3)
    assert tamis.is_readable(f"<div>{PROSE}<br><br>{PROSE}<br><br>{PROSE}</div>")
    assert tamis.is_readable(f"<pre>{PROSE * 5}</pre>".encode())


@pytest.mark.parametrize(
    "html",
    ["", "<p>Short.</p>" * 100, f"<p><a href=x>{PROSE}</a></p>" * 9, f"<p>{PROSE}</p>", "<ul>" + "<li>Item</li>" * 99],
)
def test_links_lists_and_single_lines_do_not(html: str) -> None:
    assert not tamis.is_readable(html)


def test_stories_of_the_example_site_are_and_its_home_page_is_not() -> None:
    assert tamis.is_readable((SITE / "harbour-tunnel.html").read_bytes())
    assert not tamis.is_readable((SITE / "index.html").read_bytes())


def test_what_extract_refuses_is_refused() -> None:
    with pytest.raises(NotHtml):
        tamis.is_readable(b"%PDF-1.7")
    with pytest.raises(TooLarge):
        tamis.is_readable("<p>" * 100, limits=tamis.Limits(max_characters=10))
