"""The library in the browser: lists, search, tags, saved searches, and stored stories with marks and highlights."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tamis.errors import BadInput, NoSuchArticle
from tamis.library.categories import Category, category_name
from tamis.library.exchange import add_fetched
from tamis.model import Article
from tamis.serve.api import TOKENS_HEADER, wants_markdown
from tamis.serve.api.operations import HTML, MARKDOWN
from tamis.serve.faults import Fault
from tamis.serve.images import picture_answer
from tamis.serve.pages.keeping import PictureKeeper
from tamis.serve.pages.reading import Reading, following, varying
from tamis.serve.pages.shell import back, form_values, last_values, opened, seen_other, wants_json, whole_number
from tamis.serve.pages.story import PICTURES, Story, story_of
from tamis.serve.pages.work import ExtractArticle
from tamis.text.token_counts import estimate_tokens
from tamis.text.urls.sites import is_web_url
from tamis.write.changes.html import changes_body

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Found, Highlight, Library, Record, Revision, Snippet
    from tamis.library.categories import Categorized
    from tamis.serve.pages.shell import Shell
    from tamis.serve.pages.story import StoryLinks

A_PAGE = 20
MOST_TAGS = 40
FOREVER = 31_536_000
"""Seconds for which a browser caches a picture of the library, whose name is the hash of its bytes: a year."""
LIST = "is:unarchived"
"""Search of what is shown without one: all but the archive."""
PICKED = "is:picked"
"""Search of what was picked for the reader's edition."""
VIEWS = {
    "": "My list",
    f"is:unread {LIST}": "Unread",
    "is:starred": "Starred",
    "is:highlighted": "Highlights",
    "is:archived": "Archive",
    PICKED: "For the edition",
}
"""Searches offered as links."""
DONE = {
    "archive": "archived",
    "unarchive": "taken out of the archive",
    "star": "starred",
    "unstar": "no longer starred",
    "read": "marked as read",
    "unread": "marked as unread",
    "tag": "tagged",
    "pick": "added to the edition",
    "unpick": "taken out of the edition",
    "remove": "deleted",
}
"""Actions on several stories at once, each with the word for it when it is done."""


class NumberConvertor(Convertor[int]):
    """The number of an article in a path: any that SQLite can store; longer ones match no page."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Parse the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Write a number in a path."""
        return str(value)


register_url_convertor("number", NumberConvertor())


class Piece(NamedTuple):
    """A piece of a snippet."""

    text: str
    is_found: bool
    """True if it has words of the search."""


class Listed(NamedTuple):
    """A story in a list."""

    record: Record
    pieces: tuple[Piece, ...] = ()
    """Pieces of the snippet that a search found."""
    source: str | None = None
    """URL that opens the page at the snippet."""


class Shown(NamedTuple):
    """A page of a list."""

    stories: list[Listed]
    total: int | None
    has_more: bool


class Side(NamedTuple):
    """The links beside a list."""

    tags: Sequence[tuple[str, int]] = ()
    searches: Mapping[str, str] = {}
    """Searches that the reader saved, by name."""


class Stored(NamedTuple):
    """A story of the library with what its page shows."""

    record: Record
    story: Story
    highlights: list[Highlight]
    category: Categorized
    following: Record | None


class Revised(NamedTuple):
    """The revisions of a story, and the change from one to another."""

    record: Record
    revisions: list[Revision]
    old: int
    new: int
    changes: str
    """HTML of the changed blocks; empty if there is only one revision."""


