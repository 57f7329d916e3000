"""Markdown as a page: its HTML by CommonMark with tables and strikethrough, so that all stages and writers know it.

HTML in the Markdown becomes HTML of the page, with all that holds for a page: it is parsed, never passed on, and what
it hides is hidden. A head in YAML becomes the page's declarations. The cost is linear in the text: a target that is
defined once and used often is written up to a limit, as in cmark.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from tamis.model import MarkdownOffer, MarkdownVerdict, MarkdownWay, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

MAX_HEAD_LINES = 100
MOST_TARGETS = 1_000_000
"""Number of characters of defined targets that every text may use; a longer text may use as many as it has."""
_FIELD = re.compile(r"([A-Za-z][\w-]{0,40}) {0,3}: {0,3}(\S.*)?")
_ITEM = re.compile(r" {0,8}- +(\S.*)")
_DECLARED = {
    "title": "og:title",
    "author": "author",
    "authors": "author",
    "date": "article:published_time",
    "published": "article:published_time",
    "modified": "article:modified_time",
    "description": "description",
    "site": "og:site_name",
    "canonical": "",
    "url": "",
}
"""Name of the meta element for each key of a head; empty for the canonical URL."""
_LANGUAGE = ("language", "lang")


def markdown_page(
    text: str,
    url: str | None = None,
    *,
    base: str | None = None,
    title: str | None = None,
    encoding: str | None = None,
    fetched: str | None = None,
    offers: tuple[MarkdownOffer, ...] = (),
) -> Page:
    """Make a page from Markdown. `offers` tells where it comes from; without, it is what somebody passed.

    `base` is the URL that its links are relative to, if it is not that of the page.
    """
    fields, body = _without_head(text.removeprefix("\ufeff"))
    language = next((values[0] for key, values in fields if key in _LANGUAGE and values), "")
    head = "".join(_declarations(fields))
    lang = f' lang="{escape(language)}"' if language else ""
    base_element = f'<base href="{escape(base)}">' if base and base != url else ""
    html = (
        f'<!doctype html>\n<html{lang}><head><meta charset="utf-8">{base_element}{head}</head>\n<body><article>\n'
        f"{_converter().render(body, {'references': _Targets(len(body))})}</article></body></html>\n"
    )
    offers = offers or (MarkdownOffer(MarkdownWay.ANSWER, url or "", MarkdownVerdict.USED),)
    return Page(html, url, title, encoding=encoding, fetched=fetched, markdown=offers)


class _Targets(dict[str, Any]):
    """What a text defines by ``[name]: target "title"``, until its use has made too many characters."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._left = max(MOST_TARGETS, size)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Return a target, if it can be used once more."""
        found = super().get(name)
        if found is None:
            return otherwise
        self._left -= len(found["href"]) + len(found["title"])
        return found if self._left >= 0 else otherwise


@lru_cache(maxsize=1)
def _converter() -> MarkdownIt:
    from markdown_it import MarkdownIt  # few pages are Markdown

    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def _without_head(text: str) -> tuple[list[tuple[str, list[str]]], str]:
    """Cut off the head in YAML, and read its plain fields and lists."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != "---":
        return [], text
    end = next((number for number, line in enumerate(lines[1 : MAX_HEAD_LINES + 1], 1) if line.rstrip() == "---"), None)
    if end is None:
        return [], text
    fields: list[tuple[str, list[str]]] = []
    for line in lines[1:end]:
        line = line.rstrip()
        if (found := _FIELD.fullmatch(line)) is not None:
            fields.append((found[1].lower(), list(_values(found[2] or ""))))
        elif fields and (item := _ITEM.fullmatch(line)) is not None:
            fields[-1][1].append(_unquoted(item[1]))
    return fields, "".join(lines[end + 1 :])


def _values(text: str) -> Iterator[str]:
    if text.startswith("[") and text.endswith("]"):
        yield from filter(None, (_unquoted(part) for part in text[1:-1].split(",")))
    elif text:
        yield _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _declarations(fields: list[tuple[str, list[str]]]) -> Iterator[str]:
    for key, values in fields:
        name = _DECLARED.get(key)
        for value in values if name is not None else ():
            if not name:
                yield f'<link rel="canonical" href="{escape(value)}">'
            else:
                kind = "property" if ":" in name else "name"
                yield f'<meta {kind}="{name}" content="{escape(value)}">'
        if key == "title" and values:
            yield f"<title>{escape(values[0])}</title>"
