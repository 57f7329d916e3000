"""Links to other pages of the same article: the whole on one page, a version for print, the next page, the one before.

J. Fan, P. Luo, S. H. Lim, S. Liu, P. Joshi, J. Liu: *Article Clipper: A System for Web Article Extraction*, KDD 2011,
sections 2.1 and 2.5. A link to a print version has a phrase of a dictionary as its text or as the name of its picture,
and an address of its own. A link to the next page is in a row of links to pages; its address is that of the page
with the number that follows. Rows of comments and pictures are left out. The last step, which compares title and body
of the page behind a link, is that of `tamis.stitching`.

Where the paper goes by coordinates, a row is here a run of links that follow each other and are all made of numbers,
arrows and words for next and previous. Every link that might be one of these is judged, with the reason.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tamis.enrich.page_link_places import COMMENTS, Places, name_text, names_of, words_of_name
from tamis.parse.tree import Element
from tamis.parse.urls import base_url, resolve
from tamis.text.lists import word_set
from tamis.text.page_addresses import (
    Comparison,
    Relation,
    compare,
    has_offset,
    has_print_sign,
    identifiers,
    is_gallery,
    is_same,
    may_speak_of_print,
    names_part_of,
    names_same,
    page_number,
    share_identifier,
)
from tamis.text.phrases import lines, normal, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tamis.parse.document import Document

MAX_TEXT = 60
"""A link with more characters is a headline, and no link to a page of the same article."""
MAX_SCRIPT = 500
"""How many characters of a script in an attribute are read."""
MAX_ITEM = 5
"""Elements inside the item of a pager; with more it is no item."""
MAX_PAIRS = 5
"""How many addresses of a row are compared with the ones that follow."""
MIN_ROW, MAX_ROW_DEPTH, MAX_ROW_TEXT = 2, 4, 400
"""Numbers that make a row, how far up its box is looked for, and how many characters of that are read."""
MAX_ICON = 2
"""Characters of a link that shows a sign and no words."""


PRINT, UNSURE_PRINT = lines("print_link"), lines("print_link_unsure")
ONE_PAGE, UNSURE_ONE_PAGE = lines("one_page_link"), lines("one_page_link_unsure")
NEXT = lines("next_page") | lines("next_list_page")
OLDER_OR_NEWER = lines("older_or_newer")
PREVIOUS, ROW = lines("previous_page"), lines("page_row")
PAGE_WORDS, SERIES = frozenset(words("page_word")), frozenset(words("series_item"))
_STEPS = NEXT | PREVIOUS
_TELLING = _STEPS | ONE_PAGE | UNSURE_ONE_PAGE | PRINT | UNSURE_PRINT | OLDER_OR_NEWER | ROW | PAGE_WORDS
"""All that a link may say that makes it worth reading."""
_STEP_RELATIONS = frozenset({"next", "prev", "previous"})
_HEAD_RELATIONS = _STEP_RELATIONS | {"alternate"}


class LinkKind(StrEnum):
    """Where a link leads."""

    ONE_PAGE = "one_page"
    PRINT = "print"
    NEXT = "next"
    PREVIOUS = "previous"


_STEP_KINDS = (LinkKind.NEXT, LinkKind.PREVIOUS)


class LinkVerdict(NamedTuple):
    """What was found about a link that might lead to another page of the article."""

    kind: LinkKind
    url: str
    """Empty for a link that has no address."""
    accepted: bool
    reason: str
    rank: int = 0
    """Among accepted links of a kind the one with the least rank is taken, and of these the first."""
    in_context: bool = False
    """Refused for its place: a row through comments, pictures or dates."""


class PageLinks(NamedTuple):
    """The links of a page to other pages of its article, and what was found about each that might be one."""

    one_page: LinkVerdict | None = None
    print_page: LinkVerdict | None = None
    next_page: LinkVerdict | None = None
    previous_page: LinkVerdict | None = None
    judged: tuple[LinkVerdict, ...] = ()
    numbers: Mapping[int, str] = MappingProxyType({})
    """The addresses of the row of page numbers that has the next page."""


_GALLERY_TYPES = ("ImageGallery", "MediaGallery", "gallery", "slideshow")
_LINKS = "a, area, link[rel], button[onclick], button[data-href], button[data-url], button[formaction], input[onclick]"
_LABELS = ("title", "aria-label", "alt", "value")
_SCRIPTED = re.compile(r"""["']([^"'\s]{1,400})["']""")
_ADDRESS = re.compile(r"https?://|/(?!/)|\./|\?|[\w-]+\.(?:php|aspx?|html?|jsp|cfm|do)\b|[\w-]+/[\w/-]+", re.ASCII)
_NUMBER = re.compile(r"[\[(]?(\d{1,4})[\])]?")
_RANGE = re.compile(r"(\d{1,5})\s?[-–—]\s?(\d{1,5})")
_SHOWN = re.compile(r"(?<![\w.,])\d{1,4}(?![\w,])")
_HEAD_END = re.compile(r" [-–—|] |: ?|：")
_WORDS = re.compile(r"[^\W_]+")
_ARROWS = frozenset("›»→▶►>❯⟩≫⇒▸➔➜➡＞≻")
_BACK_ARROWS = frozenset("‹«←◀◄<❮⟨≪⇐◂⬅＜")
_SIGNS = _ARROWS | _BACK_ARROWS | frozenset(" .…|·-–—[]()")
_PRINT_NAMES = word_set("print printer drucken druck imprimir imprimer stampa drukuj printicon printlink printbtn")
_NEXT_NAMES = word_set(
    "next nextpage nextlink pagenext pagernext nextpostslink nextposts weiter suivant suivante naechste siguiente "
    "pagedown nextbtn btnnext gonext proxima"
)
_PREVIOUS_NAMES = word_set(
    "prev previous prevpage pageprev pagerprev previouspage prevlink previouslink zurueck precedent precedente "
    "anterior pageup btnprev prevbtn"
)
_STEP_STEMS = tuple("next prev weiter suiv naech sigui pagedown pageup prox zuru prec anterior".split())
"""What each of the names for next and previous has in it."""
_POINTERS = word_set("chevron arrow angle caret arrows pointer triangle")
_RIGHT, _LEFT = word_set("right forward r"), word_set("left back backward l")
_CURRENT_NAMES = word_set("current active selected on aktiv currentpage activepage")
_SERVICES = ("printfriendly.com", "addtoany.com", "addthis.com", "sharethis.com")
_PDF = (".pdf", ".doc", ".docx", ".epub")


class _Says(NamedTuple):
    """What a link says, by its words and signs."""

    text: str
    """Its words as phrases are compared; of a link that shows only a picture or a sign, its label."""
    is_next: bool
    is_previous: bool
    is_list: bool
    number: int | None
    in_row: bool
    """Whether it may be in a row of links to pages."""


class _Link(NamedTuple):
    element: Element
    says: _Says
    labels: tuple[str, ...]
    """All its phrases: the text, or if there is none, what its picture and its title say."""
    has_text: bool
    url: str | None
    """None without an address of its own."""
    rel: frozenset[str]


class _Row(NamedTuple):
    """Links that follow each other and all lead to pages."""

    numbers: dict[int, str]
    """The address of each number."""
    current: int | None
    """The number of the page itself, as far as the row tells."""
    is_series: bool = False
    """Whether the row shows the page's own number, and all its addresses are the same except for their numbers."""


