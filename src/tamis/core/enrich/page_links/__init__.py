"""Page links: links to other pages of an article: the whole on one page, a print version, the next or previous page.

J. Fan, P. Luo, S. H. Lim, S. Liu, P. Joshi, J. Liu: *Article Clipper: A System for Web Article Extraction*, KDD 2011,
sections 2.1 and 2.5. A link to a print version has a phrase of a dictionary as its text or as the name of its picture,
and a URL of its own. A link to the next page is in a row of links to pages; its URL is that of the page with the number
that follows. Rows of comments and pictures are left out. The last step, which compares title and body of the page
behind a link, is in `tamis.core.stitching`.

Where the paper uses coordinates, a row is here a run of links that follow each other and consist only of numbers,
arrows and words for next and previous. Every link that might be one of these is judged, with the reason, by the
tables of rules in `versions` and `steps`; `link_signs`, `rows` and `places` read what the rules ask about.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.page_links.link_signs import Link, following_number, is_of_page, read_links
from tamis.core.enrich.page_links.places import COMMENTS, Places
from tamis.core.enrich.page_links.rows import NO_ROW, Row, read_row, rows_of
from tamis.core.enrich.page_links.steps import judge_head, judge_step
from tamis.core.enrich.page_links.verdicts import LinkKind, LinkVerdict
from tamis.core.enrich.page_links.versions import judge_one_page, judge_print
from tamis.text.urls.further_pages import compare
from tamis.text.urls.page_signs import is_gallery
from tamis.text.urls.relations import Relation
from tamis.text.urls.safety import resolve
from tamis.text.urls.same_thing import names_of_thing, numbers_of, shares_thing
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Element, Tree

_STEP_KINDS = (LinkKind.NEXT, LinkKind.PREVIOUS)


class PageLinks(NamedTuple):
    """The links of a page to other pages of its article, and the verdicts on all that might be one."""

    one_page: LinkVerdict | None = None
    print_page: LinkVerdict | None = None
    next_page: LinkVerdict | None = None
    previous_page: LinkVerdict | None = None
    judged: tuple[LinkVerdict, ...] = ()
    numbers: Mapping[int, str] = MappingProxyType({})
    """URLs of the row of page numbers that contains the next page."""


_UNLIKE = "one of several for print, whose URLs name different articles"
_GALLERY_TYPES = ("ImageGallery", "MediaGallery", "gallery", "slideshow")
_OTHER_LINKS = (
    "area", "button[onclick]", "button[data-href]", "button[data-url]", "button[formaction]", "input[onclick]"
)  # fmt: skip
"""Elements that lead to a page like an anchor does."""
_LINKS = ", ".join(("a", "link[rel]", *_OTHER_LINKS))


def find_page_links(document: Document, *, is_forum: Callable[[], bool] = lambda: False) -> PageLinks:
    """Find the links of a page to other pages of its article. In a forum the comments are the text.

    `is_forum` tells whether the page is one. It is asked only if a link seems to lead through comments.
    """
    rows: list[Row] = []
    judged = tuple(_judge_all(document, rows, is_forum=is_forum))
    if _is_gallery(document):
        judged = tuple(_refused(verdict, "the page is one of a gallery") for verdict in judged)
    judged = tuple(_refused_unlike(tuple(_refused_elsewhere(judged)), _own_url(document)))
    best = {kind: _best(kind, judged) for kind in LinkKind}
    following = best[LinkKind.NEXT]
    numbers = next((row.numbers for row in rows if following and following.url in row.urls), {})
    return PageLinks(best[LinkKind.ONE_PAGE], best[LinkKind.PRINT], following, best[LinkKind.PREVIOUS], judged, numbers)


def _judge_all(document: Document, rows: list[Row], *, is_forum: Callable[[], bool]) -> Iterator[LinkVerdict]:
    """Judge all links by the page's own URL, and steps also by the URL that it declares. Collects the rows."""
    judged = tuple(_judge(document, _own_url(document), rows, is_forum=is_forum))
    yield from judged
    other = _other_url(document, judged)
    if other is not None:
        by_other = _judge(document, other, rows, is_forum=is_forum, only_steps=True)
        yield from (verdict for verdict in by_other if verdict.accepted and verdict.kind in _STEP_KINDS)


def _own_url(document: Document) -> str | None:
    """Return the URL that the page came from or, if that is not a web URL, the one that it declares."""
    url = document.page.url
    return url if url and is_web_url(url) else resolve(document.declared.url, None)


