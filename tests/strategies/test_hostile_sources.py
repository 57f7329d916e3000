"""Sources that would take forever if anything went over them more than a few times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.core.parse import parse
from tamis.core.strategies import by_name
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.core.parse import Document

pytestmark = pytest.mark.slow
STORY = "<p>" + "The harbour tunnel opens early, said the city on Monday. " * 6 + "</p>"
SOURCES = {
    "one long line": "<div>" + STORY * 3_000 + "</div>",
    "one long text": "word " * 250_000 + "<br>",
    "tags without text": "<b></b>" * 50_000 + STORY,
    "a letter to a tag": "<p>x" * 40_000,
    "a letter to a line": "<p>x\n" * 40_000,
    "end tags alone": "text</p>" * 40_000,
    "a tag that never ends": STORY + '<a href="' + "x>" * 300_000,
    "half tags": STORY + "<" * 500_000,
    "comments": STORY + "text<!-- x -->" * 50_000,
    "depth": "<div>" * 30_000 + STORY,
    "text without spaces": "<p>" + "潮水漫过了码头" * 60_000 + "</p>",
    "a long attribute": f"<p class='{'x' * 1_000_000}'>{STORY}",
}


@pytest.fixture(scope="module", params=sorted(SOURCES))
def document(request: pytest.FixtureRequest) -> Document:
    return parse(Page(SOURCES[request.param]))


@pytest.mark.parametrize(
    "name", ["adsc", "boilerpipe", "bte", "ccb", "ccb:method=tccb", "cetr", "cetr:one_line=1", "mss"]
)
def test_a_strange_source_is_labelled_in_time(name: str, document: Document) -> None:
    # Half a second at most; where something is quadratic, the suite will not end in any useful time.
    assert len(by_name(name).label(document)) == len(document)
