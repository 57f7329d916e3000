"""Limits for XML from others, so that reading it costs no more than its size.

Feed parsers compare each attribute of an element with all others, each category of an entry likewise, copy the URI of a
namespace for every element in it, and look for e-mail addresses with a pattern that is slow on long words. All of it is
quick on real feeds and takes hours on feeds made for it. So the markup is scanned once before: a document is cut off
where it exceeds a limit, and the result says so.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_DEPTH = 200
"""Maximum depth of nested elements; real feeds have ten, broken ones some dozens."""
MAX_ATTRIBUTES = 200
"""Maximum number of attributes of an element; real ones have up to thirty, most of them namespaces of the root."""
MAX_PREFIXES = 200
"""Maximum number of namespace prefixes that a document may declare; real feeds have up to thirty."""
MAX_URI = 1_000
"""Maximum bytes of a namespace URI, of a language, and of all base URLs around an element; real ones have a hundred."""
MAX_REPEATED = 1_000
"""Maximum number of authors and categories of an entry together; real ones have a dozen."""
MAX_WORD = 300
"""Maximum bytes without a space in the name of an author; e-mail addresses have up to 254 (RFC 5321)."""

_MARKUP = re.compile(rb"""<(?:(!\[CDATA\[)|(!--)|(/?)([^\s<>/!?&"'=]+))""")
_IN_TAG = re.compile(rb"""=|"[^"<]*+"|'[^'<]*+'|[<>]""")
_INHERITED = re.compile(
    rb"""(?:(?<![^\s"'])(xmlns)(?::([^\s="']*+))?|\b(?:base|lang))\s*+=\s*+(?:"([^"]*+)|'([^']*+))""", re.IGNORECASE
)
_LONG_WORD = re.compile(rb"[\w.+@&#;-]{%d}" % MAX_WORD)
_SPACE = re.compile(rb"\s")
_WITHOUT_END = frozenset({b"br", b"hr", b"img"})
"""Elements that broken feeds leave open; they do not count for the depth."""
_ENTRIES = frozenset({b"item", b"entry", b"channel", b"feed"})
_AUTHORS = frozenset({b"author", b"creator", b"managingeditor", b"webmaster", b"publisher", b"contributor", b"owner"})
_CATEGORIES = frozenset({b"category", b"subject", b"keywords", b"tags"})


class Limited(NamedTuple):
    """A document within the limits."""

    data: bytes
    problems: tuple[str, ...] = ()
    """Description of what was left out, in words."""


def within_limits(data: bytes) -> Limited:
    """Cut a document off where it exceeds a limit, and remove names of authors that are slow to read."""
    return _Scan(data).run()


class _TooMuch(Exception):
    """The limit that a document exceeds, in words."""


class _Scan:
    """One scan of the markup of a document."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._depth = 0
        self._bases: list[tuple[int, int]] = []
        """Depth of each base URL around the current position, and its length together with those around it."""
        self._prefixes: set[bytes] = set()
        self._repeated = 0
        self._short: tuple[bytes, int] | None = None
        """Element whose text is limited, if one is open, and the depth around it."""
        self._word = 0
        """Number of bytes of the last word in it; comments and CDATA sections do not end a word."""
        self._left_out: list[tuple[int, int]] = []

    def run(self) -> Limited:
        offset, start = 0, 0
        try:
            while (markup := _MARKUP.search(self._data, offset)) is not None:
                start = markup.start()
                self._text(offset, start)
                if markup[1]:
                    end = self._find(b"]]>", markup.end())
                    self._text(markup.end(), end)
                    offset = end + len(b"]]>")
                elif markup[2]:
                    offset = self._find(b"-->", markup.end()) + len(b"-->")
                elif markup[3]:
                    self._close()
                    offset = markup.end()
                else:
                    offset = self._open(markup[4].rpartition(b":")[2].lower(), markup.end())
        except _TooMuch as problem:
            return Limited(self._without_left_out(start), (f"{problem}; the rest was left out", *self._problems()))
        return Limited(self._without_left_out(len(self._data)), self._problems())

    def _find(self, sign: bytes, offset: int) -> int:
        end = self._data.find(sign, offset)
        return end if end >= 0 else len(self._data)

    def _open(self, name: bytes, offset: int) -> int:
        """Check a start tag. Return the offset where it ends."""
        end, attributes = self._end_of_tag(offset)
        if attributes > MAX_ATTRIBUTES:
            raise _TooMuch(f"an element has more than {MAX_ATTRIBUTES} attributes")
        self._inherit(self._data[offset:end])
        if name in _ENTRIES:
            self._repeated = 0
        is_open = name not in _WITHOUT_END and self._data[end - 1 : end] != b"/"
        if name in _AUTHORS or name in _CATEGORIES:
            self._count(1)
            self._short, self._word = (name, self._depth) if is_open else self._short, 0
        self._depth += is_open
        if self._depth > MAX_DEPTH:
            raise _TooMuch(f"elements are more than {MAX_DEPTH} deep")
        return end

    def _end_of_tag(self, offset: int) -> tuple[int, int]:
        """Find the end of a tag, and count its attributes at most."""
        attributes = 0
        while (delimiter := _IN_TAG.search(self._data, offset)) is not None:
            if delimiter.group() in b"<>":
                return delimiter.start(), attributes
            attributes += delimiter.group() == b"="
            offset = delimiter.end()
        return len(self._data), attributes

    def _inherit(self, tag: bytes) -> None:
        """Count what an element passes on to those inside it: namespaces, base URL, language."""
        for declaration in _INHERITED.finditer(tag):
            length = len(declaration[3] or declaration[4] or b"")
            if declaration[1]:
                self._prefixes.add(declaration[2] or b"")
                length = max(length, len(declaration[2] or b""))
            else:
                while self._bases and self._bases[-1][0] >= self._depth:
                    self._bases.pop()
                length += self._bases[-1][1] if self._bases else 0
                self._bases.append((self._depth, length))
            if length > MAX_URI:
                raise _TooMuch(f"a namespace, base URL or language has more than {MAX_URI:,} bytes")
        if len(self._prefixes) > MAX_PREFIXES:
            raise _TooMuch(f"more than {MAX_PREFIXES} prefixes of namespaces are declared")

    def _close(self) -> None:
        self._depth -= 1
        if self._short is not None and self._depth <= self._short[1]:
            self._short = None

    def _count(self, number: int) -> None:
        self._repeated += number
        if self._repeated > MAX_REPEATED:
            raise _TooMuch(f"an entry has more than {MAX_REPEATED:,} authors and categories")

    def _text(self, start: int, end: int) -> None:
        """Check a piece of text."""
        if self._short is None or start == end:
            return
        if self._short[0] in _CATEGORIES:
            self._count(self._data.count(b",", start, end))
            return
        self._word = 0 if _SPACE.search(self._data, start, end) else self._word + end - start
        if self._word > MAX_WORD or _LONG_WORD.search(self._data, start, end) is not None:
            self._left_out.append((start, end))

    def _without_left_out(self, end: int) -> bytes:
        kept, offset = [], 0
        for start, stop in self._left_out:
            kept.append(self._data[offset:start])
            offset = stop
        return b"".join((*kept, self._data[offset:end])) if kept else self._data[:end]

    def _problems(self) -> tuple[str, ...]:
        return (f"names with words of more than {MAX_WORD} bytes were left out",) if self._left_out else ()
