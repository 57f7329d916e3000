"""The library: articles in one SQLite file, with full-text search, revisions, tags, marks and highlights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from tamis.core.site_profile import SiteProfile
from tamis.errors import BadInput, NoSuchArticle
from tamis.library import marks
from tamis.library.adding import find_article, insert_article, left_alone, mark_saved, put, remove_bands
from tamis.library.categories import assign, category_of, find_categories
from tamis.library.citing import Source, source_of
from tamis.library.highlights import add_highlight, highlights_of
from tamis.library.index import add_to_index, rebuild_index, reindexed, remove_from_index
from tamis.library.interests import Candidate, as_moment, find_interests, rank_candidates
from tamis.library.pictures import (
    cover_of,
    digests_of,
    picture_by_digest,
    picture_use,
    pictures_of,
    prune_pictures,
    remove_unused,
    store_pictures,
    total_bytes,
)
from tamis.library.prepared import Prepared, link_row, written
from tamis.library.query import parse_query, with_tags
from tamis.library.records import SELECT, Added, Feed, FeedCheck, Record, Revision, Status, info_of, record
from tamis.library.searching import newest, records_of, search
from tamis.library.storage import Storage
from tamis.library.stored import checked, read_counts, read_json, read_moment, read_values, unpacked
from tamis.model import Article, Page
from tamis.model.right_names import Answers, keywords
from tamis.text.characters import scalar
from tamis.text.urls.cleaning import page_keys

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path
    from types import TracebackType

    from tamis.library.categories import Categories, Categorized
    from tamis.library.highlights import Highlight
    from tamis.library.interests import Interests, InterestSettings, Ranked
    from tamis.library.pictures import PictureUse
    from tamis.library.records import Info
    from tamis.library.searching import Found, Results
    from tamis.model import Changes

SHOWN = 20
"""Number of articles that a list or a search returns by default."""


class Library(Answers):
    """An open library; use it in a ``with`` statement, and in one thread.

    Several processes may read and write one library at once. A method that has returned has committed, unless it was
    called within `transaction`.
    """

    def __init__(self, place: Path | str | sqlite3.Connection, reader: str = "") -> None:
        """Open a library, or create one. A connection that is passed stays open, and may have other tables.

        What is read and starred belongs to the `reader`; who uses a library alone needs no name. Raises `BadInput` for
        a file that is no library. A library of an older tamis is brought up to date.
        """
        self.reader = marks.reader_name(reader)
        self._storage = Storage(place, self.reader)
        self.connection = self._storage.connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Record]:
        return self.records()

    def __len__(self) -> int:
        """Return the number of articles and links."""
        with self._storage.errors():
            (count,) = self.connection.execute("SELECT count(*) FROM article").fetchone()
        return int(count)

    def __bool__(self) -> bool:
        """Return True: an open library is there, also if it is empty."""
        return True

    def close(self) -> None:
        """Close the file, if the library opened it."""
        self._storage.close()

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Begin a transaction: its changes are committed together or not at all, also those to other tables."""
        return self._storage.transaction()

    def add(
        self,
        article: Article,
        *,
        html: str | None = None,
        page: Page | None = None,
        pictures: Mapping[str, tuple[str, bytes]] | None = None,
        tags: Sequence[str] = (),
        gathered: bool = False,
        now: datetime | None = None,
    ) -> Added:
        """Store an article; as a new revision if the library has its page with another text.

        `html`, or that of `page`, is stored with it; `pictures` are media types and bytes by URL; `tags` are added to
        those that it has in the library. `gathered` says that
        a feed or a crawl brings it, so that no reader has saved it yet. Raises `NoArticle` for an article without any
        text.
        """
        if not isinstance(article, Article):
            raise BadInput(
                f"add takes an Article, not {type(article).__name__}: library.add(tamis.fetch(url)), or "
                "library.add_link(url) for a page that is to be fetched later"
            )
        prepared = Prepared.of(article)
        if html is None and page is not None:
            html = page.html
        added = self._add(prepared, html, pictures or {}, now, gathered)
        if tags:
            self.tag(added.id, *((tags,) if isinstance(tags, str) else tags))
        return added

    def add_json(self, text: str, *, gathered: bool = False, now: datetime | None = None) -> Added:
        """Store an article that `Article.to_json` wrote, as `add` does, without writing it again."""
        return self._add(Prepared.of_json(text), None, {}, now, gathered)

    def _add(
        self,
        prepared: Prepared,
        html: str | None,
        pictures: Mapping[str, tuple[str, bytes]],
        now: datetime | None,
        gathered: bool,
    ) -> Added:
        with self._storage.errors():
            alone = left_alone(self.connection, prepared)
        if alone is not None:
            if not gathered and self.get(alone.id).saved is None:
                with self.transaction() as connection:
                    mark_saved(connection, alone.id, written(now))
            return alone
        with self.transaction() as connection:
            added = put(connection, prepared, html, written(now))
            store_pictures(connection, added.id, pictures)
            if not gathered:
                mark_saved(connection, added.id, written(now))
        return added

    def add_link(self, url: str, title: str = "", *, now: datetime | None = None) -> Added:
        """Store a URL whose page is to be fetched later. An article with this URL stays as it is."""
        keys = page_keys(url)
        if not keys:
            raise BadInput(f"{url}: not an http(s) URL")
        with self.transaction() as connection:
            known = find_article(connection, keys)
            moment = written(now)
            if known is not None:
                mark_saved(connection, known, moment)
                return Added(known, Status.UNCHANGED)
            row = {**link_row(url, title, moment), "revision": 0, "added": moment, "saved": moment}
            article = insert_article(connection, row)
            connection.executemany("INSERT INTO page_key VALUES (?, ?)", [(key, article) for key in keys])
            add_to_index(connection, article, "")
        return Added(article, Status.NEW)

    def get(self, article: int) -> Record:
        """Return the record of an article. Raises `NoSuchArticle`."""
        if not isinstance(article, int):
            raise BadInput(f"{article}: articles have numbers; library.find(url) finds one by its URL")
        with self._storage.errors():
            row = self.connection.execute(SELECT + "WHERE article.id = ?", (article,)).fetchone()
        if row is None:
            raise NoSuchArticle(article)
        return record(row)

    def find(self, url: str) -> Record | None:
        """Find the article with this URL, or with one that differs only by tracking parameters."""
        with self._storage.errors():
            article = find_article(self.connection, page_keys(url) or (scalar(url),))
        return self.get(article) if article is not None else None

    def article(self, article: int, revision: int | None = None) -> Article:
        """Read an article, in its latest or an earlier revision. Raises `NoSuchArticle`.

        A link without a text raises it too.
        """
        with self._storage.errors():
            row = self.connection.execute(
                "SELECT json FROM revision WHERE article = ? AND number = ?",
                (article, revision if revision is not None else self.get(article).revision),
            ).fetchone()
        if row is None:
            raise NoSuchArticle(article, revision)
        return Article.from_dict(read_values(row[0]))

    def html(self, article: int, revision: int | None = None) -> str | None:
        """Read the source of an article's page, if it was stored."""
        with self._storage.errors():
            row = self.connection.execute(
                "SELECT html FROM revision WHERE article = ? AND number = ?",
                (article, revision if revision is not None else self.get(article).revision),
            ).fetchone()
        if row is None:
            raise NoSuchArticle(article, revision)
        return unpacked(row[0]) if row[0] is not None else None

    def pictures(self, article: int) -> dict[str, tuple[str, bytes]]:
        """Read the pictures that were stored with an article: media type and bytes by URL."""
        with self._storage.errors():
            return pictures_of(self.connection, article)

    def picture_digests(self, article: int) -> dict[str, str]:
        """Read the names of an article's pictures by URL: the hash of the bytes (SHA-256, in hexadecimal)."""
        with self._storage.errors():
            return digests_of(self.connection, article)

    def picture(self, digest: str) -> tuple[str, bytes] | None:
        """Read a picture by its name: media type and bytes. Return None if there is none."""
        with self._storage.errors():
            return picture_by_digest(self.connection, digest)

    def cover(self, article: int) -> tuple[str, str] | None:
        """Find the largest picture of an article that e-readers show: its name and media type; None without one."""
        with self._storage.errors():
            return cover_of(self.connection, article)

    def add_pictures(self, article: int, pictures: Mapping[str, tuple[str, bytes]]) -> None:
        """Store pictures of an article: media types and bytes by URL."""
        self.get(article)
        with self.transaction() as connection:
            store_pictures(connection, article, pictures)

    def picture_bytes(self) -> int:
        """Count the bytes of all pictures."""
        with self._storage.errors():
            return total_bytes(self.connection)

    def picture_use(self) -> list[PictureUse]:
        """List the articles that have pictures, with the number of pictures and bytes; the largest first."""
        with self._storage.errors():
            return picture_use(self.connection)

    def prune_pictures(self, most: int) -> int:
        """Remove pictures until they have at most `most` bytes; return how many articles lost theirs.

        Articles that somebody read go first, then the oldest. Starred ones keep their pictures.
        """
        with self.transaction() as connection:
            return prune_pictures(connection, most)

    def newest(self, query: str = "", *, limit: int = SHOWN, offset: int = 0) -> list[Record]:
        """Return the articles that match a search, or all; those added last come first."""
        understood = parse_query(query, self.reader)
        with self._storage.errors():
            articles = newest(self.connection, understood, limit, offset)
            return [*records_of(self.connection, articles).values()]

    @keywords(
        tag="use tags=['…'], or tag:… in the query",
        language="write language:en in the query",
        author="write author:… in the query",
        site="write site:example.org in the query",
        title="write title:… in the query",
        since="write after:2024-01 in the query",
        starred="write is:starred in the query",
        unread="write is:unread in the query",
        n="use limit",
        top_k="use limit",
        max_results="use limit",
    )
    def search(self, query: str = "", *, tags: Sequence[str] = (), limit: int = SHOWN, offset: int = 0) -> Results:
        """Return the articles that match a search and have all of the tags, best first.

        docs/library.md describes the syntax.
        """
        understood = with_tags(
            parse_query(query, self.reader), map(marks.tag_name, (tags,) if isinstance(tags, str) else tags)
        )
        with self._storage.errors():
            return search(self.connection, understood, limit, offset)

    def source_of(self, hit: Found) -> Source:
        """Return the quote of a search hit, with a link that opens its page there. Raises `NoSuchArticle`."""
        if hit.record.is_link:
            return Source(hit.url, hit.url, published=hit.record.published)
        return source_of(self.article(hit.id, hit.record.revision), hit.snippet)

    def guarded_article(self, article: int, revision: int | None = None) -> Article:
        """Return an article for a program: what readers of its page do not see is marked, however it was saved.

        Raises `NoSuchArticle`. Text that a style sheet hides is known if the HTML of the page was saved, too.
        """
        from tamis.core.assemble.hidden_marks import guarded_copy  # only for those who ask for it

        saved, html = self.article(article, revision), self.html(article, revision)
        return guarded_copy(saved, Page(html, saved.url) if html is not None else None)

    def records(self) -> Iterator[Record]:
        """Yield the records of all articles, in the order in which they were added."""
        with self._storage.errors():
            articles = [number for (number,) in self.connection.execute("SELECT id FROM article ORDER BY id")]
        for article in articles:
            yield self.get(article)

    def tag(self, article: int, *names: str) -> Record:
        """Add tags to an article."""
        self._change(article, marks.add_tags, names)
        return self.get(article)

    def untag(self, article: int, *names: str) -> Record:
        """Remove tags from an article."""
        self._change(article, marks.remove_tags, names)
        return self.get(article)

    def tags(self) -> dict[str, int]:
        """Return all tags, with the number of articles that have each."""
        with self._storage.errors():
            rows = self.connection.execute("SELECT name, count(*) FROM tag GROUP BY name ORDER BY name")
            return dict(checked(row, (str, int), "a tag") for row in rows)

    def mark_read(self, article: int, read: bool = True, *, now: datetime | None = None) -> Record:
        """Mark an article as read, or as unread."""
        self._change(article, marks.mark, "read", written(now) if read else None)
        return self.get(article)

    def star(self, article: int, starred: bool = True, *, now: datetime | None = None) -> Record:
        """Star an article, or remove its star."""
        self._change(article, marks.mark, "starred", written(now) if starred else None)
        return self.get(article)

    def archive(self, article: int, archived: bool = True, *, now: datetime | None = None) -> Record:
        """Archive an article: it leaves the lists of what there is to read, and is still found. Or take it back."""
        self._change(article, marks.mark, "archived", written(now) if archived else None)
        return self.get(article)

    def pick(self, article: int, picked: bool = True, *, now: datetime | None = None) -> Record:
        """Pick an article for the reader's next edition, or take it out."""
        self._change(article, marks.mark, "picked", written(now) if picked else None)
        return self.get(article)

    def set_progress(self, article: int, share: float) -> None:
        """Store the share of an article that the reader has read, from 0 to 1."""
        self.get(article)
        with self.transaction() as connection:
            marks.set_progress(connection, article, share)

    def save_search(self, name: str, query: str) -> None:
        """Store a search under a name, for this reader. Raises `BadInput` for one that cannot be parsed."""
        parse_query(query, self.reader)
        with self.transaction() as connection:
            marks.save_search(connection, marks.tag_name(name, "the name of a search"), scalar(query))

    def saved_searches(self) -> dict[str, str]:
        """Return the searches that the reader saved, by name."""
        with self._storage.errors():
            rows = self.connection.execute(
                "SELECT name, query FROM saved_search WHERE reader = current_reader() ORDER BY name"
            )
            return dict(checked(row, (str, str), "a saved search") for row in rows)

    def remove_search(self, name: str) -> bool:
        """Remove a saved search of the reader. Return False if there is none."""
        with self.transaction() as connection:
            done = connection.execute(
                "DELETE FROM saved_search WHERE reader = current_reader() AND name = ?", (scalar(name),)
            )
            return done.rowcount > 0

    def readers(self) -> list[str]:
        """List the readers who have read or starred something; one without a name is the empty string."""
        with self._storage.errors():
            rows = self.connection.execute("SELECT DISTINCT reader FROM mark ORDER BY reader")
            return [checked(row, (str,), "a reader")[0] for row in rows]

    def categories(self) -> Categories:
        """Learn the categories from the newest articles."""
        with self._storage.errors():
            return find_categories(self.connection)

    def category(self, article: int, categories: Categories | None = None) -> Categorized:
        """Find the category of an article by its reader, its section or its text. Raises `NoSuchArticle`."""
        self.get(article)
        with self._storage.errors():
            return category_of(self.connection, article, categories)

    def set_category(self, article: int, category: str | None) -> None:
        """Assign a category to an article; None leaves it to its text again. Articles like it follow."""
        self.get(article)
        with self.transaction() as connection:
            assign(connection, article, category)

    def highlight(
        self, article: int, quote: str, note: str = "", *, now: datetime | None = None, may_be_lost: bool = False
    ) -> Highlight:
        """Highlight a passage of an article. Raises `BadInput` if the article does not have these words.

        With `may_be_lost` the words are kept all the same, also for a link, and found when a text with them comes.
        """
        with self.transaction() as connection:
            record = self.get(article)
            blocks = () if may_be_lost and record.is_link else self.article(article).blocks
            values = (article, blocks, quote, note, record.revision, written(now))
            with reindexed(connection, article):
                return add_highlight(connection, *values, may_be_lost=may_be_lost)

    def highlights(self, article: int) -> list[Highlight]:
        """Return the highlights of an article, in the order of its text."""
        self.get(article)
        with self._storage.errors():
            return highlights_of(self.connection, article)

    def remove_highlight(self, highlight: int) -> None:
        """Remove a highlight. Raises `BadInput` if there is none with this number."""
        with self.transaction() as connection:
            row = connection.execute("SELECT article FROM highlight WHERE id = ?", (highlight,)).fetchone()
            if row is None:
                raise BadInput(f"there is no highlight {highlight}")
            with reindexed(connection, row[0]):
                connection.execute("DELETE FROM highlight WHERE id = ?", (highlight,))

    def revisions(self, article: int) -> list[Revision]:
        """List the revisions of an article, the first one first."""
        self.get(article)
        with self._storage.errors():
            rows = self.connection.execute(
                "SELECT number, added, title, html IS NOT NULL FROM revision WHERE article = ? ORDER BY number",
                (article,),
            )
            found = [checked(row, (int, str, str, int), f"a revision of article {article}") for row in rows]
            return [Revision(number, added, title, bool(has_html)) for number, added, title, has_html in found]

    def changes(
        self, article: int, old: int | None = None, new: int | None = None, *, guarded: bool = False
    ) -> Changes:
        """Compare two revisions, by default the last two, block by block. Raises `BadInput` if there is none before.

        With `guarded`, they are those of `guarded_article`.
        """
        from tamis.write.changes import diff

        new = new if new is not None else self.get(article).revision
        old = old if old is not None else new - 1
        if old < 1:
            raise BadInput(f"article {article} has no revision before {new}")
        read = self.guarded_article if guarded else self.article
        return diff(read(article, old), read(article, new))

    def live_stories(self, since: datetime, limit: int = SHOWN) -> list[Record]:
        """Return the live blogs whose text has changed since a time, the latest first."""
        with self._storage.errors():
            rows = self.connection.execute(
                SELECT + "WHERE article.entries > 0 AND article.changed >= ? ORDER BY article.changed DESC LIMIT ?",
                (written(since), limit),
            )
            return [record(row) for row in rows]

    def duplicates(self, article: int) -> list[Record]:
        """Return the other articles with the same story, the first one first."""
        original = self.get(article).duplicate_of or article
        with self._storage.errors():
            rows = self.connection.execute(
                SELECT + "WHERE duplicate.original = ? OR article.id = ? ORDER BY article.id", (original, original)
            )
            return [found for found in map(record, rows) if found.id != article]

    def remove(self, article: int) -> None:
        """Remove an article from the library, with its revisions and highlights."""
        self.get(article)
        with self.transaction() as connection:
            marks.pass_on_original(connection, article)
            remove_from_index(connection, article)
            remove_bands(connection, article)
            for table in ("term", "tag", "page_key", "highlight", "revision", "article_picture", "duplicate", "mark"):
                connection.execute(f"DELETE FROM {table} WHERE article = ?", (article,))  # noqa: S608
            connection.execute("DELETE FROM article WHERE id = ?", (article,))
            remove_unused(connection)

    def resolve_link(self, link: int, article: int) -> None:
        """Let a link become an article that its page was moved to, with its date, tags, marks and highlights."""
        self.get(article)
        if not self.get(link).is_link:
            raise BadInput(f"article {link} is not a link without a text")
        with self.transaction() as connection:
            with reindexed(connection, article):
                marks.hand_over(connection, link, article)
            self.remove(link)

    def add_feed(self, feed: Feed | str, *, now: datetime | None = None) -> bool:
        """Store a feed, or its URL; return False if the library has it already."""
        if isinstance(feed, str):
            feed = Feed(feed)
        with self.transaction() as connection:
            values = (feed.url, feed.title, feed.site, feed.folder, written(now), feed.paused)
            done = connection.execute("INSERT INTO feed VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values)
            return done.rowcount > 0

    def feeds(self) -> list[Feed]:
        """List the feeds, by folder and title."""
        with self._storage.errors():
            rows = self.connection.execute(
                "SELECT url, title, site, folder, paused FROM feed ORDER BY folder, title, url"
            )
            found = [checked(row, (str, str, str | None, str, int), "a feed") for row in rows]
            return [Feed(url, title, site, folder, bool(paused)) for url, title, site, folder, paused in found]

    def remove_feed(self, url: str) -> bool:
        """Remove a feed with the history of its checks; its articles stay. Return False if there is none."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM feed_check WHERE url = ?", (url,))
            return connection.execute("DELETE FROM feed WHERE url = ?", (url,)).rowcount > 0

    def pause_feed(self, url: str, paused: bool = True) -> bool:
        """Stop checking a feed for a while, or begin again. Return False if there is none."""
        with self.transaction() as connection:
            done = connection.execute("UPDATE feed SET paused = ? WHERE url = ?", (paused, url))
            return done.rowcount > 0

    def name_feed(self, url: str, title: str) -> None:
        """Give a feed that has no title one."""
        with self.transaction() as connection:
            connection.execute("UPDATE feed SET title = ? WHERE url = ? AND title = ''", (title, url))

    def feed_check(self, url: str) -> FeedCheck | None:
        """Read the history of a feed's checks; None before the first one."""
        with self._storage.errors():
            row = self.connection.execute("SELECT history, next FROM feed_check WHERE url = ?", (url,)).fetchone()
        if row is None:
            return None
        check = FeedCheck(*checked(row, (str, str), "the check of a feed"))
        read_json(check.history, "the history of a feed")
        read_moment(check.next)
        return check

    def note_feed_check(self, url: str, check: FeedCheck) -> None:
        """Store the history of a feed's checks, and when the next one is due."""
        with self.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO feed_check VALUES (?, ?, ?)", (url, *check))

    def site_profile(self, site: str) -> SiteProfile | None:
        """Read the profile learned from the pages of a site; None if there is none."""
        with self._storage.errors():
            row = self.connection.execute("SELECT json FROM site_profile WHERE site = ?", (site,)).fetchone()
        return SiteProfile.from_json(row[0]) if row else None

    def put_site_profile(self, profile: SiteProfile, *, now: datetime | None = None) -> None:
        """Store the profile learned from the pages of a site, under its name."""
        with self.transaction() as connection:
            values = (profile.site, profile.to_json(), written(now))
            connection.execute("INSERT OR REPLACE INTO site_profile VALUES (?, ?, ?)", values)

    def interests(self, settings: InterestSettings | None = None, *, now: datetime | None = None) -> Interests:
        """Compute what the reader is interested in, from the articles that were read and starred."""
        with self._storage.errors():
            return find_interests(self.connection, settings, now)

    def recommend(
        self,
        interests: Interests | None = None,
        *,
        query: str = "is:unread is:unarchived",
        among: int = 500,
        now: datetime | None = None,
    ) -> list[Ranked[Record]]:
        """Rank the newest articles that match a search, by default what is left to read, for the reader, best first."""
        found = [record for record in self.newest(query, limit=among) if not record.is_link]
        candidates = [
            Candidate(record, self._terms(record.id), record.host, as_moment(record.published)) for record in found
        ]
        return rank_candidates(candidates, interests or self.interests(now=now), now=now)

    def _terms(self, article: int) -> dict[str, int]:
        with self._storage.errors():
            row = self.connection.execute("SELECT counts FROM term WHERE article = ?", (article,)).fetchone()
        return read_counts(row[0]) if row else {}

    def info(self) -> Info:
        """Return the statistics of the library."""
        with self._storage.errors():
            return info_of(self.connection)

    def rebuild_index(self) -> None:
        """Build the full-text index again."""
        with self.transaction() as connection:
            rebuild_index(connection)

    def check(self) -> list[str]:
        """List the problems of the file; normally there are none."""
        with self._storage.errors():
            return marks.problems(self.connection)

    def _change(self, article: int, change: marks.Change, *values: object) -> None:
        self.get(article)
        with self.transaction() as connection, reindexed(connection, article):
            change(connection, article, *values)
