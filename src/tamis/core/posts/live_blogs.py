"""Entries of live blogs: what a page declares as updates of a `LiveBlogPosting`, and repeated elements with times.

The elements that hold one entry each are known by microdata, by ARIA roles (a feed of articles), or as the group of
siblings with the same tag and class names that holds most text, if nearly all of them have a time. What the page
declares in JSON-LD adds titles, dates, authors and URLs, and the entries that it does not show.

The text of the entries is text of the article, whatever the strategy keeps of it. If the page does not declare a live
blog, they must hold most of what it keeps. The module takes long to load, and few pages need it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import datetime
from html import unescape
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.jsonld import text_of, types_of
from tamis.core.parse.tree import Element, Text
from tamis.core.posts.bodies import Body
from tamis.core.posts.fields import read_fields, short_text
from tamis.core.posts.marks import find_when, plain_names
from tamis.core.posts.units import Unit
from tamis.core.strategies.line_hints import line_hint
from tamis.core.strategies.part_hints import AUTHOR, BITS, DATE
from tamis.model import NOT_TEXT, ROLES_BY_KIND, Kind, Label, Role
from tamis.text.characters import folded, one_line
from tamis.text.dates import read_date
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.jsonld import Entity
    from tamis.core.posts.fields import Fields
    from tamis.model import Day, Labels
    from tamis.text.dates import Order

MIN_ENTRIES = 3
"""Minimum number of entries of a page that does not declare a live blog."""
MIN_FEED = 2
"""Minimum number of entries of a feed that ARIA roles mark."""
MIN_TIMED = 0.8
"""Minimum share of elements with a time in a group of entries."""
MIN_SHARE = 0.5
"""Minimum share of the kept text that is in entries, on a page that does not declare a live blog."""
MIN_TEXT = 30
"""Minimum number of characters of an entry's text, on average."""
MAX_LINE = 60
"""Maximum number of characters of a line beside an entry's text: a time, an author, a button."""
LINKED = 0.8
"""Share of its characters in links from which a short line is a link to something else."""
MAX_PARTS = 40
"""Maximum number of nodes of an element with a time that are read."""
MAX_TIME_IN = 6
"""Number of an entry's first blocks among which its time is."""
_TYPE, _UPDATE = "LiveBlogPosting", "liveBlogUpdate"
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4])[:.h]\s?[0-5]\d(?:[:.][0-5]\d)?(?:\s?(?:[ap]\.?m\.?|uhr|h))?", re.IGNORECASE)
_STAMP = re.compile(r"\d{4}-\d\d-\d\d")
_TAG = re.compile(r"<[^<>]*>")
_NOT_ENTRIES = frozenset(("html", "body", "main", "p", "tr", "td", "table", "h1", "h2", "h3", "h4", "ul", "ol", "nav"))
_BUTTONS = DATE | BITS["share"] | BITS["comments"] | BITS["advertisement"] | BITS["related"] | BITS["prompt"]
_ROLES_OUT = (Role.ADVERTISEMENT, Role.HIDDEN, Role.COMMENT, Role.PROMPT)
_TEXT, _BESIDE = "text of a live blog's entry", "beside the text of a live blog's entry"


class Update(NamedTuple):
    """An entry as the page's data declares it."""

    title: str
    text: str
    date: Day | None
    url: str | None
    author: str | None


class FoundEntry(NamedTuple):
    """An entry of a live blog."""

    blocks: tuple[int, ...] = ()
    """Blocks of its text; none if only the page's data has it."""
    title_block: int = -1
    title: str | None = None
    author: str | None = None
    when: str | None = None
    date: Day | None = None
    url: str | None = None
    text: str = ""
    """Text in the page's data, if there are no blocks."""


class LiveBlog(NamedTuple):
    """The entries of a page, in its order."""

    entries: tuple[FoundEntry, ...]
    covered: frozenset[int]
    """Blocks in entries, with all that stands beside their text; none if only the page's data has them."""


def find_live_blog(document: Document, labels: Labels, order: Order) -> LiveBlog | None:
    """Find the entries of a live blog; None if the page is none."""
    updates, is_declared = _declared(document, order)
    nodes = _entry_nodes(document, updates)
    visible = document.visible()
    if nodes and not _is_text(document, labels, nodes, is_declared=is_declared):
        nodes = []
    if not nodes:
        found = [_of_data(update) for update in updates]
        return LiveBlog(tuple(found), frozenset()) if len(found) >= MIN_FEED else None
    ranges = [range(document.block_start[node], document.block_stop[node]) for node in nodes]
    wanted = [
        tuple(block for block in blocks if visible[block] and _is_said(document, labels, block)) for blocks in ranges
    ]
    units = [Unit(node, tuple(blocks), 0) for node, blocks in zip(nodes, ranges, strict=True)]
    bodies = [Body(unit, texts, unit.node, ()) for unit, texts in zip(units, wanted, strict=True)]
    fields = read_fields(document, bodies, order, document.base_url)
    entries = [_entry(document, body, about) for body, about in zip(bodies, fields, strict=True) if body.blocks]
    covered = frozenset(block for blocks in ranges for block in blocks)
    return LiveBlog(tuple(_joined(document, nodes, entries, updates)), covered)


