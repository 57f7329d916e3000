"""Feeds as text: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. The same feed gives the same text at any time.

The texts of entries are HTML that tamis wrote itself (`tamis.news.feed_making`); everything is escaped, so that XML
has no CDATA and no markup of a page.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime
from email.utils import format_datetime
from html import escape, unescape
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadSettings
from tamis.news.feeds import Feed, FeedEntry, FeedFormat
from tamis.write.xml_elements import DECLARATION, element, empty, start, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.model import Moment

GENERATOR = "tamis"
NAMESPACE = "urn:tamis:feed:1"
"""Namespace of the pages that were read and have no article."""
UNDATED = datetime(1970, 1, 1, tzinfo=UTC)
"""Date of a feed without dates, which Atom requires."""
_HTML_LIKE = re.compile(r"<|&#?\w{1,40};")
_MARKUP = re.compile(r"<[^<>]{1,1000}>")
_PASSED = re.compile(rb"<tamis:passed>([^<]{1,8000})</tamis:passed>")


class WrittenFormat(NamedTuple):
    """A format that feeds are written in."""

    write: Callable[[Feed, Sequence[str]], str]
    media_type: str
    suffixes: tuple[str, ...]
    """Ends of file names; the first one is used for URLs."""


def write_feed(feed: Feed, form: FeedFormat = FeedFormat.RSS, *, passed: Sequence[str] = ()) -> str:
    """Write a feed. `passed` are pages that were read and have no article, so that `passed_pages` finds them."""
    return FORMATS[form].write(feed, passed)


def format_of(name: str) -> FeedFormat:
    """Return the format for the end of a file name. Raises `BadSettings` for others."""
    lower = name.lower()
    for form, about in FORMATS.items():
        if lower.endswith(about.suffixes):
            return form
    known = ", ".join(suffix for about in FORMATS.values() for suffix in about.suffixes)
    raise BadSettings(f"{name}: the name of a feed must end with one of {known}")


def passed_pages(data: bytes) -> tuple[str, ...]:
    """Read from a feed that tamis wrote which pages were read and have no article."""
    if data.lstrip()[:1] != b"{":
        return tuple(unescape(written.decode("utf-8", "replace")) for written in _PASSED.findall(data))
    try:
        own = json.loads(data).get("_tamis")
    except (ValueError, AttributeError, RecursionError):
        return ()
    passed = own.get("passed") if isinstance(own, dict) else None
    return tuple(url for url in passed if isinstance(url, str)) if isinstance(passed, list) else ()


def instant(moment: Moment | None) -> datetime | None:
    """Return a date as a point in time, without fractions of a second: a day begins at midnight UTC."""
    if moment is None:
        return None
    value: date = moment.value
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    try:
        return aware.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        return None


def newest(feed: Feed) -> datetime | None:
    """Return the last date of an entry."""
    moments = (moment for entry in feed.entries for moment in (entry.published, entry.updated))
    return max((date for moment in moments if (date := instant(moment))), default=None)


# RSS 2.0, https://www.rssboard.org/rss-specification


def _rss(feed: Feed, passed: Sequence[str]) -> str:
    spaces = {
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/",
        "xmlns:tamis": NAMESPACE if passed else None,
    }
    updated = newest(feed)
    title = feed.title or feed.home_url or "Feed"
    parts = [
        f"{DECLARATION}{start('rss', version='2.0', **spaces)}\n<channel>\n",
        _tag("title", _rss_title(title)) + _tag("link", feed.home_url or feed.url or ""),
        _tag("description", feed.description or title),
        _link("self", "application/rss+xml", feed.url, name="atom:link"),
        _tag("language", feed.language),
        _tag("lastBuildDate", _rfc822(updated)),
        _tag("generator", GENERATOR),
        *(_tag("tamis:passed", url) for url in passed),
        *(part for entry in feed.entries for part in _rss_item(entry)),
        "</channel>\n</rss>\n",
    ]
    return "".join(parts)


def _rss_item(entry: FeedEntry) -> Iterator[str]:
    yield "<item>\n"
    yield _tag("title", _rss_title(entry.title)) + _tag("link", entry.url)
    if entry.key:
        permanent = "true" if entry.key == entry.url else "false"
        yield _tag("guid", entry.key, isPermaLink=permanent)
    yield _tag("pubDate", _rfc822(instant(entry.published) or instant(entry.updated)))
    yield _tag("atom:updated", _rfc3339(instant(entry.updated)))
    yield from (_tag("dc:creator", author) for author in entry.authors)
    yield from (_tag("category", tag) for tag in entry.tags)
    yield _tag("description", entry.summary) + _tag("content:encoded", entry.content)
    yield "</item>\n"


def _rss_title(title: str | None) -> str:
    """Return a title that reads the same as text and as HTML, because RSS does not say which it is."""
    return escape(title, quote=False) if title and _HTML_LIKE.search(title) else title or ""


def _rfc822(moment: datetime | None) -> str | None:
    return format_datetime(moment) if moment is not None else None


# Atom, RFC 4287


def _atom(feed: Feed, passed: Sequence[str]) -> str:
    title = feed.title or feed.home_url or "Feed"
    own = {"xmlns:tamis": NAMESPACE if passed else None, "xml:lang": feed.language or None}
    parts = [
        f"{DECLARATION}{start('feed', xmlns='http://www.w3.org/2005/Atom', **own)}\n",
        _tag("id", feed.url or feed.home_url or "urn:tamis:feed") + _atom_title(title),
        _tag("subtitle", feed.description),
        _tag("updated", _rfc3339(newest(feed) or UNDATED)),
        _link("self", "application/atom+xml", feed.url),
        _link("alternate", "text/html", feed.home_url),
        _atom_author(title),
        _tag("generator", GENERATOR),
        *(_tag("tamis:passed", url) for url in passed),
        *(part for entry in feed.entries for part in _atom_entry(entry)),
        "</feed>\n",
    ]
    return "".join(parts)


def _atom_entry(entry: FeedEntry) -> Iterator[str]:
    published = instant(entry.published)
    yield f"<entry>\n{_tag('id', entry.key or '')}{_atom_title(entry.title or '')}"
    yield _link("alternate", "text/html", entry.url)
    yield _tag("published", _rfc3339(published))
    yield _tag("updated", _rfc3339(instant(entry.updated) or published or UNDATED))
    yield from map(_atom_author, entry.authors)
    yield from (empty("category", term=tag) + "\n" for tag in entry.tags)
    yield _tag("summary", entry.summary, type="html") + _tag("content", entry.content, type="html")
    yield "</entry>\n"


def _atom_title(title: str) -> str:
    return element("title", text(escape(title, quote=False)), type="html") + "\n"


def _atom_author(name: str) -> str:
    return f"<author>\n{_tag('name', name)}</author>\n"


def _rfc3339(moment: datetime | None) -> str | None:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20) if moment is not None else None


# JSON Feed, https://www.jsonfeed.org/version/1.1/


def _json(feed: Feed, passed: Sequence[str]) -> str:
    values = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title or feed.home_url or "Feed",
        "home_page_url": feed.home_url,
        "feed_url": feed.url,
        "description": feed.description,
        "language": feed.language,
        "_tamis": {"passed": list(passed)} if passed else None,
        "items": [_json_item(entry) for entry in feed.entries],
    }
    return json.dumps(_known(values), ensure_ascii=False, indent=1) + "\n"


def _json_item(entry: FeedEntry) -> dict[str, Any]:
    content = {"content_html": entry.content or entry.summary or ""}
    values = {
        "id": entry.key or "",
        "url": entry.url,
        "title": entry.title,
        "summary": _plain(entry.summary) if entry.content and entry.summary else None,
        "date_published": _rfc3339(instant(entry.published)),
        "date_modified": _rfc3339(instant(entry.updated)),
        "authors": [{"name": author} for author in entry.authors],
        "tags": list(entry.tags),
    }
    return {"id": values["id"], **content, **_known(values)}


def _plain(html: str) -> str:
    """Return the text of a summary, which JSON Feed wants without markup."""
    return " ".join(unescape(_MARKUP.sub(" ", html)).split())


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value or name == "items"}


def _tag(name: str, content: str | None, /, **attributes: str) -> str:
    """Write an element in a line of its own; nothing if it has no content."""
    return element(name, text(content), **attributes) + "\n" if content else ""


def _link(relation: str, media_type: str, url: str | None, name: str = "link") -> str:
    return empty(name, rel=relation, type=media_type, href=url) + "\n" if url else ""


FORMATS = {
    FeedFormat.RSS: WrittenFormat(_rss, "application/rss+xml", (".xml", ".rss")),
    FeedFormat.ATOM: WrittenFormat(_atom, "application/atom+xml", (".atom",)),
    FeedFormat.JSON: WrittenFormat(_json, "application/feed+json", (".json",)),
}
"""Formats that feeds are written in."""