_NO_ROW = _Row({}, None)


def find_page_links(document: Document, *, is_forum: bool = False) -> PageLinks:
    """The links of a page to other pages of its article. In a forum the comments are the text."""
    rows: list[_Row] = []
    own = document.page.url or resolve(document.declared.url, None)
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
    numbers = next((row.numbers for row in rows if following and following.url in row.numbers.values()), {})
    return PageLinks(best[LinkKind.ONE_PAGE], best[LinkKind.PRINT], following, best[LinkKind.PREVIOUS], judged, numbers)


def _other_address(document: Document, judged: Iterable[LinkVerdict]) -> str | None:
    """The address that a page declares as its own, if that has another form and no link fits the one it came from."""
    own, declared = document.page.url, resolve(document.declared.url, document.page.url)
    steps = [verdict for verdict in judged if verdict.kind is LinkKind.NEXT]
    if own is None or declared is None or not steps or any(verdict.accepted for verdict in steps):
        return None
    has_path = "/" in declared.partition("://")[2].rstrip("/")
    return declared if has_path and compare(own, declared).relation is Relation.SITE else None


def _is_gallery(document: Document) -> bool:
    """Whether a page is one picture of many, by the type that it declares or by its address."""
    own = document.page.url or document.declared.url
    return document.declared.type in _GALLERY_TYPES or (own is not None and is_gallery(own))


