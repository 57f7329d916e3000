"""The Ray engine: runs a batch on a Ray cluster, or on a local one that it starts.

Splits are the rows of a Ray dataset, and `map_batches` runs them where there is room. Ray runs a task again if its
process dies; the second run finds what the first one finished. For datasets of your own pages, pass `BatchExtractor` to
`map_batches` yourself: see docs/batch.md.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.batch.cluster import run_on_cluster, splits_to_documents
from tamis.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.batch.cluster import ClusterJob
    from tamis.batch.local import BatchReport
    from tamis.settings.batch import BatchSettings
    from tamis.settings.extraction import Settings
    from tamis.settings.fetching import FetchSettings

START_SECONDS = "120"
"""Seconds that Ray waits for its own start, as text. Its default is too short on a busy machine."""


def run_on_ray(
    inputs: Sequence[str],
    output: str,
    settings: BatchSettings | None = None,
    *,
    extraction: Settings | None = None,
    fetching: FetchSettings | None = None,
    address: str | None = None,
    verify_output: bool = False,
) -> BatchReport:
    """Run a batch as `run_batch` does, on the Ray cluster at `address` (``auto`` for the one of this machine).

    Without an address, it uses the Ray that this process is connected to, or starts a local one.
    """
    ray = connect(address)
    return run_on_cluster(
        inputs, output, settings, extraction, fetching, partial(_run_tasks, ray), verify_output=verify_output
    )


def connect(address: str | None = None) -> Any:
    """Import ray, connect it to a cluster and return the package."""
    os.environ.setdefault("RAY_raylet_start_wait_time_s", START_SECONDS)
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise MissingExtra("the engine ray", "ray") from error
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    return ray


def _run_tasks(ray: Any, splits: list[str], job: ClusterJob) -> int:
    from pyarrow import array, string, table

    if not splits:
        return 0
    tasks = ray.data.from_arrow(table({"split": array(splits, string())})).repartition(len(splits))
    done = tasks.map_batches(splits_to_documents, fn_kwargs={"job": job}, batch_size=1, batch_format="pyarrow")
    return sum(row["documents"] for row in done.take_all())
