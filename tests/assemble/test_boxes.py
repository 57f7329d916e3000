# ruff: noqa: E501 - markup as the systems write it
"""Callouts, tabs, parts that open, task lists, sources of quotes, keys."""

from __future__ import annotations

import pytest

import tamis
from tamis.model import Callout, Kind
from tamis.write.text import body_text

from .putting_together import blocks

BELL = (
    "The bell of the old mill rang for the last time on a Sunday in March, when the wind had turned and the harbor was "
    "full of ice, and nobody in the town could say who had pulled the rope."
)
STEP = "The third step is loose, so keep to the wall."


def markdown(html: str) -> str:
    article = tamis.Article(blocks=blocks(f"<p>Before.</p>{html}<p>After.</p>"))
    return article.to_markdown().removeprefix("Before.\n\n").removesuffix("\n\nAfter.\n")


@pytest.mark.parametrize(
    ("kind", "html"),
    [
        ("WARNING", '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p>{}</div>'),
        ("NOTE", '<div class="admonition note"><p class="admonition-title">Note</p>{}</div>'),
        ("TIP", '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_Gv">tip</div><div class="admonitionContent_Bu">{}</div></div>'),
        ("NOTE", '<div class="callout" data-callout="info"><div class="callout-title"><div class="callout-title-inner">Info</div></div><div class="callout-content">{}</div></div>'),
        ("CAUTION", '<div class="alert alert-danger">{}</div>'),
        ("NOTE", '<aside role="note">{}</aside>'),
        ("TIP", '<section role="doc-tip">{}</section>'),
        ("IMPORTANT", '<div class="x-callout x-callout--important">{}</div>'),
        ("WARNING", '<blockquote class="notice warning">{}</blockquote>'),
        ("CAUTION", '<div data-callout="danger">{}</div>'),
        ("WARNING", '<div class="hint hint-style-warning">{}</div>'),
        ("TIP", '<aside class="starlight-aside starlight-aside--tip">{}</aside>'),
        ("CAUTION", '<div class="danger custom-block">{}</div>'),
        ("TIP", '<div class="confluence-information-macro confluence-information-macro-tip">{}</div>'),
        ("IMPORTANT", '<div class="IMPORTANT"><p>Important</p>{}</div>'),
    ],
)  # fmt: skip
def test_a_box_that_warns_is_a_callout(kind: str, html: str) -> None:
    written = markdown(html.format(f"<p>{STEP}</p>")).replace("> > ", "> ")
    assert written.splitlines()[0] == f"> [!{kind}]"
    assert written.splitlines()[-1] == f"> {STEP}"


@pytest.mark.parametrize(
    "html",
    [
        '<div class="note">{}</div>',
        '<div role="alert">{}</div>',
        '<div class="alert">{}</div>',
        '<div class="tips-and-news">{}</div>',
        '<p class="admonition note">{}</p>',
    ],
)
def test_other_boxes_are_none(html: str) -> None:
    assert "[!" not in markdown(html.format(STEP))


def test_a_title_of_its_own_is_bold_and_a_list_stays_in_the_callout() -> None:
    html = (
        '<details class="warning" open><summary>Mind the rope</summary><p>It is old.</p><ul><li>a<li>b</ul></details>'
    )
    assert markdown(html) == "> [!WARNING]\n> **Mind the rope**\n>\n> It is old.\n>\n> - a\n> - b"


def test_two_callouts_side_by_side_are_two() -> None:
    box = '<div class="admonition tip"><p>{}</p></div>'
    assert markdown(box.format("One.") + box.format("Two.")) == "> [!TIP]\n> One.\n\n> [!TIP]\n> Two."
    found = [block.callout for block in blocks(box.format("One.") + box.format("Two."))]
    assert found == [Callout("tip", 1), Callout("tip", 2)]


def test_a_callout_is_a_box_in_html() -> None:
    article = tamis.Article(blocks=blocks(f'<div class="admonition note"><p>{STEP}</p></div><p>After.</p>'))
    assert f'<div class="callout" role="note" data-kind="note">\n<p>{STEP}</p>\n</div>\n<p>After.' in article.to_html()


