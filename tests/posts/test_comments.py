"""Comments one by one: who, when, and the words; written by choice in every format."""

from __future__ import annotations

import json
from datetime import datetime
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

import tamis
from tamis.model import Article, Kind, Post, Role
from tamis.settings.extraction import Settings

STORY = "".join(
    f"<p>{paragraph}</p>"
    for paragraph in (
        "After forty years of standing still, the wheel of the old tide mill at Carrow turned again on Sunday, and "
        "hundreds of people came to see it grind its first sack of flour.",
        "The mill had been given up when the sluice broke in a winter storm, and the town had no money to mend it "
        "until a group of volunteers began to collect some, a few coins at a time.",
        "They rebuilt the gate from oak, as it had been, and cleared the pond of four decades of mud, which took two "
        "summers and most of their weekends. Next year they want to bake the bread, too.",
    )
)
FORM = "<form><h3>Leave a comment</h3><input><button>Send</button></form>"


def page(comments: str) -> str:
    return (
        f"<html lang=en><head><title>The tide mill turns again</title></head><body><article><h1>The tide mill turns "
        f"again</h1>{STORY}</article><section id=comments class=comments><h3>Comments</h3>{comments}{FORM}</section>"
    )


NAMED = page(
    "<ol><li class=comment><div class=comment-author>Ann Field says:</div><div class=comment-date>May 3, 2021 at 10:12"
    "</div><div class=comment-content><p>I was there, and it was a fine sight to see.</p><p>My grandfather worked in "
    "that mill.</p></div><a href=#r>Reply</a></li>"
    "<li class=comment><div class=comment-author>oldmiller</div><div class=comment-date>2 hours ago</div>"
    "<div class=comment-content><p>Does the flour taste of salt? Just asking.</p></div><a href=#r>Reply</a></li>"
    "<li class=comment><div class=comment-content><p>Well done to all of them!</p></div></li></ol>"
)
FOUND = (
    Post(
        "I was there, and it was a fine sight to see.\n\nMy grandfather worked in that mill.",
        "Ann Field",
        "May 3, 2021 at 10:12",
        datetime(2021, 5, 3, 10, 12),
    ),
    Post("Does the flour taste of salt? Just asking.", "oldmiller", "2 hours ago"),
    Post("Well done to all of them!"),
)


def test_comments_have_author_date_and_words() -> None:
    assert tamis.extract(NAMED).comments == FOUND


def test_a_line_below_the_words_signs_them() -> None:
    html = page(
        "<div class=c><p>I was there, and it was a fine sight.</p><p>Posted by Ann Field on May 3, 2021</p></div>"
        "<div class=c><p>Does the flour taste of salt? Just asking.</p><p>Posted by Bert Low on May 4, 2021</p></div>"
    )
    assert [(comment.author, comment.when) for comment in tamis.extract(html).comments] == [
        ("Ann Field", "May 3, 2021"),
        ("Bert Low", "May 4, 2021"),
    ]


def test_a_page_without_comments_has_none() -> None:
    assert tamis.extract(f"<h1>The tide mill turns again</h1>{STORY}").comments == ()


def test_comments_are_not_written_unless_asked_for() -> None:
    article = tamis.extract(NAMED)
    assert "oldmiller" not in article.to_text() + article.to_markdown() + article.to_html() + article.to_json()
    assert "oldmiller" not in article.to_xml()


@pytest.mark.parametrize("written", ["to_text", "to_markdown", "to_html", "to_xml"])
def test_every_format_writes_them_under_a_heading(written: str) -> None:
    text = getattr(tamis.extract(NAMED, settings=Settings(comments=True)), written)()
    places = [
        text.index(part) for part in ("two summers", "Comments", "Ann Field", "grandfather", "oldmiller", "Well done")
    ]
    assert places == sorted(places)


def test_comments_are_no_part_of_the_text_and_the_outcome() -> None:
    plain, full = tamis.extract(NAMED), tamis.extract(NAMED, settings=Settings(comments=True))
    assert full.text == plain.text
    assert (full.outcome, full.confidence) == (plain.outcome, plain.confidence)
    assert [block for block in full.blocks if block.role is not Role.COMMENT] == list(plain.blocks)


def test_a_heading_and_an_item_for_each_comment() -> None:
    blocks = [
        block for block in tamis.extract(NAMED, settings=Settings(comments=True)).blocks if block.role is Role.COMMENT
    ]
    assert blocks[0].kind is Kind.HEADING
    assert sum(block.kind is Kind.LIST_ITEM and not block.continues for block in blocks) == len(FOUND)


def test_json_has_the_comments_by_schema_org_and_reads_them_back() -> None:
    article = tamis.extract(NAMED, settings=Settings(comments=True))
    fields = json.loads(article.to_json())
    schema = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(fields))
    assert fields["comment"][1] == {
        "@type": "Comment",
        "author": {"@type": "Person", "name": "oldmiller"},
        "when": "2 hours ago",
        "text": "Does the flour taste of salt? Just asking.",
        "blocks": [[1, 12]],
    }
    assert Article.from_json(article.to_json()).comments == FOUND
