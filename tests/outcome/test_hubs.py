from __future__ import annotations

import pytest

from tamis import Outcome
from tamis.core.outcome.hubs import Lists, hub_page, measure
from tamis.core.parse import parse
from tamis.model import Metadata, Page, PageType

from .judging import PARAGRAPH, STORY, headline, judged, teasers

HOME = "https://courier.example/"
SECTION = "https://courier.example/politics/"
STORY_URL = "https://courier.example/2024/05/02/files-lost-to-the-tide"
ARTICLE = '<meta property="og:type" content="article"><meta property="article:published_time" content="2024-05-02">'
COLLECTION = (
    '<script type="application/ld+json">{"@type": "CollectionPage", "url": "https://courier.example/x"}</script>'
)


@pytest.mark.parametrize("strategy", ["cuter", "all"])
@pytest.mark.parametrize("url", [HOME, SECTION, "https://courier.example/tag/harbour", None])
def test_a_page_of_teasers_is_a_hub_whatever_was_kept(url: str | None, strategy: str) -> None:
    article = judged(teasers(20), url, strategy=strategy)
    assert article.outcome is Outcome.HUB_PAGE
    assert article.outcome_reason.startswith("a list of 20 other pages")
    assert article.confidence == 0


def test_a_hub_keeps_what_the_strategy_kept() -> None:
    assert headline(3) in judged(teasers(20), HOME, strategy="all").text


@pytest.mark.parametrize("tag", ["li", "div", "section", "tr"])
def test_teasers_are_found_in_any_kind_of_list(tag: str) -> None:
    holder = {"li": "ul", "tr": "table"}.get(tag, "div")
    body = (
        teasers(12, tag) if tag != "tr" else "".join(f"<tr><td>{cell}" for cell in teasers(12, "div").split("</div>"))
    )
    assert judged(f"<{holder}>{body}</{holder}>", HOME).outcome is Outcome.HUB_PAGE


def test_products_with_a_picture_a_name_and_a_price_are_a_list() -> None:
    cards = "".join(
        f'<li><a href="/p/{number}"><img src="{number}.jpg">Kettle {number}</a> <span>£{number}.50</span></li>'
        for number in range(24)
    )
    assert judged(f"<ul>{cards}</ul>", "https://shop.example/collections/kettles").outcome is Outcome.HUB_PAGE


def test_a_board_of_threads_in_a_table_is_a_list() -> None:
    rows = "".join(
        f'<tr><td><a href="/t/{number}">{headline(number)}</a></td><td>{number} replies</td><td>2 May 2024</td></tr>'
        for number in range(20)
    )
    body = f"<table><tr><th>Thread<th>Replies<th>Last post</tr>{rows}</table>"
    assert judged(body, "https://forum.example/forums/boats/page/2").outcome is Outcome.HUB_PAGE


def test_a_story_above_many_teasers_is_an_article() -> None:
    assert judged(STORY + teasers(30), STORY_URL, head=ARTICLE).outcome is Outcome.ARTICLE


def test_a_story_without_metadata_or_url_above_many_teasers_is_an_article() -> None:
    assert judged(STORY + teasers(10)).outcome is Outcome.ARTICLE


def test_a_brief_story_above_many_teasers_is_an_article_by_its_url() -> None:
    body = f"<article><h1>Files lost to the tide</h1>{PARAGRAPH}</article>{teasers(20)}"
    assert judged(body, STORY_URL).outcome is Outcome.ARTICLE
    assert judged(body, SECTION).outcome is Outcome.HUB_PAGE


def test_a_declared_article_needs_a_longer_list_than_a_declared_collection() -> None:
    body = f"<div>{PARAGRAPH}</div>{teasers(8)}"
    url = "https://courier.example/x"
    assert judged(body, url, head=ARTICLE).outcome is Outcome.ARTICLE
    assert judged(body, url, head=COLLECTION).outcome is Outcome.HUB_PAGE


def test_a_page_with_a_next_one_needs_a_shorter_list() -> None:
    body = f"<div>{PARAGRAPH * 2}</div>{teasers(12)}"
    assert judged(body, SECTION).outcome is Outcome.ARTICLE
    assert judged(body + '<a rel="next" href="/politics/2">Older</a>', SECTION).outcome is Outcome.HUB_PAGE


def test_a_long_passage_is_an_article_where_the_url_says_little() -> None:
    body = f"{teasers(200)}<div>{PARAGRAPH * 8}</div>"
    assert judged(body, SECTION, strategy="all").outcome is Outcome.HUB_PAGE
    assert judged(body, None, strategy="all").outcome is Outcome.ARTICLE


