"""Labels by agreement: whose blocks are counted, and what people said."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tamis.core.pipeline import prepare
from tamis.model import Page
from tamis_bench.datasets import Entry, Truth
from tamis_bench.learn.agreement import Votes, kept_by, wanted_by_agreement
from tamis_bench.learn.examples import of_document, read_examples

LONG = "The harbour master said on Tuesday that crane number {n} would be taken down, gale{n} or no gale{n}."
HTML = (
    "<html><body><h1>Cranes</h1>"
    + "".join(f"<p>{LONG.format(n=n) * 2}</p>" for n in range(8))
    + "<p>More news</p></body></html>"
)


def votes(entry: Entry, *others: str) -> Votes:
    document = prepare(Page(HTML)).document
    page = of_document(entry, document, np.zeros(len(document), dtype=np.bool_), 1.0, 1.0)
    assert page is not None
    return Votes(page, tuple(kept_by(page.texts, text) for text in others))


def entry(truth: Truth | None = None) -> Entry:
    return Entry("made", "1", None, Path("1.html"), truth or Truth(), None, None, None)


def test_a_short_block_counts_only_as_a_whole_line() -> None:
    assert kept_by(["More news"], "There is more news today\nfrom the lake").tolist() == [False]
    assert kept_by(["More news"], "More news\nfrom the lake").tolist() == [True]


def test_a_block_is_wanted_where_two_of_three_keep_it() -> None:
    paragraphs = [LONG.format(n=n) * 2 for n in range(8)]
    asked = votes(entry(), "\n".join(paragraphs), "\n".join(paragraphs[:4]))
    wanted = wanted_by_agreement(asked, np.zeros(len(asked.example.texts), dtype=np.bool_))
    assert wanted is not None
    assert [text for text, keep in zip(asked.example.texts, wanted, strict=True) if keep] == paragraphs[:4]


def test_what_people_said_overrules_the_votes() -> None:
    everything = "\n".join(LONG.format(n=n) * 2 for n in range(8))
    truth = Truth(
        snippets_without=("the harbour master said on tuesday that crane number 3 would be taken down",),
        snippets_with=("More news",),
    )
    asked = votes(entry(truth=truth), everything, everything)
    wanted = wanted_by_agreement(asked, np.zeros(len(asked.example.texts), dtype=np.bool_))
    assert wanted is not None
    kept = [text for text, keep in zip(asked.example.texts, wanted, strict=True) if keep]
    assert "More news" in kept
    assert LONG.format(n=3) * 2 not in kept
    assert LONG.format(n=4) * 2 in kept


def test_pages_that_nobody_agrees_on_have_no_labels() -> None:
    asked = votes(entry(), "", "")
    assert wanted_by_agreement(asked, np.ones(len(asked.example.texts), dtype=np.bool_)) is None


def test_a_short_copy_keeps_the_first_paragraphs_and_wants_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "1.html"
    file.write_text(HTML)
    truth = Truth(text="\n".join(LONG.format(n=n) * 2 for n in range(8)), known=frozenset({"text"}))
    whole, short = read_examples(Entry("made", "1", None, file, truth, None, None, None))
    assert short.is_short
    assert not whole.is_short
    left = [text for text, keep in zip(short.texts, short.wanted, strict=True) if keep]
    assert 1 <= len(left) <= 4
    assert left == [text for text, keep in zip(whole.texts, whole.wanted, strict=True) if keep][: len(left)]
    assert len(short.texts) == len(whole.texts) - (8 - len(left))
