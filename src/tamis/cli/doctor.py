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

from tamis.cli.help import HELP, Command
from tamis.core import compiled
from tamis.io.installation import install_command
from tamis.io.rendering.browser import INSTALL_BROWSER, find_browser

USES: dict[str, tuple[str, str]] = {
    "serve": ("read", "the reader, the cleaning proxy and the API: tamis serve"),
    "news": ("news", "news sites and feeds: tamis digest, crawl, feed, watch"),
    "render": ("print", "PDF, and pages that need a browser: tamis print, --render"),
    "batch": ("batch", "WARC and Parquet in bulk: tamis batch"),
    "mcp": ("agents", "tools for language models: tamis mcp"),
}
"""Name and description of what most people come for, by extra."""
OTHER_EXTRAS: dict[str, str] = {
    "ads": "your own ad-block lists in tamis filter",
    "datatrove": "a step for pipelines of datatrove",
    "ray": "tamis batch on a Ray cluster",
    "spark": "tamis batch on Spark",
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


@click.command(cls=Command, context_settings=HELP)
@click.option("--all", "everything", is_flag=True, help="Also list versions, compiled parts and the other extras.")
def doctor(*, everything: bool) -> None:
    """Check the installation, and say what works and how to add the rest."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"tamis {_version('tamis') or '(not installed)'}, Python {platform.python_version()}")
    core = [name for name, extra in _requirements() if extra is None]
    if missing := [name for name in core if _version(name) is None]:
        console.print(f"MISSING: {', '.join(missing)}. To mend it: {install_command()}", markup=False)
    _tell(console, "extract", "articles of pages, in all formats: tamis extract, explain, filter", None)
    for extra, (name, gives) in USES.items():
        _tell(console, name, gives, _step(extra))
    if everything:
        console.print()
        for extra, gives in OTHER_EXTRAS.items():
            _tell(console, extra, gives, _step(extra))
        console.print("\nCore: " + ", ".join(f"{name} {_version(name) or 'MISSING'}" for name in core))
        console.print(f"Compiled parts: {_compiled()}", markup=False)
        console.print(f"Browser: {find_browser() or 'none found'}")
        console.print(f"Bench: {_bench()}", markup=False)
        console.print(f"Completion: {_completion()}", markup=False)
    else:
        console.print("Versions, compiled parts and the other extras: tamis doctor --all")
    if missing:
        raise SystemExit(1)


def _tell(console: Console, name: str, gives: str, step: str | None) -> None:
    """Write a line about a feature and, on a line of its own that can be copied, the command that adds it."""
    state = "[green]works  [/]" if step is None else "[yellow]missing[/]"
    console.print(f"  {state} {name:<10} {escape(gives)}")
    if step is not None:
        console.print(f"{'':21}{step}", markup=False)


def _step(extra: str) -> str | None:
    """Return the command that makes an extra work; None if it works."""
    if _missing(extra):
        return install_command(extra)
    if extra == "render" and find_browser() is None:
        return INSTALL_BROWSER
    return None


def _compiled() -> str:
    """Tell whether the compiled part (in C) is used."""
    why = compiled.why_not()
    return f"none; everything works, only slower: {why}" if why else "all, so extraction is at its fastest"


def _bench() -> str:
    """Tell whether the package with the commands bench, learn and plot is there."""
    installed = _version("tamis-bench")
    if installed:
        return f"tamis-bench {installed}"
    return f"none; {install_command(package='tamis-bench')} adds tamis bench, learn and plot"


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
