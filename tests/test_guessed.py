"""Lines that people write from memory of how such libraries look: they work, or the error names the right one."""

from __future__ import annotations

import asyncio
import json
import pickle
import subprocess
import sys
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from inspect import get_annotations
from itertools import count as numbers
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tamis
from fetching.local_site import LocalSite, answer
from tamis.model.blocks import Cell, Inline
from tamis.settings.extraction import SettingsOptions
from tamis.settings.summary import SummaryOptions
from tamis.text.token_counts import estimate_tokens

if TYPE_CHECKING:
    from tamis.io.workers.extraction import Item

SITE = Path(__file__).parents[1] / "examples" / "site"
FILE = SITE / "harbour-tunnel.html"
HTML = FILE.read_text(encoding="utf-8")
URL = "https://courier.example/harbour-tunnel.html"


@pytest.fixture(scope="module")
def article() -> tamis.Article:
    return tamis.extract(HTML, URL).complete()


@pytest.mark.parametrize(
    ("options", "settings"), [(SettingsOptions, tamis.Settings), (SummaryOptions, tamis.SummarySettings)]
)
def test_keyword_arguments_are_the_fields_of_the_settings(options: type, settings: type) -> None:
    declared, written = get_annotations(settings), get_annotations(options)
    assert [(name, hint.__forward_arg__) for name, hint in written.items()] == [
        (field.name, declared[field.name]) for field in fields(settings)
    ]


def test_settings_go_by_keyword(article: tamis.Article) -> None:
    assert tamis.extract(HTML, favor="precision") == tamis.extract(HTML, settings=tamis.Settings(favor="precision"))
    assert tamis.extract(HTML, images=False).images == ()
    assert len(tamis.summarize(article, sentences=2).sentences) == 2
    given = tamis.Settings(images=False, favor="recall")
    assert tamis.explain(HTML, settings=given, images=True).article.images
    with pytest.raises(tamis.BadSettings, match="'favour'; did you mean 'favor'"):
        tamis.extract(HTML, favour="precision")  # type: ignore[call-arg]
    with pytest.raises(tamis.BadSettings, match="'sentence'; did you mean 'sentences'"):
        tamis.summarize(article, sentence=2)  # type: ignore[call-arg]
    with pytest.raises(tamis.BadSettings, match="write sentences=3"):
        tamis.summarize(article, 3)  # type: ignore[arg-type]
    with pytest.raises(tamis.BadSettings, match=r"FetchSettings\(timeout="):
        tamis.extract(HTML, timeout=3)  # type: ignore[call-arg]


def test_settings_for_fetching_go_by_keyword() -> None:
    with LocalSite() as site:
        site.routes["/"] = answer(HTML.encode())
        headers = {"X-Desk": "news"}
        found = tamis.fetch(
            site.url(), timeout=60, headers=headers, user_agent="desk", allow_private=True, images=False
        )
        assert (found.title, found.images) == (tamis.extract(HTML).title, ())
        assert {("x-desk", "news"), ("user-agent", "desk")} <= {
            (name.lower(), value) for name, value in site.requests[-1].headers.items()
        }
    with pytest.raises(tamis.BadSettings, match="not both"):
        tamis.fetch(URL, timeout=60, source=_Pages())
    with pytest.raises(tamis.RefusedAddress):
        tamis.fetch("http://127.0.0.1:81/", timeout=60)


def test_a_path_is_read() -> None:
    assert tamis.extract(FILE).title == tamis.extract(HTML).title
    with pytest.raises(tamis.NoSuchSource, match=r"gone\.html"):
        tamis.extract(SITE / "gone.html")
    with pytest.raises(tamis.NoSuchSource, match="site"):
        tamis.extract(SITE)


class _Pages:
    def page(self, url: str) -> tamis.Page:
        return tamis.Page(HTML, url)


class _Response:
    content = b"<p>Hello."


class _File:
    def read(self) -> str:
        return "<p>Hello."


