"""Comparison of page URLs: equal except for a page number, or a word for all pages or print.

Sites number their pages in the query (``?page=2``, ``&start=20``) or in the path (``/page/2``, ``-2.html``, ``/2/``).
Two URLs are therefore compared by their difference: a number where the other URL has a smaller one or none is a page
number, a word such as ``all`` or ``print`` is another version, and anything else is another page.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from tamis.text.domains import registered_domain
from tamis.text.lists import word_set

MAX_ADDRESS = 2000
"""Maximum characters of a URL that is compared."""
MAX_PAGE = 9999
"""Maximum page number; a greater one identifies an article. Page numbers of long threads have four digits."""
MAX_BARE = 300
"""Maximum number that counts as a page number if no word says that it is one."""
MIN_IDENTIFIER = 4
"""Minimum digits of a number that identifies one page of a site; shorter ones count pages, days and months."""
MAX_FIRST_OFFSET = 500
"""Maximum number of items on a first page; a greater number identifies one of them."""
MIN_OFFSET = 5
"""Minimum number that counts items if it could also count pages."""
MAX_FOLDER = 12
"""Maximum characters of a folder of pages whose name is unknown."""
MIN_NAME = 4
"""Minimum characters of all the words of a URL that identify one page of a site."""
MIN_SLUG = 12
"""Minimum characters of a part of a path that identifies one page of a site."""


MAX_SIGN_WORDS = 3
"""Maximum words of a part of a path. In one with more, a headline, only the first and last word may be a sign."""


class Relation(Enum):
    """The relation of a URL to that of the page."""

    SAME = "the page itself"
    PAGE = "the page's own address with a page number"
    WHOLE = "the page's own address with a sign for all pages"
    PRINT = "the page's own address with a sign for print"
    COMMENTS = "a page of comments"
    SITE = "another page of the site"
    SISTER = "another site of the same name"
    ELSEWHERE = "another site"


class Comparison(NamedTuple):
    """The result of comparing a URL with that of the page."""

    relation: Relation
    number: int | None = None
    """Page number in the URL."""
    current: int | None = None
    """Number at the same place in the page's own URL; None if there is none."""
    named: bool = False
    """True if a word says that it is a page number."""
    is_offset: bool = False
    """True if it counts items, not pages."""
    is_guess: bool = False
    """True if only two consecutive numbers indicate it, in a parameter whose name does not mention pages."""

    @property
    def is_next(self) -> bool:
        """True if it is the page after this one, judging by the numbers."""
        if self.relation is not Relation.PAGE or self.number is None:
            return False
        if self.is_offset:
            return self.number > (self.current or 0)
        if self.current is None:
            # Some sites count from 0, so that the second page has the number 1.
            return self.number == 2 or (self.number == 1 and self.named)
        return self.number == self.current + 1

    @property
    def is_previous(self) -> bool:
        """True if it is the page before this one, judging by the numbers."""
        if self.relation is not Relation.PAGE or self.current is None:
            return False
        if self.number is None:
            return self.is_offset or self.current <= 2
        return self.number < self.current if self.is_offset else self.number == self.current - 1

    @property
    def may_follow(self) -> bool:
        """True if it may be the page after the first, if its link says so: ``_1.html``, or ``page=20`` for items."""
        if self.relation is not Relation.PAGE or self.current is not None:
            return False
        return self.number == 1 or (self.named and self.number in _STEPS)


