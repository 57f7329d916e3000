"""Sanitizing of the output: a second line of defense behind our own writer.

The body is parsed again by nh3 (ammonia), which passes on only what is on its lists. Depth is limited before, in
`tamis.filter.markup`, because nh3's time grows with its square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.filter.markup import ADDRESSES, EVERYWHERE, OF_SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Set

_SCHEMES = {"http", "https", "mailto", "tel"}
_SANDBOX = "allow-scripts allow-same-origin allow-popups allow-presentation"
# Dropped together with their content, wherever they come from.
_NEVER = set("script style svg math template noscript iframe object xmp title noembed noframes".split())


def sanitized(html: str, tags: Set[str]) -> str:
    """Sanitize the body's HTML, with only these elements."""
    import nh3  # only here, because extraction does not need it

    allowed = {tag: set(names) for tag, names in ADDRESSES.items() if tag in tags}
    for tag in ("img", "source"):
        allowed.setdefault(tag, set()).add("srcset")
    if "script" in tags:
        allowed["script"] |= OF_SCRIPTS
    allowed["*"] = set(EVERYWHERE)
    with_data = '"data:image/' in html.lower()
    return nh3.clean(
        html,
        tags=set(tags),
        clean_content_tags=_NEVER - set(tags),
        attributes=allowed,
        attribute_filter=_only_data_of_pictures if with_data else None,
        generic_attribute_prefixes={"aria-"},
        url_schemes=_SCHEMES | {"data"} if with_data else _SCHEMES,
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"iframe": {"sandbox": _SANDBOX}} if "iframe" in tags else {},
    )


def _only_data_of_pictures(tag: str, attribute: str, value: str) -> str | None:
    """Keep ``data:`` URLs only for pictures."""
    is_data = value.strip().lower().startswith("data:")
    if is_data and not (tag == "img" and attribute == "src" and value.lower().startswith("data:image/")):
        return None
    return value
