"""The source as tags and texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from html_soup import soup
from tamis.core.parse.tokens import read_tokens
from tamis.text.words import count_words


def normal(html: str) -> str:
    return html.replace("\r\n", "\n").replace("\r", "\n").replace("&nbsp;", "      ")


@given(soup() | st.text(alphabet="<>!-/ab \"'=\n\r&;", max_size=60))
def test_texts_and_tags_in_turn_are_the_source(html: str) -> None:
    tokens = read_tokens(html)
    assert len(tokens.texts) == len(tokens.tags) + 1
    pieces = [piece for pair in zip(tokens.texts, [*tokens.tags, ""], strict=True) for piece in pair]
    assert "".join(pieces) == normal(html)


@given(soup())
def test_offsets_are_those_of_the_source(html: str) -> None:
    tokens, source = read_tokens(html), normal(html)
    spans = zip(tokens.text_starts.tolist(), tokens.text_ends.tolist(), strict=True)
    assert [source[start:end] for start, end in spans] == list(tokens.texts)
    assert all(source.startswith(tag, at) for tag, at in zip(tokens.tags, tokens.tag_starts.tolist(), strict=True))
    assert [source[at - 1] for at in tokens.line_starts.tolist()[1:]] == ["\n"] * source.count("\n")


@given(soup())
def test_words_and_characters_are_counted_as_everywhere(html: str) -> None:
    tokens = read_tokens(html)
    for text, words, size in zip(tokens.texts, tokens.words.tolist(), tokens.sizes.tolist(), strict=True):
        plain = "".join(" " if character < " " else character for character in text)  # a control character is none
        assert size == len("".join(plain.split()))
        if text.isascii():
            assert words == count_words(plain)


@pytest.mark.parametrize(
    ("text", "words"), [("潮水 is 漫过", 5), ("two\u00a0words", 2), ("&nbsp;one&nbsp;", 1), ("naïve café", 2), ("", 0)]
)
def test_words_of_all_scripts_count(text: str, words: int) -> None:
    assert read_tokens(f"<p>{text}</p>").words.tolist() == [0, words, 0]


def test_a_word_behind_a_tag_is_a_word() -> None:
    assert read_tokens("a<b>b</b>c d").words.tolist() == [1, 1, 2]


@pytest.mark.parametrize(
    "markup",
    ["<!-- <p> -->", "<!---->", "<script>a<b</script>", "<STYLE type=x>p{}</style >", "<script src=x></script>"],
)
def test_comments_scripts_and_styles_are_whole_and_no_tags(markup: str) -> None:
    tokens = read_tokens(f"<p>{markup}</p>")
    assert list(tokens.tags) == ["<p>", markup, "</p>"]
    assert tokens.is_tag.tolist() == [True, False, True]


@pytest.mark.parametrize(
    "tag",
    [
        '<a title="a > b">', "<a title='\">\"'>", "<a title=it's>", "<a\nhref=x>", "<!doctype html>", "<?xml x?>",
        "<scripted>", "<strong>", "</x:y>", '<a b="<p>" c>',
    ],
)  # fmt: skip
def test_a_tag_ends_where_the_parser_ends_it(tag: str) -> None:
    tokens = read_tokens(f"x{tag}y")
    assert (list(tokens.texts), list(tokens.tags)) == (["x", "y"], [tag])
    assert tokens.is_tag.tolist() == [True]


def test_what_is_not_a_tag_is_text() -> None:
    assert list(read_tokens("1 < 2 <3 & a <> b").texts) == ["1 < 2 <3 & a <> b"]


@pytest.mark.parametrize("open_end", ["<!-- x", "<script>x", "<style>x<p>", '<a href="x>y', "<p"])
def test_what_is_left_open_goes_to_the_end(open_end: str) -> None:
    assert list(read_tokens(f"a<p>{open_end}").tags) == ["<p>", open_end]


def test_tags_have_names_and_links_have_texts() -> None:
    tokens = read_tokens("<DIV class=x>a<A href=y>b<i>c</i></a><!-- -->d<br/>")
    names = tokens.names()
    assert names == ["<div", "<a", "<i", "</i", "</a", "", "<br"]
    assert tokens.linked(names).tolist() == [False, False, True, True, True, False, False, False]


def test_white_space_is_folded_where_characters_are_counted() -> None:
    tokens = read_tokens("<p>  one   two\n   three  </p>\n  <p>four</p>")
    texts = np.arange(len(tokens.texts))
    assert tokens.counted(texts, tokens.text_starts, tokens.text_ends).tolist() == [
        0,
        len("one two" + "three "),
        0,
        4,
        0,
    ]


@pytest.mark.parametrize("piece", ["<a b='", '<a "', "<!--", "<!-", "<script", "<", "='", "</", "-->", "<style>"])
def test_no_source_is_read_twice(piece: str) -> None:
    # A second at most; what looks at characters again and again does not end in any useful time.
    tokens = read_tokens(piece * 200_000)
    assert len(tokens.texts) == len(tokens.tags) + 1
