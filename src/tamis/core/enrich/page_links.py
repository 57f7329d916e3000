"""Page links: links to other pages of an article: the whole on one page, a print version, the next or previous page.

J. Fan, P. Luo, S. H. Lim, S. Liu, P. Joshi, J. Liu: *Article Clipper: A System for Web Article Extraction*, KDD 2011,
sections 2.1 and 2.5. A link to a print version has a phrase of a dictionary as its text or as the name of its picture,
and a URL of its own. A link to the next page is in a row of links to pages; its URL is that of the page with the number
that follows. Rows of comments and pictures are left out. The last step, which compares title and body of the page
behind a link, is in `tamis.core.stitching`.

Where the paper uses coordinates, a row is here a run of links that follow each other and consist only of numbers,
arrows and words for next and previous. Every link that might be one of these is judged, with the reason.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.core.enrich.page_link_places import COMMENTS, Places, name_text, names_of, words_of_name
from tamis.core.enrich.page_link_reading import (
    MAX_ICON,
    MAX_TEXT,
    NEXT_NAMES,
    ONE_PAGE,
    PREVIOUS_NAMES,
    PRINT,
    SERIES,
    UNSURE_ONE_PAGE,
    UNSURE_PRINT,
    Link,
    following_number,
    read_links,
    speaks_of_pages,
)
from tamis.core.enrich.page_link_rows import NO_ROW, Row, read_row, rows_of
from tamis.core.parse.tree import Element
from tamis.core.parse.urls import base_url, resolve
from tamis.text.domains import is_web_url
from tamis.text.lists import word_set
from tamis.text.page_urls import (
    Comparison,
    Relation,
    compare,
    has_offset,
    has_other_cursor,
    has_print_sign,
    identifiers,
    is_gallery,
    is_same_list,
    is_thing_of,
    may_speak_of_print,
    names_part_of,
    names_same,
    page_number,
    share_identifier,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse.document import Document

MAX_ITEM = 5
"""Number of elements inside an element from which it is no longer an item of a pager."""
MAX_PAGER_DEPTH = 3
"""Number of elements around a link whose names may say that they are a pager."""


class LinkKind(StrEnum):
    """The target of a link."""

    ONE_PAGE = "one_page"
    PRINT = "print"
    NEXT = "next"
    PREVIOUS = "previous"


_STEP_KINDS = (LinkKind.NEXT, LinkKind.PREVIOUS)


class LinkVerdict(NamedTuple):
    """The verdict on a link that might lead to another page of the article."""

    kind: LinkKind
    url: str
    """URL of the link; empty if it has none."""
    accepted: bool
    reason: str
    rank: int = 0
    """Rank among accepted links of a kind: the lowest is taken, and of several with it the first."""
    in_context: bool = False
    """True if the link was refused for its place: a row through comments, pictures or dates."""


class PageLinks(NamedTuple):
    """The links of a page to other pages of its article, and the verdicts on all that might be one."""

    one_page: LinkVerdict | None = None
    print_page: LinkVerdict | None = None
    next_page: LinkVerdict | None = None
    previous_page: LinkVerdict | None = None
    judged: tuple[LinkVerdict, ...] = ()
    numbers: Mapping[int, str] = MappingProxyType({})
    """URLs of the row of page numbers that contains the next page."""


_GALLERY_TYPES = ("ImageGallery", "MediaGallery", "gallery", "slideshow")
_LINKS = "a, area, link[rel], button[onclick], button[data-href], button[data-url], button[formaction], input[onclick]"
_WORDS = re.compile(r"[^\W_]+")
_PRINT_NAMES = word_set("print printer drucken druck imprimir imprimer stampa drukuj printicon printlink printbtn")
_PAGERS = ("pager", "pagin", "paging", "pagenav", "pagelink", "pagenumber", "pagebar", "multipage", "seitennav")
"""Beginnings of the names of pagers."""
_SERVICES = ("printfriendly.com", "addtoany.com", "addthis.com", "sharethis.com")
_PDF = (".pdf", ".doc", ".docx", ".epub")


def find_page_links(document: Document, *, is_forum: bool = False) -> PageLinks:
    """Find the links of a page to other pages of its article. In a forum the comments are the text."""
    rows: list[Row] = []
    own = _own_address(document)
    judged = tuple(_judge(document, own, rows, is_forum=is_forum))
    if (other := _other_address(document, judged)) is not None:
        by_other = _judge(document, other, rows, is_forum=is_forum)
        judged += tuple(verdict for verdict in by_other if verdict.accepted and verdict.kind in _STEP_KINDS)
    if _is_gallery(document):
        judged = tuple(_refused(verdict, "the page is one of a gallery") for verdict in judged)
    elsewhere = {verdict.url for verdict in judged if verdict.in_context}
    judged = tuple(
        _refused(verdict, "shown in the page as a link through something else") if verdict.url in elsewhere else verdict
        for verdict in judged
    )
    best = {kind: _best(kind, judged) for kind in LinkKind}
    following = best[LinkKind.NEXT]
    numbers = next((row.numbers for row in rows if following and following.url in row.urls), {})
    return PageLinks(best[LinkKind.ONE_PAGE], best[LinkKind.PRINT], following, best[LinkKind.PREVIOUS], judged, numbers)


def _own_address(document: Document) -> str | None:
    """Return the URL that the page came from or, if that is not a web URL, the one that it declares."""
    url = document.page.url
    return url if url and is_web_url(url) else resolve(document.declared.url, None)


def _other_address(document: Document, judged: Iterable[LinkVerdict]) -> str | None:
    """Return the URL that a page declares, if it has another form and no link fits the one it came from."""
    own, declared = document.page.url, resolve(document.declared.url, document.page.url)
    steps = [verdict for verdict in judged if verdict.kind is LinkKind.NEXT]
    if own is None or declared is None or not steps or any(verdict.accepted for verdict in steps):
        return None
    has_path = "/" in declared.partition("://")[2].rstrip("/")
    return declared if has_path and compare(own, declared).relation is Relation.SITE else None


def _is_gallery(document: Document) -> bool:
    """Tell whether a page is one picture of many, by the type that it declares or by its URL."""
    own = document.page.url or document.declared.url
    return document.declared.type in _GALLERY_TYPES or (own is not None and is_gallery(own))


def _refused(verdict: LinkVerdict, reason: str) -> LinkVerdict:
    """Turn an accepted verdict on a step into a refusal."""
    if verdict.kind not in _STEP_KINDS or not verdict.accepted:
        return verdict
    return verdict._replace(accepted=False, reason=reason)


def _best(kind: LinkKind, judged: Sequence[LinkVerdict]) -> LinkVerdict | None:
    accepted = [verdict for verdict in judged if verdict.accepted and verdict.kind is kind]
    return min(accepted, key=lambda verdict: verdict.rank, default=None)


def _judge(document: Document, own: str | None, rows: list[Row], *, is_forum: bool) -> Iterator[LinkVerdict]:
    stated = base_url(document)
    base = stated if stated is not None and is_web_url(stated) else own
    is_forum = is_forum or (own is not None and _lists_comments(own))
    places = Places(document, comments_are_text=is_forum)
    follows = following_number(own)
    for row_links in rows_of(read_links(document.tree.select(_LINKS), base, follows)):
        row = read_row(row_links, own) if len(row_links) > 1 or row_links[0].says.number is not None else NO_ROW
        rows.append(row)
        for link in row_links:
            yield from _judge_link(link, row, own, places, is_forum=is_forum)


def _lists_comments(own: str) -> bool:
    """Tell whether a page is all comments or reviews, by the end of its URL: /lamp-12/reviews."""
    return own.partition("?")[0].rstrip("/").rpartition("/")[2].lower() in COMMENTS


def _judge_link(link: Link, row: Row, own: str | None, places: Places, *, is_forum: bool) -> Iterator[LinkVerdict]:
    if link.element.tag == "link":
        yield from _judge_head(link, own)
        return
    for judge in (_judge_one_page, _judge_print):
        if (verdict := judge(link, own)) is not None:
            yield verdict
    if (verdict := _judge_step(link, row, own, places, is_forum=is_forum)) is not None:
        yield verdict


# One page and print.


def _judge_one_page(link: Link, own: str | None) -> LinkVerdict | None:
    labels = [label for label in (link.labels[:1] if link.has_text else link.labels) if label]
    plain = next((label for label in labels if label in ONE_PAGE), None)
    bare = next((label for label in labels if label in UNSURE_ONE_PAGE), None)
    said = plain or bare
    if said is None:
        return None
    refuse = _Refusing(LinkKind.ONE_PAGE, link.url)
    if link.url is None:
        return refuse("no address of its own: a script shows the rest")
    found = compare(own, link.url) if own is not None else Comparison(Relation.SITE)
    if found.relation is Relation.WHOLE:
        return LinkVerdict(LinkKind.ONE_PAGE, link.url, True, f"says “{said}”, and is {found.relation.value}")
    if found.relation is Relation.SAME:
        return refuse("leads to the page itself")
    if plain is None:
        return refuse(f"says “{said}”, but its address is not the page's own")
    if found.relation in (Relation.PRINT, Relation.PAGE) or (own is not None and _is_own(own, link.url)):
        return LinkVerdict(LinkKind.ONE_PAGE, link.url, True, f"says “{said}”, and names the same article", 1)
    return refuse(f"says “{said}”, but its address is that of {found.relation.value}")


def _judge_print(link: Link, own: str | None) -> LinkVerdict | None:
    labels = link.labels[:1] if link.has_text else link.labels
    said = next((label for label in labels if label in PRINT or label in UNSURE_PRINT), None)
    if said is None and link.has_text and len(link.says.text) <= MAX_ICON:
        labels, said = link.labels, next((label for label in link.labels if label in PRINT), None)
    is_icon = said is None and (not link.has_text or len(link.labels[0]) <= MAX_ICON)
    if said is None and not (is_icon and _may_print(link)):
        return None
    refuse = _Refusing(LinkKind.PRINT, link.url)
    if link.url is None:
        return refuse("no address of its own: a script opens the printer's dialog")
    if link.url.partition("?")[0].lower().endswith(_PDF):
        return refuse("a file to download")
    found = compare(own, link.url) if own is not None else Comparison(Relation.SITE)
    if found.relation is Relation.SAME:
        return refuse("leads to the page itself, where a script opens the printer's dialog")
    if found.relation is Relation.ELSEWHERE or _is_service(link.url):
        return refuse("another site")
    words = f"says “{said}”" if said else "shows a sign for print"
    if found.relation is Relation.PRINT:
        return LinkVerdict(LinkKind.PRINT, link.url, True, f"{words}, and is {found.relation.value}")
    is_sister = found.relation is Relation.SISTER
    if is_sister and not (own is not None and share_identifier(own, link.url)):
        return refuse("another site")
    if said is None and not _is_named_print(link.element):
        return refuse("says nothing of print")
    if why := _print_evidence(link.url, own, said):
        return LinkVerdict(LinkKind.PRINT, link.url, True, f"{words}, and {why}", 1)
    return refuse(f"{words}, but its address names neither print nor this article")


def _print_evidence(url: str, own: str | None, said: str | None) -> str | None:
    """Return why a URL is that of a print version, though it is not the page's own with a sign for print."""
    signed = has_print_sign(url)
    shared = own is not None and share_identifier(own, url)
    if shared and signed:
        return "its address names print and the same article"
    is_plain = said is not None and said not in UNSURE_PRINT
    if shared and is_plain:
        return "its address names the same article"
    if signed and said is not None and identifiers(url):
        return "its address names print and an article"
    if signed and (is_plain or (own is None and said is not None)) and "?" in url:
        return "its address names print"
    return None


