"""Links to other versions of the article: the whole on one page, and for print."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tamis.core.enrich.page_links.link_signs import (
    ASSETS,
    MAX_ICON,
    MAX_TEXT,
    ONE_PAGE,
    UNSURE_ONE_PAGE,
    Link,
)
from tamis.core.enrich.page_links.places import name_text, names_of, words_of_name
from tamis.core.enrich.page_links.print_phrases import (
    PRINT,
    UNSURE_PRINT,
    begins_with_print,
    is_sure,
    print_mention,
    print_phrase,
    speaks_of_print,
)
from tamis.core.enrich.page_links.verdicts import ACCEPT, REFUSE, Decision, LinkKind, LinkVerdict, judge
from tamis.core.parse.tree import Text
from tamis.text.lists import word_set
from tamis.text.phrases import words
from tamis.text.rules import Rule, always
from tamis.text.urls.further_pages import compare
from tamis.text.urls.page_signs import (
    MAX_SIGN_WORDS,
    has_paper_sign,
    has_print_part,
    has_print_sign,
    may_speak_of_print,
)
from tamis.text.urls.relations import Relation
from tamis.text.urls.same_thing import (
    asks_for,
    ends_in_number,
    is_same_thing,
    lacks_thing,
    names_number,
    names_sibling,
    names_thing,
    shares_name,
    shares_thing,
)
from tamis.text.urls.split import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.core.parse.tree import Element

PRINT_ELEMENTS = frozenset(words("print_name")) | word_set("printicon printlink printbtn")
"""Names of elements that stand for print."""
_SERVICES = ("printfriendly.com", "addtoany.com", "addthis.com", "sharethis.com")
"""Services that print pages of any site."""
MIN_SENTENCE = 4
"""Minimum number of words after a link that go on with the sentence in which it is one."""
_FILE_NAMES = re.compile(r"(?<![^._-])(?:pdf|epub)(?![^._-])")
_FILES = tuple(".pdf .ps .epub .mobi .rtf .doc .docx .odt .xls .xlsx .ods .csv .ppt .pptx .odp .zip".split())
"""Files that are not pages; style sheets, pictures and scripts are no URLs of links at all (`link_signs`)."""


@dataclass(frozen=True)
class _Version:
    """A link that might lead to another version of the article."""

    kind: LinkKind
    link: Link
    own: str | None
    """URL of the page."""
    said: str | None
    """The phrase for the version that the link says or shows as its label."""
    is_sure: bool
    """True if this phrase means the version and nothing else."""
    mentioned: str | None = None
    """The word for print among others, if the link says no phrase for it."""
    rank: int = 0

    @property
    def url(self) -> str:
        return self.link.url or ""

    @cached_property
    def relation(self) -> Relation:
        return compare(self.own, self.url).relation if self.own is not None else Relation.SITE

    @cached_property
    def shares_thing(self) -> bool:
        return self.own is not None and shares_thing(self.own, self.url)

    @cached_property
    def has_print_sign(self) -> bool:
        return has_print_sign(self.url)

    @property
    def words(self) -> str:
        """Its own words, for the reason."""
        if self.said is None and self.mentioned is not None:
            return f"mentions “{self.mentioned}”"
        return f"says “{self.said}”" if self.said else "shows a sign for print"


def _first_of(labels: Iterable[str], phrases: frozenset[str]) -> str | None:
    return next((label for label in labels if label in phrases), None)


def _has_no_url(link: _Version) -> bool:
    return link.link.url is None


def _leads_back(link: _Version) -> bool:
    return link.relation is Relation.SAME


# The whole on one page.


def judge_one_page(link: Link, own: str | None) -> LinkVerdict | None:
    """Judge a link that may lead to the whole article on one page; None if it says nothing of it."""
    labels = link.labels[:1] if link.has_text else link.labels
    said = _first_of(labels, ONE_PAGE) or _first_of(labels, UNSURE_ONE_PAGE)
    if said is None:
        return None
    return judge(_ONE_PAGE_RULES, _Version(LinkKind.ONE_PAGE, link, own, said, said in ONE_PAGE))


def _has_whole_sign(link: _Version) -> bool:
    return link.relation is Relation.WHOLE


def _is_unsure(link: _Version) -> bool:
    return not link.is_sure


def _names_same_article(link: _Version) -> bool:
    is_page = link.relation in (Relation.PRINT, Relation.PAGE)
    return is_page or (link.own is not None and is_same_thing(link.own, link.url))


_ONE_PAGE_RULES: tuple[Rule[_Version, Decision], ...] = (
    Rule("no URL of its own: a script shows the rest", _has_no_url, REFUSE),
    Rule("{link.words}, and is {link.relation.value}", _has_whole_sign, ACCEPT),
    Rule("leads to the page itself", _leads_back, REFUSE),
    Rule("{link.words}, but its URL is not the page's own", _is_unsure, REFUSE),
    Rule("{link.words}, and names the same article", _names_same_article, Decision(accepted=True, rank=1)),
    Rule("{link.words}, but its URL is that of {link.relation.value}", always, REFUSE),
)


# Print.


def judge_print(link: Link, own: str | None) -> LinkVerdict | None:
    """Judge a link that may lead to a version for print; None if neither its words nor its names say so."""
    said, mentioned = _said_of_print(link) if any(map(speaks_of_print, link.labels)) else (None, None)
    is_icon = said is None and (not link.has_text or len(link.labels[0]) <= MAX_ICON)
    if said is None and mentioned is None and not (is_icon and _may_print(link)):
        return None
    version = _Version(LinkKind.PRINT, link, own, said, said is not None and is_sure(said), mentioned)
    if version.relation is Relation.SAME and link.scripted is not None:
        version = replace(version, link=link._replace(url=link.scripted))
    if version.relation is not Relation.PRINT and _says_nothing(version):
        return None
    return judge(_PRINT_RULES, version)


def _said_of_print(link: Link) -> tuple[str | None, str | None]:
    """Return the phrase for print that is the whole text of a link, or else one of its labels, and one among others."""
    labels = link.labels[:1] if link.has_text else link.labels
    said = next(filter(None, map(print_phrase, labels)), None)
    said = said or next((label for label in link.labels if label not in UNSURE_PRINT and print_phrase(label)), None)
    mentioned = next(filter(None, map(print_mention, link.labels)), None)
    if mentioned is None and begins_with_print(link.labels[0]) and _is_named_print(link.element):
        mentioned = link.labels[0]
    return said, mentioned


def _may_print(link: Link) -> bool:
    """Tell whether a link without words may be for print, by its names, its picture's or its URL."""
    return (link.url is not None and has_print_sign(link.url)) or _is_named_print(link.element)


