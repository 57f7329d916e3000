"""Work that takes too long is given up with a reason, and the work after it is done."""

from __future__ import annotations

import json
import signal
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tamis.core.pipeline import run as extract_page

from .running import page, run

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.model import Article, Page
    from tamis.settings.extraction import Settings


def endless(*_: object, **__: object) -> None:
    """Work until the deadline, which passes now: in real time, it would pass for quick work on a busy machine too."""
    signal.raise_signal(signal.SIGALRM)
    for _number in count():
        pass


def slow_on_slow_pages(given: Page, settings: Settings) -> Article:
    if "Slow" in given.html:
        endless()
    return extract_page(given, settings)


def test_a_page_over_its_deadline_is_given_up_and_the_others_are_extracted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamis.cli.extract.run", slow_on_slow_pages)
    slow, quick = tmp_path / "slow.html", tmp_path / "quick.html"
    slow.write_text(page("Slow"), encoding="utf-8")
    quick.write_text(page("Quick"), encoding="utf-8")
    result = run("extract", slow, quick, "--deadline", "600", "--json-lines")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["tamis"]["error"]["code"] == "timed_out"
    assert second["headline"] == "Quick"
    assert f"{slow}: took more than 600 seconds" in result.stderr
    assert result.exit_code == 1


def test_the_output_within_a_deadline_is_that_without_one(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(), encoding="utf-8")
    for form in ("markdown", "json", "html", "xml"):
        assert run("extract", path, "-f", form, "--deadline", "600").stdout == run("extract", path, "-f", form).stdout


def test_a_deadline_where_there_are_no_timers_says_where_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamis.cli.extract.can_interrupt", lambda: False)
    result = run("extract", "-", "--deadline", "5", stdin=page().encode())
    assert result.exit_code == 2
    assert "WSL" in result.stderr


@pytest.mark.parametrize(
    ("reader", "data"),
    [
        ("cli.feed.parse_feed", b"<rss/>"),
        ("cli.feed.read_opml", b"<opml/>"),
        ("news.feeds_fetching.discover_feeds", b"<html><p>A page"),
    ],
)
def test_a_feed_over_its_deadline_is_given_up(monkeypatch: pytest.MonkeyPatch, reader: str, data: bytes) -> None:
    module, _, function = f"tamis.{reader}".rpartition(".")
    monkeypatch.setattr(f"{module}.READ_SECONDS", 600)
    monkeypatch.setattr(f"{module}.{function}", endless)
    result = run("feed", "-", stdin=data)
    assert result.exit_code == 1
    assert "-: took more than 600 seconds" in result.stderr


def test_a_file_over_its_deadline_is_given_up_and_the_others_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamis.cli.library_exchange.IMPORT_SECONDS", 600)
    monkeypatch.setattr("tamis.library.reading_services.read_saved", endless)
    slow, quick = tmp_path / "slow.csv", tmp_path / "feeds.opml"
    slow.write_text("URL,Title,Folder\n", encoding="utf-8")
    quick.write_text("<opml><body><outline xmlUrl='https://a.example/feed'/></body></opml>", encoding="utf-8")
    result = run("library", "import", "--library", tmp_path / "library.db", slow, quick)
    assert result.exit_code == 2
    assert f"{slow}: took more than 600 seconds" in result.stderr
    assert "1 new feed" in result.stderr


def test_a_line_over_its_deadline_is_skipped_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamis.library.exchange.READ_SECONDS", 600)
    monkeypatch.setattr("tamis.library.library.Library.star", endless)
    lines = [
        {"library": {"url": "https://a.example/1", "starred": "2024-05-01"}},
        {"library": {"url": "https://a.example/2"}},
    ]
    file = tmp_path / "x.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run("library", "import", "--library", tmp_path / "library.db", file)
    assert "line 1: the article: took more than 600 seconds" in result.stderr
    assert "1 new article, 0 known, 1 line skipped" in result.stderr
    assert "a.example/1" not in run("library", "list", "--library", tmp_path / "library.db", "--json").stdout