def shelf_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the library."""
    shelf = Shelf(shell)
    return [
        Route("/library", shelf.browse),
        Route("/library", shelf.save, methods=["POST"]),
        Route("/library/stories", shelf.change_several, methods=["POST"]),
        Route("/library/searches", shelf.change_searches, methods=["POST"]),
        Route(PICTURES + "/{digest}", shelf.picture),
        Route("/library/{article:number}", shelf.read),
        Route("/library/{article:number}/revisions", shelf.revisions),
        Route("/library/{article:number}", shelf.change, methods=["POST"]),
    ]


class Shelf:
    """The handlers of the library."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._keeper = PictureKeeper(shell.context)

    async def browse(self, request: Request) -> Response:
        """Show the stories that match a search, or all."""
        query = request.query_params.get("q", "").strip()[:500]
        at = max(1, whole_number(request.query_params.get("at", ""), 1))
        problem = ""
        shown = Shown([], 0, has_more=False)
        try:
            shown = await self._shell.look_up(request, lambda library: _list(library, query, at), shown)
        except BadInput as error:
            problem = str(error)
        side = await self._shell.look_up(request, _side, Side())
        done = DONE.get(request.query_params.get("did", ""), "")
        return self._shell.page(
            request,
            "library.html",
            section="library",
            query=query,
            at=at,
            shown=shown,
            tags=side.tags,
            searches=side.searches,
            views=VIEWS,
            problem=problem,
            is_picked=query == PICKED,
            is_archive="is:archived" in query,
            done=done,
            count=whole_number(request.query_params.get("count", ""), 0),
        )

    async def read(self, request: Request) -> Response:
        """Show a stored story, or send it as Markdown to a client that likes that better."""
        number = int(request.path_params["article"])
        if wants_markdown(request, HTML):
            article = await self._shell.with_library(request, lambda library: library.guarded_article(number))
            text = article.to_markdown(head=True)
            headers = {TOKENS_HEADER: str(estimate_tokens(text))}
            return varying(Response(text, media_type=MARKDOWN, headers=headers))
        links = Reading(self._shell).links(request)
        found = await self._shell.with_library(request, lambda library: _stored(library, number, links))
        page = self._shell.page(
            request,
            "read.html",
            pictures=True,
            section="library",
            story=found.story.to_dict(),
            more=[],
            asked=None,
            record=found.record,
            highlights=found.highlights,
            category=found.category,
            categories={category.value: category_name(category) for category in Category},
            following=found.following,
            saved=request.query_params.get("saved", ""),
        )
        return varying(page)

    async def revisions(self, request: Request) -> Response:
        """Show the revisions of a stored story, and what changed in one of them."""
        number = int(request.path_params["article"])
        new = whole_number(request.query_params.get("new", ""), 0)
        old = whole_number(request.query_params.get("old", ""), 0)
        found = await self._shell.with_library(request, lambda library: _revised(library, number, old, new))
        return self._shell.page(request, "revisions.html", section="library", **found._asdict())

    async def save(self, request: Request) -> Response:
        """Save the story of a page in the library, then show it there."""
        sent = last_values(await form_values(request))
        asked = await self._shell.asked(sent)
        settings = self._shell.settings(self._shell.profile(request))
        written = await self._shell.context.run(ExtractArticle(asked.page, settings))
        article = Article.from_dict(json.loads(written))
        html = asked.page.decoded().html
        added = await self._shell.with_library(
            request, lambda library: add_fetched(library, asked.url or article.url or "", article, html)
        )
        await self._keeper.keep(added.id, article, asked.pictures)
        path, status = f"/library/{added.id}", added.status.value
        if wants_json(request):
            return opened(request, path, status=status, title=article.title)
        return seen_other(request, f"{path}?saved={status}")

    async def picture(self, request: Request) -> Response:
        """Send a picture that the library has."""
        digest = str(request.path_params["digest"])
        found = await self._shell.look_up(request, lambda library: library.picture(digest), None)
        if found is None:
            raise Fault("no_such_page", "the library does not have this picture")
        media_type, data = found
        return picture_answer(data, media_type, FOREVER)

    async def change(self, request: Request) -> Response:
        """Save, mark, tag, categorize, highlight or remove a stored story."""
        number = int(request.path_params["article"])
        sent = last_values(await form_values(request))
        if sent.get("do") == "save":
            article = await self._shell.with_library(request, lambda library: _saved(library, number))
            await self._keeper.keep(number, article, {})
        else:
            await self._shell.with_library(request, lambda library: change_article(library, number, sent))
        if request.headers.get("accept", "").startswith("application/json"):
            return JSONResponse({})
        if sent.get("do") == "remove":
            return seen_other(request, "/library")
        return back(request, sent, f"/library/{number}")

    async def change_several(self, request: Request) -> Response:
        """Do the same with several stories; before any is removed, ask."""
        several = await form_values(request)
        sent = last_values(several)
        numbers = [number for text in several.get("article", []) if (number := whole_number(text, -1)) >= 0]
        do = sent.get("do", "")
        if do not in DONE:
            raise BadInput(f"the library cannot do {do!r} with several stories")
        query, at = sent.get("q", "")[:500], max(1, whole_number(sent.get("at", ""), 1))
        if do == "remove" and numbers and sent.get("sure") != "1":
            found = await self._shell.with_library(request, lambda library: _present(library, numbers))
            return self._shell.page(request, "remove.html", section="library", records=found, query=query, at=at)
        count = await self._shell.with_library(request, lambda library: _change_several(library, numbers, sent))
        values = {"q": query, "at": at if at > 1 else "", "did": do, "count": count}
        return seen_other(request, f"/library?{urlencode({name: value for name, value in values.items() if value})}")

    async def change_searches(self, request: Request) -> Response:
        """Save a search under a name, or remove one."""
        sent = last_values(await form_values(request))
        name, query = sent.get("name", ""), sent.get("query", "").strip()[:500]
        match sent.get("do"):
            case "save":
                await self._shell.with_library(request, lambda library: library.save_search(name, query))
                return seen_other(request, f"/library?{urlencode({'q': query})}")
            case "remove":
                await self._shell.with_library(request, lambda library: library.remove_search(name))
                return seen_other(request, "/library")
            case other:
                raise BadInput(f"there is no action {other!r} for saved searches")


