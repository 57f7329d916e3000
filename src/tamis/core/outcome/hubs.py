"""Hub pages: home pages, section fronts, tag and index pages, whose content is a list of links to other pages.

Two amounts of text are compared: that of the teasers (elements beside others of their kind, each with a linked headline
and little else) and that of the longest passage of prose, which on the page of an article is its body. How much the
list must outweigh the passage depends on what the page declares: less if the URL is that of a home page or a list, far
more if it is that of a single page or if an article is declared. If the strategy has found the type of the page, that
counts too: a page that it takes for a list needs only teasers to be one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.outcome.evidence import dialog_blocks
from tamis.core.outcome.teasers import HEADLINE, LINKED, MIN_PROSE, Columns, groups_of
from tamis.model import Kind
from tamis.text.lists import word_set
from tamis.text.schema_types import ARTICLE_TYPES, WORK_TYPES
from tamis.text.urls.shapes import Shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.outcome.evidence import Flags
    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.model import Metadata, PageType

MIN_TEASERS = 5
"""Minimum number of teasers; fewer are the related stories below an article."""
MAX_HEADLINES_WITHIN = 3
"""Maximum number of linked headlines to other stories inside of an article."""
LONG_PASSAGE = 1500
"""Minimum characters of a passage (250 words) that is not a teaser.

If the URL says little and the type of the page is unknown, it is an article's. The value that finds most lists of
wcxb-dev without losing an article of it, news, world, metadata, east-articles or zh-articles.
"""
LIST_TYPES = word_set("listing collection")
MIN_LIST = 0.4
"""Minimum probability of a page that the strategy takes for a list to be one, if it has teasers.

Chosen on the same sets, with types from models that had not seen the site.
"""
MIN_ARTICLE = 0.5
"""Minimum probability of a page to be an article if the URL says nothing."""
LEAST_PASSAGE = 200
"""Number of characters added to the passage of every page, so that tiny pages are not lists."""

# How much the teasers must outweigh the longest passage. Chosen on labeled pages: of five thousand characters of
# teasers on the page of a story, hardly any are beside a passage of less than five hundred.
WEIGHT = {Shape.HOME: 1.0, Shape.LIST: 0.5, Shape.SECTION: 2.0, Shape.UNKNOWN: 3.0, Shape.SINGLE: 20.0}
DECLARED_WORK = 8.0  # linked data: an article, a product, a question
DECLARED_STORY = 3.0  # OpenGraph: sites declare "article" for sections, too
DECLARED_LIST = 0.25
DATED_IN_HEAD = 4.0  # published, according to linked data or a meta element
DATED_IN_TEXT = 1.5
MAX_DECLARED_AT_LIST = 4.0  # the URL of a home page or a list counts more than what is declared
PAGED = 0.5  # has a next page
BETWEEN_HEADINGS = 0.25  # weight of prose that may be in teasers; comments and parts of a story look like them

_WORKS = ARTICLE_TYPES | WORK_TYPES
_STORIES = word_set("article product ebay-objects:item video.other video")
_LISTS = word_set("collectionpage itemlist searchresultspage product.group blog")


class Lists(NamedTuple):
    """The amounts of teasers and of prose on a page."""

    teasers: int
    """Number of teasers; 0 if their headlines are all the same, as over the posts of a thread."""
    text: int
    """Width of the teasers' text."""
    passage: int
    """Width of the longest run of prose that no teaser interrupts."""

    @property
    def weight(self) -> float:
        """Ratio of the teasers' text to the passage."""
        return self.text / (self.passage + LEAST_PASSAGE)


def hub_page(
    document: Document, kept: Sequence[bool], metadata: Metadata, page_type: PageType | None = None
) -> str | None:
    """Return the reason why a page is a list of other pages; None if it is not.

    The kept blocks decide nothing. But if they are one long passage, the search can stop early.
    """
    if page_type is not None and page_type.name in LIST_TYPES and page_type.probability >= MIN_LIST:
        teasers = measure(document)
        if teasers.teasers >= MIN_TEASERS:
            return (
                f"a list of {teasers.teasers} other pages, not an article: {teasers.text:,} characters of teasers, "
                f"by its form the page of a {page_type.name}"
            )
    return _outweighed(document, kept, metadata, page_type)


def _outweighed(document: Document, kept: Sequence[bool], metadata: Metadata, page_type: PageType | None) -> str | None:
    """Return the reason why the teasers of a page outweigh its longest passage; None if they do not."""
    shape = shape_of(document.page.url or metadata.canonical_url)
    if shape is Shape.UNKNOWN and _is_article(page_type):
        return None
    least = WEIGHT[shape] * _declared_weight(metadata, shape)
    if _is_too_small(document, kept, least):
        return None
    longest = LONG_PASSAGE if shape is Shape.UNKNOWN and page_type is None else None
    teasers = measure(document)
    if teasers.teasers < MIN_TEASERS or teasers.text < PAGED * least * LEAST_PASSAGE:
        return None
    if teasers.weight < least or (longest is not None and teasers.passage >= longest):
        # The passage may be that of a dialog, which explains cookies and their purposes at length.
        dialogs = dialog_blocks(document)
        teasers = measure(document, dialogs) if dialogs else teasers
    if longest is not None and teasers.passage >= longest:
        return None  # if the URL says nothing, a long text is the page's own
    if teasers.weight < least and (teasers.weight < PAGED * least or not _has_next(document)):
        return None
    return (
        f"a list of {teasers.teasers} other pages, not an article: {teasers.text:,} characters of teasers, "
        f"no passage longer than {teasers.passage:,}, {shape.value}"
    )


