"""User, date and link of each post: what stands at the same place in most posts.

Candidates are read from the elements of a post outside of its text: names of users by microdata, by class names and by
links to profiles; dates by time elements and in short lines. Candidates of the same form in different posts belong
together, and the form that most posts have wins. Dates that follow each other from post to post are preferred: the
days on which users joined do not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.tree import Element, Text
from tamis.core.posts.marks import (
    MAX_LINE,
    MAX_USER,
    NOT_OF_POST,
    elements_inside,
    find_when,
    is_user_link,
    user_name,
    words_of,
)
from tamis.text.dates import read_date
from tamis.text.markup_names import POST_WORDS
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from tamis.core.parse import Document
    from tamis.core.posts.bodies import Body
    from tamis.text.dates import Order

_DATE_PROPERTIES = frozenset({"datePublished", "dateCreated", "commentTime", "dateModified"})
_LABEL = re.compile(
    r"\d|[:@?!]$|^(?:reply|quote|report|like|share|edit|link|permalink|top|more|parent)$", re.IGNORECASE
)
_NUMBER = re.compile(r"#?\s?\d{1,6}\.?")
_ID = re.compile(r"\d{2,}")
_TELLING = POST_WORDS["user"] | POST_WORDS["date"]
"""Words that tell what an element is; others, such as the color of a user's rank, differ from post to post."""
_NAME_TAGS = frozenset({"dt", "strong", "b", "cite", "h3", "h4", "h5"})
_MAX_INSIDE = 60  # nodes inside one element that are read for a name or a date
_MAX_RAW = 1000  # characters of a line before white space is folded
_MAX_ELEMENTS = 400  # elements of one post that are read


class User(NamedTuple):
    """A user as a post names it."""

    name: str
    url: str | None = None


class When(NamedTuple):
    """The date of a post: as written, and as parsed if it can be."""

    when: str
    value: date | None


class Fields(NamedTuple):
    """User, date and links of a post."""

    user: User | None = None
    date: When | None = None
    url: str | None = None
    ids: frozenset[str] = frozenset()
    """Numbers by which the page's markup knows the post."""


class _Candidate(NamedTuple):
    form: tuple[str, ...]
    prior: float
    user: User | None = None
    date: When | None = None


def read_fields(document: Document, bodies: Sequence[Body], order: Order, base: str | None) -> list[Fields]:
    """Read user, date and link of each post."""
    by_group: dict[int, list[int]] = defaultdict(list)
    for number, body in enumerate(bodies):
        by_group[body.unit.group].append(number)
    fields_of: dict[int, Fields] = {}
    nodes = {document.elements[body.unit.node] for body in bodies if body.unit.node >= 0}
    for numbers in by_group.values():
        group = [bodies[number] for number in numbers]
        read = [_Reading(document, body, nodes, order, base) for body in group]
        users = _users([reading.users for reading in read])
        dates = _dates([reading.dates for reading in read])
        for number, reading, user, when in zip(numbers, read, users, dates, strict=True):
            fields_of[number] = Fields(user, when, reading.link(), reading.ids)
    return [fields_of[number] for number in range(len(bodies))]


