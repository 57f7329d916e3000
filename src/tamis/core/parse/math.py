"""Formulas: the TeX source that a page carries for them, or TeX made from their MathML.

A formula is a `math` element, a script for MathJax, a picture that a TeX service draws, an element with its source in
an attribute, what MathJax has drawn, or TeX between delimiters in the text of a page that loads a library for it
(MathJax, KaTeX).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, unquote

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.mathjax import drawn_mathml, drawn_tex
from tamis.core.parse.tree import Element, Text, parse_html
from tamis.text.asciimath import asciimath_to_tex
from tamis.text.tex_symbols import DELIMITERS, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.core.parse.tree import Node, Tree

_TEX_SERVICES = re.compile(
    r"\bcodecogs\.com/(?:eqnedit|latex|(?:gif|png|svg|pdf)\.(?:image|latex|download))\?|\b(?:mime|math)tex\.cgi\?"
    r"|/(?:latex\.php|equation|chart|render/math)\?|\bmath\.now\.sh/?\?",
    re.IGNORECASE,
)
"""URLs of services that draw TeX, up to the query: CodeCogs, mimeTeX, WordPress, Zhihu, Google, GitHub."""
_IN_SERVICES = ("tex", "math", "codecogs", "/equation?", "/chart?")
"""Parts of which each of these URLs has one; most others have none."""
_PARAMETERS = {"latex.php": "latex", "equation": "tex", "chart": "chl", "math": "math", "math.now.sh": "from"}
"""Parameters of the query with the TeX, by the last part of the path; for others the whole query is TeX."""
_MAX_QUERY = 10_000
_TEX_CLASSES = frozenset(("latex", "tex", "latex-equation", "equation_image"))
_TEX_CLASS_STARTS = ("ql-img-", "mwe-math-fallback-image-")
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MATH_WORDS = frozenset(
    "math maths mathjax mathml katex tex latex formula equation eqn eq mjx mwe ql asciimath arithmatex".split()
)
"""Words in the names of elements that are a formula, or hold one."""
_DISPLAY_WORDS = frozenset("display displayed disp block".split())
_EQUATION_WORDS = frozenset(("equation", "eqn", "displaymath"))
_BOXES = frozenset(("div", "p", "table", "figure", "td", "section"))
_SURE_SOURCES = ("tex", "latex", "katex", "equation-content", "tex-source", "latex-source")
_SOURCES = (*_SURE_SOURCES, "math", "formula", "equation", "expr")
"""Names after `data-` of attributes with the source of a formula."""
_WITH_SOURCE = ":is(" + ", ".join(f"[data-{name}]" for name in (*_SOURCES, "mathml")) + ")"
_NO_VALUES = frozenset(("", "true", "false", "inline", "block", "display", "1", "0"))
_DELIMITER_PAIRS = (
    ("$$", "$$"),
    ("\\(", "\\)"),
    ("\\[", "\\]"),
    ("$", "$"),
    ("[tex]", "[/tex]"),
    ("[latex]", "[/latex]"),
)
_MAX_DRAWN = 3
"""Nodes before a script of which some show its formula."""
_NO_TEX = frozenset("equation formula image latex math tex".split())
"""Alternative texts of pictures that say no more than that there is a formula."""
_LAYOUT = re.compile(r"\s*\\(?:dpi\{\d+\}|bg_\w+|fn_\w+|inline|(?:small|large|LARGE|huge)(?![A-Za-z]))\s*")
_TEX_COMMAND = re.compile(r"(?<![A-Za-z0-9:\\/.])\\[A-Za-z]{2,}")
_TEX_SIGNS = frozenset("{^_=")
_MAX_AROUND = 4
"""Elements around a formula of which one may say that it stands on a line of its own."""

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


class Formula(NamedTuple):
    """A formula in TeX."""

    tex: str
    is_display: bool
    """True if it stands on a line of its own."""


def find_formulas(tree: Tree) -> dict[Element, Formula]:
    """Find the elements in whose place a formula is read: with its source in an attribute, or drawn beside its source.

    What is drawn a second time has an empty formula.
    """
    found: dict[Element, Formula] = {}
    for tag in ("span", "div", "img"):
        for element in tree.select(tag + _WITH_SOURCE):  # a selector that begins with a tag is not matched with all
            if element.find("math") is None and (own := _in_attributes(element)) is not None:
                found[element] = own
    for container in tree.select("mjx-container"):
        if container.find("math") is None:
            tex = drawn_tex(container) or _from_mathml(drawn_mathml(container))
            if tex:
                found[container] = Formula(tex, container.attr("display") == "true")
    for script in tree.select('script[type^="math/"]'):
        for sibling in islice(script.previous_siblings, _MAX_DRAWN):
            if type(sibling) is Element and _is_mathjax(sibling):
                found[sibling] = Formula("", is_display=False)
            elif type(sibling) is Element or (type(sibling) is Text and not sibling.data.isspace()):
                break
    return found


def _in_attributes(element: Element) -> Formula | None:
    """Return the formula whose source an element has in an attribute."""
    for name in _SOURCES:
        value = element.attr(f"data-{name}")
        if value and (tex := _source(value, _is_drawn(element, name))):
            return Formula(tex, element.tag == "div" or is_display(element))
    tex = _from_mathml(element.attr("data-mathml") or "")
    return Formula(tex, is_display(element)) if tex else None


def _is_drawn(element: Element, name: str) -> bool:
    """Tell whether an attribute surely holds a source: an element with such a name, or with nothing in it."""
    if name in _SURE_SOURCES or element.tag == "img":
        return True
    return not element.text.strip() or not _MATH_WORDS.isdisjoint(_words(element.attr("class") or ""))


def _source(value: str, is_sure: bool) -> str:
    """Return the TeX in the value of an attribute; nothing if it holds something else."""
    tex = " ".join(value.split())
    for opener, closer in _DELIMITER_PAIRS:
        if len(tex) > len(opener) + len(closer) and tex.startswith(opener) and tex.endswith(closer):
            inner = tex[len(opener) : -len(closer)].strip()
            tex = inner if opener not in inner else tex  # or else there are two formulas
            break
    has_signs = not _TEX_IN_DOLLARS.isdisjoint(tex)
    return (
        tex
        if tex.lower() not in _NO_VALUES and (is_sure or has_signs) and not tex.startswith(('{"', "[{", "http"))
        else ""
    )


def _from_mathml(value: str) -> str:
    """Convert MathML in an attribute, in which an editor may have replaced the signs of HTML."""
    for sign, html in (("«", "<"), ("»", ">"), ("¨", '"'), ("§", "&")):
        value = value.replace(sign, html)
    math = parse_html(value).select("math") if "<math" in value else []
    return formula(math[0]) if math else ""


def _is_mathjax(element: Element) -> bool:
    """Tell whether MathJax has drawn an element."""
    return (element.attr("id") or element.attr("class") or "").startswith("MathJax")


def _words(names: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _NAME_PARTS.findall(names))


def formula(element: Element) -> str:
    """Return the TeX source of a `math` element, a math script or a math picture."""
    if element.tag == "script":
        return _in_script(element)
    if _name(element) != "math":
        return _drawn(element)
    for annotation in element.iter_elements("annotation"):
        if "tex" in (annotation.attr("encoding") or "").lower():
            return _unwrap(annotation.text)
    alternative = element.attr("alttext")
    if alternative and alternative.strip():
        return _unwrap(alternative)
    return " ".join(_tex(element, 0).split())


def _in_script(script: Element) -> str:
    kind = script.attr("type") or ""
    text = " ".join(script.text.split()).removeprefix("% <![CDATA[").removesuffix("%]]>").strip()
    if kind.startswith("math/asciimath"):
        return asciimath_to_tex(text)
    return _from_mathml(text) if kind.startswith("math/mml") else text


def is_math_script(script: Element) -> bool:
    """Tell whether a script is a formula for MathJax."""
    return (script.attr("type") or "").startswith(("math/tex", "math/asciimath", "math/mml"))


def is_math_image(image: Element) -> bool:
    """Tell whether a picture is a formula whose TeX is known."""
    source = image.attr("src")
    if source and "?" in source and _served(source):
        return True
    alternative = image.attr("alt")
    if not alternative:
        return False
    if "\\" in alternative and _TEX_COMMAND.search(alternative) and not _TEX_SIGNS.isdisjoint(alternative):
        return _is_only_source(image)
    classes = image.attr("class")
    if not classes or ("tex" not in classes and "ql-img-" not in classes and "mwe-math" not in classes):
        return False
    names = classes.split()
    is_named = not _TEX_CLASSES.isdisjoint(names) or any(name.startswith(_TEX_CLASS_STARTS) for name in names)
    return is_named and bool(_drawn(image)) and _is_only_source(image)


def _is_only_source(image: Element) -> bool:
    """Tell whether no MathML stands beside a picture, whose formula it would be too."""
    return image.parent is None or image.parent.find("math") is None


def _drawn(image: Element) -> str:
    """Return the TeX that a picture shows: what its URL gives to the service, or else its alternative text."""
    if tex := _served(image.attr("src") or ""):
        return tex
    alternative = " ".join((image.attr("alt") or "").split())
    for label in ("LaTeX:", "TeX:", "[latex]", "[tex]"):
        alternative = alternative.removeprefix(label).strip()
    alternative = alternative.removesuffix("[/latex]").removesuffix("[/tex]")
    return "" if alternative.lower() in _NO_TEX else _unwrap(_source(alternative, is_sure=True))


def _served(source: str) -> str:
    """Return the TeX in the URL of a service."""
    small = source.lower()
    if not any(part in small for part in _IN_SERVICES) or not (service := _TEX_SERVICES.search(source)):
        return ""
    query = source[service.end() :]
    name = _PARAMETERS.get(service.group().rstrip("?/").rpartition("/")[2].lower())
    if name is None:
        tex = unquote(query).replace("&space;", " ")
    else:
        given = dict(parse_qsl(query[:_MAX_QUERY]))
        tex = given.get(name, "") if name != "chl" or given.get("cht") == "tx" else ""
    while layout := _LAYOUT.match(tex):
        tex = tex[layout.end() :]
    return " ".join(tex.split())


def is_display(element: Element) -> bool:
    """Tell whether a formula stands on a line of its own: by its markup, or a picture by its neighbors."""
    if element.tag == "script":
        return "mode=display" in (element.attr("type") or "").replace(" ", "")
    if element.attr("display") == "block" or element.attr("mode") == "display":
        return True
    for around in islice(elements_around(element), _MAX_AROUND):
        if around.tag == "mjx-container":
            return around.attr("display") == "true"
        if _says_display(around):
            return True
    return _name(element) != "math" and _is_alone(element)


def _says_display(element: Element) -> bool:
    """Tell whether the names of an element are those of a formula on a line of its own."""
    if element.attr("data-math-style") == "display" or element.attr("data-display") == "true":
        return True
    names = element.attr("class")
    words = _words(names) if names else ()
    if not words or "inline" in words or _MATH_WORDS.isdisjoint(words):
        return False
    if not _DISPLAY_WORDS.isdisjoint(words) or {"full", "width"} <= set(words):
        return True
    return element.tag in _BOXES and not _EQUATION_WORDS.isdisjoint(words)


def _is_alone(image: Element) -> bool:
    """Tell whether nothing but line breaks stands beside a picture."""
    siblings = list(image.parent or ())
    place = next((at for at, sibling in enumerate(siblings) if sibling is image), 0)
    return _ends_line(siblings[place + 1 :]) and _ends_line(siblings[:place][::-1])


def _ends_line(siblings: list[Node]) -> bool:
    for sibling in siblings:
        if type(sibling) is Element:
            return sibling.tag == "br"
        if type(sibling) is Text and not sibling.data.isspace():
            return False
    return True


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
MAY_BE_TEX = re.compile(r"\\[(\[]|\$|\\begin\{|\[i?(?:tex|latex|math)\]|`", re.IGNORECASE)
"""Beginnings of formulas in a text; without one, nothing needs to be looked for."""
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
_MAX_BETWEEN_DOLLARS = 500
"""Characters of a formula between single dollars; more are prices far apart."""
_MAX_VARIABLE = 2
_DELIMITED = re.compile(r"\\[(\[]|(?<!\\)\$")
_MAY_NAME_MATH = re.compile(r"math|tex|formula|eq", re.IGNORECASE)
_READS_AS_TEX = re.compile(r"\\[A-Za-z]{2,}|[A-Za-z0-9)}][_^][A-Za-z0-9{\\]")
_TEX_IN_DOLLARS = frozenset("\\^_={}<>")
"""Signs of TeX in a formula that is longer than a variable."""


def tex_delimiters(tree: Tree) -> Delimiters:
    """Find the delimiters of formulas in the text of a page."""
    found = dollar = is_asciimath = False
    for script in tree.select("script"):
        source = script.attr("src")
        text = source if source is not None else script.text
        is_asciimath = is_asciimath or any(name in text for name in _ASCIIMATH)
        if any(name in text for name in _LIBRARY):
            found = True
            dollar = dollar or _DOLLARS.search(text) is not None
    if any(tree.select(box) for box in _MATH_BOXES):
        return Delimiters(True, is_asciimath)
    return Delimiters(dollar, is_asciimath, found or is_asciimath)


def find_tex(text: str, delimiters: Delimiters) -> list[Tex]:
    """Find the formulas in a text, in order. A price in dollars is none: no digit follows the second dollar, and no
    space precedes it."""
    found: list[Tex] = []
    opener = closer = ""
    start = 0  # of the formula that is open
    for token in _TOKEN.finditer(text):
        sign, end = token.group().lower() if token.group()[0] in "[$" else token.group(), token.end()
        if closer == "$" and sign == "$$" and _closes(text, start, token.start(), delimiters, opener):
            sign, end = "$", token.start() + 1  # one formula ends where the next begins
        if closer and sign == closer and _closes(text, start, token.start(), delimiters, opener):
            inner = text[start:end] if token.group(1) else text[start + len(opener) : token.start()]
            if inner.strip():
                tex = asciimath_to_tex(inner) if sign == "`" else inner.strip()
                found.append(Tex(start, end, tex, sign not in _INLINE_CLOSERS))
            closer = ""
            if end < token.end():
                opener, closer, start = "$", "$", end
        elif not closer or (sign in _CLOSERS and (closer == "$" or sign != "$")):
            closer = _closer(text, sign, token, delimiters)
            opener, start = sign, token.start()
    return found


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
    return delimiters.dollar or len(inner) <= _MAX_VARIABLE or not _TEX_IN_DOLLARS.isdisjoint(inner)


def named_formula(element: Element, delimiters: Callable[[], Delimiters]) -> Formula | None:
    """Return the formula that an element holds and that its name calls one; None if it holds anything else.

    It stands between delimiters, or reads as TeX on a page that shows formulas.
    """
    words = _math_words(element.tag, element.attr("class") or "")
    if not words or any(type(child) is Element for child in element):
        return None
    text = " ".join(element.text.split())
    tex = _source(text, is_sure=True)
    if tex == text and not _is_bare_tex(element, tex, delimiters):
        return None
    return Formula(tex, _is_display_text(element, text, words)) if tex else None


@lru_cache(maxsize=1024)  # a page has few names, and thousands of elements with them
def _math_words(tag: str, classes: str) -> frozenset[str]:
    """Return the words in the names of an element; none if they do not call it a formula."""
    names = f"{tag} {classes}"
    words = _words(names) if _MAY_NAME_MATH.search(names) else frozenset[str]()
    return frozenset() if _MATH_WORDS.isdisjoint(words) else words


def _is_bare_tex(element: Element, text: str, delimiters: Callable[[], Delimiters]) -> bool:
    """Tell whether a text without delimiters is TeX: in `code` that is named so, or where it reads so."""
    if _DELIMITED.search(text):
        return False
    if element.tag == "code":
        return True
    return "\\" in text and _READS_AS_TEX.search(text) is not None and delimiters().has_library


def _is_display_text(element: Element, text: str, words: frozenset[str]) -> bool:
    if text.startswith(("\\(", "$")) and not text.startswith("$$"):
        return False
    if text.startswith(("$$", "\\[")) or _says_display(element):
        return True
    return "inline" not in words and element.tag != "code" and _is_alone(element)


def _unwrap(tex: str) -> str:
    """Remove the layout command that MediaWiki and LaTeXML wrap around a formula."""
    tex = " ".join(tex.split())
    for command in ("\\displaystyle", "\\textstyle"):
        if tex.startswith("{" + command) and tex.endswith("}"):
            return tex[len(command) + 1 : -1].strip()
    return tex


def _tex(element: Element, depth: int) -> str:
    """Convert presentation MathML to TeX: fractions, roots, scripts, accents, fences, tables; all else by its
    characters."""
    tag = _name(element)
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
    if len(children) == 3 and _name(children[1]) == "mtable" and (kind := _FENCED.get((parts[0], parts[2]))):
        return parts[1].replace("{matrix}", f"{{{kind}}}")
    if parts[:1] == ["\\{"] and _name(children[1 % len(children)]) == "mtable" and not any(parts[2:]):
        return _CASES.sub(r"\\begin{cases}\1\\end{cases}", parts[1])
    if _name(element) == "mrow" and len(children) > 2 and _encloses(children, parts):
        return " ".join((f"\\left{parts[0]}", *parts[1:-1], f"\\right{parts[-1]}"))
    loose = "" if parts else " ".join(child.data for child in element if type(child) is Text)
    return " ".join(part for part in (*parts, loose) if part)


def _name(element: Element) -> str:
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
    if (opening, closing) not in _FENCED or _name(children[0]) != "mo":
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
    if sign in accents and _name(mark) == "mo":
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
