"""The article's body among all the data of a page: menus, settings, other stories, and mostly twice.

A body is a value under a key that content systems use for bodies, with enough running text in it, outside of what
belongs to other pages (related stories, menus, comments). There must be evidence that it is this page's: the page's
title is in an object around it, or the page's description is in it. Without either there is no body, because a wrong
one is worse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.embedded.hydration import NO_REFERENCES
from tamis.core.embedded.rich_names import words_of_name
from tamis.core.embedded.rich_text import as_html, is_html
from tamis.text.lists import word_set
from tamis.text.markup_names import NOT_BODY_KEYS
from tamis.text.word_overlap import contains, fold, overlap, words
from tamis.text.words import count_words

if TYPE_CHECKING:
    from tamis.core.embedded.hydration import References

MAX_DEPTH = 50
"""Maximum depth of nested objects; deeper ones are ignored."""
MAX_VALUES = 200_000
"""Maximum number of values that are looked at."""
MIN_WORDS = 50
"""Minimum number of words in a body."""
MAX_CANDIDATES = 12
"""Maximum number of values that are written out to choose from."""
MIN_PROSE = 0.5
"""Minimum share of a body that is in pieces of text that end like sentences."""
SAME_TITLE = 0.8
"""Word overlap from which two titles count as the same."""
TITLE_REACH = 5
"""Maximum number of objects between the body and the title."""
MAX_TITLE = 300
"""Maximum characters of a title."""
MAX_KEY = 40
"""Maximum characters of a key; longer keys name things, not properties."""
MOST = 0.7
"""If an inner value holds this share of a value's text, the inner one is the body."""
NEARLY = 0.8
"""A body with structure is preferred to a longer one without, if it has this share of its words."""
DESCRIPTION_WORDS = 8
"""Number of consecutive words of the description that identify a body as the page's if it contains them."""

_BODY_KEYS = word_set(
    """
    body articlebody content contents contentelements blocks paragraphs html bodyhtml contenthtml htmlcontent htmlbody
    articlehtml text fulltext bodytext articletext articlecontent storybody storytext maincontent richtext bodycontent
    bodyelements rendered postcontent textcontent document copy markup bodyblocks elements contentblocks sections
    components articlebodyjson bodyjson nodes cooked modules parts
    """
)
_TEXT_KEYS = _BODY_KEYS | word_set("value data children paragraph items item string title heading")
_TITLE_KEYS = word_set(
    """
    title headline name h1 heading seotitle pagetitle headlines basic rendered displaytitle fulltitle default text
    titletext subject
    """
)
_SENTENCE_END = re.compile(r"[.!?…。！？؟।:;,\"”’»)\]](?:\s|<|$)")
_TAG = re.compile(r"<[^>]*+>?")
_BLOCK_TAG = re.compile(r"</?(?:p|div|h[1-6]|li|ul|ol|td|tr|br|blockquote|section|figcaption)[^>]*+(?:>|\Z)")
_CODE = re.compile(r"[{};=]")


@dataclass(frozen=True, slots=True)
class Hints:
    """The titles and the description of the page, which identify its body."""

    titles: tuple[list[str], ...] = ()
    """The page's titles, split into words."""
    description: str = ""
    """The first words of the page's description, folded; empty if it is shorter."""

    @classmethod
    def of(cls, titles: tuple[str, ...], description: str | None) -> Hints:
        """Make the hints from the texts."""
        first = words(description or "")[:DESCRIPTION_WORDS]
        return cls(
            tuple(said for title in titles if len(said := words(title[:MAX_TITLE])) > 1),
            " ".join(first) if len(first) == DESCRIPTION_WORDS else "",
        )

    def names(self, text: str) -> bool:
        """Tell whether a text is one of the page's titles."""
        said = words(text)
        return len(said) > 1 and any(
            overlap(said, title) >= SAME_TITLE or (len(said) > 3 and contains(title, said)) for title in self.titles
        )

    def begins(self, text: str) -> bool:
        """Tell whether a text contains the page's description."""
        return bool(self.description) and self.description in fold(text)


class Body(NamedTuple):
    """A body as HTML, with its number of words."""

    html: str
    words: int
    rich: bool
    """True if it has structure: tags or objects, not just lines."""


@dataclass(slots=True)
class _Candidate:
    value: object
    words: int
    rich: bool
    titled: bool
    inner: list[_Candidate] = field(default_factory=list)


def find_body(value: object, hints: Hints, references: References = NO_REFERENCES) -> Body | None:
    """Find the body in a value; None if none is surely this page's."""
    search = _Search(hints, references)
    search.visit(value, _NO_KEY, 0, -1, -1)
    candidates = _innermost(search.found)
    candidates.sort(key=lambda found: (not found.titled, -found.words))
    bodies = []
    for candidate in candidates[:MAX_CANDIDATES]:
        body = _body(candidate, references)
        if body is not None and (candidate.titled or hints.begins(plain_text(body.html))):
            bodies.append(body)
    return best_body(bodies)


