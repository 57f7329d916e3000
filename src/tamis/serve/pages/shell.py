"""The shell of all pages of the server: their frame, the reader's settings, and the page that is asked about.

Recent pages are cached, so that reading, saving and explaining one fetches it once, as are files that a reader dropped,
which are nowhere else. In memory only, with a limit of bytes and of time.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, quote, urlencode

from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

from tamis.errors import BadInput, BadUrl
from tamis.io.fetching import Expect
from tamis.io.workers.extraction import PageBytes
from tamis.serve.api.operations import check_strategy
from tamis.serve.pages.profile import PURPOSE, Profile, from_cookie, to_cookie
from tamis.serve.proxy.own_urls import InsideUrls, SignedUrls
from tamis.serve.reading_keys import keyed
from tamis.serve.security import basic_credentials, policy
from tamis.settings.reader import is_reader_name
from tamis.text.characters import one_line
from tamis.text.urls.sites import short_host

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from tamis.edition.pictures import Picture
    from tamis.errors import TamisError
    from tamis.library import Library
    from tamis.serve.context import Context
    from tamis.settings.extraction import Settings

Value = TypeVar("Value")

COOKIE = "tamis_profile"
SENT_PICTURES = "/read/pictures"
"""Path of the pictures that came with a page."""
NO_PICTURES: Mapping[str, Picture] = MappingProxyType({})
COOKIE_SECONDS = 400 * 24 * 3600
"""Longest time in seconds that browsers keep a cookie."""
FORM_BYTES = 2_000
"""Bytes of a form around its file, at most."""
MOST_FIELDS = 1_000
"""Maximum number of fields of a form; that of the settings has about a hundred."""
TYPED = {"url": "Link of a page", "words": "Words", "note": "Note", "name": "Name", "q": "Search", "query": "Search"}
"""Fields that people type into, with their labels."""
MOST_TYPED = 200
"""Maximum number of fields that are shown again after an error."""
MOST_TYPED_TEXT = 100_000
"""Maximum number of characters of these fields."""
MAX_TYPED = 200
"""Maximum characters of what was typed that an error repeats."""
_URL = re.compile(r"https?://[^\s<>\"]{1,8000}", re.IGNORECASE)
_BARE = re.compile(r"(?:[\w-]{1,63}\.)+[^\W\d_]{2,24}(?:[/?#:]\S*)?")
"""A URL without its scheme, as people type it: news.example/world."""


class Asked(NamedTuple):
    """The page that a request is about: one of the web, or a file that a reader sent."""

    page: PageBytes
    url: str
    """URL of the page; empty for a file."""
    key: str
    """Key of a file; empty for a page of the web."""
    pictures: Mapping[str, Picture] = NO_PICTURES
    """Pictures that came with the page, by URL."""

    @property
    def sent_pictures(self) -> dict[str, str]:
        """The paths of the pictures that came with the page, by URL."""
        return {url: f"{SENT_PICTURES}/{self.key}/{number}" for number, url in enumerate(self.pictures)}

    @property
    def query(self) -> str:
        """The query that names the page in links to other views of it."""
        return f"page={self.key}" if self.key else f"url={quote(self.url, safe='')}"

    @property
    def name(self) -> str:
        """The name of the page for people: its host, or "a file"."""
        return short_host(self.url) or "a file"


class Shell:
    """The frame around the pages of a server."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.recent = RecentPages()

    # The reader.

    def profile(self, request: Request) -> Profile:
        """Return the reader's settings: from the cookie, else those that the server was started with."""
        sealed = request.cookies.get(COOKIE)
        text = self.context.signer.unseal(PURPOSE, sealed) if sealed else None
        if text is not None:
            return from_cookie(text)
        defaults = self.context.defaults
        own = Profile(extract=defaults.extract, edition=defaults.edition, summary=defaults.summary)
        own = replace(own, reader=defaults.reader)
        return replace(own, filters=defaults.filters) if defaults.filters is not None else own

    def reader(self, request: Request) -> str:
        """Return the name of the reader who asks: that of the key in the URL, the user of an e-reader's password, or
        that of the profile."""
        known = keyed(request.scope)
        if known is not None:
            return known.reader
        user, _ = basic_credentials(request.headers.get("authorization", ""))
        return (user if user and is_reader_name(user) else self.profile(request).reader.name).casefold()

    def settings(self, profile: Profile) -> Settings:
        """Return the extraction settings for a reader, with the limits and the site rules of the server."""
        own = self.context.defaults.extract
        if isinstance(profile.extract.strategy, str):
            check_strategy(profile.extract.strategy)
        return replace(profile.extract, limits=own.limits, rules=own.rules)

    def keep(self, request: Request, response: Response, profile: Profile) -> Response:
        """Store a profile in the reader's cookie."""
        sealed = self.context.signer.seal(PURPOSE, to_cookie(profile))
        response.set_cookie(
            COOKIE, sealed, COOKIE_SECONDS, httponly=True, samesite="lax", secure=request.url.scheme == "https"
        )
        return response

    # The page that is asked about.

    async def asked(self, values: Mapping[str, str], *, fresh: bool = False) -> Asked:
        """Return the page that a query or a form names, fetched if it is not cached. Raises `BadInput` and fetch
        errors."""
        key = values.get("page", "")
        if key:
            kept = self.recent.get(key)
            if kept is None:
                raise BadInput("this page is no longer kept: open the file or send the page again")
            return Asked(kept, kept.url or "", key, self.recent.pictures(key))
        url = web_url_in(values.get("url", ""))
        if url is None:
            raise not_a_url(values.get("url", ""))
        known = None if fresh else self.recent.get(url, fresh=True)
        return Asked(known or await self._fetched(url), url, "")

    async def _fetched(self, url: str) -> PageBytes:
        response = await self.context.fetch(url, Expect.HTML)
        page = PageBytes(response.body, response.final_url, response.content_type, rights=response.rights)
        self.recent.put(url, page)
        return page

    async def look_up(self, request: Request, function: Callable[[Library], Value], otherwise: Value) -> Value:
        """Call a function with the reader's library; return `otherwise` if there is none yet, because looking does not
        create one."""
        if not self.context.library_file.exists():
            return otherwise
        return await self.with_library(request, function)

    async def with_library(self, request: Request, function: Callable[[Library], Value]) -> Value:
        """Call a function with the library of the reader who asks."""
        return await self.context.with_library(function, self.reader(request))

    # URLs.

    def signed(self, request: Request) -> SignedUrls:
        """Return the builder of URLs for pictures and style sheets that come through the server."""
        return SignedUrls(self.context.url_signer, root_of(request))

    def inside(self, request: Request, asked: Asked | None = None) -> InsideUrls:
        """Return the URL rewriter for a page that is shown with its look."""
        sent = asked.sent_pictures if asked else {}
        return InsideUrls(self.signed(request), self.context.settings.image_proxy, sent)

    @property
    def image_sources(self) -> str:
        """The sources from which a browser may load pictures."""
        return "'self' data:" if self.context.settings.image_proxy else "'self' data: https: http:"

    # Answers.

    def page(
        self,
        request: Request,
        template: str,
        *,
        status: int = 200,
        frames: bool = False,
        pictures: bool = False,
        **values: Any,
    ) -> Response:
        """Render a page of the server. `frames` allows frames, `pictures` allows pictures of other sites."""
        given = {
            "root": root_of(request),
            "look": self.profile(request).reader,
            "path": request.url.path,
            "section": "",
            "library_file": shlex.quote(str(self.context.library_file)),
            "can_sign_out": self.context.settings.token is not None,
            "encode": urlencode,
        }
        changes = {"frame_src": "'self'"} if frames else {}
        changes |= {"img_src": self.image_sources} if pictures else {}
        headers = {"content-security-policy": policy(**changes)} if changes else None
        return HTMLResponse(self.context.render(template, **(given | values)), status, headers)


