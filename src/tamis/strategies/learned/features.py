"""What the model looks at: some hundred numbers for every block with text.

They are made for all blocks of a page at once, as arithmetic on arrays: a sum over a subtree is the difference of two
cumulative sums, a sum over ancestors is a running sum of what opens and closes, and a group is a `bincount`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.model import Kind
from tamis.strategies.learned.arrays import around, before, signed_log, since, window
from tamis.strategies.learned.layout import PROSE
from tamis.strategies.marks import BITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.strategies.learned.layout import Frame, Layout

    Matrix = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_TAGS = (
    "p", "h1", "h2", "h3", "h4 h5 h6", "li", "dt dd", "td th tr", "blockquote", "pre listing xmp",
    "figcaption caption figure", "article section main", "div", "nav menu", "header", "footer address", "aside",
    "form fieldset button label legend summary details", "body html center",
)  # fmt: skip
_TAG_CODES = {tag: code for code, tags in enumerate(_TAGS, 1) for tag in tags.split()}
_KIND_CODES = {kind: code for code, kind in enumerate(Kind)}
_HEADING, _CODE = Kind.HEADING, Kind.CODE
_FAR = 200.0  # blocks from which far is far
_UNKNOWN = -999.0

_INSIDE = ("footer", "aside", "article")
_MARKS = (
    "navigation", "body", "teaser", "product", "caption", "popup", "comments", "review", "sidebar", "related",
)  # fmt: skip
_LINES = ("related", "comments", "share", "author", "date")


def plain_features(layout: Layout) -> tuple[list[str], Matrix]:
    """All features but those by the lexicon: their names, and a matrix with a line for each. For pages with text."""
    sheet = _Sheet(layout)
    for group in _GROUPS:
        group(layout, sheet)
    return sheet.names, sheet.matrix()


class _Sheet:
    """Collects columns under their names."""

    def __init__(self, layout: Layout) -> None:
        self.names: list[str] = []
        self.columns: list[Floats | Ints | Mask | float] = []
        self.count = layout.count

    def put(self, name: str, values: Floats | Ints | Mask | float) -> None:
        self.names.append(name)
        self.columns.append(values)

    def matrix(self) -> Matrix:
        matrix = np.empty((len(self.columns), self.count), dtype=np.float32)
        for place, column in enumerate(self.columns):
            matrix[place] = column
        return matrix


def _text(layout: Layout, sheet: _Sheet) -> None:
    """The block itself."""
    document = layout.document
    put = sheet.put
    put("words", np.log1p(layout.words))
    put("density", layout.density)
    put("word length", layout.characters / np.maximum(layout.words, 1.0))
    put("ends", layout.ends)
    put("digits", layout.digits / layout.characters)
    put("kind", np.array([_KIND_CODES[kind] for kind in layout.kinds]))
    hidden = document.hidden
    put("hidden", np.array([hidden[block] is not None for block in layout.rows.tolist()]))
    seen: dict[str, int] = {}
    earlier = []
    for text in layout.texts:
        times = seen.get(text, 0)
        earlier.append(times)
        seen[text] = times + 1
    put("same text before", np.array(earlier))
    put("same text", np.array([seen[text] for text in layout.texts]))


def _place(layout: Layout, sheet: _Sheet) -> None:
    """Where on the page it stands."""
    put = sheet.put
    words_before, prose_before = layout.words_before[:-1], layout.prose_before[:-1]
    put("position", words_before / layout.all_words)
    put("words before", np.log1p(words_before))
    put("prose before", prose_before / layout.all_prose)
    titled = layout.title
    tags = layout.document.tags
    first_h1 = next((row for row, owner in enumerate(layout.owners.tolist()) if tags[owner] == "h1"), -1)
    anchor = titled if titled >= 0 else first_h1
    put("from title", layout.places - anchor if anchor >= 0 else _UNKNOWN)
    put("words from title", signed_log(words_before - words_before[anchor]) if anchor >= 0 else _UNKNOWN)
    depth = around(np.ones(len(tags)), layout.first, layout.last, layout.count)
    put("depth", depth)
    if anchor >= 0:
        length, shared = _shared_path(layout, int(layout.owners[anchor]))
        put("title up", length - shared)
        put("title down", depth - shared)
        put("title shared", shared)
    else:
        put("title up", _UNKNOWN)
        put("title down", _UNKNOWN)
        put("title shared", _UNKNOWN)
    prose = layout.prose >= PROSE
    found = np.flatnonzero(prose & (layout.places > anchor))
    start = int(found[0]) if len(found) else 0
    put("words from first prose", signed_log(words_before - words_before[start]))
    _containers(layout, sheet, depth)
    put("page words", float(np.log1p(layout.all_words)))
    put("page prose", layout.all_prose / layout.all_words)
    put("page density", float(layout.links_before[-1]) / layout.all_words)
    put("page blocks", float(np.log1p(layout.count)))
    put("page long blocks", float(prose.sum()))
    put("page longest", float(np.log1p(layout.prose.max())))
    put("page code", float(sum(kind is _CODE for kind in layout.kinds)))
    for tag in ("article", "p", "li", "form", "button"):
        put(f"page {tag}", float(tags.count(tag)))
    for name, value in _address(layout.document.page.url).items():
        put(f"address {name}", value)


def _address(url: str | None) -> dict[str, float]:
    """What an address looks like; a page without one counts as an article's."""
    if not url:
        return {"hyphens": 5.0, "digits": 0.0, "depth": 2.0}
    path = url.partition("://")[2].partition("/")[2].partition("?")[0]
    steps = path.strip("/")
    return {
        "hyphens": float(path.count("-")),
        "digits": float(sum(map(path.count, "0123456789"))),
        "depth": float(steps.count("/") + bool(steps)),
    }


