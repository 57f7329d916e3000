"""Keywords in Chinese and Japanese: whether they are words, by the boundaries that another segmenter finds.

A keyword is a word if most of its occurrences in the text begin and end where words of the segmenter do: jieba for
Chinese, TinySegmenter for Japanese, both of the extra ``peers``. A compound of several words counts.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.api import extract
from tamis.core.summarizing import SummarySettings, summarize
from tamis.errors import MissingExtra
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tamis_bench.samples import Sample

KEYWORDS = 8
LANGUAGES = {"zh": "Chinese", "ja": "Japanese"}


class KeywordPage(NamedTuple):
    """The keywords of one page."""

    set: str
    page: str
    language: str
    keywords: tuple[str, ...]
    cut: tuple[str, ...]
    """Keywords that are not words."""


def measure(samples: Sequence[Sample]) -> list[KeywordPage]:
    """Judge the keywords of all Chinese and Japanese pages."""
    segmenters = {"zh": _jieba(), "ja": _tinysegmenter()}
    found = []
    for sample in samples:
        article = extract(sample.html, sample.url)
        language = (article.language or "").lower().partition("-")[0]
        if language in segmenters:
            keywords = summarize(article, SummarySettings(keywords=KEYWORDS)).keywords
            bounds = _bounds(article.text, segmenters[language])
            cut = tuple(keyword for keyword in keywords if not _is_word(keyword, article.text, bounds))
            found.append(KeywordPage(sample.set, sample.id, language, keywords, cut))
    return found


def _jieba() -> Callable[[str], Iterable[str]]:
    module = _load("jieba")
    module.setLogLevel("ERROR")
    cut: Callable[[str], Iterable[str]] = module.lcut
    return cut


def _tinysegmenter() -> Callable[[str], Iterable[str]]:
    tokenize: Callable[[str], Iterable[str]] = _load("tinysegmenter").TinySegmenter().tokenize
    return tokenize


def _load(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtra("another segmenter", "peers", package="tamis-bench") from error


def _bounds(text: str, segment: Callable[[str], Iterable[str]]) -> set[int]:
    """Return the offsets between the words of a text; segmenters may drop white space."""
    bounds = {0, len(text)}
    at = 0
    for word in segment(text):
        start = text.find(word, at)
        if start >= 0:
            at = start + len(word)
            bounds |= {start, at}
    return bounds


def _is_word(keyword: str, text: str, bounds: set[int]) -> bool:
    places = []
    at = text.find(keyword)
    while at >= 0:
        places.append(at in bounds and at + len(keyword) in bounds)
        at = text.find(keyword, at + 1)
    return 2 * sum(places) >= len(places)


def table(pages: Sequence[KeywordPage]) -> Table:
    """Build the table of keywords that are words, by language."""
    table = Table("Keywords that are words", ("language", "pages", "keywords", "words", "share"))
    for code, name in LANGUAGES.items():
        own = [page for page in pages if page.language == code]
        count = sum(len(page.keywords) for page in own)
        if count:
            words = count - sum(len(page.cut) for page in own)
            table.add(name, len(own), count, words, words / count)
    return table
