"""Formulas: their TeX from pictures, from delimiters in the text, and from MathML."""

from __future__ import annotations

import pytest

from tamis.core.parse.math import Delimiters, find_tex, formula, is_display, is_math_image, tex_delimiters
from tamis.core.parse.tree import Element, parse_html

DOLLARS = Delimiters(dollar=True)
BRACKETS = Delimiters(dollar=False)


def first(html: str, tag: str) -> Element:
    element = parse_html(html).find(tag)
    assert isinstance(element, Element)
    return element


@pytest.mark.parametrize(
    ("image", "tex"),
    [
        ('<img src="https://latex.codecogs.com/gif.latex?\\inline&space;x^2&space;+1">', "x^2 +1"),
        ('<img src="https://latex.codecogs.com/png.image?\\dpi{110}a_b" alt="equation">', "a_b"),
        ('<img src="/cgi-bin/mimetex.cgi?\\frac{a}{b}">', r"\frac{a}{b}"),
        ('<img src="https://s0.wp.com/latex.php?latex=a%2Bb+c&bg=ffffff" alt="a+b c" class="latex">', "a+b c"),
        ('<img src="https://www.zhihu.com/equation?tex=E%3Dmc%5E2" alt="[公式]">', "E=mc^2"),
        ('<img src="https://chart.googleapis.com/chart?cht=tx&chl=x%5E2">', "x^2"),
        ('<img src="eq.svg" alt="\\operatorname{fn}(x) = \\exp(x)">', r"\operatorname{fn}(x) = \exp(x)"),
        ('<img class="tex" src="a.png" alt="{\\displaystyle y}">', "y"),
    ],
)
def test_a_picture_of_a_formula_is_its_tex(image: str, tex: str) -> None:
    element = first(image, "img")
    assert is_math_image(element)
    assert formula(element) == tex


@pytest.mark.parametrize(
    "image",
    [
        '<img src="a.png" alt="A harbor at dusk">',
        '<img src="a.png" alt="C:\\temp\\file = new">',
        '<img src="a.png" class="latex">',
        '<img src="https://chart.googleapis.com/chart?cht=p3&chl=Hello">',
        '<span><math><mi>x</mi></math><img class="mwe-math-fallback-image-inline" src="a.svg" alt="x"></span>',
    ],
)
def test_other_pictures_are_pictures(image: str) -> None:
    assert not is_math_image(first(image, "img"))


@pytest.mark.parametrize(
    ("html", "tag", "expected"),
    [
        ('<p>a <math display="block"><mi>x</mi></math>', "math", True),
        ("<p>a <math><mi>x</mi></math>", "math", False),
        ('<span class="katex-display"><span class="katex"><math><mi>x</mi></math></span></span>', "math", True),
        ('<mjx-container display="true"><mjx-math><math></math></mjx-math></mjx-container>', "math", True),
        ('<script type="math/tex; mode=display">x</script>', "script", True),
        ('<script type="math/tex">x</script>', "script", False),
        ('<p>line<br><img src="mimetex.cgi?x"><br>line', "img", True),
        ('<p>so <img src="mimetex.cgi?x">', "img", False),
    ],
)  # fmt: skip
def test_a_formula_stands_alone_or_in_a_line(html: str, tag: str, expected: bool) -> None:
    assert is_display(first(html, tag)) is expected


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        (r"so \(a\) and \[b\]", [("a", False), ("b", True)]),
        ("$$x$$ and $y$", [("x", True), ("y", False)]),
        ("from $5 to $10, then $y^2$", [("y^2", False)]),
        ("$5-$10 and $3 or so", []),
        ("a $ b $ c", []),
        (r"\$5 and $a\$b$", [(r"a\$b", False)]),
        (r"\begin{align*} a &= b \end{align*}", [(r"\begin{align*} a &= b \end{align*}", True)]),
        (r"\begin{itemize} a \end{itemize}", []),
        (r"\[ a \text{ for $b$} \]", [(r"a \text{ for $b$}", True)]),
        ("[tex]x_1[/tex] and [itex]y[/itex]", [("x_1", True), ("y", False)]),
        (r"open \( and \(x\)", [("x", False)]),
    ],
)
def test_tex_is_found_between_delimiters(text: str, formulas: list[tuple[str, bool]]) -> None:
    found = find_tex(text, DOLLARS)
    assert [(tex.source, tex.is_display) for tex in found] == formulas
    for tex in found:
        assert tex.source.strip() in text[tex.start : tex.stop]


def test_single_dollars_that_the_page_does_not_name_need_signs_of_tex() -> None:
    text = "Let $x$ be a variable, $a_1$ another, and the US$ worth three A$ here."
    assert [tex.source for tex in find_tex(text, BRACKETS)] == ["x", "a_1"]


@pytest.mark.parametrize(
    ("head", "delimiters"),
    [
        ("", None),
        ('<script src="/js/app.js"></script>', None),
        ('<script src="https://cdn.example/mathjax@3/es5/tex-mml-chtml.js"></script>', BRACKETS),
        ("<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}}</script>", DOLLARS),
        ('<script>renderMathInElement(b, {delimiters: [{left: "$", right: "$"}]})</script>', DOLLARS),
        ('<p><span class="math-container">$x$</span></p>', DOLLARS),
    ],
)
def test_delimiters_count_on_pages_that_load_a_library(head: str, delimiters: Delimiters | None) -> None:
    assert tex_delimiters(parse_html(f"<body>{head}<p>text</p>")) == delimiters


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>a</mi><mo>≤</mo><mi>σ</mi><mo>−</mo><mn>1</mn>", r"a \leq \sigma - 1"),
        ("<mover><mi>x</mi><mo>˙</mo></mover>", r"\dot{x}"),
        ("<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>", r"\overrightarrow{A B}"),
        ("<munder><mo>∑</mo><mi>i</mi></munder>", r"\sum_{i}"),
        ("<munder><mi>x</mi><mi>y</mi></munder>", r"\underset{y}{x}"),
        ("<mi mathvariant='bold'>V</mi>", r"\mathbf{V}"),
        ("<mi>Var</mi><mi>sin</mi>", r"\mathrm{Var} \sin"),
        ("<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>", r"\genfrac{}{}{0pt}{}{n}{k}"),
        ("<mrow><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo></mrow>", r"\left( x , y \right)"),
        (
            "<mrow><mo>|</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>|</mo></mrow>",
            r"\begin{vmatrix} a & b \end{vmatrix}",
        ),
        ("<menclose notation='top'><mi>A</mi></menclose>", r"\overline{A}"),
        ("<msup><mfrac><mi>a</mi><mi>b</mi></mfrac><mn>2</mn></msup>", r"{\frac{a}{b}}^{2}"),
    ],
)
def test_mathml_without_tex_is_converted(mathml: str, tex: str) -> None:
    assert formula(first(f"<math>{mathml}</math>", "math")) == tex


def test_mathml_with_a_prefix_is_a_formula() -> None:
    assert formula(first("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo></mml:math>", "mml:math")) == "x ="
