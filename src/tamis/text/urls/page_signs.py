"""Signs in URLs: the words by which sites name page numbers, print versions, all pages on one, and galleries.

The words of languages are in ``text/languages``; here are those of programmers.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from tamis.text.lists import shortest_parts, word_set
from tamis.text.phrases import words
from tamis.text.rules import Rule, always, first_rule
from tamis.text.urls.split import split_url, words_in

MAX_SIGN_WORDS = 3
"""Maximum words of a part of a path. In one with more, a headline, only the first and last word may be a sign."""

PAGE_NAMES = frozenset(words("url_page") + words("url_page_parameter")) | word_set(
    """
    paged pagenum pagenumber pageno pagenr pageid pageindex pageindice pg pgno pn pp currentpage curpage cpage0 pager
    paging pagen p num pgn pno pnum pgnum pgid pointer cur pnr pge afpg
    """
)
"""Names of page numbers."""
OFFSET_NAMES = word_set(
    """
    start startat startfrom startindex offset from begin first skip limitstart st row rows startrow o catlistingoffset
    firstresult recordoffset pos beginindex recstart startitem startresult firstitem stindex startrecord
    count rowstart firstrow
    """
)
"""Names of the number of a page's first item."""
LIST_FILES = frozenset(("", "index", "default", *words("url_list_file")))
"""Words before the number of a page that is a separate file: ``index_2.html``, ``list_2.html``, ``2.html``."""
SHORT_NAMES = word_set("p i o s st")
"""Letters before numbers that count pages on some sites and items on others."""
OTHER_COUNTS = frozenset(words("url_picture")) | word_set(
    """
    img imgs id post posts article story thread topic comment comments reply replytocom year month day date week size ps
    ipp limit view sort sortby order orderby lang v ver version cat category uid user tab step share print
    """
)
"""Names of numbers that count something other than pages."""
TRIVIAL = word_set("x y sort sortby order orderby dir direction view submit go btn button ie extra sz ps pp ipp n")
"""Parameters that pages of the same list may or may not have: sorting, view, where a button was clicked."""
GALLERIES = frozenset(("g", *words("gallery_name"), *words("url_gallery")))
"""Parts of the URLs of galleries."""
_SIZE_ENDS = ("size", "perpage", "limit", "length", "count")
"""Endings of names of the number of items on a page."""
_NUMBER_NAMES = frozenset(words("url_number")) | word_set("no nr num index idx int")
"""Words after a word for page in the name of a parameter: ``page_no``, ``page[number]``."""
_PAGE_ENDS = (*words("url_page_end"), "pageno", "pagenum", "pagenumber", "pageindex")
_ITEM_ENDS = ("row", "item", "start")
"""Endings of names with a word for page that count items."""
_COMMENT_NAMES = frozenset(words("comment_name")) | word_set("cpage commentpage commentspage compage commentid cp")
_WHOLE_NAMES = frozenset(words("url_whole")) | word_set(
    """
    allpages allpage singlepage singleton onepage fullpage fulltext viewall showall komplettansicht2 longform
    """
)
"""Signs for the whole text on one page."""
PRINT_NAMES = frozenset(words("print_name") + words("url_print")) | word_set(
    """
    printview printpage printversion printarticle printstory printthread printfriendly printerfriendly printerversion
    printdoc printnews printpost printtopic printitem printmode printlayout prn prt printit artprint printcontent
    printformat printready printlist printthis
    """
)
"""Signs for print."""
_PRINT_PARTS = shortest_parts(PRINT_NAMES)
_NOT_PRINT = word_set(
    """
    imprint reprint reprints preprint preprints blueprint blueprints footprint fingerprint sprint newsprint misprint
    eprint thumbprint
    """
)
_NO_ARTICLE = frozenset(words("url_printed_paper"))
_ADDED_BOXES = word_set("teaser teasers partial related widget sidebar breves recommended")
"""Parameters for the pages of a box beside the article."""

_PRINT_COMPOUND = re.compile(
    r"print(?:er|able)?(?:friendly)?(?:article|story|page|view|thread|topic|post|news|item|doc|content|version|format)s?"
)
_KEY = re.compile(r"[0-9a-f]{8,}")


class Counted(Enum):
    """The things that a number in a URL counts."""

    PAGES = "pages"
    ITEMS = "items before the page's first"


class _Parameter(NamedTuple):
    """The name of a parameter, and the word in it that says what its number counts."""

    name: str
    word: str


def counted_by(name: str) -> Counted | None:
    """Tell what a parameter's number counts; None if its name does not mention pages."""
    words = words_in(name)
    word = words[-1] if words else ""
    if word in _NUMBER_NAMES and len(words) > 1:
        word = words[-2]
    return first_rule(_PARAMETER_RULES, _Parameter(name, word)).verdict


def has_key(name: str) -> bool:
    """Tell whether a name contains the key of something else on the page."""
    return _KEY.search(name) is not None


