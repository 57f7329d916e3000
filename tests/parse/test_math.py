"""Formulas: their TeX from pictures, from delimiters in the text, and from MathML."""

from __future__ import annotations

from random import Random

import pytest

import tamis
from tamis.core.parse.delimited_tex import Delimiters, find_tex, tex_delimiters
from tamis.core.parse.math import formula, is_display, is_math_image
from tamis.core.parse.tree import Element, parse_html
from tamis.model import Mark

NOTHING = Delimiters(dollar=False, has_library=False)
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
        ('<img src="https://www.zhihu.com/equation?tex=E%3Dmc%5E2%5C%5C" alt="E=mc^2\\\\">', "E=mc^2"),
        ('<img class="math" src="_images/math/1.png" alt="x_i">', "x_i"),
        ('<img class="math" src="_images/math/2.png" alt="S(Q)">', "S(Q)"),
        ('<img class="formulaInl" src="form_1.png" alt="$ n = 4 $">', "n = 4"),
        ('<img src="img7.png" alt="$z_{0}$">', "z_{0}"),
        ('<img src="img8.png" alt="\\begin{displaymath}a = b\\end{displaymath}">', "a = b"),
        ('<img src="a.png" alt="c \\neq 0">', r"c \neq 0"),
        ('<img src="https://latex.csdn.net/eq?%5Calpha%20x">', r"\alpha x"),
        ('<img src="https://math.jianshu.com/math?formula=x%5E2">', "x^2"),
        ('<img src="https://math.vercel.app/?from=x%5E2.svg">', "x^2"),
        ('<img src="http://www.sciweavers.org/tex2img.php?eq=x%5E2&fc=Black">', "x^2"),
        ('<img src="https://i.upmath.me/svg/%5Cfrac%7Ba%7D%7Bb%7D">', r"\frac{a}{b}"),
        ('<img src="https://cdn.example/__latex/ab.svg#card=math&code=x%5E2&id=u1">', "x^2"),
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
        '<img src="a.png" class="math" alt="A teacher at the blackboard">',
        '<img src="https://chart.googleapis.com/chart?cht=p3&chl=Hello">',
        '<img src="a.png" alt="$5 or $10">',
        '<img src="a.png" alt="$100 off, and only today $">',
        '<img src="a.png" class="math" alt="the board">',
        '<img src="https://math.example/svg/logo.svg" alt="Math">',
        '<img src="C:\\alpha\\beta.png" alt="C:\\alpha\\beta">',
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
        ('<div><p>line</p><img src="mimetex.cgi?x"><p>line</p></div>', "img", True),
        ('<p>so <img src="/equation?tex=x%5C%5C" alt="x\\\\">', "img", True),
        ('<p>so <span data-katex-display="true"><b>x</b></span>', "b", True),
        ('<p>so <a href="editor"><img src="mimetex.cgi?x"></a> is', "img", False),
        ('<p><a href="editor"><img src="mimetex.cgi?x"></a></p>', "img", True),
        ('<p>so <img src="1.png" alt="\\[ x \\]">', "img", True),
        ('<td><math><mstyle displaystyle="true"><mi>x</mi></mstyle></math></td>', "math", True),
        ('<p>so <math displaystyle="true"><mi>x</mi></math>', "math", False),
        ('<div class="math"><p><span>(1)</span><img src="1.png" alt="x_i"></p></div>', "img", True),
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
        (r"a star \(\ \star\ \), and a line \(a \\ \)", [(r"\ \star", False), ("a \\\\", False)]),
    ],
)
def test_tex_is_found_between_delimiters(text: str, formulas: list[tuple[str, bool]]) -> None:
    found = find_tex(text, DOLLARS)
    assert [(tex.source, tex.is_display) for tex in found] == formulas
    for tex in found:
        assert tex.source.strip() in text[tex.start : tex.stop]


