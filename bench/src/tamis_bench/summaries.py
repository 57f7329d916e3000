"""Quality of summaries: ROUGE-1 against three kinds of references, from the page and from the true text, and noise.

ROUGE-1 (C.-Y. Lin: *ROUGE: a package for automatic evaluation of summaries*, 2004) counts the words that a summary and
a reference have in common; East Asian characters count as words. The references were written by editors: the
description that the page gives of itself, the key points over the text, and the standfirst of the truth. The presets
are compared with each score alone, the first sentences (lead), sentences drawn at random, and an oracle that knows the
reference. Because a long summary of a short reference loses precision, and a short one of a long reference recall, each
method is also scored at the reference's length: its best sentences until there are as many words.

Two more references are sentences of the text itself: those that together are nearest to the editors' words, and a third
of the text, the sentences with most of these words. Here a summary has as many sentences as the reference.

The same method on the hand-made text shows what extraction costs: table 3 of R. Ferreira et al. (DocEng 2016). Noise is
what a summary has that the true text has not.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from tamis.api import extract
from tamis.core.summarizing import SummarySettings, summarize, summarize_text
from tamis.core.summarizing.sentences import SENTENCES as OBJECTIONS
from tamis.core.summarizing.sentences import sentences_in, sentences_of, text_of
from tamis.model import Kind, Role
from tamis.settings.options import from_mapping
from tamis.settings.summary import SCORE_NAMES
from tamis.text.rules import first_objection
from tamis.text.urls.sites import site_of
from tamis_bench.metrics import Score, score_of, word_score, words_and_characters
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tamis.model import Article
    from tamis_bench.samples import Sample

SENTENCES = 3
"""Number of sentences of every summary, as in lead-3."""
MANY = 40
"""Number of sentences that are ranked for a summary of the reference's length."""
MIN_REFERENCE = 12
"""Minimum number of words of a reference."""
MIN_KEY_POINTS = 2
MIN_IN_TRUTH = 0.75
"""Minimum share of a sentence's word trigrams in the true text; with fewer it is not in it."""
DRAWS = 5
"""Number of random summaries of a page; their mean counts."""
SAMPLES = 1000
"""Number of samples of sites for an interval."""
SEED = 7
LEAD, RANDOM, ORACLE = f"first {SENTENCES} sentences", "random", "oracle"
DESCRIPTION, KEY_POINTS, STANDFIRST = "description", "key points", "standfirst"
EXTRACT, THIRD = "sentences nearest to the editors' words", "third of the text with most of the editors' words"
MIN_EXTRACT = 3
"""Minimum number of sentences of a reference that is made of sentences."""
THIRD_SHARE = 1 / 3
PAPER = {"from the page": (0.4749, 0.5518, 0.5105), "from the true text": (0.4662, 0.5811, 0.5173)}
"""Precision, recall and F1 of the paper's table 3, on CNN's pages and highlights."""


def _weighted(**weights: float) -> SummarySettings:
    """Make settings with only these scores."""
    given = {"weighting": "paper", **{f"{name}_weight": weights.get(name, 0.0) for name in SCORE_NAMES}}
    return from_mapping(SummarySettings, {"sentences": SENTENCES, "keywords": 0, **given}, SummarySettings())


METHODS: Mapping[str, SummarySettings] = {
    "news (default)": SummarySettings(sentences=SENTENCES, keywords=0),
    "paper (average)": SummarySettings(sentences=SENTENCES, keywords=0, weighting="paper"),
    **{f"{name} alone": _weighted(**{name: 1.0}) for name in SCORE_NAMES},
}
"""The weighted methods by name."""
DEFAULT = next(iter(METHODS))


class Rouge(NamedTuple):
    """The scores of one method against one reference."""

    score: Score
    """Score of three sentences from the page."""
    at_length: float
    """F1 of as many words as the reference has."""
    from_truth: Score | None
    """Score of three sentences from the true text, if the page has one."""


class Stray(NamedTuple):
    """A sentence of a summary that is not in the true text."""

    text: str
    kind: str
    """Its kind: standfirst, caption, line around the text, or other text."""


@dataclass(frozen=True, slots=True)
class SummaryPage:
    """The scores of one page."""

    set: str
    page: str
    site: str
    rouge: Mapping[str, Mapping[str, Rouge]]
    """By kind of reference and method."""
    agreement: Score | None
    """Score of the default summary from the page against the one from the true text."""
    sentences: int
    """Number of sentences of the default summary, if there is a true text."""
    strays: tuple[Stray, ...]


