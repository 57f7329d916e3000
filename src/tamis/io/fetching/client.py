"""The fetcher: an HTTP client that takes settings and returns pages."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, cast

import httpcore
import httpx

from tamis.errors import BadSettings, BadStatus
from tamis.io.fetching.backend import GuardedBackend
from tamis.io.fetching.cache import PageCache
from tamis.io.fetching.deadline import Deadline, Moment, current_trip, trip
from tamis.io.fetching.decoding import ACCEPT_ENCODING
from tamis.io.fetching.expect import RULES, Expect
from tamis.io.fetching.failures import fetch_errors
from tamis.io.fetching.source import page_of
from tamis.io.fetching.urls import redacted, web_url
from tamis.io.fetching.visit import Errand, Visit
from tamis.settings.fetching import FetchSettings, check_headers, fetching_from

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self, Unpack

    from tamis.io.fetching.response import Response
    from tamis.io.fetching.site_markdown import LlmsFiles
    from tamis.model import Page
    from tamis.settings.fetching import FetchingOptions, SiteMarkdown

LANGUAGE_STEP = 0.1
"""Amount by which each language in the list counts less than the one before."""
LEAST_QUALITY = 0.1


class Fetcher:
    """A guarded HTTP client. Several threads may use it: every visit has separate state.

    Idle connections to checked IP addresses are kept for the next visit; close the fetcher to close them.

    >>> with Fetcher(FetchSettings(timeout=10)) as fetcher:  # doctest: +SKIP
    ...     response = fetcher.get("https://example.org/story")
    """

    def __init__(
        self,
        settings: FetchSettings | None = None,
        *,
        network: httpcore.NetworkBackend | None = None,
        **options: Unpack[FetchingOptions],
    ) -> None:
        """Create a fetcher. `network` opens connections to checked IP addresses; tests replace it.

        `options` are fields of `FetchSettings`, such as ``timeout=5``; they override those of `settings`.
        """
        self.settings = fetching_from(settings, options) or FetchSettings()
        self._network = network
        self._cache = _cache(self.settings)
        self._lock = threading.Lock()
        self._pool: GuardedPool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the idle connections. The fetcher can be used again."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def get(
        self,
        url: str,
        expect: Expect = Expect.HTML,
        *,
        known: Response | None = None,
        headers: tuple[tuple[str, str], ...] = (),
        raw: bool = False,
        watch: Callable[[Moment], None] | None = None,
        resend: bool = True,
        timeout: float | None = None,
        fresh: bool = False,
        follows: Callable[[str], bool] | None = None,
    ) -> Response:
        """Fetch a URL; raises a `tamis.errors.FetchError` that says why it cannot be fetched.

        `expect` is the expected type; anything else is an `UnexpectedType`, and each type has a limit of its size. With
        `known`, the response of an earlier visit, the server is asked whether it has changed; if not, it is returned
        with
        `from_cache` set. `headers` are sent beside those of the settings. `raw` returns redirects and errors as
        responses, for
        a caller that follows them itself. `watch` is called, in this thread, when a request is sent and when it is
        answered.
        Without `resend` no request is sent twice: an idle connection that the server closed meanwhile is a
        `ConnectionFailed`.
        `timeout` shortens that of the settings; `fresh` ignores the cache. `follows` tells whether a redirect to a URL
        is followed; one that is not is a `BadResponse`.
        """
        start = web_url(url)
        check_headers(headers)
        errand = Errand(Expect(expect), known, headers, raw, follows)
        transport = GuardedTransport(self._connections())
        request_headers = _headers(self.settings, RULES[errand.expect].accept)
        with (
            trip(Deadline(_shorter(self.settings.timeout, timeout)), watch, resend=resend) as under_way,
            httpx.Client(transport=transport, trust_env=False, headers=request_headers) as client,
        ):
            cache = None if fresh else self._cache
            return Visit(start, errand, client, self.settings, cache, under_way.deadline).run()

    def post(self, url: str, body: bytes, content_type: str) -> None:
        """Send a body to a URL, under the same guards. Redirects are not followed, and the answer is not read.

        Raises a `tamis.errors.FetchError` unless the answer is 2xx.
        """
        target = web_url(url)
        headers = {**_headers(self.settings, "*/*"), "Content-Type": content_type}
        name = redacted(str(target))
        with (
            fetch_errors(name),
            trip(Deadline(self.settings.timeout), None, resend=False),
            httpx.Client(transport=GuardedTransport(self._connections()), trust_env=False, headers=headers) as client,
            client.stream("POST", target, content=body, follow_redirects=False) as answer,
        ):
            if not answer.is_success:
                raise BadStatus(name, answer.status_code, f"it answers with status {answer.status_code}")

    def _connections(self) -> GuardedPool:
        ssl_context = self._ssl_context
        with self._lock:
            if self._pool is None:
                backend = GuardedBackend(
                    allow_private=self.settings.allow_private,
                    connect_timeout=self.settings.connect_timeout,
                    network=self._network,
                )
                self._pool = GuardedPool(backend, ssl_context, self.settings.keep_alive)
            return self._pool

    def get_page(
        self,
        url: str,
        *,
        timeout: float | None = None,
        fresh: bool = False,
        allows: Callable[[str], bool] | None = None,
        site_markdown: SiteMarkdown | None = None,
    ) -> Response:
        """Fetch a web page; with the setting `site_markdown` also the site's own Markdown of it, if there is one.

        `page_of` makes a page of both. `site_markdown` overrides the setting. `allows` tells whether the site's
        robots.txt allows a URL that only tamis asks for; without it, all are.
        """
        mode = site_markdown or self.settings.site_markdown
        if mode == "never":
            return self.get(url, timeout=timeout, fresh=fresh)
        from tamis.io.fetching.site_markdown import fetch_with_markdown

        compares = mode == "compare"
        return fetch_with_markdown(self, url, compares=compares, timeout=timeout, fresh=fresh, allows=allows)

    def page(self, url: str, *, allows: Callable[[str], bool] | None = None) -> Page:
        """Fetch a web page and decode it, ready for extraction."""
        return page_of(self.get_page(url, allows=allows))

    @cached_property
    def llms_files(self) -> LlmsFiles:
        """The lists of Markdown that sites have, as far as somebody asked for them."""
        from tamis.io.fetching.site_markdown import LlmsFiles

        return LlmsFiles(self)

    @cached_property
    def _ssl_context(self) -> ssl.SSLContext:
        try:
            # The environment may name certificates (SSL_CERT_FILE, SSL_CERT_DIR); nothing else of it is used.
            return httpx.create_ssl_context(verify=self.settings.verify, trust_env=True)
        except OSError as error:
            raise BadSettings(f"SSL_CERT_FILE or SSL_CERT_DIR cannot be read ({error}); correct or unset it") from error


def fetch_page(url: str, settings: FetchSettings | None = None) -> Page:
    """Fetch one web page and decode it, ready for extraction."""
    with Fetcher(settings) as fetcher:
        return fetcher.page(url)


def _headers(settings: FetchSettings, accept: str) -> dict[str, str]:
    headers = {"User-Agent": settings.user_agent, "Accept": accept, "Accept-Encoding": ACCEPT_ENCODING}
    if settings.languages:
        headers["Accept-Language"] = _accept_language(settings.languages)
    return headers


def _accept_language(languages: tuple[str, ...]) -> str:
    """Format an Accept-Language header: ``de-CH, de;q=0.9, en;q=0.8``."""
    qualities = [max(LEAST_QUALITY, 1 - LANGUAGE_STEP * rank) for rank in range(len(languages))]
    return ", ".join(
        tag if quality == 1 else f"{tag};q={quality:.1f}" for tag, quality in zip(languages, qualities, strict=True)
    )


def _shorter(timeout: float, wanted: float | None) -> float:
    if wanted is not None and not wanted > 0:
        raise BadSettings(f"timeout must be over 0, not {wanted!r}")
    return timeout if wanted is None else min(timeout, wanted)


def _cache(settings: FetchSettings) -> PageCache | None:
    if settings.cache is None:
        return None
    asked = [",".join(settings.languages)] if settings.languages else []
    return PageCache(settings.cache, "\n".join([*asked, *(f"{name}: {value}" for name, value in settings.headers)]))


MOST_IDLE = 20
"""Maximum number of idle connections that are kept for later visits."""
BROKEN_IDLE = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)
"""Errors that occur when a connection is used that the server closed while it was idle."""


class GuardedPool:
    """A connection pool of the guarded backend; idle connections are kept for the next visit to their host.

    httpx's own transport has such a pool too, but takes no backend. There are no proxies here and no HTTP/2.
    """

    def __init__(self, backend: GuardedBackend, ssl_context: ssl.SSLContext, keep_alive: float) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context,
            network_backend=backend,
            max_connections=None,  # Waiting for a free one would have no deadline.
            max_keepalive_connections=MOST_IDLE if keep_alive else 0,
            keepalive_expiry=keep_alive,
        )

    def send(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request; send it again if it used an idle connection that the server had closed meanwhile."""
        for _ in range(MOST_IDLE):
            dialled = current_trip().dialled
            try:
                return self._pool.handle_request(request)
            except BROKEN_IDLE:
                if current_trip().dialled > dialled or not current_trip().resend:
                    raise
        return self._pool.handle_request(request)

    def close(self) -> None:
        """Close all open connections."""
        self._pool.close()


class GuardedTransport(httpx.BaseTransport):
    """A transport that sends httpx's requests through a pool. Closing it leaves the fetcher's pool open."""

    def __init__(self, pool: GuardedPool) -> None:
        self._pool = pool

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and return the response, whose body is not read yet."""
        answer = self._pool.send(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.content,
                extensions={**request.extensions, "trace": _tell} if current_trip().watch else request.extensions,
            )
        )
        stream = _Stream(cast("Iterable[bytes]", answer.stream), answer)
        return httpx.Response(answer.status, headers=answer.headers, stream=stream, extensions=answer.extensions)


_MOMENTS = {
    "http11.send_request_body.complete": Moment.SENT,
    "http11.receive_response_headers.complete": Moment.ANSWERED,
}
"""Moments by the names of httpcore's events."""


def _tell(event: str, _values: object) -> None:
    watch = current_trip().watch
    if watch is not None and event in _MOMENTS:
        watch(_MOMENTS[event])


class _Stream(httpx.SyncByteStream):
    def __init__(self, chunks: Iterable[bytes], answer: httpcore.Response) -> None:
        self._chunks = chunks
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)

    def close(self) -> None:
        self._answer.close()
