"""Running and stopping a crawl: event loops, threads, events, signals."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from threading import Event
from time import sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from zlib import crc32

import pytest

from fetching.local_site import LocalSite, answer
from tamis.errors import BadInput
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.news.crawling import crawl
from tamis.settings.crawl import CrawlSettings
from tamis_bench.crawl import scored
from tamis_bench.news_server import NewsServer
from tamis_bench.news_site import NewsSite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fetching.local_site import Exchange
    from tamis.io.fetching import Response
    from tamis.news.crawl_report import CrawlReport

pytestmark = pytest.mark.slow  # each crawls a site

FETCHING = FetchSettings(allow_private=True, timeout=30)
SETTINGS = CrawlSettings(delay=0.02, max_barren=4, workers=1)
PATIENCE = 120.0
"""Seconds to wait on a busy machine for what must come."""


@pytest.fixture
def server() -> Iterator[NewsServer]:
    with NewsServer(NewsSite(pages=16, failing=0, stalling=0)) as server:
        yield server


def test_a_crawl_runs_where_an_event_loop_runs(server: NewsServer, tmp_path: Path) -> None:
    async def caller() -> CrawlReport:
        return crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING)

    report = asyncio.run(caller())
    assert report.complete
    assert scored("", server.site, server.log, tmp_path).recall == 1


def test_crawls_run_in_threads_side_by_side(server: NewsServer, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        reports = threads.map(
            lambda name: crawl(server.url, tmp_path / name, SETTINGS, fetching=FETCHING), ("one", "two")
        )
        assert [report.complete for report in reports] == [True, True]
    names = [{path.name for path in (tmp_path / folder).glob("*.md")} for folder in ("one", "two")]
    assert names[0] == names[1]
    assert names[0]


def test_the_articles_do_not_depend_on_which_page_answers_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Fetcher.get
    stored = []
    for seed in ("one", "two"):

        def get(fetcher: Fetcher, url: str, *given: Any, seed: str = seed, **options: Any) -> Response:
            sleep(crc32(f"{seed} {urlsplit(url).path}".encode()) % 8 / 40)
            return real(fetcher, url, *given, **options)

        monkeypatch.setattr(Fetcher, "get", get)
        with NewsServer(NewsSite(pages=30, failing=0, stalling=0)) as server:
            crawl(server.url, tmp_path / seed, replace(SETTINGS, delay=0), fetching=FETCHING)
            with closing(sqlite3.connect(tmp_path / seed / "crawl.db")) as database:
                articles = database.execute("SELECT json FROM crawl_article ORDER BY id").fetchall()
                (profile,) = database.execute("SELECT json FROM site_profile").fetchone()
        stored.append([*(text.replace(server.url, "/") for (text,) in articles), profile])
    assert len(stored[0]) > 20
    assert stored[0] == stored[1]


def test_two_crawls_do_not_write_to_one_folder(server: NewsServer, tmp_path: Path) -> None:
    problems: list[str] = []

    def crawl_too(_report: CrawlReport) -> None:
        with pytest.raises(BadInput, match="another crawl") as raised:
            crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING)
        problems.append(str(raised.value))

    assert crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING, progress=crawl_too).complete
    assert problems


def test_an_event_stops_a_crawl_and_the_next_one_resumes_it(server: NewsServer, tmp_path: Path) -> None:
    stop = Event()

    def stop_soon(report: CrawlReport) -> None:
        if report.fetched >= 3:
            stop.set()

    first = crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING, progress=stop_soon, stop=stop)
    assert (first.complete, first.halted) == (False, "")
    assert first.queued > 0
    second = crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING)
    assert (second.complete, second.resumed) == (True, True)
    score = scored("", server.site, server.log, tmp_path)
    assert (score.recall, score.doubles) == (1, 0)


def test_an_error_of_the_caller_ends_the_crawl(server: NewsServer, tmp_path: Path) -> None:
    def fail(_report: CrawlReport) -> None:
        raise LookupError("of the caller")

    with pytest.raises(LookupError, match="of the caller"):
        crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING, progress=fail)
    assert crawl(server.url, tmp_path, SETTINGS, fetching=FETCHING).complete


def test_a_database_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "crawl.db").write_bytes(b"This is no database. " * 99)
    with pytest.raises(BadInput, match="cannot be used for a crawl"):
        crawl("https://news.example/", tmp_path)


def started(url: str, folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tamis", "crawl", url, "-o", str(folder), "--allow-private", "--max-barren", "4"]
    return subprocess.Popen(
        [*command, "--delay", "0.05", "--workers", "1", *options], stderr=subprocess.PIPE, text=True, env=os.environ
    )


def test_a_signal_ends_the_command_after_the_pages_under_way(server: NewsServer, tmp_path: Path) -> None:
    waiting = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asked = len(server.log)
        with started(server.url, tmp_path) as child:
            while len(server.log) < asked + 9:
                assert not waiting.wait(0.02)
                assert child.poll() is None
            child.send_signal(number)
            _, messages = child.communicate(timeout=PATIENCE)
        assert "tamis: stopping after the pages in progress" in messages
        assert "stopped; the same command goes on" in messages
        assert child.returncode in (0, 1)  # as there was an article already, or not
    with started(server.url, tmp_path) as child:
        child.communicate(timeout=PATIENCE)
        assert child.returncode == 0
    score = scored("", server.site, server.log, tmp_path)
    assert (score.recall, score.forbidden, score.doubles) == (1, 0, 0)


def test_a_second_interrupt_does_not_wait_for_a_silent_server(tmp_path: Path) -> None:
    asked = Event()

    def hang(exchange: Exchange) -> None:
        asked.set()
        exchange.pause(600)

    with LocalSite() as site:
        site.routes = {"/robots.txt": answer(b"", content_type="text/plain"), "/": hang}
        with started(f"http://127.0.0.1:{site.port}/", tmp_path, "--timeout", "600", "--no-sitemaps") as child:
            assert asked.wait(PATIENCE)
            child.send_signal(signal.SIGINT)
            assert child.stderr is not None
            assert any("stopping after the pages in progress" in line for line in child.stderr)
            child.send_signal(signal.SIGINT)
            assert child.wait(PATIENCE) != 0
