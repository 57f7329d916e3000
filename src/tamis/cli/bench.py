"""`tamis bench`: quality, speed, confidence, what the segmentation loses, and whether it lasts."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tamis.cli.help import HELP
from tamis.cli.messages import say
from tamis.errors import TamisError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.bench.datasets import Sample
    from tamis.bench.tables import Table

Command = TypeVar("Command", bound="Callable[..., Any]")

_FILE = click.Path(dir_okay=False, path_type=Path)


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def apply(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


_data_options = _options(
    click.option(
        "--data",
        envvar="TAMIS_DATA",
        required=True,
        type=click.Path(path_type=Path),
        help="Folder of the labeled sets, or one set. Default: TAMIS_DATA.",
    ),
    click.option("--set", "sets", multiple=True, metavar="NAME", help="Set to use; repeatable."),
    click.option("--limit", type=click.IntRange(min=1), help="Pages of each set, evenly spread."),
)
_contender_options = _options(
    click.option(
        "--strategy",
        "strategies",
        multiple=True,
        metavar="NAME",
        help="Strategy to measure; repeatable; none for none. Default: all.",
    ),
    click.option(
        "--peers",
        default="none",
        show_default=True,
        metavar="all|none|NAME,NAME",
        help="Other extractors to compare with.",
    ),
)
_report_options = _options(
    click.option("--json", "json_file", type=_FILE, help="Write the results of every page here."),
    click.option("--markdown", "markdown_file", type=_FILE, help="Write the tables here."),
)
_plot_option = click.option("--plot", "plot_file", type=_FILE, help="Write a plot: .svg, .png or .pdf.")
_seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=30.0,
    show_default=True,
    help="Time limit for each page.",
)
_jobs_option = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")


class _Bench(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what tamis raises on purpose is a message and exit code 2."""
        try:
            return super().invoke(ctx)
        except TamisError as error:
            raise click.UsageError(str(error)) from error


@click.group(cls=_Bench, context_settings=HELP)
def bench() -> None:
    """Measure quality and speed on labeled pages."""


