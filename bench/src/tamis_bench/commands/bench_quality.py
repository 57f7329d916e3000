"""The commands of `tamis bench` that score the results of extraction."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    check_plot,
    chosen_contenders,
    contender_options,
    data_options,
    jobs_option,
    plot_option,
    present,
    read_samples,
    report_options,
    seconds_option,
    write_report,
)


@click.command(context_settings=HELP)
@data_options
@contender_options
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path), help="Cache peers' answers here.")
@plot_option
@seconds_option
@jobs_option
@report_options
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
    from tamis_bench import quality as bench_quality
    from tamis_bench.quality_report import tables
    from tamis_bench.score_plots import plot_f1

    contenders = chosen_contenders(strategies, peers)
    check_plot(plot_file)
    scores = bench_quality.measure(read_samples(data, sets, limit), contenders, jobs, seconds, cache)
    if plot_file:
        plot_f1(scores, plot_file)
    write_report("Quality", tables(scores), [asdict(score) for score in scores], json_file, markdown_file, plot_file)


@click.command(context_settings=HELP)
@data_options
@click.option("--strategy", metavar="NAME", help="Strategy. Default: learned.")
@plot_option
@seconds_option
@jobs_option
@report_options
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
    from tamis_bench import confidence as bench_confidence
    from tamis_bench.contenders import own_strategies
    from tamis_bench.reliability import plot_reliability

    name = own_strategies([strategy or str(Settings().strategy)])[0]
    check_plot(plot_file)
    pages = bench_confidence.measure(read_samples(data, sets, limit), name, jobs, seconds)
    tables = bench_confidence.tables(pages, name)
    if plot_file:
        plot_reliability([page.pair for page in pages], plot_file, f"Confidence of {name}")
    write_report("Confidence", tables, [asdict(page) for page in pages], json_file, markdown_file, plot_file)


@click.command(context_settings=HELP)
@data_options
@plot_option
@seconds_option
@jobs_option
@report_options
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
    from tamis_bench import papers as bench_papers
    from tamis_bench import quality as bench_quality
    from tamis_bench.contenders import field
    from tamis_bench.score_plots import plot_f1

    check_plot(plot_file)
    samples = read_samples(data, sets or present(data, ("wcxb-dev", "news")), limit)
    scores = bench_quality.measure(samples, field(bench_papers.strategies(), (), embedded=embedded), jobs, seconds)
    tables = bench_papers.tables(scores)
    if plot_file:
        plot_f1(scores, plot_file)
    write_report("The papers' tables", tables, [asdict(score) for score in scores], json_file, markdown_file, plot_file)


@click.command(context_settings=HELP)
@data_options
@click.option(
    "--strategy", "strategies", multiple=True, metavar="NAME", help="Strategy beside those of the table; repeatable."
)
@seconds_option
@jobs_option
@report_options
def steps(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    strategies: tuple[str, ...],
    seconds: float,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score CETR's table 4 step by step.

    From tamis's own score to the one of the paper: the mean of the pages' F1; the F1 of mean precision and recall;
    without pages that have no truth; with the words of the page as distinct ones. Without --set, cleaneval-dev.
    """
    from tamis_bench import paper_steps
    from tamis_bench.contenders import own_strategies

    asked = own_strategies(strategies) if strategies else []
    samples = read_samples(data, sets or present(data, ("cleaneval-dev",)), limit)
    pages = paper_steps.measure(samples, paper_steps.strategies(asked), jobs, seconds)
    tables = paper_steps.tables(pages)
    write_report("CETR's table 4, step by step", tables, [asdict(page) for page in pages], json_file, markdown_file)


@click.command("lambda", context_settings=HELP)
@data_options
@plot_option
@jobs_option
@report_options
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
    from tamis_bench import threshold_curve

    check_plot(plot_file)
    samples = read_samples(data, sets or present(data, ("wcxb-dev", "news")), limit or 100)
    points = threshold_curve.measure(samples, jobs=jobs)
    if plot_file:
        threshold_curve.plot(points, plot_file)
    table = threshold_curve.table(points)
    write_report(
        "CETR-TM against lambda", [table], [asdict(point) for point in points], json_file, markdown_file, plot_file
    )


@click.command(context_settings=HELP)
@data_options
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
@report_options
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
    from tamis_bench import captions as bench_captions
    from tamis_bench.contenders import own_strategies

    own_strategies([strategy])
    listed = bench_captions.read_judged(judged_file, data) if judged_file else []
    judged = bench_captions.judge(listed, strategy)
    sets = sets or present(data, ("wcxb-dev", "news", "readability"))
    pages = bench_captions.measure(read_samples(data, sets, limit or 100), strategy, repeats)
    tables = bench_captions.tables(pages, judged)
    rows = {"pages": [asdict(page) for page in pages], "judged": [asdict(caption) for caption in judged]}
    write_report("Captions", tables, rows, json_file, markdown_file)


