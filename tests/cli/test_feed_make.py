"""`tamis feed make`, and pages that are watched like feeds, by way of a server of this machine."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import pytest

from example_site import SITE
from tamis.library import Library
from tamis.news import FeedFormat, gathering, parse_feed

from .running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORIES = ("harbour-tunnel.html", "wind-farm-vote.html")


class News(NamedTuple):
    """A site of two stories without a feed."""

    url: str
    folder: Path
    asked: list[str]

    def link(self, *names: str, head: str = "") -> None:
        """Write a home page with links to these pages."""
        links = "".join(f'<h2><a href="{name}">A story about the harbour: {name}</a></h2>' for name in names)
        page = f"<html lang=en><title>Courier</title>{head}<main>{links}</main>"
        (self.folder / "index.html").write_text(page, encoding="utf-8")


@pytest.fixture
def news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[News]:
    monkeypatch.setattr(gathering, "PAUSE", 0.0)
    folder = tmp_path / "site"
    folder.mkdir()
    asked: list[str] = []

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    for name in (*STORIES, "night-trains.html"):
        (folder / name).write_bytes((SITE / name).read_bytes())
    (folder / "robots.txt").write_text("User-agent: *\nAllow: /\n", encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        site = News(f"http://127.0.0.1:{server.server_port}/", folder, asked)
        site.link(*STORIES)
        yield site
        server.shutdown()


@pytest.mark.parametrize("name", ["feed.xml", "feed.atom", "feed.json"])
def test_a_site_gets_a_feed_and_later_only_its_new_pages_are_fetched(news: News, tmp_path: Path, name: str) -> None:
    feed = tmp_path / name
    first = run("feed", "make", news.url, "-o", feed, "--allow-private")
    assert first.exit_code == 0, first.output
    assert f"2 new of 2 entries: {feed}" in first.stderr
    found = parse_feed(feed.read_bytes())
    assert found.problems == ()
    assert [entry.url for entry in found.entries] == [f"{news.url}{name}" for name in STORIES]
    assert found.entries[0].authors == ("Mara Ellingham",)
    assert "slab of grey mudstone" in str(found.entries[0].content)

    written = feed.read_bytes()
    news.asked.clear()
    assert run("feed", "make", news.url, "-o", feed, "--allow-private").exit_code == 0
    assert feed.read_bytes() == written
    assert news.asked == ["/robots.txt", "/"]

    news.link("night-trains.html", *STORIES)
    news.asked.clear()
    assert run("feed", "make", news.url, "-o", feed, "--allow-private").exit_code == 0
    assert news.asked == ["/robots.txt", "/", "/night-trains.html"]
    titles = [line for line in run("feed", feed).stdout.splitlines() if not line.startswith(" ")]
    assert [title[:10] for title in titles] == ["2024-02-08", "2024-03-14", "2024-05-02"]


def test_the_format_can_be_named_and_texts_be_short(news: News) -> None:
    result = run("feed", "make", news.url, "-f", "json", "--text", "summary", "--entries", "1", "--allow-private")
    made = json.loads(result.stdout)
    assert [item["url"] for item in made["items"]] == [f"{news.url}harbour-tunnel.html"]
    assert len(made["items"][0]["content_html"]) < 1_000


def test_a_library_has_a_feed(news: News, tmp_path: Path) -> None:
    library, feed = tmp_path / "library.db", tmp_path / "feed.atom"
    run("library", "add", *(SITE / name for name in STORIES), "--library", library)
    result = run("feed", "make", library, "-o", feed, "--query", "wind", "--self-url", "https://me.example/feed.atom")
    assert result.exit_code == 0, result.output
    found = parse_feed(feed.read_bytes())
    assert (found.format, len(found.entries), found.problems) == (FeedFormat.ATOM, 1, ())
    assert 'rel="self" type="application/atom+xml" href="https://me.example/feed.atom"' in feed.read_text("utf-8")


def test_wrong_use_is_named(news: News, tmp_path: Path) -> None:
    other = tmp_path / "letter.xml"
    other.write_text("<letter>Dear</letter>", encoding="utf-8")
    is_there = run("feed", "make", news.url, "-o", other, "--allow-private")
    assert is_there.exit_code == 1
    assert "already exists and is not a feed" in is_there.stderr
    assert other.read_text("utf-8") == "<letter>Dear</letter>"
    assert "must end with one of" in run("feed", "make", news.url, "-o", tmp_path / "feed.txt").stderr
    assert run("feed", "make", tmp_path / "no.db").exit_code == 2
    news.link()
    barren = run("feed", "make", news.url, "--allow-private")
    assert (barren.exit_code, "no link on this page leads to an article" in barren.stderr) == (1, True)


def test_a_page_without_a_feed_is_watched(news: News, tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    result = run("watch", news.url, "--once", "--library", library, "--allow-private")
    assert result.exit_code == 0, result.output
    assert "127.0.0.1: 2 new" in result.stdout
    with Library(library) as opened:
        assert {record.url for record in opened.newest()} == {f"{news.url}{name}" for name in STORIES}


def test_a_page_that_names_a_feed_says_which_to_watch(news: News, tmp_path: Path) -> None:
    news.link(*STORIES, head="<link rel=alternate type=application/rss+xml href=/feed.xml>")
    result = run("watch", news.url, "--once", "--library", tmp_path / "library.db", "--allow-private")
    assert result.exit_code == 2
    assert f"the page names {news.url}feed.xml" in result.stderr
