"""Whether two addresses are pages of the same thing: equal but for a page's number, or a word for all pages or print.

Sites number their pages in the query (``?page=2``, ``&start=20``) or in the path (``/page/2``, ``-2.html``, ``/2/``).
Two addresses are therefore compared by what one has more than the other: a number where the other has a smaller one or
none is a page's number, a word such as ``all`` or ``print`` another version, and anything else another page.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from tamis.text.domains import registered_domain
from tamis.text.lists import word_set

MAX_ADDRESS = 2000
"""A longer address is not compared."""
MAX_PAGE = 9999
"""A greater number is that of an article; page numbers of long threads have four digits."""
MAX_BARE = 300
"""The greatest number that counts as a page's where no word says that it is one."""
MIN_IDENTIFIER = 4
"""Digits from which a number tells one page of a site from all others; shorter ones count pages, days and months."""
MIN_SLUG = 12
"""Characters from which a part of a path does so."""


MAX_SIGN_WORDS = 3
"""A part of a path with more words is a headline; only its first and last word may be a sign."""


class Relation(Enum):
    """How an address relates to that of the page."""

    SAME = "the page itself"
    PAGE = "the page's own address with a page number"
    WHOLE = "the page's own address with a sign for all pages"
    PRINT = "the page's own address with a sign for print"
    COMMENTS = "a page of comments"
    SITE = "another page of the site"
    SISTER = "another site of the same name"
    ELSEWHERE = "another site"


class Comparison(NamedTuple):
    """What an address is beside another one."""

    relation: Relation
    number: int | None = None
    """The page's number in the address."""
    current: int | None = None
    """The number in the other one, in the same place; None if it has none there."""
    named: bool = False
    """Whether a word says that it is a page's number."""
    is_offset: bool = False
    """Whether it counts items, and not pages."""

    @property
    def is_next(self) -> bool:
        """Whether it is the page after this one, as far as numbers tell."""
        if self.relation is not Relation.PAGE or self.number is None:
            return False
        if self.is_offset:
            return self.number > (self.current or 0)
        if self.current is None:
            # Some count from 0, so that the second page has the number 1.
            return self.number == 2 or (self.number == 1 and self.named)
        return self.number == self.current + 1

    @property
    def is_previous(self) -> bool:
        """Whether it is the page before this one, as far as numbers tell."""
        if self.relation is not Relation.PAGE or self.current is None:
            return False
        if self.number is None:
            return self.is_offset or self.current <= 2
        return self.number < self.current if self.is_offset else self.number == self.current - 1


