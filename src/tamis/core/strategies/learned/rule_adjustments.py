"""Rules that correct the model: parts with telling names, and telling lines, lose log-odds.

Some parts are too rare in the training pages for a model to learn them, or look like the article around them:
advertisements between paragraphs, the author's biography, a prompt to subscribe. Their names and lines give them away
(`tamis.core.strategies.part_hints`), so they lose log-odds. On a page that the model is sure of, as it is of most
articles, parts about authors and the lines lose too; on other pages these may be what the page is about.

So do the comments below an article. Three signs tell them: a part that is named for comments; a line that opens them
(``Comments``, ``Have your say``) below running text; and, below running text, repeated short lines with a date in
elements of one form. They lose nothing if the page is probably not an article, because the posts of a thread look the
same but are what the reader came for; nor where blocks have the form of the first running text, which comments do not
have; nor on a page that has no running text besides. Dated lines that begin high up, with most of the likely text below
them, say nothing: the entries of a live blog are dated too, and so is a box with other stories. Below such a box the
text goes on where it stood: in the element that holds most of the text above.

Some pages have nothing to remove: a part without links, named clutter and telling lines gains log-odds as a whole.

On a page that the model doubts, there is a second opinion: it leans to keeping, above all what stands in the main
element. Among these are the pages that would otherwise be lost: lists, threads, documents of a form that it has not
seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from tamis.core.lazy_numpy import np
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.learned.arrays import grouped
from tamis.core.strategies.learned.cutoff import SURE, choose
from tamis.core.strategies.learned.page_type import ARTICLE, Signatures, find_signatures, thread_certainty
from tamis.core.strategies.learned.places import draw_together, thread_log_odds
from tamis.core.strategies.part_hints import BREADCRUMB, COMMENTS, FOOTER, NAVIGATION, PAGINATION, PRODUCT, TEASER

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable
    from tamis.core.strategies.learned.cutoff import Choice
    from tamis.core.strategies.learned.places import Posts


PARTS = (
    (bits.CONSENT, 3.0),
    (bits.ADVERTISEMENT, 3.0),
    (bits.BREADCRUMB | bits.PAGINATION, 3.0),
    (bits.SHARE, 2.0),
    (bits.PROMPT, 2.0),
    (bits.POPUP, 1.0),
)
"""Hints of parts, and the log-odds that the parts lose on any page."""
MOST = 0.5
"""Share of the page's words from which parts are what the page is about, whatever says otherwise."""
OVER_THE_PAGE = bits.CONSENT | bits.POPUP
"""Hints of parts that lie over the page, and may have more words than it."""
PARTS_OF_ARTICLES = ((bits.AUTHOR, 2.0),)
"""Hints of parts, and the log-odds that the parts lose on pages that the model is sure of."""
LINES = (
    (
        bits.SHARE
        | bits.ADVERTISEMENT
        | bits.LEGAL
        | bits.READ_TIME
        | bits.MORE
        | bits.PROMPT
        | bits.AUTHOR
        | bits.CREDIT,
        2.0,
    ),
)
"""Hints of short lines, and the log-odds that the lines lose on pages that the model is sure of."""


DOUBTFUL = 0.6
"""Expected F below which there is a second opinion. Chosen by cross-validation over seven sets, as the two below."""
LEAN = 1.0
"""Log-odds that every block gains in the second opinion."""
LEAN_IN_MAIN = 1.0
"""Log-odds that blocks in the main element, or in articles if there is none, gain besides."""
CLEAN = 2.0
"""Log-odds that every block gains in a part without clutter. Chosen by the same cross-validation, as the two below."""
MAX_CLEAN_LINKS = 0.05
"""Maximum share of linked words in a part without clutter."""
MAX_CLEAN_LINES = 0.05
"""Maximum share of the words in lines that share, advertise, prompt and the like."""
LINK = 0.5
"""Share of linked text from which a row is a link. A page without main element or articles is clean only without any:
by their number of words, the links of a menu are few beside a long text."""
# Each is the best of a few values, or the simplest if they are equally good, by the cross-validated F1 on the training
# sets; see docs/strategies/learned.md.
LOSS = 4.0
"""Log-odds that comments lose if a name or an opening line marks them."""
LOSS_BY_SIGNATURE = 5.0
"""Log-odds that blocks lose from the first of several dated lines on, where lists of other stories begin too."""
MIN_WORDS = 40.0
"""Number of words of running text, likely wanted, that come before the comments."""
ENOUGH = 200.0
"""Number of such words from which dated lines are comments, even if there is more text below them than above."""
ALL_TEXT = 2.0
"""Log-odds that every block gets on a page that is nothing but its text."""
LISTS_BONUS = 2.5
"""Log-odds that a list gets when the user wants lists."""
MIN_ARTICLE = 0.5
"""Probability of an article below which a page is taken to have posts or reviews instead of comments."""


