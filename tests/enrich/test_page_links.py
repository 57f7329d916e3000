"""Links to other pages of the same article, and links that look alike and lead elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tamis
from tamis.core.enrich import PageFacts
from tamis.core.enrich.page_links import PageLinks, find_page_links
from tamis.core.enrich.page_links.link_signs import NEXT_NAMES, PREVIOUS_NAMES, may_name_step
from tamis.core.enrich.page_links.verdicts import LinkKind
from tamis.core.parse import parse
from tamis.model import Page
from tamis.text.phrases import lines

STORY = "https://example.org/2024/05/islanders-back-wind-farm"


def links_of(html: str, url: str | None = STORY, *, is_forum: bool = False) -> PageLinks:
    document = parse(Page(html, url))
    document = replace(document, declared=PageFacts(document).declared)
    return find_page_links(document, is_forum=lambda: is_forum)


def found(html: str, kind: LinkKind, url: str | None = STORY) -> str | None:
    links = links_of(html, url)
    best = {
        LinkKind.ONE_PAGE: links.one_page,
        LinkKind.PRINT: links.print_page,
        LinkKind.NEXT: links.next_page,
        LinkKind.PREVIOUS: links.previous_page,
    }[kind]
    return best.url if best is not None else None


def refusals(html: str, kind: LinkKind) -> list[str]:
    links = links_of(html + TEXT)
    assert not any(verdict.accepted for verdict in links.judged if verdict.kind is kind)
    return [verdict.reason for verdict in links.judged if verdict.kind is kind]


TEXT = "<p>" + "The island voted for the wind farm after a long evening in the hall. " * 40 + "</p>"
TEASERS = "<p>The ferry broke down again and nobody knows when it will sail.</p>" * 8
NEXT_WORDS = "Next|Next page ›|Weiter|Nächste Seite|Page suivante|Página siguiente|Pagina successiva|Próxima página|"
NEXT_WORDS += "Volgende pagina|Następna strona|Nästa sida|Næste side|Seuraava sivu|Další strana|Következő oldal|"
NEXT_WORDS += "Следующая страница|Επόμενη σελίδα|Sonraki sayfa|الصفحة التالية|העמוד הבא|صفحه بعد|下一页|"
NEXT_WORDS += "次のページ|다음 페이지|»|›|>"


@pytest.mark.parametrize("words", NEXT_WORDS.split("|"))
def test_the_next_page_by_words_and_number(words: str) -> None:
    assert found(f"<p>Text</p><a href='?page=2'>{words}</a>", LinkKind.NEXT) == f"{STORY}?page=2"


@pytest.mark.parametrize(
    "html",
    [
        "<a href='?page=2'><img src='right.gif' alt='Next page'></a>",
        "<a href='?page=2' title='Next Page - Results 21 to 40 of 201'><i></i></a>",
        "<a href='?page=2' rel='next'>Where the wind comes from</a>",
        "<ul><li>1<li><a href='?page=2'>2</a><li><a href='?page=3'>3</a></ul>",
        "<a href='?page=1'>1</a> <a class='active' href='#'>1</a> <a href='?page=2'>2</a>",
        "<a href='javascript:;' data-href='?page=2'>Next</a>",
        "<a href='#' onclick=\"self.location='?page=2'\">Next</a>",
        "<head><link rel=next href='?page=2'></head>",
        "<a href='?page=2'><i class='fa fa-chevron-right'></i></a>",
        "<li class='pager-next'><a href='?page=2'><svg></svg></a></li>",
        "<li class='pager-next'><a href='?page=2'>Where the wind comes from</a></li>",
        "<a href='?page=2'><i class=material-icons>navigate_next</i></a>",
        "<a href='?page=2'>Page 2: Where the wind comes from</a> <a href='?page=3'>Page 3: Who pays</a>",
        "<button data-href='?page=2'>Next</button>",
        "<b>1-20</b> <a href='?page=2'>21-40</a> <a href='?page=3'>41-60</a>",
        "<a href='?size=12'>12</a> <a href='?size=24'>24</a> 1 <a href='?page=2'>2</a> <a href='?page=3'>3</a>",
        "<section><p>Text</p><footer><a href='?page=2'>Next</a></footer></section>",
        "<div class='animate--slide-in'><a href='?page=2'>Next</a></div>",
        "<div class='photos'><h1>Islanders</h1><p><a href='?page=2'>Next</a></p></div>",
        "<p>Pages: <b>1</b> <a href='?page=2'>2</a></p>",
        "<div class=pagination><a href='?page=2'>More of this</a></div>",
        "<a href='?page=2'>Where the wind comes from</a>",
        "<span class=current>1</span> <a href='?page=2'>2</a> <a class=next href='?page=2'>Previous</a>",
        "<a href='?page=2'>Next 25 threads</a>",
        "<a href='?page=2'>Next <span class=sr-only>Next page</span> ›</a>",
        "<p>1 <a href='?page=2'>Page 2 / 7</a></p>",
    ],
)
def test_the_next_page_in_other_forms(html: str) -> None:
    assert found(html, LinkKind.NEXT) == f"{STORY}?page=2"


def test_on_a_later_page_the_next_one_is_that_after_it() -> None:
    html = "<a href='?page=1'>1</a> 2 <a href='?page=3'>3</a> <a href='?page=4'>4</a> <a href='?page=4'>Last</a>"
    assert found(html, LinkKind.NEXT, f"{STORY}?page=2") == f"{STORY}?page=3"
    assert found(html, LinkKind.PREVIOUS, f"{STORY}?page=2") == f"{STORY}?page=1"


@pytest.mark.parametrize(
    "frame",
    [
        "<div class='widget-area'>{}</div>",
        "<footer>{}</footer>",
        "<div class=sidebar-left>" + TEXT + "{}</div>" + TEASERS,
    ],
)
def test_a_frame_of_the_pager_and_a_frame_of_the_page_are_no_boxes(frame: str) -> None:
    assert found(frame.format("<a href='?page=2'>Next</a>") + TEXT, LinkKind.NEXT) == f"{STORY}?page=2"


def test_the_url_that_a_page_declares_is_its_own_too() -> None:
    html = "<link rel=canonical href='/wind/islanders'><a href='/wind/islanders?page=2'>Next</a>"
    assert found(html, LinkKind.NEXT, "https://example.org/node/88213") == "https://example.org/wind/islanders?page=2"
    home = "<link rel=canonical href='/'><a href='/page/2'>Next</a>"
    assert found(home, LinkKind.NEXT) is None


def test_the_pager_of_a_blog_goes_by_dates() -> None:
    days = ("22", "20", "19")
    row = "".join(f"<a href='/search?before=2015-05-{day}&max=7'>{at}</a>" for at, day in enumerate(days, 2))
    pager = (
        f"<div class=pagenavi><span class=current>1</span>{row}<a href='/search?before=2015-05-22&max=7'>Next</a></div>"
    )
    html = f"<div class='widget Blog'>{TEXT}{pager}</div>{TEASERS}"
    assert found(html, LinkKind.NEXT, "https://example.org/") == "https://example.org/search?before=2015-05-22&max=7"
    assert found(html, LinkKind.NEXT) is None  # that of an article's site


def test_scripts_and_styles_are_no_text_of_a_page() -> None:
    style = f"<style>{'p { color: red } ' * 2000}</style>"
    html = f"<div class='sidebar-left'>{TEXT}<a href='?page=2'>Next</a></div>{TEASERS}{style}"
    assert found(html, LinkKind.NEXT) == f"{STORY}?page=2"


def test_the_pager_of_a_list_of_reviews() -> None:
    html = "<div class=reviews><a href='?page=2'>Next</a></div>"
    assert found(html, LinkKind.NEXT) is None
    assert found(html, LinkKind.NEXT, f"{STORY}/reviews") == f"{STORY}/reviews?page=2"


@pytest.mark.parametrize("shown", ["7", "<b>7</b>", "<span class=now>[7]</span>"])
def test_the_number_that_is_no_link_is_that_of_the_page(shown: str) -> None:
    before, after = (
        " ".join(f"<a href='/list.do?key=wind&page={number}'>{number}</a>" for number in numbers)
        for numbers in ((1, 4, 5, 6), (8, 9))
    )
    html = f"<p>{before} {shown} {after} of 20</p>"
    assert found(html, LinkKind.NEXT) == "https://example.org/list.do?key=wind&page=8"


def test_a_list_whose_other_pages_have_urls_of_another_form() -> None:
    start = "https://shop.example/men/coats"
    row = [f"<a href='/search?fh=cat_80&fh_start_index={24 * at}'>{at + 1}</a>" for at in range(1, 4)]
    html = f"<h1>Coats</h1><p><b>1</b> {' '.join(row)}</p>"
    assert found(html, LinkKind.NEXT, start) == "https://shop.example/search?fh=cat_80&fh_start_index=24"


def test_the_list_that_an_article_is_in_is_not_its_next_page() -> None:
    row = [f"<a href='/2024/05/page-{at}'>{at}</a>" for at in range(2, 5)]
    assert found(f"<p><b>1</b> {' '.join(row)}</p>", LinkKind.NEXT) is None


def test_a_parameter_of_any_name_counts_pages_if_a_row_does() -> None:
    row = " ".join(f"<a href='/list?kxq={at}&sort=up'>{at}</a>" for at in (5, 6, 8, 9))
    html = f"<p>{row} <a href='/list?kxq=8&sort=up'>Next</a></p>"
    assert found(html, LinkKind.NEXT, "https://example.org/list?kxq=7&sort=up").endswith("kxq=8&sort=up")  # type: ignore[union-attr]
    alone = "<a href='/list?kxq=8&sort=up'>Next</a>"
    assert found(alone, LinkKind.NEXT, "https://example.org/list?kxq=7&sort=up") is None
    things = html.replace("kxq", "itemid")
    assert found(things, LinkKind.NEXT, "https://example.org/list?itemid=7&sort=up") is None


@pytest.mark.parametrize(
    "pager",
    [
        "<a href='/boards/24?page=2'>Next page</a>",
        "<div class=pagination><a href='/boards/24?page=2'>Next</a></div>",
        "1 <a href='/boards/24?page=2'>2</a> <a href='/boards/24?page=3'>3</a> <a href='/boards/24?page=2'>Next</a>",
    ],
)
def test_the_pager_of_a_list_may_go_by_another_url(pager: str) -> None:
    following = "https://example.org/boards/24?page=2"
    assert found(pager, LinkKind.NEXT, "https://example.org/tides/") == following
    assert found(pager, LinkKind.NEXT, "https://example.org/tides/?page=5") is None
    assert found("<a href='/boards/24?page=2'>Next</a>", LinkKind.NEXT, "https://example.org/tides/") is None


def test_an_article_does_not_continue_in_a_list() -> None:
    assert found("<a href='/latest?page=2'>Next page</a>", LinkKind.NEXT) is None


def test_two_rows_one_after_the_other_are_two() -> None:
    first = "1 <a href='/a?page=2'>2</a> <a href='/a?page=3'>3</a> <a href='/a?page=2'>›</a>"
    second = "<a href='?page=2'>‹</a> <a href='?page=2'>2</a> 3 <a href='?page=4'>4</a> <a href='?page=4'>›</a>"
    assert found(f"<p>{first}</p><p>{second}</p>", LinkKind.NEXT, f"{STORY}?page=3") == f"{STORY}?page=4"


def test_the_head_may_declare_the_next_page_by_its_first_item() -> None:
    head = "<head><link rel=next href='?p=60&ps=60'></head>"
    assert found(head, LinkKind.NEXT) == f"{STORY}?p=60&ps=60"


def test_the_next_page_begins_after_the_last_item_of_this_one() -> None:
    html = "<a href='?after=t3_1k9'>Next</a> <a href='?after=t3_1k9'>The ferry</a>"
    assert found(html, LinkKind.NEXT) == f"{STORY}?after=t3_1k9"
    assert found(html, LinkKind.NEXT, f"{STORY}?after=t3_1a2") == f"{STORY}?after=t3_1k9"
    assert found(html, LinkKind.NEXT, f"{STORY}?after=t3_1k9") is None
    assert found("<a href='?ref=bottom'>Next</a>", LinkKind.NEXT) is None


def test_the_last_page_has_no_next_one() -> None:
    html = "<a href='?page=1'>1</a> <a href='?page=2'>2</a> 3 <a href='?page=2'>Previous</a>"
    assert found(html, LinkKind.NEXT, f"{STORY}?page=3") is None


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<a rel=next href='/2024/05/ferry-breaks-down'>Next article</a>", "leads to another thing"),
        ("<a rel=next href='/2024/05/ferry-breaks-down'>Ferry breaks down →</a>", "another URL"),
        ("<link rel=next title='Ferry breaks down' href='/2024/05/ferry-breaks-down'>", "another article"),
        ("<a href='/2024/05/ferry-breaks-down'>Next »</a>", "another URL"),
        ("<a href='/page/2'>Next</a>", "another URL"),
        ("<div class='comment-pager'><a href='?page=1'>Next</a></div>", "pages of comments"),
        ("<div id=comments><ul><li><a href='?page=1'>2</a><li><a href='?page=1'>next ›</a></ul></div>", "comments"),
        ("<a href='?cpage=2'>Next</a>", "pages of comments"),
        ("<a href='?page=2#comments'>Next</a>", "pages of comments"),
        ("<div class='photo-gallery'><a href='?page=2'>Next</a></div>", "pictures of a gallery"),
        ("<div class='slideshow'><a href='/2/' rel=next>›</a></div>", "gallery"),
        ("<div class='calendar'><a href='?page=2'>»</a></div>", "dates of a calendar"),
        ("<a href='javascript:nextPage()'>Next</a>", "no URL of its own"),
        ("<a href='#'>Next</a>", "no URL of its own"),
        (f"<aside>{TEASERS}<a href='?page=2'>Next</a></aside>", "a box beside the article"),
        ("<a href='https://example.com/x?page=2'>Next</a>", "another site"),
        (f"<a href='{STORY}#more'>Continue reading</a>", "the page itself"),
        ("<a href='?page=7'>Next</a>", "not the next one"),
        ("<li class=next><a href='/2024/05/ferry-breaks-down'>Ferry breaks down</a></li>", "another URL"),
        (f"<footer>{TEASERS}<a href='?page=2'>Next</a></footer>", "a box beside the article"),
        (f"<div class=related-stories>{TEASERS}<a href='?page=2'>Next</a></div>", "a box beside the article"),
        ("<a href='?slide=2'>Next</a>", "another URL"),
    ],
)
def test_links_that_lead_elsewhere(html: str, reason: str) -> None:
    reasons = refusals(html, LinkKind.NEXT)
    assert reasons
    assert all(reason in given for given in reasons)


@pytest.mark.parametrize(
    "words", ["Older post", "Newer posts →", "← Older posts", "Next post", "Älterer Beitrag", "2024"]
)
def test_older_and_newer_posts_are_not_the_next_page(words: str) -> None:
    assert found(f"<a href='/2024/05/ferry-breaks-down'>{words}</a>", LinkKind.NEXT) is None


def test_a_gallery_has_no_next_page() -> None:
    html = "<a href='?page=2'>Next</a>"
    assert found(html, LinkKind.NEXT, "https://example.org/gallery/islands-from-above") is None
    head = '<script type=\'application/ld+json\'>{"@type": "ImageGallery", "name": "Islands"}</script>'
    assert found(head + html, LinkKind.NEXT) is None


def test_what_the_head_declares_is_refused_where_the_page_shows_it_in_a_gallery() -> None:
    html = "<link rel=next href='?page=2'><div class='gallery_nav'><a href='?page=2'>Next</a></div>"
    assert found(html, LinkKind.NEXT) is None


def test_the_posts_of_a_forum_are_its_text() -> None:
    html = "<div id='Comments'><a class=Next href='/2024/05/islanders-back-wind-farm/p2'>»</a></div>"
    assert links_of(html).next_page is None
    assert links_of(html, is_forum=True).next_page is not None


PRINT_WORDS = "Print this article|Printer-friendly version|Artikel drucken|Druckversion|Imprimer|Imprimir|"
PRINT_WORDS += (
    "Versione stampabile|Versão para impressão|Afdrukken|Wersja do druku|Skriv ut|Udskriv|Tulosta|Vytisknout|"
)
PRINT_WORDS += (
    "Nyomtatás|Версия для печати|Εκτύπωση|Yazdır|طباعة|הדפסה|نسخه چاپی|打印本页|列印|この記事を印刷|인쇄하기|Cetak"
)


@pytest.mark.parametrize("words", PRINT_WORDS.split("|"))
def test_print_links_by_words(words: str) -> None:
    assert found(f"<a href='/print/4711'>{words}</a>", LinkKind.PRINT) == "https://example.org/print/4711"


@pytest.mark.parametrize(
    "html",
    [
        "<a href='?print=1'>Print</a>",
        "<a href='?print=1'><img src=p.gif alt='Print this page'></a>",
        "<a href='?print=1' title='Print'><img src=p.gif></a>",
        "<a href='?print=1'><img src=p.gif> Print</a>",
        "<a class='icon icon-print' href='?print=1'></a>",
        "<a href='#' onclick=\"window.open('?print=1', 'p', 'width=600'); return false\">Print</a>",
        "<link rel=alternate media=print href='?print=1'>",
    ],
)
def test_print_links_in_the_forms_of_the_paper(html: str) -> None:
    assert found(html, LinkKind.PRINT) == f"{STORY}?print=1"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<a href='javascript:window.print()'>Print this page</a>", "no URL of its own"),
        ("<a href='#' onclick='window.print()'>Print</a>", "no URL of its own"),
        ("<a>Print</a>", "no URL of its own"),
        (f"<a href='{STORY}#print'>Print</a>", "the page itself"),
        (f"<a href='{STORY.replace('www.', 'm.')}?m=1#print'>Print</a>", "the usual page"),
        ("<a href='/print/'>Print</a>", "not say of which article"),
        ("<a href='/shop/print-subscription'>Print</a>", "names neither"),
        ("<a href='https://printer.example.com/print?url=x'>Print</a>", "another site"),
        ("<a href='/files/story-4711-print.pdf'>Print this article</a>", "a file to download"),
        ("<a href='/css/story-4711_print.css'>Print</a>", "no URL of its own"),
        ("<a href='#' onclick=\"useStyle('/css/story_print.css')\">Print</a>", "no URL of its own"),
        ("<a href='#' onclick=\"window.open('/print.gif?id=4711')\">Print</a>", "no URL of its own"),
        ("<a href='/scripts/print.js?id=4711'>Print</a>", "no URL of its own"),
        ("<a href='#' onclick=\"popUp('/printable_version.cfm')\">Printable version</a>", "not say of which article"),
        ("<a href='#' onclick=\"popUp('/printable_version.cfm?id=' + story)\">Print</a>", "no URL of its own"),
        ("<a href=\"javascript:popUp(root + '/print/4711')\">Print</a>", "no URL of its own"),
        ("<a href='/cgi-bin/printer_friendly.pl?chan=mz'>Printer-friendly version</a>", "not say of which article"),
        ("<a href='/print-shop/posters-and-cards'>Print</a>", "names neither"),
        ("<a href='/subscribe/4711'>Print</a>", "names neither"),
        ("<a href='https://other.example.com/print/4711'>Print this page</a>", "another site"),
        (f"<a href='https://www.printfriendly.com/print?url={STORY}'>Print</a>", "a service for any site"),
        (f"<a href='https://www.linkedin.com/share?url={STORY}'>in</a>", "another site"),
    ],
)
def test_links_that_are_no_print_version(html: str, reason: str) -> None:
    assert [reason in given for given in refusals(html, LinkKind.PRINT)] == [True]


@pytest.mark.parametrize(
    ("url", "href", "is_taken"),
    [
        ("https://example.org/help/tides", "/help/print", False),  # print in place of the name
        ("https://example.org/help/tides", "/help/print#tides", False),
        ("https://example.org/help/tides.html", "/help/print.html", False),
        ("https://example.org/help/tides", "/help/tides-print", True),
        ("https://example.org/help/tides", "/help/tides/print", True),
        ("https://example.org/help/4711/view", "/help/4711/print", True),
        ("https://example.org/topics/07.html", "/topics/print.html", False),
        ("https://example.org/orders/detail/8", "/orders/print/", False),
        ("https://example.org/view?doc=tides", "/print?doc=tides", True),
    ],
)
def test_print_in_place_of_the_name_of_the_article_is_for_all_of_them(url: str, href: str, is_taken: bool) -> None:
    assert (found(f"<a href='{href}'>Printer-friendly version</a>{TEXT}", LinkKind.PRINT, url) is not None) is is_taken


ARTICLE = "https://www.harbor.example/news/2008/05/17/late-ferries,4711.html"


@pytest.mark.parametrize(
    ("html", "url"),
    [
        # Without a sign for print, the phrase decides.
        ("<a href='/news/2008/05/17/late-ferries,4711.html?mode=PF'>Print</a>", f"{ARTICLE}?mode=PF"),
        ("<a href='/news?pid=2067&sid=a4711'>Print</a>", "https://www.harbor.example/news?pid=2067&sid=a4711"),
        ("<a href='/080517/24/p/kq7g.html'>Print this Page</a>", "https://www.harbor.example/080517/24/p/kq7g.html"),
        ("<a href='/n/4711.p.html'>print story</a>", "https://www.harbor.example/n/4711.p.html"),
        # Title or alternative text are enough.
        ("<a href='/n/4711.p.html' title='Print this story'>A4</a>", "https://www.harbor.example/n/4711.p.html"),
        ("<a href='/n/4711.p.html'><img src=i.gif alt=Print></a>", "https://www.harbor.example/n/4711.p.html"),
        ("<a href='/n/4711.p.html'><i>print</i> Drucken</a>", "https://www.harbor.example/n/4711.p.html"),
        # Other hosts of the publisher.
        ("<a href='http://print.harbor.example/4711'>Print</a>", "http://print.harbor.example/4711"),
        (
            "<a href='https://print.harbor.example/news/2008/05/17/late-ferries,4711.html'>Print</a>",
            "https://print.harbor.example/news/2008/05/17/late-ferries,4711.html",
        ),
        (
            "<a href='http://harbor.printthis.example.com/pt?url=https%3A%2F%2Fwww.harbor.example%2Fx,4711.html'>Print</a>",
            "http://harbor.printthis.example.com/pt?url=https%3A%2F%2Fwww.harbor.example%2Fx,4711.html",
        ),
        # Complete URLs in scripts.
        ("<a href=\"javascript:popUp('/p?id=4711')\">Print</a>", "https://www.harbor.example/p?id=4711"),
        ("<a href='javascript:popUp(%27/p?id=4711%27)'>Print</a>", "https://www.harbor.example/p?id=4711"),
        (
            "<a href='#' onclick=\"w=window.open('\\/print\\/4711','p'); return false\">Print</a>",
            "https://www.harbor.example/print/4711",
        ),
        (
            "<a href='#' onclick=\"useStyle('/print.css'); popUp('/print/4711')\">Print</a>",
            "https://www.harbor.example/print/4711",
        ),
        # An icon without a name, whose URL says it all.
        ("<a href='/print/4711'><svg></svg></a>", "https://www.harbor.example/print/4711"),
    ],
)
def test_the_exact_phrase_decides_if_the_url_names_an_article(html: str, url: str) -> None:
    """Section 2.1: an exact match of a print phrase with the link's text, alt or title; the URL from its attributes."""
    assert found(html, LinkKind.PRINT, ARTICLE) == url