def _may_print(link: Link) -> bool:
    """Tell whether a link without words may be for print, by its names, its picture's or its URL."""
    return (link.url is not None and has_print_sign(link.url)) or _is_named_print(link.element)


def _is_named_print(element: Element) -> bool:
    """Tell whether a link, its picture or its icon is called print."""
    return any(map(_is_called_print, (element, *list(element.select("img, i, svg, span"))[:2])))


def _is_called_print(element: Element) -> bool:
    """Tell whether the class, the id or the picture's URL of an element has a word for print."""
    sources = (source for name in ("src", "data-src") if (source := element.attr(name)))
    if any(may_speak_of_print(text) and not _PRINT_NAMES.isdisjoint(words_of_name(text)) for text in sources):
        return True
    return may_speak_of_print(name_text(element)) and not names_of(element).isdisjoint(_PRINT_NAMES)


def _is_service(url: str) -> bool:
    """Tell whether a URL belongs to a service that prints pages of any site."""
    return any(f"{host}/" in url[:MAX_TEXT] for host in _SERVICES)


# Next and previous.


def _judge_head(link: Link, own: str | None) -> Iterator[LinkVerdict]:
    """Judge a link element of the page's head."""
    if link.url is None:
        return
    media = (link.element.attr("media") or "").strip().lower()
    if "alternate" in link.rel and media == "print":
        accepted = own is None or compare(own, link.url).relation not in (Relation.SAME, Relation.ELSEWHERE)
        yield LinkVerdict(LinkKind.PRINT, link.url, accepted, "declared as the version for print")
    for kind, name in ((LinkKind.NEXT, "next"), (LinkKind.PREVIOUS, "prev"), (LinkKind.PREVIOUS, "previous")):
        if name not in link.rel or own is None:
            continue
        found = compare(own, link.url)
        right = found.is_next or found.may_follow if kind is LinkKind.NEXT else found.is_previous
        if found.relation is Relation.SITE and _is_declared_step(link.url, kind, own):
            yield LinkVerdict(
                kind, link.url, True, f"declared as {kind.value}, and names the same thing and the number", 3
            )
            continue
        reason = f"declared as {kind.value}, and is {found.relation.value}"
        yield LinkVerdict(kind, link.url, right, reason if right else f"{reason}: another article", 2)


