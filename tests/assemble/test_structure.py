"""Lists, quotes, headings, code and tables as the article has them."""

from __future__ import annotations

import pytest

from tamis.core.parse.cell_spans import MAX_SPAN
from tamis.model import Inline, Kind, Mark

from .putting_together import blocks, only, table_of, written


def items(html: str) -> list[tuple[str, int, int | None, bool]]:
    """Return text, level and number of each block, and whether it continues an item."""
    return [(block.text, block.level, block.number, block.continues) for block in blocks(html)]


# Lists.


def test_items_of_a_plain_list_have_no_numbers() -> None:
    assert items("<ul><li>a<li>b</ul>") == [("a", 1, None, False), ("b", 1, None, False)]


def test_items_of_an_ordered_list_are_counted() -> None:
    assert items("<ol><li>a<li>b</ol>") == [("a", 1, 1, False), ("b", 1, 2, False)]


def test_start_and_value_set_the_count() -> None:
    page = "<ol start=5><li>a<li value=9>b<li>c</ol>"
    assert [number for _, _, number, _ in items(page)] == [5, 9, 10]


@pytest.mark.parametrize("start", ["", "x", "1e9", "99999999999999999999", "-3", "５"])
def test_a_strange_start_breaks_nothing(start: str) -> None:
    (number,) = [number for _, _, number, _ in items(f"<ol start='{start}'><li>a</ol>")]
    assert isinstance(number, int)


def test_nested_items_are_deeper() -> None:
    page = "<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>"
    assert items(page) == [("a", 1, None, False), ("b", 2, 1, False), ("c", 3, None, False), ("d", 1, None, False)]


def test_the_second_paragraph_of_an_item_continues_it() -> None:
    assert items("<ol><li><p>a</p><p>b</p><li>c</ol>") == [("a", 1, 1, False), ("b", 1, None, True), ("c", 1, 2, False)]


def test_text_after_a_nested_list_continues_the_outer_item() -> None:
    assert items("<ul><li>a<ul><li>b</ul>c</ul>") == [
        ("a", 1, None, False),
        ("b", 2, None, False),
        ("c", 1, None, True),
    ]


def test_an_item_that_lost_its_first_block_counts_all_the_same() -> None:
    assert items("<ol><li><img><li>b</ol>") == [("b", 1, 2, False)]


def test_a_definition_is_deeper_than_its_term() -> None:
    assert items("<dl><dt>ebb<dd>going out</dl>") == [("ebb", 1, None, False), ("going out", 2, None, False)]


def test_an_item_with_many_blocks_is_a_container() -> None:
    page = "<ul><li>" + "<p>post</p>" * 12 + "</ul>"
    assert {block.kind for block in blocks(page)} == {Kind.PARAGRAPH}


def test_an_item_without_a_list_is_an_item() -> None:
    assert items("<li>stray") == [("stray", 1, None, False)]


# Quotes and headings.


def test_quotes_know_their_depth() -> None:
    page = "<blockquote>a<blockquote><p>b</p></blockquote><ul><li>c</ul></blockquote>d"
    assert [(block.text, block.quoted) for block in blocks(page)] == [("a", 1), ("b", 2), ("c", 1), ("d", 0)]


def test_headings_know_their_level() -> None:
    page = "<h1>a</h1><h4><b>b</b></h4><h6><span>c</span></h6>"
    assert [(block.text, block.level) for block in blocks(page)] == [("a", 1), ("b", 4), ("c", 6)]


# Code.


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="language-python">x</code></pre>', "python"),
        ('<pre><code class="hljs language-c++">x</code></pre>', "c++"),
        ('<pre class="lang-js prettyprint">x</pre>', "js"),
        ('<pre class="brush: sql; gutter: false">x</pre>', "sql"),
        ('<pre class="sourceCode haskell"><code class="sourceCode haskell">x</code></pre>', "haskell"),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"),
        ('<pre><code data-lang="go">x</code></pre>', "go"),
        ('<pre data-language="rust">x</pre>', "rust"),
        ('<pre><code class="hljs python">x</code></pre>', "python"),
        (
            '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre><code>x</code></pre></div></div>',
            "ruby",
        ),
        ('<div class="highlight-toml notranslate"><div class="highlight"><pre>x</pre></div></div>', "toml"),
        ('<pre class="slang-term">x</pre>', None),
        ("<pre>x</pre>", None),
        ('<div class="highlight"><pre>x</pre></div>', None),
    ],
)
def test_code_names_its_language(html: str, language: str | None) -> None:
    block = only(html)
    assert (block.kind, block.language) == (Kind.CODE, language)


# Tables.


def cells(html: str) -> list[list[tuple[str, bool, int, int]]]:
    return [[(cell.text, cell.header, cell.colspan, cell.rowspan) for cell in row] for row in table_of(only(html)).rows]


def test_a_table_is_one_block_with_rows_of_cells() -> None:
    assert cells("<table><tr><th>a<th>b<tr><td>1<td>2</table>") == [
        [("a", True, 1, 1), ("b", True, 1, 1)],
        [("1", False, 1, 1), ("2", False, 1, 1)],
    ]


def test_items_and_paragraphs_of_a_cell_are_lines() -> None:
    html = "<table><tr><th>a<th>b<tr><td><ul><li>one<li>two</ul><td><p>x<div>y</div></table>"
    assert [text for text, *_ in cells(html)[1]] == ["one\ntwo", "x\ny"]


