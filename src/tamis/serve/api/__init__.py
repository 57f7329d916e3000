"""The HTTP API for programs: operations on pages, the prefix for URLs, its description, health and metrics."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tamis.errors import BadSettings
from tamis.serve.api.answers import answer_body, answer_page, asked_for, warm_up
from tamis.serve.api.lines import LinesResponse
from tamis.serve.api.openapi import description
from tamis.serve.api.operations import HTML, JSON, JSON_LINES, MARKDOWN, NAMES, operation_of
from tamis.serve.api.prefix import HEADERS, PATH, answer_prefix, preferred
from tamis.serve.api.requests import with_query
from tamis.serve.faults import Fault
from tamis.serve.metrics import CONTENT_TYPE
from tamis.serve.security import policy

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.serve.api.answers import Answer
    from tamis.serve.api.requests import Asked
    from tamis.serve.context import Context

__all__ = ["routes", "warm_up"]

PAGE_TYPES = frozenset(
    {
        *(HTML, MARKDOWN, "application/xhtml+xml", "application/octet-stream"),
        *("multipart/related", "message/rfc822", "application/x-webarchive"),  # pages that a browser saved
    }
)
LINE_TYPES = frozenset({JSON_LINES, "application/jsonl", "application/json-lines", "application/jsonlines"})


TOKENS_HEADER, ORIGINAL_HEADER = "x-markdown-tokens", "x-original-tokens"
"""Headers with the estimated tokens of Markdown, and of the page that it was made from."""


def wants_markdown(request: Request, otherwise: str) -> bool:
    """Tell whether a client likes Markdown better than the type that it gets otherwise."""
    return preferred(request.headers.get("accept", ""), (otherwise, MARKDOWN)) == MARKDOWN


def page_policy(sources: str) -> str:
    """Write the Content-Security-Policy for answers made from others' HTML: styles and media from `sources`, no
    scripts."""
    return policy(
        script_src=None,
        connect_src=None,
        manifest_src=None,
        form_action="'none'",
        style_src=f"'unsafe-inline' {sources}".strip(),
        img_src=f"data: {sources}".strip(),
        font_src=f"data: {sources}".strip(),
        media_src=sources or "'none'",
        sandbox="allow-popups",
    )


OPEN_POLICY, QUIET_POLICY = page_policy("http: https:"), page_policy("")
"""Content-Security-Policies for answers in HTML; the quiet one is for a service whose readers other servers should not
see."""


def routes(context: Context) -> list[BaseRoute]:
    """List the routes of the API."""
    operations = [
        Route(f"/api/{name}", partial(_operate, context, name), methods=["POST"], name=name) for name in NAMES
    ]
    return [
        *operations,
        Route("/api/openapi.json", _description),
        Route("/healthz", _health),
        Route("/metrics", partial(_metrics, context)),
        Route(PATH, partial(_read, context), name="read"),
    ]


async def _operate(context: Context, operation: str, request: Request) -> Response | LinesResponse:
    query = request.scope["query_string"].decode("latin-1")
    asked = asked_for(context, operation)
    is_negotiated = MARKDOWN in operation_of(operation).media_types.values()
    if is_negotiated and wants_markdown(request, JSON):
        asked = with_query(asked, {"format": ["markdown"]})
    if query:
        asked = with_query(asked, _values(query))
    response = await _answered(context, asked, request)
    if is_negotiated and isinstance(response, Response):
        response.headers["vary"] = "accept"
    return response


async def _answered(context: Context, asked: Asked, request: Request) -> Response | LinesResponse:
    content_type = request.headers.get("content-type", "")
    media_type = content_type.partition(";")[0].strip().lower()
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Fault("unsupported_type", "the body is compressed; send it as it is")
    if media_type in LINE_TYPES:
        return LinesResponse(context, asked, request)
    if media_type == JSON:
        return response_of(context, await answer_body(context, asked, await request.body()))
    if media_type in PAGE_TYPES:
        if asked.page.html is not None:
            raise BadSettings("the body is the page; leave html out of the query")
        return response_of(context, await answer_page(context, asked, await request.body(), content_type))
    known = ", ".join((JSON, HTML, JSON_LINES))
    raise Fault("unsupported_type", f"the body is {media_type or 'of no type'}; send one of {known}")


def _values(query: str) -> dict[str, list[str]]:
    try:
        return parse_qs(query, keep_blank_values=True, max_num_fields=1_000)
    except ValueError as error:
        raise BadSettings("the query has too many fields") from error


async def _read(context: Context, request: Request) -> Response:
    response = response_of(context, await answer_prefix(context, request))
    response.headers["vary"] = ", ".join(("accept", *HEADERS))
    return response


async def _description(_request: Request) -> Response:
    return JSONResponse(description())


async def _health(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _metrics(context: Context, _request: Request) -> Response:
    return Response(context.metrics.text(context.budget.held), media_type=CONTENT_TYPE)


def response_of(context: Context, answer: Answer) -> Response:
    """Convert an answer to an HTTP response."""
    response = Response(answer.content, media_type=answer.media_type)
    if answer.tokens is not None:
        response.headers[TOKENS_HEADER], response.headers[ORIGINAL_HEADER] = map(str, answer.tokens)
    if answer.media_type == HTML:
        is_quiet = context.settings.image_proxy
        response.headers["content-security-policy"] = QUIET_POLICY if is_quiet else OPEN_POLICY
    return response
