"""URLs of pages of the same article differ by a page's number, or by a word for all pages or print."""

from __future__ import annotations

import pytest

from tamis.core.enrich.page_links.versions import PRINT_ELEMENTS
from tamis.text.urls.further_pages import compare
from tamis.text.urls.page_numbers import page_number
from tamis.text.urls.page_signs import PRINT_NAMES, has_print_sign, may_speak_of_print
from tamis.text.urls.relations import Relation
from tamis.text.urls.same_thing import names_same, share_identifier

STORY = "https://example.org/2024/05/islanders-back-wind-farm"


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (STORY, f"{STORY}?page=2"),
        (STORY, f"{STORY}/2/"),
        (STORY, f"{STORY}/page/2"),
        (STORY, f"{STORY}/seite-2"),
        (STORY, f"{STORY}?page=1"),  # counted from 0
        (f"{STORY}?page=1", f"{STORY}?page=2"),
        (f"{STORY}.html", f"{STORY}-2.html"),
        (f"{STORY}.html", f"{STORY}_Page2.html"),
        (f"{STORY}_p2.html", f"{STORY}_p3.html"),
        ("https://example.org/show.php?t=9&s=1a2b", "https://example.org/show.php?t=9&start=20"),
        ("https://example.org/show.php?t=9&start=20", "https://example.org/show.php?t=9&start=40"),
        ("https://example.org/forum7/", "https://example.org/forum7/index2.html"),
        ("https://example.org/topic-g12-k345-tides.html", "https://example.org/topic-g12-k345-o10-tides.html"),
        (f"{STORY}?utm_source=feed", f"{STORY}?page=2"),
        (STORY, f"{STORY}?page_no=2"),
        (STORY, f"{STORY}?tx_news[page][number]=2"),
        ("https://example.org/index.php?/topic/12-tides/", "https://example.org/index.php?/topic/12-tides/page/2/"),
        ("https://example.org/list/1-10/news.html", "https://example.org/list/11-20/news.html"),
        (
            "https://web.archive.org/web/20160330101229/http://example.org/tides",
            "https://web.archive.org/web/20160401101229/http://example.org/tides?page=2",
        ),
    ],
)
def test_the_next_number_is_the_next_page(own: str, other: str) -> None:
    assert compare(own, other).is_next
    assert not compare(own, other).is_previous
    assert compare(other, own).is_previous