@pytest.mark.parametrize(
    ("tabs", "panels"),
    [
        ('<button role="tab" id="t1">A</button><button role="tab" id="t2">B</button>', ("aria-labelledby=t1", "aria-labelledby=t2")),
        ('<a role="tab" aria-controls="p1">A</a><a role="tab" aria-controls="p2">B</a>', ("id=p1", "id=p2")),
        ('<li role="tab">A</li><li role="tab">B</li>', ("", "")),
    ],
    ids=["labelled", "controlled", "in order"],
)  # fmt: skip
def test_each_panel_has_the_label_of_its_tab(tabs: str, panels: tuple[str, str]) -> None:
    inside = "".join(f"<div role=tabpanel {own}><p>Text {n}.</p><p>More.</p></div>" for n, own in enumerate(panels, 1))
    found = blocks(f"<div><div role=tablist>{tabs}</div><div>{inside}</div></div>")
    assert [(block.label, block.text) for block in found if block.text.startswith(("Text", "More"))] == [
        ("A", "Text 1."),
        ("", "More."),
        ("B", "Text 2."),
        ("", "More."),
    ]


def test_tasks_know_whether_they_are_done() -> None:
    page = (
        "<ul><li><input type=checkbox checked disabled> Mend the stairs</li><li><label><input type=checkbox> Oil the "
        "wheel</label></li><li>Ring</li><li>Say <input type=text></li></ul>"
    )
    assert [block.checked for block in blocks(page)] == [True, False, None, None]
    assert markdown(page) == "- [x] Mend the stairs\n- [ ] Oil the wheel\n- Ring\n- Say"


def test_the_source_of_a_quote_is_in_the_quote() -> None:
    page = "<figure><blockquote><p>Nobody rang it.</p></blockquote><figcaption>— A. Miller</figcaption></figure>"
    assert markdown(page) == "> Nobody rang it.\n>\n> *— A. Miller*"
    assert (
        markdown("<blockquote><p>It rang.</p><footer>— The mayor</footer></blockquote>")
        == "> It rang.\n>\n> — The mayor"
    )


def test_the_numbers_of_lists_are_kept() -> None:
    page = "<ol reversed><li>c<li>b<ol start=5><li>x<li>y</ol><li>a</ol>"
    assert [(block.level, block.number) for block in blocks(page)] == [(1, 3), (1, 2), (2, 5), (2, 6), (1, 1)]


def test_definitions_are_below_their_terms() -> None:
    assert markdown("<dl><dt>Ebb<dd>It goes out.<dt>Flood<dd>It comes in.</dl>") == (
        "- **Ebb**\n  - It goes out.\n- **Flood**\n  - It comes in."
    )


def test_terms_and_definitions_are_told_apart_also_in_groups() -> None:
    page = "<dl><div><dt>Neap<dt>Nip<dd>The smallest tide.<dd>Its time.</div></dl><ul><li>no term</ul>"
    assert [block.term for block in blocks(page)] == [True, True, False, False, None]


def test_keys_are_keys() -> None:
    assert markdown("<p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.</p>") == "Press <kbd>Ctrl</kbd>+<kbd>C</kbd>."


def page_with(html: str) -> str:
    return f"<html><head><title>Bell</title></head><body><main><article><p>{BELL}</p>{html}<p>{BELL[:120]} again.</p></article></main></body></html>"


@pytest.mark.parametrize(
    "line",
    [
        "<details><summary>{}</summary><p>It was cast in two parts, and the seam can still be seen near the rim.</p></details>",
        "<blockquote><p>Nobody rang it but the wind, and the wind is no sexton of ours, said the old man.</p><footer>{}</footer></blockquote>",
    ],
    ids=["summary", "source"],
)
def test_the_line_of_a_kept_part_is_kept(line: str) -> None:
    html = page_with(line.format("A line of it"))
    text = tamis.extract(html).text
    assert "A line of it" in text
    article = tamis.extract(html)
    assert text == body_text(article.blocks)
    assert article.blocks[0].kind is Kind.PARAGRAPH
