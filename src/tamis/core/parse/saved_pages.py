"""Pages as people have saved them: MHTML, Safari's web archives, HAR, SingleFile, "complete" pages, view-source.

The result is the page as it came from its site, with its URL and the pictures that were saved with it. Formats are told
by their content, in `tamis.core.parse.encodings`, and only the first bytes are looked at for that.

- MHTML (RFC 2557): Blink's ``.mhtml``, and ``.mht`` of other browsers.
- Web archive: a property list of Safari, binary or in XML.
- HAR 1.2: the traffic of a browser; the first document that it loaded is the page.
- SingleFile: one HTML file with its pictures in ``data:`` URLs. They are taken out, because they may be larger than a
  page may be, and are named by their hash.
- A page with its folder of files: a comment of the browser has its URL.
- View source: the listing of a page's source, as a browser shows it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from email import message_from_bytes
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes, urljoin

from tamis.core.parse.encodings import HEAD, decode, is_har
from tamis.errors import BadInput
from tamis.text.expressions import repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from email.message import Message

MAX_FILES = 2_000
"""Number of files that are read from one archive."""
MAX_FILE_BYTES = 20_000_000
"""Largest picture, in bytes; larger ones are left out, as those of a site are."""
MAX_TOTAL_BYTES = 200_000_000
"""Number of bytes of all pictures of one page."""
_MAX_DEPTH = 4  # of parts in parts
_MAX_HEADERS = 100_000
_GROWTH, _ALWAYS = 4, 100_000
"""Characters of names that are put into a page, for each of its own, and those that are never too many."""
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_SAVED_BY_BROWSER = re.compile(r"<!--\s*+saved from url=\(\d{1,6}\)(https?://[^\s>]{1,2000})\s*+-->", re.IGNORECASE)
_SINGLE_FILE = re.compile(r"<!--\s*+Page saved with SingleFile\s++url:\s*+(https?://[^\s>]{1,2000})", re.IGNORECASE)
_DATA_PICTURE = re.compile(r"data:image/(?!svg)[a-z.+-]{2,20}(?:;[a-z0-9=-]{1,30}){0,3},[A-Za-z0-9+/=%_.~-]{200,}")
_OTHER_DATA = re.compile(r"url\((?:\"data:[^\"]*+\"|'data:[^']*+'|data:[^()\"']*+)\)")
_STYLE_PICTURE = re.compile(r"(--sf-img-\d{1,6})\s*+:\s*+url\([\"']?([^\"')]{1,400})[\"']?\)")
_IN_TAG = repeated(r"[^>\"']++|\"[^\"]*+\"|'[^']*+'")
_IMAGE_TAG = re.compile(rf"<img(?=\s){_IN_TAG}(?:>|\Z|(?=[\"']))", re.IGNORECASE)
_USED_STYLE = re.compile(r"var\((--sf-img-\d{1,6})\)")
_SOURCE_OF_IMAGE = re.compile(r"(?<=\s)src\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]++)", re.IGNORECASE)
_CID = re.compile(r"cid:([^\s\"'<>)&]{1,300})", re.IGNORECASE)
_CHROMIUM_LISTING = re.compile(r"<div class=[\"']?line-gutter-backdrop")
_FIREFOX_LISTING = re.compile(r"<body id=[\"']?viewsource")
_PAGE_TYPES = ("text/html", "application/xhtml+xml")


class SavedPage(NamedTuple):
    """A page out of a file that somebody saved."""

    html: str
    url: str | None = None
    encoding: str | None = None
    files: Mapping[str, bytes] = {}
    """Pictures that were saved with it, by URL; those without one by their name."""


def read_archive(data: bytes) -> SavedPage:
    """Read the page of an archive that `is_archive` recognizes. Raises `BadInput` if it is damaged."""
    name, read = _reader(data)
    try:
        page = read(data)
    except Exception as error:  # damaged in more ways than its reader has errors for
        reason = f"{type(error).__name__}: {str(error)[:200]}"
        raise BadInput(f"this {name} is damaged and cannot be read ({reason}); save the page again") from error
    if page is None:
        raise BadInput(f"this {name} has no page in it; save the page again")
    inner = saved_html(page.html)
    return page if inner is None else page._replace(html=inner.html, files={**page.files, **inner.files})


def _reader(data: bytes) -> tuple[str, Callable[[bytes], SavedPage | None]]:
    if data[:1] in (b"b", b"<"):
        return "web archive", _webarchive
    if is_har(data):
        return "HAR file", _har
    return "MHTML file", _mhtml


class _Files:
    """The pictures of an archive, within the limits."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self._total = 0

    def add(self, url: str, media_type: str, data: bytes) -> None:
        is_picture = media_type.lower().startswith("image/")
        if not url or not is_picture or len(data) > MAX_FILE_BYTES or len(self.kept) >= MAX_FILES:
            return
        if self._total + len(data) <= MAX_TOTAL_BYTES:
            self.kept.setdefault(url, data)
            self._total += len(data)


