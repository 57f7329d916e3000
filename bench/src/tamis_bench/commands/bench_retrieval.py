"""The command of `tamis bench` that measures what extraction does for a search index."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    data_options,
    jobs_option,
    present,
    read_samples,
    report_options,
    seconds_option,
    write_report,
)

if TYPE_CHECKING:
    from pathlib import Path


@click.command(context_settings=HELP)
@data_options
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="Strategy whose text is indexed, beside all text; repeatable. Default: cetr, cuter, learned.",
)
@seconds_option
@jobs_option
@report_options
def retrieval(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategies: tuple[str, ...],
    seconds: float,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Search for pages in an index of full pages and of extracted text.

    The same queries, words of the pages' titles and descriptions, over all text of the pages, over what strategies
    extract, and over the true text: mean reciprocal rank and success at 1, 5 and 10 with BM25. Without --set, wcxb-dev
    and news.
    """
    from tamis_bench import retrieval as bench_retrieval
    from tamis_bench.contenders import own_strategies

    names = (bench_retrieval.ALL, *own_strategies(strategies)) if strategies else bench_retrieval.STRATEGIES
    samples = read_samples(data, sets or present(data, ("wcxb-dev", "news")), limit)
    found = bench_retrieval.measure(samples, tuple(dict.fromkeys(names)), jobs, seconds)
    pages = len({search.page for search in found})
    table = bench_retrieval.table(found, pages)
    write_report("Retrieval", [table], [asdict(search) for search in found], json_file, markdown_file)
