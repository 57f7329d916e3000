"""Pages that scripts draw in the browser: their HTML is an empty shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.outcome.evidence import within
from tamis.model import Kind
from tamis.text.markup_names import SCRIPT_ROOTS
from tamis.text.phrases import first_in, words

if TYPE_CHECKING:
    from tamis.core.outcome.evidence import Evidence

LITTLE_TEXT = 60
"""A page with fewer words and several scripts is drawn in the browser."""
SHELL = 150
"""Maximum words of a shell, its menus and footer, if the page asks for scripts or its root is empty."""
MIN_SCRIPTS = 3
MAX_PICTURES = 2
"""Maximum number of pictures; a page with more has something to show: a comic, a gallery."""
MAX_REQUEST = 60
"""Maximum words of a request to enable scripts."""

_SCRIPT_NAMES = ("javascript", "java script", "java-script")
_SCRIPT_VERBS = words("script_verb")

_LOADERS = "link[rel=modulepreload], link[rel=preload][as=script], script[type=module], script#__NEXT_DATA__"


def needs_script(view: Evidence) -> str | None:
    """Return the reason why a page is an empty shell; None if it is not."""
    requests = [line for line in view.lines if line.words <= MAX_REQUEST and asks_for_scripts(line.text)]
    seen = view.seen_words - sum(line.words for line in requests)
    kept = view.words - sum(line.words for line in requests if line.kept)
    if seen >= SHELL:
        return None
    if _has_empty_root(view) and not _serves_without(view):
        return f"the page holds {seen} words, and the element that its scripts fill is empty"
    if kept >= view.min_words:
        return None
    if requests:
        return f"the page holds {seen} words and asks for scripts: “{requests[0].text[:80]}”"
    if seen < LITTLE_TEXT and _is_drawn(view):
        return f"the page holds {seen} words and draws the rest by script"
    return None


def asks_for_scripts(text: str) -> bool:
    """Tell whether a plain text asks the reader to enable scripts."""
    return first_in(text, _SCRIPT_NAMES) is not None and first_in(text, _SCRIPT_VERBS) is not None


def _has_empty_root(view: Evidence) -> bool:
    """Tell whether the page has an empty root element for scripts to draw in."""
    document = view.document
    for node, element in enumerate(document.elements):
        name = (element.attr("id") or "").lower()
        if name in SCRIPT_ROOTS and document.block_start[node] == document.block_stop[node]:
            return True
    # Frameworks also define custom elements: app-root, discourse-assets.
    return any(
        "-" in child.tag and not child.text.strip()
        for body in document.tree.select("body")[:1]
        for child in body
        if hasattr(child, "tag")
    )


def _serves_without(view: Evidence) -> bool:
    """Tell whether the kept text is meant for readers without scripts."""
    inside = within(view.document, ("noscript",))
    return any(line.kept and inside[line.block] and not asks_for_scripts(line.text) for line in view.lines)


def _is_drawn(view: Evidence) -> bool:
    document = view.document
    pictures = sum(kind is Kind.IMAGE for kind in document.kinds)
    if pictures > MAX_PICTURES:
        return False
    return len(document.tree.select("script")) >= MIN_SCRIPTS or bool(document.tree.select(_LOADERS))
