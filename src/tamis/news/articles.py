"""Articles of a crawl: the key of each, which ones are duplicates, and which are soft 404s (error pages sent as pages).

An article is identified by its canonical URL, or else by the final URL, cleaned. The canonical URL is trusted if it is
on the site, is not the home page, and other pages that name it have the same text. Articles with nearly the same text
count as one; the shortest key stays, whichever came first, so that the order of the crawl does not matter. A text that
comes three times under URLs that share no words with its title is an error page that was sent as a page.

Like the frontier, they work inside transactions. The profile of the site, learned from them, is kept beside them.
"""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.site_profile import MIN_PAGES, SiteProfile
from tamis.core.stitching import joined_pages
from tamis.library import Library
from tamis.model import Article
from tamis.news.crawl_database import connect, transaction
from tamis.news.crawl_urls import crawlable
from tamis.news.frontier import Code
from tamis.text.near_duplicates import SAME_TEXT, bands, similarity
from tamis.text.urls.shapes import slug_words
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.news.crawl_urls import Site
    from tamis.news.frontier import Claim
    from tamis.news.reading import ReadPage
    from tamis.text.urls.cleaning import CleanUrl

MIN_COPIES = 3
"""A text at this many URLs is an error page, if the URLs do not have words of its title."""
LOOKED_UP = 4
"""Number of bands by which a text is looked up. Texts that share .95 of their shingles share one with a probability of
.9996.
"""
MAX_LOOKED_AT = 50
"""Maximum number of articles to compare with."""
NEW_PAGES = 20
"""After this many new articles the profile is compacted, used and saved again."""


class Placed(NamedTuple):
    """The result of storing an article."""

    is_stored: bool
    is_new: bool = False
    code: str = ""
    reason: str = ""


class _Row(NamedTuple):
    id: int
    key: str
    page: int
    url: str
    title: str
    signature: bytes | None
    copies: int


_COLUMNS = ", ".join(f"crawl_article.{name}" for name in _Row._fields)
_PUT = """
INSERT INTO crawl_article (crawl, key, page, url, title, signature, copies, json)
VALUES (:crawl, :key, :page, :url, :title, :signature, :copies, :json)
ON CONFLICT (crawl, key) DO UPDATE SET page = :page, url = :url, title = :title, signature = :signature, json = :json,
    is_written = is_written AND json IS :json
RETURNING id
"""
_JSON = "SELECT id, json FROM crawl_article WHERE crawl = ? AND json IS NOT NULL"
_STORED = "SELECT url, json FROM crawl_article WHERE crawl = ? ORDER BY id"
_GOES_ON = '"nextPage": "'
"""The JSON of an article that names its next page; in a text, the quotes would be escaped."""
_GET = f"SELECT {_COLUMNS} FROM crawl_article WHERE crawl = ? AND key = ?"  # noqa: S608 (our own names)
_ALIKE = f"""
SELECT DISTINCT {_COLUMNS} FROM crawl_band JOIN crawl_article ON crawl_article.id = article
WHERE band IN ({", ".join("?" * LOOKED_UP)}) AND crawl = ? LIMIT ?
"""  # noqa: S608 (our own names)


def stored_articles(database: Path, crawl: int, *, in_library: bool) -> Iterator[Article]:
    """Read the articles of a crawl, from the library in the same file or from its own table."""
    with closing(connect(database)) as connection:
        rows = connection.execute(_STORED, (crawl,)).fetchall()
    if not in_library:
        yield from (Article.from_json(written) for _, written in rows if written is not None)
        return
    with Library(database) as library:
        found = [library.find(url) for url, _ in rows]
        for number in dict.fromkeys(record.id for record in found if record is not None and not record.is_link):
            yield library.article(number)