@pytest.mark.parametrize(
    ("settings", "text", "formulas"),
    [
        (
            "tex: {inlineMath: [['##', '##'], ['[itex]', '[/itex]']], displayMath: [['$$', '$$']]}",
            "so ##E = mc^2## and $$a = b$$ but ## alone",
            [("E = mc^2", False), ("a = b", True)],
        ),
        (
            "tex2jax: {inlineMath: [['$$$', '$$$']], displayMath: [['$$$$$$', '$$$$$$']]}",
            r"an integer $$$n$$$ ($$$1 \le n$$$) and $$$$$$\sum a_i$$$$$$ and \(b\)",
            [("n", False), (r"1 \le n", False), (r"\sum a_i", True), ("b", False)],
        ),
        (
            'delimiters: [{left: "$$$", right: "$$$", display: true}, {left: "##", right: "##", display: false}]',
            "$$$x$$$ and ##y##",
            [("x", True), ("y", False)],
        ),
        ("tex: {displayMath: [['##', '##']], inlineMath: [['$', '$']]}", "##x## and $y$", [("x", True), ("y", False)]),
    ],
)
def test_delimiters_that_only_one_page_names_count_on_it(
    settings: str, text: str, formulas: list[tuple[str, bool]]
) -> None:
    script = f'<script>MathJax = {{{settings}}}</script><script src="mathjax.js"></script>'
    found = find_tex(text, tex_delimiters(parse_html(f"<body>{script}<p>text</p>")))
    assert [(tex.source, tex.is_display) for tex in found] == formulas
    for tex in found:
        assert tex.source in text[tex.start : tex.stop]


def test_a_formula_that_is_loaded_later_is_read_once() -> None:
    source = "https://latex.codecogs.com/svg.latex?a%5E2"
    copy = f'<noscript><img src="{source}"></noscript>'
    image = f'<img src="data:image/gif;base64,R0lGODlh" data-src="{source}">'
    for pair in (copy + image, image + copy):
        page = f"<p>The area of it is {pair} and it grows every year by a little more than that.</p><p>{pair}</p>"
        article = tamis.extract(page, None, tamis.Settings(strategy="all"))
        assert article.to_markdown().count("$a^2$") == 2
        assert "The area of it is $a^2$ and" in article.to_markdown()
        assert "$$a^2$$" in article.to_markdown()


def test_single_dollars_that_the_page_does_not_name_need_signs_of_tex() -> None:
    text = "Let $x$ be a variable, $a_1$ another, and the US$ worth three A$ here."
    assert [tex.source for tex in find_tex(text, BRACKETS)] == ["x", "a_1"]


