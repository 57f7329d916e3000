"""Print the figures of the house: doors, files, modules with one importer, and the modules that a page visits.

python tools/house_figures.py            the figures
python tools/house_figures.py --list     and the modules, with their lines and importers
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import tamis

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "tamis"
PAGE = ROOT / "examples" / "site" / "harbour-tunnel.html"
FEW_LINES, SMALL = 100, 60


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name the modules")
    names = parser.parse_args().list
    lines = {_module(path): len(path.read_text().splitlines()) for path in _sources()}
    importers = _importers(set(lines))
    single = sorted(name for name in lines if len(importers[name]) == 1)
    html = PAGE.read_bytes()
    walks = {
        ".text": _visited(lambda: tamis.extract(html).text),
        ".to_markdown()": _visited(lambda: tamis.extract(html).to_markdown()),
    }
    print(f"doors at the top of src/tamis        {len(_doors())}")
    print(f"files, lines                         {len(lines)}, {sum(lines.values())}")
    print(f"modules under {SMALL} lines             {sum(count < SMALL for count in lines.values())}")
    print(f"modules with one importer            {len(single)}")
    print(f"  of these under {FEW_LINES} lines           {sum(lines[name] < FEW_LINES for name in single)}")
    for name, visited in walks.items():
        print(f"modules visited by {name:<17} {len(visited)}")
    print(f"words in docs                        {sum(len(path.read_text().split()) for path in _docs())}")
    if names:
        _print_modules(lines, importers, walks)


def _print_modules(lines: dict[str, int], importers: dict[str, set[str]], walks: dict[str, dict[str, int]]) -> None:
    for name in sorted(lines):
        calls = " ".join(f"{walk}:{visited[name]}" for walk, visited in walks.items() if name in visited)
        users = sorted(importers[name])
        print(f"{name:<50} {lines[name]:>4} {len(users):>3} {users[0] if len(users) == 1 else '':<40} {calls}")


def _sources() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _docs() -> list[Path]:
    return sorted((ROOT / "docs").rglob("*.md"))


def _doors() -> list[str]:
    """List what one sees first: packages and public modules."""
    return [path.name for path in SOURCE.iterdir() if re.fullmatch(r"[a-z]\w*(?:\.py)?", path.name)]


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _importers(modules: set[str]) -> dict[str, set[str]]:
    """Find for each module those that import it, also in functions and for types."""
    importers: dict[str, set[str]] = defaultdict(set)
    for path in _sources():
        user = _module(path)
        for imported in _imports(ast.parse(path.read_text())):
            name = imported if imported in modules else imported.rpartition(".")[0]
            if name in modules and name != user:
                importers[name].add(user)
    return importers


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _visited(work: Callable[[], object]) -> dict[str, int]:
    """Count the calls into each module of tamis, when everything is imported and read."""
    work()
    calls: dict[str, int] = defaultdict(int)

    def count(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith("tamis"):
            calls[name] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


if __name__ == "__main__":
    main()
