"""The text of a post within its part of the page: the place that holds most text over all posts.

Places are compared by tag and by the class names that most posts share. From the outermost element inward, the search
follows the child that holds most of the text, or a good part of it if it is named for text, as long as most posts have
it. What the names of an element say is a signature, a note on the user or a row of buttons is left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.posts.marks import name_words
from tamis.text.markup_names import POST_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element
    from tamis.core.posts.marks import Marks
    from tamis.core.posts.units import Unit

MOST_TEXT = 0.75
"""Share of the text that a child must hold to be followed."""
NAMED_TEXT = 0.4
"""Share of the text from which a child that is named for text is followed."""
MOST_POSTS = 0.5
"""Minimum share of the posts that have a place."""
PROPERTY = "itemprop="
_DECLARED = frozenset({f"{PROPERTY}text", f"{PROPERTY}articlebody", f"{PROPERTY}commenttext", f"{PROPERTY}reviewbody"})
_DIGITS = re.compile(r"\d+")
_CONTENT = frozenset({"p", "ul", "ol", "li", "pre", "h2", "h3", "h4", "h5", "h6", "dl", "figure", "code", "blockquote"})


class Body(NamedTuple):
    """The text of one post."""

    unit: Unit
    blocks: tuple[int, ...]
    """Blocks of its text, in order."""
    node: int
    """Element that holds the text; that of the unit if no place was found, -1 if the unit has none."""
    signature: tuple[int, ...]
    """Blocks of the user's signature."""


def find_bodies(document: Document, marks: Marks, units: Sequence[Unit]) -> list[Body]:
    """Find the text of each post, in the order of the units."""
    by_group: dict[int, list[Unit]] = defaultdict(list)
    for unit in units:
        by_group[unit.group].append(unit)
    body_of: dict[tuple[int, ...], Body] = {}
    for group in by_group.values():
        places = _Places(document, marks, group) if group[0].node >= 0 else None
        bodies = places.bodies() if places is not None else [_loose(marks, unit) for unit in group]
        body_of |= {body.unit.blocks: body for body in bodies}
    return [body_of[unit.blocks] for unit in units]


def _loose(marks: Marks, unit: Unit) -> Body:
    """Return the text of a post that no element holds together: all that is not a label, a date or a user."""
    return Body(unit, tuple(block for block in unit.blocks if marks.sizes[block]), -1, ())


