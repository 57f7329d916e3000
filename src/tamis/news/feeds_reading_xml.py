"""RSS, Atom, RDF and CDF with feedparser, after the checks that it does not make.

Feedparser reads well-formed and broken feeds alike. It never sees a document type declaration, because entities can
make a small feed huge (a "billion laughs") and name files and URLs. Encodings that do not write markup as ASCII bytes
are decoded first, so that a declaration cannot hide in them either.
"""

from __future__ import annotations

import codecs
import io
import re
from datetime import UTC, datetime
from functools import partial
from html import escape, unescape
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from tamis.core.parse.tree import parse_html
from tamis.errors import MissingExtra
from tamis.model import DateSource, Moment
from tamis.news.feeds import MAX_ENTRIES, Enclosure, Feed, FeedEntry, FeedFormat
from tamis.news.xml_limits import within_limits
from tamis.text.dates import read_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_PROLOG = 100_000
"""Number of bytes before the root element that are searched for a document type declaration."""
MAX_TITLE = 1_000
"""Maximum number of characters of a title to read."""
_FORMATS = (
    ("rss090", FeedFormat.RDF),
    ("rss10", FeedFormat.RDF),
    ("rss", FeedFormat.RSS),
    ("atom", FeedFormat.ATOM),
    ("cdf", FeedFormat.CDF),
)
"""Prefixes of feedparser's version names."""
_PERIODS = {"hourly": 60, "daily": 24 * 60, "weekly": 7 * 24 * 60, "monthly": 30 * 24 * 60, "yearly": 365 * 24 * 60}
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
    (b"\x4c\x6f\xa7\x94", "cp037"),
)
"""First bytes of feeds whose encoding does not write markup as ASCII does."""
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([A-Za-z0-9._:-]{1,40})["'][^>]{0,200}?\?>""")
_XML_DECLARATION = re.compile(r"\s{0,100}<\?xml[^>]{0,300}\?>")
_ROOT = re.compile(rb"<[A-Za-z_]")
_DOCTYPE = re.compile(rb"<!DOCTYPE", re.IGNORECASE)
_PARSER_FAULTS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError, OverflowError)
"""Exceptions that feedparser raises by mistake for some broken feeds."""
_IN_DOCTYPE = re.compile(rb"""["'\[\]<>]|<!--""")


def parse_xml_feed(data: bytes, url: str | None, content_type: str | None) -> Feed:
    """Parse an XML feed, well-formed or not."""
    try:
        import feedparser
    except ImportError as error:
        raise MissingExtra("reading feeds", "news") from error
    data, content_type = plain_bytes(data, content_type)
    data, has_doctype = without_doctype(data)
    data, left_out = within_limits(data)
    headers = {"content-location": url or "", "content-type": content_type or "application/xml"}
    problems = ["a document type declaration was left out"] if has_doctype else []
    problems += left_out
    parse = partial(feedparser.parse, response_headers=headers, sanitize_html=False, resolve_relative_uris=False)
    try:
        try:
            parsed = parse(io.BytesIO(data))
        except _PARSER_FAULTS:
            parsed = parse(io.BytesIO(_as_broken(data)))
    except _PARSER_FAULTS as error:
        fault = f"the parser fails at it ({type(error).__name__}: {' '.join(str(error).split())[:200]})"
        return Feed(url=url, problems=(*problems, fault))
    problems += _problems(parsed)
    return _feed(parsed, url, tuple(problems))


def _as_broken(data: bytes) -> bytes:
    """Insert an end tag before the root, so that feedparser uses its parser for broken feeds at once."""
    root = _ROOT.search(data)
    start = root.start() if root is not None else 0
    return data[:start] + b"</broken>" + data[start:]


