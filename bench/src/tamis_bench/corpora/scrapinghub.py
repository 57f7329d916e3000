"""The article extraction benchmark of Scrapinghub (now Zyte): `ground-truth.json` and `html/NAME.html.gz`.

The truth is an object of objects: for each page's name its `articleBody` and its `url`. The benchmark's own score,
which uses shingles of four words, is in `tamis_bench.metrics`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput
from tamis_bench.corpora.pairs import entry, pages_of, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.samples import Entry

_TRUTH = "ground-truth.json"
_PAGES = "html"


def is_here(folder: Path) -> bool:
    """Tell whether a folder has the truth's file and the folder of pages."""
    return (folder / _TRUTH).is_file() and (folder / _PAGES).is_dir()


def read(folder: Path, name: str) -> list[Entry]:
    """Read all pages that the truth names."""
    pages = pages_of(folder / _PAGES)
    found = []
    for key, row in _rows(folder / _TRUTH).items():
        if key not in pages:
            raise BadInput(f"{folder / _TRUTH}: {key} is not among the pages in {folder / _PAGES}")
        body, url = row.get("articleBody") or "", row.get("url")
        if not isinstance(body, str) or not isinstance(url, str | None):
            raise BadInput(f"{folder / _TRUTH}: `articleBody` and `url` of {key} must be strings")
        found.append(entry(name, key, pages[key], body, url))
    return found


def _rows(file: Path) -> dict[str, dict[str, Any]]:
    try:
        rows = json.loads(read_text(file))
    except json.JSONDecodeError as error:
        raise BadInput(f"{file}: not JSON ({error.msg} at line {error.lineno})") from error
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        raise BadInput(f"{file}: must be an object of objects, one for each page")
    return rows
