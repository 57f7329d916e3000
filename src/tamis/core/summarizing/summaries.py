"""Summaries of articles: the best sentences, in their order, each with its scores and its position in the source.

The method is that of the news pipeline by R. Ferreira et al. (DocEng 2016): six sentence scores, averaged with weights.
`tamis.core.summarizing.scores` has their formulas, `tamis.core.summarizing.sentences` says what may be in a summary.

Keywords are the terms and short phrases that recur. A term counts by how often it occurs, more if it is in the title,
and more if it occurs early. Two terms that follow one another more than once make a phrase (``harbor tunnel``), which
replaces its parts. The form that occurs most often is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tamis.core.summarizing.relations import RelatedBy, concepts, related_by
from tamis.core.summarizing.scores import SCORES_FOR, ScoredText
from tamis.core.summarizing.sentences import sentences_in, sentences_of, text_of
from tamis.errors import BadInput, BadSettings
from tamis.model import Article
from tamis.settings.options import with_options
from tamis.settings.summary import SummarySettings
from tamis.text.language import recognize_language
from tamis.text.terms import find_terms, fold, stop_words
from tamis.text.text_fragments import fragments_of
from tamis.text.words import FIRST_BY_CHARACTER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Unpack

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.settings.summary import SummaryOptions
    from tamis.text.terms import Term

_DEFAULT = SummarySettings()


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence of a summary."""

    text: str
    score: float
    """Weighted mean of `scores`, from 0 to 1."""
    scores: Mapping[str, float]
    """The six scores by name."""
    block: int
    """Index of its block in the article, as `Block.index`; in a plain text, the number of its paragraph."""
    start: int
    end: int
    """End of the sentence in the block's text: ``text[start:end]``."""
    xpath: str = ""
    """XPath of the block in the page; empty if positions were not asked for."""
    link: str | None = None
    """URL that opens the page at the sentence; None if the page has no URL."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The best sentences of a text, in their order."""

    sentences: tuple[SummarySentence, ...]
    keywords: tuple[str, ...]
    language: str | None
    related_by: RelatedBy
    """The source of related words."""
    sentence_count: int
    """Number of sentences that there were to choose from."""

    def __iter__(self) -> Iterator[SummarySentence]:
        return iter(self.sentences)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The summary as running text."""
        return text_of([sentence.text for sentence in self.sentences])

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain values, ready for any JSON library."""
        return {
            "text": self.text,
            "sentences": [
                {
                    "text": sentence.text,
                    "score": round(sentence.score, 4),
                    "scores": {name: round(value, 4) for name, value in sentence.scores.items()},
                    "block": sentence.block,
                    "start": sentence.start,
                    "end": sentence.end,
                    "xpath": sentence.xpath,
                    "link": sentence.link,
                }
                for sentence in self.sentences
            ],
            "keywords": list(self.keywords),
            "language": self.language,
            "relatedBy": self.related_by.value,
            "sentenceCount": self.sentence_count,
        }


def summary_record(article: Article, summary: Summary) -> dict[str, Any]:
    """Return the summary as plain values, with what a citation of its article needs."""
    published = article.published.isoformat() if article.published is not None else None
    return {
        "url": article.url or article.canonical_url,
        "headline": article.title,
        "authors": list(article.authors),
        "published": published,
        "site": article.site_name,
        **summary.to_dict(),
    }


def summarize(article: Article, settings: SummarySettings = _DEFAULT, **options: Unpack[SummaryOptions]) -> Summary:
    """Summarize an article. One without running text gives a summary without sentences.

    `options` are fields of `SummarySettings`, such as ``sentences=2``.
    """
    if not isinstance(article, Article):
        raise BadInput(
            f"summarize takes an Article, not {type(article).__name__}: tamis.extract(html) makes one; "
            "summarize_text takes plain text"
        )
    if not isinstance(settings, SummarySettings):
        raise BadSettings(
            f"settings takes a tamis.SummarySettings; for three sentences write sentences=3, not {settings!r}"
        )
    settings = with_options(settings, cast("Mapping[str, object]", options)) if options else settings
    summary = _summary(sentences_of(article), article.title, article.language, settings)
    if not (article.url and summary.sentences):
        return summary
    return replace(summary, sentences=tuple(_linked(article, summary.sentences)))


