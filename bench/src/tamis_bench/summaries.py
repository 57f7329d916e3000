"""Quality of summaries: ROUGE-1 against the page's own description, from the page and from the true text (L5).

ROUGE-1 (C.-Y. Lin: *ROUGE: a package for automatic evaluation of summaries*, 2004) counts the words that a summary and
a reference have in common; East Asian characters count as words. The reference is the description that the page gives
of itself, if it has one of some length: an editor wrote it, not a summarizer. The weighted scores are compared with
the first sentences (lead), each score alone, sentences drawn at random, and an oracle that knows the reference. The
same method on the hand-made text shows what extraction costs: the paper's comparison.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from tamis.api import extract
from tamis.core.strategies.line_hints import line_hint
from tamis.core.summarizing import SummarySettings, summarize, summarize_text
from tamis.core.summarizing.sentences import sentences_in, sentences_of, text_of
from tamis.settings.options import from_mapping
from tamis.settings.summary import SCORE_NAMES
from tamis.text.urls.sites import site_of
from tamis_bench.metrics import Score, word_score, words_and_characters
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.model import Article
    from tamis_bench.samples import Sample

SENTENCES = 3
"""Number of sentences of every summary, as in lead-3."""
MIN_REFERENCE = 12
"""Minimum number of words of a description that is used as reference."""
DRAWS = 5
"""Number of random summaries of a page; their mean counts."""
SAMPLES = 1000
"""Number of samples of sites for an interval."""
SEED = 7
LEAD, RANDOM, ORACLE = f"first {SENTENCES} sentences", "random", "oracle"


def _weighted(**weights: float) -> SummarySettings:
    """Make settings with only these scores."""
    given = {f"{name}_weight": weights.get(name, 0.0) for name in SCORE_NAMES}
    return from_mapping(SummarySettings, {"sentences": SENTENCES, "keywords": 0, **given}, SummarySettings())


@dataclass(frozen=True, slots=True)
class SummaryPage:
    """The scores of one page."""

    set: str
    page: str
    site: str
    from_page: Mapping[str, Score]
    """ROUGE-1 of the summary from the page against the description, by method."""
    from_truth: Mapping[str, Score]
    """ROUGE-1 of the summary from the true text against the description, by method."""
    agreement: float
    """F1 of the default summary from the page against the one from the true text."""
    leaks: tuple[str, ...]
    """Sentences of the default summary that are captions, names of authors or prompts."""


class _Text(NamedTuple):
    """A text to summarize."""

    sentences: Sequence[SourceSentence]
    summary: Callable[[SummarySettings], str]


def measure(samples: Sequence[Sample], settings: SummarySettings, jobs: int = 1) -> list[SummaryPage]:
    """Score every page that has a text and a description."""
    scored = run(partial(score_page, settings=settings), samples, jobs, "summarizing")
    return [page for page in scored if page is not None]


def score_page(sample: Sample, settings: SummarySettings) -> SummaryPage | None:
    """Score a page; None if it has no true text, no description or nothing to summarize."""
    article = extract(sample.html, sample.url)
    reference = words_and_characters(article.description or "")
    if not sample.truth.text or len(reference) < MIN_REFERENCE:
        return None
    settings = replace(settings, sentences=SENTENCES, share=None)
    truth = sample.truth.text
    page = _Text(sentences_of(article), lambda chosen: summarize(article, chosen).text)
    true = _Text(
        sentences_in(truth, article.language),
        lambda chosen: summarize_text(truth, article.title, article.language, chosen).text,
    )
    if not page.sentences or not true.sentences:
        return None
    own = words_and_characters(page.summary(settings))
    return SummaryPage(
        sample.set,
        sample.id,
        site_of(sample.url) or sample.id,
        _scores(page, reference, settings),
        _scores(true, reference, settings),
        word_score(own, words_and_characters(true.summary(settings))).f1,
        tuple(_leaks(article, sample, settings)),
    )


def methods(settings: SummarySettings) -> dict[str, SummarySettings]:
    """Return the weighted methods by name: the default, the paper's equal weights, each score alone."""
    alone = {f"{name} alone": _weighted(**{name: 1.0}) for name in SCORE_NAMES}
    return {"weighted": settings, "equal weights": _weighted(**dict.fromkeys(SCORE_NAMES, 1.0)), **alone}


