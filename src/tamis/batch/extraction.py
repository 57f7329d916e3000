"""Batch extraction with Arrow: batches of pages in, batches of articles out. Every engine and data frame can use it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tamis.batch.pages import Problem, RawPage, Rejection
from tamis.batch.rows import open_pool, row_of, rows_of_pages
from tamis.batch.schema import arrow, output_schema, rows_to_batch
from tamis.batch.table_rows import page_of_row
from tamis.errors import BadInput
from tamis.io.workers.fallback import path_of_fallback
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from tamis.io.workers.fallback import Fallback

_DEFAULT_BATCH = BatchSettings()
_DEFAULT_EXTRACTION = Settings()


def extract_batch(
    pages: Any,
    settings: BatchSettings = _DEFAULT_BATCH,
    extraction: Settings = _DEFAULT_EXTRACTION,
    *,
    fallback: Fallback | None = None,
) -> Any:
    """Extract the articles of an Arrow record batch or table of pages, as a record batch. No network, files or state.

    `pages` may also be a pandas or polars data frame, or any other object that can be converted to Arrow. It has a
    column
    ``html`` (text) or ``body`` (bytes), and any of ``url``, ``content_type``, ``headers``, ``fetched``, ``source``,
    ``position``. The rows come in the same order, one for each page. `fallback` takes a page and its article, and
    is asked about pages whose doubt is over `BatchSettings.max_doubt`.
    """
    rows = (row_of(page, settings, extraction, fallback) for page in pages_of_batch(pages))
    return rows_to_batch(rows, output_schema(settings))


def pages_of_batch(pages: Any, first: int = 0) -> Iterator[RawPage]:
    """Yield the pages of a record batch or table; those without a position are counted from `first`."""
    pages = pages if hasattr(pages, "schema") and hasattr(pages, "to_pylist") else arrow().table(pages)
    wanted = [name for name in pages.schema.names if name in _KNOWN]
    if not set(wanted) & {"html", "body"}:
        raise BadInput(f"the pages need a column html or body; there is {', '.join(pages.schema.names) or 'none'}")
    for number, row in enumerate(pages.select(wanted).to_pylist(), first):
        position = row.get("position")
        source = str(row.get("source") or "")
        found = page_of_row(source, number if position is None else int(position), row)
        if isinstance(found, RawPage):
            yield found._replace(offset=row.get("offset"))
        else:
            problem = Problem(Rejection.NO_PAGE, "the row has no page")
            yield RawPage(source, found.position, found.url, problem=problem)


_KNOWN = frozenset(("source", "position", "offset", "url", "html", "body", "content_type", "headers", "fetched"))


class BatchExtractor:
    """A version of `extract_batch` that runs in a worker pool, with a deadline and a memory limit for each page.

    Use it where a page could kill `extract_batch`. It holds processes: close it, or use it in a ``with``.
    """

    def __init__(
        self,
        settings: BatchSettings = _DEFAULT_BATCH,
        extraction: Settings = _DEFAULT_EXTRACTION,
        *,
        fallback: Fallback | str | None = None,
    ) -> None:
        """Start the pool. `fallback`, for pages in doubt, is a function of a module, or ``"module:name"``."""
        if fallback is not None:
            settings = replace(settings, fallback=path_of_fallback(fallback))
        self._schema = output_schema(settings)
        self._pool = open_pool(settings, extraction)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close(kill=kind is not None)

    def close(self) -> None:
        """End the processes."""
        self._pool.close()

    def __call__(self, pages: Any) -> Any:
        """Extract the articles of a record batch or table of pages, as a table."""
        rows = rows_of_pages(self._pool, list(pages_of_batch(pages)))
        return arrow().Table.from_batches([rows_to_batch(rows, self._schema)])
