"""Content hashes of pages whose frame or whose article was changed: equal for the first, different for the second.

Where the hash moves with the frame, the extraction did: another part of the page is kept. `kept` says how similar the
texts are all the same.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import tamis
from tamis.errors import TamisError
from tamis_bench import metrics
from tamis_bench.frame_noise import EDITS, FRAME, changed_pages
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.model import Article
    from tamis_bench.frame_noise import ChangePage
    from tamis_bench.samples import Sample

ALL = "all"
MIN_SHOWN = 3
"""Number of changed blocks of a moved hash that are written to the report."""


@dataclass(slots=True)
class Hashed:
    """The hashes of one page after each change."""

    set: str
    id: str
    frame: dict[str, bool] = field(default_factory=dict)
    """For each change of the frame, whether the hash is the same."""
    edits: dict[str, bool] = field(default_factory=dict)
    """For each edit, whether the hash is another."""
    moved: dict[str, str] = field(default_factory=dict)
    """Differences of the article, by the kind of noise that moved its hash."""
    same: dict[str, bool] = field(default_factory=dict)
    """For each change of the frame, whether the difference of both pages has no block."""
    seen: dict[str, bool] = field(default_factory=dict)
    """For each edit, whether the difference of both pages has a block."""
    signed: dict[str, bool] = field(default_factory=dict)
    """For each change of the frame, whether the signatures are those of the same content."""
    resigned: dict[str, bool] = field(default_factory=dict)
    """For each edit, whether the signatures are those of another content."""
    same_stored: dict[str, bool] = field(default_factory=dict)
    """For each change of the frame, whether the difference of both articles, read from JSON, has no block."""
    seen_stored: dict[str, bool] = field(default_factory=dict)
    """For each edit, whether the difference of both articles, read from JSON, has a block."""
    f1: dict[str, float] = field(default_factory=dict)
    """Share of words in common, where the hash moved with the frame."""
    signature_length: int = 0
    seconds: float = 0.0
    """CPU time of the hash, of an article whose blocks are made."""
    extract_seconds: float = 0.0


def measure(samples: Sequence[Sample], part: int = 1) -> Iterator[Hashed]:
    """Change every page in all ways, and compare the hashes. With `part`, each page in every n-th way only."""
    for number, sample in enumerate(track(samples, "pages")):
        hashed = _hashed(sample, number, part)
        if hashed is not None:
            yield hashed


def _hashed(sample: Sample, number: int, part: int) -> Hashed | None:
    page = sample.html.replace("\r\n", "\n")  # spans count a line end as one character
    try:
        start = time.process_time()
        article = tamis.extract(page, sample.url)
        if not article.is_article or not article.blocks:
            return None
        extracted = time.process_time()
        own = article.content_hash
        hashed = Hashed(sample.set, sample.id)
        hashed.seconds, hashed.extract_seconds = time.process_time() - extracted, extracted - start
        article.complete()
        held, stored = tamis.extract(page, sample.url), _stored(article)
        signature = held.content_signature
        hashed.signature_length = len(signature)
        for name, html in changed_pages(page, article, _every(FRAME, number, part)):
            other = tamis.extract(html, sample.url)
            hashed.frame[name] = other.content_hash == own
            hashed.signed[name] = tamis.same_content(signature, other.content_signature)
            hashed.same[name] = hashed.frame[name] or not tamis.diff(held, other)
            hashed.same_stored[name] = hashed.frame[name] or not tamis.diff(stored, _stored(other))
            if not hashed.frame[name]:
                changes = tamis.diff(article, other)
                hashed.moved[name] = "\n".join(changes.to_text().splitlines()[: MIN_SHOWN + 3])[:1000]
                hashed.f1[name] = metrics.word_score(metrics.words(other.text), metrics.words(article.text)).f1
        for name, html in changed_pages(page, article, _every(EDITS, number, part)):
            other = tamis.extract(html, sample.url)
            hashed.edits[name] = other.content_hash != own
            hashed.resigned[name] = not tamis.same_content(signature, other.content_signature)
            hashed.seen[name] = bool(tamis.diff(held, other))
            hashed.seen_stored[name] = bool(tamis.diff(stored, _stored(other)))
    except TamisError:
        return None
    return hashed


def _stored(article: Article) -> Article:
    return tamis.Article.from_json(article.to_json())


def _every(changes: Mapping[str, ChangePage], number: int, part: int) -> dict[str, ChangePage]:
    return {name: change for index, (name, change) in enumerate(changes.items()) if (number + index) % part == 0}


def summary(pages: Sequence[Hashed]) -> list[Table]:
    """Build a table of the frame's changes, one of the edits, and one by set."""
    columns = ("change", "pages", "equal", "share equal", "same signature", "no difference", "none of stored articles")
    frame = Table("Content hash: changes of the frame", columns)
    for name in (*FRAME, ALL):
        _add(
            frame, name, *zip(*((page.frame, page.signed, page.same, page.same_stored) for page in pages), strict=True)
        )
    ratios = [f1 for page in pages for f1 in page.f1.values()]
    if ratios:
        close = sum(f1 >= 0.98 for f1 in ratios)
        frame.notes.append(f"Of the {len(ratios)} that moved, {close} have at least 0.98 of their words in common.")
    columns = (
        "edit",
        "pages",
        "different",
        "share different",
        "other signature",
        "a difference",
        "one of stored articles",
    )
    edits = Table("Content hash: edits of the article", columns)
    for name in (*EDITS, ALL):
        _add(
            edits,
            name,
            *zip(*((page.edits, page.resigned, page.seen, page.seen_stored) for page in pages), strict=True),
        )
    cost = sum(page.seconds for page in pages) / max(1, len(pages))
    edits.notes.append(f"A hash takes {cost * 1000:.2f} ms of CPU time.")
    length = sum(page.signature_length for page in pages) / max(1, len(pages))
    edits.notes.append(f"A signature has {length:,.0f} characters.")
    sets = Table("Content hash: by set", ("set", "pages", "equal", "different"))
    for name in dict.fromkeys(page.set for page in pages):
        own = [page for page in pages if page.set == name]
        sets.add(name, len(own), _share([page.frame for page in own]), _share([page.edits for page in own]))
    return [frame, edits, sets]


def _add(table: Table, name: str, hashes: Sequence[Mapping[str, bool]], *others: Sequence[Mapping[str, bool]]) -> None:
    tried, *told = (
        [result for page in results for key, result in page.items() if name in (ALL, key)]
        for results in (hashes, *others)
    )
    if tried:
        table.add(name, len(tried), sum(tried), *(sum(results) / len(results) for results in (tried, *told)))


def _share(results: Sequence[Mapping[str, bool]]) -> float | None:
    tried = [result for page in results for result in page.values()]
    return sum(tried) / len(tried) if tried else None
