"""Style sheets in a page.

Oracles: what they hide does not change with a comment, an unused rule before them, or another try; only elements of the
page are hidden; and a page with the style sheet has the words that it has without.
"""

from __future__ import annotations

from tamis.core.parse import parse
from tamis.core.parse.hidden import marked_elements
from tamis.core.parse.page_styles import hidden_with_styles
from tamis.core.parse.tree import Element, parse_html
from tamis.model import Page

from ..oracles import expect

_BODY = (
    '<body class="page"><div id=a class="x y"><p>one <b class=b>two</b></p><p class=c hidden>three</p></div>'
    '<div id=d data-k="v"><span class=x>four</span><ul><li>five<li class="y c">six</ul></div>'
    '<p id=e style="{}">seven</p>'
)


def check(data: bytes) -> None:
    """Hide by a style sheet, of which the last line is a style attribute."""
    css, _, inline = data.decode("utf-8", "replace").replace("</", "< /").rpartition("\n")
    inline = inline.replace("&", "&amp;").replace('"', "&quot;")
    hidden = _hidden(css, inline)
    expect(_hidden(css, inline) == hidden, "the same style sheet hid two sets of elements")
    expect(_hidden(f"/* a comment */{css}", inline) == hidden, "a comment changes what is hidden")
    expect(_hidden(f".nowhere{{color:red}}{css}", inline) == hidden, "an unused rule changes what is hidden")
    expect(_words(css, inline) == _words("", ""), "a style sheet changes the words of a page")


def _page(css: str, inline: str) -> str:
    return f"<!doctype html><style>{css}</style>{_BODY.format(inline)}"


def _hidden(css: str, inline: str) -> list[tuple[int, str]]:
    tree = parse_html(_page(css, inline))
    order = {element: place for place, element in enumerate(tree.select("*"))}
    hidden = hidden_with_styles(tree, marked_elements(tree))
    expect(all(isinstance(element, Element) and element in order for element in hidden), "no element of the page")
    return sorted((order[element], str(hiding)) for element, hiding in hidden.items())


def _words(css: str, inline: str) -> list[str]:
    return sorted(" ".join(parse(Page(_page(css, inline)), reads_styles=True).texts).split())