class _Soup:
    def prettify(self) -> str:
        return "<p>Hello."


@pytest.mark.parametrize(
    ("thing", "way"),
    [
        ("saved/Harbour tunnel.HTML", "name of a file.*Path"),
        (URL, "tamis.fetch"),
        (_Response(), "its content, url="),
        (_File(), r"read\(\) returns"),
        (_Soup(), r"str\(soup\)"),
        (None, "not NoneType$"),
    ],
)
def test_what_is_no_page_is_answered_with_the_way_to_pass_it(thing: str, way: str) -> None:
    with pytest.raises(tamis.BadInput, match=way):
        tamis.extract(thing)


def test_a_page_of_one_line_is_no_file_name() -> None:
    assert tamis.extract("<p>See index.html").outcome is tamis.Outcome.TOO_SHORT
    assert tamis.extract("See\nindex.html").outcome is tamis.Outcome.TOO_SHORT


def test_a_report_is_shown_in_one_line(article: tamis.Article) -> None:
    report = tamis.explain(HTML, URL)
    kept = sum(block.kept for block in report.blocks)
    assert repr(report) == f"<Report on {article!r}: {kept} of {len(report.blocks)} blocks kept>"


def test_an_article_has_what_is_guessed(article: tamis.Article) -> None:
    assert article.markdown == article.to_markdown()
    assert article.html == article.to_html()
    assert article.word_count > 300
    assert article.is_article
    assert not tamis.extract("").is_article
    assert article.images[0].url == article.images[0].src


def test_articles_and_reports_are_gone_through_block_by_block(article: tamis.Article) -> None:
    assert list(article) == list(article.blocks)
    assert "final breakthrough" not in article
    assert "Harrow harbour was cut through" in article
    assert article.blocks[0] in article
    report = tamis.explain(HTML, URL)
    assert [block.reason for block in report] == [block.reason for block in report.blocks]
    assert report.to_html().startswith("<!doctype html>")
    assert len(json.loads(report.to_json())["blocks"]) == len(report.blocks)


def test_chunks_fit_a_number_of_tokens(article: tamis.Article) -> None:
    for count in (None, len):
        most = 60 if count is None else 300
        chunks = article.chunks(max_tokens=most, count_tokens=count)
        sizes = [(count or estimate_tokens)(chunk.text) for chunk in chunks]
        assert max(sizes) <= most
        assert sum(sizes) > 6 * most
    with pytest.raises(tamis.BadSettings, match="not both"):
        article.chunks(100, max_tokens=100)
    with pytest.raises(tamis.BadSettings, match="max_tokens must be at least 1"):
        article.chunks(max_tokens=0)


def test_the_links_of_the_text_are_its_urls_once_each() -> None:
    def link(url: str) -> Inline:
        return Inline("pier", href=url)

    table = tamis.Table(rows=((Cell((link("https://b.example/"),)), Cell((link("https://c.example/"),))),))
    blocks = (
        tamis.Block(tamis.Kind.PARAGRAPH, "pier1 pier", 0, "/p[1]", inlines=(link("https://a.example/"), link("#n1"))),
        tamis.Block(tamis.Kind.TABLE, "pier pier", 1, "/table", table=table),
        tamis.Block(
            tamis.Kind.PARAGRAPH, "pier, Ann", 2, "/p[2]", inlines=(link("https://a.example/"), Inline(", Ann"))
        ),
    )
    links = tamis.Article(blocks=blocks).links
    assert links == ("https://a.example/", "https://b.example/", "https://c.example/")
    assert [(link.url, link.text) for link in links] == [
        ("https://a.example/", "pier"),
        ("https://b.example/", "pier"),
        ("https://c.example/", "pier"),
    ]
    assert pickle.loads(pickle.dumps(links[0])).text == "pier"


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("author", "authors"),
        ("content", "text"),
        ("publish_date", "published"),
        ("top_image", "lead_image"),
        ("langauge", "language"),
        ("json", r"to_json\(\)"),
        ("to_pdf", r"save\('article.epub'\)"),
        ("minutes", "docs/api.md"),
        ("paragraphs", "blocks"),
        ("sections", r"outline\(\)"),
        ("author_names", "authors"),
        ("hero_image_link", "lead_image or url"),
        ("tokens", r"excerpt\(\)\.total"),
        ("qqq", "docs/api.md"),
    ],
)
def test_another_name_is_answered_with_the_right_one(article: tamis.Article, name: str, right: str) -> None:
    with pytest.raises(AttributeError, match=f"no '{name}'.*{right}"):
        getattr(article, name)
    with pytest.raises(AttributeError, match=right):
        getattr(tamis.extract(HTML), name)
    assert not hasattr(article, "__deepcopy__")