def _scores(text: _Text, reference: Sequence[str], settings: SummarySettings) -> dict[str, Score]:
    def against(summary: str) -> Score:
        return word_score(words_and_characters(summary), reference)

    found = {name: against(text.summary(chosen)) for name, chosen in methods(settings).items()}
    texts = [sentence.text for sentence in text.sentences]
    found[LEAD] = against(text_of(texts[:SENTENCES]))
    found[ORACLE] = against(text_of(_oracle(texts, reference)))
    draw = random.Random(SEED)  # noqa: S311 (a sample, no secret)
    drawn = [against(text_of(draw.sample(texts, min(SENTENCES, len(texts))))) for _ in range(DRAWS)]
    found[RANDOM] = Score(*map(mean, zip(*drawn, strict=True)))
    return found


def _oracle(texts: Sequence[str], reference: Sequence[str]) -> list[str]:
    """Choose sentences one by one so that F1 grows most: nearly the best that whole sentences can reach."""
    words = [words_and_characters(text) for text in texts]
    chosen: list[int] = []
    best = 0.0
    while len(chosen) < SENTENCES:
        scores = {
            number: word_score([word for one in (*chosen, number) for word in words[one]], reference).f1
            for number in range(len(texts))
            if number not in chosen
        }
        number = max(scores, key=lambda number: scores[number], default=None)
        if number is None or scores[number] <= best:
            break
        best = scores[number]
        chosen.append(number)
    return [texts[number] for number in sorted(chosen)]


def _leaks(article: Article, sample: Sample, settings: SummarySettings) -> Iterable[str]:
    """Yield sentences that are not text of the article, by their own words or by the truth's captions and authors."""
    captions = {_key(picture.caption) for picture in sample.truth.pictures if picture.caption}
    body = _key(sample.truth.text or "")
    authors = {_key(name) for name in article.authors}
    for sentence in summarize(article, settings).sentences:
        key = _key(sentence.text)
        is_caption = any(key in caption for caption in captions) and key not in body
        if line_hint(sentence.text) or key in authors or is_caption:
            yield sentence.text


def _key(text: str) -> str:
    return " ".join(words_and_characters(text))


def tables(pages: Sequence[SummaryPage]) -> list[Table]:
    """Build a table for each set: F1 with an interval, precision and recall, from the page and from the true text."""
    return [_table(name, [page for page in pages if page.set == name]) for name in dict.fromkeys(p.set for p in pages)]


def _table(name: str, pages: Sequence[SummaryPage]) -> Table:
    table = Table(
        f"{name}: ROUGE-1 of {SENTENCES} sentences against the page's description, {len(pages)} pages",
        ("method", "F1", "95 % of samples", "precision", "recall", "F1 from the true text"),
    )
    for method in pages[0].from_page:
        precision, recall, f1 = map(mean, zip(*(page.from_page[method] for page in pages), strict=True))
        low, high = _interval([(page.site, page.from_page[method].f1) for page in pages])
        true = mean(page.from_truth[method].f1 for page in pages)
        table.add(method, f1, f"{low:.3f} to {high:.3f}", precision, recall, true)
    leaks = [leak for page in pages for leak in page.leaks]
    table.notes = [
        f"Summary from the page against the one from the true text: F1 {mean(page.agreement for page in pages):.3f}.",
        f"Captions, authors and prompts in the {len(pages)} summaries: {len(leaks)}.",
        *leaks[:10],
    ]
    return table


def _interval(values: Sequence[tuple[str, float]]) -> tuple[float, float]:
    """Compute the interval of 95 of 100 means when sites are resampled, because pages of one site are alike."""
    sites: dict[str, list[float]] = {}
    for site, value in values:
        sites.setdefault(site, []).append(value)
    draw = random.Random(SEED)  # noqa: S311 (a sample, no secret)
    groups = list(sites.values())
    means = sorted(
        mean(value for group in draw.choices(groups, k=len(groups)) for value in group) for _ in range(SAMPLES)
    )
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]