def framed_headers(images: str) -> dict[str, str]:
    """Return the headers for a foreign page that is shown in a frame of ours, or by the proxy: it runs nothing.

    Style sheets and style attributes of the page are its look; nothing else of it is allowed.
    """
    return {
        "content-security-policy": policy(
            script_src="'none'",
            style_src="'self' 'unsafe-inline'",
            img_src=images,
            font_src="'self' data:" if "https:" not in images else "'self' data: https: http:",
            connect_src="'none'",
            manifest_src="'none'",
            frame_src="'self'",
            frame_ancestors="'self'",
            sandbox="allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation",
        ),
        "x-frame-options": "SAMEORIGIN",
    }


def root_of(request: Request) -> str:
    """Return the prefix of all paths, if the server is not at the root of its host."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def pages_root(request: Request) -> str:
    """Return the prefix of the paths of pages for people, which no key opens."""
    known = keyed(request.scope)
    return known.root if known is not None else root_of(request)


def not_a_url(typed: str) -> TamisError:
    """Make the error for something else in place of a URL."""
    words = one_line(typed).strip()[:MAX_TYPED]
    return BadUrl(words, "write it as https://example.org/story") if words else BadInput("paste the URL of a page")


def web_url_in(text: str) -> str | None:
    """Find the first URL in what somebody pasted or shared; a bare host counts if there is nothing else."""
    found = _URL.search(text)
    if found:
        return found.group()
    bare = text.strip()
    return f"https://{bare}" if _BARE.fullmatch(bare) else None


def seen_other(request: Request, path: str) -> Response:
    """Redirect a browser to a page of ours after a form."""
    return RedirectResponse(f"{root_of(request)}{path}", 303)


def opened(request: Request, path: str, **facts: str | None) -> Response:
    """Redirect a browser to a page of ours after a form; tell a program its path and some facts, as JSON."""
    if not wants_json(request):
        return seen_other(request, path)
    return JSONResponse({"open": f"{root_of(request)}{path}", **facts})


def wants_json(request: Request) -> bool:
    """Tell whether a program sent a form, and not a person."""
    return request.headers.get("accept", "").startswith("application/json")


def back(request: Request, sent: Mapping[str, str], otherwise: str) -> Response:
    """Redirect a browser back to the page of a form, if that is one of our own pages."""
    path = sent.get("back", "")
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return seen_other(request, path if is_own else otherwise)


async def form_values(request: Request) -> dict[str, list[str]]:
    """Read what a form sent, with all values of each name. Files are ignored. Raises `BadInput` for too many fields.

    The page of an error shows it again.
    """
    sent = await _form_values(request)
    request.state.sent = sent
    return sent


class Typed(NamedTuple):
    """The values that a person typed before an error, to be shown again."""

    method: str
    fields: list[tuple[str, str]]
    """Names and values in their order."""


def typed(request: Request) -> Typed | None:
    """Return what a person typed into the form that led to an error; None if it was nothing, or too much."""
    sent: Mapping[str, list[str]] | None = getattr(request.state, "sent", None)
    if sent is None and request.method in ("GET", "HEAD"):
        sent = {name: request.query_params.getlist(name) for name in request.query_params}
    fields = [(name, value) for name, values in (sent or {}).items() for value in values]
    size = sum(len(value) for _, value in fields)
    if len(fields) > MOST_TYPED or size > MOST_TYPED_TEXT or not any(name in TYPED and value for name, value in fields):
        return None
    return Typed("get" if request.method in ("GET", "HEAD") else "post", fields)


async def _form_values(request: Request) -> dict[str, list[str]]:
    if is_multipart(request):
        async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
            sent: dict[str, list[str]] = {}
            for name, value in form.multi_items():
                if isinstance(value, str):
                    sent.setdefault(name, []).append(value)
            return sent
    text = (await request.body()).decode("latin-1")
    try:  # Empty fields are counted too, before any is parsed.
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadInput(f"the form has more than {MOST_FIELDS:,} fields") from error


def is_multipart(request: Request) -> bool:
    """Tell whether a form may have files."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "multipart/form-data"


