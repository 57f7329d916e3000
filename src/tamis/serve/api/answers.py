"""Answers of the API: fetch the page of a request if needed, and let a worker do the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tamis.api import page_from
from tamis.errors import BadInput
from tamis.io.fetching import page_of
from tamis.io.workers.extraction import PageBytes
from tamis.serve.api.operations import MARKDOWN, operation_of
from tamis.serve.api.requests import Asked, PageInput, with_json
from tamis.text.token_counts import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tamis.io.fetching import Response
    from tamis.model import Page
    from tamis.serve.context import Context

SMALL_BODY = 1 << 16
"""Size of the largest JSON that the event loop parses itself. A larger one is parsed by the worker, which can be
killed."""


class Answer(NamedTuple):
    """The result of a worker, with its media type."""

    media_type: str
    content: bytes
    tokens: tuple[int, int] | None = None
    """Tokens of Markdown and of the page that it was made from, by tamis's estimate."""

    def to_bytes(self) -> bytes:
        """Serialize the answer in a worker: a line with type and tokens, then the content."""
        return b"%b\n%b" % (" ".join((self.media_type, *map(str, self.tokens or ()))).encode(), self.content)

    @classmethod
    def from_bytes(cls, data: bytes) -> Answer:
        """Parse what `to_bytes` wrote."""
        end = data.index(b"\n")
        media_type, *tokens = data[:end].decode().split(" ")
        return cls(media_type, data[end + 1 :], (int(tokens[0]), int(tokens[1])) if tokens else None)


@dataclass(frozen=True, slots=True)
class PageJob:
    """A job: an operation on a page that was fetched or sent."""

    asked: Asked
    page: PageBytes | Response | None = None
    """Page to work on; without it, the page is the request's own HTML."""

    def run(self) -> bytes:
        """Run the operation."""
        return _answer(self.asked, _page(self.asked.page, self.page)).to_bytes()


@dataclass(frozen=True, slots=True)
class BodyJob:
    """A job: an operation on a page inside a JSON text that is not parsed yet."""

    asked: Asked
    body: bytes

    def run(self) -> bytes:
        """Parse the JSON and run the operation."""
        asked = with_json(self.asked, self.body)
        if asked.page.html is None:
            raise BadInput("the body has no html")
        return _answer(asked, _page(asked.page, None)).to_bytes()


def _page(given: PageInput, page: PageBytes | Response | None) -> Page:
    if page is None:
        return page_from(given.html or "", given.url, title=given.title)
    if isinstance(page, PageBytes):
        return page.decoded()
    fetched = page_of(page)
    return replace(fetched, title=given.title) if given.title else fetched


def _answer(asked: Asked, page: Page) -> Answer:
    text = operation_of(asked.operation).work(page, asked.options)
    tokens = (estimate_tokens(text), estimate_tokens(page.html)) if asked.media_type == MARKDOWN else None
    return Answer(asked.media_type, text.encode("utf-8", "replace"), tokens)


def asked_for(context: Context, operation: str) -> Asked:
    """Create a request for an operation with the defaults of the service, which names no page yet."""
    return Asked(operation, PageInput(), operation_of(operation).base(context.defaults))


WARM_UP_PAGE = PageBytes(
    b"<h1>A title</h1><p>" + b"A page that loads the parser, the model and the writers. " * 9,
    "https://www.page.example/",  # three labels, so that the list of registered domains is loaded too
)


def warm_up(operation: str) -> PageJob:
    """Return a job that warms up the workers: run once before they are forked, so that they share what it loads."""
    return PageJob(Asked(operation, PageInput(), operation_of(operation).options()), WARM_UP_PAGE)


async def answer_body(context: Context, asked: Asked, body: bytes) -> Answer:
    """Answer a request in JSON."""
    if len(body) <= SMALL_BODY:
        return await answer(context, with_json(asked, body))
    return Answer.from_bytes(await context.run(BodyJob(asked, body)))


async def answer_page(context: Context, asked: Asked, body: bytes, content_type: str) -> Answer:
    """Answer a request whose body is the page, in bytes."""
    page = PageBytes(body, asked.page.url, content_type, asked.page.title)
    return Answer.from_bytes(await context.run(PageJob(asked, page)))


async def answer_as(context: Context, operation: str, options: object, page: PageBytes) -> Answer:
    """Answer an operation with these options on a page that is there already."""
    return Answer.from_bytes(await context.run(PageJob(Asked(operation, PageInput(), options), page)))


async def _tell_nobody(_step: str) -> None:
    pass


async def answer(context: Context, asked: Asked, tell: Callable[[str], Awaitable[None]] = _tell_nobody) -> Answer:
    """Answer a parsed request. Raises `TamisError` for whatever goes wrong. `tell` is called before each step."""
    given = asked.page
    if given.html is not None:
        await tell("reading the page")
        return Answer.from_bytes(await context.run(PageJob(asked)))
    if not given.url:
        raise BadInput("name a page: html, or url")
    await tell("fetching the page")
    page = await context.fetch_page(
        given.url, timeout=given.timeout, fresh=given.no_cache, site_markdown=given.site_markdown
    )
    await tell("reading the page")
    return Answer.from_bytes(await context.run(PageJob(asked, page)))