@click.command(context_settings=HELP)
@data_options
@click.option(
    "--strategy", default="learned", show_default=True, metavar="NAME", help="Strategy whose pictures are scored."
)
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@jobs_option
@report_options
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
    from tamis_bench import pictures as bench_pictures
    from tamis_bench.contenders import own_strategies

    own_strategies([strategy])
    pages = bench_pictures.measure(read_samples(data, sets or present(data, ("world",)), limit), strategy, jobs)
    tables = [bench_pictures.summary(pages)]
    if worst:
        tables.append(bench_pictures.worst(pages, worst))
    write_report("Pictures", tables, [asdict(page) for page in pages], json_file, markdown_file)


@click.command(context_settings=HELP)
@data_options
@report_options
def readable(
    data: Path, sets: tuple[str, ...], limit: int | None, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Measure tamis.is_readable: how often it is right, and its cost as a multiple of a bare parse.

    Takes sets that know the type of each page. Without --set, wcxb-dev.
    """
    from tamis_bench import readable as bench_readable

    answers = bench_readable.measure(read_samples(data, sets or present(data, ("wcxb-dev",)), limit))
    write_report(
        "Readable", [bench_readable.summary(answers)], [asdict(one) for one in answers], json_file, markdown_file
    )


@click.command(context_settings=HELP)
@data_options
@click.option("--worst", type=click.IntRange(min=0), default=0, help="Number of worst pages to list.")
@click.option("--vips", is_flag=True, help="Visual blocks of VIPS, at the best degree of coherence of each page.")
@jobs_option
@report_options
def oracle(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    worst: int,
    vips: bool,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score the best possible choice of blocks.

    What is below 1 is lost by segmentation, or wrong in the truth. Without --set, wcxb-dev.
    """
    from tamis_bench import oracle as bench_oracle

    if vips:
        found = bench_oracle.measure_vips(read_samples(data, sets or present(data, ("wcxb-dev",)), limit), jobs)
        rows = [asdict(page) for page in found]
        write_report("Oracle of VIPS", [bench_oracle.vips_table(found)], rows, json_file, markdown_file)
        return
    pages = bench_oracle.measure(read_samples(data, sets or present(data, ("wcxb-dev",)), limit), jobs)
    tables = [bench_oracle.summary(pages)]
    if worst:
        tables.append(bench_oracle.worst(pages, worst))
    write_report("Oracle", tables, [asdict(page) for page in pages], json_file, markdown_file)


@click.command(context_settings=HELP)
@data_options
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of loop and proxy.")
@report_options
def proxy(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    rounds: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Compare the cleaning proxy with fetching and filtering in a loop.

    CPU time of the whole process tree. Without --limit, 100 pages; without --set, of wcxb-dev. Exits with 1 if a page
    does not come, or the proxy costs over 1.5 of the loop.
    """
    from tamis_bench import proxy_cost

    samples = read_samples(data, sets or present(data, ("wcxb-dev",)), limit or 100)
    cost = proxy_cost.measure(samples, rounds)
    write_report("Proxy", [proxy_cost.table(cost)], asdict(cost), json_file, markdown_file)
    if cost.failed or cost.ratio > proxy_cost.LIMIT:
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@data_options
@click.option("--sites", is_flag=True, help="Print the scores of every site.")
@plot_option
@jobs_option
@report_options
def fields(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    sites: bool,
    plot_file: Path | None,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score fields by site: text, title, pictures, captions, and links to print versions and next pages.

    The plot has a panel for each field with two bars for each site, as figure 2 of Article Clipper's paper. Without
    --set, all sets with a field.
    """
    from tamis_bench import fields as bench_fields
    from tamis_bench import pictures as bench_pictures

    check_plot(plot_file)
    scores = bench_fields.measure(data, sets, limit, jobs)
    tables = [bench_fields.summary(scores)]
    if (data / "world").is_dir() and (not sets or "world" in sets):
        tables.append(
            bench_pictures.summary(bench_pictures.measure(read_samples(data, ("world",), limit), "learned", jobs))
        )
    if sites:
        tables.append(bench_fields.by_site(scores))
    if plot_file:
        bench_fields.plot(scores, plot_file)
    write_report("Fields", tables, [asdict(score) for score in scores], json_file, markdown_file, plot_file)


@click.command(context_settings=HELP)
@data_options
@jobs_option
@report_options
def print_links(
    data: Path, sets: tuple[str, ...], limit: int | None, jobs: int, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Count pages with a print link, and those whose URL can be used.

    Beside the estimate of Article Clipper's paper. Without --set, news and world.
    """
    from tamis_bench import print_links as bench_print_links
    from tamis_bench.datasets import choose, read_index

    names = sets or present(data, ("news", "world"))
    entries = [entry for name in names for entry in choose(read_index(data, name), limit)]
    pages = bench_print_links.measure(entries, jobs)
    write_report(
        "Print links",
        [bench_print_links.table(pages)],
        [asdict(page) for page in pages],
        json_file,
        markdown_file,
    )


@click.command(context_settings=HELP)
@data_options
@click.option("--min-pages", type=click.IntRange(min=2), default=2, show_default=True, help="Minimum pages of a site.")
@click.option(
    "--model",
    "model_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Model of 'tamis learn extractor' in place of the packaged one, such as one that was not trained on the set.",
)
@click.option("--oracle", is_flag=True, help="Also with profiles of the true verdicts: the most that places can tell.")
@jobs_option
@report_options
def site_profiles(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    min_pages: int,
    model_file: Path | None,
    oracle: bool,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score each page with a profile of the other pages of its site, and without.

    Sites are registered domains, over all sets that are named; without --set, wcxb-dev, news and world.
    """
    from tamis.core.strategies.learned import Learned
    from tamis.core.strategies.learned.model import load
    from tamis.settings.extraction import Settings
    from tamis_bench import site_profiles as bench_site_profiles
    from tamis_bench.datasets import choose, read_index

    names = sets or present(data, ("wcxb-dev", "news", "world"))
    entries = [entry for name in names for entry in choose(read_index(data, name), limit)]
    strategy = Learned(model=load(model_file) if model_file is not None else None)
    sites = bench_site_profiles.sites_of(entries, min_pages)
    pages = bench_site_profiles.measure(sites, Settings(strategy=strategy), jobs, oracle=oracle)
    table = bench_site_profiles.table(pages)
    write_report("Site profiles", [table], [asdict(page) for page in pages], json_file, markdown_file)


@click.command(context_settings=HELP)
@data_options
@jobs_option
@report_options
def summaries(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    jobs: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Score summaries by ROUGE-1 against the descriptions that pages give of themselves.

    Also against key points and standfirsts, and count what is noise in them. From the page and from the true text,
    beside the paper's figures, the paper's average, each score alone, the first sentences, random sentences and an
    oracle. Without --set, news, world and postlight.
    """
    from tamis_bench import summaries as bench_summaries

    samples = read_samples(data, sets or present(data, ("news", "world", "postlight")), limit)
    pages = bench_summaries.measure(samples, jobs)
    write_report("Summaries", bench_summaries.tables(pages), [asdict(page) for page in pages], json_file, markdown_file)


@click.command(context_settings=HELP)
@data_options
@click.option("--saved", type=click.IntRange(min=0), default=60, show_default=True, help="Saved pages with styles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed of the styled pages.")
@report_options
def looks(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    saved: int,
    seed: int,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Compare strategies on rendered pages and on pages as sent.

    On pages with style sheets, made from the words of the sets (--limit of them, 120 without), and on saved pages
    that carry styles. Also: the default with boxes, cross-validated, and pictures with captions. Needs the extra
    render.
    """
    from tamis_bench.learn.looks import measure

    found = measure(data, sets, limit or 120, saved, seed)
    write_report("Looks", found, {"tables": [table.to_dict() for table in found]}, json_file, markdown_file)


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


@click.command("words", context_settings=HELP)
@data_options
@report_options
def keywords(
    data: Path, sets: tuple[str, ...], limit: int | None, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Tell how many keywords of Chinese and Japanese pages are words, by other segmenters.

    Without --set, zh-articles, east-articles and world. Needs the extra peers.
    """
    from tamis_bench import keywords as bench_keywords

    samples = read_samples(data, sets or ("zh-articles", "east-articles", "world"), limit)
    pages = bench_keywords.measure(samples)
    write_report(
        "Keywords", [bench_keywords.table(pages)], [page._asdict() for page in pages], json_file, markdown_file
    )


@click.command(context_settings=HELP)
@data_options
@jobs_option
@report_options
def categories(
    data: Path, sets: tuple[str, ...], limit: int | None, jobs: int, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Tell how often the category of a text is the one that the page's section names.

    By the listed words alone, and by centroids learned from pages of other sites. Without --set, news, world, metadata,
    postlight and unlabelled.
    """
    from tamis_bench import categories as bench_categories

    names = ("news", "world", "metadata", "postlight", "unlabelled")
    pages = bench_categories.read_pages(read_samples(data, sets or present(data, names), limit), jobs)
    judged = bench_categories.judge(pages)
    results = {name: [[one.page.category, one.guess, one.confidence] for one in own] for name, own in judged.items()}
    write_report("Categories", bench_categories.tables(judged), results, json_file, markdown_file)
