"""The HTML of what is left in a page's body: known elements and attributes, absolute and safe URLs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.parse.media import picture
from tamis.core.parse.tree import attributes_of
from tamis.filter.css import safe_style
from tamis.filter.urls import URL_ATTRIBUTES, PageUrls, UrlKind, kind_of
from tamis.filter.walk import Characters, Start, waits_for_script

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tamis.core.parse.tree import Element
    from tamis.filter.walk import Event
    from tamis.papers.filters import Filters

VOID = frozenset("area br col embed hr img input source track wbr".split())
TAGS = frozenset(
    """
    a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption center cite code col
    colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2
    h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav nobr ol optgroup
    option output p picture pre progress q rp rt ruby s samp search section select slot small source span strike strong
    sub summary sup table tbody td textarea tfoot th thead time tr track tt u ul var video wbr
    """.split()
)
"""Elements that are always passed on; frames, embedded objects and scripts only if they are requested."""
BY_CHOICE = {"remove_scripts": {"script"}, "remove_iframes": {"iframe"}, "remove_embeds": {"embed", "object"}}
"""Elements that are also passed on if a switch is off."""
EVERYWHERE = frozenset(
    """
    abbr align alt axis bgcolor border cellpadding cellspacing char charoff checked class clear color cols
    colspan compact controls coords datetime dir disabled enctype face for frame headers height hidden high hspace id
    kind label lang loading loop low max maxlength media method min multiple muted name nowrap open optimum placeholder
    readonly required reversed role rows rowspan rules scope scrolling selected shape size sizes span spellcheck
    srclang start step style summary title translate type usemap valign value vspace width wrap
    """.split()
)
"""Attributes that neither run nor fetch anything, allowed on any element."""
CELLS = frozenset(("td", "th", "col", "colgroup"))
"""Elements that have the width of table cells."""
OF_SCRIPTS = frozenset(("async", "crossorigin", "defer", "integrity", "nomodule"))
MAX_DEPTH = 256  # deeper elements lose their tags, not their content; browsers stop at 512, and nh3 gets slow
_RENAMED = {"amp-img": "img", "listing": "pre", "xmp": "pre", "plaintext": "pre"}
_CUSTOM = re.compile(r"[a-z][a-z0-9]*-[a-z0-9-]{1,40}")
_RESERVED = frozenset(("annotation-xml", "color-profile", "font-face", "missing-glyph"))
_DATA_PICTURE = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif|bmp|svg\+xml)[;,]", re.IGNORECASE)
_WIDTH = re.compile(r"(?<![\w-])(?:min-|max-)?width[ \t]*+:[^;]*+;?", re.IGNORECASE)
_CANDIDATE = re.compile(r"\s*([^\s,]\S*[^\s,])(\s+[\d.]+[wxh])?\s*(?:,|\Z)")


class Markup:
    """A writer of a page's body from the events of `walk_page`."""

    def __init__(
        self,
        filters: Filters,
        urls: PageUrls,
        revealed: frozenset[Element] = frozenset(),
        marks: Mapping[Element, str] | None = None,
    ) -> None:
        """Show the elements in `revealed`, which the page hides until a script runs; `marks` are further classes."""
        self._marks = marks or {}
        self._filters = filters
        self._urls = urls
        self._revealed = revealed
        self.tags = TAGS.union(*(tags for switch, tags in BY_CHOICE.items() if not getattr(filters, switch)))
        self.custom: set[str] = set()
        """Names of the page's custom elements that were encountered; without scripts they are boxes like any other."""

    def write(self, events: Iterable[Event]) -> str:
        """Write the events as HTML."""
        pieces: list[str] = []
        names: list[str] = []  # of the open elements, empty if the tag was left out
        depth = 0
        for event in events:
            if isinstance(event, Characters):
                raw = names and names[-1] == "script"
                pieces.append(event.text if raw else escape(event.text))
            elif isinstance(event, Start):
                name = self._name(event.element)
                if name in VOID:
                    pieces.append(f"<{name}{self.attributes(event.element, name)}>")
                    name = ""
                elif name and depth < MAX_DEPTH:
                    pieces.append(f"<{name}{self.attributes(event.element, name)}>")
                    depth += 1
                else:
                    name = ""
                names.append(name)
            elif name := names.pop():
                pieces.append(f"</{name}>")
                depth -= 1
        return "".join(pieces)

    def _name(self, element: Element) -> str:
        name = _RENAMED.get(element.tag, element.tag)
        if name in self.tags:
            return name
        if _CUSTOM.fullmatch(name) and name not in _RESERVED:
            self.custom.add(name)
            return name
        return ""

    def attributes(self, element: Element, name: str) -> str:
        """Write the attributes of an element that are passed on, as they appear in its tag."""
        urls = URL_ATTRIBUTES.get(name, ())
        pieces = []
        for attribute, raw in attributes_of(element):
            value: str | None = raw
            if attribute in urls:
                value = self._url(name, attribute, value)
            elif attribute == "srcset" and name in ("img", "source"):
                value = self._source_set(value)
            elif attribute == "style":
                value = self._style(element, name, value)
            elif not self._is_plain(element, name, attribute):
                continue
            if value is not None:
                pieces.append(f' {attribute}="{escape_value(value)}"')
        if name == "img":
            pieces = self._lazy(element, pieces)
        if name == "form" and not element.attr("action"):
            pieces += self._own_action()
        if mark := self._marks.get(element):
            own = " ".join((element.attr("class") or "", mark)).strip()
            pieces = [piece for piece in pieces if not piece.startswith(" class=")]
            pieces.append(f' class="{escape_value(own)}"')
        return "".join(pieces)

    def _is_plain(self, element: Element, name: str, attribute: str) -> bool:
        if attribute == "width" and name in CELLS and self._filters.remove_cell_widths:
            return False
        if attribute == "hidden" and element in self._revealed:
            return False
        if attribute in EVERYWHERE or (name == "script" and attribute in OF_SCRIPTS):
            return True
        return attribute.startswith("aria-") and attribute.isascii()

    def _url(self, name: str, attribute: str, value: str | None) -> str | None:
        raw = (value or "").strip()
        if raw.startswith("#") and name in ("a", "area"):
            return raw
        if name == "img" and _DATA_PICTURE.match(raw):
            return raw
        return self._urls.resolve(kind_of(name, attribute), raw)

    def _own_action(self) -> list[str]:
        """Write the action of a form without one: the page itself, if a hook has moved its URL."""
        moved = self._urls.resolve(UrlKind.FORM, self._urls.base) if self._urls.hook is not None else None
        return [f' action="{escape_value(moved)}"'] if moved else []

    def _source_set(self, value: str | None) -> str | None:
        """Make the URLs of a source set absolute; None if any of it is odd."""
        candidates = []
        offset, value = 0, value or ""
        while offset < len(value):
            candidate = _CANDIDATE.match(value, offset)
            url = self._urls.resolve(UrlKind.IMAGE, candidate.group(1)) if candidate else None
            if candidate is None or url is None:
                return None
            candidates.append(url.replace(",", "%2C") + (candidate.group(2) or ""))
            offset = candidate.end()
        return ", ".join(candidates) or None

    def _style(self, element: Element, name: str, value: str | None) -> str | None:
        if element in self._revealed or (name == "div" and self._filters.remove_div_styles):
            return None
        if name in CELLS and self._filters.remove_cell_widths:
            value = _WIDTH.sub("", value or "")
        return safe_style(value or "", self._urls) or None

    def _lazy(self, element: Element, pieces: list[str]) -> list[str]:
        """Set the real source of a picture that a script would load, because scripts are removed."""
        if not self._filters.remove_scripts or not waits_for_script(element):
            return pieces
        image = picture(element, self._urls.base)
        url = self._urls.passed(UrlKind.IMAGE, image.src) if image else None
        if url is None:
            return pieces
        others = [piece for piece in pieces if not piece.startswith((" src=", " srcset=", " sizes="))]
        return [*others, f' src="{escape_value(url)}"']


def escape(text: str) -> str:
    """Escape text for use between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\x00", "\ufffd")


def escape_value(value: str) -> str:
    """Escape text for use in an attribute."""
    return escape(value).replace('"', "&quot;").replace("'", "&#39;").replace("`", "&#96;")
