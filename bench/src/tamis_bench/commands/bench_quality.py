"""The commands of `tamis bench` that score the results of extraction."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    Report,
    Sets,
    chosen_contenders,
    contender_options,
    jobs_option,
    plot_option,
    seconds_option,
    with_report,
    with_sets,
)


@click.command(context_settings=HELP)
@with_sets
@contender_options
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path), help="Cache peers' answers here.")
@plot_option
@seconds_option
@jobs_option
@with_report
def quality(
    sets: Sets,
    strategies: tuple[str, ...],
    peers: str,
    cache: Path | None,
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Score text, title, authors and date against the truth.

    The plot shows F1 by contender and set.
    """
    from tamis_bench import quality as bench_quality
    from tamis_bench.quality_report import tables
    from tamis_bench.score_plots import plot_f1

    contenders = chosen_contenders(strategies, peers)
    scores = bench_quality.measure(sets.samples(), contenders, jobs, seconds, cache)
    if report.plot_file:
        plot_f1(scores, report.plot_file)
    report.write("Quality", tables(scores), [asdict(score) for score in scores])


@click.command(context_settings=HELP)
@with_sets
@click.option("--strategy", metavar="NAME", help="Strategy. Default: learned.")
@plot_option
@seconds_option
@jobs_option
@with_report
def confidence(
    sets: Sets,
    strategy: str | None,
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Measure the calibration of confidence.

    Of pages with a confidence of 0.9, nine in ten should have a word F1 of 0.9 or more.
    """
    from tamis import Settings
    from tamis_bench import confidence as bench_confidence
    from tamis_bench.contenders import own_strategies
    from tamis_bench.reliability import plot_reliability

    name = own_strategies([strategy or str(Settings().strategy)])[0]
    pages = bench_confidence.measure(sets.samples(), name, jobs, seconds)
    tables = bench_confidence.tables(pages, name)
    if report.plot_file:
        plot_reliability([page.pair for page in pages], report.plot_file, f"Confidence of {name}")
    report.write("Confidence", tables, [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@click.option(
    "--strategy", default="learned", show_default=True, metavar="NAME", help="Strategy whose pictures are scored."
)
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@jobs_option
@with_report
def pictures(
    sets: Sets,
    strategy: str,
    worst: int,
    jobs: int,
    report: Report,
) -> None:
    """Score pictures, captions and credits against the truth.

    Only pages whose truth lists pictures count. Without --set, world.
    """
    from tamis_bench import picture_scores
    from tamis_bench.contenders import own_strategies

    own_strategies([strategy])
    pages = picture_scores.measure(sets.or_else("world").samples(), strategy, jobs)
    tables = [picture_scores.summary(pages)]
    if worst:
        tables.append(picture_scores.worst(pages, worst))
    report.write("Pictures", tables, [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@with_report
def readable(sets: Sets, report: Report) -> None:
    """Measure tamis.is_readable: how often it is right, and its cost as a multiple of a bare parse.

    Takes sets that know the type of each page. Without --set, wcxb-dev.
    """
    from tamis_bench import readable as bench_readable

    answers = bench_readable.measure(sets.or_else("wcxb-dev").samples())
    report.write("Readable", [bench_readable.summary(answers)], [asdict(one) for one in answers])


@click.command(context_settings=HELP)
@with_sets
@click.option("--min-pages", type=click.IntRange(min=2), default=2, show_default=True, help="Minimum pages of a site.")
@click.option(
    "--model",
    "model_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Model of 'tamis learn extractor' in place of the packaged one, such as one that was not trained on the set.",
)
@click.option("--oracle", is_flag=True, help="Also with profiles of the true verdicts: the most that places can tell.")
@jobs_option
@with_report
def site_profiles(
    sets: Sets,
    min_pages: int,
    model_file: Path | None,
    oracle: bool,
    jobs: int,
    report: Report,
) -> None:
    """Score each page with a profile of the other pages of its site, and without.

    Sites are registered domains, over all sets that are named; without --set, wcxb-dev, news and world.
    """
    from tamis.core.strategies.learned import Learned
    from tamis.core.strategies.learned.model import load
    from tamis.settings.extraction import Settings
    from tamis_bench import site_profiles as bench_site_profiles

    entries = sets.or_else("wcxb-dev", "news", "world").entries()
    strategy = Learned(model=load(model_file) if model_file is not None else None)
    sites = bench_site_profiles.sites_of(entries, min_pages)
    pages = bench_site_profiles.measure(sites, Settings(strategy=strategy), jobs, oracle=oracle)
    table = bench_site_profiles.table(pages)
    report.write("Site profiles", [table], [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@jobs_option
@with_report
def summaries(
    sets: Sets,
    jobs: int,
    report: Report,
) -> None:
    """Score summaries by ROUGE-1 against the descriptions that pages give of themselves.

    Also against key points and standfirsts, and count what is noise in them. From the page and from the true text,
    beside the paper's figures, the paper's average, each score alone, the first sentences, random sentences and an
    oracle. Without --set, news, world and postlight.
    """
    from tamis_bench import summaries as bench_summaries

    samples = sets.or_else("news", "world", "postlight").samples()
    pages = bench_summaries.measure(samples, jobs)
    report.write("Summaries", bench_summaries.tables(pages), [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@click.option("--saved", type=click.IntRange(min=0), default=60, show_default=True, help="Saved pages with styles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the styled pages.")
@with_report
def looks(
    sets: Sets,
    saved: int,
    seed: int,
    report: Report,
) -> None:
    """Compare strategies on rendered pages and on pages as sent.

    On pages with style sheets, made from the words of the sets (--limit of them, 120 without), and on saved pages
    that carry styles. Also: the default with boxes, cross-validated, and pictures with captions. Needs the extra
    render.
    """
    from tamis_bench.learn.looks import measure

    found = measure(sets.data, sets.names, sets.limit or 120, saved, seed)
    report.write("Looks", found, {"tables": [table.to_dict() for table in found]})


@click.command(context_settings=HELP)
@with_sets
@jobs_option
@with_report
def posts(
    sets: Sets,
    jobs: int,
    report: Report,
) -> None:
    """Score the posts of threads: text, user, date and link of each, and the text of the whole.

    Without --set, forums.
    """
    from tamis.settings.extraction import Settings
    from tamis_bench import posts as bench_posts

    samples = sets._replace(names=sets.names or ("forums",)).samples()
    pages = bench_posts.measure(samples, Settings(), jobs)
    tables = [bench_posts.summary(pages), bench_posts.by_host(pages)]
    report.write("Posts", tables, [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@jobs_option
@with_report
def categories(sets: Sets, jobs: int, report: Report) -> None:
    """Tell how often the category of a text is the one that the page's section names.

    By the listed words alone, and by centroids learned from pages of other sites. Without --set, news, world, metadata,
    postlight and unlabelled.
    """
    from tamis_bench import categories as bench_categories

    samples = sets.or_else("news", "world", "metadata", "postlight", "unlabelled").samples()
    pages = bench_categories.read_pages(samples, jobs)
    judged = bench_categories.judge(pages)
    results = {name: [[one.page.category, one.guess, one.confidence] for one in own] for name, own in judged.items()}
    report.write("Categories", bench_categories.tables(judged), results)


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


@click.command(context_settings=HELP)
@with_sets
@click.option(
    "--peers",
    default="trafilatura,resiliparse",
    show_default=True,
    metavar="all|none|NAME,NAME",
    help="Others to measure.",
)
@seconds_option
@jobs_option
@with_report
def survival(sets: Sets, peers: str, seconds: float, jobs: int, report: Report) -> None:
    """Count what survives the filters of corpora: Gopher, C4 and FineWeb, with one view and with any of several.

    English pages only. The last table is the price of views: CPU time of one text, and of one text with its views.
    Without --set, wcxb-dev and unlabelled.
    """
    from tamis_bench import survival as bench_survival
    from tamis_bench.commands.bench_options import own_and_peers

    _, there = own_and_peers(["learned"], peers)
    pages = bench_survival.measure(sets.or_else("wcxb-dev", "unlabelled").samples(), there, jobs, seconds)
    report.write("Survival", bench_survival.tables(pages), [page._asdict() for page in pages])