@bench.command(context_settings=HELP)
@_data_options
@_contender_options
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path), help="Cache peers' answers here.")
@_plot_option
@_seconds_option
@_jobs_option
@_report_options
def quality(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategies: tuple[str, ...],
    peers: str,
    cache: Path | None,
    plot_file: Path | None,
    seconds: float,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score text, title, authors and date against the truth.

    The plot shows F1 by contender and set.
    """
    from tamis.bench import quality as bench_quality
    from tamis.bench.quality_report import tables
    from tamis.bench.score_plots import plot_f1

    contenders = _contenders(strategies, peers)
    _check_plot(plot_file)
    scores = bench_quality.measure(_samples(data, sets, limit), contenders, jobs, seconds, cache)
    if plot_file:
        plot_f1(scores, plot_file)
    _report("Quality", tables(scores), [asdict(score) for score in scores], json_file, markdown_file, plot_file)


@bench.command(context_settings=HELP)
@_data_options
@click.option("--strategy", metavar="NAME", help="Strategy. Default: learned.")
@_plot_option
@_seconds_option
@_jobs_option
@_report_options
def confidence(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategy: str | None,
    plot_file: Path | None,
    seconds: float,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure the calibration of confidence.

    Of pages with a confidence of 0.9, nine in ten should have a word F1 of 0.9 or more.
    """
    from tamis import Settings
    from tamis.bench import confidence as bench_confidence
    from tamis.bench.contenders import own_strategies
    from tamis.bench.reliability import plot_reliability

    name = own_strategies([strategy or str(Settings().strategy)])[0]
    _check_plot(plot_file)
    pages = bench_confidence.measure(_samples(data, sets, limit), name, jobs, seconds)
    tables = bench_confidence.tables(pages, name)
    if plot_file:
        plot_reliability([page.pair for page in pages], plot_file, f"Confidence of {name}")
    _report("Confidence", tables, [asdict(page) for page in pages], json_file, markdown_file, plot_file)


@bench.command(context_settings=HELP)
@_data_options
@_plot_option
@_seconds_option
@_jobs_option
@_report_options
@click.option(
    "--embedded/--no-embedded",
    default=False,
    show_default=True,
    help="Use embedded text where a page shows less, and the teasers of pages that list others. The papers do not.",
)
def papers(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    embedded: bool,
    plot_file: Path | None,
    seconds: float,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Print the papers' tables for your sets.

    CETR's tables 1 to 4, CUTER's table 2 and Ferreira's table 2, for your sets, beside the papers' own figures.
    Without --set, wcxb-dev and news. The plot shows F1 by strategy and set.
    """
    from tamis.bench import papers as bench_papers
    from tamis.bench import quality as bench_quality
    from tamis.bench.contenders import field
    from tamis.bench.score_plots import plot_f1

    _check_plot(plot_file)
    samples = _samples(data, sets or _present(data, ("wcxb-dev", "news")), limit)
    scores = bench_quality.measure(samples, field(bench_papers.strategies(), (), embedded=embedded), jobs, seconds)
    tables = bench_papers.tables(scores)
    if plot_file:
        plot_f1(scores, plot_file)
    _report("The papers' tables", tables, [asdict(score) for score in scores], json_file, markdown_file, plot_file)


@bench.command("lambda", context_settings=HELP)
@_data_options
@_plot_option
@_jobs_option
@_report_options
def threshold(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    plot_file: Path | None,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score CETR-TM at thresholds from 0 to 2.

    Precision and recall against the threshold coefficient lambda, as in figure 6 of the paper. Without --limit, 100
    pages of each set; without --set, wcxb-dev and news.
    """
    from tamis.bench import threshold_curve

    _check_plot(plot_file)
    samples = _samples(data, sets or _present(data, ("wcxb-dev", "news")), limit or 100)
    points = threshold_curve.measure(samples, jobs=jobs)
    if plot_file:
        threshold_curve.plot(points, plot_file)
    table = threshold_curve.table(points)
    _report("CETR-TM against lambda", [table], [asdict(point) for point in points], json_file, markdown_file, plot_file)


@bench.command(context_settings=HELP)
@_data_options
@click.option(
    "--strategy", default="learned", show_default=True, metavar="NAME", help="Strategy that finds the article."
)
@click.option(
    "--judged",
    "judged_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Captions judged by eye (JSON Lines).",
)
@click.option("--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats for each page.")
@_report_options
def captions(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategy: str,
    judged_file: Path | None,
    repeats: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure the caption test.

    How many captions pass the test of docs/entities.md with their own article and with another one, the CPU time,
    and with --judged, how many verdicts are right. Without --limit, 100 pages of each set; without --set, wcxb-dev,
    news and readability.
    """
    from tamis.bench import captions as bench_captions
    from tamis.bench.contenders import own_strategies

    own_strategies([strategy])
    listed = bench_captions.read_judged(judged_file, data) if judged_file else []
    judged = bench_captions.judge(listed, strategy)
    sets = sets or _present(data, ("wcxb-dev", "news", "readability"))
    pages = bench_captions.measure(_samples(data, sets, limit or 100), strategy, repeats)
    tables = bench_captions.tables(pages, judged)
    rows = {"pages": [asdict(page) for page in pages], "judged": [asdict(caption) for caption in judged]}
    _report("Captions", tables, rows, json_file, markdown_file)


@bench.command(context_settings=HELP)
@_data_options
@click.option("--strategy", default="learned", show_default=True, metavar="NAME", help="Whose pictures to score.")
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@_jobs_option
@_report_options
def pictures(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategy: str,
    worst: int,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score pictures, captions and credits against the truth.

    Only pages whose truth lists pictures count. Without --set, world.
    """
    from tamis.bench import pictures as bench_pictures
    from tamis.bench.contenders import own_strategies

    own_strategies([strategy])
    pages = bench_pictures.measure(_samples(data, sets or _present(data, ("world",)), limit), strategy, jobs)
    tables = [bench_pictures.summary(pages)]
    if worst:
        tables.append(bench_pictures.worst(pages, worst))
    _report("Pictures", tables, [asdict(page) for page in pages], json_file, markdown_file)


@bench.command(context_settings=HELP)
@_data_options
@_report_options
def readable(
    data: Path, sets: tuple[str, ...], limit: int | None, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Measure tamis.is_readable: how often it is right, and its cost as a multiple of a bare parse.

    Takes sets that know the type of each page. Without --set, wcxb-dev.
    """
    from tamis.bench import readable as bench_readable

    answers = bench_readable.measure(_samples(data, sets or _present(data, ("wcxb-dev",)), limit))
    _report("Readable", [bench_readable.summary(answers)], [asdict(one) for one in answers], json_file, markdown_file)


@bench.command(context_settings=HELP)
@_data_options
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@_jobs_option
@_report_options
def oracle(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    worst: int,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score the best possible choice of blocks.

    What is below 1 is lost by segmentation, or wrong in the truth. Without --set, wcxb-dev.
    """
    from tamis.bench import oracle as bench_oracle

    pages = bench_oracle.measure(_samples(data, sets or _present(data, ("wcxb-dev",)), limit), jobs)
    tables = [bench_oracle.summary(pages)]
    if worst:
        tables.append(bench_oracle.worst(pages, worst))
    _report("Oracle", tables, [asdict(page) for page in pages], json_file, markdown_file)


@bench.command(context_settings=HELP)
@_data_options
@_contender_options
@click.option("--repeats", type=click.IntRange(min=1), default=3, show_default=True, help="Repeats for each page.")
@click.option("--memory/--no-memory", default=True, show_default=True, help="Also measure peak memory.")
@_plot_option
@_seconds_option
@_report_options
def speed(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategies: tuple[str, ...],
    peers: str,
    repeats: int,
    memory: bool,
    plot_file: Path | None,
    seconds: float,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure CPU time as a multiple of a bare parse.

    CPU time from HTML in memory to plain text, as a multiple of selectolax's Lexbor parser on the same pages.
    Without --limit, 100 pages of each set; without --set, wcxb-dev and news. The plot shows time against page size.
    """
    from tamis.bench import speed as bench_speed
    from tamis.bench.score_plots import plot_times

    _check_plot(plot_file)
    sets, limit = sets or _present(data, ("wcxb-dev", "news")), limit or 100
    own, others = _own_and_peers(strategies, peers)
    samples = _samples(data, sets, limit)
    timings = bench_speed.measure(samples, bench_speed.rows(own, others), repeats, seconds)
    if memory:
        bench_speed.add_peaks(timings, data, sets, limit, seconds)
    table = bench_speed.table(timings)
    table.notes.append(f"{len(samples)} pages of {', '.join(sets)}, the median of {repeats} turns on each.")
    if plot_file:
        plot_times(timings, [len(sample.html) for sample in samples], plot_file)
    _report("Speed", [table], [asdict(timing) for timing in timings], json_file, markdown_file, plot_file)


@bench.command(context_settings=HELP)
@_data_options
@click.option("--strategy", default="learned", show_default=True, metavar="NAME", help="The strategy.")
@click.option("--pages", type=click.IntRange(min=1), default=10_000, show_default=True, help="Total number of pages.")
@click.option("--threads", type=click.IntRange(min=1), default=4, show_default=True, help="Number of threads.")
@click.option(
    "--max-growth", type=float, default=20.0, show_default=True, help="Largest growth of memory, in megabytes."
)
@_report_options
def soak(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategy: str,
    pages: int,
    threads: int,
    max_growth: float,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Check memory and determinism over thousands of pages.

    Memory must not grow, and output must not change. Without --set, wcxb-dev and news. Exits with 1 if a result
    changed, or if memory grew too much.
    """
    from tamis.bench import soak as bench_soak

    sets = sets or _present(data, ("wcxb-dev", "news"))
    result = bench_soak.run(_samples(data, sets, limit), pages, strategy, threads)
    bench_soak.add_fingerprints(result, data, sets, limit, strategy)
    _report("Soak", [bench_soak.table(result, threads)], asdict(result), json_file, markdown_file)
    if not result.same or result.growth > max_growth:
        raise click.exceptions.Exit(1)


@bench.command(context_settings=HELP)
@_data_options
@click.option(
    "--processes",
    multiple=True,
    type=click.IntRange(min=1),
    default=(1, 2),
    show_default=True,
    help="Workers of a pool; repeatable.",
)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of loop and pools.")
@_report_options
def workers(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    processes: tuple[int, ...],
    rounds: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Compare the worker pool with a plain loop.

    CPU time of the whole process tree on the same pages. Without --limit, 300 pages of each set; without --set,
    wcxb-dev. Exits with 1 if an answer differs from the loop's.
    """
    from tamis.bench import pool_cost

    samples = _samples(data, sets or _present(data, ("wcxb-dev",)), limit or 300)
    costs = pool_cost.measure(samples, processes, rounds)
    table = pool_cost.table(costs, len(samples))
    _report("Workers", [table], [asdict(cost) for cost in costs], json_file, markdown_file)
    if any(cost.different for cost in costs):
        raise click.exceptions.Exit(1)


@bench.command(context_settings=HELP)
@click.option(
    "--data",
    envvar="TAMIS_DATA",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the labeled sets. Default: TAMIS_DATA.",
)
@click.option("--sites", is_flag=True, help="Print the scores of every site.")
@_plot_option
@_jobs_option
@_report_options
def fields(
    data: Path, sites: bool, plot_file: Path | None, jobs: int, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Score fields by site: title, lead image, pictures, and links to other pages.

    The plot has a panel for each field with two bars for each site, as figure 2 of Article Clipper's paper.
    """
    from tamis.bench import fields as bench_fields
    from tamis.bench import pictures as bench_pictures

    _check_plot(plot_file)
    scores = bench_fields.measure(data, jobs)
    tables = [bench_fields.summary(scores)]
    if (data / "world").is_dir():
        tables.append(bench_pictures.summary(bench_pictures.measure(_samples(data, ("world",), None), "learned", jobs)))
    if sites:
        tables.append(bench_fields.by_site(scores))
    if plot_file:
        bench_fields.plot(scores, plot_file)
    _report("Fields", tables, [asdict(score) for score in scores], json_file, markdown_file, plot_file)


def _check_plot(file: Path | None) -> None:
    """Say before the work, not after it, that a picture can't be drawn."""
    if file:
        from tamis.bench.drawing import check_file

        check_file(file)


def _contenders(strategies: Sequence[str], peers: str) -> list[str]:
    """The contenders asked for that are there, with a word on standard error about the others."""
    from tamis.bench.contenders import field

    own, there = _own_and_peers(strategies, peers)
    if not (own or there):
        raise click.UsageError("nobody to measure: name a --strategy or --peers that are installed")
    return field(own, there)


def _own_and_peers(strategies: Sequence[str], peers: str) -> tuple[list[str], list[str]]:
    from tamis.bench.contenders import own_strategies, peers_asked

    there, problems = peers_asked(peers)
    for problem in problems:
        say(problem)
    return [] if strategies == ("none",) else own_strategies(strategies), there


@bench.command(context_settings=HELP)
@_data_options
@click.option("--timeout", type=click.FloatRange(min=1), default=20.0, show_default=True, help="Seconds for each page.")
@_report_options
def rendering(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    timeout: float,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Check rendering on pages from their own HTML, without a network and without scripts.

    Elements mapped, text against that without a browser, and CPU time. Without --set, wcxb-dev. `make rendering-soak`
    tells what hundreds of pages and hostile ones do.
    """
    from tamis.bench import rendering as bench_rendering

    result = bench_rendering.run(_samples(data, sets or _present(data, ("wcxb-dev",)), limit), timeout)
    _report("Rendering", bench_rendering.tables(result), asdict(result), json_file, markdown_file)


@bench.command(context_settings=HELP)
@_data_options
@_jobs_option
@_report_options
def summaries(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score summaries by ROUGE-1 against the descriptions that pages give of themselves.

    From the page and from the true text, beside the first sentences, each score alone, random sentences and an oracle.
    Without --set, news and world.
    """
    from tamis.bench import summaries as bench_summaries
    from tamis.summarizing import SummarySettings

    samples = _samples(data, sets or _present(data, ("news", "world")), limit)
    pages = bench_summaries.measure(samples, SummarySettings(), jobs)
    _report("Summaries", bench_summaries.tables(pages), [asdict(page) for page in pages], json_file, markdown_file)


@bench.command(context_settings=HELP)
@click.option("--part", "parts", multiple=True, type=click.Choice(["crawl"]), help="What to measure. Default: all.")
@click.option("--pages", type=click.IntRange(min=10), default=5_000, show_default=True, help="Pages of the site.")
@click.option("--seed", type=int, default=8, show_default=True, help="Of the made-up site.")
@click.option("--delay", type=click.FloatRange(min=0), default=0.02, show_default=True, help="Seconds apart.")
@click.option("--concurrency", type=click.IntRange(min=1), default=4, show_default=True, help="Pages under way.")
@click.option("--kill-runs", type=click.IntRange(min=0), default=0, show_default=True, help="Crawls that are killed.")
@click.option("--kills", type=click.IntRange(min=1), default=1, show_default=True, help="How often each is killed.")
@_jobs_option
@_report_options
def news(
    parts: tuple[str, ...],  # noqa: ARG001 (there is one)
    pages: int,
    seed: int,
    delay: float,
    concurrency: int,
    kill_runs: int,
    kills: int,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure the news pipeline.

    crawl: crawls a made-up site on loopback with traps, failures and stalls, and judges by the site's own log; then
    kills the command at random moments and lets it go on; then crawls the unchanged site again. Exits with 1 if a
    figure falls short. Needs the extra news.
    """
    from tamis.bench import crawl as bench_crawl

    plan = bench_crawl.CrawlPlan(pages, seed, delay, concurrency, jobs)
    scores = bench_crawl.measure(plan, kill_runs, kills, say)
    found = [{**asdict(score), "articles": len(score.articles)} for score in scores]
    _report("News", [bench_crawl.table(scores, plan)], found, json_file, markdown_file)
    problems = bench_crawl.failures(scores, plan)
    for problem in problems:
        say(problem)
    if problems:
        raise click.exceptions.Exit(1)


@bench.command(context_settings=HELP)
@_data_options
@click.option("--saved", type=click.IntRange(min=0), default=60, show_default=True, help="Saved pages with styles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the styled pages.")
@_report_options
def looks(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    saved: int,
    seed: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Compare strategies on rendered pages with the same on pages as sent.

    On pages with style sheets, made from the words of the sets (--limit of them, 120 without), and on saved pages
    that carry styles. Also: the default with boxes, cross-validated, and pictures with captions. Needs the extra
    render.
    """
    from tamis.learn.looks import measure

    found = measure(data, sets, limit or 120, saved, seed)
    _report("Looks", found, {"tables": [table.to_dict() for table in found]}, json_file, markdown_file)


def _present(data: Path, wanted: Sequence[str]) -> tuple[str, ...]:
    """Those of the sets wanted that the folder has, or else all it has."""
    from tamis.bench.datasets import set_names

    there = set_names(data)
    return tuple(name for name in wanted if name in there) or there


def _samples(data: Path, sets: Sequence[str], limit: int | None) -> list[Sample]:
    from tamis.bench.datasets import gather
    from tamis.bench.progress import track

    return gather(data, sets, limit, track)


def _report(
    heading: str,
    tables: Sequence[Table],
    pages: object,
    json_file: Path | None,
    markdown_file: Path | None,
    plot_file: Path | None = None,
) -> None:
    from tamis.bench.tables import print_tables, write_json, write_markdown

    print_tables(tables)
    if json_file:
        write_json(json_file, {"tables": [table.to_dict() for table in tables], "pages": pages})
    if markdown_file:
        write_markdown(markdown_file, heading, tables, plot_file)


@bench.command(context_settings=HELP)
@click.option(
    "--file",
    "library_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the library here, and use it again if it is there. Default: a temporary file.",
)
@click.option("--articles", type=click.IntRange(min=1), default=100_000, show_default=True, help="Articles to make.")
@click.option("--queries", type=click.IntRange(min=1), default=1_000, show_default=True, help="Searches.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random choices.")
@click.option(
    "--max-milliseconds",
    type=float,
    default=100.0,
    show_default=True,
    help="CPU time that 99 % of searches must keep to.",
)
@_report_options
def library(
    library_file: Path | None,
    articles: int,
    queries: int,
    seed: int,
    max_milliseconds: float,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure searches in a large library of made-up articles.

    Articles in six languages whose words follow Zipf's law, one in thirty a copy of another with a word in ten
    replaced. Exits with 1 if searches take too long.
    """
    import tempfile

    from tamis.bench import library_search

    with tempfile.TemporaryDirectory() as folder:
        path = library_file or Path(folder) / "library.db"
        measured = library_search.Measured.of(path) if path.exists() else library_search.build(path, articles, seed)
        library_search.measure(path, measured, queries, seed)
    _report("Library", library_search.tables(measured), asdict(measured), json_file, markdown_file)
    if measured.percentile(0.99) > max_milliseconds:
        raise click.exceptions.Exit(1)
