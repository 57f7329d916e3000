"""The headline, chosen by the agreement of the titles that a page declares and displays.

After Article Clipper (section 2.3), which scores what is on the page by its similarity to the ``title`` element and by
its heading level: here with the other titles that pages declare today. On a rendered page the look takes part, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.declared import AGREEING, MAX_TITLE, clean, headline_of
from tamis.core.enrich.headings import find_headings, is_logo, pieces
from tamis.core.enrich.headline_lines import first_long
from tamis.core.enrich.title_separators import cut_at_last, is_addition, segments, strip_site
from tamis.core.parse.jsonld import types_of
from tamis.model import Kind
from tamis.text.dates import find_date
from tamis.text.gazetteer.places import PLACES
from tamis.text.schema_types import ARTICLE_TYPES, PAGE_TYPES
from tamis.text.urls.safety import resolve
from tamis.text.urls.same_thing import is_list_of
from tamis.text.urls.shapes import Shape, shape_of
from tamis.text.word_overlap import contains, fold, overlap, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.enrich.headings import Heading, Piece
    from tamis.core.enrich.site_names import Site
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity

LEVEL_WEIGHT = 1.15
"""Factor for each heading level: Article Clipper, Q."""
FIRST_PART = 0.95
"""Agreement of a heading that is the first part of a declared title."""
SURE = 0.85
"""Agreement that a lower heading needs to be preferred to the page's only main heading."""


class Title(NamedTuple):
    """A headline and its source."""

    text: str | None
    source: str
    anchor: int | None
    """Block from which the lines around the headline are searched for: the one that displays it, or a substitute."""
    is_displayed: bool = True
    """True if that block has the headline's own words."""


class DrawnTitle(NamedTuple):
    """The title that the look of a rendered page suggests (`tamis.papers.clipper`)."""

    block: int
    score: float
    """The paper's Q."""
    beaten: frozenset[int]
    """Blocks that cannot be the title if this one is: they are drawn beside the body or small."""
    is_prominent: bool
    """True if it stands above all of the body, in a larger font."""
    decides: bool
    """True if it is the title whatever the markup says."""


class TitleClaim(NamedTuple):
    """A title that the markup declares."""

    text: str
    words: list[str]
    source: str


class FoundTitle(NamedTuple):
    """The headline, and the one that the page itself gives."""

    title: Title
    own: Title
    """The page's own headline, around which bylines and standfirsts are, whatever title is known from elsewhere."""


def find_title(
    document: Document,
    sources: Sources,
    headings: Sequence[Heading],
    entities: Sequence[Entity],
    site: Site,
    drawn: DrawnTitle | None = None,
) -> FoundTitle:
    """Find the page's headline. A title known from elsewhere wins, without the name of the site, as titles of pages."""
    claims = _claims(sources, entities, site)
    own = _own(document, sources, headings, entities, site, claims, drawn)
    own = _instead_of_section(document, sources.url, headings, own) or _with_kicker(own, claims, headings)
    known = clean(document.page.title)
    if not known:
        return FoundTitle(own, own)
    return FoundTitle(_known(_as_displayed(strip_site(known, site) or known, own), claims, headings), own)


def _own(
    document: Document,
    sources: Sources,
    headings: Sequence[Heading],
    entities: Sequence[Entity],
    site: Site,
    claims: Sequence[TitleClaim],
    drawn: DrawnTitle | None,
) -> Title:
    """Find the headline that the page gives; the displayed one is preferred if others confirm it."""
    title = _by_markup(document, sources, headings, entities, site, claims)
    if drawn is None or not (drawn.decides or _is_overruled(title, drawn, claims)):
        return title
    heading = next((heading for heading in headings if heading.block <= drawn.block <= heading.last), None)
    text = clean(document.texts[drawn.block]) if heading is None else _proper(document, heading, claims, site)
    return Title(text, "look", drawn.block)


def _is_overruled(title: Title, drawn: DrawnTitle, claims: Sequence[TitleClaim]) -> bool:
    """Tell whether the look of a page speaks against the headline that its markup suggests.

    A headline that the page declares for others (Open Graph, JSON-LD) stands. One that only the `title` element has or
    confirms may be the name of the site: it does not stand if it is not displayed, or drawn as no headline would be.
    """
    if not drawn.is_prominent or title.anchor == drawn.block:
        return False
    if not title.is_displayed:
        return title.source == "title"
    said = words(title.text or "")
    confirming = {claim.source for claim in claims if _agreement(said, claim.words) >= AGREEING}
    return title.anchor in drawn.beaten and confirming <= {"title"}