def _refused(verdict: LinkVerdict, reason: str) -> LinkVerdict:
    """The verdict on a step, turned to the contrary."""
    if verdict.kind not in _STEP_KINDS or not verdict.accepted:
        return verdict
    return verdict._replace(accepted=False, reason=reason)


def _best(kind: LinkKind, judged: Sequence[LinkVerdict]) -> LinkVerdict | None:
    accepted = [verdict for verdict in judged if verdict.accepted and verdict.kind is kind]
    return min(accepted, key=lambda verdict: verdict.rank, default=None)


def _judge(document: Document, own: str | None, rows: list[_Row], *, is_forum: bool) -> Iterator[LinkVerdict]:
    base = base_url(document) or own
    is_forum = is_forum or (own is not None and _lists_comments(own))
    places = Places(document, comments_are_text=is_forum)
    for row_links in _rows(_read_all(document.tree.select(_LINKS), base)):
        row = _read_row(row_links, own) if len(row_links) > 1 else _NO_ROW
        rows.append(row)
        for link in row_links:
            yield from _judge_link(link, row, own, places, is_forum=is_forum)


def _lists_comments(own: str) -> bool:
    """Whether a page is all comments or reviews, by the end of its address: /lamp-12/reviews."""
    return own.partition("?")[0].rstrip("/").rpartition("/")[2].lower() in COMMENTS


def _judge_link(link: _Link, row: _Row, own: str | None, places: Places, *, is_forum: bool) -> Iterator[LinkVerdict]:
    if link.element.tag == "link":
        yield from _judge_head(link, own)
        return
    for judge in (_judge_one_page, _judge_print):
        if (verdict := judge(link, own)) is not None:
            yield verdict
    if (verdict := _judge_step(link, row, own, places, is_forum=is_forum)) is not None:
        yield verdict


# Reading.


def _read_all(elements: Iterable[Element], base: str | None) -> Iterator[_Link | None]:
    """The links that may lead to another page of the article, and None for each of the others.

    Nearly all are others, as their words tell at once.
    """
    for element in elements:
        rel = frozenset((element.attr("rel") or "").lower().split())
        if element.tag == "link":
            yield None if rel.isdisjoint(_HEAD_RELATIONS) else _read(element, "", rel, base)
            continue
        text = _folded(element.text) if element.tag not in ("area", "input") else ""
        is_other = rel.isdisjoint(_STEP_RELATIONS) and _leads_elsewhere(element, text)
        yield None if is_other else _read(element, text, rel, base)


def _leads_elsewhere(element: Element, text: str) -> bool:
    """Whether the words of a link are none that the judges below know."""
    said = normal(text)
    if min(len(text), len(said)) <= MAX_ICON or said in _TELLING:
        return False
    if _may_be_called_step(element):
        return False
    if len(text) > MAX_TEXT:  # a headline, of which the label may still speak of print
        return PRINT.isdisjoint(map(normal, _labels(element)))
    head = _HEAD_END.split(text, maxsplit=1)[0]
    return head == text or (normal(head) not in _STEPS and normal(head) not in PAGE_WORDS)


