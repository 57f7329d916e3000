"""Page type classification: the probability that a page is an article, a thread, a shop's product, a list …

The type tells which text is wanted: comments below an article are not, the answers of a thread are. The types are those
of WCXB (Foley 2026). A small forest of symmetric trees classifies by numbers of the whole page: how its running text is
spread over similar parts, how parts are named, what lines say, and what the page declares about itself. The URL that a
page was fetched from is not used, so that a saved page gives the same article; the canonical URL that it declares is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.block_table import KIND_NUMBERS, PROSE
from tamis.core.strategies.learned.forest import Questions
from tamis.core.strategies.part_hints import BITS, COMMENTS, DATE
from tamis.model import Kind, PageType
from tamis.text.lists import word_set
from tamis.text.phrases import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.block_table import BlockTable
    from tamis.core.strategies.learned.features import Matrix
    from tamis.model import Declared

TYPES = ("article", "documentation", "service", "forum", "listing", "collection", "product")
"""The types, in the order of their probabilities."""
ARTICLE, FORUM = TYPES.index("article"), TYPES.index("forum")

_COLUMNS = (
    "page words", "page prose", "page density", "page blocks", "page long blocks", "page longest", "page article",
    "page p", "page li", "page form", "page button", "page headings", "container share", "parent share",
)  # fmt: skip
"""Features of blocks that are the same for all blocks of a page."""
_MEANS = (
    "siblings 0", "siblings share 2", "like 2", "like share 2", "parent rank", "container up", "frame up",
)  # fmt: skip
"""Features of blocks that are used as means over the running text."""
_GREATEST = ("siblings 0", "like 2", "widest gap")
NAMED = ("comments", "forum", "product", "review", "teaser", "related", "author", "body", "article")
"""Hints of parts that are used as the share of the page's words in such parts."""
SAID = ("comments", "date", "author", "related", "share")
"""Hints of lines that are used as the number of such lines."""
_DECLARED = {
    "article": word_set("article newsarticle blogposting reportagenewsarticle opinionnewsarticle techarticle"),
    "product": word_set("product product.item productgroup og:product"),
    "site": word_set("website webpage web"),
    "list": word_set("collectionpage itemlist searchresultspage blog product.group"),
    "thread": word_set("qapage discussionforumposting question"),
}
NAMES = (
    *_COLUMNS,
    *(f"mean {name}" for name in _MEANS),
    *(f"greatest {name}" for name in _GREATEST),
    *(f"named {name}" for name in NAMED),
    *(f"said {name}" for name in SAID),
    "gaps", "prose", "title", "title position", "questions", "forum words", "forum phrases", "alike first",
    "before comments", "same signature", "signature of first",
    *(f"declared {name}" for name in _DECLARED),
    "declared", "dated", "authored", "url hyphens", "url digits", "url slashes", "url length",
    "thread signs",
)  # fmt: skip
"""Names of the forest's features, in order."""
_SIGNS = NAMES.index("thread signs")

_FORUM_PHRASES = words("forum_phrase")
"""Phrases in the lines around the posts of a thread, in the languages of most forum software."""
_THREADS = word_set("discussionforumposting qapage")
_GENERATORS = tuple("discuz phpbb vbulletin xenforo discourse mybb flarum nodebb phpwind woltlab".split())
_ROOT_NAMES = word_set("xf xenforo phpbb bbpress template-thread_view ipsapp section-viewtopic question-page")
_TEMPLATES = (
    "topic-template-default",
    "thread-template-default",
    "question-template-default",
    "topics-template-default",
)
_ROOTS = 2  # the first nodes of a page are its root and its body
MIN_FORUM = 0.5
"""Probability from which a page is taken for a thread."""
FORUM_SIGNS = math.log(20.0)
"""Log-odds that threads gain if the page has the signs of forum software. Threads are rare among the training pages,
but to raise them without such signs mistakes more articles with comments for threads than it finds threads."""
MAX_LINE = 60  # maximum characters of a line with such a phrase
MOST_TIMES = 20  # maximum times that one phrase counts
MIN_LINES = 5  # pages with fewer lines count as having this many
WIDE = 3.0  # logarithm of words above which a gap is a break
MIN_BEFORE = 30.0  # minimum words of running text before comments
SIGNATURE = 15.0
"""Maximum number of words of the line with author and date above or below a comment."""
NEAR_START = 3  # blocks below the first running text that may hold its signature
_HEADING = KIND_NUMBERS[Kind.HEADING]
_ASCII_PHRASES = tuple(filter(str.isascii, _FORUM_PHRASES))
_DIGITS = "0123456789"