@pytest.mark.parametrize(
    ("head", "delimiters"),
    [
        ("", NOTHING),
        ('<script src="/js/app.js"></script>', NOTHING),
        ('<script src="https://cdn.example/mathjax@3/es5/tex-mml-chtml.js"></script>', BRACKETS),
        ("<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}}</script>", DOLLARS),
        ('<script>renderMathInElement(b, {delimiters: [{left: "$", right: "$"}]})</script>', DOLLARS),
        ('<p><span class="math-container">$x$</span></p>', DOLLARS),
    ],
)
def test_delimiters_count_on_pages_that_load_a_library(head: str, delimiters: Delimiters) -> None:
    assert tex_delimiters(parse_html(f"<body>{head}<p>text</p>")) == delimiters


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>f</mi><mi>_</mi><mi>w</mi><mtext>5 %</mtext>", r"f \_ w \text{5 \%}"),
        ("<msup><mi>z</mi><mo>∗</mo></msup><mo>⊥</mo><mi>deg</mi><mi>p</mi>", r"z^{*} \perp \deg p"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable>", "a"),
        ("<mi>len</mi><mo>\u2061</mo><mi>x</mi>", r"\operatorname{len} x"),
        ('<mi mathvariant="normal">T</mi><mi mathvariant="normal">r</mi><mi>A</mi>', r"\mathrm{Tr} A"),
        ("<mi>\U0001d719</mi><mi>\U0001d711</mi><mi>\U0001d716</mi>", r"\phi \varphi \epsilon"),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr>"
            "<mtr><mtd></mtd><mtd><mo>≤</mo><mi>c</mi></mtd></mtr></mtable>",
            r"\begin{aligned} a & = b \\ & \leq c \end{aligned}",
        ),
        ("<mi>a</mi><mo>≤</mo><mi>σ</mi><mo>−</mo><mn>1</mn>", r"a \leq \sigma - 1"),
        ("<mover><mi>x</mi><mo>˙</mo></mover>", r"\dot{x}"),
        ("<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>", r"\overrightarrow{A B}"),
        ("<munder><mo>∑</mo><mi>i</mi></munder>", r"\sum_{i}"),
        ("<munder><mi>x</mi><mi>y</mi></munder>", r"\underset{y}{x}"),
        ("<mi mathvariant='bold'>V</mi>", r"\mathbf{V}"),
        ("<mi>Var</mi><mi>sin</mi>", r"\mathrm{Var} \sin"),
        ("<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>", r"\genfrac{}{}{0pt}{}{n}{k}"),
        ("<mrow><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo></mrow>", r"\left( x, y \right)"),
        (
            "<mrow><mo>|</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>|</mo></mrow>",
            r"\begin{vmatrix} a & b \end{vmatrix}",
        ),
        ("<menclose notation='top'><mi>A</mi></menclose>", r"\overline{A}"),
        ("<munder><mo>lim</mo><mi>n</mi></munder>", r"\lim_{n}"),
        ("<mfenced open='{' close=''><mi>x</mi><mi>y</mi></mfenced>", r"\left\{ x, y \right."),
        (
            "<mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow>",
            "(a) (b)",
        ),
        (
            "<mrow><mo>(</mo><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mi>b</mi><mo>)</mo></mrow>",
            r"\left( \left( a \right) b \right)",
        ),
        ("<mrow><mo stretchy='false'>(</mo><mi>a</mi><mo stretchy='false'>)</mo></mrow>", "(a)"),
        (
            "<mtable columnalign='left'><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
            r"\begin{array}{ll} a & b \end{array}",
        ),
        (
            "<mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>x</mi></mtd></mtr></mtable></mrow>",
            r"\begin{cases} 1 & x \end{cases}",
        ),
        ("<msup><mfrac><mi>a</mi><mi>b</mi></mfrac><mn>2</mn></msup>", r"{\frac{a}{b}}^{2}"),
        ("<mi>𝑥</mi><mo>∈</mo><mi>ℝ</mi>", r"x \in \mathbb{R}"),
        ("<mi>𝐀</mi><mi>𝜶</mi><mi>𝓛</mi><mi>𝔤</mi>", r"\mathbf{A} \boldsymbol{\alpha} \mathcal{L} \mathfrak{g}"),
        ("<mi>ℜ</mi><mi>ℓ</mi><mi>ℎ</mi>", r"\Re \ell h"),
        ("<mi>f</mi><mo>(</mo><mtext>if (x)</mtext><mo>)</mo>", r"f(\text{if (x)})"),
        ("<mi>a</mi><mo>,</mo><mspace width='2em'/><mi>b</mi><mspace width='.1em'/>", r"a, \qquad b"),
        ("<mtext>if&nbsp;</mtext><mi>x</mi>", r"\text{if } x"),
        ("<mtext>if </mtext><mi>x</mi><mtext>\n  else\n</mtext>", r"\text{if } x \text{else}"),
        (
            "<mi>A</mi><mo>=</mo><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable><mo>)</mo>",
            r"A = \begin{pmatrix} a \end{pmatrix}",
        ),
        (
            "<mfenced open='[' close=']'><mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable></mfenced>",
            r"\begin{bmatrix} a \end{bmatrix}",
        ),
        (
            "<mi>y</mi><mo>=</mo><mo>{</mo><mrow><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable></mrow>",
            r"y = \begin{cases} 1 \end{cases}",
        ),
        (
            "<mo>(</mo><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo><mi>p</mi>",
            r"\binom{n}{k} p",
        ),
        (
            "<mmultiscripts><mi>X</mi><mi>a</mi><mi>b</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
            "{}_{6}^{14}X_{a}^{b}",
        ),
        ("<mmultiscripts><mi>T</mi><mi>i</mi><none/><none/><mi>j</mi></mmultiscripts>", "T_{i}{}^{j}"),
    ],
)
def test_mathml_without_tex_is_converted(mathml: str, tex: str) -> None:
    assert formula(first(f"<math>{mathml}</math>", "math")) == tex


