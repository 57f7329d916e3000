"""Faults of disks and machines, injected at system calls: nothing acknowledged is lost, nothing half is read.

``make faults``, or ``python -m tamis_bench.faults``. A shim in C (`fault_shim.c`, compiled here by the system's
compiler and loaded by LD_PRELOAD) counts the calls by which a command writes below its folder: opening, writing,
synchronizing, renaming, cutting, removing. The command runs once without a fault, and then many times with one:

- ``kill``: it is killed before a call; ``torn``: half of a write is done first.
- ``ENOSPC``, ``EROFS``, ``EIO``: this call and all later ones fail, as on a full, read-only or broken disk.
- ``ENAMETOOLONG``: this call and all later ones that make a name fail.
- ``clock ahead``, ``clock back``: from this call on the clock is years ahead, or behind.
- ``power cut``: the undisturbed run is recorded call by call, and the disk is rebuilt as a machine without power would
  leave it after so many calls: data that was not synchronized is gone (``lost data``), or also the names that were made
  since the last synchronization (``lost names``).

After each, what is there must be whole, hold all that was acknowledged, and the same command must finish the work.
Exits with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import TamisError
from tamis.library import Library
from tamis.model import Article, Block, Kind, Metadata, Outcome
from tamis.write.json_reading import article_from_json
from tamis_bench.batch_output import rows_of
from tamis_bench.library_soak import WORDS
from tamis_bench.news_server import NewsServer
from tamis_bench.news_site import NewsSite
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MODES = ("kill", "torn", "ENOSPC", "EROFS", "EIO", "ENAMETOOLONG", "clock ahead", "clock back")
CUTS = ("lost data", "lost names")
ARTICLES = 4
"""Articles that the library's writer adds."""
PATIENCE = 300
"""Seconds after which a command counts as one that hangs."""
_ENOUGH_PAGES = 5
_SITE_PAGES = 25
"""Pages of the site that is crawled."""


class Scenario(NamedTuple):
    """A command that writes, and what is known about its results."""

    name: str
    command: Callable[[Path], list[str]]
    """The arguments of Python, for the folder that the command writes to."""
    content: Callable[[Path], dict[str, str]]
    """Read what the folder holds, by name. Raises an error if anything is half there."""
    lasts: bool
    """True if what is acknowledged must outlast a power cut."""


class Ended(NamedTuple):
    """The end of a command."""

    status: int
    said: list[str]
    complaint: str


@dataclass
class Result:
    """The outcome of a scenario under a kind of fault."""

    faults: int = 0
    acknowledged: int = 0
    lost: int = 0
    problems: list[str] = field(default_factory=list)


def write_library(file: Path) -> None:
    """Add articles and tag them, and acknowledge each change on standard output."""
    with Library(file) as library:
        for number in range(ARTICLES):
            record = library.add(_article(number)).id
            _acknowledge(f"article {number}")
            library.tag(record, f"tag{number}")
            _acknowledge(f"tag {number}")


def _article(number: int) -> Article:
    text = " ".join([f"marker{number}", *(WORDS * 8)])
    blocks = (Block(Kind.PARAGRAPH, text, 0, "/html/body/p"),)
    about = Metadata(title=f"Story {number} {WORDS[number]}", language="en")
    return Article(f"https://fault.example/{number}", about, blocks, Outcome.ARTICLE, confidence=1.0)


def _acknowledge(change: str) -> None:
    os.write(sys.stdout.fileno(), f"ack {change}\n".encode())


def _library_content(folder: Path) -> dict[str, str]:
    file = folder / "library.db"
    if not file.exists() or not file.stat().st_size:
        return {}
    found = {}
    with Library(file) as library:
        problems = library.check()
        if problems:
            raise ValueError("; ".join(problems))
        for number in range(ARTICLES):
            record = library.find(f"https://fault.example/{number}")
            if record is not None:
                found[f"article {number}"] = library.article(record.id).text
                if f"tag{number}" in record.tags:
                    found[f"tag {number}"] = ""
    return found


def _files_content(folder: Path) -> dict[str, str]:
    """The files that a reader sees, without temporary ones."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            found[str(path.relative_to(folder))] = path.read_bytes().hex()
    return found


def _batch_content(folder: Path) -> dict[str, str]:
    return {str(row["source"]): str(row["text"]) for row in rows_of(folder / "out")} if folder.exists() else {}


def _crawl_content(folder: Path) -> dict[str, str]:
    """The files of the articles, and the articles that the crawl's database has."""
    found = {name: text for name, text in _files_content(folder).items() if name.endswith(".txt")}
    file = folder / "site" / "crawl.db"
    if file.exists() and file.stat().st_size:
        with closing(sqlite3.connect(file)) as connection:
            (sound,) = connection.execute("PRAGMA quick_check").fetchone()
            if sound != "ok":
                raise ValueError(sound)
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'crawl_article'").fetchone():
                rows = connection.execute("SELECT key, json FROM crawl_article")
                found |= {key: article_from_json(json).text for key, json in rows}
    return found