class _Places:
    """The places of the elements in posts of one structure."""

    def __init__(self, document: Document, marks: Marks, units: Sequence[Unit]) -> None:
        self.document = document
        self.marks = marks
        self.units = units
        self.upto = [0, *marks.sizes.cumsum().tolist()]
        """Text before each block."""
        self.names_of = {node: _names_of(document, node) for unit in units for node in unit.nodes}
        """Names of each node, as `_names_of` gives them."""
        self.shared = self._shared_names()
        self.known: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
        """The shared ones of each tag's names."""
        self.place_of: dict[int, int] = {}
        """Number of each node's place."""
        self.outside: set[int] = set()
        """Nodes in signatures, notes on the user and the like."""
        self.signatures: set[int] = set()
        self.names: list[tuple[str, frozenset[str]]] = [("", frozenset())]
        self.children: dict[int, list[int]] = defaultdict(list)
        self.parents = [-1]
        numbers: dict[tuple[int, str, frozenset[str]], int] = {}
        for unit in units:
            self._place(unit, numbers)
        self.texts = [0] * len(self.names)
        self.posts = [0] * len(self.names)
        self._count()

    def _place(self, unit: Unit, numbers: dict[tuple[int, str, frozenset[str]], int]) -> None:
        document = self.document
        self.place_of[unit.node] = 0
        for node in unit.nodes:
            parent = document.parents[node]
            outer = self.place_of[parent]
            tag = document.tags[node]
            names = self._names(node)
            key = (outer, tag, names)
            place = numbers.get(key)
            if place is None:
                place = numbers[key] = len(self.names)
                self.names.append((tag, names))
                self.parents.append(outer)
                self.children[outer].append(place)
            self.place_of[node] = place
            words = _words(document.elements[node])
            if parent in self.signatures or not words.isdisjoint(POST_WORDS["signature"]):
                self.signatures.add(node)
            elif parent in self.outside or (_is_beside(words) and self._is_small(node, unit)):
                self.outside.add(node)

    def _shared_names(self) -> Mapping[tuple[str, str], int]:
        """Find the names, by tag, that at least half as many elements as there are posts have."""
        counts: Counter[tuple[str, str]] = Counter()
        tags = self.document.tags
        for unit in self.units:
            counts.update({(tags[node], name) for node in unit.nodes for name in self.names_of[node]})
        return {name: count for name, count in counts.items() if count >= MOST_POSTS * len(self.units)}

    def _names(self, node: int) -> frozenset[str]:
        tag, names = key = self.document.tags[node], self.names_of[node]
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = frozenset(name for name in names if (tag, name) in self.shared)
        return known

    def _is_small(self, node: int, unit: Unit) -> bool:
        """Tell whether a part that is named for what stands beside a text holds less than most of the text."""
        upto, start, stop = self.upto, self.document.block_start[node], self.document.block_stop[node]
        whole = upto[unit.blocks[-1] + 1] - upto[unit.blocks[0]]
        return upto[stop] - upto[start] <= MOST_TEXT * whole or stop - start < len(unit.blocks)

    def _count(self) -> None:
        """Add up the text at each place, and the posts that have it."""
        owners = self.document.block_nodes
        for unit in self.units:
            seen: set[int] = set()
            for block in unit.blocks:
                owner = owners[block]
                place = self.place_of.get(owner, 0)
                if owner not in self.outside and owner not in self.signatures:
                    self.texts[place] += int(self.marks.sizes[block])
                    seen.add(place)
            closed: set[int] = set()
            for place in seen:
                while place >= 0 and place not in closed:
                    closed.add(place)
                    place = self.parents[place]
            for place in closed:
                self.posts[place] += 1
        for place in range(len(self.texts) - 1, 0, -1):
            self.texts[self.parents[place]] += self.texts[place]

    def bodies(self) -> Iterable[Body]:
        """Yield the text of each post."""
        best = self._follow()
        for unit in self.units:
            yield self._body(unit, best)

    def _follow(self) -> int:
        declared = [
            place
            for place, (_, names) in enumerate(self.names)
            if not names.isdisjoint(_DECLARED) and self.posts[place] >= MOST_POSTS * self.posts[0]
        ]
        if declared:
            return max(declared, key=self.texts.__getitem__)
        place = 0
        while True:
            inner = max(self.children[place], key=self.texts.__getitem__, default=None)
            if inner is None or self.posts[inner] < MOST_POSTS * self.posts[0]:
                return place
            tag = self.names[inner][0]
            is_named = self._is_for_text(inner)
            share = self.texts[inner] / self.texts[place] if self.texts[place] else 0.0
            if share < (NAMED_TEXT if is_named else MOST_TEXT) or (tag in _CONTENT and not is_named):
                return place
            place = inner

    def _body(self, unit: Unit, best: int) -> Body:
        document = self.document
        nodes = (unit.node, *unit.nodes)
        place = self._nearest(nodes, best)
        inside: dict[int, bool] = {}
        holder = -1
        for node in nodes:
            is_place = self.place_of[node] == place
            inside[node] = is_place or inside.get(document.parents[node], False)
            if is_place and holder < 0:
                holder = node
        owners = {block: document.block_nodes[block] for block in unit.blocks}
        own = [block for block, owner in owners.items() if owner not in self.outside and owner not in self.signatures]
        if place:
            blocks = [block for block in own if inside.get(owners[block], False)]
            if not self._is_for_text(place):
                blocks = self._trimmed(blocks)
        else:
            blocks = [block for block in own if self.marks.sizes[block]]
        signature = tuple(block for block, owner in owners.items() if owner in self.signatures)
        return Body(unit, tuple(blocks), holder, signature)

    def _is_for_text(self, place: int) -> bool:
        """Tell whether a place is named for text, or declared as text."""
        names = self.names[place][1]
        return not names.isdisjoint(_DECLARED) or any(
            not POST_WORDS["body"].isdisjoint(name_words(name)) for name in names
        )

    def _trimmed(self, blocks: list[int]) -> list[int]:
        """Leave out labels, dates and users at both ends of a text; all of it if there is nothing else."""
        sizes = self.marks.sizes
        said = [index for index, block in enumerate(blocks) if sizes[block] > 0 and not self._is_number(block)]
        return blocks[said[0] : said[-1] + 1] if said else []

    def _is_number(self, block: int) -> bool:
        return not any(map(str.isalpha, self.document.texts[block]))

    def _nearest(self, nodes: Sequence[int], best: int) -> int:
        """Return the best place, or the nearest around it that a post has; 0 if it has none of them."""
        places = {self.place_of[node] for node in nodes}
        while best > 0 and best not in places:
            best = self.parents[best]
        return max(best, 0)


def _names_of(document: Document, node: int) -> tuple[str, ...]:
    """List the class names of an element, and its microdata property as a name that no class has."""
    element = document.elements[node]
    classes, kind = element.attr("class"), element.attr("itemprop")
    names = tuple(classes.lower().split()) if classes else ()
    return (*names, f"{PROPERTY}{kind.lower()}") if kind else names


def _words(element: Element) -> frozenset[str]:
    """Return the words of an element's class and id."""
    classes, name = element.attr("class") or "", element.attr("id") or ""
    return name_words(f"{classes} {_DIGITS.sub(' ', name)}" if name else classes)  # ids differ only by their numbers


def _is_beside(words: frozenset[str]) -> bool:
    if not words.isdisjoint(POST_WORDS["body"]):
        return False
    return not words.isdisjoint(POST_WORDS["about user"]) or not words.isdisjoint(POST_WORDS["beside"])