_PAGE_NAMES = word_set(
    """
    page pages paged pagenum pagenumber pageno pagenr pageid pageindex pageindice pagina paginas paginacion pag pg pgno
    pn pp currentpage curpage cpage0 seite seiten seitennr strona str sida side sivu strana stranka oldal stranica
    sayfa halaman trang pager paging pagen p part teil partie parte num pgn pno pnum pageid pgnum pgid
    pointer cur pnr pge afpg
    """
)
"""Names of page numbers."""
_SIZE_ENDS = ("size", "perpage", "limit", "length", "count")
"""Endings of names of the number of items on a page."""
_NUMBER_NAMES = word_set("no nr num number index idx numero nummer int")
"""Words after a word for page in the name of a parameter: ``page_no``, ``page[number]``."""
_PAGE_ENDS = ("page", "pagina", "seite", "strona", "sayfa", "pageno", "pagenum", "pagenumber", "pageindex")
_OFFSET_NAMES = word_set(
    """
    start startat startfrom startindex offset from begin first skip limitstart st row rows startrow o catlistingoffset
    firstresult recordoffset pos beginindex recstart startitem startresult firstitem stindex startrecord
    count rowstart firstrow
    """
)
"""Names of the number of a page's first item."""
_COMMENT_NAMES = word_set("cpage commentpage commentspage compage comment comments kommentar kommentare commentid cp")
_WHOLE_NAMES = word_set(
    """
    all allpages allpage single singlepage singleton onepage fullpage full fulltext viewall showall komplett
    komplettansicht komplettansicht2 gesamt alles alle entire todo tutto tout completo complete whole longform
    """
)
"""Signs for the whole text on one page."""
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
"""Stems of which each of these signs contains one."""
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
"""Words for the printed paper itself, beside the signs for print."""
_GALLERIES = word_set(
    """
    g gallery galleries galerie galerien galeria galerias photos photo-gallery photogallery slideshow slideshows slides
    bildergalerie bildergalerien bilder fotostrecke fotostrecken fotogalerie fotogaleria diaporama diaporamas pictures
    image-gallery foto fotos imagegallery
    """
)
"""Parts of the URLs of galleries."""
_OTHER_COUNTS = word_set(
    """
    slide slides image images img imgs photo photos pic pics picture pictures foto fotos bild bilder gallery galerie id
    post posts article story thread topic comment comments reply replytocom year month day date week size ps ipp limit
    view sort sortby order orderby lang v ver version cat category uid user tab step share print
    """
)
"""Names of numbers that count something other than pages."""
_KEY_ENDS = ("id", "key", "code", "item", "entry")
"""Endings of parameters whose numbers identify things."""
_ADDED_BOXES = word_set("teaser teasers partial related widget sidebar breves recommended")
"""Parameters for the pages of a box beside the article."""
_IGNORED = word_set(
    """
    sid phpsessid jsessionid session sessionid session_id zenid oscsid sess srsltid gclid fbclid msclkid ref referrer
    source mc_cid mc_eid cmpid ito lang hl locale ajax ref_ spm from_source share _ga versionfrom chash ei ved sa qid sr
    rt rnd rand timestamp token cursor after before lastid
    """
)
"""Parameters that say nothing about which page it is: sessions, campaigns, languages, tokens."""
_CURSORS = word_set("cursor after lastid last_id maxid max_id pagetoken page_token continuation startafter nextcursor")
"""Parameters that name the last item of a page, after which the next page begins."""
_TRIVIAL = word_set("x y sort sortby order orderby dir direction view submit go btn button ie extra sz ps pp ipp n")
"""Parameters that pages of the same list may or may not have: sorting, view, where a button was clicked."""
_STEPS = frozenset(
    map(
        int,
        "5 6 8 9 10 12 14 15 16 18 20 21 24 25 27 28 30 32 35 36 40 42 45 48 50 60 64 72 75 80 90 96 100 120".split(),
    )
)
"""Usual numbers of items on a page of a list."""
_LIST_NAMES = frozenset({"", "index", "list", "liste", "default"})
"""Words before the number of a page that is a separate file: ``index_2.html``, ``list_2.html``, ``2.html``."""
_SHORT_NAMES = word_set("p i o s st")
"""Letters before numbers that count pages on some sites and items on others."""
_IGNORED_STARTS = ("utm_", "pk_", "mtm_", "at_", "wt_")

