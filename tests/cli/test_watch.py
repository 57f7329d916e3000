"""`tamis watch`, by way of a server of this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from example_site import SITE
from tamis.cli.watch import span
from tamis.library import Library
from tamis.news import gathering, notifying

from .running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def opml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A list with a feed of one story."""
    monkeypatch.setattr(gathering, "PAUSE", 0.0)
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "story.html").write_bytes((SITE / "harbour-tunnel.html").read_bytes())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}"
        item = f"<item><link>{home}/story.html</link></item>"
        feed = f'<rss version="2.0"><channel><title>News</title>{item}</channel></rss>'
        (folder / "feed.xml").write_text(feed, encoding="utf-8")
        feeds = tmp_path / "feeds.opml"
        feeds.write_text(f'<opml version="2.0"><body><outline xmlUrl="{home}/feed.xml"/></body></opml>')
        yield feeds
        server.shutdown()


def test_one_pass_stores_what_is_new_and_the_next_finds_nothing_due(opml: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    first = run("watch", opml, "--once", "--library", library, "--allow-private")
    assert first.exit_code == 0, first.output
    assert "News: 1 new" in first.output
    second = run("watch", "--once", "--library", library, "--allow-private")
    assert second.exit_code == 0
    assert "new" not in second.stdout
    assert "the next feed is due in" in second.stderr
    with Library(library) as opened:
        assert len(opened.newest()) == 1


def test_new_stories_are_told_to_a_command_and_its_failure_stops_nothing(
    opml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifying, "WAITS", (0.0,))
    out = tmp_path / "new.json"
    fetching = ("--once", "--allow-private")
    told = run("watch", opml, "--library", tmp_path / "a.db", "--on-new", f"cat > '{out}'", *fetching)
    assert told.exit_code == 0, told.output
    (story,) = json.loads(out.read_text(encoding="utf-8"))["stories"]
    assert story["title"] == "Harbour tunnel to open nine months early after final breakthrough"
    assert story["url"].endswith("/story.html")
    failed = run("watch", opml, "--library", tmp_path / "b.db", "--on-new", "exit 4", *fetching)
    assert failed.exit_code == 0
    assert "the command for new stories failed: exit status 4" in failed.stderr
    assert run("watch", opml, "--library", tmp_path / "c.db", "--webhook", "hook.example", *fetching).exit_code == 2


def test_a_source_that_is_no_feed_is_wrong_use(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>No feed.", encoding="utf-8")
    result = run("watch", page, "--library", tmp_path / "library.db")
    assert result.exit_code == 2
    assert "page.html: this is not an OPML file; name a feed by its URL" in result.stderr


def test_no_feed_that_can_be_read_is_an_exit_status(tmp_path: Path) -> None:
    feeds = tmp_path / "feeds.opml"
    feeds.write_text('<opml version="2.0"><body><outline xmlUrl="http://127.0.0.1:9/feed"/></body></opml>')
    assert run("watch", feeds, "--once", "--library", tmp_path / "library.db").exit_code == 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_watch_in_order(opml: Path, tmp_path: Path, number: signal.Signals) -> None:
    command = [
        sys.executable,
        "-m",
        "tamis",
        "watch",
        str(opml),
        "--library",
        str(tmp_path / "l.db"),
        "--allow-private",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "News: 1 new\n"
        child.send_signal(number)
        assert child.wait() == 0


@pytest.mark.parametrize(
    ("seconds", "words"), [(-3, "0 minutes"), (61, "1 minute"), (3_540, "59 minutes"), (95_040, "26 hours")]
)
def test_spans_are_told_in_minutes_or_hours(seconds: float, words: str) -> None:
    assert span(seconds) == words
