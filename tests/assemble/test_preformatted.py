"""Articles in ``pre``."""

from __future__ import annotations

from tamis import extract
from tamis.model import Article, Kind

PROSE = "The ferry sails at dawn, and the whole town comes to see it off.\nNobody knows when it will be back. "
CHINESE = "　　清晨的码头上站满了人，渡轮在雾中慢慢靠岸，老人们说这样的日子已经很久没有过了。\n" * 6
CODE = "def sail(tide):\n    for boat in harbour:\n        boat.leave(tide)\n    return len(harbour)\n" * 8


def article(inner: str) -> Article:
    return extract(f"<title>Tides</title><article><h1>The ferry sails again today</h1><pre>{inner}</pre></article>")


def test_prose_in_pre_is_no_code() -> None:
    for text in (PROSE * 6, CHINESE):
        found = article(text)
        assert {block.kind for block in found.blocks} == {Kind.PARAGRAPH}
        assert "```" not in found.to_markdown()


def test_lines_of_chinese_prose_are_paragraphs_and_wrapped_lines_are_joined() -> None:
    assert article(CHINESE).text.count("\n") == 5
    assert "\n" not in article(PROSE * 6).text


def test_plain_text_is_the_same_with_and_without_blocks() -> None:
    found = article(CHINESE)
    text = found.text
    assert found.blocks[0].text == text


def test_code_in_pre_stays_code() -> None:
    found = extract(
        f"<title>Tides</title><article><h1>How boats sail</h1><p>{PROSE * 3}</p><pre>{CODE}</pre></article>"
    )
    assert [block.kind for block in found.blocks][-1] is Kind.CODE
