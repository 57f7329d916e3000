"""Pages of other tools: data frames, datatrove, Scrapy."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from scrapy.exceptions import DropItem
from scrapy.settings import Settings as ScrapySettings

from docs import manual
from fetching.local_site import LocalSite, answer
from tamis.batch import BatchSettings, extract_batch, row_hash
from tamis.batch.pages import RawPage
from tamis.batch.rows import row_of

from .making import story

if TYPE_CHECKING:
    from pathlib import Path

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
    documents.insert(1, Document("<p>Too little.", None, metadata={}))  # readers of archives without ids do that
    step = TamisExtractor(BatchSettings(workers=1, formats=("markdown",)))
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

    crawler = SimpleNamespace(settings=ScrapySettings({"TAMIS_BATCH": {"workers": 1, "formats": ["markdown"]}}))
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


CRAWL = """
import sys
from scrapy.crawler import CrawlerProcess
names = {"__name__": "spider"}
exec(open(sys.argv[1]).read(), names)
process = CrawlerProcess({"FEEDS": {sys.argv[2]: {"format": "jsonlines"}}, "LOG_LEVEL": "WARNING"})
process.crawl(names["Articles"], start_urls=sys.argv[3:])
process.start()
"""


@pytest.mark.slow
def test_the_spider_of_the_docs_crawls(tmp_path: Path) -> None:
    (code,) = (fence.code for fence in manual.fences("docs/batch.md", "python") if "scrapy.Spider" in fence.code)
    (tmp_path / "articles.py").write_text(code)
    with LocalSite() as site:
        site.routes["/story"] = answer(story(1))
        site.routes["/none"] = answer(b"<p>Too little.")
        urls = [site.url("/story"), site.url("/none")]
        command = [sys.executable, "-c", CRAWL, str(tmp_path / "articles.py"), str(tmp_path / "items.jsonl"), *urls]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    (item,) = map(json.loads, (tmp_path / "items.jsonl").read_text().splitlines())
    assert item["article"]["title"] == row_of(RawPage("scrapy", 0, urls[0], story(1)))["title"]
    assert item["article"]["markdown"]
    assert "too_short" in done.stderr
