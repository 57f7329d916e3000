"""Pictures that belong to the article, and the captions that belong to them."""

from __future__ import annotations

import pytest

from example_site import PAGES, page_bytes
from tamis import explain, extract
from tamis.core.figures import with_figures
from tamis.core.figures.boxes import Figures
from tamis.core.parse import parse
from tamis.core.parse.encodings import decode
from tamis.model import PICTURES, Article, Kind, Page, Role, Step
from tamis.papers.cuter import Cuter
from tamis.settings.extraction import Settings

LONG, OTHER = "long " * 100, "other " * 100
PROSE = "The old pier has opened again, and the whole town came to see it on Monday. " * 8
LONG_LINE = " ".join(["x"] * 40)
TITLE = "The pier opens again after ten years"


def article(inner: str, before: str = "", header: str = f"<h1>{TITLE}</h1>") -> Article:
    page = f"<title>{TITLE}</title>{before}<article>{header}<p>{LONG}</p>{inner}<p>{OTHER}</p></article>"
    return extract(page, url="https://tide.example/pier", settings=Settings(strategy="cuter"))


def names(found: Article) -> list[str]:
    return [image.src.rpartition("/")[2] for image in found.images]


def caption(inner: str) -> tuple[str, str]:
    (image,) = article(inner).images
    return image.caption, image.credit


def test_text_of_a_figure_is_no_other_text() -> None:
    figure = "<figure><img src=a.jpg><button>Enlarge</button><span>1/12</span><figcaption>Pier</figcaption></figure>"
    assert caption(figure) == ("Pier", "")


def test_a_formula_in_a_caption_is_its_source_and_not_what_it_is_drawn_with() -> None:
    drawn = "<span class=katex-html aria-hidden=true>xi</span>"
    math = "<math><msub><mi>x</mi><mi>i</mi></msub><annotation encoding=application/x-tex>x_i</annotation></math>"
    text = f"The wave <span class=katex>{math}{drawn}</span> at noon"
    assert caption(f"<figure><img src=a.jpg><figcaption>{text}</figcaption></figure>") == ("The wave x_i at noon", "")


@pytest.mark.parametrize(
    "figure",
    [
        "<div class=image><img src=a.jpg><div class=caption>The pier at dusk</div></div>",
        "<figure><img src=a.jpg><span>The pier at dusk</span></figure>",
        "<p><img src=a.jpg></p><p class=wp-caption-text>The pier at dusk</p>",
        "<p><img src=a.jpg></p><p><em>The pier at dusk</em></p>",
        "<figure><figcaption>The pier at dusk</figcaption><img src=a.jpg></figure>",
        "<div><img src=a.jpg><p>The pier at dusk</p><p>Photo: AFP</p></div>",
    ],
)
def test_a_caption_is_bound_to_its_picture_and_is_no_text(figure: str) -> None:
    found = article(figure)
    assert [image.caption for image in found.images] == ["The pier at dusk"]
    assert "dusk" not in found.text


def test_a_span_named_caption_is_one_even_if_it_is_a_whole_sentence_that_a_strategy_keeps() -> None:
    told = "The pier opened its gates on Monday, and the first who came were the anglers."
    box = f"<div><div><a href=big.html><img src=a.jpg></a></div><span class='caption small'>{told}</span></div>"
    page = parse(Page(html=f"<article><p>{LONG}</p>{box}<p>{OTHER}</p></article>", url=None))
    picture = next(block for block, kind in enumerate(page.kinds) if kind in PICTURES)
    figure = Figures(page, [True] * len(page), [text != "" for text in page.texts]).of(picture)
    assert [page.texts[at] for at in figure.captions] == [told]


def test_each_picture_of_a_gallery_has_its_own_caption() -> None:
    gallery = "".join(f"<li><img src={n}.jpg><div class=caption>Number {n}</div></li>" for n in "abc")
    found = article(f"<ul>{gallery}</ul>")
    assert [image.caption for image in found.images] == ["Number a", "Number b", "Number c"]


def test_a_gallery_below_a_heading_of_its_own_is_kept() -> None:
    figures = "".join(f"<figure><img src={n}.jpg><figcaption>Number {n}</figcaption></figure>" for n in "abc")
    assert names(article(f"<section><h2>The day in pictures</h2>{figures}</section>")) == ["a.jpg", "b.jpg", "c.jpg"]


