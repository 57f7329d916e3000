"""Places of page links: among the article's own links, or in a part of the page with its own pages.

Comments, galleries, calendars and boxes beside the article have rows of links to pages as well. The names of the
elements around a link tell them apart, up to the element that also contains the page's headline: that one belongs to
the page itself. A box is an element that is called so, and whose text is neither most of the page's nor hardly more
than the row of links.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Node
from tamis.text.lists import word_set
from tamis.text.phrases import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.core.parse.document import Document

MAX_AROUND = 8
"""Number of elements around a link whose names are read; the outer ones belong to the whole page."""
MAX_HEADLINES = 3
"""Number of headlines that are examined; a page with more has them on its teasers."""
MAX_NAMES = 200
"""Number of characters of an element's names that are read."""
MAX_MEASURED = 50
"""Number of boxes that are measured; on a page with more, all others count as boxes."""
MIN_BOX_TEXT = 300
"""Least number of characters of a box; with fewer it is the frame of a row of links."""
MAX_BOX_SHARE = 0.3
"""Largest share of the page's text that a box has; with more it is the page's main part."""
COMMENTS = frozenset(words("comment_name")) | word_set("commentlist disqus reviews review replies talkback")
_GALLERIES = frozenset(words("gallery_name")) | word_set(
    "carousel slider slide lightbox swiper slick flexslider orbit galleria filmstrip"
)
_MOVES = re.compile(r"animat|transition|slide-?(?:in|out|up|down|left|right)\b", re.IGNORECASE)
"""Names for how a part of the page moves into view, not for what it is: ``animate--slide-in``."""
_CALENDARS = frozenset(("datepicker", *words("calendar_name")))
_OTHER_ROWS = (
    (COMMENTS, "pages of comments"),
    (_GALLERIES, "pictures of a gallery"),
    (_CALENDARS, "dates of a calendar"),
)
"""Names around a row of links, and what they say about it."""
_MAIN_PARTS = frozenset(("blog", "main"))  # Blogger's main part is a "widget Blog".
_BOXES = ("sidebar", "widget", "related", "teaser", "recommended", "trending", "view-multimedia", "region-footer")
"""Beginnings of the names of boxes beside the article. Names of the article's wrappers end so: ``has-sidebar``."""
_BOX_TAGS = frozenset({"aside", "footer"})
_SECTIONS = frozenset({"article", "main", "section"})
"""Elements in which a footer belongs to them and not to the page."""
_NAME_WORD = re.compile(r"[a-z]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def names_of(element: Element) -> set[str]:
    """Return the words of an element's classes and id."""
    text = name_text(element)
    if "slide" in text:
        text = " ".join(name for name in text.split() if not _MOVES.search(name))
    return words_of_name(_HUMP.sub(" ", text)) | words_of_name(text)


def words_of_name(text: str) -> set[str]:
    """Return the words of a name or a URL: runs of letters."""
    return set(_NAME_WORD.findall(text[-MAX_NAMES * 2 :].lower()))


def name_text(element: Element) -> str:
    """Return the class and the id of an element."""
    return f"{element.attr('class') or ''} {element.attr('id') or ''}"[:MAX_NAMES]


class Places:
    """A lookup of what the elements around a page's links say about them."""

    def __init__(self, document: Document, comments_are_text: Callable[[], bool]) -> None:
        """Find the elements around the headline. In a forum, comments are the text."""
        self._tree = document.tree
        self._ask = comments_are_text
        headlines = islice(document.tree.select("h1"), MAX_HEADLINES)
        self._headed: frozenset[Node] = frozenset(outer for headline in headlines for outer in headline.ancestors)
        self._whole: int | None = None
        self._boxes: dict[Element, bool] = {}

    @cached_property
    def comments_are_text(self) -> bool:
        """True if comments are the text of the page, as in a forum."""
        return self._ask()

    def other_row(self, element: Element) -> str | None:
        """Return what a row of links leads through instead of the article; None if nothing around it says so."""
        names = {name for outer in self._outer(element) if outer.tag not in _SECTIONS for name in names_of(outer)}
        for known, reason in _OTHER_ROWS:
            if not known.isdisjoint(names) and not (known is COMMENTS and self.comments_are_text):
                return reason
        return None

    def in_box(self, element: Element) -> bool:
        """Tell whether a link is in a box beside the article."""
        around = list(self._outer(element))
        sections = [level for level, outer in enumerate(around) if outer.tag in _SECTIONS]
        last = sections[-1] if sections else -1
        return any(
            self._is_box(outer)
            for level, outer in enumerate(around)
            if (outer.tag in _BOX_TAGS and level > last) or _is_called_box(outer)
        )

    def _outer(self, element: Element) -> Iterator[Element]:
        """Yield an element and those around it, up to the one that also contains the page's headline."""
        yield element
        for outer in islice(element.ancestors, MAX_AROUND):
            if not isinstance(outer, Element) or outer.tag in ("body", "html") or outer in self._headed:
                return
            yield outer

    def _is_box(self, element: Element) -> bool:
        """Tell whether an element that is called a box is one by its size."""
        if element not in self._boxes:
            if len(self._boxes) >= MAX_MEASURED:
                return True
            if self._whole is None:
                self._whole = _text_size(self._tree.root)
            size = _text_size(element)
            self._boxes[element] = MIN_BOX_TEXT <= size <= self._whole * MAX_BOX_SHARE
        return self._boxes[element]


def _text_size(element: Element | None) -> int:
    """Count the characters of an element that a reader may see: without scripts and styles."""
    if element is None:
        return 0
    return _characters(element) - sum(map(_characters, element.select("script, style, template")))


def _characters(element: Element) -> int:
    return len("".join(element.text.split()))


def _is_called_box(element: Element) -> bool:
    names = name_text(element).lower().split()
    return any(name.startswith(_BOXES) for name in names) and _MAIN_PARTS.isdisjoint(names)