class Articles:
    """The articles of one crawl: in a library in the same file, or in the crawl's own table."""

    def __init__(self, connection: sqlite3.Connection, crawl: int, library: Library | None = None) -> None:
        self._connection = connection
        self._crawl = crawl
        self._library = library

    def place(self, claim: Claim, read: ReadPage, site: Site) -> Placed:
        """Store the article of a page, unless it is stored already or is not an article."""
        if read.signature is not None and self.is_error_page(read.signature):
            return Placed(False, False, Code.ERROR_PAGE, "the text of an error page")
        own = crawlable(claim.url)
        key, there = self._key(claim, read, site)
        if there is not None and there.page != claim.id and key != claim.key:
            return Placed(False, False, Code.DUPLICATE, f"the same article as {there.url}")
        if there is None and own is not None:
            twin = self._twin(read)
            if twin is not None:
                return self._beside(claim, read, key, twin, own)
        self._put(claim, read, key)
        return Placed(True, there is None)

    def join_pages(self) -> None:
        """Join the pages of each long story in the library: its first page becomes the story, and the others leave,
        unless a reader has saved them.

        What each page had stays in the table of the crawl, for pages that change later.
        """
        if self._library is None:
            return
        pages = self._pages_that_go_on()
        joined = joined_pages(pages)
        stories = {_add_joined(self._library, story) for story in joined.values() if len(story.pages) > 1}
        for number in pages.keys() - joined.keys():
            written = pages[number].to_json()
            self._connection.execute("UPDATE crawl_article SET json = ? WHERE id = ?", (written, number))
            known = self._library.find(pages[number].url or "")
            if known is not None and known.id not in stories and known.saved is None:
                self._library.remove(known.id)

    def _pages_that_go_on(self) -> dict[int, Article]:
        """Read the pages that name a next one, and those that they name, by their number in the table."""
        rows = self._connection.execute(_JSON, (self._crawl,))
        pages = {number: Article.from_json(written) for number, written in rows}
        for article in list(pages.values()):
            following = crawlable(article.next_page) if article.next_page else None
            row = self._get(following.key) if following is not None else None
            known = self._library.find(row.url) if self._library is not None and row is not None else None
            if self._library is not None and row is not None and row.id not in pages and known is not None:
                pages[row.id] = self._library.article(known.id)
        return pages

    def is_error_page(self, signature: bytes) -> bool:
        """Tell whether a text, given by its signature, is that of an error page."""
        rows = self._connection.execute("SELECT signature FROM crawl_error_page WHERE crawl = ?", (self._crawl,))
        return any(similarity(stored, signature) >= SAME_TEXT for (stored,) in rows)

    def add_error_page(self, signature: bytes) -> None:
        """Remember the signature of an error page's text."""
        self._connection.execute("INSERT OR IGNORE INTO crawl_error_page VALUES (?, ?)", (self._crawl, signature))

    def _key(self, claim: Claim, read: ReadPage, site: Site) -> tuple[str, _Row | None]:
        """Choose the key of an article, and find what is stored under it."""
        canonical = crawlable(read.canonical) if read.canonical else None
        if canonical is not None and canonical.path != "/" and site.has(canonical):
            key = canonical.key
            there = self._get(key)
            if there is None or key == claim.key or there.page == claim.id or _same(there.signature, read.signature):
                return key, there
        return claim.key, self._get(claim.key)

    def _get(self, key: str) -> _Row | None:
        row = self._connection.execute(_GET, (self._crawl, key)).fetchone()
        return _Row._make(row) if row else None

    def _twin(self, read: ReadPage) -> _Row | None:
        """Find another article with the same text, or with nearly the same text and the same title, if it has one.

        Reports that are generated from a template (weather, matches, prices) have much of their text in common.
        """
        if read.signature is None:
            return None
        rows = self._connection.execute(_ALIKE, (*bands(read.signature, LOOKED_UP), self._crawl, MAX_LOOKED_AT))
        alike_ones = [row for row in map(_Row._make, rows) if _same(row.signature, read.signature)]
        title = words(read.title or "")
        return next(
            (row for row in alike_ones if row.signature == read.signature or (title and words(row.title) == title)),
            None,
        )

    def _beside(self, claim: Claim, read: ReadPage, key: str, twin: _Row, own: CleanUrl) -> Placed:
        """Handle an article whose text is stored under another key."""
        copies = twin.copies + 1
        self._connection.execute("UPDATE crawl_article SET copies = ? WHERE id = ?", (copies, twin.id))
        if copies + 1 >= MIN_COPIES and not _is_named(read, own, crawlable(twin.url)) and read.signature is not None:
            self.add_error_page(read.signature)
            self._remove(twin)
            return Placed(False, False, Code.ERROR_PAGE, f"the same text as {twin.url} and others")
        if (len(twin.key), twin.key) <= (len(key), key):
            return Placed(False, False, Code.DUPLICATE, f"the same text as {twin.url}")
        self._remove(twin)
        self._put(claim, read, key, copies)
        return Placed(True)

    def _put(self, claim: Claim, read: ReadPage, key: str, copies: int = 0) -> None:
        is_kept = self._library is None or (read.article is not None and _GOES_ON in read.article)
        values = {
            "crawl": self._crawl,
            "key": key,
            "page": claim.id,
            "url": claim.url,
            "title": read.title or "",
            "signature": read.signature,
            "copies": copies,
            "json": read.article if is_kept else None,
        }
        (number,) = self._connection.execute(_PUT, values).fetchone()
        self._connection.execute("DELETE FROM crawl_band WHERE article = ?", (number,))
        rows = [(band, number) for band in bands(read.signature, LOOKED_UP)]
        self._connection.executemany("INSERT OR IGNORE INTO crawl_band VALUES (?, ?)", rows)
        if self._library is not None and read.article is not None:
            self._library.add_json(read.article, gathered=True)

    def _remove(self, row: _Row) -> None:
        self._connection.execute(
            "UPDATE crawl_page SET code = ?, reason = ? WHERE id = ?",
            (Code.DUPLICATE, "the same text as another page", row.page),
        )
        self._connection.execute(
            "INSERT OR IGNORE INTO crawl_stale_file SELECT file FROM crawl_article WHERE id = ? AND file IS NOT NULL",
            (row.id,),
        )
        self._connection.execute("DELETE FROM crawl_article WHERE id = ?", (row.id,))
        known = self._library.find(row.url) if self._library is not None else None
        if self._library is not None and known is not None:
            self._library.remove(known.id)


