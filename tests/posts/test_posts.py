"""Posts of a thread: text, user, date and link of each, in the markup of known and unknown software."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

import tamis
from tamis.core.pipeline import extract_traced, prepare
from tamis.core.posts.finding import find_posts
from tamis.core.posts.labels import is_whole_text
from tamis.core.posts.shown import joined_posts
from tamis.core.stitching import collect
from tamis.core.strategies.learned import Learned
from tamis.model import Article, Kind, Outcome, Page, Post, Role
from tamis.settings.extraction import Settings
from tamis.text.dates import order_of
from tamis.write.text import body_text

from .software import ALL, FLAT, NESTED, PHPBB, POSTS, TITLE, UNKNOWN, XENFORO, each, thread

URL = "https://mills.example/t/7"
FORUM = Settings(strategy=Learned(page_type="forum"))
LATER = (
    "and now the gate is stuck as well, half open, so that the pond runs empty before the second turn of the tide.",
    "Lift it with a long lever from the dam. The frame of mine was bent by ice, and I had to plane the left edge down.",
    "Before you do that, look for gravel in the sill. A rake from the boat takes it out within a quarter of an hour.",
    "There was a whole bucket of gravel in it, thank you. The pond is full again, and tomorrow I will grind some rye.",
)
SOFTWARE = pytest.mark.parametrize("html", ALL.values(), ids=ALL)


def posts_of(html: str, settings: Settings = FORUM) -> tuple[Post, ...]:
    return tamis.extract(html, url=URL, settings=settings).posts


@SOFTWARE
def test_a_post_has_its_text_and_nothing_else(html: str) -> None:
    assert [post.text for post in posts_of(html)] == [post.text for post in POSTS]


@SOFTWARE
def test_a_post_has_its_user(html: str) -> None:
    assert [post.author for post in posts_of(html)] == [post.user for post in POSTS]


@SOFTWARE
def test_a_post_has_its_day(html: str) -> None:
    days = [post.date.isoformat()[:10] if post.date else None for post in posts_of(html)]
    assert days == [post.iso for post in POSTS]


@SOFTWARE
def test_the_text_of_a_thread_is_its_title_and_posts(html: str) -> None:
    article = tamis.extract(html, url=URL, settings=FORUM)
    assert article.text == "\n\n".join((TITLE, *(post.text for post in POSTS)))
    assert article.outcome is Outcome.ARTICLE


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("phpBB", f"{URL}#p102"),
        ("XenForo", "https://mills.example/threads/mill.7/post-102"),
        ("vBulletin", "https://mills.example/t/threads/7?p=102#post102"),
        ("SMF", "https://mills.example/index.php?topic=9.msg102#msg102"),
        ("Invision", "https://mills.example/topic/7/?do=findComment&comment=102"),
        ("MyBB", "https://mills.example/t/showthread.php?tid=7&pid=102#pid102"),
    ],
)
def test_a_post_has_the_link_that_leads_to_it(name: str, link: str) -> None:
    assert posts_of(ALL[name])[1].url == link


def test_a_user_has_the_link_to_the_profile() -> None:
    assert posts_of(XENFORO)[0].author_url == "https://mills.example/members/m.1101/"


@SOFTWARE
def test_the_text_alone_needs_neither_figures_nor_metadata(html: str) -> None:
    article = tamis.extract(html, url=URL, settings=FORUM)
    text = article.text
    assert not {"chosen", "metadata"} & article._source.__dict__.keys()
    assert len(article.posts) == len(POSTS)
    assert text == body_text(article.blocks)


@pytest.mark.parametrize("name", ["phpBB", "XenForo", "vBulletin", "Discourse", "nested comments"])
def test_threads_of_known_software_are_recognized(name: str) -> None:
    assert len(posts_of(ALL[name], Settings())) == len(POSTS)


def test_the_blocks_of_a_post_have_their_places_in_the_page() -> None:
    for post, written in zip(posts_of(PHPBB), POSTS, strict=True):
        (block,) = post.blocks
        assert block.span is not None
        assert PHPBB[block.span.start : block.span.end] == written.text


def test_a_reply_names_the_post_that_it_is_inside_of() -> None:
    assert [post.reply_to for post in posts_of(NESTED)] == [None, 0, 1, 2]


QUOTE = (
    "<blockquote class=quotebox><cite>millwright wrote:</cite><p>"
    + POSTS[0].text
    + "</p></blockquote><p>I had the same trouble with mine, years ago.</p>"
)
QUOTED = thread(
    each("<div class=post id=p{number}><a class=username href=/user/{number}>{user}</a><span class=date>{date}</span>"
         "<div class=content><p>{text}</p></div></div>")
    + f"<div class=post id=p105><a class=username href=/user/105>carl</a><span class=date>7 May 2021</span>"
    f"<div class=content>{QUOTE}</div></div>"
)  # fmt: skip


def test_a_quote_of_a_post_on_the_page_is_a_reference() -> None:
    article = tamis.extract(QUOTED, url=URL, settings=FORUM)
    last = article.posts[-1]
    assert (last.author, last.text, last.reply_to) == ("carl", "I had the same trouble with mine, years ago.", 0)
    assert article.text.count(POSTS[0].text) == 1
    assert "carl · 7 May 2021 · ↩ millwright" in article.to_text()


def test_the_name_before_a_short_quote_does_not_count_as_quoted() -> None:
    short = "<blockquote class=quotebox><cite>The old millwright wrote:</cite> " + " ".join(POSTS[0].text.split()[:8])
    html = QUOTED.replace(QUOTED[QUOTED.index("<blockquote class=quotebox>") : QUOTED.index("</blockquote>")], short)
    assert tamis.extract(html, url=URL, settings=FORUM).posts[-1].reply_to == 0


def test_an_excerpt_of_a_post_stays_and_says_which_post_is_meant() -> None:
    excerpt = " ".join(POSTS[0].text.split()[:8])
    assert len(excerpt) < len(POSTS[0].text) / 2
    answer = posts_of(QUOTED.replace(f"<p>{POSTS[0].text}</p></blockquote>", f"<p>{excerpt}</p></blockquote>"))[-1]
    assert excerpt in answer.text
    assert answer.reply_to == 0


def test_quotes_are_kept_if_asked_for() -> None:
    article = tamis.extract(QUOTED, url=URL, settings=Settings(strategy=Learned(page_type="forum"), quotes="keep"))
    assert article.posts[-1].text.endswith(f"{POSTS[0].text}\n\nI had the same trouble with mine, years ago.")
    assert article.posts[-1].reply_to == 0


def test_a_quote_from_elsewhere_is_part_of_the_post() -> None:
    html = QUOTED.replace(f"<p>{POSTS[0].text}</p></blockquote>", "<p>Grease is the soul of the mill.</p></blockquote>")
    assert "Grease is the soul of the mill." in posts_of(html)[-1].text


def reasons_of(html: str) -> dict[str, str]:
    document, labels = extract_traced(Page(html, URL), FORUM).own
    return dict(zip(document.texts, labels.reasons, strict=True))


def test_a_signature_is_left_out_with_its_reason() -> None:
    assert reasons_of(PHPBB)["Old mills never die, they only grind to a halt."] == "a user's signature"


def test_a_repeated_quote_is_left_out_with_its_reason() -> None:
    assert reasons_of(QUOTED)["millwright wrote:"] == "quotes a post of this page"


def test_relative_dates_are_kept_as_written_and_not_guessed() -> None:
    html = XENFORO
    for post in POSTS:
        html = html.replace(f"<time datetime='{post.iso}T09:00:00+0000'>{post.date}</time>", "<span>3 weeks ago</span>")
    assert {(post.when, post.date) for post in posts_of(html)} == {("3 weeks ago", None)}


def test_the_day_on_which_a_user_joined_is_not_the_date_of_the_post() -> None:
    assert date(2011, 7, 17) not in {post.date for post in posts_of(PHPBB)}


def test_markdown_has_user_and_date_above_each_post() -> None:
    text = tamis.extract(UNKNOWN, url=URL, settings=FORUM).to_markdown()
    assert f"# {TITLE}\n" in text
    for post in POSTS:
        assert f"### {post.user} · {post.date}\n\n{post.text}\n" in text


def test_users_and_dates_are_blocks_but_no_text() -> None:
    article = tamis.extract(UNKNOWN, url=URL, settings=FORUM)
    heads = [block for block in article.blocks if block.role is Role.POST]
    assert [head.text for head in heads] == [f"{post.user} · {post.date}" for post in POSTS]
    assert {head.kind for head in heads} == {Kind.HEADING}
    assert "bert_low" not in article.text


@pytest.mark.parametrize("written", ["to_text", "to_html", "to_tei", "to_xml"])
def test_every_format_names_the_users(written: str) -> None:
    text = getattr(tamis.extract(UNKNOWN, url=URL, settings=FORUM), written)()
    places = [text.index(part) for part in ("millwright", "second step", "Ann Field", "sluice", "bert_low", "swells")]
    assert places == sorted(places)


def test_a_chunk_knows_whose_post_it_is() -> None:
    chunks = tamis.extract(UNKNOWN, url=URL, settings=FORUM).chunks()
    assert [chunk.headings for chunk in chunks[-4:]] == [(TITLE, f"{post.user} · {post.date}") for post in POSTS]


def test_json_has_the_posts_and_reads_them_back() -> None:
    article = tamis.extract(NESTED, url=URL, settings=FORUM)
    fields = json.loads(article.to_json())
    schema = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(fields))
    assert fields["hasPart"][1] == {
        "@type": "DiscussionForumPosting",
        "author": {"@type": "Person", "name": "Ann Field", "url": "https://mills.example/user/Ann-Field"},
        "dateCreated": "2021-05-03T11:40:00",
        "when": "3 May 2021, 11:40",
        "url": f"{URL}#comment-102",
        "replyTo": 0,
        "text": POSTS[1].text,
        "blocks": [[1, article.posts[1].blocks[0].index]],
    }
    read = Article.from_json(article.to_json())
    assert read == article
    assert [post.blocks for post in read.posts] == [post.blocks for post in article.posts]


@pytest.mark.parametrize(("thread", "whole"), [(0.2, False), (0.35, True)])
def test_a_question_and_its_answer_are_a_thread_if_the_page_is_likely_one(thread: float, whole: bool) -> None:
    parts = XENFORO.split("<article class='message message--post")
    html = "<article class='message message--post".join(parts[:3]) + "</div>"
    document = prepare(Page(html=html, url=URL)).document
    labels = Learned(page_type="forum").label(document)
    found = find_posts(document, document.visible(), order_of("en", None), labels.kept)
    assert len(found.posts) == 2
    assert is_whole_text(document, replace(labels, thread=thread), found) is whole
    first = set(found.posts[0].blocks)
    without_question = [keep and block not in first for block, keep in enumerate(labels.kept)]
    assert not is_whole_text(document, replace(labels, thread=thread, kept=without_question), found)


def test_an_article_has_no_posts() -> None:
    html = f"<html lang=en><h1>{TITLE}</h1><article>" + "".join(f"<p>{post.text}</p>" for post in POSTS) + "</article>"
    article = tamis.extract(html, url=URL)
    assert article.posts == ()
    assert not any(block.role is Role.POST for block in article.blocks)


def test_strategies_that_judge_no_page_types_find_no_posts() -> None:
    assert posts_of(FLAT, Settings(strategy="all")) == ()


def test_a_thread_on_several_pages_has_the_posts_of_all() -> None:
    first, second = Post("One", "ann"), Post("Two", "bert", reply_to=0)
    joined = joined_posts((first, second), (first, Post("Three", "carl", reply_to=0), Post("Four", reply_to=1)), 2)
    assert [(post.text, post.reply_to) for post in joined] == [("One", None), ("Two", 0), ("Three", 0), ("Four", 2)]


def test_a_user_who_writes_twice_on_a_day_is_named_on_the_next_page_too() -> None:
    first = XENFORO.replace("</div><footer>", "<a rel=next href=/t/7/page-2>Next</a></div><footer>")
    second = XENFORO.replace(", 10:12", "").replace("3 May 2021, 11:40", "4 May 2021")
    for post, later in zip(POSTS, LATER, strict=True):
        second = second.replace(post.text, later)
    pages = {URL: first.replace("6 May 2021, 19:30", "3 May 2021"), f"{URL}/page-2": second}

    class Source:
        """The two pages."""

        def page(self, url: str) -> Page:
            """Return one of them."""
            return Page(pages[url], url)

    article = collect(Source().page(URL), Source(), FORUM)
    assert len(article.pages) == 2
    heads = [block.text for block in article.blocks if block.role is Role.POST]
    assert len(heads) == len(article.posts) == 2 * len(POSTS)
    assert heads[len(POSTS)] == "millwright · 3 May 2021"