_PAGE_NAMES = word_set(
    """
    page pages paged pagenum pagenumber pageno pagenr pageid pageindex pageindice pagina paginas paginacion pag pg pgno
    pn pp currentpage curpage cpage0 seite seiten seitennr strona str sida side sivu strana stranka oldal stranica
    sayfa halaman trang pager paging pagen p part teil partie parte num
    """
)
"""Names before a page's number."""
_OFFSET_NAMES = word_set(
    """
    start startat startfrom startindex offset from begin first skip limitstart st row rows startrow o catlistingoffset
    firstresult recordoffset pos beginindex recstart
    """
)
"""Names before the number of a page's first item."""
_COMMENT_NAMES = word_set("cpage commentpage commentspage compage comment comments kommentar kommentare commentid cp")
_WHOLE_NAMES = word_set(
    """
    all allpages allpage single singlepage singleton onepage fullpage full fulltext viewall showall komplett
    komplettansicht komplettansicht2 gesamt alles alle entire todo tutto tout completo complete whole longform
    """
)
"""Signs for the whole on one page."""
_PRINT_NAMES = word_set(
    """
    print printable printer printview printout printpage printversion printarticle printstory printthread printfriendly
    printerfriendly printerversion printdoc printnews printpost printtopic printitem printmode printlayout
    druck drucken druckansicht druckversion drucker druckfassung imprimir imprimer imprimable impression imprime
    stampa stampabile afdrukken afdruk drukuj druk wydruk tisk tisknout nyomtatas tulosta skrivut utskrift udskriv
    yazdir cetak pechat prn printit artprint printcontent printformat printready druckdatei printlist
    """
)
"""Signs for print."""
_PRINT_STEMS = tuple("print dru impr stampa tisk nyomtatas tulosta skriv skrift yazdir cetak pechat prn".split())
"""What each of these signs has in it."""
_NOT_PRINT = word_set(
    """
    imprint reprint reprints preprint preprints blueprint blueprints footprint fingerprint sprint newsprint misprint
    eprint thumbprint
    """
)
_NO_ARTICLE = word_set(
    """
    edition editions ausgabe printausgabe printedition subscription subscriptions subscribe abo abonnement media
    mediadaten shop prints printing printers store archive advertise
    """
)
"""Signs for the paper itself, beside those for print."""
_GALLERIES = word_set(
    """
    g gallery galleries galerie galerien galeria galerias photos photo-gallery photogallery slideshow slideshows slides
    bildergalerie bildergalerien bilder fotostrecke fotostrecken fotogalerie fotogaleria diaporama diaporamas pictures
    image-gallery foto fotos imagegallery
    """
)
"""Parts of the addresses of galleries."""
_ADDED_BOXES = word_set("teaser teasers partial related widget sidebar breves recommended")
"""Parameters for the pages of a box beside the article."""
_IGNORED = word_set(
    """
    sid phpsessid jsessionid session sessionid session_id s zenid oscsid sess srsltid gclid fbclid msclkid ref referrer
    source mc_cid mc_eid cmpid ito lang hl locale ajax ref_ spm from_source share _ga versionfrom
    """
)
"""Parameters that say nothing about which page it is: sessions, campaigns, languages."""
_IGNORED_STARTS = ("utm_", "pk_", "mtm_", "at_", "wt_")

_ARCHIVED = re.compile(r"/web/\d{8,14}[a-z_]{0,4}/(?=https?://)")  # of a page in the Wayback Machine
_WORD = re.compile(r"[a-z]+")
_PRINT_COMPOUND = re.compile(
    r"print(?:er|able)?(?:friendly)?(?:article|story|page|view|thread|topic|post|news|item|doc|content|version|format)s?"
)
_PARTS = re.compile(r"[0-9]+|[^\W\d_]+|[\W_]")
_EXTENSION = re.compile(r"\.(?:[sx]?html?|php\d?|aspx?|jsp|cfm|dhtml|do|story)$")
_INDEX = re.compile(r"/(?:index|default)\.(?:[sx]?html?|php\d?|aspx?|jsp)$")
_INSERTED = re.compile(r"[/_.,;:~!*-]*+([^\W\d_]*+)[/_.=,:*-]*+([0-9]{1,5})")
_AFTER = re.compile(r"[/_-]*(?:\.[a-z]{2,5})?")
_DAYS = re.compile(r"(?:19|20)\d\d[/-](?:[01]?\d[/-])?$")
_NUMBER = re.compile(r"[0-9]{1,6}")
_LONG_NUMBER = re.compile(rf"[0-9]{{{MIN_IDENTIFIER},}}")
_HEX = re.compile(r"[0-9a-f]{8,}")
_BETWEEN_PARTS = re.compile(r"[/&,;]")
_YEAR = re.compile(r"(?:19|20)\d\d")


class _Address(NamedTuple):
    """An address in the parts that are compared."""

    site: str
    path: str
    """In lower case, decoded, without a slash or an index page at its end."""
    query: dict[str, str]
    """Without parameters that say nothing; names in lower case."""
    fragment: str


