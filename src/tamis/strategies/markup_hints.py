"""Hints from markup: what the names of elements say about the parts of a page. Shared by strategies.

A hint is a bit. `read_names` reads it off an element: its tag, its role, the words of its class and id. `inherit_hints`
hands the hints down to what is in the element. `find_line_hints` (from the module of that name) reads it off a
short line. A hint says what the page's author called a part, and no more; a strategy decides what follows from it. The
words are in `tamis.text.markup_names`, the bits in `tamis.strategies.part_hints`.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.parse.document import Nearest
from tamis.strategies.line_hints import find_line_hints
from tamis.strategies.part_hints import (
    ARTICLE,
    BITS,
    BODY,
    BREADCRUMB,
    BUTTON,
    CONSENT,
    CONTENTS,
    FOOTER,
    HEADER,
    HINTS,
    LEGAL,
    MAIN,
    NAVIGATION,
    PAGINATION,
    PROMPT,
    RELATED,
    SHARE,
    TAGS,
    TITLE,
)
from tamis.text import markup_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document
    from tamis.parse.document import Ints
    from tamis.parse.tree import Element

__all__ = [
    "BITS", "HINTS", "Names", "find_line_hints", "hints_of_element", "inherit_hints", "node_hints", "origin",
    "read_names",
]  # fmt: skip

MOST = 0.6
"""A name on an element with more than this share of the page's long text, from the start of it, says nothing: it is
the frame of the page. CUTER's names of advertisements go by the same idea."""
BEFORE = 0.1
"""An element with less than this share of the long text before it holds that text from the start. One with more may
hold most of the text and still be what it is named: the comments below a short article."""
LONG = 80
"""Characters from which a block is long text, as are few menus' entries and headings."""
MAX_MENU = 500
"""Blocks of a part that is closed: what is larger is looked into."""
RUNNING = 200
"""Characters from which a block is running text even in a footer."""
MAX_NAME = 60
"""Characters of a name that a reason shows."""
MAX_RANDOM = 9
"""Characters from which the last part of a name is no longer taken for a random one."""
MIN_HUMP, MIN_LAST_HUMP = 3, 4
"""Letters that a word has at least in a name with humps, and in its part after a hyphen or an underscore."""
MAX_ID_WORDS = 4
"""An id with more words is a heading's own text, to be linked to."""


class _Word(NamedTuple):
    """What a word of a name says by itself and with the word after it."""

    alone: int
    pairs: dict[str, int]


def _words() -> dict[str, _Word]:
    found: dict[str, _Word] = {}
    entries = [(name, BITS[hint]) for hint, names in markup_names.NAMES.items() for name in names]
    for name, bit in (*entries, *((pair, 0) for pair in markup_names.MEANINGLESS)):
        first, _, second = name.partition("-")
        word = found.get(first) or _Word(0, {})
        if second:
            word.pairs[second] = word.pairs.get(second, 0) | bit
        else:
            word = _Word(word.alone | bit, word.pairs)
        found[first] = word
    for name, hint in markup_names.LATER.items():
        found[name] = _Word(found[name].alone | BITS[hint], found[name].pairs)
    return found


