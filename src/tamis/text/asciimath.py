"""AsciiMath to TeX, by the grammar of asciimath.org.

    v = letter, number, text or symbol; u = unary, b = binary command; l, r = brackets
    S = v | l E r | u S | b S S;   I = S_S | S^S | S_S^S | S;   E = I E | I/I

Parentheses around what a command takes are left out, as AsciiMath does not show them. Anything parses.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_UNARY = {
    "sqrt": r"\sqrt{%s}",
    "text": r"\text{%s}",
    "abs": r"\left|%s\right|",
    "norm": r"\left\|%s\right\|",
    "floor": r"\left\lfloor %s\right\rfloor",
    "ceil": r"\left\lceil %s\right\rceil",
    **{name: rf"\{name}{{%s}}" for name in ("hat", "bar", "vec", "dot", "ddot", "tilde")},
    "ul": r"\underline{%s}",
    "ubrace": r"\underbrace{%s}",
    "obrace": r"\overbrace{%s}",
    "cancel": r"\cancel{%s}",
    "bb": r"\mathbf{%s}",
    "bbb": r"\mathbb{%s}",
    "cc": r"\mathcal{%s}",
    "tt": r"\mathtt{%s}",
    "fr": r"\mathfrak{%s}",
    "sf": r"\mathsf{%s}",
}
_BINARY = {
    "frac": r"\frac{%s}{%s}",
    "root": r"\sqrt[%s]{%s}",
    "stackrel": r"\stackrel{%s}{%s}",
    "overset": r"\overset{%s}{%s}",
    "underset": r"\underset{%s}{%s}",
}
_LEFT = {"(": "(", "[": "[", "{": r"\{", "(:": r"\langle ", "<<": r"\langle ", "{:": "."}
_RIGHT = {")": ")", "]": "]", "}": r"\}", ":)": r"\rangle", ">>": r"\rangle", ":}": "."}
_FUNCTIONS = frozenset("sin cos tan sec csc cot arcsin arccos arctan sinh cosh tanh log ln exp det".split())
"""Commands that take what follows into a fraction with them."""
_SAME = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega sum prod int oint cdot times
    div sin cos tan sec csc cot arcsin arccos arctan sinh cosh tanh log ln exp lim max min gcd det dim pm mp ne le ge
    lt gt in notin subset supset subseteq supseteq approx equiv cong propto to neg forall exists bot top infty aleph
    partial nabla rightarrow leftarrow uparrow downarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow perp star
    ast circ oplus otimes odot wedge vee cap cup bigcap bigcup quad qquad cdots vdots ddots ldots square diamond mod
""".split()
_SYMBOLS = {
    **{name: rf"\{name}" for name in _SAME},
    "*": r"\cdot",
    "**": r"\ast",
    "***": r"\star",
    "//": "/",
    "\\\\": r"\backslash",
    "xx": r"\times",
    "-:": r"\div",
    "@": r"\circ",
    "o+": r"\oplus",
    "ox": r"\otimes",
    "^^": r"\wedge",
    "vv": r"\vee",
    "nn": r"\cap",
    "uu": r"\cup",
    "!=": r"\ne",
    "<=": r"\le",
    ">=": r"\ge",
    "!in": r"\notin",
    "sub": r"\subset",
    "sup": r"\supset",
    "sube": r"\subseteq",
    "supe": r"\supseteq",
    "-=": r"\equiv",
    "~=": r"\cong",
    "~~": r"\approx",
    "prop": r"\propto",
    "and": r"\text{ and }",
    "or": r"\text{ or }",
    "if": r"\text{ if }",
    "not": r"\neg",
    "=>": r"\Rightarrow",
    "<=>": r"\Leftrightarrow",
    "iff": r"\iff",
    "AA": r"\forall",
    "EE": r"\exists",
    "_|_": r"\bot",
    "TT": r"\top",
    "del": r"\partial",
    "grad": r"\nabla",
    "+-": r"\pm",
    "-+": r"\mp",
    "O/": r"\emptyset",
    "oo": r"\infty",
    "...": r"\ldots",
    ":.": r"\therefore",
    ":'": r"\because",
    "CC": r"\mathbb{C}",
    "NN": r"\mathbb{N}",
    "QQ": r"\mathbb{Q}",
    "RR": r"\mathbb{R}",
    "ZZ": r"\mathbb{Z}",
    "->": r"\to",
    "<-": r"\leftarrow",
    "|->": r"\mapsto",
    "rarr": r"\rightarrow",
    "larr": r"\leftarrow",
    "dx": "dx",
    "dy": "dy",
    "dz": "dz",
    "dt": "dt",
    "%": r"\%",
    "#": r"\#",
    "$": r"\$",
    "&": r"\&",
}
_WORDS = sorted((*_UNARY, *_BINARY, *_LEFT, *_RIGHT, *_SYMBOLS), key=len, reverse=True)
_TOKEN = re.compile(r'(?:("[^"]*+")|(\d+(?:\.\d+)?)|(' + "|".join(map(re.escape, _WORDS)) + r")|(\S))")
_MAX_DEPTH = 40  # brackets in brackets; deeper ones are characters


