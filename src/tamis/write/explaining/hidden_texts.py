"""Every text of a page that a person who looks at it would not see, with the way in which it is hidden.

The page is parsed again with its style sheets, whatever the settings of the extraction were. Attributes, comments and
declared fields are listed as well, because other tools pass some of them on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble.hidden_marks import KINDS
from tamis.core.parse import Hiding, parse
from tamis.core.parse.positions import CountedPaths, Positions
from tamis.core.parse.tree import Comment, Element, path_of
from tamis.text.characters import folded
from tamis.text.invisible import invisible_runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.model import Article, Page

MOST_CHARACTERS = 2_000
"""Number of characters of a hidden text that the report has."""
_ATTRIBUTES = {
    "alt": Hiding.ALTERNATIVE,
    "aria-label": Hiding.ALTERNATIVE,
    "aria-description": Hiding.ALTERNATIVE,
    "longdesc": Hiding.ALTERNATIVE,
    "title": Hiding.TITLE_ATTRIBUTE,
}
_MARK = "[hidden: "
_DECLARED = ("description", "keywords", "title", "author", "abstract", "summary", "news_keywords")


class HiddenText(NamedTuple):
    """A text of a page that readers do not see."""

    vector: Hiding
    """Way in which it is hidden."""
    text: str
    """The text; of invisible characters, what they spell."""
    xpath: str
    """XPath of the element that has it."""
    line: int | None
    """Line of the source, from 1."""
    in_article: bool
    """True if the article has it, marked or not."""


def find_hidden_texts(page: Page, article: Article) -> tuple[HiddenText, ...]:
    """List the texts of a page that readers do not see, in the order of the page, those of elements first."""
    document = parse(page, reads_styles=True)
    written = {folded(_without_mark(text)) for text in _strings(article)}
    found = [*_blocks(document), *_invisible(document), *_nodes(document)]
    return tuple(text._replace(in_article=_is_in(text, written)) for text in found)


def _is_in(hidden: HiddenText, written: set[str]) -> bool:
    return bool(hidden.text) and folded(hidden.text) in written


def _without_mark(text: str) -> str:
    """Remove the mark that the article may have put before a text."""
    return text.partition("] ")[2] if text.startswith(_MARK) else text


def _strings(article: Article) -> Iterator[str]:
    """Yield the strings of an article that its formats write."""
    metadata = article.metadata
    declared = (metadata.title, metadata.subtitle, metadata.description, metadata.site_name, metadata.section)
    yield from filter(None, (*declared, *metadata.authors, *metadata.tags))
    for block in article.blocks:
        yield block.text
        if block.image is not None:
            yield block.image.alt
        if block.media is not None:
            yield block.media.title


def _blocks(document: Document) -> Iterator[HiddenText]:
    positions = Positions(document)
    for block, hiding in enumerate(document.hidden):
        if hiding is not None and not hiding.is_furniture and document.texts[block]:
            xpath, span = positions.of(block)
            yield _hidden(hiding, document.texts[block], xpath, span.line if span else None)


def _invisible(document: Document) -> Iterator[HiddenText]:
    positions = Positions(document)
    for block, text in enumerate(document.texts):
        for run in invisible_runs(text):
            xpath, span = positions.of(block)
            says = run.says or " ".join(f"U+{ord(sign):04X}" for sign in text[run.start : run.end])
            yield _hidden(KINDS[run.kind], says, xpath, span.line if span else None)


def _nodes(document: Document) -> Iterator[HiddenText]:
    """Yield comments, templates, and the texts in attributes and the head."""
    counted = CountedPaths()
    root = document.tree.root
    for node in root.descendants if root is not None else ():
        if type(node) is Comment:
            if node.data.strip() and type(node.parent) is Element:
                parent = node.parent
                yield _hidden(Hiding.COMMENT, node.data, f"{path_of(parent, counted)}/comment()", node.source_line)
        elif type(node) is Element:
            for hiding, text in _attributes(node):
                yield _hidden(hiding, text, path_of(node, counted), node.source_line)


def _attributes(element: Element) -> Iterator[tuple[Hiding, str]]:
    if element.tag == "meta":
        name = (element.attr("name") or element.attr("property") or "").lower()
        text = element.attr("content") or ""
        if name.rpartition(":")[2] in _DECLARED and text.strip():
            yield Hiding.METADATA, text
        return
    if element.tag == "template" and (text := element.text.strip()):
        yield Hiding.TEMPLATE, text
    for name, hiding in _ATTRIBUTES.items():
        text = element.attr(name) or ""
        if text.strip():
            yield hiding, text


def _hidden(vector: Hiding, text: str, xpath: str, line: int | None) -> HiddenText:
    return HiddenText(vector, " ".join(text[:MOST_CHARACTERS].split()), xpath, line, False)
