"""Links that open a page at a quote: text fragments (https://wicg.github.io/scroll-to-text-fragment/).

A browser scrolls to the first place where the words of the link are found, so they have to be there only once. Where
the first words of a quote are also elsewhere, more of them are taken, then those before it and those after it, also of
the blocks around. A quote that the page has twice with the same surroundings gets no link. Browsers compare whole
words, and a run of words is only found within one line: never across blocks, line breaks or cells. In scripts without
spaces, clauses stand for words, because their words are found by dictionaries that differ. The cost is linear in the
text of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urldefrag

from tamis.text.expressions import repeated
from tamis.text.words import BY_CHARACTER, character_class

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tamis.model import Article

_UNSPACED = character_class(BY_CHARACTER)
_APART = re.compile(
    r"[\n\[\]|·•‧∙│]|\s{2,}|(?<!\S)[^\s\\{}]*+[\\{}]\S*|(?<=[\u3005\u4e00-\u9fff])\([\u3040-\u30ff]{1,12}\)"
    r"|(?<=[\u3040-\u30ff\u4e00-\u9fff])\s(?=[\u3040-\u30ff\u4e00-\u9fff])"
)
"""Pattern of what ends a line: note marks are in brackets, formulas are drawn, boxes stand side by side, spaces that
do not collapse, as those within Chinese words seldom do, readings of Japanese words, which browsers show above them."""
_WORD = re.compile(r"\S+")
_CLAUSE = re.compile(r"\w" + repeated(r"\w|(?<=\d)[.,:](?=\d)|['’](?=\w)") + r"[^\w\s]*")
"""Pattern of a clause with its figures and foreign words; within it, browsers find words by dictionaries."""
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_LETTERS = re.compile(r"\W+")
_LEAST, _MOST = 4, 30
"""Words of the beginning of a quote."""
_WHOLE = 10
"""Most words of a quote that is given whole, not by its beginning and its end."""
_AROUND = 12
"""Most words before a quote, and after it, that tell it from others."""
_COMPARED = 200
"""Places with the same word that are compared; a quote of words that are all more frequent counts as repeated."""
_LONGEST = 300
"""Characters of a beginning; longer clauses are cut to it, at the cost of the link."""


class _Unit(NamedTuple):
    """A word, or a clause of a script without spaces."""

    key: str
    start: int
    end: int


class _Line(NamedTuple):
    """A part of a block within which a browser finds words."""

    block: int
    start: int
    """First character in the block's text that is not a space."""
    end: int
    first: int
    """Number of its first word among those of the page."""
    last: int
    touches: bool
    """True if only space is between it and the line before."""


