"""A page to every writer.

Oracles: any bytes give an article or a `TamisError`; every output is what it says (UTF-8, JSON, XML) and cannot run;
one page in eight
gives the same JSON when it is extracted again; JSON read back is the same article; spans lie in the source, and a span
without markup has the words of its block.
"""

from __future__ import annotations

from zlib import crc32

import tamis
from tamis.core.strategies import names
from tamis.errors import TamisError
from tamis.model import Kind
from tamis.write.formats import FORMATS, WHOLE_FORMATS
from tamis.write.json_reading import article_from_json

from ..oracles import PAGE_URL, expect, is_harmless, is_json, is_text, is_xml, same_again

_STRATEGIES = tuple(names())
_SKIPPED_WORDS = frozenset({Kind.TABLE, Kind.IMAGE, Kind.MEDIA, Kind.CODE})
"""Kinds of blocks whose text is not written in the page character by character."""
_SAID_OTHERWISE = frozenset("<&$\\`\xad\x00")
"""Characters of markup, entities and formulas: a source with one of them may say something else."""


def check(data: bytes) -> None:
    """Extract and write a page."""
    chosen = crc32(data)
    settings = tamis.Settings(
        strategy=_STRATEGIES[chosen % len(_STRATEGIES)] if chosen % 3 == 0 else "learned",
    )
    try:
        page = tamis.api.page_from(data, PAGE_URL)
        article = tamis.extract(page, settings=settings)
    except TamisError:
        return
    json = same_again(article.to_json(), lambda: tamis.extract(page, settings=settings).to_json(), data)
    is_json(json)
    expect(article_from_json(json).to_json() == json, "JSON read back is another article")
    for name in WHOLE_FORMATS:
        written = is_text(FORMATS[name].write(article), of=name)
        if name == "html":
            is_harmless(written)
        elif name in ("xml", "tei", "ssml"):
            is_xml(written)
        elif name == "chunks":
            for line in written.splitlines():
                is_json(line)
    _spans_hold(page, article)


def _spans_hold(page: tamis.Page, article: tamis.Article) -> None:
    source = page.html.replace("\r\n", "\n").replace("\r", "\n")
    for block in article.blocks:
        if block.span is None:
            continue
        start, end, line = block.span
        expect(0 <= start < end <= len(source), f"the span {start}-{end} is not in the source")
        expect(line == source.count("\n", 0, start) + 1, f"the span at {start} is not in line {line}")
        quoted = source[start:end]
        if block.kind not in _SKIPPED_WORDS and _SAID_OTHERWISE.isdisjoint(quoted) and quoted.isprintable():
            said, written = "".join(block.text.split()), "".join(quoted.split())
            expect(said == written, f"the span at {start} is {written[:40]!r}, its block {said[:40]!r}")
