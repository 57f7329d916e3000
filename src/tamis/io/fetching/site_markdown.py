"""A site's own Markdown of a page: asked for, or found by what the page and the site name.

Four ways, until one brings Markdown: the answer to ``Accept: text/markdown``; a link with ``rel=alternate`` and
``type=text/markdown`` in the page or its header; what the site's ``llms.txt`` lists for the page (llmstxt.org, 2024);
the file with ``.md`` behind the page's URL. Each is a request of its own, under all guards of the
fetcher, to the host of the page alone, also after redirects, within the time that is left. One that fails is a verdict,
never an error.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit, urlunsplit

from tamis.core.parse.encodings import decode
from tamis.errors import BadStatus, FetchError, ResponseNotHtml, UnexpectedType
from tamis.io.fetching.content import MARKDOWN_TYPES, VAGUE_TYPES, looks_like_html
from tamis.io.fetching.expect import Expect
from tamis.io.fetching.response import OfferedMarkdown
from tamis.io.fetching.urls import redacted
from tamis.model import MarkdownOffer, MarkdownVerdict, MarkdownWay
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.io.fetching.client import Fetcher
    from tamis.io.fetching.response import Response

    Allows = Callable[[str], bool]

LLMS_TXT = "/llms.txt"
SUFFIXES = (".md", ".markdown")
HEAD_BYTES = 200_000
"""Number of bytes of a page in which its links are looked for."""
MOST_ALTERNATES = 10
FIRST_SERVER_ERROR = 500
MOST_LISTED = 5_000
MOST_SITES = 100
"""Maximum number of sites whose ``llms.txt`` is remembered."""
_LINK = re.compile(rb"<link(?=[\s/])[^<>]*+>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?<=[\s\"'])([a-z]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))", re.IGNORECASE)
_HEADER_LINK = re.compile(r"<([^<>]{1,2000})>([^<]*+)")
_LISTED = re.compile(r"\]\(<?([^()<>\s]{1,2000})")


def fetch_with_markdown(
    fetcher: Fetcher,
    url: str,
    *,
    compares: bool,
    timeout: float | None = None,
    fresh: bool = False,
    allows: Allows | None = None,
) -> Response:
    """Fetch a page, and the site's own Markdown of it. Raises what the page raises.

    With `compares`, it will be compared with the page, so the page itself is fetched in any case. `allows` tells
    whether robots.txt allows a URL, if the caller respects it. `timeout` is for all requests together.
    """
    seconds = min(fetcher.settings.timeout, timeout or fetcher.settings.timeout)
    end = time.monotonic() + seconds
    expect = Expect.PAGE if compares else Expect.READABLE
    page = fetcher.get(url, expect, timeout=seconds, fresh=fresh)
    if is_markdown(page):
        offer = MarkdownOffer(MarkdownWay.ANSWER, page.final_url, MarkdownVerdict.USED)
        return replace(page, markdown=OfferedMarkdown((offer,)))
    if page.media_type in VAGUE_TYPES and not looks_like_html(page.body, page.media_type):
        raise ResponseNotHtml(redacted(page.final_url), str(page.media_type))
    tried: list[MarkdownOffer] = []
    for way, place in _places(fetcher, page, asks=compares, end=end, allows=allows, tried=tried):
        offer, answer = _ask(fetcher, page, way, place, end, allows)
        tried.append(offer)
        if answer is not None:
            return replace(page, markdown=OfferedMarkdown(tuple(tried), answer, compares))
    return replace(page, markdown=OfferedMarkdown(tuple(tried)))


def is_markdown(response: Response) -> bool:
    """Tell whether a response is Markdown: by its type, or as plain text with the suffix of Markdown."""
    media_type = response.media_type
    if media_type in MARKDOWN_TYPES:
        return True
    path = urlsplit(response.final_url).path.lower()
    named = path.endswith((*SUFFIXES, LLMS_TXT))
    return named and (media_type in VAGUE_TYPES or media_type is None) and not looks_like_html(response.body, None)


def _places(
    fetcher: Fetcher, page: Response, *, asks: bool, end: float, allows: Allows | None, tried: list[MarkdownOffer]
) -> Iterator[tuple[MarkdownWay, str]]:
    """Yield the URLs to ask, each once, in order."""
    seen: set[str] = set()
    for alternate in _alternates(page):
        if alternate not in seen:
            seen.add(alternate)
            yield MarkdownWay.ALTERNATE, alternate
    if asks:
        yield MarkdownWay.ANSWER, page.final_url
    beside = [place for place in beside_urls(page.final_url) if place not in seen]
    if not beside:
        return
    listed = fetcher.llms_files.listed(page.final_url, end, allows, tried)
    for place in beside:
        if place in listed:
            yield MarkdownWay.LLMS_TXT, place
            return
    yield MarkdownWay.BESIDE, beside[0]


def _ask(
    fetcher: Fetcher, page: Response, way: MarkdownWay, url: str, end: float, allows: Allows | None
) -> tuple[MarkdownOffer, Response | None]:
    """Fetch what may be Markdown; return the verdict, with the response if it is."""
    offer = MarkdownOffer(way, url, MarkdownVerdict.USED)
    if (verdict := _refusal(url, page.final_url, allows)) is not None:
        return offer._replace(verdict=verdict, note="robots.txt" if verdict is MarkdownVerdict.FORBIDDEN else ""), None
    left = end - time.monotonic()
    if left <= 0:
        return offer._replace(verdict=MarkdownVerdict.FAILED, note="no time is left"), None
    refused: list[tuple[MarkdownVerdict, str]] = []

    def follows(target: str) -> bool:
        verdict = _refusal(target, page.final_url, allows)
        refused.extend([(verdict, target)] if verdict is not None else ())
        return verdict is None

    try:
        answer = fetcher.get(url, Expect.MARKDOWN, timeout=left, follows=follows)
    except UnexpectedType as error:
        return offer._replace(verdict=MarkdownVerdict.NOT_MARKDOWN, note=str(error)), None
    except FetchError as error:
        verdict, note = refused[0] if refused else (MarkdownVerdict.FAILED, str(error))
        return offer._replace(verdict=verdict, note=note), None
    if way is MarkdownWay.ANSWER and answer.media_type not in MARKDOWN_TYPES:
        return offer._replace(verdict=MarkdownVerdict.NOT_MARKDOWN, note=answer.media_type or "no type"), None
    return offer._replace(url=answer.final_url), answer


def _refusal(url: str, page_url: str, allows: Allows | None) -> MarkdownVerdict | None:
    """Return why a URL is not asked for the Markdown of a page, or None."""
    if _origin(url) != _origin(page_url):
        return MarkdownVerdict.OTHER_ORIGIN
    return MarkdownVerdict.FORBIDDEN if allows is not None and not allows(url) else None


def _alternates(page: Response) -> Iterator[str]:
    """Yield the URLs of Markdown that the page's header and its head name."""
    headers = (value for name, value in page.headers if name.lower() == "link")
    named = (f' href="{target}" {rest}' for value in headers for target, rest in _HEADER_LINK.findall(value[:20_000]))
    elements = (tag.decode("utf-8", "replace") for tag in _LINK.findall(page.body[:HEAD_BYTES]))
    count = 0
    for text in (*named, *elements):
        values = {name.lower(): first or second or third for name, first, second, third in _ATTRIBUTE.findall(text)}
        kinds, media_type = values.get("rel", "").lower().split(), values.get("type", "").partition(";")[0].strip()
        url = _joined(page.final_url, unescape(values.get("href", "")))
        if "alternate" in kinds and media_type.lower() in MARKDOWN_TYPES and url and count < MOST_ALTERNATES:
            count += 1
            yield url


