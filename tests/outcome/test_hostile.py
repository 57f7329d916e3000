"""Pages that are made to take long, or to be misread."""

from __future__ import annotations

import pytest

from tamis import Outcome

from .judging import judged

pytestmark = pytest.mark.slow


DEEP = 3000

PAGES = {
    "deep forms": "<form><div>" * DEEP + "not a robot",
    "deep noscript": "<div id=root></div>" + "<noscript><div>" * DEEP + "a few words",
    "deep dialogs": '<div class="cookie-banner">' * DEEP + "we use cookies <button>accept all</button>",
    "many dialogs": '<div class="cookie-banner">we use cookies</div>' * DEEP,
    "deep lists": "<ul><li><h3><a href=x>A headline for the list</a></h3>" * DEEP,
    "many teasers": "<li><h3><a href=x>A headline for the list</a></h3>" * (5 * DEEP),
    "one long word": "<p>" + "cookie" * 200_000,
    "many long words": ("<p>" + "x" * 4000) * 100,
    "no end": "<div id=app>" * DEEP,
    "half a character": "<p>we use cookies \ud83d<p>accept all",
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("url", ["https://courier.example/", None])
def test_a_page_that_is_made_to_take_long_has_an_outcome(name: str, url: str | None) -> None:
    article = judged(PAGES[name], url)
    assert article.outcome in Outcome
    assert article.outcome_reason


def test_text_that_nobody_sees_is_no_wall() -> None:
    hidden = "<div hidden><p>Verify you are human</p></div>"
    assert judged(f"<p>Eight small words are all there is.</p>{hidden}").outcome is Outcome.TOO_SHORT
