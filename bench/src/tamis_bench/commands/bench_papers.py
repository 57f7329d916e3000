"""The commands of `tamis bench` that measure what the papers measured."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    Report,
    Sets,
    jobs_option,
    plot_option,
    seconds_option,
    with_report,
    with_sets,
)


@click.command(context_settings=HELP)
@with_sets
@plot_option
@seconds_option
@jobs_option
@with_report
@click.option(
    "--embedded/--no-embedded",
    default=False,
    show_default=True,
    help="Use embedded text where a page shows less, and the teasers of pages that list others. The papers do not.",
)
def papers(
    sets: Sets,
    embedded: bool,
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Print the papers' tables for your sets.

    CETR's tables 1 to 4, CUTER's table 2 and Ferreira's table 2, for your sets, beside the papers' own figures.
    Without --set, wcxb-dev and news. The plot shows F1 by strategy and set.
    """
    from tamis_bench import papers as bench_papers
    from tamis_bench import quality as bench_quality
    from tamis_bench.contenders import field
    from tamis_bench.score_plots import plot_f1

    samples = sets.or_else("wcxb-dev", "news").samples()
    scores = bench_quality.measure(samples, field(bench_papers.strategies(), (), embedded=embedded), jobs, seconds)
    tables = bench_papers.tables(scores)
    if report.plot_file:
        plot_f1(scores, report.plot_file)
    report.write("The papers' tables", tables, [asdict(score) for score in scores])


