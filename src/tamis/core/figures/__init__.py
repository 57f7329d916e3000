"""The figures of an article: pictures, players and posts with their captions. One stage, after the labels.

A strategy chooses the text. Then, for all strategies, in this order:

1. The captions of tables, and of quotes and code in figures, are kept with them.
2. The pictures, players and posts inside or between the kept text are kept, with their captions (`belonging`). The text
   of a caption is looked for in the box of its picture and right after it (`boxes`). Labels that keep pictures
   themselves, as those of a strategy that keeps everything, stay as they are, and their captions are bound to pictures.
3. On a rendered page, its layout corrects both (`drawn`).

Every label has its reason. When the article is put together, `captioned` separates captions from credits, by the class
names of their elements or else by their words.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, compress, islice
from typing import TYPE_CHECKING

from tamis.core.figures.belonging import Belonging
from tamis.core.figures.boxes import Figures
from tamis.core.figures.drawn import corrected_by_layout
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.math import formula
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.roles import KEPT_CAPTION, LOST_CAPTION
from tamis.model import PICTURES, DecidedBy, Kind, Label
from tamis.text.credits import Captioned, clean_credit, is_credit, labeled_credit, split_credit
from tamis.text.phrases import normal
from tamis.text.picture_names import CAPTION, CREDIT, FURNITURE_LINES, hint_of
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node
    from tamis.model import Labels

__all__ = ["captioned", "captions_in_text", "with_figures"]

_ARIA, _CAPTION = Hiding.ARIA, Kind.CAPTION
_KEPT_WITH_TABLE = Label(True, *KEPT_CAPTION)
_LOST_WITH_TABLE = Label(False, *LOST_CAPTION)
MAX_TAIL = 60
"""Maximum characters of a text that continues a credit without a name: ``/AFP via Getty Images`` after ``Jane Doe``."""
MIN_EXCERPT = 20
"""Minimum characters of an excerpt that stands before the whole caption."""
MIN_TITLE_WORDS = 4
"""Minimum words of a title that is cut from the caption after it, and of what is left."""
_GOES_ON = ("/", "|", "via ")
MAX_LEVELS = 8
"""Number of elements around a text that are searched for a name that calls it a caption or a credit."""


def with_figures(document: Document, labels: Labels) -> Labels:
    """Decide which pictures, players and posts belong to the article, and which blocks are captions."""
    found = _bound(document, labels) if labels.settled is None else _from_text(document, labels, labels.settled)
    return corrected_by_layout(document, found)


def captions_in_text(
    document: Document, kept: Sequence[bool], settled: frozenset[int] = frozenset()
) -> set[int] | None:
    """Find the blocks kept as text that `with_figures` makes captions, with less work; None if only that can tell.

    `settled` is that of the labels.
    """
    if document.boxes is not None:
        return None
    return Belonging(document, settled).captions_in_text(_with_table_captions(document, kept, settled))


def _from_text(document: Document, labels: Labels, settled: frozenset[int]) -> Labels:
    """Add what belongs to the kept text. If a site rule chose the text, it chose that too."""
    kept = _with_table_captions(document, labels.kept, settled)
    changes = {
        block: _KEPT_WITH_TABLE if kept[block] else _LOST_WITH_TABLE
        for block in _table_captions(document)
        if kept[block] != labels.kept[block]
    }
    found = Belonging(document, settled).label(kept)
    changes.update(found.labels)
    if any(labels.kept[block] for block in labels.ruled):
        changes = {
            block: label._replace(decided_by=DecidedBy.RULE) if label.kept else label
            for block, label in changes.items()
        }
    changed = replace(labels.changed(changes), captions=found.captions)
    return replace(changed, scores=_scored(document, changed))


def _table_captions(document: Document) -> list[int]:
    if not document.tree.select("caption") and not document.tree.select("figcaption"):  # as on most pages
        return []
    kinds = document.kinds
    return [block for block, kind in enumerate(kinds) if kind is _CAPTION and document.captioned_node(block) >= 0]


def _with_table_captions(
    document: Document, kept: Sequence[bool], settled: frozenset[int] = frozenset()
) -> Sequence[bool]:
    """Keep the captions of tables that are kept at least in part, and no others."""
    captions = _table_captions(document)
    if not captions:
        return kept
    visible = document.visible()
    result = list(kept)
    kept_before = [0, *accumulate(kept)]
    for block in captions:
        if block not in settled:
            table = document.captioned_node(block)
            inside = kept_before[document.block_stop[table]] - kept_before[document.block_start[table]]
            result[block] = visible[block] and inside > kept[block]
    return result


def _scored(document: Document, labels: Labels) -> Sequence[float]:
    """Give kept pictures and players, which no strategy judges, the better score of the kept texts nearby."""
    kinds, scores = document.kinds, list(labels.scores)
    kept = list(compress(range(len(kinds)), labels.kept))
    for blocks in (kept, reversed(kept)):
        last = 0.0
        for block in blocks:
            if kinds[block] in PICTURES:
                scores[block] = max(scores[block], last)
            elif kinds[block] is not _CAPTION:
                last = scores[block]
    return scores


def _bound(document: Document, labels: Labels) -> Labels:
    """Bind each kept caption to its picture, in labels that do not bind any themselves."""
    kept, kinds = labels.kept, document.kinds
    pictures = [block for block, keep in enumerate(kept) if keep and kinds[block] in PICTURES]
    if labels.captions or not pictures or not any(keep and kinds[block] is _CAPTION for block, keep in enumerate(kept)):
        return labels
    figures = Figures(document, [reason is None for reason in document.hidden], kept)
    captions: dict[int, int] = {}
    for picture in pictures:
        for block in figures.of(picture).captions:
            if kept[block] and kinds[block] is _CAPTION:
                captions.setdefault(block, picture)
    return replace(labels, captions=captions)


def captioned(document: Document, blocks: Sequence[int], alternative: str = "") -> Captioned:
    """Split the blocks of a caption into caption and credit; if no block has a credit, look in the alternative text."""
    captions: list[str] = []
    credits_: list[str] = []
    shown = [block for block in blocks if document.hidden[block] is not _ARIA]  # not what a formula is drawn with
    for block in shown or blocks:
        caption, credit = _split(document, block)
        caption = _without_title(_without_excerpt(caption), document.title or "")
        if caption and words(caption) != words(document.title or ""):
            captions.append(caption)
        if credit and credit not in credits_:
            credits_.append(credit)
    caption = " ".join(_told_once(captions))
    if not credits_:
        caption, credit = split_credit(caption)
        return Captioned(caption, credit or labeled_credit(alternative))
    return Captioned(caption, ", ".join(credits_))


def _told_once(captions: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a caption without repeats and without excerpts, which buttons such as ``more`` replace."""
    for place, caption in enumerate(captions):
        others = (*captions[:place], *(other for other in captions[place + 1 :] if other != caption))
        if not any(other.startswith(caption.rstrip(" .…")) for other in others):
            yield caption


