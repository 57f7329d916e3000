"""Feeds made from pages: what becomes an entry, what is fetched, what is remembered. The web is a table of answers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING

import pytest

import tamis
from example_site import PAGES, page_bytes
from tamis.errors import BadInput, BadStatus, UnexpectedType
from tamis.io.fetching import Expect, FetchSettings, Response
from tamis.library import Library
from tamis.model import Page
from tamis.news import FeedFormat, gathering, parse_feed
from tamis.news.feed_making import FeedSettings, entry_of, feed_of_page, make_library_feed, make_site_feed
from tamis.news.feeds_writing import write_feed
from tamis.news.gathering import PoliteFetcher
from tamis.news.refresh import RefreshSettings
from tamis.news.watching import Watch
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.news.feed_making import MadeFeed

HOME = "https://ferry.example/"
NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)


def url(number: int) -> str:
    return f"{HOME}2024/05/0{number}/the-ferry-left-the-harbour-late-{number}.html"


def story(number: int, extra: str = "") -> bytes:
    text = f"On day {number} the ferry left the harbour late and came back with {number} passengers fewer. " * 4
    date = f"<meta property=article:published_time content=2024-05-0{number}T08:00:00Z>" if number else ""
    return (
        f"<html lang=en><title>Ferry {number} is late</title>{date}<meta name=author content='Ann Field'>"
        f"<article><h1>Ferry {number} is late</h1><p>{text}</p>{extra}<p>{text}</p></article>"
    ).encode()


def home(*numbers: int, extra: str = "") -> bytes:
    links = "".join(
        f'<h2><a href="{url(n)}?utm_source=home#top">The ferry left late on day {n}</a></h2>' for n in numbers
    )
    head = "<title>Ferry News</title><meta property=og:site_name content='Ferry News'>"
    return f"<html lang=en>{head}<main>{links}{extra}</main><footer><a href=/imprint>Imprint</a></footer>".encode()


class Web:
    """Answers, and what was asked for."""

    settings = FetchSettings()

    def __init__(self, *numbers: int) -> None:
        self.answers: dict[str, bytes | int] = {HOME: home(*numbers), f"{HOME}robots.txt": 404}
        self.answers |= {url(n): story(n) for n in range(9)}
        self.asked: list[str] = []

    def get(self, url: str, expect: Expect = Expect.HTML, *, known: Response | None = None) -> Response:
        if expect is Expect.FEED:
            raise UnexpectedType(url, "text/html", "a feed")
        self.asked.append(url)
        answer = self.answers[url]
        if isinstance(answer, int):
            raise BadStatus(url, answer, "no")
        return Response(url, url, 200, answer, "text/html; charset=utf-8")


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "PAUSE", 0.0)


def make(web: Web, before: MadeFeed | None = None, **settings: object) -> MadeFeed:
    web.asked.clear()
    known = replace(before.feed, url=None) if before else None
    return make_site_feed(
        HOME,
        PoliteFetcher(web),  # type: ignore[arg-type]
        FeedSettings(**settings),  # type: ignore[arg-type]
        Settings(),
        known=known,
        passed=before.passed if before else (),
        clock=lambda: NOW,
    )


def test_articles_that_a_page_links_to_become_entries() -> None:
    made = make(Web(1, 2))
    assert (made.feed.title, made.feed.home_url, made.feed.language) == ("Ferry News", HOME, "en")
    first = made.feed.entries[0]
    assert (first.url, first.id, first.title, first.authors) == (url(1), url(1), "Ferry 1 is late", ("Ann Field",))
    assert first.published is not None
    assert first.published.isoformat() == "2024-05-01T08:00:00+00:00"
    assert "came back with 1 passengers fewer" in str(first.content)
    assert (made.new, made.problems) == (2, ())


def test_links_in_doubt_are_judged_again_when_articles_show_how_the_site_builds_its_urls() -> None:
    web = Web()
    web.answers |= {f"{HOME}{name}": page_bytes(name) for name in PAGES}
    web.answers[HOME] = web.answers[f"{HOME}index.html"]
    first = make(web)
    assert f"{HOME}docs-sieve-config.html" in {entry.url for entry in first.feed.entries}
    assert make(web, first).new == 0


def test_only_new_pages_are_fetched_the_next_time() -> None:
    web = Web(1, 2)
    before = make(web)
    web.answers[HOME] = home(3, 1, 2)
    made = make(web, before)
    assert web.asked == [f"{HOME}robots.txt", HOME, url(3)]
    assert [entry.url for entry in made.feed.entries] == [url(3), url(1), url(2)]
    assert made.feed.entries[1:] == before.feed.entries


def test_a_page_without_an_article_is_not_fetched_again_and_one_that_failed_is() -> None:
    web = Web(1, 2, 3)
    web.answers |= {url(2): b"<title>Gone</title><p>Nothing here.</p>", url(3): 503}
    before = make(web)
    assert ([entry.url for entry in before.feed.entries], before.passed) == ([url(1)], (url(2),))
    assert len(before.problems) == 1
    web.answers[url(3)] = story(3)
    made = make(web, before)
    assert web.asked[2:] == [url(3)]
    assert made.new == 1


def test_what_robots_txt_forbids_is_not_fetched() -> None:
    web = Web(1, 2)
    web.answers[f"{HOME}robots.txt"] = f"User-agent: *\nDisallow: {url(2).removeprefix(HOME.rstrip('/'))}\n".encode()
    made = make(web)
    assert url(2) not in web.asked
    assert made.problems == (f"{url(2)}: its robots.txt forbids it",)
    web.answers[f"{HOME}robots.txt"] = b"User-agent: *\nDisallow: /\n"
    with pytest.raises(BadInput, match=r"robots\.txt forbids it"):
        make(web)


def test_a_page_that_leads_to_no_articles_says_so() -> None:
    with pytest.raises(BadInput, match="no link on this page leads to an article"):
        make(Web())


def test_links_to_other_sites_are_no_entries() -> None:
    other = (
        '<h2><a href="https://other.example/2024/05/01/a-long-story-about-something-else.html">A long story</a></h2>'
    )
    page = Page(home(1, extra=other).decode(), HOME)
    feed = feed_of_page(page)
    assert (feed.format, [entry.url for entry in feed.entries]) == (FeedFormat.PAGE, [url(1)])


def test_an_article_without_a_date_gets_the_time_at_which_it_was_found() -> None:
    article = tamis.extract(story(0))
    assert article.published is None
    entry = entry_of(article, "full", url=url(0), now=NOW)
    assert entry.published is not None
    assert entry.published.value == NOW


def test_texts_are_whole_or_summaries() -> None:
    whole, short = make(Web(1)).feed.entries[0], make(Web(1), text="summary").feed.entries[0]
    assert whole.content
    assert short.content is None
    assert str(short.summary).startswith("<p>On day 1 the ferry left")


def test_content_has_none_of_the_markup_of_the_page() -> None:
    web = Web(1)
    web.answers[url(1)] = story(
        1, '<script>steal()</script><p onclick="x()">Read <a href="javascript:x()">this</a> &lt;script&gt; now.</p>'
    )
    made = make(web)
    for form in (FeedFormat.RSS, FeedFormat.ATOM, FeedFormat.JSON):
        content = str(parse_feed(write_feed(made.feed, form).encode()).entries[0].content)
        assert "Read this &lt;script&gt; now." in content
        assert not any(word in content for word in ("<script", "onclick", "javascript:", "steal"))


def test_ids_of_two_entries_differ() -> None:
    note = '<p>See<sup><a href="#fn1">1</a></sup> it.</p><p id="fn1">A note on it.</p>'
    article = tamis.extract(story(1, note), url=url(1))
    first, second = (str(entry_of(article, "full", url=url(n), now=NOW).content) for n in (1, 2))
    assert first.count("id=") == second.count("id=") > 0
    assert first != second


# A library and its watch.


def test_a_page_is_watched_like_a_feed(tmp_path: Path) -> None:
    web, now = Web(1, 2), NOW
    web.answers[url(2)] = b"<title>Gone</title><p>Nothing here.</p>"
    with Library(tmp_path / "library.db") as library:
        watched = Watch([HOME], library, web, Settings(), RefreshSettings(), stop=Event(), clock=lambda: now)  # type: ignore[arg-type]
        first = next(iter(watched.check_due()))
        assert (first.new, first.problems) == (1, ())
        assert library.find(url(2)) is None
        assert list(watched.check_due()) == []
        now += timedelta(days=2)
        web.answers[HOME] = home(3, 2, 1)
        web.answers[url(3)] = 503
        web.asked.clear()
        assert next(iter(watched.check_due())).new == 0
        assert web.asked == [HOME, url(3)]
        now += timedelta(days=4)
        web.answers[url(3)] = story(3)
        assert next(iter(watched.check_due())).new == 1
        assert web.asked[2:] == [HOME, url(3)]


def test_a_page_that_robots_may_not_have_is_not_watched(tmp_path: Path) -> None:
    web = Web(1)
    web.answers[f"{HOME}robots.txt"] = b"User-agent: *\nDisallow: /\n"
    with Library(tmp_path / "library.db") as library:
        watched = Watch([HOME], library, web, Settings(), RefreshSettings(), stop=Event(), clock=lambda: NOW)  # type: ignore[arg-type]
        assert next(iter(watched.check_due())).problems == (f"{HOME}: its robots.txt forbids it",)
        assert web.asked == [f"{HOME}robots.txt"]


def test_a_library_and_a_search_in_it_have_a_feed(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for number in (1, 2):
            library.add(tamis.extract(story(number), url=url(number)), now=NOW)
        library.add_link(url(3))
        whole = make_library_feed(library, FeedSettings())
        assert {entry.url for entry in whole.entries} == {url(1), url(2)}
        assert whole.updated is not None
        assert whole.updated.value == NOW
        found = make_library_feed(library, FeedSettings(title="Day 2"), query="title:2")
        assert (found.title, [entry.url for entry in found.entries]) == ("Day 2", [url(2)])
        with pytest.raises(BadInput):
            make_library_feed(library, FeedSettings(), query="on:never")