def _may_be_called_step(element: Element) -> bool:
    """Whether the names of a link or of what it is in may speak of next and previous: a quick look."""
    item = element.parent
    texts = (name_text(element), name_text(item) if isinstance(item, Element) else "")
    return any(stem in text for text in map(str.lower, texts) if text != " " for stem in _STEP_STEMS)


def _read(element: Element, text: str, rel: frozenset[str], base: str | None) -> _Link:
    """A link with its words and its address."""
    labels = tuple(_labels(element))
    has_text = len(text) > MAX_ICON or (bool(text) and (text.isalnum() or not labels))
    said = (text, *labels) if not has_text else (text,)
    says = _says(said)
    if not says.in_row and not text and not labels and element.tag == "a":
        says = _says_picture(element)
    return _Link(element, says, tuple(map(normal, (text, *labels))), has_text, _address(element, base), rel)


def _folded(text: str) -> str:
    return " ".join(text[: MAX_TEXT * 4].split())


def _labels(element: Element) -> Iterator[str]:
    """What a link is called where it does not say: its own names, then those of its picture."""
    inside = list(element.select("img, svg title, i[title], span[title]"))[:2] if element.tag != "link" else []
    for one in (element, *inside):
        for name in _LABELS:
            label = _folded(one.attr(name) or "")
            if label and len(label) <= MAX_TEXT:
                yield label


def _says(said: Sequence[str]) -> _Says:
    for text in said:
        if not text:
            continue
        found = _says_one(text)
        if found.in_row or found.is_list:
            return found
    text = next(filter(None, said), "")
    return _Says(normal(text) if len(text) <= MAX_TEXT else "", False, False, False, None, False)


def _says_one(text: str) -> _Says:
    if len(text) > MAX_TEXT:
        return _Says("", False, False, False, None, False)
    plain = normal(text)
    if not plain:
        return _says_sign(text)
    start = _HEAD_END.split(text, maxsplit=1)[0]  # "Next Page - Results 21 to 40 of 201", "Page 2: The test"
    head = normal(start)
    number = _page_named(head, start)
    is_next = not NEXT.isdisjoint((head, plain))
    is_previous = not PREVIOUS.isdisjoint((head, plain))
    in_row = is_next or is_previous or number is not None or plain in ROW
    return _Says(plain, is_next, is_previous, plain in OLDER_OR_NEWER, number, in_row)


def _says_sign(text: str) -> _Says:
    """A number or an arrow."""
    number = _NUMBER.fullmatch(text)
    if number:
        return _Says("", False, False, False, int(number[1]), True)
    if items := _RANGE.fullmatch(text):
        number_of_range = _page_of_items(int(items[1]), int(items[2]))
        return _Says("", False, False, False, number_of_range, number_of_range is not None)
    signs = set(text)
    if not signs <= _SIGNS:
        return _Says("", False, False, False, None, False)
    forward, back = not signs.isdisjoint(_ARROWS), not signs.isdisjoint(_BACK_ARROWS)
    return _Says("", forward and not back, back and not forward, False, None, True)


def _page_of_items(first: int, last: int) -> int | None:
    """The page's number of ``21-40``; None if that is no page of equal ones."""
    size = last - first + 1
    return (first - 1) // size + 1 if size > 1 and first > 0 and (first - 1) % size == 0 else None


def _says_picture(element: Element) -> _Says:
    """A link without words: an arrow by the names of its picture, or called next by its own."""
    inside = list(islice(element.iter_elements(), MAX_ICON))
    names: set[str] = set().union(*(names_of(one) for one in (element, *inside)))
    points = not _POINTERS.isdisjoint(names)
    forward = not _NEXT_NAMES.isdisjoint(names) or (points and not _RIGHT.isdisjoint(names))
    back = not _PREVIOUS_NAMES.isdisjoint(names) or (points and not _LEFT.isdisjoint(names))
    return _Says("", forward and not back, back and not forward, False, None, forward != back)


def _page_named(plain: str, text: str) -> int | None:
    """The number of ``Page 2`` or ``2ページ``."""
    if plain not in PAGE_WORDS:
        return None
    digits = "".join(filter(str.isdecimal, text))
    return int(digits) if 0 < len(digits) <= 4 else None


