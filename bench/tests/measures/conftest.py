"""A small folder of labelled pages, in the format of the real ones."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

BODY = (
    "The mill stands where the two streams meet, and has ground corn for three hundred years. "
    "Its wheel was mended last spring by volunteers of the village, who cut the oak themselves. "
    "On Sundays the miller opens the doors and shows children how flour is made."
)
PAGE = f"""<!doctype html><html lang="en-GB"><head><title>The old mill | Valley News</title>
<meta property="article:published_time" content="2024-05-02T23:30:00-05:00"></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<article><h1>The old mill</h1><p class="byline">By Ada Field</p><p>{BODY}</p></article>
<footer>Subscribe to our newsletter</footer></body></html>"""

TRUTH = {
    "text": BODY,
    "title": "The old mill",
    "author": "Ada Field",
    "date": "2024-05-02",
    "with": ["ground corn"],
    "without": ["Subscribe"],
}


def write_set(folder: Path, rows: list[dict[str, Any]], page: str | bytes = PAGE) -> Path:
    """A set with one gzipped page per row."""
    (folder / "html").mkdir(parents=True)
    for row in rows:
        row.setdefault("html", f"html/{row['id']}.html.gz")
        data = page.encode() if isinstance(page, str) else page
        (folder / row["html"]).write_bytes(gzip.compress(data))
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "pages.jsonl").write_text(lines, encoding="utf-8")
    return folder


def row(number: int, **fields: Any) -> dict[str, Any]:
    """A line of the index."""
    base = {"id": f"{number:04}", "url": f"https://valley.example/{number}", "truth": TRUTH}
    return base | fields


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two sets: three pages with page types, and one without text in the truth."""
    folder = tmp_path / "data"
    kinds = ("article", "article", "forum")
    write_set(folder / "wcxb-dev", [row(number, page_type=kind) for number, kind in enumerate(kinds, 1)])
    write_set(folder / "metadata", [row(1, truth={"title": "The old mill", "snippets_with": ["oak"]})])
    return folder
