"""CUTER: useful text extraction by the link and text percentages of DOM nodes.

G. Adam, C. Bouras, V. Poulopoulos: *CUTER: an Efficient Useful Text Extraction Mechanism*, 2009 International
Conference on Advanced Information Networking and Applications Workshops, pp. 703-708.

Nodes with half of their text or more linked are navigation and go with everything inside. Of the text nodes that stay,
the one with the greatest share of the page's text starts a group, and its neighbors in depth-first order, the nearest
first, join if they hold more than a third of its text. The article is the first group that is long enough, so that
comments below it stay out. Multimedia inside or between the article's text nodes stays with it.

The parser repairs the page (C2, `tamis.core.parse`), the title comes from the feed or from `tamis.core.enrich`, and the
XML that goes in and out is in `tamis.write` (C1). Other modules handle multimedia (C8,
`tamis.core.figures`), the names of advertisements (`tamis.core.strategies.advertising`) and the
comparison of meanings (C10, `tamis.text.similarity`). docs/strategies/cuter.md has the equations, and what was decided
where the paper is silent.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, islice, takewhile
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from tamis.core.parse.ancestors import Nearest, elements_around
from tamis.core.parse.links import LinkedText
from tamis.core.parse.media import not_content
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.advertising import Advertising
from tamis.core.strategies.line_hints import line_hint
from tamis.core.strategies.part_hints import COMMENTS
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import PICTURES, Kind, Labels, Role
from tamis.settings.options import check, option
from tamis.text import markup_names
from tamis.text.capitals import language_of
from tamis.text.similarity import Profile, likeness_to_rest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document

# Tags that format text and do not separate it: the paper names b, i, em, strong and p "etc.". Text in them belongs to
# the node around them.
FORMATTING = frozenset(
    "p h1 h2 h3 h4 h5 h6 blockquote pre listing ul ol li dl dt dd figure figcaption hr details summary center "
    "address noscript".split()
)
# Tags that format text within a line.
FORMATTING_IN_LINE = frozenset("b i em strong u s small mark cite q sub sup abbr dfn code kbd samp var".split())
_MEDIA_TAGS = frozenset("img amp-img picture video audio svg canvas iframe object embed".split())
_SILENT = frozenset("head script style template noscript title".split())  # their content is not shown
_OTHER_NAMES = frozenset(markup_names.NAMES["consent"]) | frozenset(markup_names.NAMES["comments"])
_MAX_LEVELS = 20  # maximum number of tags around a text that are examined within its block
# Tags of a table that holds data: its text belongs to the node around it. Cells of a layout table are separate nodes.
_TABLE_PARTS = frozenset({"table", "caption", "thead", "tbody", "tfoot", "tr"})
# Enum members as globals, because to look one up on its class costs more than to compare it.
_CAPTION, _HEADING, _TABLE = Kind.CAPTION, Kind.HEADING, Kind.TABLE
_IS_TEXT, _IS_OTHER = Role.TEXT, Role.OTHER
_IS_NAVIGATION, _IS_MULTIMEDIA = Role.NAVIGATION, Role.MULTIMEDIA
_SET_PIECES = PICTURES | {Kind.TABLE, Kind.CODE, Kind.CAPTION}


Signature: TypeAlias = tuple[tuple[str, str], ...]
MAX_BETWEEN = 0.5
"""Share of a group's first unit from which text that does not join separates: what lies beyond is another group."""
MIN_ROW = 2
"""Minimum number of units with the same markup that are a row."""
MAX_DATE_LINE = 80
"""Maximum length of a line with the name and date of a comment, in characters."""
_MAX_LINES_ABOVE = 4
_MAX_BLOCKS_ABOVE = 7


@dataclass(slots=True)
class _Side:
    """One of the two directions in which a group grows."""

    edge: int
    """The last unit that joined."""
    next: int
    """The unit to look at."""
    step: int
    passed: int = 0
    """Size of the units since the edge that did not join."""
    is_open: bool = True