def is_page_size(name: str) -> bool:
    """Tell whether a parameter is the number of items on a page: ``pageSize``, ``items_per_page``."""
    plain = "".join(words_in(name))
    return plain.endswith(_SIZE_ENDS) and "page" in plain


def _has_page_word(parameter: _Parameter) -> bool:
    word = parameter.word
    is_known = parameter.name in _COMMENT_NAMES or word in PAGE_NAMES
    return is_known or word.startswith("page") or word.endswith(_PAGE_ENDS)


def _has_page_and_item_word(parameter: _Parameter) -> bool:
    return parameter.word.endswith(_ITEM_ENDS) and _has_page_word(parameter)


def _has_offset_word(parameter: _Parameter) -> bool:
    return parameter.word in OFFSET_NAMES or parameter.word.endswith(("offset", "start"))


_PARAMETER_RULES: tuple[Rule[_Parameter, Counted | None], ...] = (
    Rule("the pages of a part of the page with its own key", lambda parameter: has_key(parameter.name), None),
    Rule("the number of items on a page", lambda parameter: is_page_size(parameter.name), None),
    Rule("the first item of a page", _has_page_and_item_word, Counted.ITEMS),
    Rule("a word for page", _has_page_word, Counted.PAGES),
    Rule("a word for the first item", _has_offset_word, Counted.ITEMS),
    Rule("another name", always, None),
)


def rank_of_name(name: str) -> tuple[int, str]:
    """Rank names of parameters: those that are more clearly about pages come first."""
    counted = counted_by(name)
    if counted is Counted.PAGES:
        return (0 if len(name) > 1 else 1), name
    return (2 if counted is not None else 3), name


def may_differ(name: str) -> bool:
    """Tell whether a parameter may differ between pages of the same thing."""
    return counted_by(name) is not None or name in TRIVIAL or is_page_size(name)


def counts_other_things(name: str) -> bool:
    """Tell whether a parameter's name says that its number counts something other than pages."""
    return not OTHER_COUNTS.isdisjoint((name, *words_in(name))) or has_key(name) or is_page_size(name)


def ends_with_page_word(path: str) -> bool:
    """Tell whether the last word before a number in a path is one for page: ``/page-``, ``/seite/``."""
    ending = path[-12:].rstrip("/_.-=,:")
    words = words_in(ending)
    return bool(words) and ending.endswith(words[-1]) and words[-1] in PAGE_NAMES


def speaks_of_comments(names: set[str]) -> bool:
    """Tell whether one of the words of a URL is one for comments."""
    return not names.isdisjoint(_COMMENT_NAMES)


def speaks_of_box(names: set[str]) -> bool:
    """Tell whether one of the words of a URL is one for a box beside the article."""
    return not names.isdisjoint(_ADDED_BOXES)


def speaks_of_whole(names: set[str]) -> bool:
    """Tell whether one of the words of a URL is one for the whole text on one page."""
    return not names.isdisjoint(_WHOLE_NAMES)


def speaks_of_print(names: set[str]) -> bool:
    """Tell whether one of the words of a URL is one for print, and none is for the printed paper."""
    return any(map(is_print_word, names)) and names.isdisjoint(_NO_ARTICLE)


def is_print_word(word: str) -> bool:
    """Tell whether a word of a URL is a sign for print."""
    if word in PRINT_NAMES or _PRINT_COMPOUND.fullmatch(word):
        return True
    return word.endswith("print") and word not in _NOT_PRINT and len(word) > len("print")


def may_speak_of_print(text: str) -> bool:
    """Tell whether a text may contain a word for print: a quick check, before its words are read one by one."""
    return any(map(text.lower().__contains__, _PRINT_PARTS))


def has_print_sign(url: str) -> bool:
    """Tell whether a URL contains a word for print, in its host, too, and none for the printed paper."""
    if "%" not in url and not may_speak_of_print(url):
        return False
    return speaks_of_print(_sign_words(url))


def has_paper_sign(url: str) -> bool:
    """Tell whether a URL contains a word for the printed paper, such as subscribe or edition."""
    return not _sign_words(url).isdisjoint(_NO_ARTICLE)


def _sign_words(url: str) -> set[str]:
    """Return the words of a URL that may be signs: of a headline in its path only the first and the last."""
    parts = split_url(url)
    if parts is None:
        return set()
    names = parts.query_words.union(words_in(parts.subdomain))
    for part in parts.plain_path.split("/"):
        words = words_in(part)
        names.update(words if len(words) <= MAX_SIGN_WORDS else (words[0], words[-1]))
    return names


def has_print_part(url: str) -> bool:
    """Tell whether a whole part of the path of a URL stands for print: ``/print/4711``."""
    parts = split_url(url)
    return parts is not None and any(map(is_print_word, parts.plain_path.split("/")))


def is_gallery(url: str) -> bool:
    """Tell whether a URL is that of a picture gallery."""
    parts = split_url(url)
    return parts is not None and not GALLERIES.isdisjoint(parts.path.split("/"))
