"""The exceptions that tamis raises on purpose. Each message says what happened and what to do.

The tree::

    TamisError
    ├── BadInput                 the input cannot be used
    │   ├── NotHtml              the input is not HTML (see `content_type`)
    │   ├── TooLarge             the input is over the limit
    │   ├── NoSuchSource         there is no such file, and it is not a URL
    │   ├── NoSuchArticle        the library has no such article or revision
    │   └── BadXml               the CUTER document does not parse or does not match the schema
    ├── BadSettings              a setting is unknown or out of range
    │   └── AlreadyThere         the output file exists (see `path`)
    ├── MissingExtra             an optional feature is not installed
    ├── NoArticle                there is no article, and the caller requires one (see `outcome`)
    ├── NoTable                  the article has no such table (see `number` and `count`)
    ├── DeadlinePassed           the work took longer than it may (see `seconds`)
    ├── WorkersFailed            the worker pool cannot start, is closed or broke
    ├── WorkersBusy              too many documents are waiting for a worker
    ├── OutputFailed             the output of a batch or a crawl cannot be written (see `path`)
    ├── RenderFailed             the browser is not there, does not start or broke
    └── FetchError               the page could not be fetched (see `url`)
        ├── BadUrl               not an http(s) URL
        ├── NameNotFound         the host name does not resolve
        ├── RefusedAddress       the IP address is not public
        ├── ConnectionFailed     no connection, or it broke
        ├── TlsError             the certificate or the handshake is invalid
        ├── BadStatus            the server answered with an error (see `status_code`)
        ├── BadResponse          the response violates the protocol or its encoding
        ├── TooSlow              the time limit passed
        ├── RedirectLoop         redirects form a loop or do not end
        ├── ResponseTooLarge     the body is over the limit, compressed or decompressed
        └── UnexpectedType       the response has another type (see `content_type`)
            └── ResponseNotHtml  the response is not HTML
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class TamisError(Exception):
    """The base class: `except tamis.TamisError` catches everything that tamis raises on purpose."""

    code = "error"
    """A short, stable name for logs and programs."""

    def to_dict(self, source: str | None = None) -> dict[str, Any]:
        """Return a record of the failure, in the shape of an article's, as ``--json-lines`` writes it.

        `source` is its page.
        """
        record: dict[str, Any] = {"outcome": "error", "error": {"code": self.code, "message": str(self)}}
        return {"tamis": record if source is None else record | {"source": source}}

    if not TYPE_CHECKING:  # a type checker would take every misspelled name for a field

        def __getattr__(self, name: str) -> Any:
            """Answer an unknown name with those that there are: Python calls it for no other."""
            own = "" if name.startswith("_") else f"; it has str(error), {', '.join(sorted(self._names()))}"
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{own}", name=name, obj=self)

    def _names(self) -> set[str]:
        return {"code", *vars(self)}

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors survive the way out of another process, whatever their __init__ takes.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[TamisError], args: tuple[Any, ...], state: dict[str, Any]) -> TamisError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class BadInput(TamisError):
    """The input cannot be used."""

    code = "bad_input"


class NotHtml(BadInput):
    """The input is not HTML."""

    code = "not_html"

    def __init__(self, content_type: str, url: str | None = None) -> None:
        self.content_type = content_type
        self.url = url
        where = f"{url}: " if url else ""
        super().__init__(f"{where}this is {content_type}, not HTML; pass a web page")


class TooLarge(BadInput):
    """The input is over the limit."""

    code = "too_large"

    def __init__(self, size: int, limit: int, url: str | None = None, *, unit: str = "characters") -> None:
        self.size = size
        self.limit = limit
        self.unit = unit
        """Unit that was counted: ``characters`` or ``elements``."""
        where = f"{url}: " if url else ""
        super().__init__(
            f"{where}{size:,} {unit} are over the limit of {limit:,}; "
            f"raise it with Settings(limits=Limits(max_{unit}=...)) or --max-{unit}"
        )


class NoSuchSource(BadInput):
    """There is no such file, and it is not a URL."""

    code = "no_such_source"


class NoSuchArticle(BadInput):
    """The library has no such article or revision."""

    code = "no_such_article"

    def __init__(self, article: int, revision: int | None = None) -> None:
        self.article = article
        self.revision = revision
        if revision is None:
            super().__init__(f"the library has no text of an article {article}; tamis library list shows what it has")
        else:
            super().__init__(f"the library has no revision {revision} of article {article}")


class BadXml(BadInput):
    """An XML document does not parse or does not match the schema."""

    code = "bad_xml"

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        place = f"line {line}, column {column}: " if line is not None else ""
        super().__init__(f"{place}{problem}; see docs/xml.md for the format")


class BadSettings(TamisError):
    """A setting is unknown or out of range."""

    code = "bad_settings"


class AlreadyThere(BadSettings):
    """The output file exists, and overwriting it was not requested."""

    code = "already_there"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} already exists; use --overwrite (in Python: overwrite=True)")


class MissingExtra(TamisError):
    """An optional feature is not installed."""

    code = "missing_extra"

    def __init__(self, feature: str, extra: str, *, package: str = "tamis") -> None:
        from tamis.io.installation import install_command

        self.extra = extra
        super().__init__(f"{feature} needs an extra: {install_command(extra, package=package)}")


class NoArticle(TamisError):
    """There is no article, and the caller requires one."""

    code = "no_article"

    def __init__(self, outcome: str, reason: str, url: str | None = None) -> None:
        self.outcome = outcome
        self.reason = reason
        self.url = url
        where = f"{url}: " if url else ""
        super().__init__(f"{where}no article ({outcome}): {reason}")


class NoTable(TamisError):
    """The article does not have the table that is asked for."""

    code = "no_table"

    def __init__(self, number: int, count: int) -> None:
        self.number = number
        self.count = count
        there = {0: "the article has no tables", 1: "the article has 1 table"}
        super().__init__(f"there is no table {number}: {there.get(count, f'the article has {count} tables')}")


class DeadlinePassed(TamisError):
    """The work took longer than it may."""

    code = "timed_out"

    def __init__(self, what: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"{what}: took more than {seconds:g} seconds and was given up")


class WorkersFailed(TamisError):
    """The worker pool cannot start, is closed or broke."""

    code = "workers_failed"


class WorkersBusy(TamisError):
    """Too many documents are waiting for a worker."""

    code = "workers_busy"

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit:,} documents are waiting; try again later, or raise PoolSettings(max_waiting=...)")


class OutputFailed(TamisError):
    """The output of a batch or a crawl cannot be written."""

    code = "output_failed"

    def __init__(self, path: str, problem: str) -> None:
        self.path = path
        super().__init__(
            f"{path}: cannot be written: {problem}. Once that is mended, the same command goes on where it was"
        )


class RenderFailed(TamisError):
    """The browser is not there, does not start or broke."""

    code = "render_failed"


class FetchError(TamisError):
    """The page could not be fetched."""

    code = "fetch_error"
    status_code: int | None = None
    """HTTP status of the answer, if it was an error; None if there was no answer, or another fault in it."""

    def __init__(self, url: str, message: str) -> None:
        self.url = url
        super().__init__(f"{url}: {message}")

    def _names(self) -> set[str]:
        return {"status_code", *super()._names()}


class BadUrl(FetchError):
    """Not an http(s) URL."""

    code = "bad_url"


class NameNotFound(FetchError):
    """The host name does not resolve."""

    code = "name_not_found"


class RefusedAddress(FetchError):
    """The IP address is not public."""

    code = "refused_address"


class ConnectionFailed(FetchError):
    """No connection, or it broke."""

    code = "connection_failed"


class TlsError(FetchError):
    """The certificate or the handshake is invalid."""

    code = "tls_error"


class BadStatus(FetchError):
    """The server answered with an error."""

    code = "bad_status"
    status_code: int

    def __init__(self, url: str, status: int, message: str, retry_after: str | None = None) -> None:
        self.status_code = status
        self.retry_after = retry_after
        """Value of the Retry-After header: seconds or a date."""
        super().__init__(url, message)


class BadResponse(FetchError):
    """The response violates the protocol or its encoding."""

    code = "bad_response"


class TooSlow(FetchError):
    """The time limit passed."""

    code = "too_slow"


class RedirectLoop(FetchError):
    """Redirects form a loop or do not end."""

    code = "redirect_loop"


class ResponseTooLarge(FetchError):
    """The body is over the limit, compressed or decompressed."""

    code = "response_too_large"


class UnexpectedType(FetchError):
    """The response has another type than expected."""

    code = "unexpected_type"

    def __init__(self, url: str, content_type: str, expected: str) -> None:
        self.content_type = content_type
        self.expected = expected
        super().__init__(url, f"the server sent {content_type}, not {expected}; {self._way_on()}")

    def _way_on(self) -> str:
        return "check the URL"


class ResponseNotHtml(UnexpectedType):
    """The response is not HTML."""

    code = "response_not_html"

    def __init__(self, url: str, content_type: str) -> None:
        super().__init__(url, content_type, "HTML")

    def _way_on(self) -> str:
        if self.content_type.partition(";")[0].strip().endswith(("/xml", "rss+xml", "atom+xml", "feed+json")):
            return "if it is a feed, tamis feed lists its entries (in Python: tamis.fetch_feed(url))"
        return super()._way_on()
