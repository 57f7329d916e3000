"""The whole command on damaged input and on damaged output of its own.

``make fuzz-batch`` runs it as ``python -m batch.fuzz --files 2000 --seed 1``. Damaged files of every kind are put
beside sound ones, fifty at a time, and `tamis batch` runs over them. It must end as the docs say, without a traceback;
every page of the sound files must come out; every damaged file must be accounted for; and the same command must then
find nothing more to do. After that the marks and files of the output are damaged, and the same command must mend them.
Exits with 1 at the first fault, and leaves the folder of that round.
"""

from __future__ import annotations

import argparse
import faulthandler
import resource
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn
from unittest.mock import patch

from click.testing import CliRunner

from tamis.batch.fetched import PageFetcher
from tamis.batch.inputs import find_pieces, make_splits
from tamis.batch.reading import Reading
from tamis.batch.schema import row_hash
from tamis.cli import main as command
from tamis.errors import ConnectionFailed
from tamis_bench.batch_output import rows_of
from tamis_bench.made_archives import small_page
from tamis_bench.tables import Table

from .damaged_archives import KINDS, arc_records, damaged, warc_records, zip_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.testing import Result

AT_ONCE = 50
"""Damaged files of one batch."""
TABLES = (".parquet", ".jsonl", ".jsonl.gz")
"""Endings of files that a batch reads only if they are named."""
OPTIONS = ("--workers", "1", "--shard-rows", "25")
OUTPUT_DAMAGES = 4
"""Files of the output that are damaged at a time."""
REFUSED = 2
"""The exit status of a batch that cannot know whose output it would write over."""
PATIENCE = 600.0
"""Seconds after which a round counts as one that hangs."""


class FaultError(Exception):
    """Something that must not happen."""


@dataclass(slots=True)
class Seen:
    """The results of all rounds."""

    files: Counter[str] = field(default_factory=Counter)
    """Damaged files by kind."""
    documents: Counter[str] = field(default_factory=Counter)
    articles: Counter[str] = field(default_factory=Counter)
    rejects: Counter[str] = field(default_factory=Counter)
    sound_pages: int = 0
    mended: int = 0
    """Damaged files of outputs, marks among them, that were made again."""
    refused: int = 0


class Round:
    """A folder with damaged and sound files, and the batch over it."""

    def __init__(self, folder: Path, seed: str, files: int) -> None:
        self._random = Random(seed)
        self._input, self._output = folder / "input", folder / "output"
        self._input.mkdir(parents=True)
        self._sound = _write_sound(self._input, self._random)
        self._kinds = dict(self._write_damaged(number) for number in range(files))

    def _write_damaged(self, number: int) -> tuple[str, str]:
        """Write a damaged file; returns its path and its kind."""
        kind = self._random.choice(sorted(KINDS))
        made = KINDS[kind](self._random, number * 10)
        other = KINDS[self._random.choice(sorted(KINDS))](self._random, number * 10)
        path = self._input / f"damaged-{number:03}{made.suffix}"
        path.write_bytes(damaged(self._random, made.content, other.content))
        return str(path), kind

    def run(self, *more: str) -> Result:
        """Run the command. Nothing is fetched from anywhere."""
        tables = [str(path) for path in sorted(self._input.iterdir()) if path.name.endswith(TABLES)]
        arguments = ["batch", str(self._input), *tables, "-o", str(self._output), "--warc-root", f"{self._input}/"]
        with patch.object(PageFetcher, "_from_web", _refuse):
            result = CliRunner().invoke(command, [*arguments, *OPTIONS, *more])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise FaultError("a traceback") from result.exception
        if "Traceback" in result.stderr:
            raise FaultError(f"a traceback: {result.stderr}")
        return result

    def check(self, seen: Seen) -> None:
        """Run the batch, then run it again, then damage its output and run it again."""
        self._expect(self.run(), 0)
        rows = list(rows_of(self._output))
        self._check_rows(rows)
        self._count(rows, seen)
        hashes = sorted(map(row_hash, rows))
        again = self._expect(self.run(), 0)
        if "(0 in this run)" not in again.stderr or self._hashes() != hashes:
            raise FaultError(f"a second run did something: {again.stderr}")
        self._damage_output(hashes, seen)

    def _check_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        found = {(row["source"], row["url"]): row["title"] for row in rows if row["rejected"] is None}
        lost = [origin for origin, title in self._sound.items() if found.get(origin) != title]
        if lost:
            raise FaultError(f"pages of sound files are lost: {lost}")
        keys = Counter((row["source"], row["position"]) for row in rows)
        if twice := [key for key, count in keys.items() if count > 1]:
            raise FaultError(f"rows with the same key: {twice}")
        sources = {row["source"] for row in rows}
        for path in self._kinds:
            if not any(source == path or source.startswith(f"{path}/") for source in sources) and not _is_counted(path):
                raise FaultError(f"{path} is not accounted for")

    def _count(self, rows: Sequence[dict[str, Any]], seen: Seen) -> None:
        seen.files.update(self._kinds.values())
        seen.sound_pages += len(self._sound)
        for row in rows:
            kind = next((kind for path, kind in self._kinds.items() if row["source"].startswith(path)), None)
            if kind is not None:
                seen.documents[kind] += 1
                seen.articles[kind] += row["rejected"] is None
                seen.rejects[row["rejected"] or ""] += 1

    def _damage_output(self, hashes: list[str], seen: Seen) -> None:
        """Damage files of the output, and expect the next run to mend them, or to say that it cannot."""
        files = sorted(path for path in self._output.rglob("*") if path.is_file() and path.name != "report.html")
        for path in self._random.sample(files, min(OUTPUT_DAMAGES, len(files))):
            _damage(self._random, path)
        stray = self._output / "_run/marks/stray.json"
        stray.write_bytes(b"{}")
        result = self.run("--verify-output")
        if result.exit_code == REFUSED and "may hold another batch" in result.stderr:
            seen.refused += 1
            return
        seen.mended += result.stderr.count("damaged: ")
        self._expect(result, 0)
        if self._hashes() != hashes:
            raise FaultError(f"the output was not mended: {result.stderr}")
        stray.unlink()
        with patch.object(PageFetcher, "_from_web", _refuse):
            checked = CliRunner().invoke(command, ["batch", "-o", str(self._output), "--verify-output"])
        self._expect(checked, 0)

    def _hashes(self) -> list[str]:
        return sorted(map(row_hash, rows_of(self._output)))

    def _expect(self, result: Result, status: int) -> Result:
        if result.exit_code != status:
            raise FaultError(f"exit status {result.exit_code}: {result.stderr}")
        return result