@pytest.mark.parametrize(
    ("path", "html", "expected"),
    [
        # A number of the page's own path, a short one after print, and a parameter that often is a session.
        ("/article/57/tides", "<a href='/print/article/57'>Print this article</a>", "/print/article/57"),
        ("/welcome", "<a href='/print/4'>Printer-friendly version</a>", "/print/4"),
        ("/a.php?sid=412", "<a href='print.php?sid=412'><i class=fa-print></i></a>", "/print.php?sid=412"),
        ("/a.php?lang=1&id=7", "<a href='print.php?lang=1'><i class=fa-print></i></a>", None),
        ("/2015/01/05/tides", "<a href='/print/articles/05'>Print</a>", None),
        # A file by a parameter, a page that a script fills, and a section of a site.
        ("/a.php?id=9", "<a href='export.php?format=pdf&id=9'>Print version</a>", None),
        ("/index.html", "<a href='print.html#/1931-05/7'>Print this article</a>", None),
        ("/", "<a href='/print/' title=print>Print</a>", None),
        ("/", "<a href='/print/' title='Print version of this page'>Print</a>", "/print/"),
        # A sheet, a picture, and a parameter that often says where a reader came from.
        ("/race/412", "<a href='/result/412/race.xls'>Print version</a>", None),
        ("/photos", "<a href='/print/confirm?photo=17.jpg'>Drucken</a>", None),
        ("/view.php?ref=812", "<a href='/story_print.php?ref=812'>Print story text</a>", "/story_print.php?ref=812"),
        # The section with all its pages, and the list itself.
        ("/docs/network/service", "<a href='/docs/network/_print/'>Print entire section</a>", None),
        ("/docs/network", "<a href='/docs/network/_print/'>Print entire section</a>", "/docs/network/_print/"),
        ("/harbor_people_list", "<a href='/harbor_people_print'>Print version</a>", "/harbor_people_print"),
    ],
)
def test_a_print_version_names_the_same_article(path: str, html: str, expected: str | None) -> None:
    url = f"https://example.org{expected}" if expected else None
    assert found(html, LinkKind.PRINT, f"https://example.org{path}") == url