SHAPES = """
/viewforum.php?f=2 /viewforum.php?f=2&sid=0123456789abcdef0123456789abcdef&start=25
/viewtopic.php?t=123 /viewtopic.php?t=123&postdays=0&postorder=asc&start=15
/viewtopic.php?t=123&postdays=0&postorder=asc&start=15 /viewtopic.php?t=123&postdays=0&postorder=asc&start=30
/showthread.php?123-title /showthread.php?123-title/page2
/showthread.php?123-title/page2 /showthread.php?123-title/page3
/forumdisplay.php?15-Name /forumdisplay.php?15-Name/page2&order=desc
/index.php?topic=123.0 /index.php?topic=123.15
/index.php?topic=123.15 /index.php?topic=123.30
/index.php?board=2.0 /index.php?board=2.20
/index.php/topic,123.0.html /index.php/topic,123.15.html
/index.php/board,2.20.html /index.php/board,2.40.html
/index.php?PHPSESSID=abc&topic=123.0 /index.php?topic=123.15
/thread-123.html /thread-123-page-2.html
/forum-2.html /forum-2-page-2.html
/index.php?showtopic=123 /index.php?showtopic=123&st=20
/index.php/topic/123-title/ /index.php/topic/123-title/page__st__20
/index.php/topic/123-title/page__st__20 /index.php/topic/123-title/page__st__40
/forum.php?mod=viewthread&tid=1 /forum.php?mod=viewthread&tid=1&extra=page%3D1&page=2
/thread-12345-1-1.html /thread-12345-2-1.html
/forum-2-1.html /forum-2-2.html
/YaBB.pl?num=1234567/0 /YaBB.pl?num=1234567/15
/t123-title /t123p15-title
/t123p15-title /t123p30-title
/f2-forum /f2p50-forum
/cat?page=0 /cat?page=1
/3-cat /3-cat?p=2
/index.php?route=product/category&path=20 /index.php?route=product/category&path=20&page=2
/index.php?cPath=1_2&osCsid=abc123 /index.php?cPath=1_2&page=2&sort=1a
/c/shoes?No=24&Nrpp=24 /c/shoes?No=48&Nrpp=24
/c/shoes /c/shoes?start=12&sz=12
/sch/x?_nkw=a /sch/x?_nkw=a&_pgn=2&_skc=50&rt=nc
/s/ref=nb_sb_noss?k=ab /s/ref=sr_pg_2?k=ab&page=2
/search/sss?query=bike /search/sss?query=bike&s=100
/search/sss?s=100 /search/sss?s=200
/sss/ /sss/index100.html
/sss/index100.html /sss/index200.html
/news.html?tx_ttnews[tt_news]=5 /news.html?tx_ttnews[tt_news]=5&tx_ttnews[pointer]=1&cHash=abcdef
/news.html?tx_ttnews[pointer]=1&cHash=aa11 /news.html?tx_ttnews[pointer]=2&cHash=bb22
/web/guest/home?p_p_id=101 /web/guest/home?p_p_id=101&_101_INSTANCE_x_delta=20&_101_INSTANCE_x_cur=2
/list.aspx /list.aspx?Paged=TRUE&p_ID=30&PageFirstRow=31
/folder /folder?b_start:int=20
/folder?b_start:int=20 /folder?b_start:int=40
/default.aspx?g=posts&t=12 /default.aspx?g=posts&t=12&p=2
/posts/index /posts/index/page:2
/blog /blog/index/10
/blog/index/10 /blog/index/20
/r/python/ /r/python/?count=25&after=t3_abc
/r/python/?count=25&after=t3_abc /r/python/?count=50&after=t3_xyz
/Forum-f123.html /Forum-f123i35.html
/Forum-f123i35.html /Forum-f123i70.html
/archive/index.php/t-123.html /archive/index.php/t-123-p-2.html
/forum_viewtopic.php?123 /forum_viewtopic.php?123.15
/news.php /news.php?page.2
/viewthread.php?thread_id=1 /viewthread.php?thread_id=1&rowstart=20
/ubbthreads.php/topics/123/title /ubbthreads.php/topics/123/2/title
/ubbthreads.php/topics/123/1/title /ubbthreads.php/topics/123/2/title
/forums/tabid/5/aft/123 /forums/tabid/5/aft/123/afpg/2
/posts/list/123.page /posts/list/15/123.page
/posts/list/15/123.page /posts/list/30/123.page
/thread.jspa?threadID=5 /thread.jspa?threadID=5&start=15&tstart=0
/list/ /list/list_2.html
/list/index.html /list/index_2.html
/123.html /123_2.html
/list-12-1.html /list-12-2.html
/list.asp?classid=3 /list.asp?classid=3&PageNo=2
/list/12/ /list/12/2.html
/t12345.html /t12345p2.html
/c-25/ /c-25/p-2/
/shoes.html /shoes-page2.html
/shoes /shoes,2.html
/shoes.html /shoes_s2.html
/shoes /shoes;strona,2
/shoes/ /shoes/strana-2/
/shoes?c=3 /shoes?c=3&pge=2
/shoes?sz=5 /shoes?sz=5&pnr=2
/shoes?x=1&CurrentPage=1 /shoes?x=1&CurrentPage=2
/shoes /shoes?items=24&offset=24
/shoes /shoes/s/24
/shoes/?sort=price /shoes/page/2/?sort=price
/search?q=tide /search/page/2?q=tide
/search?q=tide&ei=abc /search?q=tide&ei=xyz&start=10&sa=N
/?s=tide /page/2/?s=tide
/page/2/?s=tide /page/3/?s=tide
/shop/?orderby=price&paged=1 /shop/page/2/?orderby=price
/search.php?searchid=123 /search.php?searchid=123&pp=&page=2
/forum/5/ /forum/5/2
/topic/5-name?p=1 /topic/5-name?p=2
/browse/a /browse/a/2
/a/b.html /a/b/2.html
/a/b.html /a/b,2,0.html
/a/b,1,0.html /a/b,2,0.html
/cat-1.html /cat-1-2.html
/cat_12_1 /cat_12_2
/Thread/9780-Urlaub/ /Thread/9780-Urlaub/?pageNo=2
/tag/a?pg=1&x= /tag/a?pg=2&x=
/main.php?p=news /main.php?p=news&page=2
/artists/a?o=desc /artists/a/2?o=desc
/jobs?l=Paris /jobs?l=Paris&start=10&pp=AAoAA
/listing.html?ff=1 /listing-2.html?ff=1
/cgi-bin/a.cgi?b=1 /cgi-bin/a.cgi?b=1&pg=2
/shop/c5/0/ /shop/c5/12/
/produkte/a/?p=1&n=12 /produkte/a/?p=2&n=12
/mens/shoes/1 /mens/shoes/2
/questions /questions?page=2&sort=newest
/questions?page=2&sort=newest /questions?page=3&sort=newest
"""


@pytest.mark.parametrize("pair", SHAPES.strip().splitlines())
def test_the_urls_of_forums_shops_and_publishing_systems(pair: str) -> None:
    own, other = (f"https://x.example{path}" for path in pair.split(" "))
    assert compare(own, other).is_next
    assert compare(other, own).is_previous


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("/index.php?article=tides", "/index.php?page=2"),
        ("/news/4100", "/news/4101"),
        ("/news/41000", "/news/41010"),
        ("/index.php?id=120", "/index.php?id=130"),
        ("/index.php?no=4121", "/index.php?no=4131"),
        ("/docs/10/select.html", "/docs/20/select.html"),
        ("/2024/05/10", "/2024/05/20"),
        ("/tides", "/tides?sort=2"),
        ("/tides", "/tides?timeline--pageItem=273375"),
        ("/tides?id=1200&page=2", "/tides"),
    ],
)
def test_numbers_that_tell_articles_apart(own: str, other: str) -> None:
    found = compare(f"https://x.example{own}", f"https://x.example{other}")
    assert not found.is_next
    assert not found.is_previous


