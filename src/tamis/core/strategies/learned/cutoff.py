"""Cutoff: chooses the blocks to keep by their probabilities.

No fixed threshold is right for all pages: it pays to be strict where the model is sure, and to keep more where it is
not. So the cutoff maximizes the expected F measure: with the blocks in the order of their probability `p` and with `w`
words each, the first `k` give an expected

    F = (1 + b²) Σ p w / (Σ w + b² E),    E = Σ p w over all blocks,

where `b` weighs recall against precision.

What is kept in part is then kept whole, and what leads to kept text stays with it. The model judges each block by
itself, and an item of a list is little to judge; but a reader cannot see that the third of five items is missing. So an
item of a list of which most is kept, a heading of the form of other kept headings, and a line that introduces what
follows need much less than others.

The confidence is the probability that the choice is right: that at least nine tenths of the text are, a word F1 of 0.9
or more against what a person would have chosen. A logistic regression on a few numbers of the page gives it, trained on
pages that the model had not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.block_table import KIND_NUMBERS, TAG_NUMBERS
from tamis.core.strategies.learned.page_type import ARTICLE
from tamis.core.strategies.part_hints import NOT_MAIN
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable


SURE = 0.8
"""Expected F above which the model is sure of a page."""
STRICT = 0.9
"""Probability that a block needs on such a page if precision is favored."""
MIN_LIKELIEST = 0.2
"""Probability that the likeliest block needs: if even that has less, the page has no text to keep. Chosen by
cross-validation; any value from 0.15 to 0.3 gives the same result."""
MIN_BETWEEN = 0.1
"""Probability that a table, list, quote, code or the heading of a part between two kept blocks needs: to drop one tears
the text apart."""
MIN_HEADING = 0.3
"""Probability that a heading between two kept blocks needs. It is higher, because more headings belong to boxes."""
MIN_HEADING_OF_PART = 0.005
"""Probability that a heading above a kept block of its parent needs, if the parent holds kept text before it too. Of
those that the model finds nearly impossible, too, most are wanted."""
MIN_TABLE = 0.2
"""Share of a table's words from which it is kept whole."""
MIN_TABLE_AT_EDGE = 0.25
"""Probability that one of a table's rows needs if text is kept on one side of the table alone."""
TELLING = 0.2
"""Share of a table's rows whose text says that they are no data from which the table is none."""
MIN_SENTENCE = 0.2
"""Probability that a sentence between two kept blocks needs."""
MIN_ALIKE = 0.05
"""Probability that it needs if both of them stand at its own place."""
MAX_SUBHEAD = 15.0
"""Maximum number of words of a plain line that is a heading of a part."""
MIN_SUBHEAD = 0.15
"""Mean probability that such lines of one place need. Chosen by cross-validation, as the two below."""
MIN_SUBHEADS = 2
"""Number of such lines at one place from which they are headings."""
MAX_SENTENCES = 0.5
"""Maximum share of such lines that end like a sentence."""
MAX_BESIDE = 8
"""Maximum number of short lines between code and the kept text beside it."""
MIN_NEIGHBORS = 3
"""Number of rows from which one has a row before and one after it."""
GOOD = 0.9
"""Word F1 from which a page counts as extracted right."""
NUMBERS = 9
"""Number of inputs of the regression."""
# The numbers were chosen by the share of wanted words among the blocks between kept ones, on half of the news pages
# and on six other sets.
MIN_OF_LIST, MIN_ITEM, MIN_LINKED_ITEM = 0.5, 0.3, 0.4
"""Share of a list's items that must be kept, and the probability that the others then need; those that are links."""
MIN_OF_HEADINGS, MIN_HEADINGS, MIN_LIKE_OTHERS = 0.3, 2, 0.05
"""Share and number of the headings of one form that must be kept, and the probability that the others then need."""
MIN_LEADING = 0.3
"""Probability that a heading or a question right above kept running text needs, and a line that ends with a colon."""
MIN_LINKED_LIST, MAX_LINKED = 0.3, 0.5
"""Probability that a list between kept blocks needs of which a part is linked, and the share of its words that may be:
in *Most servers: Private Internet Access* the link is not all."""
LINK = 0.9  # the share of linked text from which an item is a link and nothing else
LINKED = 0.3  # the share of linked text from which a line or an item leads to another page
COLONS, QUESTIONS = (":", "："), ("?", "？")
LIST_TAGS = ("ul", "ol", "dl")
_ITEM, _HEADING = KIND_NUMBERS[Kind.LIST_ITEM], KIND_NUMBERS[Kind.HEADING]
KINDS_BETWEEN = (Kind.TABLE, Kind.LIST_ITEM, Kind.CODE, Kind.QUOTE, Kind.HEADING, Kind.CAPTION)
NEVER = 2.0  # more than any probability
LINKED_HEADING = 0.3
"""Share of linked text from which a heading leads to another page."""
LINKED_SUBHEAD = 0.1
"""Share of linked text from which a line is no heading of a part."""
SENTENCE = 4.0
"""Number of words from which a text with the end of a sentence is one."""
MOSTLY_LINKED = 0.5
"""Share of linked text from which a sentence is a link to another page."""
SHORT_LINE = 6.0
"""Number of words of a line that may stand beside code and say nothing."""
NEAR_CODE = 10
"""Number of elements around code of which one holds the text that it belongs to."""


