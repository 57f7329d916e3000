"""The pages as a client without a browser sees them: URLs, redirections, cookies, refusals."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tamis.serve.context import Context

from ..site import SENTENCES, STORY

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from ..site import Site

PEOPLE = {"accept": "text/html"}


def where(client: TestClient, path: str, **sent: str) -> str:
    """Return the URL that a form leads to."""
    answer = client.post(path, data=sent, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_what_a_phone_shares_leads_to_the_story(client: TestClient) -> None:
    for query in (
        {"url": "https://a.example/x"},
        {"text": "Look https://a.example/x"},
        {"title": "https://a.example/x"},
    ):
        answer = client.get("/share", params=query, follow_redirects=False)
        assert answer.headers["location"] == "/read?url=https%3A%2F%2Fa.example%2Fx"
    assert client.get("/share", params={"text": "no link"}, headers=PEOPLE).status_code == 400


def test_the_manifest_names_icons_that_are_there_and_the_share_target(client: TestClient) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert manifest["share_target"]["action"] == "/share"
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).content.startswith(b"\x89PNG")


def test_a_story_is_read_from_the_site_once(client: TestClient, site: Site) -> None:
    site.pages["/read-once"] = STORY
    for path in ("/read", "/explain"):
        assert "breakwater" in client.get(path, params={"url": f"{site.url}/read-once"}, headers=PEOPLE).text
    assert site.requests.count("/read-once") == 1


def test_a_page_that_lists_stories_offers_to_follow_its_site(client: TestClient, site: Site) -> None:
    teasers = "".join(
        f"<article><h2><a href='/2024/03/{n:02}/story-{n}'>The {n} story of the town</a></h2>"
        f"<p>Harbour {n}</p><p>{SENTENCES[n % 4]}</p></article>"
        for n in range(1, 15)
    )
    site.pages["/news/"] = f"<title>Harbour Post</title><main>{teasers}</main>"
    url = f"{site.url}/news/"
    front = client.get("/read", params={"url": url}, headers=PEOPLE).text
    assert f"Harbour 1 · {SENTENCES[1][:20]}" in front
    assert f'<form action="/feeds"><input type="hidden" name="url" value="{url}"><button>Follow …' in front
    site.pages["/no-list"] = STORY
    assert "Follow …" not in client.get("/read", params={"url": f"{site.url}/no-list"}, headers=PEOPLE).text


@pytest.mark.parametrize(
    "place", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_a_form_leads_back_to_our_own_pages_only(client: TestClient, place: str) -> None:
    assert where(client, "/look", **{"reader.theme": "dark", "back": place}) == "/"
    assert where(client, "/look", **{"reader.theme": "dark", "back": "/library"}) == "/library"


def test_settings_are_kept_in_a_cookie_that_scripts_do_not_see(client: TestClient) -> None:
    answer = client.post("/settings/look", data={"reader.theme": "sepia"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert 'data-theme="sepia"' in client.get("/clean", headers=PEOPLE).text
    client.cookies.clear()
    assert 'data-theme="auto"' in client.get("/clean", headers=PEOPLE).text


def test_each_reader_of_the_service_has_their_own_stars(client: TestClient, site: Site) -> None:
    site.pages["/shared"] = STORY
    place, _, _ = where(client, "/library", url=f"{site.url}/shared").partition("?")
    for name, stars in (("anna", True), ("ben", False), ("", False)):
        client.post("/settings/look", data={"reader.name": name}, follow_redirects=False)
        if name == "anna":
            where(client, place, do="star")
        listed = client.get("/library", params={"q": "is:starred"}, headers=PEOPLE).text
        assert (f'href="{place}"' in listed) is stars, name
    assert client.post("/settings/look", data={"reader.name": "a b"}, headers=PEOPLE).status_code == 400
    client.cookies.clear()


def test_a_reader_corrects_the_category_of_a_story(client: TestClient, site: Site) -> None:
    site.pages["/categorized"] = STORY
    place, _, _ = where(client, "/library", url=f"{site.url}/categorized").partition("?")

    def shown() -> tuple[str, str]:
        page = client.get(place, headers=PEOPLE).text
        form = page[page.index('class="category"') :].partition("</form>")[0]
        return form.partition(" selected>")[2].partition("<")[0], form

    assert where(client, place, do="categorize", words="sport") == place
    assert shown()[0] == "Sport"
    assert "assigned by a reader" in shown()[1]
    assert client.post(place, data={"do": "categorize", "words": "kettles"}, headers=PEOPLE).status_code == 400
    assert shown()[0] == "Sport"
    where(client, place, do="categorize", words="")
    assert "assigned by a reader" not in shown()[1]


def test_a_cookie_that_was_changed_counts_for_nothing(client: TestClient) -> None:
    client.post("/settings/look", data={"reader.theme": "sepia"}, follow_redirects=False)
    sealed = client.cookies["tamis_profile"]
    client.cookies.clear()
    client.cookies.set("tamis_profile", sealed[:-2] + "xx")
    assert 'data-theme="auto"' in client.get("/clean", headers=PEOPLE).text
    client.cookies.clear()


def test_a_strategy_that_names_a_file_of_the_server_is_refused(client: TestClient, site: Site) -> None:
    for path in ("/explain", "/explain/original"):
        query = {"url": f"{site.url}/story", "strategy": "learned:model=/etc/passwd"}
        answer = client.get(path, params=query, headers=PEOPLE)
        assert answer.status_code == 400
        assert "root:" not in answer.text


@pytest.mark.parametrize("name", ["../x", "a/b", "", "x" * 41, ".hidden"])
def test_a_profile_is_saved_in_its_folder_only(client: TestClient, name: str) -> None:
    answer = client.post("/settings/profiles", data={"do": "save", "name": name}, headers=PEOPLE)
    assert answer.status_code == 400


def test_a_profile_is_saved_used_and_removed(client: TestClient) -> None:
    client.post("/settings/look", data={"reader.theme": "dark"})
    assert where(client, "/settings/profiles", do="save", name="night") == "/settings/profiles?saved=night"
    client.post("/settings/profiles", data={"do": "defaults"})
    assert client.get("/settings/profile.toml").text.startswith("#")
    client.post("/settings/profiles", data={"do": "use", "name": "night"})
    assert client.get("/settings/profile.toml").text == '[reader]\ntheme = "dark"\n'
    client.post("/settings/profiles", data={"do": "remove", "name": "night"})
    assert "night" not in client.get("/settings/profiles", headers=PEOPLE).text
    client.cookies.clear()


def test_editions_of_a_page(client: TestClient, site: Site) -> None:
    url = f"{site.url}/story"
    epub = client.get("/edition", params={"url": url, "format": "epub"})
    assert epub.content.startswith(b"PK")
    assert epub.headers["content-disposition"].startswith('attachment; filename="')
    assert b"breakwater" in client.get("/edition", params={"url": url, "format": "html"}).content
    assert client.get("/edition", params={"url": url, "format": "docx"}, headers=PEOPLE).status_code == 400


def test_other_methods_than_reading_are_refused_by_the_proxy_and_nothing_is_sent(
    client: TestClient, site: Site
) -> None:
    before = len(site.requests)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = client.request(method, f"/clean/{site.url}/story", headers=PEOPLE)
        assert answer.status_code == 405
        assert "was not sent" in answer.text
    assert len(site.requests) == before


def test_a_url_without_a_signature_is_not_fetched(client: TestClient, site: Site) -> None:
    before = len(site.requests)
    for place in ("/image", "/style", "/resource"):
        assert client.get(place, params={"u": f"{site.url}/story", "s": "made-up"}).status_code == 403
    assert len(site.requests) == before


def test_a_page_cannot_be_framed_by_others(client: TestClient, site: Site) -> None:
    assert "frame-ancestors 'none'" in client.get("/settings/ignore", headers=PEOPLE).headers["content-security-policy"]
    cleaned = client.get(f"/clean/{site.url}/story", headers=PEOPLE).headers["content-security-policy"]
    assert "frame-ancestors 'self'" in cleaned
    assert "script-src 'none'" in cleaned


def test_what_is_spoken_is_data_and_cannot_end_its_element(client: TestClient, site: Site) -> None:
    words = (
        "The ferry left the harbour late &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &lt;!-- and came back. "
    )
    site.pages["/spoken"] = f"<title>Ferry</title><h1>Ferry</h1><p>{words * 5}</p>"
    page = client.get("/read", params={"url": f"{site.url}/spoken"}, headers=PEOPLE).text
    _, _, after = page.partition('<script type="application/json" data-spoken>')
    data, _, _ = after.partition("</script>")
    assert "</script><script>alert(1)</script> <!--" in json.loads(data)[1]["say"]
    assert "alert(1)</script" not in page


def test_the_url_of_a_feed_leads_to_following_it_and_a_page_without_an_article_to_what_can_be_done(
    client: TestClient, site: Site
) -> None:
    site.pages["/news.xml"] = "<rss version='2.0'><channel><title>News</title></channel></rss>"
    page = client.get("/read", params={"url": f"{site.url}/news.xml"}, headers=PEOPLE)
    assert page.status_code == 422
    assert "That is not a web page" in page.text
    assert "tamis.fetch_feed" not in page.text
    form = page.text.partition('<form action="/feeds"')[2].partition("</form>")[0]
    assert f'name="url" value="{site.url}/news.xml"' in form
    site.pages["/short"] = "<p>Hello"
    page = client.get("/read", params={"url": f"{site.url}/short"}, headers=PEOPLE)
    notice = page.text.partition("No whole article was found")[2].partition("</div>")[0]
    assert [href.partition("?")[0] for href in re.findall('href="([^"]+)"', notice)] == [
        "/explain",
        f"/clean/{site.url}/short",
        "/feeds",
    ]


def test_an_unexpected_fault_is_a_page_for_people(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: Context, template: str, **_values: object) -> str:
        if not is_all_broken and template == "error.html":
            return "<h1>A page for people</h1>"
        raise ZeroDivisionError

    monkeypatch.setattr(Context, "render", broken)
    is_all_broken = False
    page = client.get("/", headers=PEOPLE)
    assert (page.status_code, page.text) == (500, "<h1>A page for people</h1>")
    is_all_broken = True
    page = client.get("/", headers=PEOPLE)
    assert (page.status_code, page.json()["tamis"]["error"]["code"]) == (500, "unexpected_error")


def test_an_error_keeps_what_was_typed(client: TestClient) -> None:
    words = 'no "such" <b>words</b>'
    page = client.get("/read", params={"url": words}, headers=PEOPLE)
    assert page.status_code == 400
    assert "That is not a web address" in page.text
    assert 'value="no &#34;such&#34; &lt;b&gt;words&lt;/b&gt;"' in page.text
    assert '<form action="/read" method="get"' in page.text
    sent = {"do": "tag", "words": "x" * 200, "back": "/library"}
    page = client.post("/library/999", data=sent, headers=PEOPLE)
    assert page.status_code == 404
    assert f"{'x' * 200}</textarea>" in page.text
    assert '<input type="hidden" name="do" value="tag">' in page.text
    page = client.post("/read", data={"url": "nothing"}, files={"file": ("", b"")}, headers=PEOPLE)
    assert 'name="url" type="text" value="nothing"' in page.text
    assert "Try again" not in client.get("/nothing?x=1", headers=PEOPLE).text
    many = {"words": "y" * 150_000}
    assert "yyyy" not in client.post("/library/999", data=many, headers=PEOPLE).text
