"""OPDS catalogs of the library and of editions, for e-readers: OPDS 1.2 (Atom) and OPDS 2.0 (JSON).

https://specs.opds.io/opds-1.2 and https://drafts.opds.io/opds-2.0. A catalog is a tree: navigation feeds lead to
acquisition feeds, whose entries are stories and editions as EPUB, with covers. Search is by OpenSearch 1.1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from tamis.news.digest import since_day, today
from tamis.serve.pages.library import LIST, PICKED
from tamis.serve.pages.shell import root_of, whole_number
from tamis.serve.pages.story import PICTURES
from tamis.text.urls.safety import safe_link
from tamis.write.xml_elements import DECLARATION, element, empty, line, start, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library, Record
    from tamis.serve.pages.shell import Shell

A_PAGE = 50
MAX_QUERY = 500
ATOM, JSON = "/opds", "/opds2"
"""Paths of the two catalogs."""
ATOM_TYPE = "application/atom+xml;profile=opds-catalog"
JSON_TYPE = "application/opds+json"
SEARCH_TYPE = "application/opensearchdescription+xml"
EPUB_TYPE = "application/epub+zip"
ACQUISITION = "http://opds-spec.org/acquisition/open-access"
IMAGE, THUMBNAIL = "http://opds-spec.org/image", "http://opds-spec.org/image/thumbnail"
NAVIGATION_KIND, ACQUISITION_KIND = "navigation", "acquisition"
NAMESPACES = {
    "xmlns": "http://www.w3.org/2005/Atom",
    "xmlns:dc": "http://purl.org/dc/terms/",
    "xmlns:opds": "http://opds-spec.org/2010/catalog",
    "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
}
VIEWS = {
    LIST: ("My list", "Stories that are not archived, the latest first"),
    f"is:unread {LIST}": ("Unread", "Stories that you have not read"),
    "is:starred": ("Starred", "Stories with a star"),
    "is:archived": ("Archive", "Stories that are done with"),
}
"""Searches of the first page, each with its title and what it is."""
EDITIONS = {
    "yesterday": ("The day's edition", "Stories since yesterday, by section and with summaries"),
    "7d": ("The week's edition", "Stories of the last seven days, by section and with summaries"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a feed: another feed, or an EPUB."""

    key: str
    title: str
    path: str
    """Path of the feed or the EPUB."""
    about: str = ""
    updated: str = ""
    kind: str = ""
    """Kind of the feed; empty for an EPUB."""
    authors: tuple[str, ...] = ()
    language: str | None = None
    issued: str | None = None
    publisher: str | None = None
    source: str | None = None
    """URL of the page that the story was read from."""
    tags: tuple[str, ...] = ()
    cover: tuple[str, str] | None = None
    """Path and media type of a picture."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """A feed of a catalog."""

    title: str
    path: str
    """Path of the feed without that of the catalog, with its query."""
    kind: str
    entries: tuple[Entry, ...]
    following: str | None = None
    """Path of the next page."""
    previous: str | None = None
    total: int | None = None


def catalog_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the catalogs."""
    found: list[BaseRoute] = []
    for prefix in (ATOM, JSON):
        catalogs = Catalogs(shell, prefix)
        found += [
            Route(prefix, catalogs.start),
            Route(f"{prefix}/stories", catalogs.stories),
            Route(f"{prefix}/tags", catalogs.tags),
            Route(f"{prefix}/editions", catalogs.editions),
        ]
    return [*found, Route(f"{ATOM}/search.xml", search_description)]


class Catalogs:
    """The handlers of one catalog."""

    def __init__(self, shell: Shell, prefix: str) -> None:
        self._shell = shell
        self._prefix = prefix

    async def start(self, request: Request) -> Response:
        """Send the first page of the catalog."""
        entries = await self._shell.look_up(request, _first_page, _views())
        return self._answer(request, Catalog("tamis", "", NAVIGATION_KIND, entries))

    async def stories(self, request: Request) -> Response:
        """Send the stories that match a search."""
        query = request.query_params.get("q", "").strip()[:MAX_QUERY]
        at = max(1, whole_number(request.query_params.get("at", ""), 1))
        title = request.query_params.get("title", "")[:MAX_QUERY]
        empty_one = Catalog(title or "Library", "/stories", ACQUISITION_KIND, ())
        return self._answer(
            request, await self._shell.look_up(request, lambda library: _stories(library, query, at, title), empty_one)
        )

    async def tags(self, request: Request) -> Response:
        """Send the tags."""
        none: tuple[Entry, ...] = ()
        return self._answer(
            request, Catalog("Tags", "/tags", NAVIGATION_KIND, await self._shell.look_up(request, _tags, none))
        )

    async def editions(self, request: Request) -> Response:
        """Send the editions that have stories."""
        none: tuple[Entry, ...] = ()
        return self._answer(
            request,
            Catalog("Editions", "/editions", ACQUISITION_KIND, await self._shell.look_up(request, _editions, none)),
        )

    def _answer(self, request: Request, catalog: Catalog) -> Response:
        base = f"{request.url.scheme}://{request.url.netloc}"
        if self._prefix == JSON:
            body = json.dumps(_json(catalog, root_of(request), base), ensure_ascii=False)
            return Response(body.encode("utf-8", "replace"), media_type=JSON_TYPE)
        body = "".join(_atom(catalog, root_of(request)))
        return Response(body.encode("utf-8", "replace"), media_type=f"{ATOM_TYPE};kind={catalog.kind}")


