"""The measurements of robots.txt files and feeds, on a folder of a few made-up files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis_bench import news_formats
from tamis_bench.news_formats import FeedsResult, HostileFeed, RobotsResult

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED = """
TEST(RobotsUnittest, Allows) {
  absl::string_view robots = "user-agent: FooBot\\n" "disallow: /private\\n";
  EXPECT_TRUE(IsUserAgentAllowed(robots, "FooBot", "http://foo.bar/a"));
  EXPECT_FALSE(IsUserAgentAllowed(robots, "FooBot", "http://foo.bar/private"));
  %s
}
"""
WRONG = 'EXPECT_TRUE(IsUserAgentAllowed(robots, "FooBot", "http://foo.bar/private/a"));'


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "robots" / "real").mkdir(parents=True)
    (tmp_path / "robots" / "real" / "a.txt").write_bytes(b"\xff\x00user-agent")
    (tmp_path / "robots" / "google_robots_test.cc.txt").write_text(EXPECTED % "", encoding="utf-8")
    (tmp_path / "feeds").mkdir()
    (tmp_path / "feeds" / "a.xml").write_text("<rss><channel><item><title>A</title></item></channel></rss>", "utf-8")
    (tmp_path / "feeds" / "b.json").write_text("{", encoding="utf-8")
    return tmp_path


def test_expectations_that_hold_and_those_that_do_not(data: Path) -> None:
    assert news_formats.measure_robots(data) == RobotsResult(2, (), 1)
    (data / "robots" / "google_robots_test.cc.txt").write_text(EXPECTED % WRONG, encoding="utf-8")
    result = news_formats.measure_robots(data)
    assert result.wrong == ("Allows",)
    assert "Allows" in news_formats.failures(result, None, ())[0]


def test_feeds_with_entries_are_counted(data: Path) -> None:
    result = news_formats.measure_feeds(data)
    assert (result.files, result.failed, result.with_entries) == (2, (), 1)


@pytest.mark.parametrize("measure", [news_formats.measure_robots, news_formats.measure_feeds])
def test_a_folder_without_the_files_is_named(tmp_path: Path, measure: object) -> None:
    with pytest.raises(BadInput, match="no folder"):
        measure(tmp_path)  # type: ignore[operator]


@pytest.mark.slow
def test_what_entities_name_is_not_in_the_result() -> None:
    for name in ("entity bomb", "external entity"):
        assert "declaration was left out" in news_formats.read_hostile(name)["result"]


def test_what_costs_too_much_misses_the_target() -> None:
    feeds = FeedsResult(3, ("a.xml",), 1, 2, ())
    problems = news_formats.failures(None, feeds, [HostileFeed("bomb", 2.0, 1.0, ""), HostileFeed("x", 0.1, 1.0, "")])
    assert [problem.split(": ")[1].split()[0] for problem in problems] == ["exceptions", "feedparser", "bomb"]
