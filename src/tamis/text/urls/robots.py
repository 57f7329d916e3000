"""robots.txt: which pages of a site a crawler may fetch.

M. Koster, G. Illyes, H. Zeller, L. Sassman: *Robots Exclusion Protocol*, RFC 9309, 2022. The group for the crawler's
name applies, or else the one for ``*``. Among its rules the longest match decides; of two equally long ones the
permission. Where the RFC is silent this follows Google's parser, whose tests (google/robotstxt) it passes: a missing
colon, common misspellings, a name up to its first space, ``index.html`` for its folder, long lines cut off.

Content signals (contentsignals.org, 2025) say what may be done with the pages; they belong to groups like rules. Those
before all groups are for everybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.urls.wildcards import Wildcard, wildcard

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 500 * 1024
"""Maximum number of bytes to read: RFC 9309, section 2.5, asks for at least this much."""
MAX_LINE = 2083 * 8 - 1
"""Maximum number of bytes of a line to read, as in Google's parser: eight times the longest URL of old browsers."""
MAX_SITEMAPS = 100
"""Maximum number of sitemaps that a file may name."""
ANYBODY = "*"
NAME = re.compile(r"[A-Za-z_-]+")  # section 2.2.1
_NEWLINE = re.compile(rb"\r\n|\r|\n")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^\x00-\x7f]")
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xef\xbb", b"\xef")
_USER_AGENT = ("user-agent", "useragent", "user agent")
_ALLOW = ("allow",)
_DISALLOW = ("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw")
_SITEMAP = ("sitemap", "site-map")
_CONTENT_SIGNAL = ("content-signal", "content-signals")
_CRAWL_DELAY = ("crawl-delay", "crawl delay", "crawldelay")
_INDEX = "/index.htm"


class Rule(NamedTuple):
    """One rule of a group."""

    allow: bool
    text: str
    """Rule as the file has it."""
    length: int
    """Length of the rule, which says how specific it is."""
    pattern: Wildcard


@dataclass(slots=True)
class _Group:
    rules: list[Rule] = field(default_factory=list)
    crawl_delay: float | None = None
    signals: list[str] = field(default_factory=list)
    exists: bool = False


class Decision(NamedTuple):
    """The decision whether a page may be fetched, and the rule that made it."""

    allowed: bool
    rule: str = ""
    """Rule that decided; empty if none did."""


class Robots:
    """The rules of one host for one crawler."""

    def __init__(self, group: _Group, sitemaps: tuple[str, ...] = ()) -> None:
        self._rules = sorted(group.rules, key=lambda rule: (-rule.length, not rule.allow))
        self.crawl_delay = group.crawl_delay
        """Seconds that the site asks to wait between two requests; not in the RFC, but many sites have it."""
        self.sitemaps = sitemaps
        self.content_signals = tuple(group.signals)
        """Values of the lines ``Content-Signal``: ``search=yes, ai-train=no``."""

    def decide(self, url: str) -> Decision:
        """Decide whether a URL may be fetched. It must be percent-encoded."""
        path = path_of(url)
        for rule in self._rules:
            if rule.pattern.matches(path):
                return Decision(rule.allow, f"{'allow' if rule.allow else 'disallow'}: {rule.text}")
        return Decision(True)


def read_robots(data: bytes, name: str) -> Robots:
    """Parse the rules for a crawler's name, such as ``tamis``. Any bytes are accepted; all but rules are skipped."""
    own, anybody = _Group(), _Group()
    current: list[_Group] = []
    in_rules = True
    sitemaps: list[str] = []
    is_first = True
    for key, value in _lines(data):
        if key.startswith(_USER_AGENT):
            is_first = False
            if in_rules:
                current, in_rules = [], False
            _open(value, name, own, anybody, current)
        elif key.startswith(_SITEMAP):
            sitemaps.append(value)
        elif key.startswith(_CRAWL_DELAY):
            _delay(value, current)
        elif key in _CONTENT_SIGNAL:
            for group in (own, anybody) if is_first else current:
                group.signals.append(value)
        elif key.startswith((*_ALLOW, *_DISALLOW)):
            in_rules = True
            for group in current:
                group.rules += _rules(value, allow=key.startswith(_ALLOW))
    return Robots(own if own.exists else anybody, tuple(sitemaps[:MAX_SITEMAPS]))


ALLOW_ALL = Robots(_Group())


def product_name(user_agent: str) -> str:
    """Return the name that rules are for: ``tamis`` from ``tamis/0.1 (article reader)``."""
    name = NAME.match(user_agent.strip())
    return name.group() if name else ""


def path_of(url: str) -> str:
    """Return the part of a URL that rules are compared with: its path and query."""
    without = url.partition("#")[0]
    _, scheme, rest = without.partition("://")
    rest = rest if scheme else without.removeprefix("//")
    place = next((index for index, sign in enumerate(rest) if sign in "/?;"), None)
    if place is None:
        return "/"
    return rest[place:] if rest[place] == "/" else "/" + rest[place:]


def _lines(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the keys, in lower case, with their values."""
    data = data[:MAX_BYTES]
    mark = next((mark for mark in _BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    for line in _NEWLINE.split(data[len(mark) :]):
        text = line[:MAX_LINE].partition(b"#")[0].decode("latin-1").strip()
        key, colon, value = text.partition(":")
        if not colon:
            words = text.split()
            if len(words) != 2:  # As in "disallow /"; with more words it is prose.
                continue
            key, value = words
        yield key.strip().lower(), value.strip()


def _open(value: str, name: str, own: _Group, anybody: _Group, current: list[_Group]) -> None:
    """Begin a group, or add a name to the one that has begun."""
    if value[:1] == ANYBODY and (len(value) == 1 or value[1].isspace()):
        anybody.exists = True
        current.append(anybody)
        return
    agent = NAME.match(value)
    if agent and agent.group().lower() == name.lower():
        own.exists = True
        current.append(own)


def _delay(value: str, current: list[_Group]) -> None:
    try:
        seconds = float(value)
    except ValueError:
        return
    if 0 <= seconds < float("inf"):
        for group in current:
            group.crawl_delay = seconds


def _rules(value: str, *, allow: bool) -> Iterator[Rule]:
    text = _ESCAPE.sub(_escaped, value)
    if not text:
        return
    yield _rule(text, value, allow)
    folder, slash, file = text.rpartition("/")
    if allow and slash and (slash + file).startswith(_INDEX):
        yield _rule(folder + "/$", value, allow)


def _rule(text: str, shown: str, allow: bool) -> Rule:
    to_end = text.endswith("$")
    return Rule(allow, shown, len(text), wildcard(text.removesuffix("$"), to_end=to_end))


def _escaped(match: re.Match[str]) -> str:
    sign = match.group()
    return sign.upper() if sign.startswith("%") else f"%{ord(sign):02X}"
