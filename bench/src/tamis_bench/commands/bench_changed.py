"""The command of `tamis bench` that compares two versions of tamis."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    FILE,
    Report,
    Sets,
    jobs_option,
    seconds_option,
    with_report,
    with_sets,
)


@click.command(context_settings=HELP)
@with_sets
@click.option("--against", metavar="COMMIT|FILE", help="Version to compare with: a commit, or what --save wrote.")
@click.option("--save", "save_file", type=FILE, help="Write what this version extracts here (JSON Lines).")
@click.option("--most", type=click.IntRange(min=0), default=20, show_default=True, help="Number of pages to list.")
@seconds_option
@jobs_option
@with_report
def changed(
    sets: Sets,
    against: str | None,
    save_file: Path | None,
    most: int,
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """List the pages on which two versions differ most.

    Pages that gained or lost F1, and pages of which one version keeps less than a third of the other's words; sets
    need no truth. A commit is that of the clone around the current folder. Without --set, the labeled sets and
    unlabelled, or those of the file.
    """
    from tamis_bench import changed as bench_changed
    from tamis_bench.datasets import with_unlabeled
    from tamis_bench.versions import own_source, source_of

    if not (against or save_file):
        raise click.UsageError("nothing to do: name a version with --against, or a file with --save")
    file = Path(against) if against and Path(against).is_file() else None
    before = bench_changed.read_saved(file) if file else []
    names = sets.names or tuple(dict.fromkeys(page.set for page in before)) or with_unlabeled(sets.data)
    entries = sets._replace(names=names).entries()
    if against and not file:
        with source_of(against) as source:
            before = bench_changed.measure(entries, source, jobs, seconds)
    after = bench_changed.measure(entries, own_source(), jobs, seconds)
    if save_file:
        bench_changed.save(save_file, after)
    if against:
        changes = bench_changed.compare(before, after)
        rows = [change.to_dict() for change in changes]
        report.write(f"Changes since {against}", bench_changed.tables(changes, most), rows)
