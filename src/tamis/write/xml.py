"""CUTER documents: XML that carries pages or articles. docs/xml.md and two RELAX NG schemas define the format."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tamis.model import Image, Inline, Kind, Mark, Moment, Page
from tamis.text.characters import printable
from tamis.write.metadata_fields import XML_FIELDS
from tamis.write.nesting import merged, nest
from tamis.write.outline import plain_inlines
from tamis.write.xml_elements import DECLARATION, element, start, text
from tamis.write.xml_tree import NAMESPACE, VERSION, stream_children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from tamis.model import Article, Block
    from tamis.write.nesting import Part
    from tamis.write.xml_tree import XmlElement

__all__ = ["NAMESPACE", "VERSION", "read_pages", "stream_pages", "stream_xml", "write_pages", "write_xml"]

_HEAD = f"{DECLARATION}{start('cuter', xmlns=NAMESPACE, version=VERSION)}\n"
_TAIL = "</cuter>\n"
_TAG_OF_MARK = {
    Mark.BOLD: "b",
    Mark.ITALIC: "i",
    Mark.STRIKE: "s",
    Mark.SUB: "sub",
    Mark.SUP: "sup",
    Mark.KEYBOARD: "kbd",
    Mark.CODE: "tt",
    Mark.MATH: "math",
    Mark.NOTE: "note",
}
_TAG_OF_KIND = {
    Kind.PARAGRAPH: "p",
    Kind.HEADING: "h",
    Kind.LIST_ITEM: "li",
    Kind.QUOTE: "quote",
    Kind.CODE: "code",
    Kind.TABLE: "table",
    Kind.CAPTION: "caption",
}
_MEDIA_TAGS = frozenset({"video", "audio", "embed"})
_LEAF_MARKS = (Mark.MATH, Mark.CODE)


def write_xml(articles: Iterable[Article]) -> str:
    """Write a CUTER document with the articles: words, paragraphs, and multimedia in their place."""
    return "".join(stream_xml(articles))


def stream_xml(articles: Iterable[Article]) -> Iterator[str]:
    """Yield a CUTER document piece by piece. The first comes with the first article, or at the end if none comes."""
    head = _HEAD
    for article in articles:
        yield "".join([head, *_article(article)])
        head = ""
    yield head + _TAIL


def write_pages(pages: Iterable[Page]) -> str:
    """Write a CUTER document that carries pages, as `read_pages` reads it."""
    return "".join([_HEAD, *(line for page in pages for line in _page(page)), _TAIL])


def _page(page: Page) -> Iterator[str]:
    yield "<page>\n"
    for name, field in PAGE_FIELDS.items():
        if name != "html":
            yield from _field(name, getattr(page, field))
    html = printable(page.html).replace("]]>", "]]]]><![CDATA[>")
    yield f"<html><![CDATA[{html}]]></html>\n</page>\n"


def _article(article: Article) -> Iterator[str]:
    confidence = f"{article.confidence:g}" if math.isfinite(article.confidence) else "0"
    yield start(
        "article",
        outcome=article.outcome.value,
        confidence=confidence,
        strategy=article.strategy or None,
        language=article.language,
    )
    yield "\n"
    for name, field in XML_FIELDS.items():
        yield from _about(name, getattr(article, field.attribute))
    yield from _field("reason", article.outcome_reason or None)
    yield "<body>\n"
    yield from (_block(block) for block in article.blocks)
    yield "</body>\n</article>\n"


def _about(name: str, value: object) -> Iterator[str]:
    if isinstance(value, Moment):
        yield from _date(name, value)
    elif isinstance(value, Image):
        yield _image(name, value)
    elif isinstance(value, tuple):
        for entry in value:
            yield from _field(name, entry)
    else:
        yield from _field(name, None if value is None else str(value))


def _block(block: Block) -> str:
    if block.kind is Kind.IMAGE:
        return _image("image", block.image, **_place(block)) if block.image else ""
    if block.kind is Kind.MEDIA:
        return _media(block)
    tag = _TAG_OF_KIND[block.kind]
    is_item = block.kind is Kind.LIST_ITEM
    written = element(
        tag,
        _content(block),
        level=max(block.level, 1) if is_item or block.kind is Kind.HEADING else None,
        number=block.number if is_item else None,
        continues="true" if is_item and block.continues else None,
        term=str(block.term).lower() if is_item and block.term is not None else None,
        language=block.language if block.kind is Kind.CODE else None,
        **_place(block),
    )
    return f"{written}\n"


def _place(block: Block) -> dict[str, str | int | None]:
    """Return the attributes that all blocks may have."""
    callout = block.callout
    return {
        "quoted": block.quoted or None,
        "callout": callout.kind if callout is not None else None,
        "box": callout.number if callout is not None else None,
        "label": block.label or None,
        "anchor": block.anchor,
    }


def _content(block: Block) -> str:
    if block.kind is Kind.CODE:
        return text(block.text)
    if block.kind is Kind.TABLE:
        return _rows(block)
    return _inlines(plain_inlines(block))


def _rows(block: Block) -> str:
    if block.table is None:
        return f"\n<row><cell>{_inlines(plain_inlines(block))}</cell></row>\n"
    lines = ["\n"]
    if block.table.caption_inlines:
        lines.append(f"<caption>{_inlines(block.table.caption_inlines)}</caption>\n")
    for row in block.table.rows:
        cells = (
            element(
                "cell",
                _inlines(cell.inlines),
                header="true" if cell.header else None,
                colspan=cell.colspan if cell.colspan > 1 else None,
                rowspan=cell.rowspan if cell.rowspan > 1 else None,
            )
            for cell in row
        )
        lines.append(element("row", "".join(cells)) + "\n")
    return "".join(lines)


def _image(tag: str, image: Image, **others: str | int | None) -> str:
    named = {"src": image.src, "alt": image.alt or None, "credit": image.credit or None}
    size = {"width": image.width, "height": image.height}
    return element(tag, text(image.caption), **named, **size, **others) + "\n"


def _media(block: Block) -> str:
    media = block.media
    if media is None:
        return ""
    tag = media.type if media.type in _MEDIA_TAGS else "embed"
    more = _place(block)
    return element(tag, text(media.title), src=media.src, poster=media.poster, **more) + "\n"


def _inlines(inlines: Sequence[Inline]) -> str:
    clean = [inline._replace(text=printable(inline.text)) for inline in inlines]
    return "".join(_part(part) for part in nest(merged(clean)))


def _part(part: Part) -> str:
    if isinstance(part, Inline):
        return _leaf(part)
    inner = "".join(_part(each) for each in part.parts)
    if not isinstance(part.by, Mark):
        return element("a", inner, href=part.by)
    return element(_TAG_OF_MARK[part.by], inner)


def _leaf(inline: Inline) -> str:
    words = text(inline.text).replace("\n", "<br/>")
    for mark in _LEAF_MARKS:
        if mark in inline.marks:
            words = element(_TAG_OF_MARK[mark], words)
    return element("note", words) if Mark.NOTE in inline.marks else words


def _date(name: str, moment: Moment | None) -> Iterator[str]:
    if moment:
        yield element(name, moment.isoformat(), raw=moment.raw or None, source=moment.found_in or None) + "\n"


def _field(name: str, value: str | None) -> Iterator[str]:
    if value is not None:
        yield element(name, text(value)) + "\n"


_PIECE = 1 << 16
"""Number of bytes read at a time."""
PAGE_FIELDS = {
    "url": "url",
    "title": "title",
    "date": "published",
    "fetched": "fetched",
    "encoding": "encoding",
    "html": "html",
}
"""Field of `Page` for each element of a page in XML."""


def read_pages(xml: str | bytes) -> list[Page]:
    """Read the pages of a CUTER document. Raises `BadXml`, with line and column, if it is not one."""
    # An encoding declared in text that is already decoded does not count.
    source, encoding = (xml.encode("utf-8", "surrogatepass"), "utf-8") if isinstance(xml, str) else (xml, None)
    return [_page_of(element) for element in stream_children([source], encoding)]


def stream_pages(file: BinaryIO, max_characters: int | None = None) -> Iterator[Page]:
    """Yield the pages of a CUTER document one after another: memory holds one at a time, of at most `max_characters`.

    Raises `BadXml` where the document turns out to be invalid; the pages before that have been yielded.
    """
    for child in stream_children(iter(lambda: file.read(_PIECE), b""), max_text=max_characters):
        yield _page_of(child)


def _page_of(element: XmlElement) -> Page:
    if element.name != "page":
        raise element.bad(f"<{element.name}> is in the place of a <page>")
    fields = _by_name(element, frozenset(PAGE_FIELDS))
    if "html" not in fields:
        raise element.bad("the <page> has no <html>")
    texts = {name: _plain_text(field) for name, field in fields.items()}
    html = texts.pop("html")
    known: dict[str, Any] = {PAGE_FIELDS[name]: text.strip() or None for name, text in texts.items()}
    return Page(html=html, **known)


def _plain_text(element: XmlElement) -> str:
    for part in element.content:
        if not isinstance(part, str):
            advice = "escape it or wrap it in <![CDATA[ ]]>" if element.name == "html" else "write plain text"
            raise part.bad(f"there is an element <{part.name}> in <{element.name}>; {advice}")
    return element.text


def _by_name(element: XmlElement, allowed: frozenset[str]) -> dict[str, XmlElement]:
    children: dict[str, XmlElement] = {}
    for child in element.children():
        if child.name not in allowed:
            raise child.bad(f"<{child.name}> is not known in <{element.name}>")
        if child.name in children:
            raise child.bad(f"there are two <{child.name}> in one <{element.name}>")
        children[child.name] = child
    return children
