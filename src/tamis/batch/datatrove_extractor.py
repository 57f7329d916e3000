"""Extractor for datatrove pipelines: replaces pages by articles with metadata, in workers with a deadline.

::

    from tamis.batch.datatrove_extractor import TamisExtractor
    pipeline = [WarcReader("crawl/"), TamisExtractor(), JsonlWriter("out/")]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.api import extract
from tamis.batch.pages import RawPage
from tamis.batch.rows import open_pool, row_of_result
from tamis.batch.schema import COLUMNS
from tamis.errors import BadSettings, MissingExtra
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings

try:
    from datatrove.pipeline.extractors.base import BaseExtractor
except ImportError as missing:
    raise MissingExtra("a step for datatrove", "datatrove") from missing

if TYPE_CHECKING:
    from collections.abc import Iterator

DESCRIBED = ("title", "authors", "published", "language", "site_name", "outcome", "confidence", "doubt", "fallback")
"""Columns that become metadata of a document."""


class TamisExtractor(BaseExtractor):  # type: ignore[misc]
    """A datatrove step that replaces the HTML of each document by its article.

    It drops documents without an article, and counts them by reason.
    """

    name = "⛏ tamis"

    def __init__(self, settings: BatchSettings | None = None, extraction: Settings | None = None) -> None:
        """Set up the step. `settings` are a batch's: formats (the first one is the text), filters, deadline, memory."""
        self.settings = settings or BatchSettings(workers=1)
        self.extraction = extraction or Settings()
        texts = [form for form in self.settings.formats if form != "images"]
        if not texts:
            raise BadSettings("formats must have text, markdown or json for the text of the document")
        self._form = texts[0]
        self._views = [column.name for column in COLUMNS if column.format in self.settings.views]
        super().__init__(timeout=self.settings.deadline)

    def extract(self, text: str) -> str:
        """Extract the text of one page, in this process."""
        return extract(text, settings=self.extraction).text

    def run(self, data: Iterator[Any], rank: int = 0, world_size: int = 1) -> Iterator[Any]:  # noqa: ARG002 (its own)
        """Yield the documents with their articles, in their order."""
        held: dict[int, Any] = {}

        def pages() -> Iterator[RawPage]:
            for number, document in enumerate(data):
                held[number] = document
                yield _page(document)

        with open_pool(self.settings, self.extraction) as pool:
            for result in pool.map(pages()):
                document = held.pop(result.index)
                row = row_of_result(_page(document).without_body(), result)
                self.stat_update("total")
                if row.get("rejected"):
                    self.stat_update("dropped", f"dropped_{row['rejected']}")
                    continue
                document.text = row[self._form]
                document.metadata |= {name: row[name] for name in (*DESCRIBED, *self._views) if row.get(name)}
                self.stat_update("forwarded")
                self.update_doc_stats(document)
                yield document


def _page(document: Any) -> RawPage:
    """Convert a document to a page. Its reader may have given it no id."""
    return RawPage(str(document.id or ""), 0, document.metadata.get("url"), document.text)