class _Places(NamedTuple):
    """Line numbers of features in a matrix, by name and by use."""

    of: dict[str, int]
    columns: Ints
    means: Ints
    greatest: Ints


@lru_cache(maxsize=1)
def _places(names: tuple[str, ...]) -> _Places:
    """Look up the line numbers of features by their names, which are the same for every page."""
    of = {name: index for index, name in enumerate(names)}
    return _Places(of, *(np.array([of[name] for name in wanted]) for wanted in (_COLUMNS, _MEANS, _GREATEST)))


def page_features(table: BlockTable, names: Sequence[str], plain: Matrix) -> Floats:
    """Compute the features of a page from those of its blocks, in the order of `NAMES`. The page must have text."""
    index_of, columns, means, greatest = _places(tuple(names))
    prose = table.prose
    numbers = [
        *plain[columns, 0].tolist(),
        *(np.einsum("ij,j->i", plain[means], prose) / table.all_prose).tolist(),  # not @, for which BLAS takes threads
        *plain[greatest].max(axis=1).tolist(),
        *(
            ((table.row_hints & np.array([BITS[name] for name in NAMED])[:, None]) != 0) @ table.words / table.all_words
        ).tolist(),
        *np.count_nonzero(table.row_line_hints & np.array([BITS[name] for name in SAID])[:, None], axis=1).tolist(),
        float(np.count_nonzero(plain[index_of["gap"]] > WIDE)),
        float(np.log1p(table.all_prose)),
        float(table.title >= 0),
        float(table.words_before[table.title]) / table.all_words if table.title >= 0 else -1.0,
        *_phrases(table.texts),
        float(prose[plain[index_of["form as first"]] == 3.0].sum()) / table.all_prose,
        *_signatures(table),
        *declared_numbers(table.document),
    ]
    return np.array(numbers)


def _phrases(texts: Sequence[str]) -> tuple[float, float, float]:
    """Count question marks per block, and in short lines forum phrases: how often per line, and how many different."""
    questions = sum([text.count("?") for text in texts]) / len(texts)
    lines = [text for text in texts if len(text) <= MAX_LINE]
    whole = "\n".join(lines)
    phrases = _ASCII_PHRASES if whole.isascii() else _FORUM_PHRASES
    times = [whole.count(phrase) for phrase in phrases]
    often = sum(min(count, MOST_TIMES) for count in times) / max(MIN_LINES, len(lines))
    return questions, often, float(sum(count > 0 for count in times))


class Signatures(NamedTuple):
    """Signatures of a page: rows that are short lines with a date, as above or below a comment, a post or a teaser."""

    rows: list[int]
    forms: list[int]
    """A number for each row, the same for rows with the same form of their element and its parent."""


def find_signatures(table: BlockTable) -> Signatures:
    """Find the signatures of a page."""
    dated = (table.row_line_hints & DATE != 0) & (table.words <= SIGNATURE) & (table.kinds != _HEADING)
    rows = dated.nonzero()[0]
    if not len(rows):
        return Signatures([], [])
    nodes = table.block_nodes[rows]
    forms = table.forms[nodes] * (int(table.forms.max()) + 1) + table.forms[table.parents[nodes]]
    return Signatures(rows.tolist(), forms.tolist())


