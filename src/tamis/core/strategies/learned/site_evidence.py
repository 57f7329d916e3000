"""Evidence from a site's other pages (`tamis.core.site_profile`): learns a profile from a page, and applies one.

On one page the model can be wrong about a box that is on every page of the site. The profile tells how blocks at the
same place were judged elsewhere. The log-odds of a block are drawn toward that mean: the more pages it comes from, the
farther. If no other page has a place, places of fewer elements are used (back-off). A text that other pages have too
loses log-odds. S. Debnath, P. Mitra, N. Pal, C. L. Giles: *Automatic Identification of Informative Sections of Web
Pages*, IEEE TKDE 17(9), 2005, compare blocks across the pages of a site in the same spirit, by their words.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.site_profile import AROUND, DEPTHS, Place, SiteProfile
from tamis.core.strategies.learned.block_table import count
from tamis.model import Verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.arrays import Floats, Mask
    from tamis.model import Labels

# How the numbers were chosen, and which of them less carefully than others: docs/site-profiles.md.
UP, DOWN = 0.8, 0.3
"""Distance that a block's log-odds move toward those of its place, if these are higher and if they are lower."""
DOUBT = 0.3
"""Doubt (1 minus the confidence) from which the profile has its full effect on a page; with less it has less."""
UNNAMED = 0.25
"""Weight of a place whose elements have neither class nor id: every site has a ``long p``."""
LEAST_PAGES = 2
"""Minimum number of pages of a profile. With fewer it changes nothing, because one page says too little of its site."""
SHRINKAGE = 0.5
"""Number of pages that count as much as what is known without them."""
REPEATED, REPEATED_TWICE, REPEATED_LONG = 0.4, 0.3, 0.5
"""Log-odds that a text loses if it is on another page; the further loss if it is on two; and if it is long."""
WIDESPREAD = 4.0
"""Log-odds that a text loses if it is on most pages: on half of them, and on at least three."""
LEAST_WIDESPREAD, SHARE_WIDESPREAD = 3, 0.5
MOST_REPEATED = 0.5
"""Share of the likely words above which repeated texts say nothing, because the profile knows the page itself or a
copy; unless the repeated texts are no more than `MOST_BOXES`, all of them on most pages."""
MOST_BOXES = 2
MAX_LOG_ODDS = 5.0
LEAST_DECIDED, LEAST_ON_ARTICLES = 1.0, 3.0
"""Least log-odds that a kept block counts with, and a dropped one with the opposite sign: on any page, and on one that
is an article."""
LEAST_TRUST = 0.02
"""Minimum weight of a page in a profile; otherwise its weight is the model's confidence in it."""
MIN_TEXT = 8
"""Number of characters from which a text is distinctive enough for a fingerprint."""
UNLIKELY = -3.0
"""Log-odds at or below which texts are not stored: they are dropped with or without a profile."""
LONG, MIDDLE = 20.0, 8.0
"""Number of words from which a text is long, and from which it is of middle length."""
LONG_REPEAT = 12.0
LINKED = 0.4
"""Share of linked text above which a text is mostly a link."""
MAX_WORDS = 50.0
"""Maximum number of words of a block that count in the mean of its place."""
MAX_NAMES, MAX_NAME = 4, 40
ARTICLE = "article"  # the page type
_TINY = 1e-3
_NO_WORD = re.compile(r"[\W_]+")


class Shift(NamedTuple):
    """The effect of a profile on each row."""

    log_odds: Floats
    places: list[str]
    """The most specific place that the profile knows; empty if it knows none."""
    repeats: list[int]
    """Number of other pages that have the text too."""


def profile_of(document: Document, labels: Labels, site: str = "") -> SiteProfile:
    """Learn a profile from one page, by the strategy's verdict without any profile."""
    kept, scores, confidence = labels.alone or Verdicts(labels.kept, labels.scores, labels.confidence)
    blocks = [
        block
        for block, score in enumerate(scores)
        if score > 0.0 and document.texts[block] and block not in labels.captions
    ]
    if not blocks:
        return SiteProfile(site, 1)
    log_odds = _log_odds(np.array([scores[block] for block in blocks]))
    is_kept = np.array([kept[block] for block in blocks], dtype=np.bool_)
    is_article = labels.page_type is not None and labels.page_type.name == ARTICLE
    least = LEAST_ON_ARTICLES if is_article else LEAST_DECIDED
    decided = np.where(is_kept, np.maximum(log_odds, least), np.minimum(log_odds, -least))
    words = count([document.texts[block] for block in blocks]).words
    sums: dict[str, tuple[float, float]] = {}
    weights = (np.minimum(words, MAX_WORDS) + 1.0).tolist()
    for names, weight, value in zip(places_of(document, blocks, words), weights, decided.tolist(), strict=True):
        for name in names:
            total, summed = sums.get(name, (0.0, 0.0))
            sums[name] = total + weight, summed + weight * value
    trust = round(max(LEAST_TRUST, 1.0 if confidence is None else confidence), 2)
    places = {name: Place(trust, summed / total) for name, (total, summed) in sums.items()}
    texts = [document.texts[block] for block, value in zip(blocks, log_odds.tolist(), strict=True) if value > UNLIKELY]
    return SiteProfile(site, 1, places, dict.fromkeys(filter(None, map(fingerprint, texts)), 1))


