"""Files are refused that are no web pages."""

from __future__ import annotations

import os

import pytest

from tamis.core.parse.encodings import other_type


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (b'{"id": 1, "text": "<p>hello</p>"}', "application/json"),
        (b"[1, 2]", "application/json"),
        (b'<?xml version="1.0"?><!-- made by --><rss version="2.0"><channel>', "a feed (RSS or Atom)"),
        (b'\xef\xbb\xbf<feed xmlns="http://www.w3.org/2005/Atom">', "a feed (RSS or Atom)"),
        (bytes(range(32)) * 20, "binary data"),
    ],
)
def test_other_things_are_named(data: bytes, name: str) -> None:
    assert other_type(data) == name


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"just text",
        b"<p>hello",
        b'<?xml version="1.0"?><html><body>',
        "<p>Grüße".encode("latin-1"),
        "<p>привет".encode("koi8-r"),
        "<p>日本語".encode("shift_jis"),
        "<p>hello</p>".encode("utf-16-le"),
        "\ufeff<p>日本語".encode("utf-16-be"),
        b"\x1b$B%Q%$%=%s\x1b(B <p>",  # ISO-2022-JP
    ],
)
def test_pages_in_any_encoding_may_be_pages(data: bytes) -> None:
    assert other_type(data) is None


def test_random_bytes_are_binary() -> None:
    assert other_type(os.urandom(4000)) is not None
