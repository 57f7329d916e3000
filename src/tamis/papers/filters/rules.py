"""Rules of the filters, one by one: the elements that each of them removes (D2 to D5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from tamis.core.parse.ancestors import Nearest
from tamis.core.parse.links import LinkedText, links_around
from tamis.core.parse.tree import select_if_known
from tamis.core.strategies.line_hints import line_hint
from tamis.core.strategies.markup_hints import node_hints
from tamis.core.strategies.part_hints import BITS
from tamis.papers.element_counts import ElementCounts
from tamis.papers.filters.ad_hosts import AdHosts
from tamis.papers.filters.removals import (
    ADVERTISEMENT,
    CONSENT,
    LINK_LIST,
    NEWSLETTER,
    RELATED,
    TABLE,
    TAG,
    Remains,
    Removal,
    Removals,
)
from tamis.text import markup_names
from tamis.text.markup_names import ADVERTISING_WORDS, LAZY_SOURCES, NAME_WORDS
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.papers.filters.strategy import Filters

# Containers of link lists: cells, as in the paper, and the tags that pages use today.
CONTAINERS = frozenset("td th ul ol dl menu nav div section aside footer form details".split())
CELLS = frozenset(("td", "th"))
# Each switch with the CSS selector of what it removes. Pictures, links and forms have their own functions.
_TAGS = {
    "remove_scripts": "script",
    "remove_styles": "style, link[rel~=stylesheet]",
    "remove_inputs": "input, textarea",
    "remove_buttons": "button, input[type=button], input[type=submit], input[type=reset], input[type=image]",
    "remove_selects": "select, datalist",
    "remove_metas": "meta",
    "remove_iframes": "iframe, frame",
    "remove_embeds": "embed, object, applet",
}
_CONSENT_NAMES = frozenset(markup_names.NAMES["consent"])
_NEWSLETTER_NAMES = frozenset("newsletter newsletters mailchimp mc4wp klaviyo mailinglist".split())
_LONGEST_TEASER = 300
"""Letters of the longest text without a link in a box beside the article. Running text is longer."""
_LONGEST_HEADING = 60
"""Characters of the longest heading of a box."""
_LEAST_STORIES = 2
_MOST_AROUND = 400
"""Characters of the text around a form that belongs to it, at most `_STEPS_AROUND` elements above."""
_STEPS_AROUND = 4
_WITH_URL = ", ".join(("a[href], area[href], [src], object[data]", *(f"[{name}]" for name in LAZY_SOURCES)))
_URL_ATTRIBUTES = ("href", "src", *LAZY_SOURCES, "data")
# Not the guessed ones: a box may name what it does not load.
_PICTURES = "img, amp-img"
_NO_LETTERS = re.compile(r"[\W_]+")


def removals_from(document: Document, filters: Filters) -> Removals:
    """Run the filters one after the other, and return what they remove."""
    removals = Removals()
    if filters.remove_advertisements:
        _advertisements(document, filters, removals)
    if filters.remove_consent or filters.named_advertisements:
        _named(document, filters, removals)
    if filters.remove_related or filters.remove_newsletters:
        _boxes(document, filters, removals)
    for switch, selector in _TAGS.items():
        if getattr(filters, switch):
            for element in document.tree.select(selector):
                removals.add(element, TAG, f"a tag that was to go: {element.tag}")
    if filters.remove_forms:
        _forms(document, removals)
    if filters.remove_images or filters.remove_linked_images:
        _pictures(document, filters, removals)
    if filters.remove_text_links:
        for link in document.tree.select("a[href]"):
            if link.text.strip():
                removals.add(link, TAG, "a link")
    if filters.remove_link_lists:
        _link_lists(document, filters, removals)
    if filters.remove_empty_tables:
        _empty_tables(document, filters, removals)
    return removals


def _advertisements(document: Document, filters: Filters, removals: Removals) -> None:
    """Remove the elements with the URL of an advertisement (D3), by the list of ad servers."""
    page, base, ads = document.page.url, document.base_url, filters.ad_list
    asks_own = ads.asks_about_own(page)
    site = "" if asks_own else _site(base)
    for element in document.tree.select(_WITH_URL):
        for attribute in _URL_ATTRIBUTES:
            raw = element.attr(attribute)
            # Most URLs are on the page's own site, and need no check.
            if not raw or (not asks_own and ("//" not in raw or (site and raw.startswith(site)))):
                continue
            target = resolve(raw, base)
            if target and ads.matches(target, page, element.tag):
                removals.add(element, ADVERTISEMENT, f"an advertisement: {target[:80]}")
                break
    for selector in _selectors(document, filters):
        for element in select_if_known(document.tree, selector):
            removals.add(element, ADVERTISEMENT, f"an advertisement: {selector[:80]}")


def _site(base: str | None) -> str:
    """Return the beginning of absolute URLs on the same host; empty if the host is not known."""
    scheme, slashes, rest = (base or "").partition("//")
    return f"{scheme}//{rest.partition('/')[0]}/" if slashes else ""


def _named(document: Document, filters: Filters, removals: Removals) -> None:
    """Remove boxes whose class or id says what they are. A name on more than half of the page's text means nothing."""
    sizes = document.node_sums(document.sizes()).tolist()
    half = sizes[0] / 2 if sizes else 0
    for element, parent, size in zip(document.elements, document.parents, sizes, strict=True):
        if parent <= 0 or size > half:
            continue
        names = f"{element.attr('class') or ''} {element.attr('id') or ''}"
        if len(names) > 1:
            words = NAME_WORDS.findall(names.lower())
            if filters.named_advertisements and not ADVERTISING_WORDS.isdisjoint(words):
                removals.add(element, ADVERTISEMENT, "named an advertisement")
            elif filters.remove_consent and not _CONSENT_NAMES.isdisjoint(words):
                removals.add(element, CONSENT, "a box that asks for consent")


