"""Portals: the teasers of a page that lists other pages.

T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010, section 6.5, names portals as a
weak spot: menus and short descriptions of stories have the same tag ratios, and far more text is kept than readers
would call content. The same holds for every method that looks for one article. So if a page is judged to be a list
(`tamis.core.outcome.hubs`), the teasers themselves are chosen: those outside of navigation, side columns and
advertisements, each once, with what is between the first and the last of them.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.outcome.evidence import dialog_blocks, within
from tamis.core.outcome.teasers import Columns, groups_of, lone_teasers
from tamis.core.parse.ancestors import Nearest
from tamis.core.parse.links import find_links
from tamis.core.parse.media import not_content, picture
from tamis.core.parse.positions import CountedPaths
from tamis.core.parse.tree import Element, path_of
from tamis.core.strategies.advertising import Advertising
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import Kind, Teaser
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.outcome.evidence import Flags
    from tamis.core.parse import Document
    from tamis.core.parse.links import Link
    from tamis.model import Image, Labels

_ASIDE = word_set("nav footer aside dialog")
_OUTSIDE = "the page lists other pages, and this is outside of its teasers"
_BETWEEN = "between the teasers of a page that lists others"


class _Choice(NamedTuple):
    """The teasers of a page, and the blocks that may not be among them."""

    nodes: list[int]
    """Nodes of the teasers in reading order; none is inside another."""
    left_out: Flags
    """Flags for the blocks of navigation, side columns, dialogs, advertisements, and repeated teasers."""


def teasers_of(document: Document) -> tuple[Teaser, ...]:
    """List the teasers that a page offers, in reading order."""
    nodes = _choose(document).nodes
    if not nodes:
        return ()
    reader = _Reader(document, nodes)
    return tuple(map(reader.teaser, nodes))


def labels_of_teasers(document: Document, labels: Labels) -> Labels:
    """Label a page's teasers as kept; return the same labels if it has none."""
    nodes, left_out = _choose(document)
    if not nodes:
        return labels
    first, last = document.block_start[nodes[0]], document.block_stop[nodes[-1]]
    first = _with_heading(document, first, left_out)
    kept = [False] * first + (~left_out[first:last]).tolist() + [False] * (len(document) - last)
    reasons = [_OUTSIDE if was_kept else reason for was_kept, reason in zip(labels.kept, labels.reasons, strict=True)]
    reasons[first:last] = [_BETWEEN if keep else reason for keep, reason in zip(kept, reasons, strict=True)][first:last]
    for number, node in enumerate(nodes, 1):
        within_teaser = slice(document.block_start[node], document.block_stop[node])
        size = document.block_stop[node] - document.block_start[node]
        reasons[within_teaser] = [f"teaser {number} of {len(nodes)} on a page that lists others"] * size
    return labels_from_choice(document, document.visible(), kept, labels.scores, reasons, labels.roles)


def _choose(document: Document) -> _Choice:
    """Choose the teasers in reading order, each once."""
    left_out = within(document, _ASIDE)
    left_out[list(dialog_blocks(document))] = True
    nodes = _single(document, Columns(document, ()))
    advertising = Advertising(document)
    chosen: list[int] = []
    seen: set[str] = set()
    end = 0
    for node in nodes:
        first, last = document.block_start[node], document.block_stop[node]
        if first < end or left_out[first] or not document.texts[first:last]:
            continue
        end = last
        text = "\n".join(filter(None, document.texts[first:last])).casefold()
        if text in seen or advertising.holds(node):
            left_out[first:last] = True
            continue
        seen.add(text)
        chosen.append(node)
    return _Choice(chosen, left_out)


def _single(document: Document, columns: Columns) -> list[int]:
    """Find all teasers of single pages. A section of a home page looks like a teaser too, but most of it is teasers."""
    groups = groups_of(document, columns)
    alike = set(chain.from_iterable(groups))
    around = Nearest(document, lambda node: node if node in alike else None, otherwise=-1)
    held: Counter[int] = Counter()
    for group in groups:
        held[around.of(document.parents[group[0]])] += sum(columns.node_sizes[node] for node in group)
    groups = [[node for node in group if 2 * held[node] <= columns.node_sizes[node]] for group in groups]
    return sorted(chain(*groups, lone_teasers(document, columns, groups)))


def _with_heading(document: Document, first: int, left_out: Flags) -> int:
    """Return the first block of the list: the heading right above its first teaser, if there is one."""
    above = first - 1
    return above if above >= 0 and document.kinds[above] is Kind.HEADING and not left_out[above] else first


class _Reader:
    """A reader of teasers, with what is computed once for all of them."""

    def __init__(self, document: Document, nodes: Sequence[int]) -> None:
        self._document = document
        self._visible = document.visible()
        self._base = document.base_url
        self._counted = CountedPaths()
        self._links: dict[int, Link] = {}
        spans = (range(document.block_start[node], document.block_stop[node]) for node in nodes)
        for link in find_links(document, frozenset(chain.from_iterable(spans))):
            if link.block is not None:
                self._links.setdefault(link.block, link)

    def teaser(self, node: int) -> Teaser:
        """Read the title, URL, text and picture of a teaser."""
        document = self._document
        blocks = range(document.block_start[node], document.block_stop[node])
        texts = [block for block in blocks if document.texts[block] and self._visible[block]]
        headline = max(texts, key=self._rank, default=-1)
        link = next((self._links[block] for block in (headline, *blocks) if block in self._links), None)
        return Teaser(
            title=document.texts[headline] if headline >= 0 else link.text if link else "",
            url=link.href if link else None,
            text="\n".join(document.texts[block] for block in texts if block != headline),
            image=self._image(blocks),
            xpath=path_of(document.elements[node], self._counted),
        )

    def _rank(self, block: int) -> tuple[bool, int, int]:
        """Rank the blocks of a teaser: the headline is a heading, or has the most linked text, or comes first."""
        return self._document.kinds[block] is Kind.HEADING, self._document.link_sizes[block], -block

    def _image(self, blocks: Sequence[int]) -> Image | None:
        """Find the first picture that is content."""
        document = self._document
        elements = (document.leaves[block][0] for block in blocks if document.kinds[block] is Kind.IMAGE)
        content = (element for element in elements if isinstance(element, Element) and not not_content(element))
        return next(filter(None, (picture(element, self._base) for element in content)), None)
