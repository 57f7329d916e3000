"""Excerpts: parts of an article's Markdown that fit a number of tokens, by section, offset or query.

Whatever is left out is named in a line in square brackets, with its size and the way to get it. No excerpt has more
tokens than asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadSettings
from tamis.model import Excerpt, Kind
from tamis.text.sentences import split_sentences
from tamis.text.text_fragments import fragments_of
from tamis.text.token_counts import estimate_tokens
from tamis.write.chunks import link_to_blocks, part_of_block
from tamis.write.markdown import citable_url, markdown_of, write_head
from tamis.write.outline import LOWEST_HEADING, hidden_mark
from tamis.write.passages import answer
from tamis.write.sections import SectionedText, in_words, outline_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Article, Block, Section
    from tamis.settings.excerpt import ExcerptSettings
    from tamis.write.sections import Count

_NAMED = 6
"""Most omitted sections that the last line names."""
_ROOM = 24
"""Tokens for which it is worth to cut a block."""
_CUT_PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE})


def excerpt_of(
    article: Article,
    asked: ExcerptSettings,
    count_tokens: Count | None = None,
    *,
    html_tables: bool = False,
) -> Excerpt:
    """Return the part of an article that is asked for."""
    text = SectionedText.of(article, count_tokens, html_tables=html_tables)
    if asked.offset is not None:
        return _page(text, asked.offset, asked.max_tokens)
    if asked.query is not None:
        return _linked(article, text, answer(text, asked.query, asked.max_tokens))
    first, last = (0, len(text.parts)) if asked.section is None else text.part_range(asked.section)
    return _fitted(text, first, last, asked.max_tokens)


def _linked(article: Article, source: SectionedText, excerpt: Excerpt) -> Excerpt:
    """Add links that open the page at the passages that answer a query."""
    if article.url is None or not excerpt.passages:
        return excerpt
    fragments = fragments_of(article)
    passages = []
    for passage in excerpt.passages:
        first, last = (bisect_right(source.starts, offset) - 1 for offset in (passage.start, passage.end))
        blocks = [piece.block for piece in source.pieces[first:last] if piece.block is not None]
        passages.append(passage._replace(link=link_to_blocks(fragments, article, blocks)))
    return replace(excerpt, passages=tuple(passages))


def write_excerpt(
    article: Article,
    asked: ExcerptSettings,
    *,
    head: bool = False,
    front_matter: bool = False,
    html_tables: bool = False,
) -> str:
    """Write the part of an article that is asked for, with its head if that fits; none where a text goes on."""
    return _headed(article, asked, head=head, front_matter=front_matter, html_tables=html_tables).text


def excerpt_record(
    article: Article, asked: ExcerptSettings, *, head: bool = False, outline: bool = False
) -> dict[str, Any]:
    """Return the part of an article that is asked for as plain values, with what a citation needs.

    With `outline`, the text is the list of sections, or of those in the section that is asked for, as many levels as
    have room, and `sections` has them.
    """
    about: dict[str, Any] = {
        "url": citable_url(article),
        "title": article.title,
        "authors": list(article.authors),
        "date": article.published.isoformat() if article.published is not None else None,
        "site": article.site_name,
        "language": article.language,
        "outcome": article.outcome.value,
    }
    if outline:
        source = SectionedText.of(article, None)
        start, end = source.part_range(asked.section) if asked.section is not None else (0, None)
        text, sections = outline_within(source.sections[start:end], asked.max_tokens)
        listed = [
            {"number": section.number, "level": section.level, "heading": section.heading, "tokens": section.tokens}
            for section in sections
        ]
        about |= {"text": text, "tokens": estimate_tokens(text)}
        return about | {"total_tokens": sum(source.sizes), "sections": listed}
    excerpt = _headed(article, asked, head=head)
    return about | {
        "text": excerpt.text,
        "tokens": estimate_tokens(excerpt.text),
        "total_tokens": excerpt.total,
        "omitted_sections": [section.number for section in excerpt.omitted],
        "next_offset": excerpt.next_offset,
        "passages": [
            {"section": passage.section, "score": passage.score, "link": passage.link} for passage in excerpt.passages
        ],
    }


def _headed(
    article: Article,
    asked: ExcerptSettings,
    *,
    head: bool = False,
    front_matter: bool = False,
    html_tables: bool = False,
) -> Excerpt:
    """Return the excerpt that is asked for, with a head before its text if that fits."""
    about = write_head(article, head=head, front_matter=front_matter) if asked.offset is None else ""
    if about and asked.max_tokens is not None:
        left = asked.max_tokens - estimate_tokens(about)
        if left > asked.max_tokens // 2:
            excerpt = excerpt_of(article, replace(asked, max_tokens=left - 1), html_tables=html_tables)
            if estimate_tokens(about + excerpt.text) <= asked.max_tokens:
                return replace(excerpt, text=about + excerpt.text)
        about = ""
    if asked.offset and (mark := _mark_at(article, asked.offset, html_tables=html_tables)):
        room = None if asked.max_tokens is None else max(asked.max_tokens - estimate_tokens(mark), 1)
        excerpt = excerpt_of(article, replace(asked, max_tokens=room), html_tables=html_tables)
        return replace(excerpt, text=mark + excerpt.text)
    excerpt = excerpt_of(article, asked, html_tables=html_tables)
    return replace(excerpt, text=about + excerpt.text) if about else excerpt


def _mark_at(article: Article, offset: int, *, html_tables: bool) -> str:
    """Return the mark of the block that an offset is in, if readers of the page cannot see it."""
    if not any(map(hidden_mark, article.blocks)):
        return ""
    source = SectionedText.of(article, None, html_tables=html_tables)
    piece = bisect_right(source.starts, offset) - 1
    block = source.pieces[piece].block if 0 <= piece < len(source.pieces) else None
    return hidden_mark(block) if block is not None and offset > source.starts[piece] else ""


def _page(source: SectionedText, offset: int, max_tokens: int | None) -> Excerpt:
    """Return the Markdown from an offset on; all pages one after the other are the whole."""
    whole = source.whole
    if not 0 <= offset <= len(whole):
        raise BadSettings(f"offset must be from 0 to {len(whole)}, not {offset}")
    end = len(whole) if max_tokens is None else _page_end(source, whole, offset, max_tokens)
    text = whole[offset:end]
    return Excerpt(text, source.count(text), sum(source.sizes), next_offset=end if end < len(whole) else None)


def _page_end(source: SectionedText, whole: str, offset: int, max_tokens: int) -> int:
    piece = bisect_right(source.starts, offset)
    left = max_tokens - source.count(whole[offset : source.starts[piece]]) if piece < len(source.starts) else 0
    while piece + 1 < len(source.starts) and left >= source.sizes[piece]:
        left -= source.sizes[piece]
        piece += 1
    while piece < len(source.starts) and source.starts[piece] > offset:
        if source.count(whole[offset : source.starts[piece]]) <= max_tokens:
            return source.starts[piece]
        piece -= 1
    end = source.starts[min(piece + 1, len(source.starts) - 1)]
    return offset + _cut(source, whole[offset:end], max_tokens)


def _cut(source: SectionedText, text: str, max_tokens: int) -> int:
    """Return how many characters of a text fit, up to the end of a line or word if one is near."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if source.count(text[:middle]) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    while low > 1 and source.count(text[:low]) > max_tokens:
        low -= 1
    if low == 0 and text:
        raise BadSettings(f"max_tokens must be more than {max_tokens}: not a character of this text fits")
    if low == len(text):
        return low
    for sign in "\n ":
        end = text.rfind(sign, low // 2, low) + 1
        if end and source.count(text[:end]) <= max_tokens:
            return end
    return low


def _fitted(source: SectionedText, first: int, last: int, max_tokens: int | None) -> Excerpt:
    """Return the parts as a whole if they fit, else all of their headings and as much of their text as fits."""
    total = sum(source.sizes)
    numbers = [number for part in source.parts[first:last] for number in range(part.first, part.last)]
    is_whole = last - first == len(source.parts)
    everything = source.joined([source.pieces[number].text for number in numbers], all_notes=is_whole)
    size = source.count(everything)
    if max_tokens is None or size <= max_tokens:
        return Excerpt(everything, size, total)
    bodies = [number for part in source.parts[first:last] for number in range(part.body, part.last)]
    for lowest in range(LOWEST_HEADING, -1, -1):
        for is_brief in (False, True):
            plan = _Plan(source, first, last, lowest, is_brief)
            if (best := _most(plan, bodies, max_tokens)) is not None:
                return best
    text = f"[{in_words(size)} omitted]\n"
    while text and source.count(text) > max_tokens:
        text = ""
    return Excerpt(text, source.count(text), total, _omitted(source, first, last, -1))


def _most(plan: _Plan, bodies: list[int], max_tokens: int) -> Excerpt | None:
    """Return the excerpt with the headings of a plan and the most text that fits; None if they do not."""
    source = plan.text_of
    if source.count(plan.text(0)) > max_tokens:
        return None
    low, high = 0, len(bodies)
    while low < high:
        middle = (low + high + 1) // 2
        if source.count(plan.text(middle)) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    text = plan.text(low)
    while source.count(text) > max_tokens:
        low -= 1
        text = plan.text(low)
    if low < len(bodies):
        text = _with_cut(source, plan, low, source.pieces[bodies[low]].block, max_tokens) or text
    following = source.starts[bodies[low]] if low < len(bodies) else None
    omitted = _omitted(source, plan.first, plan.last, bodies[low] if low < len(bodies) else -1)
    return Excerpt(text, source.count(text), sum(source.sizes), omitted, following)


def _with_cut(source: SectionedText, plan: _Plan, shown: int, block: Block | None, max_tokens: int) -> str:
    """Return the excerpt with the beginning of the first block that does not fit as a whole; empty if none fits."""
    if block is None or max_tokens - source.count(plan.text(shown)) < _ROOM:
        return ""
    cuts = _cuts(block, source.language)
    low, high, best = 0, len(cuts), ""
    while low < high:
        middle = (low + high + 1) // 2
        text = plan.text(shown, _beginning(block, cuts[middle - 1]))
        if source.count(text) <= max_tokens:
            low, best = middle, text
        else:
            high = middle - 1
    return best


def _omitted(source: SectionedText, first: int, last: int, piece: int) -> tuple[Section, ...]:
    """List the sections that are cut at a piece, or come after it."""
    omitted: list[Section] = []
    index = first
    while index < last:
        part = source.parts[index]
        if part.last <= piece or part.body == part.last:
            index += 1
        else:
            omitted.append(source.section(index))
            index = source.end_of(index) if part.body >= piece else index + 1
    return tuple(omitted)


class _Plan(NamedTuple):
    """The excerpt of some parts that has all their headings down to a level."""

    text_of: SectionedText
    first: int
    last: int
    lowest: int
    is_brief: bool = False
    """True if the last line alone tells what is left out, where there is no room for a line in each section."""

    def text(self, shown: int, cut: str = "") -> str:
        """Write the first pieces of text, the beginning of the next, and lines for what is left out."""
        source = self.text_of
        texts: list[str] = []
        omitted: list[int] = []
        left_out = cut_at = 0
        index = told = self.first
        while index < self.last:
            part = source.parts[index]
            if part.level <= self.lowest:
                texts += [piece.text for piece in source.pieces[part.first : part.body]]
            here = min(shown, part.last - part.body)
            shown -= here
            texts += [piece.text for piece in source.pieces[part.body : part.body + here]]
            rest = sum(source.sizes[part.body + here : part.last])
            if rest and here == 0 and not cut and index >= told:
                told = min(source.end_of(index), self.last)
                size = sum(source.sizes[part.body : source.parts[told - 1].last])
                omitted.append(part.number)
                if part.level <= self.lowest and not self.is_brief:
                    texts.append(f"\n[section {part.number}: {in_words(size)} omitted]\n")
            elif rest and (here or cut):
                cut_at = source.starts[part.body + here]
                rest = max(rest - source.count(cut), 1)
                texts.append(f"\n{cut}" if cut else "")
                texts.append(f"\n[the rest of section {part.number}: {in_words(rest)} omitted]\n")
                omitted.append(part.number)
                cut = ""
            left_out += rest
            index += 1
        if left_out:
            texts.append(self._last_line(omitted, left_out, cut_at))
        return source.joined(texts)

    def _last_line(self, omitted: list[int], left_out: int, cut_at: int) -> str:
        named = ", ".join(map(str, omitted[:_NAMED])) + (" …" if len(omitted) > _NAMED else "")
        sections = f"section {named}" if omitted else "a section"
        where = f", or go on at offset {cut_at}" if cut_at else ""
        hidden = sum(part.level > self.lowest for part in self.text_of.parts[self.first : self.last])
        headings = f" {hidden} deeper headings are left out too." if hidden else ""
        return f"\n[{left_out:,} of {sum(self.text_of.sizes):,} tokens omitted: ask for {sections}{where}.{headings}]\n"


def _cuts(block: Block, language: str | None) -> Sequence[int]:
    """Return where a block can be cut: after which rows of a table, at which characters of code and prose."""
    if block.table is not None:
        return range(2, len(block.table.rows))
    if block.kind is Kind.CODE:
        return [match.start() for match in re.finditer("\n", block.text)]
    if block.kind in _CUT_PROSE and block.callout is None:
        return [sentence.start for sentence in split_sentences(block.text, language)[1:]]
    return ()


def _beginning(block: Block, cut: int) -> str:
    """Write a block up to a place where it can be cut."""
    if block.table is not None:
        return markdown_of(replace(block, table=replace(block.table, rows=block.table.rows[:cut])))
    if block.kind is Kind.CODE:
        return markdown_of(replace(block, text=block.text[:cut], inlines=()))
    return markdown_of(part_of_block(block, 0, cut))
