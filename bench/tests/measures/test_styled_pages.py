"""Pages made with style sheets: the article is in them as it should be, whatever the template."""

from __future__ import annotations

import pytest

from tamis.core.parse import parse
from tamis.model import Page
from tamis_bench.learn.looks import sign_test
from tamis_bench.styled_pages import TEMPLATES, Words, styled_page

WORDS = Words(
    "A ferry for the islands",
    [f"Paragraph {number} tells of the ferry and of the people who wait for it." for number in range(12)],
    ["Sign up", "Most read", "About us", "A line about something else that happened in the town last night"],
    ["The council met on Monday and talked about the market square until midnight, as it does every spring."],
)


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_every_template_holds_the_article_and_more(template: str) -> None:
    made = styled_page(WORDS, 7, template)
    texts = parse(Page(made.html)).texts
    assert [text for text in texts if text in WORDS.paragraphs] == list(WORDS.paragraphs)
    assert len(texts) > len(WORDS.paragraphs) + 5
    assert made.truth.split("\n\n") == list(WORDS.paragraphs)
    assert all(source in made.html and caption in texts for source, caption in made.captions)


def test_a_seed_gives_the_same_page() -> None:
    assert styled_page(WORDS, 3) == styled_page(WORDS, 3)
    assert len({styled_page(WORDS, seed).html for seed in range(20)}) == 20


def test_the_sign_test_is_that_of_a_coin() -> None:
    assert sign_test([1.0] * 5, [0.0] * 5) == (5, 0, 2 / 2**5)
    assert sign_test([1, 0, 0.5], [0, 1, 0.5004]) == (1, 1, 1.0)
