"""From a request to its answer: fetch the page if needed, and let a worker do the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tamis.api import page_from
from tamis.errors import BadInput
from tamis.io.fetching import page_of
from tamis.io.workers.extraction import PageBytes
from tamis.serve.api.operations import operation_of
from tamis.serve.api.requests import Asked, PageInput, with_json

if TYPE_CHECKING:
    from tamis.io.fetching import Response
    from tamis.model import Page
    from tamis.serve.context import Context

SMALL_BODY = 1 << 16
"""Bytes of JSON that the event loop reads itself. A larger one is read by the worker, which can be killed."""


class Answer(NamedTuple):
    """What a worker made."""

    media_type: str
    content: bytes

    def to_bytes(self) -> bytes:
        """As a worker sends it: the type, then the content."""
        return b"%b\n%b" % (self.media_type.encode(), self.content)

    @classmethod
    def from_bytes(cls, data: bytes) -> Answer:
        """What `to_bytes` wrote."""
        end = data.index(b"\n")
        return cls(data[:end].decode(), data[end + 1 :])


@dataclass(frozen=True, slots=True)
class PageJob:
    """An operation on a page that was fetched or sent."""

    asked: Asked
    page: PageBytes | Response | None = None
    """Without it, the page is the request's own HTML."""

    def run(self) -> bytes:
        """Do it."""
        return _answer(self.asked, _page(self.asked.page, self.page)).to_bytes()


@dataclass(frozen=True, slots=True)
class BodyJob:
    """An operation on a page within a JSON text that nobody has read yet."""

    asked: Asked
    body: bytes

    def run(self) -> bytes:
        """Do it."""
        asked = with_json(self.asked, self.body)
        if asked.page.html is None:
            raise BadInput("the body has no html")
        return _answer(asked, _page(asked.page, None)).to_bytes()


def _page(given: PageInput, page: PageBytes | Response | None) -> Page:
    if page is None:
        return page_from(given.html or "", given.url, title=given.title)
    if isinstance(page, PageBytes):
        return page_from(page.body, page.url, title=page.title, content_type=page.content_type)
    fetched = page_of(page)
    return replace(fetched, title=given.title) if given.title else fetched


def _answer(asked: Asked, page: Page) -> Answer:
    text = operation_of(asked.operation).work(page, asked.options)
    return Answer(asked.media_type, text.encode("utf-8", "replace"))


def asked_for(context: Context, operation: str) -> Asked:
    """A request for an operation that names nothing yet: the defaults of the service."""
    return Asked(operation, PageInput(), operation_of(operation).base(context.defaults))


WARM_UP_PAGE = PageBytes(
    b"<h1>A title</h1><p>" + b"A page that loads the parser, the model and the writers. " * 9,
    "https://www.page.example/",  # three names, so that the list of registered domains is loaded too
)


def warm_up(operation: str) -> PageJob:
    """A job that warms up the workers: run once before they are forked, so that they share what it loads."""
    return PageJob(Asked(operation, PageInput(), operation_of(operation).options()), WARM_UP_PAGE)


async def answer_body(context: Context, asked: Asked, body: bytes) -> Answer:
    """The answer to a JSON text."""
    if len(body) <= SMALL_BODY:
        return await answer(context, with_json(asked, body))
    return Answer.from_bytes(await context.run(BodyJob(asked, body)))


async def answer_page(context: Context, asked: Asked, body: bytes, content_type: str) -> Answer:
    """The answer to a page as a client has it, in bytes."""
    page = PageBytes(body, asked.page.url, content_type, asked.page.title)
    return Answer.from_bytes(await context.run(PageJob(asked, page)))


async def answer(context: Context, asked: Asked) -> Answer:
    """The answer to a request that was read. Raises `TamisError` for whatever goes wrong."""
    given = asked.page
    if given.html is not None:
        return Answer.from_bytes(await context.run(PageJob(asked)))
    if not given.url:
        raise BadInput("name a page: html, or url")
    page = await context.fetch(given.url, timeout=given.timeout, fresh=given.no_cache)
    return Answer.from_bytes(await context.run(PageJob(asked, page)))