@pytest.mark.parametrize("added", ["kxq=2", "no=24", "seg=20"])
def test_a_small_number_that_only_the_other_url_has_is_that_of_a_page(added: str) -> None:
    assert compare(STORY, f"{STORY}?{added}").is_next


@pytest.mark.parametrize("added", ["slide=2", "id=24", "sort=2", "kxq=1", "kxq=4000"])
def test_other_numbers_are_not(added: str) -> None:
    assert not compare(STORY, f"{STORY}?{added}").is_next


def test_a_url_with_all_the_words_of_another_names_the_same() -> None:
    desks = "https://shop.example/cat/desks-fu003/"
    assert names_same(desks, "https://shop.example/cat/desks-computer-desks-fu003/?page=2")
    assert not names_same(desks, "https://shop.example/cat/chairs-fu004/?page=2")
    assert not names_same("https://shop.example/", "https://shop.example/page/2")


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (STORY, "https://example.org/2024/05/ferry-breaks-down"),
        (STORY, "https://example.org/page/2"),
        (STORY, f"{STORY}?page=3"),
        (f"{STORY}?page=2", f"{STORY}?page=1"),
        (STORY, f"{STORY}-2/"),  # another article with the same title
        ("https://example.org/2024/05/26", "https://example.org/2024/05/27"),
        ("https://example.org/news/40123", "https://example.org/news/40124"),
        ("https://example.org/?p=1689", "https://example.org/?p=1690&cpage=2"),
        (STORY, f"{STORY}?cpage=2"),
        (STORY, f"{STORY}/comment-page-2"),
        (STORY, f"{STORY}?page=2&partial_type=teaser_box"),
        (STORY, "https://example.com/2024/05/islanders-back-wind-farm?page=2"),
        (STORY, f"{STORY}#page-2"),
        ("https://example.org/docs/17/select.html", "https://example.org/docs/18/select.html"),
        (STORY, "javascript:next(2)"),
        (STORY, "https://example.org/" + "a" * 3000 + "?page=2"),
    ],
)
def test_other_urls_are_not_the_next_page(own: str, other: str) -> None:
    assert not compare(own, other).is_next


@pytest.mark.parametrize(
    "other", [f"{STORY}?page=all", f"{STORY}?single_page=true", f"{STORY}/komplettansicht", f"{STORY}?pagewanted=all"]
)
def test_a_sign_for_all_pages(other: str) -> None:
    assert compare(STORY, other).relation is Relation.WHOLE


@pytest.mark.parametrize(
    "other",
    [
        f"{STORY}?print=true",
        f"{STORY}/print",
        f"{STORY}.print",
        "https://example.org/print/2024/05/islanders-back-wind-farm",
        "https://example.org/2024/05/islanders-back-wind-farm-printerfriendly.html",
    ],
)
def test_a_sign_for_print(other: str) -> None:
    assert compare(STORY, other).relation is Relation.PRINT
    assert has_print_sign(other)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/imprint",
        "https://example.org/print-edition/",
        "https://example.org/abo/print",
        "https://example.org/news/how-to-print-your-own-house-at-home",
        "https://example.org/3d-printing/",
        "https://example.org/blueprint/",
        "https://example.org/sprint",
    ],
)
def test_words_that_are_no_sign_for_print(url: str) -> None:
    assert compare(STORY, url).relation is not Relation.PRINT
    assert not has_print_sign(url)


def test_an_article_is_named_by_a_long_number_or_a_long_name() -> None:
    assert share_identifier("https://example.org/story/39145520/tides", "https://example.org/print?id=39145520")
    assert share_identifier(STORY, "https://example.org/x/islanders-back-wind-farm?view=1")
    assert not share_identifier("https://example.org/2024/05/tides", "https://example.org/2024/05/winds")


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("https://example.org/tides?page=3", 3),
        ("https://example.org/tides/seite/3", 3),
        ("https://example.org/tides-p3.html", 3),
        ("https://example.org/tides-3.html", None),
        ("https://example.org/tides?id=3", None),
    ],
)
def test_a_page_number_is_named(url: str, number: int | None) -> None:
    assert page_number(url) == number


def test_the_quick_look_for_print_misses_no_word_for_it() -> None:
    known = PRINT_NAMES | PRINT_ELEMENTS
    assert [word for word in known if not may_speak_of_print(word)] == []
    assert may_speak_of_print("https://example.org/PrintView.aspx")
    assert not may_speak_of_print(STORY)
