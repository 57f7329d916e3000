"""Tokens: a page's source as tags and the texts between them, for strategies that read the source and not the tree.

Text ``k`` comes before tag ``k``, and one more text follows the last tag. Comments, scripts and styles are among the
tags, because they separate texts, but do not count as tags (`is_tag`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.text.expressions import repeated
from tamis.text.words import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Codes = np.ndarray[tuple[int], np.dtype[np.uint8 | np.uint32]]

# Every alternative also ends with the source and never backtracks, so that each character is looked at once.
_SCRIPT, _STYLE = "[sS][cC][rR][iI][pP][tT]", "[sS][tT][yY][lL][eE]"
_COMMENT_DASHES = repeated("-(?!-!?>)[^-]*+")
_TO_COMMENT_END = rf"(?:-?>|[^-]*+{_COMMENT_DASHES}(?:--!?>|\Z))"
_ATTRIBUTE_VALUES = repeated(r"=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z))?[^>=]*+")
TO_TAG_END = rf"[^>=]*+{_ATTRIBUTE_VALUES}(?:>|\Z)"
"""Regular expression for the rest of a tag after its name; a value in quotes may contain a `>`."""


def _raw(name: str) -> str:
    """Return an expression for an element whose text is not markup, from behind its `<`."""
    return rf"{name}(?=[\s/>])[^<]*+{repeated(f'<(?!/{name})[^<]*+')}(?:</[^>]*+(?:>|\Z)|\Z)"


_MARKUP = re.compile(
    rf"(<(?:!--{_TO_COMMENT_END}"
    rf"|{_raw(_SCRIPT)}"
    rf"|{_raw(_STYLE)}"
    rf"|/?[A-Za-z]{TO_TAG_END}"
    r"|[!?/][^>]*+(?:>|\Z)))"
)
_NO_TAG = re.compile(rf"<(?:!--|(?:{_SCRIPT}|{_STYLE})[\s/>])")
_LINK_TAGS = frozenset({"<a", "</a"})
_NAME = re.compile(r"</?[A-Za-z][^\s/>]*")


_LAST_SPACE, _NO_BREAK_SPACE, _LINE_END = 0x20, 0xA0, 0x0A


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tags of a page and the texts between them, in columns. Offsets count every line end as one character."""

    texts: Sequence[str]
    """Texts as in the source, with its entities; one more than there are tags."""
    tags: Sequence[str]
    """Tags, comments, and whole scripts and styles."""
    is_tag: Bools
    """True for the entries of `tags` that are tags."""
    tag_starts: Ints
    text_starts: Ints
    text_ends: Ints
    line_starts: Ints
    """Offsets where the lines of the source begin."""
    words: Ints
    """Number of words of each text."""
    sizes: Ints
    """Number of characters of each text that are not white space."""
    _places: Ints
    """Offset of each text in the joined text."""
    _uncounted: Ints
    """Offsets, in the joined text, of white space that does not count."""

    def names(self) -> list[str]:
        """Return the tags without their attributes, as ``<p`` and ``</div``; an empty string for what is not a tag."""
        matches = map(_NAME.match, self.tags)
        return [
            match.group().lower() if match and counts else ""
            for match, counts in zip(matches, self.is_tag.tolist(), strict=True)
        ]

    def linked(self, names: Sequence[str]) -> Bools:
        """Tell for each text whether it is in a link, given the names of the tags."""
        inside = False
        is_linked = [False]
        for name in names:
            if name in _LINK_TAGS:
                inside = name == "<a"
            is_linked.append(inside)
        return np.array(is_linked, dtype=np.bool_)

    def counted(self, texts: Ints, starts: Ints, ends: Ints) -> Ints:
        """Count the characters between offsets inside texts, white space folded and none at their edges."""
        moved = self._places[texts] - self.text_starts[texts]
        return ends - starts - _count(self._uncounted, starts + moved, ends + moved)


def read_tokens(html: str) -> Tokens:
    """Cut a page's source at its markup."""
    if "\r" in html:
        html = html.replace("\r\n", "\n").replace("\r", "\n")
    if "&nbsp;" in html:
        html = html.replace("&nbsp;", "      ")  # as many characters, so that no offset moves
    pieces = _MARKUP.split(html)
    texts, tags = pieces[::2], pieces[1::2]
    sizes = _lengths(pieces)
    ends = np.cumsum(sizes)
    places = np.append(0, np.cumsum(sizes[::2]))
    seen, word_places, uncounted = _characters("".join(texts), places[:-1])
    return Tokens(
        texts=texts,
        tags=tags,
        is_tag=np.fromiter(map(_is_tag, tags), dtype=np.bool_, count=len(tags)),
        tag_starts=ends[:-1:2],
        text_starts=np.append(0, ends[1::2]),
        text_ends=ends[::2],
        line_starts=np.append(0, np.cumsum(_lengths(html.split("\n")) + 1)[:-1]),
        words=_count(word_places, places[:-1], places[1:]),
        sizes=_count(seen, places[:-1], places[1:]),
        _places=places[:-1],
        _uncounted=uncounted,
    )


def _lengths(pieces: Sequence[str]) -> Ints:
    return np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces))


def _is_tag(markup: str) -> bool:
    return markup[1] not in "!sS" or _NO_TAG.match(markup) is None


def _characters(text: str, starts: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the offsets of characters that are not white space, of word beginnings, and of uncounted white space."""
    codes = _code_points(text)
    seen = codes > _LAST_SPACE
    if codes.dtype != np.uint8:
        seen &= codes != _NO_BREAK_SPACE
    after_seen = np.append(False, seen)[: len(seen)]
    after_seen[starts[starts < len(seen)]] = False  # the character before belongs to another text
    begins = seen & ~after_seen
    alone = _unspaced(codes)
    if len(alone):
        behind = alone[alone < len(codes) - 1] + 1
        begins[alone] = True
        begins[behind] |= seen[behind]
    # Of each run of white space the first character counts, but not at the end of a line.
    uncounted = ~seen & (~after_seen | (codes == _LINE_END))
    return np.flatnonzero(seen), np.flatnonzero(begins), np.flatnonzero(uncounted)


def _unspaced(codes: Codes) -> Ints:
    """Return the offsets of characters that are words by themselves."""
    if codes.dtype == np.uint8:
        return np.zeros(0, dtype=np.int64)
    places = np.flatnonzero(codes >= UNSPACED[0][0])
    high = codes[places]
    is_unspaced = np.zeros(len(high), dtype=np.bool_)
    for first, last in UNSPACED:
        is_unspaced |= (high >= first) & (high <= last)
    return places[is_unspaced]


def _code_points(text: str) -> Codes:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _count(places: Ints, starts: Ints, ends: Ints) -> Ints:
    """Count the places from each start up to each end."""
    result: Ints = np.searchsorted(places, ends) - np.searchsorted(places, starts)
    return result
