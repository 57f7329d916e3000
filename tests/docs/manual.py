"""The repository's Markdown pages, read as far as the tests need it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    *(
        ROOT / name
        for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/site/README.md")
    ),
    ROOT / "bench" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
)
MODULES = sorted(path for source in ("src", "bench/src") for path in (ROOT / source).rglob("*.py"))

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE_CODE = re.compile(r"`+[^`]*`+")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Fence(NamedTuple):
    """A fenced block of code."""

    language: str
    code: str
    line: int


def name(page: Path) -> str:
    """Return the name to call a page by."""
    return page.relative_to(ROOT).as_posix()


def text(page: Path | str) -> str:
    """The page's source."""
    return (ROOT / page).read_text(encoding="utf-8")


def fences(page: Path | str, language: str) -> list[Fence]:
    """The page's blocks of code in a language."""
    source = text(page)
    return [
        Fence(match[1], match[2], source.count("\n", 0, match.start()) + 1)
        for match in _FENCE.finditer(source)
        if match[1] == language
    ]


def links(page: Path) -> list[str]:
    """List the targets of the page's links, code left out."""
    return _LINK.findall(_INLINE_CODE.sub("code", _FENCE.sub("", text(page))))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the page's headings."""
    return {_slug(heading) for heading in _HEADING.findall(_FENCE.sub("", text(page)))}


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
