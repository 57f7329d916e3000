"""Pages made of one construct over and over: how the cost of all stages grows with their size, in CPU and in memory.

``make growth``, or ``python -m growth.pages`` in the folder ``tests``, prints the table for pages of 0.1, 1 and 10 MB,
each in a process of its own. Pages of more elements than the limit allows are refused, and the table says so.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import tamis
from growth.measuring import exponent
from tamis.filter import filter_page

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = "The sea came in and went out again. "
BODY = f"<h1>Tides at the harbour wall</h1><p>{WORDS * 40}</p>"
MEGABYTE = 1_000_000
SIZES = (100_000, MEGABYTE, 10 * MEGABYTE - 10_000)  # the last is just below the limit on characters


_ONLY_GUARDED = re.compile(r"<(?:style|details|template)\b|\bpopover\b")
"""Beginnings of what is only read where hidden text is looked for."""


def _repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: BODY + before + piece * (size // len(piece)) + after


def _numbered(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    def make(size: int) -> str:
        count = size // (len(piece) + len(str(size // len(piece))))
        return BODY + before + "".join(piece.replace("#", str(number)) for number in range(count)) + after

    return make


def _data(piece: str) -> Callable[[int], str]:
    def make(size: int) -> str:
        data = {"@type": "NewsArticle", "headline": "Tides", "articleBody": piece * (size // len(piece))}
        return f'<script type="application/ld+json">{json.dumps(data)}</script>{BODY}'

    return make


PAGES: dict[str, Callable[[int], str]] = {
    "comments": _repeated("<!-- a -->"),
    "open comment": _repeated("<!-- a "),
    "comments first": lambda size: "<!-- a -->" * (size // 10) + BODY,
    "metas": lambda size: '<meta name="a" content="b">' * (size // 27) + BODY,
    "metas that name a date": lambda size: '<meta name="modifmodif" content="2020">' * (size // 39) + BODY,
    "attributes": _numbered(" a#=b", "<p", ">x"),
    "attributes and text in one element": lambda size: (
        BODY + "<div" + "".join(f" a{number}=b" for number in range(size // 20)) + ">" + "x<br><br>" * (size // 18)
    ),
    "one long attribute": _repeated("a ", '<p title="', '">x'),
    "classes": _repeated("a-b ", '<div class="', '">x'),
    "styles": _repeated("opacity : 1 ; ", '<p style="', '">x'),
    "style with spaces": _repeated(" ", '<p style="opacity:', 'x">x'),
    "style elements": _repeated("<style>p{color:red}</style>"),
    "rules and elements": lambda size: (
        "<style>" + "p{color:red}" * (size // 24) + "</style>" + BODY + "<p>x" * (size // 8)
    ),
    "long selectors": lambda size: (
        "<style>p:not(" + ",".join(["a"] * (size // 4)) + "){color:red}</style>" + BODY + "<p>x" * (size // 8)
    ),
    "popovers": _numbered("<button popovertarget=b#></button><div popover id=a#>c</div>"),
    "closed parts": _repeated("<details><summary><b>a"),
    "shadow trees": _repeated("<div><template shadowrootmode=open>a"),
    "scripts": _repeated("<script>var a = 1;</script>"),
    "state in a script": _repeated('{"a": [1, "b"]}, ', "<script>window.__STATE__ = [", "1]</script>"),
    "spaces": _repeated(" ", "<p>a", "b"),
    "line ends": _repeated("\n", "<p>a", "b"),
    "words": _repeated(WORDS, "<p>"),
    "one word": _repeated("a", "<p>"),
    "signs": _repeated("/|-:", "<p>"),
    "dates": _repeated("12 May 2019, ", "<p>"),
    "dates in lines": _repeated("<p>Updated 12 May 2019"),
    "names in a byline": _repeated("Jane Doe, ", '<p class="byline">By '),
    "paragraphs": _repeated(f"<p>{WORDS}</p>"),
    "short paragraphs": _repeated("<p>a"),
    "line breaks": _repeated("a<br><br>"),
    "cells": _repeated("<td>a</td>", "<table><tr>", "</table>"),
    "rows": _repeated("<tr><td>a<td>b", "<table>", "</table>"),
    "tables in tables": _repeated("<table><tr><td>"),
    "list items": _repeated("<li>a</li>", "<ul>", "</ul>"),
    "lists in lists": _repeated("<ul><li>a"),
    "links": _numbered('<a href="/a/#">b</a> ', "<p>"),
    "relative links and a long base": lambda size: (
        f'<base href="https://a.example/{"x" * (size // 2)}/">{BODY}<p>' + '<a href="b">c</a> ' * (size // 36)
    ),
    "open links": _repeated("<a href=b>"),
    "entities": _repeated("&amp;&lt;&#8212;", "<p>"),
    "broken entities": _repeated("&amp", "<p>"),
    "pictures": _numbered('<img src="/a#.jpg" alt="b">'),
    "figures": _repeated("<figure><img src=a.jpg><figcaption>c</figcaption></figure>"),
    "source sets": _repeated("a.jpg 100w, ", '<img srcset="', '">'),
    "JSON-LD text": _data(WORDS),
    "JSON-LD spaces": _data(" "),
    "JSON-LD lines": _data("a\n"),
    "JSON-LD markup": _data(f"<p>{WORDS}</p>"),
    "JSON-LD markup that is broken": _data("<p </p "),
    "JSON-LD scripts": lambda size: (
        '<script type="application/ld+json">{"@type":"Thing"}</script>' * (size // 62) + BODY
    ),
    "JSON-LD that is no JSON": lambda size: (
        f'<script type="application/ld+json">{{"a":"{WORDS}" "b" ' + '"c"d\n' * (size // 5) + f"</script>{BODY}"
    ),
    "depth": _repeated("<div>"),
    "depth of inlines": _repeated("<span>"),
    "unclosed tags": _repeated("<b><i>a"),
    "formatting left open": _numbered("<p><b c=#>a</p>"),
    "ends of nothing": _repeated("</p></div>"),
    "noscript": _repeated("<noscript><iframe></noscript>"),
    "noscript without an end": _repeated("<noscript "),
    "hidden parts": _repeated("<div hidden>a</div>"),
    "headings": _repeated("<h2>a</h2>"),
    "code": _repeated("a = b;\n", "<pre>", "</pre>"),
    "math": _repeated("<math><mi>x</mi></math>", "<p>"),
    "footnotes": _numbered('<sup><a href="#n#">#</a></sup>', "<p>"),
    "forms": _repeated("<input name=a><select><option>b</select>"),
    "angle brackets": _repeated("<", "<p>"),
    "NUL": _repeated("\0", "<p>"),
    "wide letters": _repeated("\u6d77\u6c34\u3002", "<p>"),
}


def use(html: str) -> str:
    """All stages and writers on a page; the outcome, or why it was refused."""
    try:
        article = tamis.extract(html.encode(), "https://a.example/b", content_type="text/html; charset=utf-8")
        for text in (article.to_markdown(), article.to_html(), article.to_json(), article.to_xml()):
            text.encode()
        filter_page(tamis.Page(html))
        if _ONLY_GUARDED.search(html):
            tamis.extract(html, hidden="guard")
    except tamis.TamisError as error:
        return error.code
    return article.outcome.value


def _alone(name: str, size: int) -> None:
    html = PAGES[name](size)
    use(BODY)  # imports, and the model
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    outcome = use(html)
    spent = time.process_time() - started
    print(json.dumps([len(html), spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, outcome]))


def main() -> None:
    """The table; or, with a name and a size, one line of data."""
    if len(sys.argv) == 3:
        _alone(sys.argv[1], int(sys.argv[2]))
        return
    print("| construct | MB | CPU seconds a MB | memory, MB a MB | growth | outcome |\n|---|---|---|---|---|---|")
    for name in PAGES:
        last: tuple[int, float] | None = None
        for size in SIZES:
            command = [sys.executable, "-m", "growth.pages", name, str(size)]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            characters, spent, memory, outcome = json.loads(output)
            mega = characters / MEGABYTE
            growth = f"{exponent(last[1], spent, characters / last[0]):.2f}" if last else ""
            cost = f"{spent / mega:.2f} | {memory / 1024 / mega:.0f}"
            print(f"| {name} | {mega:.1f} | {cost} | {growth} | {outcome} |", flush=True)
            last = (characters, max(spent, 0.001))


if __name__ == "__main__":
    main()
