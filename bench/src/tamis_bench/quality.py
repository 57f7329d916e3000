"""Quality of the extracted text, title, authors and date: every contender on every page of the sets."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse import parse
from tamis.model import Page
from tamis_bench import agreement, metrics
from tamis_bench.agreement import Found, Verdict, verdict
from tamis_bench.contenders import OWN, Answer, ask, version
from tamis_bench.holes import Holes, find_holes
from tamis_bench.page_class import class_of_page
from tamis_bench.progress import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tamis_bench.datasets import Sample

PAGE_SECONDS = 30.0
"""Default time limit for a page, in seconds."""
LOST_RECALL = 0.3
"""Recall under which a page is lost."""
LOST_CHARACTERS = 300
"""Minimum length of the truth of a page that can be lost, in characters."""
TITLE_REACH = 200
"""Characters at the start of a text where its title is searched for, in addition to twice the title's length."""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts about a page that do not depend on the contender."""

    set: str
    id: str
    url: str | None
    page_type: str | None
    language: str | None
    page_class: str | None
    """CUTER's class; see `tamis_bench.page_class`."""


@dataclass(frozen=True, slots=True)
class TextScores:
    """The scores of a text against the truth."""

    precision: float
    recall: float
    f1: float
    set_precision: float
    set_recall: float
    set_f1: float
    """F1 of the sets of distinct words."""
    character_f1: float
    """F1 with each East Asian character as a word."""
    titled_f1: float
    """F1 with the title before the text: some truths begin with it."""
    cleaneval: float
    accuracy: float
    noise: float
    shingles: metrics.Shingles
    is_lost: bool
    """True if nearly nothing of a long truth was extracted; here too, each East Asian character is a word."""


@dataclass(frozen=True, slots=True)
class MetadataScores:
    """The scores of title, authors and date against the truth."""

    title: Verdict
    title_f1: float | None
    authors: Verdict
    authors_f1: float | None
    date: Verdict


@dataclass(frozen=True, slots=True)
class PageScores:
    """All scores of one contender on one page; None for fields without a truth."""

    contender: str
    page: PageFacts
    text: TextScores | None
    holes: Holes | None
    captioned: Holes | None
    """The holes if the captions that are given with pictures count as text, as they do where they stand in it."""
    with_share: float | None
    """Share of the required snippets that appear."""
    without_share: float | None
    """Share of the forbidden snippets that do not appear."""
    comments: metrics.CommentLines | None
    metadata: MetadataScores | None
    failure: str | None


class _Task(NamedTuple):
    sample: Sample
    known: Mapping[str, Answer]


class _Done(NamedTuple):
    scores: list[PageScores]
    answers: dict[str, Answer]


def measure(
    samples: Sequence[Sample],
    contenders: Sequence[str],
    jobs: int = 1,
    seconds: float = PAGE_SECONDS,
    cache: Path | None = None,
) -> list[PageScores]:
    """Score every contender on every sample. With a cache folder, peers are asked only once about a page."""
    files = {
        name: AnswerFile(cache, name, version(name))
        for name in contenders
        if cache is not None and not name.startswith(OWN)
    }
    keys = [page_key(sample.html, sample.url) if files else "" for sample in samples]
    tasks = [_Task(sample, _known(files, key)) for sample, key in zip(samples, keys, strict=True)]
    work = partial(_score_page, contenders=tuple(contenders), seconds=seconds)
    results: list[PageScores] = []
    for key, done in zip(keys, run(work, tasks, jobs, "quality"), strict=True):
        results += done.scores
        for name, file in files.items():
            file.add(key, done.answers[name])
    return results


def _known(files: Mapping[str, AnswerFile], key: str) -> dict[str, Answer]:
    answers = {name: file.get(key) for name, file in files.items()}
    return {name: answer for name, answer in answers.items() if answer is not None}


def _score_page(task: _Task, contenders: Sequence[str], seconds: float) -> _Done:
    sample = task.sample
    answers = {name: task.known.get(name) or ask(name, sample.html, sample.url, seconds) for name in contenders}
    facts = page_facts(sample)
    return _Done([score(name, sample, facts, answer) for name, answer in answers.items()], answers)


def page_facts(sample: Sample) -> PageFacts:
    """Collect the facts about a page, from the set and the page itself."""
    text = sample.truth.text
    kind = class_of_page(parse(Page(sample.html, sample.url)), text) if text else None
    return PageFacts(sample.set, sample.id, sample.url, sample.page_type, sample.language, kind)


