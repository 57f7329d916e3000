from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.errors import BadUrl
from tamis.io.fetching.urls import web_url

if TYPE_CHECKING:
    from tamis.io.fetching import Fetcher


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "https://"),
        ("example.org/story", "put https:// in front"),
        ("ftp://example.org/", "ftp is not fetched"),
        ("file:///etc/passwd", "file is not fetched"),
        ("javascript:alert(1)", "javascript is not fetched"),
        ("http:///path", "missing or malformed"),
        ("http://a..b/", "missing or malformed"),
        ("http://.a/", "missing or malformed"),
        ("http://a b/", "missing or malformed"),
        ("http://a%00b/", "missing or malformed"),
        (f"http://{'a' * 64}.org/", "missing or malformed"),
        (f"http://{'a.' * 130}org/", "missing or malformed"),
        ("http://0177.0.0.1/", "cannot be read"),
        ("http://127。655360。0。1/", "cannot be read"),
        ("http://[::1/", "cannot be read"),
        ("http://[64:ff9b::%2f1]/", "missing or malformed"),
        ("http://[64:ff9b::%2f1\ufffd]/", "missing or malformed"),
        ("http://example.org:99999/", "port 99999"),
        ("http://example.org:25/", "port 25 is not for the web"),
        ("http://example.org/\x00", "cannot be read"),
    ],
)
def test_a_url_that_is_no_web_url_is_refused_with_advice(url: str, words: str, guarded: Fetcher) -> None:
    with pytest.raises(BadUrl, match=words):
        guarded.get(url)


def test_credentials_are_refused_and_not_repeated(guarded: Fetcher) -> None:
    with pytest.raises(BadUrl, match="user name or password") as caught:
        guarded.get("https://user:secret@example.org/")
    assert "secret" not in str(caught.value)
    assert caught.value.url == "https://example.org/"


def test_the_fragment_and_outer_spaces_are_left_out() -> None:
    assert str(web_url(" https://example.org/a?b#c\n")) == "https://example.org/a?b"


def test_international_names_and_paths_are_encoded() -> None:
    assert str(web_url("https://bücher.example/Straße")) == "https://xn--bcher-kva.example/Stra%C3%9Fe"


@settings(max_examples=50, deadline=None)
@given(st.text())
def test_any_text_is_a_url_or_a_bad_url(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.org/{text}"):
        with contextlib.suppress(BadUrl):
            assert web_url(url).scheme in {"http", "https"}