_ARCHIVED = re.compile(r"/web/\d{8,14}[a-z_]{0,4}/(?=https?://)")  # of a page in the Wayback Machine
_WORD = re.compile(r"[a-z]+")
_PRINT_COMPOUND = re.compile(
    r"print(?:er|able)?(?:friendly)?(?:article|story|page|view|thread|topic|post|news|item|doc|content|version|format)s?"
)
_PARTS = re.compile(r"[0-9]+|[^\W\d_]+|[\W_]")
_EXTENSION = re.compile(r"\.(?:[sx]?html?|php\d?|aspx?|jsp|cfm|dhtml|do|story)$")
_SCRIPT = re.compile(r"/index\.php\d?(?=/)")
_INDEX = re.compile(r"/(?:index|default)\.(?:[sx]?html?|php\d?|aspx?|jsp)$")
_INSERTED = re.compile(r"[/_.,;:~!*-]*+([^\W\d_]*+)[/_.=,:*-]*+(?:st__)?([0-9]{1,5})")
_AFTER = re.compile(r"(?:[,-][0-9]{1,2})?[/_-]*(?:\.[a-z]{2,5})?")
_VALUE = re.compile(r"([^\W_]++[./_,-])([0-9]{1,5})")
_REFERRER = re.compile(r"/ref=[^/]*+")
_SESSION = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{4,}")
_LISTS = re.compile(r"[0-9](?:,[0-9])*")
_ITEM = re.compile(r"[0-9]{3,}")
_RANGE = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_DAYS = re.compile(r"(?:19|20)\d\d[/-](?:[01]?\d[/-])?$")
_NUMBER = re.compile(r"[0-9]{1,6}")
_LONG_NUMBER = re.compile(rf"[0-9]{{{MIN_IDENTIFIER},}}")
_HEX = re.compile(r"[0-9a-f]{8,}")
_NAME_PARTS = re.compile(r"[^\W_]+")
_BETWEEN_PARTS = re.compile(r"[/&,;]")
_YEAR = re.compile(r"(?:19|20)\d\d")


class _Address(NamedTuple):
    """A URL, split into the parts that are compared."""

    site: str
    path: str
    """Path in lower case, decoded, without a slash or an index page at its end."""
    query: dict[str, str]
    """Parameters, without those that say nothing; names are in lower case."""
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
    route, query_text = parts.path, parts.query.replace(";", "&")
    first, _, others = query_text.partition("&")
    if first and "=" not in first:  # a route in the query: /index.php?/topic/12-tides/page/2/
        route, query_text = f"{route.rstrip('/')}/{first.lstrip('/')}", others
    path = _REFERRER.sub("", _INDEX.sub("", _SCRIPT.sub("", unquote(route).lower().rstrip("/"))))
    fields = parse_qsl(query_text, keep_blank_values=True) if query_text else []
    query = {name.lower(): value.lower() for name, value in fields if not _is_ignored(name.lower(), value)}
    return _Address(registered_domain(host), path, query, parts.fragment.lower())


def _is_ignored(name: str, value: str) -> bool:
    if name == "s":  # a session in some forums, an item number or the words of a search elsewhere
        return _SESSION.fullmatch(value.lower()) is not None
    return name in _IGNORED or name.startswith(_IGNORED_STARTS)


def compare(own: str, other: str) -> Comparison:
    """Compare a URL with the page's own one. Both are absolute."""
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
    """Tell whether a site has the same name in another country: example.com and example.co.uk."""
    return left is not None and left.site.partition(".")[0] == right.site.partition(".")[0]


def _words_of(address: _Address) -> set[str]:
    fields = " ".join(f"{name} {value}" for name, value in address.query.items())
    return set(_WORD.findall(f"{fields} {address.fragment}"))


def has_other_cursor(own: str, other: str) -> bool:
    """Tell whether a URL names a last item of a page that the page's own URL does not: ``?after=t3_12``."""
    ours, theirs = (
        {(name.lower(), value) for name, value in parse_qsl(address.partition("?")[2]) if name.lower() in _CURSORS}
        for address in (own, other)
    )
    return not theirs <= ours