def _address(element: Element, base: str | None) -> str | None:
    """Where a link leads: its address, or the one that its script or its data name."""
    href = (element.attr("href") or "").strip()
    script = f"{href if href.lower().startswith('javascript:') else ''} {element.attr('onclick') or ''}"[:MAX_SCRIPT]
    if href and not href.startswith("#") and not href.lower().startswith("javascript:"):
        if "print()" in script and "preventDefault" in script:
            return None
        return _web(resolve(href, base))
    named = (element.attr(name) for name in ("data-href", "data-url", "formaction"))
    for candidate in (*named, *_scripted(script)):
        if candidate and _ADDRESS.match(candidate.strip()):
            return _web(resolve(candidate.strip(), base))
    return None


def _scripted(script: str) -> Iterator[str]:
    """The addresses that a script has in quotes."""
    if "(" not in script and "=" not in script:
        return
    for quoted in _SCRIPTED.findall(script):
        if _ADDRESS.match(quoted) and not quoted.startswith(("image/", "text/")):
            yield quoted


def _web(address: str | None) -> str | None:
    if address is None or address.lower().startswith(("mailto:", "tel:")):
        return None
    return address


# Rows of links to pages.


def _rows(links: Iterable[_Link | None]) -> Iterator[list[_Link]]:
    """The links in reading order; those that may be a row together, every other one by itself. None ends a row."""
    row: list[_Link] = []
    for link in links:
        if link is not None and link.says.in_row and link.element.tag != "link":
            if _starts_again(row, link):
                yield row
                row = []
            row.append(link)
            continue
        if row:
            yield row
            row = []
        if link is not None:
            yield [link]
    if row:
        yield row


def _starts_again(row: Sequence[_Link], link: _Link) -> bool:
    """Whether numbers fall: those of items on a page come before those of pages."""
    before, number = (row[-1].says.number if row else None), link.says.number
    return before is not None and number is not None and number < before


def _read_row(links: Sequence[_Link], own: str | None) -> _Row:
    """The numbers of a row, and which of them is the page's."""
    numbers: dict[int, str] = {}
    marked, same = None, None
    for link in links:
        number = link.says.number
        if number is None:
            continue
        if link.url is None or _is_marked(link.element):
            marked = number if marked is None else marked
        elif own is not None and is_same(own, link.url):
            same = number if same is None else same
        if link.url is not None:
            numbers.setdefault(number, link.url)
    shown = marked or _current_by_steps(links, numbers) or same or _current_by_text(links, numbers)
    is_series = shown is not None and _is_series(numbers)
    return _Row(numbers, shown or (_current_by_address(numbers, own) or _gap(numbers) if numbers else None), is_series)


def _is_series(numbers: dict[int, str]) -> bool:
    """Whether each address of a row is that of the number before it, with the page's number that follows."""
    pairs = [(url, numbers[number + 1]) for number, url in numbers.items() if number + 1 in numbers][:MAX_PAIRS]
    steps = [compare(first, second) for first, second in pairs]
    return len(steps) >= MIN_ROW and all(step.is_next and step.named for step in steps)


def _current_by_steps(links: Sequence[_Link], numbers: dict[int, str]) -> int | None:
    """The page's number, by the numbers that have the addresses of next and previous."""
    places = {url: number for number, url in numbers.items()}
    for link in links:
        step = link.says.is_previous - link.says.is_next
        if step and link.url in places:
            return places[link.url] + step
    return None


def _current_by_text(links: Sequence[_Link], numbers: dict[int, str]) -> int | None:
    """The page's number, if the row shows one that is no link: as plain text, or bold."""
    numbered = [link.element for link in links if link.says.number in numbers]
    if len(numbered) < MIN_ROW:
        return None
    box = _box_of(numbered[0], numbered[-1])
    shown = {int(digits) for digits in _SHOWN.findall(box.text[:MAX_ROW_TEXT])} if box is not None else set()
    missing = [number for number in shown if number not in numbers and {number - 1, number + 1} & numbers.keys()]
    return missing[0] if len(missing) == 1 else None