@dataclass(slots=True)
class Unit:
    """A text node in the paper's sense: an element with the text that it holds directly or through formatting."""

    node: int
    """Number of the node in depth-first order, the paper's IX."""
    blocks: list[int]
    size: int
    """SL of the unit's own text, in bytes."""
    weight: float = 0.0
    """Size, weighted by two further signals: formatting tags, and the position after the title."""


@dataclass(frozen=True, slots=True)
class Cuter:
    """The CUTER strategy, with the paper's parameters."""

    name: ClassVar[str] = "cuter"

    max_lp: float = option(
        0.5,
        "Link percentage from which a node goes with all it holds (section IV of the paper).",
        minimum=0,
        maximum=1,
        source="the paper, section IV",
    )
    min_tp: float = option(
        0.3,
        "Text percentage from which a node counts at all, as a share of the greatest one on the page.",
        minimum=0,
        maximum=1,
        source="chosen",
    )
    join: float = option(
        1 / 3,
        "A neighbour joins when its text percentage is over this share of the group's first node (section IV).",
        minimum=0,
        maximum=1,
        source="the paper, section IV",
    )
    reach: int = option(
        300,
        "How many nodes may lie between neighbors in depth-first order.",
        minimum=1,
        source="chosen",
    )
    al: float = option(
        0.3,
        "The article is the first group with at least this share of the longest group's text.",
        minimum=0,
        maximum=1,
        source="chosen",
    )
    formatting: float = option(
        0.5,
        "How much of a node's weight hangs on its text standing in formatting tags (the third signal).",
        minimum=0,
        maximum=1,
        source="chosen",
    )
    before_title: float = option(
        0.5, "What a node before the title weighs (the fourth signal).", minimum=0, maximum=1, source="chosen"
    )
    names: bool = option(True, "Leave out nodes that a class or id calls comments or a consent box.", source="chosen")
    meaning: float = option(
        0.15,
        "The likeness to the rest of the article below which a text node goes (the paper's further work); 0 for none.",
        minimum=0,
        maximum=1,
        source="the paper's further work",
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the article's text nodes, and the multimedia inside and between them."""
        return _Labelling(document, self).labels()

    def characterize(self, document: Document) -> list[Role]:
        """Classify each node of the document (C4): advertisement, navigation, text, multimedia or empty."""
        return _Labelling(document, self).characterize()

    def characterize_elements(self, document: Document) -> dict[Element, Role]:
        """Classify every element of the page like `characterize`, inline elements too, in document order."""
        return _Labelling(document, self).characterize_elements()


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


class _Labelling:
    """One page that goes through the algorithm."""

    def __init__(self, document: Document, settings: Cuter) -> None:
        self.document = document
        self.settings = settings
        self.visible = document.visible()
        self.sizes = [_bytes(text) if seen else 0 for text, seen in zip(document.texts, self.visible, strict=True)]
        linked = LinkedText(document)
        self.links = [
            # Link sizes are in characters; if the text has more bytes than characters, count the bytes of the links.
            min(size, link if size == len(text) else _bytes(linked.of(block))) if link and size else 0
            for block, (text, size, link) in enumerate(
                zip(document.texts, self.sizes, document.link_sizes, strict=True)
            )
        ]
        # Sums before each block: bytes of text, bytes of links, number of set pieces.
        self.size_before = [0, *accumulate(self.sizes)]
        self.links_before = [0, *accumulate(self.links)]
        self.set_pieces_before = [0, *accumulate(kind in _SET_PIECES for kind in document.kinds)]
        self.holders = Nearest(document, lambda node: None if node > 0 and self._formats(node) else node, -1)
        self.advertising = Advertising(document)
        self.others = Advertising(document, _OTHER_NAMES)
        self.title = document.title_block

    def node_size(self, node: int) -> int:
        """Compute SL of a node: the bytes of its text and its children's."""
        return self.size_before[self.document.block_stop[node]] - self.size_before[self.document.block_start[node]]

    def node_links(self, node: int) -> int:
        """Compute SA of a node: the bytes of its linked text."""
        return self.links_before[self.document.block_stop[node]] - self.links_before[self.document.block_start[node]]

    # The stages, in the paper's order.

    def labels(self) -> Labels:
        gone = self._gone()
        units = self._units(gone)
        article = self._article(units)
        strange = self._strange(article)
        return self._verdicts([unit for unit in article if unit.node not in strange], units, gone, strange)

    def _holder(self, node: int) -> int:
        """Find the node that the text of a node belongs to: itself, or the node around the formatting."""
        return self.holders.of(node)

    def _formats(self, node: int) -> bool:
        """Tell whether a node formats its text: by its tag, or as a div around one block or around set pieces only."""
        document = self.document
        tag = document.tags[node]
        if tag != "div":
            return tag in FORMATTING
        first, last = document.block_start[node], document.block_stop[node]
        if last - first != 1 and self.set_pieces_before[last] - self.set_pieces_before[first] != last - first:
            return False
        return not self.advertising.is_named(node)

    def _gone(self) -> list[int]:
        """Find, for each block, the outermost node around it that goes because of its link percentage, or -1.

        Nodes around the page's greatest text node never go: on today's pages menus and teasers may outweigh the
        article, so that even the body of the page is half links.
        """
        document = self.document
        heavy = self._heavy()
        spared = self._around_greatest(set(heavy))
        gone = [-1] * len(document)
        end = 0
        for node in heavy:
            first, last = document.block_start[node], document.block_stop[node]
            if first >= end and node not in spared:
                gone[first:last] = [node] * (last - first)
                end = last
        return gone

    def _heavy(self) -> list[int]:
        """Find the nodes at or over the limit, in depth-first order: LP = SA / SL >= maxLP."""
        sizes = self.document.node_sums(np.asarray(self.sizes, dtype=np.int64))
        links = self.document.node_sums(np.asarray(self.links, dtype=np.int64))
        found: list[int] = np.flatnonzero((sizes > 0) & (links >= self.settings.max_lp * sizes)).tolist()
        return found

    def _around_greatest(self, heavy: set[int]) -> set[int]:
        """Find the node with the most unlinked text directly in it, and all nodes around it."""
        document = self.document
        own: dict[int, int] = {}
        for size, links, owner in zip(self.sizes, self.links, document.block_nodes, strict=True):
            if size > links and owner not in heavy:
                holder = self._holder(owner)
                own[holder] = own.get(holder, 0) + size - links
        return set(document.around(max(own, key=lambda holder: (own[holder], -holder)))) if own else set()

    def _units(self, gone: list[int]) -> list[Unit]:
        """Collect the text nodes that are left, in depth-first order."""
        document, limit = self.document, self.settings.max_lp
        units: dict[int, Unit] = {}
        for block, (size, links, owner, kind) in enumerate(
            zip(self.sizes, self.links, document.block_nodes, document.kinds, strict=True)
        ):
            if not size or gone[block] >= 0 or links >= limit * size:
                continue
            if document.is_picture_caption(block):
                continue  # a caption is kept with its picture
            if kind is _TABLE or kind is _CAPTION:
                owner = next(node for node in document.around(owner) if document.tags[node] not in _TABLE_PARTS)
            node = self._holder(owner)
            unit = units.get(node)
            if unit is None:
                unit = units[node] = Unit(node, [], 0)
            unit.blocks.append(block)
            unit.size += size
        return [units[node] for node in sorted(units)]

    def _article(self, units: list[Unit]) -> list[Unit]:
        """Merge neighbors into groups, and return the first group that is long enough."""
        valid = self._valid(units)
        groups = self._groups(valid)
        if not groups:
            return []
        weights = [sum(unit.weight for unit in group) for group in groups]
        acceptable = self.settings.al * max(weights)
        return next(group for group, weight in zip(groups, weights, strict=True) if weight >= acceptable)

    def _valid(self, units: list[Unit]) -> list[Unit]:
        """Select the units with enough text, without advertisements, and compute their weights."""
        smallest = self.settings.min_tp * max((unit.size for unit in units), default=0)
        large = [unit for unit in units if unit.size >= smallest]
        valid = [unit for unit in large if not self._is_named_otherwise(unit.node)] or large
        for unit in valid:
            unit.weight = self._weight(unit)
        return valid

    def _is_named_otherwise(self, node: int) -> bool:
        """Tell whether a class or id names an advertisement, or what the paper's pages lacked: comments, consent."""
        return self.advertising.holds(node) or (self.settings.names and self.others.holds(node))

    def _weight(self, unit: Unit) -> float:
        document, settings = self.document, self.settings
        formatted = sum(
            self.sizes[at]
            if document.tags[document.block_nodes[at]] in FORMATTING
            else min(self.sizes[at], self._formatted_in_line(at))
            for at in unit.blocks
        )
        weight = unit.size * (1 - settings.formatting + settings.formatting * formatted / unit.size)
        return weight * settings.before_title if unit.blocks[-1] < self.title else weight

    def _formatted_in_line(self, block: int) -> int:
        """Count the bytes of a block's text that are in tags such as b and em."""
        owner = self.document.elements[self.document.block_nodes[block]]
        return sum(
            _bytes(" ".join(leaf.data.split()))
            for leaf in self.document.leaves[block]
            if isinstance(leaf, Text) and _is_formatted(leaf, owner)
        )

    def _groups(self, valid: list[Unit]) -> list[list[Unit]]:
        """Group units: start from the heaviest, unite it with its neighbors, and repeat with the rest."""
        rows = self._dated_rows(valid)
        taken = [False] * len(valid)
        groups = []
        for start in sorted(range(len(valid)), key=lambda at: (-valid[at].weight, valid[at].node)):
            if not taken[start]:
                members = self._neighborhood(valid, start, taken, rows)
                groups.append([valid[at] for at in members])
        return sorted(groups, key=lambda group: group[0].node)

    def _neighborhood(self, valid: list[Unit], start: int, taken: list[bool], rows: dict[Signature, bool]) -> list[int]:
        """Look outwards from a unit in order of distance, unite it with units of over a third of its size, and repeat.

        A side ends where the next unit is out of reach, where what did not join outweighs half of the first unit, and
        before a row of dated texts or a heading of comments, unless the first unit is of such a row, as in a thread.
        """
        least, most_passed = self.settings.join * valid[start].size, MAX_BETWEEN * valid[start].size
        members, is_thread = [start], rows[self._signature(valid[start])]
        taken[start] = True
        sides = [_Side(start, start - 1, -1), _Side(start, start + 1, 1)]
        while open_sides := [side for side in sides if self._is_in_reach(valid, side)]:
            side = min(open_sides, key=lambda side: self._distance(valid[side.edge], valid[side.next]))
            unit = valid[side.next]
            joins = unit.size > least
            is_below = joins and side.step > 0 and not is_thread and not taken[side.next]
            is_comment = is_below and (rows[self._signature(unit)] or self._is_headed_comments(valid[side.edge], unit))
            if taken[side.next] or is_comment:
                side.is_open = False
            elif joins:
                members.append(side.next)
                taken[side.next] = True
                side.edge, side.passed = side.next, 0
            else:
                side.passed += unit.size
                side.is_open = side.passed <= most_passed
            side.next += side.step
        return sorted(members)

    def _is_in_reach(self, valid: list[Unit], side: _Side) -> bool:
        if not side.is_open or not 0 <= side.next < len(valid):
            return False
        return self._distance(valid[side.edge], valid[side.next]) <= self.settings.reach

    def _distance(self, one: Unit, other: Unit) -> int:
        """Count the nodes in depth-first order from the text of one unit to the text of the other."""
        before, after = (one, other) if one.node < other.node else (other, one)
        nodes = self.document.block_nodes
        return max(0, nodes[after.blocks[0]] - nodes[before.blocks[-1]])

    def _is_headed_comments(self, above: Unit, below: Unit) -> bool:
        """Tell whether a line between two units says that comments follow."""
        between = range(above.blocks[-1] + 1, below.blocks[0])
        return any(self.visible[block] and line_hint(self.document.texts[block]) & COMMENTS for block in between)

    def _signature(self, unit: Unit) -> Signature:
        """Describe the markup of a unit: tag and class of its element and of the one around it."""
        document = self.document
        nodes = islice(document.around(unit.node), 2)
        return tuple((document.tags[node], document.elements[node].attr("class") or "") for node in nodes)

    def _dated_rows(self, valid: list[Unit]) -> dict[Signature, bool]:
        """Tell for each markup of units whether it makes a row: two or more, each below a line with a date or time."""
        dated: dict[Signature, list[bool]] = {}
        for unit in valid:
            dated.setdefault(self._signature(unit), []).append(self._is_dated(unit))
        return {signature: len(each) >= MIN_ROW and all(each) for signature, each in dated.items()}

    def _is_dated(self, unit: Unit) -> bool:
        """Tell whether one of the few short lines above a unit has a digit, as the date of a comment has."""
        document = self.document
        above = range(unit.blocks[0] - 1, max(-1, unit.blocks[0] - 1 - _MAX_BLOCKS_ABOVE), -1)
        lines = [document.texts[block] for block in above if document.texts[block] and self.visible[block]]
        short = takewhile(lambda line: len(line) <= MAX_DATE_LINE, lines[:_MAX_LINES_ABOVE])
        return any(letter.isdigit() for line in short for letter in line)

    def _strange(self, article: list[Unit]) -> dict[int, float]:
        """Find the article's nodes that differ in meaning from the rest (C10), with their similarity to it."""
        if self.settings.meaning <= 0 or len(article) < 2:
            return {}

        texts = ["\n".join([self.document.texts[block] for block in unit.blocks]) for unit in article]
        greatest = max(range(len(article)), key=lambda at: (article[at].weight, -at))
        found = off_topic_parts(texts, greatest, self.settings.meaning)
        return {article[at].node: likeness for at, likeness in found.items()}

    # Labels on blocks, from the article's nodes.

    def _verdicts(self, article: list[Unit], units: list[Unit], gone: list[int], strange: dict[int, float]) -> Labels:
        document = self.document
        kept = [False] * len(document)
        scores = [0.0] * len(document)
        others = [_IS_NAVIGATION] * len(document)
        reasons = [self._link_reason(block, gone) for block in range(len(document))]
        total = self.size_before[-1]
        chosen = {unit.node for unit in article}
        for unit in units:
            share = unit.size / total
            inside = unit.node in chosen
            if inside:
                reason = f"in the article's text nodes: this one holds {share:.0%} of the page's text"
            elif unit.node in strange:
                reason = f"differs in meaning from the rest of the article: likeness {strange[unit.node]:.2f}"
            else:
                reason = f"not in the article's group: its node holds {share:.1%} of the page's text"
            other = Role.ADVERTISEMENT if self.advertising.holds(unit.node) else _IS_OTHER
            for block in unit.blocks:
                kept[block], scores[block], others[block], reasons[block] = inside, share, other, reason
        self._drop_last_headings(kept, others, reasons)
        in_dropped_nodes = frozenset(
            block for block, kind in enumerate(document.kinds) if kind in PICTURES and gone[block] >= 0
        )
        return labels_from_choice(document, self.visible, kept, scores, reasons, others, settled=in_dropped_nodes)

    def _drop_last_headings(self, kept: list[bool], others: list[Role], reasons: list[str]) -> None:
        """Drop headings at the end of the article: they belong to what was left out."""
        for block in range(len(kept) - 1, -1, -1):
            if kept[block]:
                if self.document.kinds[block] is not _HEADING:
                    return
                kept[block], others[block] = False, Role.HEADING
                reasons[block] = "a heading with nothing of the article after it"

    def _link_reason(self, block: int, gone: list[int]) -> str:
        node = gone[block]
        if node < 0:
            return f"{self.links[block] / max(1, self.sizes[block]):.0%} of its text is links"
        return f"{self.node_links(node) / self.node_size(node):.0%} of the text of its node is links"

    def characterize(self) -> list[Role]:
        document = self.document
        heavy = set(self._heavy())
        heavy -= self._around_greatest(heavy)
        media = [0, *accumulate(kind in PICTURES for kind in document.kinds)]
        advertised = [0, *accumulate(map(self._is_advertising, range(len(document))))]
        captions = [0, *accumulate(kind is _CAPTION for kind in document.kinds)]
        gone: list[bool] = []
        roles = []
        for node, parent in enumerate(document.parents):
            gone.append(node in heavy or (parent >= 0 and gone[parent]))
            first, last = document.block_start[node], document.block_stop[node]
            pictures = media[last] - media[first]
            if self.node_size(node) == 0 and not pictures:
                roles.append(Role.EMPTY)
            elif self.advertising.holds(node):
                roles.append(Role.ADVERTISEMENT)
            elif self.node_size(node) == 0:
                is_banner = advertised[last] - advertised[first] == pictures
                roles.append(Role.ADVERTISEMENT if is_banner else _IS_MULTIMEDIA)
            elif gone[node]:
                roles.append(_IS_NAVIGATION)
            else:
                is_figure = pictures > 0 and pictures + captions[last] - captions[first] == last - first
                roles.append(_IS_MULTIMEDIA if is_figure else _IS_TEXT)
        return roles

    def _is_advertising(self, block: int) -> bool:
        """Tell whether a block is a picture or a player that is an advertisement."""
        if self.document.kinds[block] not in PICTURES:
            return False
        leaf = self.document.leaves[block][0]
        refusal = not_content(leaf) if isinstance(leaf, Element) else None
        return refusal is not None and refusal.is_advertisement

    def characterize_elements(self) -> dict[Element, Role]:
        """Classify every element, inline elements too."""
        root = self.document.tree.root
        if root is None:
            return {}
        nodes = dict(zip(self.document.elements, self.characterize(), strict=True))
        elements = [root, *root.iter_elements()]
        holds_text, holds_media = _holders(elements)
        found: dict[Element, Role] = {}
        for element in elements:
            role = nodes.get(element)
            if role is None:
                around = found.get(element.parent) if isinstance(element.parent, Element) else None
                if element not in holds_text:
                    role = _IS_MULTIMEDIA if element in holds_media else Role.EMPTY
                    role = around if around is Role.ADVERTISEMENT and role is _IS_MULTIMEDIA else role
                elif around is _IS_TEXT and element.tag == "a" and element.attr("href") is not None:
                    role = _IS_NAVIGATION  # all of a link's text is linked: LP = 1
                else:
                    role = around or Role.EMPTY
            found[element] = role
        return found


MAX_SIZE = 0.5
"""Share of the greatest part's length from which a part is not judged, because it is one of several main parts."""


def off_topic_parts(texts: Sequence[str], greatest: int, threshold: float) -> dict[int, float]:
    """Find the small parts of an article whose similarity to the rest is under the threshold, with that similarity."""
    most = MAX_SIZE * len(texts[greatest])
    judged = [part for part in range(len(texts)) if part != greatest and len(texts[part]) < most]
    if threshold <= 0 or not judged:
        return {}
    language = language_of(texts[greatest])
    profiles = [Profile.of(text, language) for text in texts]
    names: Counter[str] = Counter()
    name_words: Counter[str] = Counter()
    stems: Counter[str] = Counter()
    for profile in profiles:
        names.update(profile.names)
        name_words.update(profile.name_words)
        stems.update(profile.stems)
    scores = {part: likeness_to_rest(profiles[part], names, name_words, stems) for part in judged}
    return {part: score for part, score in scores.items() if score < threshold}


def _is_formatted(leaf: Text, owner: Element) -> bool:
    """Tell whether a text is in a formatting tag inside its block."""
    inside = takewhile(lambda element: element is not owner, islice(elements_around(leaf), _MAX_LEVELS))
    return any(element.tag in FORMATTING_IN_LINE for element in inside)


def _holders(elements: Sequence[Element]) -> tuple[set[Element], set[Element]]:
    """Find the elements that hold text, and those that hold multimedia, at any depth."""
    holds_text: set[Element] = set()
    holds_media: set[Element] = set()
    for element in reversed(elements):
        if element.tag in _SILENT:
            continue
        if any(isinstance(child, Text) and not child.data.isspace() and child.data for child in element):
            holds_text.add(element)
        if element.tag in _MEDIA_TAGS:
            holds_media.add(element)
        around = element.parent
        if isinstance(around, Element):
            if element in holds_text:
                holds_text.add(around)
            if element in holds_media:
                holds_media.add(around)
    return holds_text, holds_media
