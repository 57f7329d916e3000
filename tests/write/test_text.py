from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from tamis.model import Article, Kind, Metadata, Outcome
from tamis.write.text import body_text, write_text

from .articles import (
    article,
    block,
    cell,
    code,
    full_article,
    item,
    nasty_articles,
    paragraph,
    picture,
    player,
    table,
)


def test_body_parts_blocks_by_an_empty_line_and_items_by_a_line_end() -> None:
    source = article(paragraph("a"), item("b"), item("c", level=2), paragraph("d\ne"), code("f\n  g\n"))
    assert body_text(source.blocks) == "a\n\nb\nc\n\nd\ne\n\nf\n  g"


def test_body_has_no_captions_pictures_or_players() -> None:
    source = article(
        paragraph("a"),
        picture("https://e.example/i.png", "alt", "caption"),
        block(Kind.CAPTION, "caption"),
        player("https://v.example/", "title"),
        paragraph(" "),
        paragraph("b"),
    )
    assert body_text(source.blocks) == "a\n\nb"


def test_body_has_a_line_for_each_row() -> None:
    source = article(table((cell("a"), cell("b\nc")), (cell(""),), (cell("d"), cell(""))))
    assert body_text(source.blocks) == "a | b c\nd | "


def test_a_standfirst_that_is_in_the_body_is_written_once() -> None:
    source = article(paragraph("The ferry left at dawn."), paragraph("Nobody knows why."))
    told = replace(source, metadata=Metadata(title="Ferry sails", subtitle="The ferry left at dawn."))
    assert write_text(told) == "Ferry sails\n\nThe ferry left at dawn.\n\nNobody knows why.\n"


def test_text_for_people() -> None:
    assert write_text(full_article()) == (
        "How bees <find> home\n"
        "A dance & a map\n"
        "Ada Byron, Émile «Z» · The Example · 2024-05-03\n\n"
        "Bees dance.1\n\n"
        "The map\n\n"
        "1. North\n"
        "2. South\n"
        "  - by the river\n\n"
        "> They know.\n\n"
        "    if bee:\n"
        "        dance()\n\n"
        "Day | Bees\n"
        "1 | 20\n\n"
        "[Image: A bee at work]\n\n"
        "[Video: The dance https://video.example/v/1]\n\n"
        "A note. ↩\n"
    )


def test_list_items_hang() -> None:
    source = article(item("a\nb", number=10), item("c", number=10, continues=True), item("d"))
    assert write_text(source) == "10. a\n    b\n    c\n- d\n"


def test_nothing_makes_nothing() -> None:
    assert write_text(Article(outcome=Outcome.PAYWALL, outcome_reason="subscribers only")) == ""


@settings(max_examples=100, deadline=None)
@given(nasty_articles)
def test_text_cannot_steer_a_terminal(source: Article) -> None:
    text = write_text(source)
    text.encode()
    assert not any((char < " " and char not in "\n\t") or "\x7f" <= char <= "\x9f" for char in text)