def best_body(bodies: list[Body]) -> Body | None:
    """Return the longest body, or one that is nearly as long and has structure."""
    if not bodies:
        return None
    best = bodies[0]
    for body in bodies[1:]:
        if better(body, best):
            best = body
    return best


def better(body: Body, best: Body) -> bool:
    """Tell whether a body is better than the best so far: longer, or nearly as long and with structure."""
    if body.rich == best.rich:
        return body.words > best.words
    return body.words >= NEARLY * best.words if body.rich else NEARLY * body.words > best.words


def _body(candidate: _Candidate, references: References) -> Body | None:
    html = as_html(candidate.value, references)
    count = count_words(plain_text(html))
    return Body(html, count, candidate.rich) if count >= MIN_WORDS and is_prose(html) else None


def _innermost(candidates: list[_Candidate]) -> list[_Candidate]:
    """Drop the candidates most of whose text is in one of the candidates that they hold."""
    return [
        candidate
        for candidate in candidates
        if not any(inner.words >= MOST * candidate.words for inner in candidate.inner)
    ]


class _Key(NamedTuple):
    """The properties of a value that its key implies."""

    holds_body: bool
    holds_text: bool
    holds_title: bool
    elsewhere: bool
    """True if the value belongs to other pages, or is not text at all."""


_NO_KEY = _Key(False, False, False, False)


class _Search:
    """A walk over a value that counts its running text and collects the candidates for the body."""

    def __init__(self, hints: Hints, references: References) -> None:
        self.hints = hints
        self.references = references
        self.found: list[_Candidate] = []
        self.keys: dict[str, _Key] = {}
        self.left = MAX_VALUES

    def visit(self, value: object, key: _Key, depth: int, titled: int, listed: int) -> int:
        """Count the words of running text in a value.

        `titled` is the depth of the nearest object above with the page's title, `listed` that of the nearest list of
        objects; each is -1 if there is none.
        """
        self.left -= 1
        if depth > MAX_DEPTH or self.left < 0:
            return 0
        value = self.references.resolve(value)
        before = len(self.found)
        rich = True
        if isinstance(value, dict):
            count = self._object(value, depth, titled, listed)
        elif isinstance(value, list):
            if not key.holds_body and len(value) > 1 and isinstance(value[0], dict):
                listed = depth
            count = sum([self.visit(item, key, depth + 1, titled, listed) for item in value])
        elif isinstance(value, str) and key.holds_text:
            count = _count(value)
            rich = key.holds_body and count >= MIN_WORDS and is_html(value)
        else:
            return 0
        if count >= MIN_WORDS and key.holds_body:
            near = titled >= 0 and titled > listed and depth - titled <= TITLE_REACH
            self.found.append(_Candidate(value, count, rich, near, self.found[before:]))
        return count

    def _object(self, value: dict[str, object], depth: int, titled: int, listed: int) -> int:
        inside = []
        keys = self.keys
        for name, inner in value.items():
            kind = type(inner)
            if kind is str or kind is dict or kind is list:
                key = keys.get(name) or self._key(name)
                if key.holds_title and self._is_title(inner):
                    titled = depth
                if key.holds_text if kind is str else not key.elsewhere:
                    inside.append((inner, key))
        return sum([self.visit(inner, key, depth + 1, titled, listed) for inner, key in inside])

    def _is_title(self, value: object) -> bool:
        if isinstance(value, dict):
            value = next((text for text in value.values() if isinstance(text, str)), None)
        return isinstance(value, str) and len(value) <= MAX_TITLE and self.hints.names(value)

    def _key(self, name: str) -> _Key:
        bare = name[: MAX_KEY + 1].partition("(")[0]  # Apollo appends a field's arguments
        plain = "".join(filter(str.isalnum, bare.lower())) if len(bare) <= MAX_KEY else ""
        elsewhere = plain not in _BODY_KEYS and not words_of_name(bare).isdisjoint(NOT_BODY_KEYS)
        key = _Key(plain in _BODY_KEYS, plain in _TEXT_KEYS and not elsewhere, plain in _TITLE_KEYS, elsewhere)
        self.keys[name] = key
        return key


def _count(text: str) -> int:
    if len(text) < 2 or text.startswith(("http", "data:", "/")):
        return 0
    if "<" in text:
        text = _TAG.sub(" ", text)
    if len(_CODE.findall(text)) * 20 > len(text):
        return 0
    return count_words(text)


def plain_text(html: str) -> str:
    """Strip the tags from HTML: close enough to count and compare words."""
    return _TAG.sub(" ", html)


def is_prose(html: str) -> bool:
    """Tell whether most of a body is sentences."""
    whole = inside = 0
    for piece in _BLOCK_TAG.split(html):
        text = plain_text(piece).strip()
        size = len(text)
        whole += size
        if size > 60 and _SENTENCE_END.search(text[-3:] + " "):
            inside += size
    return whole > 0 and inside >= MIN_PROSE * whole
