"""Where in the page a link is: among the article's own, or in a part that has pages of its own.

Comments, galleries, calendars and boxes beside the article have rows of links to pages as well. The names of the
elements around a link tell them apart, up to the element that has the page's headline too: what is in that is the
page's own. A box is what is called so and has neither most of the page's text nor hardly more than the row of links.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Node
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.document import Document

MAX_AROUND = 8
"""How many elements around a link are asked for their names; further out are those of the whole page."""
MAX_HEADLINES = 3
"""How many headlines are looked at; a page with more has them on its teasers."""
MAX_NAMES = 200
"""How many characters of an element's names are read."""
MAX_MEASURED = 50
"""How many boxes are measured; on a page with more, all others count as boxes."""
MIN_BOX_TEXT = 300
"""Characters of a box; with fewer it is the frame of a row of links."""
MAX_BOX_SHARE = 0.3
"""The largest share of the page's text that a box has; with more it is the page's main part."""
COMMENTS = word_set(
    "comment comments commentlist disqus kommentar kommentare commentaires comentarios commenti reacties komentarze "
    "reviews review replies talkback yorumlar"
)
_GALLERIES = word_set(
    "gallery galleries slideshow slideshows carousel slider slides slide lightbox photogallery galerie bildergalerie "
    "fotostrecke diaporama swiper slick galeria fotogaleria flexslider orbit galleria photos filmstrip"
)
_MOVES = re.compile(r"animat|transition|slide-?(?:in|out|up|down|left|right)\b", re.IGNORECASE)
"""Names of how a part of the page moves into view, which say nothing of what it is: ``animate--slide-in``."""
_CALENDARS = word_set("calendar datepicker kalender calendario calendrier month")
_OTHER_ROWS = (
    (COMMENTS, "pages of comments"),
    (_GALLERIES, "pictures of a gallery"),
    (_CALENDARS, "dates of a calendar"),
)
"""What names around a row say of it. Comments first, because they are the text of a forum."""
_MAIN_PARTS = frozenset(("blog", "main"))  # Blogger's main part is a "widget Blog".
_BOXES = ("sidebar", "widget", "related", "teaser", "recommended", "trending", "view-multimedia", "region-footer")
"""How the names of boxes beside the article begin. Wrappers of the article end so: ``has-sidebar``."""
_BOX_TAGS = frozenset({"aside", "footer"})
_SECTIONS = frozenset({"article", "main", "section"})
"""Inside of these a footer is theirs, and not the page's."""
_NAME_WORD = re.compile(r"[a-z]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def names_of(element: Element) -> set[str]:
    """The words of an element's classes and id."""
    text = name_text(element)
    if "slide" in text:
        text = " ".join(name for name in text.split() if not _MOVES.search(name))
    return words_of_name(_HUMP.sub(" ", text)) | words_of_name(text)


def words_of_name(text: str) -> set[str]:
    """The words of a name or an address: letters without anything between them."""
    return set(_NAME_WORD.findall(text[-MAX_NAMES * 2 :].lower()))


def name_text(element: Element) -> str:
    """The class and the id of an element."""
    return f"{element.attr('class') or ''} {element.attr('id') or ''}"[:MAX_NAMES]


class Places:
    """What the elements around the links of a page say of them."""

    def __init__(self, document: Document, *, comments_are_text: bool) -> None:
        """Find the elements around the headline. In a forum, comments are the text."""
        self._tree = document.tree
        self._rows = _OTHER_ROWS[comments_are_text:]
        headlines = islice(document.tree.select("h1"), MAX_HEADLINES)
        self._headed: frozenset[Node] = frozenset(outer for headline in headlines for outer in headline.ancestors)
        self._whole: int | None = None
        self._boxes: dict[Element, bool] = {}

    def other_row(self, element: Element) -> str | None:
        """What a row of links leads through that is not the article; None if nothing around it says so."""
        names = {name for outer in self._outer(element) if outer.tag not in _SECTIONS for name in names_of(outer)}
        return next((reason for known, reason in self._rows if not known.isdisjoint(names)), None)

    def in_box(self, element: Element) -> bool:
        """Whether a link is in a box beside the article."""
        around = list(self._outer(element))
        sections = [at for at, outer in enumerate(around) if outer.tag in _SECTIONS]
        last = sections[-1] if sections else -1
        return any(
            self._is_box(outer)
            for at, outer in enumerate(around)
            if (outer.tag in _BOX_TAGS and at > last) or _is_called_box(outer)
        )

    def _outer(self, element: Element) -> Iterator[Element]:
        """An element and those around it, up to the one that has the page's headline too."""
        yield element
        for outer in islice(element.ancestors, MAX_AROUND):
            if not isinstance(outer, Element) or outer.tag in ("body", "html") or outer in self._headed:
                return
            yield outer

    def _is_box(self, element: Element) -> bool:
        """Whether what is called a box is one by its size."""
        if element not in self._boxes:
            if len(self._boxes) >= MAX_MEASURED:
                return True
            if self._whole is None:
                self._whole = _text_size(self._tree.root)
            size = _text_size(element)
            self._boxes[element] = MIN_BOX_TEXT <= size <= self._whole * MAX_BOX_SHARE
        return self._boxes[element]


def _text_size(element: Element | None) -> int:
    """The characters that a reader may see of an element: without scripts and styles."""
    if element is None:
        return 0
    return _characters(element) - sum(map(_characters, element.select("script, style, template")))


def _characters(element: Element) -> int:
    return len("".join(element.text.split()))


def _is_called_box(element: Element) -> bool:
    names = name_text(element).lower().split()
    return any(name.startswith(_BOXES) for name in names) and _MAIN_PARTS.isdisjoint(names)
