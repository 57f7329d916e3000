"""Threads: told by the software's signs, with the title and all posts, long and short."""

from __future__ import annotations

import numpy as np
import pytest

import tamis
from tamis.core.pipeline import prepare
from tamis.core.strategies.learned.block_table import BlockTable
from tamis.core.strategies.learned.features import plain_features
from tamis.core.strategies.learned.page_type import NAMES, page_features
from tamis.core.strategies.learned.places import drawn_to_places, find_posts, thread_log_odds
from tamis.model import Page

POSTS = (
    ("maria", "My bread comes out of the oven flat and grey, although I follow the recipe to the gram. What is wrong?"),
    ("oldmill", "How warm is your kitchen? Below twenty degrees the dough needs twice the time that recipes give it."),
    ("maria", "Nineteen degrees. I will wait longer, then."),
    (
        "hedgebaker",
        "Also look at the flour: an old bag has lost its strength, and no amount of waiting brings that back.",
    ),
    ("maria", "That was it. Thanks!"),
)


def thread(root: str = "", head: str = "") -> str:
    posts = "".join(
        f"<div class=post><div class=author>{author}</div><div class=when>May {day}, 2021</div>"
        f"<div class=message>{text}</div><div class=buttons><a href=#>Reply</a> <a href=#>Quote</a></div></div>"
        for day, (author, text) in enumerate(POSTS, 3)
    )
    return (
        f"<html{root}><head><title>Flat bread, grey crumb</title>{head}</head><body>"
        f"<nav><a href=/>Home</a> <a href=/b>Boards</a></nav><h1>Flat bread, grey crumb</h1>{posts}"
        "<footer>All times are UTC</footer></body></html>"
    )


SIGNS = {
    "generator": {"head": "<meta name=generator content='phpBB 3.3'>"},
    "name of the root": {"root": " id=XF"},
    "template": {"root": " class='single topic-template-default'"},
    "linked data": {
        "head": '<script type="application/ld+json">{"@context": "https://schema.org",'
        ' "@type": "DiscussionForumPosting", "headline": "Flat bread, grey crumb"}</script>'
    },
}


def signs(html: str) -> float:
    table = BlockTable(prepare(Page(html)).document)
    return float(page_features(table, *plain_features(table))[NAMES.index("thread signs")])


@pytest.mark.parametrize("sign", SIGNS)
def test_forum_software_is_a_sign_of_a_thread(sign: str) -> None:
    assert signs(thread(**SIGNS[sign])) == 1.0


def test_a_page_of_other_software_has_no_sign_of_a_thread() -> None:
    assert signs(thread(root=" class=story", head="<meta name=generator content='WordPress 6.5'>")) == 0.0


@pytest.mark.parametrize("sign", SIGNS)
def test_a_page_with_a_sign_is_a_thread(sign: str) -> None:
    page_type = tamis.extract(thread(**SIGNS[sign])).page_type
    assert page_type is not None
    assert page_type.name == "forum"


def test_the_text_of_a_thread_begins_with_its_title() -> None:
    article = tamis.extract(thread(root=" id=XF"))
    assert article.text.startswith("Flat bread, grey crumb\n\n")
    assert "\n\nMy bread comes out" in article.text
    assert article.blocks[0].reason == "the title of the thread"


@pytest.mark.parametrize("written", ["to_text", "to_markdown", "to_html"])
def test_the_title_of_a_thread_is_written_once(written: str) -> None:
    text = getattr(tamis.extract(thread(root=" id=XF")), written)()
    body = text.partition("<body")[2] or text
    assert body.count("Flat bread, grey crumb") == 1


def test_the_title_of_an_article_is_left_to_the_metadata() -> None:
    html = "<h1>Flat bread</h1>" + f"<p>{' '.join(text for _, text in POSTS)}</p>" * 2
    assert not tamis.extract(html).text.startswith("Flat bread")


def test_short_answers_stay_with_the_long_ones() -> None:
    text = tamis.extract(thread(root=" id=XF")).text
    assert [words for _, words in POSTS if words not in text] == []


def test_blocks_at_the_same_place_of_a_post_are_drawn_to_their_mean() -> None:
    table = BlockTable(prepare(Page(thread())).document)
    log_odds = np.where(table.words > 10, 4.0, -1.0)
    drawn = thread_log_odds(find_posts(table), log_odds, 1.0)
    short = table.texts.index("That was it. Thanks!")
    date = table.texts.index("May 3, 2021")
    assert drawn[short] > 0.0 > drawn[date]


def test_rows_of_one_place_are_drawn_to_their_mean_if_there_are_enough() -> None:
    log_odds, words = np.array([2.0, 2.0, -1.0, -3.0]), np.full(4, 9.0)
    assert drawn_to_places(log_odds, np.array([0, 0, 0, 1]), words, 0.5).tolist() == [1.5, 1.5, 0.0, -3.0]
    assert drawn_to_places(log_odds, np.array([0, 0, 1, 1]), words, 0.5).tolist() == log_odds.tolist()
