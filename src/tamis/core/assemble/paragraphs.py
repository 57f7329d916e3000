"""Paragraphs that are not what their markup says, or what the strategy says.

- A paragraph that the article has twice (an excerpt above the same text, a copy that begins with a dash) is left out.
- A note in or right after the article that says what was corrected in it is kept.
- Prose in ``pre`` becomes paragraphs: old pages, many of them Chinese, set whole articles in it, and so do forums.
- Bold paragraphs that serve as subheadings become headings. Many editors set a subheading by making a short paragraph
  bold. A single one may be a remark, so an article must have two or more. Each is above running text and does not end
  like a sentence.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import Kind, Label, Mark, Role
from tamis.text.phrases import plain, plain_phrases
from tamis.text.word_overlap import CUT_ENDS, is_excerpt
from tamis.text.words import EAST_ASIAN, character_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element
    from tamis.model import Block, Labels

MAX_BETWEEN = 4
"""Number of kept paragraphs after an excerpt among which the whole paragraph is."""
MIN_COPY = 40
"""Minimum characters of a paragraph whose copy is left out; short lines may be repeated."""
_DASHES = "-–—•"
_EXCERPT = Label(False, Role.OTHER, "an excerpt of a paragraph below")
_COPY = Label(False, Role.OTHER, "a copy of another paragraph")
_PARAGRAPH = Kind.PARAGRAPH
_NO_TEXT = frozenset({Role.CAPTION, Role.MULTIMEDIA})

MIN_IDEOGRAPHS, MIN_IDEOGRAPHS_SHARE = 100, 0.6
"""Number of East Asian characters, and their share of all that is not white space, from which a text is prose."""
MIN_WORDS, MIN_LETTERS_SHARE, MIN_SENTENCES = 60, 0.88, 3
"""Number of words and sentences, and the share of letters, from which a text in another script is prose."""
LONG_LINE = 90
"""Mean number of characters from which the lines of a text are paragraphs, and not wrapped by hand."""
_IDEOGRAPH = re.compile(f"[{character_class(EAST_ASIAN)}]")
_SENTENCE_END = re.compile(r"[.!?…][\"”’)]?(?=\s|$)")
_ASIAN_END = re.compile("[。！？]")
_CODE_SIGN = re.compile(r"[{}<>=|\\]|^[^\S\n]*+(?:#|//|\$ |>>)|;[^\S\n]*+$|\w\(|\S {3,}+\S", re.MULTILINE)
"""Signs of code, of quotes of mails, of tables drawn with spaces."""
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n")

MIN_HEADS = 2
MAX_CHARACTERS = 100
"""Maximum length; a longer bold paragraph is a lead or an emphasis."""
LEVEL = 3
"""Level of these headings: below those that the page marks up. Writers close the gap if there are none above."""
_ENDS_OF_OTHERS = (".", ",", ";", ":", "…", "。", "，", "；", "：", "»", "”", '"')
_TEXT_BELOW = (Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.TABLE, Kind.QUOTE)


_CORRECTION = Label(True, Role.TEXT, "a note that corrects the article")
_CORRECTION_STARTS = plain_phrases("correction_label")
_AFTER_LABEL = frozenset(":：,.)]（( –—-】")
MAX_AFTER = 8
"""Number of visible texts after the article among which its correction is."""
MIN_CORRECTION, MAX_CORRECTION = 40, 1200
"""Characters of a correction."""
MAX_LABEL = 60
"""Characters in which the label of a correction is."""


def is_kept_text(document: Document, labels: Labels, block: int) -> bool:
    """Tell whether a block is kept as text; pictures and captions, of which the plain text knows nothing, are not."""
    return labels.kept[block] and bool(document.texts[block]) and labels.roles[block] not in _NO_TEXT


def without_copies(document: Document, labels: Labels) -> Labels:
    """Drop the excerpts of paragraphs that follow, and paragraphs that differ from others by a dash before them."""
    texts = document.texts
    kinds = document.kinds
    kept = [block for block, keep in enumerate(labels.kept) if keep and kinds[block] is _PARAGRAPH and texts[block]]
    dropped: dict[int, Label] = {}
    dashed: list[int] = []
    for rank, block in enumerate(kept):
        text = texts[block]
        if text.endswith(CUT_ENDS) and _goes_on(
            text, [texts[later] for later in kept[rank + 1 : rank + 1 + MAX_BETWEEN]]
        ):
            dropped[block] = _EXCERPT
        elif text[0] in _DASHES and len(text) >= MIN_COPY:
            dashed.append(block)
    if dashed:
        whole = {texts[block] for block in kept}
        dropped.update({block: _COPY for block in dashed if texts[block].lstrip(f"{_DASHES} ") in whole})
    return labels.changed(dropped) if dropped else labels


def _goes_on(excerpt: str, following: Sequence[str]) -> bool:
    return any(is_excerpt(excerpt, text) for text in following)


def prose_in(pre: Element, text: str) -> str:
    """Return the text of a `pre` with its paragraphs on a line each if it reads as prose, otherwise nothing."""
    if len(text) < MIN_IDEOGRAPHS or pre.find("code") is not None or pre.find("a") is not None:
        return ""
    asian = len(_IDEOGRAPH.findall(text)) if not text.isascii() else 0
    is_asian = asian >= MIN_IDEOGRAPHS and asian >= MIN_IDEOGRAPHS_SHARE * len("".join(text.split()))
    if not (_ASIAN_END.search(text) if is_asian else _is_prose(text)):
        return ""
    return "\n".join(_paragraphs(text, "" if is_asian else " ", is_asian=is_asian))


def _is_prose(text: str) -> bool:
    if len(text.split()) < MIN_WORDS or _CODE_SIGN.search(text):
        return False
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return letters >= MIN_LETTERS_SHARE * len(text) and len(_SENTENCE_END.findall(text)) >= MIN_SENTENCES


def _paragraphs(text: str, space: str, *, is_asian: bool) -> list[str]:
    """Return the paragraphs: between empty lines, or the lines themselves if they are long or East Asian."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if is_asian or sum(map(len, lines)) >= LONG_LINE * len(lines):
        return lines
    return [space.join(part.split()) for part in _EMPTY_LINE.split(text) if part.strip()]


