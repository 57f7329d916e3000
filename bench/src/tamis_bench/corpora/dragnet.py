"""The layout of dragnet's data: `HTML/NAME.html` and `Corrected/NAME.html.corrected.txt`.

M. E. Peters, D. Lecocq: *Content Extraction Using Diverse Feature Sets*, WWW 2013 Companion.

A separator line in a truth's file may introduce the page's comments; they are not part of the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis_bench.corpora.pairs import entry, pages_of, paired, read_text, subfolder, truths_of

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.samples import Entry

_PAGES, _TRUTHS = ("HTML",), ("Corrected",)
_ENDING = ".html.corrected.txt"
_COMMENTS = re.compile(r"!@#\$%\^&\*\(\)\s+COMMENTS")


def is_here(folder: Path) -> bool:
    """Tell whether a folder has dragnet's two subfolders, one for pages and one for truths."""
    return subfolder(folder, _PAGES) is not None and subfolder(folder, _TRUTHS) is not None


def read(folder: Path, name: str) -> list[Entry]:
    """Read all pages that have a truth."""
    pages, truths = subfolder(folder, _PAGES), subfolder(folder, _TRUTHS)
    if pages is None or truths is None:
        return []
    found = paired(pages_of(pages), truths_of(truths, _truth_name), folder)
    return [entry(name, key, page, _COMMENTS.split(read_text(truth), 1)[0].strip()) for key, page, truth in found]


def _truth_name(path: Path) -> str | None:
    return path.name.removesuffix(_ENDING) if path.name.endswith(_ENDING) else None