def score(name: str, sample: Sample, facts: PageFacts, answer: Answer) -> PageScores:
    """Score one contender on one page."""
    truth, found = sample.truth, answer.found if answer.found is not None else Found()
    unwanted = metrics.snippet_share(answer.text, truth.snippets_without)
    return PageScores(
        contender=name,
        page=facts,
        text=text_scores(answer.text, truth.text or "", answer.found) if "text" in truth.known else None,
        holes=find_holes(answer.text, truth, found.title),
        captioned=find_holes("\n".join((answer.text, *found.captions)), truth, found.title),
        with_share=metrics.snippet_share(answer.text, truth.snippets_with),
        without_share=None if unwanted is None else 1 - unwanted,
        comments=metrics.comment_lines(answer.text, truth.comments, truth.text or ""),
        metadata=metadata_scores(answer.found, sample) if answer.found is not None else None,
        failure=answer.failure,
    )


def text_scores(text: str, truth: str, about: Found | None = None) -> TextScores:
    """Compute all scores of a text; `about` has its title."""
    found, right = metrics.words(text), metrics.words(truth)
    precision, recall, f1 = metrics.word_score(found, right)
    accuracy, noise = metrics.accuracy_and_noise(found, right)
    of_sets = metrics.word_set_score(found, right)
    by_character = metrics.word_score(metrics.words_and_characters(text), metrics.words_and_characters(truth))
    return TextScores(
        precision=precision,
        recall=recall,
        f1=f1,
        set_precision=of_sets.precision,
        set_recall=of_sets.recall,
        set_f1=of_sets.f1,
        character_f1=by_character.f1,
        titled_f1=metrics.word_score(metrics.words(_titled(text, about)), right).f1,
        cleaneval=metrics.cleaneval_score(found, right),
        accuracy=accuracy,
        noise=noise,
        shingles=metrics.shingle_score(text, truth),
        is_lost=by_character.recall < LOST_RECALL and len(truth) >= LOST_CHARACTERS,
    )


def _titled(text: str, about: Found | None) -> str:
    """Put the title before the text, unless the text begins with it already."""
    title = agreement.normal_title(about.title or "") if about is not None else ""
    return text if title in agreement.normal_title(text[: 2 * len(title) + TITLE_REACH]) else f"{title}\n{text}"


def metadata_scores(found: Found, sample: Sample) -> MetadataScores:
    """Compare title, authors and date with the truth."""
    truth = sample.truth
    title = bool(found.title and truth.title) and agreement.title_agrees(found.title or "", truth.title or "")
    authors = agreement.authors_agree(found.authors, truth.authors)
    right_days = agreement.truth_days(truth.date, sample.html) if truth.date else frozenset()
    date = agreement.date_agrees(found.date or "", right_days)
    return MetadataScores(
        title=verdict(bool(found.title), "title" in truth.known, bool(truth.title), title),
        title_f1=agreement.title_score(found.title or "", truth.title).f1 if truth.title else None,
        authors=verdict(bool(found.authors), "authors" in truth.known, bool(truth.authors), authors),
        authors_f1=agreement.authors_score(found.authors, truth.authors).f1 if truth.authors else None,
        date=verdict(bool(found.date), "date" in truth.known, bool(truth.date), date),
    )


def page_key(html: str, url: str | None) -> str:
    """Return the key of a page in the cache: a hash of its URL and source."""
    return hashlib.sha256(f"{url}\n{html}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


class AnswerFile:
    """A file with the answers of one peer in one version."""

    def __init__(self, folder: Path, name: str, version: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}-{version}.jsonl"
        self._known = dict(self._read())

    def get(self, key: str) -> Answer | None:
        """Return the peer's stored answer for a page, if there is one."""
        return self._known.get(key)

    def add(self, key: str, answer: Answer) -> None:
        """Store an answer, unless the page has one already."""
        if key in self._known:
            return
        self._known[key] = answer
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, *answer]) + "\n")

    def _read(self) -> Iterator[tuple[str, Answer]]:
        if not self._path.exists():
            return
        text = self._path.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):  # a run that was stopped left half a line
            text = text[: text.rfind("\n") + 1]
            self._path.write_text(text, encoding="utf-8")
        yield from map(_answer, text.splitlines())


def _answer(line: str) -> tuple[str, Answer]:
    key, text, found, failure = json.loads(line)
    known = Found(found[0], tuple(found[1]), found[2]) if found is not None else None
    return key, Answer(text, known, failure)
