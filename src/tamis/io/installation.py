"""Installation of tamis on this machine: the command that adds to it, by what pip recorded (PEP 610)."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

BENCH_FOLDER = "bench"
"""Folder of a clone with the package tamis-bench."""


def install_command(extra: str = "", *, package: str = "tamis") -> str:
    """Return the command that installs a package of this project, with an extra, from where tamis was installed."""
    return f"{_installer()} {_requirement(package, extra, _origin())}"


def command_name() -> str:
    """Return the command that runs this tamis, as a person would type it here."""
    command = Path(sys.executable).with_name("tamis")
    on_path = shutil.which("tamis")
    if not command.exists() or (on_path is not None and Path(on_path) == command):
        return "tamis"
    return shlex.quote(_shown(command))


def _installer() -> str:
    """Return the beginning of a command that installs into the environment that is running."""
    python = shlex.quote(_shown(Path(sys.executable)))
    if find_spec("pip") is None:
        return f"uv pip install --python {python}"
    pip = shutil.which("pip")
    if pip is not None and Path(pip).parent == Path(sys.executable).parent:
        return "pip install"
    return f"{python} -m pip install"


def _requirement(package: str, extra: str, origin: dict[str, object]) -> str:
    extras = f"[{extra}]" if extra else ""
    url = str(origin.get("url", ""))
    folder = Path(unquote(urlsplit(url).path)) / (BENCH_FOLDER if package != "tamis" else "")
    if "dir_info" in origin and (folder / "pyproject.toml").is_file():
        is_editable = origin["dir_info"] == {"editable": True}
        return f"{'-e ' if is_editable else ''}'{_shown(folder, is_folder=True)}{extras}'"
    if package == "tamis" and isinstance(version := origin.get("vcs_info"), dict):
        return f"'{package}{extras} @ {version.get('vcs', 'git')}+{url}'"
    if package == "tamis" and "archive_info" in origin:
        return f"'{package}{extras} @ {url}'"
    return f"'{package}{extras}'" if extras else package


def _shown(path: Path, *, is_folder: bool = False) -> str:
    """Return a path as a person would type it: relative to the current folder if it is below."""
    try:
        relative = path.relative_to(Path.cwd())
    except (OSError, ValueError):
        return str(path)
    return f"./{relative}" if is_folder and relative.parts else str(relative)


def _origin() -> dict[str, object]:
    """Return what pip recorded about where tamis came from; empty if it came from a package index."""
    try:
        record = json.loads(distribution("tamis").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError, OSError):
        return {}
    return record if isinstance(record, dict) else {}
