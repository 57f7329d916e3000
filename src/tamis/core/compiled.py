"""Loading of the compiled module, which is written in C and optional.

It does the same as functions in Python, only faster; tests hold the two against each other on pages made at random. It
is compiled when tamis is installed from source, if there is a compiler (`tools/compile_extensions.py`), and carries the
checksum of the sources that it was made from: in a clone, a module that is older than its sources is not used. An
installed package has no sources, so its module is the one that it was built with.
"""

from __future__ import annotations

import os
import zlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

NAME = "tamis.core._native"
"""The compiled module."""
SOURCES = Path(__file__).parent / "native"
"""The folder of its sources."""
PURE = "TAMIS_PURE_PYTHON"
"""Environment variable that disables the compiled module, both when tamis is installed and when it runs."""


@cache
def load() -> Any:
    """Import the compiled module; return None if it is missing, disabled or older than its sources."""
    return None if why_not() else import_module(NAME)


def why_not() -> str:
    """Say why the compiled module is not used; empty if it is."""
    if os.environ.get(PURE):
        return f"{PURE} is set"
    try:
        module = import_module(NAME)
    except ImportError:
        return "there was no C compiler when it was installed"
    return "" if is_current(module) else "it is older than its sources: compile them again"


def is_current(module: Any) -> bool:
    """Tell whether a compiled module was made from the sources that are there."""
    files = sources()
    return not files or bool(checksum(files) == module.SOURCE)


def sources() -> list[Path]:
    """Return the sources of the module; none in an installed package."""
    return sorted((*SOURCES.glob("*.c"), *SOURCES.glob("*.h")))


def checksum(files: list[Path]) -> str:
    """Compute the checksum of some sources."""
    total = 0
    for file in files:
        total = zlib.crc32(file.read_bytes(), total)
    return f"{total:08x}"
