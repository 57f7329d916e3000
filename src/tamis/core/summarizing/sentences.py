"""The sentences that a summary may use: those of the article's running text, each with its position in the source.

A summary has no noise: captions, bylines, date lines, prompts, notes about the page, headings, tables and code are
never used. They are excluded by the role and kind of their block, and if a block of text is or begins with such a line,
by what the line says (`BLOCKS`, `SENTENCES`). So are short paragraphs that begin like a note or with the author's name.
A list of key points over the text is excluded as well: it is a summary already. The standfirst counts if it is part of
the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.strategies.line_hints import line_hint
from tamis.core.strategies.part_hints import RELATED
from tamis.model import Kind, Role
from tamis.text.credits import split_credit
from tamis.text.phrases import plain, plain_phrases
from tamis.text.rules import Objection, first_objection
from tamis.text.sentences import ends_sentence, split_sentences
from tamis.text.terms import find_terms
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.model import Article, Block

MIN_WORDS = 4
"""Minimum words of a sentence; shorter ones say nothing by themselves."""
MAX_SENTENCES = 5_000
"""Maximum number of sentences that are read, from the beginning, so that the cost has a limit."""
MAX_CAPTION = 700
"""Maximum number of characters of a paragraph that may be a caption."""
MAX_NOTE = 700
"""Maximum number of characters of a paragraph that is a note about the page or the author as a whole."""
_WIDE_ENDS = ("。", "！", "？", "」", "』")
_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})
_MARKUP = re.compile(r"</[a-z]|<a href=", re.IGNORECASE)
"""Markup that is shown as text, as in copied posts."""
_NOTE = re.compile(r"\[\d{1,3}\]")
_ADDRESS = re.compile(r"https?://|www\.\w|\w@\w", re.IGNORECASE)
_BEFORE_WORDS = re.compile(r"^[\W_]+")
_ASIDES = plain_phrases("aside_start")
_ASIDES_WITHIN = plain_phrases("aside_within")
_CAPTIONS = plain_phrases("caption_start")
_OPENING = " \t\n\xa0\"'“”„‚‘’«‹»›([{「『（【*•–—-"


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence with its position in the article, its terms and its length in words."""

    text: str
    block: int
    """Index of its block, as `Block.index`; in a plain text, the number of its paragraph."""
    start: int
    end: int
    """End of the sentence in the block's text: ``block.text[start:end]``."""
    terms: tuple[str, ...]
    words: int
    xpath: str = ""


def sentences_of(article: Article) -> list[SourceSentence]:
    """List the sentences of an article's running text, in reading order."""
    sentences: list[SourceSentence] = []
    authors = tuple(name for name in article.authors if " " in name)
    for block in _running_text(article.blocks):
        if len(block.text) > MAX_NOTE or not (_is_aside(block.text) or block.text.startswith(authors)):
            sentences += _split(block.text, block.index, block.xpath, article.language)
        if len(sentences) >= MAX_SENTENCES:
            break
    return _ended(sentences[:MAX_SENTENCES])


def sentences_in(text: str, language: str | None) -> list[SourceSentence]:
    """List the sentences of a plain text, whose paragraphs count as blocks."""
    sentences: list[SourceSentence] = []
    for number, paragraph in enumerate(filter(None, map(str.strip, text.split("\n")))):
        if first_objection(BLOCKS, paragraph) is None:
            sentences += _split(paragraph, number, "", language)
        if len(sentences) >= MAX_SENTENCES:
            break
    return _ended(sentences[:MAX_SENTENCES])


def _running_text(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks of running text, without key points before it and lists of related links in it."""
    begun = not any(map(_is_paragraph, blocks))
    is_related = False
    for block in blocks:
        begun = begun or _is_paragraph(block)
        if block.kind is not Kind.LIST_ITEM:
            is_related = bool(line_hint(block.text) & RELATED)
        elif is_related or not begun:
            continue
        if _is_running_text(block) and first_objection(BLOCKS, block.text) is None:
            yield block


def _is_paragraph(block: Block) -> bool:
    return block.kind is Kind.PARAGRAPH and block.role is Role.TEXT


def _is_running_text(block: Block) -> bool:
    return block.kind in _KINDS and block.role in (Role.TEXT, Role.STANDFIRST) and block.hidden is None


def _begins_like_a_caption(text: str) -> bool:
    return _beginning(text).startswith(_CAPTIONS)


def _ends_with_a_url(text: str) -> bool:
    return "://" in text and "://" in text.rsplit(maxsplit=1)[-1]


def _ends_with_a_credit(text: str) -> bool:
    return len(text) <= MAX_CAPTION and bool(split_credit(text).credit)


BLOCKS = (
    Objection("a caption, by the words that agencies begin them with", _begins_like_a_caption),
    Objection("a caption, by the credit at its end", _ends_with_a_credit),
    Objection("markup that is shown as text", _MARKUP.search),
    Objection("a URL at its end", _ends_with_a_url),
)
"""Why the text of a block is no running text."""


def _is_short(text: str) -> bool:
    return count_words(text) < MIN_WORDS


def _is_aside(text: str) -> bool:
    beginning = _beginning(text)
    return beginning.startswith(_ASIDES) or _BEFORE_WORDS.sub("", beginning).startswith(_ASIDES)


def _has_aside(text: str) -> bool:
    whole = plain(text)
    return any(phrase in whole for phrase in _ASIDES_WITHIN)


SENTENCES = (
    Objection("too short to say something by itself", _is_short),
    Objection("a line around the text, such as a byline, a date, a prompt", line_hint),
    Objection("a URL or an e-mail address in it, as in footnotes and notes about the author", _ADDRESS.search),
    Objection("a footnote or a source, by the number at its beginning", _NOTE.match),
    Objection("a note about the page, or a request to the reader", _is_aside),
    Objection("a note about the page, by a phrase in it", _has_aside),
)
"""Why a sentence of the running text is not used."""


def _beginning(text: str) -> str:
    return plain(text[:80]).lstrip(_OPENING)


def _split(text: str, block: int, xpath: str, language: str | None) -> Iterator[SourceSentence]:
    for sentence in split_sentences(text, language):
        if first_objection(SENTENCES, sentence.text) is not None:
            continue
        terms = tuple(term.key for term in find_terms(sentence.text, language))
        words = count_words(sentence.text)
        yield SourceSentence(sentence.text, block, sentence.start, sentence.end, terms, words, xpath)


def _ended(sentences: list[SourceSentence]) -> list[SourceSentence]:
    """Leave out what does not end as a sentence: lines of tables and lists; if nothing does, keep all."""
    ended = [sentence for sentence in sentences if ends_sentence(sentence.text)]
    return ended or sentences


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