class Choice(NamedTuple):
    """The rows to keep, and the expected quality of the choice."""

    kept: Mask
    threshold: float
    expected: float
    """Expected F1 by the probabilities."""


def keep_between(kept: Mask, probabilities: Floats, needed: Floats, parents: Ints, *, whole: bool = False) -> None:
    """Keep tables, lists, quotes, code and headings between two kept blocks of one parent, unless all are unlikely.

    `needed` has the probability that one of the rows needs, over 1 for rows that are not kept so; `parents` the parent
    of each row's element. With `whole`, a list that is kept in part is kept as a whole.
    """
    between = needed <= 1.0
    for anchors in (kept, kept & ~between) if whole else (kept,):
        rows = anchors.nonzero()[0]
        for left, right in zip(rows[:-1].tolist(), rows[1:].tolist(), strict=True):
            inside = slice(left + 1, right)
            if right - left > 1 and parents[left] == parents[right] and between[inside].all():
                kept[inside] |= probabilities[inside].max() >= needed[inside].max()


def keep_tables(kept: Mask, tables: Ints, words: Floats) -> None:
    """Keep a table whole of which enough is kept, because a row says little without its header and its neighbors.

    `tables` has a number for each row that is one of a table, and -1 for others.
    """
    rows = (tables >= 0).nonzero()[0]
    if not len(rows):
        return
    numbers = tables[rows]
    sizes = np.bincount(numbers, words[rows])
    shares = np.bincount(numbers, words[rows] * kept[rows]) / np.where(sizes > 0.0, sizes, 1.0)
    kept[rows] |= (shares >= MIN_TABLE)[numbers]


class Neighbors(NamedTuple):
    """The rows of a page that are shown if they are kept, with what tells which of them belong together."""

    shown: Mask
    parents: Ints
    """The parent of each row's element."""
    places: Ints
    """A number for each row, the same for rows whose element and the two around it have the same tags and classes."""