class _Text(NamedTuple):
    """A text to summarize."""

    sentences: Sequence[str]
    summary: Callable[[SummarySettings], Sequence[str]]


def measure(samples: Sequence[Sample], jobs: int = 1) -> list[SummaryPage]:
    """Score every page that has a reference or a true text."""
    scored = run(score_page, samples, jobs, "summarizing")
    return [page for page in scored if page is not None]


def score_page(sample: Sample) -> SummaryPage | None:
    """Score a page; None if there is nothing to summarize or to compare with."""
    article = extract(sample.html, sample.url)
    page = _text_of_page(article)
    references = references_of(article, sample)
    truth = sample.truth.text or ""
    if not page.sentences or not (references or truth):
        return None
    true = _text_of_truth(truth, article) if truth else None
    true = true if true is not None and true.sentences else None
    own = page.summary(METHODS[DEFAULT])
    return SummaryPage(
        sample.set,
        sample.id,
        site_of(sample.url) or sample.id,
        {kind: _scores(page, true, reference) for kind, reference in references.items()}
        | {kind: _extract_scores(page, numbers) for kind, numbers in extracts_of(page.sentences, references).items()},
        _rouge(own, words_and_characters(text_of(true.summary(METHODS[DEFAULT])))) if true else None,
        len(own) if truth else 0,
        tuple(_strays(own, article, sample)) if truth else (),
    )


def _text_of_page(article: Article) -> _Text:
    def summary(settings: SummarySettings) -> list[str]:
        return [sentence.text for sentence in summarize(article, settings).sentences]

    return _Text([sentence.text for sentence in sentences_of(article)], summary)


def _text_of_truth(truth: str, article: Article) -> _Text:
    def summary(settings: SummarySettings) -> list[str]:
        found = summarize_text(truth, article.title, article.language, settings)
        return [sentence.text for sentence in found.sentences]

    return _Text([sentence.text for sentence in sentences_in(truth, article.language)], summary)


def references_of(article: Article, sample: Sample) -> dict[str, list[str]]:
    """Collect the words of a page's references by kind, without those that are too short."""
    points = _key_points(article)
    texts = {
        DESCRIPTION: article.description or "",
        KEY_POINTS: " ".join(points) if len(points) >= MIN_KEY_POINTS else "",
        STANDFIRST: " ".join(sample.truth.standfirst),
    }
    words = {kind: words_and_characters(text) for kind, text in texts.items()}
    return {kind: found for kind, found in words.items() if len(found) >= MIN_REFERENCE}


def _key_points(article: Article) -> list[str]:
    """List the points over the text, of which summaries use none."""
    points: list[str] = []
    for block in article.blocks:
        if block.kind is Kind.PARAGRAPH and block.role is Role.TEXT:
            return points
        if block.kind is Kind.LIST_ITEM and block.role is Role.TEXT:
            points.append(block.text)
    return []


def _rouge(summary: Iterable[str], reference: Sequence[str]) -> Score:
    return word_score(words_and_characters(text_of(summary)), reference)


def _scores(page: _Text, true: _Text | None, reference: Sequence[str]) -> dict[str, Rouge]:
    found: dict[str, Rouge] = {}
    for name, settings in METHODS.items():
        from_page = _rouge(page.summary(settings), reference)
        from_truth = _rouge(true.summary(settings), reference) if true else None
        found[name] = Rouge(from_page, _at_length(page, settings, reference), from_truth)
    for name, choose in _CHOICES.items():
        drawn = choose(page.sentences, reference)
        scores = [_rouge(summary, reference) for summary in drawn]
        score = Score(*map(mean, zip(*scores, strict=True)))
        found[name] = Rouge(score, mean(_cut(summary, reference) for summary in drawn), None)
    return found


