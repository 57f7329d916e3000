"""Pages of other tools: data frames, datatrove, Scrapy."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from scrapy.exceptions import DropItem
from scrapy.settings import Settings as ScrapySettings

from tamis.batch import BatchSettings, extract_batch, row_hash
from tamis.batch.pages import RawPage
from tamis.batch.rows import row_of

from .making import story

URLS = [f"https://news.example/{number}" for number in range(3)]
PAGES = [story(number).decode() for number in range(3)]


def test_a_frame_of_polars_gives_a_frame_of_articles() -> None:
    frame = pl.DataFrame({"url": URLS, "html": PAGES, "more": [1, 2, 3]})
    rows = pl.from_arrow(extract_batch(frame))
    assert isinstance(rows, pl.DataFrame)
    assert rows["url"].to_list() == URLS
    assert rows["outcome"].to_list() == ["article"] * 3


def test_a_frame_of_pandas_gives_a_frame_of_articles() -> None:
    import pandas as pd

    rows = extract_batch(pd.DataFrame({"url": URLS, "html": PAGES})).to_pandas()
    assert list(rows["url"]) == URLS
    assert list(rows["outcome"]) == ["article"] * 3


@pytest.mark.slow
def test_documents_of_datatrove_get_their_article_and_others_are_dropped() -> None:
    from datatrove.data import Document

    from tamis.batch.datatrove_extractor import TamisExtractor

    documents = [Document(page, str(number), metadata={"url": URLS[number]}) for number, page in enumerate(PAGES)]
    documents.insert(1, Document("<p>Too little.", "none", metadata={}))
    step = TamisExtractor(BatchSettings(processes=1, formats=("markdown",)))
    found = list(step.run(iter(documents)))
    assert [document.id for document in found] == ["0", "1", "2"]
    expected = row_of(RawPage("0", 0, URLS[0], PAGES[0]), BatchSettings(formats=("markdown",)))
    assert found[0].text == expected["markdown"]
    assert found[0].metadata["title"] == expected["title"]
    assert step.stats["dropped_too_short"].total == 1
    assert step.extract(PAGES[0]) == row_of(RawPage("0", 0, URLS[0], PAGES[0]))["text"]


@pytest.mark.slow
def test_items_of_scrapy_get_their_article_and_others_are_dropped() -> None:
    from tamis.batch.scrapy_pipeline import ArticlePipeline

    crawler = SimpleNamespace(settings=ScrapySettings({"TAMIS_BATCH": {"processes": 1, "formats": ["markdown"]}}))
    pipeline = ArticlePipeline.from_crawler(crawler)
    pipeline.open_spider()

    async def process(*items: dict[str, Any]) -> list[Any]:
        return await asyncio.gather(*(pipeline.process_item(item) for item in items), return_exceptions=True)

    try:
        page = {"url": URLS[0], "body": story(0)}
        done, short, other = asyncio.run(process(page, {"html": "<p>Too little."}, {"price": 3}))
    finally:
        pipeline.close_spider()
    row = row_of(RawPage("scrapy", 0, URLS[0], story(0)), BatchSettings(formats=("markdown",)))
    assert row_hash(done["article"]) == row_hash(row)
    assert isinstance(short, DropItem)
    assert "too_short" in str(short)
    assert other == {"price": 3}
