"""Requests to the API: a page and options, read from a query, from a JSON object, or from both.

All names share one flat namespace: those of `PageInput` and those of the operation's settings classes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tamis.errors import BadInput, BadSettings
from tamis.serve.api.operations import check_options, offered, operation_of
from tamis.settings.options import changed, option
from tamis.settings.unknown_names import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tamis.serve.api.operations import Operation
    from tamis.settings.options import Option

LONGEST_TIMEOUT = 600.0


@dataclass(frozen=True, slots=True)
class PageInput:
    """The page that a request is about: its HTML or its URL."""

    html: str | None = option(None, "The page as HTML. Without it, the page at `url` is fetched.")
    url: str | None = option(None, "URL of the page. Beside `html` it makes links absolute.")
    title: str | None = option(None, "Title of the page as known from a feed.")
    timeout: float | None = option(
        None, "Seconds to fetch the page, if that is less than the service allows.", above=0, maximum=LONGEST_TIMEOUT
    )
    no_cache: bool = option(False, "Fetch the page anew, even if the service has it in its cache.")
    site_markdown: Literal["never", "compare", "trust"] | None = option(
        None,
        "The site's own Markdown of the page: `never` ask for it, `compare` it with the page, or `trust` it. Default: "
        "as the service is set.",
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A parsed request."""

    operation: str
    page: PageInput
    options: Any

    @property
    def media_type(self) -> str:
        """The media type of the answer."""
        return operation_of(self.operation).media_type(self.options)


def fields_of(operation: Operation) -> tuple[Option, ...]:
    """List all options that a request for an operation may set."""
    return (*offered(PageInput), *offered(operation.options))


def with_query(asked: Asked, values: Mapping[str, list[str]]) -> Asked:
    """Apply the values of a query to a request."""
    return _changed(asked, values.items(), lambda setting, texts: setting.parse(texts))


def with_object(asked: Asked, values: Mapping[str, object]) -> Asked:
    """Apply the values of a JSON object to a request."""
    return _changed(asked, values.items(), lambda setting, value: setting.read(value))


def with_json(asked: Asked, body: bytes) -> Asked:
    """Apply the values of a JSON text to a request."""
    try:
        values = json.loads(body)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, json.JSONDecodeError) else "not JSON in UTF-8, or nested too deep"
        raise BadInput(f"the body cannot be read as JSON: {reason}") from error
    if not isinstance(values, dict):
        raise BadInput('the body must be a JSON object, such as {"url": "https://example.org/story"}')
    return with_object(asked, values)


def _changed(asked: Asked, values: Iterable[tuple[str, Any]], read: Callable[[Option, Any], object]) -> Asked:
    operation = operation_of(asked.operation)
    known = {setting.name: setting for setting in fields_of(operation)}
    found: dict[str, object] = {}
    for name, value in values:
        if name not in known:
            raise BadSettings(f"{operation.name} has no option {name!r}; {suggestion(name, known)}")
        found[name] = read(known[name], value)
    if not found:
        return asked
    of_page = {setting.name for setting in offered(PageInput)}
    page = changed(asked.page, {name: value for name, value in found.items() if name in of_page})
    options = changed(asked.options, {name: value for name, value in found.items() if name not in of_page})
    check_options(options, asked.options)
    return Asked(asked.operation, page, options)
