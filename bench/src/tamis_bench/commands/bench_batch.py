"""The commands of `tamis bench` for batches: archives, MinHash, cost, memory, kills, scale."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli.help import HELP
from tamis.errors import BadInput

if TYPE_CHECKING:
    from tamis_bench.samples import Sample
    from tamis_bench.tables import Table

PARTS = ("cost", "memory", "worker", "kills", "killers")
_FILE = click.Path(dir_okay=False, path_type=Path)
_report_options = (
    click.option("--json", "json_file", type=_FILE, help="Write the results here."),
    click.option("--markdown", "markdown_file", type=_FILE, help="Write the tables here."),
)


def _write(heading: str, tables: list[Table], results: object, json_file: Path | None, markdown: Path | None) -> None:
    from tamis_bench.tables import print_tables, write_json, write_markdown

    print_tables(tables)
    if json_file:
        write_json(json_file, {"tables": [table.to_dict() for table in tables], "results": results})
    if markdown:
        write_markdown(markdown, heading, tables)


@click.command(context_settings=HELP)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@_report_options[0]
@_report_options[1]
def warc(files: tuple[Path, ...], json_file: Path | None, markdown_file: Path | None) -> None:
    """Read web archives: records, articles, broken records, and what fastwarc and warcio find.

    FILES are archives, or folders of them. Exits with 1 if another reader finds more records in a file.
    """
    from tamis_bench import archives

    folders = [sorted(path.rglob("*")) if path.is_dir() else [path] for path in files]
    found = [archives.count(path) for paths in folders for path in paths if path.is_file()]
    _write("Web archives", [archives.table(found)], [one.to_dict() for one in found], json_file, markdown_file)
    others = [max(int(words.partition(",")[0]) for words in (one.fastwarc, one.warcio)) for one in found]
    if any(one.records < most for one, most in zip(found, others, strict=True)):
        raise click.exceptions.Exit(1)


@click.command(context_settings=HELP)
@click.option(
    "--data",
    envvar="TAMIS_DATA",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the labeled sets. Default: TAMIS_DATA.",
)
@click.option("--set", "sets", multiple=True, metavar="NAME", help="Set to use; repeatable. Default: news.")
@click.option("--limit", type=click.IntRange(min=1), help="Pages of each set, evenly spread.")
@_report_options[0]
@_report_options[1]
def minhash(
    data: Path, sets: tuple[str, ...], limit: int | None, json_file: Path | None, markdown_file: Path | None
) -> None:
    """Compare implementations of MinHash: CPU time, and how well they estimate."""
    from tamis_bench import minhash as bench_minhash
    from tamis_bench.datasets import gather

    samples = gather(data, sets or ("news",), limit)
    found = bench_minhash.measure(samples)
    table = bench_minhash.table(found, len(samples))
    _write("MinHash", [table], [one._asdict() for one in found], json_file, markdown_file)


@click.command(context_settings=HELP)
@click.option(
    "--part", "parts", multiple=True, type=click.Choice(PARTS), help="What to measure; repeatable. Default: all."
)
@click.option(
    "--data",
    envvar="TAMIS_DATA",
    type=click.Path(path_type=Path),
    help="Folder of the labeled sets, for cost and memory. Default: TAMIS_DATA.",
)
@click.option("--set", "sets", multiple=True, metavar="NAME", help="Set to use; repeatable. Default: wcxb-dev, news.")
@click.option("--limit", type=click.IntRange(min=1), default=300, show_default=True, help="Pages of each set.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Repeats of each measurement of cost."
)
@click.option(
    "--peers", default="trafilatura,resiliparse", show_default=True, help="Other extractors to compare the cost with."
)
@click.option(
    "--gigabytes",
    type=click.FloatRange(min=0.001),
    default=5.0,
    show_default=True,
    help="Size of the input of the memory test.",
)
@click.option(
    "--documents",
    type=click.IntRange(min=100),
    help="Documents of a part. Default: 100,000 for worker, 10,000 for killers, 600 for kills.",
)
@click.option(
    "--killers",
    type=click.IntRange(min=3),
    default=100,
    show_default=True,
    help="Number of pages that kill their worker, of the part killers.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for archives and output. Default: a temporary one.",
)
@_report_options[0]
@_report_options[1]
def batch(
    parts: tuple[str, ...],
    data: Path | None,
    sets: tuple[str, ...],
    limit: int,
    rounds: int,
    peers: str,
    gigabytes: float,
    documents: int | None,
    killers: int,
    folder: Path | None,
    json_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Measure batches: what they cost, whether memory stays level, and whether they survive.

    cost: CPU of a page in workers and in the whole batch over a bare loop, with other extractors in the same pool.
    memory: peaks of the parent and the workers over an archive of different pages. worker: the same for one worker
    over many short pages. kills: the batch is killed, its disk filled up or made read-only, five times each, and run
    again (needs the rights of root). killers: pages that loop in C, allocate 4 GB or crash.

    Exits with 1 if a page in a worker costs more than 1/.9 of the loop's, if memory grows by more than 5 %, or if a
    row differs.
    """
    checks = []
    tables: list[Table] = []
    with tempfile.TemporaryDirectory(dir=folder) as place:
        for part in parts or PARTS:
            inside = Path(place) / part
            inside.mkdir()
            if part == "cost":
                table, is_right = _cost(_samples(data, sets, limit), peers, rounds)
            elif part == "memory":
                table, is_right = _memory(_samples(data, sets, limit), gigabytes, inside)
            elif part == "worker":
                table, is_right = _worker(documents or 100_000, inside)
            elif part == "kills":
                table, is_right = _kills(documents or 600, inside)
            else:
                table, is_right = _killers(documents or 10_000, killers, inside)
            tables.append(table)
            checks.append((part, is_right))
    _write("Batch", tables, dict(checks), json_file, markdown_file)
    if not all(is_right for _, is_right in checks):
        raise click.exceptions.Exit(1)


