"""URL prefix, ``GET /https://example.org/story``: put the service's URL before that of a page to read the article.

The headers are those that people know from other reader services; without them, ``Accept`` decides the format.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.serve.api.answers import answer, asked_for
from tamis.serve.api.operations import HTML, JSON, MARKDOWN, TEXT
from tamis.serve.api.requests import with_query
from tamis.serve.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request

    from tamis.serve.api.answers import Answer
    from tamis.serve.context import Context

PATH = "/http{rest:path}"
HEADERS: Mapping[str, str] = {
    "x-respond-with": "format",
    "x-target-selector": "selector",
    "x-timeout": "timeout",
    "x-no-cache": "no_cache",
}
"""Option that each header sets."""
FORMATS: Mapping[str, str] = {MARKDOWN: "markdown", TEXT: "text", JSON: "json", HTML: "html"}
"""Format for each media type, the preferred one first."""
SAME = {"content": "markdown"}
"""Names that other services use for formats."""
_URL = re.compile(r"/(https?):/{1,2}([^/].*)", re.DOTALL)
"""URL after the first slash. One slash after the scheme is enough: some proxies join two into one."""


async def answer_prefix(context: Context, request: Request) -> Answer:
    """Answer with the article of the page whose URL follows the first slash."""
    given = {option: [request.headers[name]] for name, option in HEADERS.items() if name in request.headers}
    if "format" in given:
        given["format"] = [SAME.get(text, text) for text in given["format"]]
    else:
        given["format"] = [_format(request.headers.get("accept", ""))]
    asked = with_query(asked_for(context, "extract"), {**given, "url": [url_in(request)]})
    return await answer(context, asked)


def url_in(request: Request) -> str:
    """Return the URL after the first slash, with its own query."""
    path = request.scope.get("raw_path") or request.scope["path"].encode()
    found = _URL.fullmatch(path.decode("latin-1"))
    if found is None:
        raise Fault("no_such_page", "there is no such page; a URL begins with http:// or https://")
    query = request.scope["query_string"].decode("latin-1")
    return f"{found[1]}://{found[2]}{'?' if query else ''}{query}"


def _format(accept: str) -> str:
    chosen = preferred(accept, tuple(FORMATS))
    if chosen is None:
        raise Fault("not_acceptable", f"there is {', '.join(FORMATS)}; change the header Accept")
    return FORMATS[chosen]


def preferred(accept: str, offered: Sequence[str]) -> str | None:
    """Choose the media type that a client prefers (RFC 9110, section 12.5.1); among equals the one that is offered
    first."""
    if not accept.strip():
        return offered[0]
    ranges = [_media_range(part) for part in accept.split(",")]
    best: tuple[float, str] | None = None
    for media_type in offered:
        fitting = [(precision, quality) for wanted, quality in ranges if (precision := _fits(wanted, media_type))]
        quality = max(fitting)[1] if fitting else 0.0
        if quality > 0 and (best is None or quality > best[0]):
            best = quality, media_type
    return best[1] if best else None


def _media_range(text: str) -> tuple[str, float]:
    media_type, *parameters = (part.strip() for part in text.lower().split(";"))
    quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
    try:
        return media_type, float(quality)
    except ValueError:
        return media_type, 0.0


def _fits(wanted: str, media_type: str) -> int:
    """Rate how precisely a range names a media type; 0 if it does not."""
    if wanted == media_type:
        return 3
    if wanted == f"{media_type.partition('/')[0]}/*":
        return 2
    return 1 if wanted == "*/*" else 0
