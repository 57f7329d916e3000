"""The names that editors and content systems give to the parts of a text, and the HTML tags for them.

An object gives its kind under one of a few keys, such as ``type`` or ``nodeType``, in one of a few words: a paragraph
is called ``paragraph``, ``p`` or ``unstyled``, a heading ``heading-two``, ``h2`` or ``header`` with a level.
"""

from __future__ import annotations

import re

from tamis.text.lists import word_list, word_set

KIND_KEYS = word_list("type nodeType _type __typename tagName tag blockType kind component name")
URL_KEYS = word_list("url src href uri")
IMAGES = word_set("image img picture photo figure")
HOLDS_TEXT = word_set("p h1 h2 h3 h4 h5 h6 pre td th figcaption")
"""Tags in which strings are runs of text, not paragraphs."""

INLINE = {
    **dict.fromkeys(("strong", "bold", "b"), "strong"),
    **dict.fromkeys(("em", "italic", "italics", "i"), "em"),
    **dict.fromkeys(("link", "a", "hyperlink", "entityhyperlink"), "a"),
    **dict.fromkeys(("del", "s", "strikethrough"), "del"),
    **{tag: tag for tag in ("code", "sub", "sup", "span", "u")},
}
_BLOCKS = {
    **dict.fromkeys(("paragraph", "p", "unstyled"), "p"),
    **dict.fromkeys(("heading", "header", "subheading", "subhead", "subheader", "crosshead"), "h2"),
    **dict.fromkeys(("list", "ul", "bulletlist", "unorderedlist"), "ul"),
    **dict.fromkeys(("ol", "orderedlist", "numberedlist"), "ol"),
    **dict.fromkeys(("li", "listitem", "unorderedlistitem", "orderedlistitem"), "li"),
    **dict.fromkeys(("quote", "blockquote"), "blockquote"),
    **dict.fromkeys(("codeblock", "pre"), "pre"),
    **dict.fromkeys(("tablerow", "tr"), "tr"),
    **dict.fromkeys(("tablecell", "td"), "td"),
    **dict.fromkeys(("tableheader", "tableheadercell", "th"), "th"),
    **{tag: tag for tag in ("table", "tbody", "thead", "figcaption")},
}
_BREAKS = frozenset({"br", "linebreak", "hardbreak"})
HTML_TAGS = frozenset((*_BLOCKS.values(), *INLINE.values())) | word_set(
    "b i s u div br hr section article small h1 h3 h4 h5 h6"
)
"""Tags that, as the first item of a list, mark the list as an element."""
_HEADING = re.compile(r"(?:heading|header|head|h)[-_ ]?([1-6]|one|two|three|four|five|six)$", re.IGNORECASE)
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_SPLIT_NAME = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])")
_ATTRIBUTES = ("attrs", "attributes", "attribs", "attr", "data", "props")


def words_of_name(name: str) -> frozenset[str]:
    """Split a key or kind into its words, in lower case: ``relatedLinks``, ``related_links``."""
    return frozenset(part.lower() for part in _SPLIT_NAME.split(name) if part)


def kind_of(value: dict[str, object]) -> str:
    """Return the kind that an object declares, or the empty text."""
    style = value.get("style")
    if isinstance(style, str) and value.get("_type") == "block":  # in Sanity, all text is a block with a style
        return "li" if value.get("listItem") else "paragraph" if style == "normal" else style
    for key in KIND_KEYS:
        kind = value.get(key)
        if isinstance(kind, str) and kind:
            name = value.get("name")
            return name if kind == "tag" and isinstance(name, str) else kind
    return ""


def tag_of(value: dict[str, object], kind: str, *, inline: bool) -> str:
    """Return the tag for an object of a kind, or the empty text. Within text (`inline`) there are no blocks."""
    if heading := _HEADING.search(kind):
        number = heading.group(1).lower()
        return f"h{_NUMBERS.get(number, number)}"
    name = "".join(filter(str.isalnum, kind.lower()))
    if name in _BREAKS:
        return "br"
    if inline:
        return INLINE.get(name, "")
    tag = _BLOCKS.get(name, "")
    if tag == "h2":
        return f"h{_level(value)}"
    if tag == "ul" and "ordered" in (value.get("list_type"), value.get("style")):
        return "ol"
    return tag


def _level(value: dict[str, object]) -> int:
    """Read a heading's level from its own field or from its attributes."""
    for holder in (value, *(value.get(key) for key in _ATTRIBUTES)):
        level = holder.get("level") if isinstance(holder, dict) else None
        if isinstance(level, int) and 1 <= level <= 6:
            return level
    return 2


def url_of(value: dict[str, object]) -> str:
    """Return the URL of an object, from its own fields or its attributes, or the empty text."""
    for holder in (value, *(value.get(key) for key in _ATTRIBUTES)):
        if isinstance(holder, dict):
            for key in URL_KEYS:
                url = holder.get(key)
                if isinstance(url, str) and url:
                    return url
    return ""
