"""L3S-GN1: pages from Google News, each with a copy in which every text is marked with its class.

C. Kohlschütter, P. Fankhauser, W. Nejdl: *Boilerplate Detection using Shallow Text Features*, WSDM 2010.

`original/NAME.html` is the page, `annotated/NAME.html` the copy. In it, texts are in spans of the classes
`x-nc-sel1` (headline), `x-nc-sel2` (full text), `x-nc-sel3` (supplements, such as captions), `x-nc-sel4` (related
content), `x-nc-sel5` (comments) and `x-nc-sel0` (none of these). As in the paper, the first three are content.
A text file with `url` in its name may give the URLs of the pages.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

from tamis_bench.corpora.pairs import entry, pages_of, paired, read_text, subfolder

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.samples import Entry

CONTENT = frozenset({"x-nc-sel1", "x-nc-sel2", "x-nc-sel3"})
_CLASSES = "x-nc-sel"
_PAGES, _COPIES = ("original",), ("annotated",)
_INLINE = frozenset("a abbr b big cite code em font i mark q s small span strong sub sup tt u".split())


def is_here(folder: Path) -> bool:
    """Tell whether a folder has pages and annotated copies."""
    return subfolder(folder, _PAGES) is not None and subfolder(folder, _COPIES) is not None


def read(folder: Path, name: str) -> list[Entry]:
    """Read all pages that have an annotated copy."""
    pages, copies = subfolder(folder, _PAGES), subfolder(folder, _COPIES)
    if pages is None or copies is None:
        return []
    urls = _urls(folder)
    found = paired(pages_of(pages), pages_of(copies), folder)
    return [entry(name, key, page, content_of(read_text(copy)), urls.get(key)) for key, page, copy in found]


def content_of(annotated: str) -> str:
    """Return the text that is marked as content, one line for each block."""
    reader = _Reader()
    reader.feed(annotated)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.pieces).split("\n"))
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    """A parser that keeps the text of content spans, except that of other marked spans inside them."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._spans: list[bool | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the class of a span; start a new line at block tags."""
        if tag == "span":
            names = (dict(attrs).get("class") or "").split()
            marked = [name for name in names if name.startswith(_CLASSES)]
            self._spans.append(marked[0] in CONTENT if marked else None)
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave a span; start a new line at block tags."""
        if tag == "span" and self._spans:
            self._spans.pop()
        self._break(tag)

    def handle_data(self, data: str) -> None:
        """Keep a text if the innermost marked span around it is a content span."""
        if next((kind for kind in reversed(self._spans) if kind is not None), False):
            self.pieces.append(data.replace("\n", " "))

    def _break(self, tag: str) -> None:
        if tag not in _INLINE:
            self.pieces.append("\n")


def _urls(folder: Path) -> dict[str, str]:
    """Read the pages' URLs from lines that contain a page's name, perhaps as a URN, and a URL."""
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*.txt")):
        if "url" not in file.name.lower():
            continue
        for line in read_text(file).splitlines():
            words = [word.strip("<>") for word in line.split()]
            url = next((word for word in words if word.lower().startswith(("http://", "https://"))), None)
            for word in words:
                if url and word != url:
                    found[word.removeprefix("urn:uuid:").removesuffix(".html")] = url
    return found
