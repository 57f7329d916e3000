"""Alignment of a page's blocks with the truth: the basis of the oracle and of page classes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis_bench.metrics import as_letters, score_of, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.metrics import Score

KEEP_SHARE = 0.5  # a block belongs to the truth if at least this share of its words does
MAX_CELLS = 4_000_000_000  # size limit of the alignment matrix, one bit per cell: half a gigabyte
MAX_PASSES = 20  # maximum passes over the blocks to improve the choice; two or three are usual


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of blocks to keep, so that the kept words are as near to the truth as blocks allow."""

    kept: list[bool]
    score: Score
    missing: Counter[str]
    """Words of the truth that are in no block: lost by the segmentation, or wrong in the truth."""
    left_out: Counter[str]
    """Words of the truth that are only in blocks not worth keeping."""
    extra: Counter[str]
    """Words of kept blocks that are not in the truth."""


def best_choice(texts: Sequence[str], truth: Sequence[str], split: Callable[[str], list[str]] = words) -> Choice:
    """Keep the blocks whose words are in the truth; then toggle blocks as long as that raises the F1.

    `split` cuts a block into words, in the way that the truth was cut.
    """
    blocks = [split(text) for text in texts]
    kept = [share >= KEEP_SHARE for share in matched_shares(blocks, truth)]
    _improve(kept, [Counter(block) for block in blocks], Counter(truth))
    return _choice(kept, blocks, Counter(truth))


def matched_shares(blocks: Sequence[Sequence[str]], truth: Sequence[str]) -> list[float]:
    """Compute for each block the share of its words that are in the truth.

    Words are matched in document order first. The remaining words of the truth then go to the blocks that contain them,
    one block after the other, because the truth may have another order than the page.
    """
    matched = _matched_in_order(blocks, truth)
    rest = Counter(truth)
    for block, hits in zip(blocks, matched, strict=True):
        rest.subtract(block[place] for place in hits)
    return [_share(block, hits, rest) for block, hits in zip(blocks, matched, strict=True)]


def _share(block: Sequence[str], hits: Sequence[int], rest: Counter[str]) -> float:
    if not block:
        return 0.0
    share = len(hits) / len(block)
    if share >= KEEP_SHARE:
        return share
    again = Counter(block[place] for place in set(range(len(block))).difference(hits)) & rest
    total = (len(hits) + again.total()) / len(block)
    if total >= KEEP_SHARE:
        rest.subtract(again)
    return total


def _matched_in_order(blocks: Sequence[Sequence[str]], truth: Sequence[str]) -> list[list[int]]:
    """Return for each block the indices of its words in a longest common subsequence of page and truth."""
    vocabulary = set(truth)
    places = [
        (number, place) for number, block in enumerate(blocks) for place, word in enumerate(block) if word in vocabulary
    ]
    matched: list[list[int]] = [[] for _ in blocks]
    if len(places) * len(truth) > MAX_CELLS:
        return matched
    for index in common_places([blocks[number][place] for number, place in places], truth):
        number, place = places[index]
        matched[number].append(place)
    return matched


def common_places(page: Sequence[str], truth: Sequence[str]) -> list[int]:
    """Return the indices of the page's words in a longest common subsequence of page and truth."""
    from rapidfuzz.distance import LCSseq  # imported here because few metrics need it

    runs = LCSseq.opcodes(*as_letters(page, truth))
    return [place for run in runs if run.tag == "equal" for place in range(run.src_start, run.src_end)]


def _improve(kept: list[bool], blocks: Sequence[Counter[str]], truth: Counter[str]) -> None:
    """Toggle blocks one by one, in several passes, as long as that raises the F1."""
    chosen = Counter[str]()
    for keep, block in zip(kept, blocks, strict=True):
        if keep:
            chosen.update(block)
    overlap, size, right = (chosen & truth).total(), chosen.total(), truth.total()
    sizes = [block.total() for block in blocks]
    for _ in range(MAX_PASSES):
        changed = False
        for number, block in enumerate(blocks):
            sign = -1 if kept[number] else 1
            gain = _overlap_gain(block, sign, chosen, truth)
            # F1 is 2 * overlap / (size + right): compare the fractions without dividing.
            if (overlap + gain) * (size + right) > overlap * (size + sign * sizes[number] + right):
                kept[number] = not kept[number]
                _add(chosen, block, sign)
                overlap, size, changed = overlap + gain, size + sign * sizes[number], True
        if not changed:
            return


def _overlap_gain(block: Counter[str], sign: int, chosen: Counter[str], truth: Counter[str]) -> int:
    gain = 0
    for word, count in block.items():
        right = truth.get(word, 0)
        if right:
            now = chosen.get(word, 0)
            gain += min(now + sign * count, right) - min(now, right)
    return gain


def _add(chosen: Counter[str], block: Counter[str], sign: int) -> None:
    for word, count in block.items():
        chosen[word] += sign * count


def _choice(kept: list[bool], blocks: Sequence[Sequence[str]], truth: Counter[str]) -> Choice:
    chosen = Counter[str]()
    everything = Counter[str]()
    for keep, block in zip(kept, blocks, strict=True):
        everything.update(block)
        if keep:
            chosen.update(block)
    missing = truth - everything
    return Choice(
        kept=kept,
        score=score_of((chosen & truth).total(), chosen.total(), truth.total()),
        missing=missing,
        left_out=truth - chosen - missing,
        extra=chosen - truth,
    )
