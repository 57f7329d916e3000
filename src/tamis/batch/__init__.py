"""Batches: web archives, folders and tables of pages in, Parquet or JSON Lines out. See docs/batch.md."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.batch.extraction import BatchExtractor, extract_batch
    from tamis.batch.local import BatchReport, run_batch
    from tamis.batch.records import Record, read_records
    from tamis.batch.schema import SCHEMA_VERSION, input_schema, output_schema, row_hash
    from tamis.batch.settings import BatchSettings
    from tamis.batch.tally import Tally

_MODULES = {
    "extraction": ("BatchExtractor", "extract_batch"),
    "local": ("BatchReport", "run_batch"),
    "records": ("Record", "read_records"),
    "schema": ("SCHEMA_VERSION", "input_schema", "output_schema", "row_hash"),
    "settings": ("BatchSettings",),
    "tally": ("Tally",),
}
_LAZY = {name: module for module, names in _MODULES.items() for name in names}
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

if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.batch' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.batch.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
