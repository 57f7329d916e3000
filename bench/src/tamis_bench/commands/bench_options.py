"""Options and functions that the commands of `tamis bench` share."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from tamis.cli.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.samples import Entry
    from tamis_bench.tables import Table


Command = TypeVar("Command", bound="Callable[..., Any]")

FILE = click.Path(dir_okay=False, path_type=Path)


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Combine several options into one decorator."""

    def apply(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


_set_options = combined(
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

contender_options = combined(
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

_report_options = combined(
    click.option("--json", "json_file", type=FILE, help="Write the results of every page here."),
    click.option("--markdown", "markdown_file", type=FILE, help="Write the tables here."),
)

plot_option = click.option("--plot", "plot_file", type=FILE, help="Write a plot: .svg, .png or .pdf.")

seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=30.0,
    show_default=True,
    help="Time limit for each page.",
)

jobs_option = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")


def _check_plot(file: Path | None) -> None:
    """Fail before the work, not after it, if a plot cannot be drawn."""
    if file:
        from tamis_bench.drawing import check_file

        check_file(file)


def chosen_contenders(strategies: Sequence[str], peers: str) -> list[str]:
    """Return the requested contenders that are available, and print a message about missing peers."""
    from tamis_bench.contenders import field

    own, there = own_and_peers(strategies, peers)
    if not (own or there):
        raise click.UsageError("nothing to measure: name a --strategy or --peers that are installed")
    return field(own, there)


def own_and_peers(strategies: Sequence[str], peers: str) -> tuple[list[str], list[str]]:
    """Return the strategies and the installed peers to measure, and print a message about each missing peer."""
    from tamis_bench.contenders import own_strategies, peers_asked

    there, problems = peers_asked(peers)
    for problem in problems:
        say(problem)
    return [] if strategies == ("none",) else own_strategies(strategies), there


def present(data: Path, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the requested sets that are in the folder; if there are none of them, all sets of the folder."""
    from tamis_bench.datasets import set_names

    there = set_names(data)
    return tuple(name for name in wanted if name in there) or there


class Sets(NamedTuple):
    """The pages to measure: what --data, --set and --limit say."""

    data: Path
    names: tuple[str, ...] = ()
    limit: int | None = None

    def or_else(self, *names: str, limit: int | None = None) -> Sets:
        """Fill in what is used without --set, as far as the folder has it, and without --limit."""
        return Sets(self.data, self.names or present(self.data, names), self.limit or limit)

    def samples(self) -> list[Sample]:
        """Read the pages, with progress on standard error."""
        from tamis_bench.datasets import gather
        from tamis_bench.progress import track

        return gather(self.data, self.names, self.limit, track)

    def entries(self) -> list[Entry]:
        """List the pages without reading them."""
        from tamis_bench.datasets import choose, read_index

        return [entry for name in self.names for entry in choose(read_index(self.data, name), self.limit)]


class Report(NamedTuple):
    """The files to write: what --json, --markdown and --plot say."""

    json_file: Path | None = None
    markdown_file: Path | None = None
    plot_file: Path | None = None

    def write(self, heading: str, tables: Sequence[Table], pages: object) -> None:
        """Print the tables, and write the requested files."""
        from tamis_bench.tables import print_tables, write_json, write_markdown

        print_tables(tables)
        if self.json_file:
            write_json(self.json_file, {"tables": [table.to_dict() for table in tables], "pages": pages})
        if self.markdown_file:
            write_markdown(self.markdown_file, heading, tables, self.plot_file)


def with_sets(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose pages, and pass them on as `sets`."""

    @wraps(command)
    def run(data: Path, sets: tuple[str, ...], limit: int | None, **others: Any) -> None:
        command(sets=Sets(data, sets, limit), **others)

    return _set_options(run)


def with_report(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the report, and pass them on as `report`, with the file of `plot_option` if there is one."""

    @wraps(command)
    def run(json_file: Path | None, markdown_file: Path | None, plot_file: Path | None = None, **others: Any) -> None:
        _check_plot(plot_file)
        command(report=Report(json_file, markdown_file, plot_file), **others)

    return _report_options(run)
