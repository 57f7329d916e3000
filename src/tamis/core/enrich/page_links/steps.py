"""Links to the next page of the article and to the previous one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tamis.core.enrich.page_links.link_signs import NEXT_NAMES, PREVIOUS_NAMES, SERIES, speaks_of_pages
from tamis.core.enrich.page_links.places import names_of
from tamis.core.enrich.page_links.rows import NO_ROW
from tamis.core.enrich.page_links.verdicts import ACCEPT, REFUSE, Decision, LinkKind, LinkVerdict, judge
from tamis.core.parse.tree import Element
from tamis.text.phrases import words
from tamis.text.rules import Rule, always
from tamis.text.urls.further_pages import compare, may_number_next
from tamis.text.urls.page_numbers import has_offset, page_number
from tamis.text.urls.relations import Comparison, Relation
from tamis.text.urls.same_thing import is_list_of, is_same_thing, is_thing_of, names_part_of, share_identifier
from tamis.text.urls.split import has_other_cursor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.enrich.page_links.link_signs import Link
    from tamis.core.enrich.page_links.places import Places
    from tamis.core.enrich.page_links.rows import Row

MAX_ITEM = 5
"""Number of elements inside an element from which it is no longer an item of a pager."""
MAX_PAGER_DEPTH = 3
"""Number of elements around a link whose names may say that they are a pager."""
_ITEMS = ("li", "span", "p", "td", "div")
"""Elements that may be an item of a pager."""
_PAGERS = (*words("pager_name"), "pagin", "pagenav", "pagelink", "pagenumber", "pagebar", "multipage")
"""Beginnings of the names of pagers."""
_WORDS = re.compile(r"[^\W_]+")
_RELATIONS = ((LinkKind.NEXT, "next"), (LinkKind.PREVIOUS, "prev"), (LinkKind.PREVIOUS, "previous"))
_STEPS = {LinkKind.NEXT: 1, LinkKind.PREVIOUS: -1}


def judge_step(link: Link, row: Row, own: str | None, places: Places) -> LinkVerdict | None:
    """Judge a link that may lead to the next page or the previous one; None if it says nothing of it."""
    said = _kind_of_step(link, row)
    kind = said or _kind_by_url(link, own)
    if kind is None:
        return None
    return judge(_RULES, _Step(kind, link, row, own, places, says_so=said is not None))


# Which links are judged.


def _kind_of_step(link: Link, row: Row) -> LinkKind | None:
    """Return what a link says or is called: next or previous; None if neither."""
    says = link.says
    if says.is_next or "next" in link.rel:
        return LinkKind.NEXT
    if says.is_previous or not link.rel.isdisjoint(("prev", "previous")):
        return LinkKind.PREVIOUS
    if says.is_list and not names_of(link.element).isdisjoint(NEXT_NAMES):
        return LinkKind.NEXT
    if says.number is None:
        return _kind_by_names(link.element) if link.is_called else None
    return _kind_by_number(says.number, row)


def _kind_by_number(number: int, row: Row) -> LinkKind | None:
    """Return the kind of a number beside the page's own one in its row."""
    if row.current is None:
        return None
    return next((kind for kind, step in _STEPS.items() if number == row.current + step), None)


def _kind_by_names(element: Element) -> LinkKind | None:
    """Return the kind by the names of a link, or of the pager item that it is in: ``<li class="pager-next">``."""
    item = element.parent
    names = names_of(element)
    if isinstance(item, Element) and item.tag in _ITEMS and _is_small(item):
        names = names | names_of(item)
    forward, back = (not known.isdisjoint(names) for known in (NEXT_NAMES, PREVIOUS_NAMES))
    if forward == back:
        return None
    return LinkKind.NEXT if forward else LinkKind.PREVIOUS


def _is_small(item: Element) -> bool:
    return len(list(islice(item.iter_elements(), MAX_ITEM))) < MAX_ITEM


def _kind_by_url(link: Link, own: str | None) -> LinkKind | None:
    """Return NEXT if the URL is the page's own with the number that follows, named so or in a pager; else None."""
    says = link.says
    if own is None or link.url is None or says.is_previous or says.is_list or says.number is not None:
        return None
    if not may_number_next(own, link.url):
        return None
    comparison = compare(own, link.url)
    is_first = comparison.number == 1 and comparison.current is None
    if not comparison.is_next or comparison.is_offset or is_first:
        return None
    return LinkKind.NEXT if comparison.named or _in_pager(link.element) else None


def _in_pager(element: Element) -> bool:
    """Tell whether a link or an element around it is named as a pager."""
    around = (outer for outer in islice(element.ancestors, MAX_PAGER_DEPTH) if isinstance(outer, Element))
    return any(name.startswith(_PAGERS) for inner in (element, *around) for name in names_of(inner))


# How they are judged.