def live_labels(document: Document, labels: Labels, live: LiveBlog) -> Labels:
    """Keep the text of the entries, and not what stands beside it."""
    texts = {block for entry in live.entries for block in entry.blocks}
    changed: dict[int, Label] = {}
    for block in live.covered:
        kind, kept = document.kinds[block], labels.kept[block]
        if block in texts and not kept and kind not in NOT_TEXT:
            changed[block] = Label(True, ROLES_BY_KIND.get(kind, Role.TEXT), _TEXT)
        elif block not in texts and kept and kind not in NOT_TEXT:
            changed[block] = Label(False, Role.OTHER, _BESIDE)
    return labels.changed(changed)


# What the page declares.


def _declared(document: Document, order: Order) -> tuple[list[Update], bool]:
    """Read the updates of the page's JSON-LD, and tell whether it or microdata declares a live blog."""
    data = document.json_ld.data
    updates: list[Update] = []
    is_declared = False
    for entity in data.candidates:
        if _TYPE in types_of(entity) and _is_own(entity, document):
            is_declared = True
            for value in data.each(entity.get(_UPDATE)):
                if isinstance(value, dict):
                    updates.append(_update(value, order))
    is_declared = is_declared or document.tree.select_one(f"[itemtype$='{_TYPE}']") is not None
    return [update for update in updates if update.title or update.text], is_declared


def _is_own(entity: Entity, document: Document) -> bool:
    """Tell whether a live blog is what the page is about: a page of one of its entries may declare the whole, too."""
    urls = [url for key in ("url", "mainEntityOfPage", "@id") if (url := text_of(entity.get(key)))]
    own = {_path(url) for url in (document.page.url, document.declared.url) if url}
    return not urls or not own or any(_path(url) in own for url in urls)


def _path(url: str) -> str:
    return url.partition("#")[0].partition("?")[0].rstrip("/").rpartition("://")[2].partition("/")[2]


def _update(entity: Entity, order: Order) -> Update:
    date = text_of(entity.get("datePublished")) or text_of(entity.get("dateModified"))
    url = text_of(entity.get("url"))
    return Update(
        _plain(text_of(entity.get("headline"))),
        _plain(text_of(entity.get("articleBody"))),
        read_date(date, order) if date else None,
        url,
        _plain(text_of(entity.get("author"))) or None,
    )


def _plain(text: str | None) -> str:
    """Reduce a text of the page's data, which may be HTML, to its words."""
    return one_line(unescape(_TAG.sub(" ", unescape(text)))) if text else ""


def _of_data(update: Update) -> FoundEntry:
    return FoundEntry(
        title=update.title or None, author=update.author, date=update.date, url=update.url, text=update.text
    )


# Elements that hold one entry each.


def _entry_nodes(document: Document, updates: Sequence[Update]) -> list[int]:
    """Find the elements that hold one entry each, in reading order."""
    node_of = {element: node for node, element in enumerate(document.elements)}
    for selector, least in ((f"[itemprop='{_UPDATE}']", 1), ("[role='feed'] [role='article']", MIN_FEED)):
        nodes = _outermost(document, (_node_around(element, node_of) for element in document.tree.select(selector)))
        if len(nodes) >= least:
            return nodes
    fragments = {update.url.partition("#")[2] for update in updates if update.url and "#" in update.url} - {""}
    named = []
    if fragments:
        named = [node for node, element in enumerate(document.elements) if element.attr("id") in fragments]
    if len(named) >= MIN_ENTRIES and _size(document, named) >= MIN_TEXT * len(named):
        return _outermost(document, named)
    return _best_group(document, node_of)


def _node_around(element: Element, node_of: dict[Element, int]) -> int:
    """Return the node of an element, or of the one around it."""
    current: object = element
    while type(current) is Element:
        if current in node_of:
            return node_of[current]
        current = current.parent
    return -1


def _outermost(document: Document, nodes: Iterable[int]) -> list[int]:
    """Leave out elements inside others, and those without blocks."""
    chosen: list[int] = []
    stop = -1
    for node in sorted({node for node in nodes if node > 0}):
        if document.block_start[node] >= stop and document.block_stop[node] > document.block_start[node]:
            chosen.append(node)
            stop = document.block_stop[node]
    return chosen