def keep_headings(kept: Mask, probabilities: Floats, headings: Mask, beside: Neighbors) -> None:
    """Keep the headings of kept parts: between two kept blocks, or above one in an element with kept text before.

    Pictures and advertisements may stand between a heading and the text of its element.
    """
    missing = headings & beside.shown & ~kept & (probabilities >= MIN_HEADING_OF_PART)
    rows = beside.shown.nonzero()[0]
    if len(rows) < MIN_NEIGHBORS or not missing.any():
        return
    before, middle, after = rows[:-2], rows[1:-1], rows[2:]
    kept[middle] |= missing[middle] & kept[before] & kept[after] & (probabilities[middle] >= MIN_BETWEEN)
    parents = beside.parents[rows]
    siblings = parents.argsort(kind="stable")
    row, sibling = rows[siblings[:-1]], rows[siblings[1:]]
    goes_on = missing[row] & kept[sibling] & (parents[siblings[:-1]] == parents[siblings[1:]])
    first_kept = np.full(int(beside.parents.max()) + 1, len(kept))
    np.minimum.at(first_kept, beside.parents[kept], kept.nonzero()[0])
    kept[row] |= goes_on & (first_kept[beside.parents[row]] < row)


def keep_sentences(kept: Mask, probabilities: Floats, sentences: Mask, beside: Neighbors) -> None:
    """Keep the sentences between two kept blocks of one element, or of one place, unless they are unlikely."""
    rows = beside.shown.nonzero()[0]
    if len(rows) < MIN_NEIGHBORS or not (sentences & ~kept).any():
        return
    before, middle, after = rows[:-2], rows[1:-1], rows[2:]
    parents, places = beside.parents, beside.places
    is_sibling = (parents[before] == parents[middle]) & (parents[middle] == parents[after])
    as_before, as_after = places[before] == places[middle], places[middle] == places[after]
    is_between = kept[before] & kept[after] & (is_sibling | as_before | as_after)
    needed = np.where(as_before & as_after, MIN_ALIKE, MIN_SENTENCE)
    kept[middle] |= is_between & sentences[middle] & (probabilities[middle] >= needed)


def keep_subheads(
    kept: Mask, probabilities: Floats, lines: Mask, running: Mask, ends: Mask, beside: Neighbors, texts: Sequence[str]
) -> None:
    """Keep the headings that are plain lines: several of one place and no two alike, each right above kept text.

    `lines` marks the rows that may be headings, `running` running text, `ends` rows that end like a sentence.
    """
    rows = beside.shown.nonzero()[0]
    chosen = kept[rows].nonzero()[0]
    if len(chosen) < MIN_NEIGHBORS - 1:
        return
    middle, after = rows[chosen[0] + 1 : chosen[-1]], rows[chosen[0] + 2 : chosen[-1] + 1]
    is_dropped = ~kept[middle]
    is_above = is_dropped & lines[middle] & kept[after] & running[after]
    if np.count_nonzero(is_above) < MIN_SUBHEADS:
        return
    places = beside.places[middle]
    count = np.bincount(places, is_above)
    are_subheads = (count >= MIN_SUBHEADS) & (count == np.bincount(places, is_dropped))
    are_subheads &= np.bincount(places, is_above * probabilities[middle]) >= MIN_SUBHEAD * count
    are_subheads &= np.bincount(places, is_above & ends[middle]) <= MAX_SENTENCES * count
    for place in are_subheads.nonzero()[0].tolist():
        found = middle[is_above & (places == place)]
        if len({texts[row] for row in found.tolist()}) == len(found):
            kept[found] = True


def keep_set_pieces(
    kept: Mask, pieces: Mask, doubtful: Mask, short: Mask, shown: Mask, is_near: Callable[[int, int], bool]
) -> None:
    """Keep code, tables and formulas between two kept blocks, and those beside one kept block that is near.

    `pieces` marks the rows that may be kept so, `doubtful` those that must stand between two; `short` lines that may
    stand beside one and say nothing: the name of the language, a button to copy. `is_near` tells whether a row stands
    in the same part as a kept one.
    """
    missing = (pieces & shown & ~kept).nonzero()[0]
    if not len(missing):
        return
    anchors = (shown & (kept | ~(pieces | short))).nonzero()[0]
    skipped = np.cumsum(shown & short & ~kept & ~pieces)
    places = np.searchsorted(anchors, missing)
    found = []
    for row, place in zip(missing.tolist(), places.tolist(), strict=True):
        before = int(anchors[place - 1]) if place else -1
        after = int(anchors[place]) if place < len(anchors) else -1
        left = before >= 0 and bool(kept[before]) and skipped[row] - skipped[before] <= MAX_BESIDE
        right = after >= 0 and bool(kept[after]) and skipped[after] - skipped[row] <= MAX_BESIDE
        is_beside = (left or right) and not doubtful[row]
        if (left and right) or (is_beside and is_near(row, before if left else after)):
            found.append(row)
    kept[found] = True


