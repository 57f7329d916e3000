"""Formulas that MathJax has drawn and whose source is not on the page: MathML from the names of what it has drawn.

MathJax 3 and 4 draw a formula with elements (CHTML) or as SVG. Both keep the names of MathML in the names of their
elements, among others that only lay out, and the character of each glyph as a number. Read here: fractions, roots,
scripts, limits, accents, rows and tables; of anything else, its characters. MathJax 4 keeps the TeX of a formula too.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.mathml_tex import plain_letters
from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MAX_DEPTH = 60
_TOKENS = frozenset("mi mn mo mtext ms".split())
_MATHML = _TOKENS | frozenset(
    "math mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mlabeledtr mtd mstyle mpadded "
    "merror mspace mphantom menclose mmultiscripts semantics texatom".split()
)
_WITHOUT_TEXT = frozenset(("mspace", "mphantom"))
_SCRIPTS = {"munder": "msub", "mover": "msup", "munderover": "msubsup"}
"""Names of limits that are set as scripts."""
_GLYPH = re.compile(r"\bmjx-c([0-9A-F]{2,5})\b")
_FONT = re.compile(r"TEX-([A-Z]{1,2})\b")
_LARGE = re.compile(r"\bmjx-s[1-9]\b|TEX-S[1-9]")
_HEIGHT = re.compile(r"translate\(\s*+-?[\d.]++[\s,]++(-?[\d.]++)")
_ALIGNED = re.compile(r"text-align:\s*+(left|right|center)")
_SURD = "√"
_PIECES = {
    **dict.fromkeys("⎛⎜⎝", "("),
    **dict.fromkeys("⎞⎟⎠", ")"),
    **dict.fromkeys("⎡⎢⎣", "["),
    **dict.fromkeys("⎤⎥⎦", "]"),
    **dict.fromkeys("⎧⎨⎩", "{"),
    **dict.fromkeys("⎫⎬⎭", "}"),
    "⎪": "",
    "–": "―",
}
"""Delimiters and lines by the pieces that large ones are put together from."""
_FONTS = {"C": "script", "FR": "fraktur", "SS": "sans-serif", "T": "monospace"}
"""Alphabets by the names of the fonts that have their letters at those of others."""
_WITH_NAMES = frozenset("ℓ℘")
"""Letters of one alphabet that TeX has commands for."""
_VARIANTS = (
    ("BOLD ITALIC", "bold-italic"),
    ("BOLD", "bold"),
    ("DOUBLE-STRUCK", "double-struck"),
    ("FRAKTUR", "fraktur"),
    ("BLACK-LETTER", "fraktur"),
    ("SCRIPT", "script"),
    ("SANS-SERIF", "sans-serif"),
    ("MONOSPACE", "monospace"),
)
"""Alphabets by words in the names of their characters."""


class _Node(NamedTuple):
    """A drawn element with the name of what it stands for, in small letters."""

    name: str
    element: Element


def drawn_tex(container: Element) -> str:
    """Return the TeX that MathJax 4 leaves at what it draws; nothing if there is none."""
    drawn = container.select_one("mjx-math[data-latex], g[data-mml-node=math][data-latex]")
    return (drawn.attr("data-latex") or "") if drawn is not None else ""


def drawn_mathml(container: Element) -> str:
    """Return the MathML of a formula that MathJax has drawn; nothing if its characters are not known."""
    content = "".join(_written(node, 0) for node in _inside(container))
    return f"<math>{content}</math>" if content else ""


def _name(element: Element) -> str:
    """Return the name of what an element of the drawing stands for; nothing for groups that only lay out."""
    if element.tag.startswith("mjx-"):
        return element.tag[4:].lower()
    if element.tag == "g":
        return (element.attr("data-mml-node") or "").lower()
    return element.tag


def _inside(element: Element) -> Iterator[_Node]:
    """Yield the parts of a formula in an element, without what only lays them out."""
    stack = [child for child in reversed(list(element)) if type(child) is Element]
    while stack:
        child = stack.pop()
        name = _name(child)
        if name in _MATHML:
            yield _Node(name, child)
        elif name not in ("surd", "defs", "assistive-mml"):
            stack.extend(part for part in reversed(list(child)) if type(part) is Element)


def _slots(element: Element, names: Sequence[str]) -> dict[str, Element]:
    """Return the elements that hold the parts of a formula, by their names, as far as nothing else is between."""
    found: dict[str, Element] = {}
    stack = [child for child in element if type(child) is Element]
    while stack:
        child = stack.pop()
        name = _name(child)
        if name in names:
            found.setdefault(name, child)
        elif name not in _MATHML or name == "munder":
            stack.extend(part for part in child if type(part) is Element)
    return found


def _written(node: _Node, depth: int) -> str:
    name, element = node
    if name in _TOKENS:
        return _token(name, element)
    if depth > _MAX_DEPTH or name in _WITHOUT_TEXT:
        return ""
    if name == "mfrac":
        parts = _fraction(element, depth)
        return _element(name, parts) if _has_line(element) else f'<mfrac linethickness="0">{"".join(parts)}</mfrac>'
    if name in ("msqrt", "mroot"):
        return _root(name, element, depth)
    if name in ("msub", "msup", "msubsup", *_SCRIPTS):
        return _with_scripts(name, element, depth)
    if name == "mtable":
        return _table(element, depth)
    return _row(_inside(element), depth)


def _element(name: str, parts: Iterable[str]) -> str:
    return f"<{name}>{''.join(parts)}</{name}>"


def _row(nodes: Iterable[_Node], depth: int) -> str:
    """Write parts as one element."""
    parts = [_written(node, depth + 1) for node in nodes]
    return parts[0] if len(parts) == 1 else _element("mrow", parts)


def _fraction(element: Element, depth: int) -> list[str]:
    slots = _slots(element, ("num", "den"))
    if len(slots) == 2:
        return [_row(_inside(slots[name]), depth) for name in ("num", "den")]
    return [_written(node, depth + 1) for node in _inside(element)]


def _has_line(fraction: Element) -> bool:
    """Tell whether a line is drawn between the parts of a fraction; a binomial has none."""
    stack = [fraction]
    while stack:
        at = stack.pop()
        for child in at:
            if type(child) is not Element:
                continue
            if child.tag in ("rect", "mjx-line", "mjx-bevelled") or _name(child) == "mo":
                return True
            if _name(child) not in _MATHML and _name(child) not in ("num", "den"):
                stack.append(child)
    return False


def _root(name: str, element: Element, depth: int) -> str:
    slots = _slots(element, ("box", "root"))
    if "box" in slots:
        content = _row(_inside(slots["box"]), depth)
        index = _row(_inside(slots["root"]), depth) if "root" in slots else ""
        return _element(name, (content, index))
    parts = [_Node(_name(child), child) for child in element if type(child) is Element]
    content = "".join(_row(_inside(part.element), depth) for part in parts if not part.name)
    others = [part for part in parts if part.name in _MATHML and _glyphs(part.element) != _SURD]
    return _element(name, (content, *(_written(part, depth + 1) for part in others)))


def _with_scripts(name: str, element: Element, depth: int) -> str:
    slots = _slots(element, ("script", "base", "over", "under"))
    if "base" in slots:
        names = ("base", "under", "over")
        return _element(name, [_row(_inside(slots[slot]), depth) for slot in names if slot in slots])
    if "script" in slots:
        scripts = [_written(node, depth + 1) for node in _inside(slots["script"])][::-1]
        base = [node for node in _inside(element) if node.element.parent is not slots["script"]][:1]
        return _element(_SCRIPTS.get(name, name), (_row(base, depth), *scripts))
    parts = list(_inside(element))
    above = sorted(parts[1:], key=lambda node: _height(node.element))
    return _element(name, [_written(node, depth + 1) for node in (*parts[:1], *above)])


def _height(element: Element) -> float:
    """Return how high an element of an SVG is set."""
    height = _HEIGHT.search(element.attr("transform") or "")
    return float(height.group(1)) if height else 0.0


def _table(element: Element, depth: int) -> str:
    rows = [list(_inside(row.element)) for row in _inside(element)]
    sides = [_ALIGNED.search(cell.element.attr("style") or "") for cell in max(rows, key=len, default=[])]
    alignment = " ".join(side.group(1) if side else "center" for side in sides) if any(sides) else ""
    written = (
        _element("mtr", [_element("mtd", [_row(_inside(cell.element), depth + 1)]) for cell in cells]) for cells in rows
    )
    return f'<mtable columnalign="{alignment}">{"".join(written)}</mtable>'


def _token(name: str, element: Element) -> str:
    text = _glyphs(element)
    if not text:
        return ""
    plain = plain_letters(text) if name != "mo" else text
    attribute = ""
    if name == "mo":
        plain = "".join(dict.fromkeys(_PIECES.get(sign, sign) for sign in text))
        attribute = "" if plain != text or _is_large(element) else ' stretchy="false"'
    elif variant := _variant(text) or _FONTS.get(_font(element), ""):
        attribute = f' mathvariant="{variant}"'
    elif name == "mi" and len(text) == 1 and text.isascii() and text.isalpha():
        attribute = ' mathvariant="normal"'
    return f"<{name}{attribute}>{escape(plain)}</{name}>"


def _variant(text: str) -> str:
    name = unicodedata.name(text[0], "") if not text.isascii() and text not in _WITH_NAMES else ""
    if not name.startswith(("MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER")):
        return ""
    return next((variant for words, variant in _VARIANTS if words in name), "")


def _font(element: Element) -> str:
    """Return the name of the font of the first glyph in an element."""
    glyph = next((part for part in element.iter_elements() if part.tag in ("mjx-c", "use")), element)
    font = _FONT.search(f"{glyph.attr('class') or ''} {glyph.attr('xlink:href') or glyph.attr('href') or ''}")
    return font.group(1) if font else ""


def _is_large(element: Element) -> bool:
    """Tell whether a delimiter is drawn larger than a line."""
    parts = (element, *element.iter_elements())
    return any(
        "stretchy" in part.tag
        or _LARGE.search(part.attr("class") or "") is not None
        or _LARGE.search(part.attr("xlink:href") or part.attr("href") or "") is not None
        for part in parts
    )


def _glyphs(element: Element) -> str:
    """Return the characters that are drawn in an element."""
    found: list[str] = []
    stack = [element]
    while stack:
        part = stack.pop()
        number = part.attr("data-c") or ""
        is_stretched = part.tag.startswith("mjx-stretchy")
        if part.tag == "mjx-c" or is_stretched:
            glyph = _GLYPH.search(part.attr("class") or "")
            number = glyph.group(1) if glyph else ""
        if part.tag in ("mjx-utext", "text"):
            found.append(part.text)
        elif number:
            found.append(_character(number))
        if not (is_stretched and number):
            stack.extend(child for child in reversed(list(part)) if type(child) is Element)
    return "".join(found)


def _character(number: str) -> str:
    try:
        sign = chr(int(number[:6], 16))
    except (ValueError, OverflowError):
        return ""
    return "" if unicodedata.category(sign) in ("Cs", "Cc") else sign
