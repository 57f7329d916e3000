"""URL patterns: whether the URL of a page looks like that of a home page, a list of pages, or one page among many.

Sites name their lists (``/category/…``, ``/tag/…``, ``/page/3``), and give single pages a date, a number or a headline
(``/2024/05/02/islanders-back-wind-farm``). A URL that has neither says little.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from tamis.text.lists import word_set
from tamis.text.phrases import words
from tamis.text.rules import Rule, always, first_rule
from tamis.text.urls.cleaning import MAX_LENGTH, is_tracking

if TYPE_CHECKING:
    from tamis.text.urls.cleaning import CleanUrl


class Shape(Enum):
    """The kind of page that a URL looks like."""

    HOME = "the URL of a home page"
    LIST = "the URL of a list"
    SECTION = "the URL of a section"
    """A few plain words: ``/news/health/``. Sections look like this, and so do pages that are not news."""
    SINGLE = "the URL of a single page"
    UNKNOWN = "a URL that says little"


_LISTS_BELOW = frozenset(words("url_list_below"))
_LISTS = _LISTS_BELOW.union(words("url_list"), word_set("cat category_name forumdisplay memberlist"))
_LIST_STARTS = words("url_list_start")
_PERHAPS_LISTS = frozenset(words("url_list_perhaps"))
_LIST_NAMES = frozenset(words("url_list_name"))
_SINGLES = frozenset(words("url_single")) | word_set("p dp ip itm pdp showthread viewtopic wiki node d t")
_HOMES = frozenset(words("url_home")) | word_set("index default")
_PAGES = frozenset(words("url_page"))
_LIST_FIELDS = word_set("cat category tag paged start offset s q query search author label pagen_1")
_SINGLE_FIELDS = word_set(
    "p id page_id article article_id articleid story storyid post t tid thread v item itemid nid aid newsid oid pid"
)
_IDLE_FIELDS = word_set("ref referrer referer lang language hl locale amp")
"""Parameters that say nothing about the kind of page, beside those that track readers."""

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
_EXTENSION = re.compile(r"\.(?:s?html?|php\d?|aspx?|jsp|cfm|cgi|do|mvc)$")
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
"""Beginnings of the names of months in URLs."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH_OR_DAY = re.compile(rf"\d{{1,2}}|(?:{MONTHS})[a-z]*")
_DATE = re.compile(r"(?:19|20)\d\d[-_/]?[01]\d[-_/]?[0-3]\d")
_PAGE_NUMBER = re.compile(rf"(?:p|{'|'.join(sorted(_PAGES))})[-_]?\d{{1,4}}")
_SMALL_NUMBER = re.compile(r"\d{1,3}")  # of a page in a list; a greater one is that of an article
_BETWEEN_WORDS = re.compile(r"[-_+ ]+")

LONG_NUMBER = re.compile(r"\d{5,}")
"""A number with at least five digits. Single pages are numbered; sections are not."""
_HEADLINE = 5
"""Minimum words of a headline in the last part of a path."""
_LONG_HEADLINE = (4, 25)
"""Minimum words and minimum characters of a headline with fewer words."""
_SECTION_DEPTH = 3
_SECTION_WORDS = 3
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W_]+")
_SLUG_WORDS = 3
"""Minimum words of a path segment that is a headline, which differs from page to page."""


def shape_of(url: str | None) -> Shape:
    """Classify a URL by the kind of page that it looks like."""
    if not url or len(url) > MAX_LENGTH:
        return Shape.UNKNOWN
    try:
        parts = urlsplit(url)
    except ValueError:
        return Shape.UNKNOWN
    if parts.scheme not in ("http", "https"):
        return Shape.UNKNOWN
    shown = _Url(parts)
    return first_rule(_RULES if shown.names else _RULES_WITHOUT_PATH, shown).verdict