class _Reading:
    """The candidates of one post."""

    def __init__(self, document: Document, body: Body, units: set[Element], order: Order, base: str | None) -> None:
        self.document, self.body, self.order, self.base = document, body, order, base
        self.users: list[_Candidate] = []
        self.dates: list[_Candidate] = []
        self.links: list[tuple[str, str, bool]] = []  # href, text, beside a date
        self.ids: frozenset[str] = frozenset()
        self.name: str | None = None
        author = None
        if body.unit.node >= 0:
            root = document.elements[body.unit.node]
            self.ids, self.name = frozenset(_ids_of(root)), root.attr("id")
            author = root.attr("data-author")
            if author:
                self.users.append(_Candidate(("data-author",), 3.0, User(author)))
        for element in self._elements(units):
            self._read(element)
        self._read_lines()
        if author and len(self.users) > 1:
            self._join_author(author)

    def _elements(self, units: set[Element]) -> Iterator[Element]:
        """Yield the elements of the post outside of its text."""
        document, (unit, texts, node, _) = self.document, self.body
        if unit.node >= 0:
            inner = document.elements[node] if node != unit.node else None
            yield from _elements(document.elements[unit.node], units, inner)
            return
        own = set(texts)
        for block in unit.blocks:
            if block not in own:
                yield from dict.fromkeys(elements_inside(document, block))

    def _join_author(self, author: str) -> None:
        """Give the user that the post's element names the profile that a link with this text leads to."""
        url = next((it.user.url for it in self.users if it.user and it.user.url and it.user.name == author), None)
        self.users[0] = self.users[0]._replace(user=User(author, url))

    def _read(self, element: Element) -> None:
        self._read_user(element)
        self._read_date(element)
        if element.tag == "a" and (href := element.attr("href")):
            is_dated = any(inner.tag == "time" for inner in _inside(element))
            self.links.append((href, short_text(element), is_dated))

    def _read_user(self, element: Element) -> None:
        words = words_of(element)
        is_link = is_user_link(element)
        is_named = not words.isdisjoint(POST_WORDS["user"])
        kind = element.attr("itemprop")
        is_declared = kind in ("author", "creator") or (kind == "name" and _is_of_author(element))
        if not (is_link or is_named or is_declared or element.tag in _NAME_TAGS):
            return
        if _user_inside(element) is not None:
            return  # the innermost names it best
        text = user_name(short_text(element))
        if not 0 < len(text) <= MAX_USER or find_when(text, self.order):
            return
        link = element if element.tag == "a" else _link_of(element)
        prior = 0.4 if not (is_link or is_named or is_declared) else 1.0 + is_link + is_named + 2.0 * is_declared
        if _LABEL.search(text):
            prior *= 0.5 if is_named or is_declared else 0.2
        url = resolve(link.attr("href"), self.base) if link is not None else None
        self.users.append(_Candidate(_form(element, "user"), prior, User(text, url)))

    def _read_date(self, element: Element) -> None:
        kind = element.attr("itemprop")
        stamp = _stamp(element)
        is_declared = kind in _DATE_PROPERTIES
        if element.tag != "time" and not is_declared and stamp is None:
            return
        text = short_text(element)
        value = read_date(stamp, self.order) if stamp else None
        shown = find_when(text, self.order) if text else None
        if value is None and shown is None:
            return
        prior = 2.0 - (kind == "dateModified") - (NOT_OF_POST.search(_line_before(element, text)) is not None)
        self.dates.append(
            _Candidate(_form(element, "date"), prior, date=_when(text, shown.value if shown else None, value))
        )

    def _read_lines(self) -> None:
        """Read dates, and the names before them, in short lines beside the text."""
        document = self.document
        has_place = self.body.node != self.body.unit.node or self.body.node < 0
        text_blocks = set(self.body.blocks) if has_place else set()
        label = ""
        for block in self.body.unit.blocks:
            text = document.texts[block]
            if block in text_blocks or len(text) > MAX_LINE:
                label = ""
                continue
            when = find_when(text, self.order)
            if when is not None:
                element = document.elements[document.block_nodes[block]]
                prior = 1.0 if not POST_WORDS["date"].isdisjoint(words_of(element)) else 0.8
                if NOT_OF_POST.search(f"{label} {text[: when.start]}") is not None:
                    prior = 0.1
                if when.value is None:
                    prior *= 0.7
                self.dates.append(_Candidate(_form(element, "line"), prior, date=When(when.when, when.value)))
                name = user_name(text[: when.start])
                if 0 < len(name) <= MAX_USER and NOT_OF_POST.search(name) is None:
                    self.users.append(_Candidate(_form(element, "before date"), 0.6, User(name)))
                label = ""
            else:
                label = text if len(text) <= MAX_USER else ""

    def link(self) -> str | None:
        """Return the URL of the post itself: a link with its number, or with a place on this page."""
        best, best_rank = None, 0
        for href, text, is_dated in self.links:
            rank = self._rank(href, text, is_dated)
            if rank > best_rank:
                best, best_rank = href, rank
        if best is not None:
            return resolve(best, self.base)
        name = self.name
        return resolve(f"#{name}", self.document.page.url) if name and any(map(str.isdigit, name)) else None

    def _rank(self, href: str, text: str, is_dated: bool) -> int:
        lowered = href.lower()
        if lowered.startswith("javascript") or lowered.endswith("#") or _NO_LINK.search(lowered):
            return 0
        _, mark, fragment = href.partition("#")
        numbers = set(_ID.findall(fragment if mark else href))
        has_id = bool(numbers & self.ids)
        is_numbered = bool(_NUMBER.fullmatch(text))
        if not (has_id or (mark and numbers) or is_numbered or is_dated):
            return 0
        is_whole = not href.startswith("#")
        return 1 + 8 * has_id + 4 * bool(mark and numbers) + 4 * is_numbered + 6 * is_dated + is_whole


_NO_LINK = re.compile(
    r"quote|reply|replyto|report|login|register|posting\.php|newreply|edit|delete|like|vote|share|print|member|user|profile|react"
)


def _ids_of(root: Element) -> Iterator[str]:
    """Yield the numbers in an element's id and the like, or in those of the first elements inside it."""
    seen = False
    for element in (root, *_inside(root)):
        for name in ("id", "data-post-id", "data-id", "data-comment-id", "data-content"):
            for number in _ID.findall(element.attr(name) or ""):
                seen = True
                yield number
        if seen:
            return


def _elements(root: Element, units: set[Element], body: Element | None) -> Iterator[Element]:
    """Yield the elements of a post in document order, without its text and the posts inside it."""
    waiting = [root]
    count = 0
    while waiting and count < _MAX_ELEMENTS:
        element = waiting.pop()
        count += 1
        yield element
        inner = [child for child in element if type(child) is Element and child is not body and child not in units]
        waiting.extend(reversed(inner))


def _inside(element: Element) -> Iterator[Element]:
    """Yield the first elements inside an element."""
    first = islice(element.descendants, _MAX_INSIDE)
    return (node for node in first if type(node) is Element)