def _signatures(table: BlockTable) -> tuple[float, float, float]:
    """Compute the share of running text before comments, and two counts of signatures of one form.

    The counts are for the most frequent form, and for the form of the first signature if that is near the first running
    text.
    """
    prose_rows = ((table.prose >= PROSE) & (table.places > table.title)).nonzero()[0]
    start = int(prose_rows[0]) if len(prose_rows) else 0
    upto = table.prose_before[:-1]
    opens = (table.row_hints | table.row_line_hints) & COMMENTS != 0
    comments = (opens & (table.places > start) & (upto >= MIN_BEFORE)).nonzero()[0]
    before = float(upto[comments[0]]) / table.all_prose if len(comments) else 1.0
    rows, forms = find_signatures(table)
    if not rows:
        return before, 0.0, 0.0
    counts = {form: forms.count(form) for form in set(forms)}
    own = counts[forms[0]] if rows[0] <= start + NEAR_START else 0
    return before, float(max(counts.values())), float(own)


def declared_numbers(document: Document) -> list[float]:
    """Convert what the page declares about itself to numbers; the last is 1 if it has the signs of forum software."""
    return [*_declared(document.declared), float(_has_thread_signs(document))]


def _declared(declared: Declared) -> list[float]:
    kind = (declared.type or "").lower()
    numbers = [float(kind in kinds) for kinds in _DECLARED.values()]
    numbers += [float(bool(kind)), float(declared.dated), float(declared.authored)]
    if declared.url is None:
        return [*numbers, -1.0, -1.0, -1.0, -1.0]
    without_query = declared.url.partition("?")[0]
    path = without_query.partition("://")[2].partition("/")[2] if "://" in without_query else without_query
    digits = sum(map(path.count, _DIGITS))
    return [*numbers, float(path.count("-")), float(digits), float(path.strip("/").count("/")), float(len(path))]


def _has_thread_signs(document: Document) -> bool:
    """Tell whether a page surely comes from forum software: by what it declares, or the names of its root and body."""
    declared = document.declared
    if (declared.type or "").lower() in _THREADS:
        return True
    generator = (declared.generator or "").lower()
    if any(map(generator.__contains__, _GENERATORS)):
        return True
    names = (
        name
        for element, tag in zip(document.elements[:_ROOTS], document.tags[:_ROOTS], strict=True)
        if tag in ("html", "body")
        for attribute in ("id", "class")
        for name in (element.attr(attribute) or "").lower().split()
    )
    return any(name in _ROOT_NAMES or name.endswith(_TEMPLATES) for name in names)


@dataclass(frozen=True, slots=True, eq=False)
class TypeForest:
    """Symmetric trees whose leaves have a value for each type; the sums are the types' log-odds against each other."""

    features: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    borders: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    leaves: np.ndarray[tuple[int, int, int], np.dtype[np.float32]]
    """Values of the leaves: ``leaves[tree, leaf, type]``."""
    _asked: Questions = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_asked", Questions(self.features, self.borders))

    def probabilities(self, numbers: Floats) -> Floats:
        """Compute the probability of each of `TYPES` for one page."""
        leaf = self._asked.answers(numbers.astype(np.float32)[:, None])[:, 0]
        sums = self.leaves[np.arange(len(self.leaves)), leaf].sum(axis=0, dtype=np.float64)
        if numbers[_SIGNS]:
            raised = sums.copy()
            raised[FORUM] += FORUM_SIGNS
            as_thread = _shares(raised)
            if as_thread[FORUM] >= MIN_FORUM:
                return as_thread
        return _shares(sums)


def _shares(log_odds: Floats) -> Floats:
    weights = np.exp(log_odds - log_odds.max())
    result: Floats = weights / weights.sum()
    return result


def forced(name: str) -> Floats:
    """Return the probabilities for a known type: 1 for it, 0 for the others."""
    return np.array([float(name == other) for other in TYPES])


def likeliest(probabilities: Sequence[float] | Floats) -> PageType:
    """Return the type with the highest probability, which is rounded to two digits."""
    best = max(range(len(TYPES)), key=lambda number: float(probabilities[number]))
    return PageType(TYPES[best], round(float(probabilities[best]), 2))


def thread_certainty(types: Sequence[float] | Floats) -> float | None:
    """Scale the probability that a page is a thread to a certainty from 0 to 1; None if it is not taken for one."""
    probability = float(types[FORUM])
    return (probability - MIN_FORUM) / (1.0 - MIN_FORUM) if probability >= MIN_FORUM else None
