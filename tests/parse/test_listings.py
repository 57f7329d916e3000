"""Code listings: what highlighters put around and between the lines is no code."""

from __future__ import annotations

from html import escape
from random import Random
from typing import TYPE_CHECKING

import pytest

from tamis.core.parse import Hiding, parse
from tamis.model import Kind, Page

if TYPE_CHECKING:
    from collections.abc import Callable


def code(html: str) -> list[str]:
    """The visible code blocks of a page."""
    document = parse(Page(f"<body><p>Before it.</p>{html}<p>After it.</p>"))
    rows = zip(document.texts, document.kinds, document.hidden, strict=True)
    return [text for text, kind, hiding in rows if kind is Kind.CODE and hiding is None]


def lines(template: str, count: int = 3) -> str:
    return "".join(template.format(n=number, code=f"x = {number}") for number in range(1, count + 1))


NUMBERED = "<span>{n}</span>{code}\n"
NESTED = "<span><span>{n}</span><span>{code}\n</span></span>"
COUNTED = "<div class='line number{n}'><code>{code}</code></div>"
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
        "<div class=code-block><span><code class=language-py>x = 1\nx = 2\nx = 3</code></span></div>",
        f"<div class='sh nogutter'><div class=code>{lines(COUNTED)}</div></div>",
        f"<div class=CodeBlock>{lines('<div class=w><div><span>{code}</span></div></div>')}</div>",
        f"<div style='font-family: Courier New'>{lines('<div>{code}</div>')}</div>",
        "<div style='font-family: monospace'>x = 1<br>x = 2<br>x = 3</div>",
        f"<pre>{lines('<span class=ch-line-number>_3</span>{code}<br>')}</pre>",
        "<table><tr><th colspan=2>count.py<tr><td><pre>1\n2\n3</pre><td><pre>x = 1\nx = 2\nx = 3</pre></table>",
        "<table><tr><td><pre> \n2\n </pre><td><pre>x = 1\nx = 2\nx = 3</pre></table>",
        "<table><tr><td><pre>7\n8\n9\n</pre><td><pre>x = 1\nx = 2\nx = 3</pre></table>",
        f"<div class=editor><div class=measure><pre class=line-like>xxxx</pre></div><div class=measure></div>"
        f"<div class=CodeMirror-code>{lines('<div><pre class=CodeMirror-line>{code}</pre></div>')}</div></div>",
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


CODE = ["def level(basin):", "    if basin.empty:", "        return 0", "", "    return basin.height * 2"]
TAGS = ("div", "p", "section")


def word(random: Random) -> str:
    """A class name that no highlighter has."""
    return "".join(random.choice("bcdfghjklmnpqrstvwxz") + random.choice("aeiou") for _ in range(3))


def tokens(random: Random, line: str) -> str:
    """A line whose words are elements, as highlighters write them."""
    tag, name = random.choice(("span", "b", "i")), word(random)
    indent = line[: len(line) - len(line.lstrip())].replace(" ", "&nbsp;")
    return indent + " ".join(f"<{tag} class={name}>{escape(part)}</{tag}>" for part in line.split())


def numbered_pre(random: Random) -> str:
    tag, name = random.choice(("span", "a", "i", "b")), word(random)
    first = random.choice((1, 1, 40))
    body = "\n".join(f"<{tag} class={name}>{first + at}</{tag}>{line}" for at, line in enumerate(CODE))
    return f"<pre class={word(random)}>{body}</pre>"


def unselectable(random: Random) -> str:
    style = random.choice(("user-select:none", "-webkit-user-select: none; user-select: none"))
    sign = random.choice(("$", ">", "+", "»"))
    return "<pre>" + "\n".join(f'<span style="{style}">{sign} </span>{line}' for line in CODE) + "</pre>"


def numbers_beside_code(random: Random) -> str:
    tag, line, cell = random.choice(TAGS[:2]), word(random), word(random)
    numbers = "".join(f"<{tag} class={line}>{at}</{tag}>" for at in range(1, len(CODE) + 1))
    code = "".join(f"<{tag} class={line}>{tokens(random, text) or '&nbsp;'}</{tag}>" for text in CODE)
    return f"<table class={word(random)}><tr><td class={cell}>{numbers}<td class={word(random)}>{code}</table>"


def row_a_line(random: Random) -> str:
    name = word(random)
    rows = (f"<tr><td>{at}<td class={name}>{tokens(random, text) or ' '}" for at, text in enumerate(CODE, 1))
    return f"<table class={word(random)}>{''.join(rows)}</table>"


def element_a_line(random: Random) -> str:
    tag, line, box = random.choice(("div", "p")), word(random), random.choice(("my-code", "codeBox", "x_code"))
    lines = "".join(f"<{tag} class={line}>{tokens(random, text) or '<br>'}</{tag}>" for text in CODE)
    return f"<p>So <code>x</code>.</p><div class={box}>{lines}</div>"


