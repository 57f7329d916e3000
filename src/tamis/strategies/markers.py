"""What the names of elements and the short lines of a page say about its parts. For every strategy that wants to know.

A mark is a bit. `node_marks` reads it off an element: its tag, its role, the words of its class and id. `inherited`
hands the marks down to what stands in the element. `line_marks` reads it off a short line: ``Related articles``,
``12 comments``, ``By Jane Doe``. A mark says what the page's author called a part, and no more; a strategy decides what
follows from it. The words are in `tamis.text.markup_names` and `tamis.text.phrases`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.text import markup_names, phrases
from tamis.text.datewords import is_date_line
from tamis.text.phrases import EDGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.parse import Document

MARKS: tuple[str, ...] = (
    *markup_names.NAMES,
    "main", "figure", "read time", "credit",
)  # fmt: skip
"""The marks in the order of their bits: the mark ``MARKS[n]`` is the bit ``1 << n``."""

BITS: dict[str, int] = {name: 1 << place for place, name in enumerate(MARKS)}
"""The bit of each mark."""

NAVIGATION, HEADER, FOOTER, SIDEBAR = (BITS[name] for name in ("navigation", "header", "footer", "sidebar"))
BREADCRUMB, PAGINATION, COMMENTS, RELATED = (BITS[x] for x in ("breadcrumb", "pagination", "comments", "related"))
SHARE, AUTHOR, DATE, META, TAGS = (BITS[name] for name in ("share", "author", "date", "meta", "tags"))
ADVERTISEMENT, PROMPT, CONSENT, POPUP = (BITS[name] for name in ("advertisement", "prompt", "consent", "popup"))
CAPTION, BODY, ARTICLE, TITLE, LEAD = (BITS[name] for name in ("caption", "body", "article", "title", "lead"))
TEASER, PRODUCT, REVIEW, FORUM, TOOLS = (BITS[name] for name in ("teaser", "product", "review", "forum", "tools"))
FORM, NOTICE, LEGAL, CONTENTS, CONTACT = (BITS[name] for name in ("form", "notice", "legal", "contents", "contact"))
MEDIA, HIDDEN, MAIN, FIGURE = (BITS[name] for name in ("media", "hidden", "main", "figure"))
READ_TIME, CREDIT = BITS["read time"], BITS["credit"]

MAX_LINE = 60
"""Characters of a line that is looked up."""
MAX_WORDS = 8
"""Words of it. Languages without spaces have one."""
MOST = 0.6
"""A name on an element with more than this share of the page's long text, from the start of it, says nothing: it is
the frame of the page. CUTER's names of advertisements go by the same idea."""
BEFORE = 0.1
"""An element with less than this share of the long text before it holds that text from the start. One with more may
hold most of the text and still be what it is named: the comments below a short article."""
LONG = 80
"""Characters from which a block is long text, as are few menus' entries and headings."""


class _Word(NamedTuple):
    """What a word of a name says by itself and with the word after it."""

    alone: int
    pairs: dict[str, int]


def _words() -> dict[str, _Word]:
    found: dict[str, _Word] = {}
    entries = [(name, BITS[mark]) for mark, names in markup_names.NAMES.items() for name in names]
    for name, bit in (*entries, *((pair, 0) for pair in markup_names.MEANINGLESS)):
        first, _, second = name.partition("-")
        word = found.get(first, _Word(0, {}))
        if second:
            word.pairs[second] = word.pairs.get(second, 0) | bit
        else:
            word = _Word(word.alone | bit, word.pairs)
        found[first] = word
    return found


_WORDS = _words()
_NO_NAMES = markup_names.NO_NAMES
_TAGS = {tag: BITS[mark] for tag, mark in markup_names.TAGS.items()}
_ROLES = {role: BITS[mark] for role, mark in markup_names.ROLES.items()}
_PROPERTIES = {name: BITS[mark] for name, mark in markup_names.PROPERTIES.items()}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DIGITS = "0123456789"
_FRAMES = frozenset({"html", "body"})
_ARTICLES = frozenset({"article", "main"})


