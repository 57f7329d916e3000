"""Sources of pages: the web, files and folders, lists of them, standard input, XML that carries pages."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli.messages import say
from tamis.errors import BadInput, NoSuchSource, TamisError
from tamis.io.fetching.source import page_of
from tamis.io.files import PAGE_SUFFIXES, bytes_in, page_files, page_in, read_page, read_source_list
from tamis.settings.extraction import Limits
from tamis.text.urls.sites import is_host_name, is_web_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    from tamis.io.fetching import Fetcher, FetchSettings, Response
    from tamis.io.fetching.site_rights import SiteRights
    from tamis.model import Page

_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class Source:
    """A page that can be loaded, and its name in messages."""

    name: str
    page: Callable[[], Page]


class Web:
    """A fetcher that is created for the first page from the web: its modules are slow to import."""

    def __init__(self, settings: FetchSettings) -> None:
        self._settings = settings
        self._fetcher: Fetcher | None = None
        self._sites: SiteRights | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._fetcher is not None:
            self._fetcher.close()

    @property
    def fetcher(self) -> Fetcher:
        """The fetcher, created on first use."""
        if self._fetcher is None:
            from tamis.io.fetching import Fetcher

            self._fetcher = Fetcher(self._settings)
        return self._fetcher

    @property
    def sites(self) -> SiteRights:
        """The rights that sites declare for all their pages, created on first use."""
        if self._sites is None:
            from tamis.io.fetching.site_rights import SiteRights

            self._sites = SiteRights(self.fetcher)
        return self._sites


@dataclass(frozen=True)
class Reader:
    """A reader of sources, with its settings."""

    web: Web
    url: str | None = None
    title: str | None = None
    from_xml: bool = False
    limits: Limits = _DEFAULT_LIMITS
    tells: bool = False
    """True to print how pages were fetched."""
    respects: bool = False
    """True to ask the sites of pages for the rights that they declare."""

    def sources(self, names: Sequence[str]) -> Iterator[Source]:
        """Yield the pages that the names refer to. Errors are raised when a page is read."""
        for name in names:
            if self.from_xml:
                yield from self._pages_in_xml(name)
            else:
                yield self.source(name)

    def source(self, name: str) -> Source:
        """Return the page that a name refers to."""
        problem = what_is_wrong_with(name)
        if problem:
            return Source(name, partial(_fail, NoSuchSource(problem)))
        if is_web_url(name):
            return Source(name, partial(self._fetched, name))
        return Source(name, partial(self._read, name))

    def _read(self, name: str) -> Page:
        if name == "-":
            return page_in(sys.stdin.buffer, "standard input", self.url, title=self.title, limits=self.limits)
        return read_page(name, self.url, title=self.title, limits=self.limits)

    def _fetched(self, url: str) -> Page:
        allows = self.web.sites.allows if self.respects else None
        response = self.web.fetcher.get_page(url, allows=allows)
        if self.tells:
            for line in how_fetched(response):
                say(f"{url}: fetch: {line}")
        page = page_of(response)
        if self.respects:
            page = self.web.sites.added_to(page)
        return replace(page, title=self.title) if self.title else page

    def _pages_in_xml(self, name: str) -> Iterator[Source]:
        """Yield the pages that an XML file carries; one source that fails if it cannot be read."""
        problem = what_is_wrong_with(name)
        if problem or is_web_url(name):
            yield Source(name, partial(_fail, NoSuchSource(problem or f"{name}: --from-xml reads files")))
            return
        try:
            from tamis.write.xml import read_pages

            pages = read_pages(_bytes(name, self.limits))
        except TamisError as error:
            yield Source(name, partial(_fail, error))
            return
        for number, page in enumerate(pages, 1):
            yield Source(page.url or f"{name}#{number}", partial(_same, page))


def how_fetched(response: Response) -> Iterator[str]:
    """Describe redirects, status and cache, in words."""
    for step in response.redirects:
        yield f"{step.status} {step.url} → {step.target}"
    if response.from_cache:
        yield "not changed since it was fetched, taken from the cache"
    else:
        yield f"status {response.status}, {len(response.body):,} bytes"


def all_names(names: Sequence[str], input_list: str | None) -> list[str]:
    """Expand the sources: the named ones, those of a list, and for folders the files of pages in them."""
    listed = [*names]
    if input_list is not None:
        listed += read_source_list(_bytes(input_list, _DEFAULT_LIMITS).decode("utf-8-sig", "surrogateescape"))
    found: list[str] = []
    for name in listed:
        if name != "-" and not is_web_url(name) and Path(name).is_dir():
            pages = page_files(name)
            if not pages:
                raise BadInput(f"{name}: no pages in this folder ({', '.join(PAGE_SUFFIXES)}, also with .gz)")
            found += map(str, pages)
        else:
            found.append(name)
    return found


def check_url(url: str | None) -> None:
    """Raise a usage error if --url is not a web URL."""
    if url and not is_web_url(url):
        raise click.UsageError(f"--url {url}: begin it with https:// or http://")


def what_is_wrong_with(name: str) -> str | None:
    """Explain why a source can be neither fetched nor read; None if it may be."""
    if is_web_url(name) or name == "-":
        return None
    if Path(name).is_dir():
        return f"{name}: is a folder; name a file in it"
    if Path(name).exists():
        return None
    scheme, colon, _ = name.partition("://")
    if colon:
        return f"{name}: tamis fetches http and https, not {scheme}"
    if is_host_name(name.partition("/")[0]):
        return f"{name}: no such file; if it is a web page, write https://{name}"
    return f"{name}: no such file, and not an http(s) URL"


def _fail(error: TamisError) -> Page:
    raise error


def _same(page: Page) -> Page:
    return page


def _bytes(name: str, limits: Limits) -> bytes:
    if name == "-":
        return bytes_in(sys.stdin.buffer, "standard input", limits)
    try:
        with Path(name).open("rb") as file:
            return bytes_in(file, name, limits)
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror}") from error
