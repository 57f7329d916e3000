"""What the model looks at: some seventy numbers for every block that may be of the article.

They are made for all blocks of a page at once, as arithmetic on arrays: a sum over a subtree is the difference of two
cumulative sums, a sum over ancestors is a running sum of what opens and closes, and a group is a `bincount`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.model import Kind
from tamis.strategies.learned.arrays import around, before, signed_log, since, window
from tamis.strategies.learned.layout import KIND_NUMBERS, PROSE, TAG_NUMBERS
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
_CODE_OF_TAG = np.array([0, *(_TAG_CODES.get(tag, 0) for tag in TAG_NUMBERS)])
_HEADING = KIND_NUMBERS[Kind.HEADING]
_FOOTER = TAG_NUMBERS["footer"]
_FAR = 200.0  # blocks from which far is far
_UNKNOWN = -999.0

_MARKS = ("navigation", "product", "popup", "sidebar")


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
    put("ends", layout.ends)
    put("word length", layout.characters / layout.words)
    put("kind", layout.kinds)
    hidden = document.hidden
    put("hidden", np.array([hidden[block] is not None for block in layout.rows.tolist()]))
    seen: dict[str, int] = {}
    earlier = []
    for text in layout.texts:
        times = seen.get(text, 0)
        earlier.append(times)
        seen[text] = times + 1
    put("same text before", np.array(earlier))
    put("same text", np.array(list(map(seen.__getitem__, layout.texts))))


def _place(layout: Layout, sheet: _Sheet) -> None:
    """Where on the page it stands."""
    put = sheet.put
    words_before, prose_before = layout.words_before[:-1], layout.prose_before[:-1]
    put("position", words_before / layout.all_words)
    put("prose before", prose_before / layout.all_prose)
    titled = layout.title
    anchor = titled
    if titled < 0 and len(headings := np.flatnonzero(layout.tags[layout.owners] == TAG_NUMBERS["h1"])):
        anchor = int(headings[0])
    put("from title", layout.places - anchor if anchor >= 0 else _UNKNOWN)
    put("words from title", signed_log(words_before - words_before[anchor]) if anchor >= 0 else _UNKNOWN)
    put("depth", around(np.ones(len(layout.tags)), layout.first, layout.last, layout.count))
    put("title up", _up(layout, int(layout.owners[anchor])) if anchor >= 0 else _UNKNOWN)
    prose = layout.prose >= PROSE
    found = np.flatnonzero(prose & (layout.places > anchor))
    start = int(found[0]) if len(found) else 0
    put("words from first prose", signed_log(words_before - words_before[start]))
    _containers(layout, sheet)
    put("page words", float(np.log1p(layout.all_words)))
    put("page prose", layout.all_prose / layout.all_words)
    put("page density", float(layout.links_before[-1]) / layout.all_words)
    put("page blocks", float(np.log1p(layout.count)))
    put("page long blocks", float(prose.sum()))
    put("page longest", float(np.log1p(layout.prose.max())))
    tags = np.bincount(layout.tags, minlength=len(TAG_NUMBERS) + 1)
    for tag in ("article", "p", "li", "form", "button"):
        put(f"page {tag}", float(tags[TAG_NUMBERS[tag]]))
    for name, value in _address(layout.document.page.url).items():
        put(f"address {name}", value)


def _address(url: str | None) -> dict[str, float]:
    """What an address looks like; a page without one counts as an article's."""
    if not url:
        return {"hyphens": 5.0, "digits": 0.0}
    path = url.partition("://")[2].partition("/")[2].partition("?")[0]
    return {"hyphens": float(path.count("-")), "digits": float(sum(map(path.count, "0123456789")))}


def _containers(layout: Layout, sheet: _Sheet) -> None:
    """How far it is from the elements that hold the running text."""
    put = sheet.put
    container = _deepest(layout, np.flatnonzero(layout.node_prose > 0.4 * layout.all_prose))
    put("container up", _up(layout, container))
    put("container from", _outside(layout, container))
    put("container share", float(layout.node_prose[container]) / layout.all_words)
    frame = _deepest(layout, np.flatnonzero(layout.node_prose > 0.7 * layout.all_prose))
    put("frame up", _up(layout, frame))
    parents = layout.parents
    outer = parents[layout.owners]
    nodes = len(parents)
    score = np.bincount(outer, layout.prose, nodes) + 0.5 * np.bincount(parents[outer], layout.prose, nodes)
    best = int(np.argmax(score))
    put("parent up", _up(layout, best))
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


