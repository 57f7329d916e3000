"""Formulas: the TeX source that a page carries for them, or TeX made from their MathML.

A formula is a `math` element, a script for MathJax, a picture that a TeX service draws, an element with its source in
an attribute, what MathJax has drawn (`mathjax`), or TeX between delimiters in the text of a page that loads a library
for it (`delimited_tex`). `mathml_tex` converts MathML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, unquote

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.delimited_tex import MAX_VARIABLE, TEX_IN_DOLLARS, without_edges
from tamis.core.parse.hidden import DRAWN_FORMULA
from tamis.core.parse.mathjax import drawn_mathml, drawn_tex
from tamis.core.parse.mathml_tex import local_name, mathml_to_tex
from tamis.core.parse.tree import Element, Text, parse_html
from tamis.text.asciimath import asciimath_to_tex
from tamis.text.tex_symbols import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.core.parse.delimited_tex import Delimiters
    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.tree import Node, Tree

_TEX_SERVICES = re.compile(
    r"\b(?:codecogs\.com|latex\.[\w-]{1,30}\.\w{2,6})/(?:eq|eqnedit|latex|(?:gif|png|svg|pdf)\.(?:image|latex|download))\?"
    r"|\b(?:mime|math)tex\.cgi\?|/(?:latex\.php|tex2img\.php|equation|chart|render/math|math)\?"
    r"|\bmath\.(?:now\.sh|vercel\.app)/?\?",
    re.IGNORECASE,
)
"""URLs of services that draw TeX, up to the query: CodeCogs, CSDN, mimeTeX, WordPress, Zhihu, Jianshu, Google."""
_IN_SERVICES = ("tex", "math", "codecogs", "/equation?", "/chart?")
"""Parts of which each of these URLs has one; most others have none."""
_PARAMETERS = {
    "latex.php": ("latex",),
    "tex2img.php": ("eq",),
    "equation": ("tex",),
    "chart": ("chl",),
    "math": ("math", "formula"),
    "math.now.sh": ("from",),
    "math.vercel.app": ("from",),
}
"""Parameters of the query with the TeX, by the last part of the path; for others the whole query is TeX."""
_TEX_PATHS = re.compile(
    r"//(?:i\.upmath\.me|tex\.s2cms\.ru)/(?:svg|png)b?/([^?#]+)|#card=math&(?:amp;)?code=([^&]+)", re.IGNORECASE
)
"""URLs with TeX in their path, or behind it: Upmath, Yuque."""
_LAZY = ("data-src", "data-original", "data-lazy-src")
"""Attributes with the URL of a picture that is loaded when it comes into view."""
_IN_LAZY = ("tex", "math", "equation")
_LAZY_SERVICES = "img:is(" + ", ".join(f"[{name}*={part}]" for name in _LAZY for part in _IN_LAZY) + ")"
_OWN_LINE = "\\\\"
"""End of the TeX of Zhihu's formulas that stand on a line of their own."""
_MAX_QUERY = 10_000
_TEX_CLASSES = frozenset(("latex", "tex", "latex-equation", "equation_image", "texrender", "mathcode"))
_TEX_CLASS_STARTS = ("ql-img-", "mwe-math-fallback-image-")
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MATH_WORDS = frozenset(
    "math maths mathjax mathml katex tex latex formula equation eqn eq mjx mwe ql asciimath arithmatex".split()
)
"""Words in the names of elements that are a formula, or hold one."""
_DISPLAY_WORDS = frozenset("display displayed disp block".split())
_EQUATION_WORDS = frozenset(("equation", "eqn", "displaymath"))
_BOXES = frozenset(("div", "p", "table", "figure", "td", "section"))
_ENDS_LINE = _BOXES | frozenset("br h1 h2 h3 h4 h5 h6 hr ul ol dl pre blockquote".split())
_BREAKS = frozenset({"br"})
_TEX_TAGS = frozenset(("d-math", "math-field", "math-span", "math-div", "tex-math", "la-tex"))
"""Elements of scripts that draw the TeX in them."""
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
    ("\\begin{equation*}", "\\end{equation*}"),
    ("\\begin{equation}", "\\end{equation}"),
    ("\\begin{displaymath}", "\\end{displaymath}"),
    ("\\begin{math}", "\\end{math}"),
)
_ON_OWN_LINE = (
    "$$",
    "\\[",
    *(f"\\begin{{{name}{star}}}" for name in ("align", "displaymath", "eqnarray", "equation") for star in ("", "*")),
)
"""Beginnings of TeX that stands on a line of its own."""
_MAX_DRAWN = 3
"""Nodes before a script of which some show its formula."""
_NO_TEX = frozenset("equation formula image latex math tex".split())
"""Alternative texts of pictures that say no more than that there is a formula."""
_LAYOUT = re.compile(r"\s*\\(?:dpi\{\d+\}|bg_\w+|fn_\w+|inline|(?:small|large|LARGE|huge|textstyle)(?![A-Za-z]))\s*")
_TEX_COMMAND = re.compile(r"(?<![A-Za-z0-9:\\/.])\\[A-Za-z]{2,}")
_TEX_SIGNS = frozenset("{^_=")
_PICTURE_WORDS = frozenset("math formula equation".split())
"""Words in the names of pictures of formulas, whose alternative text may be TeX."""
_MATH_IN_DOLLARS = re.compile(r"\$\s*+[^$\d\s][^$]*+\$|\$\s*+\d[^$\s]*+\s?\$")
"""Alternative text that is one formula between dollars, as LaTeX2HTML writes it."""
_VALUE = re.compile(r"(?!.*[A-Za-z]{3})[\w()\[\]|,.;:+*/!'= -]{1,20}")
"""A short formula without a sign of TeX: no words."""
_TRANSPARENT = frozenset("a b em font i noscript picture span strong u".split())
"""Elements that a picture of a formula may be alone in, in a line."""
_MAX_AROUND = 4
"""Elements around a formula of which one may say that it stands on a line of its own."""


