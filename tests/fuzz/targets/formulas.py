"""Formulas: TeX, AsciiMath and MathML.

Oracles: what is written is well-formed MathML that cannot run, the same each time, and not much longer than its source.
"""

from __future__ import annotations

import tamis
from tamis.core.parse.mathml_tex import mathml_to_tex
from tamis.core.parse.tree import parse_html
from tamis.text.asciimath import asciimath_to_tex
from tamis.write.mathml import write_mathml

from ..oracles import PAGE_URL, expect, is_harmless, is_xml, same_twice

_GROWTH, _AT_LEAST = 100, 2_000
"""Characters of MathML for each of TeX, and those that are never too many."""


def check(data: bytes) -> None:
    """Write a formula as MathML, back as TeX, and within a page."""
    text = data.decode("utf-8", "replace")
    for tex in (text, asciimath_to_tex(text)):
        written = same_twice(lambda tex=tex: write_mathml(tex))  # type: ignore[misc]
        expect(len(written) <= _GROWTH * len(tex) + _AT_LEAST, f"{len(tex)} characters became {len(written)}")
        is_xml(written)
        is_harmless(written)
        for math in parse_html(written).select("math")[:1]:
            mathml_to_tex(math)
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    article = tamis.extract(tamis.Page(f"<p>{'word ' * 30}<script type='math/tex'>{text}</script> {escaped}", PAGE_URL))
    is_harmless(article.to_html())
    is_xml(article.to_tei())
