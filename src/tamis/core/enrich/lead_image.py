"""The lead image: the picture that the page offers to link previews."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.enrich.declared import UNFILLED, clean
from tamis.model import Image

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.jsonld import Entity

_NO_PICTURE = re.compile(
    r"[/_.-](?:logos?|icons?|favicon|sprite|placeholder|blank|spacer|pixel|default(?:[-_]?(?:image|img|share|og|social|thumb[^\W_]*+))?|no-?image|"
    r"site-?image|og-?default|fallback|1x1|avatar|gravatar|apple-touch)(?=[/_.-]|\d*+\.\w++$|$)|\.ico(?:$|\?)",
    re.IGNORECASE,
)
MIN_SIDE = 100
"""Number of pixels below which a picture is an icon."""


def find_lead_image(sources: Sources, entities: Sequence[Entity]) -> Image | None:
    """Return the first of the declared pictures that is neither a logo nor a placeholder."""
    for image in _claims(sources, entities):
        url = sources.absolute(image.src)
        if url is None or UNFILLED.search(image.src):
            continue
        if _NO_PICTURE.search(url.partition("?")[0]) or _is_small(image):
            continue
        return Image(url, image.alt, image.caption, image.width, image.height)
    return None


def _is_small(image: Image) -> bool:
    return any(side is not None and side < MIN_SIDE for side in (image.width, image.height))


def _claims(sources: Sources, entities: Sequence[Entity]) -> Iterator[Image]:
    if url := sources.meta("og:image:secure_url", "og:image", "og:image:url"):
        yield Image(
            url,
            clean(sources.meta("og:image:alt")),
            width=_size(sources.meta("og:image:width")),
            height=_size(sources.meta("og:image:height")),
        )
    for entity in entities:
        for value in sources.data.each(
            entity.get("image") or entity.get("primaryImageOfPage") or entity.get("thumbnailUrl")
        ):
            if (image := _linked(value)) is not None:
                yield image
    if url := sources.meta(
        "twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full", "thumbnail"
    ):
        yield Image(url, clean(sources.meta("twitter:image:alt")))
    yield from (Image(url) for url in sources.links.get("image_src", ()))


def _linked(value: object) -> Image | None:
    if isinstance(value, str):
        return Image(value)
    if isinstance(value, dict):
        url = value.get("url") or value.get("contentUrl") or value.get("@id")
        if isinstance(url, list):
            url = url[0] if url else None
        if isinstance(url, str):
            caption = value.get("caption")
            return Image(
                url,
                caption=clean(caption) if isinstance(caption, str) else "",
                width=_size(value.get("width")),
                height=_size(value.get("height")),
            )
    return None


def _size(value: object) -> int | None:
    """Read a number of pixels: ``1200``, ``"1200"``, ``"1200px"``."""
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if 0 < value < MAX_SIZE else None
    match = re.match(r"\s*(\d{1,5})", value) if isinstance(value, str) else None
    return int(match[1]) or None if match else None


MAX_SIZE = 100_000
