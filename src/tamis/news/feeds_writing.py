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
from tamis.text.characters import printable

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
        return tuple(unescape(found.decode("utf-8", "replace")) for found in _PASSED.findall(data))
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
    return max((found for moment in moments if (found := instant(moment))), default=None)


# RSS 2.0, https://www.rssboard.org/rss-specification


def _rss(feed: Feed, passed: Sequence[str]) -> str:
    spaces = (
        ("atom", "http://www.w3.org/2005/Atom"),
        ("content", "http://purl.org/rss/1.0/modules/content/"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
        *((("tamis", NAMESPACE),) if passed else ()),
    )
    updated = newest(feed)
    title = feed.title or feed.home_url or "Feed"
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"',
        *(f' xmlns:{prefix}="{url}"' for prefix, url in spaces),
        f">\n<channel>\n{_tag('title', _rss_title(title))}{_tag('link', feed.home_url or feed.url or '')}",
        _tag("description", feed.description or title),
        f'<atom:link rel="self" type="application/rss+xml" href="{_escaped(feed.url)}"/>\n' if feed.url else "",
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
        yield f'<guid isPermaLink="{permanent}">{_escaped(entry.key)}</guid>\n'
    yield _tag("pubDate", _rfc822(instant(entry.published) or instant(entry.updated)))
    yield _tag("atom:updated", _rfc3339(instant(entry.updated)))
    yield from (_tag("dc:creator", author) for author in entry.authors)
    yield from (_tag("category", tag) for tag in entry.tags)
    yield _tag("description", entry.summary) + _tag("content:encoded", entry.content)
    yield "</item>\n"


def _rss_title(text: str | None) -> str:
    """Return a title that reads the same as text and as HTML, because RSS does not say which it is."""
    return escape(text or "", quote=False) if text and _HTML_LIKE.search(text) else text or ""


def _rfc822(moment: datetime | None) -> str | None:
    return format_datetime(moment) if moment is not None else None


# Atom, RFC 4287


def _atom(feed: Feed, passed: Sequence[str]) -> str:
    title = feed.title or feed.home_url or "Feed"
    language = f' xml:lang="{_escaped(feed.language)}"' if feed.language else ""
    own = f' xmlns:tamis="{NAMESPACE}"' if passed else ""
    parts = [
        f'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"{own}{language}>\n',
        _tag("id", feed.url or feed.home_url or "urn:tamis:feed") + _atom_title(title),
        _tag("subtitle", feed.description),
        _tag("updated", _rfc3339(newest(feed) or UNDATED)),
        f'<link rel="self" type="application/atom+xml" href="{_escaped(feed.url)}"/>\n' if feed.url else "",
        f'<link rel="alternate" type="text/html" href="{_escaped(feed.home_url)}"/>\n' if feed.home_url else "",
        f"<author>\n{_tag('name', title)}</author>\n",
        _tag("generator", GENERATOR),
        *(_tag("tamis:passed", url) for url in passed),
        *(part for entry in feed.entries for part in _atom_entry(entry)),
        "</feed>\n",
    ]
    return "".join(parts)


def _atom_entry(entry: FeedEntry) -> Iterator[str]:
    published = instant(entry.published)
    yield f"<entry>\n{_tag('id', entry.key or '')}{_atom_title(entry.title or '')}"
    yield f'<link rel="alternate" type="text/html" href="{_escaped(entry.url)}"/>\n' if entry.url else ""
    yield _tag("published", _rfc3339(published))
    yield _tag("updated", _rfc3339(instant(entry.updated) or published or UNDATED))
    yield from (f"<author>\n{_tag('name', author)}</author>\n" for author in entry.authors)
    yield from (f'<category term="{_escaped(tag)}"/>\n' for tag in entry.tags)
    yield f'<summary type="html">{_escaped(entry.summary)}</summary>\n' if entry.summary else ""
    yield f'<content type="html">{_escaped(entry.content)}</content>\n' if entry.content else ""
    yield "</entry>\n"


def _atom_title(text: str) -> str:
    return f'<title type="html">{_escaped(escape(text, quote=False))}</title>\n'


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
    text = {"content_html": entry.content or entry.summary or ""}
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
    return {"id": values["id"], **text, **_known(values)}


def _plain(html: str) -> str:
    """Return the text of a summary, which JSON Feed wants without markup."""
    return " ".join(unescape(_MARKUP.sub(" ", html)).split())


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value or name == "items"}


def _tag(name: str, text: str | None) -> str:
    return f"<{name}>{_escaped(text)}</{name}>\n" if text else ""


def _escaped(text: str | None) -> str:
    return escape(printable(text or ""))


FORMATS = {
    FeedFormat.RSS: WrittenFormat(_rss, "application/rss+xml", (".xml", ".rss")),
    FeedFormat.ATOM: WrittenFormat(_atom, "application/atom+xml", (".atom",)),
    FeedFormat.JSON: WrittenFormat(_json, "application/feed+json", (".json",)),
}
"""Formats that feeds are written in."""
