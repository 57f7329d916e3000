"""EPUB 3.3 writer, without a library: https://www.w3.org/TR/epub-33/

The same stories give the same bytes: names, order, times and identifiers come from the stories alone. An NCX file is
added for readers that do not support the navigation document.
"""

from __future__ import annotations

import hashlib
import io
import uuid
import zipfile
from datetime import UTC, datetime
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from tamis.edition.book import nested_contents
from tamis.text.characters import one_line
from tamis.write.html_inline import attribute
from tamis.write.wording import written_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.edition.book import Book, ContentsEntry
    from tamis.edition.pictures import Picture
    from tamis.edition.stories import Story

MEDIA_TYPE = "application/epub+zip"
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest time that ZIP can express
NO_DATE = datetime(1980, 1, 1, tzinfo=UTC)
"""Time of an edition whose stories have no dates, because a clock would make every copy differ."""
NAVIGATION_DEPTH = 2
"""Minimum depth of the device's own table of contents, which takes no room on the page."""
UNKNOWN_LANGUAGE = "und"
LEAST_COVER = 300
"""Minimum width and height of a cover picture, in pixels."""

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:tamis:edition")
_FOLDER = "EPUB"
_CONTAINER = f"""<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="{_FOLDER}/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""


class _Item(NamedTuple):
    """A file of the book."""

    name: str
    data: bytes
    media_type: str
    properties: str = ""
    in_spine: bool = False

    @property
    def id(self) -> str:
        return "i-" + self.name.replace("/", "-").replace(".", "-")


def write_epub(book: Book) -> bytes:
    """Write the edition as an EPUB file."""
    items = list(_items(book))
    package = _package(book, items)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        _store(archive, "mimetype", MEDIA_TYPE.encode(), packed=False)
        _store(archive, "META-INF/container.xml", _CONTAINER.encode())
        _store(archive, f"{_FOLDER}/package.opf", package.encode())
        for item in items:
            is_packed = not item.media_type.startswith("image/") or item.media_type == "image/svg+xml"
            _store(archive, f"{_FOLDER}/{item.name}", item.data, packed=is_packed)
    return buffer.getvalue()


def picture_path(picture: Picture) -> str:
    """Return the path of a picture in the book."""
    return f"images/{picture.name}"


def _store(archive: zipfile.ZipFile, name: str, data: bytes, *, packed: bool = True) -> None:
    entry = zipfile.ZipInfo(name, ZIP_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3  # the same on every system
    archive.writestr(entry, data, compresslevel=9)


def _items(book: Book) -> Iterator[_Item]:
    xhtml = "application/xhtml+xml"
    yield _Item("title.xhtml", _document(book, book.title, _title_page(book)), xhtml, in_spine=True)
    if book.is_digest:
        front = _document(book, book.title, book.front_page(_file_of))
        yield _Item("front.xhtml", front, xhtml, in_spine=True)
    yield _Item("nav.xhtml", _navigation(book), xhtml, "nav", in_spine=book.has_contents)
    for story in book.stories:
        properties = "mathml" if story.has_math else ""
        yield _Item(_file_of(story), _story(book, story), xhtml, properties, in_spine=True)
    if book.is_collection:
        sources = _document(book, book.wording.sources, book.sources())
        yield _Item("sources.xhtml", sources, xhtml, in_spine=True)
    yield _Item("style.css", f"{_theme()}{book.settings.own_css()}".encode(), "text/css")
    yield _Item("toc.ncx", _ncx(book), "application/x-dtbncx+xml")
    pictures = {picture.name: picture for story in book.stories for picture in story.pictures}
    cover = _cover_picture(pictures.values())
    for picture in pictures.values():
        properties = "cover-image" if picture is cover else ""
        yield _Item(picture_path(picture), picture.data, picture.media_type, properties)


def _cover_picture(pictures: Iterable[Picture]) -> Picture | None:
    """Find the first photo that is large enough, because most readers show no drawings on their shelves."""
    return next((picture for picture in pictures if _can_be_cover(picture)), None)


def _can_be_cover(picture: Picture) -> bool:
    return min(picture.width, picture.height) >= LEAST_COVER and picture.media_type in ("image/jpeg", "image/png")


def _file_of(story: Story) -> str:
    return f"story-{story.number:03}.xhtml"


def _url(entry: ContentsEntry) -> str:
    return f"{_file_of(entry.story)}#{entry.id}"


def _document(book: Book, title: str, body: str, language: str | None = None, direction: str | None = None) -> bytes:
    tag = language or book.language
    lang = f"{attribute('lang', tag)}{attribute('xml:lang', tag)}"
    turned = book.direction if direction is None else direction
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"{lang}{turned}>\n'
        f'<head>\n<meta charset="utf-8"/>\n<title>{escape(title)}</title>\n'
        '<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n'
        f"<body>\n{body}</body>\n</html>\n"
    ).encode("utf-8", "replace")


def _story(book: Book, story: Story) -> bytes:
    body = f'<section class="story" epub:type="chapter">\n{story.html()}</section>\n'
    return _document(book, story.title, body, story.language, story.direction)


def _title_page(book: Book) -> str:
    return f'<section class="title-page" epub:type="titlepage">\n{"".join(_title_lines(book))}</section>\n'


def _title_lines(book: Book) -> Iterator[str]:
    yield f'<p class="book-title">{escape(book.title)}</p>\n'
    only = None if book.is_collection else book.stories[0]
    standfirst = one_line(only.article.subtitle or "") if only else ""
    if standfirst:
        yield f'<p class="standfirst">{escape(standfirst)}</p>\n'
    authors = ", ".join(book.authors) if only else one_line(book.settings.author or "")
    if authors:
        yield f'<p class="book-author">{escape(authors)}</p>\n'
    if book.newest:
        yield f'<p class="book-date">{escape(written_date(book.newest, book.language))}</p>\n'
    if only is None:
        yield '<ul class="book-stories">\n'
        for story in book.stories:
            own = f"{attribute('lang', story.language)}{story.direction}"
            yield f'<li{own}><a href="{_file_of(story)}">{escape(story.title)}</a></li>\n'
        yield "</ul>\n"
    names = dict.fromkeys(story.name for story in book.stories if story.name)
    if only is not None and only.source:
        url = f'<a dir="ltr"{attribute("href", only.source)}>{escape(only.source)}</a>'
        name = f"{escape(only.name)}<br/>" if only.name else ""
        yield f'<p class="book-sources">{escape(book.wording.source)}: {name}{url}</p>\n'
    elif names:
        yield f'<p class="book-sources">{escape(book.wording.sources)}: {escape(" · ".join(names))}</p>\n'
    if book.topics:
        yield f'<p class="topics">{escape(book.wording.topics)}: {escape(", ".join(book.topics))}</p>\n'


def _navigation(book: Book) -> bytes:
    depth = max(book.settings.toc_depth, NAVIGATION_DEPTH)
    lines = nested_contents(book.contents(depth), lambda entry: _linked(_url(entry), entry.text))
    heading = escape(book.wording.contents)
    first = _file_of(book.stories[0])
    # Landmarks link to pages that readers turn through; the contents of a single story are not among them.
    own = f'<li><a epub:type="toc" href="nav.xhtml#toc">{heading}</a></li>\n' if book.has_contents else ""
    body = (
        f'<nav epub:type="toc" id="toc" role="doc-toc">\n<h1>{heading}</h1>\n{lines}</nav>\n'
        f'<nav epub:type="landmarks" id="landmarks" hidden="hidden">\n<ol>\n{own}'
        f'<li><a epub:type="bodymatter" href="{first}">{escape(book.stories[0].title)}</a></li>\n'
        "</ol>\n</nav>\n"
    )
    return _document(book, book.wording.contents, body)


def _linked(url: str, words: str) -> str:
    return f'<a href="{url}">{escape(words)}</a>'


def _ncx(book: Book) -> bytes:
    points = "".join(
        f'<navPoint id="n{number}" playOrder="{number}"><navLabel><text>{escape(entry.text)}</text></navLabel>'
        f'<content src="{_url(entry)}"/></navPoint>\n'
        for number, entry in enumerate(book.contents(1), 1)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">\n'
        f'<head>\n<meta name="dtb:uid" content="{_identifier(book)}"/>\n</head>\n'
        f"<docTitle><text>{escape(book.title)}</text></docTitle>\n<navMap>\n{points}</navMap>\n</ncx>\n"
    ).encode("utf-8", "replace")


def _identifier(book: Book) -> str:
    """Compute the identifier of the book: the same text always has the same one, another text another one."""
    content = hashlib.sha256()
    for part in (book.title, *(story.html() for story in book.stories)):
        content.update(part.encode("utf-8", "replace") + b"\0")
    return uuid.uuid5(_NAMESPACE, content.hexdigest()).urn


def _package(book: Book, items: list[_Item]) -> str:
    language = attribute("xml:lang", book.language)
    turned = ' page-progression-direction="rtl"' if book.direction else ""
    manifest = "".join(
        f'<item id="{item.id}" href="{item.name}" media-type="{item.media_type}"'
        f"{attribute('properties', item.properties or None)}/>\n"
        for item in items
    )
    spine = "".join(f'<itemref idref="{item.id}"/>\n' for item in items if item.in_spine)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"{language}>\n'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{"".join(_metadata(book, items))}</metadata>\n'
        f'<manifest>\n{manifest}</manifest>\n<spine toc="i-toc-ncx"{turned}>\n{spine}</spine>\n</package>\n'
    )


def _metadata(book: Book, items: list[_Item]) -> Iterator[str]:
    yield f'<dc:identifier id="id">{_identifier(book)}</dc:identifier>\n'
    yield f"<dc:title>{escape(book.title)}</dc:title>\n"
    for tag in dict.fromkeys((book.language or UNKNOWN_LANGUAGE, *(story.language for story in book.stories))):
        if tag:
            yield f"<dc:language>{tag}</dc:language>\n"
    yield from (f"<dc:creator>{escape(author)}</dc:creator>\n" for author in book.authors)
    names = dict.fromkeys(story.name for story in book.stories if story.name)
    yield from (f"<dc:publisher>{escape(name)}</dc:publisher>\n" for name in names)
    if book.newest:
        yield f"<dc:date>{book.newest.date().isoformat()}</dc:date>\n"
    sources = dict.fromkeys(story.source for story in book.stories if story.source)
    yield from (f"<dc:source>{escape(source)}</dc:source>\n" for source in sources if source)
    yield from (f"<dc:subject>{escape(topic)}</dc:subject>\n" for topic in book.topics)
    if not book.is_collection:
        article = book.stories[0].article
        if one_line(article.description or ""):
            yield f"<dc:description>{escape(one_line(article.description or ''))}</dc:description>\n"
        if one_line(article.license or ""):
            yield f"<dc:rights>{escape(one_line(article.license or ''))}</dc:rights>\n"
    yield f'<meta property="dcterms:modified">{_modified(book)}</meta>\n'
    yield from _access(book)
    for item in items:
        if item.properties == "cover-image":
            yield f'<meta name="cover" content="{item.id}"/>\n'


def _modified(book: Book) -> str:
    newest = book.newest
    moment = (
        NO_DATE if newest is None else datetime(newest.date().year, newest.date().month, newest.date().day, tzinfo=UTC)
    )
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def _access(book: Book) -> Iterator[str]:
    """Yield the accessibility metadata that the EPUB Accessibility standard requires."""
    has_pictures = any(story.pictures for story in book.stories)
    features = ["tableOfContents", "readingOrder", "structuralNavigation", "displayTransformability"]
    features += ["MathML"] if any(story.has_math for story in book.stories) else []
    for mode in ("textual", "visual") if has_pictures else ("textual",):
        yield f'<meta property="schema:accessMode">{mode}</meta>\n'
    yield f'<meta property="schema:accessModeSufficient">{"textual,visual" if has_pictures else "textual"}</meta>\n'
    yield from (f'<meta property="schema:accessibilityFeature">{feature}</meta>\n' for feature in features)
    yield '<meta property="schema:accessibilityHazard">unknown</meta>\n'


@cache
def _theme() -> str:
    return files("tamis.edition").joinpath("epub.css").read_text("utf-8")
