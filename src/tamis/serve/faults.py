"""Errors as HTTP responses: a status for every error code, and one format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from tamis.errors import TamisError
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

STATUSES: Mapping[str, int] = {
    # The request cannot be used.
    "bad_input": 400,
    "bad_settings": 400,
    "bad_url": 400,
    "bad_xml": 400,
    "no_such_source": 400,
    "unauthorized": 401,
    "refused_address": 403,
    "forbidden": 403,
    "no_such_page": 404,
    "no_such_article": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "slow_request": 408,
    "too_large": 413,
    "out_of_memory": 413,
    "not_html": 415,
    "unsupported_type": 415,
    "no_article": 422,
    "no_table": 422,
    "unexpected_type": 422,
    "response_not_html": 422,
    "response_too_large": 422,
    "too_many_requests": 429,
    # The service cannot do it.
    "worker_died": 500,
    "unexpected_error": 500,
    "output_failed": 500,
    "missing_extra": 501,
    "workers_failed": 503,
    "workers_busy": 503,
    "pool_closed": 503,
    "timed_out": 504,
    # The other server did not deliver the page.
    "fetch_error": 502,
    "name_not_found": 502,
    "connection_failed": 502,
    "tls_error": 502,
    "bad_status": 502,
    "bad_response": 502,
    "redirect_loop": 502,
    "render_failed": 502,
    "too_slow": 504,
}
"""HTTP status for each error code. Unknown codes, such as those of third-party strategies, are a 500."""
RETRY_SECONDS = 1
"""Seconds that a client is told to wait before a retry, if the service is busy."""
_RETRIED = frozenset({429, 503})
CODES = {400: "bad_input", 404: "no_such_page", 405: "method_not_allowed", 406: "not_acceptable"}
"""Error codes for statuses that the framework answers by itself."""


class Fault(TamisError):
    """An error with any code: from a worker, or from the service itself."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def status_of(error: TamisError) -> int:
    """Return the HTTP status for an error."""
    return STATUSES.get(error.code, 500)


def fault_response(error: TamisError, source: str | None = None) -> Response:
    """Write the response for programs: the record of the error as JSON."""
    status = status_of(error)
    headers = {"retry-after": str(RETRY_SECONDS)} if status in _RETRIED else {}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(json_text(error.to_dict(source)), status, headers, "application/json")
