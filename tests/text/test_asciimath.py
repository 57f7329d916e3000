"""AsciiMath in TeX."""

from __future__ import annotations

import pytest

from tamis.text.asciimath import asciimath_to_tex


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        ("x = (-b +- sqrt(b^2-4ac))/(2a)", r"x = \frac{- b \pm \sqrt{b^{2} - 4 a c}}{2 a}"),
        ("sum_(i=1)^n i^3", r"\sum_{i = 1}^{n} i^{3}"),
        ("[[a,b],[c,d]]", r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}"),
        ("{(x,x>0),(0,x<=0):}", r"\left\{ \begin{matrix} x & x > 0 \\ 0 & x \le 0 \end{matrix} \right."),
        ("int_0^1 f(x)dx", r"\int_{0}^{1} f \left(x\right) dx"),
        ('"if "x in RR', r"\text{if } x \in \mathbb{R}"),
        ("sin x/cos x", r"\frac{\sin x}{\cos x}"),
        ("hat(ab) xx vec x", r"\hat{a b} \times \vec{x}"),
        ("root(3)(x) <= abs(y)", r"\sqrt[3]{x} \le \left|y\right|"),
        ("a_1^2", "a_{1}^{2}"),
        ("(a, b]", r"\left(a , b\right]"),
    ],
)  # fmt: skip
def test_asciimath_becomes_tex(source: str, tex: str) -> None:
    assert asciimath_to_tex(source) == tex


@pytest.mark.parametrize("source", ["", "(", ")", "x^", "_", "((((", "sqrt", "frac", "{:", "]]", "a/", '"open'])
def test_anything_parses(source: str) -> None:
    assert isinstance(asciimath_to_tex(source), str)


def test_brackets_of_any_depth_parse() -> None:
    assert asciimath_to_tex("(" * 2_000 + "x" + ")" * 2_000).count("x") == 1