def _add_joined(library: Library, story: Article) -> int:
    """Store a story of several pages, and return its number. Its first page alone is no revision of it."""
    known = library.find(story.url or "")
    if known is not None and known.revision == 1 and known.saved is None and not known.tags:
        marks = (known.starred, known.read, known.archived, known.picked)
        is_untouched = not any(marks) and not known.progress and not library.highlights(known.id)
        if is_untouched and library.article(known.id).content_hash != story.content_hash:
            library.remove(known.id)
    return library.add(story, gathered=True).id


def _same(stored: bytes | None, signature: bytes | None) -> bool:
    return stored is not None and signature is not None and similarity(stored, signature) >= SAME_TEXT


def _is_named(read: ReadPage, *urls: CleanUrl | None) -> bool:
    """Tell whether a URL has words of the title, as URLs of articles do."""
    title = set(words(read.title or ""))
    least = max(1, min(2, len(title)))
    return any(parts is not None and len(slug_words(parts) & title) >= least for parts in urls)


class CrawlProfile:
    """The profile of a crawl's site: learned from the articles so far, and used for later ones.

    A later run of the crawl begins with what an earlier one learned. After a kill the pages since the last save are
    missing in it, which does no harm.
    """

    def __init__(self, connection: sqlite3.Connection, site: str) -> None:
        self._connection = connection
        row = connection.execute("SELECT json FROM site_profile WHERE site = ?", (site,)).fetchone()
        self._known = SiteProfile.from_json(row[0]) if row else SiteProfile(site)
        self._saved_at = self._known.pages
        self.usable: SiteProfile | None = None
        """Profile to extract pages with; None as long as it is from too few pages."""
        self._renew()

    def learn(self, page: str) -> None:
        """Merge in what one article teaches, as JSON."""
        self._known = self._known.merged(SiteProfile.from_json(page))
        if self._known.pages >= self._saved_at + NEW_PAGES or (self.usable is None and self._known.pages >= MIN_PAGES):
            self.save()

    def save(self) -> None:
        """Save the profile, and use it from now on."""
        if self._known.pages == self._saved_at:
            return
        self._renew()
        values = (self._known.site, self._known.to_json(), datetime.now(UTC).isoformat(timespec="seconds"))
        with transaction(self._connection):
            self._connection.execute("INSERT OR REPLACE INTO site_profile VALUES (?, ?, ?)", values)
        self._saved_at = self._known.pages

    def _renew(self) -> None:
        self._known = self._known.compact()
        self.usable = self._known if self._known.pages >= MIN_PAGES else None
