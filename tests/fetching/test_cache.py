from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings, BadStatus
from tamis.io.fetching import Fetcher, FetchSettings, Response
from tamis.io.fetching.cache import PageCache

from .local_site import PAGE, Exchange, LocalSite, answer, redirect

if TYPE_CHECKING:
    from pathlib import Path

    from .local_site import Handler

ETAG = '"v1"'
DATE = "Wed, 21 Oct 2015 07:28:00 GMT"


def versioned(*headers: str, body: bytes = PAGE) -> Handler:
    """Answers 304 to whoever has this version."""

    def handle(exchange: Exchange) -> None:
        asked = exchange.request.headers
        if asked.get("if-none-match") == ETAG or asked.get("if-modified-since") == DATE:
            answer(b"", "304 Not Modified", None, length=None)(exchange)
        else:
            answer(body, headers=headers)(exchange)

    return handle


@pytest.fixture
def caching(tmp_path: Path) -> Fetcher:
    return Fetcher(FetchSettings(allow_private=True, cache=tmp_path / "cache"))


@pytest.mark.parametrize("validator", [f"ETag: {ETAG}", f"Last-Modified: {DATE}"])
def test_an_unchanged_page_comes_from_the_cache(validator: str, site: LocalSite, caching: Fetcher) -> None:
    site.routes["/"] = versioned(validator)
    first, second = caching.get(site.url()), caching.get(site.url())
    assert not first.from_cache
    assert second.from_cache
    assert (second.body, second.content_type, second.fetched) == (
        first.body,
        first.content_type,
        first.fetched,
    )
    assert second.status == 200


def test_a_changed_page_replaces_the_kept_one(site: LocalSite, caching: Fetcher) -> None:
    site.routes["/"] = answer(headers=["ETag: old"])
    caching.get(site.url())
    site.routes["/"] = versioned(f"ETag: {ETAG}", body=b"<html>new")
    assert caching.get(site.url()).body == b"<html>new"
    assert caching.get(site.url()).from_cache
    assert site.requests[1].headers["if-none-match"] == "old"


def test_a_page_behind_a_redirect_is_kept_under_its_own_url(site: LocalSite, caching: Fetcher) -> None:
    site.routes["/"] = redirect("/story")
    site.routes["/story"] = versioned(f"ETag: {ETAG}")
    caching.get(site.url())
    response = caching.get(site.url())
    assert response.from_cache
    assert response.url == site.url()
    assert response.final_url == site.url("/story")
    assert len(response.redirects) == 1
    assert "if-none-match" not in site.requests[2].headers


@pytest.mark.parametrize(
    "headers",
    [
        (f"ETag: {ETAG}", "Cache-Control: private, no-store"),
        (f"ETag: {ETAG}", "Vary: *"),
        (),
        ("ETag: \xe9",),
    ],
    ids=["no-store", "vary", "no validator", "strange validator"],
)
def test_what_must_not_or_cannot_be_checked_again_is_not_kept(
    headers: tuple[str, ...], site: LocalSite, caching: Fetcher, tmp_path: Path
) -> None:
    site.routes["/"] = versioned(*headers)
    assert not caching.get(site.url()).from_cache
    assert not caching.get(site.url()).from_cache
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_page_that_may_no_longer_be_kept_is_forgotten(site: LocalSite, caching: Fetcher, tmp_path: Path) -> None:
    site.routes["/"] = answer(headers=["ETag: old"])
    caching.get(site.url())
    site.routes["/"] = answer(headers=["ETag: old", "Cache-Control: no-store"])
    caching.get(site.url())
    assert list((tmp_path / "cache").iterdir()) == []


def test_errors_are_not_kept_and_do_not_harm_what_is(site: LocalSite, caching: Fetcher) -> None:
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    caching.get(site.url())
    site.routes["/"] = answer(status="500 Broken")
    with pytest.raises(BadStatus):
        caching.get(site.url())
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    assert caching.get(site.url()).from_cache


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"Hello", b"Hullo"),
        lambda data: data.replace(b"200", b"201"),
        lambda data: b"\xff" * 100,
    ],
    ids=["empty", "short", "half", "body", "metadata", "noise"],
)
def test_a_damaged_page_is_fetched_anew(damage: object, site: LocalSite, caching: Fetcher, tmp_path: Path) -> None:
    assert callable(damage)
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    caching.get(site.url())
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(damage(file.read_bytes()))
    response = caching.get(site.url())
    assert not response.from_cache
    assert response.body == PAGE
    assert "if-none-match" not in site.requests[1].headers
    assert caching.get(site.url()).from_cache


def test_a_kept_page_over_the_limit_is_not_used(site: LocalSite, caching: Fetcher, tmp_path: Path) -> None:
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    response = caching.get(site.url())
    cache = PageCache(tmp_path / "cache")
    assert cache.load(site.url(), len(PAGE)) == replace(response, headers=())
    assert cache.load(site.url(), len(PAGE) - 1) is None


def test_pages_asked_for_in_other_languages_are_kept_apart(site: LocalSite, tmp_path: Path) -> None:
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    for languages in [("de",), ("fr",)]:
        settings = FetchSettings(allow_private=True, cache=tmp_path, languages=languages)
        assert not Fetcher(settings).get(site.url()).from_cache


def test_many_at_once_see_whole_pages_only(tmp_path: Path) -> None:
    bodies = [bytes([number]) * 200_000 for number in range(4)]

    def write_and_read(number: int) -> Response | None:
        cache = PageCache(tmp_path)
        cache.save(Response("http://a.test/", "http://a.test/", 200, bodies[number % 4], etag="x"))
        return cache.load("http://a.test/", 1_000_000)

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(write_and_read, range(40)))
    assert all(response is not None and response.body in bodies for response in seen)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_cache_that_cannot_be_written_does_not_stop_the_page(
    site: LocalSite, caching: Fetcher, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site.routes["/"] = versioned(f"ETag: {ETAG}")
    (tmp_path / "cache").rmdir()
    assert caching.get(site.url()).body == PAGE
    assert "could not keep" in caplog.text


def test_a_cache_that_is_a_file_is_a_bad_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSettings, match="name a directory"):
        Fetcher(FetchSettings(cache=tmp_path / "file"))
