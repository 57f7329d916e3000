"""Hints from markup: what tags, roles, class and id names say about the parts of a page. Shared by strategies.

A hint is a bit. `read_names` gets the hints of an element from its tag, its role, and the words of its class and id.
`inherit_hints` passes them down to everything inside the element. `find_line_hints` (from `line_hints`) gets the hints
of a short line from its text. A hint says what the page's author called a part, and no more; a strategy decides what
follows from it. The words are in `tamis.text.markup_names`, the bits in `tamis.core.strategies.part_hints`.

`score_names` reads the same names by a lexicon that was learned: log-odds that elements with these words are part of
the article.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core import compiled
from tamis.core.lazy_numpy import np
from tamis.core.parse.ancestors import Nearest
from tamis.core.strategies.line_hints import find_line_hints
from tamis.core.strategies.name_hints import (
    HINTS_OF_PROPERTIES,
    HINTS_OF_ROLES,
    HINTS_OF_TAGS,
    MAX_ID_WORDS,
    NAME_TABLES,
    hint_of_name,
    hints_of,
)
from tamis.core.strategies.part_hints import (
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
    POPUP,
    PROMPT,
    RELATED,
    SHARE,
    TAGS,
    TITLE,
)
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tamis.core.parse import Document


__all__ = [
    "BITS", "HINTS", "Names", "find_line_hints", "inherit_hints", "node_hints", "origin", "read_names",
]  # fmt: skip

MOST = 0.6
"""Share of the page's long text above which an element that holds it from the start is the frame of the page: its
names say nothing. CUTER's names of advertisements follow the same idea."""
BEFORE = 0.1
"""Share of the long text before an element below which the element holds the text from the start. An element with more
before it may hold most of the text and still be what its name says: the comments below a short article."""
LONG = 80
"""Number of characters from which a block is long text. Few menu entries and headings are that long."""
MAX_MENU = 500
"""Number of blocks from which a part is no longer closed: the names inside it are read."""
RUNNING = 200
"""Number of characters from which a block is running text even in a footer."""
MAX_NAME = 60
"""Number of characters of a name that a reason shows."""
_FRAMES = frozenset({"html", "body"})
_ARTICLES = frozenset({"article", "main"})
_SECTIONS = frozenset({"section", "blockquote", "aside"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CLOSED = (
    NAVIGATION | HEADER | FOOTER | BREADCRUMB | PAGINATION | SHARE | CONSENT | RELATED | TAGS | PROMPT | CONTENTS
    | BUTTON | LEGAL
)  # fmt: skip
"""Hints of parts in which names are not read, as long as they hold no running text: everything inside is theirs."""
_LINK_BOXES = BREADCRUMB | PAGINATION | SHARE
_BOXES = _LINK_BOXES | CONSENT | POPUP | PROMPT | TAGS
MENUS = NAVIGATION | HEADER | FOOTER | BREADCRUMB | PAGINATION | SHARE | CONSENT
"""Hints of closed parts that are never part of an article, if their tag says so or they hold mostly links."""
LINKED = 0.4
"""Share of linked text above which a part with the name of a menu is one, if its tag does not say so."""
LINE = 120
"""Number of characters that every line of a menu stays below."""
TOLD = 60
"""Number of characters of a line from which a part without links is no menu of the site."""
_CODE, _HEADING = Kind.CODE, Kind.HEADING
_NAME_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
_MAX_LEARNED = 30  # characters of a name that is learned as a whole


class Names(NamedTuple):
    """The names of a page's structural elements, with their hints."""

    hints: list[int]
    """Hints of each element by its own names, without those of the elements around it."""
    classes: list[str]
    """Every distinct class attribute that was read; the first is empty."""
    of_nodes: Sequence[int]
    """Index into `classes` for each element."""
    ids: list[tuple[int, str]]
    """The elements that have an id, each with its id."""
    menus: list[tuple[int, int]]
    """Ranges of blocks (begin, end) of the closed parts that are never part of the article: menus, headers, footers."""


def node_hints(document: Document) -> list[int]:
    """Return the hints of each structural element."""
    return read_names(document).hints


def read_names(document: Document) -> Names:
    """Read the names of each structural element, and the hints that they give.

    The page's body has no hints, nor has an element without blocks. Names inside menus and footers are not read, as
    long as these hold no running text and are not most of the page: everything there is part of the menu.
    """
    reading = _Reading(document)
    if _COMPILED is None:
        _read_each(document, reading)
    else:
        read_compiled(_COMPILED, document, reading)
    return reading.names()


class _Reading:
    """The names and hints read from a page so far."""

    def __init__(self, document: Document) -> None:
        self.hints = [0] * len(document.parents)
        self.classes = [""]
        self.class_hints = [0]
        self.of_nodes = array("q", bytes(8 * len(document.parents)))
        self.ids: list[tuple[int, str]] = []
        self.menus: list[tuple[int, int]] = []
        self._document = document
        self._sizes = list(map(len, document.texts))
        self._most = min(MAX_MENU, MOST * len(document.texts))
        self._in_article = _within(document, _ARTICLES)
        self._in_section = _within(document, _SECTIONS)

    def names(self) -> Names:
        """Return the names read so far."""
        return Names(self.hints, self.classes, self.of_nodes, self.ids, self.menus)

    def closes(self, node: int, hint: int) -> bool:
        """Store the hints of an element that has some, and tell whether the names inside it are to be skipped."""
        document = self._document
        tag = document.tags[node]
        inside = (tag == "header" or tag == "footer") and self._in_article.of(node)
        if inside and tag == "header":
            hint = hint & ~HEADER | TITLE
        begin, end = document.block_start[node], document.block_stop[node]
        if hint & NAVIGATION and tag != "nav" and self._is_prose(begin, end):
            hint &= ~NAVIGATION
        if hint & _BOXES and document.kinds[begin] is _HEADING and end - begin < MAX_MENU:
            hint &= ~_boxes_denied(document, node)
        self.hints[node] = hint
        if not hint & CLOSED or inside or end - begin >= self._most:
            return False
        longest = max(self._sizes[begin:end])
        if longest >= RUNNING:
            return False
        if hint & MENUS and longest < LINE and _is_menu(document, node, self._in_section):
            self.menus.append((begin, end))
        return True

    def _is_prose(self, begin: int, end: int) -> bool:
        """Tell whether a part has no link, but a line that tells something: the menu of a restaurant."""
        return max(self._sizes[begin:end]) >= TOLD and not any(self._document.link_sizes[begin:end])


def _boxes_denied(document: Document, node: int) -> int:
    """Return the hints of boxes that the id of a section gives and its content denies.

    The id of a section is its topic: ``SQL-FOR-UPDATE-SHARE``, ``pagination``. No box of links holds code or running
    text, and no other box holds code.
    """
    element = document.elements[node]
    given = _BOXES & ~hints_of(element.attr("class") or "", {})
    begin, end = document.block_start[node], document.block_stop[node]
    if _CODE in document.kinds[begin:end]:
        return given
    sizes = zip(map(len, document.texts[begin:end]), document.link_sizes[begin:end], strict=True)
    return given & _LINK_BOXES if any(size >= RUNNING and linked < LINKED * size for size, linked in sizes) else 0


def _read_each(document: Document, reading: _Reading) -> None:
    parents = document.parents
    seen: dict[str, int] = {}
    numbers: dict[str, int] = {}
    classes, class_hints, of_nodes, ids = reading.classes, reading.class_hints, reading.of_nodes, reading.ids
    tag_hints, frames, closes = HINTS_OF_TAGS, _FRAMES, reading.closes
    closed = len(parents)
    for node, (tag, element, parent, begin, end) in enumerate(
        zip(document.tags, document.elements, parents, document.block_start, document.block_stop, strict=True)
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
                class_hints.append(hints_of(names, seen))
            of_nodes[node] = number
            hint |= class_hints[number]
        names = element.attr("id")
        if names:
            ids.append((node, names))
            known = seen.get(names)
            if known is None:
                known = seen[names] = 0 if names.count("-") >= MAX_ID_WORDS else hint_of_name(names)
            hint |= known
        hint |= HINTS_OF_ROLES.get(element.attr("role") or "", 0)
        hint |= HINTS_OF_PROPERTIES.get(element.attr("itemprop") or "", 0)
        if hint and tag not in frames and closes(node, hint):
            closed = node


def read_compiled(module: Any, document: Document, reading: _Reading) -> None:
    """Read the names as `_read_each` does, with the C module."""
    columns = (document.parents, document.block_start, document.block_stop, reading.of_nodes)
    lists = (reading.classes, reading.class_hints, reading.ids)
    tables = (*NAME_TABLES, HINTS_OF_TAGS, HINTS_OF_ROLES, HINTS_OF_PROPERTIES, _FRAMES, MAX_ID_WORDS)
    module.read_names(document.elements, document.tags, *columns, *lists, reading.closes, tables)


def _is_menu(document: Document, node: int, in_section: Nearest[bool]) -> bool:
    """Tell whether a part with the name of a menu, header or footer is one: by its tag, or because it is mostly links.

    Parts of articles have such names too: the heading of a section, the header with the title and the lead.
    """
    tag = document.tags[node]
    if tag in _HEADINGS:
        return False
    if tag == "nav" or (tag == "footer" and not in_section.of(node)):
        return True
    begin, end = document.block_start[node], document.block_stop[node]
    return sum(document.link_sizes[begin:end]) > LINKED * sum(map(len, document.texts[begin:end]))


def _within(document: Document, tags: frozenset[str]) -> Nearest[bool]:
    """Build a lookup that tells whether a node is in an element with one of these tags."""
    return Nearest(document, lambda node: True if document.tags[node] in tags else None, otherwise=False)


def origin(document: Document, node: int, hint: int) -> str:
    """Describe what gives an element a hint: ``a part named 'related-stories'``, ``a nav element``."""
    element = document.elements[node]
    classes = element.attr("class") or ""
    for name in (*classes.split(), element.attr("id") or ""):
        if hint_of_name(name) & hint:
            return f"a part named {name[:MAX_NAME]!r}"
    if HINTS_OF_TAGS.get(document.tags[node], 0) & hint:
        tag = document.tags[node]
        return f"an {tag} element" if tag[0] == "a" else f"a {tag} element"
    role, kind = element.attr("role") or "", element.attr("itemprop") or ""
    return f"a part with the role {role!r}" if HINTS_OF_ROLES.get(role, 0) & hint else f"a part marked as {kind!r}"


def inherit_hints(document: Document, hints: Sequence[int]) -> array[int]:
    """Join the hints of each node with those of all nodes around it.

    Names say nothing on an element that frames the page: one that holds over `MOST` of the long text, and holds it from
    the start. Only the hints `BODY`, `MAIN` and `ARTICLE` count there.
    """
    if not hints:
        return array("q")
    own = list(hints)
    for node in _frames(document):
        own[node] &= _OF_FRAMES
    return array(
        "q", _inherited(own, document.parents) if _COMPILED is None else _COMPILED.inherit(own, document.parents)
    )


def _inherited(own: Sequence[int], parents: Sequence[int]) -> list[int]:
    result = [own[0]]
    append = result.append
    outer = iter(parents)
    next(outer)
    for hint, parent in zip(own[1:], outer, strict=True):
        append(hint | result[parent])
    return result


_OF_FRAMES = BODY | MAIN | ARTICLE


def _frames(document: Document) -> list[int]:
    """Find the elements that frame the page. They hold most of the long text, and therefore the middle of it."""
    if not document.texts:
        return []
    upto = list(accumulate([size if size >= LONG else 0 for size in map(len, document.texts)]))
    total = upto[-1]
    middle = bisect_right(upto, total / 2)
    frames = []
    for node in document.ancestors(min(middle, len(upto) - 1)):
        begin, end = document.block_start[node], document.block_stop[node]
        before = upto[begin - 1] if begin else 0
        if before < BEFORE * total and upto[end - 1] - before > MOST * total:
            frames.append(node)
    return frames


_COMPILED = compiled.load()


def name_tokens(classes: str | None, identity: str | None) -> list[str]:
    """Split an element's names into tokens: each class whole and in parts, the id in parts with a ``#`` in front."""
    tokens: list[str] = []
    for name in classes.split() if classes else ():
        tokens += _parts(name)
        if len(name) <= _MAX_LEARNED:
            tokens.append(name.lower())
    return tokens + ["#" + part for part in _parts(identity)] if identity else tokens


def _parts(name: str) -> list[str]:
    """Split a name into words at hyphens, underscores and camel-case humps."""
    if name.islower():
        return name.replace("_", " ").replace("-", " ").split()
    return [part.lower() for part in _NAME_PART.findall(name)]


class NameScores(NamedTuple):
    """Sums of the scores of names, with their numbers: of each class attribute, and of the elements with ids."""

    totals: array[float]
    counts: array[int]
    id_nodes: array[int]
    id_totals: array[float]
    id_counts: array[int]


def name_scores(names: Names, lexicon: Mapping[str, float]) -> NameScores:
    """Sum the scores that a lexicon gives to the names of a page."""
    look_up = lexicon.get
    if _COMPILED is None:
        totals, counts = score_classes(names.classes, lexicon)
    else:
        totals, counts = _COMPILED.score_classes(names.classes, lexicon, lambda name: _said(name, look_up))
    result = NameScores(array("d", totals), array("q", counts), array("q"), array("d"), array("q"))
    for node, identity in names.ids:
        scores = [score for part in _parts(identity) if (score := look_up("#" + part)) is not None]
        if scores:
            result.id_nodes.append(node)
            result.id_totals.append(sum(scores))
            result.id_counts.append(len(scores))
    return result


def score_names(names: Names, lexicon: Mapping[str, float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Compute the mean score of the names of each node; 0 if none is known."""
    scores = name_scores(names, lexicon)
    of_nodes = np.asarray(names.of_nodes)
    totals, counts = np.asarray(scores.totals)[of_nodes], np.asarray(scores.counts)[of_nodes]
    for node, total, count in zip(scores.id_nodes, scores.id_totals, scores.id_counts, strict=True):
        totals[node] += total
        counts[node] += count
    means: np.ndarray[tuple[int], np.dtype[np.float64]] = totals / np.maximum(counts, 1)
    return means


def score_classes(classes: Sequence[str], lexicon: Mapping[str, float]) -> tuple[list[float], list[int]]:
    """Compute for each class attribute the sum of its names' scores, and the number of scores."""
    known: dict[str, tuple[float, int]] = {}
    look_up = lexicon.get
    totals: list[float] = []
    counts: list[int] = []
    for names in classes:
        total, count = 0.0, 0
        for name in names.split():
            said = known.get(name)
            if said is None:
                said = known[name] = _said(name, look_up)
            total += said[0]
            count += said[1]
        totals.append(total)
        counts.append(count)
    return totals, counts


def _said(name: str, look_up: Callable[[str], float | None]) -> tuple[float, int]:
    """Score a class name: as a whole if it is known, else by the sum over its known parts. Also count the scores."""
    whole = look_up(name.lower())
    if whole is not None:
        return whole, 1
    total, count = 0.0, 0
    for part in _parts(name):
        score = look_up(part)
        if score is not None:
            total += score
            count += 1
    return total, count
