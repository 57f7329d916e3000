"""Features of the model: some seventy numbers for every block that may be part of the article.

They are computed for all blocks of a page at once, as arithmetic on arrays: a sum over a subtree is the difference of
two cumulative sums, a sum over ancestors is a running sum over the starts and ends of elements, and a sum over a group
is a `bincount`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.arrays import around, before, grouped, signed_log, since, window, within
from tamis.core.strategies.learned.block_table import KIND_NUMBERS, PROSE, TAG_NUMBERS
from tamis.core.strategies.learned.page_type import TYPES
from tamis.core.strategies.part_hints import BITS
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask, Rows
    from tamis.core.strategies.learned.block_table import BlockTable, Frame

    Matrix = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_TAGS = (
    "p", "h1", "h2", "h3", "h4 h5 h6", "li", "dt dd", "td th tr", "blockquote", "pre listing xmp",
    "figcaption caption figure", "article section main", "div", "nav menu", "header", "footer address", "aside",
    "form fieldset button label legend summary details", "body html center",
)  # fmt: skip
_TAG_CODES = {tag: code for code, tags in enumerate(_TAGS, 1) for tag in tags.split()}
CODES_OF_TAGS = (0, *(_TAG_CODES.get(tag, 0) for tag in TAG_NUMBERS))
"""The code of each tag, by its number."""
_HEADING = KIND_NUMBERS[Kind.HEADING]
FAR = 200.0  # maximum distance in blocks since a line or a heading
UNKNOWN = -999.0
FAR_BLOCKS = 60  # maximum distance in blocks; without a limit here and in words, long texts would lose their end
FAR_WORDS = 7.3  # maximum distance in words, as a logarithm: some 1,500
NEAR = 4  # blocks before and after a block in which dates are counted
MOST_DATES, MOST_MENUS = 20.0, 5.0  # higher counts say nothing more
END_LINES = ("comments", "share", "tags", "author", "date", "related")
END_PARTS = ("comments", "related", "share", "tags")
_DATE_LINE = END_LINES.index("date")
_SINCE = (*(f"since {name}" for name in END_LINES), *(f"since named {name}" for name in END_PARTS))

MARKS = ("navigation", "product", "popup", "sidebar", "body", "caption", "lead", "legal")
MIN_ITEMS = 3  # of one form, side by side
MIN_POSTS, POST_WORDS = 2, 20.0  # of one form, side by side, and words of each on the average
DOUBLINGS = 7  # of the steps outward to an item: 128 elements
CONTAINER, FRAME = 0.4, 0.7
"""Shares of the running text above which an element may be its container, and the frame of the page."""


def bits_of(names: Sequence[str]) -> Ints:
    """Return the bits of some hints, one line for each."""
    return np.array([BITS[name] for name in names])[:, None]


def plain_features(table: BlockTable) -> tuple[list[str], Matrix]:
    """Compute the features that need no page type or lexicon: names, and a matrix with a line for each.

    The page must have text.
    """
    sheet = _Sheet(table)
    for group in _GROUPS:
        group(table, sheet)
    return sheet.names, sheet.matrix()


class _Sheet:
    """A list of feature columns with their names."""

    def __init__(self, table: BlockTable) -> None:
        self.names: list[str] = []
        self.columns: list[Floats | Ints | Mask | float] = []
        self.count = table.count

    def put(self, name: str, values: Floats | Ints | Mask | float) -> None:
        self.names.append(name)
        self.columns.append(values)

    def put_all(self, names: Sequence[str], lines: Rows) -> None:
        self.names.extend(names)
        self.columns.extend(lines)

    def matrix(self) -> Matrix:
        matrix = np.empty((len(self.columns), self.count), dtype=np.float32)
        for index, column in enumerate(self.columns):
            matrix[index] = column
        return matrix


def _text(table: BlockTable, sheet: _Sheet) -> None:
    """Add the features of the block itself."""
    document = table.document
    put = sheet.put
    put("words", np.log1p(table.words))
    put("density", table.density)
    put("ends", table.ends)
    put("word length", table.characters / table.words)
    put("kind", table.kinds)
    hidden = document.hidden
    put("hidden", np.array([hidden[block] is not None for block in table.rows.tolist()]))
    seen: dict[str, int] = {}
    earlier = []
    for text in table.texts:
        times = seen.get(text, 0)
        earlier.append(times)
        seen[text] = times + 1
    put("same text before", np.array(earlier))
    put("same text", np.array(list(map(seen.__getitem__, table.texts))))


def _place(table: BlockTable, sheet: _Sheet) -> None:
    """Add the features of a block's position, and of the page as a whole."""
    put = sheet.put
    words_before, prose_before = table.words_before[:-1], table.prose_before[:-1]
    put("position", words_before / table.all_words)
    put("prose before", prose_before / table.all_prose)
    titled = table.title
    anchor = titled
    if titled < 0 and len(headings := (table.tags[table.block_nodes] == TAG_NUMBERS["h1"]).nonzero()[0]):
        anchor = int(headings[0])
    put("from title", within(table.places - anchor, -FAR_BLOCKS, FAR_BLOCKS) if anchor >= 0 else UNKNOWN)
    put("words from title", _log_words(words_before - words_before[anchor]) if anchor >= 0 else UNKNOWN)
    put("depth", around(np.ones(len(table.tags)), table.block_start, table.block_stop, table.count))
    put("title up", _up(table, int(table.block_nodes[anchor])) if anchor >= 0 else UNKNOWN)
    prose = table.prose >= PROSE
    prose_rows = (prose & (table.places > anchor)).nonzero()[0]
    start = int(prose_rows[0]) if len(prose_rows) else 0
    put("words from first prose", _log_words(words_before - words_before[start]))
    _since_start(table, sheet, start)
    _containers(table, sheet)
    put("page words", float(np.log1p(table.all_words)))
    put("page prose", table.all_prose / table.all_words)
    put("page density", float(table.links_before[-1]) / table.all_words)
    put("page blocks", float(np.log1p(table.count)))
    put("page long blocks", float(prose.sum()))
    put("page longest", float(np.log1p(table.prose.max())))
    tags = np.bincount(table.tags, minlength=len(TAG_NUMBERS) + 1)
    for tag in ("article", "p", "li", "form", "button"):
        put(f"page {tag}", float(tags[TAG_NUMBERS[tag]]))


