"""Highlights keep their place when the page changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Anchoring, Library, Place

from .stories import prose, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = [
    "The sea came in.",
    "Nobody on the quay said a single word about it.",
    "The sea came in again, and it was late.",
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        opened.add(story(TEXT))
        yield opened


def test_a_passage_is_anchored_by_xpath_and_offsets(library: Library) -> None:
    highlight = library.highlight(1, "said a\n  single word", "why?")
    assert highlight.start == Place("/html/body/p[2]", 1, 19)
    assert highlight.end == Place("/html/body/p[2]", 1, 37)
    assert TEXT[1][19:37] == highlight.quote == "said a single word"
    assert library.highlights(1) == [highlight]
    assert [record.id for record in library.newest("is:highlighted")] == [1]


def test_a_passage_may_run_over_blocks(library: Library) -> None:
    highlight = library.highlight(1, "about it. The sea")
    assert highlight.start == Place("/html/body/p[2]", 1, 38)
    assert highlight.end == Place("/html/body/p[3]", 2, 7)


def test_words_that_the_article_does_not_have_are_refused(library: Library) -> None:
    with pytest.raises(BadInput, match="does not have the passage"):
        library.highlight(1, "the moon")


def test_a_highlight_moves_with_its_passage(library: Library) -> None:
    library.highlight(1, "said a single word")
    library.add(story(["A new first paragraph.", *TEXT]))
    (highlight,) = library.highlights(1)
    assert highlight.start == Place("/html/body/p[3]", 2, 19)
    assert (highlight.anchoring, highlight.revision) == (Anchoring.EXACT, 2)


def test_of_the_same_words_the_text_around_tells(library: Library) -> None:
    library.add(story([*TEXT[:2], prose(1, 20), "Then the sea came in again, and it was late."]))
    library.highlight(1, "sea came in again")
    library.add(story(["A sea came in again, they said.", *TEXT[:2], "Then the sea came in again, and it was late."]))
    (highlight,) = library.highlights(1)
    assert highlight.start is not None
    assert highlight.start.block == 3


def test_a_changed_passage_is_found_by_most_of_its_words(library: Library) -> None:
    library.highlight(1, "Nobody on the quay said a single word about it")
    library.add(story([TEXT[0], "Nobody on the old quay said one single word about it.", TEXT[2]]))
    (highlight,) = library.highlights(1)
    assert highlight.anchoring is Anchoring.EDITED
    assert highlight.start == Place("/html/body/p[2]", 1, 0)
    assert highlight.quote == "Nobody on the quay said a single word about it"


def test_a_lost_highlight_keeps_its_words_and_comes_back(library: Library) -> None:
    library.highlight(1, "said a single word")
    library.add(story(["All is different now."]))
    (highlight,) = library.highlights(1)
    assert (highlight.anchoring, highlight.start, highlight.quote) == (Anchoring.LOST, None, "said a single word")
    library.add(story(TEXT))
    assert library.highlights(1)[0].anchoring is Anchoring.EXACT


def test_a_highlight_can_be_removed(library: Library) -> None:
    library.remove_highlight(library.highlight(1, "sea").id)
    assert library.highlights(1) == []
    with pytest.raises(BadInput, match="no highlight 1"):
        library.remove_highlight(1)