def _is_article(page_type: PageType | None) -> bool:
    return page_type is not None and page_type.name == "article" and page_type.probability >= MIN_ARTICLE


def may_be_hub(document: Document, kept: Sequence[bool]) -> bool:
    """Tell whether a page may be a list, whatever it declares. Saves most articles the reading of their metadata."""
    shape = shape_of(document.page.url or document.declared.url)
    return not _is_too_small(document, kept, DECLARED_LIST * WEIGHT[shape])


def _is_too_small(document: Document, kept: Sequence[bool], least: float) -> bool:
    """Tell whether a page has too little text for a list that outweighs its prose. Most articles end here.

    The longest passage is at least the average prose between two linked headings, and at least what was kept, unless
    there are links in it that may be headlines.
    """
    total = sum(map(len, document.texts))
    if total < PAGED * least * LEAST_PASSAGE:
        return True
    sizes = document.sizes()
    links = np.asarray(document.link_sizes)
    unlinked = sizes - links
    linked = links >= LINKED * sizes
    places = np.flatnonzero(np.fromiter(kept, dtype=bool, count=len(document)))
    if len(places):
        span = slice(int(places[0]), int(places[-1]) + 1)
        if np.count_nonzero(linked[span] & (links[span] >= HEADLINE)) <= MAX_HEADLINES_WITHIN:
            passage = int(unlinked[places].sum())
            if total - passage < PAGED * least * (passage + LEAST_PASSAGE):
                return True
    headings = np.fromiter((kind is Kind.HEADING for kind in document.kinds), dtype=bool, count=len(document))
    prose = int(unlinked[unlinked >= MIN_PROSE].sum())
    average = prose / (int(np.count_nonzero(headings & linked)) + 1)
    return total < PAGED * least * (BETWEEN_HEADINGS * average + LEAST_PASSAGE)


def _declared_weight(metadata: Metadata, shape: Shape) -> float:
    """Compute how much more, or less, a list must weigh given what the page declares."""
    weight = 1.0
    listed = shape in (Shape.HOME, Shape.LIST)
    declared = metadata.page_type or ""
    if declared in _WORKS:
        weight *= DECLARED_WORK
    elif declared.lower() in _STORIES:
        weight *= DECLARED_STORY
    elif declared.lower() in _LISTS:
        weight *= DECLARED_LIST
    if metadata.published is not None:
        if metadata.published.is_declared:
            weight *= DATED_IN_HEAD
        elif not listed:  # there it is the date of a teaser
            weight *= DATED_IN_TEXT
    return min(weight, MAX_DECLARED_AT_LIST) if listed else weight


def _has_next(document: Document) -> bool:
    # Two searches, because one for several tags walks over the whole page.
    return bool(document.tree.select("link[rel~=next]") or document.tree.select("a[rel~=next]"))


def measure(document: Document, dialogs: Iterable[int] = ()) -> Lists:
    """Measure the teasers, and the longest passage of prose outside of them. Blocks of dialogs do not count."""
    if not len(document):
        return Lists(0, 0, 0)
    columns = Columns(document, dialogs)
    covered = np.zeros(len(document), dtype=bool)
    teasers = 0
    for group in groups_of(document, columns):
        if covered[document.block_start[group[0]]]:
            continue  # inside of a teaser that is already counted
        teasers += len(group)
        for node in group:
            covered[document.block_start[node] : document.block_stop[node]] = True
    if not _differ([document.texts[block] for block in np.flatnonzero(covered & columns.linked_heading).tolist()]):
        teasers = 0
    outside_of_teasers = _longest_run(columns.prose, columns.linked_heading | covered)
    between_headings = BETWEEN_HEADINGS * _longest_run(columns.prose, columns.linked_heading)
    return Lists(teasers, int(columns.sizes[covered].sum()), max(outside_of_teasers, int(between_headings)))


def _differ(headlines: list[str]) -> bool:
    """Tell whether headlines belong to different pages, and are not replies to one of them."""
    names = {text.casefold().removeprefix("re:").strip() for text in headlines}
    return 4 * len(names) >= len(headlines)


def _longest_run(prose: Ints, breaks: Flags) -> int:
    """Return the greatest sum of prose between two breaks."""
    return int(np.bincount(np.cumsum(breaks), weights=np.where(breaks, 0, prose)).max())