def _with_kicker(title: Title, claims: Sequence[TitleClaim], headings: Sequence[Heading]) -> Title:
    """Return a headline with the kicker that declared titles put before it, if it tells more than a topic.

    Not if a declared title has no kicker, or if the page displays another one.
    """
    said = words(title.text or "")
    if not said or any(claim.words == said for claim in claims):
        return title
    shown = next((heading for heading in headings if heading.block == title.anchor), None)
    for claim in claims:
        kicker, colon, rest = claim.text.partition(": ")
        if not colon or claim.source == "title" or words(rest) != said or not _tells(kicker):
            continue
        if shown is None or shown.words == said or shown.words[: -len(said)] == words(kicker):
            return title._replace(text=claim.text)
    return title


def _tells(kicker: str) -> bool:
    """Tell whether a kicker is part of the headline: some words or a place, and no topic such as ``Genetics``."""
    return len(words(kicker)) >= MIN_KICKER_WORDS or fold(kicker) in PLACES


MIN_KICKER_WORDS = 3
"""Number of words from which a kicker tells something; shorter ones name a topic."""


def _instead_of_section(document: Document, url: str | None, headings: Sequence[Heading], title: Title) -> Title | None:
    """Return the heading right above the body if the title is the name of a section that the page is in."""
    said = words(title.text or "")
    if not 0 < len(said) <= MAX_SECTION_WORDS:
        return None
    if not _is_above_main_heading(headings, title) and not (url and _is_section(document, url, said)):
        return None
    body, start = first_long(document), title.anchor if title.anchor is not None else -1
    for heading in reversed(headings):
        if start < heading.block < body and len(heading.words) >= MIN_HEADLINE_WORDS and not heading.hidden:
            return None if find_date(heading.text) else Title(heading.text, f"h{heading.level}", heading.block)
    return None


MAX_SECTION_WORDS = 2
"""Maximum number of words of a section's name."""
MIN_HEADLINE_WORDS = 4
"""Minimum number of words of a headline that is preferred to a section's name."""
MAX_SECTION_LINKS = 2000
"""Number of a page's links among which the one to its section is searched."""


def _is_above_main_heading(headings: Sequence[Heading], title: Title) -> bool:
    """Tell whether a lower heading is the title though the page's only main heading, a longer one, comes below it."""
    main = [heading for heading in headings if heading.level == 1 and not heading.hidden]
    shown = next((heading for heading in headings if heading.block == title.anchor), None)
    return len(main) == 1 and shown is not None and shown.level > 1 and shown.block < main[0].block


def _is_section(document: Document, url: str, said: list[str]) -> bool:
    """Tell whether a link with these words leads to a page that is above the page's own."""
    for link in document.tree.select("a[href]")[:MAX_SECTION_LINKS]:
        text = link.text
        if len(text) <= MAX_LINK_TEXT and words(text) == said:
            above = resolve(link.attr("href"), url)
            if above is not None and is_list_of(above, url):
                return True
    return False


MAX_LINK_TEXT = 60
"""Maximum characters of a link to a section."""


def _by_markup(
    document: Document,
    sources: Sources,
    headings: Sequence[Heading],
    entities: Sequence[Entity],
    site: Site,
    claims: Sequence[TitleClaim],
) -> Title:
    """Find the headline by the agreement of headings and declared titles."""
    shown = _shown(document, headings, claims, site, slogans=_is_of_site(sources, entities))
    if shown is not None:
        return Title(_proper(document, shown, claims, site), f"h{shown.level}", shown.block)
    plain = None if sources.meta("og:title") else _plain_headline(document, claims, site)
    if plain is not None:
        return Title(clean(document.texts[plain]), "text", plain)
    if claims:
        anchor = _nearest(document, headings, claims[0])
        said = words(document.texts[anchor]) if anchor is not None else []
        is_heading = anchor is not None and document.kinds[anchor] is Kind.HEADING  # and no entry of a menu
        is_displayed = is_heading and overlap(said, claims[0].words) >= AGREEING
        return Title(cut_at_last(claims[0].text), claims[0].source, anchor, is_displayed)
    first = next((heading for heading in headings if heading.level <= 2), None)
    return Title(first.text, f"h{first.level}", first.block) if first else Title(None, "", None)


