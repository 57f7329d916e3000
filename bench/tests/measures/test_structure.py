"""Scores of structure: what is read from Markdown, and what counts as right."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from tamis_bench.commands.bench import bench
from tamis_bench.corpora import corpus_of
from tamis_bench.samples import Sample, Truth
from tamis_bench.structure import Markdown, compare, half_of
from tamis_bench.structure_libraries import highlighter, math_library
from tamis_bench.structure_reading import read_markdown

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.structure import StructurePage

TEXT = r"""
A sum $a+b$ and \(c\), for $5 or $10.[^1]

$$
x^2
$$

```python
def f():
    return 1
```

| name | price |
|---|---|
| `salt` | 1 |

<table><tr><td colspan="2">wide</td></tr></table>

[^1]: Salt is *cheap*.
[^2]: Nobody refers to this.
"""


def scored(truth: str, found: str) -> StructurePage:
    sample = Sample("made", "1", None, "", Truth(markdown=truth))
    return compare(sample, "tamis", Markdown(found))


def test_structure_is_read_from_markdown() -> None:
    structure = read_markdown(TEXT)
    assert structure.inline == ("a+b", "c")
    assert structure.display == ("x^2",)
    assert [(code.language, code.text) for code in structure.code] == [("python", "def f():\n    return 1\n")]
    assert [table.rows() for table in structure.tables] == [[["name", "price"], ["salt", "1"]], [["wide"]]]
    assert structure.tables[1].children[0].children[0].children[0].spans == (2, 1)
    assert structure.notes == ("Salt is cheap .",)


def test_cells_read_as_they_are_shown() -> None:
    pipes = read_markdown("| a | b |\n|---|---|\n| [one](/1),`two` | *th*ree<br>four |").tables
    html = read_markdown("<table><tr><td><a href=/1>one</a>,<code>two</code><td><i>th</i>ree<p>four</p></table>").tables
    assert pipes[0].rows()[1] == html[0].rows()[0] == ["one,two", "three four"]


def test_a_text_is_its_own_truth() -> None:
    page = scored(TEXT, TEXT)
    assert all(score.is_verbatim and score.is_language_right for score in page.code)
    assert all(score.is_right for score in (*page.display, *page.inline))
    assert [(score.cells, score.teds) for score in page.tables] == [(1, 1), (1, 1)]
    assert (page.notes, page.notes_found) == (1, 1)


def test_a_line_number_makes_code_not_verbatim() -> None:
    (score,) = scored("```\na\nb\n```", "```\n1 a\n2 b\n```").code
    assert not score.is_verbatim
    assert 0 < score.similarity < 1
    assert score.is_language_right is None


def test_names_of_one_language_are_the_same() -> None:
    assert scored("```js\na\n```", "```javascript\na\n```").code[0].is_language_right
    assert not scored("```js\na\n```", "```\na\n```").code[0].is_language_right


def test_a_formula_of_the_other_kind_is_not_right() -> None:
    page = scored("$$\nx\n$$\n\nand $y$", "The $x$ and\n\n$$\ny\n$$")
    assert not any(score.is_right for score in (*page.display, *page.inline))


def test_spaces_and_display_style_do_not_matter_in_a_formula() -> None:
    assert scored("a ${\\displaystyle x + y}$", "a $x+y$").inline[0].is_right


@pytest.mark.parametrize(
    ("truth", "found"),
    [
        (r"\left( \frac{1}{2} \right)^2", r"{(\frac12)}^{2}"),
        (r"\left\{ x \right.", r"\{x"),
        (r"(\genfrac{}{}{0pt}{}{n}{k})", r"\binom{n}{k}"),
        (r"a, \quad b \le c", r"a,b\leq c"),
        (r"\overset{\cdot}{x} + \stackrel{→}{v}", r"\dot{x} + \vec{v}"),
        (r"\begin{array}{rl}a & = b\end{array}", r"\begin{aligned} a &= b \end{aligned}"),
        (r"\begin{split}a &= b \\\end{split}", r"\begin{aligned} a &= b \end{aligned}"),
        (r"\left<A'\right> × \mathrm{\infty}", r"\langle A^{\prime} \rangle \times \infty"),
        (r"\lvert x \rvert \pm \tfrac12", r"|x| ± \frac{1}{2}"),
        (r"\|x\|_{\rm op}", r"\Vert x \Vert_{\mathrm{op}}"),
    ],
)
def test_what_two_converters_write_differently_is_one_formula(truth: str, found: str) -> None:
    assert scored(f"a ${truth}$", f"a ${found}$").inline[0].is_right


@pytest.mark.parametrize("found", [r"x_{1}", r"x^{12}", r"x_{13}", r"\dot{x}_{12}", r"\mathbf{x}_{12}"])
def test_another_script_is_another_formula(found: str) -> None:
    assert not scored(r"a $x_{12}$", f"a ${found}$").inline[0].is_right


def test_a_fence_called_math_is_a_formula() -> None:
    page = scored("$$\na + 1\n$$", "```math\na + 1\n```")
    assert page.display[0].is_right
    assert page.given["code"] == 0


def test_cells_count_in_their_rows() -> None:
    truth = "| a | b |\n|---|---|\n| c | d |"
    assert scored(truth, truth).tables[0].cells == 1
    assert scored(truth, "| a |\n|---|\n| b |\n| c |\n| d |").tables[0].cells == 0.5
    assert scored(truth, "a b c d").tables[0] == (0, 0)


def test_a_piece_is_used_once() -> None:
    page = scored("```\na\n```\n\ntext\n\n```\na\n```", "```\na\n```")
    assert [score.is_verbatim for score in page.code] == [True, False]


def test_pages_of_webkit_are_read_with_their_code_formulas_and_tables(tmp_path: Path) -> None:
    for folder in ("code", "math", "table"):
        (tmp_path / folder).mkdir()
    (tmp_path / "code" / "site.html").write_text("<p>page</p>")
    for number, text in ((0, "x = 1"), (10, "z"), (2, "``` in code")):
        (tmp_path / "code" / f"site-{number}.py").write_text(text)
    (tmp_path / "math" / "sum.html").write_text("<p>page</p>")
    (tmp_path / "math" / "sum_1.html").write_text("a+b\n\nc\n")
    (tmp_path / "math" / "sum_inline_1.html").write_text("d\n")
    (tmp_path / "table" / "t.html").write_text("<p>page</p>")
    content = {"content": {"html": '<table><tr><td colspan=\\"2\\">q</td></tr></table>'}}
    (tmp_path / "table" / "t_res.json").write_text(json.dumps(content))
    corpus = corpus_of(tmp_path)
    assert corpus is not None
    code, formulas, table = (read_markdown(entry.truth.markdown or "") for entry in corpus.read(tmp_path, "made"))
    assert [block.text.strip() for block in code.code] == ["x = 1", "``` in code", "z"]
    assert (formulas.display, formulas.inline) == (("a+b", "c"), ("d",))
    assert [tree.rows() for tree in table.tables] == [[["q"]]]


def test_the_command_prints_a_row_for_tamis(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    sentence = "The tide takes its time in the harbor, and nobody minds. " * 6
    html = f"<article><h1>Tides</h1><p>{sentence}</p><pre><code>tide = 1\n</code></pre><p>{sentence}</p></article>"
    (made / "page.html").write_text(html)
    row = {"id": "1", "url": None, "html": "page.html", "truth": {"markdown": "```\ntide = 1\n```"}}
    (made / "pages.jsonl").write_text(json.dumps(row) + "\n")
    result = CliRunner().invoke(bench, ["structure", "--data", str(tmp_path), "--json", str(tmp_path / "out.json")])
    assert result.exit_code == 0, result.output
    table, highlighters, _, _ = json.loads((tmp_path / "out.json").read_text())["tables"]
    assert (table["rows"][0]["contender"], table["rows"][0]["verbatim"]) == ("tamis:learned", 1)
    assert highlighters["rows"][0]["highlighter"] == "none known"


def test_the_most_similar_pairs_are_compared_first() -> None:
    page = scored("$a+b+c+d$ and $a+b$", "Only $a+b$ is there.")
    assert [score.is_right for score in page.inline] == [False, True]


def test_a_page_belongs_to_the_half_of_its_host() -> None:
    pages = [Sample("made", str(number), f"https://host{number}.example/a", "", Truth()) for number in range(40)]
    halves = {half_of(page) for page in pages}
    assert halves == {"first", "second"}
    again = Sample("made", "x", "https://www.host7.example/other", "", Truth())
    assert half_of(again) == half_of(pages[7])


def test_highlighters_and_libraries_are_told_by_their_markup() -> None:
    assert highlighter('<div class="highlight-python notranslate"><pre>x</pre></div>') == "Sphinx, Pygments"
    assert highlighter("<pre>x</pre>") == "none known"
    assert math_library('<span class="katex"><math></math></span>') == "KaTeX"