def test_mathml_with_a_prefix_is_a_formula() -> None:
    assert formula(first("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo></mml:math>", "mml:math")) == "x ="


def formulas(body: str, head: str = "") -> list[tuple[str, bool]]:
    """The formulas of a page, as its blocks have them: TeX, and whether it stands alone."""
    page = f"<head>{head}</head><body>{body}"
    article = tamis.extract(page, None, tamis.Settings(strategy="all"))
    inlines = [inline for block in article.blocks for inline in block.inlines]
    return [(inline.text, Mark.DISPLAY in inline.marks) for inline in inlines if Mark.MATH in inline.marks]


def test_an_environment_that_only_says_equation_is_left_out_of_a_named_formula() -> None:
    html = "<p>So</p><div class=math>\\begin{equation*}\nv = a t\n\\end{equation*}</div><p>holds.</p>"
    assert formulas(html) == [("v = a t", True)]


def any_name(random: Random) -> str:
    return "".join(random.choice("bcdfghjklmnpqrstvwxz") + random.choice("aeiou") for _ in range(3))


@pytest.mark.parametrize("seed", range(10))
def test_a_source_in_an_attribute_is_the_formula_whatever_shows_it(seed: int) -> None:
    random = Random(seed)
    attribute = random.choice(("data-tex", "data-latex", "data-math", "data-formula", "data-equation", "data-expr"))
    tag = random.choice(("span", "div"))
    shown = random.choice(("", "<svg></svg>", f"<i class={any_name(random)}></i>"))
    tex = random.choice((r"\frac{a}{b}", "x^2", r"E = mc^2", r"\alpha"))
    opener, closer = random.choice((("", ""), ("$", "$"), (r"\(", r"\)"), ("$$", "$$")))
    html = f'<p>Here <{tag} class={any_name(random)} {attribute}="{opener}{tex}{closer}">{shown}</{tag}> holds.</p>'
    assert formulas(html) == [(tex, tag == "div")]


@pytest.mark.parametrize("html", ["<p>{}</p>", "So it is<br>{}<br>"])
def test_a_source_without_text_beside_it_is_on_a_line_of_its_own(html: str) -> None:
    assert formulas(html.format("<span data-tex='x^2'></span>")) == [("x^2", True)]


@pytest.mark.parametrize("seed", range(10))
def test_an_element_named_for_math_is_a_formula_if_it_reads_so(seed: int) -> None:
    random = Random(seed)
    name = random.choice(("x-math", "mathBox", "tex2", "my_formula", "equation-text", "LaTeX"))
    tag = random.choice(("span", "i", f"x-{any_name(random)}"))
    opener, closer = random.choice((("$", "$"), (r"\(", r"\)")))
    assert formulas(rf"<p>Here <{tag} class={name}>{opener}a_1 + \beta{closer}</{tag}> holds.</p>") == [
        (r"a_1 + \beta", False)
    ]
    bare = rf"<p>Here <{tag} class='{name} inline'>a_1 + \beta</{tag}> holds.</p>"
    assert formulas(bare) == []
    assert formulas(bare, "<script src=/katex.js></script>") == [(r"a_1 + \beta", False)]


