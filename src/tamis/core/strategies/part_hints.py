"""Hints: what the name of an element, or the words of a line, say about a part of a page. One row for each.

A hint is a bit. `tamis.core.strategies.markup_hints` finds the hints of elements by the names in
`tamis.text.markup_names`, `tamis.core.strategies.line_hints` those of lines by the phrases in ``text/languages``. What
role follows from a hint is in its row.
"""

from __future__ import annotations

from typing import NamedTuple

from tamis.model import Role


class Part(NamedTuple):
    """The role of what is inside an element with a hint, and the rank of the part (lower wins)."""

    rank: int
    role: Role


class Line(NamedTuple):
    """A line with a hint: its role, the reason, and the phrases that give the hint, by purpose (`text.phrases`)."""

    rank: int
    """Rank of the hint; the lowest of a line counts."""
    role: Role
    reason: str
    whole: str = ""
    """Phrases that are the whole line."""
    label: str = ""
    """Phrases before a colon."""
    start: str = ""
    """Phrases of one or two words that the line begins with."""


class Hint(NamedTuple):
    """The row of a hint. Without `part` and `line` it gives no role: only strategies use it."""

    name: str
    part: Part | None = None
    line: Line | None = None


ROWS = (
    Hint(
        "advertisement",
        Part(1, Role.ADVERTISEMENT),
        Line(1, Role.ADVERTISEMENT, "a line that labels an advertisement", whole="advertisement"),
    ),
    Hint("consent", Part(2, Role.PROMPT)),
    Hint(
        "comments",
        Part(3, Role.COMMENT),
        Line(4, Role.COMMENT, "a label or a button of the comments", whole="comments"),
    ),
    Hint(
        "related",
        Part(4, Role.RELATED),
        Line(
            5,
            Role.RELATED,
            "a line that points to other pages",
            whole="related",
            label="related_label",
            start="related_start",
        ),
    ),
    Hint("breadcrumb", Part(5, Role.NAVIGATION)),
    Hint("pagination", Part(5, Role.NAVIGATION)),
    Hint("navigation", Part(5, Role.NAVIGATION)),
    Hint("share", Part(6, Role.PROMPT), Line(8, Role.PROMPT, "a button to share, print or follow", whole="share")),
    Hint(
        "prompt",
        Part(6, Role.PROMPT),
        Line(7, Role.PROMPT, "a line that asks the reader to sign up, log in or buy", whole="prompt"),
    ),
    Hint(
        "tags",
        Part(6, Role.NAVIGATION),
        Line(10, Role.NAVIGATION, "a label of topics", whole="tags", label="tags_label", start="tags_start"),
    ),
    Hint("caption", Part(6, Role.CAPTION)),
    Hint("contents", Part(6, Role.NAVIGATION)),
    Hint("date", Part(7, Role.DATELINE), Line(2, Role.DATELINE, "a line that is only a date")),
    Hint(
        "author",
        Part(7, Role.BYLINE),
        Line(3, Role.BYLINE, "a line that names the author", label="byline_label", start="byline_start"),
    ),
    Hint("review", Part(8, Role.COMMENT)),
    Hint("footer", Part(9, Role.NAVIGATION)),
    Hint("header", Part(9, Role.NAVIGATION)),
    Hint("popup", Part(10, Role.PROMPT)),
    Hint("tools", Part(10, Role.NAVIGATION)),
    Hint("legal", Part(10, Role.OTHER), Line(11, Role.NAVIGATION, "a line from the foot of pages", whole="legal")),
    Hint("form", Part(11, Role.PROMPT)),
    Hint("button", Part(11, Role.NAVIGATION)),
    Hint("teaser", Part(12, Role.RELATED)),
    Hint("sidebar", Part(13, Role.OTHER)),
    Hint("more", line=Line(6, Role.RELATED, "a link that leads on", whole="more")),
    Hint(
        "credit",
        line=Line(
            9,
            Role.CAPTION,
            "a line that says whose picture it is",
            whole="credit",
            label="credit_label",
            start="credit_start",
        ),
    ),
    Hint(
        "read time",
        line=Line(
            12,
            Role.OTHER,
            "a line that says how long the text takes to read",
            whole="reading_time",
            label="reading_time_start",
            start="reading_time_start",
        ),
    ),
    *map(
        Hint,
        "article body contact figure forum hidden lead main media meta notice product rating testimonial title".split(),
    ),
)
"""The hints. Of an element's own hints the first with a `part` counts.

Of the elements around a block the one with the lowest rank wins, and of those with the same rank the outermost: a
byline in a comment belongs to the comment, a byline in a footer is a byline.
"""

HINTS: tuple[str, ...] = tuple(row.name for row in ROWS)
"""The names of the hints in the order of their bits: the hint ``HINTS[n]`` is the bit ``1 << n``."""

BITS: dict[str, int] = {name: 1 << place for place, name in enumerate(HINTS)}
"""The bit of each hint."""

# The hints that code names because it has a rule for them.
NAVIGATION, HEADER, FOOTER, SIDEBAR = (BITS[name] for name in ("navigation", "header", "footer", "sidebar"))
BREADCRUMB, PAGINATION, COMMENTS, RELATED = (BITS[x] for x in ("breadcrumb", "pagination", "comments", "related"))
SHARE, AUTHOR, DATE, META, TAGS = (BITS[name] for name in ("share", "author", "date", "meta", "tags"))
ADVERTISEMENT, PROMPT, CONSENT, POPUP = (BITS[name] for name in ("advertisement", "prompt", "consent", "popup"))
CAPTION, BODY, ARTICLE, TITLE, LEAD = (BITS[name] for name in ("caption", "body", "article", "title", "lead"))
TEASER, PRODUCT, REVIEW, FORUM, TOOLS = (BITS[name] for name in ("teaser", "product", "review", "forum", "tools"))
FORM, LEGAL, CONTENTS = (BITS[name] for name in ("form", "legal", "contents"))
MEDIA, HIDDEN, MAIN, FIGURE = (BITS[name] for name in ("media", "hidden", "main", "figure"))
RATING, BUTTON, READ_TIME, CREDIT, MORE = (BITS[name] for name in ("rating", "button", "read time", "credit", "more"))

NOT_MAIN = (
    NAVIGATION | FOOTER | BREADCRUMB | PAGINATION | SHARE | CONSENT | ADVERTISEMENT | COMMENTS | RELATED | SIDEBAR
    | PROMPT | AUTHOR
)  # fmt: skip
"""Hints of parts that are not what the page is about, even in its main element."""