def _containers(layout: Layout, sheet: _Sheet, depth: Floats) -> None:
    """How far it is from the elements that hold the running text."""
    put = sheet.put
    for share, name in ((0.4, "container"), (0.7, "frame")):
        best = _deepest(layout, np.flatnonzero(layout.node_prose > share * layout.all_prose))
        length, shared = _shared_path(layout, best)
        put(f"{name} up", length - shared)
        put(f"{name} from", _outside(layout, best))
        if name == "container":
            put("container share", float(layout.node_prose[best]) / layout.all_words)
    parents = layout.parents
    outer = parents[layout.owners]
    nodes = len(parents)
    score = np.bincount(outer, layout.prose, nodes) + 0.5 * np.bincount(parents[outer], layout.prose, nodes)
    best = int(np.argmax(score))
    length, shared = _shared_path(layout, best)
    put("parent up", length - shared)
    put("parent down", depth - shared)
    put("parent from", _outside(layout, best))
    put("parent share", float(score[best]) / layout.all_prose)
    put("parent score", np.log1p(score[outer]))
    put("parent rank", score[outer] / max(1.0, float(score[best])))


def _deepest(layout: Layout, candidates: Ints) -> int:
    """The deepest of some nodes; with each of them, what it stands in is one of them too."""
    depths = {0: 0}
    for node, outer in zip(candidates.tolist(), layout.parents[candidates].tolist(), strict=True):
        if node:
            depths[node] = depths[outer] + 1
    return max(depths, key=lambda node: (depths[node], -node))


def _shared_path(layout: Layout, node: int) -> tuple[int, Floats]:
    """How many elements are around a node, itself among them, and how many of these are around each block."""
    path = [node]
    while node > 0:
        node = int(layout.parents[node])
        path.append(node)
    change = np.bincount(layout.first[path], minlength=layout.count + 1)
    change -= np.bincount(layout.last[path], minlength=layout.count + 1)
    return len(path), np.cumsum(change)[: layout.count].astype(np.float64)


def _outside(layout: Layout, node: int) -> Ints:
    """How many blocks before (negative) or after a node it stands; 0 inside."""
    places, first, last = layout.places, layout.first[node], layout.last[node]
    distance: Ints = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
    return distance