def test_of_two_print_links_the_one_of_this_article_is_taken() -> None:
    html = "<nav><a href='/p/print,4220'>Print</a></nav><a href='/a/print/late-ferries,4711'>Print</a>"
    assert found(html, LinkKind.PRINT, ARTICLE) == "https://www.harbor.example/a/print/late-ferries,4711"


@pytest.mark.parametrize(
    ("own", "html", "expected"),
    [
        # Print links of other articles, in a list and on a home page.
        ("/news/331", "<a href='/news/300/print'>Print</a>", None),
        ("/news/331", "<a href='/news/331/print'>Print</a>", "/news/331/print"),
        ("/1,34,4711.html", "<a href='/20290,34,4711.html?print=1'>Print</a>", "/20290,34,4711.html?print=1"),
        ("/", "<a href='/a/4711/print'>Print</a><a href='/a/4712/print'>Print</a>", None),
        ("/", "<a href='/a/4711/print'>Print</a><a href='/a/4711/print?big=on'>Print</a>", "/a/4711/print"),
        ("/decks", "<a href='/decks/a?mode=print'>Print</a><a href='/decks/b?mode=print'>Print</a>", None),
        ("/decks", "<a href='/decks/a?mode=print'>Print</a><a href='/decks?print=1'>Print</a>", "/decks?print=1"),
        ("/a/57", "<a href='/a/57/print'>Print</a><a href='/a/57/print?all=1'>Print all pages</a>", "/a/57/print"),
        ("/a/57", "<a href='/a/58/print'>Print</a><a href='/a/57/print'>Print</a>", "/a/57/print"),
        # The page itself without scripts, a window with them.
        ("/a/57", "<a href='/a/57' onclick=\"window.open('/print/57'); return false\">Print</a>", "/print/57"),
        ("/a/57", "<a href='/a/57' onclick=\"window.open('/print/' + id); return false\">Print</a>", None),
        ("/a/57", "<a href='/a/57/print' onclick=\"track('/click/print')\">Print</a>", "/a/57/print"),
        # A short number at the end, if the phrase can mean nothing else.
        ("/tides", "<a href='/book/export/html/42'>Printer-friendly version</a>", "/book/export/html/42"),
        ("/tides", "<a href='/book/export/html/42'>Print</a>", None),
        ("/tides", "<a href='/book/export/html/2024'>Printer-friendly version</a>", None),
    ],
)
def test_print_links_of_other_articles_are_not_taken(own: str, html: str, expected: str | None) -> None:
    url = f"https://example.org{expected}" if expected else None
    assert found(html, LinkKind.PRINT, f"https://example.org{own}") == url


