"""Every text of a page that a person who looks at it would not see, with the way in which it is hidden.

The page is parsed again with its style sheets, whatever the settings of the extraction were. Attributes, comments and
declared fields are listed as well, because other tools pass some of them on.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble.hidden_marks import KINDS, MIN_WORDS, prose_of, runs_of
from tamis.core.parse import Hiding, parse
from tamis.core.parse.jsonld import is_json_ld
from tamis.core.parse.positions import CountedPaths, Positions
from tamis.core.parse.tree import Comment, Element, Text, path_of
from tamis.text.characters import folded
from tamis.text.invisible import invisible_runs
from tamis.text.sentences import split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.model import Article, Page

MOST_CHARACTERS = 2_000
"""Number of characters of a hidden text that the report has."""
MOST_NODES = 1_000
"""Number of nodes of an element that is not drawn of which the report has the text."""
_ATTRIBUTES = {
    "alt": Hiding.ALTERNATIVE,
    "aria-label": Hiding.ALTERNATIVE,
    "aria-description": Hiding.ALTERNATIVE,
    "longdesc": Hiding.ALTERNATIVE,
    "title": Hiding.TITLE_ATTRIBUTE,
}
_NOT_DRAWN = frozenset({
    "annotation-xml", "audio", "canvas", "datalist", "desc", "iframe", "maction", "mphantom", "noembed", "noframes",
    "object", "rp", "template", "video",
})  # fmt: skip
"""Elements whose text browsers do not draw, or only a part of it, or only those that do not know the element."""
_SOURCES_OF_FORMULAS = frozenset({"annotation", "script"})
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
    found = [*_blocks(document), *_invisible(document), *_nodes(document), *_linked_data(document)]
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
    """Yield comments, what browsers do not draw, sources of formulas, and the texts in attributes and the head."""
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
        is_property = element.attr("itemprop") is not None and len(text.split()) >= MIN_WORDS
        if is_property or (name.rpartition(":")[2] in _DECLARED and text.strip()):
            yield Hiding.METADATA, text
        return
    is_empty = element.tag == "svg" and element.attr("width") == "0" == element.attr("height")
    if (is_empty or element.tag in _NOT_DRAWN) and any(map(str.isalnum, text := _beginning_of(element))):
        yield Hiding.TEMPLATE, text
    if element.tag == "input" and (element.attr("type") or "").lower() == "hidden":
        value = element.attr("value") or ""
        if len(value.split()) >= MIN_WORDS:
            yield Hiding.DATA, value
    for source in _sources_of_formula(element):
        if prose_of(source):
            yield Hiding.ALTERNATIVE, source
    for name, hiding in _ATTRIBUTES.items():
        text = element.attr(name) or ""
        if text.strip():
            yield hiding, text


def _sources_of_formula(element: Element) -> Iterator[str]:
    if element.tag == "math":
        yield element.attr("alttext") or ""
    elif element.tag in _SOURCES_OF_FORMULAS:
        kind = element.attr("type") or element.attr("encoding") or ""
        if "tex" in kind or "math" in kind:
            yield _beginning_of(element)


def _beginning_of(element: Element) -> str:
    """Return the text of the first nodes in an element, so that one in another a thousand times costs no more."""
    return "".join(node.data for node in islice(element.descendants, MOST_NODES) if type(node) is Text)


def _linked_data(document: Document) -> Iterator[HiddenText]:
    """Yield the sentences of linked data of which no four words in a row are on the page."""
    scripts = [script for script in document.tree.select("script") if is_json_ld(script)]
    shown = {run for text in document.texts for run in runs_of(text)} if scripts else set()
    for script in scripts:
        for text in _strings_in(document.json_ld.values_of(script.text)):
            for sentence in split_sentences(text):
                runs = list(runs_of(sentence.text))
                if runs and shown.isdisjoint(runs):
                    yield _hidden(Hiding.METADATA, sentence.text, path_of(script), script.source_line)


def _strings_in(data: object) -> Iterator[str]:
    """Yield the texts in data, without URLs."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if " " in value:
                yield value
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, (list, tuple)):
            waiting.extend(reversed(value))


def _hidden(vector: Hiding, text: str, xpath: str, line: int | None) -> HiddenText:
    return HiddenText(vector, " ".join(text[:MOST_CHARACTERS].split()), xpath, line, False)
