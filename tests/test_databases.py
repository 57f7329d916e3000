"""Databases are closed: newer versions of Python warn of those that are not, and their files stay open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Library
from tamis.news.crawl_database import connect

if TYPE_CHECKING:
    from collections.abc import Callable

OPEN_FILES = Path("/proc/self/fd")


def is_open(path: Path) -> bool:
    """Tell whether this process holds a file open."""
    return any(os.path.realpath(file) == str(path) for file in OPEN_FILES.iterdir())


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="the system does not tell which files are open")
@pytest.mark.parametrize("opened", [Library, connect])
def test_a_file_that_is_no_database_is_not_left_open(opened: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, this is not a database. " * 100)
    with pytest.raises(BadInput, match="cannot be used") as refused:
        opened(path)
    assert refused.tb is not None  # which would hold what was left open
    assert not is_open(path)


def test_what_a_library_commits_outlasts_a_power_cut(tmp_path: Path) -> None:
    """With the write-ahead log, only FULL (2) waits for the disk at every commit."""
    with Library(tmp_path / "library.db") as library:
        (synchronous,) = library.connection.execute("PRAGMA synchronous").fetchone()
        (journal,) = library.connection.execute("PRAGMA journal_mode").fetchone()
    assert (synchronous, journal) == (2, "wal")


ADDING = """
import os, signal, sys
from library.stories import story
from tamis.library import Library

library = Library(sys.argv[1])
for number in range(3):
    added = library.add(story(f"Tide {number} came in over the mud.", url=f"https://quay.example/{number}"))
    print(added.id, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_what_a_library_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """The process never closes its library."""
    path = tmp_path / "library.db"
    done = subprocess.run(
        [sys.executable, "-c", ADDING, str(path)],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    with Library(path) as library:
        texts = [library.article(int(number)).text for number in done.stdout.split()]
        assert library.check() == []
    assert texts == [f"Tide {number} came in over the mud." for number in range(3)]


def test_the_database_of_a_crawl_outlasts_a_power_cut_if_wanted(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "crawl.db", durable=True)) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
