"""TeX made from presentation MathML: fractions, roots, scripts, accents, fences, tables; all else by its characters."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby, islice
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Text
from tamis.text.tex_symbols import DELIMITERS, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_COLUMNS = 20
_MAX_DEPTH = 60  # levels of nested MathML; a deeper one is not a formula
_FUNCTIONS = {
    name: f"\\{name}"
    for name in (
        "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim max min sup inf det dim "
        "gcd arg deg hom ker Pr"
    ).split()
} | {"lim sup": "\\limsup", "lim inf": "\\liminf"}
_TOKENS = frozenset("mi mn mo mtext ms".split())
_NOTHING = frozenset("annotation annotation-xml mphantom mprescripts none".split())
_FRAMES = frozenset("mrow mstyle mtable mtr mtd".split())
_SPACE = ("\xa0", " ")
_WIDTH = re.compile(r"(?<![\d.])(?:\d++\.?\d*+|\.\d++)(?=em)")
_SPACES = ((2.0, "\\qquad"), (1.0, "\\quad"))
"""Minimum width of a space in ems, and its command."""
_SINGLE = re.compile(r"\\[A-Za-z]+|\\.|.?|\\math[a-z]+\{.\}", re.DOTALL)
"""TeX that needs no braces around it."""
_COMMANDS = (
    {sign: f"\\{name}" for name, sign in reversed(SYMBOLS.items()) if sign not in "<>:" and not sign.isascii()}
    | {"−": "-", "‐": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\\": "\\backslash"}
    | {sign: f"\\{sign}" for sign in "{}%_#$&"}
    | {"⋯": "\\cdots", "∕": "/", "∗": "*", "⊥": "\\perp", "∥": "\\|"}
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
_STYLES = (
    ("BOLD SCRIPT", "mathcal"),
    ("BOLD FRAKTUR", "mathfrak"),
    ("BOLD ITALIC", "boldsymbol"),
    ("SANS-SERIF", "mathsf"),
    ("BOLD", "mathbf"),
    ("DOUBLE-STRUCK", "mathbb"),
    ("SCRIPT", "mathcal"),
    ("FRAKTUR", "mathfrak"),
    ("BLACK-LETTER", "mathfrak"),
    ("MONOSPACE", "mathtt"),
    ("ITALIC", ""),
    ("PLANCK", ""),
)
"""Words in Unicode's names of letters of mathematics, and the commands that draw them; italic is the default."""
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
_MATRIX = "\\begin{matrix}"
_NO_LINE = "\\genfrac{}{}{0pt}{}"
_LOOSE = re.compile(r"(\\text\{[^}]*+\}?)|(?<=[(\[])(?<!\\left.) | (?=[)\],;])|(?<=[A-Za-z0-9}]) (?=\()")
"""Single spaces that nobody would type in TeX; those of texts are left."""
_SPECIAL = re.compile(r"[%_#$&{}]")
_APPLIED = "\u2061"
"""Character between a function and what it is applied to."""
_UPRIGHT = re.compile(r"\\mathrm\{([A-Za-z]++)\}")
_UPRIGHT_LETTERS = re.compile(r"\\mathrm\{[A-Za-z]++\}(?: \\mathrm\{[A-Za-z]++\}(?![\^_]))+")
_RELATION = re.compile(
    r"[=<>]|\\(?:n?leq|n?geq|[lg]eqslant|neq|equiv|sim|simeq|approx|cong|propto|to|in|subset|subseteq)(?![A-Za-z])"
)
"""Signs at which the lines of an equation are aligned."""
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
    return _LOOSE.sub(lambda found: found[1] or "", " ".join(_tex(_without_frame(math), 0).split()))


def _without_frame(math: Element) -> Element:
    """Return the one cell that a formula is, as `split` with one line is drawn; otherwise the formula."""
    inner = math
    while len(children := list(_elements(inner))) == 1 and local_name(children[0]) in _FRAMES:
        inner = children[0]
        if local_name(inner) == "mtd":
            return inner
    return math