def is_same(own: str, other: str) -> bool:
    """Tell whether a URL is the page's own, whatever its fragment."""
    return compare(own, other).relation is Relation.SAME


def _speaks_of_comments(address: _Address) -> bool:
    names = {*address.query, *_WORD.findall(address.path.rpartition("/")[2])}
    return not names.isdisjoint(_COMMENT_NAMES)


def _compare_queries(left: _Address, right: _Address) -> Comparison:
    """Compare two URLs with the same path."""
    changed = {name for name in right.query if not _is_same_value(left.query.get(name), right.query[name])}
    missing = set(left.query) - set(right.query)
    if not changed and not missing:
        return Comparison(Relation.SAME)
    found = _number_that_follows(changed, missing, left, right) or _number_left_out(changed, missing, left)
    if found is not None:
        return found
    words = {word for name in changed for word in _WORD.findall(f"{name} {right.query[name]}")}
    if not any(_kind_of_name(name) is None or len(left.query[name]) > 3 for name in missing):
        if _is_print(words):
            return Comparison(Relation.PRINT)
        if words & _WHOLE_NAMES:
            return Comparison(Relation.WHOLE)
    return Comparison(Relation.SITE)


def _is_same_value(own: str | None, other: str) -> bool:
    """Tell whether a parameter has the same value, perhaps with an explicit default: ``red`` and ``red:relevance``."""
    return own is not None and (own == other or (len(own) > 1 and other.startswith(f"{own}:")))


def _number_that_follows(changed: set[str], missing: set[str], left: _Address, right: _Address) -> Comparison | None:
    """Find the page number in a parameter that is new or different in the other URL."""
    if any(_kind_of_name(gone) is None and gone not in _TRIVIAL and left.query[gone] for gone in missing):
        return None
    for name in sorted(changed, key=_rank_of_name):
        if name not in left.query and not right.query[name].strip("0"):
            continue
        others = {one for one in changed - {name} if one in left.query and not _kind_of_name(one)} - _TRIVIAL
        if others:
            continue
        number, current, kind = right.query[name], left.query.get(name, ""), _kind_of_name(name)
        number, current = (value[len(_lists_before(number, current)) :] for value in (number, current))
        if kind and _NUMBER.fullmatch(number):
            return _numbered(number, current, named=True, is_offset=kind == "offset")
        if found := _unnamed_number(name, current, number):
            return found
    return None


def _lists_before(number: str, current: str) -> str:
    """Return the prefix of a number that belongs to other lists on the page: ``0,`` in ``0,1`` and ``0,2``."""
    before = number.rpartition(",")[0]
    others = f"{before}," if before and _LISTS.fullmatch(before) else ""
    return others if not current or current.startswith(others) else ""


def _unnamed_number(name: str, current: str, number: str) -> Comparison | None:
    """Find the page number in a parameter that is not named so: ``topic=12.15`` after ``topic=12.0``, ``no=24``."""
    own, other = _VALUE.fullmatch(current), _VALUE.fullmatch(number)
    if own and other and own[1] == other[1]:
        return _by_step(int(other[2]), int(own[2]))
    is_other = not _OTHER_COUNTS.isdisjoint((name, *_WORD.findall(name))) or _HEX.search(name) or _is_size(name)
    if is_other or not _NUMBER.fullmatch(number):
        return None
    if not current and 1 <= int(number) <= MAX_BARE:
        return Comparison(Relation.PAGE, int(number), None, False, int(number) >= MIN_OFFSET)
    return _after_or_before(name, int(number), int(current)) if _NUMBER.fullmatch(current) else None


def _after_or_before(name: str, number: int, current: int) -> Comparison | None:
    """Compare a number with the page's own in a parameter of any name, except that of an identifier."""
    if abs(number - current) == 1 and max(number, current) <= MAX_BARE and not name.endswith(_KEY_ENDS):
        return Comparison(Relation.PAGE, number, current, is_guess=True)
    return _by_step(number, current)