class _Token(NamedTuple):
    kind: str
    """One of `text`, `number`, `word` and `sign`."""
    text: str


def asciimath_to_tex(source: str) -> str:
    """Convert a formula in AsciiMath to TeX."""
    tokens = []
    for match in _TOKEN.finditer(source):
        kind = ("text", "number", "word", "sign")[(match.lastindex or 1) - 1]
        tokens.append(_Token(kind, match.group(match.lastindex or 1)))
    return _Reader(tokens).expression("", 0)


class _Reader:
    """A formula being read, token by token."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.place = 0

    def _next(self) -> str:
        return self.tokens[self.place].text if self.place < len(self.tokens) else ""

    def expression(self, closing: str, depth: int) -> str:
        """Read up to a closing bracket, if `closing` names the opening one, or up to the end."""
        parts: list[str] = []
        while self.place < len(self.tokens) and not (closing and self._next() in _RIGHT):
            part = self._with_scripts(depth)
            if self._next() == "/":
                self.place += 1
                part = rf"\frac{{{_bare(part)}}}{{{_bare(self._with_scripts(depth))}}}"
            parts.append(part)
        return " ".join(part for part in parts if part)

    def _with_scripts(self, depth: int) -> str:
        is_function = self._next() in _FUNCTIONS
        base = self._simple(depth)
        for sign in ("_", "^"):
            if self._next() == sign:
                self.place += 1
                base = f"{base}{sign}{{{_bare(self._simple(depth))}}}"
        if is_function and depth < _MAX_DEPTH and self._next() not in _RIGHT and self._next() not in ("", "/", ","):
            return f"{base} {self._with_scripts(depth + 1)}"
        return base

    def _simple(self, depth: int) -> str:
        if self.place >= len(self.tokens):
            return ""
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "text":
            return rf"\text{{{text[1:-1]}}}"
        if kind == "sign":
            return text if text not in "_^" else ""
        if kind == "number":
            return text
        if text in _LEFT and depth < _MAX_DEPTH:
            return self._bracketed(text, depth)
        if text in _UNARY and depth < _MAX_DEPTH:
            return _UNARY[text] % _bare(self._simple(depth + 1))
        if text in _BINARY and depth < _MAX_DEPTH:
            first = _bare(self._simple(depth + 1))
            return _BINARY[text] % (first, _bare(self._simple(depth + 1)))
        return _SYMBOLS.get(text) or _LEFT.get(text) or _RIGHT.get(text) or text

    def _bracketed(self, opening: str, depth: int) -> str:
        inside = self.expression(opening, depth + 1)
        closing = _RIGHT[self._next()] if self.place < len(self.tokens) else "."
        self.place += 1
        if (rows := _matrix_rows(inside)) is not None:
            kind = {"[": "bmatrix", "(": "pmatrix", "{:": "matrix"}.get(opening)
            body = r" \\ ".join(rows)
            if kind and (opening != "{:" or closing == "."):
                return rf"\begin{{{kind}}} {body} \end{{{kind}}}"
            left = rf"\left{_LEFT[opening]}".rstrip()
            return rf"{left} \begin{{matrix}} {body} \end{{matrix}} \right{closing}"
        return rf"\left{_LEFT[opening]}{inside}\right{closing}"


_PLAIN = re.compile(r"\\left(?:\(|\[|\\\{)(.*)\\right(?:\)|\]|\\\})", re.DOTALL)
_GROUP = re.compile(r"\\left([(\[])|\\right([)\]])")


def _bare(tex: str) -> str:
    """Remove the parentheses around what a command takes."""
    match = _PLAIN.fullmatch(tex)
    return match.group(1) if match and _is_one_group(tex) else tex


def _is_one_group(tex: str) -> bool:
    """Tell whether the first bracket closes at the end."""
    depth = 0
    for sign in re.finditer(r"\\left(?![a-z])|\\right(?![a-z])", tex):
        depth += 1 if sign.group() == r"\left" else -1
        if not depth:
            return sign.end() >= len(tex) - 2
    return False


def _matrix_rows(inside: str) -> list[str] | None:
    """Return the rows of a matrix, whose rows are brackets separated by commas; None for anything else."""
    rows: list[str] = []
    depth = start = 0
    for sign in _GROUP.finditer(inside):
        if sign.group(1):
            if not depth and inside[start : sign.start()].strip(" ,"):
                return None
            start = sign.end() if not depth else start
            depth += 1
        else:
            depth -= 1
            if not depth:
                rows.append(" & ".join(cell.strip() for cell in inside[start : sign.start()].split(",")))
                start = sign.end()
    has_columns = len(rows) > 1 and all(" & " in row for row in rows)
    return rows if has_columns and not depth and not inside[start:].strip(" ,") else None