@click.command(context_settings=HELP)
@with_sets
@click.option(
    "--strategy", "strategies", multiple=True, metavar="NAME", help="Strategy beside those of the table; repeatable."
)
@seconds_option
@jobs_option
@with_report
def steps(
    sets: Sets,
    strategies: tuple[str, ...],
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Score CETR's table 4 and CUTER's table 2 step by step.

    From tamis's own score to the one of CETR's paper: the mean of the pages' F1; the F1 of mean precision and recall;
    without pages that have no truth; with the words of the page as distinct ones. For CUTER: its accuracy and noise
    with one rule after the other switched off. Without --set, cleaneval-dev.
    """
    from tamis_bench import cuter_steps, paper_steps
    from tamis_bench.contenders import own_strategies

    asked = own_strategies(strategies) if strategies else []
    samples = sets.or_else("cleaneval-dev").samples()
    pages = paper_steps.measure(samples, paper_steps.strategies(asked), jobs, seconds)
    cuter_pages = cuter_steps.measure(samples, jobs, seconds)
    tables = [*paper_steps.tables(pages), *cuter_steps.tables(cuter_pages)]
    rows = {"cetr": [asdict(page) for page in pages], "cuter": [asdict(page) for page in cuter_pages]}
    report.write("The papers' tables, step by step", tables, rows)


@click.command("lambda", context_settings=HELP)
@with_sets
@plot_option
@jobs_option
@with_report
def threshold(
    sets: Sets,
    jobs: int,
    report: Report,
) -> None:
    """Score CETR-TM at thresholds from 0 to 2.

    Precision and recall against the threshold coefficient lambda, as in figure 6 of the paper. Without --limit, 100
    pages of each set; without --set, wcxb-dev and news.
    """
    from tamis_bench import threshold_curve

    samples = sets.or_else("wcxb-dev", "news", limit=100).samples()
    points = threshold_curve.measure(samples, jobs=jobs)
    if report.plot_file:
        threshold_curve.plot(points, report.plot_file)
    table = threshold_curve.table(points)
    report.write("CETR-TM against lambda", [table], [asdict(point) for point in points])


@click.command(context_settings=HELP)
@with_sets
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
@with_report
def captions(
    sets: Sets,
    strategy: str,
    judged_file: Path | None,
    repeats: int,
    report: Report,
) -> None:
    """Measure the caption test.

    How many captions pass the test of docs/entities.md with their own article and with another one, the CPU time,
    and with --judged, how many verdicts are right. Without --limit, 100 pages of each set; without --set, wcxb-dev,
    news and readability.
    """
    from tamis_bench import captions as bench_captions
    from tamis_bench.contenders import own_strategies

    own_strategies([strategy])
    listed = bench_captions.read_judged(judged_file, sets.data) if judged_file else []
    judged = bench_captions.judge(listed, strategy)
    samples = sets.or_else("wcxb-dev", "news", "readability", limit=100).samples()
    pages = bench_captions.measure(samples, strategy, repeats)
    tables = bench_captions.tables(pages, judged)
    rows = {"pages": [asdict(page) for page in pages], "judged": [asdict(caption) for caption in judged]}
    report.write("Captions", tables, rows)


@click.command(context_settings=HELP)
@with_sets
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@click.option("--vips", is_flag=True, help="Visual blocks of VIPS, at the best degree of coherence of each page.")
@jobs_option
@with_report
def oracle(
    sets: Sets,
    worst: int,
    vips: bool,
    jobs: int,
    report: Report,
) -> None:
    """Score the best possible choice of blocks.

    What is below 1 is lost by segmentation, or wrong in the truth. Without --set, wcxb-dev.
    """
    from tamis_bench import oracle as bench_oracle

    if vips:
        found = bench_oracle.measure_vips(sets.or_else("wcxb-dev").samples(), jobs)
        rows = [asdict(page) for page in found]
        report.write("Oracle of VIPS", [bench_oracle.vips_table(found)], rows)
        return
    pages = bench_oracle.measure(sets.or_else("wcxb-dev").samples(), jobs)
    tables = [bench_oracle.summary(pages)]
    if worst:
        tables.append(bench_oracle.worst(pages, worst))
    report.write("Oracle", tables, [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@click.option("--sites", is_flag=True, help="Print the scores of every site.")
@plot_option
@jobs_option
@with_report
def fields(
    sets: Sets,
    sites: bool,
    jobs: int,
    report: Report,
) -> None:
    """Score fields by site: text, title, pictures, captions, and links to print versions and next pages.

    The plot has a panel for each field with two bars for each site, as figure 2 of Article Clipper's paper. Without
    --set, all sets with a field.
    """
    from tamis_bench import fields as bench_fields
    from tamis_bench import picture_scores

    scores = bench_fields.measure(*sets, jobs)
    tables = [bench_fields.summary(scores)]
    if (sets.data / "world").is_dir() and (not sets.names or "world" in sets.names):
        world = sets._replace(names=("world",)).samples()
        tables.append(picture_scores.summary(picture_scores.measure(world, "learned", jobs)))
    if sites:
        tables.append(bench_fields.by_site(scores))
    if report.plot_file:
        bench_fields.plot(scores, report.plot_file)
    report.write("Fields", tables, [asdict(score) for score in scores])


@click.command(context_settings=HELP)
@with_sets
@jobs_option
@with_report
def print_links(sets: Sets, jobs: int, report: Report) -> None:
    """Count pages with a print link, and those whose URL can be used.

    Beside the estimate of Article Clipper's paper. Without --set, news and world.
    """
    from tamis_bench import print_links as bench_print_links

    pages = bench_print_links.measure(sets.or_else("news", "world").entries(), jobs)
    report.write("Print links", [bench_print_links.table(pages)], [asdict(page) for page in pages])


@click.command("words", context_settings=HELP)
@with_sets
@with_report
def keywords(sets: Sets, report: Report) -> None:
    """Tell how many keywords of Chinese and Japanese pages are words, by other segmenters.

    Without --set, zh-articles, east-articles and world. Needs the extra peers.
    """
    from tamis_bench import keywords as bench_keywords

    names = sets.names or ("zh-articles", "east-articles", "world")
    samples = sets._replace(names=names).samples()
    pages = bench_keywords.measure(samples)
    report.write("Keywords", [bench_keywords.table(pages)], [page._asdict() for page in pages])
