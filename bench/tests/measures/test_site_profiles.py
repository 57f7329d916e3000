"""`tamis bench site-profiles`: pages by site, each with a profile of the others."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

from tamis.settings.extraction import Settings
from tamis_bench.datasets import read_index
from tamis_bench.site_profiles import measure, sites_of, table

if TYPE_CHECKING:
    from pathlib import Path


def text(number: int) -> str:
    return f"On day {number} the ferry left the harbour late and came back with {number} passengers fewer. " * 4


def made(folder: Path) -> Path:
    """Four pages of one site, the last without a truth, and one of another."""
    own = folder / "set"
    own.mkdir()
    rows = []
    for number in range(5):
        host = "www.other.example" if number == 4 else f"{'www.' if number % 2 else ''}coast.example"
        html = f"<title>Ferry {number}</title><article><h1>Ferry {number}</h1><p>{text(number)}</p></article>"
        (own / f"{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        truth = {"text": text(number)} if number != 3 else {}
        rows.append({"id": str(number), "url": f"https://{host}/{number}", "html": f"{number}.html.gz", "truth": truth})
    (own / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def test_pages_are_scored_with_what_the_others_of_their_site_teach(tmp_path: Path) -> None:
    sites = sites_of(read_index(made(tmp_path), "set"))
    assert [(site.name, len(site.entries)) for site in sites] == [("coast.example", 4)]
    pages = measure(sites, Settings(), oracle=True)
    assert [page.id for page in pages] == ["0", "1", "2"]
    assert all(page.alone > 0.9 and page.profiled > 0.9 and page.profile_bytes < 3000 for page in pages)
    (row,) = table(pages).rows
    assert row[:4] == ("set", "4 and more", 3, 1)
    assert isinstance(row[-1], float)
    assert row[-1] > 0.9
    assert "by the truth" not in table(measure(sites, Settings())).columns
