"""HTTP responses out of archives."""

from __future__ import annotations

import gzip
import zlib

import pyarrow as pa

from tamis import Rights
from tamis.batch.http_message import dechunked, parse_response, unpacked

from .making import response


def test_status_headers_and_body() -> None:
    found = parse_response(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nX: a\r\n\r\n<p>no</p>")
    assert found is not None
    assert (found.status, found.content_type, found.body) == (404, "text/html", b"<p>no</p>")


def test_lenient_line_ends_and_missing_status_text() -> None:
    found = parse_response(b"HTTP/1.1 200\nContent-Type: text/html\n\n<p>yes</p>")
    assert found is not None
    assert (found.status, found.body) == (200, b"<p>yes</p>")


def test_a_response_without_headers_or_body() -> None:
    found = parse_response(b"HTTP/1.0 204 No Content\r\n\r\n")
    assert found is not None
    assert (found.headers, found.body) == ({}, b"")


def test_what_is_no_response() -> None:
    assert parse_response(b"<html>") is None
    assert parse_response(b"") is None


def test_chunks_are_joined() -> None:
    assert dechunked(b"5\r\nHello\r\n6;x=1\r\n world\r\n0\r\n\r\n") == b"Hello world"


def test_a_body_that_is_not_chunked_though_its_header_says_so_stays() -> None:
    found = parse_response(response(b"<p>plain</p>", headers="Transfer-Encoding: chunked"))
    assert found is not None
    assert found.body == b"<p>plain</p>"


def test_chunks_that_break_off_count_as_far_as_they_go() -> None:
    assert dechunked(b"5\r\nHello\r\nff\r\n wor") == b"Hello wor"


def test_a_chunked_body_may_be_empty_but_text_that_begins_with_a_zero_is_none() -> None:
    assert dechunked(b"0\r\n\r\n") == b""
    assert dechunked(b"0\nBattery is low") == b"0\nBattery is low"


def test_content_codings_are_undone() -> None:
    page = b"<p>page</p>" * 50
    assert unpacked(gzip.compress(page), "gzip") == page
    assert unpacked(zlib.compress(page), "deflate") == page
    assert unpacked(zlib.compress(page)[2:-4], "deflate") == page
    for codec, name in (("brotli", "br"), ("zstd", "zstd")):
        assert unpacked(pa.compress(page, codec, asbytes=True), name) == page
    assert unpacked(gzip.compress(zlib.compress(page)), "deflate, gzip") == page


def test_a_body_that_was_unpacked_already_stays() -> None:
    for coding in ("gzip", "deflate", "br", "identity", "unheard-of"):
        assert unpacked(b"<p>page</p>", coding) == b"<p>page</p>"


def test_of_a_body_that_breaks_off_the_beginning_is_kept() -> None:
    page = bytes(range(256)) * 400
    assert page.startswith(unpacked(gzip.compress(page)[:-50], "gzip")[:100])


def test_the_rights_that_headers_declare_are_read_from_all_of_them() -> None:
    head = "Content-Type: text/html\r\nX-Robots-Tag: noai\r\nx-robots-tag: googlebot: noindex\r\ntdm-reservation: 1"
    response = parse_response(f"HTTP/1.1 200 OK\r\n{head}\r\n\r\n<p>x".encode())
    assert response is not None
    assert response.rights == Rights(True, None, ("noai", "googlebot: noindex"))
    plain = parse_response(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x")
    assert plain is not None
    assert plain.rights is None