def _up(layout: Layout, node: int) -> Ints:
    """How many steps it is up from a node to what is around the block, too."""
    path = [node]
    parents = layout.parents
    while node > 0:
        node = int(parents[node])
        path.append(node)
    # What is around something else begins no later and ends no sooner, so both are in order.
    first, last = layout.first[path[::-1]], layout.last[path]
    shared = np.searchsorted(first, layout.places, "right") - np.searchsorted(last, layout.places, "right")
    steps: Ints = len(path) - shared
    return steps


def _outside(layout: Layout, node: int) -> Ints:
    """How many blocks before (negative) or after a node it stands; 0 inside."""
    places, first, last = layout.places, layout.first[node], layout.last[node]
    distance: Ints = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
    return distance


def _structure(layout: Layout, sheet: _Sheet) -> None:
    """The elements around it, and what stands in elements of the same form."""
    put = sheet.put
    parents, owners = layout.parents, layout.owners
    put("tag", _CODE_OF_TAG[layout.tags[owners]])
    put("in footer", around(layout.tags == _FOOTER, layout.first, layout.last, layout.count))
    put("density 0", layout.node_links[owners] / np.maximum(layout.node_words[owners], 1.0))
    forms = layout.forms
    kinds = int(forms.max()) + 1
    _, group, sizes = np.unique(parents * kinds + forms, return_inverse=True, return_counts=True)
    share = np.bincount(group, layout.node_prose) / layout.all_prose
    density = np.bincount(group, layout.node_links) / np.maximum(np.bincount(group, layout.node_words), 1.0)
    outer = parents[owners]
    outermost = parents[parents[outer]]
    put("siblings 0", np.log1p(sizes[group[owners]]))
    put("siblings density 1", density[group[outer]])
    put("siblings share 2", share[group[parents[outer]]])
    put("siblings density 3", density[group[outermost]])
    node, key = owners, forms[owners]
    for level in range(1, 4):
        _, alike, sizes = np.unique(key, return_inverse=True, return_counts=True)
        put(f"like {level}", np.log1p(sizes)[alike])
        if level > 1:
            put(f"like share {level}", (np.bincount(alike, layout.prose) / layout.all_prose)[alike])
        node = parents[node]
        key = alike * kinds + forms[node]


def _neighbours(layout: Layout, sheet: _Sheet) -> None:
    """What stands before and after it."""
    put = sheet.put
    places, count = layout.places, layout.count
    for reach in (2, 6):
        low, high = np.maximum(places - reach, 0), np.minimum(places + reach + 1, count)
        words = np.maximum(window(layout.words_before, low, high), 1.0)
        put(f"near density {reach}", window(layout.links_before, low, high) / words)
    long = np.log1p(layout.words)
    put("words of next", np.append(long[1:], 0.0))
    put("words of last", np.append(0.0, long[:-1]))
    headings = layout.kinds == _HEADING
    last_heading = np.maximum.accumulate(np.where(headings, places, -1))
    above = last_heading >= 0
    put("since heading", np.where(above, np.minimum(places - last_heading, _FAR), _FAR))
    put("page headings", float(headings.sum()))
    put("under heading", np.where(above, _CODE_OF_TAG[layout.tags[layout.owners[last_heading]]], 0))


def _named(layout: Layout, sheet: _Sheet) -> None:
    """What elements are called and short lines say."""
    put = sheet.put
    for name in _MARKS:
        put(f"named {name}", layout.given & BITS[name] != 0)
    put("since related", since(layout.said & BITS["related"] != 0, layout.places, _FAR))


_GROUPS: tuple[Callable[[Layout, _Sheet], None], ...] = (_text, _place, _structure, _neighbours, _named)


_REACH = 5  # blocks before and after whose names count as near
NAME_FEATURES = (
    "names 0", "names 1", "names 2", "names sum", "names least", "names all", "names against", "names near",
)  # fmt: skip
"""The features by the lexicon, in order."""


def name_features(frame: Frame, scores: Floats) -> Matrix:
    """The features by the lexicon. `scores` has what the names of each node say: above 0 for, below against."""
    count = frame.size
    levels = np.empty((5, count))
    node = frame.owners
    for level in range(5):
        levels[level] = scores[node]
        node = frame.parents[node]
    near = levels.sum(axis=0)
    places = np.arange(count)
    low, high = np.maximum(places - _REACH, 0), np.minimum(places + _REACH + 1, count)
    matrix = np.empty((len(NAME_FEATURES), count), dtype=np.float32)
    matrix[:3] = levels[:3]
    matrix[3] = near
    matrix[4] = levels.min(axis=0)
    matrix[5] = around(scores, frame.first, frame.last, count)
    matrix[6] = around(np.minimum(scores, 0.0), frame.first, frame.last, count)
    matrix[7] = window(before(near), low, high) / (high - low)
    return matrix