class Rows(Protocol):
    """The rows of a page, with the hints that the rules need."""

    @property
    def row_hints(self) -> Ints:
        """Hints of the elements around each row."""

    @property
    def row_line_hints(self) -> Ints:
        """Hints that each row's text gives by itself."""

    @property
    def density(self) -> Floats:
        """Share of linked text of each row."""


def against(rows: Rows, words: Floats, *, sure: bool) -> Floats:
    """Compute the log-odds that each row loses by the rules. `sure` tells whether the model is sure of the page.

    `words` has the number of words that each row would add to the text.
    """
    row_hints = rows.row_hints
    result = np.zeros(len(row_hints))
    most = MOST * float(words.sum())
    for named, loss in (*PARTS, *PARTS_OF_ARTICLES) if sure else PARTS:
        is_named = row_hints & named != 0
        if float(words[is_named].sum()) < most or named & OVER_THE_PAGE:
            result += loss * is_named
    if sure:
        for named, loss in LINES:
            result += loss * (rows.row_line_hints & named != 0)
    return result


class Decision(NamedTuple):
    """The probabilities of a page's rows, and the rows to keep."""

    probabilities: Floats
    choice: Choice
    first: Mask | None = None
    """The rows that the first opinion would keep, if there was a second one."""


def adjusted(log_odds: Floats, posts: Posts, signs: CommentSigns, types: Floats) -> Floats:
    """Adjust the model's log-odds by what it cannot see: posts of one thread, comments, paragraphs of one form."""
    as_thread = thread_certainty(types)
    if as_thread is not None:
        log_odds = thread_log_odds(posts, log_odds, as_thread)
    log_odds = log_odds - signs.losses(log_odds, types, posts.parents)
    return draw_together(log_odds, signs.running, posts.places) if types[ARTICLE] >= MIN_ARTICLE else log_odds


def decide(rows: Rows, words: Floats, log_odds: Floats, favor: float = 1.0) -> Decision:
    """Compute the probabilities by the model and the rules, and choose the rows to keep.

    `log_odds` are those of `adjusted`. `words` has the number of words that each row would add to the text. If `favor`
    is for precision there is no second opinion.
    """
    log_odds = log_odds + CLEAN * without_clutter(rows, words)
    first = _probabilities(log_odds - against(rows, words, sure=False))
    balanced = choose(first, words)
    if balanced.expected > SURE:
        sure = _probabilities(log_odds - against(rows, words, sure=True))
        return Decision(sure, choose(sure, words, favor))
    favored = balanced if favor == 1.0 else choose(first, words, favor)
    if balanced.expected >= DOUBTFUL or favor < 1.0:
        return Decision(first, favored)
    second = _probabilities(log_odds - against(rows, words, sure=False) + LEAN + LEAN_IN_MAIN * in_main(rows.row_hints))
    return Decision(second, choose(second, words, favor), favored.kept)


def in_main(row_hints: Ints) -> Mask:
    """Mark the rows in the main element, or in articles if there is none, except in parts named as something else."""
    result: Mask = _main_part(row_hints) & (row_hints & bits.NOT_MAIN == 0)
    return result


def without_clutter(rows: Rows, words: Floats) -> Mask:
    """Mark the rows of the main element, of articles or else of the page, if nothing in it looks like clutter."""
    row_hints = rows.row_hints
    part = _main_part(row_hints)
    if not part.any():
        if (rows.density[words > 0.0] > LINK).any():
            return part
        part = np.ones(len(words), dtype=np.bool_)
    inside = np.where(part, words, 0.0)
    total = float(inside.sum())
    is_clean = (
        not (inside[row_hints & bits.NOT_MAIN != 0] > 0.0).any()
        and float((inside * rows.density).sum()) <= MAX_CLEAN_LINKS * total
        and float(inside[rows.row_line_hints != 0].sum()) <= MAX_CLEAN_LINES * total
    )
    return part if is_clean else np.zeros(len(words), dtype=np.bool_)


