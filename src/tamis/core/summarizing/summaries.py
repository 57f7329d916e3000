"""Summaries of articles: the best sentences, in their order, each with its scores and its position in the source.

The method is that of the news pipeline by R. Ferreira et al. (DocEng 2016): six sentence scores, averaged with weights.
`scores` has their formulas, `sentences` says what may be in a summary, `choosing` takes the best sentences, and
`keywords` finds keywords.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from tamis.core.summarizing.choosing import choose, weighted_means
from tamis.core.summarizing.keywords import find_keywords
from tamis.core.summarizing.relations import RelatedBy, concepts, related_by
from tamis.core.summarizing.scores import SCORES_FOR, ScoredText
from tamis.core.summarizing.sentences import sentences_in, sentences_of, text_of
from tamis.errors import BadInput, BadSettings
from tamis.model import Article
from tamis.model.right_names import Answers
from tamis.settings.options import with_options
from tamis.settings.summary import SummarySettings
from tamis.text.language_recognition import recognize_language
from tamis.text.terms import find_terms, fold
from tamis.text.text_fragments import fragments_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Unpack

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.settings.summary import SummaryOptions

_DEFAULT = SummarySettings()
_SHOWN = 60
"""Number of characters of a summary that its repr shows."""


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


@dataclass(frozen=True, slots=True, repr=False)
class Summary(Answers):
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

    def __repr__(self) -> str:
        """Show the summary in one line."""
        return f"<Summary of {len(self.sentences)} of {self.sentence_count} sentences: {self.text[:_SHOWN]!r}>"

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
    means = weighted_means(scores, settings.weights(wanted, len(sentences), scores["title"][0]))
    chosen = choose(sentences, means, wanted, settings.repetition)
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


def _at(scores: Mapping[str, Sequence[float]], number: int) -> dict[str, float]:
    return {name: values[number] for name, values in scores.items()}


def _sentence(source: SourceSentence, score: float, scores: Mapping[str, float]) -> SummarySentence:
    return SummarySentence(source.text, score, scores, source.block, source.start, source.end, source.xpath)