def _other_url(document: Document, judged: Iterable[LinkVerdict]) -> str | None:
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


def _refused_elsewhere(judged: Sequence[LinkVerdict]) -> Iterator[LinkVerdict]:
    """Refuse the links whose URL another link of the page has in a row through comments, pictures or dates."""
    elsewhere = {verdict.url for verdict in judged if verdict.in_context}
    for verdict in judged:
        is_elsewhere = verdict.url in elsewhere
        yield _refused(verdict, "shown in the page as a link through something else") if is_elsewhere else verdict


def _refused_unlike(judged: tuple[LinkVerdict, ...], own: str | None) -> Iterator[LinkVerdict]:
    """Refuse links to print versions if several name different articles: those of other articles than this one."""
    taken = {verdict.url for verdict in judged if verdict.accepted and verdict.kind is LinkKind.PRINT}
    kept = _kept_by_number(taken, own) if len({numbers_of(url) for url in taken}) > 1 else _kept_by_name(taken, own)
    for verdict in judged:
        is_refused = verdict.kind is LinkKind.PRINT and verdict.accepted and verdict.url not in kept
        yield verdict._replace(accepted=False, reason=_UNLIKE) if is_refused else verdict


def _kept_by_number(urls: set[str], own: str | None) -> set[str]:
    """Return the URLs with numbers of this page's only; if none has, those without numbers that name its article."""
    ours = numbers_of(own) if own else frozenset()
    kept = {url for url in urls if (numbers := numbers_of(url)) and numbers <= ours}
    return kept or {url for url in urls if own and not numbers_of(url) and shares_thing(own, url)}


def _kept_by_name(urls: set[str], own: str | None) -> set[str]:
    """Return the URLs with words of this page's only; if none has, all, unless one names what another does not."""
    names = {url: names_of_thing(url) for url in urls}
    ours = names_of_thing(own) if own else frozenset()
    numbers = frozenset().union(*map(numbers_of, urls))
    is_unlike = any(not (one <= other or other <= one) for one in names.values() for other in names.values())
    if is_unlike and own and numbers and numbers <= numbers_of(own):
        return urls
    return {url for url in urls if own and names[url] <= ours} or (set() if is_unlike else urls)


def _best(kind: LinkKind, judged: Sequence[LinkVerdict]) -> LinkVerdict | None:
    accepted = [verdict for verdict in judged if verdict.accepted and verdict.kind is kind]
    return min(accepted, key=lambda verdict: verdict.rank, default=None)


def _judge(
    document: Document,
    own: str | None,
    rows: list[Row],
    *,
    is_forum: Callable[[], bool],
    only_steps: bool = False,
) -> Iterator[LinkVerdict]:
    stated = document.base_url
    base = stated if stated is not None and is_web_url(stated) else own
    places = Places(document, lambda: (own is not None and _lists_comments(own)) or is_forum())
    follows = following_number(own)
    for row_links in rows_of(read_links(_links(document.tree), base, follows)):
        row = read_row(row_links, own) if len(row_links) > 1 or row_links[0].says.number is not None else NO_ROW
        rows.append(row)
        for link in row_links:
            yield from _judge_link(link, row, own, places, only_steps=only_steps)


def _links(tree: Tree) -> Sequence[Element]:
    """Return the elements that may be links to pages, in document order."""
    declared = [link for link in tree.select("link[rel]") if is_of_page(link)]
    is_usual = all(getattr(link.parent, "tag", None) == "head" for link in declared) and not tree.select("template")
    if is_usual and not any(map(tree.select, _OTHER_LINKS)):  # a tag alone is found without a walk
        return [*declared, *tree.select("a")]
    return [link for link in tree.select(_LINKS) if link.tag != "link" or is_of_page(link)]


def _lists_comments(own: str) -> bool:
    """Tell whether a page is all comments or reviews, by the end of its URL: /lamp-12/reviews."""
    return own.partition("?")[0].rstrip("/").rpartition("/")[2].lower() in COMMENTS


def _judge_link(link: Link, row: Row, own: str | None, places: Places, *, only_steps: bool) -> Iterator[LinkVerdict]:
    if link.element.tag == "link":
        yield from judge_head(link, own)
        return
    for judge in () if only_steps else (judge_one_page, judge_print):
        if (verdict := judge(link, own)) is not None:
            yield verdict
    if (verdict := judge_step(link, row, own, places)) is not None:
        yield verdict