def _size(document: Document, nodes: Iterable[int]) -> int:
    return sum(
        max(0, len(document.texts[block]) - document.link_sizes[block])
        for node in nodes
        for block in range(document.block_start[node], document.block_stop[node])
    )


def _best_group(document: Document, node_of: dict[Element, int]) -> list[int]:
    """Find the siblings of one name that hold most text, if nearly all have a time."""
    groups: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    starts, stops = document.block_start, document.block_stop
    for node, tag in enumerate(document.tags):
        if tag not in _NOT_ENTRIES and starts[node] < stops[node]:
            names = plain_names(document.elements[node].attr("class") or "")
            groups[document.parents[node], tag, names].append(node)
    timed = _timed_nodes(document, node_of)
    sizes = [0]
    for text, linked in zip(document.texts, document.link_sizes, strict=True):
        sizes.append(sizes[-1] + max(0, len(text) - linked))
    best: list[int] = []
    best_size = 0
    for nodes in groups.values():
        if len(nodes) < MIN_ENTRIES or sum(node in timed for node in nodes) < MIN_TIMED * len(nodes):
            continue
        size = sum(sizes[stops[node]] - sizes[starts[node]] for node in nodes)
        if size > best_size and size >= MIN_TEXT * len(nodes):
            best, best_size = nodes, size
    return best


def _timed_nodes(document: Document, node_of: dict[Element, int]) -> set[int]:
    """Collect the nodes with a time inside: a `time` element, or a line that is a time of day or says how long ago."""
    timed: set[int] = set()
    lines = (document.block_nodes[block] for block, text in enumerate(document.texts) if _is_time(text))
    for first in (*(_node_around(element, node_of) for element in document.tree.select("time")), *lines):
        node = first
        while node >= 0 and node not in timed:
            timed.add(node)
            node = document.parents[node]
    return timed


def _is_time(text: str) -> bool:
    if not 0 < len(text) <= MAX_LINE or not any(map(str.isdigit, text)):
        return False
    return _CLOCK.fullmatch(text.strip()) is not None or bool(line_hint(text) & DATE)


def _is_text(document: Document, labels: Labels, nodes: Sequence[int], *, is_declared: bool) -> bool:
    """Tell whether the elements hold what the page is about."""
    if is_declared:
        return True
    inside = {block for node in nodes for block in range(document.block_start[node], document.block_stop[node])}
    kept = [(block in inside, len(text)) for block, text in enumerate(document.texts) if labels.kept[block]]
    total = sum(size for _, size in kept)
    return total > 0 and sum(size for is_inside, size in kept if is_inside) >= MIN_SHARE * total


def _is_said(document: Document, labels: Labels, block: int) -> bool:
    """Tell whether a block in an entry is its text: no time, author, button or link to something else."""
    text, kind = document.texts[block], document.kinds[block]
    if kind in NOT_TEXT:
        return labels.kept[block]
    if not text.strip() or labels.roles[block] in _ROLES_OUT:
        return False
    if len(text) > MAX_LINE or labels.kept[block]:
        return not _is_time(text)
    if _is_time(text) or line_hint(text) & (_BUTTONS | AUTHOR):
        return False
    if document.link_sizes[block] > LINKED * len(text):
        return kind is Kind.HEADING
    return kind is not Kind.PARAGRAPH or text.rstrip()[-1] in '.!?…:"”»’)'


# Fields of an entry.


def _entry(document: Document, body: Body, about: Fields) -> FoundEntry:
    date, user = about.date, about.user.name if about.user is not None else ""
    blocks = tuple(block for block in body.blocks if not (user and _is_head(document, block, user)))
    root = document.elements[body.unit.node]
    headline = _property(root, "headline")
    title = next((block for block in blocks[:2] if _is_title(document, block, headline)), -1)
    shown, value = _shown_time(document, body.unit)
    is_in_text = any(folded(user) in folded(document.texts[block]) for block in blocks)
    return FoundEntry(
        blocks,
        title,
        one_line(document.texts[title]) if title >= 0 else headline or None,
        _property(root, "author") or (user if user and not is_in_text else None),
        shown or (date.when if date is not None and not _STAMP.match(date.when) else None),
        _more_exact(value, date.value if date is not None else None),
        resolve(_property(root, "url") or None, document.base_url) or about.url,
    )


def _is_head(document: Document, block: int, user: str) -> bool:
    """Tell whether a line says nothing but who wrote an entry, and when."""
    text = folded(document.texts[block])
    if len(text) > MAX_LINE or folded(user) not in text or document.kinds[block] is Kind.HEADING:
        return False
    beside, times = _CLOCK.subn(" ", text.replace(folded(user), " ", 1))
    return times == 1 and not any(map(str.isalnum, beside))