def _plain_headline(document: Document, claims: Sequence[TitleClaim], site: Site) -> int | None:
    """Find the block above the body whose whole text is part of a declared title: old pages have no headings."""
    declared = [f" {' '.join(claim.words)} " for claim in claims]
    longest = max(map(len, (claim.text for claim in claims)), default=0)
    seen = document.visible()
    best, best_size = None, 0
    for block in range(min(first_long(document) or MAX_ABOVE, MAX_ABOVE, len(document))):
        text, linked = document.texts[block], document.link_sizes[block]
        if not MIN_PLAIN <= len(text) <= longest or 2 * linked > len(text) or not seen[block]:
            continue
        said = words(text)
        size = len(said)
        if size < MIN_PLAIN_WORDS or size < best_size or site.matches_joined("".join(said)):
            continue
        if any(f" {' '.join(said)} " in title for title in declared):
            best, best_size = block, size
    return best


MAX_ABOVE = 200
"""Number of blocks from the top of a page that may be above its body."""
MIN_PLAIN, MIN_PLAIN_WORDS = 4, 2
"""Characters and words of a plain headline; a shorter text is in many titles."""


def _claims(sources: Sources, entities: Sequence[Entity], site: Site) -> list[TitleClaim]:
    """Return the declared titles, most telling first, without the site's name; those that are only its name last."""
    titles: list[tuple[str, str]] = []
    for name in ("og:title", "twitter:title"):
        if value := clean(sources.meta(name)):
            titles.append((value, f"meta {name}"))
    for entity in entities[:1]:
        if (headline := headline_of(entity)) and not PAGE_TYPES.issuperset(types_of(entity)):
            titles.append((headline, "json-ld"))
    for name in (
        "parsely-title",
        "sailthru.title",
        "dc.title",
        "dcterms.title",
        "citation_title",
        "headline",
        "title",
    ):
        if value := clean(sources.meta(name)):
            titles.append((value, f"meta {name}"))
    for item in sources.items.get("headline")[:1] if not titles else ():
        if (value := clean(item.attr("content") or item.text)) and len(value) < 400:
            titles.append((value, "itemprop headline"))
    if sources.html_title:
        titles.append((sources.html_title, "title"))
    texts: dict[str, str] = {}
    for text, source in titles:
        texts.setdefault(text, source)
    claims = [_claim(text, source, site) for text, source in texts.items()]
    if not claims:
        claims = [_claim(name, "json-ld", site) for entity in entities if (name := headline_of(entity))]
    distinct: dict[str, TitleClaim] = {}
    for claim in claims:
        distinct.setdefault(" ".join(claim.words), claim)
    distinct.pop("", None)
    return sorted(distinct.values(), key=lambda claim: site.is_site_name(claim.text))


def _claim(text: str, source: str, site: Site) -> TitleClaim:
    text = strip_site(text[:MAX_TITLE], site)
    return TitleClaim(text, words(text), source)


def _as_displayed(known: str, own: Title) -> str:
    """Return a title from elsewhere as the page displays it, if it is that with additions: ``… | CBC News``."""
    said, parts = words(own.text or ""), segments(known)
    return own.text if own.text and said and parts and own.is_displayed and words(parts[0]) == said else known


def _known(known: str, claims: Sequence[TitleClaim], headings: Sequence[Heading]) -> Title:
    """Return the title that a feed gave, and the heading that displays it; the whole title if the feed cut it short."""
    said = words(known)
    shown = _likest(headings, said)
    block = shown.block if shown is not None else None
    if known.endswith(("…", "...")):
        for text, whole in (*((h.text, h.words) for h in headings), *((c.text, c.words) for c in claims)):
            if said and whole[: len(said)] == said:
                return Title(text, "feed", block)
    return Title(known, "feed", block)


def _likest(headings: Sequence[Heading], title: list[str]) -> Heading | None:
    """Return the heading most like a title, if it has enough of its words."""
    best = max(headings, key=lambda heading: overlap(heading.words, title), default=None)
    return best if best is not None and overlap(best.words, title) >= AGREEING else None


def title_block(document: Document, headings: Sequence[Heading], title: Title) -> int:
    """Return the block that displays a headline to readers; -1 if none does.

    It is where the headline was found, or a heading with its words. If a heading has several blocks, it is the one
    most like the headline.
    """
    if title.text is None:
        return -1
    said, seen = words(title.text), document.visible()
    anchor = title.anchor if title.is_displayed else None
    if anchor is None or not seen[anchor]:
        shown = _likest([heading for heading in headings if not heading.hidden], said)
        anchor = shown.block if shown is not None else None
    if anchor is None:
        return _title_with_byline(document, title.text, seen)
    stop = document.block_stop[document.block_nodes[anchor]] if document.kinds[anchor] is Kind.HEADING else anchor + 1
    blocks = [block for block in range(anchor, stop) if seen[block] and document.texts[block]]
    return max(blocks, key=lambda block: (overlap(words(document.texts[block]), said), -block), default=-1)


