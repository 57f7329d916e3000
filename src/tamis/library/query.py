"""Query parser: turns the text of a search box into an FTS5 expression.

::

    harbour tunnel               both words
    "harbour tunnel"             the phrase
    harbour OR port              one of them
    harbour -tunnel              without a word; also NOT tunnel
    tunn*                        words that begin so
    title:tunnel  author:"Mara Ellingham"  site:example.org  tag:sea  language:en
    after:2024-01  before:2024-03-15  on:2024
    is:read  is:unread  is:starred  is:archived  is:picked  is:duplicate  is:highlighted  is:link

Every token is quoted and has letters and digits only, so that no text is ever read as FTS5's own syntax. Anything that
is neither a word nor a field is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis.library.index import OWN_MARKS, STORED
from tamis.text.characters import scalar
from tamis.text.tokenizing import facet, mark_facet, runs
from tamis.text.urls.sites import without_www

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_TERMS = 64
"""Maximum number of terms of a search; more is a pasted text."""
MIN_PREFIX = 2
"""Minimum number of letters before a star; a single one is the word itself."""
MAX_LENGTH = 2_000
"""Maximum number of characters of a search."""
MARKS = (*OWN_MARKS, "duplicate", "highlighted", "link")
FIELDS = ("title", "author", "site", "tag", "language", "before", "after", "on", "is")
EVERYWHERE, PROPERTIES = "title author body", "facets"
"""Columns of the index: those with text, and the one with properties."""
_PART = re.compile(r'(?P<minus>-)?(?:(?P<field>[a-z]{2,8}):)?(?:"(?P<quoted>[^"]*)"?|(?P<word>[^\s"]+))')
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
FIRST_YEAR, LAST_YEAR = 1800, 2200
"""Limits of the years that a search by date accepts, both excluded."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word, a phrase, the beginning of a word, or a property."""

    phrase: str
    """FTS5 phrase."""
    columns: str
    """Columns of the index to search in."""
    excluded: bool = False
    words: tuple[str, ...] = ()
    """Folded words to mark in snippets: a phrase word by word, a run without spaces as a whole."""
    is_prefix: bool = False

    @property
    def is_text(self) -> bool:
        """True if it is searched in texts, and counts in the ranking."""
        return self.columns != PROPERTIES

    @property
    def match(self) -> str:
        """The FTS5 expression."""
        return f"({{{self.columns}}} : ({self.phrase}))"

    @property
    def match_in_title(self) -> str:
        """The FTS5 expression for titles only."""
        return f"(title : ({self.phrase}))"