def _log_words(words: Floats) -> Floats:
    """Convert distances in words to signed logarithms, up to a limit."""
    return within(signed_log(words), -FAR_WORDS, FAR_WORDS)


def _since_start(table: BlockTable, sheet: _Sheet, start: int) -> None:
    """Add what was seen since the first running text: lines and parts that end an article, and breaks in the text."""
    put = sheet.put
    places, words_before = table.places, table.words_before
    begun = places > start
    said = np.where(begun, table.row_line_hints, 0)
    named = np.where(begun, table.row_hints, 0)
    ends = np.concatenate((said & bits_of(END_LINES), named & bits_of(END_PARTS))) != 0
    sheet.put_all(_SINCE, since(ends, places, FAR))
    dates = before(ends[_DATE_LINE])
    put("dates before", np.minimum(dates[:-1], MOST_DATES))
    low, high = np.maximum(places - NEAR, 0), np.minimum(places + NEAR + 1, table.count)
    put("dates near", window(dates, low, high))
    put("first up", _up(table, int(table.block_nodes[start])))
    own = table.forms[table.block_nodes]
    outer = table.parents[table.block_nodes]
    around_own = table.forms[outer]
    put("form as first", (own == own[start]) + 2.0 * (around_own == around_own[start]))
    put("parent as first", outer == outer[start])
    running = table.prose > 0
    last = np.maximum.accumulate(np.where(running & (places >= start), places, start))
    previous = np.empty_like(last)
    previous[0], previous[1:] = start, last[:-1]
    gap = np.where(begun, words_before[:-1] - words_before[previous + 1], 0.0)
    put("gap", np.log1p(np.maximum(gap, 0.0)))
    put("widest gap", np.log1p(np.maximum.accumulate(np.where(running, gap, 0.0))))
    menus = np.zeros(len(table.document))
    for begin, _ in table.names.menus:
        menus[begin] += 1.0
    skipped = before(menus)[table.rows]
    put("menus since", within(skipped - skipped[start], -MOST_MENUS, MOST_MENUS))