def test_parts_of_an_article_answer_names_and_keys(article: tamis.Article, tmp_path: Path) -> None:
    chunk, section, block, image = article.chunks()[0], article.outline()[0], article.blocks[0], article.images[0]
    for thing, name, right in (
        (chunk, "page_content", "a Chunk has no 'page_content'; use text$"),
        (chunk, "to_dict", r"use dataclasses\.asdict\(chunk\)$"),
        (section, "text", r"use article\.excerpt\(section=section\.number\)\.text$"),
        (article.metadata, "author", "use authors$"),
        (block, "type", "use kind$"),
        (tamis.explain(HTML), "dropped", "use blocks, each with kept and its reason$"),
        (image, "captoin", "an Image has no 'captoin'; use caption$"),
        (article.published, "hour", r"use instant\(\), a datetime$"),
    ):
        with pytest.raises(AttributeError, match=right):
            getattr(thing, name)
    with tamis.Library(tmp_path / "library.db") as library:
        for keyed, key, right in (
            (image, "src", r"an Image has no \['src'\]; use src$"),
            (article, "title", r"an Article has no \['title'\]; use title$"),
            (article.metadata, "date", "use published$"),
            (article, 0, r"no \[0\]; use blocks$"),
            (block, 0, r"a Block has no \[0\]$"),
            (library, 1, r"use article\(number\), get\(number\) or find\(url\)$"),
        ):
            with pytest.raises(TypeError, match=right):
                keyed[key]  # type: ignore[index]
        with pytest.raises(AttributeError, match=r"a Library has no 'delete'; use remove\(number\)$"):
            library.delete  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(image, "__html__")


@pytest.mark.parametrize(
    ("method", "option", "right"),
    [
        ("chunks", "size", "use max_words or max_tokens"),
        ("chunks", "max_token", "use max_tokens"),
        ("chunks", "chunk_overlap", "do not overlap"),
        ("to_markdown", "query", "use excerpt"),
        ("to_markdown", "frontmatter", "use front_matter"),
        ("to_json", "qqq", "it takes indent"),
        ("to_html", "qqq", "it takes nothing"),
    ],
)
def test_another_keyword_is_answered_with_the_right_one(
    article: tamis.Article, method: str, option: str, right: str
) -> None:
    with pytest.raises(TypeError, match=rf"^{method}\(\) takes no '{option}'; .*{right}"):
        getattr(article, method)(**{option: 1})


def test_settings_that_go_by_another_name_are_answered(article: tamis.Article) -> None:
    with pytest.raises(tamis.BadSettings, match=r"'limit'; use max_pages$"):
        tamis.crawl("https://a.example/", "out", limit=5)  # type: ignore[call-arg]
    with pytest.raises(tamis.BadSettings, match="'include_tables'; did you mean 'tables'"):
        tamis.Settings(include_tables=False)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"tamis\.batch\.run_batch\(files"):
        tamis.batch(["a.html"], "out")  # type: ignore[operator]
    with pytest.raises(tamis.BadSettings, match="sentences=3"):
        tamis.summarize(article, n=3)  # type: ignore[call-arg]
    with pytest.raises(tamis.BadInput, match=r"two articles, not str: tamis\.extract\(html\) makes one$"):
        tamis.diff(HTML, HTML)  # type: ignore[arg-type]


