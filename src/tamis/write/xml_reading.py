"""CUTER documents in: pages to extract from, and articles as `write_xml` wrote them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from tamis.model import (
    Article,
    Block,
    Cell,
    Image,
    Inline,
    Kind,
    Mark,
    Media,
    Metadata,
    Moment,
    Outcome,
    Page,
)
from tamis.write.nesting import merged
from tamis.write.text import table_text
from tamis.write.xml_tree import parse_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.write.xml_tree import XmlElement

Value = TypeVar("Value")

PAGE_FIELDS = {
    "url": "url",
    "title": "title",
    "date": "published",
    "fetched": "fetched",
    "encoding": "encoding",
    "html": "html",
}
"""An element of a page in XML to its field."""
INLINE_MARKS = {
    "b": Mark.BOLD,
    "i": Mark.ITALIC,
    "s": Mark.STRIKE,
    "sub": Mark.SUB,
    "sup": Mark.SUP,
    "tt": Mark.CODE,
    "math": Mark.MATH,
    "note": Mark.NOTE,
}
BLOCK_KINDS = {
    "p": Kind.PARAGRAPH,
    "h": Kind.HEADING,
    "li": Kind.LIST_ITEM,
    "quote": Kind.QUOTE,
    "code": Kind.CODE,
    "table": Kind.TABLE,
    "caption": Kind.CAPTION,
    "image": Kind.IMAGE,
    "video": Kind.MEDIA,
    "audio": Kind.MEDIA,
    "embed": Kind.MEDIA,
}
_REPEATED = frozenset({"author", "tag"})
_ARTICLE_FIELDS = frozenset(
    {
        *_REPEATED,
        *("url", "canonical", "title", "subtitle", "date", "modified", "site", "description", "section"),
        *("license", "lead", "reason", "body"),
    }
)


def read_pages(xml: str | bytes) -> list[Page]:
    """The pages of a CUTER document. Raises `BadXml`, with line and column, if it is not one."""
    return [_page(element) for element in _all(parse_document(xml), "page")]


def read_articles(xml: str | bytes) -> list[Article]:
    """The articles of a CUTER document: words, paragraphs, links and media, without XPaths and scores."""
    return [_article(element) for element in _all(parse_document(xml), "article")]


def _all(root: XmlElement, name: str) -> Iterator[XmlElement]:
    for element in root.children():
        if element.name != name:
            raise element.bad(f"<{element.name}> stands where a <{name}> should be")
        yield element


def _page(element: XmlElement) -> Page:
    found = _by_name(element, frozenset(PAGE_FIELDS))
    if "html" not in found:
        raise element.bad("the <page> has no <html>")
    texts = {name: _plain_text(field) for name, (field,) in found.items()}
    html = texts.pop("html")
    return Page(html=html, **{PAGE_FIELDS[name]: text.strip() or None for name, text in texts.items()})


def _plain_text(element: XmlElement) -> str:
    for part in element.content:
        if not isinstance(part, str):
            advice = "escape it or wrap it in <![CDATA[ ]]>" if element.name == "html" else "write plain text"
            raise part.bad(f"there is an element <{part.name}> in <{element.name}>; {advice}")
    return element.text


def _by_name(element: XmlElement, allowed: frozenset[str]) -> dict[str, list[XmlElement]]:
    found: dict[str, list[XmlElement]] = {}
    for child in element.children():
        if child.name not in allowed:
            raise child.bad(f"<{child.name}> is not known in <{element.name}>")
        if child.name in found and child.name not in _REPEATED:
            raise child.bad(f"there are two <{child.name}> in one <{element.name}>")
        found.setdefault(child.name, []).append(child)
    return found


def _article(element: XmlElement) -> Article:
    found = _by_name(element, _ARTICLE_FIELDS)
    body = found["body"][0].children() if "body" in found else ()
    texts = {name: _plain_text(field[0]) for name, field in found.items() if name not in ("body", "lead")}
    return Article(
        url=texts.get("url"),
        metadata=_metadata(element, found, texts),
        blocks=tuple(_block(child, place) for place, child in enumerate(body)),
        outcome=_attribute(element, "outcome", Outcome, Outcome.ARTICLE),
        outcome_reason=texts.get("reason", ""),
        confidence=_attribute(element, "confidence", float, 0.0),
        strategy=element.attributes.get("strategy", ""),
    )


def _metadata(article: XmlElement, found: dict[str, list[XmlElement]], texts: dict[str, str]) -> Metadata:
    return Metadata(
        title=texts.get("title"),
        subtitle=texts.get("subtitle"),
        authors=tuple(_plain_text(author) for author in found.get("author", ())),
        published=_moment(found["date"][0]) if "date" in found else None,
        modified=_moment(found["modified"][0]) if "modified" in found else None,
        site_name=texts.get("site"),
        description=texts.get("description"),
        canonical_url=texts.get("canonical"),
        language=article.attributes.get("language"),
        section=texts.get("section"),
        tags=tuple(_plain_text(tag) for tag in found.get("tag", ())),
        license=texts.get("license"),
        lead_image=_image(found["lead"][0]) if "lead" in found else None,
    )


def _moment(element: XmlElement) -> Moment:
    text = element.text.strip()
    make: Callable[[str], date] = datetime.fromisoformat if "T" in text else date.fromisoformat
    try:
        value = make(text)
    except ValueError:
        raise element.bad(f"{text[:40]!r} is not a date in ISO 8601") from None
    return Moment(element.attributes.get("raw", text), value, element.attributes.get("source", ""))


def _block(element: XmlElement, place: int) -> Block:
    kind = BLOCK_KINDS.get(element.name)
    if kind is None:
        raise element.bad(f"<{element.name}> is not known in <body>")
    rows = tuple(_row(row) for row in element.children()) if kind is Kind.TABLE else ()
    inlines = _inlines(element) if kind not in _WITHOUT_INLINES else ()
    block = Block(
        kind=kind,
        text="".join(inline.text for inline in inlines),
        index=place,
        xpath="",
        inlines=inlines,
        level=_attribute(element, "level", int, 1 if kind in (Kind.HEADING, Kind.LIST_ITEM) else 0),
        number=_attribute(element, "number", int, None),
        continues=element.attributes.get("continues") == "true",
        quoted=_attribute(element, "quoted", int, 0),
        anchor=element.attributes.get("anchor"),
        language=element.attributes.get("language"),
        rows=rows,
        image=_image(element) if kind is Kind.IMAGE else None,
        media=_media(element) if kind is Kind.MEDIA else None,
    )
    return _with_text(block, element)


_WITHOUT_INLINES = frozenset({Kind.CODE, Kind.TABLE, Kind.IMAGE, Kind.MEDIA})


def _with_text(block: Block, element: XmlElement) -> Block:
    """Code, tables and what is seen have their text from elsewhere."""
    if block.kind is Kind.TABLE:
        return replace(block, text=table_text(block))
    return replace(block, text=_plain_text(element)) if block.kind in _WITHOUT_INLINES else block


@dataclass(frozen=True, slots=True)
class _Format:
    marks: frozenset[Mark] = frozenset()
    href: str | None = None


def _inlines(element: XmlElement) -> tuple[Inline, ...]:
    return tuple(merged(list(_runs(element, _Format()))))


def _runs(element: XmlElement, form: _Format) -> Iterator[Inline]:
    for part in element.content:
        if isinstance(part, str):
            yield Inline(part, form.marks, form.href)
        elif part.name == "br":
            yield Inline("\n", form.marks, form.href)
        elif part.name == "a":
            yield from _runs(part, _Format(form.marks, part.attributes.get("href")))
        elif part.name in INLINE_MARKS:
            marks = form.marks | {INLINE_MARKS[part.name]}
            yield from _runs(part, _Format(marks, part.attributes.get("href", form.href)))
        else:
            raise part.bad(f"<{part.name}> is not known in text")


def _row(element: XmlElement) -> tuple[Cell, ...]:
    if element.name != "row":
        raise element.bad(f"<{element.name}> is not known in <table>")
    return tuple(_cell(child) for child in element.children())


def _cell(element: XmlElement) -> Cell:
    if element.name != "cell":
        raise element.bad(f"<{element.name}> is not known in <row>")
    return Cell(
        _inlines(element),
        element.attributes.get("header") == "true",
        _attribute(element, "colspan", int, 1),
        _attribute(element, "rowspan", int, 1),
    )


def _image(element: XmlElement) -> Image:
    return Image(
        src=element.attributes.get("src", ""),
        alt=element.attributes.get("alt", ""),
        caption=_plain_text(element),
        credit=element.attributes.get("credit", ""),
        width=_attribute(element, "width", int, None),
        height=_attribute(element, "height", int, None),
    )


def _media(element: XmlElement) -> Media:
    return Media(
        type=element.name,
        src=element.attributes.get("src", ""),
        title=_plain_text(element),
        poster=element.attributes.get("poster"),
    )


def _attribute(element: XmlElement, name: str, make: Callable[[str], Value], default: Value) -> Value:
    text = element.attributes.get(name)
    if text is None:
        return default
    try:
        return make(text)
    except ValueError:
        raise element.bad(f'the attribute {name}="{text[:40]}" of <{element.name}> has no such value') from None
