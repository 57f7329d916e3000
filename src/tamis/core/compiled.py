"""Modules in C. Each does the same as functions in Python, only faster, and is optional.

They are compiled when tamis is installed from source, if there is a compiler (`tools/compile_extensions.py`). Each says
which version it is, so that one that is left from before a change of the functions is not used.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

VERSIONS = {
    "tamis.core.parse._sizes": 1,
    "tamis.core.parse._walk": 1,
    "tamis.core.strategies._hints": 1,
    "tamis.core.strategies.learned._rows": 1,
}
"""All that there can be. A change of what one does takes the next number, here and in its source."""
PURE = "TAMIS_PURE_PYTHON"
"""The environment variable that leaves them out, when tamis is installed and when it runs."""


def load(name: str) -> Any:
    """A module in C; None where there is none."""
    if os.environ.get(PURE):
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if VERSIONS[name] == module.VERSION else None


def missing() -> list[str]:
    """The modules that there are not."""
    return [name for name in VERSIONS if load(name) is None]