def scenarios(pages: Sequence[Path], site: str) -> list[Scenario]:
    """Return the commands that are tried, on pages and on a site."""
    names = [str(page) for page in pages]
    return [
        Scenario(
            "library",
            lambda folder: ["-m", "tamis_bench.faults", "--write", str(folder / "library.db")],
            _library_content,
            lasts=True,
        ),
        Scenario(
            "extract to a folder",
            lambda folder: ["-m", "tamis", "extract", *names, "-o", str(folder / "articles"), "-q", "--overwrite"],
            _files_content,
            lasts=False,
        ),
        Scenario(
            "batch",
            lambda folder: ["-m", "tamis", "batch", *names, "-o", str(folder / "out"), "--workers", "1"],
            _batch_content,
            lasts=True,
        ),
        Scenario(
            "crawl",
            lambda folder: [
                *("-m", "tamis", "crawl", site, "--allow-private", "-o", str(folder / "site"), "--format", "text"),
                *("--delay", "0", "--retry-wait", "0", "--timeout", "5", "--workers", "0"),
            ],
            _crawl_content,
            lasts=False,
        ),
        _edition("html", names[:2]),
        _edition("epub", names[:2]),
    ]


def _edition(suffix: str, pages: Sequence[str]) -> Scenario:
    def command(folder: Path) -> list[str]:
        return ["-m", "tamis", "print", *pages, "-o", str(folder / f"edition.{suffix}"), "-q", "--overwrite"]

    return Scenario(f"edition in {suffix}", command, _files_content, lasts=False)


class Trial:
    """A scenario in a folder of its own, with the shim."""

    def __init__(self, scenario: Scenario, shim: Path, place: Path) -> None:
        self.scenario = scenario
        self._shim = shim
        self._place = place
        self.folder = place / "root"
        self._log, self._count = place / "log", place / "count"
        self.whole: dict[str, str] = {}
        self.calls = 0

    def begin(self) -> None:
        """Run the command without a fault, and remember what it makes, its calls, and the record of them."""
        self._clear()
        self._log.unlink(missing_ok=True)
        ended = self._run(FAULT_LOG=str(self._log), FAULT_COUNT=str(self._count))
        if ended.status:
            raise RuntimeError(f"{self.scenario.name} fails without a fault: {ended.complaint}")
        self.whole = self.scenario.content(self.folder)
        self.calls = max(int(line) for line in self._count.read_text().split())

    def under(self, mode: str, at: int, result: Result) -> None:
        """Run the command with a fault at a call, look at what is there, and run it again."""
        self._clear()
        ended = self._run(FAULT_MODE=mode, FAULT_AT=str(at))
        result.faults += 1
        where = f"{self.scenario.name}, {mode} at call {at} of {self.calls}"
        if "Traceback" in ended.complaint:
            result.problems.append(f"{where}: a traceback: {ended.complaint.strip().splitlines()[-1]}")
        if mode in ("kill", "torn") and ended.status not in (-signal.SIGKILL, 0):
            result.problems.append(f"{where}: ended with {ended.status}: {ended.complaint[-200:]}")
        self._judge(ended.said, result, where)

    def after_power_cuts(self, kind: str, points: int, result: Result) -> None:
        """Rebuild the disk after cuts of power, look at what is there, and run the command again."""
        operations = list(recorded(self._log))
        for after in _spread(len(operations), points):
            self._clear()
            rebuild(operations[:after], kind)
            said = [line for one in operations[:after] if one.what == "said" for line in one.data.decode().splitlines()]
            result.faults += 1
            where = f"{self.scenario.name}, {kind} after {after} of {len(operations)} calls"
            self._judge(said if self.scenario.lasts else [], result, where)

    def _judge(self, said: Sequence[str], result: Result, where: str) -> None:
        """Check that what is there is whole and has what was acknowledged, and that the same command ends the work."""
        acknowledged = [line.removeprefix("ack ") for line in said if line.startswith("ack ")]
        result.acknowledged += len(acknowledged)
        try:
            content = self.scenario.content(self.folder)
        except (TamisError, ValueError, OSError, KeyError) as error:
            result.problems.append(f"{where}: half there: {type(error).__name__}: {error!s:.200}")
            result.lost += len(acknowledged)
            return
        result.lost += len([change for change in acknowledged if change not in content])
        result.problems += [f"{where}: {change} is lost" for change in acknowledged if change not in content]
        for name, text in content.items():
            if self.whole.get(name) != text:
                result.problems.append(f"{where}: {name} is half there ({len(text)} characters)")
        again = self._run()
        if again.status:
            result.problems.append(f"{where}: the next run fails: {again.complaint[-300:]}")
        elif self.scenario.content(self.folder) != self.whole:
            result.problems.append(f"{where}: the next run ends otherwise")

    def _clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def _run(self, **faults: str) -> Ended:
        environment = {**os.environ, **faults, "PYTHONDONTWRITEBYTECODE": "1"}
        if faults:
            environment |= {"LD_PRELOAD": str(self._shim), "FAULT_ROOT": str(self.folder)}
        done = subprocess.run(  # noqa: S603 (tamis itself)
            [sys.executable, *self.scenario.command(self.folder)],
            env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        return Ended(done.returncode, done.stdout.splitlines(), done.stderr)


class Operation(NamedTuple):
    """A call that wrote, as the shim recorded it."""

    what: str
    path: str
    other: str
    offset: int
    data: bytes


def recorded(log: Path) -> Iterator[Operation]:
    """Read the record of a run."""
    with log.open("rb") as file:
        while head := file.readline():
            what, path, other, offset, size = head.rstrip(b"\n").split(b"\t")
            yield Operation(what.decode(), os.fsdecode(path), os.fsdecode(other), int(offset), file.read(int(size)))


@dataclass
class _File:
    """A file on the disk that is rebuilt: its content, and that of the last synchronization."""

    now: bytearray = field(default_factory=bytearray)
    kept: bytes = b""


def rebuild(operations: Sequence[Operation], kind: str) -> None:
    """Write files as a power cut leaves it after the operations.

    Data that no synchronization followed is gone. Names are kept in their order, as journals of file systems do; with
    ``lost names`` only those that were made before the last synchronization.
    """
    names: dict[str, _File] = {}
    folders: list[str] = []
    synced: tuple[dict[str, _File], list[str]] = ({}, [])
    for one in operations:
        _apply(one, names, folders)
        if one.what == "sync":
            synced = dict(names), list(folders)
    kept, made = (names, folders) if kind == "lost data" else synced
    for name in made:
        Path(name).mkdir(parents=True, exist_ok=True)
    for name, file in kept.items():
        path = Path(name)
        if path.suffix == ".db-shm" or path.name.endswith("-shm"):
            continue  # shared memory: SQLite makes it anew
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.kept)