class TextFragments:
    """The words of a page, to tell which quotes are on it once."""

    def __init__(self, texts: Sequence[str] | Mapping[int, str], hidden: Collection[int] = ()) -> None:
        """Index the texts of a page's blocks in reading order, by number if not all are there.

        Hidden ones count, but stand beside no other.
        """
        self._texts = texts if isinstance(texts, Mapping) else dict(enumerate(texts))
        self._units: list[_Unit] = []
        self._lines: list[_Line] = []
        self._first_line: dict[int, int] = {}
        """Number of the first line of each block."""
        for block in self._texts:
            if block not in hidden:
                self._add(block)
        for block in sorted(hidden):
            self._add(block)
        self._places: dict[str, list[int]] = {}
        for number, unit in enumerate(self._units):
            self._places.setdefault(unit.key, []).append(number)
        self._blocks: dict[str, int] | None = None

    def _add(self, block: int) -> None:
        text = self._texts[block]
        self._first_line[block] = len(self._lines)
        end = 0
        for start, stop in _gaps(text):
            units = list(_units(text, start, stop))
            if not units:
                continue
            part = text[start:stop]
            start += len(part) - len(part.lstrip())
            touches = not text[end:start].strip()
            end = start + len(part.strip())
            first = len(self._units)
            self._units += units
            self._lines.append(_Line(block, start, end, first, len(self._units), touches))

    def link(
        self,
        url: str | None,
        text: str,
        start: int = 0,
        end: int | None = None,
        *,
        block: int | None = None,
        alone: bool = False,
    ) -> str | None:
        """Return the link to a part of a block's text; None without URL, or if its words are not on the page once.

        `block` is the number of the block among the page's texts, where it is known. With `alone`, four words of the
        quote have to be enough, without those of other lines.
        """
        directive = self.directive(text, start, end, block=block, alone=alone) if url else ""
        return f"{urldefrag(url).url}#:~:{directive}" if url and directive else None

    def directive(
        self, text: str, start: int = 0, end: int | None = None, *, block: int | None = None, alone: bool = False
    ) -> str:
        """Return the text directive for a part of a block's text, as ``text=The%20sea,goes%20out``.

        That for a whole block, which has no `end`, names its first words alone.
        """
        number = self._block_with(text, block)
        if number is None:
            return ""
        offset = max(self._texts[number].find(text), 0)
        stop = offset + (len(text) if end is None else end)
        quoted = [(line, own) for line in self._lines_of(number) if (own := self._own(line, offset + start, stop))]
        enough = [pair for pair in quoted if len(pair[1]) >= _LEAST]
        few = [] if alone else sorted(quoted, key=lambda pair: -len(pair[1]))
        for line, own in enough or few:
            if directive := self._directive_in(line, own, has_tail=end is not None, alone=alone):
                return directive
        return ""

    def _block_with(self, text: str, block: int | None) -> int | None:
        """Find the block of a text: the one that is named, if it has it or is its first row; else an equal one."""
        if block is not None and block in self._texts:
            own = self._texts[block]
            if text in own or (own and text.startswith(own)):
                return block
        if self._blocks is None:
            self._blocks = {own: number for number, own in reversed(list(self._texts.items()))}
        return self._blocks.get(text)

    def _lines_of(self, block: int) -> Sequence[int]:
        first = last = self._first_line[block]
        while last < len(self._lines) and self._lines[last].block == block:
            last += 1
        return range(first, last)

    def _own(self, line: int, start: int, stop: int) -> range:
        """Return the numbers of a line's words that are between two characters of its block."""
        own = [
            number
            for number in range(self._lines[line].first, self._lines[line].last)
            if self._units[number].start >= start and self._units[number].end <= stop
        ]
        return range(own[0], own[-1] + 1) if own else range(0)

    def _directive_in(self, line: int, own: range, *, has_tail: bool, alone: bool) -> str:
        """Return the directive for words of one line; empty if nothing tells them from others on the page."""
        first, last = own.start, own.stop
        head = last if last - first <= _WHOLE else first + _LEAST
        while head < min(last, first + _MOST) and not self._is_once(first, head):
            head += 1
        is_whole = head == last
        tail = max(head, last - _LEAST) if has_tail else last
        around = self._around(line, first, head, last if is_whole else None, alone=alone)
        if around is None:
            return ""
        low, high = around
        text = self._texts[self._lines[line].block]
        own_line = self._lines[line]
        start = own_line.start if first == own_line.first else self._units[first].start
        end = own_line.end if head == own_line.last else self._units[head - 1].end
        parts = [self._words_before(line, low, start) + "-"] if low < first else []
        parts.append(_encoded(text[start:end]))
        parts += [_encoded(text[self._units[tail].start : self._units[last - 1].end])] if tail < last else []
        parts += ["-" + self._words_after(line, end, high)] if high > head else []
        return "text=" + ",".join(parts)

    def _words_before(self, line: int, low: int, start: int) -> str:
        own = self._lines[line]
        if low >= own.first:
            return _encoded(self._texts[own.block][self._units[low].start : start])
        before = self._lines[line - 1]
        return _encoded(self._texts[before.block][self._units[low].start : before.end])

    def _words_after(self, line: int, end: int, high: int) -> str:
        own = self._lines[line]
        if high <= own.last:
            return _encoded(self._texts[own.block][end : self._units[high - 1].end])
        following = self._lines[line + 1]
        return _encoded(self._texts[following.block][following.start : self._units[high - 1].end])

    def _around(self, line: int, first: int, head: int, last: int | None, *, alone: bool) -> tuple[int, int] | None:
        """Return the first word before a quote and the end of those after it that tell it from others.

        Words of its own line are taken first, then those of the lines around. Without `last`, the quote goes on after
        its head, and no words follow it. None if the page has it twice with all these words around it.
        """
        own = self._lines[line]
        low, high = first, head
        for lines in (0,) if alone else (0, 1):
            before = self._lines[line - lines] if first == own.first and own.touches and line else own
            after = self._lines[min(line + lines, len(self._lines) - 1)] if head == own.last else own
            lowest = max(before.first, first - _AROUND)
            highest = head if last is None or (lines and not after.touches) else min(after.last, head + _AROUND)
            while not self._is_once(low, high):
                if low > lowest:
                    low -= 1
                elif high < highest:
                    high += 1
                else:
                    break
            else:
                return low, high
        return None

    def _is_once(self, first: int, last: int) -> bool:
        """Tell whether these words in a row are on the page once, also across lines."""
        units = self._units
        rarest = min(range(first, last), key=lambda number: len(self._places[units[number].key]))
        places = self._places[units[rarest].key]
        if len(places) > _COMPARED:
            return False
        shift = rarest - first
        keys = [unit.key for unit in units[first:last]]
        for place in places:
            start = place - shift
            if start != first and start >= 0 and [unit.key for unit in units[start : start + len(keys)]] == keys:
                return False
        return True


def fragments_of(article: Article) -> TextFragments:
    """Index the page of an article; its own blocks if the page does not have them, as where data has the text."""
    texts = article.page_texts()
    own = [block for block in article.blocks if block.text]
    missing = sum(block.index >= len(texts) or not block.text.startswith(texts[block.index]) for block in own)
    if missing * 2 <= len(own):
        return TextFragments(texts, article.hidden_texts())
    numbered: dict[int, str] = {}
    for block in own:
        is_new = block.index not in numbered  # blocks of several pages can have the same number
        numbered[block.index if is_new else -len(numbered)] = block.text
    return TextFragments(numbered)


def _gaps(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the lines of a text."""
    start = 0
    for match in _APART.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _units(text: str, start: int, end: int) -> Iterator[_Unit]:
    pattern = _CLAUSE if _IS_UNSPACED.search(text, start, end) else _WORD
    for match in pattern.finditer(text, start, end):
        if key := _LETTERS.sub("", match.group()).casefold():
            yield _Unit(key, match.start(), match.end())


def _encoded(words: str) -> str:
    """Encode words for a text directive, in which dashes, commas and ampersands have a meaning."""
    return quote(" ".join(words.split())[:_LONGEST], safe="").replace("-", "%2D")