def _by_step(number: int, current: int) -> Comparison | None:
    """Compare two numbers that count the items before a page; None if their distance is not a usual length of lists."""
    step = abs(number - current)
    if step not in _STEPS or current % step or max(number, current) > MAX_PAGE:
        return None
    return Comparison(Relation.PAGE, number, current, False, True)


def _number_left_out(changed: set[str], missing: set[str], left: _Address) -> Comparison | None:
    """Find the number in the page's own URL, if the other URL is that of the first page, which has none."""
    numbered = [name for name in missing if _NUMBER.fullmatch(left.query[name]) and name not in _TRIVIAL]
    if changed or not numbered or any(_ITEM.search(left.query[name]) for name in missing - set(numbered)):
        return None
    name, *others = sorted(numbered, key=_rank_of_name)
    number, kind = int(left.query[name]), _kind_of_name(name)
    if kind is None and (len(missing) > 1 or number > MAX_BARE or not _OTHER_COUNTS.isdisjoint(_WORD.findall(name))):
        return None
    if any(_kind_of_name(one) is None and _ITEM.fullmatch(left.query[one]) for one in others):
        return None
    is_offset = kind == "offset" or (kind is None and number >= MIN_OFFSET)
    return Comparison(Relation.PAGE, None, number, kind is not None, is_offset)


def _kind_of_name(name: str) -> str | None:
    """Tell what a parameter's number counts: ``page``, ``offset``, or None if its name does not mention pages."""
    if _HEX.search(name) or _is_size(name):  # the pages of a region with its own key; items on a page
        return None
    words = _WORD.findall(name)
    last = words[-1] if words else ""
    if last in _NUMBER_NAMES and len(words) > 1:
        last = words[-2]
    if name in _COMMENT_NAMES or last in _PAGE_NAMES or last.startswith("page") or last.endswith(_PAGE_ENDS):
        return "page" if not last.endswith(("row", "item", "start")) else "offset"
    if last in _OFFSET_NAMES or last.endswith(("offset", "start")):
        return "offset"
    return None


def _is_size(name: str) -> bool:
    """Tell whether a parameter is the number of items on a page: ``pageSize``, ``items_per_page``."""
    plain = "".join(_WORD.findall(name))
    return plain.endswith(_SIZE_ENDS) and "page" in plain


def _rank_of_name(name: str) -> tuple[int, str]:
    """Rank names: those that are more clearly about pages come first."""
    kind = _kind_of_name(name)
    return (0 if kind == "page" and len(name) > 1 else 1 if kind == "page" else 2 if kind else 3, name)


def _numbered(number: str, current: str, *, named: bool, is_offset: bool) -> Comparison:
    value = int(number)
    if value > (MAX_PAGE if not is_offset else MAX_PAGE * 100):
        return Comparison(Relation.SITE)
    before = int(current) if _NUMBER.fullmatch(current) else None
    if is_offset and before is None and value > MAX_FIRST_OFFSET:
        return Comparison(Relation.SITE)
    if not is_offset and before is not None and abs(value - before) > 1 and _by_step(value, before):
        is_offset = True
    return Comparison(Relation.PAGE, value, before, named, is_offset)


def _compare_paths(left: _Address, right: _Address) -> Comparison:
    """Compare two URLs with different paths."""
    ours, theirs = ({k: v for k, v in one.query.items() if not _is_extra(k)} for one in (left, right))
    same_query = ours == theirs or not (ours and theirs)
    start, left_stop, right_stop = _difference(left.path, right.path)
    gone, added = left.path[start:left_stop], right.path[start:right_stop]
    before, after = right.path[:start], right.path[right_stop:]
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


def _is_extra(name: str) -> bool:
    """Tell whether a parameter may differ between pages of the same thing."""
    return _kind_of_name(name) is not None or name in _TRIVIAL or _is_size(name)


