"""Bits of the hints that `tamis.core.strategies.markup_hints` and `tamis.core.strategies.line_hints` give, one each."""

from __future__ import annotations

from tamis.text import markup_names

HINTS: tuple[str, ...] = (
    *markup_names.NAMES,
    "main", "figure", "read time", "credit", "more",
)  # fmt: skip
"""The hints in the order of their bits: the hint ``HINTS[n]`` is the bit ``1 << n``."""

BITS: dict[str, int] = {name: 1 << place for place, name in enumerate(HINTS)}
"""The bit of each hint."""

NAVIGATION, HEADER, FOOTER, SIDEBAR = (BITS[name] for name in ("navigation", "header", "footer", "sidebar"))
BREADCRUMB, PAGINATION, COMMENTS, RELATED = (BITS[x] for x in ("breadcrumb", "pagination", "comments", "related"))
SHARE, AUTHOR, DATE, META, TAGS = (BITS[name] for name in ("share", "author", "date", "meta", "tags"))
ADVERTISEMENT, PROMPT, CONSENT, POPUP = (BITS[name] for name in ("advertisement", "prompt", "consent", "popup"))
CAPTION, BODY, ARTICLE, TITLE, LEAD = (BITS[name] for name in ("caption", "body", "article", "title", "lead"))
TEASER, PRODUCT, REVIEW, FORUM, TOOLS = (BITS[name] for name in ("teaser", "product", "review", "forum", "tools"))
FORM, LEGAL, CONTENTS = (BITS[name] for name in ("form", "legal", "contents"))
MEDIA, HIDDEN, MAIN, FIGURE = (BITS[name] for name in ("media", "hidden", "main", "figure"))
RATING, BUTTON, READ_TIME, CREDIT, MORE = (BITS[name] for name in ("rating", "button", "read time", "credit", "more"))
