"""Footnotes: references of many forms find their notes."""

from __future__ import annotations

import pytest

from tamis.core.assemble import assemble
from tamis.core.parse import parse
from tamis.core.strategies.everything import Everything
from tamis.model import Article, Page
from tamis.write.markdown import write_markdown

PAGE = "https://tide.example/bell"


def markdown(html: str) -> str:
    document = parse(Page(html, PAGE))
    return write_markdown(Article(blocks=assemble(document, Everything().label(document)).blocks))


DEFINED = "[^1]: Except the sexton."


@pytest.mark.parametrize(
    "html",
    [
        '<p>A bell.<sup><a href="#fn1">1</a></sup></p><ol><li id="fn1">Except the sexton. <a href="#r">↩</a></li></ol>',
        '<p>A bell.<sup><a href="#1f-77">1</a></sup></p><ol><li id="1f-77">Except the sexton.</li></ol>',
        '<p>A bell.<sup><a href="#x"><b>*</b></a></sup></p><p id="x">Except the sexton.</p>',
        '<p>A bell.<a href="#low"><sup>1</sup></a></p><ul><li><span id="low"></span>Except the sexton.</li></ul>',
        '<p>A bell.<sup><a href="#1">1</a></sup></p><div id="1"><sup>1</sup> <p>Except the sexton.</p></div>',
        '<p>A bell <cite>[<a href="#b7">1</a>]</cite>.</p><ul><li id="b7"><b>[1]</b> Except the sexton.</li></ul>',
        '<p>A bell.<a data-type="noteref" href="ch2.html#n">1</a></p><div id="n">Except the sexton.</div>',
        "<p>A bell.<sup>1</sup></p><hr><p><sup>1</sup> Except the sexton.</p>",
        "<p>A bell.<sup>1</sup></p><h2>Notes</h2><p><strong>1.</strong> Except the sexton.</p>",
        '<p>A bell.<a href="#_ftn1"><sup>1</sup></a></p><p><a href="//x#r1"><sup>[1]</sup></a> Except the sexton.</p>',
    ],
)  # fmt: skip
def test_a_reference_finds_its_note(html: str) -> None:
    text = markdown(html)
    assert "A bell" in text
    assert "[^1]" in text.partition("[^1]:")[0]
    assert DEFINED in text.splitlines()


@pytest.mark.parametrize(
    "html",
    [
        "<p>On the 4<sup>th</sup> of x<sup>2</sup></p><p><sup>1</sup> Something.</p>",
        "<p>A square of 3 m<sup>2</sup> and 5 m<sup>3</sup>.</p><p><b>2</b> and more.</p>",
        '<p>See <a href="#part">2</a>.</p><h2 id="part">Part</h2><p>Words.</p>',
        "<p><sup>1</sup> It begins with a number.</p><p><sup>2</sup> And another.</p>",
    ],
)
def test_other_numbers_are_no_references(html: str) -> None:
    assert "[^" not in markdown(html)


def test_notes_without_links_come_in_order_or_not_at_all() -> None:
    page = "<p>One.<sup>1</sup> Two.<sup>2</sup></p><p><sup>2</sup> The second.</p><p><sup>1</sup> The first.</p>"
    assert "[^" not in markdown(page)
