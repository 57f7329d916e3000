"""Links that open a page at a quote: text fragments (https://wicg.github.io/scroll-to-text-fragment/).

A browser scrolls to the first place where the words of the link are found, so they have to be there only once. Three
words in a row that the page has nowhere else make a quote unique; where its own first words are also elsewhere, more of
them are taken, and then those around it. Browsers compare whole words; in scripts without spaces, clauses stand for
words, because their words are found by dictionaries that differ. The cost is linear in the text of the page.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urldefrag

from tamis.text.words import BY_CHARACTER, character_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_UNSPACED = character_class(BY_CHARACTER)
_UNIT = re.compile(rf"[{_UNSPACED}]+[^\w\s\[]*|(?:(?![{_UNSPACED}])[^\s\[\]])+")
_LETTERS = re.compile(r"\W+")
_APART = re.compile(r"[\n\[\]]")
_RUN = 3
"""Words in a row by which places are told apart."""
_LEAST, _MOST = 4, 30
"""Words of the beginning of a quote."""
_WHOLE = 10
"""Most words of a quote that is given whole, not by its beginning and its end."""
_AROUND = 4
"""Words around a quote that is on the page twice."""
_LONGEST = 300
"""Characters of a beginning; longer clauses are cut to it, at the cost of the link."""


class _Unit(NamedTuple):
    """A word, or a clause of a script without spaces."""

    key: str
    start: int
    end: int


class TextFragments:
    """The words of a page, to tell which quotes are on it once."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Count the runs of words in the texts of a page's blocks."""
        self._counts: Counter[tuple[str, ...]] = Counter()
        for text in texts:
            keys = [unit.key for unit in _units(text)]
            self._counts.update(_runs(keys))

    def link(self, url: str | None, text: str, start: int = 0, end: int | None = None) -> str | None:
        """Return the link to a part of a block's text; None without URL or words."""
        directive = self.directive(text, start, end) if url else ""
        return f"{urldefrag(url).url}#:~:{directive}" if url and directive else None

    def directive(self, text: str, start: int = 0, end: int | None = None) -> str:
        """Return the text directive for a part of a block's text, as ``text=The%20sea,goes%20out``."""
        units = _units(text)
        stop = len(text) if end is None else end
        own = [number for number, unit in enumerate(units) if unit.start >= start and unit.end <= stop]
        own = _on_one_line(text, units, own)
        if not own:
            return ""
        first, last = own[0], own[-1] + 1
        if last - first <= _WHOLE:
            return self._written(text, units, (first, last), None)
        head = first + _LEAST
        while head < min(last, first + _MOST) and not self._is_unique(units, first, head):
            head += 1
        tail = max(head, last - _LEAST)
        return self._written(text, units, (first, head), (tail, last) if tail < last else None)

    def _written(self, text: str, units: Sequence[_Unit], head: tuple[int, int], tail: tuple[int, int] | None) -> str:
        before = after = ""
        if not self._is_unique(units, *head):
            low, high = head[0], head[1]
            while low > max(0, head[0] - _AROUND) and (low == head[0] or not _is_apart(text, units, low)):
                low -= 1
            before = f"{_encoded(text[units[low].start : units[head[0]].start])}-," if low < head[0] else ""
            while high < min(len(units), head[1] + _AROUND) and (high == head[1] or not _is_apart(text, units, high)):
                high += 1
            following = text[units[head[1] - 1].end : units[high - 1].end]
            after = f",-{_encoded(following)}" if tail is None and high > head[1] else ""
        end = f",{_encoded(_slice(text, units, *tail))}" if tail is not None else ""
        return f"text={before}{_encoded(_slice(text, units, *head))}{end}{after}"

    def _is_unique(self, units: Sequence[_Unit], first: int, last: int) -> bool:
        """Tell whether some run of words among these is on the page once."""
        keys = [unit.key for unit in units[first:last]]
        return any(self._counts[run] <= 1 for run in _runs(keys)) if len(keys) >= _RUN else False


def _units(text: str) -> list[_Unit]:
    return [
        _Unit(_LETTERS.sub("", match.group()).casefold(), match.start(), match.end())
        for match in _UNIT.finditer(text)
        if _LETTERS.sub("", match.group())
    ]


def _runs(keys: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(keys[offset:] for offset in range(_RUN)), strict=False)


def _on_one_line(text: str, units: Sequence[_Unit], own: list[int]) -> list[int]:
    """Return the words of the first line that has enough of them, else of the longest: none is found across lines.

    What is in square brackets is most often the mark of a note, and ends a line as well.
    """
    lines: list[list[int]] = []
    for number in own:
        if not lines or _is_apart(text, units, number):
            lines.append([])
        lines[-1].append(number)
    return next((line for line in lines if len(line) >= _LEAST), max(lines, key=len, default=[]))


def _is_apart(text: str, units: Sequence[_Unit], number: int) -> bool:
    """Tell whether a line break or the mark of a note is between a word and the one before."""
    return bool(_APART.search(text, units[number - 1].end, units[number].start))


def _slice(text: str, units: Sequence[_Unit], first: int, last: int) -> str:
    return text[units[first].start : units[last - 1].end] if last > first else ""


def _encoded(words: str) -> str:
    """Encode words for a text directive, in which dashes, commas and ampersands have a meaning."""
    return quote(" ".join(words.split())[:_LONGEST], safe="").replace("-", "%2D")