def _judge_step(link: Link, row: Row, own: str | None, places: Places, *, is_forum: bool) -> LinkVerdict | None:
    """Judge a link that may lead to the next page or the previous one."""
    kind = _kind_of_step(link, row) or _kind_by_address(link, own)
    if kind is None:
        return None
    refuse = _Refusing(kind, link.url)
    if link.url is None:
        return refuse("no address of its own")
    if link.says.text and not link.says.in_row and (thing := _other_thing(link.says.text)):
        return refuse(f"says “{thing}”: leads to another thing")
    found = compare(own, link.url) if own is not None else Comparison(Relation.SITE)
    goes_on = own is not None and link.says.is_next and has_other_cursor(own, link.url)
    if found.relation is Relation.SAME and not goes_on:
        return refuse("leads to the page itself")
    if found.relation in (Relation.ELSEWHERE, Relation.SISTER):
        return refuse("another site")
    if not is_forum and (found.relation is Relation.COMMENTS or "comment" in link.url.partition("#")[2].lower()):
        return refuse("pages of comments")._replace(in_context=True)
    if where := places.other_row(link.element):
        return refuse(where)._replace(in_context=True)
    if places.in_box(link.element):
        return refuse("a box beside the article")
    return _judge_address(link, kind, row, own, found, refuse)


