"""`tamis plot`: plots of a page's tag ratios, as in CETR's paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli.completion import SOURCE, STRATEGY
from tamis.cli.help import HELP
from tamis.cli.one_page import load_page, stop
from tamis.cli.settings_options import chosen_settings, page_options
from tamis.errors import BadSettings, MissingExtra, TamisError

WHAT = ("tag-ratios", "smoothed", "derivative", "scatter", "all")


@click.command(context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option("--what", type=click.Choice(WHAT), default="tag-ratios", show_default=True, help="Which plot.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Output file: .svg, .png or .pdf.",
)
@click.option(
    "--strategy",
    type=STRATEGY,
    default="cetr",
    show_default=True,
    metavar="cetr[:FIELD=VALUE,...]",
    help="CETR with other parameters, such as cetr:method=threshold,coefficient=0.5.",
)
@page_options
def plot(
    source: str,
    what: str,
    output: Path,
    strategy: str,
    url: str | None,
    title: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Plot the tag ratios of SOURCE: a URL, a file, or - for standard input.

    The plots are those of CETR's paper: the characters per tag of each source line, the same smoothed, its
    derivative, and a scatter plot with the clusters in color.
    """
    chosen = chosen_settings(settings_file, given)
    try:
        from tamis_bench.drawing import check_file
        from tamis_bench.page_plots import plot_page

        check_file(output)
        method = chosen.strategy(strategy)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    try:
        page = load_page(source, chosen.fetch, chosen.extract.limits, url=url, title=title)
        chosen.extract.limits.check(page)
        plot_page(page.html, what, output, method, title or page.url or ("" if source == "-" else source))
    except (BadSettings, MissingExtra) as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        raise stop(source, error) from error