def _saved(library: Library, number: int) -> Article:
    """Save a story that a feed or a crawl brought, and return it."""
    article = library.article(number)
    library.add(article)
    return article


def change_article(library: Library, article: int, sent: Mapping[str, str]) -> None:
    """Change an article as a form asks."""
    words = sent.get("words", "").strip()
    match sent.get("do"):
        case "read" | "unread" as mark:
            library.mark_read(article, mark == "read")
        case "star" | "unstar" as mark:
            library.star(article, mark == "star")
        case "archive" | "unarchive" as mark:
            library.archive(article, mark == "archive")
        case "pick" | "unpick" as mark:
            library.pick(article, mark == "pick")
        case "progress":
            library.set_progress(article, _share(words))
        case "tag":
            library.tag(article, *(tag for tag in words.split(",") if tag.strip()))
        case "untag":
            library.untag(article, words)
        case "categorize":
            library.set_category(article, words or None)
        case "highlight":
            library.highlight(article, words, sent.get("note", "").strip())
        case "remove-highlight":
            library.remove_highlight(whole_number(words, -1))
        case "remove":
            library.remove(article)
        case other:
            raise BadInput(f"the library cannot do {other!r} with an article")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise BadInput("the share of a story that was read is a number from 0 to 1")
    return share


def _present(library: Library, numbers: list[int]) -> list[Record]:
    """Read the records of those articles that there are."""
    found = []
    for number in dict.fromkeys(numbers):
        with suppress(NoSuchArticle):
            found.append(library.get(number))
    return found


def _change_several(library: Library, numbers: list[int], sent: Mapping[str, str]) -> int:
    """Change articles as a form asks, all or none; return how many there are."""
    with library.transaction():
        records = _present(library, numbers)
        for record in records:
            change_article(library, record.id, sent)
    return len(records)


def _list(library: Library, query: str, at: int) -> Shown:
    offset = (at - 1) * A_PAGE
    if query and not query.startswith(("is:", "tag:")):
        results = library.search(query, limit=A_PAGE, offset=offset)
        stories = [Listed(hit.record, _pieces(hit.snippet), _source(library, hit)) for hit in results.found]
        return Shown(stories, results.total, results.total > offset + A_PAGE)
    records = library.newest(query or LIST, limit=A_PAGE + 1, offset=offset)
    return Shown([Listed(record) for record in records[:A_PAGE]], None, len(records) > A_PAGE)


def _source(library: Library, hit: Found) -> str | None:
    link = library.source_of(hit).link
    return link if link and is_web_url(link) else None


def _pieces(snippet: Snippet) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    offset = 0
    for start, end in snippet.marks:
        pieces += [Piece(snippet.text[offset:start], is_found=False), Piece(snippet.text[start:end], is_found=True)]
        offset = end
    return (*pieces, Piece(snippet.text[offset:], is_found=False))


def _side(library: Library) -> Side:
    tags = sorted(library.tags().items(), key=lambda tag: (-tag[1], tag[0]))[:MOST_TAGS]
    return Side(tags, library.saved_searches())


def _revised(library: Library, number: int, old: int, new: int) -> Revised:
    """Compare two revisions of a story; those that there are not give way to the latest two."""
    record = library.get(number)
    last = record.revision
    new = new if 1 < new <= last else last
    old = old if 0 < old < new else new - 1
    body = changes_body(library.changes(number, old, new)) if old > 0 else ""
    return Revised(record, library.revisions(number)[::-1], old, new, body)


def _stored(library: Library, number: int, links: StoryLinks) -> Stored:
    record = library.get(number)
    highlights = library.highlights(number)
    article = library.article(number)
    links = replace(links, stored=library.picture_digests(number))
    return Stored(
        record, story_of(article, links, highlights), highlights, library.category(number), following(library, record)
    )
