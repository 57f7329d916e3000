"""Feeds in the browser: followed, checked, paused, removed, and lists of other readers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

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
from ..site import STORY
from .test_routes import PEOPLE, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.serve import ServeSettings

    from ..site import Site

pytestmark = pytest.mark.slow  # each starts a service

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Post</title><link>{0}/</link>
<item><title>The breakwater is open</title><link>{0}/story</link></item>
<item><title>&lt;b&gt;Second&lt;/b&gt; &amp; last</title><link>{0}/second</link></item></channel></rss>"""
OPML = """<opml version="2.0"><body><outline text="Sea"><outline type="rss" text="Post" xmlUrl="{0}/rss.xml"/></outline>
<outline type="rss" text="&lt;script&gt;alert(1)&lt;/script&gt;" xmlUrl="{0}/gone.xml"/></body></opml>"""


@pytest.fixture
def client(settings: ServeSettings, site: Site) -> Iterator[TestClient]:
    second = STORY.replace("breakwater", "lighthouse")
    site.pages.update({"/rss.xml": RSS.format(site.url), "/second": second, "/robots.txt": ""})
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        yield client


def feeds(settings: ServeSettings) -> list[Feed]:
    assert settings.library is not None
    with Library(settings.library) as library:
        return library.feeds()


def wait_for_checks(client: TestClient) -> None:
    """Wait until the process that checks feeds has begun and ended."""
    while not client.get("/feeds/state").json()["message"]:
        time.sleep(0.05)
    while client.get("/feeds/state").json()["running"]:
        time.sleep(0.05)


def test_a_followed_feed_fills_the_library_and_today(client: TestClient, settings: ServeSettings, site: Site) -> None:
    url = f"{site.url}/rss.xml"
    assert where(client, "/feeds", do="follow", url=url, title="Post") == "/feeds"
    assert client.get("/feeds/state").json()["running"]  # at once, so that the page shows itself again when it is done
    wait_for_checks(client)
    assert feeds(settings) == [Feed(url, "Post")]
    page = client.get("/feeds", headers=PEOPLE).text
    assert "next check in" in page
    assert "Harbour Post: 2 new" in page
    assert "The breakwater is open" in client.get("/library", headers=PEOPLE).text
    assert "The breakwater is open" in client.get("/today", headers=PEOPLE).text


def test_teasers_whose_pages_are_gone_are_on_the_front_page(client: TestClient, site: Site) -> None:
    lines = "<item><title>Gulls at dusk</title><link>{0}/gone</link><description>They came late.</description></item>"
    site.pages["/teasers.xml"] = (
        f"<rss version='2.0'><channel><title>Post</title>{lines.format(site.url)}</channel></rss>"
    )
    where(client, "/feeds", do="follow", url=f"{site.url}/teasers.xml")
    wait_for_checks(client)
    page = client.get("/today", headers=PEOPLE).text
    assert "Only teasers" in page
    assert "Gulls at dusk" in page
    assert "Nothing from this period" not in page


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
