"""Data in a page's scripts: JSON-LD, lenient JSON, JavaScript.

Oracles: valid JSON is read as Python's own parser reads it; values of anything else are plain, not deep, and not longer
than their source; a page with the data extracts, and its metadata are texts.
"""

from __future__ import annotations

import json

import tamis
from tamis.core.embedded.javascript import read_script
from tamis.errors import TamisError
from tamis.text.lenient_json import read_json

from ..oracles import PAGE_URL, expect, is_text, same_twice

_DEEPEST = 1_000
_GROWTH = 12
"""Characters of a value as JSON for each of its source: an escape such as ``\\ud83c`` for a byte."""
_TEXT = "<p>" + "The harbour tunnel opens early, said the city on Monday. " * 6


def check(data: bytes) -> None:
    """Read data by itself and in a page."""
    text = data.decode("utf-8", "replace")
    values = _read(text)
    try:
        expected = json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        expect(_written([expected]) == _written(values), "valid JSON is read otherwise")
    named = same_twice(lambda: _written([[one.name, one.value] for one in read_script(text)]))
    expect(len(named) <= _GROWTH * 3 * len(text) + 1_000, "values of a script are longer than the script")
    safe = text.replace("</", "<\\/")
    try:
        for opening in ('<script type="application/ld+json">', "<script>window.__INITIAL_STATE__ = "):
            article = tamis.extract(tamis.Page(f"<title>A</title>{opening}{safe}</script>{_TEXT}", PAGE_URL))
            for value in (
                article.metadata.title,
                article.metadata.subtitle,
                article.to_text(),
                *article.metadata.authors,
            ):
                is_text(value or "", of="the metadata")
    except TamisError:
        return


def _read(text: str) -> list[object]:
    values: list[object] = read_json(text)
    written = _written(values)
    expect(len(written) <= _GROWTH * len(text) + 100, "values are longer than their source")
    expect(_written(read_json(text)) == written, "the same text has two values")
    return values


def _written(value: object) -> str:
    return json.dumps(value)