def _tex(element: Element, depth: int) -> str:
    """Convert presentation MathML to TeX: fractions, roots, scripts, accents, fences, tables; all else by its
    characters."""
    tag = local_name(element)
    if depth > _MAX_DEPTH or tag in _TOKENS:
        return _token(element, tag)
    if tag in _NOTHING:
        return ""
    if tag == "mspace":
        width = _WIDTH.search(element.attr("width") or "")
        return next((space for least, space in _SPACES if width and float(width.group()) >= least), "")
    children = list(_shown(element, tag))
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
    if tag == "mmultiscripts" and parts:
        return _with_scripts(children, parts)
    if tag == "mtable":
        columns = max((sum(1 for _ in _elements(row)) for row in children), default=0)
        return _table(element, parts, columns)
    if tag in ("mtr", "mlabeledtr"):
        return " & ".join(part.removesuffix("\\quad").strip() for part in parts)
    if tag == "mfenced":
        return _fenced(element.attr("open"), element.attr("close"), ", ".join(parts))
    if tag == "menclose":
        return _enclosed(element.attr("notation") or "", " ".join(parts))
    return _sequence(element, children, parts)


def _sequence(element: Element, children: list[Element], parts: list[str]) -> str:
    """Write the parts of a row one after the other, with what their delimiters say of them."""
    for place in range(len(parts) - 1, 0, -1):
        _fence(children, parts, place)
    for place, child in enumerate(children[1:], 1):
        if child.text == _APPLIED and parts[place - 1].startswith("\\mathrm{"):
            parts[place - 1] = parts[place - 1].replace("mathrm", "operatorname", 1)
    kept = [place for place, part in enumerate(parts) if part or local_name(children[place]) == "mo"]
    children, parts = [children[place] for place in kept], [parts[place] for place in kept]
    if local_name(element) == "mrow" and len(children) > 2 and _encloses(children, parts):
        return " ".join((f"\\left{parts[0]}", *parts[1:-1], f"\\right{parts[-1]}"))
    loose = "" if parts else " ".join(child.data for child in element if type(child) is Text)
    written = " ".join(part for part in (*parts, loose) if part)
    return _UPRIGHT_LETTERS.sub(_joined, written) if written.count("\\mathrm") > 1 else written


def _joined(letters: re.Match[str]) -> str:
    """Write upright letters one after the other as one word."""
    return "\\mathrm" + _group("".join(_UPRIGHT.findall(letters[0])))


def _fence(children: list[Element], parts: list[str], place: int) -> None:
    """Write a matrix, cases or a binomial as one, with the delimiters on both sides of it."""
    body, before = parts[place], parts[place - 1]
    after = parts[place + 1] if place + 1 < len(parts) else ""
    is_table = local_name(children[place]) == "mtable" or _is_one_matrix(body)
    if _is_one_matrix(body) and (kind := _FENCED.get((before, after))):
        parts[place - 1 : place + 2] = ["", body.replace("{matrix}", f"{{{kind}}}"), ""]
    elif before == "\\{" and is_table and not any(parts[place + 1 :]):
        parts[place - 1 : place + 1] = ["", _CASES.sub(r"\\begin{cases}\1\\end{cases}", body)]
    elif (before, after) == ("(", ")") and body.startswith(_NO_LINE):
        parts[place - 1 : place + 2] = ["", "\\binom" + body.removeprefix(_NO_LINE), ""]


def _is_one_matrix(tex: str) -> bool:
    return tex.startswith(_MATRIX) and tex.endswith("\\end{matrix}") and tex.count(_MATRIX) == 1


def _with_scripts(children: list[Element], parts: list[str]) -> str:
    """Write a base with scripts on both sides of it, as of isotopes and tensors."""
    split = next((at for at, child in enumerate(children) if local_name(child) == "mprescripts"), len(parts))
    before = "".join(f"{{}}{scripts}" for scripts in _pairs(parts[split + 1 :]))
    first, *others = (*_pairs(parts[1:split]), "")
    return before + _base(parts[0]) + first + "".join(f"{{}}{scripts}" for scripts in others if scripts)


def _pairs(scripts: list[str]) -> list[str]:
    pairs = zip(scripts[::2], scripts[1::2], strict=False)
    return ["".join(f"{sign}{_group(tex)}" for sign, tex in zip("_^", pair, strict=True) if tex) for pair in pairs]


def local_name(element: Element) -> str:
    """Return the name of a MathML element without its prefix, as in `mml:mi`."""
    return element.tag.rpartition(":")[2]


