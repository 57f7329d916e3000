"""URLs made absolute."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.text.urls.safety import resolve

BASES = [
    "https://tide.example/news/today.html?a=b#c",
    "http://tide.example",
    "HTTP://Tide.Example:8080/",
    "file:///x/y",
]
pieces = st.lists(
    st.sampled_from(["/", ".", "..", "a", "b-c", "?", "#", ";", "=", "%20", ":", "@", "é", "[", "&"]), max_size=12
)


@given(pieces.map("".join), st.sampled_from(BASES))
@settings(max_examples=500)
def test_a_path_is_joined_to_its_base_as_the_standard_says(path: str, base: str) -> None:
    try:
        joined = urljoin(base, f"/{path}")
    except ValueError:
        assert resolve(f"/{path}", base) is None
    else:
        assert resolve(f"/{path}", base) == joined


@pytest.mark.parametrize(
    ("url", "absolute"),
    [
        ("/a/b?c=d#e", "https://tide.example/a/b?c=d#e"),
        ("/", "https://tide.example/"),
        ("b.html", "https://tide.example/news/b.html"),
        ("../b.html", "https://tide.example/b.html"),
        ("//other.example/b", "https://other.example/b"),
        ("https://other.example/a b\t", "https://other.example/a%20b"),
        ("https://other.example/a\nb", "https://other.example/ab"),
        ("https://other.example\\@tide.example/b", "https://other.example/@tide.example/b"),
        ("\\\\other.example\\b?c\\d", "https://other.example/b?c\\d"),
        ("mailto:jane\\@tide.example", "mailto:jane\\@tide.example"),
        ("mailto:jane@tide.example", "mailto:jane@tide.example"),
        ("javascript:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("//[x/", None),
        (" ", None),
        (None, None),
    ],
)
def test_a_url_becomes_absolute_if_it_is_safe(url: str | None, absolute: str | None) -> None:
    assert resolve(url, BASES[0]) == absolute


def test_without_a_base_a_relative_url_stays_as_it_is() -> None:
    assert resolve("/a/b", None) == "/a/b"
