"""Pictures and players: the best source, the right caption, each once."""

from __future__ import annotations

import pytest

from tamis.model import Image, Kind, Media

from .putting_together import blocks

AT = "https://tide.example/news/"
GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


def images(html: str) -> list[Image]:
    return [block.image for block in blocks(html) if block.image is not None]


def source(html: str) -> str:
    (image,) = images(html)
    return image.src


@pytest.mark.parametrize(
    ("html", "src"),
    [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src='a.jpg' srcset='s.jpg 320w, l.jpg 1280w, m.jpg 640w'>", "l.jpg"),
        ("<img src=a.jpg srcset='one.jpg, two.jpg 2x'>", "two.jpg"),
        ("<img srcset='/w,1,h,2/a.jpg 1x, /w,2,h,4/a.jpg 2x'>", "https://tide.example/w,2,h,4/a.jpg"),
        (f"<img src='{GIF}' data-src=real.jpg>", "real.jpg"),
        ("<img src=placeholder.png data-original=real.jpg>", "real.jpg"),
        ("<img src=/img/spacer.gif data-lazy-src=real.jpg>", "real.jpg"),
        (f"<img src='{GIF}' data-srcset='s.jpg 300w, l.jpg 900w'>", "l.jpg"),
        ("<picture><source srcset='l.webp 900w, s.webp 300w'><img src=a.jpg></picture>", "l.webp"),
        ("<amp-img src=a.jpg></amp-img>", "a.jpg"),
        ("<img src=' a b.jpg '>", "a%20b.jpg"),
        ("<img src=//cdn.example/a.jpg>", "https://cdn.example/a.jpg"),
    ],
)
def test_a_picture_has_the_best_of_its_sources(html: str, src: str) -> None:
    assert source(html) == (src if src.startswith("http") else AT + src)


@pytest.mark.parametrize(
    "html",
    [
        f"<img src='{GIF}'>",
        "<img src='data:image/svg+xml,<svg/>'>",
        "<img src='data:image/png;base64,AAAA'>",
        "<img src=blank.gif>",
        "<img src=/i/1x1.png>",
        "<img src='javascript:alert(1)'>",
        "<img>",
        "<img src=''>",
    ],
)
def test_a_picture_without_a_source_that_can_be_shown_is_left_out(html: str) -> None:
    assert images(f"<p>text {html}</p>") == []


@pytest.mark.parametrize(
    "name", ["blank", "Spacer", "placeholder", "TRANSPARENT", "1x1", "pixel", "lazy", "loading", "grey"]
)
def test_a_file_named_for_what_stands_in_for_pictures_is_none(name: str) -> None:
    assert blocks(f"<p>x</p><img src=/themes/{name}.png>")[1:] == ()
    assert len(blocks(f"<p>x</p><img src=/themes/x{name}x.png>")[1:]) == 1


def test_the_twin_in_noscript_is_the_same_picture() -> None:
    page = f"<figure><img src='{GIF}' data-src=a.jpg><noscript><img src=a.jpg></noscript></figure>"
    assert source(page) == f"{AT}a.jpg"


def test_a_picture_that_is_only_in_noscript_is_kept() -> None:
    assert source(f"<p><img src='{GIF}'><noscript><img src=a.jpg></noscript></p>") == f"{AT}a.jpg"


def test_pictures_with_the_same_words_are_two_pictures() -> None:
    assert len(images("<img src=a.jpg alt=Photo><img src=b.jpg alt=Photo>")) == 2


def test_alternative_text_and_size_come_along() -> None:
    (image,) = images("<img src=a.jpg alt=' The \n pier ' width=640 height='480px'>")
    assert (image.src, image.alt, image.width, image.height) == (f"{AT}a.jpg", "The pier", 640, 480)


def test_all_sources_of_a_picture_come_along_the_best_first() -> None:
    page = "<picture><source srcset='l.webp 900w, s.webp 300w'><img src=a.jpg></picture>"
    assert images(page)[0].sources == (f"{AT}l.webp", f"{AT}a.jpg", f"{AT}s.webp")


