"""The cost of a feed, a list, a sitemap or an export grows with its size, whatever it is made of."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from growth.feeds import EXPORTS, FEEDS, LISTS, SITEMAPS
from growth.measuring import must_be_linear
from tamis.errors import TamisError
from tamis.library.reading_services import read_saved
from tamis.news import parse_feed, read_opml
from tamis.news.sitemaps import read_sitemap

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

SIZES = ((15_000, 60_000), (15_000, 60_000), (60_000, 240_000))
"""Bytes; again against noise of the machine, then larger, where a part that does not grow counts for less."""
READERS: dict[str, tuple[Callable[[bytes], object], dict[str, Callable[[int], bytes]]]] = {
    "feed": (parse_feed, FEEDS),
    "list": (read_opml, LISTS),
    "sitemap": (read_sitemap, SITEMAPS),
    "export": (lambda data: read_saved(data, "export"), EXPORTS),
}
CASES = [(reader, name) for reader, (_, documents) in READERS.items() for name in documents]


@pytest.mark.parametrize(("reader", "name"), CASES)
def test_the_cost_grows_with_the_document_and_no_faster(reader: str, name: str) -> None:
    read, documents = READERS[reader]

    def refuse_or_read(data: bytes) -> None:
        with suppress(TamisError):
            read(data)

    must_be_linear(refuse_or_read, documents[name], SIZES)
