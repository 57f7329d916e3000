"""The frontier and the articles: what is queued, claimed, skipped and stored, and what a kill leaves."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from tamis.io.fetching import Response
from tamis.news.articles import Articles
from tamis.news.crawl_database import connect, lay_out, transaction
from tamis.news.crawl_urls import Site
from tamis.news.frontier import Claim, Frontier
from tamis.news.reading import MIN_WORDS, FoundLink, Kind, ReadPage
from tamis.news.recording import Recorder
from tamis.news.retries import Failed, seconds_of
from tamis.settings.crawl import CrawlSettings
from tamis.text.near_duplicates import SAME_TEXT, signature_of, similarity

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

START = "https://news.example/"
STORY = " ".join(f"The harbor council met for the {number}th time and found nothing new." for number in range(12))
OTHER = " ".join(f"Ferry {number} left the island on time, with {number * 7} guests aboard." for number in range(12))


FORMULA = " ".join(
    f"At {hour} it was {hour % 7} degrees in town {hour}, with rain at a rate of 3 mm." for hour in range(60)
)


OPENED = ExitStack()
"""The databases that a test has opened."""


@pytest.fixture(autouse=True)
def _close_databases() -> Iterator[None]:
    yield
    OPENED.close()


class Crawl:
    """A crawl without a network: pages are claimed, and their answers handed in."""

    def __init__(self, path: Path, settings: CrawlSettings | None = None) -> None:
        self.connection: sqlite3.Connection = OPENED.enter_context(closing(connect(path / "crawl.db")))
        lay_out(self.connection)
        settings = settings or CrawlSettings(max_barren=3)
        with transaction(self.connection):
            self.frontier = Frontier(self.connection, START, Site("news.example"), settings)
            self.resumed = self.frontier.begin()
        self.articles = Articles(self.connection, self.frontier.crawl)
        self.recorder = Recorder(self.connection, self.frontier, self.articles, settings)

    def add(self, *urls: str, score: float = 0.9, depth: int = 0, **about: object) -> int:
        with transaction(self.connection):
            links = [FoundLink(url, score=score, **about) for url in urls]  # type: ignore[arg-type]
            return self.frontier.add(links, depth).new

    def claim(self) -> Claim | None:
        with transaction(self.connection):
            return self.frontier.claim(1e12)

    def read(self, url: str, text: str = STORY, links: tuple[str, ...] = (), **about: object) -> bool:
        """Claim a page, which must be next, and hand in its article."""
        claim = self.claim()
        assert claim is not None
        assert claim.url == url
        values: dict[str, object] = {
            "is_article": True,
            "code": "article",
            "title": "Council",
            "article": "{}",
            **about,
        }
        found = tuple(FoundLink(link, score=0.0) for link in links)
        read = ReadPage(signature=signature_of(text, MIN_WORDS), links=found, **values)  # type: ignore[arg-type]
        return self.recorder.read(claim, response(url, text), read)

    def states(self) -> dict[str, str]:
        return dict(self.connection.execute("SELECT url, state || ' ' || code FROM crawl_page").fetchall())

    def keys(self) -> list[str]:
        return [key for (key,) in self.connection.execute("SELECT key FROM crawl_article ORDER BY key")]


def response(url: str, text: str = STORY) -> Response:
    return Response(url, url, 200, text.encode(), etag='"1"')


def test_a_page_is_queued_once(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    assert crawl.add("https://news.example/a", "http://news.example/a?utm_source=x", "https://news.example/a#top") == 1
    assert crawl.claim() is not None
    assert crawl.claim() is None
    assert crawl.add("https://news.example/a") == 0


def test_other_sites_are_left_alone(tmp_path: Path) -> None:
    assert Crawl(tmp_path).add("https://elsewhere.example/a", "mailto:a@news.example") == 0


def test_pages_under_way_at_a_kill_are_fetched_again_and_no_others(tmp_path: Path) -> None:
    first = Crawl(tmp_path)
    first.add("https://news.example/a", "https://news.example/b", "https://news.example/c")
    first.read("https://news.example/a")
    first.claim()
    first.connection.close()  # as a kill leaves it: nothing is said

    second = Crawl(tmp_path)
    assert second.resumed
    left = [second.claim(), second.claim(), second.claim()]
    assert [claim.url if claim else None for claim in left] == [
        "https://news.example/b",
        "https://news.example/c",
        None,
    ]
    assert second.keys() == ["news.example/a"]


def test_nothing_of_a_page_is_stored_if_its_transaction_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/a")
    monkeypatch.setattr(crawl.frontier, "settle", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        crawl.read("https://news.example/a", links=("https://news.example/b",))
    assert crawl.keys() == []
    assert crawl.states() == {"https://news.example/a": "fetching "}


def test_a_new_run_asks_for_all_pages_again_with_their_validators(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/a")
    crawl.read("https://news.example/a")
    with transaction(crawl.connection):
        crawl.frontier.end()
    again = Crawl(tmp_path)
    assert not again.resumed
    claim = again.claim()
    assert claim is not None
    assert claim.etag == '"1"'
    assert again.recorder.is_same(claim, response("https://news.example/a"))


def test_a_later_run_can_leave_articles_alone(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/a", "https://news.example/list")
    crawl.read("https://news.example/a")
    crawl.read("https://news.example/list", OTHER, is_article=False, code="hub_page", article=None)
    with transaction(crawl.connection):
        crawl.frontier.end()
    claim = Crawl(tmp_path, CrawlSettings(revisit="lists")).claim()
    assert claim is not None
    assert claim.url == "https://news.example/list"


def test_only_and_skip_choose_pages(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path, CrawlSettings(only=("/politics/*",), skip=("*gallery*",)))
    crawl.add(
        "https://news.example/politics/a", "https://news.example/sport/a", "https://news.example/politics/gallery/1"
    )
    assert crawl.states() == {
        "https://news.example/politics/a": "queued ",
        "https://news.example/sport/a": "skipped not_wanted",
        "https://news.example/politics/gallery/1": "skipped not_wanted",
    }


def test_the_start_page_is_read_whatever_only_and_skip_say(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path, CrawlSettings(only=("/politics/*",), skip=("/",)))
    crawl.add(START, depth=-1)
    assert crawl.states() == {START: "queued "}
    assert (claim := crawl.claim()) is not None
    assert claim.url == START


def test_only_and_skip_hold_for_pages_known_from_an_earlier_run(tmp_path: Path) -> None:
    calendar, story, sport = (f"https://news.example/{path}" for path in ("calendar/1?m=2", "politics/a", "sport/a"))
    first = Crawl(tmp_path)
    first.add(calendar, story, sport)
    for url, text in ((calendar, STORY), (story, OTHER), (sport, FORMULA)):
        first.read(url, text)
    with transaction(first.connection):
        first.frontier.end()

    second = Crawl(tmp_path, CrawlSettings(skip=("/calendar/*m=2",), only=("*/politics/*", "*calendar*")))
    second.read(story, OTHER)
    assert second.claim() is None
    assert second.states() == {calendar: "skipped not_wanted", story: "done article", sport: "skipped not_wanted"}
    with transaction(second.connection):
        second.frontier.end()

    third = Crawl(tmp_path, CrawlSettings(skip=("*sport*",)))
    third.read(calendar, STORY)
    third.read(story, OTHER)
    assert third.claim() is None
    assert third.states()[sport] == "skipped not_wanted"


def test_pages_too_far_away_are_skipped_but_further_pages_of_a_list_are_not_farther(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path, CrawlSettings(max_depth=2))
    crawl.add("https://news.example/far", depth=2)
    assert crawl.states() == {"https://news.example/far": "skipped too_deep"}
    with transaction(crawl.connection):
        links = [FoundLink("https://news.example/list?page=9", score=0.05)]
        assert crawl.frontier.add(links, 2, "news.example/list?page").new == 1


def test_a_pattern_that_brings_nothing_is_left(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add(*(f"https://news.example/calendar/2031/{month:02}/" for month in range(1, 7)), score=0.05)
    for month in range(1, 4):
        crawl.read(
            f"https://news.example/calendar/2031/{month:02}/", f"{OTHER} {month}", is_article=False, code="too_short"
        )
    assert crawl.claim() is None
    assert sum(state == "skipped barren_pattern" for state in crawl.states().values()) == 3


def test_announced_pages_are_fetched_whatever_their_pattern_brought(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    for _ in range(3):
        crawl.frontier.note_yield("news.example/note/0", False)
    crawl.add("https://news.example/note/7", is_announced=True)
    assert crawl.claim() is not None


def test_failures_that_may_pass_are_tried_again_and_then_recorded(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path, CrawlSettings(retries=1, retry_wait=0))
    crawl.add("https://news.example/a")
    for again in (True, False):
        claim = crawl.claim()
        assert claim is not None
        assert crawl.recorder.failed(claim, Failed("status_503", "overloaded", may_pass=True)) is again
    assert crawl.states() == {"https://news.example/a": "failed status_503"}


def test_retry_after_is_seconds_or_a_date() -> None:
    assert seconds_of("120") == 120
    assert seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert seconds_of("soon") == seconds_of(None) == 0


def test_the_canonical_url_is_the_key_and_its_own_page_counts(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/top/a", "https://news.example/a")
    canonical = "https://news.example/a"
    assert crawl.read("https://news.example/top/a", canonical=canonical)
    assert not crawl.read("https://news.example/a", canonical=canonical)
    assert crawl.keys() == ["news.example/a"]


def test_a_canonical_url_that_different_texts_claim_is_not_believed(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/b", "https://news.example/c")
    crawl.read("https://news.example/b", canonical="https://news.example/a")
    crawl.read("https://news.example/c", OTHER, canonical="https://news.example/a")
    assert crawl.keys() == ["news.example/a", "news.example/c"]


@pytest.mark.parametrize("canonical", ["https://news.example/", "https://elsewhere.example/a", "not a URL"])
def test_a_canonical_url_elsewhere_is_not_believed(tmp_path: Path, canonical: str) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/b")
    crawl.read("https://news.example/b", canonical=canonical)
    assert crawl.keys() == ["news.example/b"]


@pytest.mark.parametrize("order", [("/council-a", "/syndicated/council-a"), ("/syndicated/council-a", "/council-a")])
def test_of_two_urls_of_a_text_the_shorter_stays_in_any_order(tmp_path: Path, order: tuple[str, str]) -> None:
    crawl = Crawl(tmp_path)
    crawl.add(*(f"https://news.example{path}" for path in order))
    for path in order:
        crawl.read(f"https://news.example{path}")
    assert crawl.keys() == ["news.example/council-a"]


def test_nearly_the_same_text_under_another_title_is_another_article(tmp_path: Path) -> None:
    """Reports that are written by a formula have most of their words in common."""
    crawl = Crawl(tmp_path)
    crawl.add(*(f"https://news.example/{name}" for name in ("monday", "tuesday", "copy-of-monday")))
    report = f"{FORMULA} The wind was west."
    assert similarity(signature_of(report) or b"", signature_of(FORMULA) or b"") >= SAME_TEXT
    crawl.read("https://news.example/monday", FORMULA, title="Weather on Monday")
    crawl.read("https://news.example/tuesday", report, title="Weather on Tuesday")
    crawl.read("https://news.example/copy-of-monday", f"{FORMULA} The wind was east.", title="Weather on Monday")
    assert crawl.keys() == ["news.example/monday", "news.example/tuesday"]


def test_a_text_under_three_urls_that_do_not_name_it_is_an_error_page(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    urls = [f"https://news.example/{name}-story-page" for name in ("north", "south", "west", "east")]
    crawl.add(*urls)
    for url in urls:
        crawl.read(url, title="Not found")
    assert crawl.keys() == []
    assert crawl.states()[urls[3]] == "skipped soft_404"


def test_a_text_without_a_title_under_three_urls_is_an_error_page(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    urls = [f"https://news.example/{name}-story-page" for name in ("north", "south", "west")]
    crawl.add(*urls)
    for url in urls:
        crawl.read(url, title=None)
    assert crawl.keys() == []


def test_reports_without_a_title_are_the_same_only_if_their_text_is(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add(*(f"https://news.example/{name}" for name in ("monday", "tuesday", "copy-of-monday")))
    crawl.read("https://news.example/monday", FORMULA, title=None)
    crawl.read("https://news.example/tuesday", f"{FORMULA} The wind was west.", title=None)
    crawl.read("https://news.example/copy-of-monday", FORMULA, title=None)
    assert crawl.keys() == ["news.example/monday", "news.example/tuesday"]


def test_what_a_probe_brings_is_an_error_page(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/none", kind=Kind.PROBE)
    crawl.read("https://news.example/none", is_article=False)
    crawl.add("https://news.example/council-a")
    assert not crawl.read("https://news.example/council-a")
    assert crawl.keys() == []


def test_a_parameter_that_changes_nothing_is_learnt(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path, CrawlSettings(max_barren=50))
    for number in range(3):
        crawl.add(f"https://news.example/list?zz=1&n={number}", f"https://news.example/list?zz=2&n={number}")
        for value in (1, 2):
            text = STORY if number else OTHER
            crawl.read(f"https://news.example/list?zz={value}&n={number}", f"{text} {number}", is_article=False)
    assert crawl.frontier.parameters.ignored == {"zz"}
    crawl.add("https://news.example/new?zz=77")
    claim = crawl.claim()
    assert claim is not None
    assert claim.url == "https://news.example/new"


def test_a_redirect_is_queued_like_a_link(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path)
    crawl.add("https://news.example/old", "https://news.example/out")
    for target in ("https://news.example/new", "http://10.0.0.1/"):
        claim = crawl.claim()
        assert claim is not None
        crawl.recorder.redirected(claim, target)
    assert crawl.states() == {
        "https://news.example/old": "skipped redirect",
        "https://news.example/new": "queued ",
        "https://news.example/out": "skipped off_site",
    }


def test_what_a_worker_answers_is_read_back() -> None:
    page = ReadPage(True, "r", "article", "t", None, b"\x00\xff", (FoundLink("https://a.example/", Kind.FEED),), "{}")
    assert ReadPage.from_bytes(page.to_bytes()) == page
    none = page._replace(article=None, signature=None)
    assert ReadPage.from_bytes(none.to_bytes()) == none
