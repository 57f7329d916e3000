"""Two processes write one library and are killed at random moments; no acknowledged change may be lost.

``python -m tamis_bench.library_soak --rounds 40`` is ``make library-soak``. A writer prints a line to its standard
output after each change that the library has confirmed. After each kill, the file must be intact and contain the
change of every line. Exits with 1 at the first fault.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.library import Library
from tamis.model import Article, Block, Kind, Metadata, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

WRITERS = 2
LONGEST = 1.5
"""Maximum number of seconds between a writer's first change and its kill."""
PATIENCE = 60.0
"""Seconds to wait for a writer's first change."""
WORDS = "tide quay buoy raft mast keel rope sail crew deck reef gull foam mist dawn dusk".split()


def write(file: Path, writer: str) -> None:
    """Add, revise, tag and mark articles until killed, and acknowledge each change."""
    chance = random.Random(writer)  # noqa: S311 (no secret)
    with Library(file) as library:
        for number in range(1_000_000):
            article = library.add(_article(writer, number, 1)).id
            _acknowledge(writer, number, "revision 1")
            if number % 3 == 0:
                library.add(_article(writer, number, 2))
                _acknowledge(writer, number, "revision 2")
            if number % 4 == 0:
                library.tag(article, chance.choice(WORDS), f"n{number}")
                _acknowledge(writer, number, f"tag n{number}")
            if number % 5 == 0:
                with library.transaction():
                    library.star(article)
                    library.mark_read(article)
                _acknowledge(writer, number, "marks")


def _article(writer: str, number: int, revision: int) -> Article:
    words = random.Random(f"{writer} {number}").choices(WORDS, k=120)  # noqa: S311 (no secret)
    text = " ".join([_marker(writer, number, revision), *words])
    blocks = (Block(Kind.PARAGRAPH, text, 0, "/html/body/p"),)
    about = Metadata(title=f"{writer} {number}", language="en")
    return Article(_url(writer, number), about, blocks, Outcome.ARTICLE, confidence=1.0)


def _url(writer: str, number: int) -> str:
    return f"https://soak.example/{writer}/{number}"


def _marker(writer: str, number: int, revision: int) -> str:
    return f"x{writer}x{number}x{revision}"


def _acknowledge(writer: str, number: int, change: str) -> None:
    os.write(sys.stdout.fileno(), f"{writer} {number} {change}\n".encode())


@dataclass
class Soak:
    """A soak of one library file: the number of acknowledged changes and kills, and the faults found."""

    file: Path
    acknowledged: int = 0
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def run(self, rounds: int, seed: int) -> None:
        """Start and kill writers, and check the library after each round."""
        chance = random.Random(seed)  # noqa: S311 (no secret)
        for number in range(rounds):
            writers = [_Writer(self.file, f"r{number}w{one}", chance) for one in range(WRITERS)]
            lines = [line for writer in writers for line in writer.killed()]
            self.kills += len(writers)
            self.acknowledged += len(lines)
            self.faults += self._faults(lines)
            if self.faults:
                return

    def _faults(self, lines: Sequence[str]) -> list[str]:
        with Library(self.file) as library:
            found = library.check()
            found += [f"acknowledged, but not there: {line}" for line in lines if not _is_there(library, line)]
        return found if lines else [*found, "no change was acknowledged"]


def _is_there(library: Library, line: str) -> bool:
    writer, number, change, *rest = line.split()
    record = library.find(_url(writer, int(number)))
    if record is None:
        return False
    if change == "revision":
        marker = _marker(writer, int(number), int(rest[0]))
        text = library.article(record.id, int(rest[0])).text
        indexed = record.revision != int(rest[0]) or library.search(marker).total == 1
        return text.startswith(marker) and indexed
    if change == "tag":
        return (
            rest[0] in record.tags
            and library.search(f"tag:{rest[0]} {_marker(writer, int(number), record.revision)}").total == 1
        )
    return record.read is not None and record.starred is not None


class _Writer:
    """A process that writes, and a thread that kills it."""

    def __init__(self, file: Path, name: str, chance: random.Random) -> None:
        command = [sys.executable, "-m", "tamis_bench.library_soak", "--write", str(file), name]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 (our own module)
        self._delay = chance.uniform(0.0, LONGEST)
        self._lines: list[str] = []
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 (it was asked for)
        killer = threading.Timer(PATIENCE, self._kill)
        killer.start()
        with self._process.stdout as acknowledged:
            for line in acknowledged:
                if not self._lines:
                    killer.cancel()
                    killer = threading.Timer(self._delay, self._kill)
                    killer.start()
                if line.endswith("\n"):
                    self._lines.append(line.strip())
        killer.cancel()

    def _kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)

    def killed(self) -> list[str]:
        """Wait for the end of the process, and return the changes that it acknowledged."""
        self._thread.join()
        self._process.wait()
        return self._lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the soak, or be a writer; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tamis_bench.library_soak", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", nargs=2, metavar=("FILE", "NAME"), help="be a writer")
    given = parser.parse_args(arguments)
    if given.write:
        write(Path(given.write[0]), given.write[1])
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder) / "library.db")
        start = time.monotonic()
        soak.run(given.rounds, given.seed)
    spent = time.monotonic() - start
    print(f"{soak.kills} kills, {soak.acknowledged:,} changes acknowledged, {len(soak.faults)} faults, {spent:.0f} s")
    for fault in soak.faults[:20]:
        print(fault)
    return 1 if soak.faults or soak.kills < WRITERS * given.rounds else 0


if __name__ == "__main__":
    sys.exit(main())