def _samples(data: Path | None, sets: tuple[str, ...], limit: int) -> list[Sample]:
    from tamis_bench.datasets import gather

    if data is None:
        raise click.UsageError("cost and memory need --data, a folder of pages")
    return gather(data, sets or ("wcxb-dev", "news"), limit)


def _cost(samples: list[Sample], peers: str, rounds: int) -> tuple[Table, bool]:
    from tamis_bench import batch_cost, contenders

    names = [name for name in peers.split(",") if name and name != "none"]
    for name in names:  # one that cannot be loaded would fail on each page, and cost nothing
        try:
            contenders.functions(name)
        except ImportError as error:
            raise BadInput(f"{name} cannot be loaded: {error}") from error
    costs = batch_cost.measure(samples, (1, 2), names, rounds)
    return batch_cost.table(costs), batch_cost.is_within_limit(costs)


def _memory(samples: list[Sample], gigabytes: float, folder: Path) -> tuple[Table, bool]:
    from tamis_bench import batch_memory
    from tamis_bench.made_archives import made_pages, write_archive

    archive = folder / "made.warc"
    count = write_archive(archive, made_pages(samples), size=int(gigabytes * 1e9))
    found = batch_memory.watch(archive, count, folder / "out", processes=2)
    return batch_memory.table("two workers", archive.stat().st_size / 1e6, found), found.is_level


def _worker(documents: int, folder: Path) -> tuple[Table, bool]:
    from tamis_bench import batch_memory
    from tamis_bench.made_archives import small_pages, write_archive

    archive = folder / "small.warc"
    write_archive(archive, islice(small_pages(), documents))
    found = batch_memory.watch(archive, documents, folder / "out", processes=1)
    return batch_memory.table("one worker", archive.stat().st_size / 1e6, found), found.is_level


def _kills(documents: int, folder: Path) -> tuple[Table, bool]:
    from tamis_bench import batch_kills
    from tamis_bench.made_archives import small_pages, write_archive

    write_archive(folder / "small.warc", islice(small_pages(), documents))
    rows, found = batch_kills.run(folder / "small.warc", folder)
    return batch_kills.table(rows, found), all(one.same for one in found)


def _killers(documents: int, killers: int, folder: Path) -> tuple[Table, bool]:
    from tamis_bench import batch_killers

    found = batch_killers.run(folder, documents, killers, processes=2)
    return batch_killers.table(found), found.is_right


@click.command(context_settings=HELP)
@click.option("--cpu-milliseconds", type=click.FloatRange(min=0.01), help="CPU time of a page. Default: 30.")
@click.option("--output-bytes", type=click.FloatRange(min=1), help="Size of a page in the output. Default: 2,000.")
@click.option("--pages", type=click.FloatRange(min=1), help="Pages of the crawl. Default: 3 billion.")
@click.option("--archives", type=click.IntRange(min=1), help="Archive files of the crawl. Default: 90,000.")
@click.option("--processors", type=click.IntRange(min=1), help="Processors of a machine. Default: 16.")
@click.option("--price", type=click.FloatRange(min=0), help="Price of a processor for an hour. Default: 0.04.")
@_report_options[0]
@_report_options[1]
def scale(json_file: Path | None, markdown_file: Path | None, **given: float | None) -> None:
    """Estimate what a month of Common Crawl takes, and simulate it on 10, 100 and 1,000 machines."""
    from tamis_bench.scale import Crawl, assumptions, runs

    crawl = Crawl(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    _write("Scale", [assumptions(crawl), runs(crawl)], asdict(crawl), json_file, markdown_file)