HEAD_BLOCKS = 60  # a headline is among the first blocks of a page
BYLINE_LINES, BYLINE_LENGTH = 3, 60  # a name and a date are short


def _title_with_byline(document: Document, title: str, seen: Sequence[bool]) -> int:
    """Find a block of old pages with the headline and, in lines below it, the byline and the date; -1 if none."""
    for block, text in enumerate(document.texts[:HEAD_BLOCKS]):
        first, *rest = text.split("\n")
        if rest and seen[block] and len(rest) <= BYLINE_LINES and words(first) == words(title):
            return block if all(len(line) <= BYLINE_LENGTH for line in rest) else -1
    return -1


def heading_of(document: Document, title: str | None) -> int:
    """Return the heading that displays a known title, or -1."""
    return title_block(document, find_headings(document), Title(title, "", None))


def _is_of_site(sources: Sources, entities: Sequence[Entity]) -> bool:
    """Tell whether a page presents its site or a service, and no article: its main heading is often a slogan."""
    if clean(sources.meta("og:type")).lower() != "website" or shape_of(sources.url) is Shape.SINGLE:
        return False
    return not any(ARTICLE_TYPES.intersection(types_of(entity)) for entity in entities)


def _shown(
    document: Document, headings: Sequence[Heading], claims: Sequence[TitleClaim], site: Site, *, slogans: bool
) -> Heading | None:
    """Return the heading that the declared titles confirm most; a lone main heading needs less."""
    firsts, others = _parts(claims)
    whole = [claim.words for claim in claims]
    mains = [heading for heading in headings if heading.level == 1 and _may_be_headline(document, heading, whole, site)]
    best = _best(mains, claims, firsts, AGREEING)
    if best is not None and best.words in whole:
        return best
    near = _near(headings, claims, firsts)
    lower = [head for head in near if not (_is_of_frame(document, head, site) or _is_within_text(document, head))]
    best = _best([*mains, *lower], claims, firsts, SURE if len(mains) == 1 else AGREEING)
    if best is None and len(mains) == 1:
        best = _alone(mains[0], claims, firsts, others, slogans=slogans)
    if best is None:
        best = _best([heading for heading in headings if heading.hidden], claims, firsts, AGREEING)
    return best


def _alone(
    heading: Heading, claims: Sequence[TitleClaim], firsts: set[str], others: set[str], *, slogans: bool
) -> Heading | None:
    """Return a page's only main heading if it is part of a declared title or long enough to be a headline anyway.

    It may also name the kind of what the title names: ``Module runtime``.
    """
    said = " ".join(heading.words)
    if said in others:
        return None
    is_part = len(heading.words) >= 2 and any(f" {said} " in f" {' '.join(claim.words)} " for claim in claims)
    can_stand = len(heading.words) >= 3 and not (slogans and any(len(claim.words) >= 2 for claim in claims))
    names_kind = any(said.endswith(f" {first}") for first in firsts)
    return heading if is_part or can_stand or names_kind else None


def _may_be_headline(document: Document, heading: Heading, claims: Sequence[list[str]], site: Site) -> bool:
    """Tell whether a main heading is visible and not the site's name.

    The site's name may be the headline if the page declares it as its title.
    """
    return not heading.hidden and (heading.words in claims or not _is_of_frame(document, heading, site))


def _is_within_text(document: Document, heading: Heading) -> bool:
    """Tell whether a heading of one word stands below body text, as the heading of a part does."""
    return len(heading.words) == 1 and heading.block > first_long(document) > 0


def _is_of_frame(document: Document, heading: Heading, site: Site) -> bool:
    """Tell whether a heading is the name of the site, by its words or by its markup."""
    return site.matches_joined("".join(heading.words)) or is_logo(document, heading)


def _best(headings: Sequence[Heading], claims: Sequence[TitleClaim], firsts: set[str], least: float) -> Heading | None:
    best: Heading | None = None
    best_score = 0.0
    for heading in headings:
        agreement = _score(heading, claims, firsts)
        if agreement >= (AGREEING if heading.level == 1 else least):
            score = agreement * LEVEL_WEIGHT ** (3 - heading.level)
            if score > best_score:
                best, best_score = heading, score
    return best


def _near(headings: Sequence[Heading], claims: Sequence[TitleClaim], firsts: set[str]) -> list[Heading]:
    """Return the lower headings that can agree with a declared title, by their length alone."""
    sizes = [len(claim.text) for claim in claims] + [len(first) for first in firsts]
    least, most = (min(sizes) * MIN_RATIO, max(sizes) / MIN_RATIO) if sizes else (0, 0)
    return [heading for heading in headings if heading.level > 1 and least <= len(heading.text) <= most]