async def search_description(request: Request) -> Response:
    """Send the description of the search, by OpenSearch 1.1."""
    root = f"{request.url.scheme}://{request.url.netloc}{root_of(request)}"
    template = f"{root}{ATOM}/stories?q={{searchTerms}}"
    body = DECLARATION + element(
        "OpenSearchDescription",
        element("ShortName", "tamis")
        + element("Description", "Search the texts of the library")
        + element("InputEncoding", "UTF-8")
        + element("OutputEncoding", "UTF-8")
        + empty("Url", type=f"{ATOM_TYPE};kind={ACQUISITION_KIND}", template=template),
        xmlns="http://a9.com/-/spec/opensearch/1.1/",
    )
    return Response(body.encode(), media_type=SEARCH_TYPE)


def _views() -> tuple[Entry, ...]:
    return tuple(
        Entry(f"view:{query}", title, f"/stories?{urlencode({'q': query})}", about, kind=ACQUISITION_KIND)
        for query, (title, about) in VIEWS.items()
    )


def _first_page(library: Library) -> tuple[Entry, ...]:
    searches = tuple(
        Entry(
            f"search:{name}", name, f"/stories?{urlencode({'q': query, 'title': name})}", query, kind=ACQUISITION_KIND
        )
        for name, query in library.saved_searches().items()
    )
    return (
        *_views(),
        Entry("editions", "Editions", "/editions", "Stories of a time as one book", kind=ACQUISITION_KIND),
        Entry("tags", "Tags", "/tags", "Stories by tag", kind=NAVIGATION_KIND),
        *searches,
    )


def _stories(library: Library, query: str, at: int, title: str) -> Catalog:
    """List a page of the stories that match; a link without a text is none."""
    offset = (at - 1) * A_PAGE
    wanted = f"{query} is:unlink".strip()
    total = None
    if query and not query.startswith(("is:", "tag:")):
        results = library.search(wanted, limit=A_PAGE + 1, offset=offset)
        records, total = [found.record for found in results], results.total
    else:
        records = library.newest(wanted, limit=A_PAGE + 1, offset=offset)

    def page(number: int) -> str:
        values = {"q": query, "title": title, "at": number if number > 1 else ""}
        asked = urlencode({name: value for name, value in values.items() if value})
        return f"/stories?{asked}" if asked else "/stories"

    return Catalog(
        title or VIEWS.get(query, (query or "Library",))[0],
        page(at),
        ACQUISITION_KIND,
        tuple(_story(library, record) for record in records[:A_PAGE]),
        page(at + 1) if len(records) > A_PAGE else None,
        page(at - 1) if at > 1 else None,
        total,
    )


def _story(library: Library, record: Record) -> Entry:
    cover = library.cover(record.id)
    return Entry(
        f"story:{record.id}",
        record.title or record.url or "Untitled",
        f"/edition?article={record.id}&format=epub",
        record.excerpt,
        record.changed,
        authors=record.authors,
        language=record.language,
        issued=record.published,
        publisher=record.site_name or record.host or None,
        source=safe_link(record.url),
        tags=record.tags,
        cover=(f"{PICTURES}/{cover[0]}", cover[1]) if cover else None,
    )


def _tags(library: Library) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            f"tag:{tag}",
            tag,
            "/stories?" + urlencode({"q": f'tag:"{tag}"', "title": tag}),
            f"{count} {'story' if count == 1 else 'stories'}",
            kind=ACQUISITION_KIND,
        )
        for tag, count in library.tags().items()
    )


def _editions(library: Library) -> tuple[Entry, ...]:
    last = next(iter(library.newest("is:unlink", limit=1)), None)
    found = []
    for since, (title, about) in EDITIONS.items():
        day = since_day(since, today()).isoformat()
        if last is not None and (last.added >= day or library.newest(f"is:unlink after:{day}", limit=1)):
            path = f"/edition?{urlencode({'since': since, 'format': 'epub'})}"
            found.append(Entry(f"edition:{since}:{today().isoformat()}", title, path, about, last.added))
    picked = library.newest(f"{PICKED} is:unlink", limit=1)
    if picked:
        path = "/edition?picked=1&format=epub"
        about = "Stories that you picked"
        found.append(Entry("edition:picked", "My edition", path, about, picked[0].picked or picked[0].changed))
    return tuple(found)


# OPDS 1.2