@pytest.mark.slow  # starts an interpreter
def test_packages_need_no_import_of_their_own() -> None:
    code = "import tamis; print(tamis.news.crawl, tamis.edition.make_edition, tamis.batch.run_batch)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.count(b"<function") == 3


def test_a_file_that_is_passed_to_a_writer_is_answered(article: tamis.Article) -> None:
    for method in ("to_markdown", "to_html", "to_json"):
        with pytest.raises(TypeError, match=r"to write a file: article\.save\(file\)$"):
            getattr(article, method)("article.md")


def test_an_article_is_shown_in_one_line(article: tamis.Article) -> None:
    assert repr(article) == f"<Article {article.title!r}, article, {article.word_count} words, {URL}>"
    assert repr(tamis.extract("")) == "<Article empty, 0 words>"


def test_an_article_is_true_and_its_text_is_what_is_printed(article: tamis.Article) -> None:
    assert article
    assert not tamis.extract("<p>Short.</p>")
    assert str(article) == article.text
    assert article.reading_time == 3
    assert tamis.extract("").reading_time == 0


def test_an_article_is_saved_in_the_format_of_the_suffix(article: tamis.Article, tmp_path: Path) -> None:
    assert article.save(tmp_path / "story.md") == tmp_path / "story.md"
    assert (tmp_path / "story.md").read_text(encoding="utf-8") == article.to_markdown()
    article.save(str(tmp_path / "story.md"), head=True)
    assert (tmp_path / "story.md").read_text(encoding="utf-8").startswith("---\n")
    article.save(tmp_path / "story.tei.xml")
    assert "<TEI" in (tmp_path / "story.tei.xml").read_text(encoding="utf-8")
    article.save(tmp_path / "Story.HTM")
    assert (tmp_path / "Story.HTM").read_text(encoding="utf-8") == article.to_html()
    without_pictures = replace(article, blocks=tuple(block for block in article.blocks if block.image is None))
    without_pictures.save(tmp_path / "story.epub")
    assert (tmp_path / "story.epub").read_bytes().startswith(b"PK")
    with pytest.raises(tamis.BadSettings, match=r"story\.docx: .*one of \.md"):
        article.save(tmp_path / "story.docx")
    edition = tamis.edition.make_edition([article, article], "html", title="Monday")
    assert "Monday" in edition.save(tmp_path / "edition.html").read_text(encoding="utf-8")


def test_many_pages_are_fetched_in_their_order_and_one_that_is_gone_stops_no_other() -> None:
    class Source:
        def page(self, url: str) -> tamis.Page:
            if url.endswith("gone"):
                raise tamis.BadStatus(url, 404, "there is no such page")
            return tamis.Page(HTML, url)

    urls = [f"https://a.example/{name}" for name in ("1", "gone", "2")]
    articles = list(tamis.fetch_many(iter(urls), workers=2, source=Source(), images=False))
    assert [article.url for article in articles] == urls
    assert [article.is_article for article in articles] == [True, False, True]
    assert articles[0].images == ()
    assert articles[1].outcome is tamis.Outcome.FAILED
    assert articles[1].outcome_reason.startswith("bad_status: ")
    endless = (f"https://a.example/{number}" for number in numbers())
    assert next(tamis.fetch_many(endless, workers=2, source=Source())).url == "https://a.example/0"
    with pytest.raises(tamis.BadInput, match=r"several URLs, such as \['https://a.example/'\]"):
        tamis.fetch_many("https://a.example/")


