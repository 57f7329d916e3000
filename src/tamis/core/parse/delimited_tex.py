"""TeX between delimiters in the text of a page: which delimiters it uses, and the formulas of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.asciimath import asciimath_to_tex

if TYPE_CHECKING:
    from tamis.core.parse.tree import Tree

_LIBRARY = (
    "MathJax",
    "mathjax",
    "katex",
    "KaTeX",
    "renderMathInElement",
    "tex-chtml",
    "tex-svg",
    "tex-mml-",
    "MATHJAX",
)
_ASCIIMATH = ("asciimath", "AsciiMath", "ASCIIMath", "AM_CHTML", "AM_HTML", "AM_SVG", "AM-CHTML")
_DOLLARS = re.compile(r"""(["'])\$\1\s*+,\s*+(["'])\$\2|left["']?\s*+:\s*+(["'])\$\3""")
_MATH_BOXES = (
    "span.math-container",
    "span.arithmatex",
    "div.arithmatex",
    "span.math",
    "span.MathJax_Preview",
    "div.math",
)
_MAY_BE_TEX = re.compile(r"\\[(\[]|\$|\\begin\{|\[i?(?:tex|latex|math)\]|`", re.IGNORECASE)
"""Beginnings of formulas in a text; without one, nothing needs to be looked for."""
_MAY_BE_IN_DOLLARS = re.compile(r"\$\$|\$latex|\$(?!\s)[^$]{1,500}(?<!\s)\$(?!\d)", re.IGNORECASE)
"""A sign that every formula between dollars has, whatever the page says of its delimiters, and two prices do not."""
_TOKEN = re.compile(
    r"\\(?:begin|end)\{([a-zA-Z]+\*?)\}|\\.|\$latex(?=[\s{\\])|\$\$?|\[/?i?(?:tex|latex|math)\]|`",
    re.DOTALL | re.IGNORECASE,
)
_CLOSERS = {
    "\\[": "\\]",
    "\\(": "\\)",
    "$$": "$$",
    "$": "$",
    "$latex": "$",
    "`": "`",
    **{f"[{name}]": f"[/{name}]" for kind in ("tex", "latex", "math") for name in (kind, f"i{kind}")},
}
_INLINE_CLOSERS = frozenset(("$", "\\)", "`", "[/itex]", "[/ilatex]", "[/imath]"))
_ENVIRONMENTS = frozenset("align alignat displaymath eqnarray equation flalign gather math multline".split())
_ALWAYS = frozenset(("$latex", "[tex]", "[itex]", "[latex]", "[ilatex]"))
"""Delimiters that count on every page."""
_PLAIN_ENVIRONMENTS = frozenset(("displaymath", "equation"))
"""Environments that only say that a formula stands on a line of its own; between two dollars they are errors."""
_MAX_BETWEEN_DOLLARS = 500
"""Characters of a formula between single dollars; more are prices far apart."""
MAX_VARIABLE = 2
"""Characters of a formula that needs no sign of TeX."""
TEX_IN_DOLLARS = frozenset("\\^_={}<>")
"""Signs of TeX in a formula that is longer than a variable."""


class Delimiters(NamedTuple):
    """The delimiters between which a page has TeX."""

    dollar: bool
    """True if single dollars enclose a formula, as the page says. If it does not, they do where it looks like TeX."""
    is_asciimath: bool = False
    """True if the page loads a reader of AsciiMath, which stands between backticks."""
    has_library: bool = True
    """False if nothing on the page shows formulas; then only delimiters that mean nothing else count."""


class Tex(NamedTuple):
    """A formula in a text: the range with its delimiters, and the TeX between them."""

    start: int
    stop: int
    source: str
    is_display: bool


def may_have_tex(text: str) -> bool:
    """Check quickly whether a text may have a formula, before the page is asked for its delimiters."""
    if "\\" in text or "[" in text or "`" in text:
        return _MAY_BE_TEX.search(text) is not None
    return text.count("$") > 1 and _MAY_BE_IN_DOLLARS.search(text) is not None


def tex_delimiters(tree: Tree) -> Delimiters:
    """Find the delimiters of formulas in the text of a page."""
    has_library = dollar = is_asciimath = False
    for script in tree.select("script"):
        source = script.attr("src")
        text = source if source is not None else script.text
        is_asciimath = is_asciimath or any(name in text for name in _ASCIIMATH)
        if any(name in text for name in _LIBRARY):
            has_library = True
            dollar = dollar or _DOLLARS.search(text) is not None
    if any(tree.select(box) for box in _MATH_BOXES):
        return Delimiters(True, is_asciimath)
    return Delimiters(dollar, is_asciimath, has_library or is_asciimath)


def find_tex(text: str, delimiters: Delimiters) -> list[Tex]:
    """Find the formulas in a text, in order. A price in dollars is none: no digit follows the second dollar, and no
    space precedes it."""
    formulas: list[Tex] = []
    opener = closer = ""
    start = 0  # of the formula that is open
    for token in _TOKEN.finditer(text):
        sign, end = token.group().lower() if token.group()[0] in "[$" else token.group(), token.end()
        if closer == "$" and sign == "$$" and _closes(text, start, token.start(), delimiters, opener):
            sign, end = "$", token.start() + 1  # one formula ends where the next begins
        if closer and sign == closer and _closes(text, start, token.start(), delimiters, opener):
            is_inside = token.group(1) is None or token.group(1).rstrip("*") in _PLAIN_ENVIRONMENTS
            inner = text[start + len(opener) : token.start()] if is_inside else text[start:end]
            if inner.strip():
                tex = asciimath_to_tex(inner) if sign == "`" else inner.strip()
                formulas.append(Tex(start, end, tex, sign not in _INLINE_CLOSERS))
            closer = ""
            if end < token.end():
                opener, closer, start = "$", "$", end
        elif not closer or (sign in _CLOSERS and (closer == "$" or sign != "$")):
            closer = _closer(text, sign, token, delimiters)
            opener, start = sign, token.start()
    return formulas


def _closer(text: str, sign: str, token: re.Match[str], delimiters: Delimiters) -> str:
    """Return the delimiter that ends what a sign begins; nothing if it begins no formula."""
    if (sign == "`" and not delimiters.is_asciimath) or (not delimiters.has_library and sign not in _ALWAYS):
        return ""
    if sign == "$" and text[token.end() : token.end() + 1].isspace():
        return ""
    if sign.startswith("\\begin"):
        return f"\\end{{{token.group(1)}}}" if token.group(1).rstrip("*") in _ENVIRONMENTS else ""
    return _CLOSERS.get(sign, "")


def _closes(text: str, start: int, stop: int, delimiters: Delimiters, opener: str) -> bool:
    """Tell whether a single dollar ends the formula that is open; other delimiters always do."""
    if opener != "$":
        return True
    inner = text[start + 1 : stop]
    if inner[-1:].isspace() or text[stop + 1 : stop + 2].isdigit() or not 0 < len(inner) <= _MAX_BETWEEN_DOLLARS:
        return False
    return delimiters.dollar or len(inner) <= MAX_VARIABLE or not TEX_IN_DOLLARS.isdisjoint(inner)
