"""Date parsing for dates as pages write them, without guessing if a date is ambiguous.

`read_date` takes a text that is meant to be a date, such as the content of a meta element. `find_date` looks for one in
a line of running text. Both return a `datetime` if there is a time (aware if there is a time zone), else a `date`.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import NamedTuple

from tamis.text.datewords import month_number
from tamis.text.lists import word_set
from tamis.text.phrases import pattern, plain_phrases, words

FIRST_YEAR = 1800
"""Minimum year; newspapers put their archives on the web, but hardly older ones."""
LAST_YEAR = 2035
"""Maximum year; a later date is a mistake or a wish.

The clock is not used, so that a page always gives the same answer.
"""

_ISO = re.compile(
    r"""(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?!\d)
        (?:(?:[T\s_]|\s?[,|-]\s?|\s+at\s+)\s*(?P<H>\d{1,2})[:h.](?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,](?P<f>\d+))?)?
        \s*(?P<p>[AaPp]\.?[Mm]\b\.?)?
        \s*(?P<z>Z\b|UTC|GMT|[-+±−]\s?\d{1,2}:?\d{0,2}\b(?:\s*UTC)?|[A-Z]{3,4}\b)?)?""",
    re.VERBOSE,
)
_COMPACT = re.compile(
    r"(?P<y>(?:19|20)\d{2})(?P<m>\d{2})(?P<d>\d{2})"
    r"(?:T?(?P<H>\d{2})(?P<M>\d{2})(?P<S>\d{2})?(?P<z>Z|[-+]\d{4})?)?"
)
_EPOCH = re.compile(r"\d{10}(?:\d{3})?")
_YEAR_SIGN, _MONTH_SIGN, _DAY_SIGN, _HOUR_SIGN, _MINUTE_SIGN = (
    "".join(words(f"{unit}_sign")) for unit in ("year", "month", "day", "hour", "minute")
)
_CJK = re.compile(
    rf"""(?P<y>(?:19|20)\d{{2}})\s*+[{_YEAR_SIGN}]\s*+(?P<m>\d{{1,2}})\s*+[{_MONTH_SIGN}]
        \s*+(?P<d>\d{{1,2}})\s*+[{_DAY_SIGN}]?
        (?:\s*+(?:[(（].{{1,3}}[)）])?\s*+(?P<p>{pattern("morning")}|{pattern("afternoon")})?
        \s*+(?P<H>\d{{1,2}})\s*+[:：{_HOUR_SIGN}]\s*+(?P<M>\d{{2}})(?:\s*+[:：{_MINUTE_SIGN}](?P<S>\d{{2}}))?)?""",
    re.VERBOSE,
)
_KOREAN_DOTS = re.compile(r"(?P<y>20\d{2})\.\s?(?P<m>\d{1,2})\.\s?(?P<d>\d{1,2})\.?(?!\d)")
_CLOCK = rf"""(?:[\s,|·•–—@-]*+(?:{pattern("before_time")})?\s*+
    (?P<H>\d{{1,2}})(?::|\.|h|\ h\ |\ Uhr\ )(?P<M>\d{{2}})(?!\d)(?!\.\d)(?::(?P<S>\d{{2}}))?
    \s*(?P<p>[AaPp]\.?\s?[Mm]\b\.?)?
    \s*(?P<z>Z\b|UTC|GMT|[-+]\d{{2}}:?\d{{2}}\b
        |\(?(?:[ECMP][SD]?T|BST|CES?T|MES?Z|IST|JST|AES?T|A[EC][SD]T|SGT|HKT|MSK|WIB)\b\)?)?
    (?:\s*(?P<z2>[-+]\d{{4}})\b)?)?"""
_MONTH = r"(?P<n>[^\W\d_]{3,14})"
_DAY_FIRST = re.compile(
    rf"(?<![\d.,:/-])(?P<d>\d{{1,2}})(?:{pattern('ordinal_ending')}|°)?\.?"
    rf"[\s./-]*(?:(?:{pattern('before_month')}|d[’'])\s+)?{_MONTH}\.?"
    rf"[\s,./-]*(?:(?:{pattern('before_year')})\s+)?(?P<y>(?:1[89]|20)\d{{2}})(?!\d){_CLOCK}",
    re.VERBOSE | re.IGNORECASE,
)
_SHORT_YEAR = re.compile(
    rf"(?<![\d.,:/-])(?P<d>\d{{1,2}})-(?P<n>[^\W\d_]{{3}})-(?P<y>\d{{2}})(?![\d/-]){_CLOCK}", re.VERBOSE | re.IGNORECASE
)
_MONTH_FIRST = re.compile(
    rf"(?<![^\W\d_]){_MONTH}\.?\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)"
    rf"\s*+[,.]?+\s*+(?P<y>(?:1[89]|20)\d{{2}})(?!\d){_CLOCK}",
    re.VERBOSE | re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"(?<!\d)(?P<y>(?:19|20)\d{{2}})[\s.,-]+{_MONTH}\.?[\s-]*(?P<d>\d{{1,2}})(?!\d)\.?{_CLOCK}",
    re.VERBOSE | re.IGNORECASE,
)
_LATE_YEAR = re.compile(
    r"""(?:[A-Z][a-z]{2},?\s+)?(?P<n>[A-Z][a-z]{2})\s+(?P<d>\d{1,2})\s+(?P<H>\d{2}):(?P<M>\d{2}):(?P<S>\d{2})\s++
        (?:(?P<z>[A-Z]{3,4}|[-+]\d{4})\s*+)?(?P<y>(?:19|20)\d{2})""",
    re.VERBOSE,
)
_NUMERIC = re.compile(
    rf"(?<![\w.,:/-])(?P<a>\d{{1,2}})\s?([./-])\s?(?P<b>\d{{1,2}})\s?\2\s?"
    rf"(?P<y>(?:19|20)\d{{2}}|\d{{2}}(?![.:]\d))(?![\d/-]){_CLOCK}",
    re.VERBOSE | re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"^(?:0000|0001|1900-01-01|1970-01-01|1969-12-31|9999)")

_ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120,
    "EEST": 180, "MSK": 180, "IST": 330, "JST": 540, "KST": 540, "SGT": 480, "HKT": 480, "AEST": 600, "AEDT": 660,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "NZST": 720, "NZDT": 780,
}  # fmt: skip

# English-speaking countries that put the day first. The United States are recognized by region and domain.
_DAY_FIRST_DOMAINS = frozenset(
    ["uk", "ie", "au", "nz", "in", "za", "ng", "ke", "pk", "my", "sg", "mt", "gh", "lk", "bd", "zw", "hk"]
)
_DAY_FIRST_REGIONS = frozenset(
    ["GB", "IE", "AU", "NZ", "IN", "ZA", "NG", "KE", "PK", "MY", "SG", "MT", "GH", "LK", "BD", "ZW", "HK"]
)
_YEAR_FIRST_LANGUAGES = ("zh", "ja", "ko", "hu", "lt")


class Order(NamedTuple):
    """The order of day and month in numeric dates: True if the day comes first, None if it is unknown."""

    day_first: bool | None
    language: str | None = None


def order_of(language: str | None, host: str | None) -> Order:
    """Determine the order of day and month from the page's language and its domain."""
    if not language:
        return Order(None)
    primary, _, region = language.partition("-")
    primary = primary.lower()
    if primary in _YEAR_FIRST_LANGUAGES:
        return Order(None, primary)
    if primary != "en":
        return Order(True, primary)
    domain = (host or "").rsplit(".", 1)[-1].lower()
    if region.upper() in _DAY_FIRST_REGIONS or domain in _DAY_FIRST_DOMAINS:
        return Order(True, primary)
    if domain in ("gov", "mil", "us", "edu") or (region.upper() == "US" and domain in ("com", "org", "net")):
        return Order(False, primary)
    return Order(None, primary)


