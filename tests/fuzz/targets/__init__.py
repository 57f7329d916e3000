"""Fuzz targets: a function for each kind of input, which raises anything but a `TamisError` only if there is a fault.

The corpus and the dictionary of a target lie beside: ``corpus/NAME/`` and ``dictionaries/NAME.dict``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent.parent
_WORD = re.compile(r'^(?:\w+\s*=\s*)?"((?:[^"\\]|\\.)*)"', re.MULTILINE)
_ESCAPE = re.compile(rb'\\(x[0-9a-fA-F]{2}|[\\"])')


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of input, with what is done with it."""

    name: str
    runs: int
    """Mutated inputs that `make test` tries, so that each target takes a fraction of a second."""
    about: str

    @property
    def check(self) -> Callable[[bytes], None]:
        """Return the function that tries an input and raises a `Fault`, or whatever it should not have raised."""
        found: Callable[[bytes], None] = import_module(f"{__name__}.{self.name}").check
        return found

    @property
    def corpus(self) -> Path:
        """The folder of its inputs."""
        return FOLDER / "corpus" / self.name

    @property
    def dictionary(self) -> Path:
        """The words of its grammar, in libFuzzer's form."""
        return FOLDER / "dictionaries" / f"{self.name}.dict"

    def seeds(self) -> list[bytes]:
        """Read the corpus, in the order of the names."""
        return [path.read_bytes() for path in sorted(self.corpus.iterdir())]

    def words(self) -> list[bytes]:
        """Read the dictionary."""
        texts = _WORD.findall(self.dictionary.read_text(encoding="utf-8"))
        return [_ESCAPE.sub(_unescaped, text.encode()) for text in texts]


def _unescaped(escape: re.Match[bytes]) -> bytes:
    name = escape[1]
    return bytes([int(name[1:], 16)]) if name[:1] == b"x" else name


TARGETS = {
    target.name: target
    for target in (
        Target("page", 12, "a page to every writer, with spans, JSON read back, and HTML that cannot run"),
        Target("cleaned", 20, "a page to `tamis filter`: nothing runs, nothing is fetched that the page did not name"),
        Target("report", 3, "a page to the reports of `tamis explain`"),
        Target(
            "markdown", 25, "text of a page to Markdown that shows it, excerpts within budget, quotes that are found"
        ),
        Target("feed", 40, "feeds, sitemaps, OPML and robots.txt, written and read back"),
        Target("styles", 60, "style sheets: what hides does not depend on comments and unused rules"),
        Target("embedded", 80, "JSON-LD, lenient JSON and scripts with data"),
        Target("xml_in", 150, "pages in XML, against libxml2"),
        Target("archive", 60, "WARC and ARC records: a sound record after the damage comes out"),
        Target("http_message", 150, "HTTP messages in archives: chunks, codings, limits"),
        Target("urls", 150, "URLs of pages, against ada"),
        Target(
            "guard", 30, "URLs that are fetched: nothing inside is dialled, and what is dialled is what a browser means"
        ),
        Target("settings", 60, "settings files in TOML, written and read back"),
        Target("query", 60, "searches: SQLite takes every expression; words are found where they are"),
        Target("saved", 40, "MHTML, HAR and web archives"),
        Target("formulas", 100, "TeX, AsciiMath and MathML"),
        Target("exports", 150, "exports of reading services and browsers' bookmarks"),
        Target("pictures", 150, "pictures: types, sizes, and drawings that load nothing"),
    )
}
