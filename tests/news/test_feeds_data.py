"""All feeds of the data set: no exception, and no fewer entries than feedparser gives."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from tamis.news import parse_feed

pytestmark = pytest.mark.data
FOLDER = Path(os.environ.get("TAMIS_DATA", "")) / "feeds"
FILES = (
    sorted(path for path in FOLDER.rglob("*") if path.suffix in (".xml", ".json")) if "TAMIS_DATA" in os.environ else []
)


@pytest.mark.skipif(not FILES, reason="TAMIS_DATA names no folder with feeds")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_feed_is_read_with_at_least_the_entries_that_feedparser_finds() -> None:
    import feedparser

    fewer, with_entries = [], [0, 0]
    for path in FILES:
        data = path.read_bytes()
        ours = len(parse_feed(data, "https://example.org/feed").entries)
        theirs = len(feedparser.parse(io.BytesIO(data)).entries)
        with_entries = [with_entries[0] + (ours > 0), with_entries[1] + (theirs > 0)]
        fewer += [path.name] if ours < theirs else []
    print(f"{len(FILES)} files, with entries: tamis {with_entries[0]}, feedparser {with_entries[1]}")
    assert fewer == []