def beside_urls(url: str) -> list[str]:
    """List the URLs at which a page's Markdown may be, the most common first."""
    parts = urlsplit(url)
    path = parts.path or "/"
    if path.lower().endswith((*SUFFIXES, ".txt")):
        return []
    bare = path.rstrip("/")
    if path.endswith("/"):
        paths = [f"{bare}.md", f"{bare}/index.md", f"{bare}/index.html.md"][0 if bare else 1 :]
    elif path.lower().endswith((".html", ".htm")):
        paths = [f"{path.rpartition('.')[0]}.md", f"{path}.md"]
    else:
        paths = [f"{path}.md", f"{path}/index.md", f"{path}/index.html.md"]
    return [urlunsplit((parts.scheme, parts.netloc, place, "", "")) for place in paths]


class LlmsFiles:
    """The lists in the ``llms.txt`` of sites, each requested once."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._listed: dict[str, frozenset[str]] = {}

    def listed(self, url: str, end: float, allows: Allows | None, tried: list[MarkdownOffer]) -> frozenset[str]:
        """Return the URLs that the site of a page lists; none if there is no such file."""
        origin = _origin(url)
        if origin not in self._listed:
            listed = self._ask(f"{origin}{LLMS_TXT}", end, allows, tried)
            if listed is None:
                return frozenset()
            while len(self._listed) >= MOST_SITES:
                self._listed.pop(next(iter(tuple(self._listed))), None)
            self._listed[origin] = listed
        return self._listed.get(origin, frozenset())

    def _ask(self, url: str, end: float, allows: Allows | None, tried: list[MarkdownOffer]) -> frozenset[str] | None:
        if allows is not None and not allows(url):
            tried.append(MarkdownOffer(MarkdownWay.LLMS_TXT, url, MarkdownVerdict.FORBIDDEN, note="robots.txt"))
            return None
        left = end - time.monotonic()
        if left <= 0:
            return None
        try:
            answer = self._fetcher.get(
                url, Expect.MARKDOWN, timeout=left, follows=lambda target: _refusal(target, url, allows) is None
            )
        except UnexpectedType:
            return frozenset()
        except FetchError as error:
            is_settled = isinstance(error, BadStatus) and error.status_code < FIRST_SERVER_ERROR
            return frozenset() if is_settled else None
        text = decode(answer.body, answer.content_type).text
        found = _LISTED.findall(text)[:MOST_LISTED]
        return frozenset(filter(None, (_joined(answer.final_url, target) for target in found)))


def _joined(base: str, target: str) -> str | None:
    try:
        url = urljoin(base, target.strip()).partition("#")[0]
    except ValueError:
        return None
    return url if is_web_url(url) else None


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