def _kind_of_step(link: Link, row: Row) -> LinkKind | None:
    says = link.says
    if says.is_next or "next" in link.rel:
        return LinkKind.NEXT
    if says.is_previous or not link.rel.isdisjoint(("prev", "previous")):
        return LinkKind.PREVIOUS
    if says.is_list and not names_of(link.element).isdisjoint(NEXT_NAMES):
        return LinkKind.NEXT
    if says.number is None and (named := _kind_by_names(link.element)):
        return named
    if says.number is not None and row.current is not None:
        steps = {row.current + 1: LinkKind.NEXT, row.current - 1: LinkKind.PREVIOUS}
        return steps.get(says.number)
    return None


def _kind_by_address(link: Link, own: str | None) -> LinkKind | None:
    """Return NEXT if the URL is the page's own with the number that follows, named so or in a pager; else None."""
    if own is None or link.url is None or link.says.is_previous or link.says.is_list or link.says.number is not None:
        return None
    found = compare(own, link.url)
    if not found.is_next or found.is_offset or (found.number == 1 and found.current is None):
        return None
    return LinkKind.NEXT if found.named or _in_pager(link.element) else None


def _in_pager(element: Element) -> bool:
    """Tell whether a link or an element around it is named as a pager."""
    around = (outer for outer in islice(element.ancestors, MAX_PAGER_DEPTH) if isinstance(outer, Element))
    return any(name.startswith(_PAGERS) for one in (element, *around) for name in names_of(one))


def _kind_by_names(element: Element) -> LinkKind | None:
    """Return the kind by the names of a link, or of the pager item that it is in: ``<li class="pager-next">``."""
    item = element.parent
    around = (
        (element, item) if isinstance(item, Element) and item.tag in ("li", "span", "p", "td", "div") else (element,)
    )
    names: set[str] = set().union(*map(names_of, around))
    if item is not None and len(list(islice(item.iter_elements(), MAX_ITEM))) >= MAX_ITEM:
        names = names_of(element)
    forward, back = (not known.isdisjoint(names) for known in (NEXT_NAMES, PREVIOUS_NAMES))
    return None if forward == back else LinkKind.NEXT if forward else LinkKind.PREVIOUS


