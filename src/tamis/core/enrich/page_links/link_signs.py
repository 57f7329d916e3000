"""Reading of page links: words, numbers, arrows, names and URLs of links that may lead to other pages of an article."""

from __future__ import annotations

import re
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from tamis.core.enrich.page_links.places import name_text, names_of
from tamis.core.enrich.page_links.print_phrases import (
    MAX_PARTS,
    PRINT,
    PRINT_ICONS,
    UNSURE_PRINT,
    print_phrase,
    speaks_of_print,
)
from tamis.core.parse.tree import Element, attribute_names
from tamis.text.lists import shortest_parts, word_set
from tamis.text.phrases import EDGES, lines, normal, words
from tamis.text.urls.page_numbers import page_number
from tamis.text.urls.safety import leads_to_page, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_TEXT = 60
"""Number of characters above which a link is a headline, and not a link to a page of the same article."""
MAX_SCRIPT = 500
"""Number of characters of a script in an attribute that are read."""
MAX_ICON = 2
"""Number of characters up to which a link shows a sign and no words."""
ONE_PAGE, UNSURE_ONE_PAGE = lines("one_page_link"), lines("one_page_link_unsure")
NEXT = lines("next_page") | lines("next_list_page")
OLDER_OR_NEWER = lines("older_or_newer")
PREVIOUS, ROW = lines("previous_page"), lines("page_row")
PAGE_WORDS, SERIES = frozenset(words("page_word")), frozenset(words("series_item"))
_STEPS = NEXT | PREVIOUS
_PAGE_SIGNS = words("page_sign")
_IN_ROWS = _STEPS | ROW | PAGE_WORDS
_TELLING = _STEPS | ONE_PAGE | UNSURE_ONE_PAGE | PRINT | UNSURE_PRINT | OLDER_OR_NEWER | ROW | PAGE_WORDS
"""All phrases that make a link worth reading."""
_FIRST_WORD = re.compile(rf"[^\s{re.escape(EDGES)}]+")
"""The beginning of a phrase up to the first sign that may part it from what follows."""
_NO_RELATION = frozenset[str]()
_STEP_RELATIONS = frozenset({"next", "prev", "previous"})
_HEAD_RELATIONS = _STEP_RELATIONS | {"alternate"}
_LABELS = ("title", "aria-label", "alt", "value")
_OWN_LABELS = ("title", "aria-label")
_FIRST_WORDS = frozenset(word[0] for phrase in (*_TELLING, *PRINT_ICONS) if (word := _FIRST_WORD.match(phrase)))
"""First words of everything that the words of a link may say."""
_SCRIPTED = re.compile(r"""(\+\s*)?(["'])([^"'\s]{1,400})\2(\s*\+)?""")
"""A text in quotes, with the signs before and after it that join it to others: a URL that a script completes."""
_URL = re.compile(r"https?://|/(?!/)|\./|\?|[\w-]+\.(?:php|aspx?|html?|jsp|cfm|do)\b|[\w-]+/[\w/-]+", re.ASCII)
ASSETS = (".css", ".js", ".gif", ".png", ".jpg", ".jpeg", ".webp", ".svg", ".ico", ".bmp", ".swf")
_URL_NAMES = ("href", "url", "link", "src", "print")
"""Endings of attributes that scripts read a URL from."""
_NUMBER = re.compile(r"[\[(]?(\d{1,4})[\])]?")
_RANGE = re.compile(r"(\d{1,5})\s?[-–—]\s?(\d{1,5})")
_DIGITS = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"[\s_/]+")
_HEAD_END = re.compile(r" [-–—|] |: ?|：")
_ARROWS = frozenset("›»→▶►>❯⟩≫⇒▸➔➜➡＞≻")
_BACK_ARROWS = frozenset("‹«←◀◄<❮⟨≪⇐◂⬅＜")
_SIGNS = _ARROWS | _BACK_ARROWS | frozenset(" .…|·-–—[]()")
NEXT_NAMES = frozenset(words("next_name")) | word_set(
    "nextpage nextlink pagenext pagernext nextpostslink nextposts pagedown nextbtn btnnext gonext"
)
PREVIOUS_NAMES = frozenset(words("previous_name")) | word_set(
    "prevpage pageprev pagerprev previouspage prevlink previouslink pageup btnprev prevbtn"
)
_STEP_PARTS = shortest_parts(NEXT_NAMES | PREVIOUS_NAMES)
_POINTERS = word_set("chevron arrow angle caret arrows pointer triangle")
_PICTURE_PARTS = shortest_parts(_STEP_PARTS + tuple(_POINTERS))
_RIGHT, _LEFT = word_set("right forward r"), word_set("left back backward l")