def _is_named_print(element: Element) -> bool:
    """Tell whether a link, its picture or its icon is called print."""
    nodes = (element, *list(element.select("img, i, svg, span"))[:2])
    texts = (f"{name_text(node)} {node.attr('src') or ''} {node.attr('data-src') or ''}" for node in nodes)
    return may_speak_of_print(" ".join(texts)) and any(map(_is_called_print, nodes))


def _is_called_print(element: Element) -> bool:
    """Tell whether the class, the id or the picture's URL of an element has a word for print."""
    sources = (source for name in ("src", "data-src") if (source := element.attr(name)))
    if any(may_speak_of_print(text) and not PRINT_ELEMENTS.isdisjoint(words_of_name(text)) for text in sources):
        return True
    return may_speak_of_print(name_text(element)) and not names_of(element).isdisjoint(PRINT_ELEMENTS)


def _is_file(link: _Version) -> bool:
    """Tell whether a URL is of a file: ``/a.pdf``, ``/pdf.php``, ``?format=doc``, ``?print-pdf``, ``?f=a.png``."""
    path, _, query = link.url.partition("#")[0].lower().partition("?")
    last = path.rstrip("/").rpartition("/")[2]
    fields = [field.partition("=") for field in query.split("&")]
    makers = [last, *(name for name, _, value in fields if value != "0"), *(value for _, _, value in fields)]
    is_maker = any(_FILE_NAMES.search(name) and len(words_in(name)) <= MAX_SIGN_WORDS for name in makers)
    is_value = any(f".{value}" in _FILES or value.endswith((*_FILES, *ASSETS)) for _, _, value in fields)
    return is_maker or is_value or path.endswith(_FILES)


def _is_printed_by_script(link: _Version) -> bool:
    """Tell whether a script reads the fragment of a URL: only that names print, or what is to be shown (``#/7``)."""
    page, _, fragment = link.url.partition("#")
    return fragment.startswith(("/", "!")) or ("print" in fragment.lower() and not has_print_sign(page))


def _is_service(link: _Version) -> bool:
    return any(f"{host}/" in link.url[:MAX_TEXT] for host in _SERVICES)


def _has_print_for_name(link: _Version) -> bool:
    return link.relation is Relation.PRINT and link.own is not None and lacks_thing(link.own, link.url)


def _is_section(link: _Version) -> bool:
    """Tell whether a home page links to something called print and no more, which may be a section: ``/print/``."""
    is_home = link.own is not None and not link.own.partition("://")[2].partition("/")[2]
    if not is_home or "?" in link.url or names_number(link.url):
        return False
    return not any(label in PRINT and label not in UNSURE_PRINT for label in link.link.labels)


def _is_own_with_print_sign(link: _Version) -> bool:
    return link.relation is Relation.PRINT