@pytest.mark.parametrize(
    "caption",
    [
        "The pier at dusk. <span class=credit>Photo: Jane Doe/AFP</span>",
        "<p class=image__caption>The pier at dusk.</p><p class=image__caption-credit>© Jane Doe/AFP</p>",
        "The pier at dusk. (Jane Doe/AFP)",
        "The pier at dusk. Photo: Jane Doe/AFP",
        "The pier at dusk. <small class=photographer>Jane Doe</small>/AFP",
    ],
)
def test_the_credit_is_apart_from_the_caption(caption: str) -> None:
    (image,) = images(f"<figure><img src=a.jpg><figcaption>{caption}</figcaption></figure>")
    assert (image.caption, image.credit) == ("The pier at dusk.", "Jane Doe/AFP")


def test_a_credit_alone_is_no_caption() -> None:
    (image,) = images("<figure><img src=a.jpg><figcaption>Foto: Jane Doe</figcaption></figure>")
    assert (image.caption, image.credit) == ("", "Jane Doe")


def test_a_caption_that_the_first_copy_of_a_picture_lacks_is_that_of_the_second() -> None:
    (image,) = images("<img src=a.jpg><p>x</p><figure><img src=a.jpg><figcaption>The pier</figcaption></figure>")
    assert image.caption == "The pier"


@pytest.mark.parametrize("width", ["100%", "auto", "-5", "9999999999", "½", ""])
def test_a_size_that_is_no_number_of_pixels_is_none(width: str) -> None:
    assert images(f"<img src=a.jpg width='{width}'>")[0].width is None


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=a.jpg><figcaption>The <b>pier</b></figcaption></figure>",
        "<figure><figcaption>The pier</figcaption><div><a href=x><img src=a.jpg></a></div></figure>",
    ],
)
def test_a_caption_is_with_its_picture_and_no_block_of_its_own(figure: str) -> None:
    (block,) = blocks(figure)
    assert block.kind is Kind.IMAGE
    assert block.image is not None
    assert block.image.caption == "The pier"


def test_a_figure_of_two_pictures_has_its_caption_once() -> None:
    page = "<figure><img src=a.jpg><img src=b.jpg><figcaption>Pier</figcaption></figure>"
    assert [image.caption for image in images(page)] == ["Pier", ""]


def test_the_caption_of_a_figure_without_a_picture_stays_a_caption() -> None:
    assert [(block.kind, block.text) for block in blocks("<figure><figcaption>Chart</figcaption></figure>")] == [
        (Kind.CAPTION, "Chart")
    ]


def test_a_hidden_caption_is_no_caption() -> None:
    page = "<figure><img src=a.jpg><figcaption hidden>secret</figcaption></figure>"
    assert [image.caption for image in images(page)] == [""]


def test_pictures_off_leaves_the_text() -> None:
    page = "<p>a <img src=a.jpg> b</p><video src=v.mp4></video>"
    assert [block.text for block in blocks(page, images=False)] == ["a b"]


@pytest.mark.parametrize(
    ("html", "media"),
    [
        (
            "<video src=v.mp4 poster=p.jpg title='The tide'></video>",
            Media("video", AT + "v.mp4", "The tide", AT + "p.jpg"),
        ),
        ("<video><source src=v.webm></video>", Media("video", AT + "v.webm")),
        ("<audio controls src=a.mp3>old browser</audio>", Media("audio", AT + "a.mp3")),
        ("<iframe src=https://player.example/embed/1></iframe>", Media("embed", "https://player.example/embed/1")),
        ("<iframe data-src=https://player.example/2></iframe>", Media("embed", "https://player.example/2")),
        ("<object data=f.swf></object>", Media("embed", AT + "f.swf")),
    ],
)
def test_a_player_has_its_type_and_source(html: str, media: Media) -> None:
    assert [block.media for block in blocks(html)] == [media]


@pytest.mark.parametrize("src", ["about:blank", "javascript:x", "", "data:text/html,x"])
def test_a_player_without_a_source_is_left_out(src: str) -> None:
    assert blocks(f"<iframe src='{src}'></iframe>") == ()


def test_the_same_player_twice_is_one() -> None:
    assert len(blocks("<video src=v.mp4></video><video src=v.mp4></video>")) == 1
