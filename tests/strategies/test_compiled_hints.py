"""Hints of names and lines as read in C and in Python: the same."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c_modules import fresh
from example_site import PAGES, page_bytes
from tamis.core.parse import parse
from tamis.core.parse.encodings import decode
from tamis.core.strategies import line_hints, markup_hints
from tamis.core.strategies.learned.model import packaged
from tamis.model import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.markup_hints import Names

_PIECES = [
    *("Related articles", "12 comments", "By", "Jane Doe", "Comments", "Tags:", "Photo：", "©", "2024", "5 May"),
    *("  ", "\n", "：", "／", "É", "ß", "İ", "海", "发表于", "Copyright", "x" * 40, "—", "…", "»", "Foto", "read more"),
    *("min read", ":", "share"),
]  # fmt: skip
_WORDS = [
    *("article", "body", "content", "related", "comments", "nav", "menu", "footer", "post", "no", "has", "is", "main"),
    *("share", "ad", "sidebar", "Article", "Body", "relatedStories", "NavBar", "aDk3q", "x", "12", "3", ""),
    *("É", "ß", "海"),
]  # fmt: skip
_NAMES = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).flatmap(
    lambda words: st.sampled_from(["-", "_", "__", "___", ""]).map(lambda between: between.join(words))
)
_CLASSES = st.lists(_NAMES, max_size=4).map(" \n".join)


def both(html: str) -> tuple[Names, Names]:
    document = parse(Page(html))
    in_python, in_c = markup_hints._Reading(document), markup_hints._Reading(document)
    markup_hints._read_each(document, in_python)
    markup_hints.read_compiled(fresh(), document, in_c)
    return in_python.names(), in_c.names()


def scores(classes: list[str]) -> tuple[object, object]:
    known = packaged().lexicon
    said = markup_hints.score_classes(classes, known)
    return said, fresh().score_classes(classes, known, lambda name: markup_hints._said(name, known.get))


@pytest.mark.parametrize("name", PAGES)
def test_both_read_the_example_site_alike(name: str) -> None:
    in_python, in_c = both(decode(page_bytes(name)).text)
    assert in_c == in_python
    said, said_in_c = scores(in_python.classes)
    assert said_in_c == said


@given(classes=st.lists(_CLASSES, max_size=8), identity=_NAMES, tag=st.sampled_from(["div", "header", "nav", "body"]))
def test_both_read_any_name_alike(classes: list[str], identity: str, tag: str) -> None:
    parts = "".join(f'<div class="{names}" role="navigation"><p>text</p></div>' for names in classes)
    in_python, in_c = both(f'<article><{tag} id="{identity}" class="{" ".join(classes)}">{parts}x</{tag}></article>')
    assert in_c == in_python
    said, said_in_c = scores(classes)
    assert said_in_c == said


@pytest.mark.parametrize(
    "name",
    [
        "article-body",
        "article__body",
        "no-comments",
        "is-related",
        "related_12",
        "ArticleBody_wrapper__aDk3q",
        "1",
        "-",
        "É",
    ],
)
def test_both_read_one_name_alike(name: str) -> None:
    in_python, in_c = both(f'<div class="{name}"><p>text</p></div>')
    assert in_c == in_python


def test_columns_of_different_lengths_are_refused() -> None:
    document = parse(Page("<p>x</p>"))
    found = markup_hints._Reading(document)
    del found.of_nodes[-1]
    with pytest.raises(ValueError, match="different lengths"):
        markup_hints.read_compiled(fresh(), document, found)


def test_lists_that_shrink_while_they_are_read_are_an_error() -> None:
    numbers = array("q", bytes(16))

    def emptied(result: object) -> Callable[..., object]:
        def answer(*_: object) -> object:
            read.clear()
            return result

        return answer

    read = [f"Boats é{number} Ropes" for number in range(2)]
    with pytest.raises(IndexError):
        fresh().score_classes(read, {}, emptied((0.0, 0)))
    read = [f"{number} boats" for number in range(2)]
    with pytest.raises(IndexError):
        fresh().line_hints(read, numbers, b"", numbers, {}, ("", frozenset(), "", emptied(1), emptied(1), 99, 99, 9, 0))


def test_names_are_read_without_the_module_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    document = parse(Page('<div class="comments"><p>text</p></div>'))
    with_c = markup_hints.read_names(document)
    monkeypatch.setattr(markup_hints, "_COMPILED", None)
    assert markup_hints.read_names(document) == with_c


@pytest.mark.parametrize("name", PAGES)
def test_both_read_the_lines_of_the_example_site_alike(name: str) -> None:
    document = parse(Page(decode(page_bytes(name)).text))
    hints = markup_hints.inherit_hints(document, markup_hints.node_hints(document))
    assert lines(document, hints)[0] == lines(document, hints)[1]
    assert lines(document, None)[0] == lines(document, None)[1]


@given(texts=st.lists(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=5).map(" ".join), max_size=10))
def test_both_read_any_line_alike(texts: list[str]) -> None:
    document = parse(Page("".join(f"<p>{text}</p>" for text in texts)))
    in_python, in_c = lines(document, None)
    assert in_c == in_python


def lines(document: Document, inherited: Sequence[int] | None) -> tuple[array[int], array[int]]:
    in_python, in_c = (array("q", bytes(8 * len(document))) for _ in range(2))
    line_hints._read_each(document, line_hints._LINES, inherited, in_python)
    line_hints.read_compiled(fresh(), document, line_hints._LINES, inherited, in_c)
    return in_python, in_c


@given(
    nodes=st.lists(st.integers(0, 2**41), min_size=1, max_size=30).flatmap(
        lambda hints: st.tuples(st.just(hints), st.tuples(*(st.integers(-1, node - 1) for node in range(len(hints)))))
    )
)
def test_both_hand_hints_down_alike(nodes: tuple[list[int], tuple[int, ...]]) -> None:
    hints, parents = nodes[0], array("q", (max(0, parent) if node else -1 for node, parent in enumerate(nodes[1])))
    assert array("q", fresh().inherit(hints, parents)).tolist() == markup_hints._inherited(hints, parents)