def test_an_error_of_the_server_has_its_status() -> None:
    gone = tamis.BadStatus(URL, 404, "gone")
    assert gone.status_code == 404
    assert tamis.FetchError(URL, "broken").status_code is None
    with pytest.raises(AttributeError, match=r"no attribute 'status'; it has str\(error\), code, .*status_code, url$"):
        gone.status  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(gone, "__notes__")


def test_feeds_are_fetched_also_by_the_page_that_names_them(tmp_path: Path) -> None:
    with LocalSite() as site:
        feed = (SITE / "feed.xml").read_bytes()
        site.routes["/feed.xml"] = answer(feed, content_type="application/xml")
        site.routes["/"] = answer(b"<link rel=alternate type=application/rss+xml href=/feed.xml><p>News")
        site.routes["/none"] = site.routes["/none/feed"] = answer(b"<p>News")
        for path in ("/feed.xml", "/"):
            found = tamis.fetch_feed(site.url(path), allow_private=True, cache=str(tmp_path))
            assert found
            assert [entry.title for entry in found] == [entry.title for entry in found.entries]
            assert repr(found) == f"<Feed 'The Harrow Courier', rss, {len(found)} entries, {found.url}>"
        with pytest.raises(tamis.ResponseNotHtml, match=r"tamis\.fetch_feed\(url\)"):
            tamis.fetch(site.url("/feed.xml"), allow_private=True)
    with pytest.raises(AttributeError, match=r"a Feed has no 'items'; use entries$"):
        found.items  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(tamis.BadSettings, match=r"'proxy'; tamis.fetch takes source="):
        tamis.fetch_feed(URL, proxy="http://a.example/")  # type: ignore[call-arg]


def test_packages_and_articles_answer_what_is_done_with_them(article: tamis.Article) -> None:
    with pytest.raises(TypeError, match=r"tamis\.edition is a package; use tamis\.edition\.make_edition"):
        tamis.edition([article])  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"tamis\.news is a package; use tamis\.crawl\(url\)"):
        tamis.news(URL)  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"no length; use word_count, len\(article\.text\)"):
        len(article)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match=r"a Post has no 'user'; use author$"):
        tamis.Post("One").user  # type: ignore[attr-defined]  # noqa: B018


def test_a_library_answers_what_it_cannot_add(tmp_path: Path) -> None:
    with tamis.Library(tmp_path / "library.db") as library:
        with pytest.raises(tamis.BadInput, match=r"not str: library\.add\(tamis\.fetch\(url\)\)"):
            library.add(URL)  # type: ignore[arg-type]
        article = tamis.extract(FILE)
        assert library.get(library.add(article, tags=["sea", "work"]).id).tags == ("sea", "work")
        assert library.get(library.add(article, tags="dock").id).tags == ("dock", "sea", "work")
        assert library.add_feed("https://a.example/feed.xml")
        assert [feed.url for feed in library.feeds()] == ["https://a.example/feed.xml"]


def test_a_moment_is_like_a_date(article: tamis.Article) -> None:
    published = article.published
    assert published is not None
    assert published.date() == date(2024, 3, 14)
    assert (published.year, published.month) == (2024, 3)
    assert published.strftime("%Y") == "2024"
    assert str(published) == f"{published}" == published.isoformat()
    assert f"{published:%d %B %Y}" == "14 March 2024"
    assert published.day == 14
    assert published.timestamp() == published.instant().timestamp()
    assert published > date(2024, 3, 13)
    assert published < datetime(2030, 1, 1, tzinfo=UTC)
    day, noon = tamis.Moment("14 March", date(2024, 3, 14)), tamis.Moment("noon", datetime(2024, 3, 14, 12))
    assert day < noon
    assert noon >= day
    assert sorted([noon, day]) == [day, noon]
    assert noon > published or noon <= published