@dataclass(frozen=True)
class _Step:
    """A link that might lead to the next page or the previous one."""

    kind: LinkKind
    link: Link
    row: Row
    own: str | None
    """URL of the page."""
    places: Places
    says_so: bool
    """True if its words or names say what it leads to, not only its URL."""

    @property
    def url(self) -> str:
        return self.link.url or ""

    @cached_property
    def found(self) -> Comparison:
        """Its URL beside the page's own."""
        return compare(self.own, self.url) if self.own is not None else Comparison(Relation.SITE)

    @property
    def step(self) -> int:
        """The difference of its number from the page's own."""
        return _STEPS[self.kind]

    @property
    def is_expected(self) -> bool:
        """True if its URL is that of the number in its row that follows the page's own."""
        return self.row.current is not None and self.row.numbers.get(self.row.current + self.step) == self.url

    @cached_property
    def other_thing(self) -> str | None:
        """The word by which it says that it leads to another thing."""
        if self.link.says.in_row:
            return None
        return next((word for word in _WORDS.findall(self.link.says.text) if word in SERIES), None)

    @cached_property
    def other_row(self) -> str | None:
        """The list that its row leads through instead of the article."""
        return self.places.other_row(self.link.element)

    @property
    def speaks_of_pages(self) -> bool:
        """True if its words, or the names around it, mention pages."""
        return speaks_of_pages(self.link.says.text) or _in_pager(self.link.element)

    @property
    def words(self) -> str:
        """Its own words, for the reason."""
        if self.link.says.number is not None:
            return f"page number {self.link.says.number}"
        return "says so" if self.says_so else "says nothing of it"

    @property
    def rank(self) -> int:
        if self.link.says.number is not None:
            return 2
        return 0 if self.says_so else 4


def _has_no_url(link: _Step) -> bool:
    return link.link.url is None


def _names_other_thing(link: _Step) -> bool:
    return link.other_thing is not None


def _leads_back(link: _Step) -> bool:
    if link.found.relation is not Relation.SAME:
        return False
    return link.own is None or not link.link.says.is_next or not has_other_cursor(link.own, link.url)


def _is_elsewhere(link: _Step) -> bool:
    return link.found.relation in (Relation.ELSEWHERE, Relation.SISTER)


def _is_of_comments(link: _Step) -> bool:
    leads_there = link.found.relation is Relation.COMMENTS or "comment" in link.url.partition("#")[2].lower()
    return leads_there and not link.places.comments_are_text


def _is_in_other_row(link: _Step) -> bool:
    return link.other_row is not None


def _is_in_box(link: _Step) -> bool:
    return link.places.in_box(link.link.element)


def _has_last_item(link: _Step) -> bool:
    return link.found.relation is Relation.SAME


def _is_page(link: _Step) -> bool:
    return link.found.relation is Relation.PAGE


def _is_guess(link: _Step) -> bool:
    return _is_page(link) and link.found.is_guess and not link.row.numbers and not link.speaks_of_pages


def _has_right_number(link: _Step) -> bool:
    comparison, says = link.found, link.link.says
    is_right = comparison.is_next if link.kind is LinkKind.NEXT else comparison.is_previous
    if not (is_right or (says.is_next and comparison.may_follow)):
        return False
    return says.number is None or comparison.is_offset or link.row.current is not None


def _is_expected_page(link: _Step) -> bool:
    return _is_page(link) and link.is_expected


def _is_expected_of_same(link: _Step) -> bool:
    if not link.is_expected or link.own is None or link.link.says.number is not None:
        return False
    return share_identifier(link.own, link.url)


def _has_number_in_other_form(link: _Step) -> bool:
    return _is_numbered_step(link.url, link.kind, link.row, link.own)


def _is_expected_of_series(link: _Step) -> bool:
    if not link.is_expected or not link.row.is_series or link.own is None:
        return False
    return not is_list_of(link.url, link.own)


def _is_named_page(link: _Step) -> bool:
    """Tell whether words or a row mention the next page, and the URL has its number, though in another form.

    Lists and threads have several URLs, and their pagers use another one than the page came from. A URL that names an
    article is not one of them.
    """
    if link.own is None or link.kind is not LinkKind.NEXT or not link.link.says.is_next:
        return False
    if page_number(link.url) != (page_number(link.own) or 1) + 1:
        return False
    return (link.url in link.row.urls or link.speaks_of_pages) and not is_thing_of(link.own, link.url)


def _is_in_row_of_home_page(link: _Step) -> bool:
    """Tell whether the row of a site's first page leads through its posts, by a URL that names an item and no number.

    Blogs have such rows: ``/search?updated-max=2015-05-22&max-results=7``. Their URLs differ in one value only.
    """
    if not link.is_expected or link.own is None or not link.link.says.is_next:
        return False
    is_first = urlsplit(link.own).path in ("", "/") and link.row.current == 1
    return is_first and link.row.has_one_form and _in_pager(link.link.element)


