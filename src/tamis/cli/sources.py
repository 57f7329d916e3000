"""Where pages come from: the web, files, standard input, XML that carries pages."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.api import page_from
from tamis.errors import BadInput, TamisError
from tamis.write.xml_reading import read_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.fetching import PageSource
    from tamis.model import Page


@dataclass(frozen=True)
class Source:
    """A page that can be had, and what to call it."""

    name: str
    page: Callable[[], Page]


def sources_from(
    names: Sequence[str], web: PageSource, *, url: str | None, title: str | None, from_xml: bool
) -> Iterator[Source]:
    """The pages that the names stand for. A file that is not there is wrong use if it is the only source."""
    for name in names:
        problem = _what_is_wrong_with(name)
        if problem and len(names) == 1:
            raise click.UsageError(problem)
        if problem:
            yield Source(name, partial(_fail, BadInput(problem)))
        elif from_xml:
            yield from _carried(name)
        elif _is_address(name):
            yield Source(name, partial(_fetched, web, name, title))
        else:
            yield Source(name, partial(_read, name, url, title))


def _what_is_wrong_with(name: str) -> str | None:
    if _is_address(name) or name == "-":
        return None
    if Path(name).is_dir():
        return f"{name}: is a folder; name the files in it"
    return None if Path(name).exists() else f"{name}: no such file, and not an http(s) address"


def _is_address(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def _fail(error: TamisError) -> Page:
    raise error


def _same(page: Page) -> Page:
    return page


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror}") from error


def _read(name: str, url: str | None, title: str | None) -> Page:
    return page_from(_bytes(name), url, title=title)


def _fetched(web: PageSource, url: str, title: str | None) -> Page:
    page = web.page(url)
    return replace(page, title=title) if title else page


def _carried(name: str) -> Iterator[Source]:
    """The pages that an XML file carries; one source that fails if it cannot be read."""
    try:
        pages = read_pages(_bytes(name))
    except TamisError as error:
        yield Source(name, partial(_fail, error))  # said when its turn comes, so that other sources go on
        return
    for number, page in enumerate(pages, 1):
        yield Source(page.url or f"{name}#{number}", partial(_same, page))