def _says_nothing(link: _Version) -> bool:
    """Tell whether neither words nor names of a link are for print, nor a whole part of its URL beside this article."""
    if link.said is not None or link.mentioned is not None or _is_named_print(link.link.element):
        return False
    is_here = link.relation not in (Relation.ELSEWHERE, Relation.SISTER)
    is_version = is_here and link.own is not None and has_print_part(link.url) and not has_print_sign(link.own)
    return not (is_version and link.shares_thing)


def _is_own_script(link: _Version) -> bool:
    """Tell whether a URL is the page's own with a parameter for print, if the page's own is not known."""
    return link.own is None and link.url.startswith("?") and link.has_print_sign and link.said is not None


def _is_elsewhere(link: _Version) -> bool:
    is_other = link.relation in (Relation.ELSEWHERE, Relation.SISTER)
    is_said = link.is_sure or (link.said is not None and link.has_print_sign)
    return is_other and not (_is_asked(link) or (is_said and link.shares_thing))


def _is_asked(link: _Version) -> bool:
    """Tell whether a URL with a word for print, in the name of its site, too, has the page's own as a parameter."""
    is_said = link.said is not None and (link.is_sure or may_speak_of_print(link.url.partition("?")[0]))
    return is_said and link.own is not None and asks_for(link.own, link.url)


def _names_print_and_same(link: _Version) -> bool:
    return link.shares_thing and link.has_print_sign


def _names_same(link: _Version) -> bool:
    is_same = link.shares_thing or _is_asked(link)
    return is_same and link.said is not None and (link.is_sure or not has_paper_sign(link.url))


def _names_no_article(link: _Version) -> bool:
    return not names_thing(link.url) and not (link.is_sure and ends_in_number(link.url))


def _is_in_sentence(link: _Version) -> bool:
    """Tell whether a link that says only ``print`` is a word of a sentence: which goes on in small letters."""
    element = link.link.element
    before, after = element.previous_sibling, element.next_sibling
    if link.is_sure or link.said is None or not isinstance(before, Text) or not isinstance(after, Text):
        return False
    rest = after.text[: MAX_TEXT * 2].split()
    return before.text.strip()[-1:].isalpha() and len(rest) >= MIN_SENTENCE and rest[0].islower()


def _names_other_article(link: _Version) -> bool:
    return link.own is not None and names_sibling(link.own, link.url)


def _names_print_and_article(link: _Version) -> bool:
    return link.said is not None and link.has_print_sign and (link.is_sure or names_number(link.url))


def _names_print_and_much_the_same(link: _Version) -> bool:
    is_like = link.own is not None and shares_name(link.own, link.url)
    return link.said is not None and link.has_print_sign and is_like


def _names_article(link: _Version) -> bool:
    is_paper = has_paper_sign(link.url)
    return link.is_sure or (link.said is not None and names_number(link.url) and not is_paper)


_LESS_SURE, _UNSURE, _LEAST_SURE = (Decision(accepted=True, rank=rank) for rank in (1, 2, 3))
_PRINT_RULES: tuple[Rule[_Version, Decision], ...] = (
    Rule("no URL of its own: a script opens the printer's dialog", _has_no_url, REFUSE),
    Rule("a file to download", _is_file, REFUSE),
    Rule("leads to the page itself, where a script opens the printer's dialog", _leads_back, REFUSE),
    Rule("leads to the usual page, where a script opens the printer's dialog", _is_printed_by_script, REFUSE),
    Rule("a service for any site", _is_service, REFUSE),
    Rule("{link.words}, but is a word of a sentence", _is_in_sentence, REFUSE),
    Rule("{link.words}, but its URL has print in place of this article's name", _has_print_for_name, REFUSE),
    Rule("{link.words}, but may be a section of the site", _is_section, REFUSE),
    Rule("{link.words}, but its URL has the number of another article", _names_other_article, REFUSE),
    Rule("{link.words}, and is {link.relation.value}", _is_own_with_print_sign, ACCEPT),
    Rule("{link.words}, and its URL is the page's own with a sign for print", _is_own_script, ACCEPT),
    Rule("another site, and its URL does not name this article", _is_elsewhere, REFUSE),
    Rule("{link.words}, and its URL names print and the same article", _names_print_and_same, _LESS_SURE),
    Rule("{link.words}, and its URL names the same article", _names_same, _LESS_SURE),
    Rule("{link.words}, but its URL does not say of which article", _names_no_article, REFUSE),
    Rule("{link.words}, and its URL names print and an article", _names_print_and_article, _UNSURE),
    Rule("{link.words}, and its URL names print and much the same", _names_print_and_much_the_same, _UNSURE),
    Rule("{link.words}, and its URL names an article", _names_article, _LEAST_SURE),
    Rule("{link.words}, but its URL names neither print nor this article", always, REFUSE),
)
