"""Settings of a batch, as one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tamis.settings.options import OUTPUT, check, option
from tamis.settings.workers import LEAST_MEMORY, MEBIBYTE, WORKER_MEMORY, PoolSettings

BATCH, WORKERS = "Batch", "Workers"
TextFormat = Literal["text", "markdown", "json", "images", "content_hash"]
View = Literal["precision", "recall", "no_tables", "code", "comments"]
FileFormat = Literal["parquet", "jsonl"]


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """Settings for running a batch, and for its output."""

    formats: tuple[TextFormat, ...] = option(
        ("text",),
        "Columns with the article: `text`, `markdown`, `json`; `images` has its pictures, "
        "`content_hash` the hash of its content.",
        group=OUTPUT,
    )
    views: tuple[View, ...] = option(
        (),
        "More columns from the same parse: the text with the doubtful left out (`precision`) or kept (`recall`) or "
        "without tables (`no_tables`), code verbatim (`code`), readers' `comments`.",
        group=OUTPUT,
    )
    file_format: FileFormat = option("parquet", "Files to write: Parquet with zstd, or JSON Lines.", group=OUTPUT)
    only_articles: bool = option(
        True, "Put pages with another outcome than `article` among the rejects.", group=OUTPUT, off="all-outcomes"
    )
    keep_languages: tuple[str, ...] = option(
        (), "Keep articles in these languages only (`de`, `fr`), and those whose language is not known.", group=OUTPUT
    )
    min_confidence: float = option(
        0.0, "Articles with a lower confidence are rejects.", minimum=0, maximum=1, group=OUTPUT
    )
    fallback: str | None = option(
        None,
        "Function that is asked about pages in doubt (docs/batch.md#fallback).",
        group=OUTPUT,
        metavar="MODULE:FUNCTION",
    )
    max_doubt: float = option(
        0.5, "Pages with a greater doubt go to the fallback, if there is one.", minimum=0, maximum=1, group=OUTPUT
    )
    near_duplicates: bool = option(
        False, "Find near-duplicates among all articles: a column `minhash`, and duplicates.parquet.", group=OUTPUT
    )
    site_profiles: bool = option(
        False,
        "Learn a site profile of each host first, from up to twelve of its pages in a split, and extract with it. The "
        "input is read twice, and should be grouped by host.",
        group=OUTPUT,
    )
    ordered: bool = option(
        True,
        "Write rows in the order of the input. Without, a slow document does not hold up those behind it.",
        group=OUTPUT,
    )
    shard_rows: int = option(5_000, "Documents of one output file.", minimum=1, group=BATCH)
    split_bytes: int = option(
        256 * MEBIBYTE, "Input files are joined to pieces of work up to this size, in bytes.", minimum=1, group=BATCH
    )
    split_files: int = option(5_000, "Most input files of one piece of work.", minimum=1, group=BATCH)
    fetch_concurrency: int = option(
        8, "Pages that are fetched at a time, at most one from each host.", minimum=1, maximum=256, group=BATCH
    )
    warc_root: str = option(
        "https://data.commoncrawl.org/", "Where the archives are that rows of an index name.", group=BATCH
    )
    workers: int = option(0, "Worker processes; 0 for one on each processor.", minimum=0, group=WORKERS)
    deadline: float = option(30.0, "Seconds for one document; then its worker is killed.", above=0, group=WORKERS)
    max_memory: int = option(
        WORKER_MEMORY, "Bytes of memory that a worker may hold.", minimum=LEAST_MEMORY, group=WORKERS
    )
    chunk: int = option(8, "Documents that a worker has waiting for it.", minimum=1, group=WORKERS)
    max_documents: int = option(10_000, "A worker is replaced after this many documents.", minimum=1, group=WORKERS)

    def __post_init__(self) -> None:
        check(self)

    @property
    def pool(self) -> PoolSettings:
        """The settings of the worker processes."""
        return PoolSettings(
            workers=self.workers,
            deadline=self.deadline,
            max_memory=self.max_memory,
            chunk=self.chunk,
            max_documents=self.max_documents,
        )


NO_EFFECT_ON_ROWS = frozenset({"ordered", "fetch_concurrency", "workers", "chunk", "max_documents", "warc_root"})
"""Settings that a later run of the same batch may change."""