def _containers(table: BlockTable, sheet: _Sheet) -> None:
    """Add the distances from the elements that hold the running text."""
    put = sheet.put
    container = _deepest(table, (table.node_prose > CONTAINER * table.all_prose).nonzero()[0])
    put("container up", _up(table, container))
    put("container from", _outside(table, container))
    put("container share", float(table.node_prose[container]) / table.all_words)
    frame = _deepest(table, (table.node_prose > FRAME * table.all_prose).nonzero()[0])
    put("frame up", _up(table, frame))
    parents = table.parents
    outer = parents[table.block_nodes]
    nodes = len(parents)
    score = np.bincount(outer, table.prose, nodes) + 0.5 * np.bincount(parents[outer], table.prose, nodes)
    best = int(score.argmax())
    put("parent up", _up(table, best))
    put("parent from", _outside(table, best))
    put("parent share", float(score[best]) / table.all_prose)
    put("parent score", np.log1p(score[outer]))
    put("parent rank", score[outer] / max(1.0, float(score[best])))


def _deepest(table: BlockTable, candidates: Ints) -> int:
    """Find the deepest of some nodes. The parent of each candidate must be a candidate too."""
    depths = {0: 0}
    for node, outer in zip(candidates.tolist(), table.parents[candidates].tolist(), strict=True):
        if node:
            depths[node] = depths[outer] + 1
    return max(depths, key=lambda node: (depths[node], -node))


def _up(table: BlockTable, node: int) -> Ints:
    """Count, for each block, the steps up from a node to the first element that holds the block too."""
    path = [node]
    parents = table.parents
    while node > 0:
        node = int(parents[node])
        path.append(node)
    # An outer element begins no later and ends no sooner than an inner one, so both arrays are sorted.
    first, last = table.block_start[path[::-1]], table.block_stop[path]
    shared = first.searchsorted(table.places, "right") - last.searchsorted(table.places, "right")
    steps: Ints = len(path) - shared
    return steps


def _outside(table: BlockTable, node: int) -> Ints:
    """Count how many blocks each block is before (negative) or after a node; 0 inside."""
    places, first, last = table.places, table.block_start[node], table.block_stop[node]
    distance: Ints = np.minimum(places - first, 0) + np.maximum(places - last + 1, 0)
    return within(distance, -FAR_BLOCKS, FAR_BLOCKS)


def _structure(table: BlockTable, sheet: _Sheet) -> None:
    """Add features of the elements around a block, and of the elements with the same form."""
    put = sheet.put
    parents, block_nodes = table.parents, table.block_nodes
    put("tag", np.array(CODES_OF_TAGS)[table.tags[block_nodes]])
    for tag in ("footer", "main", "li"):
        is_tag = table.tags == TAG_NUMBERS[tag]
        put(f"in {tag}", around(is_tag, table.block_start, table.block_stop, table.count))
    put("density 0", table.node_links[block_nodes] / np.maximum(table.node_words[block_nodes], 1.0))
    forms = table.forms
    kinds = int(forms.max()) + 1
    group, sizes = grouped(parents * kinds + forms)
    share = np.bincount(group, table.node_prose) / table.all_prose
    density = np.bincount(group, table.node_links) / np.maximum(np.bincount(group, table.node_words), 1.0)
    outer = parents[block_nodes]
    outermost = parents[parents[outer]]
    put("siblings 0", np.log1p(sizes[group[block_nodes]]))
    put("siblings density 1", density[group[outer]])
    put("siblings share 2", share[group[parents[outer]]])
    put("siblings density 3", density[group[outermost]])
    node, key = block_nodes, forms[block_nodes]
    for level in range(1, 4):
        alike, sizes = grouped(key)
        put(f"like {level}", np.log1p(sizes)[alike])
        if level > 1:
            put(f"like share {level}", (np.bincount(alike, table.prose) / table.all_prose)[alike])
        node = parents[node]
        key = alike * kinds + forms[node]
    _items(table, sheet, group, density)