@dataclass(frozen=True)
class Query:
    """A parsed search: terms that all must match, each with its alternatives."""

    groups: tuple[tuple[Term, ...], ...] = ()
    """Groups of alternatives: every group must match, with at least one of its terms."""
    excluded: tuple[Term, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if the search has no terms, so that every article matches."""
        return not self.groups and not self.excluded

    @property
    def terms(self) -> list[Term]:
        """Words and phrases that are searched in texts."""
        return [term for group in self.groups for term in group if term.is_text]

    @property
    def match(self) -> str:
        """The FTS5 expression."""
        wanted = [_either(term.match for term in group) for group in self.groups]
        return " ".join([f"({_all(wanted or [_ANY.match])})", *(f"NOT {term.match}" for term in self.excluded)])

    @property
    def match_in_title(self) -> str:
        """The FTS5 expression for articles with the words in their titles; empty if no title has to match."""
        text = [group for group in self.groups if all(term.columns == EVERYWHERE for term in group)]
        if not text:
            return ""
        return _all([f"({self.match})", *(_either(term.match_in_title for term in group) for group in text)])

    def ranking_match(self, common: frozenset[Term]) -> str:
        """Return the FTS5 expression for the ranking: the words, without common ones; empty if none is left."""
        rare = [term for term in self.terms if term not in common]
        groups = [group for group in self.groups if set(group) <= set(rare)]
        if groups:
            return _all([_either(term.match for term in group) for group in groups])
        return _either(term.match for term in rare) if rare else ""


def _either(matches: Iterable[str]) -> str:
    return f"({' OR '.join(matches)})"


def _all(matches: Iterable[str]) -> str:
    return " AND ".join(matches)


class _Part(NamedTuple):
    text: str
    field: str | None = None
    excluded: bool = False
    quoted: bool = False


def parse_query(text: str, reader: str = "") -> Query:
    """Parse a reader's search. Raises `BadInput` for an invalid date, an unknown mark, and a text that is too long."""
    text = scalar(text)  # as tags are stored, so that what was typed the same is found
    if len(text) > MAX_LENGTH:
        raise BadInput(f"a search has at most {MAX_LENGTH:,} characters, not {len(text):,}")
    groups: list[tuple[Term, ...]] = []
    excluded: list[Term] = []
    joins = negates = False
    for part in _parts(text):
        if part in (_Part("AND"), _Part("OR"), _Part("NOT")):
            joins, negates = part.text == "OR", part.text == "NOT"
            continue
        term = _term(part, reader)
        if term is not None and (part.excluded or negates) != term.excluded:
            excluded.append(term)
        elif term is not None and joins and groups:
            groups[-1] = (*groups[-1], term)
        elif term is not None:
            groups.append((term,))
        joins = negates = False
    if len(groups) + len(excluded) > MAX_TERMS:
        raise BadInput(f"a search has at most {MAX_TERMS} terms, not {len(groups) + len(excluded)}")
    return Query(tuple(groups), tuple(excluded))


def with_tags(query: Query, tags: Iterable[str]) -> Query:
    """Return the search for those of its articles that have all of the tags."""
    terms = [(_property(facet("tag", scalar(tag))),) for tag in tags]
    return replace(query, groups=(*query.groups, *terms))


def _parts(text: str) -> Iterator[_Part]:
    for found in _PART.finditer(text):
        name = found["field"]
        quoted = found["quoted"] is not None
        value = found["quoted"] if quoted else found["word"]
        if name is not None and name not in FIELDS:
            name, value = None, f"{name}:{value}"
        yield _Part(value, name, bool(found["minus"]), quoted)


def _term(part: _Part, reader: str) -> Term | None:
    value = part.text.strip()
    if part.field in ("before", "after", "on"):
        return _period(part.field, value)
    if part.field == "is":
        return _mark(value, reader)
    if part.field in ("site", "tag", "language"):
        return _facet(part.field, value)
    return _text(value, part.field or EVERYWHERE, quoted=part.quoted)


def _text(value: str, columns: str, *, quoted: bool) -> Term | None:
    """Make the term of a word; several words from one (state-of-the-art) become a phrase."""
    found = runs(value)
    if not found:
        return None
    tokens = [token for run in found for token in _searched(run.text, run.is_paired)]
    last = found[-1]
    is_prefix = value.endswith("*") and not quoted and len(last.text) >= MIN_PREFIX
    is_prefix = is_prefix or (last.is_paired and len(last.text) == 1)
    phrase = " + ".join(f'"{token}"' for token in tokens) + (" *" if is_prefix else "")
    return Term(phrase, columns, words=tuple(run.text for run in found), is_prefix=is_prefix)


def _searched(text: str, is_paired: bool) -> list[str]:
    """Split a word into tokens: a run without spaces into its pairs, without the single character at its end."""
    if not is_paired:
        return [text]
    return [text[start : start + 2] for start in range(max(1, len(text) - 1))]


def _facet(name: str, value: str) -> Term | None:
    value = without_www(value.lower()).rstrip("/") if name == "site" else value
    return _property(facet(name, value)) if value else None


def _mark(value: str, reader: str) -> Term:
    name = value.lower()
    plain = name.removeprefix("un")
    if plain not in MARKS:
        raise BadInput(f"is:{value}: there is is:{', is:'.join(MARKS)}, and each with un- before it")
    token = mark_facet(plain, reader) if plain in OWN_MARKS else facet("is", plain)
    return replace(_property(token), excluded=plain != name)


def _property(*tokens: str) -> Term:
    return Term(" OR ".join(f'"{token}"' for token in tokens), PROPERTIES)


def _period(name: str, value: str) -> Term:
    first, last = _days(name, value)
    if name == "before":
        first, last = date(FIRST_YEAR, 1, 1), first - timedelta(days=1)
    elif name == "after":
        last = date(LAST_YEAR, 12, 31)
    return _property(*(facet("date", part) for part in _covering(first, last)))


def _days(name: str, value: str) -> tuple[date, date]:
    """Return the first and the last day of a year, a month or a day."""
    found = _DATE.fullmatch(value)
    try:
        if found is None or not FIRST_YEAR < int(found[1]) < LAST_YEAR:
            raise ValueError
        year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
        first = date(year, month, day)
    except ValueError as error:
        raise BadInput(
            f"{name}:{value}: a date is a year, a month or a day, such as 2024, 2024-05 or 2024-05-31"
        ) from error
    if found[3]:
        return first, first
    after = date(year + 1, 1, 1) if not found[2] else date(year + month // 12, month % 12 + 1, 1)
    return first, after - timedelta(days=1)


def _covering(first: date, last: date) -> list[str]:
    """Find the fewest centuries, decades, years, months and days that make up a period, as tokens of the index."""
    found: list[str] = []
    while first <= last:
        for size, end in _spans(first):
            if end <= last:
                found.append(first.isoformat()[:size])
                first = end + timedelta(days=1)
                break
    return found


def _spans(first: date) -> Iterator[tuple[int, date]]:
    """Yield the periods that begin on a day, the longest first: the length of its name in the date and its last day."""
    year, month = first.year, first.month
    if first.day == month == 1:
        for size, years in ((2, 100), (3, 10), (4, 1)):
            if year % years == 0:
                yield size, date(year + years - 1, 12, 31)
    if first.day == 1:
        yield 7, date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    yield 10, first


_ANY = _property(STORED)
