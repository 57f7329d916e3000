"""Pictures and captions of an article given as HTML, which is the format of the set `readability`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, parse_html
from tamis_bench.samples import TruePicture

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCES = ("src", "data-src", "data-original", "data-lazy-src")
MIN_SIDE = 50
"""Pixels; a picture that declares a smaller side is an icon or a counter, which tamis does not count as a picture."""


def pictures_of(html: str) -> tuple[TruePicture, ...]:
    """Find the pictures of an article, each with all its URLs and the caption of its figure."""
    return tuple(
        TruePicture(urls, _caption(image), is_credited=True)
        for image in parse_html(html).select("img")
        if not _is_small(image) and not _is_formula(image) and (urls := tuple(dict.fromkeys(_urls(image))))
    )


def _is_formula(image: Element) -> bool:
    """Tell whether the picture replaces a formula, which tamis reads as a formula."""
    return "math" in (image.attr("class") or "") or "/math/" in (image.attr("src") or "")


def _urls(image: Element) -> Iterator[str]:
    """Yield the URLs of a picture. Data URLs are left out, because they do not identify it."""
    picture = next((outer for outer in _around(image) if outer.tag == "picture"), None)
    for one in (image, *(picture.select("source") if picture is not None else ())):
        found = [one.attr(name) or "" for name in _SOURCES]
        found += [part.split()[0] for part in (one.attr("srcset") or "").split(", ") if part.split()]
        yield from (url.strip() for url in found if url.strip() and not url.startswith("data:"))


def _caption(image: Element) -> str:
    figure = next((outer for outer in _around(image) if outer.tag == "figure"), None)
    captions = figure.select("figcaption") if figure is not None else []
    return " ".join(captions[0].text.split()) if captions else ""


def _around(image: Element) -> Iterator[Element]:
    return (outer for outer in image.ancestors if isinstance(outer, Element))


def _is_small(image: Element) -> bool:
    sides = (image.attr(name) or "" for name in ("width", "height"))
    return any(side.isdecimal() and int(side) < MIN_SIDE for side in sides)
