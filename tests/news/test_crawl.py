"""Whole crawls of the made-up site on loopback, judged by its own log."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import tamis
from example_site import SITE as EXAMPLES
from fetching.local_site import LocalSite, answer, redirect
from tamis.cli import main
from tamis.errors import BadUrl
from tamis.io.fetching import FetchSettings
from tamis.io.files import write_whole
from tamis.library import Library
from tamis.news import crawling
from tamis.news.crawling import crawl
from tamis.settings.crawl import CrawlSettings
from tamis.settings.extraction import Settings
from tamis_bench.crawl import CrawlPlan, failures, measure, scored
from tamis_bench.news_server import NewsServer
from tamis_bench.news_site import NewsSite

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.news.crawl_report import CrawlReport

pytestmark = pytest.mark.slow  # each crawls a site

STORY = " ".join(
    f"The council paid {price} crowns for salt pan {price % 7}, its minutes say." for price in range(60, 90)
)
TIMEOUT = 20.0
"""Seconds: every page that stalls is waited for as long, and no other page takes it on a busy machine."""
FETCHING = FetchSettings(allow_private=True, timeout=TIMEOUT)
QUICK = CrawlSettings(delay=0.01, retry_wait=0.1, max_barren=4, workers=1)


def test_finds_all_articles_politely_and_asks_only_what_has_changed_the_next_time(tmp_path: Path) -> None:
    site = NewsSite(pages=60, crawl_delay=0.02)
    folder = tmp_path / "articles"
    with NewsServer(site) as server:
        reports: list[CrawlReport] = []
        report = crawl(server.url, folder, QUICK, fetching=FETCHING, form="text", progress=reports.append)
        score = scored("first", site, server.log, folder)
        assert (score.recall, score.precision) == (1, 1), (score.missed, score.wrong)
        assert (score.forbidden, score.doubles) == (0, 0)
        assert score.shortest_gap >= 0.02  # which robots.txt asks for
        assert report.complete
        assert report.articles == report.new_articles == len(score.articles) == len(list(folder.glob("*.txt")))
        assert reports[-1].articles == report.articles

        edited = site.stories[0]
        site.edited.add(edited.number)
        before, first = {path: path.stat().st_mtime_ns for path in folder.glob("*.txt")}, len(server.log)
        again = crawl(server.url, folder, QUICK, fetching=FETCHING, form="text")
        changed = {entry.target for entry in server.log[first:] if entry.status == 200 and entry.is_whole}
        assert changed == {edited.path}
        rewritten = [path for path, moment in before.items() if path.stat().st_mtime_ns != moment]
        assert ["Correction" in path.read_text(encoding="utf-8") for path in rewritten] == [True]
        assert again.new_articles == 0


def test_crawls_into_a_library(tmp_path: Path) -> None:
    site = NewsSite(pages=12, failing=0, stalling=0)
    with NewsServer(site) as server:
        place = ["-o", str(tmp_path / "library.db")]
        politeness = ["--allow-private", "--delay", "0.01", "--max-barren", "2", "--workers", "1"]
        command = ["crawl", server.url, *place, *politeness, "--skip", "/calendar/*", "--skip", "/gallery/*"]
        result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    with Library(tmp_path / "library.db") as library:
        titles = {record.title for record in library.records()}
        assert not any(record.saved for record in library.records())
    assert titles == {story.title for story in site.stories if not story.is_forbidden}


def test_yields_its_articles_from_a_folder_a_library_or_nowhere(tmp_path: Path) -> None:
    site = NewsSite(pages=12, failing=0, stalling=0)
    expected = {story.title for story in site.stories if not story.is_forbidden}
    with NewsServer(site) as server:
        titles = [
            [article.title for article in crawl(server.url, place, QUICK, fetching=FETCHING)]
            for place in (tmp_path / "folder", tmp_path / "library.db", None)
        ]
        few = list(crawl(server.url, settings=QUICK, fetching=FETCHING, max_pages=8))
    assert [len(found) for found in titles] == [len(expected)] * 3
    assert [set(found) for found in titles] == [expected] * 3
    assert len(few) < len(expected)


@pytest.mark.parametrize("broken", ["articles", "the index"])
def test_a_full_disk_is_said_in_a_line_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def full(path: Path, text: str) -> None:
        if broken == "articles" or path.suffix == ".jsonl":
            raise OSError(28, "No space left on device")
        write_whole(path, text)

    politeness = ["--allow-private", "--delay", "0.01", "--max-barren", "2", "--workers", "1", "--max-pages", "6"]
    with NewsServer(NewsSite(pages=6, failing=0, stalling=0)) as server:
        command = ["crawl", server.url, "-o", str(tmp_path / "site"), *politeness]
        with monkeypatch.context() as disk:
            disk.setattr(crawling, "write_whole", full)
            result = CliRunner().invoke(main, command)
        assert result.exit_code == 3
        assert "cannot be written: No space left on device" in result.stderr
        assert "Traceback" not in result.output
        assert CliRunner().invoke(main, command).exit_code == 0
    lines = (tmp_path / "site" / "index.jsonl").read_text(encoding="utf-8").splitlines()
    names = {json.loads(line)["file"] for line in lines}
    assert names
    assert names == {path.name for path in (tmp_path / "site").glob("*.md")}


def test_the_pages_of_a_long_story_are_one_story_in_the_library(tmp_path: Path) -> None:
    names = ["river-story.html", "river-story-2.html", "river-story-3.html"]
    pages = {name: (EXAMPLES / name).read_bytes().replace(b"https://courier.example", b"") for name in names}
    links = "".join(f"<p><a href='/{name}'>The river that went to court, on page {name}</a>" for name in names)
    file = tmp_path / "library.db"

    def crawled(site: LocalSite) -> dict[str, int]:
        crawl(site.url(), file, QUICK, fetching=FETCHING)
        with Library(file) as library:
            return {(record.url or "").rpartition("/")[2]: record.words for record in library.records()}

    with LocalSite() as site:
        site.routes = defaultdict(lambda: answer(b"", "404 Not Found"))
        site.routes["/"] = answer(f"<title>Courier</title><h1>Courier</h1>{links}".encode())
        site.routes |= {f"/{name}": answer(page) for name, page in pages.items()}
        first = crawled(site)
        assert list(first) == [names[0]]
        assert first[names[0]] > sum(tamis.extract(page).word_count for page in pages.values()) * 0.9
        assert crawled(site) == first

        with Library(file) as library:
            (record,) = library.records()
            assert record.revision == 1
            library.star(record.id)
        last = pages[names[2]].decode()
        span = tamis.extract(last).blocks[-1].span
        assert span is not None
        longer = f"{last[: span.end]} A correction was added by the editors of the Courier.{last[span.end :]}"
        site.routes[f"/{names[2]}"] = answer(longer.encode())
        again = crawled(site)
        assert list(again) == [names[0]]
        assert again[names[0]] > first[names[0]]
        with Library(file) as library:
            assert [item.starred is not None for item in library.records()] == [True]


def test_a_crawl_leaves_out_what_is_reserved_and_says_why(tmp_path: Path) -> None:
    def page(title: str, head: str = "") -> bytes:
        text = STORY.replace("council", title)
        return f"<html><head>{head}<title>{title}</title></head><body><h1>{title}</h1><p>{text}".encode()

    links = "".join(
        f"<p><a href='/2024/05/0{n}/the-{name}-of-salt'>The {name} of salt is paid by the council</a>"
        for n, name in enumerate(("price", "tax", "duty"), 1)
    )
    with LocalSite() as site:
        site.routes = defaultdict(lambda: answer(b"", "404 Not Found"))
        site.routes["/"] = answer(f"<title>Courier</title><h1>Courier</h1>{links}".encode())
        site.routes["/2024/05/01/the-price-of-salt"] = answer(page("price"))
        site.routes["/2024/05/02/the-tax-of-salt"] = answer(page("tax"), headers=["X-Robots-Tag: noai"])
        site.routes["/2024/05/03/the-duty-of-salt"] = answer(page("duty"))
        site.routes["/.well-known/tdmrep.json"] = answer(
            b'[{"location": "/2024/05/03/", "tdm-reservation": 1}]', content_type="application/json"
        )
        respecting = Settings(respect=("train",))
        crawl(site.url(), tmp_path / "a", QUICK, fetching=FETCHING, extraction=respecting, form="text")
        assert sorted(path.name for path in (tmp_path / "a").glob("*.txt")) == ["price.txt"]
        with closing(sqlite3.connect(tmp_path / "a" / "crawl.db")) as connection:
            rows = connection.execute("SELECT url, reason FROM crawl_page WHERE code = 'reserved' ORDER BY url")
            reasons = [reason for _, reason in rows]
        assert reasons == [
            f"reserved: {declared} reserves the use: train" for declared in ("noai", "tdm-reservation=1")
        ]

        site.routes["/robots.txt"] = answer(b"User-agent: *\nContent-Signal: ai-train=no", content_type="text/plain")
        site.requests.clear()
        crawl(site.url(), tmp_path / "b", QUICK, fetching=FETCHING, extraction=respecting, form="text")
        assert not list((tmp_path / "b").glob("*.txt"))
        assert not [path for path in site.paths if "salt" in path]  # nothing is requested that would be left out


def test_private_addresses_are_refused(tmp_path: Path) -> None:
    with NewsServer(NewsSite(pages=10)) as server:
        report = crawl(server.url, tmp_path, CrawlSettings(retries=0, workers=1))
        assert "not a public address" in report.halted
        assert server.log == []


def test_what_is_no_url_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadUrl, match="not the URL"):
        crawl("no URL", tmp_path)


def test_a_run_stops_at_its_limit_and_the_next_goes_on(tmp_path: Path) -> None:
    limited = CrawlSettings(delay=0, max_pages=5, workers=1, max_barren=2)
    with NewsServer(NewsSite(pages=10, failing=0, stalling=0)) as server:
        first = crawl(server.url, tmp_path, limited, fetching=FETCHING)
        assert (first.fetched, first.complete) == (5, True)
        assert first.queued > 0
    with closing(sqlite3.connect(tmp_path / "crawl.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_killed_crawl_ends_with_the_same_articles() -> None:
    plan = CrawlPlan(pages=40, processes=1, timeout=TIMEOUT / 2)
    scores = measure(plan, kill_runs=1, kills=2)
    assert failures(scores, plan) == []


def test_the_site_is_where_the_start_page_redirects_to(tmp_path: Path) -> None:
    with LocalSite() as site:
        home = f"http://localhost:{site.port}/"
        site.routes = {
            "/robots.txt": answer(b"", content_type="text/plain"),
            "/": redirect("/en/"),
            "/en/": answer(b"<a href='/en/council-bought-the-old-salt-works-4001'>Council</a>"),
            "/en/council-bought-the-old-salt-works-4001": answer(
                f"<title>Council bought salt works</title><h1>Council bought salt works</h1><p>{STORY}</p>".encode()
            ),
        }
        settings = CrawlSettings(delay=0, workers=1, sitemaps=False, probe=False)
        report = crawl(home, tmp_path, settings, fetching=FETCHING)
    assert report.articles == 1
    assert report.skipped == {"redirect": 1}
    assert site.paths == ["/robots.txt", "/", "/en/", "/en/council-bought-the-old-salt-works-4001"]
