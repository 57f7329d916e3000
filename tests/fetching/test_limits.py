"""Slow, huge and broken answers."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadResponse, ConnectionFailed, ResponseTooLarge, TooSlow
from tamis.io.fetching import Fetcher, FetchSettings

from .local_site import PAGE, Exchange, LocalSite, answer, redirect

if TYPE_CHECKING:
    from collections.abc import Callable

    from .local_site import Handler

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
DRIP = 0.05


def dripping(start: bytes, drop: bytes) -> Handler:
    def drip(exchange: Exchange) -> None:
        exchange.send(start)
        while not exchange.pause(DRIP):
            exchange.send(drop)

    return drip


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (HEAD + b"Content-Length: 1000000\r\n\r\n", b"x"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (HEAD + b"\r\n", b"x"),
        (HEAD + b"X-Long: ", b"x"),
        (HEAD, b"X-More: 1\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\n", b""),
        (b"", b""),
    ],
    ids=["body", "chunks", "endless", "header", "headers", "hints", "silence after a line", "silence"],
)
def test_a_server_that_drips_or_waits_is_too_slow(
    start: bytes, drop: bytes, site: LocalSite, hasty: Callable[..., Fetcher]
) -> None:
    site.routes["/"] = dripping(start, drop)
    with pytest.raises(TooSlow, match="--timeout"):
        hasty().get(site.url())


def test_the_time_is_for_all_redirects_together(site: LocalSite, hasty: Callable[..., Fetcher]) -> None:
    def slow_step(exchange: Exchange) -> None:
        exchange.pause(0.15)
        redirect(f"{exchange.request.path}x")(exchange)

    for step in range(6):
        site.routes["/" + "x" * step] = slow_step
    with pytest.raises(TooSlow):
        hasty().get(site.url())


def small(limit: int = 5_000, packed: int = 5_000) -> Fetcher:
    return Fetcher(FetchSettings(allow_private=True, max_bytes=limit, max_compressed_bytes=packed))


def test_a_gzip_bomb_is_too_large(site: LocalSite) -> None:
    bomb = gzip.compress(b"<html>" + bytes(1_000_000))
    assert len(bomb) < 5_000
    site.routes["/"] = answer(bomb, headers=["Content-Encoding: gzip"])
    with pytest.raises(ResponseTooLarge, match=r"5,000 bytes decompressed.*--max-bytes"):
        small().get(site.url())


def test_a_declared_size_over_the_limit_is_refused_before_the_body(site: LocalSite) -> None:
    site.routes["/"] = answer(b"", length=10_000)  # Nothing follows, so a reader would fail in another way.
    with pytest.raises(ResponseTooLarge, match="5,000 bytes"):
        small().get(site.url())
    with pytest.raises(ResponseTooLarge, match="as sent"):
        small(limit=1_000_000).get(site.url())


@pytest.mark.parametrize(
    "framing",
    [
        (b"\r\n", b"x" * 1000),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"3e8\r\n" + b"x" * 1000 + b"\r\n"),
    ],
    ids=["until it closes", "chunked"],
)
def test_an_endless_body_stops_at_the_limit(framing: tuple[bytes, bytes], site: LocalSite) -> None:
    end_of_head, part = framing

    def endless(exchange: Exchange) -> None:
        exchange.send(HEAD + end_of_head)
        while not exchange.pause(0):
            exchange.send(part)

    site.routes["/"] = endless
    with pytest.raises(ResponseTooLarge):
        small().get(site.url())


def test_endless_headers_are_a_bad_response(site: LocalSite, fetcher: Fetcher) -> None:
    def endless(exchange: Exchange) -> None:
        exchange.send(HEAD)
        while not exchange.pause(0):
            exchange.send(b"X-More: " + b"x" * 1000 + b"\r\n")

    site.routes["/"] = endless
    with pytest.raises(BadResponse):
        fetcher.get(site.url())


def test_packed_pages_are_asked_for_and_unpacked(site: LocalSite, fetcher: Fetcher) -> None:
    engine = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    raw = engine.compress(PAGE) + engine.flush()
    site.routes["/gzip"] = answer(gzip.compress(PAGE), headers=["Content-Encoding: gzip"])
    site.routes["/zlib"] = answer(zlib.compress(PAGE), headers=["Content-Encoding: deflate"])
    site.routes["/raw"] = answer(raw, headers=["Content-Encoding: deflate"])
    site.routes["/twice"] = answer(gzip.compress(gzip.compress(PAGE)), headers=["Content-Encoding: gzip, gzip"])
    for path in ("/gzip", "/zlib", "/raw", "/twice"):
        assert fetcher.get(site.url(path)).body == PAGE
    assert {request.headers["accept-encoding"] for request in site.requests} == {"gzip, deflate"}


@pytest.mark.parametrize(
    ("body", "coding", "words"),
    [
        (gzip.compress(PAGE)[:-4], "gzip", "ends in the middle"),
        (PAGE, "gzip", "gzip body is broken"),
        (PAGE, "br", "packed as 'br'"),
        (PAGE, "gzip, gzip, gzip", "3 times"),
    ],
    ids=["truncated", "not packed", "brotli", "three layers"],
)
def test_a_body_that_cannot_be_unpacked_is_a_bad_response(
    body: bytes, coding: str, words: str, site: LocalSite, fetcher: Fetcher
) -> None:
    site.routes["/"] = answer(body, headers=[f"Content-Encoding: {coding}"])
    with pytest.raises(BadResponse, match=words):
        fetcher.get(site.url())


def test_a_body_shorter_than_declared_is_a_bad_response(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(PAGE, length=len(PAGE) + 1)
    with pytest.raises(BadResponse, match="without sending complete"):
        fetcher.get(site.url())


def test_a_chunked_body_without_its_end_is_a_bad_response(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = lambda exchange: exchange.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n<html")
    with pytest.raises(BadResponse):
        fetcher.get(site.url())


def test_a_connection_reset_midway_is_a_failed_connection(site: LocalSite, fetcher: Fetcher) -> None:
    def reset(exchange: Exchange) -> None:
        answer(PAGE, length=100_000)(exchange)
        exchange.pause(0.05)
        exchange.reset()

    site.routes["/"] = reset
    with pytest.raises(ConnectionFailed, match="connection broke"):
        fetcher.get(site.url())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"\x00\xff\x00\xff\r\n\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nBad Header\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_an_answer_that_is_not_http_is_a_bad_response(data: bytes, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = lambda exchange: exchange.send(data)
    with pytest.raises(BadResponse, match="try again"):
        fetcher.get(site.url())
