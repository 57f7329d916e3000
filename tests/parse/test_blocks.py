"""Segmentation of pages: one fact a test."""

from __future__ import annotations

import pytest

from example_site import PAGES, page_bytes
from tamis.core.parse.encodings import decode
from tamis.model import Kind

from .reading import document, hidden, seen, texts

# Paragraphs and lines.


def test_text_directly_in_a_div_is_a_block() -> None:
    assert texts("<div>One<div>two</div>three</div>") == ["One", "two", "three"]


def test_two_line_breaks_part_paragraphs() -> None:
    assert texts("one<br><br>two<BR/> <br>\n<br>three") == ["one", "two", "three"]


def test_one_line_break_is_a_line_in_the_block() -> None:
    assert texts("<p>roses<br>are red</p>") == ["roses\nare red"]


def test_a_line_break_at_the_end_of_a_paragraph_adds_nothing() -> None:
    assert texts("<p>roses<br></p><p><br>violets</p>") == ["roses", "violets"]


def test_line_breaks_inside_formatting_part_paragraphs_too() -> None:
    assert texts("<font>one<br><br>two</font> still two") == ["one", "two still two"]


def test_a_rule_parts_text() -> None:
    assert texts("<div>one<hr>two</div>") == ["one", "two"]


def test_white_space_is_folded() -> None:
    assert texts("<p>  a \n\t b&nbsp;&nbsp;c\u3000d </p>") == ["a b c d"]


def test_unclosed_paragraphs_are_parted() -> None:
    assert texts("<p>one<p>two<div>three<p>four") == ["one", "two", "three", "four"]


def test_text_put_straight_into_a_table_stands_before_it() -> None:
    assert texts("<table>loose<tr><td>cell</table>") == ["loose", "cell"]


def test_misnested_formatting_keeps_every_word_once() -> None:
    assert texts("<p>a <b>b <i>c</b> d</i> e</p>") == ["a b c d e"]


# Inline elements.


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>un<b>believ</b>able</p>", "unbelievable"),
        ("<p>H<sub>2</sub>O and x<sup>2</sup></p>", "H2O and x2"),
        ("<p>one <b>two</b> <i>three</i>, four</p>", "one two three, four"),
        ("<p>one<b> two</b><i> three</i></p>", "one two three"),
        ("<p><b>one</b>\n<i>two</i></p>", "one two"),
        ("<p><span>W</span><span>ord</span></p>", "Word"),
        ("<p>a<wbr>b<!-- c -->d</p>", "abd"),
        ("<p>a <abbr>b</abbr><q>c</q></p>", "a bc"),
        ("<p><x-unknown>a</x-unknown>b</p>", "ab"),
    ],
)
def test_inline_elements_neither_glue_nor_split_words(html: str, text: str) -> None:
    assert texts(html) == [text]


def test_inline_elements_side_by_side_outside_prose_are_set_apart() -> None:
    assert texts("<div><span>By</span><a href=/a>Ann</a><time>1 May</time></div>") == ["By Ann 1 May"]


def test_soft_hyphens_are_left_out() -> None:
    assert texts("<p>Donau&shy;dampf\xadschiff</p>") == ["Donaudampfschiff"]


def test_the_reading_of_ruby_stands_in_brackets() -> None:
    assert texts("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby></p>") == ["漢(kan)字(ji)"]


@pytest.mark.parametrize("reading", ["<rt></rt>", "<rt> </rt>", "<rt><b></b></rt>"])
def test_an_empty_reading_leaves_no_brackets(reading: str) -> None:
    assert texts(f"<p><ruby>字{reading}</ruby> and on</p>") == ["字 and on"]


def test_a_button_is_a_block_of_its_own_but_not_in_prose() -> None:
    assert texts("<div>Share<button>Copy link</button></div><p>Press <button>OK</button> now</p>") == [
        "Share",
        "Copy link",
        "Press OK now",
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<script>no()</script>",
        "<style>no{}</style>",
        "<template><p>no</p></template>",
        "<svg><text>no</text><title>no</title></svg>",
        "<select><option>no</select>",
        "<textarea>no</textarea>",
        "<noframes>no</noframes>",
        "<canvas>no</canvas>",
        "<!-- no -->",
        "<datalist><option>no</datalist>",
    ],
)
def test_what_a_reader_does_not_get_as_text_is_no_block(html: str) -> None:
    assert texts(f"<title>no</title><div>yes{html}</div>") == ["yes"]


# Kinds.


def test_noscript_content_is_kept() -> None:
    assert texts("<div><noscript><p>A whole thread</p></noscript></div>") == ["A whole thread"]


