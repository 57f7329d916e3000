"""The commands of `tamis bench` that measure the cost of running: time, memory, stability."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    Report,
    Sets,
    contender_options,
    own_and_peers,
    plot_option,
    seconds_option,
    with_report,
    with_sets,
)


@click.command(context_settings=HELP)
@with_sets
@contender_options
@click.option("--repeats", type=click.IntRange(min=1), default=3, show_default=True, help="Repeats for each page.")
@click.option("--memory/--no-memory", default=True, show_default=True, help="Also measure peak memory.")
@plot_option
@seconds_option
@with_report
def speed(
    sets: Sets,
    strategies: tuple[str, ...],
    peers: str,
    repeats: int,
    memory: bool,
    seconds: float,
    report: Report,
) -> None:
    """Measure CPU time as a multiple of a bare parse.

    CPU time from HTML in memory to plain text, as a multiple of selectolax's Lexbor parser on the same pages.
    All pages of the sets, or --limit of each; without --set, wcxb-dev and news. Small pages have a column of their own:
    they vanish in a sum over all. The plot shows time against page size.
    """
    from tamis_bench import speed as bench_speed
    from tamis_bench.score_plots import plot_times

    sets = sets.or_else("wcxb-dev", "news")
    own, others = own_and_peers(strategies, peers)
    samples = sets.samples()
    timings = bench_speed.measure(samples, bench_speed.rows(own, others), repeats, seconds)
    if memory:
        bench_speed.add_peaks(timings, sets.data, sets.names, sets.limit, seconds)
    table = bench_speed.table(timings)
    table.notes.append(f"{len(samples)} pages of {', '.join(sets.names)}, the median of {repeats} turns on each.")
    if report.plot_file:
        plot_times(timings, [len(sample.html) for sample in samples], report.plot_file)
    report.write("Speed", [table], [asdict(timing) for timing in timings])


@click.command(context_settings=HELP)
@with_sets
@click.option("--strategy", default="learned", show_default=True, metavar="NAME", help="Strategy to use.")
@click.option("--pages", type=click.IntRange(min=1), default=10_000, show_default=True, help="Total number of pages.")
@click.option("--threads", type=click.IntRange(min=1), default=4, show_default=True, help="Number of threads.")
@click.option(
    "--max-growth", type=float, default=20.0, show_default=True, help="Largest growth of memory, in megabytes."
)
@with_report
def soak(
    sets: Sets,
    strategy: str,
    pages: int,
    threads: int,
    max_growth: float,
    report: Report,
) -> None:
    """Check memory and determinism over thousands of pages.

    Memory must not grow, and output must not change. Without --set, wcxb-dev and news. Exits with 1 if a result
    changed, or if memory grew too much.
    """
    from tamis_bench import soak as bench_soak

    sets = sets.or_else("wcxb-dev", "news")
    result = bench_soak.run(sets.samples(), pages, strategy, threads)
    bench_soak.add_fingerprints(result, *sets, strategy)
    report.write("Soak", [bench_soak.table(result, threads)], asdict(result))
    if not result.same or result.growth > max_growth:
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@with_sets
@click.option(
    "--workers",
    multiple=True,
    type=click.IntRange(min=1),
    default=(1, 2),
    show_default=True,
    help="Workers of a pool; repeatable.",
)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of loop and pools.")
@with_report
def workers(
    sets: Sets,
    workers: tuple[int, ...],
    rounds: int,
    report: Report,
) -> None:
    """Compare the worker pool with a plain loop.

    CPU time of the whole process tree on the same pages. Without --limit, 300 pages of each set; without --set,
    wcxb-dev. Exits with 1 if an answer differs from the loop's.
    """
    from tamis_bench import pool_cost

    samples = sets.or_else("wcxb-dev", limit=300).samples()
    costs = pool_cost.measure(samples, workers, rounds)
    table = pool_cost.table(costs, len(samples))
    report.write("Workers", [table], [asdict(cost) for cost in costs])
    if any(cost.different for cost in costs):
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@with_sets
@click.option("--requests", type=click.IntRange(min=1), default=400, show_default=True, help="Requests of each round.")
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of loop and service.")
@click.option(
    "--workers",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Worker processes; 0 for one on each processor.",
)
@with_report
def serve(
    sets: Sets,
    requests: int,
    rounds: int,
    workers: int,
    report: Report,
) -> None:
    """Compare the web service with a bare loop, and time its answers.

    CPU time of the whole process tree on the tenth of the pages around the median cost; p50 and p99 with 1, 8 and 64
    connections; the CPU time until tamis mcp answers. Without --limit, 300 pages; without --set, of wcxb-dev. Exits
    with 1 if an answer differs from the loop's, or the service costs over 1.20 of it.
    """
    from tamis_bench import serve_cost

    samples = sets.or_else("wcxb-dev", limit=300).samples()
    cost = serve_cost.measure(samples, requests, rounds, workers)
    report.write("Service", serve_cost.tables(cost), asdict(cost))
    if cost.different or cost.ratio > serve_cost.LIMIT or cost.mcp_seconds > serve_cost.MCP_LIMIT:
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@with_sets
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of loop and proxy.")
@with_report
def proxy(
    sets: Sets,
    rounds: int,
    report: Report,
) -> None:
    """Compare the cleaning proxy with fetching and filtering in a loop.

    CPU time of the whole process tree. Without --limit, 100 pages; without --set, of wcxb-dev. Exits with 1 if a page
    does not come, or the proxy costs over 1.5 of the loop.
    """
    from tamis_bench import proxy_cost

    samples = sets.or_else("wcxb-dev", limit=100).samples()
    cost = proxy_cost.measure(samples, rounds)
    report.write("Proxy", [proxy_cost.table(cost)], asdict(cost))
    if cost.failed or cost.ratio > proxy_cost.LIMIT:
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@with_sets
@click.option("--timeout", type=click.FloatRange(min=1), default=20.0, show_default=True, help="Seconds for each page.")
@with_report
def rendering(
    sets: Sets,
    timeout: float,
    report: Report,
) -> None:
    """Check rendering on pages from their own HTML, without a network and without scripts.

    Elements mapped, text against that without a browser, and CPU time. Without --set, wcxb-dev. `make rendering-soak`
    runs hundreds of pages, hostile ones included.
    """
    from tamis_bench import rendering as bench_rendering

    result = bench_rendering.run(sets.or_else("wcxb-dev").samples(), timeout)
    report.write("Rendering", bench_rendering.tables(result), asdict(result))


@click.command(context_settings=HELP)
@click.option("--pages", type=click.IntRange(min=10), default=100_000, show_default=True, help="Pages of the stream.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the generated pages.")
@with_report
def pipe(pages: int, seed: int, report: Report) -> None:
    """Send a stream of generated pages through 'tamis cuter', and measure its memory.

    Exits with 1 if an article is missing, or if memory is over that after a tenth of the pages by more than a tenth.
    """
    from tamis_bench.xml_pipe import run_pipe, table

    result = run_pipe(pages, seed)
    report.write("Pipe", [table(result)], asdict(result))
    if not result.is_constant or result.exit_status:
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@click.option(
    "--file",
    "library_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the library in this file and reuse it. Default: a temporary file.",
)
@click.option("--articles", type=click.IntRange(min=1), default=100_000, show_default=True, help="Articles to make.")
@click.option("--queries", type=click.IntRange(min=1), default=1_000, show_default=True, help="Number of searches.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option(
    "--max-milliseconds",
    type=float,
    default=100.0,
    show_default=True,
    help="Limit for the CPU time of searches, at the 99th percentile.",
)
@with_report
def library(
    library_file: Path | None,
    articles: int,
    queries: int,
    seed: int,
    max_milliseconds: float,
    report: Report,
) -> None:
    """Measure searches in a large library of generated articles.

    Articles in six languages whose words follow Zipf's law, one in thirty a copy of another with a word in ten
    replaced. Exits with 1 if searches take too long.
    """
    import tempfile

    from tamis_bench import library_search

    with tempfile.TemporaryDirectory() as folder:
        path = library_file or Path(folder) / "library.db"
        measured = library_search.Measured.of(path) if path.exists() else library_search.build(path, articles, seed)
        library_search.measure(path, measured, queries, seed)
    report.write("Library", library_search.tables(measured), asdict(measured))
    if measured.percentile(0.99) > max_milliseconds:
        raise click.exceptions.Exit(1)