def extracts_of(sentences: Sequence[str], references: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """Choose the sentences of a text that hold the words of its references, by kind, if there are enough of them."""
    editors = [word for reference in references.values() for word in reference]
    if not editors:
        return {}
    known, split = frozenset(editors), [frozenset(words_and_characters(sentence)) for sentence in sentences]
    # Divided by the root of the length: neither the longest sentences win nor those with one word.
    held = [len(words & known) / max(1, len(words)) ** 0.5 for words in split]
    ranked = sorted(range(len(sentences)), key=lambda number: (-held[number], number))
    found = {
        EXTRACT: nearest_sentences(sentences, editors, len(sentences)),
        THIRD: sorted(ranked[: round(THIRD_SHARE * len(sentences))]),
    }
    return {kind: numbers for kind, numbers in found.items() if len(numbers) >= MIN_EXTRACT}


def _extract_scores(page: _Text, numbers: Sequence[int]) -> dict[str, Rouge]:
    """Score summaries with as many sentences as a reference that is made of sentences."""
    reference = words_and_characters(text_of([page.sentences[number] for number in numbers]))
    drawn = {
        name: page.summary(from_mapping(SummarySettings, {"sentences": len(numbers)}, settings))
        for name, settings in METHODS.items()
    }
    drawn["first sentences"] = page.sentences[: len(numbers)]
    scores = {name: _rouge(summary, reference) for name, summary in drawn.items()}
    return {name: Rouge(score, score.f1, None) for name, score in scores.items()}


def _at_length(page: _Text, settings: SummarySettings, reference: Sequence[str]) -> float:
    """Score the best sentences, best first, until there are as many words as in the reference."""
    chosen: list[str] = []
    length = 0
    for count in range(1, MANY):
        summary = page.summary(from_mapping(SummarySettings, {"sentences": count}, settings))
        new = [sentence for sentence in summary if sentence not in chosen]
        if not new:
            break
        chosen += new
        length += sum(len(words_and_characters(sentence)) for sentence in new)
        if length >= len(reference):
            break
    return _cut(chosen, reference)


def _cut(sentences: Sequence[str], reference: Sequence[str]) -> float:
    words = [word for sentence in sentences for word in words_and_characters(sentence)]
    return word_score(words[: len(reference)], reference).f1


def _lead(texts: Sequence[str], _reference: Sequence[str]) -> list[Sequence[str]]:
    return [texts[:SENTENCES]]


def _random(texts: Sequence[str], _reference: Sequence[str]) -> list[Sequence[str]]:
    draw = random.Random(SEED)  # noqa: S311 (a sample, no secret)
    return [draw.sample(texts, min(SENTENCES, len(texts))) for _ in range(DRAWS)]


def _oracle(texts: Sequence[str], reference: Sequence[str]) -> list[Sequence[str]]:
    return [[texts[number] for number in nearest_sentences(texts, reference, SENTENCES)]]


def nearest_sentences(texts: Sequence[str], reference: Sequence[str], most: int) -> list[int]:
    """Choose sentences one by one so that F1 grows most: nearly the best that whole sentences can reach."""
    counts = [Counter(words_and_characters(text)) for text in texts]
    wanted = Counter(reference)
    chosen: list[int] = []
    taken: Counter[str] = Counter()
    best = 0.0
    while len(chosen) < most:
        scores = {
            number: score_of(((taken + own) & wanted).total(), taken.total() + own.total(), len(reference)).f1
            for number, own in enumerate(counts)
            if number not in chosen
        }
        number = max(scores, key=lambda number: scores[number], default=None)
        if number is None or scores[number] <= best:
            break
        best = scores[number]
        chosen.append(number)
        taken += counts[number]
    return sorted(chosen)


_CHOICES = {LEAD: _lead, ORACLE: _oracle, RANDOM: _random}


def _strays(summary: Sequence[str], article: Article, sample: Sample) -> Iterable[Stray]:
    """Yield the sentences that are not in the true text."""
    truth = _trigrams(sample.truth.text or "")
    captions = _trigrams(" . ".join(picture.caption for picture in sample.truth.pictures))
    editors = " . ".join((article.description or "", article.subtitle or "", *sample.truth.standfirst))
    own = " . ".join(block.text for block in article.blocks if block.role is Role.STANDFIRST)
    for sentence in summary:
        if _share_in(sentence, truth) >= MIN_IN_TRUTH:
            continue
        if _share_in(sentence, captions) >= MIN_IN_TRUTH:
            yield Stray(sentence, "caption")
        elif first_objection(OBJECTIONS, sentence) or any(sentence.strip() == name for name in article.authors):
            yield Stray(sentence, "line around the text")
        elif _share_in(sentence, _trigrams(f"{editors} . {own}")) >= MIN_IN_TRUTH:
            yield Stray(sentence, "standfirst")
        else:
            yield Stray(sentence, "other text")


def _trigrams(text: str) -> set[tuple[str, ...]]:
    words = words_and_characters(text)
    return set(zip(words, words[1:], words[2:], strict=False))


def _share_in(sentence: str, known: set[tuple[str, ...]]) -> float:
    own = _trigrams(sentence)
    return len(own & known) / len(own) if own else 1.0


def tables(pages: Sequence[SummaryPage]) -> list[Table]:
    """Build a table for each kind of reference, the paper's table 3, and the table of noise."""
    kinds = [kind for kind in (DESCRIPTION, KEY_POINTS, STANDFIRST) if any(kind in page.rouge for page in pages)]
    extracts = [kind for kind in (EXTRACT, THIRD) if any(kind in page.rouge for page in pages)]
    made = [*(_reference_table(kind, pages) for kind in kinds), *(_extract_table(kind, pages) for kind in extracts)]
    return [*made, _paper_table(kinds, pages), _noise_table(pages)]


def _reference_table(kind: str, pages: Sequence[SummaryPage]) -> Table:
    own = [page for page in pages if kind in page.rouge]
    table = Table(
        f"ROUGE-1 of {SENTENCES} sentences against the {kind}, {len(own)} pages",
        ("method", "F1", "95 % of samples", "precision", "recall", "F1 at the reference's length"),
    )
    for method in own[0].rouge[kind]:
        rouges = [page.rouge[kind][method] for page in own]
        precision, recall, f1 = map(mean, zip(*(rouge.score for rouge in rouges), strict=True))
        low, high = _interval([(page.site, page.rouge[kind][method].score.f1) for page in own])
        table.add(method, f1, f"{low:.3f} to {high:.3f}", precision, recall, mean(rouge.at_length for rouge in rouges))
    return table


def _extract_table(kind: str, pages: Sequence[SummaryPage]) -> Table:
    own = [page for page in pages if kind in page.rouge]
    title = f"ROUGE-1 of as many sentences against the {kind}, {len(own)} pages"
    table = Table(title, ("method", "F1", "95 % of samples", "precision", "recall"))
    for method in own[0].rouge[kind]:
        precision, recall, f1 = map(mean, zip(*(page.rouge[kind][method].score for page in own), strict=True))
        low, high = _interval([(page.site, page.rouge[kind][method].score.f1) for page in own])
        table.add(method, f1, f"{low:.3f} to {high:.3f}", precision, recall)
    return table


def _paper_table(kinds: Sequence[str], pages: Sequence[SummaryPage]) -> Table:
    table = Table(
        "Summaries from the page and from the true text (table 3 of the paper), ROUGE-1",
        ("reference", "summary", "precision", "recall", "F1"),
    )
    for kind in kinds:
        rouges = [rouge for page in pages if kind in page.rouge for rouge in [page.rouge[kind][DEFAULT]]]
        both = [(rouge.score, rouge.from_truth) for rouge in rouges if rouge.from_truth is not None]
        if both:
            scores = zip(*both, strict=True)
            for name, own in zip(PAPER, scores, strict=True):
                table.add(f"{kind}, {len(both)} pages", name, *map(mean, zip(*own, strict=True)))
    agreements = [page.agreement for page in pages if page.agreement is not None]
    if agreements:
        name = f"the summary from the true text, {len(agreements)} pages"
        table.add(name, "from the page", *map(mean, zip(*agreements, strict=True)))
    for name, figures in PAPER.items():
        table.add("paper: CNN's highlights", name, *figures)
    return table


def _noise_table(pages: Sequence[SummaryPage]) -> Table:
    kinds = ("caption", "line around the text", "standfirst", "other text")
    table = Table(
        "Sentences of summaries that are not in the true text",
        ("set", "pages", "sentences", *kinds, "share of all"),
    )
    measured = [page for page in pages if page.sentences]
    for name in dict.fromkeys(page.set for page in measured):
        own = [page for page in measured if page.set == name]
        strays = [stray for page in own for stray in page.strays]
        total = sum(page.sentences for page in own)
        table.add(
            name,
            len(own),
            total,
            *(sum(stray.kind == kind for stray in strays) for kind in kinds),
            f"{100 * len(strays) / total:.1f} %",
        )
    table.notes = [f"{page.set} {page.page}: {stray.kind}: {stray.text}" for page in measured for stray in page.strays]
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
