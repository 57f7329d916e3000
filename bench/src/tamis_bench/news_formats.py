"""Formats that crawls and feeds read besides pages: robots.txt files and feeds, real, broken and hostile.

Robots: the expectations of Google's own parser, and real files. Feeds: the test files of other readers, with
feedparser's results for comparison. Each hostile feed is read in its own process, to measure its memory.
"""

from __future__ import annotations

import io
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput
from tamis.news.feeds import parse_feed
from tamis.text.urls.robots import read_robots
from tamis_bench import memory
from tamis_bench.google_robots import expectations
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_SECONDS, MAX_MEGABYTES = 1.0, 100.0
"""Limits of a hostile feed's cost: CPU time, and memory beyond the feed itself."""
_URL = "https://news.example/feed"
_LAUGHS = "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(9))
_ITEM = "<item><title>x &j;</title><link>https://news.example/a</link></item>"
_LARGE = 100_000_000


class RobotsResult(NamedTuple):
    """The results of reading robots.txt files."""

    expected: int
    wrong: tuple[str, ...]
    """Names of the tests that were decided otherwise."""
    real: int
    """Number of real files that were read; an exception would have ended the measurement."""


class FeedsResult(NamedTuple):
    """The results of reading feeds."""

    files: int
    failed: tuple[str, ...]
    """Names of the files that raised an exception."""
    with_entries: int
    with_entries_of_feedparser: int | None
    """Number of files with entries by feedparser; None if it is not installed."""
    fewer: tuple[str, ...]
    """Names of the files in which feedparser finds more entries."""


class HostileFeed(NamedTuple):
    """The cost of a hostile feed."""

    name: str
    seconds: float
    megabytes: float
    result: str

    @property
    def is_cheap(self) -> bool:
        """True if the cost stays within the limits."""
        return self.seconds < MAX_SECONDS and self.megabytes < MAX_MEGABYTES


def measure_robots(data: Path) -> RobotsResult:
    """Decide the cases of Google's tests, and read real files."""
    folder = data / "robots"
    source = folder / "google_robots_test.cc.txt"
    if not source.is_file():
        raise BadInput(f"{data}: no folder robots with google_robots_test.cc.txt")
    expected = list(expectations(source.read_text(encoding="utf-8")))
    wrong = [one.test for one in expected if read_robots(one.robots, one.agent).decide(one.url).allowed != one.allowed]
    real = sorted((folder / "real").iterdir())
    for file in real:
        read_robots(file.read_bytes(), "tamis").decide("https://news.example/story")
    return RobotsResult(len(expected), tuple(wrong), len(real))


def measure_feeds(data: Path) -> FeedsResult:
    """Read all feeds, also with feedparser if it is installed."""
    files = sorted(path for path in (data / "feeds").rglob("*") if path.suffix in (".xml", ".json"))
    if not files:
        raise BadInput(f"{data}: no folder feeds with feeds")
    has_peer = find_spec("feedparser") is not None
    failed, fewer = [], []
    own = others = 0
    for path in files:
        body = path.read_bytes()
        try:
            entries = len(parse_feed(body, _URL).entries)
        except Exception:  # noqa: BLE001 (what is measured is whether there is any)
            failed.append(path.name)
            continue
        own += entries > 0
        if has_peer:
            theirs = _entries_of_feedparser(body)
            others += theirs > 0
            fewer += [path.name] if entries < theirs else []
    return FeedsResult(len(files), tuple(failed), own, others if has_peer else None, tuple(fewer))


def _entries_of_feedparser(body: bytes) -> int:
    import feedparser  # type: ignore[import-untyped, unused-ignore]

    return len(feedparser.parse(io.BytesIO(body)).entries)


def measure_hostile() -> list[HostileFeed]:
    """Read each hostile feed in its own process."""
    return [HostileFeed(name, **memory.call(__name__, "read_hostile", {"name": name})) for name in HOSTILE]


def read_hostile(name: str) -> dict[str, Any]:
    """Measure time, memory and result of one hostile feed. Call it in a new process."""
    body = _body(name)
    parse_feed(b"<rss version='2.0'/>")  # so that loading modules does not count
    memory.reset_peak()
    before, start = memory.resident(), time.process_time()
    try:
        feed = parse_feed(body, _URL)
        result = "; ".join(feed.problems) or f"{len(feed.entries)} entries"
        result = "the file was read" if "root:" in repr(feed) else result
    except BadInput as error:
        result = str(error)
    return {"seconds": time.process_time() - start, "megabytes": memory.peak() - before, "result": result}


def _body(name: str) -> bytes:
    rss = f"<rss version='2.0'><channel>{_ITEM}</channel></rss>"
    if name == "entity bomb":
        return f'<!DOCTYPE rss [<!ENTITY a "{"ha" * 50}">{_LAUGHS}]>{rss}'.encode()
    if name == "external entity":
        return f'<!DOCTYPE rss [<!ENTITY j SYSTEM "file:///etc/passwd">]>{rss}'.encode()
    return b"<rss version='2.0'><channel>" + _ITEM.encode() * (_LARGE // len(_ITEM)) + b"</channel></rss>"


HOSTILE = ("entity bomb", "external entity", "100 MB")


def robots_table(result: RobotsResult) -> Table:
    """Build a table of the results for robots.txt."""
    table = Table("robots.txt", ("expectations of Google's parser", "decided otherwise", "real files read"))
    table.add(result.expected, len(result.wrong), result.real)
    return table


def feeds_table(result: FeedsResult) -> Table:
    """Build a table of the results for feeds."""
    columns = ("files", "exceptions", "with entries", "with entries by feedparser", "fewer entries than feedparser")
    table = Table("Feeds", columns)
    table.add(
        result.files, len(result.failed), result.with_entries, result.with_entries_of_feedparser, len(result.fewer)
    )
    return table


def hostile_table(results: Sequence[HostileFeed]) -> Table:
    """Build a table of the hostile feeds."""
    table = Table("Hostile feeds", ("feed", "CPU seconds", "MB beyond the feed", "result"))
    for one in results:
        table.add(one.name, round(one.seconds, 3), round(one.megabytes, 1), one.result)
    return table


def failures(robots: RobotsResult | None, feeds: FeedsResult | None, hostile: Sequence[HostileFeed]) -> list[str]:
    """Describe the figures that miss their target; empty if none does."""
    found = []
    if robots is not None and robots.wrong:
        found.append(f"robots: decided otherwise than Google's parser: {', '.join(robots.wrong)}")
    if feeds is not None and feeds.failed:
        found.append(f"feeds: exceptions in {', '.join(feeds.failed)}")
    if feeds is not None and feeds.with_entries < (feeds.with_entries_of_feedparser or 0):
        found.append("feeds: feedparser finds entries in more files")
    found += [
        f"feeds: {one.name} costs {one.seconds:.1f} s and {one.megabytes:.0f} MB" for one in hostile if not one.is_cheap
    ]
    return found
