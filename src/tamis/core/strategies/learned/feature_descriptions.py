"""Descriptions of the model's features in words that a user understands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.judged import JudgedPage
    from tamis.core.strategies.learned.model import Model

_LEVELS = ("it stands in", "one step out", "two steps out", "three steps out", "four steps out")


def _form(value: float) -> str:
    return {1.0: "itself", 2.0: "what is around it", 3.0: "yes"}.get(value, "no")


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _number(value: float) -> str:
    return f"{value:.0f}"


def _from_log(value: float) -> str:
    return f"{math.copysign(math.expm1(min(abs(value), 20.0)), value):.0f}"


def _yes(value: float) -> str:
    return "yes" if value > 0 else "no"


def _odds(value: float) -> str:
    return "rather for" if value > 0.3 else "rather against" if value < -0.3 else "hardly"


def _blocks(value: float) -> str:
    return "none before" if value >= 200 else f"{value:.0f} blocks ago"


def _place(value: float) -> str:
    if value <= -999:
        return "unknown"
    return f"{abs(value):.0f} {'before' if value < 0 else 'after'}"


_TAGS = (
    "another", "p", "h1", "h2", "h3", "h4 to h6", "li", "dt or dd", "table cell", "blockquote", "pre", "figure",
    "article, section or main", "div", "nav", "header", "footer", "aside", "form or button", "body",
)  # fmt: skip


def _tag(value: float) -> str:
    return _TAGS[int(value)] if 0 <= value < len(_TAGS) else "another"


WORDS: dict[str, tuple[str, Callable[[float], str] | None]] = {
    "words": ("its words", _from_log),
    "density": ("linked text in it", _percent),
    "ends": ("ends like a sentence", _yes),
    "word length": ("characters a word", _number),
    "kind": ("its kind of block", None),
    "hidden": ("hidden at first", _yes),
    "same text before": ("the same text earlier on the page, times", _number),
    "same text": ("the same text on the page, times", _number),
    "position": ("part of the page's words before it", _percent),
    "prose before": ("running text before it", _percent),
    "from title": ("blocks from the title", _place),
    "words from title": ("words from the title", _from_log),
    "depth": ("elements around it", _number),
    "title up": ("steps from the title to what holds both", _number),
    "words from first prose": ("words from the first running text", _from_log),
    "container up": ("steps out of the element with most running text", _number),
    "container from": ("blocks outside the element with most running text", _number),
    "container share": ("the page's words that are running text in one element", _percent),
    "frame up": ("steps out of the element with nearly all running text", _number),
    "parent up": ("steps out of the parent of most paragraphs", _number),
    "parent from": ("blocks outside the parent of most paragraphs", _number),
    "parent share": ("running text in the parent of most paragraphs", _percent),
    "parent score": ("running text beside it", _from_log),
    "parent rank": ("running text beside it, of the most anywhere", _percent),
    "page words": ("words on the page", _from_log),
    "page prose": ("running text on the page", _percent),
    "page density": ("linked text on the page", _percent),
    "page blocks": ("blocks on the page", _from_log),
    "page long blocks": ("long paragraphs on the page", _number),
    "page longest": ("words of the page's longest paragraph", _from_log),
    "page headings": ("headings on the page", _number),
    "dates before": ("lines with a date before it", _number),
    "dates near": ("lines with a date near it", _number),
    "first up": ("steps from the first running text to what holds both", _number),
    "form as first": ("has the form of the first running text", _form),
    "parent as first": ("stands beside the first running text", _yes),
    "gap": ("words since the running text before it", _from_log),
    "widest gap": ("words of the widest break in the running text before it", _from_log),
    "menus since": ("menus since the first running text", _number),
    "tag": ("its element", _tag),
    "words of next": ("words of the next block", _from_log),
    "words of last": ("words of the block before", _from_log),
    "since heading": ("the last heading", _blocks),
    "under heading": ("the heading above it", _tag),
    "item density": ("linked text in the item around it and its like", _percent),
    "item mean": ("words of the item around it and its like, on the average", _from_log),
    "post density": ("linked text in the post or section around it and its like", _percent),
    "post count": ("posts or sections like the one around it", _from_log),
    "post words": ("words of the post or section around it", _from_log),
    "names sum": ("names of the elements around it", _odds),
    "names least": ("the least fitting name around it", _odds),
    "names all": ("all names around it", _odds),
    "names against": ("names around it that speak against", _odds),
    "names near": ("names of its neighbours", _odds),
}
_PREFIXES: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("in ", "inside <{}>", _yes),
    ("named ", "in a part named for {}", _yes),
    ("since named ", "a part named for {}", _blocks),
    ("since ", "a line that speaks of {}", _blocks),
    ("type ", "the page's type is {}", _percent),
    ("page ", "<{}> elements on the page", _number),
    ("near density ", "linked text within {} blocks", _percent),
)
_BY_LEVEL: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("density ", "linked text in the element {}", _percent),
    ("siblings density ", "linked text in the like of the element {}", _percent),
    ("siblings share ", "running text in the like of the element {}", _percent),
    ("siblings ", "elements like the one {}, side by side", _from_log),
    ("names ", "names of the element {}", _odds),
)
_LIKE = {
    "like share": ("running text in blocks of the same form", _percent),
    "like": ("blocks of the same form", _from_log),
}


def say(feature: str, value: float) -> str:
    """Describe a feature and its value."""
    words, form = _words(feature)
    return words if form is None else f"{words}: {form(value)}"


def _words(feature: str) -> tuple[str, Callable[[float], str] | None]:
    if feature in WORDS:
        return WORDS[feature]
    for prefix, words, form in _PREFIXES:
        if feature.startswith(prefix):
            return words.format(feature.removeprefix(prefix)), form
    base, _, level = feature.rpartition(" ")
    if base in _LIKE and level.isdigit():
        return _LIKE[base]
    for prefix, words, form in _BY_LEVEL:
        if feature.startswith(prefix):
            return words.format(_LEVELS[int(level)]), form
    raise KeyError(feature)


TOP = 3
"""Number of features that a reason names."""
_OF_PAGE = ("page ", "type ")
_SHARES_OF_PAGE = frozenset({"container share", "parent share"})
NOT_ASKED = "menus, headers, footers and the like are never the article, so the model was not asked"


def is_of_page(name: str) -> bool:
    """Tell whether a feature is the same for all blocks of a page, so that it is no reason for one of them."""
    return name.startswith(_OF_PAGE) or name in _SHARES_OF_PAGE


def explained(
    model: Model,
    document: Document,
    menus: Sequence[tuple[int, int]],
    page: JudgedPage,
    scores: Sequence[float],
    reasons: Sequence[str],
) -> list[str]:
    """Add to each reason the block's probability and strongest features."""
    result = list(reasons)
    for begin, end in menus:
        for block in range(begin, end):
            if document.texts[block]:
                result[block] = f"{reasons[block]}; {NOT_ASKED}"
    if not page.rows:
        return result
    matrix = np.frombuffer(page.matrix(), dtype=np.float32).reshape(-1, len(page.rows))
    weights = model.forest.contributions(matrix)
    strongest = np.argsort(-np.abs(weights), axis=0, kind="stable")
    for row, block in enumerate(page.rows):
        told: dict[str, str] = {}  # similar features have the same words
        for feature in strongest[:, row].tolist():
            if is_of_page(model.names[feature]):
                continue
            sign = "+" if weights[feature, row] >= 0 else "−"
            said = say(model.names[feature], float(matrix[feature, row]))
            told.setdefault(said.partition(":")[0], f"{sign} {said}")
            if len(told) == TOP:
                break
        result[block] = f"{reasons[block]}; {scores[block]:.0%} likely to be wanted: {'; '.join(told.values())}"
    return result
