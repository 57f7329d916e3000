"""Pictures for editions and the library: their types and sizes, and drawings in SVG.

Oracles: what is no picture has a reason; sizes are within the limits; a drawing that was written again is well-formed,
runs nothing, loads nothing, and stays as it is when it is written once more.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from tamis.edition.pictures import LEAST_SIDE, MAX_PIXELS, SVG, WEB_TYPES, checked_picture
from tamis.edition.svg import clean_svg

from ..oracles import expect, is_harmless, is_text, is_xml

_OUTSIDE = re.compile(r"url\(\s*(?![\"']?#)|(?<![\w-])image(?:-set)?\s*\(|@import", re.IGNORECASE)
_DECLARATION = re.compile(r"<\?xml[^>]*\?>")


def check(data: bytes) -> None:
    """Check a picture."""
    look = checked_picture(data)
    if isinstance(look, str):
        is_text(look, of="a reason")
        return
    expect(look.media_type in WEB_TYPES, f"{look.media_type} is no type of pictures")
    expect(min(look.width, look.height) >= LEAST_SIDE, "a picture that shows nothing")
    expect(look.width * look.height <= MAX_PIXELS, "a picture over the limit")
    if look.media_type == SVG:
        _draws_only(look.data)


def _draws_only(drawing: bytes) -> None:
    written = drawing.decode("utf-8")
    is_xml(written)
    html = _DECLARATION.sub("", written, count=1)
    is_harmless(html)
    for element in LexborHTMLParser(html).css("*"):
        for name, value in element.attributes.items():
            text = value or ""
            if name in ("href", "xlink:href"):
                expect(text.startswith("#"), f"a drawing loads {text[:80]!r}")
            expect(not _OUTSIDE.search(text), f"a drawing loads by {name}: {text[:80]!r}")
        if element.tag == "style":
            expect(not _OUTSIDE.search(element.text(deep=True)), "a drawing loads by its style sheet")
    expect(clean_svg(drawing) == drawing, "a drawing that was written again changes")