def choose(probabilities: Floats, words: Floats, favor: float = 1.0) -> Choice:
    """Choose the blocks with the greatest expected F; `favor` over 1 is for recall, under 1 for precision."""
    if not len(probabilities) or not float(words.sum()):
        return _nothing(len(probabilities), 0.0)
    order = (-probabilities).argsort(kind="stable")
    hits = (probabilities * words)[order].cumsum()
    sizes = words[order].cumsum()
    weight = favor * favor
    at = int((hits / (sizes + weight * hits[-1] + 1e-9)).argmax())
    expected = float(2.0 * hits[at] / (sizes[at] + hits[-1] + 1e-9))
    if favor <= 1.0 and float(probabilities[words > 0.0].max()) < MIN_LIKELIEST:
        return _nothing(len(probabilities), expected)
    threshold = float(probabilities[order[at]])
    if expected > SURE and favor < 1.0:
        threshold = max(threshold, STRICT)
    return Choice(probabilities >= threshold, threshold, expected)


def _nothing(count: int, expected: float) -> Choice:
    """Return the choice to keep no block."""
    return Choice(np.zeros(count, dtype=np.bool_), 1.0, expected)


def page_numbers(probabilities: Floats, words: Floats, choice: Choice, types: Floats) -> Floats:
    """Compute the inputs of the regression. `types` has the probability of each type of page."""
    all_words = max(1.0, float(words.sum()))
    kept_words = max(1.0, float(words[choice.kept].sum()))
    unsure = float((words * np.minimum(probabilities, 1.0 - probabilities)).sum())
    kept_mean = float((words * probabilities)[choice.kept].sum()) / kept_words
    expected = min(max(choice.expected, 0.02), 0.995)
    return np.array(
        [
            1.0,
            float(np.log(expected / (1.0 - expected))),
            expected,
            kept_mean,
            unsure / kept_words,
            float(np.log1p(kept_words)),
            kept_words / all_words,
            float(np.log1p(len(probabilities))),
            float(types[ARTICLE]),  # articles are extracted right more often than the other numbers promise
        ]
    )


def page_confidence(weights: Floats, numbers: Floats) -> float:
    """Compute the probability that the page was extracted right, to two digits."""
    return round(float(1.0 / (1.0 + np.exp(-float(weights @ numbers)))), 2)


def needed_between(table: BlockTable, probabilities: Floats, parents: Ints) -> Floats:
    """Compute the probability that one of the rows between two kept blocks needs; over 1 if a row is not kept for that.

    `parents` has the parent of each row's element.
    """
    between = (
        np.array([kind in KINDS_BETWEEN for kind in KIND_NUMBERS])[table.kinds]
        & (table.row_line_hints == 0)
        & (table.density < LINKED)
    )
    between |= ~np.asarray(table.visible, dtype=np.bool_)[table.rows]
    between &= (table.kinds != _HEADING) | (probabilities >= MIN_HEADING)
    needed = np.where(between, MIN_BETWEEN, NEVER)
    linked = (table.kinds == _ITEM) & (table.density >= LINKED) & (table.row_line_hints == 0)
    linked &= table.row_hints & NOT_MAIN == 0
    if linked.any():
        shares = np.bincount(parents, table.density * table.words) / np.maximum(np.bincount(parents, table.words), 1.0)
        needed[linked & (shares[parents] < MAX_LINKED)] = MIN_LINKED_LIST
    return needed


