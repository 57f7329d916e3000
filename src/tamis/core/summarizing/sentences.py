"""The sentences that a summary may use: those of the article's running text, each with its position in the source.

Captions, bylines, date lines, prompts, headings, tables and code are never used. They are excluded by the role and kind
of their block, and if a block of text is or begins with such a line, by what the line says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.strategies.line_hints import line_hint
from tamis.model import Kind, Role
from tamis.text.sentences import split_sentences
from tamis.text.terms import find_terms
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.model import Article, Block

MIN_WORDS = 4
"""Minimum words of a sentence; shorter ones say nothing by themselves."""
MAX_SENTENCES = 5_000
"""Maximum number of sentences that are read, from the beginning, so that the cost has a limit."""
_WIDE_ENDS = ("。", "！", "？", "」", "』")
_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence with its position in the article, its terms and its length in words."""

    text: str
    block: int | None
    """Index of its block, as `Block.index`; None for the standfirst, which is metadata."""
    start: int
    end: int
    """End of the sentence in the block's text: ``block.text[start:end]``."""
    terms: tuple[str, ...]
    words: int
    xpath: str = ""


def sentences_of(article: Article) -> list[SourceSentence]:
    """List the sentences of an article's standfirst and running text, in reading order."""
    body = _read(filter(_is_running_text, article.blocks), article.language)
    lead = list(_split(article.subtitle or "", None, "", article.language))
    known = {sentence.text for sentence in body}
    return [*(sentence for sentence in lead if sentence.text not in known), *body]


def sentences_in(text: str, language: str | None) -> list[SourceSentence]:
    """List the sentences of a plain text, whose paragraphs count as blocks."""
    found: list[SourceSentence] = []
    for number, paragraph in enumerate(filter(None, map(str.strip, text.split("\n")))):
        found += _split(paragraph, number, "", language)
        if len(found) >= MAX_SENTENCES:
            break
    return found[:MAX_SENTENCES]


def _read(blocks: Iterable[Block], language: str | None) -> list[SourceSentence]:
    found: list[SourceSentence] = []
    for block in blocks:
        found += _split(block.text, block.index, block.xpath, language)
        if len(found) >= MAX_SENTENCES:
            break
    return found[:MAX_SENTENCES]


def _is_running_text(block: Block) -> bool:
    return block.kind in _KINDS and block.role in (Role.TEXT, Role.STANDFIRST)


def _split(text: str, block: int | None, xpath: str, language: str | None) -> Iterator[SourceSentence]:
    for sentence in split_sentences(text, language):
        words = count_words(sentence.text)
        if words < MIN_WORDS or line_hint(sentence.text):
            continue
        terms = tuple(term.key for term in find_terms(sentence.text, language))
        yield SourceSentence(sentence.text, block, sentence.start, sentence.end, terms, words, xpath)


def text_of(sentences: Iterable[str]) -> str:
    """Join sentences to running text: with a blank between them, but none after the marks of scripts without spaces.

    A middle dot follows a sentence that ends without a mark, as list items do.
    """
    parts: list[str] = []
    for sentence in sentences:
        if parts and not parts[-1].endswith(_WIDE_ENDS):
            parts.append(" · " if parts[-1][-1].isalnum() else " ")
        parts.append(sentence)
    return "".join(parts)