def _parsed(address: str) -> _Address | None:
    if len(address) > MAX_ADDRESS:
        return None
    try:
        parts = urlsplit(address)
        if inner := _ARCHIVED.match(parts.path):
            parts = urlsplit(f"{parts.path[inner.end() :]}?{parts.query}")
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https", ""):
        return None
    path = _INDEX.sub("", unquote(parts.path).lower().rstrip("/"))
    fields = parse_qsl(parts.query.replace(";", "&"), keep_blank_values=True) if parts.query else []
    query = {name.lower(): value.lower() for name, value in fields if not _is_ignored(name.lower())}
    return _Address(registered_domain(host), path, query, parts.fragment.lower())


def _is_ignored(name: str) -> bool:
    return name in _IGNORED or name.startswith(_IGNORED_STARTS)


def compare(own: str, other: str) -> Comparison:
    """What an address is beside a page's own one. Both are absolute."""
    left, right = _parsed(own), _parsed(other)
    if right is None or (left is not None and left.site != right.site):
        return Comparison(Relation.ELSEWHERE if right is None or not _is_sister(left, right) else Relation.SISTER)
    if left is None:
        return Comparison(Relation.SITE)
    found = _compare_paths(left, right) if left.path != right.path else _compare_queries(left, right)
    if found.relation is Relation.PAGE and _speaks_of_comments(right):
        return found._replace(relation=Relation.COMMENTS)
    if found.relation is Relation.PAGE and not _ADDED_BOXES.isdisjoint(_words_of(right) - _words_of(left)):
        return Comparison(Relation.SITE)
    return found


def _is_sister(left: _Address | None, right: _Address) -> bool:
    """Whether a site has the same name in another country: example.com and example.co.uk."""
    return left is not None and left.site.partition(".")[0] == right.site.partition(".")[0]


def _words_of(address: _Address) -> set[str]:
    fields = " ".join(f"{name} {value}" for name, value in address.query.items())
    return set(_WORD.findall(f"{fields} {address.fragment}"))


def is_same(own: str, other: str) -> bool:
    """Whether an address is the page's own, whatever place on the page it names."""
    return compare(own, other).relation is Relation.SAME


def _speaks_of_comments(address: _Address) -> bool:
    names = {*address.query, *_WORD.findall(address.path.rpartition("/")[2])}
    return not names.isdisjoint(_COMMENT_NAMES)


def _compare_queries(left: _Address, right: _Address) -> Comparison:
    """Two addresses with the same path."""
    changed = {name for name, value in right.query.items() if left.query.get(name) != value}
    missing = set(left.query) - set(right.query)
    if not changed and not missing:
        return Comparison(Relation.SAME)
    numbered = [name for name in changed if _NUMBER.fullmatch(right.query[name])]
    for name in sorted(numbered, key=_rank_of_name):
        kind = _kind_of_name(name)
        others = {other for other in changed - {name} if other in left.query and not _kind_of_name(other)}
        if kind and not others and not any(_kind_of_name(gone) is None for gone in missing):
            current = left.query.get(name, "")
            return _numbered(right.query[name], current, named=True, is_offset=kind == "offset")
    words = {word for name in changed for word in _WORD.findall(f"{name} {right.query[name]}")}
    if not any(_kind_of_name(name) is None or len(left.query[name]) > 3 for name in missing):
        if _is_print(words):
            return Comparison(Relation.PRINT)
        if words & _WHOLE_NAMES:
            return Comparison(Relation.WHOLE)
        if missing and not changed:  # the first page, which has no number
            gone = min(missing, key=_rank_of_name)
            number = _NUMBER.fullmatch(left.query[gone])
            if number:
                return Comparison(Relation.PAGE, None, int(number[0]), True, _kind_of_name(gone) == "offset")
    return Comparison(Relation.SITE)


def _kind_of_name(name: str) -> str | None:
    """What a parameter's number counts: ``page``, ``offset``, or None if it says nothing of pages."""
    words = _WORD.findall(name)
    last = words[-1] if words else ""
    if name in _COMMENT_NAMES or last in _PAGE_NAMES or last.startswith("page") or last.endswith("page"):
        return "page"
    if last in _OFFSET_NAMES or last.endswith(("offset", "start")):
        return "offset"
    return None


