"""Pictures and captions by where they are drawn: the rules of Article Clipper, section 2.4."""

from __future__ import annotations

import re

import tamis
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page, Style

PROSE = "The ferry left at noon, and the harbor was quiet again until the evening boat came in. "
_PLACED = re.compile(r"@(\d+),(\d+),(\d+),(\d+)(?:/(\d+))?(#)?")


def drawn(html: str) -> Page:
    """A page whose elements are drawn at ``@left,top,width,height/font``, in a frame with ``#``."""
    boxes: dict[int, Box] = {}
    styles: dict[int, Style] = {}

    def number(match: re.Match[str]) -> str:
        at = len(boxes)
        boxes[at] = Box(*map(float, match.groups()[:4]))
        styles[at] = Style(float(match[5] or 16), borders=4 if match[6] else 0)
        return f'{LAYOUT_ATTRIBUTE}="{at}"'

    body = "".join(f"<p @100,{top},600,90>{PROSE * 2}</p>" for top in (100, 200))
    last = f"<p @100,900,600,90>{PROSE * 2}</p>"
    page = _PLACED.sub(number, f"<title>Tides</title><h1 @100,20,600,40/32>Tides</h1>{body}{html}{last}")
    return Page(page, "https://example.org/", layout=Layout(boxes, styles=styles, width=1000, height=1000))


def pictures(html: str) -> dict[str, str]:
    """The file of each picture of the article, with its caption."""
    article = tamis.extract(drawn(html), settings=tamis.Settings(strategy="all"))
    return {image.src.rpartition("/")[2]: image.caption for image in article.images}


def image(place: str, name: str = "a.jpg") -> str:
    return f"<img src=/{name} {place}>"


def test_small_pictures_are_left_out() -> None:
    found = pictures(image("@100,300,49,300", "thin.jpg") + image("@200,300,50,50", "enough.jpg"))
    assert list(found) == ["enough.jpg"]


def test_a_picture_beside_the_article_is_left_out() -> None:
    assert list(pictures(image("@720,300,200,200", "side.jpg") + image("@100,300,200,200"))) == ["a.jpg"]


def test_a_picture_below_or_above_the_word_advertisement_is_left_out() -> None:
    above = f"<div><p @100,300,100,15/11>Advertisement</p>{image('@100,320,300,200', 'ad.jpg')}</div>"
    below = f"<div>{image('@100,320,300,200', 'ad.jpg')}<p @100,525,100,15/11>Anzeige</p></div>"
    far = f"<p @100,290,100,15/11>Advertisement</p>{image('@100,420,300,200', 'far.jpg')}"
    assert pictures(above) == {}
    assert pictures(below) == {}
    assert list(pictures(far)) == ["far.jpg"]


def test_a_label_between_two_pictures_is_of_the_nearer_one() -> None:
    first, second = image("@100,320,300,200", "photo.jpg"), image("@100,555,300,100", "ad.jpg")
    assert list(pictures(f"{first}<p @100,535,100,15/11>Advertisement</p>{second}")) == ["photo.jpg"]


def test_a_caption_is_below_its_picture_within_two_lines() -> None:
    picture = image("@100,320,300,200")
    assert pictures(f"{picture}<div @100,524,300,20/12>The pier at dusk</div>") == {"a.jpg": "The pier at dusk"}
    assert pictures(f"{picture}<div @100,580,300,20/12>The pier at dusk</div>") == {"a.jpg": ""}
    assert pictures(f"{picture}<div @450,524,200,20/12>The pier at dusk</div>") == {"a.jpg": ""}


def test_a_rule_between_separates_them() -> None:
    page = f"{image('@100,320,300,200')}<hr @100,522,300,2><div @100,530,300,20/12>The pier at dusk</div>"
    assert pictures(page) == {"a.jpg": ""}


def test_text_in_the_font_of_the_article_is_no_caption() -> None:
    page = f"{image('@100,320,300,200')}<p @100,524,300,40/16>{PROSE}</p>"
    assert pictures(page) == {"a.jpg": ""}


def test_a_text_that_is_all_link_is_no_caption() -> None:
    page = f"{image('@100,320,300,200')}<div @100,524,300,20/12><a href=/x>More of the pier at dusk</a></div>"
    assert pictures(page) == {"a.jpg": ""}


def test_a_caption_may_be_to_the_right() -> None:
    page = f"{image('@100,320,300,200')}<div @410,330,200,60/12>The pier at dusk</div>"
    assert pictures(page) == {"a.jpg": "The pier at dusk"}


def test_a_frame_comes_first() -> None:
    page = (
        f"<div @90,310,320,300#>{image('@100,320,300,200')}<div><p @100,530,300,20/12>Below</p></div></div>"
        "<div @420,330,200,60/12>Beside</div>"
    )
    assert pictures(page) == {"a.jpg": "Below"}


def test_a_caption_is_not_in_the_text() -> None:
    page = drawn(f"{image('@100,320,300,200')}<div @100,524,300,20/12>The pier at dusk</div>")
    article = tamis.extract(page, settings=tamis.Settings(strategy="all"))
    assert "dusk" not in article.text
    assert tamis.extract(page).text == tamis.extract(page).complete().text


def test_a_page_that_was_not_drawn_is_as_before() -> None:
    page = drawn(image("@100,320,40,40"))
    plain = tamis.extract(Page(page.html, page.url), settings=tamis.Settings(strategy="all"))
    assert len(plain.images) == 1
