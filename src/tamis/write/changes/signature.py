"""Signature of an article's content: what two versions need to be compared, without the versions.

A hash is another as soon as one block is, also one of which the model was not sure and that a change around the article
made it keep or drop. A signature has a hash for each part of the content, with the kind and the length of the part and
the probability that it is content, and short hashes of the texts of the page, kept or not. Two signatures are those of
the same content by the rules of `tamis.diff`: a part that one version has and the page of the other shows as well was
not edited, and one of which the model was not sure tells nothing, unless it took the place of another.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode, b64encode
from math import log
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis.model import Article, Kind
from tamis.text.characters import scalar
from tamis.text.patience import aligned
from tamis.write.changes.content import AUTHORS, SUBTITLE, TITLE, content_of, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = "1"
"""Number at the beginning of a signature."""
SURE, SURE_BY_PAGES = 0.7, 0.5
"""Probability from which a part that came or went is an edit, whatever is beside it; less if both signatures have the
texts of their pages."""
MOST_TEXTS = 4_000
"""Maximum number of texts of a page that its signature has."""
_LENGTHS = 1.3
"""Ratio of two lengths that is one step. Parts up to two steps apart may have taken the place of each other."""
_STEPS = 2
_SHORT, _LONG = 6, 8  # hexadecimal digits: of a text on the page, of a part
_ENTRY = re.compile(rf" ([a-zA-Z])(\d\d)(\d\d)([0-9a-f]{{{_SHORT + _LONG}}})", re.ASCII)
_SIGNATURE = re.compile(
    rf"{VERSION}((?: [a-zA-Z]\d{{4}}[0-9a-f]{{{_SHORT + _LONG}}})*)(?: =((?:[\w+/]{{4}})*))?", re.ASCII
)
_PAGE = "="  # before the texts of the page; they are three bytes each, so that base64 needs no padding
_KINDS = {
    TITLE: "t", SUBTITLE: "s", AUTHORS: "a", Kind.PARAGRAPH: "P", Kind.HEADING: "H", Kind.LIST_ITEM: "L",
    Kind.QUOTE: "Q", Kind.CODE: "C", Kind.TABLE: "T", Kind.CAPTION: "F", Kind.MEDIA: "M", Kind.IMAGE: "I",
}  # fmt: skip


class _Entry(NamedTuple):
    """A part of the content: its kind, the step of its length, its probability in per cent, the hash of its text."""

    kind: str
    length: int
    score: float
    digest: str

    @property
    def text(self) -> str:
        """The hash that the text has among those of a page."""
        return self.digest[:_SHORT]


class _Signature(NamedTuple):
    entries: list[_Entry]
    texts: frozenset[str] | None
    """Hashes of the texts of the page; None if it was not there."""


def content_signature(article: Article) -> str:
    """Compute the signature of an article's content."""
    is_scored = article.strategy == "learned"
    written = [VERSION]
    for part in content_of(article):
        score = part.block.score if part.block is not None and is_scored else 1.0
        length = min(99, round(log(len(part.key), _LENGTHS)))
        digest = _digest(plain(part.text))[:_SHORT] + _digest(part.key)[:_LONG]
        written.append(f"{_KINDS[part.kind]}{length:02d}{min(99, int(score * 100)):02d}{digest}")
    texts = article.page_texts()
    if len(texts) > len(article.blocks):
        hidden = set(article.hidden_texts())
        shown = (plain(text) for number, text in enumerate(texts[:MOST_TEXTS]) if number not in hidden)
        hashes = sorted({_digest(text)[:_SHORT] for text in shown if text})
        written.append(_PAGE + b64encode(bytes.fromhex("".join(hashes))).decode("ascii"))
    return " ".join(written)


def same_content(old: Article | str, new: Article | str) -> bool:
    """Tell whether two articles, or two of their signatures, have the same content.

    What a change around the article made the extraction keep or drop does not count.
    """
    before, after = (_read(version) for version in (old, new))
    have_pages = before.texts is not None and after.texts is not None
    went, came = _not_on(after, before.entries), _not_on(before, after.entries)
    return not _is_edited(went, came, 100 * (SURE_BY_PAGES if have_pages else SURE))


def _digest(text: str) -> str:
    return hashlib.sha256(scalar(text).encode()).hexdigest()


def _read(version: Article | str) -> _Signature:
    signature = content_signature(version) if isinstance(version, Article) else version
    read = _SIGNATURE.fullmatch(signature) if isinstance(signature, str) else None
    if read is None:
        raise BadInput("same_content takes articles or what this version of tamis gave as their content_signature")
    entries = [_Entry(kind, int(length), int(score), digest) for kind, length, score, digest in _ENTRY.findall(read[1])]
    if read[2] is None:
        return _Signature(entries, None)
    hashes = b64decode(read[2]).hex()
    return _Signature(entries, frozenset(hashes[start : start + _SHORT] for start in range(0, len(hashes), _SHORT)))


def _not_on(other: _Signature, entries: Sequence[_Entry]) -> list[_Entry]:
    """Leave out the parts that the other version does not have, though its page shows them."""
    own = {entry.text for entry in other.entries}
    shown = (other.texts or frozenset()) - own
    return [entry for entry in entries if entry.text not in shown or entry.kind in (_KINDS[TITLE], _KINDS[AUTHORS])]


def _is_edited(old: Sequence[_Entry], new: Sequence[_Entry], surely: float) -> bool:
    keys = ([f"{entry.kind}{entry.digest}" for entry in side] for side in (old, new))
    same = aligned(*keys)
    next_old = next_new = 0
    all_gone: set[str] = set()
    all_come: set[str] = set()
    for old_index, new_index in [*same, (len(old), len(new))]:
        went, came = old[next_old:old_index], new[next_new:new_index]
        if any(entry.kind != _KINDS[SUBTITLE] and entry.score >= surely for entry in (*went, *came)):
            return True
        if _replaces(went, came):
            return True
        all_gone.update(entry.digest for entry in went)
        all_come.update(entry.digest for entry in came)
        next_old, next_new = old_index + 1, new_index + 1
    return not all_gone.isdisjoint(all_come)  # moved


def _replaces(went: Sequence[_Entry], came: Sequence[_Entry]) -> bool:
    """Tell whether a part took the place of one of its kind and about its length, as edits do."""
    places = {(entry.kind, entry.length + step) for entry in went for step in range(-_STEPS, _STEPS + 1)}
    return any((entry.kind, entry.length) in places for entry in came)
