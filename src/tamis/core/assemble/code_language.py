"""The language of a code block, as the page names it: on the code, on a box around it, or in the line above it.

Nothing is guessed from the code itself. A name counts if it is a known one, or if the page says that it is a language.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.tree import Element, Text, attributes_of
from tamis.text.code_languages import BY_ENDING, BY_LABEL, KNOWN, NO_LANGUAGE, SAME

if TYPE_CHECKING:
    from tamis.core.parse.tree import Node

_MAX_BOXES = 8
_PARTS = frozenset({"article", "main", "section", "body", "li", "blockquote"})
"""Elements past which nothing says the language of a code block."""
_MARKED = re.compile(
    r"(?:^|\s)(?:language-|lang-|lang:\s*+|highlight-source-|highlight-text-|highlight-(?=\S+ notranslate)|brush:\s*+"
    r"|brush-|ltx_lst_language_|src-|hl-|source-(?=\w+$)|sourceCode\s+|hljs\s+(?!lang|hljs)|wp-block-code-)([A-Za-z0-9+#_.-]+)"
)
"""Beginnings of classes that the name of a language follows."""
_ATTRIBUTES = frozenset({"lang", "language", "syntax"})
"""Attributes in which a known name of a language is one."""
_BESIDE_NAMES = frozenset("highlight highlighter hljs sourcecode code prettyprint listing chroma hl block src".split())
"""Class names beside which a known name of a language is one."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+#_.-]{0,19}")
_FILE = re.compile(r"(?:[\w@.-]+[/\\])*[\w@.-]*\.([A-Za-z0-9+]{1,10})")
_LABELS = ("data-label", "data-title", "data-filename", "data-file", "title", "label", "aria-label")
_MAX_LABEL = 40
"""Characters of a line above code that is a label."""
_MAX_SIBLINGS = 3
_MAX_LEVELS = 4
_NO_LABELS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table", "ul", "ol"})


def named_language(code: Element) -> str | None:
    """Find the language that a page names for a code block; None if it names none."""
    inner = code.find("code")
    around = list(islice(elements_around(code), _MAX_BOXES))
    boxes = [box for box in around[: _end(around)] if box.tag not in _PARTS]
    for element in (*([inner] if inner is not None else ()), *boxes):
        if language := _named(element):
            return None if language in NO_LANGUAGE else SAME.get(language, language)
    first = next((node for node in code if type(node) is Element and node.attr("lang") is not None), None)
    if first is not None and (first.attr("lang") or "").lower() in KNOWN:
        return first.attr("lang")
    return _labelled(code)


def _end(around: list[Element]) -> int:
    """Return the number of elements up to the part of the page that the code stands in."""
    return next((place for place, box in enumerate(around) if box.tag in _PARTS), len(around))


def _named(element: Element) -> str | None:
    """Return the name of the language in the attributes of an element; it may be one of `NO_LANGUAGE`."""
    for name, value in islice(attributes_of(element), _MAX_LABEL):
        says_so = name.startswith("data-") and ("lang" in name or name in ("data-mode-id", "data-syntax"))
        if (says_so and _NAME.fullmatch(value)) or (name in _ATTRIBUTES and value.lower() in KNOWN):
            return value.lower() if name == "syntax" else value
        if name == "data-syntaxhighlighter-params" and (brush := _MARKED.search(value)):
            return brush.group(1)
    classes = element.attr("class")
    if not classes:
        return None
    if marked := _MARKED.search(classes):
        return marked.group(1)
    names = classes.split()
    if names == ["mermaid"]:
        return "mermaid"
    if element.tag in ("pre", "code") or any(name.lower() in _BESIDE_NAMES for name in names):
        return next((name for name in names if name.lower() in KNOWN), None)
    return None


def _labelled(code: Element) -> str | None:
    """Return the language that the label of a listing names: a tab, a header, the name of a file."""
    at: Element = code
    for level in range(_MAX_LEVELS):
        for attribute in _LABELS:
            if (value := at.attr(attribute)) and (language := _of_label(value)):
                return language
        if at.attr("role") == "tabpanel" and (language := _of_label(_tab(at))):
            return language
        for sibling in islice(at.previous_siblings, _MAX_SIBLINGS):
            if _is_text(sibling) or (type(sibling) is Element and sibling.tag in _NO_LABELS and level == 0):
                return None
            if type(sibling) is Element and (language := _of_label(_first_text(sibling))):
                return language
            if type(sibling) is Element and not _may_be_header(sibling):
                return None
        if type(at.parent) is not Element or at.parent.tag in _PARTS or not _holds_one(at.parent):
            return None
        at = at.parent
    return None


def _is_text(node: Node) -> bool:
    return type(node) is Text and not node.data.isspace()


def _holds_one(box: Element) -> bool:
    """Tell whether an element holds one listing only, or one beside the numbers of its lines."""
    return len(list(islice(box.iter_elements("pre"), 3))) <= 2


def _tab(panel: Element) -> str:
    """Return the text of the tab that opens a panel."""
    name = panel.attr("aria-labelledby")
    if not name or not _NAME.match(name):
        return ""
    for around in islice(elements_around(panel.parent), _MAX_LEVELS):
        for tab in islice(around.iter_elements(), 0, 200):
            if tab.attr("id") == name:
                return tab.text
    return ""


def _may_be_header(element: Element) -> bool:
    """Tell whether an element may be part of a header, and is no text of the page."""
    size = len(element.text.strip())
    return (
        not size or (element.tag not in _NO_LABELS and size <= 2 * _MAX_LABEL) or element.find("textarea") is not None
    )


def _first_text(element: Element) -> str:
    """Return the text of a label; if it has several parts, the first that is a language or a file."""
    text = " ".join(element.text.split())
    if len(text) <= _MAX_LABEL and _of_label(text):
        return text
    if len(text) > 2 * _MAX_LABEL:
        return ""
    parts = (part.text for part in islice(element.iter_elements(), 10))
    return next((part for part in parts if _of_label(part)), "")


def _of_label(text: str) -> str | None:
    label = " ".join(text.split()).strip(":").lower()
    if not label or len(label) > _MAX_LABEL:
        return None
    if label in BY_LABEL:
        return BY_LABEL[label]
    file = _FILE.fullmatch(label)
    return BY_ENDING.get(file.group(1)) if file else None