def test_a_paragraph_after_a_picture_is_text() -> None:
    found = article(f"<p><img src=a.jpg></p><p>{LONG_LINE}</p>")
    assert [image.caption for image in found.images] == [""]
    assert LONG_LINE in found.text


def test_aria_hidden_does_not_hide_a_picture() -> None:
    assert names(article("<div aria-hidden=true><img src=a.jpg></div>")) == ["a.jpg"]
    assert names(article("<div hidden><img src=a.jpg></div>")) == []


def test_the_cover_above_the_title_in_its_header_is_kept() -> None:
    header = f"<header><img src=cover.jpg><h1>{TITLE}</h1></header>"
    assert names(article("", header=header)) == ["cover.jpg"]
    assert names(article("", before="<header><img src=ship.jpg></header>")) == []


def test_a_teaser_in_the_text_is_none_of_its_pictures() -> None:
    teaser = "<div><a href=/other><img src=a.jpg></a><h3><a href=/other>Another story of the same day</a></h3></div>"
    assert names(article(teaser)) == []
    assert names(article("<p><a href=/other><img src=a.jpg></a></p>")) == []
    assert names(article("<p><a href=large.jpg><img src=a.jpg></a></p>")) == ["a.jpg"]


@pytest.mark.parametrize(
    ("element", "reason"),
    [
        ("<img src=/icons/mail.png>", "named a decoration"),
        ("<img src=/img/zoom-in.svg>", "named a decoration"),
        ("<img src=/people/avatars/7.jpg>", "named a decoration"),
        ("<img class=share-button src=f.png>", "named a decoration"),
        ("<img src=t.gif width=1 height=1>", "smaller than 50 pixels"),
        ("<img src=blank.gif>", "has no source"),
        ("<div class=related-stories><img src=a.jpg></div>", "in another part of the page"),
        ("<p><a href=/other><img src=a.jpg></a></p>", "leads to another page"),
    ],
)
def test_a_picture_that_is_refused_says_why(element: str, reason: str) -> None:
    document = parse(Page(f"<article><p>{LONG}</p>{element}<p>{OTHER}</p></article>"))
    labels = with_figures(document, Cuter().label(document))
    (picture,) = [at for at, role in enumerate(labels.roles) if role is Role.MULTIMEDIA]
    assert not labels.kept[picture]
    assert labels.reasons[picture] == reason


def test_the_copy_in_noscript_is_not_a_second_picture() -> None:
    lazy = "<img src=small.jpg data-src=large.jpg><noscript><img src=middle.jpg></noscript>"
    assert names(article(lazy)) == ["large.jpg"]


@pytest.mark.parametrize(
    "box",
    [
        "<div class=post-user><img src=a.jpg><b>tidewrack</b><span>Deckhand</span><br>Posts: 148</div>",
        "<div class=message-user><div><img src=a.jpg></div><p>Old Baldrick</p><p>Joined in 2009, by the sea</p></div>",
        "<dl class=postprofile><dt><img src=a.jpg></dt><dd>Marguerite, pilot of the harbour since 1998</dd></dl>",
    ],
)
def test_portrait_of_a_poster_is_no_picture_of_the_article(box: str) -> None:
    assert names(article(box)) == []


def test_large_part_named_after_users_keeps_its_pictures() -> None:
    assert names(article(f"<div class=user-content><p>{OTHER}</p><img src=a.jpg></div>")) == ["a.jpg"]


@pytest.mark.parametrize("folder", ["smilies", "images/statusicon", "reactions", "userpic"])
def test_smileys_ranks_and_reactions_are_decoration(folder: str) -> None:
    assert names(article(f"<p>Words <img src=/{folder}/b.gif> and more words here.</p>")) == []


@pytest.mark.parametrize("name", PAGES)
def test_where_the_quick_look_finds_nothing_no_caption_is_kept_text(name: str) -> None:
    document = parse(Page(decode(page_bytes(name)).text))
    kept = [bool(text) for text in document.texts]
    figures = Figures(document, document.visible(), kept)
    for picture in (block for block, kind in enumerate(document.kinds) if kind in PICTURES):
        captions = [at for at in figures.of(picture).captions if document.kinds[at] is not Kind.CAPTION]
        assert figures.may_take_text(picture) or not captions