def last_values(sent: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the last value of each name."""
    return {name: values[-1] for name, values in sent.items()}


def bytes_in_words(count: int) -> str:
    """Write a limit of bytes for people."""
    return f"{count / 1e9:.3g} GB" if count >= 1e9 else f"{count / 1e6:.3g} MB"


def whole_number(text: str, otherwise: int) -> int:
    """Parse a number from a query; return `otherwise` if it is none."""
    with suppress(ValueError):
        return int(text)
    return otherwise


MOST_BYTES = 64_000_000
FRESH_SECONDS = 600.0
"""Seconds after which a page of the web is fetched again."""


class _Kept(NamedTuple):
    page: PageBytes
    since: float
    pictures: Mapping[str, Picture] = NO_PICTURES

    @property
    def bytes(self) -> int:
        return len(self.page.body) + sum(len(picture.data) for picture in self.pictures.values())


class RecentPages:
    """An LRU cache of pages by key."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages: OrderedDict[str, _Kept] = OrderedDict()
        self._bytes = 0
        self._most = most_bytes
        self._clock = clock

    def put(self, key: str, page: PageBytes, pictures: Mapping[str, Picture] = NO_PICTURES) -> None:
        """Store a page and the pictures that came with it, replacing an older one with the same key."""
        self._drop(key)
        self._pages[key] = kept = _Kept(page, self._clock(), pictures)
        self._bytes += kept.bytes
        while self._bytes > self._most and len(self._pages) > 1:
            self._drop(next(iter(self._pages)))

    def put_file(self, page: PageBytes, pictures: Mapping[str, Picture] = NO_PICTURES) -> str:
        """Store a file that a reader sent. Return its key, which nobody can guess without the file."""
        content = hashlib.sha256(f"{page.url or ''}\0{len(page.body)}\0".encode("utf-8", "surrogatepass"))
        for part in (page.body, *(picture.data for picture in pictures.values())):
            content.update(part)
        key = content.hexdigest()[:32]
        self.put(key, page, pictures)
        return key

    def get(self, key: str, *, fresh: bool = False) -> PageBytes | None:
        """Return a page; None if it is no longer stored, or with `fresh` if it is too old."""
        kept = self._pages.get(key)
        if kept is None or (fresh and self._clock() - kept.since > FRESH_SECONDS):
            return None
        self._pages.move_to_end(key)
        return kept.page

    def pictures(self, key: str) -> Mapping[str, Picture]:
        """Return the pictures that came with a page, by URL."""
        kept = self._pages.get(key)
        return kept.pictures if kept is not None else NO_PICTURES

    def _drop(self, key: str) -> None:
        kept = self._pages.pop(key, None)
        if kept is not None:
            self._bytes -= kept.bytes
