"""URL patterns: whether the URL of a page looks like that of a home page, a list of pages, or one page among many.

Sites name their lists (``/category/…``, ``/tag/…``, ``/page/3``), and give single pages a date, a number or a headline
(``/2024/05/02/islanders-back-wind-farm``). A URL that has neither says little.
"""

from __future__ import annotations

import re
from enum import Enum
from urllib.parse import parse_qsl, unquote, urlsplit

from tamis.text.lists import word_set


class Shape(Enum):
    """The kind of page that a URL looks like."""

    HOME = "the address of a home page"
    LIST = "the address of a list"
    SECTION = "the address of a section"
    """A few plain words: ``/news/health/``. Sections look like this, and so do pages that are not news."""
    SINGLE = "the address of a single page"
    UNKNOWN = "an address that says little"


MAX_LENGTH = 2000
"""Maximum characters; a longer URL is not meant to be read."""

# Parts of a path after which a list follows.
_LISTS = word_set(
    """
    author authors autor autoren auteur auteurs autore autori avtor cat categoria categorias categorie category
    category_name categories catalog catalogue catalogo collections forumdisplay hashtag kategori kategorie kategorien
    kategoria kategorier keyword keywords label labels listing listings memberlist product-category categoria-produto
    produkt-kategorie produkt-kategorien rubric rubrics rubrik rubriken rubrique rubriques search tag tagged tags
    etiqueta etiquetas
    """
)
# Parts below which there are only lists, however deep: ``/category/recipes/by-method/``.
_LISTS_BELOW = word_set("category categories kategorie kategorien categorie categoria product-category tag tags tagged")
# Beginnings of the last part of a path that is a list in an encyclopedia.
_LIST_STARTS = ("category:", "kategorie:", "catégorie:", "categoría:", "categoria:", "list_of_", "liste_de")
# Parts that occur both before lists and before single pages.
_PERHAPS_LISTS = word_set(
    """
    archive archives archiv archivo archivio arquivo channel channels collection departments directory list lists
    rankings ressort seccion secciones section sections sezione sezioni series subject subjects tema temas thema
    themen theme themes thematik topic topics browse genre genres
    """
)
# The last part of a path that is itself a list.
_LIST_NAMES = word_set(
    """
    news latest blog blogs blog-posts posts articles stories forum forums shop store products all trending insights
    press press-releases events in-the-news actualites actualite actualidad noticias notizie noticia nachrichten
    aktuelles nyheter nyheder uutiset wiadomosci aktualnosci novosti zpravy haberler nieuws
    """
)
# Parts of a path after which a single page follows.
_SINGLES = word_set(
    """
    article articles artikel articolo articulo artigo artykul story stories post posts news-story detail details item
    product products produkt produkte produit produits prodotto producto produto p dp ip itm pdp thread threads
    showthread viewtopic questions question wiki docs doc documentation watch video videos recipe recipes event status
    review reviews comments entry entries node d t title book
    """
)
_HOMES = word_set("index default home homepage startseite accueil inicio portada")
_PAGES = word_set("page seite pagina pag strona sida side stranka")
_LIST_FIELDS = word_set("cat category tag paged start offset s q query search author label pagen_1")
_SINGLE_FIELDS = word_set(
    "p id page_id article article_id articleid story storyid post t tid thread v item itemid nid aid newsid oid pid"
)
_TRACKING = ("utm_", "srsltid", "gclid", "fbclid", "ref", "mc_", "cmpid", "msclkid", "lang", "hl", "locale", "amp")

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
_EXTENSION = re.compile(r"\.(?:s?html?|php\d?|aspx?|jsp|cfm|cgi|do|mvc)$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH_OR_DAY = re.compile(r"\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*")
_DATE = re.compile(r"(?:19|20)\d\d[-_/]?[01]\d[-_/]?[0-3]\d")
_PAGE_NUMBER = re.compile(r"(?:p|page|seite|pagina|strona)[-_]?\d{1,4}")
_SMALL_NUMBER = re.compile(r"\d{1,3}")  # of a page in a list; a greater one is that of an article
_BETWEEN_WORDS = re.compile(r"[-_+ ]+")

_LONG_NUMBER = re.compile(r"\d{5,}")
"""A number with at least five digits. Single pages are numbered; sections are not."""
_HEADLINE = 5
"""Minimum words of a headline in the last part of a path."""
_LONG_HEADLINE = (4, 25)
"""Minimum words and minimum characters of a headline with fewer words."""
_SECTION_DEPTH = 3
_SECTION_WORDS = 3


def shape_of(address: str | None) -> Shape:
    """Classify a URL by the kind of page that it looks like."""
    if not address or len(address) > MAX_LENGTH:
        return Shape.UNKNOWN
    try:
        parts = urlsplit(address)
    except ValueError:
        return Shape.UNKNOWN
    if parts.scheme not in ("http", "https"):
        return Shape.UNKNOWN
    # Some forums keep the path in the query: ``index.php?/topic/2018-bilge-pump/``.
    whole = parts.query.partition("&")[0] if parts.query.startswith("/") else parts.path
    path = [unquote(part).lower() for part in whole.split("/") if part]
    while path and _LANGUAGE.fullmatch(path[0]):
        del path[0]
    names = [_EXTENSION.sub("", part) for part in path]
    if names and names[-1] in _HOMES:
        del names[-1], path[-1]
    fields = dict(parse_qsl(parts.query)) if parts.query else {}
    fields = {name.lower(): value for name, value in fields.items() if not name.lower().startswith(_TRACKING)}
    if not names:
        return _of_fields(fields, Shape.UNKNOWN) if fields else Shape.HOME
    return _of_path(path, names, fields)


def _of_path(path: list[str], names: list[str], fields: dict[str, str]) -> Shape:
    last = names[-1]
    before = names[-2] if len(names) > 1 else ""
    if _PAGE_NUMBER.fullmatch(last) or (before in _PAGES and last.isdecimal()):
        return Shape.UNKNOWN if any(name in _SINGLES for name in names) else Shape.LIST
    found = _of_date(names)
    if found is not None:
        return found
    if before in _LISTS or (not _LONG_NUMBER.search(last) and not _LISTS_BELOW.isdisjoint(names[:-1])):
        return Shape.LIST
    if last.startswith(_LIST_STARTS):
        return Shape.LIST
    if _DATE.search("/".join(path)) or _LONG_NUMBER.search(last) or _is_headline(last):
        return Shape.SINGLE
    return _of_names(path, names, fields)


def _of_names(path: list[str], names: list[str], fields: dict[str, str]) -> Shape:
    last = names[-1]
    if any(name in _SINGLES for name in names[:-1]) or (last in _SINGLES and last not in _LIST_NAMES):
        return Shape.SINGLE
    if any(name in _LISTS for name in names) or last in _LIST_NAMES:
        return Shape.LIST
    if any(name in _PERHAPS_LISTS for name in names):
        return Shape.SINGLE if last[:1].isdigit() else Shape.SECTION
    if fields and (found := _of_fields(fields, Shape.UNKNOWN)) is not Shape.UNKNOWN:
        return found
    plain = len(names) <= _SECTION_DEPTH and path[-1] == last and all(map(_is_plain, names))
    return Shape.SECTION if plain else Shape.UNKNOWN


def _of_date(names: list[str]) -> Shape | None:
    """Recognize the archive of a month, or a page with its date; None if the path has no year."""
    at = next((place for place, name in enumerate(names) if _YEAR.fullmatch(name)), None)
    if at is None:
        return None
    after = names[at + 1 :]
    if not after:
        return Shape.UNKNOWN
    archive = all(_MONTH_OR_DAY.fullmatch(name) for name in after)
    return Shape.LIST if archive and not any(map(_is_headline, names[:at])) else Shape.SINGLE


def _of_fields(fields: dict[str, str], otherwise: Shape) -> Shape:
    """Classify by the fields of a query."""
    numbered = any(_SMALL_NUMBER.fullmatch(fields.get(name, "")) for name in ("page", "p"))
    if not numbered and any(name in _SINGLE_FIELDS for name in fields):
        return Shape.SINGLE
    return Shape.LIST if numbered or any(name in _LIST_FIELDS for name in fields) else otherwise


def _is_headline(name: str) -> bool:
    words = sum(1 for word in _BETWEEN_WORDS.split(name) if word)
    return words >= _HEADLINE or (words >= _LONG_HEADLINE[0] and len(name) >= _LONG_HEADLINE[1])


def _is_plain(name: str) -> bool:
    return len(_BETWEEN_WORDS.split(name)) <= _SECTION_WORDS and not any(map(str.isdigit, name))
