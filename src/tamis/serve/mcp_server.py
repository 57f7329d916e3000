"""Model Context Protocol: tools for language models over standard input and output, `tamis mcp`.

The tools are the operations of the API, and the library. They share the guards and the workers of the service; the
workers start with the first call, so that a client that only lists the tools is answered at once. Whatever goes wrong
is a tool error with its code and its reason.

Lines that are no messages are dropped by the server of the SDK: broken JSON, a lone surrogate (`\\ud800`), a request
without a method. Here they are answered with an error, as JSON-RPC 2.0 says, so that no client waits for ever.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal, ParamSpec

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, ToolAnnotations
from pydantic import Field, ValidationError

from tamis._version import __version__
from tamis.errors import BadInput, NoSuchSource, TamisError
from tamis.model import Article
from tamis.serve.api.answers import answer, asked_for, warm_up
from tamis.serve.api.requests import with_object
from tamis.serve.context import Context
from tamis.write.changes import diff
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from anyio.abc import ObjectSendStream
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp_types import RequestId

    from tamis.library import Library
    from tamis.settings.file import SettingsFile
    from tamis.settings.serve import ServeSettings


Arguments = ParamSpec("Arguments")

INSTRUCTIONS = (
    "Reads web pages: the article without menus, advertisements and other clutter. Prefer it to raw HTML. "
    "Give the URL of a page, or its HTML."
)
MOST_FOUND = 50
"""Maximum number of articles of the library that one search returns."""

Url = Annotated[str, Field(description="URL of the page, with http:// or https://.")]
Html = Annotated[str, Field(description="The page as HTML, if you have it; then nothing is fetched.")]
MaxTokens = Annotated[
    int | None,
    Field(description="Most tokens of the Markdown; it says what is left out, and how to get it.", ge=1),
]
SectionNumber = Annotated[int | None, Field(description="Number of a section, from format=outline.", ge=0)]
Offset = Annotated[int | None, Field(description="Character of the Markdown to go on from.", ge=0)]
SavedId = Annotated[int | None, Field(description="Number of a saved article, from search_library.", ge=1)]
Query = Annotated[str, Field(description="A question or words: only the passages that answer it, with their sections.")]
Form = Annotated[Literal["markdown", "outline", "text", "json"], Field(description="Format of the article.")]


def make_server(settings: ServeSettings | None = None, defaults: SettingsFile | None = None) -> MCPServer[None]:
    """Create the server with its tools."""
    context = Context(settings, defaults, warm_up=warm_up("extract"), is_lazy=True)

    @asynccontextmanager
    async def lifespan(_server: MCPServer[None]) -> AsyncIterator[None]:
        async with context:
            yield

    server = AnsweringServer(
        "tamis", version=__version__, instructions=INSTRUCTIONS, lifespan=lifespan, log_level="WARNING"
    )
    for function, is_of_web in _tools(context):
        notes = ToolAnnotations(read_only_hint=True, open_world_hint=is_of_web)
        server.tool(annotations=notes, structured_output=False)(_with_tool_errors(function))
    return server


def _tools(context: Context) -> list[tuple[Callable[..., Awaitable[str]], bool]]:
    """List the tools, and for each whether it fetches from the web."""

    async def operate(operation: str, **values: Any) -> str:
        given = {name: value for name, value in values.items() if value not in ("", None)}
        found = await answer(context, with_object(asked_for(context, operation), given))
        return found.content.decode("utf-8")

    async def extract(
        url: Url = "",
        html: Html = "",
        format: Form = "markdown",  # noqa: A002 (the name that clients see)
        max_tokens: MaxTokens = None,
        section: SectionNumber = None,
        offset: Offset = None,
        query: Query = "",
        selector: Annotated[str, Field(description="CSS selector of the elements that hold the article.")] = "",
    ) -> str:
        """Read the article of a web page: title, authors, date, site and URL, text, tables, pictures with captions.

        As JSON it has all metadata. Of a long page, read the outline first, then a section, or ask a query.
        """
        excerpt = {"max_tokens": max_tokens, "section": section, "offset": offset, "query": query}
        return await operate("extract", url=url, html=html, format=format, selector=selector, **excerpt)

    async def summarize(
        url: Url = "",
        html: Html = "",
        sentences: Annotated[int, Field(description="Most sentences.", ge=1, le=100)] = 5,
    ) -> str:
        """Summarize the article of a web page by its own best sentences, with keywords. The answer is JSON."""
        return await operate("summarize", url=url, html=html, sentences=sentences)

    async def links(
        url: Url = "",
        html: Html = "",
        all: Annotated[bool, Field(description="All links, not only those to articles.")] = False,  # noqa: A002
    ) -> str:
        """List the links of a web page that lead to articles, each with its probability. The answer is JSON."""
        return await operate("links", url=url, html=html, all=all)

    async def changes(
        url: Url = "",
        html: Html = "",
        id: SavedId = None,  # noqa: A002
        since: Annotated[
            int | None, Field(description="Revision to compare with; by default the one before.", ge=1)
        ] = None,
    ) -> str:
        """Tell what changed in an article that the user has saved, not the whole page.

        With url: what the page says now against the saved article. With id: the latest saved revision against an
        earlier one. Lines begin with + (added), - (removed), ~ (changed: [-old-]{+new+} words) or > (moved).
        """
        if id is not None:
            return await in_library(lambda library: library.changes(id, since).to_text())
        if not url:
            raise BadInput("give the url of a page, or the id of a saved article")
        saved = await in_library(lambda library: _saved(library, url, since).to_json())
        now = await operate("extract", url=url, html=html, format="json")
        return diff(Article.from_json(saved), Article.from_json(now)).to_text()

    async def search_library(
        query: Annotated[str, Field(description='Words, "phrases", OR, -word, site:, author:, before:, after:.')],
        limit: Annotated[int, Field(description="Most articles.", ge=1, le=MOST_FOUND)] = 10,
    ) -> str:
        """Search the articles that the user has saved. The answer is JSON: id, title, URL and a passage of each."""
        return await in_library(lambda library: json_text(_found(library, query, limit)))

    async def read_saved(
        id: Annotated[int, Field(description="Number of the article, from search_library.", ge=1)],  # noqa: A002
    ) -> str:
        """Read an article that the user has saved, as Markdown with title, authors, date, site and URL."""
        return await in_library(lambda library: library.article(id).to_markdown(head=True))

    async def in_library(function: Callable[[Library], str]) -> str:
        if not context.library_file.is_file():
            raise NoSuchSource("the user has no library yet; tamis library add creates one")
        return await context.with_library(function)

    return [
        (extract, True),
        (summarize, True),
        (links, True),
        (changes, True),
        (search_library, False),
        (read_saved, False),
    ]


def _saved(library: Library, url: str, revision: int | None) -> Article:
    record = library.find(url)
    if record is None or record.is_link:
        raise BadInput(f"{url}: the user has not saved this page, so there is nothing to compare it with")
    return library.article(record.id, revision)


def _found(library: Library, query: str, limit: int) -> dict[str, Any]:
    results = library.search(query, limit=limit)
    articles = [{**found.record.to_dict(), "passage": found.snippet.text} for found in results.found]
    return {"total": results.total, "articles": articles}


def _with_tool_errors(function: Callable[Arguments, Awaitable[str]]) -> Callable[Arguments, Awaitable[str]]:
    """Wrap a tool so that the client can read its failures."""

    @wraps(function)
    async def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> str:
        try:
            return await function(*arguments, **named)
        except TamisError as error:
            raise ToolError(f"{error.code}: {error}") from error

    return call


class AnsweringServer(MCPServer[None]):
    """An MCP server that answers every line on standard input, also those that are no messages."""

    async def run_stdio_async(self) -> None:
        """Serve one client over standard input and output."""
        send, messages = anyio.create_memory_object_stream[SessionMessage | Exception]()
        server = self._lowlevel_server
        async with stdio_server() as (lines, answers), anyio.create_task_group() as tasks:
            tasks.start_soon(_pass_on, lines, send, answers)
            await server.run(messages, answers, server.create_initialization_options())
            tasks.cancel_scope.cancel()


async def _pass_on(
    lines: ReadStream[SessionMessage | Exception],
    messages: ObjectSendStream[SessionMessage | Exception],
    answers: WriteStream[SessionMessage],
) -> None:
    async with messages:
        async for message in lines:
            if not isinstance(message, ValidationError):
                await messages.send(message)
            elif (error := error_for(message)) is not None:
                await answers.send(SessionMessage(error))


def error_for(fault: ValidationError) -> JSONRPCError | None:
    """Return the answer to a line that is no message, or None for an empty line."""
    faults = fault.errors(include_url=False)
    if faults[0]["type"] == "json_invalid":
        line = str(faults[0]["input"])
        return _parse_error(line, faults[0]["msg"]) if line.strip() else None
    # A field that is missing comes with the object that lacks it; every request lacks those of responses.
    whole = next((part["input"] for part in faults if part["type"] == "missing"), None)
    return _error(INVALID_REQUEST, "Invalid request: the line is no JSON-RPC message", whole)


def _parse_error(line: str, reason: str) -> JSONRPCError:
    """Return the answer to a line that is no JSON; Python's reader accepts lone surrogates, and so finds the id."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return _error(PARSE_ERROR, reason, None)
    return _error(PARSE_ERROR, f"{reason} (a lone surrogate, such as \\ud800, is no character)", request)


def _error(code: int, message: str, request: Any) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=_request_id(request), error=ErrorData(code=code, message=message))


def _request_id(value: Any) -> RequestId | None:
    """Return the id of a request, or None where it has none that can be sent back."""
    if not (isinstance(value, dict) and "method" in value):
        return None  # the id of a response is that of a request of our own
    match value.get("id"):
        case bool():
            return None
        case int() as number:
            return number
        case str() as name if name.isprintable():
            return name
    return None
