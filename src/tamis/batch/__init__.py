"""Batch extraction: web archives, folders and tables of pages in, Parquet or JSON Lines out. See docs/batch.md."""

from typing import TYPE_CHECKING

from tamis._lazy import answer_calls, lazy_names

if TYPE_CHECKING:
    from tamis.batch.extraction import BatchExtractor, extract_batch
    from tamis.batch.local import BatchReport, run_batch
    from tamis.batch.records import Record, read_records
    from tamis.batch.schema import SCHEMA_VERSION, input_schema, output_schema, row_hash
    from tamis.batch.tally import Tally
    from tamis.settings.batch import BatchSettings

__all__ = [
    "SCHEMA_VERSION",
    "BatchExtractor",
    "BatchReport",
    "BatchSettings",
    "Record",
    "Tally",
    "extract_batch",
    "input_schema",
    "output_schema",
    "read_records",
    "row_hash",
    "run_batch",
]

if not TYPE_CHECKING:
    answer_calls(__name__, "tamis.batch.run_batch(files, 'out'), which fills out/articles")
    __getattr__ = lazy_names(
        __name__,
        {
            "BatchExtractor": "tamis.batch.extraction",
            "extract_batch": "tamis.batch.extraction",
            "BatchReport": "tamis.batch.local",
            "run_batch": "tamis.batch.local",
            "Record": "tamis.batch.records",
            "read_records": "tamis.batch.records",
            "SCHEMA_VERSION": "tamis.batch.schema",
            "input_schema": "tamis.batch.schema",
            "output_schema": "tamis.batch.schema",
            "row_hash": "tamis.batch.schema",
            "BatchSettings": "tamis.settings.batch",
            "Tally": "tamis.batch.tally",
        },
    )
