"""The list of hidden and innocent texts: tamis guards against the first without a browser, and keeps the others."""

from __future__ import annotations

from collections import Counter

import pytest

import tamis
from tamis_bench import hidden

CASES = {case.name: case for case in hidden.cases()}
NEEDS_BROWSER = {"grid-outside", "hidden-by-script", "imported-sheet", "sheet-of-another-file", "under-the-next-block"}
"""Texts that only a browser knows to be hidden."""


def fate(name: str, policy: str) -> str:
    written = tamis.extract(CASES[name].html(), hidden=policy).to_markdown(head=True)  # type: ignore[arg-type]
    return hidden.fate_of(written)


def test_the_list_has_at_least_forty_vectors_and_ten_innocents() -> None:
    counts = Counter(case.claim for case in CASES.values())
    assert counts[hidden.UNSEEN] >= 40
    assert counts[hidden.SEEN] + counts[hidden.HEARD] >= 10


@pytest.mark.parametrize("policy", ["guard", "mark"])
def test_hidden_text_is_left_out_or_flagged(policy: str) -> None:
    unseen = [name for name, case in CASES.items() if case.claim == hidden.UNSEEN]
    assert {name for name in unseen if fate(name, policy) == hidden.WRITTEN} == NEEDS_BROWSER


def test_innocent_text_is_kept() -> None:
    innocent = [name for name, case in CASES.items() if case.claim != hidden.UNSEEN]
    assert [name for name in innocent if fate(name, "guard") == hidden.LEFT_OUT] == []


def test_the_report_has_every_vector() -> None:
    """With the words that it hides, as far as markup tells."""
    for name, case in CASES.items():
        if case.claim == hidden.UNSEEN and name not in NEEDS_BROWSER and name != "zero-width-bits":
            texts = tamis.explain(case.html()).hidden_texts
            assert any(hidden.TEXT in found.text for found in texts), name


def test_the_fate_of_a_text_is_told_by_its_paragraph() -> None:
    assert hidden.fate_of("A story.") == hidden.LEFT_OUT
    assert hidden.fate_of(f"A story.\n\n{hidden.TEXT}") == hidden.WRITTEN
    assert hidden.fate_of(f"A story.\n\n\\[hidden: off screen\\] {hidden.TEXT}") == hidden.FLAGGED
    assert hidden.fate_of(f"[hidden: off screen] A story.\n\n{hidden.TEXT}") == hidden.WRITTEN
    assert hidden.fate_of("A story\U000e0041.") == hidden.WRITTEN


def test_the_table_counts_every_case_once() -> None:
    fates = hidden.measure(list(hidden.own_extractors()))
    total, each = hidden.summary(fates, [])
    assert len(each.rows) == len(CASES)
    assert [sum(value for value in row[1:] if isinstance(value, int)) for row in total.rows] == [len(CASES)] * 2