@pytest.mark.parametrize(
    "html",
    [
        "<p><span data-math=true>Total</span> and <span data-formula=sum>12</span></p>",
        "<p><span data-equation='{&quot;a&quot;: 1}'>x</span></p>",
        "<p><span class=math>four and five</span> is <span class=equation-note>nine</span></p>",
        "<p>A cup is $3, two are $5_50, and $x is a name in a shell.</p>",
        "<p>Use `a` and `b^2` for $a$.</p>",
        "<p class=context>The text says nothing of \\alpha or x^2.</p>",
        "<p>In <span class=tex>file_name</span>.</p>",
    ],
)
def test_other_attributes_names_and_prices_are_no_formulas(html: str) -> None:
    assert formulas(html) == []


def test_a_name_and_a_sign_of_tex_are_enough_where_a_library_is_loaded() -> None:
    html = "<p>So <span class=math>E = mc^2</span> and <span class=eq>file_name</span>.</p>"
    assert formulas(html, "<script src=/katex.js></script>") == [("E = mc^2", False)]


def test_an_environment_inside_a_formula_does_not_put_it_on_a_line_of_its_own() -> None:
    page = '<p>so <span class="math">\\begin{%s} a &= b \\end{%s}</span> holds</p>'
    display = [
        Mark.DISPLAY in inline.marks
        for name in ("align*", "aligned")
        for block in tamis.extract(page % (name, name), None, tamis.Settings(strategy="all")).blocks
        for inline in block.inlines
        if Mark.MATH in inline.marks
    ]
    assert display == [True, False]


def test_the_elements_of_a_math_editor_hold_tex() -> None:
    assert formulas("<p>So <math-field>E = mc^2</math-field> holds.</p>") == [("E = mc^2", False)]


@pytest.mark.parametrize("names", ["class=MathJax id=MathJax-Element-1-Frame", "class='mjx-chtml MJXc-display'"])
def test_what_mathjax_has_drawn_beside_its_source_is_left_out(names: str) -> None:
    drawn = f"<span {names}><nobr><span class=mi>x</span></nobr></span>"
    html = f"<p>Let {drawn}<script type='math/tex'>x</script> be.</p>"
    assert formulas(html) == [("x", False)]
    article = tamis.extract(f"<body>{html}", None, tamis.Settings(strategy="all"))
    assert article.text.strip() == "Let x be."


@pytest.mark.parametrize(
    ("script", "tex"),
    [
        ("<script type='math/asciimath'>sqrt x</script>", r"\sqrt{x}"),
        ("<script type='math/mml'><math><msup><mi>x</mi><mn>2</mn></msup></math></script>", "x^{2}"),
        ("<span data-mathml='<math><msqrt><mi>x</mi></msqrt></math>'><svg></svg></span>", r"\sqrt{x}"),
        ("<img data-mathml='«math»«mi»x«/mi»«/math»' src=x.png>", "x"),
    ],
)
def test_formulas_in_other_languages_become_tex(script: str, tex: str) -> None:
    assert formulas(f"<p>Let {script} be.</p>") == [(tex, False)]


def test_asciimath_between_backticks_needs_its_library() -> None:
    body = "<p>So `a/b` holds.</p>"
    assert formulas(body, "<script src='/MathJax.js?config=AM_CHTML'></script>") == [(r"\frac{a}{b}", False)]
    assert formulas(body, "<script src='/MathJax.js?config=TeX-AMS'></script>") == []


def test_two_formulas_may_touch() -> None:
    head = "<script src=/mathjax.js></script>"
    assert formulas("<p>So $a_1$$=b^2$ holds.</p>", head) == [("a_1", False), ("=b^2", False)]
    article = tamis.extract(f"{head}<p>So $a_1$$=b^2$ holds.", None, tamis.Settings(strategy="all"))
    assert "$a_1$ $=b^2$" in article.to_markdown()


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("A [latex]x^2[/latex] here.", [("x^2", True)]),
        ("A $latex x^2$ here.", [("x^2", False)]),
        ("A [itex]x^2[/itex] here.", [("x^2", False)]),
        (r"A \(x^2\) and [math]x[/math] here.", []),
    ],
)
def test_delimiters_that_mean_nothing_else_count_everywhere(text: str, tex: list[tuple[str, bool]]) -> None:
    assert formulas(f"<p>{text}</p>") == tex
