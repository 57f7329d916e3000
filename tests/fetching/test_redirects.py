from __future__ import annotations

import pytest

from tamis.errors import BadResponse, BadUrl, RedirectLoop
from tamis.io.fetching import Fetcher, FetchSettings, Redirect

from .local_site import LOOPBACK, PAGE, Exchange, LocalSite, answer, redirect


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_redirects_are_followed_and_recorded(status: str, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/old"] = redirect("/new?a=1#part", status)
    site.routes["/new?a=1"] = answer()
    response = fetcher.get(site.url("/old"))
    assert response.body == PAGE
    assert response.url == site.url("/old")
    assert response.final_url == site.url("/new?a=1")
    assert response.redirects == (Redirect(int(status[:3]), site.url("/old"), site.url("/new?a=1")),)


def test_a_redirect_from_https_to_http_is_marked() -> None:
    assert Redirect(302, "https://a.test/", "http://a.test/").downgrade
    assert not Redirect(302, "http://a.test/", "https://a.test/").downgrade


def test_a_circle_is_a_loop(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/a"] = redirect("/b")
    site.routes["/b"] = redirect("/a")
    with pytest.raises(RedirectLoop, match="in a circle"):
        fetcher.get(site.url("/a"))
    assert site.paths == ["/a", "/b"]


def test_redirects_without_end_stop_at_the_limit(site: LocalSite) -> None:
    for number in range(9):
        site.routes[f"/{number}"] = redirect(f"/{number + 1}")
    with pytest.raises(RedirectLoop, match="more than 3 redirects"):
        Fetcher(FetchSettings(allow_private=True, max_redirects=3)).get(site.url("/0"))
    assert site.paths == ["/0", "/1", "/2", "/3"]


def test_redirects_can_be_forbidden(site: LocalSite) -> None:
    site.routes["/"] = redirect("/next")
    with pytest.raises(RedirectLoop, match="more than 0 redirects"):
        Fetcher(FetchSettings(allow_private=True, max_redirects=0)).get(site.url())


def test_a_consent_page_that_sets_a_cookie_and_sends_back_is_no_loop(site: LocalSite, fetcher: Fetcher) -> None:
    def story(exchange: Exchange) -> None:
        agreed = "consent=yes" in exchange.request.headers.get("cookie", "")
        (answer() if agreed else redirect("/consent"))(exchange)

    site.routes["/story"] = story
    site.routes["/consent"] = redirect("/story", headers=["Set-Cookie: consent=yes; Path=/"])
    assert fetcher.get(site.url("/story")).body == PAGE
    assert site.paths == ["/story", "/consent", "/story"]


def test_cookies_do_not_outlive_the_visit(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(headers=["Set-Cookie: visitor=1"])
    fetcher.get(site.url())
    fetcher.get(site.url())
    assert all("cookie" not in request.headers for request in site.requests)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://a.test/", "javascript:alert(1)", "data:text/html,x"])
def test_a_redirect_away_from_the_web_is_refused(target: str, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect(target)
    with pytest.raises((BadUrl, BadResponse)):
        fetcher.get(site.url())


def test_a_redirect_with_credentials_is_refused(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect(f"http://user:secret@{LOOPBACK}/")
    with pytest.raises(BadUrl) as caught:
        fetcher.get(site.url())
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("location", ["http://[broken/", "http://a:b:c/", "//"])
def test_a_redirect_to_nonsense_is_an_error_of_ours(location: str, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect(location)
    with pytest.raises((BadUrl, BadResponse, RedirectLoop)):
        fetcher.get(site.url())


def test_a_redirect_to_nowhere_is_a_bad_response(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(b"", "302 Found")
    with pytest.raises(BadResponse, match="without saying where to"):
        fetcher.get(site.url())


def test_a_refresh_in_the_page_or_its_header_is_not_followed(site: LocalSite, fetcher: Fetcher) -> None:
    page = b'<html><meta http-equiv="refresh" content="0; url=/next">'
    site.routes["/"] = answer(page, headers=["Refresh: 0; url=/next"])
    assert fetcher.get(site.url()).body == page
    assert site.paths == ["/"]


def test_extra_headers_are_not_sent_to_other_hosts(site: LocalSite) -> None:
    with LocalSite() as other:
        site.routes["/"] = redirect("/here", headers=["Set-Cookie: a=1"])
        site.routes["/here"] = redirect(other.url("/there"))
        other.routes["/there"] = answer()
        headers = (("Authorization", "Bearer secret"), ("Cookie", "mine=1"))
        Fetcher(FetchSettings(allow_private=True, headers=headers)).get(site.url())
        assert [request.headers.get("authorization") for request in site.requests] == ["Bearer secret"] * 2
        assert [request.headers.get("cookie") for request in site.requests] == ["mine=1", "a=1; mine=1"]
        assert "authorization" not in other.requests[0].headers
        assert "mine" not in other.requests[0].headers.get("cookie", "")
