"""Run the classes for datatrove and NeMo Curator in the real packages: `make test-corpora`."""

from __future__ import annotations

from datatrove.data import Document
from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor

import tamis
from tamis.batch import BatchSettings
from tamis.batch.datatrove_extractor import TamisExtractor
from tamis.batch.nemo_extractor import TamisAlgorithm

PROSE = "The council paid for the salt pans, as its minutes say, and nobody asked what the salt was for. "
PAGE = (
    f"<html lang=en><title>Salt</title><h1>Salt</h1>{''.join(f'<p>{number}. {PROSE * 3}</p>' for number in range(6))}"
)
URL = "https://sea.example/salt"


def check_datatrove() -> None:
    """A document gets its article and the view in its metadata; one without an article is dropped."""
    step = TamisExtractor(BatchSettings(workers=1, views=("recall",)))
    documents = [Document(PAGE, "1", metadata={"url": URL}), Document("<p>Too little.", "2", metadata={})]
    (document,) = step.run(iter(documents))
    article = tamis.extract(PAGE, URL)
    assert (document.text, document.metadata["title"]) == (article.text, "Salt")  # noqa: S101 (a check)
    assert document.metadata["text_recall"] == article.view(favor="recall").text  # noqa: S101


def check_nemo() -> None:
    """The stage's extractor takes the algorithm and writes the article's text; a page without one gives nothing."""
    extractor = CommonCrawlHTMLExtractor(algorithm=TamisAlgorithm())
    record = {"url": URL, "warc_id": "1", "source_id": "a.warc", "content": PAGE.encode()}
    written = extractor.extract(record)
    assert written is not None  # noqa: S101
    assert written["text"] == tamis.extract(PAGE).text  # noqa: S101
    assert extractor.extract(record | {"content": PAGE[:60].encode()}) is None  # noqa: S101
    assert TamisAlgorithm(min_confidence=1.0).extract_text(PAGE, frozenset(), "ENGLISH") is None  # noqa: S101
    assert TamisAlgorithm().extract_text("%PDF-1.7", frozenset(), "ENGLISH") is None  # noqa: S101


if __name__ == "__main__":
    check_datatrove()
    print("datatrove: as expected")
    check_nemo()
    print("NeMo Curator: as expected")