def test_a_section_that_is_printed_is_not_the_article() -> None:
    html = "<a class=print href='/de/print/news-agenda/news-platform/news/'></a>"
    own = "https://www.harbor.example/de/news-agenda/news-platform/news/late-ferries-of-may/"
    assert found(html, LinkKind.PRINT, own) is None


def test_without_the_page_s_url_a_query_for_print_is_its_own() -> None:
    assert found("<a href='?print=true'>Print</a>", LinkKind.PRINT, None) == "?print=true"


COMPOSED = "Print the poem|View this lesson printer-friendly|Diesen ganzen Beitrag ausdrucken|Imprimer l'actualité|"
COMPOSED += "Imprimir el comunicado|Vytisknout tuto zprávu|Cetak berita ini|打印这篇新闻|このニュースを印刷する|"
COMPOSED += "이 게시물 인쇄하기|Klik om te printen of afdrukken"


@pytest.mark.parametrize("words", COMPOSED.split("|"))
def test_words_for_what_is_printed_may_stand_beside_the_phrase(words: str) -> None:
    assert found(f"<a href='?print=1'>{words}</a>", LinkKind.PRINT) == f"{STORY}?print=1"


def test_an_attribute_for_scripts_may_have_the_url() -> None:
    assert found("<a data-print-url='?print=1'>Print</a>", LinkKind.PRINT) == f"{STORY}?print=1"


