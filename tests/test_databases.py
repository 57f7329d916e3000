"""Databases are closed: newer versions of Python warn of those that are not, and their files stay open."""

from __future__ import annotations

import os
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
