"""Articles in the library: added, found by URL, revised, removed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput, NoArticle, NoSuchArticle
from tamis.library import Feed, Library, Status
from tamis.model import Article, Block, Change, Kind, Outcome, Page

from .stories import NOW, prose, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened
        assert opened.check() == []


def test_an_article_comes_back_whole(library: Library) -> None:
    article = story(authors=("Mara Ellingham",), published=NOW.date())
    added = library.add(article)
    assert added.status is Status.NEW
    assert library.article(added.id) == article
    record = library.get(added.id)
    assert (record.title, record.host, record.authors, record.published) == (
        "Tides", "quay.example", ("Mara Ellingham",), "2024-05-02",
    )  # fmt: skip


def test_the_start_of_a_text_is_shown_without_its_headings(library: Library) -> None:
    heading = Block(Kind.HEADING, "Description", 0, "/h2", level=2)
    text = story("Most kettles are built to boil.").blocks[0]
    added = library.add(replace(story(), blocks=(heading, text)))
    assert library.get(added.id).excerpt == "Most kettles are built to boil."
    alone = library.add(replace(story(url="https://quay.example/kettle"), blocks=(heading,)))
    assert library.get(alone.id).excerpt == "Description"


def test_an_article_as_json_is_stored_as_it_is(library: Library) -> None:
    article = story(authors=("Mara Ellingham",), published=NOW.date())
    text = article.to_json()
    added = library.add_json(text)
    assert added.status is Status.NEW
    assert library.article(added.id) == article
    assert library.article(added.id).to_json() == text
    assert library.add(article).status is Status.UNCHANGED


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"articleBody": 1, "wordCount": 2}'])
def test_json_that_is_no_article_is_refused(library: Library, text: str) -> None:
    with pytest.raises(BadInput):
        library.add_json(text)
    with pytest.raises(NoArticle):
        library.add_json(Article(url="https://quay.example/").to_json())


def test_an_unchanged_page_writes_nothing(library: Library) -> None:
    library.add(story(), now=NOW)
    before = library.connection.total_changes
    again = library.add(story(url="https://quay.example/tides?utm_source=feed#top"))
    assert (again.id, again.status) == (1, Status.UNCHANGED)
    assert library.connection.total_changes == before


def test_another_text_is_a_new_revision_and_the_old_one_stays(library: Library) -> None:
    first = story(["Ebb at six.", "Flow at noon.", "Calm."])
    second = story(["Ebb at six.", "Flow at one.", "Calm."])
    library.add(first, html="<p>old")
    assert library.add(second, page=Page("<p>new")).status is Status.REVISED
    assert library.article(1) == second
    assert library.article(1, revision=1) == first
    assert (library.html(1), library.html(1, 1)) == ("<p>new", "<p>old")
    assert [revision.number for revision in library.revisions(1)] == [1, 2]
    changes = [(block.change, block.old, block.new) for block in library.changes(1).changed]
    assert changes == [(Change.CHANGED, "Flow at noon.", "Flow at one.")]
    assert library.get(1).content_hash == second.content_hash


def test_a_search_finds_the_new_text_only(library: Library) -> None:
    library.add(story("A herring swam by."))
    library.add(story("A salmon swam by."))
    assert library.search("herring").total == 0
    assert library.search("salmon").total == 1


def test_an_article_is_not_replaced_by_a_page_that_blocks(library: Library) -> None:
    library.add(story())
    added = library.add(story("Are you a robot?", outcome=Outcome.BLOCKED))
    assert added.status is Status.UNCHANGED
    assert "blocked" in added.reason
    assert library.article(1) == story()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (story(url="https://quay.example/a?ref_src=x"), story("New.", url="http://quay.example/a/")),
        (
            story(url="https://quay.example/a?page=amp", canonical="https://quay.example/a"),
            story("New.", url="https://m.quay.example/a", canonical="https://quay.example/a"),
        ),
        (
            story(url="https://quay.example/a"),
            story("New.", url="https://quay.example/a", canonical="https://quay.example/b"),
        ),
    ],
)
def test_the_same_page_by_another_url_is_a_revision(library: Library, first: Article, second: Article) -> None:
    assert library.add(first).id == library.add(second).id


@pytest.mark.parametrize(
    "second",
    [
        story("New.", url="https://quay.example/a?id=2"),
        story("New.", url="https://quay.example/b", canonical="https://quay.example/"),
        story("New.", url="https://other.example/a", canonical="https://quay.example/a"),
    ],
    ids=["another parameter", "the front page as canonical URL", "a canonical URL on another site"],
)
def test_another_page_is_another_article(library: Library, second: Article) -> None:
    library.add(story(url="https://quay.example/"))
    library.add(story(url="https://quay.example/a"))
    assert library.add(second).id == 3


def test_pages_without_a_url_are_told_apart_by_their_texts(library: Library) -> None:
    assert [library.add(story(text, url=None)).id for text in ("Ebb.", "Flow.", "Ebb.")] == [1, 2, 1]


def test_a_page_without_text_is_refused(library: Library) -> None:
    with pytest.raises(NoArticle):
        library.add(story([], outcome=Outcome.EMPTY))


def test_a_link_becomes_an_article_when_its_page_is_there(library: Library) -> None:
    link = library.add_link("https://quay.example/tides?fbclid=1", "Tides, later", now=NOW)
    library.tag(link.id, "sea")
    assert library.get(link.id).is_link
    assert library.search("later").total == 1
    with pytest.raises(NoSuchArticle):
        library.article(link.id)
    assert library.add_link("https://quay.example/tides").status is Status.UNCHANGED
    added = library.add(story())
    assert (added.id, added.status) == (link.id, Status.NEW)
    assert library.get(link.id).tags == ("sea",)
    with pytest.raises(BadInput, match="not an http"):
        library.add_link("file:///etc/passwd")


def test_marks_and_tags_are_searched_for(library: Library) -> None:
    for number in range(3):
        library.add(story(prose(number), url=f"https://quay.example/{number}"))
    library.tag(1, "deep sea", "fish")
    library.untag(1, "fish")
    library.mark_read(2, now=NOW)
    library.star(3)
    library.star(3, starred=False)
    assert library.tags() == {"deep sea": 1}
    assert library.get(2).read == "2024-05-02T12:00:00+00:00"
    for query, found in (('tag:"deep sea"', [1]), ("is:read", [2]), ("is:unread", [3, 1]), ("is:starred", [])):
        assert [record.id for record in library.newest(query)] == found


def test_a_removed_article_leaves_nothing(library: Library) -> None:
    text = prose(1)
    first = library.add(story(text, url="https://quay.example/a"), pictures={"a.png": ("image/png", b"1")}).id
    second = library.add(story(text, url="https://buoy.example/b")).id
    third = library.add(story(text, url="https://raft.example/c")).id
    library.tag(first, "sea")
    library.highlight(first, text.split()[0])
    library.remove(first)
    assert library.get(second).duplicate_of is None
    assert library.get(third).duplicate_of == second
    assert [record.id for record in library.newest("is:duplicate")] == [third]
    assert library.info().pictures == 0
    for table in ("revision", "tag", "highlight", "band", "page_key", "term"):
        rows = library.connection.execute(f"SELECT count(*) FROM {table} WHERE article = 1")
        assert rows.fetchone() == (0,), table
    with pytest.raises(NoSuchArticle):
        library.get(first)


def test_pictures_are_stored_once(library: Library) -> None:
    for number in range(2):
        library.add(story(prose(number), url=f"https://quay.example/{number}"), pictures={"p.png": ("image/png", b"1")})
    assert library.pictures(2) == {"p.png": ("image/png", b"1")}
    assert library.info().pictures == 1


def test_feeds_are_kept_once(library: Library) -> None:
    feed = Feed("https://quay.example/feed", "Quay", "https://quay.example/", "News")
    assert [library.add_feed(feed), library.add_feed(feed)] == [True, False]
    assert library.feeds() == [feed]


def test_what_is_done_in_a_transaction_is_done_together(library: Library) -> None:
    library.connection.execute("CREATE TABLE frontier (url TEXT)")
    with pytest.raises(NoArticle), library.transaction() as connection:  # noqa: PT012 (the last of them fails)
        connection.execute("INSERT INTO frontier VALUES ('https://quay.example/tides')")
        library.add(story())
        library.add(story([]))
    assert library.info().articles == 0
    with library.transaction() as connection:
        connection.execute("INSERT INTO frontier VALUES ('https://quay.example/tides')")
        library.add(story())
        with pytest.raises(NoArticle):
            library.add(story([]))
    assert library.info().articles == 1
    assert library.connection.execute("SELECT count(*) FROM frontier").fetchone() == (1,)


def test_a_connection_with_other_tables_can_be_lent(tmp_path: Path) -> None:
    file = tmp_path / "crawl.db"
    with Library(file) as library:
        library.connection.execute("CREATE TABLE frontier (url TEXT)")
    with closing(sqlite3.connect(file)) as connection:
        with Library(connection) as library, library.transaction():
            library.add(story())
            connection.execute("INSERT INTO frontier VALUES ('x')")
        connection.execute("SELECT * FROM frontier")
    with Library(file) as library:
        assert library.info().articles == 1


def test_the_index_after_many_changes_is_that_of_a_rebuilt_one(library: Library) -> None:
    for number in range(6):
        library.add(story(prose(number, 60), url=f"https://quay.example/{number}"))
    for number in range(3):
        library.add(story(prose(number + 10, 60), url=f"https://quay.example/{number}"))
    library.tag(2, "sea")
    library.star(3)
    library.mark_read(1)
    library.remove(5)
    before = _vocabulary(library)
    library.rebuild_index()
    assert _vocabulary(library) == before


def _vocabulary(library: Library) -> list[tuple[object, ...]]:
    library.connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab (main, word, instance)")
    return library.connection.execute("SELECT * FROM temp.seen").fetchall()


def test_a_page_that_changed_around_its_article_is_no_new_revision(library: Library) -> None:
    library.add(story(["Updated 3 hours ago", prose(3)]))
    again = library.add(story(["Updated 5 hours ago", prose(3)]))
    assert again.status is Status.UNCHANGED
    assert library.changes(1, 1, 1).changed == ()
    with pytest.raises(BadInput, match="no revision before"):
        library.changes(1)


def test_an_article_from_before_content_hashes_is_known(library: Library) -> None:
    library.add(story())
    library.connection.execute("UPDATE article SET content_hash = NULL")
    assert library.add(story()).status is Status.UNCHANGED


def test_what_a_feed_brought_is_saved_when_a_reader_saves_it_and_stays_so(library: Library) -> None:
    article = story()
    number = library.add(article, gathered=True, now=NOW).id
    assert library.get(number).saved is None
    assert library.add(article, now=NOW).status is Status.UNCHANGED
    assert library.get(number).saved == "2024-05-02T12:00:00+00:00"
    library.add(story("The mud dried in the sun."), gathered=True)
    assert library.get(number).saved == "2024-05-02T12:00:00+00:00"


def test_a_link_that_a_reader_adds_is_saved_also_if_a_crawl_brought_its_page(library: Library) -> None:
    link = library.add_link("https://quay.example/later", now=NOW).id
    crawled = library.add_json(story().to_json(), gathered=True).id
    library.add_link("https://quay.example/tides", now=NOW)
    assert library.get(link).saved == library.get(crawled).saved == "2024-05-02T12:00:00+00:00"