@pytest.mark.parametrize(
    ("shown", "credit"),
    [
        ("The pier at dusk. (AP Photo/Jane Roe)", "AP Photo/Jane Roe"),
        ("The pier at dusk. (Jane Roe/Pool/AFP via Getty Images)", "Jane Roe/Pool/AFP via Getty Images"),
        ("The pier at dusk. (AP Photo/Jane Roe) The Associated Press", "AP Photo/Jane Roe, The Associated Press"),
        ("The pier at dusk. (AP Photo/Jane Roe) (AP Photo/Jane Roe)", "AP Photo/Jane Roe"),
        ("The pier at dusk. [사진 출처 = 연합뉴스]", "연합뉴스"),
        ("The pier at dusk. (c) Jane Roe", "(c) Jane Roe"),
    ],
)
def test_a_credit_in_brackets_is_not_cut_in_two(shown: str, credit: str) -> None:
    figure = f"<figure><img src=a.jpg><figcaption>{shown}</figcaption></figure>"
    assert caption(figure) == ("The pier at dusk.", credit)


def test_an_excerpt_of_a_caption_that_a_button_replaces_is_left_out() -> None:
    told = "The pier opened its gates on Monday, and the first who came were the anglers."
    figure = (
        f"<div class=image><img src=a.jpg><div class=caption><div>{told}<a class=toggle> less</a></div>"
        f"<div>{told[:40]}<a class=toggle> ... more</a></div></div></div>"
    )
    assert caption(figure) == (told, "")


def test_the_title_is_no_part_of_a_caption() -> None:
    figure = f"<figure><img src=a.jpg><figcaption><h2>{TITLE}</h2><p>The pier at dusk</p></figcaption></figure>"
    assert caption(figure) == ("The pier at dusk", "")


def test_the_state_of_a_player_is_no_caption() -> None:
    figure = "<div class=media><img src=a.jpg><div class=text>Video Unavailable</div></div>"
    assert caption(figure) == ("", "")


def test_a_captioned_picture_stays_in_a_part_named_for_advertisements() -> None:
    told = "<figcaption>The anglers were the first who came back to the pier</figcaption>"
    figure = f"<div class=ads-top-after><figure><img src=a.jpg>{told}</figure></div>"
    assert caption(figure)[0].startswith("The anglers")
    assert not names(article("<div class=ads-top-after><figure><img src=a.jpg></figure></div>"))


@pytest.mark.parametrize("name", ["mailto.gif", "toprint.gif", "font_b.gif", "font_s.gif", "btn_print.png"])
def test_icons_of_tools_are_no_pictures(name: str) -> None:
    assert not names(article(f"<div><img src=/images/{name}></div>"))
    assert names(article(f"<div><img src=/images/{name} width=400 height=300></div>")) == [name]


def test_a_drawing_that_only_mentions_a_tool_is_a_picture() -> None:
    assert names(article("<div><img src=/images/mail-coach-at-the-pier.png></div>")) == ["mail-coach-at-the-pier.png"]


def test_the_largest_of_all_sources_is_taken() -> None:
    inner = (
        "<picture><source srcset='/w_640,c_limit/pier.jpg 640w'><source srcset='/w_1600,c_limit/pier.jpg 1600w'>"
        "<img src='/w_120,c_limit/pier.jpg'></picture>"
    )
    (image,) = article(f"<div>{inner}</div>").images
    assert image.src.endswith("/w_1600,c_limit/pier.jpg")
    assert len(image.sources) == 3


def test_the_larger_picture_that_a_thumbnail_links_to_is_taken() -> None:
    (image,) = article("<div><a href=/a/pier.jpg><img src=/a/pier-150x150.jpg></a></div>").images
    assert image.src == "https://tide.example/a/pier.jpg"


def test_the_larger_picture_that_the_page_declares_is_taken() -> None:
    declared = "<meta property=og:image content=https://img.tide.example/a/pier_w1200_r1.jpg>"
    figure = "<figure><img src=https://img.tide.example/a/pier_w250_r1_s.jpg></figure>"
    (image,) = article(figure, before=declared).images
    assert image.src == "https://img.tide.example/a/pier_w1200_r1.jpg"


def test_a_picture_and_its_thumbnail_are_one_picture() -> None:
    small = "<figure><img src=/a/pier-150x150.jpg></figure>"
    large = "<figure><img src=/a/pier.jpg><figcaption>The pier at dusk</figcaption></figure>"
    for inner in (f"{small}<p>{LONG}</p>{large}", f"{large}<p>{LONG}</p>{small}"):
        (image,) = article(inner).images
        assert (image.src, image.caption) == ("https://tide.example/a/pier.jpg", "The pier at dusk")