class _Url:
    """The parts of a URL that tell what kind of page it is, in lower case."""

    def __init__(self, parts: SplitResult) -> None:
        # Some forums keep the path in the query: ``index.php?/topic/2018-bilge-pump/``.
        whole = parts.query.partition("&")[0] if parts.query.startswith("/") else parts.path
        self.path = [unquote(part).lower() for part in whole.split("/") if part]
        while self.path and _LANGUAGE.fullmatch(self.path[0]):
            del self.path[0]
        self.names = [_EXTENSION.sub("", part) for part in self.path]
        """The parts of the path, without the extensions of files."""
        if self.names and self.names[-1] in _HOMES:
            del self.names[-1], self.path[-1]
        self._query = parts.query

    @property
    def last(self) -> str:
        """The last part of the path."""
        return self.names[-1]

    @property
    def before_last(self) -> str:
        """The part of the path before the last one."""
        return self.names[-2] if len(self.names) > 1 else ""

    @cached_property
    def is_numbered(self) -> bool:
        """True if the path ends with a page number."""
        is_number = self.before_last in _PAGES and self.last.isdecimal()
        return is_number or _PAGE_NUMBER.fullmatch(self.last) is not None

    @cached_property
    def year_at(self) -> int | None:
        """Index of the first part of the path that is a year."""
        return next((index for index, name in enumerate(self.names) if _YEAR.fullmatch(name)), None)

    @cached_property
    def has_long_number(self) -> bool:
        """True if the last part of the path contains a number that is that of an article."""
        return LONG_NUMBER.search(self.last) is not None

    @cached_property
    def fields(self) -> dict[str, str]:
        """The parameters that may say what kind of page it is."""
        pairs = dict(parse_qsl(self._query)).items() if self._query else ()
        return {name.lower(): value for name, value in pairs if not _is_idle(name.lower())}

    @property
    def has_page_field(self) -> bool:
        """True if a parameter is a page number."""
        return any(_SMALL_NUMBER.fullmatch(self.fields.get(name, "")) for name in ("page", "p"))


def _is_idle(field: str) -> bool:
    return field in _IDLE_FIELDS or is_tracking(field)


# Predicates of the rules.


def _has_no_fields(url: _Url) -> bool:
    return not url.fields


def _has_field_of_one(url: _Url) -> bool:
    return not url.has_page_field and not _SINGLE_FIELDS.isdisjoint(url.fields)


def _has_field_of_list(url: _Url) -> bool:
    return url.has_page_field or not _LIST_FIELDS.isdisjoint(url.fields)


def _is_page_of_one(url: _Url) -> bool:
    return url.is_numbered and not _SINGLES.isdisjoint(url.names)


def _is_numbered(url: _Url) -> bool:
    return url.is_numbered


def _ends_with_year(url: _Url) -> bool:
    return url.year_at == len(url.names) - 1


def _is_archive(url: _Url) -> bool:
    if url.year_at is None or any(map(_is_headline, url.names[: url.year_at])):
        return False
    return all(_MONTH_OR_DAY.fullmatch(name) for name in url.names[url.year_at + 1 :])


def _has_year(url: _Url) -> bool:
    return url.year_at is not None


def _is_named_list(url: _Url) -> bool:
    return url.before_last in _LISTS


def _is_below_lists(url: _Url) -> bool:
    return not url.has_long_number and not _LISTS_BELOW.isdisjoint(url.names[:-1])


def _starts_as_list(url: _Url) -> bool:
    return url.last.startswith(_LIST_STARTS)


def _has_date(url: _Url) -> bool:
    return _DATE.search("/".join(url.path)) is not None


def _has_long_number(url: _Url) -> bool:
    return url.has_long_number


def _has_headline(url: _Url) -> bool:
    return _is_headline(url.last)


def _is_below_single(url: _Url) -> bool:
    return not _SINGLES.isdisjoint(url.names[:-1])


def _is_single_name(url: _Url) -> bool:
    return url.last in _SINGLES and url.last not in _LIST_NAMES


def _is_list_name(url: _Url) -> bool:
    return url.last in _LIST_NAMES or not _LISTS.isdisjoint(url.names)