def lines_of_an_editor(random: Random) -> str:
    """Named lines in a box with any name, each with its number beside it."""
    name, other = random.choice(("code-line", "srcLine", "editor_line", "line")), word(random)
    rows = (
        f"<div class={other}><b class=lineNumber>{at}</b><div class={name}>{tokens(random, text) or '<br>'}</div></div>"
        for at, text in enumerate(CODE, 1)
    )
    return f"<textarea></textarea><div class={word(random)}>{''.join(rows)}</div>"


def spans_without_feeds(random: Random) -> str:
    name = word(random)
    lines = "".join(f"<span class={name}><i>{escape(line[:3])}</i><u>{escape(line[3:])}</u></span>" for line in CODE)
    return f"<pre class={word(random)}><code>{lines}</code></pre>"


def breaks_in_code(random: Random) -> str:
    tag = random.choice(("code", "samp", "tt"))
    return f"<div class={word(random)}><{tag}>{'<br>'.join(tokens(random, line) for line in CODE)}</{tag}></div>"


@pytest.mark.parametrize(
    "make",
    [
        numbered_pre,
        unselectable,
        numbers_beside_code,
        row_a_line,
        element_a_line,
        lines_of_an_editor,
        spans_without_feeds,
        breaks_in_code,
    ],
)
@pytest.mark.parametrize("seed", range(12))
def test_a_listing_is_told_by_its_form_whatever_its_names(make: Callable[[Random], str], seed: int) -> None:
    found = code(make(Random(f"{make.__name__} {seed}")))
    assert found == ["\n".join(CODE)]


@pytest.mark.parametrize(
    "html",
    [
        "<div class=poem><div class=line>The tide is out,</div><div class=line>the boats lie down</div></div>",
        "<p><code>x</code></p><div class=code-of-conduct><p>Be kind.</p><p>Be on time.</p><p>Rest well.</p></div>",
        "<p><code>x</code></p><div class=headlines><div class=line>One</div><div class=line>Two</div></div>",
        "<table><tr><td>1<td>Anna Berg<tr><td>2<td>Ben Dahl<tr><td>3<td>Cy Ek</table>",
        "<table><tr><td>1 2<td>a b</table>",
        "<div class=promo-code><ol><li>Open the app.<li>Enter the code.</ol></div>",
        "<p>Type <code>a\nb</code> now.</p>",
    ],
)
def test_verse_lists_and_tables_are_no_listings(html: str) -> None:
    assert code(html) == []


def test_lines_of_an_editor_are_in_the_order_in_which_they_are_shown() -> None:
    lines = "".join(f'<div class=view-line style="top:{top}px">{text}</div>' for top, text in ((19, "b"), (0, "a")))
    assert code(f"<textarea></textarea><div class=code-view>{lines}</div>") == ["a\nb"]


def test_prompts_of_notebooks_and_numbers_beside_code_are_hidden() -> None:
    html = "<div class=input_prompt>In&nbsp;[12]:</div><pre>x</pre><div class=cell-prompt>Out[12]:</div><pre>y</pre>"
    document = parse(Page(f"<body>{html}<div class=line-numbers>7</div>"))
    hidden = [text for text, how in zip(document.texts, document.hidden, strict=True) if how is Hiding.BESIDE_CODE]
    assert hidden == ["In [12]:", "Out[12]:", "7"]


def test_code_in_scripts_and_diagrams_are_listings() -> None:
    script = "<script type=syntaxhighlighter class='brush: sql'><![CDATA[SELECT 1\nWHERE a < b]]></script>"
    assert code(script) == ["SELECT 1\nWHERE a < b"]
    diagram = "<div class=mermaid>\ngraph TD\n  A --&gt; B\n</div>"
    assert code(diagram + "<script src=/js/mermaid.min.js></script>") == ["graph TD\n  A --> B"]
    assert code(diagram) == []


def test_what_opens_over_code_is_no_code() -> None:
    over = "<span class=hover-container><span class='hover-info messages'>Nat : Type</span></span>"
    assert code(f"<pre>{over}<a href=#>#check</a> Nat\n#eval 1</pre>") == ["#check Nat\n#eval 1"]
    assert code("<pre><span class='hover:info'>a = 1</span>\nb</pre>") == ["a = 1\nb"]


def test_an_element_named_code_with_its_language_is_a_listing() -> None:
    source = "GET https://api.example/items\n\nAccept: text/plain\nwith a body"
    assert code(f"<div class=code-block data-lang=http>{source}</div>") == [source]
    assert code(f"<div data-lang=en>{source}</div>") == []


