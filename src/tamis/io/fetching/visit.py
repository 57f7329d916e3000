"""One visit: sends the request, follows redirects by hand, checks the response, decompresses the body."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx

from tamis.errors import BadResponse, BadStatus, RedirectLoop, ResponseNotHtml, UnexpectedType
from tamis.io.fetching import content, statuses
from tamis.io.fetching.cache import may_keep
from tamis.io.fetching.decoding import decompressed, layers_of, opened, too_large
from tamis.io.fetching.expect import PAGES, RULES, Expect
from tamis.io.fetching.failures import PendingError, excerpt, fetch_errors
from tamis.io.fetching.response import Redirect, Response
from tamis.io.fetching.urls import checked_url, redacted
from tamis.settings.fetching import HEADER_VALUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.io.fetching.cache import PageCache
    from tamis.io.fetching.deadline import Deadline
    from tamis.settings.fetching import FetchSettings


MOST_DRAINED = 16_384
"""Maximum number of bytes of a redirect's body that are read to keep the connection; beyond it, a new one is cheaper.
"""


@dataclass(frozen=True, slots=True)
class Errand:
    """The request of a visit: the expected type and its options."""

    expect: Expect = Expect.HTML
    known: Response | None = None
    """Response of an earlier visit: if it has not changed, it is the result."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers beside those of the settings, under the same rules."""
    raw: bool = False
    """True if redirects and errors are returned as responses, as a browser takes them."""
    follows: Callable[[str], bool] | None = None
    """Tells whether a redirect to a URL is followed; without it, all are."""


