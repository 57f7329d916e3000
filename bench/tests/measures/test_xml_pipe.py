"""`tamis bench pipe`: pages that are made while they are read, and what comes out of the command."""

from __future__ import annotations

from io import BytesIO

import pytest

from tamis.write.xml import stream_pages
from tamis_bench.xml_pipe import PipeRun, made_pages, run_pipe

pytestmark = pytest.mark.slow


def test_the_stream_is_a_document_of_pages() -> None:
    pages = list(stream_pages(BytesIO(b"".join(made_pages(3))), 1_000_000))
    assert [page.url for page in pages] == [f"https://news.example/{number}" for number in range(3)]


def test_every_page_comes_out_as_an_article() -> None:
    result = run_pipe(20)
    assert (result.articles, result.exit_status) == (20, 0)
    assert result.peak_megabytes >= result.first_megabytes > 0


def test_memory_that_grows_is_a_failure_and_so_is_a_missing_article() -> None:
    assert PipeRun(10, 10, 1, 50.0, 54.0, 0).is_constant
    assert not PipeRun(10, 10, 1, 50.0, 60.0, 0).is_constant
    assert not PipeRun(10, 9, 1, 50.0, 50.0, 0).is_constant
