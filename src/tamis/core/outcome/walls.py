"""Walls in place of a page: consent dialogs and bot checks.

Both are recognized by what they say, in many languages, and only if there is little else on the page. A cookie banner
on a page means nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.outcome.evidence import dialog_blocks, within
from tamis.text.phrases import first_in, plain, plain_phrases, words
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from tamis.core.outcome.evidence import Evidence, EvidenceLine

MAX_CHECK = 300
"""Maximum words of a page that checks its visitors."""
MAX_MARKED_CHECK = 60
"""Maximum words if only the markup indicates a check: sites load the same scripts on other pages, too."""
MAX_BUTTON = 8
"""Maximum words of a button or a row of buttons."""
MIN_DIALOG = 8
"""Minimum words of a dialog."""
OPENING, MAX_OPENING = 20, 1500
"""Numbers of blocks and of characters that are examined to see whether a text may be a dialog's."""
MIN_MENTIONS = 2
"""Minimum number of times that a dialog mentions its subject there."""
MIN_OTHER = 5
"""Minimum words of a line outside of the dialog; shorter ones are labels."""
MAX_SEARCHED = 100_000
"""Maximum characters of a page's text that are searched for phrases; no wall has as many."""
MIN_SHARE = 0.4
"""Minimum share of a wall in the words that a reader sees."""
MAX_OTHER = 150
"""Number of words outside of the dialog from which a page has something to read."""

_STATEMENTS = plain_phrases("consent_statement")
_ACTIONS = plain_phrases("consent_action")
_STEMS = words("consent_stem")
_ROBOTS = plain_phrases("robot_statement")
_ROBOT_TITLES = frozenset(plain_phrases("robot_title"))
_TITLE_END = re.compile(r"(?<!\s)\s++[|–—-]\s++|(?<![.…!?:])[.…!?:]++(?:\s|$)")

_CONSENT_HOSTS = ("consent.", "guce.", "cmp.", "privacy-mgmt.")
_SUBMITS = "input[type=submit], input[type=button]"

_CHECKS = (
    "#challenge-form, #challenge-running, #challenge-error-text, #cf-challenge-running, #cf-error-details, "
    "#px-captcha, #captcha-container, .cf-browser-verification, .cf-turnstile, #ddg-captcha, "
    "iframe[src*='_Incapsula_Resource'], script[src*='_Incapsula_Resource'], script[src*='captcha-delivery.com'], "
    "iframe[src*='captcha-delivery.com'], script[src*='awswaf.com'], script[src*='/cdn-cgi/challenge-platform/'], "
    "script[src*='ddos-guard']"
)


def blocked(view: Evidence) -> str | None:
    """Return the reason why a page is a check of its visitor or a refusal; None if it is neither."""
    if view.seen_words > MAX_CHECK:
        return None
    said = [phrase for phrase in _ROBOTS if phrase in view.text]
    refusal = next(((line, phrase) for line in view.lines if (phrase := first_in(line.text, said))), None)
    if refusal is not None and not _is_beside_text(view, refusal[0]):
        return f"the page checks or refuses its visitor: “{refusal[1]}”"
    for title in view.document.tree.select("title")[:1]:
        if (name := _name(title.text)) in _ROBOT_TITLES:
            return f"the page checks or refuses its visitor: its title is “{name}”"
    if view.seen_words <= MAX_MARKED_CHECK and view.document.tree.select(_CHECKS):
        return "the page holds a check of its visitor and hardly any text"
    return None


def _is_beside_text(view: Evidence, line: EvidenceLine) -> bool:
    """Tell whether a check belongs to a form below something to read, such as one for comments."""
    if line.kept or view.words < view.min_words:
        return False
    return bool(within(view.document, ("form",))[line.block])


def _name(title: str) -> str:
    """Cut a title at the first separator, because sites put their name after it."""
    return _TITLE_END.split(" ".join(plain(title[:200]).split()), maxsplit=1)[0].strip()


def speaks_of_consent(view: Evidence) -> bool:
    """Tell cheaply, by how the kept text begins, whether it may be a dialog's."""
    text = plain("\n".join(block.text for block in view.body[:OPENING])[:MAX_OPENING])
    return sum(text.count(stem) for stem in _STEMS) >= MIN_MENTIONS


def consent_wall(view: Evidence) -> str | None:
    """Return the reason why a page is a consent dialog and little else; None if it is not."""
    lines = view.lines
    statement = first_in(view.text[:MAX_SEARCHED], _STATEMENTS)
    if statement is None:
        return None
    dialog = dialog_blocks(view.document)
    in_dialog: list[EvidenceLine] = []
    others: list[EvidenceLine] = []
    for line in lines:
        (in_dialog if line.block in dialog or _is_of_dialog(line) else others).append(line)
    words = sum(line.words for line in in_dialog)
    if words < max(MIN_DIALOG, MIN_SHARE * view.seen_words) or not (dialog or _has_action(view, in_dialog)):
        return None
    kept = sum(line.words for line in others if line.kept)
    if kept >= max(view.min_words, sum(line.words for line in in_dialog if line.kept)):
        return None  # the strategy found something else to read
    other = sum(line.words for line in others if line.words >= MIN_OTHER)
    if other >= min(MAX_OTHER, max(view.min_words, words)):
        return None
    return f"a consent dialog has {words} of the page's {view.seen_words} words: “{statement}”"


def _is_of_dialog(line: EvidenceLine) -> bool:
    return (
        first_in(line.text, _STEMS) is not None
        or (line.words <= MAX_BUTTON and first_in(line.text, _ACTIONS) is not None)
        or first_in(line.text, _STATEMENTS) is not None
    )


def _has_action(view: Evidence, lines: list[EvidenceLine]) -> bool:
    """Tell whether there is a button to press, or the host serves nothing but dialogs."""
    if any(line.words <= MAX_BUTTON and first_in(line.text, _ACTIONS) for line in lines):
        return True
    labels = [plain(field.attr("value") or "") for field in view.document.tree.select(_SUBMITS)]
    return any(first_in(label, _ACTIONS) for label in labels) or host_of(view.document.page.url).startswith(
        _CONSENT_HOSTS
    )