class Says(NamedTuple):
    """The meaning of a link, from its words and signs."""

    text: str
    """The words, normalized as phrases are compared; for a link that shows only a picture or a sign, its label."""
    is_next: bool
    is_previous: bool
    is_list: bool
    number: int | None
    in_row: bool
    """True if the link may be in a row of links to pages."""


_NOTHING = Says("", False, False, False, None, False)


class Link(NamedTuple):
    """A link that may lead to another page of the article."""

    element: Element
    says: Says
    labels: tuple[str, ...]
    """All phrases of the link: its text, then what its title and its picture say."""
    has_text: bool
    url: str | None
    """URL that the link leads to; None if it has none of its own."""
    rel: frozenset[str]
    scripted: str | None = None
    """URL that its script names in full, if it has a URL of its own as well."""
    is_called: bool = False
    """True if its names, or those of its parent, may mention next or previous."""


def is_of_page(link: Element) -> bool:
    """Tell whether a link element of the page's head may lead to another page of the article."""
    return not _HEAD_RELATIONS.isdisjoint((link.attr("rel") or "").lower().split())


def following_number(own: str | None) -> str:
    """Return the number that the URL of the page after this one contains."""
    return str(((page_number(own) if own is not None else None) or 1) + 1)


def read_links(elements: Iterable[Element], base: str | None, follows: str) -> Iterator[Link | None]:
    """Yield the links that may lead to another page of the article, and None for each of the others.

    Nearly all are others, as their words and URLs tell at once.
    """
    words: dict[str, _Words] = {}
    names = _StepNames()
    for element in elements:
        value = element.attr("rel")
        rel = frozenset(value.lower().split()) if value else _NO_RELATION
        tag = element.tag
        if tag == "link":
            yield _read(element, "", rel, base, is_called=False)
            continue
        text = element.text if tag not in ("area", "input") else ""
        told = words.get(text)
        if told is None:
            told = words[text] = _words_of(_shortened(text))
        is_called = names.may_call(element)
        if (
            told is _TELL
            or is_called
            or (rel and not rel.isdisjoint(_STEP_RELATIONS))
            or ((href := element.attr("href")) and follows in href and follows in _DIGITS.findall(href))
            or _is_labeled_print(element, told)
        ):
            yield _read(element, _shortened(text), rel, base, is_called=is_called)
        else:
            yield None


class _Words(Enum):
    """Signs in the words of a link alone, whatever is around it."""

    TELL = "that it may lead to another page of the article"
    HEADLINE = "nothing: they are a headline, whose label may still mention print"
    OTHER = "nothing"


_TELL, _HEADLINE = _Words.TELL, _Words.HEADLINE


def _words_of(text: str) -> _Words:
    """Tell what the words of a link say about where it leads."""
    said = normal(text)
    if min(len(text), len(said)) <= MAX_ICON:
        return _Words.TELL
    may_tell = _may_tell(said)
    if may_tell and said in _TELLING:
        return _Words.TELL
    if len(text) > MAX_TEXT:
        return _Words.HEADLINE
    return _Words.TELL if speaks_of_print(said) or (may_tell and _begins_with_step(text, said)) else _Words.OTHER


def _begins_with_step(text: str, said: str) -> bool:
    """Tell whether a text begins with a phrase for a step, or consists of known phrases."""
    head = _HEAD_END.split(text, maxsplit=1)[0]
    return (head != text and (normal(head) in _STEPS or normal(head) in PAGE_WORDS)) or bool(_parts(said))


_UNNAMED = (None, None)


