"""Feeds in the browser before they are followed: what a page offers, with a preview, and what cannot be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from ..site import FRONT, STORY
from .test_routes import PEOPLE

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from ..site import Site

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Post</title><link>{0}/</link>
<item><title>The breakwater is open</title><link>{0}/story</link></item>
<item><title>&lt;b&gt;Second&lt;/b&gt; &amp; last</title><link>{0}/second</link></item></channel></rss>"""


def look(client: TestClient, url: str) -> str:
    return client.get(f"/feeds?url={quote(url, safe='')}", headers=PEOPLE).text


def test_a_site_offers_its_feed_with_a_preview(client: TestClient, site: Site) -> None:
    head = '<link rel="alternate" type="application/rss+xml" title="All news" href="/preview.xml">'
    site.pages["/preview.xml"] = RSS.format(site.url)
    site.pages["/with-preview"] = STORY.replace("<head>", f"<head>{head}")
    page = look(client, f"{site.url}/with-preview")
    assert f'value="{site.url}/preview.xml"' in page
    assert "Harbour Post" in page
    assert '<li dir="auto">The breakwater is open</li>' in page
    assert "Second &amp; last" in page
    page = look(client, f"{site.url}/preview.xml")
    assert "2 stories" in page


def test_a_page_without_a_feed_offers_its_links(client: TestClient, site: Site) -> None:
    site.pages["/without-preview"] = FRONT
    page = look(client, f"{site.url}/without-preview")
    assert "The links of this page that lead to articles" in page
    assert '<li dir="auto">The 1 story of the harbour town</li>' in page


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