def test_spans_of_cells_are_kept() -> None:
    assert cells("<table><tr><th colspan=2>a<tr><td rowspan=3>1<td>2</table>") == [
        [("a", True, 2, 1)],
        [("1", False, 1, 3), ("2", False, 1, 1)],
    ]


@pytest.mark.parametrize(
    ("claimed", "span"),
    [("65534", MAX_SPAN), ("9" * 30, MAX_SPAN), ("0", 1), ("-2", 1), ("x", 1), ("", 1), ("２", 1), ("²", 1)],
)
def test_the_spans_that_a_cell_claims_are_capped(claimed: str, span: int) -> None:
    assert cells(f'<table><tr><th colspan="{claimed}" rowspan="{claimed}">a</table>') == [[("a", True, span, span)]]


def test_numbers_below_words_make_a_header_unless_cells_span() -> None:
    rows = "<tr><td>name<td>count<tr><td{}>x<td>1<tr><td>y<td>2<tr><td>z<td>3"
    assert [cell[1] for cell in cells(f"<table>{rows.format('')}</table>")[0]] == [True, True]
    assert [cell[1] for cell in cells(f"<table>{rows.format(' rowspan=2')}</table>")[0]] == [False, False]
    assert [cell[1] for cell in cells(f"<table>{rows.format(' colspan=2')}</table>")[0]] == [False, False]


def test_cells_keep_formatting_links_and_line_breaks() -> None:
    block = only("<table><tr><th>a <b>b</b><br>c<td><a href=/x>d</a></table>")
    first, second = table_of(block).rows[0]
    assert [written(run) for run in first.inlines] == [("a ", "", None), ("b", "bold", None), ("\nc", "", None)]
    assert [written(run) for run in second.inlines] == [("d", "", "https://tide.example/x")]


def test_hidden_text_is_in_no_cell() -> None:
    page = '<table><tr><th>a<th>b<tr><td>1<span style="display:none">0001</span><td hidden>secret<td>2</table>'
    assert [[cell.text for cell in row] for row in table_of(only(page)).rows] == [["a", "b"], ["1", "2"]]


def test_what_a_player_says_to_old_browsers_is_in_no_cell() -> None:
    page = "<table><tr><th>a<td><video>Get a new browser</video><iframe>Frames!</iframe>b</table>"
    assert [cell.text for block in blocks(page) for row in table_of(block).rows for cell in row] == ["a", "b"]


def test_formulas_and_readings_in_cells_are_as_elsewhere() -> None:
    page = '<table><tr><th><script type="math/tex">x^2</script><td><ruby>字<rt>ji</rt></ruby></table>'
    assert [cell.text for cell in table_of(only(page)).rows[0]] == ["x^2", "字(ji)"]


CAPTION = "<caption>Catch by <b>year</b></caption>"


@pytest.mark.parametrize(
    "page",
    [
        f"<table>{CAPTION}<tr><th>a<td>1</table>",
        "<figure><table><tr><th>a<td>1</table><figcaption>Catch by <b>year</b></figcaption></figure>",
        "<figure><figcaption><p>Catch by <b>year</b></p></figcaption><table><tr><th>a<td>1</table></figure>",
    ],
    ids=["caption", "figcaption below", "figcaption above"],
)
def test_a_table_has_its_caption(page: str) -> None:
    table = table_of(only(page))
    assert table.caption == "Catch by year"
    assert table.caption_inlines == (Inline("Catch by "), Inline("year", frozenset({Mark.BOLD})))
    assert [[cell.text for cell in row] for row in table.rows] == [["a", "1"]]


def test_two_tables_in_a_row_stay_two() -> None:
    assert len(blocks("<table><tr><th>a<td>1</table><table><tr><th>b<td>2</table>")) == 2


# Bold paragraphs that act as subheadings.

PROSE = "<p>The sea came in over the mud and went out again, and nobody said a word.</p>"


def headings(html: str) -> list[str]:
    return [block.text for block in blocks(html) if block.kind is Kind.HEADING]


def test_two_bold_paragraphs_above_text_are_subheadings() -> None:
    page = f"{PROSE}<p><b>The tide</b></p>{PROSE}<p><strong>The mud</strong> </p>{PROSE}"
    assert headings(page) == ["The tide", "The mud"]
    assert {block.level for block in blocks(page) if block.kind is Kind.HEADING} == {3}


def test_one_bold_paragraph_is_a_remark() -> None:
    assert headings(f"{PROSE}<p><b>The tide</b></p>{PROSE}") == []


@pytest.mark.parametrize(
    "part",
    [
        "<p><b>The tide came in.</b></p>",
        "<p><b>The tide</b> came in</p>",
        "<p><b><a href=/>The tide</a></b></p>",
        f"<p><b>{'The tide ' * 20}</b></p>",
        "<blockquote><p><b>The tide</b></p></blockquote>",
        "<p><b>***</b></p>",
    ],
    ids=["sentence", "half bold", "link", "long", "quoted", "signs"],
)
def test_other_bold_text_stays_a_paragraph(part: str) -> None:
    assert headings(f"{PROSE}{part}{PROSE}{part}{PROSE}") == []


def test_bold_lines_with_nothing_below_stay_paragraphs() -> None:
    assert headings(f"{PROSE}<p><b>Anna Meyer</b></p><p><b>Correspondent</b></p>") == []
