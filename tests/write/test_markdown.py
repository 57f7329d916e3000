"""Markdown as people read it: the source."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tamis.model import Article, Block, Inline, Kind, Mark, Role
from tamis.write.markdown import write_markdown
from tamis.write.markdown_inline import markdown_lines, nested_lines

from .articles import (
    article,
    block,
    cell,
    code,
    full_article,
    heading,
    item,
    paragraph,
    picture,
    player,
    run,
    table,
)


def test_full_article() -> None:
    assert write_markdown(full_article()) == (
        "# How bees &lt;find> home\n\n"
        "*A dance & a map*\n\n"
        "Bees **dance**.[^1]\n\n"
        "## The map\n\n"
        "1. North\n"
        "2. South\n"
        "   - by the river\n\n"
        "> They know.\n\n"
        "```python\nif bee:\n    dance()\n```\n\n"
        "| Day | Bees |\n| --- | --- |\n| 1 | 20 |\n\n"
        "![A bee](https://news.example/bee.jpg)\n\n"
        "*A bee at work*\n\n"
        "[▶ The dance](https://video.example/v/1)\n\n"
        "[^1]: A note.\n"
    )


@pytest.mark.parametrize(
    ("inlines", "markdown"),
    [
        (("a ", run("b", Mark.BOLD), " c"), "a **b** c"),
        (("a", run(" b ", Mark.ITALIC), "c"), "a *b* c"),
        ((run("b", Mark.BOLD), run("c", Mark.BOLD, Mark.ITALIC)), "**b<em>c</em>**"),
        ((run("b ", Mark.BOLD), run("c", Mark.BOLD, Mark.ITALIC)), "**b _c_**"),
        ((run("c", Mark.BOLD, Mark.ITALIC),), "**_c_**"),
        (("中", run("「文」", Mark.BOLD), "中"), "中「**文**」中"),
        ((run("gone", Mark.STRIKE),), "~~gone~~"),
        (("H", run("2", Mark.SUB), "O"), "H<sub>2</sub>O"),
        ((run("a`b", Mark.CODE),), "``a`b``"),
        ((run("`", Mark.CODE),), "`` ` ``"),
        ((run("see [1]", href="https://e.example/a_(b)"),), r"[see \[1\]](https://e.example/a_%28b%29)"),
        ((run("bad", href="javascript:alert(1)"),), "bad"),
        ((run("up", href="#top"),), "up"),
        (("Wow!", run("link", href="https://e.example/")), r"Wow\![link](https://e.example/)"),
        (("a\nb",), "a\\\nb"),
        (("so ", run("x^2", Mark.MATH)), "so $x^2$"),
        (("so ", run("a<b", Mark.MATH)), r"so $a< b$"),
        (("so ", run("a*b", Mark.MATH)), "so $a*b$"),
        (("so ", run("a`b", Mark.MATH)), "so $``a`b``$"),
        (("so ", run("5\\%", Mark.MATH)), "so $5\\%$"),
        (("so ", run("[f](x)[^2", Mark.MATH)), "so $[f] (x)[ ^2$"),
        (("so ", run("x", Mark.MATH, Mark.DISPLAY), " is"), "so $$x$$ is"),
        ((run("E = mc^2", Mark.MATH),), "$E = mc^2$"),
        ((run("E = mc^2", Mark.MATH, Mark.DISPLAY),), "$$E = mc^2$$"),
        ((run("a%b", Mark.MATH, Mark.DISPLAY),), "```math\na%b\n```"),
        (("*starred* and *again*",), r"\*starred\* and \*again\*"),
        (("from $5 to $6",), "from $5 to $6"),
        (("a $b$ c",), r"a \$b\$ c"),
    ],
)
def test_inlines(inlines: tuple[str, ...], markdown: str) -> None:
    assert write_markdown(article(paragraph(*inlines))) == markdown + "\n"


def test_headings_sink_below_the_title() -> None:
    blocks = (heading("A", 1), heading("B", 2), heading("C", 6))
    assert write_markdown(article(*blocks, title="T")) == "# T\n\n## A\n\n### B\n\n#### C\n"
    assert write_markdown(article(*blocks)) == "# A\n\n## B\n\n### C\n"
    assert write_markdown(article(heading("A", 1), heading("B", 1))) == "## A\n\n## B\n"


def test_heading_levels_have_no_gaps() -> None:
    blocks = (heading("A", 4), heading("B", 2), heading("C", 5), heading("D", 3), heading("E", 2))
    text = write_markdown(article(*blocks, title="T"))
    assert [line.split()[0] for line in text.splitlines() if line] == ["#", "##", "##", "###", "###", "##"]


def test_a_heading_has_no_bold_signs() -> None:
    marked = block(Kind.HEADING, run("All ", Mark.BOLD), run("bold", Mark.BOLD, Mark.ITALIC), level=2)
    assert write_markdown(article(marked)) == "# All *bold*\n"


def test_blocks_with_the_role_of_a_title_are_left_out() -> None:
    repeated = replace(heading("the  title", 1), role=Role.TITLE)
    assert write_markdown(article(repeated, paragraph("x"), title="The title")) == "# The title\n\nx\n"
    assert write_markdown(article(repeated, paragraph("x"))) == "# the  title\n\nx\n"


def test_nested_lists() -> None:
    source = article(
        item("one", number=9),
        item("two", number=10),
        item("deep", level=2),
        item("deeper\nline", level=3),
        item("more of deep", level=2, continues=True),
        item("three", number=11),
        item("again from one", number=1),
        item("five inside", level=2, number=5),
    )
    assert write_markdown(source) == (
        "9. one\n"
        "10. two\n"
        "    - deep\n"
        "      - deeper\\\n"
        "        line\n"
        "\n"
        "      more of deep\n"
        "11. three\n"
        "1) again from one\n"
        "\n"
        "   5. five inside\n"
    )


def test_quotes_nest() -> None:
    source = article(
        paragraph("a", quoted=1),
        paragraph("b\nc", quoted=2),
        item("d", quoted=1),
        item("e", quoted=1),
        paragraph("f"),
    )
    assert write_markdown(source) == "> a\n>\n> > b\\\n> > c\n>\n> - d\n> - e\n\nf\n"


def test_fence_is_longer_than_any_in_the_code() -> None:
    assert write_markdown(article(code("```\nx\n````", "c++ evil`"))) == "`````c++evil\n```\nx\n````\n`````\n"


def test_the_first_row_of_a_table_is_its_header() -> None:
    source = article(table((cell("a"), cell("b")), (cell("c"), cell("d"))))
    assert write_markdown(source) == "| a | b |\n| --- | --- |\n| c | d |\n"


def test_rows_of_headers_become_one() -> None:
    head = (
        (cell("Year", header=True, colspan=2), cell("Sum", header=True, rowspan=2)),
        (
            cell("2024", header=True),
            cell("", header=True),
        ),
    )
    source = article(table(*head, (cell("1"), cell("2"), cell("3"))))
    assert write_markdown(source) == "| Year 2024 | Year | Sum |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n"


def test_table_with_spans_pipes_and_breaks() -> None:
    source = article(
        table(
            (cell("A|B", header=True, colspan=2), cell("C", header=True)),
            (cell("r", rowspan=2), cell("1\n2"), cell(run("a|b", Mark.CODE))),
            (cell("z"),),
        )
    )
    assert write_markdown(source) == (
        "| A\\|B | A\\|B | C |\n| --- | --- | --- |\n| r | 1<br>2 | `a\\|b` |\n| r | z |\n"
    )


def test_huge_spans_cost_little() -> None:
    rows = tuple((cell("a", colspan=10**9, rowspan=10**9), cell("b", colspan=10**9)) for _ in range(300))
    assert len(write_markdown(article(table(*rows)))) < 2_000_000


def test_notes_are_numbered_by_reference() -> None:
    source = article(
        paragraph(
            "x",
            run("7", Mark.NOTE, href="#b"),
            run("3", Mark.NOTE, href="#a"),
            run("7", Mark.NOTE, href="#b"),
        ),
        item("note a", number=1, anchor="a"),
        item("its second paragraph", continues=True),
        item("note b ", run("↩", href="#ref"), number=2, anchor="b"),
        paragraph("end"),
    )
    assert write_markdown(source) == (
        "x[^1][^2][^1]\n\nend\n\n[^1]: note b\n\n[^2]: note a\n\n    its second paragraph\n"
    )


def test_link_back_from_a_note_is_no_reference() -> None:
    source = article(
        paragraph("Text", run("1", Mark.NOTE, href="#n"), anchor="r"),
        paragraph("Note ", run("1", Mark.NOTE, href="#r"), anchor="n"),
    )
    assert write_markdown(source) == "Text[^1]\n\n[^1]: Note 1\n"


def test_reference_to_nowhere_is_text() -> None:
    assert write_markdown(article(paragraph("x", run("[1]", Mark.NOTE, href="#gone")))) == "x[1]\n"


def test_pictures_and_captions() -> None:
    source = article(
        picture("https://e.example/a b.png", "An [alt]", "By *me*"),
        block(Kind.CAPTION, "By  *me*"),
        picture("data:image/png;base64,AAAA", "inline", "only words"),
        picture("javascript:x"),
        block(Kind.CAPTION, "Table 1"),
    )
    assert write_markdown(source) == (
        "![An \\[alt\\]](https://e.example/a%20b.png)\n\n_By \\*me\\*_\n\n*only words*\n\n*Table 1*\n"
    )


def test_players_without_title_are_named_by_host() -> None:
    assert write_markdown(article(player("https://www.v.example/1", type="audio"))) == (
        "[▶ Audio v.example](https://www.v.example/1)\n"
    )
    assert write_markdown(article(player("javascript:x", "y"))) == ""


def test_nothing_makes_nothing() -> None:
    assert write_markdown(article()) == ""
    assert write_markdown(article(paragraph(""), code(" \n"), item(" "), table((cell(""),)), title="")) == ""


def test_emphasis_leaves_punctuation_that_touches_a_word() -> None:
    inlines = (Inline("elle"), Inline(". Je crois", frozenset({Mark.ITALIC})), Inline(", et"))
    block = Block(Kind.PARAGRAPH, "elle. Je crois, et", 0, "/p", inlines=inlines)
    assert "elle. *Je crois*, et" in write_markdown(Article(blocks=(block,)))


TEXTS = ("word", " ", "(x)", "!", "“q”", "字", " lead", "trail ", "-", "", "[a]", "*", "a*b", "$5", "&amp;", "x\ny")
FORMATS = (
    (frozenset[Mark](), None),
    (frozenset({Mark.BOLD}), None),
    (frozenset({Mark.SUP}), None),
    (frozenset({Mark.BOLD, Mark.ITALIC}), None),
    (frozenset[Mark](), "https://example.org/a"),
    (frozenset[Mark](), "#part"),
)


def test_simple_lines_are_written_as_grouping_writes_them() -> None:
    runs = [Inline(text, marks, href) for text in TEXTS for marks, href in FORMATS]
    lines = [[run] for run in runs] + [[first, second] for first in runs for second in runs]
    lines += [[first, Inline("a b"), second] for first in runs for second in runs]
    assert [line for line in lines if markdown_lines(line, {}) != nested_lines(line, {})] == []