def _property(root: Element, name: str) -> str:
    """Read a property of an entry's microdata."""
    element = root.select_one(f"[itemprop='{name}'] [itemprop='name'], [itemprop='{name}']")
    if element is None:
        return ""
    inner = element.select_one("[itemprop='name']") if name == "author" else None
    chosen = inner if inner is not None else element
    return one_line(chosen.attr("content") or short_text(chosen))


def _more_exact(first: Day | None, second: Day | None) -> Day | None:
    """Return the first of two dates, unless only the second has a time of the day."""
    has_time = isinstance(second, datetime) and not isinstance(first, datetime)
    return second if first is None or has_time else first


def _is_title(document: Document, block: int, headline: str) -> bool:
    is_headline = bool(headline) and folded(document.texts[block]) == folded(headline)
    return is_headline or document.kinds[block] is Kind.HEADING


def _line(element: Element) -> str:
    """Return the text of a short element, with spaces between its parts."""
    parts = [node.data for node in islice(element.descendants, MAX_PARTS) if isinstance(node, Text)]
    text = one_line(" ".join(parts))
    return text if len(text) <= MAX_LINE else ""


def _shown_time(document: Document, unit: Unit) -> tuple[str | None, Day | None]:
    """Read the first time of an entry: as it is written, and as data."""
    root = document.elements[unit.node]
    for element in root.select("time"):
        text = _line(element)
        stamp = element.attr("datetime")
        value = read_date(stamp) if stamp else None
        if text or value:
            return text if text and not _STAMP.match(text) else None, value or (read_date(text) if text else None)
    for block in unit.blocks[:MAX_TIME_IN]:
        text = document.texts[block]
        if _is_time(text):
            when = find_when(text)
            return one_line(text), when.value if when is not None else None
    return None, None


def _joined(
    document: Document, nodes: Sequence[int], entries: Sequence[FoundEntry], updates: Sequence[Update]
) -> Iterator[FoundEntry]:
    """Give the entries what the page's data says about them, and put those that only the data has between them."""
    known = _Known(updates)
    matched: dict[int, int] = {}
    ids = {document.block_start[node]: document.elements[node].attr("id") for node in nodes}
    by_start = sorted(ids)
    for number, entry in enumerate(entries):
        start = max((first for first in by_start if first <= entry.blocks[0]), default=-1)
        index = known.find(ids.get(start), entry, document)
        if index is not None:
            matched[index] = number
    update_of = {number: updates[index] for index, number in matched.items()}
    extra = _unshown(updates, matched)
    yield from extra.get(-1, ())
    for number, entry in enumerate(entries):
        update = update_of.get(number)
        yield _with(entry, update) if update is not None else entry
        yield from extra.get(number, ())


def _unshown(updates: Sequence[Update], matched: dict[int, int]) -> dict[int, list[FoundEntry]]:
    """Collect the entries that only the data has, by the number of the entry that they follow."""
    extra: dict[int, list[FoundEntry]] = defaultdict(list)
    after = -1
    for index, update in enumerate(updates):
        if index in matched:
            after = matched[index]
        else:
            extra[after].append(_of_data(update))
    return extra


def _with(entry: FoundEntry, update: Update) -> FoundEntry:
    return entry._replace(
        title=entry.title or update.title or None,
        author=update.author or entry.author,
        date=update.date or entry.date,
        url=update.url or entry.url,
    )


class _Known:
    """The declared updates, by what identifies them. Each is found once."""

    def __init__(self, updates: Sequence[Update]) -> None:
        self._keys: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._taken: set[int] = set()
        for index, update in enumerate(updates):
            for key in (
                ("id", (update.url or "").partition("#")[2]),
                ("title", folded(update.title)),
                ("text", _start(update.text)),
            ):
                if key[1]:
                    self._keys[key].append(index)

    def find(self, name: str | None, entry: FoundEntry, document: Document) -> int | None:
        """Find the update of an entry by the id of its element, its title, or how its text begins."""
        text = next((document.texts[block] for block in entry.blocks if block != entry.title_block), "")
        for key in (("id", name or ""), ("title", folded(entry.title or "")), ("text", _start(text))):
            for index in self._keys.get(key, ()) if key[1] else ():
                if index not in self._taken:
                    self._taken.add(index)
                    return index
        return None


def _start(text: str) -> str:
    """Return the first words of a text, for comparison."""
    words = re.findall(r"\w+", text.casefold())[:6]
    return " ".join(words) if len(words) >= 4 else ""