@pytest.mark.parametrize("level", range(1, 7))
def test_headings_are_headings(level: int) -> None:
    assert seen(f"<h{level}>Tide</h{level}>") == [(Kind.HEADING, "Tide")]


def test_nested_lists_are_items_in_reading_order() -> None:
    page = "<ul><li>a<ol><li>b</li><li>c</li></ol>tail</li><li><p>d</p><p>e</p></li></ul>"
    assert seen(page) == [(Kind.LIST_ITEM, text) for text in ("a", "b", "c", "tail", "d", "e")]


def test_terms_and_definitions_are_items() -> None:
    assert seen("<dl><dt>ebb<dd>going out<dt>flow<dd><p>coming in</dl>") == [
        (Kind.LIST_ITEM, text) for text in ("ebb", "going out", "flow", "coming in")
    ]


def test_a_section_inside_a_list_item_holds_paragraphs_again() -> None:
    assert seen("<ul><li><article><p>post</p></article></li></ul>") == [(Kind.PARAGRAPH, "post")]


def test_quotes_are_quotes_and_headings_in_them_headings() -> None:
    assert seen("<blockquote>said<p>so</p><h3>And</h3></blockquote>") == [
        (Kind.QUOTE, "said"),
        (Kind.QUOTE, "so"),
        (Kind.HEADING, "And"),
    ]


def test_a_figure_is_a_picture_and_its_caption() -> None:
    assert seen("<figure><img src=a.png><figcaption>The <b>pier</b></figcaption></figure>") == [
        (Kind.IMAGE, ""),
        (Kind.CAPTION, "The pier"),
    ]


def test_a_picture_inside_a_paragraph_comes_before_it_and_does_not_cut_it() -> None:
    assert seen("<p>before <img src=a.png> after</p>") == [(Kind.IMAGE, ""), (Kind.PARAGRAPH, "before after")]


@pytest.mark.parametrize("tag", ["video", "audio", "iframe", "embed", "object", "amp-youtube"])
def test_players_are_media(tag: str) -> None:
    assert (Kind.MEDIA, "") in seen(f"<div><{tag} src=/v></{tag}></div>")


# Code.


def test_code_keeps_its_white_space() -> None:
    code = "def f(x):\n    if x:\n\n\treturn  x"
    assert seen(f"<pre><code>{code}\n</code></pre>") == [(Kind.CODE, code)]


def test_code_keeps_the_indentation_of_its_first_line() -> None:
    assert texts("<pre>    <b>return</b> 1\n    pass</pre>") == ["    return 1\n    pass"]


def test_highlighted_code_is_one_block_whatever_its_classes_say() -> None:
    page = '<pre><span class="k">def</span> f():  <span class="comment"># why</span>\n    <i>pass</i></pre>'
    assert texts(page) == ["def f():  # why\n    pass"]


def test_lines_of_code_in_blocks_of_their_own_stay_lines() -> None:
    page = "<pre><div>one</div><div>  two</div><div>three</div></pre>"
    assert texts(page) == ["one\n  two\nthree"]


def test_a_line_break_in_code_is_a_line() -> None:
    assert texts("<pre>one<br>two<br><br>four</pre>") == ["one\ntwo\n\nfour"]


def test_entities_in_code_are_characters() -> None:
    assert texts("<pre>if a &lt; b &amp;&amp; c</pre>") == ["if a < b && c"]


def test_a_gutter_of_line_numbers_is_hidden() -> None:
    page = "<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a\nb\nc</pre></td></tr></table>"
    assert texts(page) == ["a\nb\nc"]
    assert hidden(page) == {"1\n2\n3": "beside code"}


def test_code_inside_a_sentence_is_no_block() -> None:
    assert seen("<p>Call <code>f( )</code> now</p>") == [(Kind.PARAGRAPH, "Call f( ) now")]


# Tables.

DATA = "<table><tr><th>Year<th>Tons<tr><td>2023<td>1<p>big</p><tr><td><td></table>"


def test_a_row_of_a_data_table_is_a_block() -> None:
    assert seen(DATA) == [(Kind.TABLE, "Year | Tons"), (Kind.TABLE, "2023 | 1 big")]


def test_the_caption_of_a_data_table_is_a_caption() -> None:
    page = "<table><caption>Catch</caption><tr><td>a<td>b</table>"
    assert seen(page) == [(Kind.CAPTION, "Catch"), (Kind.TABLE, "a | b")]


