"""Chunks: an article split by heading, for language models and search. Each chunk has its position in the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadSettings
from tamis.model import CHUNK_WORDS, Article, Chunk, Inline, Kind, Metadata
from tamis.text.characters import one_line
from tamis.text.sentences import split_sentences
from tamis.text.text_fragments import fragments_of
from tamis.text.token_counts import estimate_tokens
from tamis.text.words import count_words
from tamis.write.json import json_text
from tamis.write.markdown import citable_url, write_markdown
from tamis.write.outline import hidden_mark, plain_inlines, shown_blocks
from tamis.write.text import table_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tamis.model import Block
    from tamis.text.text_fragments import TextFragments

    Count = Callable[[str], int]

_WHOLE = frozenset({Kind.TABLE, Kind.CODE, Kind.IMAGE, Kind.MEDIA})
_NO_METADATA = Metadata()
_MAX_REPEATED = 300
"""Maximum number of characters of a heading in all chunks but the first below it."""


@dataclass(slots=True)
class _Heading:
    """A heading above chunks. The first one has it whole; the others repeat the beginning of a very long one."""

    level: int
    text: str
    is_told: bool = False

    def told(self) -> str:
        """Return the heading for the next chunk."""
        if self.is_told and len(self.text) > _MAX_REPEATED:
            return self.text[: _MAX_REPEATED - 1].rstrip() + "…"
        self.is_told = True
        return self.text


class _Section(NamedTuple):
    """The blocks below one heading, up to the next."""

    headings: tuple[_Heading, ...]
    blocks: list[Block]


def chunks_of(
    article: Article, max_words: int | None = None, *, max_tokens: int | None = None, count_tokens: Count | None = None
) -> tuple[Chunk, ...]:
    """Split the body by heading into chunks of at most `max_words` words or `max_tokens` tokens; only a table, code or
    a sentence may be longer."""
    sizes = _sizes(max_words, max_tokens, count_tokens)
    found: list[Chunk] = []
    fragments = fragments_of(article)
    for section in _sections(article):
        for blocks in _packed(section.blocks, sizes, article.language):
            text = _markdown(blocks)
            if text:
                link = link_to_blocks(fragments, article, blocks)
                headings = tuple(heading.told() for heading in section.headings)
                found.append(_chunk(len(found), text, headings, blocks, link))
    return tuple(found)


class _Sizes(NamedTuple):
    """The largest size of a chunk, and how sizes are counted."""

    most: int
    of_text: Callable[[str], int]
    of_block: Callable[[Block], int]


def _sizes(max_words: int | None, max_tokens: int | None, count_tokens: Count | None) -> _Sizes:
    for name, value in (("max_words", max_words), ("max_tokens", max_tokens)):
        if value is not None and value < 1:
            raise BadSettings(f"{name} must be at least 1, not {value}")
    if max_tokens is None:
        return _Sizes(CHUNK_WORDS if max_words is None else max_words, count_words, _words)
    if max_words is not None:
        raise BadSettings("chunks take max_words or max_tokens, not both")
    count = count_tokens or estimate_tokens
    return _Sizes(max_tokens, count, lambda block: count(_markdown([block]) + "\n\n"))


def _markdown(blocks: Sequence[Block]) -> str:
    return write_markdown(Article(metadata=_NO_METADATA, blocks=tuple(blocks))).strip("\n")


def write_chunks(
    article: Article, max_words: int | None = None, source: str | None = None, *, max_tokens: int | None = None
) -> str:
    """Write the chunks as JSON Lines, each with what a citation needs. `source` is the path or URL that was read."""
    about = {
        "url": citable_url(article),
        "title": article.title,
        "authors": list(article.authors),
        "date": article.published.isoformat() if article.published is not None else None,
        "site": article.site_name,
    }
    about |= {"source": source} if source is not None else {}
    chunks = chunks_of(article, max_words, max_tokens=max_tokens)
    return "".join(json_text(chunk_to_dict(chunk) | about) + "\n" for chunk in chunks)


def chunk_to_dict(chunk: Chunk) -> dict[str, Any]:
    """Convert a chunk to plain values."""
    return {
        "number": chunk.number,
        "headings": list(chunk.headings),
        "text": chunk.text,
        "words": chunk.words,
        "blocks": list(chunk.blocks),
        "xpaths": list(chunk.xpaths),
        "spans": [span._asdict() for span in chunk.spans],
        "link": chunk.link,
    }


def _sections(article: Article) -> Iterator[_Section]:
    path = [_Heading(0, one_line(article.title))] if article.title else []
    section = _Section(tuple(path), [])
    for block in shown_blocks(article, positions=True):
        if block.kind is not Kind.HEADING or block.quoted:
            section.blocks.append(block)
            continue
        yield section
        while path and path[-1].level >= block.level:
            path.pop()
        path.append(_Heading(block.level, one_line(block.text)))
        section = _Section(tuple(path), [])
    yield section


def _packed(blocks: Iterable[Block], sizes: _Sizes, language: str | None) -> Iterator[list[Block]]:
    """Group blocks in order, as many together as their sizes allow."""
    packed: list[Block] = []
    sum_of_sizes = 0
    for block in blocks:
        for piece in _pieces(block, sizes, language):
            size = sizes.of_block(piece)
            if packed and sum_of_sizes + size > sizes.most:
                yield packed
                packed, sum_of_sizes = [], 0
            packed.append(piece)
            sum_of_sizes += size
    if packed:
        yield packed


def _pieces(block: Block, sizes: _Sizes, language: str | None) -> Iterator[Block]:
    """Split a block that is too long into groups of sentences."""
    if block.kind in _WHOLE or sizes.of_block(block) <= sizes.most:
        yield block
        return
    start, sum_of_sizes = 0, 0
    for sentence in split_sentences(block.text, language):
        size = sizes.of_text(sentence.text)
        if sum_of_sizes and sum_of_sizes + size > sizes.most:
            yield part_of_block(block, start, sentence.start)
            start, sum_of_sizes = sentence.start, 0
        sum_of_sizes += size
    yield part_of_block(block, start, len(block.text))


def part_of_block(block: Block, start: int, end: int) -> Block:
    """Return the block with only a part of its text."""
    mark = hidden_mark(block) if start > 0 else ""
    text = mark + block.text[start:end].strip()
    inlines = plain_inlines(block)
    if "".join(inline.text for inline in inlines) != block.text:
        return replace(block, text=text, inlines=())
    inlines = (*([Inline(mark)] if mark else []), *_cut(inlines, start, end))
    return replace(block, text=text, inlines=inlines, continues=block.continues or start > 0)


def _cut(inlines: Iterable[Inline], start: int, end: int) -> Iterator[Inline]:
    offset = 0
    for inline in inlines:
        text = inline.text[max(0, start - offset) : max(0, end - offset)]
        if text:
            yield inline._replace(text=text)
        offset += len(inline.text)


def _words(block: Block) -> int:
    if block.table is not None:
        return count_words(table_text(block.table))
    return count_words(block.text)


def link_to_blocks(fragments: TextFragments, article: Article, blocks: Sequence[Block]) -> str | None:
    """Return the link to the first block whose words are on the page once; the page's URL if there is none.

    A block of a few words, which only those around it tell from others, is taken if there is no better one.
    """
    links = (
        fragments.link(article.url_of(block), block.text, block=block.index, alone=alone)
        for alone in (True, False)
        for block in blocks
        if block.text and block.hidden is None
    )
    return next((link for link in links if link), article.url)


def _chunk(number: int, text: str, headings: tuple[str, ...], blocks: list[Block], link: str | None) -> Chunk:
    places = {block.index: block for block in blocks}
    return Chunk(
        number=number,
        text=text,
        headings=headings,
        words=sum(map(_words, blocks)),
        blocks=tuple(places),
        xpaths=tuple(block.xpath for block in places.values() if block.xpath),
        spans=tuple(block.span for block in places.values() if block.span is not None),
        link=link,
    )
