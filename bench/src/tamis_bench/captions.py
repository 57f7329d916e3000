"""The caption test: how many captions pass, how often it agrees with judgments by eye, and its cost.

The article is what a strategy keeps, without captions. A page's captions are those that the markup declares, from the
article's first block to its last, and those that `tamis.papers.captions` finds beside pictures. The set alone says no
more than that a caption belongs to its own page and to no other; a list of captions judged by eye is more exact.
"""

from __future__ import annotations

import gc
import json
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from statistics import mean, median
from time import process_time_ns
from typing import TYPE_CHECKING

from tamis.core.figures import with_figures
from tamis.core.pipeline import prepare
from tamis.core.strategies import by_name
from tamis.errors import BadInput
from tamis.model import NOT_TEXT, Kind, Page
from tamis.papers.captions import CaptionTest, beside_pictures, body_texts
from tamis.text.similarity import SAMPLE
from tamis_bench.datasets import read_index
from tamis_bench.progress import run
from tamis_bench.samples import Entry, Truth
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from tamis.core.parse import Document
    from tamis.papers.captions import CaptionVerdict
    from tamis_bench.samples import Sample

LIMITS = {False: 1.0, True: 5.0}
"""Milliseconds that a page should take at most, without captions (False) and with them (True)."""
_CAPTION = Kind.CAPTION
_DIGEST = 16
_SHOWN = 60  # characters of a caption in a table


@dataclass(frozen=True, slots=True)
class Judged:
    """A caption, the test's verdict on it and, if somebody has judged it by eye, whether it belongs to the article."""

    set: str
    id: str
    caption: str
    is_marked: bool
    """True if it is a caption by markup; otherwise it is one by position."""
    verdict: CaptionVerdict
    belongs: bool | None = None

    @property
    def is_credit(self) -> bool:
        """True if the caption is only a credit, so that there is nothing to judge."""
        return self.verdict.is_credit

    @property
    def is_right(self) -> bool:
        """True if the test agrees with the judgment by eye."""
        return self.verdict.belongs == self.belongs


