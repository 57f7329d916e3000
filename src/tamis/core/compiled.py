"""Loading of the compiled modules, which are written in C and optional.

Each does the same as functions in Python, only faster. They are compiled when tamis is installed from source, if there
is a compiler (`tools/compile_extensions.py`). Each module states its version, so that one that was compiled before its
functions changed is not used.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

VERSIONS = {
    "tamis.core.parse._sizes": 1,
    "tamis.core.parse._walk": 5,
    "tamis.core.strategies._hints": 1,
    "tamis.core.strategies.learned._rows": 1,
}
"""All compiled modules with their versions.

When one changes what it does, its number is raised here and in its source.
"""
PURE = "TAMIS_PURE_PYTHON"
"""Environment variable that disables the compiled modules, both when tamis is installed and when it runs."""


def load(name: str) -> Any:
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
    return [name for name in VERSIONS if load(name) is None]
