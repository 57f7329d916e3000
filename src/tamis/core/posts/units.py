"""Repeated parts of a page that each hold one post: the same tag and name, a user or a date, and text of their own.

Elements are grouped by tag and class name, by tag and id without its digits, by microdata type, and, if they have no
name, by tag and the name of the element around them. The group whose members hold most text beside a date and a user
wins; of groups that hold the same, the outermost. Elements inside others of their group are replies: each block
belongs to the innermost. What the first group leaves is searched again, because questions and answers, or a thread's
first post and the others, may have different names.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.posts.marks import name_words, plain_names
from tamis.text.markup_names import POST_TYPES, POST_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.core.posts.marks import Marks

    Key = tuple[str, ...]

MAX_COUNTED = 300
"""Maximum number of characters of one post that count, so that many short posts outweigh a few long parts."""
MIN_COUNTED = 5
"""Number of characters from which a part has text."""
MANY_DATES = 2
"""Number of lines with a date above which an element probably holds several posts."""
MANY_USERS = 4
"""Number of lines with a user above which an element probably holds several posts."""
MIN_GOOD = 0.5
"""Minimum share of a group's members that have text and a date or a user."""
NAMED = 2.0
"""Factor for groups that are named for posts."""
SPLIT = 0.5
"""Factor for groups whose members are parts of posts."""
MIN_PARTS = 1.5
"""Mean number of members in one element from which they are parts of posts."""
MAX_PARTS = 3
"""Maximum number of members in one element, if they are parts of posts; lists have more."""
TYPED = 3.0
"""Factor for groups of which microdata says that they are posts."""
MIN_SHARE = 0.1
"""Score that a further group has at least, as a share of the first's."""
ROUNDS = 3
"""Number of times that a page is searched for groups."""
MIN_SIGNED = 0.175
"""Mean of the shares of posts with a date and with a user, from which a group is one of posts."""
MIN_WHOLE = 2
"""Number of members with text, date and user from which a group without a name for posts is one."""
MIN_DATED = 3
"""Number of members with a date from which a group without users is one of posts, if it holds most of the text."""
MOST_TEXT = 0.6
"""Share of the page's text that such a group holds."""
_DIGITS = re.compile(r"\d+")
_MANY_TOKENS = 12  # names of one element that are read


class Unit(NamedTuple):
    """A part of a page that holds one post."""

    node: int
    """Element that holds it; -1 if none does."""
    blocks: tuple[int, ...]
    """Blocks that belong to it and not to a reply inside it."""
    group: int
    """Number of its group; members of one group have the same structure."""
    outer: int = -1
    """Node of the unit that it is inside of; -1 if there is none."""
    nodes: tuple[int, ...] = ()
    """Nodes with blocks inside its own that are not in a reply."""


class Units(NamedTuple):
    """The parts of a page that each hold one post, in reading order, and the score of the best group."""

    units: list[Unit]
    score: float


def find_units(document: Document, marks: Marks) -> Units:
    """Find the parts of a page that each hold one post; none if it has none."""
    groups = _groups(document, marks)
    taken = np.zeros(len(document), dtype=np.bool_)
    chosen: list[tuple[int, int]] = []  # node, group
    first = 0.0
    for number in range(ROUNDS):
        best = _best(document, groups, marks, taken, has_group=number > 0)
        if best is None or (best.score < MIN_SHARE * first and not best.is_typed):
            break
        first = first or best.score
        for node in best.nodes:
            chosen.append((node, number))
            taken[document.block_start[node] : document.block_stop[node]] = True
    return Units(_units(document, sorted(chosen)), first)


class _Candidates(NamedTuple):
    """Nodes of one key, in order."""

    key: Key
    nodes: list[int]
    is_named: bool
    """True if the key is a name for posts."""


