"""Access control and security headers.

Without a token the service is for this machine: it listens on loopback, and the ``Host`` header must name loopback too,
so that no page in the user's browser reaches it through a host name of that site (DNS rebinding). Other sites can
neither embed answers nor send forms: the browser says where a request comes from (``Sec-Fetch-Site``, ``Origin``), and
those that come from elsewhere are refused, except for links that a person follows (``Sec-Fetch-Dest: document``).

E-readers can only send a user and a password (RFC 7617). The catalogs for them, and the books and covers that these
link to, take the token as the password; the user is the name of a reader, or anything. Feed readers can send nothing
but a URL, so a reader may have one with a key of its own, which opens feeds and catalogs (`tamis.serve.reading_keys`).

A browser that has presented the token has a session, which is random, lasts for 30 days, and ends by signing out. The
cookie holds all that is needed, sealed, so a session outlives the service. Only the running service knows that a
session was ended; another token ends all of them.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from functools import cached_property
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse

from tamis.serve.faults import Fault, fault_response
from tamis.serve.reading_keys import open_with_key, split_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tamis.serve.context import Context
    from tamis.serve.signing import Signer

POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
"""The Content-Security-Policy of a page of the service. No inline scripts or styles."""
HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "private, no-cache",  # Answers are for one reader, whose settings and library change.
}
COOKIE = "tamis_session"
SIGN_OUT = "/sign-out"
"""Path where a browser ends its session."""
OPEN_PATHS = frozenset({"/healthz", "/static/pages.css", "/static/icon.svg"})
"""Paths that need no token: the health check, and the resources of the form that asks for the token."""
BASIC_PATHS = ("/opds", "/opds2", "/edition", "/library/pictures")
"""Paths that also take the token as a password, for reading: those that e-readers open."""
FEED_PATHS = frozenset({"/feed.xml", "/feed.atom", "/feed.json"})
"""Paths of the feeds of the library, which a key opens too."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_NOT_IN_HOST = frozenset("@/?#\\ \t")
"""Characters that begin other parts of a URL: RFC 9110, section 7.2 has a host and a port, and no user."""


