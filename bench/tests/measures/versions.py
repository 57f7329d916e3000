"""Small versions of tamis, as sources and as commits."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """
import os
from types import SimpleNamespace

def extract(html, url=None):
    if "die" in html:
        os._exit(3)
    if "fail" in html:
        raise ValueError("no page")
    return SimpleNamespace(text="The mill stands.", confidence=0.25, outcome=SimpleNamespace(value="article"))
"""


def write_version(source: Path, code: str = SOURCE) -> Path:
    """A folder with a package `tamis` of one module."""
    (source / "tamis").mkdir(parents=True)
    (source / "tamis" / "__init__.py").write_text(code, encoding="utf-8")
    return source


def commit(repository: Path) -> str:
    """The name of a commit of all files of a folder, which becomes a repository."""
    git(repository, "init", "--quiet")
    git(repository, "add", ".")
    who = ("-c", "user.name=Ada Field", "-c", "user.email=ada@valley.example", "-c", "commit.gpgsign=false")
    git(repository, *who, "commit", "--quiet", "--no-verify", "--allow-empty", "--message", "A version")
    return git(repository, "rev-parse", "HEAD").strip()


def git(repository: Path, *arguments: str) -> str:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