class Visit:
    """One page, from the requested URL to the body, with the cookies set on the way."""

    def __init__(
        self,
        start: httpx.URL,
        errand: Errand,
        client: httpx.Client,
        settings: FetchSettings,
        cache: PageCache | None,
        deadline: Deadline,
    ) -> None:
        self._start = start
        self._errand = errand
        self._rule = RULES[errand.expect]
        self._max_bytes: int = getattr(settings, self._rule.limit)
        self._client = client
        self._settings = settings
        self._cache = cache
        self._deadline = deadline
        self._redirects: list[Redirect] = []
        self._seen: set[object] = set()

    def run(self) -> Response:
        """Send requests until a page comes, or raise the reason that there is none."""
        url = self._start
        while True:
            self._check_loop(url)
            with fetch_errors(redacted(str(url))):
                answer = self._ask(url)
            if isinstance(answer, Response):
                return answer
            if self._errand.follows is not None and not self._errand.follows(answer.target):
                raise BadResponse(redacted(str(url)), f"it redirects to {redacted(answer.target)}, which is not asked")
            self._redirects.append(answer)
            url = httpx.URL(answer.target)

    def _check_loop(self, url: httpx.URL) -> None:
        """Raise `RedirectLoop` for too many redirects, or for a URL seen before.

        Coming back to a URL is allowed if a cookie was set meanwhile, as consent pages do.
        """
        cookies = frozenset((c.domain, c.path, c.name, c.value) for c in self._client.cookies.jar)
        if (url, cookies) in self._seen:
            raise RedirectLoop(redacted(str(url)), "the redirects go round in a circle; open the page in a browser")
        if len(self._redirects) > self._settings.max_redirects:
            raise RedirectLoop(
                redacted(str(self._start)),
                f"more than {self._settings.max_redirects} redirects, the last to {redacted(str(url))}; "
                "try that URL, or allow more (max_redirects)",
            )
        self._seen.add((url, cookies))

    def _ask(self, url: httpx.URL) -> Response | Redirect:
        kept = self._kept(url)
        answer = self._client.send(self._request(url, kept), stream=True, follow_redirects=False)
        with closing(answer):
            if answer.status_code in statuses.REDIRECTS and not self._errand.raw:
                self._drain(answer)
                return _redirect(url, answer)
            if answer.status_code == statuses.NOT_MODIFIED and kept:
                self._drain(answer)
                return replace(kept, url=str(self._start), redirects=tuple(self._redirects), from_cache=True)
            if not self._errand.raw:
                _check_status(url, answer)
            response = self._response(url, answer)
            self._keep(response, answer)
            return response

    def _kept(self, url: httpx.URL) -> Response | None:
        """Return the earlier or cached response for this URL, to ask whether it has changed."""
        known = self._errand.known
        if known is not None and known.final_url == str(url):
            return known
        return self._cache.load(str(url), self._max_bytes, self._cache_kind) if self._cache else None

    @property
    def _cache_kind(self) -> str:
        return "" if self._errand.expect is Expect.HTML else self._errand.expect.value

    def _request(self, url: httpx.URL, kept: Response | None) -> httpx.Request:
        request = self._client.build_request("GET", url)
        if kept and kept.etag:
            request.headers["If-None-Match"] = kept.etag
        if kept and kept.last_modified:
            request.headers["If-Modified-Since"] = kept.last_modified
        if _same_site(self._start, url):
            self._add_user_headers(request)
        return request

    def _add_user_headers(self, request: httpx.Request) -> None:
        for name, value in (*self._settings.headers, *self._errand.headers):
            # The user's cookies are sent beside those set on the way.
            set_before = request.headers.get("Cookie") if name.lower() == "cookie" else None
            request.headers[name] = f"{set_before}; {value}" if set_before else value

    def _response(self, url: httpx.URL, answer: httpx.Response) -> Response:
        content_type = next(reversed(answer.headers.get_list("content-type")), None)
        return Response(
            url=str(self._start),
            final_url=str(url),
            status=answer.status_code,
            body=self._body(url, answer, content.media_type_of(content_type)),
            content_type=content_type,
            content_language=answer.headers.get("content-language"),
            etag=_validator(answer.headers.get("etag")),
            last_modified=_validator(answer.headers.get("last-modified")),
            headers=tuple(answer.headers.multi_items()),
            redirects=tuple(self._redirects),
            fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _body(self, url: httpx.URL, answer: httpx.Response, media_type: str | None) -> bytes:
        """Read the whole body, decompressed. Raises an error as soon as it turns out too large or of another type."""
        is_page = answer.status_code in statuses.WITH_PAGE
        declared = self._rule.declared(media_type) if is_page else True
        if declared is False:
            raise self._unexpected(url, excerpt(str(media_type)))
        body = bytearray()
        for piece in self._pieces(answer):
            sniffed = len(body) >= content.SNIFFED_BYTES
            body += piece
            if not declared and not sniffed and len(body) >= content.SNIFFED_BYTES:
                self._check_looks(url, body, media_type)
        if not declared and 0 < len(body) < content.SNIFFED_BYTES:
            self._check_looks(url, body, media_type)
        return bytes(body)

    def _check_looks(self, url: httpx.URL, body: bytearray, media_type: str | None) -> None:
        if not self._rule.looks(bytes(body[: content.SNIFFED_BYTES]), media_type):
            raise self._unexpected(url, media_type or content.UNTYPED)

    def _unexpected(self, url: httpx.URL, content_type: str) -> UnexpectedType:
        if self._errand.expect in PAGES:
            return ResponseNotHtml(redacted(str(url)), content_type)
        return UnexpectedType(redacted(str(url)), content_type, self._rule.name)

    def _pieces(self, answer: httpx.Response) -> Iterator[bytes]:
        limit, name = self._max_bytes, self._rule.limit
        option, as_sent, max_compressed = name, name, limit
        if name == "max_bytes":  # All other limits hold for both forms: pictures, for one, are sent as they are.
            option, as_sent = "--max-bytes (max_bytes)", "max_compressed_bytes"
            max_compressed = self._settings.max_compressed_bytes
        layers = layers_of(answer.headers.get_list("content-encoding", split_commas=True))
        declared = int(answer.headers.get("content-length", 0))
        if declared > max_compressed:
            raise too_large(max_compressed, "as sent", as_sent)
        if not layers and declared > limit:
            raise too_large(limit, "", option)
        pieces = decompressed(
            self._chunks(answer), layers, max_compressed, limit, compressed_option=as_sent, option=option
        )
        return opened(pieces, limit, option) if self._errand.expect is Expect.FEED else pieces

    def _drain(self, answer: httpx.Response) -> None:
        """Read a short body that nobody needs, so that the connection can be used again."""
        declared = answer.headers.get("content-length", "")
        if answer.status_code == statuses.NOT_MODIFIED or (declared.isdecimal() and int(declared) <= MOST_DRAINED):
            for _ in self._chunks(answer):
                pass

    def _chunks(self, answer: httpx.Response) -> Iterator[bytes]:
        for chunk in answer.iter_raw():
            self._deadline.remaining()
            yield chunk

    def _keep(self, response: Response, answer: httpx.Response) -> None:
        if self._cache is None or (self._errand.raw and response.status != httpx.codes.OK):
            return
        allowed = may_keep(answer.headers.get("cache-control", ""), answer.headers.get("vary", ""))
        if allowed and response.status == httpx.codes.OK and (response.etag or response.last_modified):
            self._cache.save(response, self._cache_kind)
        else:
            self._cache.drop(response.final_url, self._cache_kind)


def _same_site(start: httpx.URL, url: httpx.URL) -> bool:
    """Tell whether host, port and scheme are the same, or the same host moved from http to https."""
    if url.host != start.host:
        return False
    same = (url.scheme, url.port) == (start.scheme, start.port)
    return same or (url.scheme == "https" and url.port is None and start.port is None)


def _redirect(url: httpx.URL, answer: httpx.Response) -> Redirect:
    location = answer.headers.get("location", "").strip()
    if not location:
        raise PendingError(
            BadResponse, f"status {answer.status_code} without saying where to; open the page in a browser"
        )
    return Redirect(answer.status_code, str(url), str(checked_url(url.join(location))))


def _check_status(url: httpx.URL, answer: httpx.Response) -> None:
    status = answer.status_code
    if statuses.is_error(status):
        retry_after = answer.headers.get("retry-after")
        message = statuses.explain_status(status, retry_after)
        raise BadStatus(redacted(str(url)), status, message, retry_after)
    if status not in statuses.WITH_PAGE:
        raise PendingError(BadResponse, f"status {status}, which brings no page; open the URL in a browser")


def _validator(value: str | None) -> str | None:
    """Return an ETag or date, if it can be sent back in a header."""
    return value if value and HEADER_VALUE.fullmatch(value) else None