@pytest.mark.parametrize(
    "words", ["Imprint", "Impressum", "Reprints", "Print edition", "Buy a print", "3D printing", "In this article"]
)
def test_words_that_are_no_print_link(words: str) -> None:
    assert found(f"<a href='?print=1'>{words}</a>", LinkKind.PRINT) is None


ONE_PAGE_WORDS = (
    "Single page|View as one page|Auf einer Seite lesen|Sur une seule page|En una sola página|Pagina unica|"
)
ONE_PAGE_WORDS += (
    "Na jednej stronie|На одной странице|Tek sayfada göster|单页阅读|全ページ表示|한 페이지로 보기|View all|Show all"
)


@pytest.mark.parametrize("words", ONE_PAGE_WORDS.split("|"))
def test_one_page_links(words: str) -> None:
    assert found(f"<a href='?page=all'>{words}</a>", LinkKind.ONE_PAGE) == f"{STORY}?page=all"


@pytest.mark.parametrize("words", ["View all", "Show all comments", "Full story", "All", "Full text"])
def test_lists_are_not_the_whole_article(words: str) -> None:
    assert found(f"<a href='/news'>{words}</a>", LinkKind.ONE_PAGE) is None


def test_a_script_that_shows_the_rest_is_no_one_page_link() -> None:
    assert "script" in refusals("<a href='javascript:void(0)'>View all</a>", LinkKind.ONE_PAGE)[0]


