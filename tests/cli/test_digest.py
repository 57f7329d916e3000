"""`tamis digest`, of a library, and of a feed and an OPML file by way of a server of this machine."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import tamis
from example_site import SITE
from tamis.library import Library
from tamis.news import gathering

from .running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ITEMS = ("harbour-tunnel.html", "wind-farm-vote.html", "gone.html")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A site with two stories, a feed of three entries, one of which is gone, and a page that robots may not have."""
    monkeypatch.setattr(gathering, "PAUSE", 0.0)
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ITEMS[:2]:
        (folder / name).write_bytes((SITE / name).read_bytes())
    (folder / "secret.html").write_bytes((SITE / "night-trains.html").read_bytes())
    (folder / "robots.txt").write_text("User-agent: *\nDisallow: /secret.html\n", encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}"
        entries = "".join(f"<item><link>{home}/{n}</link></item>" for n in (*ITEMS, "secret.html"))
        feed = f'<rss version="2.0"><channel><title>News</title>{entries}</channel></rss>'
        (folder / "feed.xml").write_text(feed, encoding="utf-8")
        yield home
        server.shutdown()


def test_a_feed_becomes_an_edition_and_stays_in_the_library(news: str, tmp_path: Path) -> None:
    feeds = tmp_path / "feeds.opml"
    feeds.write_text(f'<opml version="2.0"><body><outline xmlUrl="{news}/feed.xml"/></body></opml>', encoding="utf-8")
    library, edition = tmp_path / "library.db", tmp_path / "edition.html"
    result = run("digest", feeds, "-o", edition, "--library", library, "--allow-private")
    assert result.exit_code == 0, result.output
    assert "gone.html" in result.stderr
    assert "secret.html: its robots.txt forbids it" in result.stderr
    page = edition.read_text(encoding="utf-8")
    assert page.index("Islanders back wind farm") < page.index('<article class="story"')
    with Library(library) as opened:
        assert len(opened.newest()) == 2


def test_a_feed_by_its_url(news: str, tmp_path: Path) -> None:
    result = run("digest", f"{news}/feed.xml", "-o", tmp_path / "edition.json", "--allow-private", "--sentences", "1")
    stories = [
        story for part in json.loads((tmp_path / "edition.json").read_text())["sections"] for story in part["stories"]
    ]
    assert result.exit_code == 0
    assert all(len(story["summary"]["sentences"]) == 1 for story in stories)
    assert len(stories) == 2


def test_a_library_is_not_fetched_from(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(tamis.extract((SITE / "harbour-tunnel.html").read_bytes(), "https://courier.example/tunnel"))
    assert run("digest", tmp_path / "library.db", "-o", tmp_path / "edition.md").exit_code == 0
    assert "## " in (tmp_path / "edition.md").read_text(encoding="utf-8")
    result = run("digest", tmp_path / "library.db", "-o", tmp_path / "later.md", "--since", "today")
    assert (result.exit_code, "no stories since today" in result.stderr) == (1, True)


def test_a_feed_in_a_file_is_asked_for_by_its_url(tmp_path: Path) -> None:
    result = run("digest", SITE / "feed.xml", "-o", tmp_path / "edition.html")
    assert (result.exit_code, "feed.xml: neither a library nor an OPML file; name it by its URL" in result.stderr) == (
        3,
        True,
    )


def test_what_is_crawled_has_a_url(tmp_path: Path) -> None:
    result = run("crawl", "news.example", "-o", tmp_path / "news")
    assert (result.exit_code, "news.example: begin it with https://" in result.stderr) == (2, True)


def test_without_a_file_the_front_page_is_printed(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(tamis.extract((SITE / "harbour-tunnel.html").read_bytes(), "https://courier.example/tunnel"))
    result = run("digest", tmp_path / "library.db", "--sentences", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("# The Harrow Courier")
    assert "](<https://courier.example/tunnel>)" in result.stdout
    assert len(result.stdout) < 1_000  # no story, only its summary


@pytest.mark.slow
def test_a_site_that_may_not_be_crawled_is_named_at_once(news: str, tmp_path: Path) -> None:
    """Loopback is refused without --allow-private; what the guards refuse is not tried again."""
    result = run("digest", f"{news}/", "-o", tmp_path / "edition.html")
    assert result.exit_code == 3
    assert "is not a public address" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("library.db", "-o", "edition.docx"), ".html, .epub"),
        (("library.db", "-o", "edition.html", "--since", "last moon"), "yesterday"),
        (("missing.db", "-o", "edition.html"), "there is no library missing.db"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], said: str) -> None:
    result = run("digest", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_of_many_missing_pictures_the_first_are_named_and_the_others_counted(tmp_path: Path) -> None:
    paragraph = "<p>" + "The sea came in over the quay and went out again before noon. " * 8
    pictures = "".join(f'{paragraph}<figure><img src="{n}.jpg" width="900" height="600"></figure>' for n in range(7))
    story, edition = tmp_path / "story.html", tmp_path / "story.epub"
    story.write_text(f"<title>Tides</title><h1>Tides</h1><article>{pictures}{paragraph}</article>", encoding="utf-8")
    result = run("print", story, "-o", edition)
    assert result.exit_code == 0, result.output
    missing = [line for line in result.stderr.splitlines() if "picture left out" in line]
    assert len(missing) == 5
    assert "2 pictures more left out" in result.stderr