def _box_of(first: Element, last: Element) -> Element | None:
    """The element around a row, if it is near."""
    around = set(islice(last.ancestors, MAX_ROW_DEPTH))
    return next(
        (one for one in islice(first.ancestors, MAX_ROW_DEPTH) if one in around and isinstance(one, Element)), None
    )


def _is_marked(element: Element) -> bool:
    if not names_of(element).isdisjoint(_CURRENT_NAMES) or element.attr("aria-current") not in (None, "false"):
        return True
    item = element.parent
    return isinstance(item, Element) and item.tag == "li" and not names_of(item).isdisjoint(_CURRENT_NAMES)


def _current_by_address(numbers: dict[int, str], own: str | None) -> int | None:
    """The page's number, by what its own address has where those of the row have theirs."""
    if own is None:
        return None
    for number, url in numbers.items():
        found = compare(own, url)
        if found.relation is Relation.PAGE and found.number is not None and not found.is_offset:
            if found.current is None:
                return 1
            return found.current + number - found.number
    return None


def _gap(numbers: dict[int, str]) -> int | None:
    """The number that a row leaves out, because it is the page's."""
    first, last = min(numbers), max(numbers)
    for number in range(max(1, first - 1), min(last, first + len(numbers)) + 1):
        if number not in numbers:
            return number
    return None


# One page and print.


def _judge_one_page(link: _Link, own: str | None) -> LinkVerdict | None:
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


def _judge_print(link: _Link, own: str | None) -> LinkVerdict | None:
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
    """Why an address is that of a print version, though it is not the page's own with a sign for print."""
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


def _may_print(link: _Link) -> bool:
    """Whether a link without words may be for print, by its names, its picture's or its address."""
    return (link.url is not None and has_print_sign(link.url)) or _is_named_print(link.element)


def _is_named_print(element: Element) -> bool:
    """Whether a link, its picture or its icon is called print."""
    return any(map(_is_called_print, (element, *list(element.select("img, i, svg, span"))[:2])))


def _is_called_print(element: Element) -> bool:
    """Whether the class, the id or the picture's address of an element has a word for print."""
    sources = (source for name in ("src", "data-src") if (source := element.attr(name)))
    if any(may_speak_of_print(text) and not _PRINT_NAMES.isdisjoint(words_of_name(text)) for text in sources):
        return True
    return may_speak_of_print(name_text(element)) and not names_of(element).isdisjoint(_PRINT_NAMES)


def _is_service(url: str) -> bool:
    """Whether an address is that of a service that prints pages of any site."""
    return any(f"{host}/" in url[:MAX_TEXT] for host in _SERVICES)


# Next and previous.


def _judge_head(link: _Link, own: str | None) -> Iterator[LinkVerdict]:
    """A link element of the page's head."""
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
        right = found.is_next if kind is LinkKind.NEXT else found.is_previous
        if found.relation is Relation.SITE and _is_declared_step(link.url, kind, own):
            yield LinkVerdict(
                kind, link.url, True, f"declared as {kind.value}, and names the same thing and the number", 3
            )
            continue
        reason = f"declared as {kind.value}, and is {found.relation.value}"
        yield LinkVerdict(kind, link.url, right, reason if right else f"{reason}: another article", 2)


def _judge_step(link: _Link, row: _Row, own: str | None, places: Places, *, is_forum: bool) -> LinkVerdict | None:
    """A link that may lead to the next page or the one before."""
    kind = _kind_of_step(link, row)
    if kind is None:
        return None
    refuse = _Refusing(kind, link.url)
    if link.url is None:
        return refuse("no address of its own")
    if link.says.text and not link.says.in_row and (thing := _other_thing(link.says.text)):
        return refuse(f"says “{thing}”: leads to another thing")
    found = compare(own, link.url) if own is not None else Comparison(Relation.SITE)
    if found.relation is Relation.SAME:
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