def shift_by(
    profile: SiteProfile,
    document: Document,
    blocks: Sequence[int],
    words: Sequence[float] | Floats,
    probabilities: Sequence[float] | Floats,
    confidence: float = 0.0,
) -> Shift:
    """Compute how a profile moves the log-odds of a page's blocks. `probabilities` are those without the profile.

    `confidence` is the model's confidence in the page without the profile.
    """
    own = _log_odds(np.asarray(probabilities))
    sizes: Floats = np.asarray(words)
    places = places_of(document, blocks, sizes)
    drawn, told = _drawn(profile, places, own.tolist())
    texts = [document.texts[block] for block in blocks]
    times = _repeats(profile, texts, np.where(own > 0.0, sizes, 0.0))
    lost = (
        REPEATED * (times > 0) + REPEATED_TWICE * (times > 1) + REPEATED_LONG * ((times > 0) & (sizes >= LONG_REPEAT))
    )
    lost = np.where(_is_widespread(profile, times), WIDESPREAD, lost)
    doubt = min(1.0, (1.0 - confidence) / DOUBT)
    moved = doubt * (np.where(drawn > 0.0, UP, DOWN) * drawn - lost)
    return Shift(moved, told, [int(number) for number in times.tolist()])


def changed_reasons(profile: SiteProfile, shift: Shift, before: bytes, after: bytes) -> dict[int, str]:
    """Give the reasons of the rows that are kept or dropped only because of the profile."""
    where = f"other pages of {profile.site}" if profile.site else "other pages of the site"
    reasons = {}
    for row, (was_kept, is_kept) in enumerate(zip(before, after, strict=True)):
        if was_kept == is_kept:
            continue
        pages = shift.repeats[row]
        if pages and not is_kept:
            reasons[row] = f"the same text is on {where} (site profile: {pages} of {profile.pages})"
        else:
            said = "kept" if is_kept else "dropped"
            reasons[row] = f"{said} at this place on {where} (site profile: {shift.places[row] or 'the rest'})"
    return reasons


def places_of(document: Document, blocks: Sequence[int], words: Floats) -> list[tuple[str, ...]]:
    """Name the places of each block, those with fewer elements first."""
    places = []
    names: dict[int, tuple[str, ...]] = {}
    forms: dict[int, str] = {}
    for block, size in zip(blocks, words.tolist(), strict=True):
        node = document.block_nodes[block]
        if node not in names:
            names[node] = _chains(document, node, forms)
        is_linked = document.link_sizes[block] > LINKED * max(1, len(document.texts[block]))
        kind = f"{'long' if size >= LONG else 'middle' if size >= MIDDLE else 'short'}{' link' if is_linked else ''}"
        places.append(tuple(f"{kind} {chain}" for chain in names[node]))
    return places


def _chains(document: Document, node: int, forms: dict[int, str]) -> tuple[str, ...]:
    """Join the forms of a node and of those around it, up to each of `DEPTHS`."""
    around: list[str] = []
    for outer in document.around(node):
        if outer not in forms:
            forms[outer] = _form(document, outer)
        around.append(forms[outer])
        if len(around) == DEPTHS[-1]:
            break
    return tuple(dict.fromkeys(AROUND.join(around[:depth]) for depth in DEPTHS))


def _form(document: Document, node: int) -> str:
    """Join tag, classes and id of a node, without names that have digits: as a rule, these are specific to one page."""
    element = document.elements[node]
    classes = {name for name in (element.attr("class") or "").lower().split() if _is_common(name)}
    identity = (element.attr("id") or "").lower().strip()
    named = "".join(f".{name}" for name in sorted(classes)[:MAX_NAMES])
    return f"{document.tags[node]}{named}{f'#{identity}' if identity and _is_common(identity) else ''}"[:MAX_NAME]


def _is_common(name: str) -> bool:
    return not any(letter.isdigit() or letter.isspace() for letter in name)


def fingerprint(text: str) -> str:
    """Compute a checksum that identifies a text, whatever its case and punctuation; empty if the text is too short."""
    plain = _NO_WORD.sub(" ", text.lower()).strip()
    return f"{zlib.crc32(plain.encode('utf-8', 'surrogatepass')):08x}" if len(plain) >= MIN_TEXT else ""


def _drawn(profile: SiteProfile, places: Sequence[tuple[str, ...]], own: Sequence[float]) -> tuple[Floats, list[str]]:
    """Compute how far each row is from the log-odds of its places, and name the most specific known place."""
    drawn, told = [], []
    for names, value in zip(places, own, strict=True):
        distance, said = 0.0, ""
        for name in names:
            place = profile.places.get(name)
            if place is not None:
                share = place.pages / (place.pages + SHRINKAGE) * (1.0 if _is_named(name) else UNNAMED)
                distance = (1.0 - share) * distance + share * (place.log_odds - value)
                said = name
        drawn.append(distance)
        told.append(said)
    return np.array(drawn), told


def _is_named(place: str) -> bool:
    return "." in place or "#" in place


def _repeats(profile: SiteProfile, texts: Sequence[str], likely: Floats) -> Floats:
    """Count the pages that have each text; 0 for all texts if most of the page repeats, see `MOST_REPEATED`."""
    times = np.array([profile.texts.get(fingerprint(text), 0) for text in texts])
    repeated = (times > 0) & (likely > 0.0)
    is_most = float(likely[repeated].sum()) > MOST_REPEATED * max(1.0, float(likely.sum()))
    are_boxes = repeated.sum() <= MOST_BOXES and bool(_is_widespread(profile, times)[repeated].all())
    return times * 0 if is_most and not are_boxes else times


def _is_widespread(profile: SiteProfile, times: Floats) -> Mask:
    """Tell whether texts on this many pages are on most pages of the site."""
    widespread: Mask = times >= max(LEAST_WIDESPREAD, SHARE_WIDESPREAD * profile.pages)
    return widespread


def _log_odds(probabilities: Floats) -> Floats:
    log_odds = np.log((probabilities + _TINY) / (1.0 - probabilities + _TINY))
    clipped: Floats = log_odds.clip(-MAX_LOG_ODDS, MAX_LOG_ODDS)
    return clipped
