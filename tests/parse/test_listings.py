"""Code listings: what highlighters put around and between the lines is no code."""

from __future__ import annotations

import pytest

from tamis.core.parse import parse
from tamis.model import Kind, Page


def code(html: str) -> list[str]:
    """The visible code blocks of a page."""
    document = parse(Page(f"<body><p>Before it.</p>{html}<p>After it.</p>"))
    rows = zip(document.texts, document.kinds, document.hidden, strict=True)
    return [text for text, kind, hiding in rows if kind is Kind.CODE and hiding is None]


def lines(template: str, count: int = 3) -> str:
    return "".join(template.format(n=number, code=f"x = {number}") for number in range(1, count + 1))


NUMBERED = "<span>{n}</span>{code}\n"
NESTED = "<span><span>{n}</span><span>{code}\n</span></span>"
THREE = ["x = 1\nx = 2\nx = 3"]


@pytest.mark.parametrize(
    "html",
    [
        f"<pre>{lines(NUMBERED)}</pre>",
        f"<pre><code>{lines(NESTED)}</code></pre>",
        f"<pre>{lines('<div><span>{n}</span><div>{code}</div></div>')}</pre>",
        f"<pre>{lines('<div class=line>{code}<br></div>')}</pre>",
        "<pre><button>Copy</button><div class=code-header>Python</div>x = 1\nx = 2\nx = 3</pre>",
        f"<table>{lines('<tr><td>{n}<td class=blob-code>{code}')}</table>",
        f"<table>{lines('<tr><td data-line-number={n}><td class=line-contents>{code}')}</table>",
        f"<table>{lines('<tr><td>ann<td>{n}<td class=code>{code}')}</table>",
        f"<div class=syntaxhighlighter><p class=ln>12</p>{lines('<div><code>x</code> = <code>{n}</code></div>')}</div>",
        f"<div class=blockcode><ol>{lines('<li>{code}<br></li>')}</ol></div>",
        f"<div>{lines('<div><span><code>x</code> <code>= {n}</code></span></div>')}</div>",
        "<code class=bbcode_code>x = 1<br>\nx = 2<br>\nx = 3</code>",
        "<p>So <code>x</code>:</p><div class=code-block data-lang=py>x = 1<br>x = 2<br>x = 3</div>",
        "<code class='hl block'>x = 1\nx = 2\nx = 3</code>",
        f"<div class=CodeMirror-code>{lines('<div><b class=linenumber>{n}</b><pre>{code}</pre></div>')}</div>",
    ],
)  # fmt: skip
def test_a_listing_is_one_block_of_its_code(html: str) -> None:
    assert code(html) == THREE


def test_indentation_and_empty_lines_stay() -> None:
    html = (
        "<div class=blockcode><ol><li>if x:<br></li><li>&nbsp; &nbsp; y()<br></li><li><br></li><li>z()</li></ol></div>"
    )
    assert code(html) == ["if x:\n    y()\n\nz()"]


def test_numbers_of_the_code_itself_stay() -> None:
    html = "<pre><span>1</span>, <span>2</span>, <span>3</span>\n<span>4</span>, <span>5</span></pre>"
    assert code(html) == ["1, 2, 3\n4, 5"]


def test_lines_that_begin_with_other_numbers_stay() -> None:
    assert code("<pre><b>7</b> apples\n<b>3</b> pears</pre>") == ["7 apples\n3 pears"]


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>1<td>Ann<tr><td>2<td>Ben</table>",
        "<table><tr><td>1<td class=code>x<tr><td>five<td class=code>y<tr><td>six<td class=code>z</table>",
        "<p>Use <code>a</code> or <code>b</code>.</p><p><code>c</code></p>",
        "<div><p><code>a</code></p><p>Words</p><p><code>b</code></p><p>Words</p><p><code>c</code></p></div>",
    ],
)
def test_tables_and_inline_code_are_no_listings(html: str) -> None:
    assert code(html) == []