def _rank_of_name(name: str) -> tuple[int, str]:
    """Names that say more of pages first."""
    kind = _kind_of_name(name)
    return (0 if kind == "page" and len(name) > 1 else 1 if kind == "page" else 2 if kind else 3, name)


def _numbered(number: str, current: str, *, named: bool, is_offset: bool) -> Comparison:
    value = int(number)
    if value > (MAX_PAGE if not is_offset else MAX_PAGE * 100):
        return Comparison(Relation.SITE)
    before = int(current) if _NUMBER.fullmatch(current) else None
    return Comparison(Relation.PAGE, value, before, named, is_offset)


def _compare_paths(left: _Address, right: _Address) -> Comparison:
    """Two addresses with different paths."""
    same_query = left.query == right.query or not right.query or all(map(_kind_of_name, left.query))
    start, left_stop, right_stop = _difference(left.path, right.path)
    gone, added = left.path[start:left_stop], right.path[start:right_stop]
    before, after = right.path[:start], right.path[right_stop:]
    same_query = same_query and not (left.query and right.query and left.query != right.query)
    if same_query and (found := _number_in_path(gone, added, before, after)):
        return found
    words = set(_WORD.findall(added)) | (_words_of(right) - _words_of(left))
    rest = [word for word in _WORD.findall(added) if not _is_print_word(word)]
    if len(_WORD.findall(_EXTENSION.sub("", gone))) > 1 or len(_EXTENSION.sub("", before + after).strip("/")) < len(
        gone
    ):
        return Comparison(Relation.SITE)
    if _is_print(words) and len(rest) <= 1:
        return Comparison(Relation.PRINT)
    if words & _WHOLE_NAMES and _is_short(added) and not _WORD.search(_EXTENSION.sub("", gone)):
        return Comparison(Relation.WHOLE)
    return Comparison(Relation.SITE)


def _is_short(added: str) -> bool:
    return len(_WORD.findall(added)) <= 2


def _number_in_path(gone: str, added: str, before: str, after: str) -> Comparison | None:
    """The page's number that one path has where the other has another one, or nothing."""
    if gone.isdecimal() and added.isdecimal():
        named = _ends_with_name(before)
        if max(int(gone[:6]), int(added[:6])) > (MAX_PAGE if named else MAX_BARE) or max(len(gone), len(added)) > 5:
            return None
        if not named and (_DAYS.search(before) or (after.strip("/") and not _AFTER.fullmatch(after))):
            return None
        return Comparison(Relation.PAGE, int(added), int(gone), named)
    if not _EXTENSION.sub("", gone).strip("/._-") and (found := _inserted(added, before, after)):
        return Comparison(Relation.PAGE, found[0], None, found[1], found[2])
    if not _EXTENSION.sub("", added).strip("/._-") and (found := _inserted(gone, before, after)):
        return Comparison(Relation.PAGE, None, found[0], found[1], found[2])
    return None


def _inserted(text: str, before: str, after: str) -> tuple[int, bool, bool] | None:
    """The number of a part of a path that stands for a page, whether it is named so, and whether it counts items."""
    found = _INSERTED.match(text)
    if not found or not _AFTER.fullmatch(text, found.end()):
        return None
    name, number = found.group(1), int(found.group(2))
    is_offset = name in _OFFSET_NAMES and number >= 5
    named = name in _PAGE_NAMES or (not name and _ends_with_name(before))
    if name and not named and not is_offset and name != "index":
        return None
    if not named and not is_offset and (number > MAX_BARE or _DAYS.search(f"{before}/")):
        return None
    if not named and not is_offset and text[0] == "-" and not _EXTENSION.search(text + after):
        return None  # the second of two articles with the same title: /about-2/
    return number, named, is_offset


