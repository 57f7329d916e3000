"""Metadata that a page declares in its markup, gathered in a few lookups by tag name.

JSON-LD describes the site, its breadcrumbs and other articles as well; `page_entities` finds what describes this page.
Its type, its canonical URL, its license and its rights are taken as declared.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

from tamis.core.parse.jsonld import text_of, types_of
from tamis.model import NO_RIGHTS, Rights
from tamis.text.schema_types import ARTICLE_TYPES, PAGE_TYPES, WORK_TYPES
from tamis.text.urls.sites import is_web_url, registered_domain
from tamis.text.word_overlap import overlap, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.enrich.headings import Heading
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity, LinkedData
    from tamis.core.parse.tree import Element, Tree


MAX_METAS = 400
"""Number of meta elements that are examined."""
MAX_TITLE = 1000
"""Characters after which a title is cut: a longer one is not meant to be read."""
MAX_ITEMS = 400
"""Number of elements with microdata that are examined; lists of products have thousands."""
AGREEING = 0.6
"""Word overlap from which two headlines are the same."""
LICENSE_METAS = ("dc.rights.license", "dcterms.license", "dc.license", "license")


class Microdata:
    """Elements by itemprop, looked up on first use, because that takes a pass over the whole tree."""

    __slots__ = ("_found", "_tree")

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._found: dict[str, list[tuple[int, Element]]] | None = None

    def get(self, name: str) -> list[Element]:
        """Return the elements with this property, in document order."""
        return [element for _, element in self._all().get(name, ())]

    def firsts(self, names: Iterable[str]) -> list[tuple[str, Element]]:
        """Return the first element with each of these properties, in document order.

        In that order a question comes before its answers.
        """
        firsts = [(elements[0], name) for name in names if (elements := self._all().get(name))]
        return [(name, element) for (_, element), name in sorted(firsts, key=lambda first: first[0][0])]

    def _all(self) -> dict[str, list[tuple[int, Element]]]:
        if self._found is None:
            self._found = {}
            for number, element in enumerate(self._tree.select("[itemprop]")[:MAX_ITEMS]):
                for word in (element.attr("itemprop") or "").split():
                    self._found.setdefault(word, []).append((number, element))
        return self._found


@dataclass(frozen=True, slots=True)
class Sources:
    """The page's own statements: meta elements, links, JSON-LD, microdata."""

    url: str | None
    host: str
    """The page's host in lower case, or an empty string."""
    path: str
    base: str | None
    """URL that relative URLs refer to."""
    html_title: str | None
    html_language: str | None
    metas: dict[str, list[str]]
    """Contents of meta elements by lower-case property, name, itemprop or http-equiv; never empty."""
    links: dict[str, list[str]]
    """URLs of ``link`` elements by lower-case relation."""
    data: LinkedData
    items: Microdata

    def meta(self, *names: str) -> str | None:
        """Return the first content among these names, in this order."""
        for name in names:
            if values := self.metas.get(name):
                return values[0]
        return None

    def all_metas(self, *names: str) -> Iterator[tuple[str, str]]:
        """Yield all contents among these names, each with its name."""
        for name in names:
            for value in self.metas.get(name, ()):
                yield name, value

    def absolute(self, url: str | None) -> str | None:
        """Make a URL absolute; None if the result is not an http or https URL."""
        return absolute(self.base, url)


def read_declared(document: Document) -> Sources:
    """Read head, JSON-LD and microdata of a page."""
    tree = document.tree
    url = document.page.url
    root = tree.root
    host, path = _place(url)
    return Sources(
        url=url,
        host=host,
        path=path,
        base=document.base_url,
        html_title=_html_title(tree),
        html_language=root.attr("lang") or root.attr("xml:lang") if root is not None else None,
        metas=_metas(tree),
        links=_links(tree),
        data=document.json_ld.data,
        items=Microdata(tree),
    )


def _place(url: str | None) -> tuple[str, str]:
    try:
        parts = urlsplit(url or "")
        return parts.hostname or "", parts.path
    except ValueError:
        return "", ""


def _html_title(tree: Tree) -> str | None:
    for title in tree.select("title"):
        parent = title.parent
        if getattr(parent, "tag", None) in ("svg", "symbol", "g", "defs"):
            continue
        if text := clean(title.text[:MAX_TITLE]):
            return text
    return None


