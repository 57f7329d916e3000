from __future__ import annotations

import pytest

from tamis.io.fetching.content import charset_of, is_html, looks_like_html, media_type_of


@pytest.mark.parametrize(
    ("header", "media_type", "charset"),
    [
        (None, None, None),
        ("", None, None),
        ("text/html", "text/html", None),
        ("Text/HTML; Charset=UTF-8", "text/html", "utf-8"),
        ('text/html;charset="ISO-8859-1"', "text/html", "iso-8859-1"),
        ("text/html; charset='koi8-r'", "text/html", "koi8-r"),
        ("text/html; x=1; charset = gb2312 ; y=2", "text/html", "gb2312"),
        ("text/html; charset=", "text/html", None),
        ('text/html; charset=""', "text/html", None),
    ],
)
def test_a_content_type_is_taken_apart(header: str | None, media_type: str | None, charset: str | None) -> None:
    assert (media_type_of(header), charset_of(header)) == (media_type, charset)


def test_the_declared_type_settles_it_where_it_can() -> None:
    assert is_html("text/html") is True
    assert is_html("application/xhtml+xml") is True
    assert is_html("application/pdf") is False
    assert is_html("image/png") is False
    assert is_html("application/json") is False
    assert is_html(None) is None
    assert is_html("text/plain") is None
    assert is_html("text/xml") is None


@pytest.mark.parametrize(
    "head",
    [
        b"<!DOCTYPE html><html>",
        b"\xef\xbb\xbf \n <HTML lang=en>",
        b"<!-- a comment --> <html>",
        b"<!-- a comment that is longer than what is looked at " + b"x" * 2000,
        b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>',
        b"<p>Just a paragraph",
        b"<body class=a>",
        "\ufeff<html>".encode("utf-16-le"),
        "\ufeff<!doctype html>".encode("utf-16-be"),
    ],
)
def test_html_is_known_by_its_first_bytes(head: bytes) -> None:
    assert looks_like_html(head, None)


@pytest.mark.parametrize(
    "head", [b"%PDF-1.7", b"\x89PNG\r\n", b"GIF89a", b'{"a": 1}', b"Dear reader,", b"", b"<rss>", b"<pre-x>"]
)
def test_other_things_are_not_taken_for_html(head: bytes) -> None:
    assert not looks_like_html(head, None)


def test_xml_is_html_only_by_its_root() -> None:
    assert looks_like_html(b'<?xml version="1.0"?><html xmlns="x">', "text/xml")
    assert not looks_like_html(b"<?xml version='1.0'?><a><html/></a>", "application/xml")
    assert not looks_like_html(b"<rss version='2.0'><html/>", "text/xml")