def node_marks(document: Document) -> list[int]:
    """The marks of each structural element: of itself, not of what it stands in. The page's body has none."""
    seen: dict[str, int] = {}
    marks: list[int] = []
    tag_marks, frames = _TAGS, _FRAMES
    for tag, element in zip(document.tags, document.elements, strict=True):
        if tag in frames:
            marks.append(0)
            continue
        mark = tag_marks.get(tag, 0)
        names = element.attr("class")
        if names:
            known = seen.get(names)
            if known is None:
                known = seen[names] = _marks_of(names, seen)
            mark |= known
        names = element.attr("id")
        if names:
            known = seen.get(names)
            if known is None:
                known = seen[names] = _marks_of(names, seen)
            mark |= known
        marks.append(mark)
    _add_attributes(document, marks)
    _settle_headers(document, marks)
    return marks


def _add_attributes(document: Document, marks: list[int]) -> None:
    """The marks of ARIA's roles and microdata, which few elements have."""
    found = document.tree.select("[role], [itemprop]")
    if not found:
        return
    extra = {}
    for element in found:
        mark = _ROLES.get(element.attr("role") or "", 0) | _PROPERTIES.get(element.attr("itemprop") or "", 0)
        if mark:
            extra[element] = mark
    if extra:
        for node, element in enumerate(document.elements):
            if element in extra:
                marks[node] |= extra[element]


def _settle_headers(document: Document, marks: list[int]) -> None:
    """The ``header`` of an article or a section holds its title; only the page's own is the head of the page."""
    tags, parents = document.tags, document.parents
    for node, tag in enumerate(tags):
        if tag == "header":
            above = parents[node]
            while above >= 0 and tags[above] not in _ARTICLES:
                above = parents[above]
            if above >= 0:
                marks[node] = marks[node] & ~HEADER | TITLE


def _marks_of(names: str, seen: dict[str, int]) -> int:
    """The marks of a list of names, such as a class."""
    mark = 0
    for name in names.split():
        known = seen.get(name)
        if known is None:
            known = seen[name] = mark_of_name(name)
        mark |= known
    return mark


def mark_of_name(name: str) -> int:
    """The marks of one name: its words are parted by hyphens, underscores or humps."""
    if ":" in name or "[" in name:  # what a style does in some state, not what the part is
        return 0
    if not name.islower():
        name = _HUMP.sub("-", name).lower()
    if "_" in name:
        name = name.replace("_", "-")
    words = [word.rstrip(_DIGITS) for word in name.split("-") if word]
    mark = 0
    last = len(words) - 1
    at = 0
    while at <= last:
        word = _WORDS.get(words[at])
        if word is not None:
            if at < last and (pair := word.pairs.get(words[at + 1])) is not None:
                mark |= pair
                at += 2
                continue
            mark |= word.alone
        if at == 0 and words[0] in _NO_NAMES:
            return 0
        at += 1
    return mark


def inherited(document: Document, marks: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """For each node its marks and those of all that it stands in. `sizes` are those of the blocks' texts.

    Names say nothing on an element that frames the page: one that holds over `MOST` of the long text, and holds it from
    the start. Only `BODY` counts there too, and the tags ``main`` and ``article``.
    """
    lengths = np.asarray(sizes, dtype=np.int64)
    lengths = np.where(lengths >= LONG, lengths, 0)
    before = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=before[1:])
    total = int(before[-1])
    starts = before[np.asarray(document.first, dtype=np.int64)]
    held = before[np.asarray(document.last, dtype=np.int64)] - starts
    frames = ((held > MOST * total) & (starts < BEFORE * total)).tolist()
    result: list[int] = []
    append = result.append
    for mark, parent, frame in zip(marks, document.parents, frames, strict=True):
        if frame:
            mark &= _OF_FRAMES
        append(mark | result[parent] if parent >= 0 else mark)
    return result


_OF_FRAMES = BODY | MAIN | ARTICLE


# Lines.


