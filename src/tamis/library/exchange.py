"""Import into the library and export from it: saved links, JSON Lines, Markdown files, editions."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tamis.api import extract
from tamis.edition import EditionSettings, make_edition
from tamis.errors import BadInput, FetchError, TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching.response import Response
from tamis.io.files import ArticleFolder
from tamis.library.interests import as_moment
from tamis.library.records import Status
from tamis.model import Article, Page
from tamis.text.characters import one_line
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from tamis.edition import Edition
    from tamis.io.fetching import Fetcher
    from tamis.library.library import Library
    from tamis.library.pictures import Kept
    from tamis.library.reading_services import Saved
    from tamis.library.records import Added, Record

MAX_SHOWN = 300
"""Maximum number of characters of a URL or a reason in a message."""
BODY_START = 2_000
"""Number of characters in which a whole page begins its body."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_RECORD_ERRORS = (TamisError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
"""Errors that a record from an untrusted file may raise."""


class Imported(NamedTuple):
    """The result of an import."""

    new: int = 0
    known: int = 0
    """Number of articles that the library had already."""
    skipped: tuple[str, ...] = ()
    """Links and lines that could not be used, with the reasons."""


def add_saved(library: Library, entries: Iterable[Saved]) -> Imported:
    """Add links with their tags, marks and selected passages; articles that the library has get those too.

    A link that cannot be added is skipped as a whole, with the reason; the others are added, all or none.
    """
    new = known = 0
    skipped: list[str] = []
    with library.transaction():
        for saved in sorted(entries, key=lambda saved: saved.added or _LONG_AGO):  # what was saved last comes first
            try:
                status = _add_saved(library, saved)
            except _RECORD_ERRORS as error:
                skipped.append(f"{one_line(saved.url)[:MAX_SHOWN]}: {_reason(error)}")
                continue
            new += status is Status.NEW
            known += status is not Status.NEW
    return Imported(new, known, tuple(skipped))


def _add_saved(library: Library, saved: Saved) -> Status:
    with library.transaction():
        added = library.add_link(saved.url, saved.title, now=saved.added)
        library.tag(added.id, *saved.tags)
        if saved.is_read:
            library.mark_read(added.id, now=saved.added)
        if saved.is_starred:
            library.star(added.id, now=saved.added)
        if saved.is_archived:
            library.archive(added.id, now=saved.added)
        if saved.progress > library.get(added.id).progress:
            library.set_progress(added.id, saved.progress)
        for quote, note in saved.highlights:
            _highlight(library, added.id, quote, note, now=saved.added)
    return added.status


def saved_page(saved: Saved) -> Page | None:
    """Return the text that a service exported with a link, as a page; None if there is none."""
    if not saved.html.strip():
        return None
    title = escape(saved.title)
    html = (
        saved.html
        if "<body" in saved.html[:BODY_START].lower()
        else f"<!doctype html><title>{title}</title><article><h1>{title}</h1>{saved.html}</article>"
    )
    return Page(html, saved.url, title=saved.title or None)


def add_fetched(
    library: Library,
    url: str,
    article: Article,
    html: str | None,
    pictures: Mapping[str, Kept] | None = None,
) -> Added:
    """Store the article of a page that was fetched from `url`; a link with this URL becomes it, also if it moved."""
    with library.transaction():
        link = library.find(url)
        added = library.add(article, html=html, pictures=pictures)
        if link is not None and link.is_link and link.id != added.id:
            library.resolve_link(link.id, added.id)
    return added


def add_saved_text(library: Library, saved: Saved) -> bool:
    """Store the text that a service exported with a link, if the library has none yet. Return whether it did."""
    page, record = saved_page(saved), library.find(saved.url)
    if page is None or record is None or not record.is_link:
        return False
    try:
        with deadline(READ_SECONDS, "the text"):
            article = extract(page)
        if not article.outcome.has_story or not article.blocks:
            return False
        add_fetched(library, saved.url, article, page.html)
    except TamisError:
        return False  # its page can still be fetched
    return True


def _highlight(library: Library, article: int, quote: str, note: str = "", *, now: datetime | None = None) -> None:
    """Highlight a passage, unless it is highlighted already. Its text may come later."""
    if quote.strip() and quote not in {highlight.quote for highlight in library.highlights(article)}:
        library.highlight(article, quote, note, now=now, may_be_lost=True)


def add_json_lines(library: Library, lines: Iterable[str], name: str) -> Imported:
    """Add articles from JSON Lines, as `tamis library export` and `tamis extract --json-lines` write them.

    A line that cannot be used is skipped as a whole, with the reason.
    """
    new = known = 0
    skipped: list[str] = []
    with library.transaction():
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                with deadline(READ_SECONDS, "the article"), library.transaction():
                    status = _add_line(library, line)
            except _RECORD_ERRORS as error:
                skipped.append(f"{name}, line {number}: {_reason(error)}")
                continue
            new += status is not Status.UNCHANGED
            known += status is Status.UNCHANGED
    return Imported(new, known, tuple(skipped))