def _groups(document: Document, marks: Marks) -> list[_Candidates]:
    """Group the nodes that hold marks. Groups without dates and users are none of posts, nor are single parts."""
    groups: dict[Key, list[int]] = {}
    by_names: dict[tuple[str, str], list[int]] = {}
    begins, ends = np.asarray(document.block_start), np.asarray(document.block_stop)
    said, signs = (np.concatenate(([0], np.cumsum(column))) for column in (marks.sizes, marks.dated + marks.signed))
    is_marked = signs[begins] < signs[ends]
    elements, tags = document.elements, document.tags
    types = {element: element.attr("itemtype") for element in document.tree.select("[itemtype]")}
    for node in (is_marked | (said[begins] < said[ends])).nonzero()[0].tolist():
        tag = tags[node]
        if tag in _NEVER:
            continue
        element = elements[node]
        classes, name = element.attr("class"), element.attr("id")
        if classes:
            by_names.setdefault((tag, classes), []).append(node)
        if name or not classes or element in types:
            for key in _other_keys(document, node, name or "", types.get(element), has_class=bool(classes)):
                groups.setdefault(key, []).append(node)
    for (tag, classes), nodes in by_names.items():
        for token in dict.fromkeys(_DIGITS.sub("#", classes.lower()).split()[:_MANY_TOKENS]):
            groups.setdefault((tag, "class", token), []).extend(nodes)
    candidates = (_Candidates(key, sorted(nodes), _is_named(key)) for key, nodes in groups.items())
    return [group for group in candidates if (group.is_named or len(group.nodes) > 1) and is_marked[group.nodes].any()]


_NEVER = frozenset(
    {"html", "body", "main", "nav", "p", "blockquote", "h1", "h2", "h3", "h4", "pre", "dt", "dd", "button"}
)


def _other_keys(document: Document, node: int, name: str, kind: str | None, *, has_class: bool) -> Iterator[Key]:
    """Yield the keys of a node beside its class names: by its id, its microdata type, and the element around it."""
    tag = document.tags[node]
    is_numbered = bool(name) and any(map(str.isdigit, name))
    if is_numbered:
        yield tag, "id", _DIGITS.sub("#", name)
    if kind:
        yield tag, "type", kind.rstrip("/").rsplit("/", 1)[-1].lower()
    parent = document.parents[node]
    if not has_class and not is_numbered and parent >= 0:
        around = document.elements[parent]
        yield tag, "in", document.tags[parent], plain_names(around.attr("class") or ""), around.attr("id") or ""


class _Group(NamedTuple):
    score: float
    nodes: list[int]
    is_typed: bool
    """True if microdata says that its members are posts."""


def _best(
    document: Document, groups: Sequence[_Candidates], marks: Marks, taken: np.ndarray, *, has_group: bool
) -> _Group | None:
    sums = [_upto(np.where(taken, 0, column)) for column in marks]
    best: tuple[float, int, int, _Candidates] | None = None
    for group in groups:
        key, nodes, named = group
        if not named and has_group:
            continue
        score = _score(document, nodes, sums, named=named) * _factor(key, named=named)
        if score > 0.0 and _is_split(document, nodes):
            score *= SPLIT
        if score <= 0.0:
            continue
        covered = sum(document.block_stop[node] - document.block_start[node] for node in nodes)
        rank = (round(score, 3), covered, -nodes[0])
        if best is None or rank > best[:3]:
            best = (*rank, group)
    if best is None:
        return None
    score, (key, members, _) = best[0], best[3]
    nodes = [node for node in members if not taken[document.block_start[node]] or not has_group]
    return _Group(score, nodes, key[1] == "type")


def _upto(column: Ints) -> list[int]:
    return [0, *column.cumsum().tolist()]


def _is_named(key: Key) -> bool:
    if key[1] == "type":
        return key[2] in POST_TYPES
    return key[1] != "in" and not POST_WORDS["post"].isdisjoint(name_words(key[2]))


