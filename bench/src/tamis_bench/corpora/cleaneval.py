"""CleanEval: pages in `<text id=…>` elements, truths as plain text.

M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff: *Cleaneval: a Competition for Cleaning Web Pages*, LREC 2008.

A page's file wraps the whole page in an element that names its id, title and encoding. A truth's file may begin with
a line that gives the page's URL, and its paragraphs begin with `<p>`, `<h>` (heading) or `<l>` (list item).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis_bench.corpora.pairs import entry, pages_of, paired, read_text, subfolder, truths_of

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.samples import Entry

PAGES = ("finalrun-input", "en_original", "zh_original", "original", "orig", "input")
TRUTHS = ("GoldStandard", "en_cleaned", "zh_cleaned", "cleaned", "clean", "gold")

_URL = re.compile(r"\A\s*+URL:\s*+(\S++)[^\n]*+\n?", re.IGNORECASE)
_MARK = re.compile(r"^[ \t]*</?[phl]>[ \t]*|</[phl]>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_ENDING = re.compile(r"(?:[-_.]cleaned)?\.txt$", re.IGNORECASE)


def is_here(folder: Path) -> bool:
    """Tell whether a folder has CleanEval's two subfolders, one for pages and one for truths."""
    return subfolder(folder, PAGES) is not None and subfolder(folder, TRUTHS) is not None


def read(folder: Path, name: str) -> list[Entry]:
    """Read all pages that have a truth."""
    pages, truths = subfolder(folder, PAGES), subfolder(folder, TRUTHS)
    if pages is None or truths is None:
        return []
    found = paired(pages_of(pages), truths_of(truths, _truth_name), folder)
    return [_entry(name, key, page, read_text(truth)) for key, page, truth in found]


def truth_text(gold: str) -> str:
    """Return a truth's text without the URL line and the paragraph marks."""
    return _MARK.sub("", _URL.sub("", gold)).strip()


def _entry(name: str, key: str, page: Path, gold: str) -> Entry:
    line = _URL.match(gold)
    url = line.group(1) if line and line.group(1).lower().startswith("http") else None
    return entry(name, key, page, truth_text(gold), url, is_wrapped=True)


def _truth_name(path: Path) -> str | None:
    return _ENDING.sub("", path.name) if _ENDING.search(path.name) else None