_WORDS = _words()
_FIRST = {word: BITS[hint] for word, hint in markup_names.FIRST.items()}
_NO_NAMES = {word: BITS[hint] if hint else 0 for word, hint in markup_names.NO_NAMES.items()}
_SPECIAL_FIRST = frozenset((*_NO_NAMES, *_FIRST))
_WHOLE = {name: BITS[hint] for name, hint in markup_names.WHOLE.items()}
_TAGS = {tag: BITS[hint] for tag, hint in markup_names.TAGS.items()}
_ROLES = {role: BITS[hint] for role, hint in markup_names.ROLES.items()}
_PROPERTIES = {name: BITS[hint] for name, hint in markup_names.PROPERTIES.items()}
_HUMPS = re.compile("[A-Z]*[^A-Z]+|[A-Z]+")
_DIGITS = "0123456789"
_FRAMES = frozenset({"html", "body"})
_ARTICLES = frozenset({"article", "main"})
_SECTIONS = frozenset({"section", "blockquote", "aside"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CLOSED = (
    NAVIGATION | HEADER | FOOTER | BREADCRUMB | PAGINATION | SHARE | CONSENT | RELATED | TAGS | PROMPT | CONTENTS
    | BUTTON | LEGAL
)  # fmt: skip
"""Parts that are not looked into, as long as they hold no running text: whatever is there belongs to them."""
MENUS = NAVIGATION | HEADER | FOOTER | BREADCRUMB | PAGINATION | SHARE | CONSENT
"""Those of them that are never part of an article, if they are such by their tag or hold mostly links."""
LINKED = 0.4
"""The share of links in a menu that is not one by its tag."""
LINE = 120
"""Characters that no line of a menu has."""
_NO_PAIRS: dict[str, int] = {}


class Names(NamedTuple):
    """What was read off a page's structural elements."""

    hints: list[int]
    """Of each element: of itself, not of what it is in."""
    classes: list[str]
    """Every class attribute that was read, once; the first is empty."""
    of_nodes: Sequence[int]
    """Which of them each element has."""
    ids: list[tuple[int, str]]
    """The elements that have an id, with it."""
    menus: list[tuple[int, int]]
    """From which block to which the closed parts go that are never the article's: menus, headers, footers."""


def node_hints(document: Document) -> list[int]:
    """The hints of each structural element."""
    return read_names(document).hints


def read_names(document: Document) -> Names:
    """The names of each structural element, and the hints that they give.

    The page's body has no hints, nor has what holds no block. Inside of menus and footers names are not read, as long
    as they hold no running text and are not most of the page: whatever is there is part of the menu.
    """
    texts, first, last, parents = document.texts, document.block_start, document.block_stop, document.parents
    roles, properties = _ROLES, _PROPERTIES
    seen: dict[str, int] = {}
    numbers: dict[str, int] = {}
    classes, class_hints = [""], [0]
    hints = [0] * len(parents)
    of_nodes = array("q", bytes(8 * len(parents)))
    ids: list[tuple[int, str]] = []
    menus: list[tuple[int, int]] = []
    tag_hints, frames, most = _TAGS, _FRAMES, min(MAX_MENU, MOST * len(texts))
    in_article = _within(document, _ARTICLES)
    in_section = _within(document, _SECTIONS)
    closed = len(parents)
    for node, (tag, element, parent, begin, end) in enumerate(
        zip(document.tags, document.elements, parents, first, last, strict=True)
    ):
        if parent >= closed:
            continue
        closed = len(parents)
        if begin == end:
            continue
        hint = tag_hints.get(tag, 0)
        names = element.attr("class")
        if names:
            number = numbers.get(names)
            if number is None:
                number = numbers[names] = len(classes)
                classes.append(names)
                class_hints.append(_hints_of(names, seen))
            of_nodes[node] = number
            hint |= class_hints[number]
        names = element.attr("id")
        if names:
            ids.append((node, names))
            known = seen.get(names)
            if known is None:
                known = seen[names] = 0 if names.count("-") >= MAX_ID_WORDS else _hint_of_name(names)
            hint |= known
        role, kind = element.attr("role"), element.attr("itemprop")
        if role or kind:
            hint |= roles.get(role or "", 0) | properties.get(kind or "", 0)
        if hint and tag not in frames:
            inside = (tag == "header" or tag == "footer") and in_article.of(node)
            if inside and tag == "header":
                hint = hint & ~HEADER | TITLE
            hints[node] = hint
            if hint & CLOSED and not inside and end - begin < most:
                longest = max(map(len, texts[begin:end]))
                if longest < RUNNING:
                    closed = node
                    if hint & MENUS and longest < LINE and _is_menu(document, node, in_section):
                        menus.append((begin, end))
    return Names(hints, classes, of_nodes, ids, menus)


def _is_menu(document: Document, node: int, in_section: Nearest[bool]) -> bool:
    """Whether a part that is named a menu, a header or a footer is one: by its tag, or because it is mostly links.

    Parts of articles have such names, too: the heading of a section, the header with the title and the lead.
    """
    tag = document.tags[node]
    if tag in _HEADINGS:
        return False
    if tag == "nav" or (tag == "footer" and not in_section.of(node)):
        return True
    begin, end = document.block_start[node], document.block_stop[node]
    return sum(document.link_sizes[begin:end]) > LINKED * sum(map(len, document.texts[begin:end]))


def _within(document: Document, tags: frozenset[str]) -> Nearest[bool]:
    """Tells of nodes whether they are in an element with one of these tags."""
    return Nearest(document, lambda node: True if document.tags[node] in tags else None, otherwise=False)


def _hints_of(names: str, seen: dict[str, int]) -> int:
    """The hints of a list of names, such as a class."""
    hint = 0
    for name in names.split():
        known = seen.get(name)
        if known is None:
            known = seen[name] = _hint_of_name(name)
        hint |= known
    return hint


def hints_of_element(element: Element, seen: dict[str, int] | None = None) -> int:
    """The hints of one element, by its tag, class and id. `seen` takes what names of the page are known to say."""
    hint = _TAGS.get(element.tag, 0)
    if names := element.attr("class"):
        hint |= _hints_of(names, {} if seen is None else seen)
    if name := element.attr("id"):
        hint |= 0 if name.count("-") >= MAX_ID_WORDS else _hint_of_name(name)
    return hint


def _hint_of_name(name: str) -> int:
    """The hints of one name: its words are separated by hyphens, underscores or humps."""
    if name in _WHOLE:
        return _WHOLE[name]
    if not name.islower():
        name = _without_humps(name)
    if "_" in name:
        name = name.replace("__", "-").replace("_", "-")
    words = name.rstrip(_DIGITS).split("-")
    known = _WORDS
    if known.keys().isdisjoint(words):  # most names
        return 0
    hint = alone = 0
    pairs: dict[str, int] = _NO_PAIRS
    for word in words:
        if pairs and word in pairs:
            hint |= pairs[word]
            alone, pairs = 0, _NO_PAIRS
            continue
        hint |= alone
        if word in known:
            alone, pairs = known[word]
        else:
            alone, pairs = 0, _NO_PAIRS
    hint |= alone
    if hint and words[0] in _SPECIAL_FIRST and not _begins_with_pair(words):
        first = words[0]
        return _NO_NAMES[first] if first in _NO_NAMES else hint & ~known[first].alone | _FIRST[first]
    return hint


def _without_humps(name: str) -> str:
    """``ArticleBody_wrapper__aDk3q`` as ``article-body_wrapper_``: what tools add to names by chance says nothing."""
    cut = max(name.rfind("_"), name.rfind("-")) + 1
    last = name[cut:]
    if 0 < len(last) < MAX_RANDOM and not last[1:].islower() and not last.isupper():
        humps = _HUMPS.findall(last)
        shortest = min(map(len, humps[1:] if humps[0] in _SHORT_HUMPS else humps), default=0)
        if shortest < (MIN_LAST_HUMP if cut else MIN_HUMP):
            name = name[:cut]
    return "-".join(_HUMPS.findall(name)).lower()


_SHORT_HUMPS = frozenset({"Ad", "ad"})


def _begins_with_pair(words: list[str]) -> bool:
    return len(words) > 1 and words[0] in _WORDS and words[1] in _WORDS[words[0]].pairs


def origin(document: Document, node: int, hint: int) -> str:
    """What gives an element a hint, in words: ``named 'related-stories'``, ``a nav element``."""
    element = document.elements[node]
    classes = element.attr("class") or ""
    for name in (*classes.split(), element.attr("id") or ""):
        if _hint_of_name(name) & hint:
            return f"a part named {name[:MAX_NAME]!r}"
    if _TAGS.get(document.tags[node], 0) & hint:
        tag = document.tags[node]
        return f"an {tag} element" if tag[0] == "a" else f"a {tag} element"
    role, kind = element.attr("role") or "", element.attr("itemprop") or ""
    return f"a part with the role {role!r}" if _ROLES.get(role, 0) & hint else f"a part marked as {kind!r}"


def inherit_hints(document: Document, hints: Sequence[int], sizes: Sequence[int] | Ints) -> Sequence[int]:
    """For each node its hints and those of all that it is in. `sizes` are those of the blocks' texts.

    Names say nothing on an element that frames the page: one that holds over `MOST` of the long text, and holds it from
    the start. Only `BODY` counts there too, and the tags ``main`` and ``article``.
    """
    if not hints:
        return array("q")
    own = list(hints)
    for node in _frames(document, np.asarray(sizes)):
        own[node] &= _OF_FRAMES
    result = [own[0]]
    append = result.append
    parents = iter(document.parents)
    next(parents)
    for hint, parent in zip(own[1:], parents, strict=True):
        append(hint | result[parent])
    return array("q", result)


_OF_FRAMES = BODY | MAIN | ARTICLE


def _frames(document: Document, sizes: Ints) -> list[int]:
    """The elements that frame the page. As they hold most of the long text, they hold the middle of it."""
    if not len(sizes):
        return []
    upto = np.where(sizes >= LONG, sizes, 0).cumsum()
    total = int(upto[-1])
    middle = int(upto.searchsorted(total / 2, side="right"))
    frames = []
    for node in document.ancestors(min(middle, len(sizes) - 1)):
        begin, end = document.block_start[node], document.block_stop[node]
        before = int(upto[begin - 1]) if begin else 0
        if before < BEFORE * total and int(upto[end - 1]) - before > MOST * total:
            frames.append(node)
    return frames
