"""Excerpts: parts of an article's Markdown that fit a number of tokens, by section, offset or query.

Whatever is left out is named in a line in square brackets, with its size and the way to get it. No excerpt has more
tokens than asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadSettings
from tamis.model import Excerpt, Kind, Passage, Section
from tamis.text.characters import one_line
from tamis.text.ranking import bm25
from tamis.text.sentences import split_sentences
from tamis.text.token_counts import estimate_tokens
from tamis.text.words import count_words
from tamis.write.chunks import part_of_block
from tamis.write.markdown import markdown_of, markdown_pieces, write_head
from tamis.write.outline import LOWEST_HEADING
from tamis.write.text import table_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tamis.model import Article, Block
    from tamis.settings.excerpt import ExcerptSettings
    from tamis.write.markdown import Piece

    Count = Callable[[str], int]

PASSAGE_WORDS = 200
"""Words of a passage, more only if one block has more."""
MOST_PASSAGES = 5
"""Passages that answer a query if no number of tokens limits them."""
_LEAST_SCORE = 0.2
"""Least share of the best score with which a passage still answers a query."""
_NAMED = 6
"""Most omitted sections that the last line names."""
_ROOM = 24
"""Tokens for which it is worth to cut a block."""
_NOTE = re.compile(r"\[\^(\d+)\](?!:)")
_CUT_PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE})


def outline_of(article: Article, count_tokens: Count | None = None) -> tuple[Section, ...]:
    """List the sections of an article's Markdown, in reading order."""
    return _Text.of(markdown_pieces(article), article, count_tokens or estimate_tokens).sections


def write_outline(article: Article) -> str:
    """Write the sections as a nested list in Markdown, each with its number and its tokens."""
    sections = outline_of(article)
    top = min((section.level for section in sections if section.level), default=1)
    lines = [
        f"{'  ' * max(section.level - top, 0)}- {section.number}. {section.heading or '(beginning)'}"
        f" ({_tokens(section.tokens)})\n"
        for section in sections
    ]
    return "".join(lines)


def excerpt_of(
    article: Article,
    asked: ExcerptSettings,
    count_tokens: Count | None = None,
    *,
    html_tables: bool = False,
) -> Excerpt:
    """Return the part of an article that is asked for."""
    text = _Text.of(markdown_pieces(article, html_tables=html_tables), article, count_tokens or estimate_tokens)
    if asked.offset is not None:
        return text.page(asked.offset, asked.max_tokens)
    if asked.query is not None:
        return text.answer(asked.query, asked.max_tokens)
    first, last = (0, len(text.parts)) if asked.section is None else text.part_range(asked.section)
    return text.fitted(first, last, asked.max_tokens)


def write_excerpt(
    article: Article,
    asked: ExcerptSettings,
    *,
    head: bool = False,
    front_matter: bool = False,
    html_tables: bool = False,
) -> str:
    """Write the part of an article that is asked for, with its head if that fits; none where a text goes on."""
    about = write_head(article, head=head, front_matter=front_matter) if asked.offset is None else ""
    if asked.max_tokens is None:
        return about + excerpt_of(article, asked, html_tables=html_tables).text
    left = asked.max_tokens - estimate_tokens(about)
    if about and left > asked.max_tokens // 2:
        text = about + excerpt_of(article, replace(asked, max_tokens=left - 1), html_tables=html_tables).text
        if estimate_tokens(text) <= asked.max_tokens:
            return text
    return excerpt_of(article, asked, html_tables=html_tables).text


class _Part(NamedTuple):
    """A heading with its own text, up to the next heading."""

    number: int
    level: int
    heading: str
    first: int
    """Number of its first piece, which is the heading; of the text before the first heading, the title."""
    body: int
    """Number of its first piece after the heading."""
    last: int
    """Number of the piece after its last."""


