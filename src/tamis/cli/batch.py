"""`tamis batch`: extract many pages to Parquet or JSON Lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from tamis.cli.exit_status import NOTHING
from tamis.cli.help import HELP, Command
from tamis.cli.messages import number_of, say
from tamis.cli.settings_options import (
    NOT_ON_COMMAND_LINE,
    chosen_settings,
    fetch_options,
    method_option,
    option_names,
    quiet_option,
    rules_option,
    settings_file_option,
    settings_options,
    take,
    with_given,
)
from tamis.errors import BadInput, BadSettings, MissingExtra, TamisError
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from tamis.batch.checking import Fault
    from tamis.batch.local import BatchReport
    from tamis.batch.splits import Progress as State
    from tamis.settings.file import SettingsFile

_OWN = option_names(BatchSettings)
FAILED = 3
SHOWN_REASONS = 3
"""Number of reject reasons that the progress bar names."""
SHOWN_FAULTS = 50
"""Maximum number of damaged files of an output to name."""


@click.command(cls=Command, context_settings=HELP)
@click.argument("inputs", nargs=-1)
@click.option("-o", "--output", required=True, help="Folder for the output; an unfinished run in it is resumed.")
@click.option(
    "--verify-output",
    is_flag=True,
    help="Compare the files of earlier runs with the hashes in their completion marks, and do again what differs. "
    "Without INPUTS, check a finished output and change nothing.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray", "spark"]),
    default="local",
    show_default=True,
    help="Where to run: on this machine, on Ray, or on Spark (extras ray, spark).",
)
@click.option("--address", help="Address of a Ray cluster; auto for the one of this machine. Default: start one here.")
@click.option("--master", help="Master of Spark, such as local[4,4]. Default: the one of spark-submit.")
@settings_file_option
@quiet_option
@settings_options(BatchSettings)
@rules_option
@method_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE | _OWN)
@fetch_options
def batch(
    inputs: tuple[str, ...],
    output: str,
    verify_output: bool,
    engine: str,
    address: str | None,
    master: str | None,
    settings_file: Path | None,
    quiet: bool,
    **given: Any,
) -> None:
    """Extract the pages of all INPUTS into files of Parquet or JSON Lines.

    INPUTS are files, folders and quoted patterns: pages (.html, .html.gz), web archives (.warc.gz, .arc), .zip and
    .tar files of pages, tables (.parquet, .jsonl) with columns url, html or body, lists of URLs (.txt), and rows of
    Common Crawl's index (warc_filename, offset, length). Paths such as s3://bucket/… work if their fsspec package is
    installed. Stop it when you like, even by force: the same command goes on where it was. Needs the extra batch.

    Exit status: 0 success, 1 no article, 2 usage error, 3 the batch could not be finished, or its output is damaged.
    """
    if verify_output and not inputs:
        raise SystemExit(_check(output))
    if not inputs:
        raise click.UsageError("Missing argument 'INPUTS...'.")
    own = take(given, _OWN)
    chosen = chosen_settings(settings_file, given)
    try:
        settings = with_given(chosen.batch, own)
        if engine == "local":
            report = _run(inputs, output, settings, chosen, verify_output=verify_output, quiet=quiet)
        elif engine == "ray":
            from tamis.batch.ray_engine import run_on_ray

            report = run_on_ray(
                inputs,
                output,
                _one_process(settings),
                extraction=chosen.extract,
                fetching=chosen.fetch,
                address=address,
                verify_output=verify_output,
            )
        else:
            from tamis.batch.spark_engine import run_on_spark

            report = run_on_spark(
                inputs,
                output,
                _one_process(settings),
                extraction=chosen.extract,
                fetching=chosen.fetch,
                master=master,
                verify_output=verify_output,
            )
    except (BadInput, BadSettings, MissingExtra) as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        say(f"tamis: {error}")
        raise SystemExit(FAILED) from error
    for line in summary(report):
        say(line)
    raise SystemExit(0 if report.tally.articles else NOTHING)


def _one_process(settings: BatchSettings) -> BatchSettings:
    """Use one worker unless the user wants more, because a task of a cluster has one processor."""
    return settings if settings.workers else replace(settings, workers=1)


def _check(output: str) -> int:
    """Report what is damaged in an output. Return the exit status."""
    from tamis.batch.checking import verify

    try:
        faults = verify(output)
    except (OSError, TamisError) as error:
        say(f"tamis: {output}: cannot be checked: {error}")
        return FAILED
    for line in fault_lines(faults):
        say(line)
    if faults:
        say("run the batch again with its INPUTS and --verify-output: it does again what is damaged or missing")
    else:
        say(f"{output}: every file is as it was written")
    return FAILED if faults else 0


def fault_lines(faults: Sequence[Fault]) -> list[str]:
    """Describe damaged files, one per line; not all if there are many."""
    lines = [f"damaged: {fault}" for fault in faults[:SHOWN_FAULTS]]
    return [*lines, f"damaged: {len(faults) - SHOWN_FAULTS:,} more"] if len(faults) > SHOWN_FAULTS else lines


def _run(
    inputs: tuple[str, ...],
    output: str,
    settings: BatchSettings,
    chosen: SettingsFile,
    *,
    verify_output: bool,
    quiet: bool,
) -> BatchReport:
    from tamis.batch.local import run_batch

    with Bar(quiet=quiet) as bar:
        tell = bar.show if bar.is_shown else None
        return run_batch(
            inputs,
            output,
            settings,
            extraction=chosen.extract,
            fetching=chosen.fetch,
            progress=tell,
            verify_output=verify_output,
        )


def summary(report: BatchReport) -> list[str]:
    """Describe how a batch ended, in lines."""
    tally = report.tally
    lines = [
        *fault_lines(report.faults),
        f"{number_of(tally.documents, 'document')} ({report.new_documents:,} in this run), "
        f"{number_of(tally.articles, 'article')}, {number_of(sum(tally.rejected.values()), 'reject')}",
    ]
    if tally.rejected:
        lines.append(f"rejects: {_counts(tally.rejected)}")
    if tally.passed_over:
        lines.append(f"contents of archives: {_counts(tally.passed_over)}")
    if report.duplicates is not None:
        lines.append(f"near-duplicates: {report.duplicates:,}")
    lines.append(f"report: {report.output}/report.html")
    return lines


def _counts(counts: Mapping[str, int], most: int | None = None) -> str:
    ranked = sorted(counts.items(), key=lambda item: -item[1])[:most]
    return ", ".join(f"{code} {number:,}" for code, number in ranked)


class Bar:
    """A progress bar on standard error, if it is a terminal: share of the input, rate, errors, time left."""

    def __init__(self, *, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self.is_shown = console.is_terminal and not quiet
        self._progress = Progress(
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not self.is_shown,
        )
        self._task = self._progress.add_task("", total=None, counts="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def show(self, state: State) -> None:
        """Show the progress."""
        tally = state.tally
        rejects = sum(tally.rejected.values())
        elapsed = self._progress.tasks[0].elapsed or 0.0
        rate = f"{tally.documents / elapsed:,.1f}/s" if elapsed else ""
        reasons = f" ({_counts(tally.rejected, SHOWN_REASONS)})" if rejects else ""
        counts = f"{tally.documents:,} documents {rate}, {tally.articles:,} articles, {rejects:,} rejects{reasons}"
        self._progress.update(self._task, total=state.bytes_in_all or None, completed=state.bytes_read, counts=counts)