class Formula(NamedTuple):
    """A formula in TeX."""

    tex: str
    is_display: bool
    """True if it stands on a line of its own."""


def find_formulas(tree: Tree, marked: Marked) -> dict[Element, Formula]:
    """Find the elements in whose place a formula is read: with its source in an attribute, or drawn beside its source.

    So is a table that is one equation. What is drawn a second time has an empty formula. `marked` contains all elements
    of the tag for formulas that MathJax has drawn.
    """
    found: dict[Element, Formula] = {}
    for tag in ("span", "div", "img"):
        for element in tree.select(tag + _WITH_SOURCE):  # a selector that begins with a tag is not matched with all
            if element.find("math") is None and (own := _in_attributes(element)) is not None:
                found[element] = own
    for image in tree.select(_LAZY_SERVICES):
        lazy = next((tex for name in _LAZY if (tex := _served(image.attr(name) or ""))), "")
        if lazy and image not in found and not _served(image.attr("src") or ""):
            found[image] = Formula(lazy, is_display(image))
            found.update(_copies(image))
    for container in marked.with_tag(DRAWN_FORMULA):
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
    if tree.select("math"):
        from tamis.core.parse.equations import find_equation_tables  # few pages have MathML

        found |= find_equation_tables(tree)
    return found


def _copies(image: Element) -> dict[Element, Formula]:
    """Find the pictures beside a formula that is loaded later which show it without scripts, and empty them."""
    neighbors = (next(iter(siblings), None) for siblings in (image.next_siblings, image.previous_siblings))
    boxes = [at for at in neighbors if type(at) is Element and at.tag == "noscript"]
    return {copy: Formula("", is_display=False) for box in boxes for copy in box.iter_elements("img")}


def _in_attributes(element: Element) -> Formula | None:
    """Return the formula whose source an element has in an attribute."""
    for name in _SOURCES:
        value = element.attr(f"data-{name}")
        if value and (tex := _source(value, _is_drawn(element, name))):
            return Formula(tex, element.tag == "div" or value.rstrip().endswith(_OWN_LINE) or is_display(element))
    tex = _from_mathml(element.attr("data-mathml") or "")
    return Formula(tex, is_display(element)) if tex else None


def _is_drawn(element: Element, name: str) -> bool:
    """Tell whether an attribute surely holds a source: an element with such a name, or with nothing in it."""
    if name in _SURE_SOURCES or element.tag == "img":
        return True
    return not element.text.strip() or not _MATH_WORDS.isdisjoint(_words(element.attr("class") or ""))


def _source(value: str, is_sure: bool) -> str:
    """Return the TeX in the value of an attribute; nothing if it holds something else."""
    tex = " ".join(value.split()).removesuffix(_OWN_LINE).rstrip()
    for opener, closer in _DELIMITER_PAIRS:
        if len(tex) > len(opener) + len(closer) and tex.startswith(opener) and tex.endswith(closer):
            inner = without_edges(tex[len(opener) : -len(closer)])
            tex = inner if opener not in inner else tex  # or else there are two formulas
            break
    has_signs = not TEX_IN_DOLLARS.isdisjoint(tex)
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
    return (element.attr("id") or element.attr("class") or "").startswith(("MathJax", "mjx-chtml"))


def _words(names: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _NAME_PARTS.findall(names))


