"""Content of an article as an editor sees it, without what moves with the page around it: the base of hash and diff.

The content is title, subtitle, authors, and the words of the blocks with their kind. White space, typographic variants
of quotes, dashes and spaces, and formatting do not count, but for struck-out, raised and lowered words, which mean
something else. In code, white space counts. URLs of links and pictures do not count. Lines of the frame among the kept
blocks do not count either: bylines, a date above or below the text, labels such as "Advertisement", and lines that tell
nothing but the time since something happened, or a number of shares, views and the like.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.posts.marks import RELATIVE_DATE
from tamis.core.strategies.line_hints import line_hint
from tamis.core.strategies.part_hints import BITS, DATE
from tamis.model import PICTURES, Kind, Mark, Role
from tamis.text.characters import folded, scalar
from tamis.text.phrases import lines
from tamis.write.text import table_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article, Block

TITLE, SUBTITLE, AUTHORS = "title", "subtitle", "authors"
HASH_BYTES = 16
MAX_FRAME_LINE = 80
"""Maximum number of characters of a line of the frame."""
MAX_DATE_WORDS = 5
"""Maximum number of words of a date that counts from the day of reading: ``il y a 3 heures``."""
MIN_PROSE = 120
"""Minimum number of characters of a block that is surely text of the article, and not a line above or below it."""
SUBTITLE_WITHIN = 12
"""Number of blocks among which the subtitle is, if they have it."""
_NOT_CONTENT = (Role.TITLE, Role.BYLINE, Role.DATELINE, Role.COMMENT, Role.POST)
_LABELS = BITS["advertisement"] | BITS["related"] | BITS["share"] | BITS["prompt"]
_VARIANTS = {
    **dict.fromkeys("“”„‟«»″〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛‹›′＇`´ʼ", "'"),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    **dict.fromkeys("\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u061c", ""),
    **dict.fromkeys("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""),
    **{"…": "...", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"},
}
"""Characters that mean the same as others, or nothing."""
_VARIANT = re.compile(f"[{''.join(_VARIANTS)}]")
_TELLING_MARKS = ((Mark.STRIKE, "\x01"), (Mark.SUP, "\x02"), (Mark.SUB, "\x03"))
_NUMBER = re.compile(r"\d[\d.,\u202f\xa0]*\s?(?:[kKmM]\b|万|萬|천|만)?")
_COUNTED = lines("share") | lines("comments") | lines("reading_time") | lines("comments_counted")
_DATE_LABELS = frozenset(
    word for label in (*lines("updated_label"), *lines("published_label"), "last") for word in label.split()
)
_SIGNS = " ·•|:,;()[]+-"


class Part(NamedTuple):
    """A part of the content: the title, the subtitle, the authors or a block."""

    kind: str
    key: str
    """Text for comparison."""
    text: str
    block: Block | None = None


def content_hash(article: Article) -> str:
    """Compute the hash of an article's content: 32 hexadecimal digits."""
    parts = "\x1e".join(f"{part.kind}\x1f{part.key}" for part in content_of(article))
    return hashlib.sha256(scalar(parts).encode()).hexdigest()[: 2 * HASH_BYTES]


def content_of(article: Article) -> list[Part]:
    """List the parts of an article's content, in reading order."""
    about = article.metadata
    subtitle = about.subtitle or ""
    if _is_shown(subtitle, article.blocks) or _is_frame_line(subtitle, is_outside=True):
        subtitle = ""
    named = (TITLE, about.title), (SUBTITLE, subtitle), (AUTHORS, ", ".join(about.authors))
    parts = [Part(kind, plain(text), text) for kind, text in named if text]
    return parts + [part for block in _content_blocks(article) if (part := _part(block)).key]


def _is_shown(subtitle: str, blocks: Sequence[Block]) -> bool:
    """Tell whether the subtitle is among the blocks. Which line it is depends on what is around it."""
    own = folded(subtitle)
    return any(folded(block.text).startswith(own) for block in blocks[:SUBTITLE_WITHIN])