@pytest.mark.parametrize(
    "html",
    [
        "<pre><div class=line>a = 1</div><div class=line></div><div class=line>b = 2</div></pre>",
        "<pre><div class=row><p class=line-no>1</p><div class=line>a = 1</div></div><div class=row>"
        "<p class=line-no>2</p><div class=line></div></div>"
        "<div class=row><p class=line-no>3</p><div class=line>b = 2</div></div></pre>",
        "<pre><table><tr class=lineno><td class=gutter>1<td><pre>a = 1</pre><tr class=lineno><td class=gutter>2"
        "<td><pre>\n</pre><tr class=lineno><td class=gutter>3<td><pre>b = 2</pre></table></pre>",
        "<div class=CodeBlock><div>a = 1</div><div></div><div>b = 2</div><div>c()</div></div>",
        "<pre><span id=a>a = 1</span><span id=b>b = 2<br>c()</span></pre>",
    ],
)
def test_an_empty_line_stays(html: str) -> None:
    (text,) = code(html)
    assert text.split("\n")[:3] == ["a = 1", "", "b = 2"]


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code><span class='line-number ln'>1</span><span>x</span><span> = </span><span>1</span></code></pre>",
        "<div class=code-block><code class=language-py>x = 1</code></div>",
        "<table><tr><td class=blob-num data-line-number=1><td class=blob-code>x = 1</table>",
        "<table><tr><td class=gutter>1<td class=code>x = 1</table>",
        "<table><tr><td><pre>1</pre><td><pre>x = 1</pre></table>",
        "<div class=fragment><div class=line>x = <a href=one>1</a></div></div>",
    ],
)
def test_a_listing_may_have_one_line(html: str) -> None:
    assert code(html) == ["x = 1"]


@pytest.mark.parametrize(
    "html",
    [
        "<div class=code-block><p><code class=language-py>x</code> is a name.</p></div>",
        "<p><code class=language-py>x</code></p>",
        "<table><tr><td>1<td class=code>x = 1</table>",
        "<div class=fragment><div class=line>The road is long.</div></div>",
        "<div class=fragment><div class=line>x = 1</div>and more</div>",
        "<div class=listing><div class=line>x = 1</div></div>",
        "<div style='font-family: Courier'><div>The road is long.</div><div>So is the day.</div><div>Go.</div></div>",
    ],
)
def test_what_only_looks_like_a_listing_is_none(html: str) -> None:
    assert code(html) == []


def test_lines_that_an_editor_hides_from_screen_readers_are_shown() -> None:
    drawn = "<div class=view-overlays></div><div class=view-zones></div><div class=view-lines aria-hidden=true>{}</div>"
    editor = f"<div class=monaco><div class=lines-content>{drawn}</div></div><textarea></textarea>"
    assert code(editor.format(lines("<div class=view-line>{code}</div>"))) == THREE


def test_a_listing_of_which_all_lines_are_hidden_is_hidden() -> None:
    drawn = "<div class=overlays></div><div class=zones></div><div class=view-lines style='display: none'>{}</div>"
    box = f"<div class=monaco><div class=lines-content>{drawn}</div></div><textarea></textarea>"
    assert code(box.format(lines("<div class=view-line>{code}</div>"))) == []


@pytest.mark.parametrize("numbers", ["1\n3\n4", "3\n2\n1", "1\n2\n3\n4\n5\n6", "1\n2\nx"])
def test_a_column_that_does_not_count_lines_is_no_gutter(numbers: str) -> None:
    page = Page(f"<table><tr><td><pre>{numbers}</pre><td><pre>a = 1\nb = 2\nc = 3</pre></table>")
    assert Hiding.BESIDE_CODE not in parse(page).hidden


@pytest.mark.parametrize("name", ["num", "hl num", "nums"])
def test_a_number_in_code_is_no_line_number(name: str) -> None:
    one, two, three = (f"<span class='{name}'>{number}</span>" for number in (1, 2, 3))
    html = f"<pre>add({one}, {two})\nsum({three})</pre>"
    assert code(html) == ["add(1, 2)\nsum(3)"]


def test_a_number_that_begins_a_line_of_code_stays_if_it_does_not_count_the_lines() -> None:
    assert code("<pre><b class=num>10</b> PRINT\n<b class=num>20</b> GOTO <b class=num>10</b></pre>") == [
        "10 PRINT\n20 GOTO 10"
    ]


def test_listings_beside_each_other_with_numbers_below_are_not_lines_of_one() -> None:
    pre = "<pre><code>{0} a\n{0} b</code></pre>"
    box = f"<div class='language-sh line-numbers-mode'><span class=lang>sh</span>{pre}</div>"
    html = f"<div class=blocks>{box.format('npm')}{box.format('pnpm')}</div>"
    assert code(html) == ["npm a\nnpm b", "pnpm a\npnpm b"]


def test_code_that_is_offered_for_download_in_the_page_is_that_code() -> None:
    lines = "<div class=ltx_listingline>say(’a␣b’)</div><div class=ltx_listingline>say(2)</div>"
    link = "<a download href='data:text/plain;base64,c2F5KCdhIGInKQpzYXkoMik='>⬇</a>"
    assert code(f"<div class=ltx_lstlisting><div>{link}</div>{lines}</div>") == ["say('a b')\nsay(2)"]