class Gaps(NamedTuple):
    """The rows between kept rows, each with the next row that is shown."""

    inside: Ints
    after: Ints


def keep_wholes(kept: Mask, probabilities: Floats, table: BlockTable, plain: Mask, beside: Neighbors) -> None:
    """Keep the rest of lists and headings that are mostly kept, and lines that lead to kept text.

    `plain` marks the rows that neither their names nor their words call anything but text.
    """
    gaps = _find_gaps(kept, beside.shown)
    if gaps is None:
        return
    if not (probabilities[gaps.inside] >= MIN_LIKE_OTHERS).any():  # the least that any of them needs
        return
    _keep_leading(kept, probabilities, table, plain, gaps)
    needed = np.full(len(kept), NEVER)
    _ask_of_lists(needed, kept, table, beside)
    _ask_of_headings(needed, kept, table, beside, gaps)
    inside = gaps.inside
    kept[inside] |= probabilities[inside] >= needed[inside]


def _find_gaps(kept: Mask, shown: Mask) -> Gaps | None:
    """Find the rows between the first and the last kept one that are shown and not kept; None if there are none."""
    rows = shown.nonzero()[0]
    is_kept = kept[rows]
    chosen = is_kept.nonzero()[0]
    if len(chosen) < 2 or chosen[-1] - chosen[0] + 1 == len(chosen):
        return None
    first, last = int(chosen[0]), int(chosen[-1])
    is_gap = ~is_kept[first:last]
    return Gaps(rows[first:last][is_gap], rows[first + 1 : last + 1][is_gap])


def _share_kept(kept: Mask, members: Mask, groups: Ints) -> Floats:
    """Compute for each row the share of the members of its group that are kept."""
    size = np.bincount(groups, members)
    result: Floats = (np.bincount(groups, members & kept) / np.maximum(size, 1.0))[groups]
    return result


def _ask_of_lists(needed: Floats, kept: Mask, table: BlockTable, beside: Neighbors) -> None:
    items = (
        (table.kinds == _ITEM)
        & np.isin(table.tags[beside.parents], [TAG_NUMBERS[tag] for tag in LIST_TAGS])
        & beside.shown
    )
    if items.any():
        items &= _share_kept(kept, items, beside.parents) >= MIN_OF_LIST
        needed[items] = np.where(table.density[items] < LINK, MIN_ITEM, MIN_LINKED_ITEM)


def _ask_of_headings(needed: Floats, kept: Mask, table: BlockTable, beside: Neighbors, gaps: Gaps) -> None:
    above = gaps.inside[kept[gaps.after] & (table.kinds[gaps.inside] == _HEADING)]
    above = above[table.row_line_hints[above] == 0]
    if len(above):
        headings = (table.kinds == _HEADING) & beside.shown
        alike = _share_kept(kept, headings, beside.places) >= MIN_OF_HEADINGS
        alike &= np.bincount(beside.places, headings & kept)[beside.places] >= MIN_HEADINGS
        needed[above[alike[above]]] = MIN_LIKE_OTHERS


def _keep_leading(kept: Mask, probabilities: Floats, table: BlockTable, plain: Mask, gaps: Gaps) -> None:
    """Keep headings and questions above kept running text, and lines that end with a colon above anything kept."""
    inside, after = gaps
    is_led = kept[after] & plain[inside] & (probabilities[inside] >= MIN_LEADING) & (table.density[inside] < LINKED)
    for row, next_row in zip(inside[is_led].tolist(), after[is_led].tolist(), strict=True):
        if table.prose[next_row] > 0.0:
            kept[row] |= table.kinds[row] == _HEADING or table.texts[row].endswith(QUESTIONS)
        kept[row] |= table.texts[row].endswith(COLONS)
