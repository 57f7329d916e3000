"""Bodies in templates: what a script would put into the page, or the browser itself (declarative shadow roots)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.embedded.body import Body, is_prose, plain_text
from tamis.embedded.scripts import Found
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.embedded.body import Hints
    from tamis.parse.tree import Element, Tree

MAX_TEMPLATES = 20
"""How many templates are looked at."""
_HEADINGS = "h1, h2"


def bodies_in_templates(tree: Tree, hints: Hints, at_least: int) -> Iterator[Found]:
    """Templates of so many words that show that they are this page's: by its title, its description, or as a shadow
    root, which browsers show without a script."""
    for template in tree.select("template")[:MAX_TEMPLATES]:
        html = template.inner_html
        if "<" not in html:
            continue
        text = plain_text(html)
        words = count_words(text)
        shadow = template.attr("shadowrootmode") is not None
        if words >= at_least and is_prose(html) and (shadow or _is_this_page(template, text, hints)):
            yield Found(Body(html, words, True), "a shadow root" if shadow else "a template", template)


def _is_this_page(template: Element, text: str, hints: Hints) -> bool:
    return hints.begins(text) or any(hints.names(heading.text) for heading in template.select(_HEADINGS)[:3])
