"""Quotes of other posts: those that repeat a post of the same page, and which.

A quote repeats a post if nearly all of its words are among the post's, in any order, and they are half of the post or
more: software cuts quotes short, and puts the name of the quoted user before them, which does not count. A sentence or
two that the user picked say what the answer is about, and are part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.posts.marks import name_words
from tamis.text.markup_names import POST_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.posts.bodies import Body

MIN_REPEATED = 0.85
"""Share of a quote's words from which it repeats a post."""
MIN_OF_POST = 0.5
"""Share of a post's words from which a quote repeats the post and is no excerpt."""
MAX_HEAD = 6
"""Number of words before a colon that a quote may begin with and that are not the post's: ``Old Baldrick wrote:``."""
MIN_WORDS = 4
"""Number of words from which a quote can be recognized."""
MAX_BEFORE = 60
"""Number of posts before a quote that are compared with it; readers answer what they have just read."""
_WORD = re.compile(r"\w+")
_HEAD = re.compile(r"[^:\n]{1,80}+:(?:\s|$)")


class Quotes(NamedTuple):
    """The quotes of a post that are of other posts of the page."""

    blocks: tuple[int, ...] = ()
    """The blocks of those that repeat a post."""
    quoted: int | None = None
    """Index of the first post that is quoted."""


def find_quotes(document: Document, bodies: Sequence[Body]) -> list[Quotes]:
    """Find the quotes in each post that repeat a post before it."""
    quotes_of_posts: list[Quotes] = []
    said: list[Counter[str]] = []
    in_posts = [list(_quotes(document, body)) for body in bodies]
    if not any(in_posts):
        return [Quotes()] * len(bodies)
    for body, quotes in zip(bodies, in_posts, strict=True):
        repeated: list[int] = []
        quoted: int | None = None
        for blocks in quotes:
            words = _words_of_quote(document, blocks)
            source = _source(words, said)
            if source is not None:
                repeated += blocks if words.total() >= MIN_OF_POST * said[source].total() else ()
                quoted = source if quoted is None else quoted
        inside = {block for blocks in quotes for block in blocks}
        said.append(_words(document, [block for block in body.blocks if block not in inside]))
        quotes_of_posts.append(Quotes(tuple(repeated), quoted) if len(repeated) < len(body.blocks) else Quotes())
    return quotes_of_posts


def _quotes(document: Document, body: Body) -> Iterator[list[int]]:
    """Yield the blocks of each outermost quote in a post."""
    if body.node < 0:
        return
    blocks = set(body.blocks)
    end = -1
    last = document.block_stop[body.node]
    for node in body.unit.nodes:
        if node <= body.node or document.block_start[node] >= last:
            continue
        start, stop = document.block_start[node], document.block_stop[node]
        if start >= end and start < stop and _is_quote(document, node):
            end = stop
            inside = [block for block in range(start, stop) if block in blocks]
            if inside:
                yield inside


def _is_quote(document: Document, node: int) -> bool:
    if document.tags[node] == "blockquote":
        return True
    names = document.elements[node].attr("class")
    return bool(names) and not POST_WORDS["quote"].isdisjoint(name_words(names or ""))


def _words_of_quote(document: Document, blocks: Sequence[int]) -> Counter[str]:
    """Count the words of a quote, without those before a colon that name the quoted user."""
    words = _words(document, blocks)
    head = _HEAD.match(document.texts[blocks[0]])
    named = _WORD.findall(head.group().lower()) if head is not None else []
    return words - Counter(named) if len(named) <= MAX_HEAD else words


def _words(document: Document, blocks: Sequence[int]) -> Counter[str]:
    return Counter(word for block in blocks for word in _WORD.findall(document.texts[block].lower()))


def _source(words: Counter[str], said: Sequence[Counter[str]]) -> int | None:
    """Return the index of the last post that has nearly all of these words."""
    total = words.total()
    if total < MIN_WORDS:
        return None
    for index in range(len(said) - 1, max(-1, len(said) - 1 - MAX_BEFORE), -1):
        if sum(min(count, said[index][word]) for word, count in words.items()) >= MIN_REPEATED * total:
            return index
    return None