def _judge_address(
    link: Link, kind: LinkKind, row: Row, own: str | None, found: Comparison, refuse: _Refusing
) -> LinkVerdict:
    """Judge a link that says that it is a step, by its URL."""
    url = link.url or ""
    words, rank = _evidence(link, row)
    if found.relation is Relation.SAME:
        return LinkVerdict(kind, url, True, f"{words}, and its address is the page's own with its last item", rank)
    step = 1 if kind is LinkKind.NEXT else -1
    expected = row.numbers.get(row.current + step) if row.current is not None else None
    if found.relation is Relation.PAGE:
        right = found.is_next if kind is LinkKind.NEXT else found.is_previous
        right = right or (link.says.is_next and found.may_follow)
        if found.is_guess and not row.numbers and not _speaks_of_pages(link):
            return refuse("a number that follows, but of no row of pages: the next article")
        if right and (link.says.number is None or found.is_offset or row.current is not None):
            return LinkVerdict(kind, url, True, f"{words}, and its address is the page's own with the number", rank)
        if expected == url:
            return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank)
        return refuse("a page of the article, but not the next one by its number")
    if expected == url and own is not None and link.says.number is None and share_identifier(own, url):
        return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank + 1)
    if _is_numbered_step(url, kind, row, own):
        return LinkVerdict(kind, url, True, f"{words}, and its address names the same article and the number", rank + 1)
    if expected == url and row.is_series and own is not None and not _is_list_of(url, own):
        return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank + 2)
    if own is not None and _is_named_step(link, kind, row, own):
        return LinkVerdict(kind, url, True, f"{words}, and its address names the page that follows", rank + 3)
    if expected == url and own is not None and link.says.is_next and _is_row_of_home_page(link, row, own):
        return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank + 3)
    return refuse("another address: the next article")


def _is_row_of_home_page(link: Link, row: Row, own: str) -> bool:
    """Tell whether the row of a site's first page leads through its posts, by a URL that names an item and no number.

    Blogs have such rows: ``/search?updated-max=2015-05-22&max-results=7``. Their URLs differ in one value only.
    """
    is_first = urlsplit(own).path in ("", "/") and row.current == 1
    return is_first and row.has_one_form and _in_pager(link.element)


def _is_named_step(link: Link, kind: LinkKind, row: Row, own: str) -> bool:
    """Tell whether words or a row mention the next page, and the URL has its number, though in another form.

    Lists and threads have several URLs, and their pagers use another one than the page came from. A URL that names an
    article is not one of them.
    """
    url = link.url or ""
    if kind is not LinkKind.NEXT or not link.says.is_next or page_number(url) != (page_number(own) or 1) + 1:
        return False
    return (url in row.urls or _speaks_of_pages(link)) and not is_thing_of(own, url)


def _speaks_of_pages(link: Link) -> bool:
    """Tell whether the words of a link, or the names around it, mention pages."""
    return speaks_of_pages(link.says.text) or _in_pager(link.element)


def _evidence(link: Link, row: Row) -> tuple[str, int]:
    """Return what a link says for itself, and its rank by that."""
    if link.says.number is not None:
        return f"page number {link.says.number}", 2
    return ("says so", 0) if _kind_of_step(link, row) is not None else ("says nothing of it", 4)


def _is_numbered_step(url: str, kind: LinkKind, row: Row, own: str | None) -> bool:
    """Tell whether a URL in another form than the page's own names the wanted page."""
    number = page_number(url)
    if number is None:
        if own is None or not share_identifier(own, url):
            return False
        if kind is LinkKind.NEXT:
            return has_offset(url) and not has_offset(own)
        return page_number(own) == 2
    if own is None:
        return kind is LinkKind.NEXT and number in (1, 2, (row.current or 1) + 1)
    here = page_number(own) or row.current or 1
    return number == here + (1 if kind is LinkKind.NEXT else -1) and _is_own(own, url)


def _is_declared_step(url: str, kind: LinkKind, own: str) -> bool:
    """Tell whether a URL that the head declares names the wanted page, though in another form."""
    number, here = page_number(url), page_number(own) or 1
    if number is None or number != here + (1 if kind is LinkKind.NEXT else -1):
        return _is_numbered_step(url, kind, NO_ROW, own)
    return _is_own(own, url) or not names_part_of(url, own)


def _is_own(own: str, url: str) -> bool:
    """Tell whether a URL names the same thing as the page's own: by an identifier, or its path with more after it."""
    if share_identifier(own, url) or names_same(own, url) or is_same_list(own, url):
        return True
    path, other = (address.partition("?")[0].rstrip("/").partition("://")[2].lower() for address in (own, url))
    return "/" not in path or other.startswith(f"{path}/")


def _is_list_of(url: str, own: str) -> bool:
    """Tell whether a URL is that of the list that contains the page's article."""
    return names_part_of(url, own) and is_thing_of(own, url)


def _other_thing(text: str) -> str | None:
    return next((word for word in _WORDS.findall(text) if word in SERIES), None)


class _Refusing:
    """A factory for verdicts against one link."""

    def __init__(self, kind: LinkKind, url: str | None) -> None:
        self._kind, self._url = kind, url or ""

    def __call__(self, reason: str) -> LinkVerdict:
        return LinkVerdict(self._kind, self._url, False, reason)