@pytest.mark.parametrize(
    ("page_type", "is_hub"),
    [
        (PageType("listing", 0.6), True),
        (PageType("listing", 0.3), False),
        (PageType("article", 0.9), False),
        (None, False),
    ],
)
def test_teasers_beside_long_text_are_a_list_where_the_strategy_says_so(
    page_type: PageType | None, is_hub: bool
) -> None:
    document = parse(Page(f"{teasers(8)}<div>{PARAGRAPH * 8}</div>"))
    kept = [True] * len(document)
    assert bool(hub_page(document, kept, Metadata(), page_type)) is is_hub


def test_where_the_url_says_nothing_the_page_of_an_article_is_no_list() -> None:
    document = parse(Page(f"{teasers(60)}<div>{PARAGRAPH}</div>"))
    kept = [True] * len(document)
    assert hub_page(document, kept, Metadata(), None)
    assert hub_page(document, kept, Metadata(), PageType("service", 0.9))
    assert not hub_page(document, kept, Metadata(), PageType("article", 0.9))


def test_few_teasers_are_no_list() -> None:
    assert judged(PARAGRAPH + teasers(4), HOME).outcome is not Outcome.HUB_PAGE


def test_posts_given_whole_on_the_home_page_of_a_blog_are_a_list() -> None:
    posts = "".join(
        f'<div class="post"><h2><a href="/{number}">{headline(number)}</a></h2>{PARAGRAPH * 3}</div>'
        for number in range(6)
    )
    assert judged(posts, HOME).outcome is Outcome.HUB_PAGE


def test_replies_under_one_headline_are_no_list() -> None:
    posts = "".join(
        f'<div class="post"><h3><a href="#p{number}">Re: Bilge pump runs all night</a></h3>{PARAGRAPH}</div>'
        for number in range(30)
    )
    assert judged(posts, "https://forum.example/viewtopic.php?t=112320").outcome is Outcome.ARTICLE


def test_comments_with_linked_names_are_no_list() -> None:
    comments = "".join(f'<li><a href="/u/{number}">User{number}</a>{PARAGRAPH}</li>' for number in range(30))
    assert judged(f"{STORY}<ul>{comments}</ul>", STORY_URL).outcome is Outcome.ARTICLE


def test_menus_are_no_teasers() -> None:
    menu = "".join(f'<li><a href="/{number}">Section number {number} of the paper</a></li>' for number in range(60))
    assert _measured(f"<nav><ul>{menu}</ul></nav>").teasers == 0
    short = "".join(f'<li><a href="/{number}">Ward {number}</a></li>' for number in range(60))
    assert _measured(f"<ul>{short}</ul>").teasers == 0


def test_sections_with_headings_of_their_own_are_no_teasers() -> None:
    sections = "".join(
        f'<div><h3>Feature {n}</h3><p>It does much.</p><a href="/{n}">Learn more about it</a></div>' for n in range(9)
    )
    assert _measured(sections).teasers == 0


def test_the_article_among_its_teasers_is_none_of_them() -> None:
    body = f"<div>{teasers(5, 'div')}<div><h3><a href='/x'>A story given whole</a></h3>{PARAGRAPH * 9}</div></div>"
    found = _measured(body)
    assert found.teasers == 5
    assert found.passage > 2000


def test_a_consent_dialog_with_all_its_purposes_is_no_passage() -> None:
    dialog = f'<div id="onetrust-consent-sdk">{PARAGRAPH * 20}</div>'
    assert judged(teasers(20) + dialog, SECTION, strategy="all").outcome is Outcome.HUB_PAGE
    assert judged(f"{teasers(20)}<div>{PARAGRAPH * 20}</div>", SECTION, strategy="all").outcome is Outcome.ARTICLE


def test_teasers_in_japanese_are_as_long_as_in_latin_letters() -> None:
    cards = "".join(
        f'<li><a href="/{number}">港の新しい灯台が第{number}区で完成</a><p>市民の声。</p></li>' for number in range(20)
    )
    assert _measured(f"<ul>{cards}</ul>").teasers == 20


def test_an_empty_page_measures_nothing() -> None:
    assert _measured("") == Lists(0, 0, 0)


def test_the_canonical_url_serves_where_the_url_is_not_known() -> None:
    body = f"<div>{PARAGRAPH * 2}</div>{teasers(12)}"
    head = '<link rel="canonical" href="https://courier.example/category/harbour/">'
    assert judged(body).outcome is Outcome.ARTICLE
    assert judged(body, head=head).outcome is Outcome.HUB_PAGE


def _measured(body: str) -> Lists:
    return measure(parse(Page(html=f"<body>{body}</body>")))