def _atom(catalog: Catalog, root: str) -> Iterator[str]:
    own = f"{root}{ATOM}"
    yield DECLARATION
    yield start("feed", **NAMESPACES) + "\n"
    yield element("id", line(f"urn:tamis:opds:{catalog.path or '/'}")) + "\n"
    yield element("title", line(catalog.title)) + "\n"
    yield element("updated", _moment(max((entry.updated for entry in catalog.entries), default=""))) + "\n"
    yield element("author", element("name", "tamis")) + "\n"
    yield _link("self", f"{own}{catalog.path}", catalog.kind)
    yield _link("start", own, NAVIGATION_KIND)
    if catalog.path:
        yield _link("up", own, NAVIGATION_KIND)
    yield empty("link", rel="search", type=SEARCH_TYPE, href=f"{own}/search.xml") + "\n"
    for rel, path in (("next", catalog.following), ("previous", catalog.previous)):
        if path is not None:
            yield _link(rel, f"{own}{path}", catalog.kind)
    if catalog.total is not None:
        yield element("opensearch:totalResults", str(catalog.total)) + "\n"
        yield element("opensearch:itemsPerPage", str(A_PAGE)) + "\n"
    for entry in catalog.entries:
        yield from _atom_entry(entry, root)
    yield "</feed>\n"


def _atom_entry(entry: Entry, root: str) -> Iterator[str]:
    yield "<entry>\n"
    yield element("id", line(f"urn:tamis:opds:{entry.key}")) + "\n"
    yield element("title", line(entry.title)) + "\n"
    yield element("updated", _moment(entry.updated)) + "\n"
    yield from (element("author", element("name", line(author))) + "\n" for author in entry.authors if author.strip())
    for name, value in (
        ("dc:language", entry.language),
        ("dc:issued", entry.issued),
        ("dc:publisher", entry.publisher),
        ("dc:source", entry.source),
    ):
        if value:
            yield element(name, line(value)) + "\n"
    yield from (empty("category", term=tag, label=tag) + "\n" for tag in entry.tags)
    if entry.kind:
        yield element("content", text(entry.about), type="text") + "\n"
        yield _link("subsection", f"{root}{ATOM}{entry.path}", entry.kind)
    else:
        yield element("summary", text(entry.about), type="text") + "\n" if entry.about else ""
        yield empty("link", rel=ACQUISITION, type=EPUB_TYPE, href=f"{root}{entry.path}") + "\n"
        if entry.source:
            yield empty("link", rel="alternate", type="text/html", href=entry.source) + "\n"
    if entry.cover:
        path, media_type = entry.cover
        yield empty("link", rel=IMAGE, type=media_type, href=f"{root}{path}") + "\n"
        yield empty("link", rel=THUMBNAIL, type=media_type, href=f"{root}{path}") + "\n"
    yield "</entry>\n"


def _link(rel: str, href: str, kind: str) -> str:
    return empty("link", rel=rel, type=f"{ATOM_TYPE};kind={kind}", href=href) + "\n"


def _moment(written: str) -> str:
    """Return a time of the library as Atom wants it; without one, the beginning of 1970."""
    moment = datetime.fromisoformat(written) if written else datetime(1970, 1, 1, tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# OPDS 2.0


def _json(catalog: Catalog, root: str, base: str) -> dict[str, Any]:
    own = f"{root}{JSON}"
    links = [_json_link("self", f"{own}{catalog.path}"), _json_link("start", own)]
    links += [
        _json_link(rel, f"{own}{path}")
        for rel, path in (("next", catalog.following), ("previous", catalog.previous))
        if path is not None
    ]
    search = _json_link("search", f"{base}{own}/stories{{?q}}") | {"templated": True}
    about: dict[str, Any] = {"title": catalog.title}
    if catalog.total is not None:
        about |= {"numberOfItems": catalog.total, "itemsPerPage": A_PAGE}
    values: dict[str, Any] = {"metadata": about, "links": [*links, search]}
    if catalog.kind == NAVIGATION_KIND:
        items = [{"title": entry.title} | _json_link("subsection", f"{own}{entry.path}") for entry in catalog.entries]
        return values | {"navigation": items}
    return values | {"publications": [_publication(entry, root) for entry in catalog.entries]}


def _json_link(rel: str, href: str) -> dict[str, Any]:
    return {"rel": rel, "href": href, "type": JSON_TYPE}


def _publication(entry: Entry, root: str) -> dict[str, Any]:
    about: Mapping[str, Any] = {
        "@type": "http://schema.org/Article",
        "identifier": f"urn:tamis:opds:{entry.key}",
        "title": entry.title,
        "author": [{"name": author} for author in entry.authors],
        "publisher": entry.publisher,
        "language": entry.language,
        "published": entry.issued,
        "modified": _moment(entry.updated),
        "description": entry.about,
        "subject": list(entry.tags),
    }
    images = [{"href": f"{root}{entry.cover[0]}", "type": entry.cover[1]}] if entry.cover else []
    return {
        "metadata": {name: value for name, value in about.items() if value},
        "links": [{"rel": ACQUISITION, "href": f"{root}{entry.path}", "type": EPUB_TYPE}],
        "images": images,
    }