@dataclass(slots=True)
class _Text:
    """The Markdown of an article in pieces and parts, with the tokens of each piece."""

    pieces: Sequence[Piece]
    parts: list[_Part]
    count: Count
    language: str | None
    sizes: list[int]
    starts: list[int]
    """Offset of each piece, and of the end."""

    @classmethod
    def of(cls, pieces: Sequence[Piece], article: Article, count: Count) -> _Text:
        sizes = [count(piece.text) for piece in pieces]
        starts = [0, *accumulate(len(piece.text) for piece in pieces)]
        parts = list(_parts(pieces, one_line(article.title or "")))
        return cls(pieces, parts, count, article.language, sizes, starts)

    @property
    def whole(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(self.section(index) for index in range(len(self.parts)))

    def section(self, index: int) -> Section:
        part = self.parts[index]
        last = self.parts[self.end_of(index) - 1].last
        size = sum(self.sizes[part.first : last])
        return Section(part.number, part.level, part.heading, size, self.starts[part.first], self.starts[last])

    def end_of(self, index: int) -> int:
        """Return the index after the last part of a section: those below its heading belong to it."""
        level = self.parts[index].level
        if not level:
            return index + 1
        end = index + 1
        while end < len(self.parts) and self.parts[end].level > level:
            end += 1
        return end

    def part_range(self, number: int) -> tuple[int, int]:
        for index, part in enumerate(self.parts):
            if part.number == number:
                return index, self.end_of(index)
        numbers = f"{self.parts[0].number} to {self.parts[-1].number}" if self.parts else "none"
        raise BadSettings(f"the article has no section {number}; its sections are {numbers}")

    # One page after the other

    def page(self, offset: int, max_tokens: int | None) -> Excerpt:
        """Return the Markdown from an offset on; all pages one after the other are the whole."""
        whole = self.whole
        if not 0 <= offset <= len(whole):
            raise BadSettings(f"offset must be from 0 to {len(whole)}, not {offset}")
        end = len(whole) if max_tokens is None else self._page_end(whole, offset, max_tokens)
        text = whole[offset:end]
        return Excerpt(text, self.count(text), sum(self.sizes), next_offset=end if end < len(whole) else None)

    def _page_end(self, whole: str, offset: int, max_tokens: int) -> int:
        piece = bisect_right(self.starts, offset)
        left = max_tokens - self.count(whole[offset : self.starts[piece]]) if piece < len(self.starts) else 0
        while piece + 1 < len(self.starts) and left >= self.sizes[piece]:
            left -= self.sizes[piece]
            piece += 1
        while piece < len(self.starts) and self.starts[piece] > offset:
            if self.count(whole[offset : self.starts[piece]]) <= max_tokens:
                return self.starts[piece]
            piece -= 1
        end = self.starts[min(piece + 1, len(self.starts) - 1)]
        return offset + self._cut(whole[offset:end], max_tokens)

    def _cut(self, text: str, max_tokens: int) -> int:
        """Return how many characters of a text fit, up to the end of a line or word if one is near."""
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.count(text[:middle]) <= max_tokens:
                low = middle
            else:
                high = middle - 1
        while low > 1 and self.count(text[:low]) > max_tokens:
            low -= 1
        if low == 0 and text:
            raise BadSettings(f"max_tokens must be more than {max_tokens}: not a character of this text fits")
        if low == len(text):
            return low
        for sign in "\n ":
            end = text.rfind(sign, low // 2, low) + 1
            if end and self.count(text[:end]) <= max_tokens:
                return end
        return low

    # What fits of an article or a section

    def fitted(self, first: int, last: int, max_tokens: int | None) -> Excerpt:
        """Return the parts as a whole if they fit, else all of their headings and as much of their text as fits."""
        total = sum(self.sizes)
        numbers = [number for part in self.parts[first:last] for number in range(part.first, part.last)]
        is_whole = last - first == len(self.parts)
        everything = self._joined([self.pieces[number].text for number in numbers], all_notes=is_whole)
        size = self.count(everything)
        if max_tokens is None or size <= max_tokens:
            return Excerpt(everything, size, total)
        bodies = [number for part in self.parts[first:last] for number in range(part.body, part.last)]
        for lowest in range(LOWEST_HEADING, -1, -1):
            if (best := self._most(first, last, bodies, lowest, max_tokens)) is not None:
                return best
        text = f"[{_tokens(size)} omitted]\n"
        while text and self.count(text) > max_tokens:
            text = ""
        return Excerpt(text, self.count(text), total, self._omitted(first, last, -1))

    def _most(self, first: int, last: int, bodies: list[int], lowest: int, max_tokens: int) -> Excerpt | None:
        """Return the excerpt with the headings down to a level and the most text that fits; None if they do not."""
        plan = _Plan(self, first, last, lowest)
        if self.count(plan.text(0)) > max_tokens:
            return None
        low, high = 0, len(bodies)
        while low < high:
            middle = (low + high + 1) // 2
            if self.count(plan.text(middle)) <= max_tokens:
                low = middle
            else:
                high = middle - 1
        text = plan.text(low)
        while self.count(text) > max_tokens:
            low -= 1
            text = plan.text(low)
        if low < len(bodies):
            text = self._with_cut(plan, low, self.pieces[bodies[low]].block, max_tokens) or text
        following = self.starts[bodies[low]] if low < len(bodies) else None
        omitted = self._omitted(first, last, bodies[low] if low < len(bodies) else -1)
        return Excerpt(text, self.count(text), sum(self.sizes), omitted, following)

    def _with_cut(self, plan: _Plan, shown: int, block: Block | None, max_tokens: int) -> str:
        """Return the excerpt with the beginning of the first block that does not fit as a whole; empty if none fits."""
        if block is None or max_tokens - self.count(plan.text(shown)) < _ROOM:
            return ""
        cuts = _cuts(block, self.language)
        low, high, best = 0, len(cuts), ""
        while low < high:
            middle = (low + high + 1) // 2
            text = plan.text(shown, _beginning(block, cuts[middle - 1]))
            if self.count(text) <= max_tokens:
                low, best = middle, text
            else:
                high = middle - 1
        return best

    def _omitted(self, first: int, last: int, piece: int) -> tuple[Section, ...]:
        """List the sections that are cut at a piece, or come after it."""
        omitted: list[Section] = []
        index = first
        while index < last:
            part = self.parts[index]
            if part.last <= piece or part.body == part.last:
                index += 1
            else:
                omitted.append(self.section(index))
                index = self.end_of(index) if part.body >= piece else index + 1
        return tuple(omitted)

    def _joined(self, texts: Iterable[str], *, all_notes: bool = False) -> str:
        """Join pieces, and add the notes that they refer to."""
        body = "".join(texts).lstrip("\n")
        numbers = {int(number) for number in _NOTE.findall(body)}
        notes = [piece.text for piece in self.pieces if piece.note and (all_notes or piece.note in numbers)]
        if body and not body.endswith("\n"):
            body += "\n"
        return body + "".join(notes)

    # Passages that answer a query

    def answer(self, query: str, max_tokens: int | None) -> Excerpt:
        """Return the passages with the words of a query, in reading order, below their headings."""
        passages = self._ranked(query)
        total = sum(self.sizes)
        shown: list[tuple[Passage, _Part]] = []
        text = ""
        for passage, part in passages:
            if max_tokens is None and len(shown) == MOST_PASSAGES:
                break
            tried = self._answered([*shown, (passage, part)])
            if max_tokens is None or self.count(tried) <= max_tokens:
                shown.append((passage, part))
                text = tried
        if not shown:
            number = passages[0][1].number if passages else 0
            found_none = f"[No passage of {_tokens(total)} has the words of the query.]\n"
            fits_none = f"[{len(passages)} passages answer, and none fits: ask for section {number}.]\n"
            text = fits_none if passages else found_none
            text = text if max_tokens is None or self.count(text) <= max_tokens else ""
        chosen = tuple(passage for passage, _ in shown)
        return Excerpt(text, self.count(text), total, passages=chosen)

    def _answered(self, shown: Sequence[tuple[Passage, _Part]]) -> str:
        texts: list[str] = []
        before: _Part | None = None
        for passage, part in sorted(shown):
            if part != before:
                texts += self._headings(part, before)
                before = part
            first, last = bisect_right(self.starts, passage.start) - 1, bisect_right(self.starts, passage.end) - 1
            texts.append(f"\n[section {part.number}, score {passage.score:.2f}]\n")
            texts += self._opened(first, last)
        return self._joined(texts)

    def _opened(self, first: int, last: int) -> Iterator[str]:
        """Yield the texts of pieces, with an empty line before the first."""
        for number in range(first, last):
            text = self.pieces[number].text
            yield "\n" + text.lstrip("\n") if number == first and not text.startswith("\n") else text

    def _headings(self, part: _Part, before: _Part | None) -> Iterator[str]:
        """Yield the title if nothing was written yet, and the heading of a part."""
        if before is None and part.number and self.parts[0].number == 0:
            yield from (piece.text for piece in self.pieces[self.parts[0].first : self.parts[0].body])
        yield from (piece.text for piece in self.pieces[part.first : part.body])

    def _ranked(self, query: str) -> list[tuple[Passage, _Part]]:
        """Rank the passages that have a word of the query; of equal ones the first is better."""
        units = list(self._units())
        ranked: list[tuple[Passage, _Part]] = []
        for (part, first, last, _), score in zip(
            units, bm25(query, [unit[3] for unit in units], self.language), strict=True
        ):
            if score:
                ranked.append((Passage(part.number, round(score, 4), self.starts[first], self.starts[last]), part))
        ranked.sort(key=lambda ranked_part: (-ranked_part[0].score, ranked_part[0].start))
        return [ranked_part for ranked_part in ranked if ranked_part[0].score >= _LEAST_SCORE * ranked[0][0].score]

    def _units(self) -> Iterator[tuple[_Part, int, int, str]]:
        """Yield passages of some words each: part, first piece, piece after the last, and the words to search."""
        for part in self.parts:
            first, texts, words = part.body, [part.heading], 0
            for number in range(part.body, part.last):
                text = _words_of(self.pieces[number])
                size = count_words(text)
                if words and words + size > PASSAGE_WORDS:
                    yield part, first, number, "\n".join(texts)
                    first, texts, words = number, [part.heading], 0
                texts.append(text)
                words += size
            if first < part.last:
                yield part, first, part.last, "\n".join(texts)


class _Plan(NamedTuple):
    """The excerpt of some parts that has all their headings down to a level."""

    text_of: _Text
    first: int
    last: int
    lowest: int

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
                if part.level <= self.lowest:
                    texts.append(f"\n[section {part.number}: {_tokens(size)} omitted]\n")
            elif rest and (here or cut):
                cut_at = source.starts[part.body + here]
                rest = max(rest - source.count(cut), 1)
                texts.append(f"\n{cut}" if cut else "")
                texts.append(f"\n[the rest of section {part.number}: {_tokens(rest)} omitted]\n")
                omitted.append(part.number)
                cut = ""
            left_out += rest
            index += 1
        if left_out:
            texts.append(self._last_line(omitted, left_out, cut_at))
        return source._joined(texts)

    def _last_line(self, omitted: list[int], left_out: int, cut_at: int) -> str:
        named = ", ".join(map(str, omitted[:_NAMED])) + (" …" if len(omitted) > _NAMED else "")
        sections = f"section {named}" if omitted else "a section"
        where = f", or go on at offset {cut_at}" if cut_at else ""
        hidden = sum(part.level > self.lowest for part in self.text_of.parts[self.first : self.last])
        headings = f" {hidden} deeper headings are left out too." if hidden else ""
        return f"\n[{left_out:,} of {sum(self.text_of.sizes):,} tokens omitted: ask for {sections}{where}.{headings}]\n"


def _parts(pieces: Sequence[Piece], title: str) -> Iterator[_Part]:
    """Split the pieces at headings; the notes at the end belong to none."""
    end = next((number for number, piece in enumerate(pieces) if piece.note), len(pieces))
    first_text = next((number for number, piece in enumerate(pieces) if piece.block or piece.note), end)
    heads = [number for number in range(end) if _is_heading(pieces[number])]
    starts = [0, *heads] if not heads or heads[0] else heads
    for index, start in enumerate(starts):
        last = starts[index + 1] if index + 1 < len(starts) else end
        if start in heads[:1] or index:
            block = pieces[start].block
            level, heading = (block.level, one_line(block.text)) if block else (0, "")
            yield _Part(index + (starts is heads), level, heading, start, start + 1, last)
        else:
            yield _Part(0, 0, title, start, min(first_text, last), last)


def _is_heading(piece: Piece) -> bool:
    return piece.block is not None and piece.block.kind is Kind.HEADING and not piece.block.quoted


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


def _words_of(piece: Piece) -> str:
    block = piece.block
    if block is None:
        return piece.text
    if block.table is not None:
        return table_text(block.table)
    if block.image is not None:
        return f"{block.image.alt} {block.image.caption}"
    return block.text


def _tokens(count: int) -> str:
    return f"{count:,} token{'s' * (count != 1)}"