def _shown(element: Element, tag: str) -> Iterator[Element]:
    """Yield the elements inside another that browsers show: of those that a click changes only the first."""
    return islice(_elements(element), 1) if tag == "maction" else _elements(element)


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
    if _is_one_matrix(content) and (kind := _FENCED.get((sides[0], sides[1]))):
        return content.replace("{matrix}", f"{{{kind}}}")
    if _is_one_matrix(content) and sides == ["\\{", "."]:
        return _CASES.sub(r"\\begin{cases}\1\\end{cases}", content)
    return f"\\left{sides[0]} {content} \\right{sides[1]}" if opening or closing else content


def _table(table: Element, rows: list[str], columns: int) -> str:
    alignment = (table.attr("columnalign") or "").split()
    alignment += alignment[-1:] * (min(columns, _MAX_COLUMNS) - len(alignment))  # the last one is that of all others
    is_aligned = alignment[:2] == ["right", "left"] or (not alignment and _aligns_relations(rows))
    kind = "aligned" if is_aligned else "matrix"
    if kind == "matrix" and "left" in alignment and len(alignment) <= _MAX_COLUMNS:
        sides = "".join(side[0] for side in alignment if side in ("left", "center", "right"))
        return f"\\begin{{array}}{{{sides}}} " + " \\\\ ".join(rows) + " \\end{array}"
    return f"\\begin{{{kind}}} " + " \\\\ ".join(rows) + f" \\end{{{kind}}}"


def _aligns_relations(rows: list[str]) -> bool:
    """Tell whether rows have two columns, and all of the second begin with a relation."""
    seconds = [row.split(" & ")[1:] for row in rows if row]
    return len(seconds) > 1 and all(len(cells) == 1 and _RELATION.match(cells[0].strip()) for cells in seconds)


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
        return _text(element.text, text) if text else ""
    if tag in ("mi", "mo") and text in _FUNCTIONS:
        return _FUNCTIONS[text]
    if not text.isascii() and any(map(_style, text)):
        return " ".join(_styled(style, "".join(signs)) for style, signs in groupby(text, _style))
    if text and all(sign in _COMMANDS for sign in text):
        tex = " ".join(_COMMANDS[sign] for sign in text)
    else:
        tex = _SPECIAL.sub(_escaped, text)
    variant = _VARIANTS.get(element.attr("mathvariant") or "")
    if variant and text and not tex.startswith("\\"):
        return f"\\{variant}{_group(tex)}"
    if tag == "mi" and len(text) > 1 and tex == text and text.isalpha():
        return f"\\mathrm{_group(text)}"
    return tex


def _text(content: str, words: str) -> str:
    """Write words in a formula, with the spaces at their ends; those of MathML vanish there, but few mean that."""
    before, after = " " * content.startswith(_SPACE), " " * content.endswith(_SPACE)
    return f"\\text{{{before}{_SPECIAL.sub(_escaped, words)}{after}}}"


def _escaped(sign: re.Match[str]) -> str:
    return f"\\{sign[0]}"


def plain_letters(text: str) -> str:
    """Return letters of mathematics as plain ones, such as those of Greek that TeX has two forms of."""
    return "".join(map(_plain_letter, text))


def _plain_letter(sign: str) -> str:
    font, _, plain = unicodedata.decomposition(sign).partition(" ")
    return chr(int(plain, 16)) if font == "<font>" and " " not in plain else unicodedata.normalize("NFKC", sign)


def _style(sign: str) -> str:
    """Return what Unicode's name of a letter of mathematics says of how it is drawn; nothing for other characters."""
    if sign not in _COMMANDS and ("\u2102" <= sign <= "\u2138" or "\U0001d400" <= sign <= "\U0001d7ff"):
        name = unicodedata.name(sign, "")
        return next((style for style, _ in _STYLES if style in name), "")
    return ""


def _styled(style: str, text: str) -> str:
    plain = plain_letters(text) if style else text
    tex = " ".join(_COMMANDS.get(sign, sign) for sign in plain) if not plain.isascii() else plain
    command = dict(_STYLES).get(style)
    return f"\\{command}{_group(tex)}" if command else tex


def _group(tex: str) -> str:
    return "{" + tex + "}"


def _base(tex: str) -> str:
    return tex if _SINGLE.fullmatch(tex) else _group(tex)
