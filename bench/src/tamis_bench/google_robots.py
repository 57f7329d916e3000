"""The expectations in the test file of google/robotstxt: which robots.txt allows which agent to fetch which URL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TEST = re.compile(r"^TEST\(RobotsUnittest, (\w+)\) \{$(.*?)^\}$", re.MULTILINE | re.DOTALL)
_STRING = r'"(?:[^"\\]|\\.)*"'
_STATEMENT = re.compile(
    rf"(?:std::string|absl::string_view) (?P<name>\w+) =(?P<value>(?:\s*{_STRING})+);"
    rf"|EXPECT_(?P<truth>TRUE|FALSE)\(\s*IsUserAgentAllowed\(\s*(?P<robots>\w+|\"\"),\s*(?P<agent>{_STRING}),"
    rf"\s*(?P<url>\w+|{_STRING})\)\)",
)
_COMMENT = re.compile(r"^[^\S\n]*+//.*$", re.MULTILINE)


class Expectation(NamedTuple):
    """A test's expectation: whether a robots.txt allows an agent to fetch a URL."""

    test: str
    robots: bytes
    agent: str
    url: str
    allowed: bool


def expectations(source: str) -> Iterator[Expectation]:
    """Yield all expectations about permission. The test of long lines is skipped, because a loop builds its lines."""
    for test, body in _TEST.findall(source):
        if test != "GoogleOnly_LineTooLong":
            yield from _of_test(test, _COMMENT.sub("", body))


def _of_test(test: str, body: str) -> Iterator[Expectation]:
    names: dict[str, str] = {}
    for found in _STATEMENT.finditer(body):
        if found["name"]:
            names[found["name"]] = _text(found["value"])
            continue
        robots, url = (names[part] if part in names else _text(part) for part in (found["robots"], found["url"]))
        yield Expectation(test, robots.encode(), _text(found["agent"]), url, found["truth"] == "TRUE")


def _text(literals: str) -> str:
    return "".join(part[1:-1] for part in re.findall(_STRING, literals)).replace("\\n", "\n")
