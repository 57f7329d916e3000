"""Formulas that MathJax has drawn, as MathJax 3.2 writes them without MathML beside them.

`mathjax_drawn.json` has each as CHTML and as SVG; outlines of glyphs and lengths are left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.core.parse.hidden import marked_elements
from tamis.core.parse.math import find_formulas
from tamis.core.parse.tree import parse_html

DRAWN = json.loads((Path(__file__).parent / "mathjax_drawn.json").read_text(encoding="utf-8"))
TEX = {
    r"\frac{a+b}{c}": r"\frac{a + b}{c}",
    r"\sqrt[3]{x}": r"\sqrt[3]{x}",
    r"\sum_{i=1}^{n} a_i^2": r"\sum_{i = 1}^{n} a_{i}^{2}",
    r"\sum_{i=1}^{n} a_i": r"\sum_{i = 1}^{n} a_{i}",
    r"\int_0^\infty e^{-x}\,dx": r"\int_{0}^{\infty} e^{- x} d x",
    r"\mathbf{v}\cdot\mathbb{R}^n\in\mathcal{L}": r"\mathbf{v} \cdot \mathbb{R}^{n} \in \mathcal{L}",
    r"\begin{pmatrix}a&b\\c&d\end{pmatrix}": r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": r"\begin{aligned} a & = b \\ c & = d \end{aligned}",
    r"\left(\frac{1}{2}\right)^n": r"{\left( \frac{1}{2} \right)}^{n}",
    r"\bar{x}+\hat{y}+\vec{v}": r"\bar{x} + \hat{y} + \vec{v}",
    r"\lim_{x\to 0} f(x)": r"\lim_{x \to 0} f(x)",
    r"P(A\mid B)=\text{if even}": r"P(A \mid B) = \text{if even}",
    r"f(x)=\begin{cases}1&x>0\\0&\text{otherwise}\end{cases}": (
        r"f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}"
    ),
    r"\overline{AB}\neq\underline{x}": r"\overline{A B} \neq \underline{x}",
}
"""TeX that is read for each source: spaces and braces are not drawn."""


def found(page: str) -> dict[Any, Any]:
    """The formulas of a page."""
    tree = parse_html(page)
    return dict(find_formulas(tree, marked_elements(tree)))


@pytest.mark.parametrize("form", ["chtml", "svg"])
@pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: drawn["source"])
def test_a_drawn_formula_is_read_by_its_parts_and_glyphs(drawn: dict[str, Any], form: str) -> None:
    (formula,) = found(f"<p>{drawn[form]}</p>").values()
    assert formula == (TEX[drawn["source"]], drawn["display"])


@pytest.mark.parametrize(
    "fraction",
    [
        "<mjx-mfrac><mjx-frac><mjx-num>{n}</mjx-num><mjx-dbox><mjx-den>{k}</mjx-den></mjx-dbox></mjx-frac></mjx-mfrac>",
        '<g data-mml-node="mfrac">{n}{k}</g>',
    ],
)
def test_a_fraction_without_a_line_is_a_binomial(fraction: str) -> None:
    if "<g" in fraction:
        sign = '<g data-mml-node="{}"><use data-c="{}"></use></g>'
        around = '<mjx-container><svg><g data-mml-node="math">{}</g></svg></mjx-container>'
    else:
        sign = '<mjx-{0}><mjx-c class="mjx-c{1}"></mjx-c></mjx-{0}>'
        around = "<mjx-container><mjx-math>{}</mjx-math></mjx-container>"
    parts = fraction.format(n=sign.format("mi", "1D45B"), k=sign.format("mi", "1D458"))
    drawn = sign.format("mo", "28") + parts + sign.format("mo", "29")
    (formula,) = found(around.format(drawn)).values()
    assert formula.tex == r"\binom{n}{k}"


def test_the_tex_that_mathjax_4_keeps_is_the_formula() -> None:
    drawn = '<mjx-math data-latex="x^2"><mjx-mi data-latex="x"><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi></mjx-math>'
    (formula,) = found(f"<mjx-container>{drawn}</mjx-container>").values()
    assert formula.tex == "x^2"


def test_mathml_beside_the_drawing_is_the_formula() -> None:
    drawn = "<mjx-math><mjx-mi></mjx-mi></mjx-math><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml>"
    assert found(f"<mjx-container>{drawn}</mjx-container>") == {}


def test_drawn_formulas_stand_in_the_text() -> None:
    drawn = next(drawn for drawn in DRAWN if drawn["source"] == r"\sqrt[3]{x}")
    page = f"<p>The side of the box is {drawn['svg']} or {drawn['chtml']} long.</p>"
    article = tamis.extract(page, None, tamis.Settings(strategy="all"))
    assert r"The side of the box is $\sqrt[3]{x}$ or $\sqrt[3]{x}$ long." in article.to_markdown()


@pytest.mark.parametrize("number", ["110000", "FFFFFFFF", "D800", "0", "zz", ""])
def test_glyphs_without_a_character_are_left_out(number: str) -> None:
    page = f'<mjx-container><svg><g data-mml-node="math"><g data-mml-node="mi"><use data-c="{number}"></use></g></g>'
    assert found(page) == {}


def test_tex_in_a_container_that_nothing_is_drawn_in_stays() -> None:
    page = '<script src="mathjax.js"></script><mjx-container display="true"><formula class="tex">x^2</formula>'
    assert found(page) == {}