def policy(**changes: str | None) -> str:
    """Write the policy as a header's value, with some directives changed: ``policy(img_src="*", style_src=None)``."""
    directives = {**POLICY, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return "; ".join(f"{name} {value}".strip() for name, value in directives.items() if value is not None)


_POLICY_TEXT = policy()


class Security:
    """Middleware that refuses requests without permission, and adds the headers to answers that lack them."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        settings = context.settings
        self._token = settings.token
        self._names = {*LOOPBACK_NAMES, settings.host.lower(), *(name.lower() for name in settings.allowed_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message))
            await send(message)

        headers = Headers(scope=scope)
        if self._token is not None and scope["path"] == "/" and scope["method"] == "GET" and scope["query_string"]:
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
            if given and self._is_token(given):
                await self._signed_in(scope, receive, send_guarded)
                return
        is_open = self._open_with_key(scope)
        problem = self._problem(scope, headers, is_open=is_open)
        if problem is not None:
            await self._refusal(problem, scope, headers)(scope, receive, send_guarded)
        elif self._token is not None and scope["path"] == SIGN_OUT and scope["method"] == "POST":
            await self._signed_out(scope, headers)(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

    def _refusal(self, problem: Fault, scope: Scope, headers: Headers) -> Response:
        """Return the answer to a refused request: the form for the token to a browser without one, else the record."""
        answer = fault_response(problem)
        if problem.code == "unauthorized" and _is_catalog(scope["path"]):
            answer.headers["www-authenticate"] = 'Basic realm="tamis", charset="UTF-8"'
            return answer
        is_browser = scope["method"] == "GET" and "text/html" in headers.get("accept", "")
        if problem.code != "unauthorized" or not is_browser or scope["path"].startswith("/api/"):
            return answer
        root = str(scope.get("root_path", "")).rstrip("/")
        was_wrong = scope["path"] == "/" and b"token=" in scope["query_string"]
        page = self._context.render("sign_in.html", root=root, was_wrong=was_wrong)
        return HTMLResponse(page, answer.status_code, {"www-authenticate": answer.headers["www-authenticate"]})

    def _open_with_key(self, scope: Scope) -> bool:
        """Tell whether the URL of a request has a key that opens it; then take the key out of its path."""
        key, path = split_key(scope["path"])
        if not key or self._token is None or scope["method"] not in SAFE_METHODS:
            return False
        reader = self._context.reading_keys.owner(key) if path in FEED_PATHS or _takes_passwords(path) else None
        if reader is None:
            return False
        open_with_key(scope, reader, key)
        return True

    def _problem(self, scope: Scope, headers: Headers, *, is_open: bool) -> Fault | None:
        if self._token is None:
            name = host_name(headers.get("host", ""))
            if name not in self._names:
                return Fault("forbidden", f"this service is not called {name!r}; start it with --allowed-hosts")
        elif not is_open and scope["path"] not in OPEN_PATHS and not self._is_authorized(scope, headers):
            return Fault("unauthorized", "send the header Authorization: Bearer TOKEN, or open /?token=TOKEN once")
        if _is_foreign(scope["method"], headers):
            return Fault("forbidden", "the request comes from a page of another site")
        return None

    def _is_authorized(self, scope: Scope, headers: Headers) -> bool:
        authorization = headers.get("authorization", "")
        if scope["method"] in SAFE_METHODS and _takes_passwords(scope["path"]):
            _, password = basic_credentials(authorization)
            if password and self._is_token(password):
                return True
        scheme, _, given = authorization.partition(" ")
        if scheme.lower() == "bearer" and self._is_token(given.strip()):
            return True
        session = _cookie(headers.get("cookie", ""))
        return bool(session) and self._sessions.is_open(session)

    @cached_property
    def _sessions(self) -> Sessions:
        return Sessions(self._context.signer, self._token or "")

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), (self._token or "").encode())

    async def _signed_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = _to_first_page(scope)
        is_secure = scope.get("scheme") == "https"
        session = self._sessions.begin()
        response.set_cookie(COOKIE, session, SESSION_SECONDS, httponly=True, samesite="lax", secure=is_secure)
        await response(scope, receive, send)

    def _signed_out(self, scope: Scope, headers: Headers) -> Response:
        self._sessions.end(_cookie(headers.get("cookie", "")))
        response = _to_first_page(scope)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=scope.get("scheme") == "https")
        return response


def basic_credentials(authorization: str) -> tuple[str, str]:
    """Read user and password of a header (RFC 7617); both are empty if it has none."""
    scheme, _, sent = authorization.partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    try:
        user, _, password = base64.b64decode(sent.strip(), validate=True).decode("utf-8").partition(":")
    except ValueError:
        return "", ""
    return user, password


def _takes_passwords(path: str) -> bool:
    return any(path == taken or path.startswith(f"{taken}/") for taken in BASIC_PATHS)


def _is_catalog(path: str) -> bool:
    return path.startswith("/opds") and _takes_passwords(path)


def _to_first_page(scope: Scope) -> Response:
    return RedirectResponse(f"{str(scope.get('root_path', '')).rstrip('/')}/", 303)


def host_name(header: str) -> str:
    """Return the name in a ``Host`` header, without its port; empty if there is none or the header has more parts."""
    if not _NOT_IN_HOST.isdisjoint(header):
        return ""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


def _is_foreign(method: str, headers: Headers) -> bool:
    """Tell whether a page of another site sent the request, other than by a link that somebody follows."""
    site = headers.get("sec-fetch-site")
    if site in ("same-origin", "none"):
        return False
    if method in SAFE_METHODS:
        return site is not None and not _is_link(headers)
    origin = headers.get("origin")
    return site is not None or (origin is not None and urlsplit(origin).netloc != headers.get("host"))


def _is_link(headers: Headers) -> bool:
    """Tell whether a browser shows the answer as a page, and not in a frame of the page that asked."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _add_headers(headers: MutableHeaders) -> None:
    headers.setdefault("content-security-policy", _POLICY_TEXT)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


SESSION_SECONDS = 30 * 24 * 3600
NAME_BYTES = 16
"""Bytes of the random name of a session: RFC 6819, section 5.1.4.2.2 asks for 128 bits."""
_PURPOSE = "session"


class Sessions:
    """The sessions of a service with a token."""

    def __init__(self, signer: Signer, token: str, clock: Callable[[], float] = time.time) -> None:
        self._signer = signer
        self._mark = signer.signature("token of a session", token)
        self._clock = clock
        self._ended: dict[str, float] = {}
        """Names of sessions that were ended, with the time when they would have ended by themselves."""

    def begin(self) -> str:
        """Begin a session and return its cookie."""
        ends = int(self._clock()) + SESSION_SECONDS
        return self._signer.seal(_PURPOSE, f"{ends} {secrets.token_hex(NAME_BYTES)} {self._mark}")

    def is_open(self, cookie: str) -> bool:
        """Tell whether a cookie belongs to an open session."""
        session = self._read(cookie)
        return session is not None and session[1] > self._clock() and session[0] not in self._ended

    def end(self, cookie: str) -> None:
        """End a session, also for anybody else who has its cookie."""
        session = self._read(cookie)
        now = self._clock()
        self._ended = {name: ends for name, ends in self._ended.items() if ends > now}
        if session is not None:
            name, ends = session
            self._ended[name] = ends

    def _read(self, cookie: str) -> tuple[str, float] | None:
        """Return the name of a session and when it ends; None if the cookie was not made for this token."""
        text = self._signer.unseal(_PURPOSE, cookie)
        if text is None:
            return None
        ends, name, mark = text.split(" ")
        return (name, float(ends)) if mark == self._mark else None
