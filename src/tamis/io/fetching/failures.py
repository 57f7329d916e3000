"""Translation of errors: everything that goes wrong while fetching becomes one of tamis's errors.

The inner modules know what failed but not for which page, so they raise a `PendingError`. The client knows the page's
URL and turns it, and everything that httpx, httpcore, ssl and the system raise, into a `FetchError`.
"""

from __future__ import annotations

import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpcore
import httpx

from tamis.errors import BadResponse, BadUrl, ConnectionFailed, FetchError, TlsError, TooSlow

if TYPE_CHECKING:
    from collections.abc import Iterator


LONGEST_EXCERPT = 120
"""Maximum number of characters of a server's own words in a message."""


class PendingError(Exception):
    """An error that does not know yet for which URL it occurred."""

    def __init__(self, kind: type[FetchError], message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(message)


LIBRARY_ERRORS = (
    httpcore.NetworkError,
    httpcore.TimeoutException,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    httpcore.ConnectionNotAvailable,
    httpx.HTTPError,
    httpx.InvalidURL,
    httpx.StreamError,
    OSError,
    ValueError,  # A hostile header or host name can make the parsers below raise it.
)


def excerpt(text: str) -> str:
    """Shorten a text that may be endless, for a message."""
    return text if len(text) <= LONGEST_EXCERPT else text[:LONGEST_EXCERPT] + "…"


@contextmanager
def fetch_errors(url: str) -> Iterator[None]:
    """Turn all errors of the block into tamis's own, with the URL."""
    try:
        yield
    except PendingError as failure:
        raise failure.kind(url, failure.message) from failure.__cause__
    except LIBRARY_ERRORS as error:
        raise translated(error, url) from error


def translated(error: Exception, url: str) -> FetchError:
    """Return the error of tamis for an error of the libraries."""
    tls = _tls_cause(error)
    if tls is not None:
        return TlsError(url, _tls_message(tls))
    if isinstance(error, httpcore.TimeoutException | httpx.TimeoutException | TimeoutError):
        return TooSlow(url, "the server does not answer in time; try again, or raise --timeout (timeout)")
    if isinstance(error, httpcore.ConnectError | httpx.ConnectError):
        return ConnectionFailed(url, f"no connection ({_words(error)}); check the URL and the port")
    if isinstance(error, httpcore.NetworkError | httpx.NetworkError | OSError):
        return ConnectionFailed(url, f"the connection broke ({_words(error)}); try again later")
    if isinstance(error, httpx.InvalidURL | httpcore.LocalProtocolError | httpcore.UnsupportedProtocol):
        return BadUrl(url, f"this URL cannot be asked for ({_words(error)}); check its spelling")
    return BadResponse(url, f"the answer breaks the protocol ({_words(error)}); try again, or try a browser")


def _words(error: Exception) -> str:
    return excerpt(str(error).strip() or type(error).__name__)


def _tls_cause(error: BaseException | None) -> ssl.SSLError | None:
    while error is not None and not isinstance(error, ssl.SSLError):
        error = error.__cause__ or error.__context__
    return error


def _tls_message(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate is not to be trusted ({error.verify_message or error.reason}); "
            "check the URL and your clock, point SSL_CERT_FILE to your own authority, "
            "or, where you know why, pass --insecure (verify=False)"
        )
    if error.reason in {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"}:
        return "the server does not speak TLS at this port; try the URL with http://"
    return f"the encrypted connection failed ({error.reason or _words(error)}); try again, or try a browser"
