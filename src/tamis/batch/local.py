"""The local engine: processes all splits in one pool of workers on this machine."""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.batch.checking import drop_damaged
from tamis.batch.inputs import find_pieces, fingerprint_of, make_splits
from tamis.batch.output import Output
from tamis.batch.report import write_report
from tamis.batch.rows import FUNCTION, open_pool
from tamis.batch.schema import SCHEMA_VERSION, arrow
from tamis.batch.splits import Progress, SplitWriter
from tamis.batch.storage import is_below
from tamis.batch.tally import Tally, merged, tally_from
from tamis.errors import BadSettings
from tamis.io.workers.fallback import load_fallback, path_of_fallback
from tamis.settings.batch import NO_EFFECT_ON_ROWS, BatchSettings
from tamis.settings.extraction import Settings
from tamis.settings.fetching import FetchSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.batch.checking import Fault
    from tamis.batch.inputs import Piece, Split
    from tamis.io.workers.fallback import Fallback


@dataclass(frozen=True, slots=True)
class BatchReport:
    """Totals of a batch, including earlier runs."""

    output: str
    tally: Tally
    duplicates: int | None
    """Number of near-duplicates; None if they were not searched for."""
    seconds: float
    """Wall-clock time of this run."""
    new_documents: int
    """Number of documents of this run."""
    faults: tuple[Fault, ...] = ()
    """Faults found in the output of earlier runs. The damaged files were written again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a batch: its input in splits, and everything that its rows depend on."""

    splits: list[Split]
    about: dict[str, Any]


def make_plan(inputs: Sequence[str], output: str, settings: BatchSettings, extraction: Settings) -> Plan:
    """Find the input, except for files in the output folder, and divide it. The same input gives the same plan."""
    if settings.site_profiles and not extraction.takes_site_profile:
        raise BadSettings("the strategy takes no site profile; use learned, or leave out --site-profiles")
    if settings.fallback is not None:
        load_fallback(settings.fallback)  # raises if it cannot be imported
    pieces = [piece for piece in find_pieces(inputs, settings.split_bytes) if not is_below(piece.path, output)]
    splits = make_splits(pieces, settings.split_bytes, settings.split_files)
    return Plan(splits, _about(pieces, len(splits), settings, extraction))


def _about(pieces: Sequence[Piece], splits: int, settings: BatchSettings, extraction: Settings) -> dict[str, Any]:
    own = {name: value for name, value in asdict(settings).items() if name not in NO_EFFECT_ON_ROWS}
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in own.items()}
    return {
        "splits": splits,
        "schema_version": SCHEMA_VERSION,
        "version": __version__,
        "input": fingerprint_of(pieces),
        "extraction": hashlib.sha256(repr(extraction).encode()).hexdigest(),
        **plain,
    }


def run_batch(
    inputs: Sequence[str],
    output: str,
    settings: BatchSettings | None = None,
    *,
    extraction: Settings | None = None,
    fetching: FetchSettings | None = None,
    progress: Callable[[Progress], None] | None = None,
    verify_output: bool = False,
    fallback: Fallback | str | None = None,
    function: str = FUNCTION,
) -> BatchReport:
    """Extract all pages of the input and write Parquet or JSON Lines into a folder.

    `inputs` are files, folders, patterns and URLs. `output` is a folder. It may be that of an earlier run that was
    stopped:
    then this run does the rest, and repeats what was damaged since. To find damage, `verify_output` compares the hashes
    of
    all files, not only their sizes. `fallback`, for pages in doubt, is a function of a module that takes a page and its
    article, or ``"module:name"``. `function` makes the row of a page; tests replace it.
    """
    arrow()
    started = time.monotonic()
    settings, extraction = settings or BatchSettings(), extraction or Settings()
    if fallback is not None:
        settings = replace(settings, fallback=path_of_fallback(fallback))
    plan = make_plan(inputs, output, settings, extraction)
    out = Output(output)
    try:
        faults = prepare(out, plan, settings, verify_output=verify_output)
        with open_pool(settings, extraction, function) as pool:
            asks_sites = bool(extraction.respect)
            writer = SplitWriter(out, pool, settings, fetching or FetchSettings(), progress, asks_sites=asks_sites)
            writer.run(plan.splits, out.done())
        return finish(out, settings, time.monotonic() - started, writer.state.tally.documents, faults)
    finally:
        out.release()


def prepare(out: Output, plan: Plan, settings: BatchSettings, *, verify_output: bool) -> list[Fault]:
    """Prepare the output folder and drop damaged output of earlier runs; return the faults.

    Near-duplicates read all files, so all are checked then.
    """
    out.prepare(plan.about)
    return drop_damaged(out, hashes=verify_output or settings.near_duplicates)


def finish(
    out: Output, settings: BatchSettings, seconds: float, new_documents: int, faults: Sequence[Fault] = ()
) -> BatchReport:
    """Find near-duplicates and write the report, when all output files are written."""
    tally = merged(tally_from(mark) for _, mark in out.marks() if isinstance(mark, dict))
    duplicates = None
    if settings.near_duplicates:
        from tamis.batch.duplicates import mark_duplicates

        duplicates = mark_duplicates(out)
    report = BatchReport(out.root, tally, duplicates, seconds, new_documents, tuple(faults))
    write_report(out, report)
    return report
