"""Splits on a cluster: the work of one task, whichever engine runs it.

A task reads a split, lets a worker process extract its pages, and writes output files with their marks, as the local
engine does. No page travels between machines, and a task that runs twice writes the same files.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.batch.inputs import InputKind, Piece, Split
from tamis.batch.local import BatchReport, finish, make_plan, prepare
from tamis.batch.output import Output
from tamis.batch.rows import open_pool
from tamis.batch.schema import arrow
from tamis.batch.splits import SplitWriter
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings
from tamis.settings.fetching import FetchSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.io.workers import Pool


@dataclass(frozen=True, slots=True)
class ClusterJob:
    """Everything that a task needs besides its split. It is sent to the machines of the cluster."""

    output: str
    batch: str
    """Fingerprint of the batch."""
    settings: BatchSettings
    extraction: Settings
    fetching: FetchSettings


_pools: dict[str, Pool] = {}
"""The worker pool of this process, by its settings. Tasks that follow each other in a process share it."""


def do_split(text: str, job: ClusterJob) -> int:
    """Process the rest of a split; return the number of documents processed."""
    key = repr((job.settings, job.extraction))
    if key not in _pools:
        close_pools()
        _pools[key] = open_pool(job.settings, job.extraction)
    output = Output(job.output, job.batch)
    split = split_from(text)
    asks_sites = bool(job.extraction.respect)
    writer = SplitWriter(output, _pools[key], job.settings, job.fetching, asks_sites=asks_sites)
    writer.run([split], output.done(split.number))
    return writer.state.tally.documents


def close_pools() -> None:
    """End the worker processes of this process."""
    for pool in _pools.values():
        pool.close()
    _pools.clear()


def split_text(split: Split) -> str:
    """Serialize a split as JSON."""
    return json.dumps([split.number, [[piece.kind.value, *piece[1:]] for piece in split.pieces]])


def split_from(text: str) -> Split:
    """Parse a split from its JSON."""
    number, pieces = json.loads(text)
    return Split(number, tuple(Piece(InputKind(kind), *rest) for kind, *rest in pieces))


def splits_to_documents(batch: Any, job: ClusterJob) -> Any:
    """Process all splits in the column ``split`` of a record batch; return a table with the documents of each."""
    pa = arrow()
    texts = batch.column("split").to_pylist()
    documents = [do_split(text, job) for text in texts]
    return pa.table({"split": pa.array(texts, pa.string()), "documents": pa.array(documents, pa.int64())})


def run_on_cluster(
    inputs: Sequence[str],
    output: str,
    settings: BatchSettings | None,
    extraction: Settings | None,
    fetching: FetchSettings | None,
    run_tasks: Callable[[list[str], ClusterJob], int],
    *,
    verify_output: bool = False,
) -> BatchReport:
    """Run a batch whose splits are processed by `run_tasks`, which returns the number of documents processed."""
    arrow()
    started = time.monotonic()
    settings, extraction = settings or BatchSettings(workers=1), extraction or Settings()
    plan = make_plan(inputs, output, settings, extraction)
    out = Output(output)
    try:
        faults = prepare(out, plan, settings, verify_output=verify_output)
        job = ClusterJob(output, out.batch, settings, extraction, fetching or FetchSettings())
        documents = run_tasks([split_text(split) for split in plan.splits], job)
        return finish(out, settings, time.monotonic() - started, documents, faults)
    finally:
        out.release()
