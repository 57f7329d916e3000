"""`tamis bench posts`: the posts of threads."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import data_options, jobs_option, read_samples, report_options, write_report

if TYPE_CHECKING:
    from pathlib import Path


@click.command(context_settings=HELP)
@data_options
@jobs_option
@report_options
def posts(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score the posts of threads: text, user, date and link of each, and the text of the whole.

    Without --set, forums.
    """
    from tamis.settings.extraction import Settings
    from tamis_bench import posts as bench_posts

    samples = read_samples(data, sets or ("forums",), limit)
    pages = bench_posts.measure(samples, Settings(), jobs)
    tables = [bench_posts.summary(pages), bench_posts.by_host(pages)]
    write_report("Posts", tables, [asdict(page) for page in pages], json_file, markdown_file)