def _items(table: BlockTable, sheet: _Sheet, group: Ints, density: Floats) -> None:
    """Add features of the nearest part around a block that has siblings of its form, as list items and posts do.

    `group` has the number of each node's group of such parts, `density` the share of linked words in each group.
    """
    put = sheet.put
    sizes = np.bincount(group)
    mean = np.bincount(group, table.node_words) / sizes
    item = group[_nearest(table, (sizes >= MIN_ITEMS)[group])]
    put("item density", density[item])
    put("item mean", np.log1p(mean)[item])
    part = _nearest(table, ((sizes >= MIN_POSTS) & (mean >= POST_WORDS))[group])
    post = group[part]
    put("post density", density[post])
    put("post count", np.log1p(sizes)[post])
    put("post words", np.log1p(table.node_words[part]))


def _nearest(table: BlockTable, is_part: Mask) -> Ints:
    """Find, for each block, the nearest node around it that `is_part` marks, or the root."""
    outer = np.where(is_part, np.arange(len(is_part)), table.parents)
    for _ in range(DOUBLINGS):
        outer = outer[outer]
    nearest: Ints = outer[table.block_nodes]
    return nearest


def _neighbors(table: BlockTable, sheet: _Sheet) -> None:
    """Add the features of the neighbors before and after a block."""
    put = sheet.put
    places, count = table.places, table.count
    for reach in (2, 6):
        low, high = np.maximum(places - reach, 0), np.minimum(places + reach + 1, count)
        words = np.maximum(window(table.words_before, low, high), 1.0)
        put(f"near density {reach}", window(table.links_before, low, high) / words)
    long = np.zeros(count + 2)
    np.log1p(table.words, out=long[1:-1])
    put("words of next", long[2:])
    put("words of last", long[:-2])
    headings = table.kinds == _HEADING
    last_heading = np.maximum.accumulate(np.where(headings, places, -1))
    above = last_heading >= 0
    put("since heading", np.where(above, np.minimum(places - last_heading, FAR), FAR))
    put("page headings", float(headings.sum()))
    put("under heading", np.where(above, np.array(CODES_OF_TAGS)[table.tags[table.block_nodes[last_heading]]], 0))


def _named(table: BlockTable, sheet: _Sheet) -> None:
    """Add the hints from the names of the elements around a block."""
    put = sheet.put
    for name in MARKS:
        put(f"named {name}", table.row_hints & BITS[name] != 0)


_GROUPS: tuple[Callable[[BlockTable, _Sheet], None], ...] = (_text, _place, _structure, _neighbors, _named)


ALIKE = 3.0
"""Value of ``form as first`` if a block and the element around it both have the forms of the first running text."""
TYPE_FEATURES = tuple(f"type {name}" for name in TYPES)
"""Names of the features from the type of the page, in order."""


def join_features(plain: Matrix, types: Floats, names: Matrix) -> Matrix:
    """Join all features of a page, in the order that the model expects."""
    spread = np.repeat(types.astype(np.float32)[:, None], plain.shape[1], axis=1)
    return np.concatenate((plain, spread, names))


REACH = 5
"""Number of blocks before and after a block whose names count as near."""
NAME_FEATURES = (
    "names 0", "names 1", "names 2", "names sum", "names least", "names all", "names against", "names near",
)  # fmt: skip
"""Names of the features from the lexicon, in order."""


def name_features(frame: Frame, scores: Floats) -> Matrix:
    """Compute the features from the lexicon. `scores` rates each node's names: above 0 is for the article."""
    count = frame.size
    levels = np.empty((5, count))
    node = frame.block_nodes
    for level in range(5):
        levels[level] = scores[node]
        node = frame.parents[node]
    near = levels.sum(axis=0)
    places = np.arange(count)
    low, high = np.maximum(places - REACH, 0), np.minimum(places + REACH + 1, count)
    matrix = np.empty((len(NAME_FEATURES), count), dtype=np.float32)
    matrix[:3] = levels[:3]
    matrix[3] = near
    matrix[4] = levels.min(axis=0)
    matrix[5] = around(scores, frame.block_start, frame.block_stop, count)
    matrix[6] = around(np.minimum(scores, 0.0), frame.block_start, frame.block_stop, count)
    matrix[7] = window(before(near), low, high) / (high - low)
    return matrix
