"""`tamis doctor`: what is installed, and what each extra adds."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from tamis.cli.help import HELP
from tamis.core import compiled
from tamis.io.rendering.browser import find_browser

EXTRAS: dict[str, str] = {
    "render": "pages rendered in a browser: --render; PDF: tamis print",
    "news": "crawling news sites, feeds and digests",
    "serve": "API, reader and cleaning proxy: tamis serve",
    "mcp": "tools for language models: tamis mcp",
    "batch": "WARC and Parquet in bulk: tamis batch",
    "datatrove": "a step for pipelines of datatrove",
    "ray": "tamis batch on a Ray cluster",
    "spark": "tamis batch on Spark",
    "ads": "your own ad-block lists in tamis filter",
    "dev": "working on tamis itself",
}
_COMPLETION = {
    "bash": ("~/.bashrc", 'eval "$(_TAMIS_COMPLETE=bash_source tamis)"'),
    "zsh": ("~/.zshrc", 'eval "$(_TAMIS_COMPLETE=zsh_source tamis)"'),
    "fish": ("~/.config/fish/config.fish", "_TAMIS_COMPLETE=fish_source tamis | source"),
}
"""Startup file of each shell, and the line to add to it."""
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([a-z]+)['\"]")


@click.command(context_settings=HELP)
def doctor() -> None:
    """Check the installation and list the extras."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"tamis {_version('tamis') or '(not installed)'}, Python {platform.python_version()}")
    core = [name for name, extra in _requirements() if extra is None]
    console.print("Core: " + ", ".join(f"{name} {_version(name) or 'MISSING'}" for name in core))
    console.print(f"Compiled parts: {_compiled()}", markup=False)
    lacking = {extra: _missing(extra) for extra in EXTRAS}
    working = Table("extra", "gives", box=None, pad_edge=False)
    for extra in (extra for extra, missing in lacking.items() if not missing):
        working.add_row(extra, EXTRAS[extra])
    console.print("\nThese work:", working, sep="\n")
    # Lines that are meant to be copied are not wrapped.
    absent = Table(Column("to get it", no_wrap=True), "gives", "missing", box=None, pad_edge=False)
    for extra, missing in lacking.items():
        if missing:
            absent.add_row(escape(f"pip install 'tamis[{extra}]'"), EXTRAS[extra], ", ".join(missing))
    if absent.row_count:
        console.print("\nThese are not installed:", absent, sep="\n")
    console.print()
    browser = find_browser() or "none found, so no PDF; install chromium (Debian: apt-get install chromium)"
    console.print(f"Browser: {browser}")
    console.print(f"Bench: {_bench()}", markup=False)
    console.print(f"Completion: {_completion()}", markup=False)
    if any(_version(name) is None for name in core):
        raise SystemExit(1)
    console.print("The core is complete. Extras are optional; each line says what one would add.")


def _compiled() -> str:
    """Describe which compiled parts (in C) are available."""
    missing = compiled.missing()
    if not missing:
        return "all, so extraction is at its fastest"
    why = (
        f"{compiled.PURE} is set" if os.environ.get(compiled.PURE) else "there was no C compiler when it was installed"
    )
    return f"not {', '.join(missing)}; everything works, only slower: {why}"


def _bench() -> str:
    """Tell whether the package with the commands bench, learn and plot is there."""
    installed = _version("tamis-bench")
    return f"tamis-bench {installed}" if installed else "none; pip install tamis-bench adds tamis bench, learn and plot"


def _completion() -> str:
    """Return the line that makes the user's shell complete commands, options and strategies."""
    shell = Path(os.environ.get("SHELL", "")).name
    file, line = _COMPLETION.get(shell, _COMPLETION["bash"])
    return f"put this line into {file}: {line}"


def _missing(extra: str) -> list[str]:
    """List the packages of an extra that are not installed."""
    wanted = (name for name, of in _requirements() if of == extra and name != "tamis")
    return [name for name in wanted if _version(name) is None]


def _requirements() -> list[tuple[str, str | None]]:
    """List the packages that tamis requires, each with its extra."""
    try:
        lines = requires("tamis") or []
    except PackageNotFoundError:
        return []
    found = []
    for line in lines:
        name = _REQUIREMENT.match(line)
        extra = _EXTRA.search(line)
        if name and not ("python_version" in line and _not_for_this_python(line)):
            found.append((name.group(1), extra.group(1) if extra else None))
    return found


def _not_for_this_python(line: str) -> bool:
    here = tuple(map(int, platform.python_version_tuple()[:2]))
    for operator, major, minor in re.findall(r"python_version\s*(>=|<)\s*['\"](\d+)\.(\d+)['\"]", line):
        bound = (int(major), int(minor))
        if (operator == ">=" and here < bound) or (operator == "<" and here >= bound):
            return True
    return False


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
