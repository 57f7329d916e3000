"""Test pages of MinerU-Webkit: folders `code`, `math` and `table`, each with pages and what must come out of them.

opendatalab/MinerU-Webkit, Apache-2.0. Beside the page `code/NAME.html` lie its code blocks `NAME-0.java`,
`NAME-1.xml` and so on; beside `math/NAME.html` its formulas, one a line, those on lines of their own in `NAME_1.html`
and those within a line in `NAME_inline_1.html`; beside `table/NAME.html` its table as HTML in `NAME_res.json`. The
truth of a page becomes Markdown that holds nothing but these.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tamis_bench.samples import Entry, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_FENCE = re.compile(r"`{3,}")
_NO_CODE = {".html", ".md", ".txt"}


def is_here(folder: Path) -> bool:
    """Tell whether a folder has the three subfolders."""
    return all((folder / name).is_dir() for name in _TRUTHS)


def read(folder: Path, name: str) -> list[Entry]:
    """Read all pages that have a truth."""
    pages = [(page, kind) for kind in _TRUTHS for page in sorted((folder / kind).glob("*.html"))]
    entries = [_entry(name, kind, page, "\n\n".join(_TRUTHS[kind](page))) for page, kind in pages]
    return [entry for entry in entries if entry.truth.markdown]


def _entry(name: str, kind: str, page: Path, markdown: str) -> Entry:
    truth = Truth(markdown=markdown, known=frozenset({"markdown"}))
    return Entry(name, f"{kind}--{page.stem}", None, page, truth, None, None, None)


def _code(page: Path) -> Iterator[str]:
    """Yield the code blocks beside a page in order, without a language: the page may not name it."""
    single = [path for path in page.parent.glob(f"{page.stem}.*") if path.suffix not in _NO_CODE]
    several = {path: path.stem.removeprefix(f"{page.stem}-") for path in page.parent.glob(f"{page.stem}-*")}
    numbered = sorted((int(number), path) for path, number in several.items() if number.isdecimal())
    for path in [*single, *(path for _, path in numbered)]:
        text = path.read_text(encoding="utf-8")
        fence = "`" * (1 + max([2, *map(len, _FENCE.findall(text))]))
        yield f"{fence}\n{text}\n{fence}"


def _formulas(page: Path) -> Iterator[str]:
    for line in _lines(page.with_name(f"{page.stem}_1.html")):
        yield f"$$\n{line}\n$$"
    for line in _lines(page.with_name(f"{page.stem}_inline_1.html")):
        yield f"${line}$"


def _lines(path: Path) -> Iterator[str]:
    if path.is_file():
        yield from filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines()))


def _tables(page: Path) -> Iterator[str]:
    path = page.with_name(f"{page.stem}_res.json")
    if path.is_file():
        yield json.loads(path.read_text(encoding="utf-8"))["content"]["html"].replace('\\"', '"')


_TRUTHS: dict[str, Callable[[Path], Iterator[str]]] = {"code": _code, "math": _formulas, "table": _tables}