def _boxes(document: Document, filters: Filters, removals: Removals) -> None:
    """Remove boxes with other stories and requests to subscribe to a newsletter. None of them has running text."""
    letters = _unlinked_letters(document)
    sizes = document.node_sums(document.sizes()).tolist()
    prose = document.node_sums((letters > _LONGEST_TEASER).astype(np.int64)).tolist()
    half = sizes[0] / 2 if sizes else 0
    columns = zip(document.parents, sizes, prose, strict=True)
    is_box = [parent > 0 and size <= half and not runs for parent, size, runs in columns]
    if filters.remove_related:
        found = _related(document, is_box)
        # On a front page such boxes are the page.
        if sum(sizes[node] for node in _outermost(document, found)) <= half:
            for node in found:
                removals.add(document.elements[node], RELATED, "a box with other stories")
    if filters.remove_newsletters:
        for node in _newsletters(document, is_box, sizes):
            removals.add(document.elements[node], NEWSLETTER, "a request to subscribe to a newsletter")


def _related(document: Document, is_box: Sequence[bool]) -> list[int]:
    """Find boxes with other stories: by their names, and by the headings that they begin with."""
    related = BITS["related"]
    found = {node for node, hint in enumerate(node_hints(document)) if hint & related and is_box[node]}
    links = ElementCounts(document).all("a[href]")
    for block, text in enumerate(document.texts):
        if not text or len(text) > _LONGEST_HEADING or not line_hint(text) & related:
            continue
        node, steps = document.block_nodes[block], 0
        while steps <= _STEPS_AROUND and is_box[node] and document.block_start[node] == block:
            if links[node] >= _LEAST_STORIES and document.tags[node] in CONTAINERS:
                found.add(node)
                break
            node, steps = document.parents[node], steps + 1
    return sorted(found)


def _outermost(document: Document, nodes: Sequence[int]) -> list[int]:
    """Leave out the nodes that are inside of others. Nodes are in document order."""
    found: list[int] = []
    end = 0
    for node in nodes:
        if document.block_start[node] >= end:
            found.append(node)
            end = document.block_stop[node]
    return found


def _newsletters(document: Document, is_box: Sequence[bool], sizes: Sequence[int]) -> list[int]:
    """Find requests to subscribe: boxes with such names, and forms that want an e-mail address and little else."""
    counts = ElementCounts(document)
    emails = counts.all("input[type=email]")
    others = counts.all("textarea, select, input[type=password], input[type=search]")
    found = []
    for node, (element, tag) in enumerate(zip(document.elements, document.tags, strict=True)):
        if not is_box[node]:
            continue
        words = NAME_WORDS.findall(f"{element.attr('class') or ''} {element.attr('id') or ''}".lower())
        if not _NEWSLETTER_NAMES.isdisjoint(words):
            found.append(node)
        elif tag == "form" and emails[node] and not others[node]:
            found.append(_around(document, node, is_box, sizes))
    return found