def _metas(tree: Tree) -> dict[str, list[str]]:
    contents: dict[str, list[str]] = {}
    for meta in tree.select("meta")[:MAX_METAS]:
        name = meta.attr("property") or meta.attr("name") or meta.attr("itemprop") or meta.attr("http-equiv")
        if not name:
            continue
        content = meta.attr("content")
        if content is None:
            content = meta.attr("value")
        if content and (content := content.strip()):
            contents.setdefault(name.strip().lower(), []).append(content)
    return contents


def _links(tree: Tree) -> dict[str, list[str]]:
    urls: dict[str, list[str]] = {}
    for link in tree.select(_LINKS):
        href = (link.attr("href") or "").strip()
        if href:
            for relation in (link.attr("rel") or "").lower().split():
                urls.setdefault(relation, []).append(href)
    return urls


_LINKS = "link[rel~=canonical i], link[rel~=license i], link[rel~=image_src i]"


def absolute(base: str | None, url: str | None) -> str | None:
    """Make a URL absolute; None if the result is not an http or https URL."""
    if not url:
        return None
    url = url.strip()
    try:
        if base and not url.startswith(("http://", "https://")):
            url = urljoin(base, url)
        elif url.startswith("//"):
            url = "https:" + url
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in parts.netloc:
        return None
    return url.replace(" ", "%20")


UNFILLED = re.compile(r"\$\{|\{\{|\$%7B|%7B%7B", re.IGNORECASE)
"""A template variable that nobody filled in: ``${image.url}``, ``{{ url }}``."""
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u2060\ufeff\xad]")


