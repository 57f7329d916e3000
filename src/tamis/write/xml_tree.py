"""A small XML tree with positions, read by expat with safeguards.

Entity bombs and external entities are defined in a document type declaration, and CUTER documents need none: the parser
stops at ``<!DOCTYPE``, before it has read what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from tamis.errors import BadXml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAMESPACE = "urn:tamis:cuter:1"
VERSION = "1.0"
MAX_DEPTH = 64  # CUTER documents are some six levels deep

_BUFFER = 1 << 20


@dataclass(slots=True)
class XmlElement:
    """An element: its name (without the namespace, which is CUTER's), its content, and where it begins."""

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    content: list[XmlElement | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in the element, in order."""
        return "".join(part if isinstance(part, str) else part.text for part in self.content)

    def children(self) -> Iterator[XmlElement]:
        """Yield the child elements; text between them must be white space."""
        for part in self.content:
            if isinstance(part, XmlElement):
                yield part
            elif part.strip():
                raise self.bad(f"there is text in <{self.name}> where only elements may be: {part.strip()[:40]!r}")

    def bad(self, problem: str) -> BadXml:
        """Create the error to raise about this element."""
        return BadXml(problem, self.line, self.column)


def stream_children(
    source: Iterable[bytes], encoding: str | None = None, *, max_text: int | None = None
) -> Iterator[XmlElement]:
    """Yield the children of a CUTER document's root, each as soon as it has been read.

    Memory holds one child at a time, however long the document is. Raises `BadXml` with the position where it does not
    parse, or where a child has more than `max_text` characters.
    """
    builder = _Builder(expat.ParserCreate(encoding, namespace_separator=" "), max_text)
    for piece in source:
        _feed(builder, piece)
        yield from builder.take()
    _feed(builder, b"", last=True)
    yield from builder.take()


def _feed(builder: _Builder, piece: bytes, *, last: bool = False) -> None:
    try:
        builder.parser.Parse(piece, last)
    except expat.ExpatError as error:
        raise BadXml(expat.ErrorString(error.code), error.lineno, error.offset + 1) from error
    except (LookupError, ValueError) as error:
        raise BadXml(f"the encoding cannot be read ({error}); send UTF-8", 1, 1) from error


class _Builder:
    """A builder of the tree from expat's events."""

    def __init__(self, parser: expat.XMLParserType, max_text: int | None) -> None:
        self.parser = parser
        self.max_text = max_text
        self.text_size = 0
        """Number of characters in the child of the root that is being read."""
        self.stack: list[XmlElement] = []
        self.whole: list[XmlElement] = []
        """Children of the root that have been read and not taken."""
        parser.buffer_text = True
        parser.buffer_size = _BUFFER
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text

    def take(self) -> list[XmlElement]:
        """Return the children of the root that have been read since the last call."""
        taken, self.whole = self.whole, []
        return taken

    def _refuse_doctype(self, *_: object) -> None:
        raise self._bad("a document type declaration is not allowed here (it could define entities); remove it")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise self._bad(f"elements are nested more than {MAX_DEPTH} deep")
        namespace, _, local = name.rpartition(" ")
        if namespace != NAMESPACE:
            raise self._bad(f'<{local}> is not in the namespace; write <cuter xmlns="{NAMESPACE}" version="{VERSION}">')
        element = XmlElement(local, attributes, *self._place())
        if not self.stack:
            _check_root(element)
        elif len(self.stack) > 1:
            self.stack[-1].content.append(element)
        self.stack.append(element)

    def _end(self, _: str) -> None:
        element = self.stack.pop()
        if len(self.stack) == 1:
            self.whole.append(element)
            self.text_size = 0

    def _text(self, text: str) -> None:
        if len(self.stack) == 1:
            if text.strip():
                raise self._bad(f"there is text in <cuter> where only elements may be: {text.strip()[:40]!r}")
            return
        self.text_size += len(text)
        if self.max_text is not None and self.text_size > self.max_text:
            raise self._bad(f"more than {self.max_text:,} characters in one <{self.stack[1].name}>")
        self.stack[-1].content.append(text)

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _bad(self, problem: str) -> BadXml:
        return BadXml(problem, *self._place())


def _check_root(root: XmlElement) -> None:
    if root.name != "cuter":
        raise root.bad(f"the root is <{root.name}>, not <cuter>")
    version = root.attributes.get("version")
    if version is None:
        raise root.bad('the root has no version; write version="1.0"')
    if version.split(".")[0] != VERSION.split(".")[0]:
        raise root.bad(f"version {version} is not one that this tamis reads ({VERSION})")