@dataclass(frozen=True, slots=True)
class PageCaptions:
    """A page's captions, the text that they were compared with, and the time that this took."""

    set: str
    id: str
    language: str | None
    article: str
    captions: tuple[Judged, ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line of a list of judged captions: the page, the beginning of the caption or its digest, and the judgment."""

    entry: Entry
    begins: str | None
    digest: str | None
    belongs: bool

    def is_of(self, text: str) -> bool:
        """Tell whether this text is the caption that was judged."""
        return digest(text) == self.digest if self.begins is None else text.startswith(self.begins)


def digest(text: str) -> str:
    """Hash a caption, for lists that must not contain the caption itself."""
    return sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:_DIGEST]


def page_captions(sample: Sample, strategy: str, repeats: int) -> PageCaptions:
    """Judge the captions of one page several times; the shortest time counts, since other work only adds to it."""
    document, kept = _labeled(sample, strategy)
    captions = [at for at in _span(kept) if kept[at] and document.kinds[at] is _CAPTION and document.texts[at]]
    times = []
    found: list[tuple[int, CaptionVerdict]] = []
    gc.collect()
    for _ in range(repeats):
        start = process_time_ns()
        found = _judge(document, kept, captions)
        times.append(process_time_ns() - start)
    judged = tuple(
        Judged(sample.set, sample.id, document.texts[at], document.kinds[at] is _CAPTION, verdict)
        for at, verdict in found
    )
    article = "\n".join(body_texts(document, kept, ()))[:SAMPLE] if judged else ""
    return PageCaptions(sample.set, sample.id, sample.language, article, judged, min(times) / 1e6)


def measure(samples: Sequence[Sample], strategy: str, repeats: int = 5) -> list[PageCaptions]:
    """Judge the captions of all pages, one page after the other, because they are timed."""
    return list(run(partial(page_captions, strategy=strategy, repeats=repeats), samples, 1, "captions"))


def read_judged(path: Path, data: Path) -> list[Wanted]:
    """Read a list of captions judged by eye; docs/bench.md describes its format."""
    entries: dict[str, dict[str, Entry]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    return [_wanted(line, f"{path}, line {at}", path, data, entries) for at, line in enumerate(lines, 1) if line]


def judge(wanted: Sequence[Wanted], strategy: str) -> list[Judged]:
    """Test the captions that somebody has judged by eye."""
    return list(run(partial(_judged, strategy=strategy), wanted, 1, "judged captions"))


def tables(pages: Sequence[PageCaptions], judged: Sequence[Judged]) -> list[Table]:
    """Build the tables: captions that pass, times and, if there is a list, agreement with it."""
    result = [passes(pages), times(pages)]
    if judged:
        result += [by_eye(judged), wrong(judged)]
    return result


def passes(pages: Sequence[PageCaptions]) -> Table:
    """Build a table by set: captions that pass with their own article, and with another one in the same language."""
    columns = ("set", "pages", "with captions", "captions", "only a credit", "own", "another", "beside", "found")
    table = Table("Captions that pass, as shares", columns)
    for name in dict.fromkeys(page.set for page in pages):
        inside = [page for page in pages if page.set == name]
        captioned = [page for page in inside if page.captions]
        marked = [caption for page in captioned for caption in page.captions if caption.is_marked]
        beside = [caption for page in captioned for caption in page.captions if not caption.is_marked]
        told = [caption for caption in marked if not caption.is_credit]
        table.add(
            name,
            len(inside),
            len(captioned),
            len(marked),
            len(marked) - len(told),
            _share(caption.verdict.belongs for caption in told),
            _share(_with_another(captioned)),
            len(beside),
            sum(caption.verdict.belongs for caption in beside),
        )
    table.notes += [
        "own: of the captions that are more than a credit, the share that passes with its own article;",
        "another: with that of the next page with captions in the same language;",
        "beside: texts beside pictures that no markup calls captions; found: those that pass.",
    ]
    return table


def times(pages: Sequence[PageCaptions]) -> Table:
    """Build a table of the CPU time for finding and judging captions; parsing and labeling are not counted."""
    columns = ("pages", "number", "mean", "median", "95 of 100", "most", "limit", "over it")
    table = Table("CPU ms a page", columns)
    for captioned, limit in LIMITS.items():
        group = sorted(page.milliseconds for page in pages if bool(page.captions) == captioned)
        if group:
            high = group[min(len(group) - 1, len(group) * 95 // 100)]
            over = sum(time > limit for time in group)
            name = "with captions" if captioned else "without captions"
            table.add(name, len(group), mean(group), median(group), high, group[-1], limit, over)
    table.notes.append("A text beside a picture that is judged counts as a caption, whatever comes of it.")
    return table


def by_eye(judged: Sequence[Judged]) -> Table:
    """Build a table by set: captions on which the test and the eye agree."""
    table = Table("Judged by eye", ("set", "captions", "belong", "passed", "do not belong", "refused", "right"))
    for name in dict.fromkeys(caption.set for caption in judged):
        inside = [caption for caption in judged if caption.set == name]
        belong = [caption for caption in inside if caption.belongs]
        strange = [caption for caption in inside if not caption.belongs]
        passed, refused = (sum(caption.is_right for caption in group) for group in (belong, strange))
        table.add(name, len(inside), len(belong), passed, len(strange), refused, passed + refused)
    return table


def wrong(judged: Sequence[Judged]) -> Table:
    """Build a table of the captions on which the test and the eye disagree."""
    table = Table("Judged wrongly", ("set", "page", "belongs", "likeness", "caption"))
    for caption in judged:
        if not caption.is_right:
            belongs = "yes" if caption.belongs else "no"
            table.add(caption.set, caption.id, belongs, caption.verdict.score, caption.caption[:_SHOWN])
    return table


def _labeled(sample: Sample, strategy: str) -> tuple[Document, list[bool]]:
    """Return a page's document and which of its blocks belong to the article, including its pictures and captions."""
    document = prepare(Page(sample.html, sample.url)).document
    kept = list(with_figures(document, by_name(strategy).label(document)).kept)
    visible = document.visible()
    for at in _span(kept):
        kept[at] = kept[at] or (visible[at] and document.kinds[at] in NOT_TEXT)
    return document, kept


def _span(kept: Sequence[bool]) -> range:
    blocks = [at for at, keep in enumerate(kept) if keep]
    return range(blocks[0], blocks[-1] + 1) if blocks else range(0)


def _judge(document: Document, kept: Sequence[bool], captions: Sequence[int]) -> list[tuple[int, CaptionVerdict]]:
    """Find and judge the captions of a page: the part that is timed."""
    beside = beside_pictures(document, kept)
    test = CaptionTest(body_texts(document, kept, beside))
    return [(at, test.judge(document.texts[at])) for at in (*captions, *beside)]


def _share(verdicts: Iterable[bool]) -> float | None:
    given = list(verdicts)
    return sum(given) / len(given) if given else None


def _with_another(pages: Sequence[PageCaptions]) -> Iterator[bool]:
    """Yield whether each marked caption that is more than a credit passes with another page's article."""
    for language in dict.fromkeys(page.language for page in pages):
        group = [page for page in pages if page.language == language]
        for page, other in zip(group, group[1:] + group[:1], strict=True):
            test = CaptionTest([other.article])
            if other is not page:
                told = (caption for caption in page.captions if caption.is_marked and not caption.is_credit)
                yield from (test.judge(caption.caption).belongs for caption in told)


def _judged(wanted: Wanted, strategy: str) -> Judged:
    sample = wanted.entry.load()
    document, kept = _labeled(sample, strategy)
    texts = [text for text, kind in zip(document.texts, document.kinds, strict=True) if kind is _CAPTION]
    text = next((text for text in texts if wanted.is_of(text)), None)
    if text is None:
        raise BadInput(f"{sample.set}, page {sample.id}: no caption {wanted.begins or wanted.digest!r}")
    verdict = CaptionTest(body_texts(document, kept, ())).judge(text)
    return Judged(sample.set, sample.id, text, True, verdict, wanted.belongs)


def _wanted(line: str, place: str, path: Path, data: Path, entries: dict[str, dict[str, Entry]]) -> Wanted:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadInput(f"{place}: not JSON: {error}") from error
    match row:
        case {"set": str(name), "page": str(page), "belongs": bool(belongs)}:
            begins, mark = row.get("caption"), row.get("digest")
        case _:
            raise BadInput(f"{place}: needs an object with `set`, `page` and `belongs`")
    if (begins is None) == (mark is None):
        raise BadInput(f"{place}: needs either `caption` or `digest`")
    if page.endswith(".html"):
        return Wanted(Entry(name, page, None, path.parent / page, Truth(), None, None, None), begins, mark, belongs)
    if name not in entries:
        entries[name] = {entry.id: entry for entry in read_index(data, name)}
    if page not in entries[name]:
        raise BadInput(f"{place}: the set {name} has no page {page}")
    return Wanted(entries[name][page], begins, mark, belongs)