def _structure(layout: Layout, sheet: _Sheet) -> None:
    """The elements around it, and what stands in elements of the same form."""
    put = sheet.put
    first, last, count = layout.first, layout.last, layout.count
    codes = _tag_codes(layout)
    parents, owners = layout.parents, layout.owners
    put("tag", codes[owners])
    for tag in _INSIDE:
        number = layout.tag_names.index(tag) if tag in layout.tag_names else -1
        put(f"in {tag}", around(layout.tags == number, first, last, count))
    node = owners
    blocks = np.log1p(last - first)
    densities = layout.node_links / np.maximum(layout.node_words, 1.0)
    for level in range(4):
        if level != 1:
            put(f"density {level}", densities[node])
        if level == 1:
            put(f"share {level}", layout.node_prose[node] / layout.all_prose)
        if level > 1:
            put(f"blocks {level}", blocks[node])
        node = parents[node]
    forms = layout.forms
    kinds = int(forms.max()) + 1
    _, group, sizes = np.unique(parents * kinds + forms, return_inverse=True, return_counts=True)
    words = np.maximum(np.bincount(group, layout.node_words), 1.0)
    share = np.bincount(group, layout.node_prose) / layout.all_prose
    density = np.bincount(group, layout.node_links) / words
    counts = np.log1p(sizes)
    node = owners
    for level in range(4):
        of = group[node]
        put(f"siblings {level}", counts[of])
        if level:
            put(f"siblings density {level}", density[of])
        if level != 1:
            put(f"siblings share {level}", share[of])
        node = parents[node]
    node, key = owners, forms[owners]
    for level in range(1, 4):
        _, alike, sizes = np.unique(key, return_inverse=True, return_counts=True)
        words = np.bincount(alike, layout.words)
        prose = np.bincount(alike, layout.prose)
        put(f"like {level}", np.log1p(sizes)[alike])
        put(f"like words {level}", np.log1p(words / sizes)[alike])
        put(f"like share {level}", (prose / layout.all_prose)[alike])
        if level == 3:
            put(f"like prose {level}", (prose / np.maximum(words, 1.0))[alike])
        node = parents[node]
        key = alike * kinds + forms[node]


def _tag_codes(layout: Layout) -> Ints:
    """Of each node the number of its kind of tag."""
    return np.array([_TAG_CODES.get(tag, 0) for tag in layout.tag_names], dtype=np.int64)[layout.tags]


def _neighbours(layout: Layout, sheet: _Sheet) -> None:
    """What stands before and after it."""
    put = sheet.put
    places, count = layout.places, layout.count
    for reach in (2, 6, 15):
        low, high = np.maximum(places - reach, 0), np.minimum(places + reach + 1, count)
        words = np.maximum(window(layout.words_before, low, high), 1.0)
        put(f"near density {reach}", window(layout.links_before, low, high) / words)
    long = np.log1p(layout.words)
    put("words of next", np.append(long[1:], 0.0))
    headings = np.array([kind is _HEADING for kind in layout.kinds])
    put("since heading", since(headings, places, _FAR))
    put("page headings", float(headings.sum()))
    last_heading = np.maximum.accumulate(np.where(headings, places, -1))
    codes = _tag_codes(layout)[layout.owners]
    put("under heading", np.where(last_heading >= 0, codes[last_heading], 0))


def _named(layout: Layout, sheet: _Sheet) -> None:
    """What elements are called and short lines say."""
    put = sheet.put
    given = np.array(layout.handed_down, dtype=np.int64)[layout.owners]
    for name in _MARKS:
        put(f"named {name}", given & BITS[name] != 0)
    lines = np.array(layout.lines, dtype=np.int64)[layout.rows]
    for name in _LINES:
        put(f"since {name}", since(lines & BITS[name] != 0, layout.places, _FAR))


_GROUPS: tuple[Callable[[Layout, _Sheet], None], ...] = (_text, _place, _structure, _neighbours, _named)


_REACH = 5  # blocks before and after whose names count as near
_LEVELS = 5  # elements around a block whose names are looked at
NAME_FEATURES = (
    *(f"names {level}" for level in range(_LEVELS)),
    "names sum", "names least", "names all", "names against", "names near", "names of next",
)  # fmt: skip
"""The features by the lexicon, in order."""


def name_features(frame: Frame, scores: Floats) -> Matrix:
    """The features by the lexicon. `scores` has what the names of each node say: above 0 for, below against."""
    levels = []
    node = frame.owners
    for _ in range(_LEVELS):
        levels.append(scores[node])
        node = frame.parents[node]
    count = frame.size
    near = np.sum(levels, axis=0)
    places = np.arange(count)
    low, high = np.maximum(places - _REACH, 0), np.minimum(places + _REACH + 1, count)
    matrix = np.empty((len(NAME_FEATURES), count), dtype=np.float32)
    matrix[:_LEVELS] = levels
    matrix[_LEVELS] = near
    matrix[_LEVELS + 1] = np.min(levels, axis=0)
    matrix[_LEVELS + 2] = around(scores, frame.first, frame.last, count)
    matrix[_LEVELS + 3] = around(np.minimum(scores, 0.0), frame.first, frame.last, count)
    matrix[_LEVELS + 4] = window(before(near), low, high) / (high - low)
    matrix[_LEVELS + 5] = np.append(near[1:], 0.0)[:count]
    return matrix
