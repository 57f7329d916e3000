"""`tamis demo`: the pages of the example site, then its edition."""

from __future__ import annotations

import importlib
import io
import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from rich.console import Console

from tamis.cli import main
from tamis.cli.demo.editions import make_demo_edition, make_long_story
from tamis.cli.demo.example_site import SITE, SITE_URL, serve_site
from tamis.cli.demo.pages import SHOWN, show_pages
from tamis.core.summarizing import SummarySettings
from tamis.edition import Edition, Entry
from tamis.errors import MissingExtra
from tamis.library import Library
from tamis.news.digest import DigestSettings, digest_of

ROOT = Path(__file__).parents[2]
TITLES = {
    page["file"]: page["title"]
    for page in map(json.loads, (SITE / "truth.jsonl").read_text(encoding="utf-8").splitlines())
}


@pytest.mark.slow
def test_shows_titles_and_why_blocks_were_dropped_and_writes_every_page(tmp_path: Path) -> None:
    printed = io.StringIO()
    show_pages(tmp_path, Console(file=printed, width=80, highlight=False))
    output = printed.getvalue()
    assert [file for file in SHOWN if TITLES[file] not in output] == []
    assert "in a part named 'site-header'" in output
    assert max(map(len, output.splitlines()[:-2])) <= 80
    pages = len(list(SITE.glob("*.html")))
    assert len(list(tmp_path.glob("*.md"))) == len(list(tmp_path.glob("*.json"))) == pages
    for file, title in TITLES.items():
        article = json.loads((tmp_path / file).with_suffix(".json").read_text(encoding="utf-8"))
        assert article["headline"] == title
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]+)"', index)
    assert len(links) == 4 * pages
    assert [link for link in links if not (tmp_path / link).exists()] == []


def test_the_server_sends_files_of_the_site_with_its_own_url_and_nothing_else() -> None:
    with serve_site() as url:
        with urlopen(f"{url}/feed.xml") as answer:
            feed = answer.read().decode()
        assert SITE_URL not in feed
        assert f"<link>{url}/harbour-tunnel.html" in feed
        with pytest.raises(HTTPError, match="404") as error:
            urlopen(f"{url}/../README.md".replace("..", "%2e%2e"))
        error.value.close()


@pytest.mark.slow
def test_the_site_becomes_an_edition_that_names_no_url_of_this_machine(tmp_path: Path) -> None:
    made = make_demo_edition(tmp_path / "demo" / "library.db")
    page = made.html.decode()
    assert made.report.complete
    assert "Islanders back wind farm" in page
    assert page.index("Islanders back wind farm") < page.index('<article class="story"')
    assert "127.0.0.1" not in page
    assert "data:image/" in page
    with Library(tmp_path / "demo" / "library.db") as library:
        record = library.find(f"{SITE_URL}/harbour-tunnel.html")
        assert record is not None
        titles = [record.title for record in library]
        assert len(titles) == made.report.articles - 2, "the story on three pages is one"
        assert len(set(titles)) == len(titles)
        front = digest_of(library, DigestSettings(), SummarySettings())
        kettle = library.find(f"{SITE_URL}/kettle-product.html")
        assert kettle is not None
        assert kettle.title not in [story.article.title for story in front.stories]
        assert "127.0.0.1" not in library.article(record.id).to_json()
        assert all(url.startswith(SITE_URL) for url in library.picture_digests(record.id))
        assert library.picture_digests(record.id)
        budget = library.find(f"{SITE_URL}/budget-tables.html")
        assert budget is not None
        assert f"{SITE_URL}/img/council.svg" in library.picture_digests(budget.id), "named by its public URL"


def test_without_the_extra_the_pages_are_shown_and_the_rest_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(library: Path) -> None:
        raise MissingExtra("crawling", "news")

    command = importlib.import_module("tamis.cli.demo")
    monkeypatch.setattr(command, "_crawled", missing)
    monkeypatch.setattr(command, "show_pages", lambda folder, console: folder)
    monkeypatch.setattr(command, "_tell_story", lambda console, folder: None)
    result = CliRunner().invoke(main, ["demo", "-o", str(tmp_path)])
    assert result.exit_code == 0
    assert "[news]" in result.output


@pytest.mark.slow
def test_the_story_on_three_pages_becomes_one_file_of_each_form() -> None:
    story = make_long_story()
    names = ("river-story.html", "river-story-2.html", "river-story-3.html")
    assert story.article.pages == tuple(f"{SITE_URL}/{name}" for name in names)
    assert [page.url for page in story.article.missing_pages] == [f"{SITE_URL}/river-story-print.html"]
    assert story.without_pdf is None
    assert [Path(name).suffix for name in story.files] == [".md", ".epub", ".pdf"]
    markdown = story.files["river-story-whole.md"].decode()
    heads = ["# The river that forgot its way", "## The winter of the carpets", "## Digging it wrong"]
    assert [line for line in markdown.splitlines() if line.startswith("#")] == [*heads, "## The second test"]
    assert markdown.count("![") == 3
    with ZipFile(io.BytesIO(story.files["river-story-whole.epub"])) as book:
        assert sum(name.endswith(".svg") for name in book.namelist()) == 3


def test_without_a_browser_the_story_has_no_pdf_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(entries: list[Entry], form: str) -> Edition:
        if form == "pdf":
            raise MissingExtra("PDF", "render")
        return Edition(b"book")

    monkeypatch.setattr("tamis.cli.demo.editions.make_edition", made)
    story = make_long_story()
    assert list(story.files) == ["river-story-whole.md", "river-story-whole.epub"]
    assert "[render]" in (story.without_pdf or "")


def test_the_wheel_holds_the_site_where_the_demo_looks_for_it() -> None:
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"examples/site" = "tamis/cli/demo/site"' in settings
    assert SITE in (ROOT / "examples/site", ROOT / "src/tamis/cli/demo/site")
