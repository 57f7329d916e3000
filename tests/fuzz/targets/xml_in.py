"""Pages in XML (CUTER's form).

Oracles: what is accepted is well-formed to libxml2 and has the same text there; nothing with a document type
declaration is accepted; pages that are written are read again as they were, but for what steers a terminal.
"""

from __future__ import annotations

import re

from lxml import etree

from tamis.errors import TamisError
from tamis.write.xml import read_pages, write_pages

from ..oracles import expect, is_xml

_STRICTER = re.compile("encoding|charset|namespace", re.IGNORECASE)
"""What libxml2 refuses and expat does not, beside odd XML declarations."""
_STEERING = re.compile("[\x7f-\x9f]")
"""Characters that XML allows, and that are written as U+FFFD, because they steer terminals."""


def check(data: bytes) -> None:
    """Read pages, and write them again."""
    try:
        pages = read_pages(data)
    except TamisError:
        return
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, LookupError) as error:
        declared = data.lstrip().startswith(b"<?xml") and "line 1," in str(error)
        expect(declared or _STRICTER.search(str(error)), f"accepted, but not by libxml2: {error}")
        return
    expect(root.getroottree().docinfo.internalDTD is None, "a document type declaration was accepted")
    texts = ["".join(map(str, html.itertext())) for html in root.iter("{*}html")]
    expect([page.html for page in pages] == texts, "libxml2 reads other pages")
    written = write_pages(pages)
    is_xml(written)
    again = read_pages(written)
    expected = [(_printed(page.url), _printed(page.title)) for page in pages]
    expect([(page.url, page.title) for page in again] == expected, "written otherwise")


def _printed(text: str | None) -> str | None:
    return None if text is None else _STEERING.sub("\ufffd", text)
