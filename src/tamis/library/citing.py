"""Sources of search hits: the sentence that has the words of a search, and a link that opens its page there."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core.assemble.hidden_marks import MARK
from tamis.core.parse.document import Hiding
from tamis.text.characters import one_line
from tamis.text.sentences import split_sentences
from tamis.text.text_fragments import fragments_of

if TYPE_CHECKING:
    from tamis.library.snippets import Snippet
    from tamis.model import Article, Block, Span

_LOOKED_UP = (60, 25, 0)
"""Characters of the snippet that are looked up in the article, from the first word of the search on; 0 for the word."""


class Source(NamedTuple):
    """The place of a search hit on the page that it was saved from."""

    url: str | None
    link: str | None
    """URL that opens the page at the quote; that of the page if the page has the words twice."""
    quote: str = ""
    """Sentence with the words of the search; empty if only the title, a name or a tag has them."""
    published: str | None = None
    xpath: str = ""
    """XPath of the quote's block on the page; empty if the article was saved without positions."""
    span: Span | None = None
    content_hash: str = ""
    """Content hash of the article as it was saved."""
    hidden: str = ""
    """Reason why readers of the page do not see the quote; empty if they do."""

    def to_dict(self) -> dict[str, Any]:
        """Convert the source to plain values, without those that are unknown."""
        values = self._asdict() | {"span": self.span._asdict() if self.span is not None else None}
        return {name: value for name, value in values.items() if value}


def source_of(article: Article, snippet: Snippet) -> Source:
    """Find the sentence of an article that a snippet was cut from."""
    published = article.published.isoformat() if article.published is not None else None
    hit = _block_of(article, snippet)
    if hit is None:
        hidden = Hiding.ALTERNATIVE.value if _is_alternative(article, snippet) else ""
        return Source(article.url, article.url, "", published, content_hash=article.content_hash, hidden=hidden)
    block, offset = hit
    sentences = split_sentences(block.text, article.language)
    sentence = next((sentence for sentence in sentences if sentence.start <= offset < sentence.end), None)
    start, end = (sentence.start, sentence.end) if sentence is not None else (0, len(block.text))
    url = article.url_of(block)
    quote = one_line(block.text[start:end])
    is_seen = not block.hidden and MARK not in block.text
    link = fragments_of(article).link(url, block.text, start, end, block=block.index) if is_seen else None
    return Source(url, link or url, quote, published, block.xpath, block.span, article.content_hash, block.hidden or "")


def _is_alternative(article: Article, snippet: Snippet) -> bool:
    """Tell whether a snippet was cut from the description of a picture."""
    words = snippet.text[snippet.marks[0][0] : snippet.marks[0][1]] if snippet.marks else ""
    images = (block.image for block in article.blocks if block.image is not None)
    return bool(words) and any(words in unicodedata.normalize("NFC", one_line(image.alt)) for image in images)


def _block_of(article: Article, snippet: Snippet) -> tuple[Block, int] | None:
    """Find the block that has the words of a snippet, and their offset in its text."""
    if not snippet.marks:
        return None
    start, end = snippet.marks[0]
    for length in _LOOKED_UP:
        words = snippet.text[start : start + length if length else end]
        for block in article.blocks:
            offset = unicodedata.normalize("NFC", one_line(block.text)).find(words) if block.text else -1
            if offset >= 0:
                return block, min(offset, len(block.text) - 1)
    return None
