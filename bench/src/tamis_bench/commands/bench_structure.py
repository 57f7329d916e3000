"""Structure of the Markdown, `excerpts`, `quotes`, `answers`, `hidden` and `content-hash`: what readers get."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from tamis.cli.help import HELP
from tamis_bench.commands.bench_options import (
    Report,
    Sets,
    combined,
    jobs_option,
    own_and_peers,
    present,
    seconds_option,
    with_report,
    with_sets,
)

_options = combined(
    click.option(
        "--peers", default="none", show_default=True, metavar="all|none|NAME,NAME", help="Peers that write Markdown."
    ),
    click.option(
        "--node-modules",
        type=click.Path(file_okay=False, exists=True, path_type=Path),
        help="Folder with defuddle, @mozilla/readability, turndown and turndown-plugin-gfm from npm, which are "
        "measured in chromium.",
    ),
    click.option(
        "--half",
        type=click.Choice(["first", "second"]),
        help="Only the pages whose host has an odd hash, which rules were made with, or only the others.",
    ),
)


_SETS = ("structure", "defuddle", "wcxb-dev")


def _sets(data: Path) -> tuple[str, ...]:
    return tuple(name for name in _SETS if (data / name).is_dir()) or present(data, ())


@click.command(context_settings=HELP)
@with_sets
@_options
@seconds_option
@jobs_option
@with_report
def structure(
    sets: Sets,
    peers: str,
    node_modules: Path | None,
    half: str | None,
    seconds: float,
    jobs: int,
    report: Report,
) -> None:
    """Score code, formulas, tables and footnotes of the Markdown of a page.

    Without --set: structure, defuddle and wcxb-dev. Only pages with such things in their truth count.
    """
    from tamis_bench import structure as bench_structure
    from tamis_bench.contenders import OWN, functions
    from tamis_bench.structure_browser import measure_in_browser

    _, there = own_and_peers(("none",), peers)
    own = f"{OWN}learned"
    contenders = [own, *(name for name in there if functions(name).markdown is not None)]
    samples = sets._replace(names=sets.names or _sets(sets.data)).samples()
    samples = [sample for sample in samples if half is None or bench_structure.half_of(sample) == half]
    pages = bench_structure.measure(samples, contenders, seconds, jobs)
    if node_modules is not None:
        pages += measure_in_browser(bench_structure.structured(samples), node_modules, seconds)
    tables = [
        *bench_structure.summary(pages),
        *bench_structure.by_library(pages, own),
        bench_structure.by_page(pages, own),
    ]
    report.write("Structure", tables, [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@click.option(
    "--node-modules",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder with defuddle, @mozilla/readability, turndown and turndown-plugin-gfm from npm.",
)
@click.option("--no-browser", is_flag=True, help="Do not start chromium: no judge of the list, only what needs none.")
@with_report
def hidden(node_modules: Path | None, no_browser: bool, report: Report) -> None:
    """Give pages with hidden text, and innocent ones, to tamis and others. Chromium judges the list itself."""
    from tamis_bench import hidden as bench_hidden

    fates = bench_hidden.measure([*bench_hidden.own_extractors(), *bench_hidden.trafilatura_extractor()])
    problems = ["The list was not judged: --no-browser."]
    if not no_browser:
        fates += bench_hidden.measure_rendered()
        judged, in_browser = bench_hidden.judge_and_measure(node_modules)
        problems, fates = judged, fates + in_browser
    report.write("Hidden text", bench_hidden.summary(fates, problems), [fate._asdict() for fate in fates])
    if problems and not no_browser:
        raise SystemExit(1)


@click.command(context_settings=HELP)
@with_sets
@with_report
def excerpts(sets: Sets, report: Report) -> None:
    """Try the promises of excerpts, outlines, pages and links on every page, and measure their cost."""
    from tamis_bench import excerpts as bench_excerpts

    pages = list(bench_excerpts.measure(sets.samples()))
    report.write("Excerpts", [bench_excerpts.summary(pages)], [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_report
def answers(report: Report) -> None:
    """Count the tokens that are read until questions about pages are answered, in parts and as a whole."""
    from tamis_bench import answers as bench_answers

    readings = bench_answers.measure()
    report.write("Tokens to answer", [bench_answers.summary(readings)], [asdict(reading) for reading in readings])


@click.command("content-hash", context_settings=HELP)
@with_sets
@click.option(
    "--part",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Change each page in every n-th way only, so that many pages take less time.",
)
@with_report
def content_hash(sets: Sets, part: int, report: Report) -> None:
    """Compare content hashes of articles after changes of the page around them, and after edits."""
    from tamis_bench import content_hashes

    pages = list(content_hashes.measure(sets.samples(), part))
    report.write("Content hash", content_hashes.summary(pages), [asdict(page) for page in pages])


@click.command(context_settings=HELP)
@with_sets
@with_report
def quotes(sets: Sets, report: Report) -> None:
    """Follow links to quotes in chromium, and count those that open the page at their words."""
    from tamis_bench import quotes as bench_quotes

    followed = bench_quotes.follow(sets.samples())
    report.write("Links to quotes", [bench_quotes.summary(followed)], [asdict(link) for link in followed])