UNKNOWN_ORDER = Order(None)


def read_date(text: str, order: Order = UNKNOWN_ORDER) -> date | None:
    """Parse a text that is a date as a whole; return None if it is not one or is ambiguous."""
    text = " ".join(text.split()).strip("\"' ")
    if not 6 <= len(text) <= 100 or _PLACEHOLDER.match(text):
        return None
    if _EPOCH.fullmatch(text):
        return _from_epoch(int(text[:10]))
    match = _ISO.match(text) or _COMPACT.fullmatch(text)
    if match is not None:
        return _built(match)
    return find_date(text, order)


def find_date(text: str, order: Order = UNKNOWN_ORDER) -> date | None:
    """Find the first date in a line of text; return None if there is none or it is ambiguous."""
    date_at = find_date_at(text, order)
    return date_at[0] if date_at else None


def find_date_at(text: str, order: Order = UNKNOWN_ORDER) -> tuple[date, int, int] | None:
    """Find the first date in a line of text, with its start and end."""
    best: tuple[date, int, int] | None = None
    for form in _PATTERNS:
        for match in form.finditer(text):
            if best is not None and match.start() >= best[1]:
                break
            value = _numeric(match, order) if form is _NUMERIC else _built(match, order.language)
            if value is not None:
                best = (value, match.start(), match.end())
                break
    return best


