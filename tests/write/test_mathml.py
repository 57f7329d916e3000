"""TeX as MathML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.write.mathml import write_mathml


def inner(tex: str) -> str:
    """Return the text between the tags."""
    whole = write_mathml(tex)
    return whole[whole.index('">') + 2 : -len("</math>")]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
        ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        (r"\sum_{i}^n", "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>"),
        (r"\int_0^1", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"),
        (r"\mathbb{R}", "<mi>ℝ</mi>"),
        (r"\mathbf{v}", "<mi>𝐯</mi>"),
        (r"\text{for all}", "<mtext>for all</mtext>"),
        (r"a \neq b", "<mrow><mi>a</mi><mo>≠</mo><mi>b</mi></mrow>"),
        (r"\not=", "<mo>=\u0338</mo>"),
        (r"\sin x", "<mrow><mi>sin</mi><mi>x</mi></mrow>"),
        (r"x'", "<msup><mi>x</mi><mo>′</mo></msup>"),
        (r"\hat{y}", '<mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover>'),
        ("a < b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
        ("(x)", '<mrow><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>'),
        (r"\[ x \]", "<mi>x</mi>"),
        (r"\unheard", "<mi>unheard</mi>"),
    ],
)
def test_tex_becomes_mathml(tex: str, expected: str) -> None:
    assert inner(tex) == expected


def test_matrix_has_fences_and_cells() -> None:
    found = ET.fromstring(write_mathml(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}"))
    name = "{http://www.w3.org/1998/Math/MathML}"
    assert [cell.findtext(f"{name}mi") for cell in found.iter(f"{name}mtd")] == ["a", "b", "c", "d"]
    assert [mark.text for mark in found.iter(f"{name}mo")] == ["(", ")"]


def test_lines_of_a_formula_become_rows() -> None:
    assert write_mathml(r"a &= b \\ &= c").count("<mtr>") == 2


def test_formula_of_its_own_is_set_apart() -> None:
    assert 'display="block"' in write_mathml("x", display=True)
    assert "display=" not in write_mathml("x")


PIECES = [
    *(r"\frac", r"\sqrt", r"\left", r"\right", r"\middle", r"\begin{matrix}", r"\end{matrix}", r"\begin", r"\end"),
    *(r"\substack", r"\mathbf", r"\hat", r"\not", r"\text{a b}", r"\limits", r"\foo", "\\", r"\\", "\x00", "é"),
    *("{", "}", "[", "]", "^", "_", "&", "'", "<", '"', "a", "12", " ", "~", "$"),
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_tex_is_well_formed_and_shows_no_backslash(tex: str) -> None:
    found = ET.fromstring(write_mathml(tex))
    assert "\\" not in "".join(found.itertext())


@pytest.mark.parametrize("piece", ["{", r"\frac", r"\left(", r"\sqrt[", r"\begin{matrix}", "x^", r"\mathbf{"])
def test_endless_nesting_is_cut(piece: str) -> None:
    assert ET.fromstring(write_mathml(piece * 5_000)) is not None
