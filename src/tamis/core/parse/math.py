"""Formulas: the TeX source that a page carries for them, or TeX made from their MathML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_DEPTH = 60  # levels of nested MathML; a deeper one is not a formula
_FUNCTIONS = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim max min sup inf det dim gcd arg".split()
)


def formula(element: Element) -> str:
    """Return the TeX source of a `math` element or a math script."""
    if element.tag == "script":
        return " ".join(element.text.split())
    for annotation in element.iter_elements("annotation"):
        if "tex" in (annotation.attr("encoding") or "").lower():
            return _unwrap(annotation.text)
    alternative = element.attr("alttext")
    if alternative and alternative.strip():
        return _unwrap(alternative)
    return " ".join(_tex(element, 0).split())


def is_math_script(script: Element) -> bool:
    """Tell whether a script is a formula for MathJax."""
    return (script.attr("type") or "").startswith("math/tex")


def _unwrap(tex: str) -> str:
    """Remove the layout command that MediaWiki and LaTeXML wrap around a formula."""
    tex = " ".join(tex.split())
    for command in ("\\displaystyle", "\\textstyle"):
        if tex.startswith("{" + command) and tex.endswith("}"):
            return tex[len(command) + 1 : -1].strip()
    return tex


def _tex(element: Element, depth: int) -> str:
    """Convert presentation MathML to TeX: fractions, roots, scripts, fences, tables; all else by its characters."""
    tag = element.tag
    if depth > _MAX_DEPTH or tag in ("mi", "mn", "mo", "mtext", "ms", "mspace"):
        return _token(tag, " ".join(element.text.split()))
    if tag in ("annotation", "annotation-xml"):
        return ""
    parts = [_tex(child, depth + 1) for child in _elements(element)]
    if tag == "mfrac" and len(parts) == 2:
        return f"\\frac{_group(parts[0])}{_group(parts[1])}"
    if tag == "msqrt":
        return f"\\sqrt{_group(' '.join(parts))}"
    if tag == "mroot" and len(parts) == 2:
        return f"\\sqrt[{parts[1]}]{_group(parts[0])}"
    if tag in ("msub", "munder") and len(parts) == 2:
        return f"{_base(parts[0])}_{_group(parts[1])}"
    if tag in ("msup", "mover") and len(parts) == 2:
        return f"{_base(parts[0])}^{_group(parts[1])}"
    if tag in ("msubsup", "munderover") and len(parts) == 3:
        return f"{_base(parts[0])}_{_group(parts[1])}^{_group(parts[2])}"
    if tag == "mtable":
        return "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}"
    if tag in ("mtr", "mlabeledtr"):
        return " & ".join(parts)
    if tag == "mfenced":
        opening, closing = element.attr("open"), element.attr("close")
        return f"{'(' if opening is None else opening}{', '.join(parts)}{')' if closing is None else closing}"
    loose = "" if parts else " ".join(child.data for child in element if type(child) is Text)
    return " ".join(part for part in (*parts, loose) if part)


def _elements(element: Element) -> Iterator[Element]:
    for child in element:
        if type(child) is Element:
            yield child


def _token(tag: str, text: str) -> str:
    if tag == "mi" and text in _FUNCTIONS:
        return "\\" + text
    if tag == "mtext" and text:
        return f"\\text{{{text}}}"
    return text


def _group(tex: str) -> str:
    return "{" + tex + "}"


def _base(tex: str) -> str:
    return tex if len(tex) <= 1 or tex.startswith("\\") else _group(tex)