def _is_item_of_perhaps_list(url: _Url) -> bool:
    return url.last[:1].isdigit() and _is_perhaps_list(url)


def _is_perhaps_list(url: _Url) -> bool:
    return not _PERHAPS_LISTS.isdisjoint(url.names)


def _is_section(url: _Url) -> bool:
    is_short = len(url.names) <= _SECTION_DEPTH and url.path[-1] == url.last
    return is_short and all(map(_is_plain, url.names))


_BY_FIELDS: tuple[Rule[_Url, Shape], ...] = (
    Rule("a parameter identifies one page", _has_field_of_one, Shape.SINGLE),
    Rule("a parameter asks for a list", _has_field_of_list, Shape.LIST),
)
_UNKNOWN: Rule[_Url, Shape] = Rule("nothing tells", always, Shape.UNKNOWN)
_RULES_WITHOUT_PATH = (Rule("neither path nor parameters", _has_no_fields, Shape.HOME), *_BY_FIELDS, _UNKNOWN)
_RULES = (
    Rule("a page number below a single page, which may be one of its pages", _is_page_of_one, Shape.UNKNOWN),
    Rule("a page number", _is_numbered, Shape.LIST),
    Rule("a year at the end: an archive, or an annual event", _ends_with_year, Shape.UNKNOWN),
    Rule("a month or a day at the end: an archive", _is_archive, Shape.LIST),
    Rule("a name below a year", _has_year, Shape.SINGLE),
    Rule("the name of a list below a word for lists", _is_named_list, Shape.LIST),
    Rule("somewhere below a word for lists, without the number of an article", _is_below_lists, Shape.LIST),
    Rule("begins as lists of an encyclopedia do", _starts_as_list, Shape.LIST),
    Rule("a date", _has_date, Shape.SINGLE),
    Rule("the number of an article", _has_long_number, Shape.SINGLE),
    Rule("a headline", _has_headline, Shape.SINGLE),
    Rule("below a word for single pages", _is_below_single, Shape.SINGLE),
    Rule("a word for single pages", _is_single_name, Shape.SINGLE),
    Rule("a word for lists", _is_list_name, Shape.LIST),
    Rule("a number below a word that may be one for lists", _is_item_of_perhaps_list, Shape.SINGLE),
    Rule("a word that may be one for lists", _is_perhaps_list, Shape.SECTION),
    *_BY_FIELDS,
    Rule("a few plain words", _is_section, Shape.SECTION),
    _UNKNOWN,
)
"""Rules on the parts of a URL, in order: a page number and a date say more than the words around them."""


def _is_headline(name: str) -> bool:
    count = sum(1 for word in _BETWEEN_WORDS.split(name) if word)
    return count >= _HEADLINE or (count >= _LONG_HEADLINE[0] and len(name) >= _LONG_HEADLINE[1])


def _is_plain(name: str) -> bool:
    return len(_BETWEEN_WORDS.split(name)) <= _SECTION_WORDS and not any(map(str.isdigit, name))


# Patterns.


def pattern_of(parts: CleanUrl) -> str:
    """Build the pattern that URLs of pages of one kind share: ``/news/0/0/*?page``."""
    path = "/".join(map(_form, parts.path.split("/")))
    names = "&".join(sorted(set(parts.parameter_names)))
    return f"{parts.authority}{path}{'?' + names if names else ''}"


def slug_words(parts: CleanUrl) -> set[str]:
    """Collect the words of the last path segment."""
    last = unquote(parts.path.rstrip("/").rpartition("/")[2], errors="replace").rpartition(".")
    return {word.lower() for word in _WORDS.findall(last[0] or last[2]) if not word.isdigit()}


def _form(part: str) -> str:
    stem, dot, ending = part.rpartition(".")
    name = stem if dot else ending
    if len(_WORDS.findall(name)) >= _SLUG_WORDS:
        return f"*.{ending}" if dot else "*"
    return _DIGITS.sub("0", part)