def _refuse(*_: object) -> NoReturn:
    raise ConnectionFailed("https://made.example/", "nothing is fetched here")


def _write_sound(folder: Path, random: Random) -> dict[tuple[str, str | None], str]:
    """Write the sound files; returns the titles of their pages by source and URL."""
    warc, arc, archive, page = (folder / f"{name}" for name in ("good.warc", "m-good.arc", "z-good.zip", "good.html"))
    warc.write_bytes(b"".join(warc_records(random, 1000)))
    arc.write_bytes(b"".join(arc_records(random, 2000)))
    archive.write_bytes(zip_file(random, 3000))
    page.write_bytes(small_page(4000))
    sound: dict[tuple[str, str | None], str] = {(str(page), None): _title(4000)}
    for path, first in ((warc, 1000), (arc, 2000)):
        sound |= {(str(path), f"https://made.example/{first + at}"): _title(first + at) for at in range(3)}
    return sound | {(f"{archive}/pages/{at}.html", None): _title(3000 + at) for at in range(3)}


def _title(number: int) -> str:
    return small_page(number).partition(b"<title>")[2].partition(b"</title>")[0].decode()


def _is_counted(path: str) -> bool:
    """Tell whether a file without documents is among the records and entries that the report counts."""
    (split,) = make_splits(find_pieces([path], 1 << 30), 1 << 30, 1)
    return any(True for _ in Reading(split))


def _damage(random: Random, path: Path) -> None:
    way = random.choice(("gone", "empty", "damaged", "damaged"))
    if way == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if way == "empty" else damaged(random, path.read_bytes()))


def fuzz(files: int, seed: int, folder: Path, at_once: int = AT_ONCE) -> Seen:
    """Run rounds until this many damaged files were read. Raises `FaultError`, and leaves the folder of that round."""
    seen = Seen()
    for number, first in enumerate(range(0, files, at_once)):
        place = folder / f"round-{number}"
        try:
            Round(place, f"{seed} {number}", min(at_once, files - first)).check(seen)
        except FaultError as fault:
            raise FaultError(f"{place}, seed {seed}: {fault}") from fault
        shutil.rmtree(place)
    return seen


def table(seen: Seen) -> Table:
    """The results by kind."""
    made = Table("Damaged files through tamis batch", ("kind", "files", "documents", "articles"))
    for kind, files in sorted(seen.files.items()):
        made.add(kind, files, seen.documents[kind], seen.articles[kind])
    made.add("all", seen.files.total(), seen.documents.total(), seen.articles.total())
    codes = ", ".join(f"{code} {count:,}" for code, count in seen.rejects.most_common() if code)
    made.notes.append(f"Rejects: {codes}.")
    made.notes.append(
        f"No traceback; all {seen.sound_pages:,} pages of sound files beside them came out. {seen.mended:,} damaged "
        f"files of outputs were found; {seen.refused:,} outputs were left alone, because nothing said whose they are."
    )
    made.notes.append(f"Most memory of the reader: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB.")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000, help="damaged files")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="tamis-fuzz-"))
    faulthandler.dump_traceback_later(PATIENCE * max(1, chosen.files // AT_ONCE), exit=True)
    try:
        seen = fuzz(chosen.files, chosen.seed, folder)
    except FaultError as fault:
        print(f"FAULT: {fault}", file=sys.stderr)
        if fault.__cause__ is not None and fault.__cause__.__cause__ is not None:
            sys.excepthook(*_told(fault.__cause__.__cause__))
        return 1
    finally:
        faulthandler.cancel_dump_traceback_later()
    shutil.rmtree(folder)
    print(table(seen).to_markdown())
    return 0


def _told(error: BaseException) -> tuple[type[BaseException], BaseException, Any]:
    return type(error), error, error.__traceback__


if __name__ == "__main__":
    raise SystemExit(main())
