"""Clean URLs, and one key for all URLs of a page."""

from __future__ import annotations

import pytest

from tamis.text.urls.cleaning import clean_url, page_keys


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("HTTPS://Example.org:443/a?utm_source=x&id=3#top", "https://example.org/a?id=3"),
        ("http://example.org", "http://example.org/"),
        ("http://example.org:8080/;jsessionid=12?x=1", "http://example.org:8080/?x=1"),
        ("https://example.org/a%2Fb/茶", "https://example.org/a%2Fb/%E8%8C%B6"),
        ("https://[::1]/x?fbclid=1", "https://[::1]/x"),
        ("https://example.org//other/[x", "https://example.org//other/%5Bx"),
        ("https://me@example.org/100%?q=5%", "https://example.org/100%25?q=5%25"),
    ],
)
def test_a_clea_url_has_no_tracking_parameters(url: str, clean: str) -> None:
    assert str(clean_url(url)) == clean
    assert str(clean_url(clean)) == clean


@pytest.mark.parametrize("url", ["mailto:a@example.org", "http://[bad", "ftp://example.org/a", "/a", ""])
def test_other_urls_have_no_clean_form(url: str) -> None:
    assert clean_url(url) is None


def test_scheme_slash_and_order_of_parameters_do_not_tell_pages_apart() -> None:
    assert page_keys("http://example.org/a/") == page_keys("https://example.org/a") == ("example.org/a",)
    assert page_keys("http://a.example/x?b=2&a=1") == page_keys("https://a.example/x?a=1&b=2")
    assert page_keys("https://a.example/x?a=1") != page_keys("https://a.example/x?a=2")


@pytest.mark.parametrize(
    ("canonical", "keys"),
    [
        ("https://example.org/b", ("example.org/b", "www.example.org/a")),
        ("https://www.example.org/a", ("www.example.org/a",)),
        ("https://www.example.org/", ("www.example.org/a",)),
        ("https://other.example/a", ("www.example.org/a",)),
        (None, ("www.example.org/a",)),
    ],
)
def test_the_canonical_url_comes_first_if_it_can_be_true(canonical: str | None, keys: tuple[str, ...]) -> None:
    assert page_keys("https://www.example.org/a?gclid=1", canonical) == keys