class _Part(NamedTuple):
    """A part of an MHTML file."""

    headers: Message
    content: bytes

    @property
    def identity(self) -> str:
        return str(self.headers.get("Content-ID") or "").strip(" <>")

    @property
    def location(self) -> str:
        return str(self.headers.get("Content-Location") or "").strip()


def _mhtml(data: bytes) -> SavedPage | None:
    headers, _ = _split_head(data)
    files = _Files()
    names: dict[str, str] = {}
    pages: list[_Part] = []
    for part in islice(_mime_parts(data), MAX_FILES):
        media_type = part.headers.get_content_type()
        if media_type in _PAGE_TYPES:
            pages.append(part)
        else:
            files.add(part.location or part.identity, media_type, part.content)
            names[part.identity] = part.location or part.identity
    if not pages:
        return None
    start, url = str(headers.get_param("start") or "").strip(" <>"), headers.get("Snapshot-Content-Location")
    main = next((part for part in pages if start and part.identity == start), None)
    main = main or next((part for part in pages if url and part.location == url), pages[0])
    decoded = decode(main.content, main.headers.get("Content-Type"))
    html = _named(_CID, decoded.text, lambda use: names.get(use[1], use[0]))
    return SavedPage(html, _web(url) or _web(main.location), decoded.encoding, files.kept)


def _mime_parts(data: bytes, depth: int = 0) -> Iterator[_Part]:
    """Yield the parts of a message, those of parts in it included."""
    headers, body = _split_head(data)
    boundary = headers.get_boundary() if headers.get_content_maintype() == "multipart" else None
    if boundary is None:
        yield _Part(headers, _decoded(body, str(headers.get("Content-Transfer-Encoding") or "")))
    elif depth < _MAX_DEPTH:
        mark = b"\n--" + boundary.encode("utf-8", "surrogateescape")
        for piece in (b"\n" + body).split(mark, MAX_FILES)[1:]:
            if not piece.startswith(b"--"):
                yield from _mime_parts(piece.partition(b"\n")[2], depth + 1)


def _split_head(data: bytes) -> tuple[Message, bytes]:
    data = data.lstrip(b"\r\n \t")
    end = _BLANK_LINE.search(data)
    head = data[: end.start()] if end else data
    return message_from_bytes(head[:_MAX_HEADERS]), data[end.end() :] if end else b""


def _decoded(body: bytes, coding: str) -> bytes:
    coding = coding.strip().lower()
    if coding == "base64":
        return base64.b64decode(body + b"==")
    return binascii.a2b_qp(body) if coding == "quoted-printable" else body


def _webarchive(data: bytes) -> SavedPage | None:
    import plistlib

    archive: Any = plistlib.loads(data)
    main = archive.get("WebMainResource") if isinstance(archive, dict) else None
    if not isinstance(main, dict) or not isinstance(main.get("WebResourceData"), bytes):
        return None
    files = _Files()
    for part in archive.get("WebSubresources") or ():
        if isinstance(part, dict) and isinstance(part.get("WebResourceData"), bytes):
            files.add(
                str(part.get("WebResourceURL") or ""), _text(part, "WebResourceMIMEType"), part["WebResourceData"]
            )
    charset = _text(main, "WebResourceTextEncodingName")
    media_type = _text(main, "WebResourceMIMEType") or "text/html"
    decoded = decode(main["WebResourceData"], f"{media_type}; charset={charset}" if charset else media_type)
    return SavedPage(decoded.text, _web(_text(main, "WebResourceURL")), decoded.encoding, files.kept)


