"""Difference between two versions of an article, block by block, and by words in the blocks that were changed.

Blocks are compared by their content (`content`). Where one version has a block and the other does not, though both
pages show it, nobody has edited anything: the extraction kept it once and once not, because something else on the page
is another. Such blocks are left out of both, as far as the pages are there.

A block that came or went alone, and of which the model was not sure, tells nothing either, with or without the pages:
most such blocks are lines of the frame, which are near the threshold. It counts if another takes its place, because
that is how an edit looks.

Blocks between two that are the same are pairs if they share most words. A block that is gone here and the same
elsewhere was moved.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import islice
from math import log
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis.model import Article, Kind
from tamis.model.changes import Change, ChangedBlock, ChangedWords, Changes
from tamis.text.patience import aligned
from tamis.write.changes.content import SUBTITLE, content_hash, content_of, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.write.changes.content import Part

MIN_SHARED = 0.4
"""Minimum share of words that two blocks have in common if one is the other, changed."""
SURE, SURE_BY_PAGES = 0.7, 0.5
"""Probability from which a block that came or went is an edit, whatever is beside it; less if both pages are there,
which tell most of what moves without an edit."""
_LENGTHS = 1.3
"""Ratio of the lengths of two blocks up to which one may have taken the place of the other: this or its square."""
WINDOW = 12
"""Number of blocks among which the other version of a block is searched, so that the cost stays linear."""
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f"
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+|\s+|[^\w\s]")
"""A word, a character of a script without spaces, white space, or a sign."""


def diff(old: Article, new: Article) -> Changes:
    """Compare two versions of an article: which blocks were added, removed, changed and moved."""
    for version in (old, new):
        if not isinstance(version, Article):
            raise BadInput(f"diff takes two articles, not {type(version).__name__}: tamis.extract(html) makes one")
    before, after = content_of(old), content_of(new)
    gone = _Gone(_alone(before, after), _alone(after, before), _surely(old, new))
    blocks = _changed(_edited(before, gone.old, new), _edited(after, gone.new, old), gone)
    return Changes(tuple(blocks), content_hash(old), content_hash(new))


def _surely(old: Article, new: Article) -> float:
    if not old.strategy == new.strategy == "learned":
        return 0.0
    have_pages = all(len(version.page_texts()) > len(version.blocks) for version in (old, new))
    return SURE_BY_PAGES if have_pages else SURE


class _Gone(NamedTuple):
    """The parts that only one version has, and the probability from which one that came or went alone is an edit."""

    old: Sequence[Part]
    new: Sequence[Part]
    surely: float


def _alone(parts: Sequence[Part], others: Sequence[Part]) -> list[Part]:
    own = {plain(part.text) for part in others}
    return [part for part in parts if plain(part.text) not in own and (part.block or part.kind == SUBTITLE)]


def _edited(parts: Sequence[Part], alone: Sequence[Part], other: Article) -> Sequence[Part]:
    """Leave out the parts of one version that the other does not have, though its page shows them."""
    if not alone:
        return parts
    hidden = set(other.hidden_texts())
    shown = {plain(text) for number, text in enumerate(other.page_texts()) if number not in hidden}
    kept = {id(part) for part in alone if plain(part.text) in shown}
    return [part for part in parts if id(part) not in kept]


class _Gap(NamedTuple):
    """The parts between two that are the same."""

    old: list[int]
    new: list[int]


def _changed(old: Sequence[Part], new: Sequence[Part], gone: _Gone) -> Iterator[ChangedBlock]:
    same = aligned([_key(part) for part in old], [_key(part) for part in new])
    gaps = _gaps(same, len(old), len(new))
    moved = _moved(old, new, gaps)
    heading = ""
    for index, gap in enumerate(gaps):
        for before, after, change in _gap_changes(old, new, gap, moved, gone):
            yield _block(before, after, change, heading)
            heading = _heading(after, heading)
        if index < len(same):
            before, after = old[same[index][0]], new[same[index][1]]
            yield _block(before, after, Change.SAME, heading)
            heading = _heading(after, heading)


def _key(part: Part) -> str:
    return f"{part.kind}\x1f{part.key}"


def _gaps(same: Sequence[tuple[int, int]], old: int, new: int) -> list[_Gap]:
    gaps = []
    next_old = next_new = 0
    for old_index, new_index in [*same, (old, new)]:
        gaps.append(_Gap(list(range(next_old, old_index)), list(range(next_new, new_index))))
        next_old, next_new = old_index + 1, new_index + 1
    return gaps


def _moved(old: Sequence[Part], new: Sequence[Part], gaps: Sequence[_Gap]) -> dict[int, int]:
    """Find the parts that are the same at another position: the index in the old version by that in the new one."""
    waiting: dict[str, list[int]] = defaultdict(list)
    for gap in gaps:
        for index in gap.old:
            waiting[_key(old[index])].append(index)
    moved: dict[int, int] = {}
    for gap in gaps:
        for index in gap.new:
            if places := waiting.get(_key(new[index])):
                moved[index] = places.pop(0)
    return moved


def _gap_changes(
    old: Sequence[Part], new: Sequence[Part], gap: _Gap, moved: Mapping[int, int], gone: _Gone
) -> Iterator[tuple[Part | None, Part | None, Change]]:
    """Yield the changes of a gap in the order of the new version, removed parts where they were."""
    elsewhere = set(moved.values())
    left = [index for index in gap.old if index not in elsewhere]
    pairs = _pairs(old, new, left, [index for index in gap.new if index not in moved])
    paired = set(pairs.values())
    alone = [index for index in gap.new if index not in moved and index not in pairs]
    removed = [index for index in left if index not in paired]
    came, went = [new[index] for index in alone], [old[index] for index in removed]
    added = {index for index in alone if _counts(new[index], went, gone.old, gone.surely)}
    removed = [index for index in removed if _counts(old[index], came, gone.new, gone.surely)]
    for index in gap.new:
        if index in moved:
            yield old[moved[index]], new[index], Change.MOVED
            continue
        partner = pairs.get(index)
        while partner is not None and removed and removed[0] < partner:
            yield old[removed.pop(0)], None, Change.REMOVED
        if partner is None:
            if index in added:
                yield None, new[index], Change.ADDED
        else:
            yield old[partner], new[index], Change.CHANGED
    for index in removed:
        yield old[index], None, Change.REMOVED


def _pairs(
    old: Sequence[Part], new: Sequence[Part], old_left: Sequence[int], new_left: Sequence[int]
) -> dict[int, int]:
    """Pair the parts of a gap that share most words, the most similar first: old indexes by new ones."""
    old_words = {index: Counter(_words(old[index])) for index in old_left}
    candidates = []
    scale = len(old_left) / len(new_left) if new_left else 1.0
    for position, new_index in enumerate(new_left):
        words = Counter(_words(new[new_index]))
        middle = int(position * scale)
        for old_index in old_left[max(0, middle - WINDOW) : middle + WINDOW + 1]:
            share = _shared(old[old_index], old_words[old_index], new[new_index], words)
            if share >= MIN_SHARED:
                candidates.append((-share, abs(old_index - new_index), new_index, old_index))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, new_index, old_index in sorted(candidates):
        if new_index not in pairs and old_index not in taken:
            pairs[new_index] = old_index
            taken.add(old_index)
    return pairs


def _counts(part: Part, others: Sequence[Part], gone: Sequence[Part], surely: float) -> bool:
    """Tell whether a part that came or went alone is an edit: it is surely text, or another took its place.

    `others` are those of the other version in the same gap, `gone` all that it alone has, on its page or not.
    """
    if part.kind != SUBTITLE and (part.block is None or part.block.score >= surely):
        return True
    if any(
        other.kind == part.kind and abs(log(len(other.key) / len(part.key), _LENGTHS)) < 2
        for other in others[: 2 * WINDOW]
    ):
        return True
    words = Counter(_words(part))
    same_kind = (other for other in gone if other.kind == part.kind)
    return any(
        _shared(part, words, other, Counter(_words(other))) >= MIN_SHARED for other in islice(same_kind, 2 * WINDOW)
    )


def _words(part: Part) -> list[str]:
    return [token for token in _TOKEN.findall(part.key.casefold()) if token.isalnum()] or [part.key]


def _shared(old: Part, old_words: Counter[str], new: Part, new_words: Counter[str]) -> float:
    """Compute the share of words in common. Title, subtitle and authors are pairs whatever their words."""
    if old.block is None or new.block is None:
        return 1.0 if old.kind == new.kind else 0.0
    return 2 * (old_words & new_words).total() / (old_words.total() + new_words.total())


def _block(old: Part | None, new: Part | None, change: Change, heading: str) -> ChangedBlock:
    part = new or old
    assert part is not None  # noqa: S101 (every change has a part of a version)
    return ChangedBlock(
        change,
        part.kind,
        old.text if old is not None else None,
        new.text if new is not None else None,
        changed_words(old, new) if old is not None and new is not None and change is Change.CHANGED else (),
        heading,
        old.block if old is not None else None,
        new.block if new is not None else None,
    )


def _heading(part: Part | None, heading: str) -> str:
    return part.text if part is not None and part.kind == Kind.HEADING else heading


def changed_words(old: Part, new: Part) -> tuple[ChangedWords, ...]:
    """Compare the words of a part in both versions."""
    is_code = new.kind == Kind.CODE
    before, after = _TOKEN.findall(old.text), _TOKEN.findall(new.text)
    same = aligned(*([token if is_code else plain(token) or " " for token in side] for side in (before, after)))
    runs: list[ChangedWords] = []
    next_old = next_new = 0
    for old_index, new_index in [*same, (len(before), len(after))]:
        _append(runs, Change.REMOVED, "".join(before[next_old:old_index]))
        _append(runs, Change.ADDED, "".join(after[next_new:new_index]))
        if new_index < len(after):
            _append(runs, Change.SAME, after[new_index])
        next_old, next_new = old_index + 1, new_index + 1
    return tuple(_joined(runs))


def _append(runs: list[ChangedWords], change: Change, text: str) -> None:
    if not text:
        return
    if runs and runs[-1].change is change:
        runs[-1] = ChangedWords(change, runs[-1].text + text)
    else:
        runs.append(ChangedWords(change, text))


def _joined(runs: Sequence[ChangedWords]) -> Iterator[ChangedWords]:
    """Join changes with nothing but a space or a sign between them, so that they read as one."""
    old, new = "", ""
    for index, (change, text) in enumerate(runs):
        is_between = 0 < index < len(runs) - 1 and not any(map(str.isalnum, text)) and "\n" not in text
        if change is Change.REMOVED:
            old += text
        elif change is Change.ADDED:
            new += text
        elif is_between:
            old, new = old + text, new + text
        else:
            yield from _replacement(old, new)
            old, new = "", ""
            yield ChangedWords(change, text)
    yield from _replacement(old, new)


def _replacement(old: str, new: str) -> Iterator[ChangedWords]:
    if old:
        yield ChangedWords(Change.REMOVED, old)
    if new:
        yield ChangedWords(Change.ADDED, new)
