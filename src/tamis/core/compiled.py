"""Loading of the compiled modules, which are written in C and optional.

Each does the same as functions in Python, only faster. They are compiled when tamis is installed from source, if there
is a compiler (`tools/compile_extensions.py`). Each module states its version, so that one that was compiled before its
functions changed is not used.
"""

from __future__ import annotations

import os
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

VERSIONS = {
    "tamis.core.parse._sizes": 1,
    "tamis.core.parse._walk": 5,
    "tamis.core.strategies._hints": 1,
}
"""All compiled modules with their versions.

When one changes what it does, its number is raised here and in its source.
"""
PURE = "TAMIS_PURE_PYTHON"
"""Environment variable that disables the compiled modules, both when tamis is installed and when it runs."""


def load() -> Any:
    """Import the compiled module; return None if it is missing, disabled or not made from the sources beside it."""
    if os.environ.get(PURE):
        return None
    try:
        from tamis.core import _native  # type: ignore[attr-defined]
    except ImportError:
        return None
    return _native if is_current(_native) else None


def is_current(module: Any) -> bool:
    """Tell whether a compiled module was made from the sources that are there; an installed package has none."""
    folder = Path(__file__).parent / "native"
    try:
        sources = sorted(name for name in os.listdir(folder) if name.endswith((".c", ".h")))
    except OSError:
        return True
    total = 0
    for name in sources:
        total = zlib.crc32((folder / name).read_bytes(), total)
    return not sources or module.SOURCE == f"{total:08x}"


def load_twin(name: str) -> Any:
    """Import a compiled module; return None if it is missing, disabled or of another version."""
    if os.environ.get(PURE):
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if VERSIONS[name] == module.VERSION else None


def missing() -> list[str]:
    """Return the names of the compiled modules that could not be loaded."""
    return [name for name in VERSIONS if load_twin(name) is None]