class _StepNames:
    """A quick check whether names of elements may mention next and previous. Pages use the same few over and over."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, str | None], bool] = {_UNNAMED: False}

    def may_call(self, link: Element) -> bool:
        """Tell whether a link or its parent may be called so."""
        known = self._known
        names = link.attr("class"), link.attr("id")
        may_name = known.get(names)
        if may_name is None:
            may_name = known[names] = may_name_step(name_text(link))
        item = link.parent
        if may_name or type(item) is not Element:
            return may_name
        names = item.attr("class"), item.attr("id")
        may_name = known.get(names)
        if may_name is None:
            may_name = known[names] = may_name_step(name_text(item))
        return may_name


def _is_labeled_print(element: Element, told: _Words) -> bool:
    """Tell whether the label of a link whose words tell nothing says that it is for print."""
    labels = _labels(element) if told is _HEADLINE else filter(None, map(element.attr, _OWN_LABELS))
    return any(
        speaks_of_print(label) and label not in UNSURE_PRINT and print_phrase(label) is not None
        for label in map(normal, labels)
    )


def _may_tell(said: str) -> bool:
    """Check quickly whether a phrase may be at the beginning of a normalized text, or a number before one."""
    first = _FIRST_WORD.match(said)
    return first is None or first[0] in _FIRST_WORDS or first[0].isdecimal()


def may_name_step(text: str) -> bool:
    """Tell whether a text may contain a name for next or previous: a quick check, before its words are read."""
    return any(map(text.lower().__contains__, _STEP_PARTS))


def _read(element: Element, text: str, rel: frozenset[str], base: str | None, *, is_called: bool) -> Link:
    """Read the words and the URL of a link."""
    labels = tuple(_labels(element))
    has_text = len(text) > MAX_ICON or (bool(text) and (text.isalnum() or not labels))
    said = (text, *labels) if not has_text else (text,)
    says = _says(said)
    if not says.in_row and not text and not labels and element.tag == "a":
        says = _says_picture(element)
    url = _url_of(element, base)
    scripted = _scripted_url(element, base) if url is not None else None
    return Link(element, says, tuple(map(normal, (text, *labels))), has_text, url, rel, scripted, is_called)


def _shortened(text: str) -> str:
    return " ".join(text[: MAX_TEXT * 4].split())


def _labels(element: Element) -> Iterator[str]:
    """Yield the labels of a link: its own attributes, then those of its picture."""
    inside = list(element.select("img, svg title, i[title], span[title]"))[:2] if element.tag != "link" else []
    for node in (element, *inside):
        for name in _LABELS:
            label = _shortened(node.attr(name) or "")
            if label and len(label) <= MAX_TEXT:
                yield label


def _says(said: Sequence[str]) -> Says:
    for text in said:
        if not text:
            continue
        says = _says_one(text)
        if says.in_row or says.is_list:
            return says
    text = next(filter(None, said), "")
    return Says(normal(text) if len(text) <= MAX_TEXT else "", False, False, False, None, False)


def _says_one(text: str) -> Says:
    if len(text) > MAX_TEXT:
        return _NOTHING
    plain = normal(text)
    if not plain:
        return _says_sign(text)
    if not _may_tell(plain):
        return Says(plain, False, False, False, None, False)
    start = _HEAD_END.split(text, maxsplit=1)[0]  # "Next Page - Results 21 to 40 of 201", "Page 2: The test"
    head = normal(start)
    number = _page_named(head, start)
    said = {head, plain} | _parts(plain)
    is_next, is_previous = not NEXT.isdisjoint(said), not PREVIOUS.isdisjoint(said)
    in_row = is_next or is_previous or number is not None or plain in ROW
    return Says(plain, is_next, is_previous, plain in OLDER_OR_NEWER, number, in_row)


def _parts(plain: str) -> frozenset[str]:
    """Return the phrases that make up a text, if all are known: ``next 25 threads``, ``next next page``."""
    rest = [word for word in _BETWEEN.split(plain) if word and not word.isdecimal()]
    phrases: set[str] = set()
    while 0 < len(rest) <= MAX_PARTS:
        size = next((size for size in range(len(rest), 0, -1) if " ".join(rest[:size]) in _IN_ROWS), 0)
        if not size:
            return frozenset()
        phrases.add(" ".join(rest[:size]))
        rest = rest[size:]
    return frozenset(phrases) if not rest else frozenset()


def speaks_of_pages(said: str) -> bool:
    """Tell whether a phrase has a word for page in it; in scripts without spaces, anywhere."""
    return not PAGE_WORDS.isdisjoint(said.split()) or (not said.isascii() and any(map(said.__contains__, _PAGE_SIGNS)))


def _says_sign(text: str) -> Says:
    """Read a number or an arrow."""
    number = _NUMBER.fullmatch(text)
    if number:
        return Says("", False, False, False, int(number[1]), True)
    if items := _RANGE.fullmatch(text):
        number_of_range = _page_of_items(int(items[1]), int(items[2]))
        return Says("", False, False, False, number_of_range, number_of_range is not None)
    signs = set(text)
    if not signs <= _SIGNS:
        return _NOTHING
    forward, back = not signs.isdisjoint(_ARROWS), not signs.isdisjoint(_BACK_ARROWS)
    return Says("", forward and not back, back and not forward, False, None, True)


def _page_of_items(first: int, last: int) -> int | None:
    """Return the page number of ``21-40``; None if it is not one of several pages of equal size."""
    size = last - first + 1
    return (first - 1) // size + 1 if size > 1 and first > 0 and (first - 1) % size == 0 else None


def _says_picture(element: Element) -> Says:
    """Read a link without words: an arrow by the names of its picture, or a link that is named next or previous."""
    inside = list(islice(element.iter_elements(), MAX_ICON))
    texts = " ".join(map(name_text, (element, *inside))).lower()
    if not any(map(texts.__contains__, _PICTURE_PARTS)):
        return _NOTHING
    names: set[str] = set().union(*(names_of(node) for node in (element, *inside)))
    points = not _POINTERS.isdisjoint(names)
    forward = not NEXT_NAMES.isdisjoint(names) or (points and not _RIGHT.isdisjoint(names))
    back = not PREVIOUS_NAMES.isdisjoint(names) or (points and not _LEFT.isdisjoint(names))
    return Says("", forward and not back, back and not forward, False, None, forward != back)


def _page_named(plain: str, text: str) -> int | None:
    """Return the number in ``Page 2`` or ``2ページ``."""
    if plain not in PAGE_WORDS:
        return None
    numbers = _DIGITS.findall(text)
    return int(numbers[0]) if numbers and len(numbers[0]) <= 4 else None


def _url_of(element: Element, base: str | None) -> str | None:
    """Return the URL that a link leads to: its own, or one in its script or its data attributes."""
    href = (element.attr("href") or "").strip()
    is_script = href.lower().startswith("javascript:")
    script = f"{_unquoted(href) if is_script else ''} {element.attr('onclick') or ''}"[:MAX_SCRIPT]
    if href and not is_script and not href.startswith("#"):
        return None if _opens_printer(script) or _is_asset(href) else _web(resolve(href, base))
    named = (element.attr(name) for name in attribute_names(element) if name == "formaction" or _is_for_url(name))
    candidates = (candidate.strip() for candidate in (*named, *_scripted(script)) if candidate)
    return _first_url(candidates, base)


def _is_for_url(name: str) -> bool:
    """Tell whether an attribute is one that scripts read a URL from: ``data-href``, ``data-print-url``."""
    return name.startswith("data-") and name.endswith(_URL_NAMES)


def _scripted_url(element: Element, base: str | None) -> str | None:
    """Return the URL that a link's own script names in full."""
    return _first_url(_scripted((element.attr("onclick") or "")[:MAX_SCRIPT]), base)