def _kind_of_step(link: _Link, row: _Row) -> LinkKind | None:
    says = link.says
    if says.is_next or "next" in link.rel:
        return LinkKind.NEXT
    if says.is_previous or not link.rel.isdisjoint(("prev", "previous")):
        return LinkKind.PREVIOUS
    if says.is_list and not names_of(link.element).isdisjoint(_NEXT_NAMES):
        return LinkKind.NEXT
    if says.number is None and (named := _kind_by_names(link.element)):
        return named
    if says.number is not None and row.current is not None:
        steps = {row.current + 1: LinkKind.NEXT, row.current - 1: LinkKind.PREVIOUS}
        return steps.get(says.number)
    return None


def _kind_by_names(element: Element) -> LinkKind | None:
    """What a link is called, or the item of a pager that it is in: ``<li class="pager-next">``."""
    item = element.parent
    around = (
        (element, item) if isinstance(item, Element) and item.tag in ("li", "span", "p", "td", "div") else (element,)
    )
    names: set[str] = set().union(*map(names_of, around))
    if item is not None and len(list(islice(item.iter_elements(), MAX_ITEM))) >= MAX_ITEM:
        names = names_of(element)
    forward, back = (not known.isdisjoint(names) for known in (_NEXT_NAMES, _PREVIOUS_NAMES))
    return None if forward == back else LinkKind.NEXT if forward else LinkKind.PREVIOUS


def _judge_address(
    link: _Link, kind: LinkKind, row: _Row, own: str | None, found: Comparison, refuse: _Refusing
) -> LinkVerdict:
    """The verdict on a link that says that it is a step, by its address."""
    url = link.url or ""
    words = f"page number {link.says.number}" if link.says.number is not None else "says so"
    rank = 2 if link.says.number is not None else 0
    step = 1 if kind is LinkKind.NEXT else -1
    expected = row.numbers.get(row.current + step) if row.current is not None else None
    if found.relation is Relation.PAGE:
        right = found.is_next if kind is LinkKind.NEXT else found.is_previous
        if right and (link.says.number is None or found.is_offset or row.current is not None):
            return LinkVerdict(kind, url, True, f"{words}, and its address is the page's own with the number", rank)
        if expected == url:
            return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank)
        return refuse("a page of the article, but not the next one by its number")
    if expected == url and own is not None and link.says.number is None and share_identifier(own, url):
        return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank + 1)
    if _is_numbered_step(url, kind, row, own):
        return LinkVerdict(kind, url, True, f"{words}, and its address names the same article and the number", rank + 1)
    if expected == url and row.is_series and own is not None and not names_part_of(url, own):
        return LinkVerdict(kind, url, True, f"{words}, and is the number {row.current} {step:+d} of its row", rank + 2)
    return refuse("another address: the next article")


def _is_numbered_step(url: str, kind: LinkKind, row: _Row, own: str | None) -> bool:
    """Whether an address in another form than the page's own names the page that is wanted."""
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
    """Whether an address that the head declares names the page that is wanted, though in another form."""
    number, here = page_number(url), page_number(own) or 1
    if number is None or number != here + (1 if kind is LinkKind.NEXT else -1):
        return _is_numbered_step(url, kind, _NO_ROW, own)
    return _is_own(own, url) or not names_part_of(url, own)


def _is_own(own: str, url: str) -> bool:
    """Whether an address names the same thing as the page's own: an identifier, or its path with more after it."""
    if share_identifier(own, url) or names_same(own, url):
        return True
    path, other = (address.partition("?")[0].rstrip("/").partition("://")[2].lower() for address in (own, url))
    return "/" not in path or other.startswith(f"{path}/")


def _other_thing(text: str) -> str | None:
    return next((word for word in _WORDS.findall(text) if word in SERIES), None)


class _Refusing:
    """Verdicts against a link."""

    def __init__(self, kind: LinkKind, url: str | None) -> None:
        self._kind, self._url = kind, url or ""

    def __call__(self, reason: str) -> LinkVerdict:
        return LinkVerdict(self._kind, self._url, False, reason)