def _linked(article: Article, sentences: Sequence[SummarySentence]) -> Iterator[SummarySentence]:
    """Yield the sentences with links that open the page at them."""
    fragments = fragments_of(article)
    wanted = {sentence.block for sentence in sentences}
    blocks = [block for block in article.blocks if block.index in wanted]
    for sentence in sentences:
        start, end = sentence.start, sentence.end
        for block in blocks:  # of several pages, two can have the same number
            if block.index == sentence.block and sentence.text[:20] in block.text[start:end]:
                url = article.url_of(block)
                link = fragments.link(url, block.text, start, end, block=block.index)
                yield replace(sentence, link=link or url)
                break
        else:
            yield sentence


def summarize_text(
    text: str, title: str | None = None, language: str | None = None, settings: SummarySettings = _DEFAULT
) -> Summary:
    """Summarize a plain text, one paragraph per line. Its language is recognized if it is not given."""
    language = language or recognize_language(text)
    return _summary(sentences_in(text, language), title, language, settings)


def _summary(
    sentences: Sequence[SourceSentence], title: str | None, language: str | None, settings: SummarySettings
) -> Summary:
    title_terms = frozenset(term.key for term in find_terms(title or "", language))
    if not sentences:
        return Summary((), (), language, related_by(language), 0)
    text = ScoredText(sentences, title_terms, concepts(_words(sentences, language), language))
    scores = {name: score(text) for name, score in SCORES_FOR[settings.weighting].items()}
    wanted = settings.sentences if settings.share is None else max(1, round(settings.share * len(sentences)))
    means = _weighted_means(scores, settings.weights(wanted, len(sentences), scores["title"][0]))
    chosen = _choose(sentences, means, wanted, settings.repetition)
    return Summary(
        tuple(_sentence(sentences[number], means[number], _at(scores, number)) for number in chosen),
        find_keywords(sentences, title_terms, language, settings.keywords),
        language,
        related_by(language),
        len(sentences),
    )


def _words(sentences: Sequence[SourceSentence], language: str | None) -> dict[str, str]:
    """Map the terms of all sentences to the word that each represents most often."""
    forms: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for term in find_terms(sentence.text, language):
            forms.setdefault(term.key, Counter())[fold(sentence.text[term.start : term.end])] += 1
    return {key: min(own, key=lambda form: (-own[form], form)) for key, own in forms.items()}


def _weighted_means(scores: Mapping[str, Sequence[float]], weights: Mapping[str, float]) -> list[float]:
    total = sum(weights.values())
    return [
        sum(weights[name] * value for name, value in zip(scores, values, strict=True)) / total
        for values in zip(*scores.values(), strict=True)
    ]


def _choose(sentences: Sequence[SourceSentence], means: Sequence[float], wanted: int, repetition: float) -> list[int]:
    """Choose the best sentences, without those that repeat a better one; return their numbers in reading order."""
    chosen: list[int] = []
    for number in sorted(range(len(sentences)), key=lambda number: (-means[number], number)):
        if len(chosen) >= wanted:
            break
        if not _repeats(sentences[number], [sentences[other] for other in chosen], repetition):
            chosen.append(number)
    return sorted(chosen)


def _repeats(sentence: SourceSentence, chosen: Sequence[SourceSentence], share: float) -> bool:
    terms = set(sentence.terms)
    if not terms or share >= 1.0:
        return False
    return any(len(terms.intersection(other.terms)) >= share * len(terms) for other in chosen)


def _at(scores: Mapping[str, Sequence[float]], number: int) -> dict[str, float]:
    return {name: values[number] for name, values in scores.items()}


def _sentence(source: SourceSentence, score: float, scores: Mapping[str, float]) -> SummarySentence:
    return SummarySentence(source.text, score, scores, source.block, source.start, source.end, source.xpath)


MIN_TIMES = 2
"""Minimum number of occurrences of a keyword that is not in the title."""
IN_TITLE = 2.0
"""Factor for a term that is in the title."""


MIN_PARTS = 3
"""Minimum number of uses of a keyword that is completed by what is beside it."""
MAX_PARTS = 3
"""Maximum number of characters that are added to a keyword on one side."""
PART_SHARE = 0.9
"""Minimum share of the uses that have the same character beside them."""
_PART = re.compile("[\u3400-\u9fff\u30a1-\u30fa\u30fc]")
"""A character that may be part of a name: Han or katakana."""