def _apply(one: Operation, names: dict[str, _File], folders: list[str]) -> None:
    if one.what == "mkdir":
        folders.append(one.path)
    elif one.what == "create":
        names[one.path] = _File()
    elif one.what == "write" and (file := names.get(one.path)):
        start = len(file.now) if one.offset < 0 else one.offset
        file.now.extend(b"\0" * max(0, start - len(file.now)))
        file.now[start : start + len(one.data)] = one.data
    elif one.what == "cut" and (file := names.get(one.path)):
        del file.now[one.offset :]
        file.now.extend(b"\0" * max(0, one.offset - len(file.now)))
    elif one.what == "sync" and (file := names.get(one.path)):
        file.kept = bytes(file.now)
    elif one.what == "rename" and (file := names.pop(one.path, None)):
        names[one.other] = file
    elif one.what == "unlink":
        names.pop(one.path, None)


def _spread(total: int, points: int) -> list[int]:
    """Choose points from 1 to a total, evenly."""
    points = min(points, total)
    return sorted({round(total * (point + 1) / points) for point in range(points)})


def compiled_shim(folder: Path) -> Path:
    """Compile the shim. Raises `SystemExit` where there is no compiler or no LD_PRELOAD."""
    source, made = Path(__file__).with_name("fault_shim.c"), folder / "fault_shim.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        raise SystemExit("faults are injected on Linux, with a C compiler")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(source), "-ldl"]
    subprocess.run(command, check=True)  # noqa: S603 (our own source)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Inject faults as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", action="append", help="some of the scenarios; all by default")
    parser.add_argument("--points", type=int, default=12, help="calls at which each fault is injected")
    parser.add_argument("--pages", type=Path, default=Path("examples/site"))
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.write:
        try:
            write_library(chosen.write)
        except TamisError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    pages = sorted(chosen.pages.resolve().glob("*.html"))[:_ENOUGH_PAGES]
    table = Table("Faults", ("scenario", "calls", "fault", "injected", "acknowledged", "lost", "problems"))
    problems: list[str] = []
    with ExitStack() as stack:
        name = stack.enter_context(tempfile.TemporaryDirectory(prefix="tamis-faults-"))
        shim = compiled_shim(Path(name))
        server = stack.enter_context(NewsServer(NewsSite(_SITE_PAGES, failing=0, stalling=0)))
        for scenario in scenarios(pages, server.url):
            if chosen.scenario and scenario.name not in chosen.scenario:
                continue
            trial = Trial(scenario, shim, Path(name) / scenario.name.replace(" ", "-"))
            trial.begin()
            for kind in (*MODES, *CUTS):
                result = Result()
                if kind in CUTS:
                    trial.after_power_cuts(kind, chosen.points, result)
                else:
                    for at in _spread(trial.calls, chosen.points):
                        trial.under(kind, at, result)
                counts = (result.faults, result.acknowledged, result.lost, len(result.problems))
                table.add(scenario.name, trial.calls, kind, *counts)
                problems += result.problems
                print(*result.problems[:3], sep="\n", file=sys.stderr)
                print(f"{scenario.name}, {kind}: {counts}", file=sys.stderr, flush=True)
    print(table.to_markdown())
    for problem, count in Counter(problems).items():
        print(f"- {problem}" + (f" ({count} times)" if count > 1 else ""))
    return int(bool(problems))


if __name__ == "__main__":
    raise SystemExit(main())
