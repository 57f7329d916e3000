"""`tamis bench news`: measure the news pipeline, part by part."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP
from tamis.cli.messages import say
from tamis_bench.commands.bench_options import Report, jobs_option, with_report

if TYPE_CHECKING:
    from tamis_bench.crawl import CrawlPlan
    from tamis_bench.tables import Table

OF_DATA = ("links", "robots", "feeds")
"""Names of the parts that need a folder of data."""
PARTS = (*OF_DATA, "crawl")


@click.command(context_settings=HELP)
@click.option(
    "--part", "parts", multiple=True, type=click.Choice(PARTS), help="What to measure; repeatable. Default: all."
)
@click.option(
    "--data",
    envvar="TAMIS_DATA",
    type=click.Path(path_type=Path),
    help="Folder with links, robots and feeds. Default: TAMIS_DATA; without it, only the crawl is measured.",
)
@click.option("--pages", type=click.IntRange(min=10), default=5_000, show_default=True, help="Pages of the site.")
@click.option("--seed", type=int, default=8, show_default=True, help="Random seed of the generated site.")
@click.option("--delay", type=click.FloatRange(min=0), default=0.02, show_default=True, help="Delay between requests.")
@click.option("--concurrency", type=click.IntRange(min=1), default=4, show_default=True, help="Concurrent requests.")
@click.option("--kill-runs", type=click.IntRange(min=0), default=0, show_default=True, help="Number of crawls to kill.")
@click.option("--kills", type=click.IntRange(min=1), default=1, show_default=True, help="Kills of each crawl.")
@jobs_option
@with_report
def news(
    parts: tuple[str, ...],
    data: Path | None,
    pages: int,
    seed: int,
    delay: float,
    concurrency: int,
    kill_runs: int,
    kills: int,
    jobs: int,
    report: Report,
) -> None:
    """Measure the news pipeline. Exits with 1 if a figure misses its target.

    links: the model that recognizes links to articles, cross-validated by site, beside the method of Ferreira et al.
    robots: robots.txt files, by the expectations of Google's parser. feeds: the test files of other readers, and
    hostile feeds. crawl: crawls a generated site on loopback with traps, failures and stalls, and checks the result
    against the site's own log; then kills the command at random moments and resumes it; then crawls the unchanged site
    again. Needs the extra news. 'tamis bench site-profiles', 'summaries' and 'library' measure the rest.
    """
    from tamis_bench import crawl as bench_crawl

    chosen = parts or (PARTS if data is not None else ("crawl",))
    if data is None and set(chosen) & set(OF_DATA):
        raise click.UsageError("these parts need --data")
    tables: list[Table] = []
    found: dict[str, Any] = {}
    problems: list[str] = []
    if data is not None:
        for part in dict.fromkeys(chosen):
            if part in OF_DATA:
                problems += _MEASURES[part](data, tables, found)
    if "crawl" in chosen:
        plan = bench_crawl.CrawlPlan(pages, seed, delay, concurrency, jobs)
        problems += _crawl(plan, kill_runs, kills, tables, found)
    report.write("News", tables, found)
    for problem in problems:
        say(problem)
    if problems:
        raise click.exceptions.Exit(1)


def _links(data: Path, tables: list[Table], found: dict[str, Any]) -> list[str]:
    from tamis_bench.learn.link_report import compare, shortfalls
    from tamis_bench.learn.links import read_links

    table = compare(read_links(data))
    tables.append(table)
    found["links"] = table.to_dict()
    return shortfalls(table)


def _robots(data: Path, tables: list[Table], found: dict[str, Any]) -> list[str]:
    from tamis_bench import news_formats

    result = news_formats.measure_robots(data)
    tables.append(news_formats.robots_table(result))
    found["robots"] = result._asdict()
    return news_formats.failures(result, None, ())


def _feeds(data: Path, tables: list[Table], found: dict[str, Any]) -> list[str]:
    from tamis_bench import news_formats

    result, hostile = news_formats.measure_feeds(data), news_formats.measure_hostile()
    tables.extend((news_formats.feeds_table(result), news_formats.hostile_table(hostile)))
    found["feeds"] = result._asdict()
    found["hostile feeds"] = [one._asdict() for one in hostile]
    return news_formats.failures(None, result, hostile)


_MEASURES = {"links": _links, "robots": _robots, "feeds": _feeds}


def _crawl(plan: CrawlPlan, kill_runs: int, kills: int, tables: list[Table], found: dict[str, Any]) -> list[str]:
    from tamis_bench import crawl as bench_crawl

    scores = bench_crawl.measure(plan, kill_runs, kills, say)
    tables.append(bench_crawl.table(scores, plan))
    found["crawl"] = [{**asdict(score), "articles": len(score.articles)} for score in scores]
    return bench_crawl.failures(scores, plan)
