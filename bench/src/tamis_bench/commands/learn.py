"""`tamis learn`: train the models of tamis on labeled pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP
from tamis.cli.messages import say
from tamis.errors import MissingExtra, TamisError

if TYPE_CHECKING:
    from collections.abc import Callable


class _Learn(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a `TamisError` into a message and exit code 2."""
        try:
            return super().invoke(ctx)
        except TamisError as error:
            raise click.UsageError(str(error)) from error


def _training_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that every training has."""
    options = (
        click.option(
            "--data",
            envvar="TAMIS_DATA",
            required=True,
            type=click.Path(path_type=Path),
            help="Folder of the labeled sets. Default: TAMIS_DATA.",
        ),
        click.option("--set", "sets", multiple=True, metavar="NAME", help="Set to train on; repeatable."),
        click.option("--limit", type=click.IntRange(min=1), help="Pages of each set, evenly spread."),
        click.option(
            "--out",
            "-o",
            required=True,
            type=click.Path(dir_okay=False, path_type=Path),
            callback=_in_a_folder,
            help="Write the model here.",
        ),
        click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _in_a_folder(_context: click.Context, _option: click.Parameter, out: Path) -> Path:
    if not out.absolute().parent.is_dir():
        raise click.UsageError(f"{out}: no such folder to write to; make it first")
    return out


@click.group(cls=_Learn, context_settings=HELP)
def learn() -> None:
    """Train on labeled pages."""


@learn.command(context_settings=HELP)
@_training_options
@click.option("--trees", type=click.IntRange(min=1), default=300, show_default=True, help="Trees of the forest.")
@click.option(
    "--validate/--no-validate",
    default=True,
    show_default=True,
    help="Cross-validate by site. Without it, articles have no confidence.",
)
@click.option(
    "--agreement",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with other extractors' answers, from 'tamis learn agree': adds labels by agreement.",
)
@click.option(
    "--hold-out", multiple=True, metavar="NAME", help="Also train without this set and test on it; repeatable."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of cross-validations, each with the next seed.",
)
def extractor(
    data: Path,
    sets: tuple[str, ...],
    limit: int | None,
    out: Path,
    trees: int,
    validate: bool,
    agreement: Path | None,
    hold_out: tuple[str, ...],
    seed: int,
    repeat: int,
    jobs: int,
) -> None:
    """Train the default strategy.

    Without --set, all labeled sets. The same data give the same model. Writes the cross-validation
    beside the model: tables as .md, pages as .json and, with the extra plot, a reliability diagram as .svg.
    """
    from tamis_bench.learn.boosting import Boosting
    from tamis_bench.learn.extractor import train
    from tamis_bench.learn.report import pairs, tables
    from tamis_bench.tables import print_tables, write_json, write_markdown

    boosting = Boosting(trees=trees, seed=seed)
    training = train(
        data, sets, limit, jobs, boosting, validate=validate, agreement=agreement, hold_out=hold_out, repeat=repeat
    )
    report = tables(training)
    if report:
        print_tables(report)
        write_markdown(out.with_suffix(".md"), "Cross-validation", report)
        write_json(
            out.with_suffix(".json"),
            {"tables": [table.to_dict() for table in report], "pages": [trial._asdict() for trial in training.trials]},
        )
        _draw(pairs(training), out.with_suffix(".svg"))
    size = training.model.write(out)
    say(f"{out}: {size:,} bytes, trained on {training.blocks:,} blocks of {training.pages:,} pages")


@learn.command(context_settings=HELP)
@click.option(
    "--data",
    envvar="TAMIS_DATA",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the sets. Default: TAMIS_DATA.",
)
@click.option("--set", "sets", multiple=True, metavar="NAME", help="Set to use; repeatable.")
@click.option("--limit", type=click.IntRange(min=1), help="Pages of each set, evenly spread.")
@click.option("--out", "-o", required=True, type=click.Path(file_okay=False, path_type=Path), help="Output folder.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
def agree(data: Path, sets: tuple[str, ...], limit: int | None, out: Path, jobs: int) -> None:
    """Extract pages without labels with other extractors.

    Without --set, metadata and unlabelled. Writes the text that trafilatura and readability-lxml (the extra peers)
    extract from each page, one file per set, for --agreement of 'tamis learn extractor'.
    """
    from tamis_bench.learn.agreement import ask

    click.echo(f"{out}: answers on {ask(data, sets, limit, jobs, out):,} pages", err=True)


@learn.command(context_settings=HELP)
@_training_options
@click.option("--validate/--no-validate", default=True, show_default=True, help="Cross-validate by site.")
def mss(data: Path, sets: tuple[str, ...], limit: int | None, out: Path, validate: bool, jobs: int) -> None:
    """Train the token classifier of the strategy mss.

    Without --set, wcxb-dev and news. The same data give the same model. The cross-validation goes to standard output.
    """
    from tamis_bench.learn.subsequence import table, train
    from tamis_bench.tables import print_tables

    training = train(data, sets, limit, jobs, validate=validate)
    if training.trials:
        print_tables([table(training.trials)])
    size = training.model.write(out)
    say(f"{out}: {size:,} bytes, trained on {training.pages:,} pages")


@learn.command(context_settings=HELP)
@_training_options
@click.option("--validate/--no-validate", default=True, show_default=True, help="Cross-validate by site.")
@click.option("--render/--no-render", default=True, show_default=True, help="Train on rendered pages too.")
def clipper(
    data: Path, sets: tuple[str, ...], limit: int | None, out: Path, validate: bool, jobs: int, render: bool
) -> None:
    """Train the classifier of the strategy clipper, on pages that a browser renders.

    Without --set, the articles of wcxb-dev, news and zh-articles. One browser, whatever --jobs. With --no-render only
    the weights for pages as sent are trained, and the others are the packaged ones. The cross-validation goes to
    standard output.
    """
    from tamis_bench.learn.clipper import table, train
    from tamis_bench.tables import print_tables

    del jobs  # one browser renders one page at a time
    training = train(data, sets, limit, validate=validate, render=render)
    if training.trials:
        print_tables([table(training.trials)])
    out.write_text(training.model.to_json(), encoding="utf-8")
    say(f"{out}: trained on {training.pages:,} pages")


def _draw(pairs: list[tuple[float, float]], file: Path) -> None:
    from tamis_bench.reliability import plot_reliability

    try:
        plot_reliability(pairs, file)
    except MissingExtra as error:
        say(str(error))


@learn.command(context_settings=HELP)
@_training_options
def links(data: Path, sets: tuple[str, ...], limit: int | None, out: Path, jobs: int) -> None:  # noqa: ARG001
    """Train the model that recognizes links to articles.

    Prints the cross-validation, grouped by site, beside the method of Ferreira et al. and the rules of its tree. The
    sets (without --set, news and unlabelled) have pages whose links teach the places; links/links.jsonl the rest.
    """
    from tamis_bench.datasets import gather
    from tamis_bench.learn.link_report import compare, tree_rules
    from tamis_bench.learn.links import PAGES, SETS, read_links, train, with_places
    from tamis_bench.progress import track
    from tamis_bench.tables import print_tables

    labeled = read_links(data)
    print_tables([compare(labeled)])
    for rule in tree_rules(labeled):
        click.echo(rule)
    there = sets or tuple(name for name in SETS if (data / name).is_dir())
    samples = gather(data, there, limit or PAGES, track) if there else []
    with_places(train(labeled), samples).write(out)
    say(f"wrote {out}")