def short_text(element: Element) -> str:
    """Return the text of an element on one line; empty if it is longer than a line."""
    parts: list[str] = []
    size = 0
    for node in islice(element.descendants, _MAX_INSIDE):
        if isinstance(node, Text):
            parts.append(node.data)
            size += len(node.data)
            if size > _MAX_RAW:
                return ""
    text = " ".join("".join(parts).split())
    return text if len(text) <= MAX_LINE else ""


def _form(element: Element, kind: str) -> tuple[str, ...]:
    parent = element.parent
    around = parent.tag if type(parent) is Element else ""
    words = words_of(element)
    return (kind, element.tag, *sorted(words & _TELLING or words), around)


def _is_of_author(element: Element) -> bool:
    node = element.parent
    for _ in range(3):
        if type(node) is not Element:
            return False
        if node.attr("itemprop") in ("author", "creator"):
            return True
        node = node.parent
    return False


def _user_inside(element: Element) -> Element | None:
    for inner in _inside(element):
        if not short_text(inner):
            continue
        if (
            is_user_link(inner)
            or not words_of(inner).isdisjoint(POST_WORDS["user"])
            or inner.attr("itemprop") == "name"
        ):
            return inner
    return None


def _link_of(element: Element) -> Element | None:
    """Return the link around an element or inside it that leads to a user."""
    node = element.parent
    for _ in range(3):
        if type(node) is not Element:
            break
        if node.tag == "a":
            return node
        node = node.parent
    return next((inner for inner in _inside(element) if inner.tag == "a" and inner.attr("href")), None)


def _stamp(element: Element) -> str | None:
    """Return the date that an element has as data."""
    if element.tag == "time":
        return element.attr("datetime")
    for name in ("content", "datetime", "data-time", "data-timestamp", "data-utc"):
        value = element.attr(name)
        if value and (name != "content" or element.attr("itemprop") in _DATE_PROPERTIES):
            return value
    title = element.attr("title")
    return title if title and element.tag in ("abbr", "span", "a") and any(map(str.isdigit, title)) else None


def _line_before(element: Element, text: str) -> str:
    """Return the text before an element in its line."""
    parent = element.parent
    line = short_text(parent) if type(parent) is Element else ""
    return line.partition(text)[0] if text else ""


def _when(text: str, shown: date | None, stamp: date | None) -> When:
    """Join a date as shown and as data: the data is more exact, but only if it is the day that readers see."""
    if shown is not None and (stamp is None or shown.isoformat()[:10] != stamp.isoformat()[:10]):
        return When(text, shown)
    return When(text or (stamp.isoformat() if stamp else ""), stamp)


def _users(posts: Sequence[Sequence[_Candidate]]) -> list[User | None]:
    ranks = _ranks(posts)
    values: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for post in posts:
        for candidate in post:
            if candidate.user is not None:
                values[candidate.form].append(candidate.user.name)
    for form, names in values.items():
        if len(names) >= _MIN_SAME and len(set(names)) == 1:
            ranks[form] *= 0.2  # a label, not a name
    return [best.user if best is not None else None for best in _best(posts, ranks)]


_MIN_SAME = 4


def _dates(posts: Sequence[Sequence[_Candidate]]) -> list[When | None]:
    ranks = _ranks(posts)
    days: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for post in posts:
        for form, when in {candidate.form: candidate.date for candidate in reversed(post)}.items():
            if when is not None and when.value is not None:
                days[form].append(when.value.isoformat()[:10])
    for form, sequence in days.items():
        ranks[form] *= 0.5 + 0.5 * _order_share(sequence)
    return [best.date if best is not None else None for best in _best(posts, ranks)]


def _order_share(days: Sequence[str]) -> float:
    """Compute the share of days that do not go back, or do not go forward, whichever is larger."""
    if len(days) < 2:
        return 1.0
    pairs = list(pairwise(days))
    return max(sum(a <= b for a, b in pairs), sum(a >= b for a, b in pairs)) / len(pairs)


def _ranks(posts: Sequence[Sequence[_Candidate]]) -> dict[tuple[str, ...], float]:
    """Rank the forms of candidates: by the share of posts that have them, their kind, and how early they come."""
    sums: dict[tuple[str, ...], float] = defaultdict(float)
    for post in posts:
        seen: set[tuple[str, ...]] = set()
        for index, candidate in enumerate(post):
            if candidate.form not in seen:
                seen.add(candidate.form)
                sums[candidate.form] += candidate.prior / len(posts) - 0.001 * min(index, 20)
    return sums


def _best(posts: Sequence[Sequence[_Candidate]], ranks: dict[tuple[str, ...], float]) -> Iterator[_Candidate | None]:
    """Yield the candidate of the best form for each post; in a post without one, the likeliest by its kind."""
    best_form = max(ranks, key=ranks.__getitem__, default=None)
    for post in posts:
        of_form = next((candidate for candidate in post if candidate.form == best_form), None)
        yield of_form or max(post, key=lambda candidate: candidate.prior + 2 * ranks[candidate.form], default=None)