class _Found(NamedTuple):
    times: Counter[tuple[str, ...]]
    forms: dict[tuple[str, ...], Counter[str]]
    first: dict[tuple[str, ...], int]
    places: list[frozenset[int]]
    """For each sentence, the offsets of the characters that are in a term."""


def find_keywords(
    sentences: Sequence[SourceSentence], title: Collection[str], language: str | None, count: int
) -> tuple[str, ...]:
    """Find the best keywords, most important first."""
    if not count:
        return ()
    found = _count(sentences, language)
    scores = {
        terms: times * len(terms) * (IN_TITLE if any(term in title for term in terms) else 1.0)
        / (1 + found.first[terms] / len(sentences))
        for terms, times in found.times.items()
        if times >= MIN_TIMES or (len(terms) == 1 and terms[0] in title)
    }  # fmt: skip
    chosen: list[str] = []
    taken: set[str] = set()
    for terms in sorted(scores, key=lambda terms: (-scores[terms], found.first[terms], terms)):
        if len(chosen) == count:
            break
        if taken.isdisjoint(terms):
            taken.update(terms)
            forms = found.forms[terms]
            form = min(forms, key=lambda form: (-forms[form], form))
            chosen.append(_completed(form, sentences, found.places, language) if form >= FIRST_BY_CHARACTER else form)
    return tuple(chosen)


def _completed(
    form: str, sentences: Sequence[SourceSentence], places: Sequence[Collection[int]], language: str | None
) -> str:
    """Add the characters that are always beside a keyword and in no word: the rest of a name, as 希 in 陈冠希."""
    uses = [
        (sentence.text, own, start, start + len(form))
        for sentence, own in zip(sentences, places, strict=True)
        for start in _starts_of(form, sentence.text)
    ]
    stops = stop_words(language)
    before = _rest([(text, own, start - 1) for text, own, start, _ in uses], -1, stops)
    after = _rest([(text, own, end) for text, own, _, end in uses], 1, stops)
    return f"{before[::-1]}{form}{after}"


def _starts_of(form: str, text: str) -> Iterator[int]:
    """Yield the places of a form in a text, which do not overlap."""
    start = text.find(form)
    while start >= 0:
        yield start
        start = text.find(form, start + len(form))


def _rest(uses: Sequence[tuple[str, Collection[int], int]], step: int, stops: Collection[str]) -> str:
    """Read on from the uses of a keyword, as long as nearly all have the same character.

    What ends in a word is only a part of something longer, and is no rest.
    """
    rest = ""
    while len(uses) >= MIN_PARTS and len(rest) <= MAX_PARTS:
        shown = Counter(text[offset] for text, _, offset in uses if 0 <= offset < len(text))
        character, times = shown.most_common(1)[0] if shown else ("", 0)
        if times < PART_SHARE * len(uses) or character in stops or not _PART.match(character):
            return rest
        uses = [use for use in uses if 0 <= use[2] < len(use[0]) and use[0][use[2]] == character]
        if any(offset in own for _, own, offset in uses):
            return ""
        rest += character
        uses = [(text, own, offset + step) for text, own, offset in uses]
    return ""


def _count(sentences: Sequence[SourceSentence], language: str | None) -> _Found:
    """Count terms and pairs of neighboring terms, with their forms and the sentence in which they first occur."""
    found = _Found(Counter(), {}, {}, [])
    for number, sentence in enumerate(sentences):
        terms = find_terms(sentence.text, language)
        found.places.append(frozenset(offset for term in terms for offset in range(term.start, term.end)))
        for term in terms:
            _note(found, (term,), sentence.text, number)
        for left, right in pairwise(terms):
            if _are_neighbors(left, right, sentence.text):
                _note(found, (left, right), sentence.text, number)
    return found


def _note(found: _Found, terms: tuple[Term, ...], text: str, number: int) -> None:
    key = tuple(term.key for term in terms)
    found.times[key] += 1
    found.forms.setdefault(key, Counter())[text[terms[0].start : terms[-1].end]] += 1
    found.first.setdefault(key, number)


def _are_neighbors(left: Term, right: Term, text: str) -> bool:
    """Tell whether only a blank or a hyphen separates them, or nothing at all; pairs of characters may overlap."""
    if left.key >= FIRST_BY_CHARACTER and right.key >= FIRST_BY_CHARACTER:
        return right.start - left.end in (-1, 0)
    return text[left.end : right.start] in (" ", "-")
