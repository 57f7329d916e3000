"""Labels by agreement: if extractors that work in different ways keep the same blocks, these are likely right.

Two other extractors are asked, trafilatura (rules and fallbacks) and readability-lxml (scores of containers), and
their texts are stored once, so that a training needs neither of them. The third vote is that of a model trained only
on labeled pages. Agreement cannot teach what to extract from a list or a shop, so only pages that are likely articles
count. What people said about a page (its snippets) overrules any vote.
"""

from __future__ import annotations

import importlib
import json
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tamis.core.pipeline import prepare
from tamis.errors import BadInput, MissingExtra
from tamis.model import Page
from tamis_bench.alignment import KEEP_SHARE, matched_shares
from tamis_bench.datasets import choose, read_index
from tamis_bench.learn.examples import AGREED, Example, of_document
from tamis_bench.metrics import words_and_characters
from tamis_bench.peers import load
from tamis_bench.progress import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tamis.core.strategies.learned.arrays import Mask
    from tamis_bench.datasets import Entry

SETS = ("metadata", "unlabelled")
"""Sets that the other extractors are asked about if no set is named."""
MIN_ARTICLE = 0.6
"""Minimum probability that a page is an article."""
MIN_AGREEMENT = 0.4
"""Minimum share of the words kept by at least two, among those kept by anyone."""
MIN_WORDS = 40.0
"""Minimum number of words that at least two must keep."""
_SHORT = 6  # words; shorter blocks count only as a whole line
_PER_SNIPPET = 4.0  # a block may be at most this many times as long as an unwanted snippet
_BESIDE_SNIPPET = 40


class Votes(NamedTuple):
    """A page with the blocks that each of the other extractors keeps."""

    example: Example
    others: tuple[Mask, ...]


def ask(data: Path, sets: Sequence[str], limit: int | None, jobs: int, out: Path) -> int:
    """Store the texts of the other extractors, one file per set, and return the number of pages."""
    _trafilatura()
    load("readability-lxml")
    out.mkdir(parents=True, exist_ok=True)
    total = 0
    for name in sets or SETS:
        entries = choose(read_index(data, name), limit)
        with (out / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            for entry, texts in zip(entries, run(_ask, entries, jobs, name), strict=True):
                file.write(json.dumps({"id": entry.id, "texts": texts}, ensure_ascii=False) + "\n")
        total += len(entries)
    return total


def _ask(entry: Entry) -> list[str]:
    """Return the texts by trafilatura, without comments, and by readability-lxml."""
    sample = entry.load()
    return [_try(extract, sample.html, sample.url) for extract in (_trafilatura(), load("readability-lxml").extract)]


def _try(extract: Callable[[str, str | None], str | None], html: str, url: str | None) -> str:
    try:
        return extract(html, url) or ""
    except Exception:  # noqa: BLE001 (whatever a foreign library raises, it has no vote on this page)
        return ""


def _trafilatura() -> Callable[[str, str | None], str | None]:
    try:
        module: Any = importlib.import_module("trafilatura")
    except ImportError as error:
        raise MissingExtra("Labels by agreement", "peers", package="tamis-bench") from error

    def extract(html: str, url: str | None) -> str | None:
        text: str | None = module.extract(html, url=url, include_comments=False)
        return text

    return extract


def read_votes(data: Path, folder: Path, jobs: int) -> list[Votes]:
    """Read the pages of all sets that the other extractors were asked about, with their votes."""
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    if not files:
        raise BadInput(f"{folder}: no answers in it; write them with 'tamis learn agree'")
    found: list[Votes] = []
    for file in files:
        with file.open(encoding="utf-8") as lines:
            answers = {row["id"]: tuple(row["texts"]) for row in map(json.loads, lines)}
        entries = [entry for entry in read_index(data, file.stem) if entry.id in answers]
        work = partial(_votes, answers=answers)
        found += [votes for votes in run(work, entries, jobs, f"votes on {file.stem}") if votes is not None]
    return found


def _votes(entry: Entry, answers: dict[str, tuple[str, ...]]) -> Votes | None:
    sample = entry.load()
    document = prepare(Page(html=sample.html, url=sample.url)).document
    page = of_document(entry, document, np.zeros(len(document), dtype=np.bool_), 1.0, AGREED)
    if page is None:
        return None
    return Votes(page, tuple(kept_by(page.texts, text) for text in answers[entry.id]))


def kept_by(texts: Sequence[str], text: str) -> Mask:
    """Find the blocks that a text contains: at least half of their words, or for short blocks, a whole line."""
    blocks = [words_and_characters(block) for block in texts]
    shares = matched_shares(blocks, words_and_characters(text))
    lines = {tuple(words_and_characters(line)) for line in text.split("\n")}
    return np.array(
        [
            bool(block) and (tuple(block) in lines if len(block) < _SHORT else share >= KEEP_SHARE)
            for block, share in zip(blocks, shares, strict=True)
        ],
        dtype=np.bool_,
    )


def wanted_by_agreement(votes: Votes, own: Mask) -> Mask | None:
    """Find the blocks that two of three keep, corrected by the snippets; None if they agree on too little."""
    page = votes.example
    count = np.sum([*votes.others, own & page.shown], axis=0)
    both, anyone = float(page.words[count >= 2].sum()), float(page.words[count >= 1].sum())
    if both < MIN_WORDS or both < MIN_AGREEMENT * anyone:
        return None
    wanted: Mask = count >= 2
    rows = [" ".join(words_and_characters(text)) for text in page.texts]
    truth = page.entry.truth
    for snippet in truth.snippets_with:
        _mark(wanted, rows, snippet, page.shown)
    for snippet in truth.snippets_without:
        longest = _PER_SNIPPET * len(snippet) + _BESIDE_SNIPPET
        small = np.array([len(text) < longest for text in page.texts])
        wanted &= ~_holding(rows, snippet) | ~small
    return wanted


def _mark(wanted: Mask, rows: Sequence[str], snippet: str, shown: Mask) -> None:
    wanted |= _holding(rows, snippet) & shown


def _holding(rows: Sequence[str], snippet: str) -> Mask:
    key = " ".join(words_and_characters(snippet))
    return np.array([bool(key) and key in row for row in rows], dtype=np.bool_)
