"""The command of `tamis bench` that measures what extraction does for a search index."""

from __future__ import annotations

from dataclasses import asdict

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    Report,
    Sets,
    jobs_option,
    seconds_option,
    with_report,
    with_sets,
)


@click.command(context_settings=HELP)
@with_sets
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="Strategy whose text is indexed, beside all text; repeatable. Default: cetr, cuter, learned.",
)
@seconds_option
@jobs_option
@with_report
def retrieval(
    sets: Sets,
    strategies: tuple[str, ...],
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Search for pages in an index of full pages and of extracted text.

    The same queries, words of the pages' titles and descriptions, over all text of the pages, over what strategies
    extract, and over the true text: mean reciprocal rank and success at 1, 5 and 10 with BM25. Without --set, wcxb-dev
    and news.
    """
    from tamis_bench import retrieval as bench_retrieval
    from tamis_bench.contenders import own_strategies

    names = (bench_retrieval.ALL, *own_strategies(strategies)) if strategies else bench_retrieval.STRATEGIES
    samples = sets.or_else("wcxb-dev", "news").samples()
    found = bench_retrieval.measure(samples, tuple(dict.fromkeys(names)), jobs, seconds)
    pages = len({search.page for search in found})
    table = bench_retrieval.table(found, pages)
    report.write("Retrieval", [table], [asdict(search) for search in found])
