"""Item pipeline for projects with Scrapy: adds the article to items with a page, extracted in workers beside the crawl.

::

    ITEM_PIPELINES = {"tamis.batch.scrapy_pipeline.ArticlePipeline": 300}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from tamis.batch.pages import RawPage
from tamis.batch.rows import open_pool, row_of_result
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings
from tamis.settings.options import from_mapping

if TYPE_CHECKING:
    from typing import Self

    from tamis.io.workers import Pool

SETTING = "TAMIS_BATCH"
"""Scrapy's setting with the settings of a batch, by name: ``{"workers": 1, "only_articles": False}``."""
FIELD = "article"
"""The field of an item that receives the article: a dictionary with the columns of a batch."""


class ArticlePipeline:
    """An item pipeline that extracts the page in `html` or `body`. It drops items without an article, with a reason."""

    def __init__(self, settings: BatchSettings) -> None:
        self._settings = settings
        self._pool: Pool | None = None

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        """Create the pipeline with the settings of a crawler."""
        return cls(from_mapping(BatchSettings, crawler.settings.getdict(SETTING), BatchSettings(workers=1)))

    def open_spider(self) -> None:
        """Start the workers."""
        self._pool = open_pool(self._settings, Settings())

    def close_spider(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.close()

    async def process_item(self, item: Any) -> Any:
        """Add the article to the item. An item without a page is left as it is."""
        held = ItemAdapter(item)
        body = held.get("html") or held.get("body")
        if body is None or self._pool is None:
            return item
        page = RawPage("scrapy", 0, held.get("url"), body, held.get("content_type"))
        row = row_of_result(page.without_body(), await self._pool.run(page))
        if row.get("rejected"):
            raise DropItem(f"{row['rejected']}: {row.get('reason') or page.url}")
        held[FIELD] = row
        return item