def test_two_pictures_with_numbered_names_are_two() -> None:
    inner = f"<figure><img src=/a/pier-01.jpg></figure><p>{LONG}</p><figure><img src=/a/pier-02.jpg></figure>"
    assert names(article(inner)) == ["pier-01.jpg", "pier-02.jpg"]


def test_posts_of_a_page_are_all_kept_if_one_is() -> None:
    post = "<blockquote class=twitter-tweet><p>{}</p>&mdash; Ann <a href=https://x.example/1>May 1</a></blockquote>"
    box = "<div class=social-media-embed><div><h3>Post</h3><p>From the net</p>{}</div></div>"
    inner = post.format("The pier is open") + f"<p>{LONG}</p>" + box.format(post.format("I was there first"))
    shown = article(inner).to_markdown()
    assert "The pier is open" in shown
    assert "I was there first" in shown


POST = "<blockquote class=twitter-tweet><p>{}</p>&mdash; Ann <a href=https://x.example/1>May 1</a></blockquote>"


def test_posts_are_no_text_even_if_the_strategy_keeps_some_of_them() -> None:
    long_post = POST.format("I stood at the harbour wall. " * 8)
    found = article(f"{POST.format('The pier is open')}<p>{LONG}</p>{long_post}")
    assert "The pier is open" not in found.text
    assert "I stood at the harbour wall" not in found.text
    shown = found.to_markdown()
    assert "The pier is open" in shown
    assert "I stood at the harbour wall" in shown


def test_a_post_right_below_the_text_is_shown() -> None:
    story = f"<article><h1>{TITLE}</h1><p>{LONG}</p><p>{OTHER}</p>{POST.format('The last word')}</article>"
    found = extract(f"{story}<footer>Imprint</footer>", settings=Settings(strategy="cuter"))
    assert "The last word" in found.to_markdown()
    assert "The last word" not in found.text


def test_a_post_that_a_script_fills_leaves_its_link() -> None:
    empty = "<blockquote class=twitter-tweet><a href=https://x.example/status/7></a></blockquote>"
    found = article(f"{empty}<p>{LONG}</p>")
    (media,) = found.media
    assert media.src == "https://x.example/status/7"
    assert "[▶ Embed x.example](https://x.example/status/7)" in found.to_markdown()
    assert "https://x.example/status/7" in found.to_html()
    assert "a post stood here" in found.to_json()
    assert "x.example" not in found.text


def test_the_trace_and_the_report_say_which_post_is_not_shown() -> None:
    empty = "<blockquote class=twitter-tweet><a href=https://x.example/status/7></a></blockquote>"
    left_out = Step("assemble", "a post stood here that the article does not show: https://x.example/status/7")
    html = f"<article><h1>{TITLE}</h1><p>{OTHER}</p>{empty}<p>{LONG}</p></article>"
    found = extract(html, settings=Settings(strategy="cuter"))
    assert left_out in found.trace
    assert left_out in explain(html, settings=Settings(strategy="cuter")).article.trace
    shown = extract(html.replace("></a>", ">The pier is open</a>"), settings=Settings(strategy="cuter"))
    assert [step for step in shown.trace if step.stage == "assemble"] == []


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Fans in Orchard Park (AP <b class=credit>Photo/Jane Doe)</b>", ("Fans in Orchard Park", "AP Photo/Jane Doe")),
        (f"{TITLE}: A crowd in the rain.", ("A crowd in the rain.", "")),
        (f"{TITLE} A crowd in the rain.", ("A crowd in the rain.", "")),
        (f"{TITLE} without a roof.", (f"{TITLE} without a roof.", "")),
        (
            "<i>A crowd on the pier in the ... <a>more</a></i> <i>A crowd on the pier in the rain. <a>less</a></i>",
            ("A crowd on the pier in the rain.", ""),
        ),
        (
            "A crowd on the pier and A crowd on the pier at dusk.",
            ("A crowd on the pier and A crowd on the pier at dusk.", ""),
        ),
    ],
)
def test_a_caption_is_told_once_without_the_title_and_half_of_a_credit(told: str, expected: tuple[str, str]) -> None:
    assert caption(f"<figure><img src=a.jpg><figcaption>{told}</figcaption></figure>") == expected
