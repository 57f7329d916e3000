"""The Spark engine: runs a batch on Spark, and offers a function for data frames of your own pages.

Splits are the rows of a data frame, each in a separate partition, and `mapInArrow` runs them. Spark runs a task again
if its process dies, if the master allows it (``local[2,4]``: two at a time, four tries); the second run finds what the
first one finished.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.batch.cluster import run_on_cluster, splits_to_documents
from tamis.batch.extraction import BatchExtractor
from tamis.batch.schema import output_schema
from tamis.errors import MissingExtra
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.batch.cluster import ClusterJob
    from tamis.batch.local import BatchReport
    from tamis.settings.fetching import FetchSettings

APPLICATION = "tamis batch"


def run_on_spark(
    inputs: Sequence[str],
    output: str,
    settings: BatchSettings | None = None,
    *,
    extraction: Settings | None = None,
    fetching: FetchSettings | None = None,
    master: str | None = None,
    verify_output: bool = False,
) -> BatchReport:
    """Run a batch as `run_batch` does, on Spark.

    Without a master, it uses the one that spark-submit or the session names.
    """
    session = connect(master)
    return run_on_cluster(
        inputs, output, settings, extraction, fetching, partial(_run_tasks, session), verify_output=verify_output
    )


def connect(master: str | None = None) -> Any:
    """Return a Spark session. Workers use this Python, unless ``PYSPARK_PYTHON`` names another."""
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtra("the engine spark", "spark") from error
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(APPLICATION)
    return (builder.master(master) if master else builder).getOrCreate()


def _run_tasks(session: Any, splits: list[str], job: ClusterJob) -> int:
    if not splits:
        return 0
    numbered = session.sparkContext.parallelize([(split,) for split in splits], len(splits))
    tasks = session.createDataFrame(numbered, "split string")
    done = tasks.mapInArrow(partial(_do_batches, job=job), "split string, documents long")
    return sum(row["documents"] for row in done.collect())


def _do_batches(batches: Iterator[Any], job: ClusterJob) -> Iterator[Any]:
    for batch in batches:
        yield from splits_to_documents(batch, job).to_batches()


def rows_schema(settings: BatchSettings | None = None) -> Any:
    """Return the Spark schema of the rows of `pages_to_rows` with the same settings, for `mapInArrow`."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(output_schema(settings or BatchSettings()))


def pages_to_rows(
    settings: BatchSettings | None = None, extraction: Settings | None = None
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return a function for `mapInArrow` on a data frame of pages; the schema of its output is `rows_schema`."""
    return partial(_extract_batches, settings=settings or BatchSettings(workers=1), extraction=extraction or Settings())


def _extract_batches(batches: Iterator[Any], settings: BatchSettings, extraction: Settings) -> Iterator[Any]:
    with BatchExtractor(settings, extraction) as extractor:
        for batch in batches:
            yield from extractor(batch).to_batches()
