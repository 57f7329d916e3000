"""MathML from TeX formulas.

Covers what articles and papers use of LaTeX's math mode. An unknown command is written by its name, a group that does
not close ends with the formula, and no backslash is left. Fonts become characters of Unicode's block of mathematical
letters, because MathML Core has no other way.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from tamis.text.characters import printable
from tamis.text.tex_symbols import ACCENTS, DELIMITERS, FUNCTIONS, LIMITS, SPACES, SYMBOLS, UPRIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MATHML = "http://www.w3.org/1998/Math/MathML"
MAX_DEPTH = 40
"""Maximum depth of nested groups; the text of deeper ones is written as it is."""
MAX_TOKENS = 20_000
"""Maximum number of tokens of a formula; the text of a longer one is written as it is."""

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
_WRAPPED = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_OPERATORS = frozenset("+-*/=<>|!?,;:()[].&#%@~") | frozenset("−±×÷·∗≤≥≠≈≡∈∉⊂⊆∪∩∧∨¬→←↔⇒⇐⇔∞∂∇∑∏∫…‖⟨⟩")
_BETWEEN_CELLS = frozenset(("&", "\\\\", "\\cr"))
_CLOSING = ("}", "\\right", "\\end", "&", "\\\\", "\\cr", "\\middle")
_IGNORED = frozenset(
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag left right middle "
    "big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm hline hfill "
    "mathstrut strut allowbreak nobreak relax protect rm bf it sf tt cal mit normalsize small large".split()
)
_IGNORED_WITH_ARGUMENT = frozenset("label tag color hspace vspace mathchoice kern hskip cline ref eqref".split())
_TEXT = frozenset("text textrm textnormal mbox hbox textit textbf textsf texttt mathrm operatorname mathop".split())
_STRETCHES = frozenset("()[]{}|‖⟨⟩⌊⌋⌈⌉")
"""Delimiters that MathML makes as tall as the formula around them."""
_FENCED = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "cases": ("{", ""),
    "rcases": ("", "}"),
}
_ALIGNED = frozenset("align aligned alignat alignedat split eqnarray".split())
_WITH_COLUMNS = frozenset("array alignat alignedat subarray".split())


def write_mathml(tex: str, *, display: bool = False) -> str:
    """Write a formula as a `math` element; `display` puts it on a separate line."""
    source = _unwrapped(" ".join(printable(tex).split()))
    tokens = _TOKEN.findall(source)
    content = _Reader(tokens).whole() if len(tokens) <= MAX_TOKENS else _plain(source)
    block = ' display="block"' if display else ""
    return f'<math xmlns="{MATHML}"{block} alttext="{escape(source)}">{content}</math>'


def _unwrapped(tex: str) -> str:
    for opening, closing in _WRAPPED:
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) >= len(opening) + len(closing):
            return tex[len(opening) : len(tex) - len(closing)].strip()
    return tex


def _plain(text: str) -> str:
    return f"<mtext>{escape(' '.join(text.replace(chr(92), ' ').split()))}</mtext>"


def _row(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def _operator(text: str, attributes: str = "") -> str:
    if not attributes and text in _STRETCHES:  # TeX's stay as tall as letters unless they come with \left and \right
        attributes = ' stretchy="false"'
    return f"<mo{attributes}>{escape(text)}</mo>"


def _fence(text: str) -> str:
    return _operator(text, ' fence="true" stretchy="true"') if text else ""


def _is_wide(accent: str) -> str:
    return "true" if accent.startswith(("wide", "over", "under")) else "false"


class _Reader:
    """A parser that reads a formula once, from left to right."""

    def __init__(self, tokens: list[str], depth: int = 0) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = depth

    def whole(self) -> str:
        parts: list[str] = []
        while self._place < len(self._tokens):
            parts += self._until()
            if self._peek() in _BETWEEN_CELLS:
                parts = [self._rows("aligned", _row(parts))]
            self._place += 1  # skip what closes nothing
        return _row(parts)

    # Tokens

    def _peek(self) -> str:
        while self._place < len(self._tokens) and self._tokens[self._place].isspace():
            self._place += 1
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        piece = self._peek()
        self._place += 1
        return piece

    def _raw_group(self) -> str:
        """Return the source of the next group, including white space."""
        if self._peek() != "{":
            return self._take()
        self._place += 1
        depth, parts = 1, []
        while self._place < len(self._tokens):
            piece = self._tokens[self._place]
            self._place += 1
            depth += (piece == "{") - (piece == "}")
            if not depth:
                break
            parts.append(piece)
        return "".join(parts)

    def _optional(self) -> str | None:
        """Return the content of brackets at this position; None if there are none."""
        if self._peek() != "[":
            return None
        self._place += 1
        parts: list[str] = []
        while self._place < len(self._tokens):
            piece = self._tokens[self._place]
            self._place += 1
            if piece == "]":
                break
            parts.append(piece)
        return "".join(parts)

    # Rows and scripts

    def _until(self) -> list[str]:
        """Parse the formulas up to what closes a group, a cell or a row around them."""
        parts: list[str] = []
        while (piece := self._peek()) and piece not in _CLOSING:
            parts.append(self._scripted())
        return [part for part in parts if part]

    def _scripted(self) -> str:
        """Parse an atom with its superscript and subscript."""
        start = self._peek()
        base = "" if start in ("_", "^", "'") else self._atom()
        below = above = ""
        while (piece := self._peek()) in ("_", "^", "'", "\\limits", "\\nolimits"):
            self._place += 1
            if piece == "_":
                below = self._argument()
            elif piece == "^":
                above = self._argument()
            elif piece == "'":
                above = f"<mrow>{above}{_operator('′')}</mrow>" if above else _operator("′")
        has_limits = start.removeprefix("\\") in LIMITS
        return _with_scripts(base, below, above, has_limits)

    def _argument(self) -> str:
        piece = self._peek()
        if not piece or piece in _CLOSING:
            return "<mrow></mrow>"
        if piece[0].isdigit() and len(piece) > 1:  # TeX takes one digit unless there are braces
            self._tokens[self._place] = piece[1:]
            return f"<mn>{piece[0]}</mn>"
        return self._atom() or "<mrow></mrow>"

    def _group(self) -> str:
        self._place += 1
        inner = self._deeper(lambda: _row(self._until()))
        if self._peek() == "}":
            self._place += 1
        return inner

    def _deeper(self, read: Callable[[], str]) -> str:
        if self._depth >= MAX_DEPTH:
            rest = self._tokens[self._place :]
            self._place = len(self._tokens)
            return _plain(" ".join(piece for piece in rest if piece not in "{}"))
        self._depth += 1
        try:
            return read()
        finally:
            self._depth -= 1

    def _atom(self) -> str:
        piece = self._peek()
        if piece == "{":
            return self._group()
        self._place += 1
        if piece.startswith("\\"):
            return self._deeper(lambda: self._command(piece[1:]))
        if piece[0].isdigit():
            return f"<mn>{piece}</mn>"
        if piece == "~":
            return '<mspace width="0.333em"/>'
        if piece == "-":
            return _operator("−")
        if piece in _OPERATORS or not piece.isalnum():
            return _operator(piece)
        return f"<mi>{escape(piece)}</mi>"

    # Commands

    def _command(self, name: str) -> str:
        bare = name.rstrip("*")
        symbol = SYMBOLS.get(name)
        if symbol is not None:
            is_letter = symbol.isalpha()
            upright = ' mathvariant="normal"' if name in UPRIGHT else ""
            return f"<mi{upright}>{symbol}</mi>" if is_letter else _operator(symbol)
        if name in FUNCTIONS:
            return f"<mi>{FUNCTIONS[name]}</mi>"
        if name in SPACES:
            return f'<mspace width="{SPACES[name]}"/>' if SPACES[name] else ""
        if name in DELIMITERS:
            return _operator(DELIMITERS[name])
        if name in ACCENTS:
            return self._accent(name)
        if bare in _TEXT:
            return self._text(bare)
        if name in _FONTS:
            return self._font(name)
        if name in _IGNORED:
            return self._fenced() if name == "left" else ""
        if name in _IGNORED_WITH_ARGUMENT:
            self._raw_group()
            return ""
        known = _COMMANDS.get(bare)
        return known(self) if known else f"<mi>{escape(name)}</mi>"

    def _accent(self, name: str) -> str:
        sign, is_below = ACCENTS[name]
        tag, kind = ("munder", "accentunder") if is_below else ("mover", "accent")
        mark = _operator(sign, f' stretchy="{_is_wide(name)}"')
        return f'<{tag} {kind}="true">{self._argument()}{mark}</{tag}>'

    def _text(self, name: str) -> str:
        raw = self._raw_group()
        words = raw.replace("\\", "").replace("{", "").replace("}", "").replace("$", "").replace("~", " ")
        if name in ("mathrm", "operatorname", "mathop"):
            upright = ' mathvariant="normal"' if len(words.strip()) == 1 else ""
            return f"<mi{upright}>{escape(words.strip())}</mi>"
        # White space at the ends is meant, and MathML would drop it.
        inner = words.strip().join(("\u00a0" if words[:1].isspace() else "", "\u00a0" if words[-1:].isspace() else ""))
        return f"<mtext>{escape(inner)}</mtext>"

    def _font(self, name: str) -> str:
        letters = _FONTS[name]
        inner = self._argument()
        return _LETTER.sub(lambda found: f"{found[1]}{''.join(map(letters, found[2]))}<", inner)

    def _fenced(self) -> str:
        opening = self._delimiter()
        parts = [_fence(opening)]
        while True:
            parts += self._until()
            piece = self._peek()
            if piece == "\\middle":
                self._place += 1
                parts.append(_fence(self._delimiter()))
            elif piece == "\\right":
                self._place += 1
                parts.append(_fence(self._delimiter()))
                break
            else:
                break
        return f"<mrow>{''.join(parts)}</mrow>"

    def _delimiter(self) -> str:
        piece = self._take()
        if not piece.startswith("\\"):
            return "" if piece == "." else piece
        name = piece[1:]
        return DELIMITERS.get(name) or SYMBOLS.get(name, name.strip("\\"))

    def _fraction(self) -> str:
        return f"<mfrac>{self._argument()}{self._argument()}</mfrac>"

    def _binomial(self) -> str:
        inner = f'<mfrac linethickness="0">{self._argument()}{self._argument()}</mfrac>'
        return f"<mrow>{_fence('(')}{inner}{_fence(')')}</mrow>"

    def _root(self) -> str:
        degree = self._optional()
        if degree is None:
            return f"<msqrt>{self._argument()}</msqrt>"
        return f"<mroot>{self._argument()}{self._part(degree)}</mroot>"

    def _part(self, tex: str) -> str:
        return self._deeper(_Reader(_TOKEN.findall(tex), self._depth + 1).whole)

    def _over(self) -> str:
        above = self._argument()
        return f"<mover>{self._argument()}{above}</mover>"

    def _under(self) -> str:
        below = self._argument()
        return f"<munder>{self._argument()}{below}</munder>"

    def _phantom(self) -> str:
        return f"<mphantom>{self._argument()}</mphantom>"

    def _boxed(self) -> str:
        return f'<mrow class="boxed">{self._argument()}</mrow>'

    def _struck(self) -> str:
        return f'<mrow class="struck">{self._argument()}</mrow>'

    def _negated(self) -> str:
        return _NEGATABLE.sub(lambda found: f"{found[1]}\u0338{found[2]}", self._argument(), count=1)

    def _modulo(self) -> str:
        sign = f'<mspace width="1em"/>{_operator("(")}<mi>mod</mi><mspace width="0.3em"/>'
        return f"<mrow>{sign}{self._argument()}{_operator(')')}</mrow>"

    def _in_argument(self) -> str:
        return self._argument()

    def _second_argument(self) -> str:
        self._raw_group()
        return self._argument()

    def _stack(self) -> str:
        if self._peek() == "{":
            self._place += 1
        table = self._deeper(self._rows)
        if self._peek() == "}":
            self._place += 1
        return table

    def _environment(self) -> str:
        name = self._raw_group().rstrip("*")
        if name in _WITH_COLUMNS:
            self._raw_group()
        table = self._deeper(lambda: self._rows(name))
        if self._peek() == "\\end":
            self._place += 1
            self._raw_group()
        opening, closing = _FENCED.get(name, ("", ""))
        return f"<mrow>{_fence(opening)}{table}{_fence(closing)}</mrow>" if name in _FENCED else table

    def _rows(self, name: str = "", first: str | None = None) -> str:
        rows: list[list[str]] = []
        cells: list[str] = []
        while True:
            cells.append(first if first is not None else _row(self._until()))
            first = None
            piece = self._peek()
            if piece == "&":
                self._place += 1
                continue
            rows.append(cells)
            cells = []
            if piece not in ("\\\\", "\\cr"):
                break
            self._place += 1
            self._optional()  # an optional argument: more space between lines
        if rows and rows[-1] == ["<mrow></mrow>"] and len(rows) > 1:
            del rows[-1]
        return "".join(_table(rows, name))


def _table(rows: list[list[str]], name: str) -> Iterator[str]:
    kind = ' displaystyle="true"' if name in _ALIGNED else ""
    yield f"<mtable{kind}>"
    for cells in rows:
        yield "<mtr>"
        for column, cell in enumerate(cells):
            yield f"<mtd{_alignment(name, column)}>{cell}</mtd>"
        yield "</mtr>"
    yield "</mtable>"


def _alignment(name: str, column: int) -> str:
    if name in _ALIGNED:
        return f' class="{"left" if column % 2 else "right"}"'
    return ' class="left"' if name in ("cases", "rcases") else ""


def _with_scripts(base: str, below: str, above: str, has_limits: bool) -> str:
    if not below and not above:
        return base
    base = base or "<mrow></mrow>"
    if below and above:
        tag = "munderover" if has_limits else "msubsup"
    elif below:
        tag = "munder" if has_limits else "msub"
    else:
        tag = "mover" if has_limits else "msup"
    return f"<{tag}>{base}{below}{above}</{tag}>"


# Fonts: code points where Unicode's mathematical letters begin, and the letters that are encoded elsewhere.
_EARLIER = {
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "double": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "italic": {"h": "ℎ"},
}


def _letters(capital: int, digit: int | None = None, greek: int | None = None, kind: str = "") -> Callable[[str], str]:
    earlier = _EARLIER.get(kind, {})

    def changed(letter: str) -> str:
        if letter in earlier:
            return earlier[letter]
        if "A" <= letter <= "Z":
            return chr(capital + ord(letter) - ord("A"))
        if "a" <= letter <= "z":
            return chr(capital + 26 + ord(letter) - ord("a"))
        if digit is not None and "0" <= letter <= "9":
            return chr(digit + int(letter))
        if greek is not None and "Α" <= letter <= "Ω":
            return chr(greek + ord(letter) - ord("Α"))
        if greek is not None and "α" <= letter <= "ω":
            return chr(greek + 26 + ord(letter) - ord("α"))
        return letter

    return changed


_FONTS: dict[str, Callable[[str], str]] = {
    "mathbf": _letters(0x1D400, 0x1D7CE, 0x1D6A8),
    "boldsymbol": _letters(0x1D468, 0x1D7CE, 0x1D71C),
    "bm": _letters(0x1D468, 0x1D7CE, 0x1D71C),
    "mathit": _letters(0x1D434, kind="italic"),
    "mathbb": _letters(0x1D538, 0x1D7D8, kind="double"),
    "mathcal": _letters(0x1D49C, kind="script"),
    "mathscr": _letters(0x1D49C, kind="script"),
    "mathfrak": _letters(0x1D504, kind="fraktur"),
    "mathsf": _letters(0x1D5A0, 0x1D7E2),
    "mathtt": _letters(0x1D670, 0x1D7F6),
}
_LETTER = re.compile(r"(<m[in][^<>]*>)([^<&]+)<")
_NEGATABLE = re.compile(r"([^<>])(</m[oi]>)")
_COMMANDS: dict[str, Callable[[_Reader], str]] = {
    "frac": _Reader._fraction,
    "dfrac": _Reader._fraction,
    "tfrac": _Reader._fraction,
    "cfrac": _Reader._fraction,
    "binom": _Reader._binomial,
    "dbinom": _Reader._binomial,
    "tbinom": _Reader._binomial,
    "sqrt": _Reader._root,
    "overset": _Reader._over,
    "stackrel": _Reader._over,
    "underset": _Reader._under,
    "phantom": _Reader._phantom,
    "hphantom": _Reader._phantom,
    "vphantom": _Reader._phantom,
    "boxed": _Reader._boxed,
    "cancel": _Reader._struck,
    "not": _Reader._negated,
    "pmod": _Reader._modulo,
    "mathbin": _Reader._in_argument,
    "mathrel": _Reader._in_argument,
    "mathord": _Reader._in_argument,
    "mathopen": _Reader._in_argument,
    "mathclose": _Reader._in_argument,
    "mathpunct": _Reader._in_argument,
    "mathinner": _Reader._in_argument,
    "smash": _Reader._in_argument,
    "textcolor": _Reader._second_argument,
    "substack": _Reader._stack,
    "begin": _Reader._environment,
}
