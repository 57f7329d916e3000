"""`tamis feed`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from example_site import SITE
from tamis.news import read_opml

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

SITE_URL = "https://courier.example/"


def test_lines_have_date_title_and_url() -> None:
    first, second = run("feed", SITE / "atom.xml", "--limit", "1").stdout.splitlines()
    assert first == "2024-12-05 05:30  Inside the quiet sale of the Harrow shipyard"
    assert second.strip() == f"{SITE_URL}paywalled.html"


def test_json_has_one_entry_a_line() -> None:
    entries = [json.loads(line) for line in run("feed", SITE / "feed.xml", "-f", "json").stdout.splitlines()]
    assert len(entries) > 5
    assert all({"url", "title", "published"} <= entry.keys() for entry in entries)


def test_the_feeds_of_a_page_as_opml(tmp_path: Path) -> None:
    run("feed", SITE / "index.html", "--discover", "--url", SITE_URL, "-f", "opml", "-o", tmp_path / "feeds.opml")
    assert [one.url for one in read_opml((tmp_path / "feeds.opml").read_bytes())] == [
        f"{SITE_URL}feed.xml",
        f"{SITE_URL}atom.xml",
    ]
    lines = run("feed", tmp_path / "feeds.opml").stdout.splitlines()
    assert lines[0] == f"{SITE_URL}feed.xml  The Harrow Courier RSS"


def test_what_is_no_feed_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("Hello", encoding="utf-8")
    result = run("feed", tmp_path / "x.txt")
    assert result.exit_code == 1
    assert "this is not a feed" in result.stderr
    missing, folder = run("feed", tmp_path / "missing.xml"), run("feed", tmp_path)
    assert (missing.exit_code, folder.exit_code) == (2, 2)
    assert "missing.xml: no such file" in missing.stderr
    assert "is a folder" in folder.stderr


def test_saved_page_that_names_a_feed_asks_for_its_url() -> None:
    result = run("feed", SITE / "index.html")
    assert result.exit_code != 0
    assert "it names feed.xml, and --url says where the page comes from" in result.stderr