def _table(*lists: tuple[int, Iterable[str]]) -> dict[str, int]:
    table: dict[str, int] = {}
    for bit, lines in lists:
        for line in lines:
            table[line] = table.get(line, 0) | bit
    return table


_LINES = _table(
    (RELATED, phrases.RELATED),
    (COMMENTS, phrases.COMMENTS),
    (SHARE, phrases.SHARE),
    (ADVERTISEMENT, phrases.ADVERTISEMENT),
    (PROMPT, phrases.PROMPT),
    (TAGS, phrases.TAGS),
    (LEGAL, phrases.LEGAL),
    (READ_TIME, phrases.READ_TIME),
    (CREDIT, phrases.CREDITS),
)
"""What a whole line says."""
_HEADS = _table(
    (RELATED, phrases.RELATED_HEADS),
    (TAGS, phrases.TAGS_HEADS),
    (CREDIT, phrases.CREDIT_HEADS),
    (READ_TIME, phrases.READ_TIME_STARTS),
    (AUTHOR, phrases.BYLINE_HEADS),
)
"""What stands before a colon."""
_STARTS = _table(
    (RELATED, phrases.RELATED_STARTS),
    (TAGS, phrases.TAGS_STARTS),
    (CREDIT, phrases.CREDIT_STARTS),
    (READ_TIME, phrases.READ_TIME_STARTS),
    (AUTHOR, phrases.BYLINE_STARTS),
    (LEGAL, ("copyright",)),
)
"""What a line begins with, one word or two."""
_FIRST_WORDS = frozenset(start.partition(" ")[0] for start in _STARTS)
_DIGIT = re.compile(r"\d")
_COLON = re.compile(r"\s*[:：／＝]\s*")
_LEGAL_ENDS = tuple(sorted(phrases.LEGAL_ENDS))


def line_marks(document: Document, authors: Sequence[str] = ()) -> list[int]:
    """The marks of each short block by what its text says. A line with the name of one of `authors` is a byline."""
    table = _LINES
    if authors:
        table = {**table, **{phrases.normal(author): AUTHOR for author in authors}}
    marks = [0] * len(document)
    for block, text in enumerate(document.texts):
        if not text or len(text) > MAX_LINE:
            continue
        line = text.casefold()
        key = line.strip(EDGES)
        mark = table.get(key)
        if mark is not None:
            marks[block] = mark
        elif key.count(" ") < MAX_WORDS:
            marks[block] = _mark_of_line(text, line, key)
        elif line[0] == "©":
            marks[block] = LEGAL
    return marks


def _mark_of_line(text: str, line: str, key: str) -> int:
    """The marks of a line that is in no list as a whole."""
    mark = 0
    first, _, rest = key.partition(" ")
    if first in _FIRST_WORDS:
        mark = _STARTS.get(f"{first} {rest.partition(' ')[0]}", 0)
        if mark == 0:
            mark = _STARTS.get(first, 0)
            if mark == AUTHOR and not _is_name(text.split()[1:]):
                mark = 0
    if ":" in line or not line.isascii():
        parts = _COLON.split(line, maxsplit=1)
        if len(parts) == 2 and (head := _HEADS.get(parts[0].strip(EDGES))):
            mark |= head
    if _DIGIT.search(line) and is_date_line(line):
        mark |= DATE
    if "©" in line or line.endswith(_LEGAL_ENDS):
        mark |= LEGAL
    return mark


def _is_name(words: Sequence[str]) -> bool:
    """Whether the words after ``By`` are names: two or more with capitals (if the script has them), and no sentence."""
    capitals = 0
    for word in words:
        first = word[0]
        if first.isupper() or (first.isalpha() and not first.islower()):
            capitals += 1
        elif first.islower() and word.casefold() not in _JOINERS:
            break
        if not first.isalpha() or word[-1] in ",;|":
            break  # what comes then is a date or a post
    else:
        return capitals > 1
    return capitals > 1 and not words[0][0].islower() and not first.islower()


_JOINERS = phrases.NAME_JOINERS
