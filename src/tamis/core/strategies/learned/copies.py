"""Copies: chosen texts that the page has twice, and should be read once.

Pages repeat themselves for small screens, in sliders that run in circles, as teasers of what stands below, in quotes of
earlier posts. But a song repeats its refrain, a recipe its steps, and a course the same question in every lesson. Where
a repeated text stands tells the two apart. It is meant to be read again in the same element, and at the same place of
another part if it is alone there, with other text before and after it, or stands in many parts. What repeats with its
neighbors, right below itself, or in a part of another form, is a copy.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document

MIN_COPY = 30
"""Number of characters from which a text that was already kept is dropped when it repeats."""
OFTEN = 5
"""Number of times from which a text is a line that every part of the page has."""
LEVELS = 3
"""Number of elements around a text, its own among them, that tell its place."""
_CODE, _TABLE = Kind.CODE, Kind.TABLE


def find_copies(document: Document, names: Sequence[int], chosen: Sequence[int]) -> Iterator[int]:
    """Yield the chosen blocks that are copies. `names` has a number for each element, the same for equal classes."""
    texts, kinds = document.texts, document.kinds
    first: dict[str, int] = {}
    repeats: list[tuple[int, int]] = []  # as indices of `chosen`: the repeated text, and where it stood first
    for at, block in enumerate(chosen):
        text = texts[block]
        if len(text) >= MIN_COPY and kinds[block] is not _CODE and kinds[block] is not _TABLE:
            begin = first.setdefault(text, at)
            if begin != at:
                repeats.append((at, begin))
    times = Counter(texts[chosen[begin]] for _, begin in repeats)
    for at, begin in repeats:
        block, other = chosen[at], chosen[begin]
        is_meant = document.hidden[block] is None and (
            _has_same_parent(document, other, block)
            or (
                texts[chosen[at - 1]] != texts[block]
                and (times[texts[block]] >= OFTEN - 1 or _is_alone(document, chosen, begin, at))
                and _has_same_place(document, names, other, block)
            )
        )
        if not is_meant:
            yield block


def _has_same_parent(document: Document, block: int, other: int) -> bool:
    nodes, parents = document.block_nodes, document.parents
    return parents[nodes[block]] == parents[nodes[other]]


def _is_alone(document: Document, chosen: Sequence[int], begin: int, at: int) -> bool:
    """Tell whether a text repeats without the texts before and after it."""
    texts = document.texts
    is_with_next = at + 1 < len(chosen) and texts[chosen[at + 1]] == texts[chosen[begin + 1]]
    is_with_previous = begin > 0 and texts[chosen[at - 1]] == texts[chosen[begin - 1]]
    return not is_with_next and not is_with_previous


def _has_same_place(document: Document, names: Sequence[int], block: int, other: int) -> bool:
    """Tell whether the elements around two blocks have the same tags and classes."""
    tags, nodes = document.tags, document.block_nodes
    around = (islice(document.around(nodes[at]), LEVELS) for at in (block, other))
    return all(tags[one] == tags[two] and names[one] == names[two] for one, two in zip(*around, strict=False))
