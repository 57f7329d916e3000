"""Rows from a pool of workers: the answer of a worker, or the row of its failure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tamis.batch.pages import Problem
from tamis.batch.rows import WARM_UP, failed_row, origin_of
from tamis.io.workers import FailureCode, Pool

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.batch.pages import RawPage
    from tamis.batch.rows import Row
    from tamis.io.workers import Result
    from tamis.settings.batch import BatchSettings
    from tamis.settings.extraction import Settings

FUNCTION = "tamis.batch.rows:row_bytes"


def open_pool(settings: BatchSettings, extraction: Settings, function: str = FUNCTION) -> Pool:
    """Open a pool whose workers make rows."""
    return Pool(function, settings.pool, arguments={"settings": settings, "extraction": extraction}, warm_up=WARM_UP)


def rows_of_pages(pool: Pool, pages: Sequence[RawPage]) -> Iterator[Row]:
    """Yield the row of each page, in their order."""
    for page, result in zip(pages, pool.map(pages), strict=True):
        yield row_of_result(page, result)


def row_of_result(page: RawPage, result: Result) -> Row:
    """Return the row that a worker answered. The columns of its origin come from the reader, not from the worker."""
    if result.failure is not None:
        return failed_row(page, Problem(result.failure.code, result.failure.message))
    row = json.loads(result.value or b"")
    if not isinstance(row, dict):
        return failed_row(page, Problem(FailureCode.UNEXPECTED_ERROR, "the worker did not answer with a row"))
    return row | origin_of(page)
