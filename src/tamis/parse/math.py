"""Formulas: the TeX that a page carries for them, or their characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.parse.tree import Element


def formula(element: Element) -> str:
    """The TeX source of a `math` element or a math script; the formula's characters where there is none."""
    if element.tag == "script":
        return " ".join(element.text.split())
    for annotation in element.iter_elements("annotation"):
        if "tex" in (annotation.attr("encoding") or "").lower():
            return _unwrap(annotation.text)
    alternative = element.attr("alttext")
    if alternative and alternative.strip():
        return _unwrap(alternative)
    return " ".join(element.text.split())


def _unwrap(tex: str) -> str:
    """Without the layout command that MediaWiki and LaTeXML wrap around a formula."""
    tex = " ".join(tex.split())
    for command in ("\\displaystyle", "\\textstyle"):
        if tex.startswith("{" + command) and tex.endswith("}"):
            return tex[len(command) + 1 : -1].strip()
    return tex
