"""Which pictures are the article's, and which text is whose caption."""

from __future__ import annotations

import pytest

from example_site import PAGES, page_bytes
from tamis import extract
from tamis.core.figures import with_figures
from tamis.core.figures.boxes import Figures
from tamis.core.parse import parse
from tamis.core.parse.encodings import decode
from tamis.model import PICTURES, Article, Kind, Page, Role
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
