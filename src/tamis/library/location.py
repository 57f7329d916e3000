"""Location of a reader's own library."""

from __future__ import annotations

import os
import sys
from pathlib import Path

LIBRARY_SUFFIXES = (".db", ".sqlite", ".sqlite3")
"""File endings of a library."""
VARIABLE = "TAMIS_LIBRARY"
"""Environment variable that names the file."""
FILE = "library.db"


def default_path() -> Path:
    """Return the path of the library: from the environment, or in the folder for a user's data on this system."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else data_folder() / "tamis" / FILE


def data_folder() -> Path:
    """Return the folder for a user's data on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = os.environ.get("XDG_DATA_HOME")
    return Path(named) if named else Path.home() / ".local" / "share"