def _is_short(added: str) -> bool:
    return len(_WORD.findall(added)) <= 2


def _number_in_path(gone: str, added: str, before: str, after: str) -> Comparison | None:
    """Find the page number that one path has where the other has another one, or nothing."""
    left, right = _RANGE.fullmatch(gone), _RANGE.fullmatch(added)
    if left and right and (int(right[1]) == int(left[2]) + 1 or int(left[1]) == int(right[2]) + 1):
        return Comparison(Relation.PAGE, int(right[1]), int(left[1]), True, True)  # items 1-10, then 11-20
    if gone.isdecimal() and added.isdecimal():
        return _changed_number(gone, added, before, after)
    if not _EXTENSION.sub("", gone).strip("/._-") and (found := _inserted(added, before, after)):
        return Comparison(Relation.PAGE, found[0], None, found[1], found[2])
    if not _EXTENSION.sub("", added).strip("/._-") and (found := _inserted(gone, before, after)):
        return Comparison(Relation.PAGE, None, found[0], found[1], found[2])
    return None


def _changed_number(gone: str, added: str, before: str, after: str) -> Comparison | None:
    """Find the page number if both paths have one."""
    if max(len(gone), len(added)) > 5:
        return None
    number, current, named = int(added), int(gone), _ends_with_name(before)
    by_step = _by_step(number, current) if not _DAYS.search(before) and before[-1:] not in "0123456789" else None
    is_inside = after.strip("/") and not _AFTER.fullmatch(after)
    if not named and is_inside and not _has_item(f"{before} {after}"):
        return None
    if by_step is not None and abs(number - current) > 1:
        return by_step
    if max(number, current) > (MAX_PAGE if named else MAX_BARE) or (not named and _DAYS.search(before)):
        return None
    return Comparison(Relation.PAGE, number, current, named)


def _has_item(text: str) -> bool:
    """Tell whether a part of a URL has the number of an article or a thread."""
    return any(not _YEAR.fullmatch(number) for number in _ITEM.findall(text))


def _inserted(text: str, before: str, after: str) -> tuple[int, bool, bool] | None:
    """Read a part of a path as a page: its number, whether it is named so, and whether it counts items."""
    found = _INSERTED.match(text)
    if not found or not _AFTER.fullmatch(text, found.end()):
        return None
    name, number = found.group(1), int(found.group(2))
    counts_items = name in _SHORT_NAMES or name in _LIST_NAMES or "st__" in text
    is_offset = (name in _OFFSET_NAMES and number >= MIN_OFFSET) or (counts_items and number in _STEPS)
    named = not is_offset and (name in _PAGE_NAMES or (not name and _ends_with_name(before)))
    is_known = not name or named or is_offset or name in _LIST_NAMES or (name in _SHORT_NAMES and number == 2)
    if not is_known and not _is_folder_of_pages(text, name):
        return None
    if not named and not is_offset and (number > MAX_BARE or _DAYS.search(f"{before}/")):
        return None
    if not named and not is_offset and text[0] == "-" and not _EXTENSION.search(text + after):
        return None  # the second of two articles with the same title: /about-2/
    return number, named, is_offset


def _is_folder_of_pages(text: str, name: str) -> bool:
    """Tell whether a word before a number may be a folder of pages: ``/lk/2``."""
    return text.startswith(f"/{name}/") and len(name) <= MAX_FOLDER and name not in _OTHER_COUNTS | _GALLERIES


def _ends_with_name(before: str) -> bool:
    words = _WORD.findall(before[-12:].rstrip("/_.-=,:"))
    ending = before[-12:].rstrip("/_.-=,:")
    return bool(words) and ending.endswith(words[-1]) and words[-1] in _PAGE_NAMES


def _difference(left: str, right: str) -> tuple[int, int, int]:
    """Find where two paths begin to differ and where each stops, with numbers and words kept whole."""
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
    """Tell whether a URL contains a word for print, and none for the printed paper."""
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
    """Tell whether a text may contain a word for print: a quick check, before its words are read one by one."""
    return any(map(text.lower().__contains__, _PRINT_STEMS))