def _first_url(candidates: Iterable[str], base: str | None) -> str | None:
    target = next((url for url in candidates if _URL.match(url) and not _is_asset(url)), None)
    return _web(resolve(target, base)) if target is not None else None


def _is_asset(url: str) -> bool:
    """Tell whether a URL is that of a part of a page: a style sheet, a script, a picture."""
    return url.partition("#")[0].partition("?")[0].lower().endswith(ASSETS)


def _unquoted(href: str) -> str:
    """Decode a script in a URL, in which quotes may be written as %27."""
    return unquote(href[:MAX_SCRIPT]) if "%27" in href or "%22" in href else href


def _opens_printer(script: str) -> bool:
    """Tell whether a script opens the printer's dialog instead of following the link."""
    return "print()" in script and "preventDefault" in script


def _scripted(script: str) -> Iterator[str]:
    """Yield the URLs that a script has in quotes, except those that it completes with something else."""
    if "(" not in script and "=" not in script:
        return
    for before, _, quoted, after in _SCRIPTED.findall(script):
        url = quoted.replace("\\/", "/").rstrip("\\")
        if _URL.match(url) and not url.startswith(("image/", "text/")) and not before and not after:
            yield url


def _web(url: str | None) -> str | None:
    return url if url is not None and leads_to_page(url) else None
