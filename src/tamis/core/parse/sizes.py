"""The number of elements of a page, estimated before it is parsed.

Elements are counted as start tags. There is one way to make many more of them: formatting elements that are left open
are opened again in every later paragraph (HTML Standard, 13.2.4.3, the list of active formatting elements). Where that
may happen, ever longer beginnings of the page are parsed, so that the tree never gets much larger than the limit.
"""

from __future__ import annotations

import re
from collections import Counter

from tamis.core import compiled
from tamis.core.parse.tree import count_elements
from tamis.text.expressions import repeated

_COMPILED = compiled.load("tamis.core.parse._sizes")
_START_TAG = re.compile("<[A-Za-z]")
_PLAIN_ATTRIBUTES = repeated(r"\s++[\w:-]++(?:=(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=`]++))?")
_FORMATTING = re.compile(  # with its attributes if they are plain, and with its end tag if there is only text in it
    r"<(?=[BbCcEeFfIiSsTtUu])((?ai:b|big|code|em|font|i|s|small|strike|strong|tt|u))(?=[\s/>])"
    rf"({_PLAIN_ATTRIBUTES}\s*+/?+>([^<]*+</\1>)?)?"
)
_ALIKE = 3  # open formatting elements with the same name and attributes that the standard keeps
_DEEPEST = 512  # levels of elements, at which parsers stop
_FIRST_LOOK = 16_384  # characters


def elements_of(html: str, enough: int) -> int:
    """Return an upper bound on the number of a page's elements; if it exceeds `enough`, it is only an estimate."""
    most, at_once = _COMPILED.count_tags(html) if _COMPILED is not None else (html.count("<"), _DEEPEST)
    if most * max(1, min(at_once, _DEEPEST)) <= enough:  # counts end tags and comments too; nearly always decides
        return int(most)
    at_once = max(1, _open_at_once(html))
    if most * at_once <= enough:
        return most
    tags = sum(1 for _ in _START_TAG.finditer(html))
    if tags > enough or tags * at_once <= enough:
        return tags
    size = _FIRST_LOOK
    while (elements := count_elements(html[:size])) <= enough and size < len(html):
        size *= 2
    return elements


def _open_at_once(html: str) -> int:
    """Count the formatting elements that can be open at the same time."""
    tags = Counter(tag.group() if tag.group(2) else "" for tag in _FORMATTING.finditer(html) if not tag.group(3))
    odd = tags.pop("", 0)  # attributes that are not written plainly may all differ
    return min(odd + sum(min(count, _ALIKE) for count in tags.values()), _DEEPEST)