def _har(data: bytes) -> SavedPage | None:
    import json

    log = json.loads(data.removeprefix(b"\xef\xbb\xbf")).get("log")
    entries = log.get("entries") if isinstance(log, dict) else None
    page: SavedPage | None = None
    files = _Files()
    for entry in entries if isinstance(entries, list) else ():
        url, media_type, content = _har_content(entry)
        if content is None:
            continue
        if page is None and media_type.partition(";")[0].strip().lower() in _PAGE_TYPES:
            decoded = decode(content, media_type)
            page = SavedPage(decoded.text, _web(url), decoded.encoding, files.kept)
        else:
            files.add(url, media_type, content)
    return page


def _har_content(entry: Any) -> tuple[str, str, bytes | None]:
    """Return URL, type and body of a response with success; None for the body if there is none."""
    response: Any = entry.get("response") if isinstance(entry, dict) else None
    content = response.get("content") if isinstance(response, dict) else None
    if not isinstance(content, dict) or not isinstance(content.get("text"), str) or response.get("status") != 200:
        return "", "", None
    request = entry.get("request")
    url = _text(request, "url") if isinstance(request, dict) else ""
    media_type = _text(content, "mimeType")
    if content.get("encoding") != "base64":
        return url, f"{media_type.partition(';')[0]}; charset=utf-8", content["text"].encode("utf-8", "replace")
    try:
        return url, media_type, base64.b64decode(content["text"])
    except binascii.Error:
        return url, media_type, None


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _web(url: object) -> str | None:
    text = str(url or "").strip()
    return text if text.lower().startswith(("http://", "https://")) else None


def saved_html(html: str) -> SavedPage | None:
    """Read HTML that a browser or SingleFile saved, or the listing of a page's source; None if it is a page as usual.

    Only the beginning is searched.
    """
    head = html[:HEAD]
    if "SingleFile" in head and (match := _SINGLE_FILE.search(head)):
        return _single_file(html, match[1])
    if "saved from url" in head and (match := _SAVED_BY_BROWSER.search(head)):
        return SavedPage(html, match[1])
    if source := _listed_source(html):
        return SavedPage(source)
    return None


def _single_file(html: str, url: str) -> SavedPage:
    """Take the pictures out of a page of SingleFile, and put back those that it made backgrounds of."""
    files = _Files()

    def taken_out(data: re.Match[str]) -> str:
        name, content = _data_file(data.group())
        files.add(urljoin(url, name), "image/", content)
        return name

    html = _DATA_PICTURE.sub(taken_out, html)
    backgrounds = dict(_STYLE_PICTURE.findall(html))
    if backgrounds:
        html = _named(_IMAGE_TAG, html, lambda image: _with_source(image, backgrounds))
    return SavedPage(_OTHER_DATA.sub("url()", html), url, files=files.kept)


def _named(uses: re.Pattern[str], html: str, name: Callable[[re.Match[str]], str]) -> str:
    """Put names in the place of their uses, as long as the page does not grow out of all proportion by long ones."""
    left = _GROWTH * len(html) + _ALWAYS

    def named(use: re.Match[str]) -> str:
        nonlocal left
        found = name(use)
        left -= len(found)
        return found if left >= 0 else use[0]

    return uses.sub(named, html)


def _with_source(image: re.Match[str], backgrounds: Mapping[str, str]) -> str:
    used = _USED_STYLE.search(image.group())
    source = backgrounds.get(used[1]) if used is not None else None
    return _SOURCE_OF_IMAGE.sub(lambda _: f'src="{source}"', image.group(), count=1) if source else image.group()


def _data_file(url: str) -> tuple[str, bytes]:
    """Return the name for a ``data:`` URL, and its bytes."""
    head, _, body = url.partition(",")
    raw = unquote_to_bytes(body)
    try:
        content = base64.b64decode(raw) if head.endswith(";base64") else raw
    except binascii.Error:
        content = b""
    extension = head[len("data:image/") :].partition(";")[0]
    return f"saved-{hashlib.sha256(content).hexdigest()[:16]}.{extension}", content


def _listed_source(html: str) -> str:
    """Return the source that a browser's listing shows; empty if the page is none."""
    from tamis.core.parse.tree import parse_html

    source = ""
    if _CHROMIUM_LISTING.search(html, 0, HEAD):
        source = "\n".join(cell.text for cell in parse_html(html).select("td.line-content"))
    elif _FIREFOX_LISTING.search(html, 0, HEAD):
        source = "".join(listing.text for listing in parse_html(html).select("#viewsource pre"))
    return source if source.lstrip().startswith("<") else ""
