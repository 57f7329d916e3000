"""Paywalls: articles that are cut off until the reader pays.

A paywall is never guessed from words alone: the page must declare that it is not free, or have the markup of a paywall,
and the available text must be cut short. A page that declares a paywall but gives its whole text, as most do, is an
article; `Metadata.paywalled` says the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.markup_names import PAYWALL_NAMES
from tamis.text.phrases import first_in, plain_phrases
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.outcome.evidence import Evidence, EvidenceLine
    from tamis.core.parse.jsonld import Entity

SHORT = 75
"""Minimum words of a body that is not cut short, unless the page declares no more. Even brief news have as many."""
MAX_UNDECLARED = 200
"""Maximum words of the text if no paywall is declared and there is only its markup."""
MAX_TEASER = 400
"""Maximum words of a teaser. A prompt to subscribe below a whole article does not cut it off."""
WHOLE = 0.75
"""Minimum share of the declared words at which the text is whole."""
CUT = 0.6
"""Share of the declared words below which the text is cut off."""
LOCKED_PART = 100
"""Number of words in the part that is declared as locked that show that it is on the page."""
NEAR = 5
"""Maximum number of lines between the text and a prompt to subscribe below it."""

_PROMPTS = plain_phrases("subscribe_prompt")
_WALLS = ("paywall", "regwall")
_ENDS_CUT = ("…", "...", "[…]", "[...]", "…]", "(…)")
_MAX_SELECTORS = 5
_SELECTOR = re.compile(r"(?:[a-z]{1,20}|[.#][A-Za-z_][\w-]{0,80})(?:\.[A-Za-z_][\w-]{0,80}){0,3}", re.ASCII)
"""A tag, a class or an id. Other selectors are rare, and can be crafted to take long."""
_COUNT = re.compile(r"\d{1,7}", re.ASCII)


def may_be_cut(view: Evidence) -> bool:
    """Check cheaply whether the page declares a paywall, or is short and declares nothing."""
    paywalled = view.metadata.paywalled
    return paywalled is True or (paywalled is None and view.words < MAX_UNDECLARED)


def paywall(view: Evidence) -> str | None:
    """Return the reason why an article is cut off by a paywall; None if it is not."""
    if view.metadata.paywalled is None:
        return _undeclared(view)
    entities = view.document.json_ld.data.candidates
    total = _declared_words(entities)
    if total and view.words >= WHOLE * total:
        return None
    if total and view.words < CUT * total and not _is_on_page(view, total):
        return f"the page says it is behind a paywall; it has {view.words} of the article's {total} words"
    if view.words >= MAX_TEASER:
        return None
    if prompt := _prompt_below(view):
        return f"the page says it is behind a paywall; the text stops after {view.words} words at “{prompt}”"
    locked = [_part_words(view, selector) for selector in _locked_parts(entities)]
    if any(words >= LOCKED_PART for words in locked):
        return None
    if _last_text(view).endswith(_ENDS_CUT):
        return f"the page says it is behind a paywall; the text breaks off after {view.words} words"
    if view.words < SHORT:
        return f"the page says it is behind a paywall; it has only {view.words} words"
    return None


def _undeclared(view: Evidence) -> str | None:
    """Accept the markup of a paywall as its declaration if a prompt to subscribe follows a short text."""
    if not any(wall in view.document.page.html for wall in _WALLS):
        return None
    names = [
        name
        for element in view.document.elements
        for name in (*(element.attr("class") or "").lower().split(), (element.attr("id") or "").lower())
        if name in PAYWALL_NAMES
    ]
    if not names or not (prompt := _prompt_below(view)):
        return None
    return f"the page has a paywall ({names[0]}), and “{prompt}” follows after {view.words} words"


def _declared_words(entities: tuple[Entity, ...]) -> int:
    """Return the number of words of the article that the page declares."""
    counts = [entity.get("wordCount") for entity in entities]
    numbers = [int(text) for count in counts if isinstance(count, int | str) and _COUNT.fullmatch(text := str(count))]
    return max(numbers, default=0)


def _locked_parts(entities: tuple[Entity, ...]) -> Iterator[str]:
    """Yield the selectors of the parts that one must pay for."""
    yielded = 0
    for entity in entities:
        parts = entity.get("hasPart")
        for part in parts if isinstance(parts, list) else [parts]:
            selectors = part.get("cssSelector") if isinstance(part, dict) else None
            for selector in selectors if isinstance(selectors, list) else [selectors]:
                if isinstance(selector, str) and _SELECTOR.fullmatch(selector) and yielded < _MAX_SELECTORS:
                    yielded += 1
                    yield selector


def _part_words(view: Evidence, selector: str) -> int:
    """Count the words in a part of the page."""
    return sum(count_words(element.text) for element in view.document.tree.select(selector)[:_MAX_SELECTORS])


def _is_on_page(view: Evidence, total: int) -> bool:
    """Tell whether the page has prose for the words that it declares, even if the strategy did not keep it."""
    prose = sum(line.words for line in view.lines if line.words >= 10 and not line.linked)
    return prose >= WHOLE * total


def _last_kept(view: Evidence) -> int:
    """Return the index of the last kept line among the lines, or -1."""
    return max((index for index, line in enumerate(view.lines) if line.kept), default=-1)


def _last_text(view: Evidence) -> str:
    index = _last_kept(view)
    return view.lines[index].text if index >= 0 else ""


def _prompt_below(view: Evidence) -> str | None:
    """Find a prompt to subscribe in the last lines that were kept, or in the next ones below."""
    last = _last_kept(view)
    near: list[EvidenceLine] = view.lines[max(0, last - 1) : last + 1 + NEAR]
    return next((phrase for line in near if (phrase := first_in(line.text, _PROMPTS))), None)
