"""Everything that tamis raises on purpose. Each message says what happened and what to do.

The tree::

    TamisError
    ├── BadInput                 what was handed in cannot be used
    │   ├── NotHtml              the bytes are something else (its `content_type` says what)
    │   ├── TooLarge             more than the limit
    │   └── BadXml               a CUTER document that does not parse or does not fit the schema
    ├── BadSettings              an unknown strategy, or a parameter out of its range
    ├── MissingExtra             an optional part that is not installed
    ├── NoArticle                there is none, and the caller required one (its `outcome` says why)
    ├── WorkersFailed            a pool of workers cannot start, is closed or broke
    ├── WorkersBusy              too many documents wait for a worker already
    └── FetchError               the page could not be had (its `url` says which)
        ├── BadUrl               not an http(s) address
        ├── NameNotFound         the host name does not resolve
        ├── RefusedAddress       the address is not a public one
        ├── ConnectionFailed     nobody answers there, or the connection broke
        ├── TlsError             the certificate or the handshake is bad
        ├── BadStatus            the server answered with an error (its `status` says which)
        ├── BadResponse          the answer breaks the protocol or its encoding
        ├── TooSlow              the total time ran out
        ├── RedirectLoop         redirects that go round or do not end
        ├── ResponseTooLarge     the body is over the limit, packed or unpacked
        └── UnexpectedType       the answer is of another type (its `content_type` says which)
            └── ResponseNotHtml  it is not a web page
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class TamisError(Exception):
    """The root: `except tamis.TamisError` catches all that tamis raises on purpose."""

    code = "error"
    """A short stable name of the reason, for logs and machine use."""

    def to_dict(self, source: str | None = None) -> dict[str, Any]:
        """A record of the failure, in the shape of an article's: what ``--json-lines`` writes. `source` is its page."""
        record: dict[str, Any] = {"outcome": "error", "error": {"code": self.code, "message": str(self)}}
        return {"tamis": record if source is None else record | {"source": source}}

    def __reduce__(self) -> tuple[Any, ...]:
        # Whatever their __init__ takes, errors come whole out of another process.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[TamisError], args: tuple[Any, ...], state: dict[str, Any]) -> TamisError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class BadInput(TamisError):
    """What was handed in cannot be used."""

    code = "bad_input"


class NotHtml(BadInput):
    """The input is not a web page."""

    code = "not_html"

    def __init__(self, content_type: str, url: str | None = None) -> None:
        self.content_type = content_type
        self.url = url
        where = f"{url}: " if url else ""
        super().__init__(f"{where}this is {content_type}, not HTML; hand in a web page")


class TooLarge(BadInput):
    """The input is over the limit."""

    code = "too_large"

    def __init__(self, size: int, limit: int, url: str | None = None, *, unit: str = "characters") -> None:
        self.size = size
        self.limit = limit
        self.unit = unit
        """What was counted: ``characters`` or ``elements``."""
        where = f"{url}: " if url else ""
        super().__init__(
            f"{where}{size:,} {unit} are over the limit of {limit:,}; "
            f"raise it with Settings(limits=Limits(max_{unit}=...)) or --max-{unit}"
        )


class BadXml(BadInput):
    """An XML document that does not parse or does not fit the schema."""

    code = "bad_xml"

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        place = f"line {line}, column {column}: " if line is not None else ""
        super().__init__(f"{place}{problem}; see docs/xml.md for the format")


class BadSettings(TamisError):
    """A setting that does not exist or is out of its range."""

    code = "bad_settings"


class MissingExtra(TamisError):
    """An optional part that is not installed."""

    code = "missing_extra"

    def __init__(self, feature: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{feature} needs an optional part: pip install 'tamis[{extra}]'")


class NoArticle(TamisError):
    """The page has no article, and the caller required one (``require=True``)."""

    code = "no_article"

    def __init__(self, outcome: str, reason: str, url: str | None = None) -> None:
        self.outcome = outcome
        self.reason = reason
        self.url = url
        where = f"{url}: " if url else ""
        super().__init__(f"{where}no article ({outcome}): {reason}")


class WorkersFailed(TamisError):
    """A pool of workers cannot start, is closed or broke."""

    code = "workers_failed"


class WorkersBusy(TamisError):
    """Too many documents wait for a worker already."""

    code = "workers_busy"

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit:,} documents wait already; try again later, or raise PoolSettings(max_waiting=...)")


class FetchError(TamisError):
    """The page could not be had."""

    code = "fetch_error"

    def __init__(self, url: str, message: str) -> None:
        self.url = url
        super().__init__(f"{url}: {message}")


class BadUrl(FetchError):
    """Not an http(s) address."""

    code = "bad_url"


class NameNotFound(FetchError):
    """The host name does not resolve."""

    code = "name_not_found"


class RefusedAddress(FetchError):
    """The address is not a public one."""

    code = "refused_address"


class ConnectionFailed(FetchError):
    """Nobody answers there, or the connection broke."""

    code = "connection_failed"


class TlsError(FetchError):
    """The certificate or the handshake is bad."""

    code = "tls_error"


class BadStatus(FetchError):
    """The server answered with an error."""

    code = "bad_status"

    def __init__(self, url: str, status: int, message: str, retry_after: str | None = None) -> None:
        self.status = status
        self.retry_after = retry_after
        """The header of that name: seconds or a date."""
        super().__init__(url, message)


class BadResponse(FetchError):
    """The answer breaks the protocol or its encoding."""

    code = "bad_response"


class TooSlow(FetchError):
    """The total time ran out."""

    code = "too_slow"


class RedirectLoop(FetchError):
    """Redirects that go round or do not end."""

    code = "redirect_loop"


class ResponseTooLarge(FetchError):
    """The body is over the limit, packed or unpacked."""

    code = "response_too_large"


class UnexpectedType(FetchError):
    """The answer is of another type than was asked for."""

    code = "unexpected_type"

    def __init__(self, url: str, content_type: str, expected: str) -> None:
        self.content_type = content_type
        self.expected = expected
        super().__init__(url, f"the server sent {content_type}, not {expected}; check the address")


class ResponseNotHtml(UnexpectedType):
    """The answer is not a web page."""

    code = "response_not_html"

    def __init__(self, url: str, content_type: str) -> None:
        super().__init__(url, content_type, "HTML")
