"""Notes that are known by a raised sign or letter, and by the one block below that begins with it."""

from __future__ import annotations

import pytest

import tamis

WORDS = "<p>The fees of the harbor went up again, and nobody on the quay was asked what to do about it.</p>"


def markdown(text: str, below: str, strategy: str = "all") -> str:
    page = f"<article><h1>Fees</h1>{WORDS}{text}{WORDS}{below}</article>"
    return tamis.extract(page, None, tamis.Settings(strategy=strategy)).to_markdown()


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ("<sup>*</sup>", "<sup>*</sup> Without the tax."),
        ("<sup>*</sup>", "*Without the tax."),
        ("<sup>**</sup>", "** Without the tax."),
        ("<sup>†</sup>", "<em>† Without the tax.</em>"),
        ("<sup>§</sup>", "<small><sup>§</sup>Without the tax.</small>"),
        ("<sup>a</sup>", "<sup>a</sup> Without the tax."),
        ("<sup>[a]</sup>", "[a] Without the tax."),
    ],
)
def test_a_raised_mark_refers_to_the_block_that_begins_with_it(mark: str, note: str) -> None:
    made = markdown(f"<p>The day costs twelve{mark} euros.</p>", f"<p>{note}</p>")
    assert "costs twelve[^1] euros." in made
    assert "[^1]: " in made
    assert made.rstrip().strip("_*").endswith("Without the tax.")


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("<p>Bring this<sup>*</sup> with you.</p>", "<p>* rope</p><p>* fender</p>"),
        ("<p>From twelve<sup>*</sup> euros.</p>", "<p>No note is here.</p>"),
        ("<p>As fast as a<sup>b</sup> grows.</p>", "<p><sup>b</sup> is no note without a.</p>"),
        ("<p>The area of a<sup>a</sup> is known.</p>", "<p>a word begins this.</p>"),
        ("<p>From twelve euros.</p>", "<p><sup>*</sup> Nothing calls this.</p>"),
    ],
)
def test_other_raised_signs_and_letters_are_no_notes(text: str, below: str) -> None:
    assert "[^" not in markdown(text, below)


def test_a_mark_above_its_note_refers_to_it_and_one_below_does_not() -> None:
    made = markdown(
        "<p>The day<sup>†</sup> and the year<sup>†</sup>.</p>", "<p>† In euros.</p><p>Again<sup>†</sup>.</p>"
    )
    assert "The day[^1] and the year[^1]." in made
    assert made.count("[^1]") == 3


def test_a_cell_refers_to_a_note_below_the_table() -> None:
    table = "<table><tr><th>Boat<th>Fee<sup>*</sup><tr><td>Sloop<td>12<tr><td>Cutter<td>19<sup>†</sup></table>"
    made = markdown(table, "<p>* In euros.</p><p>† In winter.</p>")
    assert "Fee[^1]" in made
    assert "19[^2]" in made
    assert "[^2]: In winter." in made


def test_a_note_that_the_strategy_drops_is_kept_because_the_article_refers_to_it() -> None:
    below = '<div class="related"><a href="/x">Other fees of the harbor</a></div><div><p>* In winter.</p></div>'
    page = f"<body><article>{WORDS * 3}<p>The day costs twelve<sup>*</sup> euros.</p>{WORDS}</article>{below}</body>"
    assert "[^1]: In winter." in tamis.extract(page).to_markdown()
