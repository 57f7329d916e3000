"""Loading of the compiled modules, which are written in C and optional.

Each does the same as functions in Python, only faster; tests hold the two against each other on pages made at random.
They are compiled when tamis is installed from source, if there is a compiler (`tools/compile_extensions.py`). A module
knows the checksum of the sources that it was made from: in a clone, one that is older than its sources is not used. An
installed package has no sources, so its modules are those that it was built with.
"""

from __future__ import annotations

import os
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

_CORE = Path(__file__).parent
SOURCES = {
    "tamis.core._native": "native",
    "tamis.core.parse._sizes": "parse/_sizes.c",
    "tamis.core.parse._walk": "parse/_walk.c",
    "tamis.core.strategies._hints": "strategies/_hints.c",
}
"""All compiled modules, with their sources in this folder: a file, or a folder of files."""
PURE = "TAMIS_PURE_PYTHON"
"""Environment variable that disables the compiled modules, both when tamis is installed and when it runs."""


def load(name: str) -> Any:
    """Import a compiled module; return None if it is missing, disabled or older than its sources."""
    if os.environ.get(PURE):
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if is_current(name, module) else None


def is_current(name: str, module: Any) -> bool:
    """Tell whether a compiled module was made from the sources that are there."""
    files = files_of(name)
    return not files or bool(checksum(files) == module.SOURCE)


def files_of(name: str) -> list[Path]:
    """Return the sources of a compiled module; none in an installed package."""
    source = _CORE / SOURCES[name]
    if source.suffix:
        return [source] if source.exists() else []
    return sorted((*source.glob("*.c"), *source.glob("*.h")))


def checksum(files: list[Path]) -> str:
    """Compute the checksum of some sources."""
    total = 0
    for file in files:
        total = zlib.crc32(file.read_bytes(), total)
    return f"{total:08x}"


def missing() -> list[str]:
    """Return the names of the compiled modules that could not be loaded."""
    return [name for name in SOURCES if load(name) is None]
