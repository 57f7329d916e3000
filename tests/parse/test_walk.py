"""The walk in C does what the walk in Python does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from c_modules import fresh
from example_site import PAGES, page_bytes
from html_soup import soup
from tamis import Page
from tamis.core import parse
from tamis.core.parse.encodings import decode
from tamis.core.parse.grids import find_grids
from tamis.core.parse.hidden import hidden_elements, marked_elements
from tamis.core.parse.listings import find_listings
from tamis.core.parse.math import find_formulas
from tamis.core.parse.tree import parse_html
from tamis.core.parse.walk import cut_blocks

if TYPE_CHECKING:
    from tamis.core.parse.walk import Columns

CONSTRUCTS = [
    "",
    "<p>one<br>two<br> <br>three<br><br>",
    "<p>a\xadb <b>c</b>\xa0d</p><p>\u3000</p>",
    "<a href=x>in <b>a</b> link</a><a>no link</a><span>a</span><span>b</span><p><span>a</span><span>b</span></p>",
    "<h2><span>power</span><a href=x>See</a></h2><div><time>21:00</time><b>Jane</b><b>doe</b><i>x</i><b></b>Y</div>",
    "<pre><span>get</span><span>Name</span></pre><table><tr><th>a<td><b>one</b><b>Two</b><tr><td>c<td>d</table>",
    "<h2>Head<a href='#h'>¶</a></h2><h2><a href='#h'>#</a> hidden <b hidden>away</b></h2>",
    "<p>before <span hidden>hidden<p>more</p></span> after</p>",
    "<table><tr><th>a<td>b\xadc <p>d</p><br>e<tr><td hidden>x<td>y<tr><td></table>",
    "<table><tr><td>x<td><table><tr><th>i<td>j</table></table>",
    "<table><caption>c</caption><tr><th>a<td><pre>x\n y</pre><tr hidden><td>b</table>",
    "<pre>\n a\n<div>b</div><p>c<br>d\n</p></pre><pre>1\n2\n3</pre><pre hidden>4\n5</pre><pre> \n</pre>",
    "<ruby>漢<rp>(</rp><rt>kan</rt><rt> </rt></ruby>",
    "x <math alttext='a+b'></math> <script type='math/tex'>y</script><math hidden><mi>z</mi></math>",
    "<p>a<button>b</button>c<noscript>d</noscript></p><div>a<button>b</button></div><noscript>&lt;img&gt;</noscript>",
    "<p>a<span class=br></span>b<span class=other></span>c</p>",
    "<p>a<img src=a.png>b<video></video></p><img hidden><iframe src=x></iframe>",
    "<pre><div>a<br></div><div>b<br></div></pre><p>so <img src='mimetex.cgi?x^2'> holds</p><mml:math>x</mml:math>",
    "<pre><span class=ln>1</span>a\n<span class=ln>2</span>b</pre><div class=blockcode><ol><li>a<li>b</ol></div>",
    "<table><tr><td>1<td class=code>a<tr><td>2<td class=code>b</table><p>x <code class=block>a\n b</code> y",
    '<div role="table"><div role="row"><b role="cell">a</b><b role="cell">b</b></div>'
    '<div role="row"><i role="cell">c</i><i role="cell">d<p>e</p></i></div></div>x',
    "<svg><text>x</text></svg><template><p>t</p></template><select><option>o</select>",
]


@pytest.fixture(scope="module")
def walk() -> Any:
    return fresh()


def both(walk: Any, html: str) -> tuple[Columns, Columns]:
    """The columns by both walks; their nodes are those of one tree."""
    tree = parse_html(html)
    marked = marked_elements(tree)
    hidden = hidden_elements(tree, marked)
    listings, formulas = find_listings(tree, marked).code, find_formulas(tree, marked)
    grids = find_grids(marked)
    return (
        parse.cut_compiled(walk, tree.root, dict(hidden), listings, formulas, grids),
        cut_blocks(tree.root, dict(hidden), listings, formulas, grids),
    )


@pytest.mark.parametrize("name", PAGES)
def test_both_walks_agree_on_the_example_site(walk: Any, name: str) -> None:
    compiled_columns, columns = both(walk, decode(page_bytes(name)).text)
    assert compiled_columns == columns


@pytest.mark.parametrize("html", CONSTRUCTS)
def test_both_walks_agree_on_every_construct(walk: Any, html: str) -> None:
    compiled_columns, columns = both(walk, html)
    assert compiled_columns == columns


@settings(max_examples=400, deadline=None)
@given(html=soup(max_size=60))
def test_both_walks_agree_on_broken_pages(walk: Any, html: str) -> None:
    compiled_columns, columns = both(walk, html)
    assert compiled_columns == columns


def test_the_walk_in_c_folds_every_white_space(walk: Any) -> None:
    space = "".join(
        map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x3000))
    )
    compiled_columns, columns = both(walk, "<p>" + "".join(f"a{sign}" for sign in space) + "</p>")
    assert compiled_columns.texts == columns.texts
    assert compiled_columns.texts[0].isascii() == columns.texts[0].isascii()


def test_an_error_of_the_tree_comes_through(walk: Any) -> None:
    tree = parse_html("<p>x</p>")
    with pytest.raises(TypeError):
        walk.walk(tree.root, {}, ())


def test_pages_are_cut_without_the_module_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_WALK", None)
    page = Page("<p>one</p><p>two</p>")
    tree = parse_html(page.html)
    assert parse.segment(page, tree, {}, marked_elements(tree)).texts == ["one", "two"]
