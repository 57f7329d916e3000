"""Extractor for NVIDIA NeMo Curator: an algorithm for its stages that read Common Crawl.

::

    from tamis.batch.nemo_extractor import TamisAlgorithm
    stage = CommonCrawlDownloadExtractStage(..., html_extraction=TamisAlgorithm())
"""

from __future__ import annotations

from tamis.api import extract
from tamis.errors import MissingExtra, TamisError
from tamis.settings.extraction import Settings

try:
    from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm
except ImportError as missing:
    raise MissingExtra("an algorithm for NeMo Curator", "nemo") from missing


class TamisAlgorithm(HTMLExtractorAlgorithm):  # type: ignore[misc]
    """An algorithm of NeMo Curator that returns the paragraphs of a page's article."""

    def __init__(self, extraction: Settings | None = None, *, min_confidence: float = 0.0) -> None:
        """Set up the algorithm. Articles with a lower confidence than `min_confidence` are left out."""
        self.extraction = extraction or Settings(positions=False, images=False)
        self.min_confidence = min_confidence

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:  # noqa: ARG002 (it needs neither: the model knows text of any language)
        """Return the paragraphs of the article; None if the page has none."""
        try:
            article = extract(html, settings=self.extraction)
        except TamisError:
            return None  # not a page, or too large
        if not article.is_article or article.confidence < self.min_confidence:
            return None
        return article.text.split("\n\n")