_PATTERNS = (
    re.compile(r"(?<![\d/.-])" + _ISO.pattern, re.VERBOSE),
    _DAY_FIRST,
    _SHORT_YEAR,
    _MONTH_FIRST,
    _LATE_YEAR,
    _CJK,
    _KOREAN_DOTS,
    _YEAR_FIRST,
    _NUMERIC,
)


def _from_epoch(seconds: int) -> date | None:
    value = datetime.fromtimestamp(seconds, UTC) if seconds < 2**32 else None
    return value if value is not None and 1990 <= value.year <= LAST_YEAR else None


def _numeric(match: re.Match[str], order: Order) -> date | None:
    """Parse a numeric date. Dots mean day first; otherwise a number above twelve or the page's language must decide."""
    first, second, sign, year = int(match["a"]), int(match["b"]), match[2], match["y"]
    if len(year) == 2:
        if order.language in _YEAR_FIRST_LANGUAGES or order.language is None or _is_version(match, order.language):
            return None
        year = _whole_year(year)
    if sign == "." or first > 12:
        day, month = first, second
    elif second > 12:
        day, month = second, first
    elif first == second:
        day, month = first, second
    elif order.day_first is None:
        return None
    else:
        day, month = (first, second) if order.day_first else (second, first)
    return _date(int(year), month, day, match)


def _is_version(match: re.Match[str], language: str) -> bool:
    """Tell whether three short numbers are a version, such as ``Python 3.5.11``, and not a date.

    Only some languages write dates with dots and a short year, and then not right after a name.
    """
    if match[2] != "." or "0" in (match["a"][0], match["b"][0]):
        return False  # versions are written without leading zeros
    before = match.string[max(0, match.start() - MAX_BEFORE) : match.start()].split(" ")
    word = before[-2] if len(before) > 1 and not before[-1] else before[-1]
    return language not in _DOTTED_LANGUAGES or (word.isalnum() and word.casefold() not in _BEFORE_DATES)


MAX_BEFORE = 30
"""Number of characters before a numeric date in which a word is looked for."""
_DOTTED_LANGUAGES = word_set("bg cs da de et fi hr is lv mk nb nn no pl ro ru sk sl sr tr uk")
_BEFORE_DATES = frozenset(words("before_date"))
"""Words that occur right before a date: on, from, until, the days of the week."""


def _built(match: re.Match[str], language: str | None = None) -> date | None:
    parts = match.groupdict()
    month = month_number(parts["n"], language) if parts.get("n") else int(parts["m"])
    return None if month is None else _date(int(_whole_year(parts["y"])), month, int(parts["d"]), match)


def _whole_year(year: str) -> str:
    """Put the century before a year of two digits."""
    return year if len(year) > 2 else ("20" if int(year) < 70 else "19") + year


def _date(year: int, month: int, day: int, match: re.Match[str]) -> date | None:
    """Make a date with the time and zone of its match, as far as it has them."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        whole = date(year, month, day)
    except ValueError:
        return None
    parts = match.groupdict()
    if not parts.get("H") or not parts.get("M"):
        return whole
    hour, minute, second = int(parts["H"]), int(parts["M"]), int(parts.get("S") or 0)
    half = (parts.get("p") or "").lower()
    if half and hour <= 12:
        afternoon = half[0] == "p" or half in plain_phrases("afternoon")
        hour = hour % 12 + (12 if afternoon else 0)
    if hour > 23 or minute > 59 or second > 59:
        return whole
    micro = int((parts.get("f") or "0")[:6].ljust(6, "0"))
    zone = _zone(parts.get("z2") or parts.get("z"))
    try:
        return datetime(year, month, day, hour, minute, second, micro, zone)
    except ValueError:
        return whole


def _zone(text: str | None) -> tzinfo | None:
    if not text:
        return None
    text = text.strip("() ").upper().replace("−", "-").replace(" UTC", "").replace(" ", "")
    if text in _ZONES:
        minutes = _ZONES[text]
        return UTC if minutes == 0 else timezone(timedelta(minutes=minutes))
    match = re.fullmatch(r"([-+])(\d{1,2}):?(\d{2})?", text)
    if match is None:
        return None
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    if minutes > 14 * 60:
        return None
    offset = timedelta(minutes=-minutes if match[1] == "-" else minutes)
    return UTC if not minutes else timezone(offset)
