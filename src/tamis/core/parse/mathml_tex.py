"""TeX made from presentation MathML: fractions, roots, scripts, accents, fences, tables; all else by its characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Text
from tamis.text.tex_symbols import DELIMITERS, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_COLUMNS = 20
_MAX_DEPTH = 60  # levels of nested MathML; a deeper one is not a formula
_FUNCTIONS = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim max min sup inf det dim gcd arg".split()
)
_TOKENS = frozenset("mi mn mo mtext ms".split())
_NOTHING = frozenset("annotation annotation-xml mphantom mspace mprescripts none".split())
_SINGLE = re.compile(r"\\[A-Za-z]+|\\.|.?|\\math[a-z]+\{.\}", re.DOTALL)
"""TeX that needs no braces around it."""
_COMMANDS = (
    {sign: f"\\{name}" for name, sign in reversed(SYMBOLS.items()) if sign not in "<>:" and not sign.isascii()}
    | {"−": "-", "‐": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "{": "\\{", "}": "\\}", "%": "\\%"}
    | {"⋯": "\\cdots"}
    | {sign: f"\\{name}" for name, sign in reversed(DELIMITERS.items()) if not sign.isascii()}
)
"""TeX of the characters that MathML has for symbols."""
_VARIANTS = {
    "bold": "mathbf",
    "bold-italic": "boldsymbol",
    "double-struck": "mathbb",
    "fraktur": "mathfrak",
    "monospace": "mathtt",
    "normal": "mathrm",
    "sans-serif": "mathsf",
    "script": "mathcal",
}
_ACCENTS_OVER = {
    **dict.fromkeys(("˙", ".", "⋅"), ("dot", "dot")),
    **dict.fromkeys(("¨", "..", "⋅⋅"), ("ddot", "ddot")),
    **dict.fromkeys(("^", "ˆ", "\u0302"), ("hat", "widehat")),
    **dict.fromkeys(("~", "˜", "∼", "\u0303"), ("tilde", "widetilde")),
    **dict.fromkeys(("¯", "‾", "―", "_", "\u0304", "\u0305"), ("bar", "overline")),
    **dict.fromkeys(("→", "⃗", "\u20d7"), ("vec", "overrightarrow")),
    "ˇ": ("check", "check"),
    "˘": ("breve", "breve"),
    "´": ("acute", "acute"),
    "`": ("grave", "grave"),
    "←": ("overleftarrow", "overleftarrow"),
    "⏞": ("overbrace", "overbrace"),
}
"""Accents by their characters, each over one letter and over more."""
_ACCENTS_UNDER = {
    **dict.fromkeys(("_", "¯", "‾", "―", "\u0332"), ("underline", "underline")),
    "⏟": ("underbrace", "underbrace"),
}
_FENCED = {
    ("(", ")"): "pmatrix",
    ("[", "]"): "bmatrix",
    ("|", "|"): "vmatrix",
    ("\\|", "\\|"): "Vmatrix",
    ("\\{", "\\}"): "Bmatrix",
}
"""Matrices by the delimiters around them."""
_CASES = re.compile(r"\A\\begin\{(?:matrix|array)\}(?:\{[lcr]*\})?(.*)\\end\{(?:matrix|array)\}\Z", re.DOTALL)
_WITH_BOUNDS = frozenset(
    f"\\{name}"
    for name in (
        "sum prod coprod int iint iiint oint bigcup bigcap bigsqcup bigvee bigwedge bigoplus bigotimes lim max min "
        "sup inf det gcd overbrace underbrace"
    ).split()
)


def mathml_to_tex(math: Element) -> str:
    """Convert a `math` element to TeX."""
    return " ".join(_tex(math, 0).split())


def _tex(element: Element, depth: int) -> str:
    """Convert presentation MathML to TeX: fractions, roots, scripts, accents, fences, tables; all else by its
    characters."""
    tag = local_name(element)
    if depth > _MAX_DEPTH or tag in _TOKENS:
        return _token(element, tag)
    if tag in _NOTHING:
        return ""
    children = list(_elements(element))
    parts = [_tex(child, depth + 1) for child in children]
    if tag == "mfrac" and len(parts) == 2:
        return _fraction(element, *parts)
    if tag == "msqrt":
        return f"\\sqrt{_group(' '.join(parts))}"
    if tag == "mroot" and len(parts) == 2:
        return f"\\sqrt[{parts[1]}]{_group(parts[0])}"
    if tag in ("msub", "msup") and len(parts) == 2:
        return f"{_base(parts[0])}{'_' if tag == 'msub' else '^'}{_group(parts[1])}"
    if tag in ("mover", "munder") and len(parts) == 2:
        return _stacked(tag, children[1], *parts)
    if tag in ("msubsup", "munderover") and len(parts) == 3:
        return f"{_base(parts[0])}_{_group(parts[1])}^{_group(parts[2])}"
    if tag == "mtable":
        columns = max((sum(1 for _ in _elements(row)) for row in children), default=0)
        return _table(element, parts, columns)
    if tag in ("mtr", "mlabeledtr"):
        return " & ".join(parts)
    if tag == "mfenced":
        return _fenced(element.attr("open"), element.attr("close"), ", ".join(parts))
    if tag == "menclose":
        return _enclosed(element.attr("notation") or "", " ".join(parts))
    return _sequence(element, children, parts)


def _sequence(element: Element, children: list[Element], parts: list[str]) -> str:
    """Write the parts of a row one after the other, with what their delimiters say of them."""
    if len(children) == 3 and local_name(children[1]) == "mtable" and (kind := _FENCED.get((parts[0], parts[2]))):
        return parts[1].replace("{matrix}", f"{{{kind}}}")
    if parts[:1] == ["\\{"] and local_name(children[1 % len(children)]) == "mtable" and not any(parts[2:]):
        return _CASES.sub(r"\\begin{cases}\1\\end{cases}", parts[1])
    if local_name(element) == "mrow" and len(children) > 2 and _encloses(children, parts):
        return " ".join((f"\\left{parts[0]}", *parts[1:-1], f"\\right{parts[-1]}"))
    loose = "" if parts else " ".join(child.data for child in element if type(child) is Text)
    return " ".join(part for part in (*parts, loose) if part)


def local_name(element: Element) -> str:
    """Return the name of a MathML element without its prefix, as in `mml:mi`."""
    return element.tag.rpartition(":")[2]


def _elements(element: Element) -> Iterator[Element]:
    for child in element:
        if type(child) is Element:
            yield child


def _fraction(element: Element, top: str, bottom: str) -> str:
    if (element.attr("linethickness") or "").startswith("0"):
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{_group(top)}{_group(bottom)}"
    return f"\\frac{_group(top)}{_group(bottom)}"


def _enclosed(notation: str, content: str) -> str:
    for name, command in (("top", "overline"), ("bottom", "underline"), ("box", "boxed")):
        if name in notation.split():
            return f"\\{command}{_group(content)}"
    return content


def _encloses(children: list[Element], parts: list[str]) -> bool:
    """Tell whether a row begins with a delimiter that its last part closes, and both grow with what is between."""
    opening, closing = parts[0], parts[-1]
    if (opening, closing) not in _FENCED or local_name(children[0]) != "mo":
        return False
    if "false" in (children[0].attr("stretchy"), children[-1].attr("stretchy")):
        return False
    if opening == closing:
        return opening not in parts[1:-1]
    depth = 0
    for part in parts[:-1]:
        depth += (part == opening) - (part == closing)
        if depth == 0:
            return False
    return depth == 1


def _fenced(opening: str | None, closing: str | None, content: str) -> str:
    opening, closing = "(" if opening is None else opening.strip(), ")" if closing is None else closing.strip()
    sides = [_COMMANDS.get(side, side) or "." for side in (opening, closing)]
    return f"\\left{sides[0]} {content} \\right{sides[1]}" if opening or closing else content


def _table(table: Element, rows: list[str], columns: int) -> str:
    alignment = (table.attr("columnalign") or "").split()
    alignment += alignment[-1:] * (min(columns, _MAX_COLUMNS) - len(alignment))  # the last one is that of all others
    kind = "aligned" if alignment[:2] == ["right", "left"] else "matrix"
    if kind == "matrix" and "left" in alignment and len(alignment) <= _MAX_COLUMNS:
        sides = "".join(side[0] for side in alignment if side in ("left", "center", "right"))
        return f"\\begin{{array}}{{{sides}}} " + " \\\\ ".join(rows) + " \\end{array}"
    return f"\\begin{{{kind}}} " + " \\\\ ".join(rows) + f" \\end{{{kind}}}"


def _stacked(tag: str, mark: Element, base: str, other: str) -> str:
    """Write what stands over or under something: an accent, the bounds of an operator, or anything."""
    sign = " ".join(mark.text.split())
    accents = _ACCENTS_OVER if tag == "mover" else _ACCENTS_UNDER
    if sign in accents and local_name(mark) == "mo":
        short, long = accents[sign]
        return f"\\{short if _SINGLE.fullmatch(base) else long}{_group(base)}"
    if base in _WITH_BOUNDS:
        return f"{base}{'^' if tag == 'mover' else '_'}{_group(other)}"
    return f"\\{'overset' if tag == 'mover' else 'underset'}{_group(other)}{_group(base)}"


def _token(element: Element, tag: str) -> str:
    text = " ".join(element.text.split())
    if tag == "mtext":
        return f"\\text{{{text}}}" if text else ""
    if tag in ("mi", "mo") and text in _FUNCTIONS:
        return "\\" + text
    tex = " ".join(_COMMANDS[sign] for sign in text) if text and all(sign in _COMMANDS for sign in text) else text
    variant = _VARIANTS.get(element.attr("mathvariant") or "")
    if variant and text and not tex.startswith("\\"):
        return f"\\{variant}{_group(tex)}"
    if tag == "mi" and len(text) > 1 and tex == text and text.isalpha():
        return f"\\mathrm{_group(text)}"
    return tex


def _group(tex: str) -> str:
    return "{" + tex + "}"


def _base(tex: str) -> str:
    return tex if _SINGLE.fullmatch(tex) else _group(tex)