def _without_excerpt(caption: str) -> str:
    """Return a caption without the excerpt of itself that it begins with, as ``The pier in … more The pier in May``."""
    again = caption.find(caption[:MIN_EXCERPT], MIN_EXCERPT)
    if again < 0:
        return caption
    excerpt = caption[:again].rstrip()
    before, _, last = excerpt.rpartition(" ")
    if normal(last) in FURNITURE_LINES:
        excerpt = before
    return caption[again:] if caption.startswith(excerpt.rstrip(" .…"), again) else caption


def _without_title(caption: str, title: str) -> str:
    """Return a caption without the article's title before it: ``The pier opens again: A crowd in the rain.``"""
    rest = caption[len(title) :]
    told = rest.lstrip(" :.|–—-")
    is_parted = caption.startswith(title) and rest != told and told[:1].isupper()
    return told if is_parted and len(words(title)) >= MIN_TITLE_WORDS <= len(words(told)) else caption


def _with_bracket_closed(caption: str, credit: str) -> Captioned:
    """Give a credit the beginning of its brackets: ``(AP`` before ``Photo/Jane Doe)``."""
    before, bracket, begun = caption.rpartition("(")
    if credit and bracket and ")" not in begun and len(begun) <= MAX_TAIL:
        return Captioned(before, f"{begun} {credit}")
    return Captioned(caption, credit)


def _split(document: Document, block: int) -> Captioned:
    """Split one block into its caption and its credit."""
    owner = document.elements[document.block_nodes[block]]
    top = owner.parent
    told: list[str] = []
    names: list[str] = []
    leaves = document.leaves[block]
    if len(leaves) > 1 and _is_button(leaves[-1]):
        leaves = leaves[:-1]
    for leaf in leaves:
        text = leaf if isinstance(leaf, str) else leaf.data if isinstance(leaf, Text) else _tex(document, leaf)
        is_name = not isinstance(leaf, str) and _is_credit(leaf, top)
        if names and not is_name and text.lstrip().startswith(_GOES_ON) and len(text) <= MAX_TAIL:
            is_name = True
        (names if is_name else told).append(text)
        if is_name:
            told.append(" ")
    caption, credit = " ".join("".join(told).split()), " ".join("".join(names).split())
    if credit and not any(map(str.isalnum, caption)):
        caption = ""
    if not credit and is_credit(caption):
        return Captioned("", clean_credit(caption))
    caption, credit = _with_bracket_closed(caption, credit)
    return Captioned(caption.rstrip(" |/•·–—-,;:("), clean_credit(credit))


def _tex(document: Document, leaf: Node) -> str:
    """Return the TeX of a formula in a caption; a space for a line break."""
    if not isinstance(leaf, Element):
        return " "
    known = document.formulas.get(leaf)
    return (known.tex if known is not None else formula(leaf) if leaf.tag == "math" else "") or " "


def _is_credit(leaf: Node, top: Node | None) -> bool:
    """Tell whether the nearest named element around a text calls it a credit."""
    for element in islice(elements_around(leaf.parent), MAX_LEVELS):
        if element is top or element.tag == "figure":
            return False
        if hint := hint_of(element) & (CAPTION | CREDIT):
            return hint == CREDIT
    return False


def _is_button(leaf: Node | str) -> bool:
    """Tell whether a text is a button of the figure: ``less``, ``more``."""
    if not isinstance(leaf, Text) or normal(leaf.data) not in FURNITURE_LINES:
        return False
    parent = leaf.parent
    return isinstance(parent, Element) and (parent.tag == "button" or (parent.tag == "a" and not parent.attr("href")))