MIN_RATIO = 0.5
"""Ratio of lengths below which two texts hardly share six words in ten."""


def _parts(claims: Sequence[TitleClaim]) -> tuple[set[str], set[str]]:
    """Return the first parts of declared titles, up to a separator, and the other parts, as folded text."""
    firsts: set[str] = set()
    others: set[str] = set()
    for claim in claims:
        cut = segments(claim.text)
        if len(cut) > 1:
            firsts.add(" ".join(words(cut[0])))
            others.update(" ".join(words(part)) for part in cut[1:])
    return firsts, others


def _score(heading: Heading, claims: Sequence[TitleClaim], firsts: set[str]) -> float:
    best = FIRST_PART if firsts and " ".join(heading.words) in firsts else 0.0
    for claim in claims:
        if claim.words == heading.words:
            return 1.0
        if heading.level == 1 and claim.text.endswith("]") and words(claim.text.rpartition(" [")[0]) == heading.words:
            best = max(best, FIRST_PART)  # wikis put the name of the site in brackets
        best = max(best, _agreement(heading.words, claim.words))
    return best


def _agreement(shown: list[str], title: list[str]) -> float:
    if min(len(shown), len(title)) >= 2 and (contains(title, shown) or contains(shown, title)):
        return max(0.9 * min(len(shown), len(title)) / max(len(shown), len(title)) + 0.1, overlap(shown, title))
    return overlap(shown, title)


def _proper(document: Document, heading: Heading, claims: Sequence[TitleClaim], site: Site) -> str:
    """Return the headline in a heading, without a kicker, date or site name in a separate element."""
    cut = pieces(document, heading)
    if headline := _without_kicker(cut, claims):
        return strip_site(headline, site)
    texts = [piece.text for piece in cut]
    for claim in claims:
        size = len(claim.words)
        if not 2 <= size < len(heading.words):
            continue
        for split in range(1, len(texts)):
            for part in (" ".join(texts[split:]), " ".join(texts[:split])):
                if words(part) == claim.words:
                    return part.strip(" |:–—-•·")
        if heading.words[-size:] == claim.words and is_addition(heading.text, claim.text):
            return claim.text
    return strip_site(heading.text, site)


def _without_kicker(cut: Sequence[Piece], claims: Sequence[TitleClaim]) -> str | None:
    """Return what follows a kicker; None if there is no kicker.

    A kicker has a class that says so, or declared titles separate it from the rest.
    """
    if len(cut) < 2:
        return None
    kicker, rest = cut[0].text, " ".join(piece.text for piece in cut[1:])
    said = words(rest)
    if len(said) < 2 or cut[1].names == cut[0].names or kicker[-1] in _SEPARATES or rest[0] in _SEPARATES:
        return None  # with a visible colon between them, the two are one headline
    if _KICKER.search(cut[0].names) and not _HEADLINE.search(cut[0].names):
        return rest
    before = words(kicker)
    for claim in claims:
        parts = [words(part) for part in _CLAIM_PARTS.split(claim.text, maxsplit=1)]
        if len(parts) == 2 and parts in ([before, said], [said, before]):
            return rest
    return None


_KICKER = re.compile(
    r"(?<![a-z])(?:over-?line|top-?line|kicker|dachzeile|eye-?brow|roof-?line|pre-?(?:title|head(?:line)?)|super-?title|sur-?titre|"
    r"ante-?titulo|cintillo|volanta|occhiello|spitzmarke|catchline|flag|topic-?label|title-?header|sr-only|visually-?hidden)(?![a-z])"
)
_SEPARATES = ":|–—-/•·»>"
_HEADLINE = re.compile(r"(?<![a-z])headline(?![a-z])")
_CLAIM_PARTS = re.compile(r":\s++|(?<!\s)\s++[-–—|]\s++")


def _nearest(document: Document, headings: Sequence[Heading], claim: TitleClaim) -> int | None:
    """Return the substitute for a title that no heading displays: a block with its text, else the closest heading."""
    same = [block for block, text in enumerate(document.texts) if text == claim.text]
    if same:
        body = first_long(document)
        return max((block for block in same if block <= body), default=same[0])
    shown = [heading for heading in headings if not heading.hidden] or headings
    best = max(shown, key=lambda heading: overlap(heading.words, claim.words), default=None)
    likeness = overlap(best.words, claim.words) if best is not None else 0.0
    mains = [heading for heading in shown if heading.level == 1]
    if best is not None and likeness >= (AGREEING if len(mains) == 1 else AGREEING / 2):
        return best.block
    return mains[0].block if len(mains) == 1 else None
