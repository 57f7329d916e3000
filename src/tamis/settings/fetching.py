"""Settings for fetching and rendering, as frozen dataclasses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path  # noqa: TC003 (tamis.settings.options reads the annotations)
from typing import TYPE_CHECKING, Literal, TypedDict, get_args

from tamis._version import __version__
from tamis.errors import BadSettings
from tamis.settings.options import answering, check, from_mapping, option
from tamis.settings.unknown_names import check_names

if TYPE_CHECKING:
    from collections.abc import Iterable


USER_AGENT = f"tamis/{__version__} (article reader)"

FETCHING = "Fetching"
"""Group of the settings for fetching in a form."""
RENDERING = "Rendering"
"""Group of the settings for rendering in a form."""
SiteMarkdown = Literal["never", "compare", "trust"]
RenderMode = Literal["never", "auto", "always"]
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)
"""Modes of rendering; ``auto`` renders pages that give no good article as the server sends them."""

LONGEST_TIMEOUT = 86_400.0  # A day, in seconds; far larger numbers do not fit the system's own type for it.

# RFC 9110, section 5.6.2 (token) and 5.5 (field values), without the obsolete bytes above 0x7E.
HEADER_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
HEADER_VALUE = re.compile(r"[\t\x20-\x7e]*")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*|\*")  # RFC 4647, section 2.1

RESERVED_HEADERS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "if-match",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "if-unmodified-since",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "range",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "user-agent",
        "accept-language",
    }
)
"""Headers that the guards, the limits and the cache depend on, or that have their own setting."""


@answering
@dataclass(frozen=True, slots=True)
class FetchSettings:
    """Settings for fetching a page."""

    timeout: float = option(
        20.0, "Seconds to fetch a page, redirects included.", above=0, maximum=LONGEST_TIMEOUT, group=FETCHING
    )
    connect_timeout: float = option(
        10.0,
        "Seconds to connect to one IP address, at most what is left of the timeout.",
        above=0,
        maximum=LONGEST_TIMEOUT,
        group=FETCHING,
    )
    max_bytes: int = option(10_000_000, "Largest page, decompressed.", minimum=1, group=FETCHING)
    max_compressed_bytes: int = option(10_000_000, "Largest body, compressed.", minimum=1, group=FETCHING)
    max_feed_bytes: int = option(
        52_428_800,
        "The largest feed or sitemap, decompressed; the sitemaps protocol allows 50 MiB.",
        minimum=1,
        group=FETCHING,
    )
    max_text_bytes: int = option(1_000_000, "The largest text file, such as robots.txt.", minimum=1, group=FETCHING)
    max_image_bytes: int = option(20_000_000, "The largest picture.", minimum=1, group=FETCHING)
    max_style_bytes: int = option(2_000_000, "The largest style sheet, decompressed.", minimum=1, group=FETCHING)
    max_redirects: int = option(5, "Maximum redirects.", minimum=0, group=FETCHING)
    user_agent: str = option(USER_AGENT, "User-Agent header.", group=FETCHING)
    languages: tuple[str, ...] = option(
        (),
        "Preferred languages (Accept-Language), the best first, such as de-CH,de,en. Default: the site decides.",
        group=FETCHING,
        metavar="TAG,TAG",
    )
    headers: tuple[tuple[str, str], ...] = option(
        (),
        "Extra request header. It is sent to the requested host, not to hosts that it redirects to.",
        group=FETCHING,
        metavar="NAME:VALUE",
    )
    allow_private: bool = option(
        False, "Allow private, loopback and other non-public IP addresses (your own network).", group=FETCHING
    )
    verify: bool = option(
        True,
        "Verify TLS certificates. Without verification, anyone on the network path can read and change the page.",
        group=FETCHING,
        off="insecure",
    )
    print_page: bool = option(
        False,
        "Use the print version of a page if there is one (`tamis extract`, `tamis print` and `tamis.fetch`).",
        group=FETCHING,
    )
    site_markdown: SiteMarkdown = option(
        "never",
        "The site's own Markdown of a page, if there is any: `never` ask for it; `compare` it with the page and use it "
        "if it has the same text; `trust` it as it is.",
        group=FETCHING,
    )
    keep_alive: float = option(
        15.0,
        "Seconds that an idle connection is kept for the next visit to the same host; 0 closes it at once.",
        minimum=0,
        maximum=LONGEST_TIMEOUT,
        group=FETCHING,
    )
    cache: Path | None = option(
        None,
        "Directory to cache fetched pages in; they are always revalidated.",
        group=FETCHING,
        metavar="DIRECTORY",
    )

    def __post_init__(self) -> None:
        check(self)
        _check_user_agent(self.user_agent)
        for language in self.languages:
            _check_language(language)
        check_headers(self.headers)


class FetchingOptions(TypedDict, total=False):
    """The keyword arguments of what fetches: the fields of `FetchSettings` that are used most."""

    timeout: float
    user_agent: str
    headers: Mapping[str, str]
    verify: bool
    allow_private: bool
    cache: Path | str


def fetching_from(fetching: FetchSettings | None, options: Mapping[str, object]) -> FetchSettings | None:
    """Return settings for fetching with the fields that keyword arguments change."""
    if not options:
        return fetching
    plain = {name: dict(value) if isinstance(value, Mapping) else value for name, value in options.items()}
    check_names(plain, [field.name for field in fields(FetchSettings)])
    return from_mapping(FetchSettings, plain, fetching)


def divided(
    options: Mapping[str, object], fetching: FetchSettings | None, others: type
) -> tuple[dict[str, object], FetchSettings | None]:
    """Divide keyword arguments: those of the other settings, and the settings for fetching with the rest."""
    own, of_fetching = (tuple(field.name for field in fields(kind)) for kind in (others, FetchSettings))
    check_names(options, [*own, *of_fetching])
    changed = {name: value for name, value in options.items() if name not in own}
    rest = {name: value for name, value in options.items() if name in own}
    return rest, fetching_from(fetching, changed)


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Settings for rendering a page in a browser."""

    timeout: float = option(
        30.0, "Seconds for one page, from the request to its layout.", above=0, maximum=600, group=RENDERING
    )
    settle: float = option(
        5.0,
        "Seconds at most to wait after loading until the page asks for nothing more.",
        minimum=0,
        maximum=60,
        group=RENDERING,
    )
    wait_for: str = option("", "Wait until this CSS selector matches an element.", metavar="CSS", group=RENDERING)
    width: int = option(1280, "Width of the window in CSS pixels.", minimum=200, maximum=8000, group=RENDERING)
    height: int = option(900, "Height of the window in CSS pixels.", minimum=200, maximum=8000, group=RENDERING)
    scripts: bool = option(True, "Run the page's scripts.", group=RENDERING)
    pictures: bool = option(
        True, "Load pictures; without, boxes of pictures without a declared size are wrong.", group=RENDERING
    )
    max_requests: int = option(300, "Most requests that one page may make.", minimum=1, group=RENDERING)
    max_bytes: int = option(50_000_000, "Most bytes that one page may load.", minimum=1, group=RENDERING)
    max_elements: int = option(
        200_000, "A page with more elements is given as the server sent it.", minimum=1, group=RENDERING
    )
    pages_per_browser: int = option(
        50, "Pages after which the browser is closed and another started.", minimum=1, group=RENDERING
    )
    sandbox: bool = option(
        True,
        "Keep the browser in its sandbox; impossible as root, and in some containers.",
        group=RENDERING,
    )
    executable: Path | None = option(
        None, "The browser; without, the system's chromium.", metavar="FILE", group=RENDERING
    )

    def __post_init__(self) -> None:
        check(self)


def check_headers(headers: Iterable[tuple[str, str]]) -> None:
    """Raise `BadSettings` for a header that cannot or must not be sent."""
    for name, value in headers:
        _check_header(name, value)


def _check_user_agent(value: str) -> None:
    if not value.strip() or not HEADER_VALUE.fullmatch(value):
        raise BadSettings(f"user_agent must be one line of printable ASCII, not {value!r}")


def _check_language(tag: str) -> None:
    if not LANGUAGE.fullmatch(tag):
        raise BadSettings(f"languages must be tags such as 'en' or 'pt-BR', not {tag!r}")


def _check_header(name: str, value: str) -> None:
    if not HEADER_NAME.fullmatch(name):
        raise BadSettings(f"{name!r} is not the name of a header; use letters, digits and hyphens")
    if name.lower() in RESERVED_HEADERS:
        raise BadSettings(f"the header {name} is set by tamis itself; take it out of headers")
    if not HEADER_VALUE.fullmatch(value):
        raise BadSettings(f"the value of the header {name} must be one line of printable ASCII")
