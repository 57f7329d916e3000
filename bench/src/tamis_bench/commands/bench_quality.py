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
    """Score CETR's table 4 step by step.

    From tamis's own score to the one of the paper: the mean of the pages' F1; the F1 of mean precision and recall;
    without pages that have no truth; with the words of the page as distinct ones. Without --set, cleaneval-dev.
    """
    from tamis_bench import paper_steps
    from tamis_bench.contenders import own_strategies

    asked = own_strategies(strategies) if strategies else []
    samples = sets.or_else("cleaneval-dev").samples()
    pages = paper_steps.measure(samples, paper_steps.strategies(asked), jobs, seconds)
    tables = paper_steps.tables(pages)
    report.write("CETR's table 4, step by step", tables, [asdict(page) for page in pages])


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
    from tamis_bench import pictures as bench_pictures
    from tamis_bench.contenders import own_strategies

    own_strategies([strategy])
    pages = bench_pictures.measure(sets.or_else("world").samples(), strategy, jobs)
    tables = [bench_pictures.summary(pages)]
    if worst:
        tables.append(bench_pictures.worst(pages, worst))
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
    from tamis_bench import pictures as bench_pictures

    scores = bench_fields.measure(*sets, jobs)
    tables = [bench_fields.summary(scores)]
    if (sets.data / "world").is_dir() and (not sets.names or "world" in sets.names):
        world = sets._replace(names=("world",)).samples()
        tables.append(bench_pictures.summary(bench_pictures.measure(world, "learned", jobs)))
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