def _reason(error: Exception) -> str:
    if isinstance(error, TamisError):
        return one_line(str(error))[:MAX_SHOWN]
    if isinstance(error, RecursionError):
        return "the values are too deep in each other"
    return one_line(f"not as tamis writes it ({type(error).__name__}: {error})")[:MAX_SHOWN]


def _add_line(library: Library, line: str) -> Status:
    values: dict[str, Any] = json.loads(line)
    about: Mapping[str, Any] = values.pop("library", {})
    moment = as_moment(about.get("added"))
    if "tamis" in values:
        is_saved = not about or "saved" in about
        added = library.add(Article.from_dict(values), gathered=not is_saved, now=moment)
    elif "url" in about:
        added = library.add_link(about["url"], about.get("title", ""), now=moment)
    else:
        raise BadInput("neither an article nor a link")
    library.tag(added.id, *about.get("tags", ()))
    if "read" in about:
        library.mark_read(added.id, now=as_moment(about["read"]))
    if "starred" in about:
        library.star(added.id, now=as_moment(about["starred"]))
    if "archived" in about:
        library.archive(added.id, now=as_moment(about["archived"]))
    if "picked" in about:
        library.pick(added.id, now=as_moment(about["picked"]))
    if "progress" in about:
        library.set_progress(added.id, float(about["progress"]))
    for highlight in about.get("highlights", ()):
        _highlight(
            library, added.id, highlight["quote"], highlight.get("note", ""), now=as_moment(highlight.get("added"))
        )
    return added.status


def json_lines(
    library: Library, records: Iterable[Record], *, left_out: Callable[[str], object] | None = None
) -> Iterator[str]:
    """Yield a line of JSON for each article: that of `Article.to_json`, with the library's record under ``library``.

    With `left_out`, an article that cannot be read is left out, and `left_out` is called with the reason.
    """
    for record in records:
        try:
            yield _json_line(library, record)
        except BadInput as error:
            if left_out is None:
                raise
            left_out(f"article {record.id}: {error}")


def _json_line(library: Library, record: Record) -> str:
    values: dict[str, Any] = {} if record.is_link else library.article(record.id).to_dict()
    highlights = [highlight.to_dict() for highlight in library.highlights(record.id)]
    about = record.to_dict() | ({"highlights": highlights} if highlights else {})
    return json_text({**values, "library": about}) + "\n"


def markdown_folder(library: Library, records: Iterable[Record], folder: Path, *, overwrite: bool = False) -> int:
    """Write each article as a Markdown file with front matter into a folder; return the number of files."""
    written = 0
    with ArticleFolder(folder, "markdown", overwrite=overwrite, write=_with_front_matter) as files:
        for record in records:
            if not record.is_link:
                files.add(record.url or f"library:{record.id}", library.article(record.id))
                written += 1
    return written


def _with_front_matter(article: Article) -> str:
    return article.to_markdown(front_matter=True)


def edition_of(
    library: Library,
    records: Iterable[Record],
    form: str,
    settings: EditionSettings | None = None,
    *,
    fetcher: Fetcher | None = None,
) -> Edition:
    """Make an edition of articles. Pictures come from the library, and missing ones from `fetcher`, if there is one."""
    stored = [record for record in records if not record.is_link]
    if not stored:
        raise BadInput("no article to export")
    pictures = {url: picture for record in stored for url, picture in library.pictures(record.id).items()}
    articles = [library.article(record.id) for record in stored]
    return make_edition(articles, form, settings, fetcher=stored_first(pictures, fetcher))


class _StoredFirst:
    """A fetcher that takes pictures from the library before it asks the web."""

    def __init__(self, pictures: Mapping[str, Kept], fetcher: Fetcher | None) -> None:
        self._pictures = pictures
        self._fetcher = fetcher

    def get(self, url: str, *arguments: Any, **named: Any) -> Response:
        """Return the picture that the library has for a URL, or fetch it from the web."""
        if url in self._pictures:
            media_type, data = self._pictures[url]
            return Response(url, url, 200, data, media_type)
        if self._fetcher is None:
            raise FetchError(url, "the library does not have this picture, and nothing is fetched")
        return self._fetcher.get(url, *arguments, **named)


def stored_first(pictures: Mapping[str, Kept], fetcher: Fetcher | None) -> Fetcher:
    """Return a fetcher for the pictures of an edition, which takes those of the library before it asks the web."""
    return cast("Fetcher", _StoredFirst(pictures, fetcher))
