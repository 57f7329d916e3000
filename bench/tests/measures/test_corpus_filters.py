"""Filters of corpora, as their papers state them, and what survives them."""

from __future__ import annotations

import pytest

from tamis_bench.corpus_filters import STOP_WORDS, c4, fineweb, gopher
from tamis_bench.datasets import Sample, Truth
from tamis_bench.survival import OWN, UNION, measure_page, tables

WORDS = "harbor boats salt council price market tide captain letter winter street paper".split()
LINES = [
    "The harbor was dry until noon, and nobody on the quay minded.",
    "A captain from Lisbon asked for the price of salt twice.",
    "Nobody would tell him, because prices had to be set by the council.",
    "That evening seven boats came in with herring under their decks.",
    "Most of it went to the smokehouse behind the old customs hall.",
    "Children carried buckets through the rain until their hands were blue.",
    "In winter, letters from abroad took five weeks or longer.",
    "One arrived with a seal that no clerk could read.",
    "It was opened anyway, and its contents are still disputed.",
    "Historians have argued about this page for a century.",
]
PROSE = "\n".join(LINES)


def test_plain_prose_passes_all_filters() -> None:
    assert (gopher(PROSE), c4(PROSE), fineweb(PROSE)) == (True, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES[:3]),  # under 50 words
        " ".join(word for word in PROSE.split() if word.lower() not in STOP_WORDS) * 2,
        "\n".join(f"• {line}" for line in LINES),
        "\n".join(f"{line}.." for line in LINES),
        PROSE + " #" * 60,
        "\n".join(LINES * 2),
        " ".join(str(number) for number in range(300)) + " the of",
        "",
    ],
)
def test_gopher_drops(text: str) -> None:
    assert not gopher(text)


@pytest.mark.parametrize(
    "text", [PROSE + " {", PROSE + "\nLorem ipsum dolor sit amet.", PROSE.replace(".", ""), LINES[0], ""]
)
def test_c4_drops(text: str) -> None:
    assert not c4(text)


def test_c4_counts_only_the_lines_that_it_keeps() -> None:
    assert not c4("\n".join([*LINES[:4], "Enable JavaScript to go on.", "No mark at the end", "Two words."]))
    assert c4("\n".join([*LINES[:5], "Enable JavaScript to go on.", "No mark at the end", "Two words."]))


@pytest.mark.parametrize("text", [PROSE.replace(".", ""), "\n".join(WORDS * 3), "\n".join([*LINES, *LINES[:3]]), ""])
def test_fineweb_drops(text: str) -> None:
    assert not fineweb(text)


def test_the_union_has_what_any_view_has() -> None:
    html = f"<h1>Prices</h1>{''.join(f'<p>{line}</p>' for line in LINES)}"
    page = measure_page(Sample("a", "1", None, html, Truth(), language="en"), (), 30.0)
    assert page.words[OWN]["all"] == page.words[OWN]["text"] > 0
    views = [words for name, words in page.words.items() if name != UNION]
    assert page.words[UNION] == {name: max(view[name] for view in views) for name in views[0]}
    assert [table.title for table in tables([page])] == ["Survival of a", "Price of views"]
