"""One key for all addresses of a page."""

from __future__ import annotations

import pytest

from tamis.text.clean_addresses import clean_url, page_key, page_keys


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("HTTPS://Example.org:443/a?utm_source=x&id=3#top", "https://example.org/a?id=3"),
        ("http://example.org", "http://example.org/"),
        ("http://example.org:8080/;jsessionid=12?x=1", "http://example.org:8080/?x=1"),
        ("https://example.org/a%2Fb/茶", "https://example.org/a%2Fb/%E8%8C%B6"),
        ("https://[::1]/x?fbclid=1", "https://[::1]/x"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_a_clean_address_has_no_tracking_parameters(url: str, clean: str) -> None:
    assert clean_url(url) == clean
    assert clean_url(clean) == clean


def test_scheme_and_slash_do_not_tell_pages_apart() -> None:
    assert page_key("http://example.org/a/") == page_key("https://example.org/a") == "example.org/a"
    assert page_key("ftp://example.org/a") is None


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
def test_the_canonical_address_comes_first_if_it_can_be_true(canonical: str | None, keys: tuple[str, ...]) -> None:
    assert page_keys("https://www.example.org/a?gclid=1", canonical) == keys
