"""TeX between delimiters in the text of a page: which delimiters it uses, and the formulas of a text."""

from __future__ import annotations

import re
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.asciimath import asciimath_to_tex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
_PAIR = re.compile(
    r"""(?:\[\s*+|left["']?\s*+:\s*+)(["'])([^"'\s]{2,12})\1\s*+,\s*+(?:["']?right["']?\s*+:\s*+)?(["'])([^"'\s]{2,12})\3"""
    r"""(\s*+,\s*+["']?display["']?\s*+:\s*+true)?"""
)
"""A pair of delimiters in the settings of MathJax or KaTeX."""
_MAX_PAIRS = 8
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


class Pair(NamedTuple):
    """Two delimiters that a page names for its library."""

    opener: str
    closer: str
    is_display: bool


class Delimiters(NamedTuple):
    """The delimiters between which a page has TeX."""

    dollar: bool
    """True if single dollars enclose a formula, as the page says. If it does not, they do where it looks like TeX."""
    is_asciimath: bool = False
    """True if the page loads a reader of AsciiMath, which stands between backticks."""
    has_library: bool = True
    """False if nothing on the page shows formulas; then only delimiters that mean nothing else count."""
    own: tuple[Pair, ...] = ()
    """Delimiters that only this page has, the longest first."""


class Tex(NamedTuple):
    """A formula in a text: the range with its delimiters, and the TeX between them."""

    start: int
    stop: int
    source: str
    is_display: bool

    def moved(self, by: int) -> Tex:
        """Return the formula with its range further back in the text."""
        return self._replace(start=self.start + by, stop=self.stop + by) if by else self


def may_have_tex(text: str) -> bool:
    """Check quickly whether a text may have a formula, before the page is asked for its delimiters."""
    if "\\" in text or "[" in text or "`" in text:
        return _MAY_BE_TEX.search(text) is not None or "##" in text
    if "##" in text:
        return True
    return text.count("$") > 1 and _MAY_BE_IN_DOLLARS.search(text) is not None


def tex_delimiters(tree: Tree) -> Delimiters:
    """Find the delimiters of formulas in the text of a page."""
    has_library = dollar = is_asciimath = False
    own: set[Pair] = set()
    for script in tree.select("script"):
        source = script.attr("src")
        text = source if source is not None else script.text
        is_asciimath = is_asciimath or any(name in text for name in _ASCIIMATH)
        if any(name in text for name in _LIBRARY):
            has_library = True
            dollar = dollar or _DOLLARS.search(text) is not None
            own.update(islice(_own_pairs(text), _MAX_PAIRS))
    pairs = tuple(sorted(own, key=lambda pair: (-len(pair.opener), pair)))
    if any(tree.select(box) for box in _MATH_BOXES):
        return Delimiters(True, is_asciimath, own=pairs)
    return Delimiters(dollar, is_asciimath, has_library or is_asciimath, pairs)


def _own_pairs(script: str) -> Iterator[Pair]:
    """Yield the delimiters that a script names beside those that many pages have: `##`, or three dollars."""
    for found in _PAIR.finditer(script):
        opener, closer, start = found[2], found[4], found.start()
        if opener not in _CLOSERS and opener.startswith(("$", "##")):
            is_displayed = script.rfind("displayMath", 0, start) > script.rfind("inlineMath", 0, start)
            yield Pair(opener, closer, is_displayed or bool(found[5]))


def find_tex(text: str, delimiters: Delimiters) -> list[Tex]:
    """Find the formulas in a text, in order. A price in dollars is none: no digit follows the second dollar, and no
    space precedes it."""
    formulas: list[Tex] = []
    end = 0
    for own in _between_own(text, delimiters.own) if delimiters.own else ():
        formulas += (tex.moved(end) for tex in _between_known(text[end : own.start], delimiters))
        formulas.append(own)
        end = own.stop
    return formulas + [tex.moved(end) for tex in _between_known(text[end:], delimiters)]


def _between_own(text: str, pairs: Sequence[Pair]) -> Iterator[Tex]:
    """Yield the formulas between delimiters that only this page has."""
    place = 0
    ahead = {pair: text.find(pair.opener) for pair in pairs}
    while ahead := {pair: start for pair, start in ahead.items() if start >= 0}:
        pair, start = min(ahead.items(), key=itemgetter(1))  # of those that begin together the first, the longest
        inner = start + len(pair.opener)
        stop = text.find(pair.closer, inner)
        if stop < 0:
            del ahead[pair]
            continue
        place = stop + len(pair.closer)
        if tex := without_edges(text[inner:stop]):
            yield Tex(start, place, tex, pair.is_display)
        ahead = {pair: at if at >= place else text.find(pair.opener, place) for pair, at in ahead.items()}


def without_edges(tex: str) -> str:
    """Return TeX without the space at its ends. A backslash that a space at the end belonged to goes with it."""
    bare = tex.strip()
    if tex.endswith((" ", "\n", "\t")) and (len(bare) - len(bare.rstrip("\\"))) % 2:
        return bare[:-1].rstrip()
    return bare


def _between_known(text: str, delimiters: Delimiters) -> list[Tex]:
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
                tex = asciimath_to_tex(inner) if sign == "`" else without_edges(inner)
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