def _around(document: Document, form: int, is_box: Sequence[bool], sizes: Sequence[int]) -> int:
    """Find the box of a form: the outermost element around it with little text."""
    node = form
    for _ in range(_STEPS_AROUND):
        outer = document.parents[node]
        if not is_box[outer] or sizes[outer] > _MOST_AROUND or document.tags[outer] not in CONTAINERS:
            break
        node = outer
    return node


def _selectors(document: Document, filters: Filters) -> Sequence[str]:
    """Get the list's selectors for the page's classes and ids. A list of hosts has none, and is not asked."""
    if isinstance(filters.ad_list, AdHosts):
        return ()
    classes = {name for element in document.tree.select("[class]") for name in (element.attr("class") or "").split()}
    ids = {element.attr("id") or "" for element in document.tree.select("[id]")}
    return filters.ad_list.selectors(document.page.url, classes, ids)


def _forms(document: Document, removals: Removals) -> None:
    sizes = document.node_sums(document.sizes())
    for node, tag in enumerate(document.tags):
        # Some servers put the whole page into a form.
        if tag == "form" and sizes[node] * 2 <= sizes[0]:
            removals.add(document.elements[node], TAG, "a form")


def _pictures(document: Document, filters: Filters, removals: Removals) -> None:
    links = links_around()
    for picture in document.tree.select(_PICTURES):
        link = links.of(picture)
        if not (filters.remove_images if link is None else filters.remove_linked_images):
            continue
        alt = " ".join((picture.attr("alt") or "").split())
        if alt and (filters.image_alt if link is None else filters.linked_image_alt):
            removals.replaced[picture] = alt
        elif link is not None and not link.text.strip():
            removals.add(link, TAG, "a picture that is a link")
        else:
            removals.add(picture, TAG, "a picture")


def _link_lists(document: Document, filters: Filters, removals: Removals) -> None:
    """Remove containers with many links for each word that is not linked (D4), the outermost first."""
    unlinked = document.node_sums(_unlinked_letters(document))
    counts = ElementCounts(document).all("a[href]")
    end = 0
    for node, tag in enumerate(document.tags):
        count = counts[node]
        if tag not in CONTAINERS or count < filters.min_links or document.block_start[node] < end:
            continue
        words = float(unlinked[node]) / filters.word_length
        # A container of most of the page's prose is no list, however many links it has besides.
        if count > filters.link_ratio * words and unlinked[node] * 2 <= unlinked[0]:
            reason = f"a list of links: {count} links, {words:.0f} other words"
            if tag in CELLS and not filters.remove_cells:
                removals.emptied.setdefault(document.elements[node], Removal(LINK_LIST, reason))
            else:
                removals.add(document.elements[node], LINK_LIST, reason)
            end = document.block_stop[node]


def _unlinked_letters(document: Document) -> Ints:
    """Count the visible letters and digits outside links in each block."""
    linked = LinkedText(document)
    counts = [
        _letters(text) - (_letters(linked.of(block)) if link else 0) if seen else 0
        for block, (text, link, seen) in enumerate(
            zip(document.texts, document.link_sizes, document.visible(), strict=True)
        )
    ]
    return np.asarray(counts, dtype=np.int64)


def _letters(text: str) -> int:
    return len(_NO_LETTERS.sub("", text))


def _empty_tables(document: Document, filters: Filters, removals: Removals) -> None:
    """Remove tables with nothing of substance left in them (D5)."""
    tables = [node for node, tag in enumerate(document.tags) if tag == "table"]
    if not tables:
        return
    left = np.asarray(Remains(document, document.visible(), removals).left, dtype=np.int64)
    substance = _substance(document, filters, removals)
    removals.forget()
    characters = document.node_sums(left).tolist()
    outer = Nearest(document, lambda node: node if document.tags[node] == "table" else None, otherwise=-1)
    lost = dict.fromkeys((-1, *tables), 0)  # characters that went with inner tables
    for node in reversed(tables):  # the inner ones first
        around = outer.of(document.parents[node])
        if characters[node] - lost[node] < filters.table_characters and not substance[node]:
            removals.add(document.elements[node], TABLE, "a table with nothing of substance left in it")
            lost[around] += characters[node]
        else:
            lost[around] += lost[node]


def _substance(document: Document, filters: Filters, removals: Removals) -> list[int]:
    """Count the elements of substance that are left in each node."""
    if not filters.substance:
        return [0] * len(document.tags)
    counts = ElementCounts(document)
    return counts.all(", ".join(filters.substance), lambda element: removals.cause(element) is None)