def _is_split(document: Document, nodes: Sequence[int]) -> bool:
    """Tell whether members are parts of posts: two or three in each of several elements, and not in each other."""
    counts: Counter[int] = Counter()
    end = -1
    for node in nodes:
        if document.block_start[node] >= end:
            end = document.block_stop[node]
            counts[document.parents[node]] += 1
    return len(counts) > 1 and counts.total() >= MIN_PARTS * len(counts) and max(counts.values()) <= MAX_PARTS


def _factor(key: Key, *, named: bool) -> float:
    if not named:
        return 1.0
    return TYPED if key[1] == "type" else NAMED


def _score(document: Document, nodes: Sequence[int], sums: Sequence[Sequence[int]], *, named: bool) -> float:
    """Score a group: the text of its members that have a date or a user; 0 if it is none of posts."""
    total = with_text = dated_count = signed_count = whole = 0
    score, said = 0.0, 0
    for size, dated, signed in _own(document, nodes, sums):
        total += size > 0 or dated > 0 or signed > 0
        if size < MIN_COUNTED:
            continue
        with_text += 1
        said += size if dated > 0 else 0
        dated_count += dated > 0
        signed_count += signed > 0
        whole += dated > 0 and signed > 0
        is_one = min(1.0, MANY_DATES / max(dated, 1), MANY_USERS / max(signed, 1))
        score += min(size, MAX_COUNTED) * ((dated > 0) + (signed > 0)) / 2 * is_one
    if with_text < MIN_GOOD * total or (with_text < 2 and not (named and (dated_count or signed_count))):
        return 0.0
    is_whole = whole >= MIN_WHOLE and whole >= MIN_GOOD * with_text
    if not (named or is_whole or (dated_count >= MIN_DATED and said >= MOST_TEXT * sums[0][-1])):
        return 0.0
    if dated_count + signed_count < 2 * MIN_SIGNED * with_text:
        return 0.0
    return score * with_text / total


def _own(document: Document, nodes: Sequence[int], sums: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the sums of each member without those of the members inside it."""
    inner: list[tuple[int, list[int]]] = []  # the end of each open member, and its sums
    for node in nodes:
        start, stop = document.block_start[node], document.block_stop[node]
        while inner and inner[-1][0] <= start:
            yield tuple(inner.pop()[1])  # type: ignore[misc]
        own = [column[stop] - column[start] for column in sums]
        if inner:
            for kind, value in enumerate(own):
                inner[-1][1][kind] -= value
        inner.append((stop, own))
    while inner:
        yield tuple(inner.pop()[1])  # type: ignore[misc]


def _units(document: Document, chosen: Sequence[tuple[int, int]]) -> list[Unit]:
    """Give each block to the innermost of the chosen nodes around it."""
    groups = dict(chosen)
    blocks: dict[int, list[int]] = {node: [] for node in groups}
    outer: dict[int, int] = {}
    opened: list[int] = []
    position = 0

    def give(upto: int) -> int:
        if opened:
            blocks[opened[-1]].extend(range(position, upto))
        return upto

    for node in groups:
        start = document.block_start[node]
        while opened and document.block_stop[opened[-1]] <= start:
            position = give(document.block_stop[opened[-1]])
            opened.pop()
        position = give(start)
        outer[node] = opened[-1] if opened else -1
        opened.append(node)
    while opened:
        position = give(document.block_stop[opened[-1]])
        opened.pop()
    own = _own_nodes(document, groups)
    return [
        Unit(node, tuple(blocks[node]), group, outer[node], tuple(own[node]))
        for node, group in groups.items()
        if blocks[node]
    ]


def _own_nodes(document: Document, units: Iterable[int]) -> dict[int, list[int]]:
    """Give each node to the innermost of the units around it. Nodes are in document order, so parents come first."""
    own: dict[int, list[int]] = {node: [] for node in units}
    unit_of = [-1] * len(document.parents)
    for node, parent in enumerate(document.parents):
        around = unit_of[parent] if parent >= 0 else -1
        unit_of[node] = node if node in own else around
        if around >= 0 and node not in own and document.block_start[node] < document.block_stop[node]:
            own[around].append(node)
    return own