@pytest.mark.slow
def test_many_pages_come_in_their_order_and_one_bad_page_stops_no_other() -> None:
    files = sorted(SITE.glob("*.html"))[:3]
    items: list[Item] = [
        files[0],
        (files[1].read_bytes(), "https://a.example/1"),
        b"%PDF-1.7",
        tamis.Page(HTML, URL),
        "",
    ]
    articles = list(tamis.extract_many(items, workers=2, favor="recall", deadline=600))
    assert [article.title for article in articles[:2]] == [tamis.extract(file).title for file in files[:2]]
    assert articles[1].url == "https://a.example/1"
    assert articles[2].outcome is tamis.Outcome.FAILED
    assert articles[2].outcome_reason.startswith("not_html: ")
    assert articles[3] == tamis.extract(HTML, URL, favor="recall").complete()
    assert articles[4].outcome is tamis.Outcome.EMPTY
    with pytest.raises(tamis.BadSettings, match="favour"):
        next(tamis.extract_many([], favour="recall"))  # type: ignore[call-arg]


@pytest.mark.slow
def test_asyncio_programs_have_the_same() -> None:
    class Source:
        def page(self, url: str) -> tamis.Page:
            return tamis.Page(HTML, url)

    async def read() -> tuple[tamis.Article, list[tamis.Article]]:
        one = await tamis.afetch(URL, source=Source(), favor="recall")
        assert [article.url async for article in tamis.afetch_many([URL, URL], source=Source())] == [URL, URL]
        return one, [article async for article in tamis.aextract_many([HTML, FILE], workers=1, deadline=600)]

    one, many = asyncio.run(read())
    assert one == tamis.extract(HTML, URL, favor="recall")
    assert len({article.title for article in many}) == 1


def test_results_of_a_search_iterate_over_what_was_found(tmp_path: Path, article: tamis.Article) -> None:
    with tamis.Library(tmp_path / "library.db") as library:
        library.add(article)
        results = library.search("tunnel")
        assert len(results) == 1
        assert (results[0].id, results[0].title, results[0].url) == (1, article.title, URL)
        assert [record.title for record in library] == [article.title]
        assert [found.record.id for found in results] == [1]
        assert len(library) == 1
        with pytest.raises(tamis.BadInput, match=r"numbers; library\.find\(url\)"):
            library.get(URL)  # type: ignore[arg-type]