def formula(element: Element) -> str:
    """Return the TeX source of a `math` element, a math script or a math picture."""
    if element.tag == "script":
        return _in_script(element)
    if local_name(element) != "math":
        return _drawn(element)
    for annotation in element.iter_elements("annotation"):
        if "tex" in (annotation.attr("encoding") or "").lower():
            return _unwrap(annotation.text)
    alternative = element.attr("alttext")
    if alternative and alternative.strip():
        return _unwrap(alternative)
    return mathml_to_tex(element)


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
    if source and _served(source):
        return True
    alternative = image.attr("alt")
    if not alternative:
        return False
    if _reads_as_formula(alternative):
        return _is_only_source(image)
    classes = image.attr("class")
    if not classes or not any(part in classes for part in ("tex", "ql-img-", *_PICTURE_WORDS)):
        return False
    names = classes.split()
    is_named = not _TEX_CLASSES.isdisjoint(names) or any(name.startswith(_TEX_CLASS_STARTS) for name in names)
    is_named = is_named or (not _PICTURE_WORDS.isdisjoint(_words(classes)) and _may_be_tex(alternative))
    return is_named and bool(_drawn(image)) and _is_only_source(image)


def _reads_as_formula(alternative: str) -> bool:
    """Tell whether the alternative text of a picture is TeX: it has commands, or is one formula between dollars."""
    if "\\" in alternative and (command := _TEX_COMMAND.search(alternative)):
        return not _TEX_SIGNS.isdisjoint(alternative) or command.group()[1:] in SYMBOLS
    is_between = alternative.startswith("$") and _MATH_IN_DOLLARS.fullmatch(alternative) is not None
    return is_between and _may_be_tex(alternative.strip("$ "))


def _may_be_tex(text: str) -> bool:
    """Tell whether a text is one variable, has a sign of TeX, or is short and no words."""
    return len(text) <= MAX_VARIABLE or not TEX_IN_DOLLARS.isdisjoint(text) or _VALUE.fullmatch(text) is not None


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
    if not any(part in small for part in _IN_SERVICES):
        return ""
    if service := _TEX_SERVICES.search(source):
        query = source[service.end() :]
        names = _PARAMETERS.get(service.group().rstrip("?/").rpartition("/")[2].lower(), ())
        given = dict(parse_qsl(query[:_MAX_QUERY])) if names else {}
        tex = next((given[name] for name in names if name in given), "") if names else unquote(query)
        tex = "" if names == ("chl",) and given.get("cht") != "tx" else tex.replace("&space;", " ")
        tex = tex.removesuffix(".svg").removesuffix(".png") if names == ("from",) else tex
    elif path := _TEX_PATHS.search(source):
        tex = unquote(path[1] or path[2])
    else:
        return ""
    while layout := _LAYOUT.match(tex):
        tex = tex[layout.end() :]
    return " ".join(tex.split()).removesuffix(_OWN_LINE).rstrip()


def is_display(element: Element) -> bool:
    """Tell whether a formula stands on a line of its own: by its markup, or a picture by its neighbors."""
    if element.tag == "script":
        return "mode=display" in (element.attr("type") or "").replace(" ", "")
    if element.attr("display") == "block" or element.attr("mode") == "display":
        return True
    alternative = (element.attr("alt") or "").strip() if element.tag == "img" else ""
    if alternative.endswith(_OWN_LINE) or alternative.startswith(_ON_OWN_LINE):
        return True
    for around in _near(element):
        if around.tag == "mjx-container":
            return around.attr("display") == "true"
        if _says_display(around) or (around.tag == "div" and around.attr("class") == "math"):
            return True
    if local_name(element) == "math" and not _is_displaystyle(element):
        return False
    whole = element
    for around in elements_around(element.parent):
        if around.tag not in _TRANSPARENT or not _is_only_part(whole):
            break
        whole = around
    return _is_alone(whole, _ENDS_LINE)


def _says_display(element: Element) -> bool:
    """Tell whether the names of an element are those of a formula on a line of its own."""
    if element.attr("data-math-style") == "display":
        return True
    if element.attr("data-display") == "true" or element.attr("data-katex-display") == "true":
        return True
    names = element.attr("class")
    words = _words(names) if names else ()
    if not words or "inline" in words or _MATH_WORDS.isdisjoint(words):
        return False
    if not _DISPLAY_WORDS.isdisjoint(words) or {"full", "width"} <= set(words):
        return True
    return element.tag in _BOXES and not _EQUATION_WORDS.isdisjoint(words)


def _is_displaystyle(math: Element) -> bool:
    """Tell whether MathML says that it is set as on a line of its own, which formulas in a line may be too."""
    parts = [math, *(part for part in math if type(part) is Element)]
    return any(part.attr("displaystyle") == "true" for part in parts[:2])


def _is_only_part(element: Element) -> bool:
    """Tell whether an element has no other text or element beside it."""
    others = (at for at in element.parent or () if at is not element)
    return not any(
        not at.data.isspace() if type(at) is Text else type(at) is Element and at.tag != "noscript" for at in others
    )