_REFUSE_IN_CONTEXT = Decision(accepted=False, in_context=True)
_ACCEPT_1, _ACCEPT_2, _ACCEPT_3 = (Decision(accepted=True, rank=rank) for rank in (1, 2, 3))
_IN_ROW = "{link.words}, and is the number {link.row.current} {link.step:+d} of its row"
_RULES: tuple[Rule[_Step, Decision], ...] = (
    Rule("no URL of its own", _has_no_url, REFUSE),
    Rule("says “{link.other_thing}”: leads to another thing", _names_other_thing, REFUSE),
    Rule("leads to the page itself", _leads_back, REFUSE),
    Rule("another site", _is_elsewhere, REFUSE),
    Rule("pages of comments", _is_of_comments, _REFUSE_IN_CONTEXT),
    Rule("{link.other_row}", _is_in_other_row, _REFUSE_IN_CONTEXT),
    Rule("a box beside the article", _is_in_box, REFUSE),
    Rule("{link.words}, and its URL is the page's own with its last item", _has_last_item, ACCEPT),
    Rule("a number that follows, but of no row of pages: the next article", _is_guess, REFUSE),
    Rule("{link.words}, and its URL is the page's own with the number", _has_right_number, ACCEPT),
    Rule(_IN_ROW, _is_expected_page, ACCEPT),
    Rule("a page of the article, but not the next one by its number", _is_page, REFUSE),
    Rule(_IN_ROW, _is_expected_of_same, _ACCEPT_1),
    Rule("{link.words}, and its URL names the same article and the number", _has_number_in_other_form, _ACCEPT_1),
    Rule(_IN_ROW, _is_expected_of_series, _ACCEPT_2),
    Rule("{link.words}, and its URL names the page that follows", _is_named_page, _ACCEPT_3),
    Rule(_IN_ROW, _is_in_row_of_home_page, _ACCEPT_3),
    Rule("another URL: the next article", always, REFUSE),
)


def _is_numbered_step(url: str, kind: LinkKind, row: Row, own: str | None) -> bool:
    """Tell whether a URL in another form than the page's own names the wanted page."""
    number = page_number(url)
    if own is None:
        return kind is LinkKind.NEXT and number in (1, 2, (row.current or 1) + 1)
    if number is None:
        return share_identifier(own, url) and _follows_without_number(url, kind, own)
    here = page_number(own) or row.current or 1
    return number == here + _STEPS[kind] and is_same_thing(own, url)


def _follows_without_number(url: str, kind: LinkKind, own: str) -> bool:
    """Tell whether a URL without a page number is that of the second page, by its offset, or of the first."""
    if kind is LinkKind.NEXT:
        return has_offset(url) and not has_offset(own)
    return page_number(own) == 2


# Links of the page's head.


@dataclass(frozen=True)
class _DeclaredStep:
    """A link of the page's head that is declared as the next page or the previous one."""

    kind: LinkKind
    url: str
    own: str
    found: Comparison
    rank: int = 0


def judge_head(link: Link, own: str | None) -> Iterator[LinkVerdict]:
    """Judge a link element of the page's head."""
    if link.url is None:
        return
    media = (link.element.attr("media") or "").strip().lower()
    if "alternate" in link.rel and media == "print":
        accepted = own is None or compare(own, link.url).relation not in (Relation.SAME, Relation.ELSEWHERE)
        yield LinkVerdict(LinkKind.PRINT, link.url, accepted, "declared as the version for print")
    for kind, name in _RELATIONS:
        if name in link.rel and own is not None:
            yield judge(_HEAD_RULES, _DeclaredStep(kind, link.url, own, compare(own, link.url)))


def _is_declared_in_other_form(link: _DeclaredStep) -> bool:
    if link.found.relation is not Relation.SITE:
        return False
    if page_number(link.url) != (page_number(link.own) or 1) + _STEPS[link.kind]:
        return _is_numbered_step(link.url, link.kind, NO_ROW, link.own)
    return is_same_thing(link.own, link.url) or not names_part_of(link.url, link.own)


def _is_declared_step(link: _DeclaredStep) -> bool:
    if link.kind is LinkKind.NEXT:
        return link.found.is_next or link.found.may_follow
    return link.found.is_previous


_DECLARED = "declared as {link.kind.value}, and "
_HEAD_RULES: tuple[Rule[_DeclaredStep, Decision], ...] = (
    Rule(_DECLARED + "names the same thing and the number", _is_declared_in_other_form, _ACCEPT_3),
    Rule(_DECLARED + "is {link.found.relation.value}", _is_declared_step, _ACCEPT_2),
    Rule(_DECLARED + "is {link.found.relation.value}: another article", always, Decision(accepted=False, rank=2)),
)