def clean(text: str | None) -> str:
    """Fold white space and resolve entities, even doubly escaped ones."""
    if not text:
        return ""
    if "&" in text:
        text = html.unescape(text)
        if "&" in text:
            text = html.unescape(text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    return " ".join(text.split())


def page_entities(sources: Sources, headings: Iterable[Heading]) -> tuple[Entity, ...]:
    """Return the entities that describe this page, the most telling first: its article, then its page."""
    candidates = sources.data.candidates
    if not candidates:
        return ()
    article = _article(candidates, sources, headings)
    pages = [entity for entity in candidates if PAGE_TYPES.intersection(types_of(entity))]
    page = next(
        (entity for entity in pages if _url_agrees(entity, sources)),
        pages[0] if len(pages) == 1 else None,
    )
    return tuple(entity for entity in (article, page) if entity is not None)


def find_type(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the type that the page declares, an article's before a page's."""
    types = [name for entity in entities for name in types_of(entity)]
    for preferred in (ARTICLE_TYPES, WORK_TYPES):
        if declared := next((name for name in types if name in preferred), None):
            return declared
    return types[0] if types else clean(sources.meta("og:type")) or None


def _article(candidates: Iterable[Entity], sources: Sources, headings: Iterable[Heading]) -> Entity | None:
    articles = [entity for entity in candidates if ARTICLE_TYPES.intersection(types_of(entity))]
    works = [entity for entity in candidates if WORK_TYPES.intersection(types_of(entity))]
    for group in (articles, works):
        if not group:
            continue
        titles = [words(clean(text)) for text in (sources.html_title, sources.meta("og:title")) if text]
        titles += [heading.words for heading in headings if heading.level == 1]
        scored = [(_score(entity, sources, titles), -number) for number, entity in enumerate(group)]
        (score, number) = max(scored)
        # A lone article is the page, unless its URL or headline differs; of several, one must agree.
        if score > 0 or (len(group) == 1 and score == 0):
            return group[-number]
    return None


def _score(entity: Entity, sources: Sources, titles: list[list[str]]) -> float:
    score = 0.0
    if own_urls(entity):
        score += 1.0 if _url_agrees(entity, sources) else -0.5
    headline = headline_of(entity)
    if headline and titles:
        said = words(headline)
        best = max(_likeness(said, title) for title in titles)
        score += 1.0 + best if best >= AGREEING else -0.5
    # A fuller entity wins among equals: some pages repeat theirs as a stub.
    return score + 0.001 * min(len(entity), 50) if score > 0 else score


def _likeness(said: list[str], title: list[str]) -> float:
    """Compute the word overlap with a title, which may contain more, such as the site's name."""
    if 3 <= len(said) <= len(title) and set(said) <= set(title):
        return 1.0
    return overlap(said, title)


def headline_of(entity: Entity) -> str:
    """Return an entity's headline or name."""
    return clean(text_of(entity.get("headline")) or text_of(entity.get("name")))


def own_urls(entity: Entity) -> list[str]:
    """Return the URLs that an entity gives for itself."""
    page = entity.get("mainEntityOfPage")
    if isinstance(page, dict):
        page = page.get("@id") or page.get("url")
    claims = [page, entity.get("url"), entity.get("@id")]
    return [value for value in claims if isinstance(value, str) and value.startswith(("http:", "https:", "/", "//"))]


def _url_agrees(entity: Entity, sources: Sources) -> bool:
    own = {_path(claim) for claim in own_urls(entity)}
    page = {
        _path(claim) for claim in (sources.url, *sources.links.get("canonical", ()), sources.meta("og:url")) if claim
    }
    return bool(own & page)


def _path(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url
    return unquote(parts.path).rstrip("/").lower() + (
        "?" + parts.query if parts.query and parts.path in ("", "/") else ""
    )


def find_canonical(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the canonical URL that the page declares, if it makes sense as one."""
    claims = [*sources.links.get("canonical", ()), sources.meta("og:url")]
    claims += [url for entity in entities[:1] for url in own_urls(entity)[:1]]
    for claim in claims:
        url = sources.absolute(claim)
        if url is not None and _makes_sense(url, sources):
            return url.partition("#")[0]
    return None


def _makes_sense(url: str, sources: Sources) -> bool:
    """Tell whether a URL may be the canonical one of a page: not a home page, unless the page is that home page."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if "." not in host and host != "localhost":
        return False
    if not sources.host or parts.path not in ("", "/") or parts.query:
        return True
    return sources.path in ("", "/") and registered_domain(host) == registered_domain(sources.host)


def find_license(document: Document, sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the license's URL, or its name if no URL is given."""
    urls = filter(None, map(sources.absolute, filter(_is_license, sources.links.get("license", ()))))
    claims = (*(text_of(entity.get("license")) for entity in entities), sources.meta(*LICENSE_METAS))
    named = (_url_or_name(claim.strip(), sources) for claim in claims if claim and _is_license(claim))
    return next(chain(urls, named), None) or _linked_license(document, sources)


def _url_or_name(claim: str, sources: Sources) -> str:
    """Return the URL of a license, made absolute, or its name, in which there may be a slash (``MIT/X11``)."""
    is_url = is_web_url(claim) or claim.startswith(("/", "./", "../"))
    return (sources.absolute(claim) if is_url else None) or claim


def _is_license(claim: str) -> bool:
    """Tell whether a claim names a license.

    It does not if it is a place on the page (``#license``) or a template variable that nobody filled in.
    """
    return bool(claim.strip()) and not claim.strip().startswith("#") and not UNFILLED.search(claim)


def _linked_license(document: Document, sources: Sources) -> str | None:
    """Return a link that says it leads to the license, or the only Creative Commons license that the page links to."""
    linked: dict[str, None] = {}
    for link in document.tree.select(_LICENSE_LINKS):
        if not _is_license((link.attr("href") or "").strip()):
            continue
        url = sources.absolute(link.attr("href"))
        if url is not None and "license" in (link.attr("rel") or ""):
            return url
        if url is not None and ("/licenses/" in url or "/publicdomain/" in url):
            linked[url] = None
    return next(iter(linked)) if len(linked) == 1 else None


_LICENSE_LINKS = "a[rel~=license], a[href*='creativecommons.org/']"


def find_rights(sources: Sources, known: Rights | None) -> Rights | None:
    """Return what the page declares about its use by machines, before what its headers and its site declare."""
    metas = sources.metas
    crawlers = [name for name in metas if "bot" in name or "spider" in name or "crawl" in name]
    if not crawlers and "tdm-reservation" not in metas and "tdm-policy" not in metas:
        return known
    from tamis.text.rights import mining_rights, read_directives  # not for pages that declare nothing

    directives: tuple[str, ...] = ()
    for name in crawlers:
        directives += read_directives(metas[name], "" if name == "robots" else name)
    reserved, policy = mining_rights(metas.get("tdm-reservation", ()), metas.get("tdm-policy", ()), sources.base)
    own = Rights(reserved, policy, directives).over(known)
    return own if own != NO_RIGHTS else None
