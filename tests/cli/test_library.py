"""`tamis library`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tamis.library import Feed, Library

from .running import STORY, page, run

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_LIBRARY", "library.db")
    (tmp_path / "tides.html").write_text(page())
    (tmp_path / "moon.html").write_text(page("Moon", "The moon rose over the harbour, and the gulls slept. " * 6))
    return tmp_path


def library(*arguments: str, fails: int = 0) -> Result:
    result = run("library", *arguments)
    assert result.exit_code == fails, result.output
    return result


@pytest.fixture
def filled(folder: Path) -> Path:
    library("add", "tides.html", "--url", "https://quay.example/tides", "--tag", "sea")
    library("add", "moon.html", "--url", "https://buoy.example/moon", "--no-source")
    return folder


def test_a_page_is_added_once(folder: Path) -> None:
    source = ("add", "tides.html", "--url", "https://quay.example/tides")
    assert library(*source).stdout == "    1  new        Tides\n"
    assert library(*source).stdout == "    1  unchanged  Tides\n"
    (folder / "tides.html").write_text(page(body=STORY + "And then it rained. " * 9))
    assert json.loads(library(*source, "--json").stdout)["status"] == "revised"
    assert "{+" in library("diff", "1").stdout


def test_the_same_story_elsewhere_is_marked(folder: Path) -> None:
    text = " ".join(f"word{number} and" for number in range(120))
    (folder / "a.html").write_text(page("One", text))
    (folder / "b.html").write_text(page("Two", text))
    library("add", "a.html")
    assert "the same story as 1 (100 % in common)" in library("add", "b.html").stdout
    assert "same story as 1" in library("list").stdout


def test_what_is_no_article_is_not_added(folder: Path) -> None:
    (folder / "empty.html").write_text("<p>")
    assert "no article" in library("add", "empty.html", fails=1).stderr
    assert "no such file" in library("add", "missing.html", fails=2).stderr
    assert "name a SOURCE" in library("add", fails=2).stderr


def test_without_a_library_commands_say_how_to_begin_one(folder: Path) -> None:
    assert "there is no library library.db yet; tamis library add creates one" in library("list", fails=2).stderr
    assert not (folder / "library.db").exists()


@pytest.mark.usefixtures("filled")
def test_articles_are_listed_and_found() -> None:
    listed = library("list").stdout
    assert listed.index("Moon") < listed.index("Tides")
    assert [json.loads(line)["id"] for line in library("list", "tag:sea", "--json").stdout.splitlines()] == [1]
    found = library("search", "harbour", "gulls")
    assert "Moon" in found.stdout
    assert found.stderr == "1 article\n"
    (one,) = map(json.loads, library("search", "harbour", "--json").stdout.splitlines())
    start, end = one["snippet"]["marks"][0]
    assert one["snippet"]["text"][start:end] == "harbour"
    assert library("search", "herring", fails=1).stdout == ""
    assert "a date is a year" in library("search", "before:soon", fails=2).stderr


@pytest.mark.usefixtures("filled")
def test_an_article_is_shown_in_every_form() -> None:
    shown = library("show", "1")
    assert shown.stdout.startswith("# Tides\n\nThe sea came in")
    assert shown.stderr == "article 1 · revision 1 · #sea\n"
    assert json.loads(library("show", "1", "-f", "json").stdout)["headline"] == "Tides"
    assert library("show", "1", "--source").stdout == page()
    assert "is not stored" in library("show", "2", "--source", fails=2).stderr
    assert "no text of an article 9" in library("show", "9", fails=2).stderr
    assert "no revision 3 of article 1" in library("show", "1", "--revision", "3", fails=2).stderr


@pytest.mark.usefixtures("filled")
def test_tags_marks_and_highlights() -> None:
    assert library("tag", "1", "deep sea").stderr == "1: deep sea, sea\n"
    library("tag", "1", "sea", "--remove")
    assert library("tag").stdout.split() == ["tag", "articles", "deep", "sea", "1"]
    library("read", "1")
    library("star", "1", "2")
    library("star", "2", "--undo")
    assert "★✓" in library("list", "is:starred").stdout
    assert "over the mud" in library("highlight", "1", "over the mud", "--note", "wet").stdout
    assert json.loads(library("highlight", "1", "--json").stdout)["start"]["offset"] == 16
    assert "does not have the passage" in library("highlight", "1", "dry land", fails=2).stderr
    assert library("highlight", "1", "--remove", "1").stderr == "no highlights\n"


@pytest.mark.usefixtures("filled")
def test_archived_articles_are_found_and_taken_back() -> None:
    library("archive", "1", "2")
    library("archive", "2", "--undo")
    assert "Tides" in library("list", "is:archived").stdout
    assert "Tides" not in library("list", "--for-me").stdout
    library("archive", "1", "--undo")
    assert "Tides" in library("list", "--for-me").stdout


@pytest.mark.usefixtures("filled")
def test_readers_who_share_a_library_have_their_own_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    library("star", "1", "--reader", "anna")
    assert "Tides" in library("list", "is:starred", "--reader", "Anna").stdout
    assert "Tides" not in library("list", "is:starred").stdout
    monkeypatch.setenv("TAMIS_READER", "anna")
    assert "Tides" in library("list", "is:starred").stdout
    assert "name" in library("list", "--reader", "no name", fails=2).stderr


@pytest.mark.usefixtures("filled")
def test_a_category_is_shown_and_corrected() -> None:
    assert json.loads(library("category", "1", "--json").stdout)["source"] == "text"
    assert library("category", "1", "weather").stdout == "weather (100%; assigned by a reader)\n"
    assert "sport" in library("category", "1", "sports", fails=2).stderr
    assert "reader" not in library("category", "1", "--undo").stdout


@pytest.mark.usefixtures("filled")
def test_the_profile_and_what_it_recommends() -> None:
    assert "no interests yet" in library("interests").stderr
    library("read", "2")
    assert "gulls" in library("interests").stdout
    assert "gulls" in json.loads(library("interests", "--json").stdout)["terms"]
    assert "Tides" in library("list", "--for-me").stdout
    assert "half-life" in library("interests", "--half-life", "0", fails=2).stderr


def test_export_and_import(filled: Path) -> None:
    assert library("export", "-o", "all.jsonl").stderr == "2 articles in all.jsonl\n"
    assert "already exists" in library("export", "-o", "all.jsonl", fails=2).stderr
    library("export", "-o", "notes")
    assert (filled / "notes" / "moon.md").is_file()
    assert library("export", "tag:sea", "-o", "sea.epub").stderr == "1 article in sea.epub\n"
    assert (filled / "sea.epub").read_bytes().startswith(b"PK")
    assert "name the format" in library("export", "-o", "x.docx", fails=2).stderr
    (filled / "pocket.csv").write_text("title,url,time_added,tags,status\nBuoy,https://b.example/,1,x,unread\n")
    (filled / "feeds.opml").write_text('<opml><body><outline text="Q" xmlUrl="https://q.example/f"/></body></opml>')
    done = library("import", "all.jsonl", "pocket.csv", "feeds.opml", "--library", "other.db").stderr.splitlines()
    assert done == [
        "all.jsonl: 2 new articles, 0 known",
        "pocket.csv: 1 new link, 0 known; tamis library add --saved fetches their pages",
        "feeds.opml: 1 new feed, 0 known",
    ]
    assert "https://q.example/f" in library("export", "-o", "-", "-f", "opml", "--library", "other.db").stdout
    assert "not an export file" in library("import", "tides.html", "sea.epub", fails=2).stderr


def test_feeds_come_and_go_with_their_folders(folder: Path) -> None:
    feeds = """<opml><body><outline text="News"><outline text="Sea &amp; sky"><outline text="Quay"
        xmlUrl="https://quay.example/feed" htmlUrl="https://quay.example/"/></outline></outline>
        <outline text="File" xmlUrl="file:///etc/passwd"/></body></opml>"""
    (folder / "feeds.opml").write_text(feeds)
    library("import", "feeds.opml")
    library("export", "-o", "again.opml")
    assert library("import", "again.opml", "--library", "other.db").stderr == "again.opml: 1 new feed, 0 known\n"
    with Library(folder / "other.db") as opened:
        (feed,) = opened.feeds()
    assert feed == Feed("https://quay.example/feed", "Quay", "https://quay.example/", "News / Sea & sky")


@pytest.mark.usefixtures("filled")
def test_the_library_is_counted_checked_and_emptied() -> None:
    assert json.loads(library("info", "--json", "--check").stdout)["articles"] == 2
    library("remove", "1", "2")
    assert library("list").stderr == "no articles\n"


def test_a_file_that_is_no_library_is_named(folder: Path) -> None:
    assert "cannot be used as a database" in library("list", "--library", "tides.html", fails=2).stderr


def test_titles_cannot_steer_the_terminal(folder: Path) -> None:
    (folder / "bad.html").write_text(page("A\x1b[31mred\u202e [bold]B"))
    library("add", "bad.html")
    for shown in (library("list").stdout, library("search", "sea").stdout):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "[bold]B" in shown


def test_pictures_are_counted_and_pruned(folder: Path) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><path d="M0 0h9"/></svg>'
    (folder / "pier.svg").write_text(picture)
    figure = '<figure><img src="pier.svg" width="640" height="400"><figcaption>The pier</figcaption></figure>'
    (folder / "pier.html").write_text(page("Pier", f"{STORY}</p>{figure}<p>{STORY.replace('tide', 'pier')}"))
    library("add", "pier.html")
    use = json.loads(library("pictures", "--json").stdout)
    assert (use["title"], use["pictures"]) == ("Pier", 1)
    assert "0.0 MB in all" in library("pictures").stderr
    assert "1 article lost" in library("pictures", "--prune", "0").stderr
    assert library("pictures", "--json").stdout == ""