def _main_part(row_hints: Ints) -> Mask:
    is_main: Mask = row_hints & bits.MAIN != 0
    return is_main if is_main.any() else row_hints & bits.ARTICLE != 0


def _probabilities(log_odds: Floats) -> Floats:
    result: Floats = 1.0 / (1.0 + np.exp(-log_odds))
    return result


LEAST = 3
"""Minimum number of parts side by side that make a list."""
LONGEST = 80.0
"""Maximum average number of words of a list's parts; longer parts are separate articles or posts."""
LEVELS = 5
"""Number of elements around a block that may be such a part."""
LINKED_PARTS = 0.6
"""Share of a list's parts above which they have links."""
LISTED = TEASER | PRODUCT
"""Hints of parts that are always in lists."""
NO_LISTS = NAVIGATION | FOOTER | BREADCRUMB | PAGINATION | COMMENTS


def in_lists(table: BlockTable) -> Mask:
    """Mark the rows that are part of a grid or a list. Menus, footers and comments are not lists."""
    forms = table.forms
    parents = table.parents
    group, sizes = grouped(parents * (int(forms.max()) + 1) + forms)
    has_link = table.node_links > 0
    linked = np.bincount(group, has_link) / sizes
    words = np.bincount(group, table.node_words) / sizes
    is_list = ((sizes >= LEAST) & (linked > LINKED_PARTS) & (words <= LONGEST))[group] & has_link
    listed = np.zeros(table.count, dtype=np.bool_)
    node = table.block_nodes
    for _ in range(LEVELS):
        listed |= is_list[node]
        node = parents[node]
    given = table.row_hints
    listed |= given & LISTED != 0
    listed &= given & NO_LISTS == 0
    return listed


class CommentSigns(NamedTuple):
    """Signs of comments, for each row of a page."""

    named: Mask
    """True for rows in a part that is named for comments."""
    opening: Mask
    """True for lines that open the comments."""
    alike_first: Mask
    """True for rows with the form of the first running text."""
    running: Floats
    """Number of words of rows that are running text; 0 for others."""
    signatures: Signatures

    def losses(self, log_odds: Floats, types: Floats, parents: Ints) -> Floats:
        """Compute the log-odds that each row loses, given the probability of each type of page.

        `parents` has the parent of each row's element.
        """
        if types[ARTICLE] < MIN_ARTICLE:
            return np.zeros(len(log_odds))
        is_below_text = float(self.running[~self.named].sum()) >= MIN_WORDS
        losses = np.where(self.named & is_below_text, LOSS, 0.0)
        likely = np.where(log_odds > 0.0, self.running, 0.0)
        text = np.where(losses > 0.0, 0.0, likely)  # without the parts that are named for comments
        above = likely.cumsum() - likely
        below = above >= MIN_WORDS
        opened = (self.opening & below).nonzero()[0]
        if len(opened):
            losses[opened[0] :] = LOSS
        ends = (above >= ENOUGH) | (text[::-1].cumsum()[::-1] <= MOST * float(text.sum()))
        signed = _first_signature(self.signatures, below, ends)
        if signed < len(losses):
            above_it = np.bincount(parents, np.where(np.arange(len(text)) < signed, text, 0.0))
            goes_on = (above_it > 0.0) & (above_it >= MOST * above_it.sum())
            losses[signed:] = np.maximum(losses[signed:], np.where(goes_on[parents[signed:]], 0.0, LOSS_BY_SIGNATURE))
        losses[self.alike_first] = 0.0
        return losses


def comment_signs(table: BlockTable, alike_first: Mask) -> CommentSigns:
    """Find the signs of comments on a page."""
    return CommentSigns(
        named=table.row_hints & COMMENTS != 0,
        opening=table.row_line_hints & COMMENTS != 0,
        alike_first=alike_first,
        running=np.where(table.prose > 0.0, table.words, 0.0),
        signatures=find_signatures(table),
    )


def _first_signature(signatures: Signatures, below: Mask, ends: Mask) -> int:
    """Find the first signature below running text whose form repeats; else return the number of rows.

    `ends` marks the rows that have enough text above them to be its end. A form that begins before is that of entries,
    or of a box.
    """
    forms = signatures.forms
    first: dict[int, int] = {}
    for row, form in zip(signatures.rows, forms, strict=True):
        if below[row]:
            first.setdefault(form, row)
    return min((row for form, row in first.items() if ends[row] and forms.count(form) > 1), default=len(below))