def with_bold_heads(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Turn the bold paragraphs that serve as subheadings into headings."""
    heads = [
        index for index, block in enumerate(blocks) if _looks_like_head(block) and _stands_above_text(blocks, index)
    ]
    if len(heads) < MIN_HEADS:
        return blocks
    changed = list(blocks)
    for index in heads:
        changed[index] = replace(blocks[index], kind=Kind.HEADING, level=LEVEL, role=Role.HEADING)
    return tuple(changed)


def _looks_like_head(block: Block) -> bool:
    return (
        block.kind is Kind.PARAGRAPH
        and block.role is Role.TEXT
        and 0 < len(block.text) <= MAX_CHARACTERS
        and not block.quoted
        and block.callout is None
        and "\n" not in block.text
        and not block.text.endswith(_ENDS_OF_OTHERS)
        and any(character.isalpha() for character in block.text)
        and all(Mark.BOLD in inline.marks or inline.text.isspace() for inline in block.inlines)
        and not any(inline.href for inline in block.inlines)
    )


def _stands_above_text(blocks: Sequence[Block], index: int) -> bool:
    """Tell whether running text follows, so that the block is a heading of something."""
    below = next(
        (block for block in blocks[index + 1 : index + 3] if block.kind not in (Kind.IMAGE, Kind.CAPTION)), None
    )
    return below is not None and below.kind in _TEXT_BELOW and not _looks_like_head(below)


def keep_corrections(document: Document, labels: Labels) -> Labels:
    """Keep the notes in and right after the article that say what was corrected in it."""
    kept = [block for block, keep in enumerate(labels.kept) if keep and is_kept_text(document, labels, block)]
    if not kept:
        return labels
    texts, hidden = document.texts, document.hidden
    corrections: list[int] = []
    after = 0
    for block in range(kept[0], len(texts)):
        text = texts[block]
        if labels.kept[block] or not text or hidden[block] is not None:
            continue
        if block > kept[-1]:
            after += 1
            if after > MAX_AFTER:
                break
        if MIN_CORRECTION <= len(text) <= MAX_CORRECTION and _is_correction(text):
            corrections.append(block)
    return labels.changed(dict.fromkeys(corrections, _CORRECTION)) if corrections else labels


def _is_correction(text: str) -> bool:
    """Tell whether a text begins with a label such as ``Correction:``, or says what an earlier version said."""
    start = plain(text[:MAX_LABEL].lstrip("*([ "))
    if not start.startswith(_CORRECTION_STARTS):  # as nearly all
        return False
    label = next(phrase for phrase in _CORRECTION_STARTS if start.startswith(phrase))
    return (start[len(label) : len(label) + 1] in _AFTER_LABEL) or label.count(" ") >= 3