def plain_bytes(data: bytes, content_type: str | None) -> tuple[bytes, str | None]:
    """Re-encode a feed as UTF-8 if its encoding does not write markup as ASCII does."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is None:
        declared = _DECLARED.search(data[:1000])
        name = declared[1].decode("ascii").lower() if declared else ""
        encoding = name if name.replace("_", "-") in ("utf-7", "utf7", "u7", "unicode-1-1-utf-7") else None
    if encoding is None:
        return data, content_type
    text = _XML_DECLARATION.sub("", data.decode(encoding, "replace").lstrip("\ufeff"), count=1)
    return text.encode("utf-8", "replace"), "application/xml; charset=utf-8"


def without_doctype(data: bytes) -> tuple[bytes, bool]:
    """Remove the document type declarations of a document, and tell whether it had one."""
    kept, offset = [], 0
    while (doctype := _DOCTYPE.search(data, offset, _prolog_end(data, offset))) is not None:
        kept.append(data[offset : doctype.start()])
        offset = _end_of_doctype(data, doctype.end())
    return (b"".join((*kept, data[offset:])), True) if kept else (data, False)


def _prolog_end(data: bytes, offset: int) -> int:
    root = _ROOT.search(data, offset, offset + MAX_PROLOG)
    return root.start() if root is not None else offset + MAX_PROLOG


def _end_of_doctype(data: bytes, offset: int) -> int:
    """Find the end of a document type declaration, with its internal subset."""
    depth, brackets = 1, 0
    while depth or brackets:
        delimiter = _IN_DOCTYPE.search(data, offset)
        if delimiter is None:
            return len(data)
        sign, offset = delimiter.group(), delimiter.end()
        if sign in b"\"'":
            offset = data.find(sign, offset) + 1 or len(data)
        elif sign == b"<" and data.startswith(b"!--", offset):
            offset = data.find(b"-->", offset) + 3 if data.find(b"-->", offset) >= 0 else len(data)
        elif sign == b"<":
            depth += 1
        elif sign == b">":
            depth -= 1
            if depth <= 0 and not brackets:
                return offset
            depth = max(depth, 1)
        else:
            brackets = max(0, brackets + (1 if sign == b"[" else -1))
    return offset


def _problems(parsed: Any) -> Iterator[str]:
    if not parsed.get("bozo"):
        return
    error = parsed.get("bozo_exception")
    name = type(error).__name__
    if name in ("CharacterEncodingOverride", "NonXMLContentType"):
        return  # about the HTTP header only; the feed is read all the same
    yield f"not well-formed: {' '.join(str(error).split())[:200]}"


def _feed(parsed: Any, url: str | None, problems: tuple[str, ...]) -> Feed:
    version = parsed.get("version") or ""
    about = parsed.get("feed", {})
    entries = parsed.get("entries", [])
    form = next((form for start, form in _FORMATS if version.startswith(start)), FeedFormat.UNKNOWN)
    if len(entries) > MAX_ENTRIES:
        problems += (f"{len(entries):,} entries; the first {MAX_ENTRIES:,} are read",)
    if form is FeedFormat.UNKNOWN and not entries:
        problems += ("nothing says that this is a feed",)
    links = about.get("links", [])
    return Feed(
        form,
        _plain(about.get("title_detail"), about.get("title")),
        url,
        _url(about.get("link"), url),
        _text(about.get("subtitle")),
        _text(about.get("language")),
        _moment(about, "updated") or _moment(about, "published"),
        tuple(_entry(entry, url) for entry in islice(entries, MAX_ENTRIES)),
        _refresh_minutes(about),
        _link(links, "next", url),
        _link(links, "hub", url),
        problems,
    )


def _refresh_minutes(about: Any) -> int | None:
    ttl = _number(about.get("ttl"))
    if ttl:
        return ttl
    period = _PERIODS.get(str(about.get("sy_updateperiod", "")).strip().lower())
    return max(1, period // max(1, _number(about.get("sy_updatefrequency")) or 1)) if period else None


def _entry(entry: Any, base: str | None) -> FeedEntry:
    links = entry.get("links", [])
    contents = [part for part in entry.get("content", []) if part.get("value")]
    content = max((_html(part) for part in contents), key=len, default=None)
    # Feedparser uses the content as summary where there is no other.
    summary = _html(entry.get("summary_detail") or {"value": entry.get("summary") or ""})
    return FeedEntry(
        _url(entry.get("link"), base) or _link(links, "alternate", base),
        _text(entry.get("id")),
        _plain(entry.get("title_detail"), entry.get("title")),
        tuple(dict.fromkeys(_authors(entry))),
        _moment(entry, "published") or _moment(entry, "created"),
        _moment(entry, "updated"),
        summary or None if summary != content else None,
        content or None,
        tuple(_enclosures(entry, base)),
        tuple(dict.fromkeys(term for tag in entry.get("tags", []) if (term := _text(tag.get("term"))))),
    )


def _authors(entry: Any) -> Iterator[str]:
    named = [_text(author.get("name")) for author in entry.get("authors", [])]
    yield from filter(None, named)
    if not any(named) and (author := _text(entry.get("author"))):
        yield author


def _enclosures(entry: Any, base: str | None) -> Iterator[Enclosure]:
    seen = set()
    for file in (*entry.get("enclosures", []), *entry.get("media_content", [])):
        url = _url(file.get("href") or file.get("url"), base)
        if url and url not in seen:
            seen.add(url)
            yield Enclosure(url, _text(file.get("type")), _number(file.get("length")) or _number(file.get("filesize")))


def _html(part: Any) -> str:
    """Convert a text of the feed to HTML; plain text is escaped."""
    value = str(part.get("value") or "").strip()
    is_plain = part.get("type") == "text/plain" and "<" not in value
    return f"<p>{escape(unescape(value))}</p>" if is_plain and value else value


def _plain(detail: Any, fallback: Any) -> str | None:
    """Convert a title to plain text."""
    value = str((detail or {}).get("value") or fallback or "")[:MAX_TITLE]
    if (detail or {}).get("type") != "text/plain" or "&" in value:
        value = parse_html(f"<p>{value}").text if "<" in value else unescape(value)
    return " ".join(value.split()) or None


def _moment(item: Any, name: str) -> Moment | None:
    """Read a date: keep it as the feed writes it, parsed by feedparser or else by tamis."""
    raw = _text(dict.get(item, name))  # feedparser's own `get` takes one date for another
    parsed = dict.get(item, f"{name}_parsed")
    if raw is None:
        return None
    try:
        year, month, day, hour, minute, second = parsed[:6] if parsed else (0,) * 6
        value = datetime(year, month, day, hour, minute, second, tzinfo=UTC) if parsed else read_date(raw)
    except (ValueError, OverflowError, TypeError):
        value = read_date(raw)
    return Moment(raw, value, DateSource.FEED) if value is not None else None


def _link(links: Iterable[Any], relation: str, base: str | None) -> str | None:
    urls = (link.get("href") for link in links if link.get("rel") == relation and link.get("href"))
    return _url(next(urls, None), base)


def _url(url: Any, base: str | None) -> str | None:
    text = _text(url)
    if text is None:
        return None
    try:
        return urljoin(base, text) if base else text
    except ValueError:
        return text


def _text(value: Any) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _number(value: Any) -> int | None:
    text = str(value or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None