def plain(text: str) -> str:
    """Reduce a text to what counts: typographic variants and white space are made the same."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "`" in text or not text.isascii():  # no other variant is in ASCII
        text = _VARIANT.sub(lambda variant: _VARIANTS[variant.group()], text)
    return " ".join(text.replace("''", '"').replace("--", "-").split())


def _content_blocks(article: Article) -> Iterator[Block]:
    captions = {folded(image.caption) for image in article.images}
    blocks = article.blocks
    first, last = _prose_range(blocks)
    for index, block in enumerate(blocks):
        text = block.text
        if block.role in _NOT_CONTENT or (block.kind is Kind.CAPTION and folded(text) in captions):
            continue
        is_line = len(text) <= MAX_FRAME_LINE and block.table is None and block.kind is not Kind.CODE
        if is_line and block.kind not in PICTURES and _is_frame_line(text, is_outside=not first <= index <= last):
            continue
        yield block


def _prose_range(blocks: Sequence[Block]) -> tuple[int, int]:
    """Return the indexes of the first and the last block that is surely text of the article."""
    prose = [index for index, block in enumerate(blocks) if len(block.text) >= MIN_PROSE]
    return (prose[0], prose[-1]) if prose else (0, len(blocks))


def _is_frame_line(text: str, *, is_outside: bool) -> bool:
    """Tell whether a short line belongs to the frame of a page; `is_outside` if it is above or below the text."""
    if not any(map(str.isalnum, text)):
        return True
    return bool(line_hint(text) & (_LABELS | DATE if is_outside else _LABELS)) or _counts_time_or_readers(text)


def _counts_time_or_readers(text: str) -> bool:
    """Tell whether a line says nothing but how long ago something was, or how many readers did something."""
    line = text.casefold()
    if not _NUMBER.search(line):
        return False
    is_counted = " ".join(_NUMBER.sub(" ", line).strip(_SIGNS).split()) in _COUNTED
    others = sum((plain_word := word.strip(_SIGNS)) not in _DATE_LABELS and plain_word != "" for word in line.split())
    if others > MAX_DATE_WORDS and not is_counted:  # as nearly all
        return False
    date = RELATIVE_DATE.search(line)
    if date is not None:
        beside = f"{line[: date.start()]} {line[date.end() :]}"
        return all(word.strip(_SIGNS) in _DATE_LABELS for word in beside.split() if word.strip(_SIGNS))
    return is_counted


def _part(block: Block) -> Part:
    if block.table is not None:
        text = table_text(block.table)
        caption = block.table.caption
        return Part(block.kind.value, "\n".join(map(plain, (caption, *text.split("\n")))), text, block)
    if block.kind is Kind.CODE:
        text = block.text.strip("\n")
        return Part(block.kind.value, "\n".join(line.rstrip() for line in text.splitlines()).rstrip(), text, block)
    if block.kind is Kind.IMAGE:
        text = block.image.caption if block.image is not None else ""
        return Part(Kind.CAPTION.value, plain(text), text, block)
    if block.kind is Kind.MEDIA:
        return Part(Kind.MEDIA.value, "", "", block)
    kind = Kind.QUOTE if block.quoted else block.kind
    return Part(kind._value_, plain(_with_marks(block)), block.text, block)


def _with_marks(block: Block) -> str:
    """Return the text with signs around words that are struck out, raised or lowered."""
    for inline in block.inlines:
        if inline.marks:
            break
    else:  # as of most blocks
        return block.text
    parts = []
    for inline in block.inlines:
        sign = "".join(sign for mark, sign in _TELLING_MARKS if mark in inline.marks)
        parts.append(f"{sign}{inline.text}{sign}" if sign and Mark.NOTE not in inline.marks else inline.text)
    return "".join(parts)