def test_a_table_of_values_without_headers_is_data() -> None:
    assert seen("<table><tr><td>a<td>1<tr><td>b<td>2</table>")[0] == (Kind.TABLE, "a | 1")


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td>menu<td>story</table>",
        "<table role=presentation><tr><th>menu<tr><td>story</table>",
        "<table><tr><td>menu<tr><td>story</table>",
        "<table><tr><td><p>menu<td><p>story<tr><td></table>",
        "<table><tr><th>menu<table><tr><td>story</table></table>",
    ],
)
def test_a_table_that_lays_out_the_page_is_cut_by_its_cells(table: str) -> None:
    assert seen(table) == [(Kind.PARAGRAPH, "menu"), (Kind.PARAGRAPH, "story")]


def test_a_column_of_prose_makes_a_table_layout() -> None:
    prose = "word " * 100
    assert seen(f"<table><tr><th>a<td>{prose}</table>")[1].kind is Kind.PARAGRAPH


def test_lines_and_lists_inside_a_cell_stay_in_the_row() -> None:
    page = "<table><tr><th>a<th>b<tr><td>one<br>two<td><ul><li>x<li>y</ul></table>"
    assert texts(page)[1] == "one two | x y"


# Formulas.


def test_a_formula_gives_its_tex() -> None:
    page = (
        "<p>so <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>{\\displaystyle x^2}"
        "</annotation></semantics></math> holds</p>"
    )
    assert texts(page) == ["so x^2 holds"]


def test_a_math_script_is_a_formula_and_other_scripts_are_not() -> None:
    page = '<p>so <script type="math/tex">a+b</script> and <script type="text/x">no</script>on</p>'
    assert texts(page) == ["so a+b and on"]


def test_the_alternative_text_of_a_formula_is_its_tex() -> None:
    assert texts('<p><math alttext="e^{x}"><mi>e</mi></math></p>') == ["e^{x}"]


def test_the_hidden_source_of_a_drawn_formula_is_no_hidden_text() -> None:
    page = (
        '<p>so <span class="mwe-math-mathml-inline" style="display: none;"><math alttext="y"><mi>y</mi></math></span>'
        "<img src=y.svg> on</p>"
    )
    assert texts(page) == ["so y on"]


# Hidden elements.


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ("hidden", "hidden attribute"),
        ('style="color:red;display : NONE"', "display: none"),
        ('style="visibility:hidden"', "visibility: hidden"),
        ('style="opacity:0"', "opacity: 0"),
        ('style="opacity: 0.0;"', "opacity: 0"),
        ('style="font-size:0px"', "font size 0"),
        ('style="position:absolute;left:-9999px"', "off screen"),
        ('style="text-indent:-10000em"', "off screen"),
        ('style="position:absolute;clip:rect(0 0 0 0)"', "clipped"),
        ('style="font-size: 0.0em !important"', "font size 0"),
        ('aria-hidden="true"', "aria-hidden"),
        ('class="a sr-only"', "screen readers only"),
        ('class="visually-hidden"', "screen readers only"),
    ],
)
def test_hidden_text_is_flagged_with_the_reason(attributes: str, reason: str) -> None:
    page = f"<div {attributes}><p>ignore all previous words</p></div><p>seen</p>"
    assert hidden(page) == {"ignore all previous words": reason}
    assert texts(page) == ["seen"]


@pytest.mark.parametrize(
    "attributes",
    [
        'style="opacity:0.5"', 'style="opacity:.05"', 'style="font-size:0.9em"', 'style="left:-10px"',
        'aria-hidden="false"', 'class="sr-only-focusable"', 'style="backface-visibility:hidden"',
    ],
)  # fmt: skip
def test_text_that_can_be_seen_is_not_flagged(attributes: str) -> None:
    assert hidden(f"<p {attributes}>seen</p>") == {}


def test_a_closed_dialog_is_hidden_and_an_open_one_is_not() -> None:
    page = "<dialog><p>consent</p></dialog><dialog open><p>welcome</p></dialog>"
    assert hidden(page) == {"consent": "closed dialog"}


def test_hidden_text_does_not_cut_a_paragraph() -> None:
    page = "<p>before <span hidden>secret</span>after <div style='display:none'><p>x</p></div></p><p>end</p>"
    assert texts(page) == ["before after", "end"]
    assert hidden(page) == {"secret": "hidden attribute", "x": "display: none"}


def test_hidden_text_in_a_cell_is_not_in_the_row() -> None:
    page = '<table><tr><th>a<th>b<tr><td>1<span style="display:none">0001</span><td>2</table>'
    assert texts(page) == ["a | b", "1 | 2"]
    assert hidden(page) == {"0001": "display: none"}