def test_a_summary_iterates_over_its_sentences(article: tamis.Article) -> None:
    summary = tamis.summarize(article, sentences=2)
    assert repr(summary).startswith("<Summary of 2 of ")
    with pytest.raises(AttributeError, match=r"a Summary has no 'bullets'; use sentences, each with its text$"):
        summary.bullets  # type: ignore[attr-defined]  # noqa: B018
    assert [sentence.text for sentence in summary] == [sentence.text for sentence in summary.sentences]
    assert str(summary) == summary.text
    with pytest.raises(tamis.BadInput, match=r"takes an Article, not str: tamis\.extract\(html\)"):
        tamis.summarize(HTML)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("fetch_url", r"tamis\.fetch\(url\)"),
        ("bare_extraction", r"tamis\.extract\(html\)"),
        ("chunks", r"tamis\.extract\(html\)\.chunks\(\)"),
        ("sumarize", "summarize"),
    ],
)
def test_another_function_is_answered_with_the_right_one(name: str, right: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; use {right}$"):
        getattr(tamis, name)
    with pytest.raises(AttributeError, match=r"no attribute '_x'$"):
        tamis._x  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("option", "right"),
    [
        ("favor_precision", "favor='precision'"),
        ("output_format", "to_markdown"),
        ("include_links", "'links'"),
        ("with_tables", "'tables'"),
        ("n_jobs", "extract_many takes workers"),
    ],
)
def test_another_setting_is_answered_with_the_right_one(option: str, right: str) -> None:
    with pytest.raises(tamis.BadSettings, match=f"no setting '{option}'.*{right}"):
        tamis.extract(HTML, **{option: True})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Comment", "tamis.Post, which each of article.comments is"),
        ("fetch_sitemap", "tamis.crawl(url), which reads a site's sitemaps"),
        ("parse_sitemap", "tamis.crawl(url), which reads a site's sitemaps"),
        ("acrawl", "await asyncio.to_thread(tamis.crawl, url): crawl is not async"),
        ("Link", "article.links, each a str that has its words as text"),
        ("Edition", "tamis.edition.Edition"),
        ("FeedEntry", "tamis.news.FeedEntry"),
    ],
)
def test_a_name_of_the_package_is_answered_with_its_place(name: str, right: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(tamis, name)
    assert str(error.value).endswith(f"; use {right}")


@pytest.mark.parametrize("name", ["start", "end", "position", "line", "offset"])
def test_the_position_of_a_block_is_its_span(article: tamis.Article, name: str) -> None:
    with pytest.raises(AttributeError, match=f"a Block has no '{name}'; use span, which has start, end and line$"):
        getattr(article.blocks[0], name)


def test_footnotes_are_answered_with_the_blocks_that_they_are() -> None:
    text = "The tunnel under the harbour was cut through at night, and the last wall fell at once.<sup>{}</sup>"
    link = '<a href="#n1" id="r1">1</a>'
    page = f"<article><p>{text.format(link)}{'<p>The boats of the town came to see the light. ' * 12}"
    article = tamis.extract(page + '<ol class="footnotes"><li id="n1">It was Ann who heard it.</li></ol></article>')
    (reference,) = [part for block in article for part in block.inlines if tamis.Mark.NOTE in part.marks]
    assert [block.text for block in article if f"#{block.anchor}" == reference.href] == ["It was Ann who heard it."]
    for name in ("footnotes", "notes"):
        with pytest.raises(AttributeError, match=r"use blocks: the href of an inline with Mark\.NOTE"):
            getattr(article, name)


def test_links_answer_what_they_are_asked() -> None:
    link = tamis.extract(f'<p>{"The sea came in and went out. " * 20}<a href="https://a.example/">Tides</a>').links[0]
    for name, right in (("is_external", r"urlsplit\(link\)\.hostname"), ("href", "use url$"), ("anchor_text", "text$")):
        with pytest.raises(AttributeError, match=right):
            getattr(link, name)


def test_cells_and_inlines_are_shown_as_their_texts() -> None:
    bold = Inline("Pier", frozenset({tamis.Mark.BOLD}), "https://a.example/")
    cells = (Cell((bold, Inline(" 1")), header=True), Cell((Inline("40 m"),), colspan=2))
    assert [str(cell) for cell in cells] == ["Pier 1", "40 m"]
    assert str(bold) == "Pier"
    assert repr(cells) == "(<Cell 'Pier 1', header>, <Cell '40 m', 2 × 1>)"
    assert repr(cells[0].inlines) == "(<Inline 'Pier', bold, https://a.example/>, <Inline ' 1'>)"


def test_a_search_has_tags(tmp_path: Path, article: tamis.Article) -> None:
    with tamis.Library(tmp_path / "library.db") as library:
        library.add(article, tags=["sea side", "work"])
        library.add(tamis.extract(SITE / "river-story.html", "https://a.example/2"), tags=["work"])
        assert [found.id for found in library.search("tunnel", tags=["sea side"])] == [1]
        assert sorted(found.id for found in library.search(tags="work")) == [1, 2]
        assert not library.search("tunnel", tags=["work", "dock"])
        with pytest.raises(TypeError, match=r"search\(\) takes no 'tag'; use tags=\['…'\], or tag:… in the query$"):
            library.search("tunnel", tag="work")  # type: ignore[call-arg]


def test_a_fetcher_takes_settings_by_keyword() -> None:
    with tamis.Fetcher(timeout=3, headers={"X-Desk": "news"}) as fetcher:
        assert fetcher.settings == tamis.FetchSettings(timeout=3.0, headers=(("X-Desk", "news"),))
    with pytest.raises(tamis.BadSettings, match=r"'cookies'; tamis\.fetch takes headers="):
        tamis.Fetcher(cookies={"a": "b"})  # type: ignore[call-arg]


def test_a_feed_is_parsed_from_text_whatever_encoding_it_declares() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?><rss version="2.0"><channel><title>Café</title></channel></rss>'
    assert tamis.news.parse_feed(text).title == "Café"


def test_texts_in_settings_are_a_list_or_one_text(tmp_path: Path) -> None:
    assert tamis.news.CrawlSettings(only=["/a/*", "*b*"], skip="*c*") == tamis.news.CrawlSettings(  # type: ignore[arg-type]
        only=("/a/*", "*b*"), skip=("*c*",)
    )
    assert tamis.FetchSettings(languages=["de", "en"]).languages == ("de", "en")  # type: ignore[arg-type]
    with pytest.raises(tamis.BadSettings, match=r"skip must be a list of texts, not \['a', 1\]"):
        tamis.news.CrawlSettings(skip=["a", 1])  # type: ignore[arg-type]
    with pytest.raises(
        tamis.BadSettings, match=r"only takes patterns of whole paths.* such as '\*river\*', not 'river'"
    ):
        tamis.crawl(URL, tmp_path, only=["river"])


@pytest.mark.parametrize(("option", "right"), [("include", "only"), ("exclude", "skip"), ("header", "headers")])
def test_another_setting_of_a_crawl_is_answered_with_the_right_one(option: str, right: str) -> None:
    with pytest.raises(tamis.BadSettings, match=f"'{option}'; use {right}$"):
        tamis.crawl(URL, **{option: ["x"]})  # type: ignore[arg-type]


def test_a_misspelt_setting_is_not_answered_with_another() -> None:
    with pytest.raises(tamis.BadSettings, match=r"'header'; use headers$"):
        tamis.fetch(URL, header={"X-Desk": "news"})  # type: ignore[call-arg]
    with pytest.raises(tamis.BadSettings, match=r"'header'; tamis\.fetch and tamis\.crawl take headers=\{"):
        tamis.extract(HTML, header={"X-Desk": "news"})  # type: ignore[call-arg]


@pytest.mark.slow  # starts workers
def test_a_crawl_takes_settings_for_fetching_by_keyword() -> None:
    with LocalSite() as site:
        site.routes["/robots.txt"] = answer(b"", content_type="text/plain")
        site.routes["/"] = answer(HTML.encode())
        report = tamis.crawl(
            site.url(),
            allow_private=True,
            timeout=60,
            user_agent="desk",
            delay=0,
            max_depth=0,
            feeds=False,
            sitemaps=False,
            probe=False,
            workers=1,
        )
        assert [article.title for article in report] == [tamis.extract(HTML).title]
        assert "desk" in site.requests[-1].headers.values()


def test_a_report_is_saved(tmp_path: Path) -> None:
    report = tamis.explain(HTML, URL)
    assert report.save(str(tmp_path / "report.html")) == tmp_path / "report.html"
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.to_html()
    assert json.loads(report.save(tmp_path / "report.json").read_text(encoding="utf-8")) == json.loads(report.to_json())
    with pytest.raises(tamis.BadSettings, match=r"report\.md: a report is written as \.html or \.json"):
        report.save(tmp_path / "report.md")


def test_links_of_headings_that_are_made_are_no_links_of_the_page() -> None:
    said = tamis.Block(tamis.Kind.PARAGRAPH, "pier", 2, "", inlines=(Inline("pier", href="https://a.example/"),))
    head = tamis.Block(tamis.Kind.HEADING, "Bo · ↩ Ann", 2, "", level=3, inlines=(Inline("↩ Ann", href=f"{URL}#c1"),))
    for role in (tamis.Role.COMMENT, tamis.Role.POST):
        blocks = (replace(head, role=role), replace(said, role=role))
        assert tamis.Article(blocks=blocks).links == ("https://a.example/",)