def _ends_with_name(before: str) -> bool:
    words = _WORD.findall(before[-12:].rstrip("/_.-=,:"))
    ending = before[-12:].rstrip("/_.-=,:")
    return bool(words) and ending.endswith(words[-1]) and words[-1] in _PAGE_NAMES


def _difference(left: str, right: str) -> tuple[int, int, int]:
    """Where two paths begin to differ and where each stops to, with numbers and words kept whole."""
    one, two = _PARTS.findall(left), _PARTS.findall(right)
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    end = 0
    while end < min(len(one), len(two)) - start and one[-1 - end] == two[-1 - end]:
        end += 1
    begin = sum(map(len, one[:start]))
    tail = sum(map(len, one[len(one) - end :]))
    return begin, len(left) - tail, len(right) - tail


def _is_print(words: set[str]) -> bool:
    return any(map(_is_print_word, words)) and words.isdisjoint(_NO_ARTICLE)


def _is_print_word(word: str) -> bool:
    if word in _PRINT_NAMES or _PRINT_COMPOUND.fullmatch(word):
        return True
    return word.endswith("print") and word not in _NOT_PRINT and len(word) > len("print")


def has_print_sign(address: str) -> bool:
    """Whether an address has a word for print in it, and none for the printed paper."""
    if "%" not in address and not may_speak_of_print(address):
        return False
    parsed = _parsed(address)
    if parsed is None:
        return False
    words = set(_words_of(parsed))
    for part in _EXTENSION.sub("", parsed.path).split("/"):
        found = _WORD.findall(part)
        words.update(found if len(found) <= MAX_SIGN_WORDS else (found[0], found[-1]))
    return _is_print(words)


def may_speak_of_print(text: str) -> bool:
    """Whether a text may have a word for print in it: a quick look, before its words are read one by one."""
    return any(map(text.lower().__contains__, _PRINT_STEMS))


def is_gallery(address: str) -> bool:
    """Whether an address is that of a gallery of pictures."""
    parsed = _parsed(address)
    return parsed is not None and not _GALLERIES.isdisjoint(parsed.path.split("/"))


def identifiers(address: str) -> frozenset[str]:
    """What tells a page of a site from others in its address: long numbers, long names, keys."""
    parsed = _parsed(address)
    if parsed is None:
        return frozenset()
    text = "&".join((_EXTENSION.sub("", parsed.path), *parsed.query.values()))
    found = {number for number in _LONG_NUMBER.findall(text) if not _YEAR.fullmatch(number)}
    found.update(_HEX.findall(text))
    found.update(part for part in _BETWEEN_PARTS.split(text) if len(part) >= MIN_SLUG)
    return frozenset(found)


def share_identifier(own: str, other: str) -> bool:
    """Whether two addresses name the same thing of a site."""
    ours, theirs = identifiers(own), identifiers(other)
    return not ours.isdisjoint(theirs)


def has_offset(address: str) -> bool:
    """Whether an address names the number of a page's first item, and that is not the first of all."""
    parsed = _parsed(address)
    fields = parsed.query.items() if parsed is not None else ()
    return any(_kind_of_name(name) == "offset" and value.isdecimal() and value.strip("0") for name, value in fields)


def page_number(address: str) -> int | None:
    """The page's number that an address names as such: ``?page=3``, ``/page/3``, ``-p3.html``; None without one."""
    parsed = _parsed(address)
    if parsed is None:
        return None
    for name in sorted(parsed.query, key=_rank_of_name):
        if _kind_of_name(name) == "page" and _NUMBER.fullmatch(parsed.query[name]):
            return int(parsed.query[name])
    parts = _PARTS.findall(_EXTENSION.sub("", parsed.path))
    if parts and parts[-1].isdecimal() and len(parts[-1]) <= 5 and _ends_with_name("".join(parts[:-1])[-12:]):
        return int(parts[-1])
    return None