def is_gallery(address: str) -> bool:
    """Tell whether a URL is that of a picture gallery."""
    parsed = _parsed(address)
    return parsed is not None and not _GALLERIES.isdisjoint(parsed.path.split("/"))


def identifiers(address: str) -> frozenset[str]:
    """Return the parts of a URL that identify a page of a site: long numbers, long names, keys."""
    parsed = _parsed(address)
    if parsed is None:
        return frozenset()
    text = "&".join((_EXTENSION.sub("", parsed.path), *parsed.query.values()))
    found = {number for number in _LONG_NUMBER.findall(text) if not _YEAR.fullmatch(number)}
    found.update(_HEX.findall(text))
    found.update(part for part in _BETWEEN_PARTS.split(text) if len(part) >= MIN_SLUG)
    return frozenset(found)


def share_identifier(own: str, other: str) -> bool:
    """Tell whether two URLs identify the same thing of a site."""
    ours, theirs = identifiers(own), identifiers(other)
    return not ours.isdisjoint(theirs)


def names_same(own: str, other: str) -> bool:
    """Tell whether a URL has all the words of the page's own: ``/desks-20649``, then ``/home-desks-20649?page=2``."""
    left, right = _parsed(own), _parsed(other)
    if left is None or right is None:
        return False
    ours, theirs = _distinct_words(left), _distinct_words(right)
    return sum(map(len, ours)) >= MIN_NAME and ours <= theirs


def is_same_list(own: str, other: str) -> bool:
    """Tell whether two URLs ask the same script for the same thing, in another way: sorted, or by a form."""
    left, right = _parsed(own), _parsed(other)
    if left is None or right is None or (left.site, left.path) != (right.site, right.path):
        return False
    ours, theirs = (
        {name: value for name, value in one.query.items() if value and not _is_extra(name)} for one in (left, right)
    )
    differing = [name for name in ours.keys() & theirs.keys() if ours[name] != theirs[name]]
    if any(_names_thing(value) for name in differing for value in (ours[name], theirs[name])):
        return False
    gone = [value for name, value in ours.items() if name not in theirs]
    return any(ours[name] == theirs.get(name) for name in ours) or not any(map(_names_thing, gone))


def _names_thing(value: str) -> bool:
    """Tell whether the value of a parameter may identify one thing of a site: a number or a name."""
    return bool(_ITEM.search(value)) or len(value) >= MIN_SLUG


def is_thing_of(own: str, other: str) -> bool:
    """Tell whether the page's own URL identifies a thing that the other does not: an article of the list there."""
    return not identifiers(own) <= identifiers(other)


def names_part_of(other: str, own: str) -> bool:
    """Tell whether all words of a URL are in the page's own, as with the list that contains an article."""
    left, right = _parsed(own), _parsed(other)
    return left is None or right is None or _distinct_words(right) <= _distinct_words(left)


def _distinct_words(address: _Address) -> set[str]:
    """Collect the words of a URL that are not signs for pages."""
    values = (value for name, value in address.query.items() if not _kind_of_name(name))
    found = set(_NAME_PARTS.findall(f"{_EXTENSION.sub('', address.path)} {' '.join(values)}"))
    return {word for word in found if word not in _PAGE_NAMES and not (word.isdecimal() and len(word) < MIN_IDENTIFIER)}


def has_offset(address: str) -> bool:
    """Tell whether a URL gives the number of a page's first item, and that is not the first of all."""
    parsed = _parsed(address)
    fields = parsed.query.items() if parsed is not None else ()
    return any(_kind_of_name(name) == "offset" and value.isdecimal() and value.strip("0") for name, value in fields)


def page_number(address: str) -> int | None:
    """Read the page number that a URL names as such: ``?page=3``, ``/page/3``, ``-p3.html``; None without one."""
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
