"""A page as it comes in, with what a browser knows of its layout, and what it declares about its type."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.model.rights import Rights


class Box(NamedTuple):
    """A rectangle on a page as a browser lays it out, in CSS pixels from the page's top left corner."""

    left: float
    top: float
    width: float
    height: float


LAYOUT_ATTRIBUTE = "data-tamis-node"
"""Attribute in which a renderer numbers the elements."""


class Style(NamedTuple):
    """The computed style of an element, as far as strategies use it."""

    font_size: float
    """Font size in CSS pixels."""
    font_weight: int = 400
    color: str = ""
    """Color of the text, as CSS writes computed colors: ``rgb(0, 0, 0)``."""
    background: str = ""
    """The element's own background color; empty if it has none."""
    background_image: bool = False
    align: str = "start"
    """Value of CSS's ``text-align``."""
    borders: int = 0
    """Number of sides with a visible border."""
    position: str = "static"
    display: str = "block"
    has_line_above: bool = False
    """True if there is a visible border at the top."""
    has_line_below: bool = False
    """True if there is a visible border at the bottom."""


class Rendering(StrEnum):
    """The way in which rendering a page ended."""

    COMPLETE = "complete"
    """The page was loaded and no longer changing."""
    UNSETTLED = "unsettled"
    """The page was still loading or changing at the time limit; this is its state then."""
    STOPPED = "stopped"
    """A script without an end was stopped; this is the state of the page then."""
    FAILED = "failed"
    """The browser gave no result in time; this is the page as the server sent it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a rendered page, by the number of the element in `LAYOUT_ATTRIBUTE`."""

    boxes: Mapping[int, Box]
    hidden: Mapping[int, str] = field(default_factory=dict)
    """Elements that readers cannot see, with a value of `tamis.core.parse.Hiding` for each."""
    styles: Mapping[int, Style] = field(default_factory=dict)
    texts: Mapping[int, Sequence[Box | None]] = field(default_factory=dict)
    """For elements that directly contain text: the box of each text node among their children, in order."""
    width: float = 0.0
    height: float = 0.0
    """Height of the whole page; `width` is its width."""


class MarkdownWay(StrEnum):
    """The way in which a site offers a page as Markdown."""

    ANSWER = "answer"
    """The server answers the page's own URL in Markdown."""
    ALTERNATE = "alternate"
    """The page or its header names it: ``rel=alternate``, ``type=text/markdown``."""
    LLMS_TXT = "llms_txt"
    """The site's ``llms.txt`` lists it."""
    BESIDE = "beside"
    """It is at the page's URL with ``.md`` behind it."""


class MarkdownVerdict(StrEnum):
    """The verdict on a site's own Markdown: used, or the reason why it is not."""

    USED = "used"
    """It is the text of the page."""
    FAILED = "failed"
    """It cannot be fetched."""
    NOT_MARKDOWN = "not_markdown"
    """It is HTML or another type."""
    OTHER_ORIGIN = "other_origin"
    """It is on another host, which nobody asked for."""
    FORBIDDEN = "forbidden"
    """The site's robots.txt forbids it, and the caller respects that."""
    EMPTY = "empty"
    """It has hardly any text."""
    INCOMPLETE = "incomplete"
    """It lacks too much of the text of the page."""
    OTHER_TEXT = "other_text"
    """Most of it is not on the page."""
    NOT_COMPARABLE = "not_comparable"
    """The page has too little text to compare it with."""


class MarkdownOffer(NamedTuple):
    """Markdown that a site offers for a page, or where it was looked for."""

    way: MarkdownWay
    url: str
    verdict: MarkdownVerdict
    covered: float | None = None
    """Share of the page's article that is in it, from 0 to 1; None if it was not compared."""
    unseen: int = 0
    """Number of its blocks that the page does not show; they count as hidden."""
    note: str = ""
    """More about the verdict, for people."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page and all that extraction may know about it; also what a test fixture stores."""

    html: str
    url: str | None = None
    title: str | None = None
    """Title as known from elsewhere: a feed, a search result."""
    encoding: str | None = None
    """Encoding of the bytes and its source: ``utf-8 (meta)``. None if the page came as text."""
    fetched: str | None = None
    """Time of fetching in ISO 8601, if the page was fetched."""
    published: str | None = None
    """Date of publication as known from elsewhere, such as a feed, and as written there."""
    rights: Rights | None = None
    """Rights that the HTTP headers and the site declare: ``tdm-reservation``, ``X-Robots-Tag``, content signals."""
    layout: Layout | None = field(default=None, hash=False, repr=False)
    """Positions of its elements in a browser; None if it was not rendered."""
    rendering: Rendering | None = None
    """The way in which rendering ended; None if the page was not rendered."""
    files: Mapping[str, bytes] = field(default_factory=dict, hash=False, repr=False)
    """Pictures that were saved with the page, by URL, if it comes from an archive."""
    markdown: tuple[MarkdownOffer, ...] = ()
    """Markdown that the site offers for the page, as far as somebody asked for it."""

    @property
    def own_markdown(self) -> MarkdownOffer | None:
        """The site's own Markdown that `html` was made from; None if it is the page's HTML."""
        return next((offer for offer in self.markdown if offer.verdict is MarkdownVerdict.USED), None)


class Declared(NamedTuple):
    """Declarations of a page that indicate its type."""

    type: str | None = None
    """Schema.org or OpenGraph type."""
    url: str | None = None
    """Canonical URL, as written."""
    dated: bool = False
    """True if linked data or a meta element has a date."""
    authored: bool = False
    """True if linked data or a meta element has an author."""
    generator: str | None = None
    """Software that made the page."""