def test_phrases_of_one_kind_are_not_of_another() -> None:
    purposes = ("print_link", "one_page_link", "one_page_link_unsure", "next_page", "previous_page", "older_or_newer")
    kinds = list(map(lines, purposes))
    for place, one in enumerate(kinds):
        for other in kinds[place + 1 :]:
            assert not one & other


def test_an_article_has_its_links_on_demand() -> None:
    sentence = "The islanders voted for the wind farm after a long evening in the village hall. "
    html = f"<h1>Islanders back wind farm</h1><p>{sentence * 9}</p><a href='?page=2'>Next page</a>"
    html += "<a href='?print=1'>Print</a><a href='?page=all'>Single page</a>"
    article = tamis.extract(html, STORY)
    assert article.text
    assert "page_links" not in article._source.__dict__
    assert article.next_page == f"{STORY}?page=2"
    assert article.print_page == f"{STORY}?print=1"
    assert article.one_page == f"{STORY}?page=all"
    notes = [step.note for step in article.trace if step.stage == "pages"]
    assert [note.partition(":")[0] for note in notes] == ["one_page", "print", "next"]
    assert tamis.Article.from_json(article.to_json()) == article


def test_the_quick_look_for_steps_misses_no_name_for_them() -> None:
    assert [name for name in NEXT_NAMES | PREVIOUS_NAMES if not may_name_step(name)] == []


