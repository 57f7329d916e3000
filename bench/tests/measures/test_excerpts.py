"""The measure of excerpts counts what is broken, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from example_site import PAGES, page_bytes
from tamis.text import text_fragments
from tamis_bench import excerpts
from tamis_bench.samples import Sample, Truth

if TYPE_CHECKING:
    import pytest


def samples() -> list[Sample]:
    return [Sample("own", name, "https://a.example/", page_bytes(name).decode(), Truth()) for name in PAGES[:4]]


def test_promises_are_kept_on_the_example_site() -> None:
    pages = list(excerpts.measure(samples()))
    assert [page.broken for page in pages] == [[], [], [], []]
    assert sum(page.links for page in pages) > 4
    assert sum(page.repeated for page in pages) == 0
    assert [row[2] for row in excerpts.summary(pages).rows] == [0, 0, 0, 0, 0]


def test_links_of_few_words_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "<h1>Tides</h1>" + "".join(
        f"<h2>Day {n}</h2><p>The sea comes in and goes out, on day {n}.</p>" for n in range(9)
    )
    tides = [Sample("own", "tides", "https://a.example/", page, Truth())]
    assert sum(kept.repeated for kept in excerpts.measure(tides)) == 0
    monkeypatch.setattr(text_fragments.TextFragments, "_is_once", lambda *_: True)
    monkeypatch.setattr(text_fragments, "_WHOLE", 4)
    assert sum(kept.repeated for kept in excerpts.measure(tides)) > 4
