"""Where pages come from: the web, files, standard input, XML that carries pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.api import page_from
from tamis.write.xml_reading import read_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.fetch import PageSource
    from tamis.model import Page


@dataclass(frozen=True)
class Source:
    """A page that can be had, and what to call it."""

    name: str
    page: Callable[[], Page]


def sources_from(
    names: Sequence[str], web: PageSource, *, url: str | None, title: str | None, from_xml: bool
) -> Iterator[Source]:
    """The pages that the names stand for. Files are looked for before anything is done."""
    for name in names:
        if not _is_address(name) and name != "-" and not Path(name).is_file():
            raise click.UsageError(f"{name}: no such file, and not an http(s) address")
    for name in names:
        if from_xml:
            yield from _carried(name)
        elif _is_address(name):
            yield Source(name, lambda name=name: _fetched(web, name, title))  # type: ignore[misc]
        else:
            yield Source(name, lambda name=name: page_from(_bytes(name), url, title=title))  # type: ignore[misc]


def _is_address(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def _bytes(name: str) -> bytes:
    return click.get_binary_stream("stdin").read() if name == "-" else Path(name).read_bytes()


def _fetched(web: PageSource, url: str, title: str | None) -> Page:
    page = web.page(url)
    return replace(page, title=title) if title else page


def _carried(name: str) -> Iterator[Source]:
    """The pages that an XML file carries; one source that fails if it cannot be read."""

    def failing() -> Page:
        raise problem

    try:
        pages = read_pages(_bytes(name))
    except Exception as error:  # noqa: BLE001 (raised again when the source is used, so that other sources go on)
        problem = error
        yield Source(name, failing)
        return
    for number, page in enumerate(pages, 1):
        yield Source(page.url or f"{name}#{number}", lambda page=page: page)  # type: ignore[misc]