@pytest.mark.parametrize(
    ("ending", "html"),
    [
        ("/2", "<p>Article pages: <span>1</span> <a href='{}'>2</a></p>"),
        ("/2", "<nav class=post-pagination><a href='{}'>Where the wind comes from</a></nav>"),
        ("?page=0%2C1", "<a href='{}'>Next</a>"),
        ("?page=20", "<a href='{}'>Next</a>"),
        ("?start=10&limitstart=0", "<a href='{}'>Next</a>"),
        ("?beginIndex=20&pageSize=20", "<a href='{}'>Next</a>"),
        ("/lk/2", "<a href='{}'>Next</a>"),
        ("/_1.html", "<a href='{}'>Next</a>"),
    ],
)
def test_the_next_page_by_other_numbers(ending: str, html: str) -> None:
    assert found(html.format(STORY + ending), LinkKind.NEXT) == STORY + ending


def test_a_row_of_another_url_by_its_numbers() -> None:
    row = "".join(f"<a href='/wind/abc/{number}'>{number}</a> " for number in (2, 3, 4, 5))
    assert found(f"<p><b>1</b> {row}</p>", LinkKind.NEXT) == "https://example.org/wind/abc/2"


def test_declared_url_counts_if_the_page_came_from_a_file() -> None:
    html = f"<link rel=canonical href='{STORY}'><a href='{STORY}/seite-2'>Nächste Seite</a>"
    assert found(html, LinkKind.NEXT, "saved:wind.html") == f"{STORY}/seite-2"
    printed = f"<link rel=canonical href='{STORY}/838534'><a href='/print/838534'>Print</a>"
    assert found(printed, LinkKind.PRINT, "saved:wind.html") == "https://example.org/print/838534"


