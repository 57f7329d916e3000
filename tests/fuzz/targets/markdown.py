"""Text of a page to Markdown, excerpts and quotes.

Oracles: Markdown, rendered by markdown-it with HTML allowed, shows the words of the page and nothing that runs; an
excerpt is within its budget; the words of a quote's link are in its block.
"""

from __future__ import annotations

from functools import cache
from html import escape
from urllib.parse import unquote

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

import tamis
from tamis.core.strategies.everything import Everything
from tamis.text.characters import printable
from tamis.text.text_fragments import fragments_of
from tamis.write.markdown import write_markdown

from ..oracles import PAGE_URL, expect, is_harmless, is_text

_BUDGET = 12
"""Tokens of an excerpt."""
_TAGS = ("p", "h2", "li", "blockquote", "p")


@cache
def _renderer() -> MarkdownIt:
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    renderer.validateLink = lambda url: True  # type: ignore[method-assign]  # the writer's own check is tried
    return renderer


def check(data: bytes) -> None:
    """Make a page of the lines of a text, extract it, and write it as Markdown."""
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()][:8]
    body = "".join(f"<{tag}>{escape(line)}</{tag}>" for tag, line in zip(_TAGS * 2, lines, strict=False))
    article = tamis.extract(tamis.Page(f"<body>{body}", PAGE_URL), settings=tamis.Settings(strategy=Everything()))
    markdown = is_text(write_markdown(tamis.Article(metadata=tamis.Metadata(), blocks=article.blocks)), of="Markdown")
    html = _renderer().render(markdown)
    is_harmless(html)
    shown = LexborHTMLParser(html)
    words = _dense("".join(block.text for block in article.blocks))
    seen = _dense(shown.body.text(deep=True) if shown.body is not None else "")
    expect(seen == words, f"Markdown shows {seen[:60]!r} for {words[:60]!r}")
    excerpt = article.excerpt(max_tokens=_BUDGET, count_tokens=lambda text: len(text.split()))
    expect(len(excerpt.text.split()) <= _BUDGET, "an excerpt is over its budget")
    _quotes_lead_back(article)


def _quotes_lead_back(article: tamis.Article) -> None:
    fragments = fragments_of(article)
    for block in article.blocks:
        directive = fragments.directive(block.text, block=block.index)
        if not directive:
            continue
        parts = [
            part for part in directive.removeprefix("text=").split(",") if not part.endswith("-") and part[:1] != "-"
        ]
        for part in parts:
            expect(_dense(unquote(part)).lower() in _dense(block.text).lower(), f"{part!r} is not in its block")


def _dense(text: str) -> str:
    return "".join(printable(text).split())