def _is_alone(element: Element, ends: frozenset[str]) -> bool:
    """Tell whether nothing but elements that end a line stand beside an element."""
    siblings = list(element.parent or ())
    place = next((index for index, sibling in enumerate(siblings) if sibling is element), 0)
    return _ends_line(siblings[place + 1 :], ends) and _ends_line(siblings[:place][::-1], ends)


def _ends_line(siblings: list[Node], ends: frozenset[str]) -> bool:
    for sibling in siblings:
        if type(sibling) is Element and sibling.tag != "noscript":
            return sibling.tag in ends
        if type(sibling) is Text and not sibling.data.isspace():
            return False
    return True


_DELIMITED = re.compile(r"\\[(\[]|(?<!\\)\$")
_READS_AS_TEX = re.compile(r"\\[A-Za-z]{2,}|[A-Za-z0-9)}][_^][A-Za-z0-9{\\]")
_WORD = re.compile("[A-Za-z]{4}")
_EQUATION_NUMBER = re.compile(r"\(([A-Z]?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z′'*]?)\)")
_AROUND_NUMBER = " \xa0\n\t¶"
_ONLY_MATH = frozenset(("span", "div", "math"))
"""Words of an element that is called math and nothing else."""
_SET_IN_LINES = frozenset(("inline", "display", "displayed"))
"""Words that say how a formula is set; beside one for math they leave no doubt that there is one."""


def named_formula(element: Element, delimiters: Callable[[], Delimiters]) -> Formula | None:
    """Return the formula that an element holds and that its name calls one; None if it holds anything else.

    It stands between delimiters, or reads as TeX on a page that shows formulas.
    """
    words = _math_words(element.tag, element.attr("class") or "")
    inside = [child for child in element if type(child) is Element] if words else ()
    if not words or len(inside) > 1:
        return None
    number = with_number("", inside[0].text) if inside else ""
    if inside and not number:
        return None
    own = element.text if not inside else "".join(child.data for child in element if type(child) is Text)
    text = " ".join(own.split())
    tex = _source(text, is_sure=True)
    if tex == text and not _is_bare_tex(element, tex, words, delimiters):
        return None
    return Formula(tex + number, _is_display_text(element, text, words)) if tex else None


def with_number(tex: str, text: str) -> str:
    """Return TeX with the number of its equation, if a text is one in parentheses; or else nothing."""
    number = _EQUATION_NUMBER.fullmatch(text.strip(_AROUND_NUMBER))
    return f"{tex} \\tag{{{number[1]}}}" if number else ""


@lru_cache(maxsize=1024)  # a page has few names, and thousands of elements with them
def _math_words(tag: str, classes: str) -> frozenset[str]:
    """Return the words in the names of an element; none if they do not call it a formula."""
    names = f"{tag} {classes}"
    words = _words(names) if may_name_math(names) else frozenset[str]()
    return frozenset() if _MATH_WORDS.isdisjoint(words) else words


def may_name_math(names: str) -> bool:
    """Tell whether the names of elements may call one a formula; a quick look."""
    small = names.lower()
    return "math" in small or "tex" in small or "formula" in small or "eq" in small


def names_math(tag: str, classes: str) -> bool:
    """Tell whether the names of an element, its tag and its classes, call it a formula."""
    return bool(_math_words(tag, classes))


def _is_bare_tex(element: Element, text: str, words: frozenset[str], delimiters: Callable[[], Delimiters]) -> bool:
    """Tell whether a text without delimiters is TeX: in an element that is surely named so, or where it reads so."""
    if _DELIMITED.search(text):
        return False
    if element.tag == "code" or element.tag in _TEX_TAGS:
        return True
    may_be = "\\" in text or _WORD.search(text) is None  # or else it is a name, such as `file_name`
    is_named = "math" in words and (not _SET_IN_LINES.isdisjoint(words) or words <= _ONLY_MATH)
    return may_be and (is_named or _READS_AS_TEX.search(text) is not None) and delimiters().has_library


def _near(element: Element) -> Iterator[Element]:
    return islice(elements_around(element), _MAX_AROUND)


def _is_display_text(element: Element, text: str, words: frozenset[str]) -> bool:
    if text.startswith(("\\(", "$")) and not text.startswith("$$"):
        return False
    if text.startswith(_ON_OWN_LINE) or _says_display(element) or element.attr("block") is not None:
        return True
    return "inline" not in words and element.tag != "code" and _is_alone(element, _BREAKS)


def _unwrap(tex: str) -> str:
    """Remove the layout command that MediaWiki and LaTeXML wrap around a formula."""
    tex = " ".join(tex.split())
    for command in ("\\displaystyle", "\\textstyle"):
        if tex.startswith("{" + command) and tex.endswith("}"):
            return tex[len(command) + 1 : -1].strip()
    return tex