@pytest.mark.parametrize(
    "link",
    [
        "<a href='?00000176-2a94-dd5a-abf7-3ebff8f70001-page=2'>Load more</a>",
        "<a href='?pageSize=60'>60</a>",
        "<a href='/photo/2'>2</a>",
        "<a href='?comments=2'>2</a>",
        "<a href='?page=3'>Where the wind comes from</a>",
        "<a href='/2024/06/2'>2</a>",
    ],
)
def test_a_number_that_counts_something_else_is_not_followed(link: str) -> None:
    assert found(f"<h1>Islanders</h1>{link}", LinkKind.NEXT) is None


@pytest.mark.parametrize(
    ("own", "following"),
    [
        ("/search?q=wind&go=Search+now", "/search?q=wind&sortby=date&page=2"),
        ("/list.php?kind=wind&state=abc", "/list.php?kind=wind&state=xyz&page=2"),
    ],
)
def test_the_next_page_of_the_same_list_asked_for_in_another_way(own: str, following: str) -> None:
    html = f"<a href='{following}'>Next</a>"
    assert found(html, LinkKind.NEXT, f"https://example.org{own}") == f"https://example.org{following}"


def test_the_next_page_of_another_thing_by_the_same_script_is_not_followed() -> None:
    html = "<a href='/show.php?id=77812&page=2'>Next</a>"
    assert found(html, LinkKind.NEXT, "https://example.org/show.php?id=55512") is None


def test_a_row_through_the_list_that_an_article_is_in_is_not_followed() -> None:
    row = "".join(f"<a href='/2024/05/{number}'>{number}</a> " for number in (2, 3, 4, 5))
    assert found(f"<p><b>1</b> {row}</p>", LinkKind.NEXT) is None
