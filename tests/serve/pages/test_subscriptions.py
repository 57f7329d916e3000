"""Feeds in the browser: found, previewed, followed, checked, paused, removed, and lists of other readers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tamis.core.site_rules import SiteRule
from tamis.io.fetching import FetchSettings
from tamis.library import Feed, Library
from tamis.papers.cetr import Cetr
from tamis.serve.app import make_app
from tamis.settings.extraction import Settings
from tamis.settings.file import SettingsFile

from ..conftest import HERE, LONG
from ..site import FRONT, STORY
from .test_routes import PEOPLE, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.serve import ServeSettings

    from ..site import Site

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Post</title><link>{0}/</link>
<item><title>The breakwater is open</title><link>{0}/story</link></item>
<item><title>&lt;b&gt;Second&lt;/b&gt; &amp; last</title><link>{0}/second</link></item></channel></rss>"""
OPML = """<opml version="2.0"><body><outline text="Sea"><outline type="rss" text="Post" xmlUrl="{0}/rss.xml"/></outline>
<outline type="rss" text="&lt;script&gt;alert(1)&lt;/script&gt;" xmlUrl="{0}/gone.xml"/></body></opml>"""


@pytest.fixture
def client(settings: ServeSettings, site: Site) -> Iterator[TestClient]:
    head = '<link rel="alternate" type="application/rss+xml" title="All news" href="/rss.xml">'
    site.pages.update(
        {
            "/rss.xml": RSS.format(site.url),
            "/with-feed": STORY.replace("<head>", f"<head>{head}"),
            "/second": STORY.replace("breakwater", "lighthouse"),
            "/front": FRONT,
            "/robots.txt": "",
        }
    )
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        yield client


def feeds(settings: ServeSettings) -> list[Feed]:
    assert settings.library is not None
    with Library(settings.library) as library:
        return library.feeds()


def look(client: TestClient, url: str) -> str:
    return client.get(f"/feeds?url={quote(url, safe='')}", headers=PEOPLE).text


def wait_for_checks(client: TestClient) -> None:
    """Wait until the process that checks feeds has begun and ended."""
    while not client.get("/feeds/state").json()["message"]:
        time.sleep(0.05)
    while client.get("/feeds/state").json()["running"]:
        time.sleep(0.05)


def test_a_site_offers_its_feed_with_a_preview(client: TestClient, site: Site) -> None:
    page = look(client, f"{site.url}/with-feed")
    assert f'value="{site.url}/rss.xml"' in page
    assert "Harbour Post" in page
    assert '<li dir="auto">The breakwater is open</li>' in page
    assert "Second &amp; last" in page
    page = look(client, f"{site.url}/rss.xml")
    assert "2 stories" in page


def test_a_page_without_a_feed_offers_its_links(client: TestClient, site: Site) -> None:
    page = look(client, f"{site.url}/front")
    assert "The links of this page that lead to articles" in page
    assert "-story-of-the-harbour" in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [("no url at all", "not a web address"), ("{0}/imprint", "404"), ("javascript:alert(1)", "not a web")],
)
def test_what_cannot_be_followed_is_said_and_what_was_typed_stays(
    client: TestClient, site: Site, asked: str, said: str
) -> None:
    typed = asked.format(site.url)
    page = look(client, typed)
    assert said in page
    assert f'value="{typed}"' in page


def test_a_followed_feed_fills_the_library_and_today(client: TestClient, settings: ServeSettings, site: Site) -> None:
    url = f"{site.url}/rss.xml"
    assert where(client, "/feeds", do="follow", url=url, title="Post") == "/feeds"
    wait_for_checks(client)
    assert feeds(settings) == [Feed(url, "Post")]
    page = client.get("/feeds", headers=PEOPLE).text
    assert "next check in" in page
    assert "Harbour Post: 2 new" in page
    assert "The breakwater is open" in client.get("/library", headers=PEOPLE).text
    assert "The breakwater is open" in client.get("/today", headers=PEOPLE).text


def test_a_feed_is_paused_resumed_and_removed(client: TestClient, settings: ServeSettings, site: Site) -> None:
    assert settings.library is not None
    url = f"{site.url}/rss.xml"
    with Library(settings.library) as library:
        library.add_feed(Feed(url, "Post"))
    where(client, "/feeds", do="pause", url=url)
    assert feeds(settings)[0].paused
    assert "paused" in client.get("/feeds", headers=PEOPLE).text
    where(client, "/feeds", do="check-all")
    assert not client.get("/feeds/state").json()["running"]
    where(client, "/feeds", do="resume", url=url)
    assert not feeds(settings)[0].paused
    where(client, "/feeds", do="remove", url=url)
    assert feeds(settings) == []
    assert client.post("/feeds", data={"do": "dance", "url": url}, headers=PEOPLE).status_code == 400
    assert client.post("/feeds", data={"do": "follow", "url": "file:///etc/passwd"}, headers=PEOPLE).status_code == 400


def test_lists_of_other_readers_come_in_and_go_out(client: TestClient, settings: ServeSettings, site: Site) -> None:
    file = {"file": ("feeds.opml", OPML.format(site.url), "text/x-opml")}
    answer = client.post("/feeds/opml", files=file, follow_redirects=False)
    assert answer.headers["location"] == "/feeds?added=2"
    wait_for_checks(client)
    page = client.get("/feeds?added=2", headers=PEOPLE).text
    assert "2 new feeds" in page
    assert "<script>alert" not in page
    assert "could not be read once" in page
    assert [feed.folder for feed in feeds(settings)] == ["", "Sea"]
    written = client.get("/feeds.opml").text
    assert f'xmlUrl="{site.url}/rss.xml"' in written
    assert 'text="Sea"' in written
    nothing = {"file": ("x.opml", b"%PDF", "text/x-opml")}
    assert client.post("/feeds/opml", files=nothing, headers=PEOPLE).status_code == 400


def test_due_feeds_are_checked_while_the_service_runs(settings: ServeSettings, site: Site) -> None:
    assert settings.library is not None
    site.pages.update({"/rss.xml": RSS.format(site.url), "/robots.txt": ""})
    with Library(settings.library) as library:
        library.add_feed(Feed(f"{site.url}/rss.xml"))
        library.add_feed(Feed(f"{site.url}/paused.xml", paused=True))
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        wait_for_checks(client)
    assert {feed.title for feed in feeds(settings)} == {"Harbour Post", ""}
    assert "/paused.xml" not in site.requests


def test_site_rules_and_strategies_reach_the_process_that_checks_feeds(settings: ServeSettings, site: Site) -> None:
    assert settings.library is not None
    site.pages.update({"/rss.xml": RSS.format(site.url), "/robots.txt": ""})
    with Library(settings.library) as library:
        library.add_feed(Feed(f"{site.url}/rss.xml"))
    rule = SiteRule(("127.0.0.1",), remove=(".aside",), title=".byline")
    extract = Settings(rules=(rule,), strategy=Cetr(alpha=2))
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG), extract=extract)
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        wait_for_checks(client)
    with Library(settings.library) as library:
        (record,) = [record for record in library.newest() if record.url == f"{site.url}/story"]
        article = library.article(record.id)
    assert article.title == "By Ann Keel"
    assert "breakwater" in article.text
    assert "Write to the editor" not in article.text