def test_a_hidden_cell_is_not_in_the_row() -> None:
    page = '<table><tr><th>a<th>b<tr><td>1<td style="display:none">secret<td>2</table>'
    assert texts(page) == ["a | b", "1 | 2"]
    assert hidden(page) == {"secret": "display: none"}


def test_a_hidden_row_is_one_hidden_block() -> None:
    page = "<table><tr><th>a<th>b<tr hidden><td>1<td>2<tr><td>3<td>4</table>"
    assert hidden(page) == {"1 | 2": "hidden attribute"}
    assert texts(page) == ["a | b", "3 | 4"]


def test_hidden_text_in_code_is_not_in_the_code() -> None:
    page = "<pre>one\n<span hidden>copied!</span>  two</pre>"
    assert texts(page) == ["one\n  two"]


def test_a_hidden_picture_and_a_hidden_formula_are_flagged() -> None:
    parsed = document("<p>a<img hidden src=a.png><span hidden><math><mi>x</mi></math></span></p>")
    assert list(zip(parsed.kinds, parsed.hidden, strict=True)) == [
        (Kind.IMAGE, "hidden attribute"),
        (Kind.PARAGRAPH, "hidden attribute"),
        (Kind.PARAGRAPH, None),
    ]


# Links.


def test_the_linked_characters_of_a_block_are_counted() -> None:
    parsed = document("<p>four <a href=/x>linked <b>words</b></a> and <a name=y>anchors</a></p>")
    assert list(parsed.link_sizes) == [len("linked") + len("words")]


def test_links_around_blocks_count_in_each() -> None:
    parsed = document("<a href=/x><h2>Title</h2><p>Teaser</p></a><p>text</p>")
    assert list(parsed.link_sizes) == [5, 6, 0]


# Columns.


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_cut_the_same_way_twice(name: str) -> None:
    html = decode(page_bytes(name)).text
    first, second = document(html), document(html)
    columns = "texts kinds block_nodes link_sizes hidden tags parents block_start block_stop".split()
    for column in columns:
        assert getattr(first, column) == getattr(second, column)


# What users complained about.


def test_a_listing_of_numbers_is_code_and_no_gutter() -> None:
    assert texts("<pre>3 1\n4 1\n5 9</pre>") == ["3 1\n4 1\n5 9"]


def test_a_lazy_picture_with_its_noscript_twin_does_not_cut_a_paragraph() -> None:
    page = "<p>before <img data-src=a.png><noscript><img src=a.png></noscript> after</p>"
    assert texts(page) == ["before after"]


def test_a_hidden_formula_is_hidden() -> None:
    page = '<p>seen<math style="display:none"><mtext>secret</mtext></math></p>'
    assert texts(page) == ["seen"]


def test_a_name_from_a_math_library_does_not_uncover_hidden_text() -> None:
    assert texts('<p>seen</p><p class="MathJax_Preview" style="display:none">secret</p>') == ["seen"]


def test_soft_hyphens_are_left_out_of_rows() -> None:
    assert texts("<table><tr><th>Schiff&shy;fahrt<th>b</table>") == ["Schifffahrt | b"]


def test_the_sign_for_copying_a_link_to_a_heading_is_set_aside() -> None:
    html = '<h2 id="s">Settings<a class="headerlink" href="#s">¶</a></h2><h2><a href="#t"># Tides</a></h2>'
    assert [block.text for block in seen(html)] == ["Settings", "# Tides"]
    assert hidden(html) == {"¶": "permalink"}


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h2><span>Politics and power</span><a href=x>See all</a></h2>", "Politics and power See all"),
        ("<h2>Politics and power<a href=x>See all</a></h2>", "Politics and power See all"),
        ("<h2>The <i>Times<a href=x>s</a></i> of Mac<a href=y>intosh</a></h2>", "The Timess of Macintosh"),
        ("<div><time>21:00</time><mark>Jane Doe</mark></div>", "21:00 Jane Doe"),
        ("<p><time>20:42</time><strong>KEY EVENT</strong></p>", "20:42 KEY EVENT"),
        ("<p><b>W</b><span>ord</span><i>s</i><b>2</b><i>O</i></p>", "Words2O"),
        ("<table><tr><th>a<td><b>one</b><b>Two</b><tr><td>c<td>d</table>", "a | one Two"),
    ],
)
def test_a_capital_in_the_next_element_begins_another_text(html: str, text: str) -> None:
    assert texts(html)[0] == text
