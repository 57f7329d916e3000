"""The filters as a strategy: what they label, the article, its pictures. The pages they give are in tests/filtering."""

from __future__ import annotations

from typing import Any

import pytest

from strategies.labelling import characters, kept, labelled, reason
from tamis.errors import BadSettings
from tamis.model import Role
from tamis.papers.filters import AdHosts, Filters, entries_of
from tamis.settings.options import from_mapping, options_of

STORY = f"<article><p>{characters(300)}</p><p>{characters(300, 'v')}</p></article>"


# D7: the article.


@pytest.mark.parametrize(
    "paragraphs",
    [
        f"<p>{characters(300)}</p><p>{characters(250, 'v')}</p>",
        f"<div>{characters(300)}</div><div>{characters(250, 'v')}</div>",
        f"{characters(300)}<br><br>{characters(250, 'v')}",
        f"<div><div><p>{characters(300)}</p></div></div><div><span>{characters(250, 'v')}</span></div>",
    ],
    ids=["p", "div", "br", "boxes around single paragraphs"],
)
def test_paragraphs_come_in_several_forms(paragraphs: str) -> None:
    before, after = "<header><p>Weather</p><p>Rain</p></header>", "<footer><p>Us</p><p>Them</p></footer>"
    page = f"{before}<section>{paragraphs}</section>{after}"
    assert kept(Filters(), page) == [characters(300), characters(250, "v")]


COMMENTS = "<div id=two>" + f"<p>{characters(280, 'c')}</p>" * 3 + "</div>"


@pytest.mark.parametrize(
    "article",
    [
        f"{characters(270)}<br>{characters(270)}<br>{characters(270)}",
        f"<p>{characters(700)}</p>",
        characters(700),
        f"<h2>Ebb</h2>{characters(270)}<br>{characters(270)}",
    ],
    ids=["line breaks", "one p", "one div", "a heading and line breaks"],
)
@pytest.mark.parametrize("frame", ["{}", "<div id=page>{}</div>"], ids=["body", "a box around all"])
def test_one_paragraph_and_text_with_line_breaks_are_articles(article: str, frame: str) -> None:
    page = frame.format(f"<div id=one>{article}</div>{COMMENTS}")
    assert "c" not in "".join(kept(Filters(), page))
    assert characters(270)[:200] in "".join(kept(Filters(), page))


@pytest.mark.parametrize("form", ["<p>{}</p>", "{}", "{}<br>{}"], ids=["p", "div", "br"])
@pytest.mark.parametrize("frame", ["{}", "<div id=page>{}</div>"], ids=["body", "a box around all"])
@pytest.mark.parametrize(
    "comments", [COMMENTS, f"<div><p>{characters(90, 'c')}</p></div>" * 12], ids=["in one box", "in a box each"]
)
def test_of_two_boxes_with_a_paragraph_each_the_first_is_the_article(form: str, frame: str, comments: str) -> None:
    """540 and 1,500 characters in each box: both are over 500, so that the paper takes the first."""

    def box(letter: str, size: int) -> str:
        return f"<div>{form.format(*[characters(size // form.count('{}'), letter)] * form.count('{}'))}</div>"

    page = frame.format(f"{box('w', 540)}{box('o', 1500)}{comments}")
    assert set("".join(kept(Filters(), page))) <= set("w \n")
    assert sum(map(len, kept(Filters(), page))) >= 540


def test_of_two_texts_with_line_breaks_the_first_is_the_article_also_without_comments() -> None:
    page = "".join(f"<div>{characters(300, letter)}<br>{characters(300, letter)}</div>" for letter in "wo")
    assert kept(Filters(), page) == [f"{characters(300)}\n{characters(300)}"]


def test_boxes_with_a_paragraph_each_stay_together_where_none_is_enough() -> None:
    boxes = "".join(f"<div><p>{characters(200, letter)}</p></div>" for letter in "wvu")
    assert len(kept(Filters(), boxes + f"<div><p>{characters(90, 'c')}</p><p>{characters(90, 'c')}</p></div>")) == 5


def test_paragraphs_of_the_page_itself_are_one_article() -> None:
    page = f"<p>{characters(600)}</p><p>{characters(600, 'v')}</p>{COMMENTS}"
    assert len(kept(Filters(), page)) == 5


def test_a_cell_is_a_subtree_of_its_own() -> None:
    row = f"<tr><td>{characters(300)}<br>{characters(300)}</td><td>Side bar</td></tr>"
    assert kept(Filters(), f"<table>{row}</table>{COMMENTS}") == [f"{characters(300)}\n{characters(300)}"]


def test_a_first_paragraph_in_a_box_is_not_taken_for_the_article_of_a_part_of_the_page() -> None:
    rest = f"<section><p>{characters(90, 'v')}</p><p>{characters(80, 'v')}</p></section>"
    page = f"<main><div><p>{characters(600)}</p></div>{rest}</main><footer><p>Us</p><p>Them</p></footer>"
    assert len(kept(Filters(), page)) == 3


def test_an_article_goes_on_in_boxes_of_the_same_class_beside_it() -> None:
    """As the wind-farm story of the example site does, with advertisements between."""

    def part(letter: str, names: str = "story part") -> str:
        return f"<div class='{names}'><p>{characters(300, letter)}</p><p>{characters(250, letter)}</p></div>"

    between = "<div class=note><p>Read also</p><p>this</p></div>"
    page = f"<main>{part('w')}{between}{part('v', 'story last')}{part('c', 'comments')}</main>"
    texts = "".join(kept(Filters(), page))
    assert ("w" in texts, "v" in texts, "c" in texts, "Read" in texts) == (True, True, False, False)


def test_the_first_subtree_with_enough_text_is_the_article_and_not_the_largest() -> None:
    comments = f"<section><p>{characters(900, 'c')}</p><p>{characters(900, 'd')}</p></section>"
    assert kept(Filters(), STORY + comments) == [characters(300), characters(300, "v")]
    assert kept(Filters(article_characters=601), STORY + comments) == [characters(900, "c"), characters(900, "d")]


def test_what_else_stands_in_the_article_is_kept() -> None:
    page = f"<article><h2>Ebb</h2><p>{characters(600)}</p><ul><li>One</li><li>Two</li></ul></article>"
    assert kept(Filters(), page) == ["Ebb", characters(600), "One", "Two"]


def test_without_an_article_what_the_filters_leave_is_kept() -> None:
    """D12."""
    menu = "<nav><a href=/a>Home</a> <a href=/b>About</a></nav>"
    assert kept(Filters(), f"{menu}<p>{characters(60)}</p><p>{characters(50, 'v')}</p>") == [
        characters(60), characters(50, "v"),
    ]  # fmt: skip


def test_the_article_need_not_be_looked_for() -> None:
    assert kept(Filters(article=False), f"<p>Weather: rain</p>{STORY}")[0] == "Weather: rain"


def test_text_that_a_filter_takes_out_does_not_count_for_the_article() -> None:
    advertisement = f"<div class=advert><p>{characters(300, 'a')}</p><p>{characters(300, 'b')}</p></div>"
    page = advertisement + STORY + f"<p>{characters(700, 'x')}</p>"
    assert kept(Filters(), page)[0] == characters(300)


# D8: pictures.


def test_a_picture_with_a_caption_is_kept_with_it() -> None:
    figure = "<figure><div><img src=a.png></div><figcaption>The pier</figcaption></figure>"
    page = f"<article><p>{characters(300)}</p>{figure}<p>{characters(300, 'v')}</p></article>"
    assert kept(Filters(related_images=False), page) == [
        characters(300), "a.png", "The pier", characters(300, "v"),
    ]  # fmt: skip


def test_the_caption_is_the_other_text_of_the_first_block_around_a_picture() -> None:
    box = "<div><img src=a.png> The pier at ebb</div>"
    page = f"<article><p>{characters(300)}</p>{box}<p>{characters(300, 'v')}</p></article>"
    assert "a.png" in kept(Filters(related_images=False), page)


def test_a_caption_has_to_speak_of_what_the_article_speaks_of() -> None:
    """D9."""

    def page(caption: str) -> str:
        text = "Mayor Petronella Vance opened the new pier at Harrow on Monday, and the ferry sailed. " * 8
        figure = f"<figure><img src=a.png><figcaption>{caption}</figcaption></figure>"
        return f"<article><p>{text}</p>{figure}<p>x</p></article>"

    assert "a.png" in kept(Filters(), page("Petronella Vance on the pier at Harrow"))
    other = page("Gullwing mattresses, forty percent off this week only")
    assert "a.png" not in kept(Filters(), other)
    assert "a.png" in kept(Filters(related_images=False), other)
    _, labels = labelled(Filters(), other)
    assert labels.reasons[1].startswith("a picture whose caption speaks of other things than the article")


VANCE = "Mayor Petronella Vance opened the new pier at Harrow on Monday, and the ferry sailed. "
BEDS = "Gullwing mattresses, forty percent off this week only"


@pytest.mark.parametrize(
    "box",
    [
        "<table><tr><td><img src=a.png><br>{}</td></tr></table>",
        "<div><img src=a.png><p>{}</p></div>",
        "<p><img src=a.png>{}</p>",
        "<div><img src=a.png>{}</div>",
        "<div><p>{}</p><img src=a.png></div>",
    ],
)
def test_a_caption_without_markup_does_not_vouch_for_itself(box: str) -> None:
    """D9: it is compared with the article's other text."""

    def page(caption: str) -> str:
        return f"<article><p>{VANCE * 4}</p>{box.format(caption)}<p>{VANCE * 4}</p></article>"

    assert "a.png" in kept(Filters(), page("Petronella Vance on the pier at Harrow"))
    assert "a.png" not in kept(Filters(), page(BEDS))
    assert "a.png" in kept(Filters(related_images=False), page(BEDS))


def test_captions_do_not_vouch_for_each_other() -> None:
    boxes = f"<div><img src=a.png><p>{BEDS}</p></div><div><img src=b.png><p>{BEDS}</p></div>"
    texts = kept(Filters(), f"<article><p>{VANCE * 4}</p>{boxes}<p>{VANCE * 4}</p></article>")
    assert "a.png" not in texts
    assert "b.png" not in texts


def test_where_all_text_stands_beside_pictures_each_is_compared_with_the_others() -> None:
    text = "Petronella Vance and the pier at Harrow, number {}, with the ferry and the fleet behind it at noon. "
    boxes = "".join(f"<p><img src={at}.png>{text.format(at) * 3}</p>" for at in range(4))
    texts = kept(Filters(), f"<article>{boxes}<p><img src=ad.png>{BEDS}</p></article>")
    assert [name for name in texts if name.endswith(".png")] == ["0.png", "1.png", "2.png", "3.png"]


def test_a_big_text_beside_a_picture_is_compared_by_the_cosine() -> None:
    """More than 400 characters are no caption: their names and words are counted."""
    own = VANCE * 6
    other = (
        "Gullwing sells mattresses in Lisbon, and Gullwing delivers beds to every door in Portugal for nothing. " * 5
    )
    story = f"<p>{VANCE * 4}</p><p>{VANCE * 4}</p>"

    def picture(text: str) -> str:
        page = f"<article>{story}<div><img src=a.png><p>{text}</p></div></article>"
        _, labels = labelled(Filters(), page)
        return labels.reasons[2]

    assert picture(own) == "a picture whose caption speaks of what the article speaks of: cosine 1.00"
    assert picture(other) == "a picture whose caption speaks of other things than the article: cosine 0.00"


def test_a_caption_without_markup_has_its_role_if_asked() -> None:
    text = "Mayor Petronella Vance opened the new pier at Harrow on Monday, and the ferry sailed. " * 8
    page = f"<article><p>{text}</p><div><img src=a.png><p>Vance on the pier</p></div><p>x</p></article>"
    document, labels = labelled(Filters(), page)
    at = list(document.texts).index("Vance on the pier")
    assert labels.roles[at] is Role.TEXT
    _, labels = labelled(Filters(captions=True), page)
    assert (labels.kept[at], labels.roles[at]) == (True, Role.CAPTION)
    assert labels.reasons[at].startswith("beside a picture, and names what the article names")


def test_a_caption_without_markup_that_a_filter_takes_out_stays_out() -> None:
    text = "Mayor Petronella Vance opened the new pier at Harrow on Monday, and the ferry sailed. " * 8
    box = "<div><img src=a.png><div class=advert><p>Vance on the pier</p></div></div>"
    page = f"<article><p>{text}</p>{box}<p>x</p></article>"
    assert "Vance on the pier" not in kept(Filters(captions=True, captioned_images=False), page)


def test_a_picture_without_a_caption_is_not_kept() -> None:
    for picture in ("<img src=a.png>", "<div><img src=a.png></div>", "<figure><img src=a.png></figure>"):
        page = f"<article><p>{characters(300)}</p>{picture}<p>{characters(300, 'v')}</p></article>"
        assert kept(Filters(), page) == [characters(300), characters(300, "v")]
        assert "a.png" in kept(Filters(captioned_images=False), page)
        _, labels = labelled(Filters(), page)
        assert labels.reasons[1] == "a picture without a caption"


def test_a_picture_that_a_filter_takes_out_is_not_kept_with_its_caption() -> None:
    figure = "<figure><img src=https://ads.example.com/a.png><figcaption>The pier</figcaption></figure>"
    page = f"<article><p>{characters(300)}</p>{figure}<p>{characters(300, 'v')}</p></article>"
    assert kept(Filters(), page) == [characters(300), characters(300, "v")]
    document, labels = labelled(Filters(), page)
    assert labels.roles[1] is Role.ADVERTISEMENT
    assert labels.reasons[1].startswith("an advertisement: https://ads.example.com/a.png")
    assert len(document) == 4


# Labels.


@pytest.mark.parametrize(
    ("clutter", "role", "why"),
    [
        ("<aside class=sponsored>Buy a bed</aside>", Role.ADVERTISEMENT, "named an advertisement"),
        ("<p><a href=https://ads.example.com/x>Buy a bed</a></p>", Role.ADVERTISEMENT, "an advertisement: https://ads"),
        ("<ul><li>Buy a bed</li><li><a href=/a>x</a><a href=/b>y</a></li></ul>", Role.NAVIGATION, "a list of links: 2"),
        ("<div class=cookie-note>Buy a bed</div>", Role.PROMPT, "a box that asks for consent"),
    ],
)
def test_what_a_filter_takes_out_says_which(clutter: str, role: Role, why: str) -> None:
    document, labels = labelled(Filters(), STORY + clutter)
    at = list(document.texts).index("Buy a bed")
    assert not labels.kept[at]
    assert labels.roles[at] is role
    assert labels.reasons[at].startswith(why)


@pytest.mark.parametrize("name", ["component_1ad269af0d", "shadow-box", "download", "b8ad", "c4ads7f"])
def test_letters_in_a_number_are_no_name(name: str) -> None:
    box = f"<div id={name}>Buy a bed</div>"
    assert "Buy a bed" in kept(Filters(article=False), STORY + box)


@pytest.mark.parametrize("name", ["ad1", "ad_2", "top-ad", "ads300", "dfp-ad-300x250"])
def test_a_number_after_a_name_does_not_hide_it(name: str) -> None:
    box = f"<div id={name}>Buy a bed</div>"
    assert "Buy a bed" not in kept(Filters(article=False), STORY + box)


def test_a_paragraph_stays_when_only_a_part_of_it_goes() -> None:
    page = f"<article><p>{characters(500)} <a href=/x>more</a></p><p><a href=/y>all</a></p></article>"
    texts = kept(Filters(remove_text_links=True, remove_link_lists=False), page)
    assert texts == [f"{characters(500)} more"]


def test_the_title_is_left_to_the_metadata() -> None:
    page = f"<article><h1>High tide tonight</h1><p>{characters(600)}</p></article>"
    assert kept(Filters(), page, "High tide tonight") == [characters(600)]


def test_outside_of_the_article_is_a_reason() -> None:
    assert reason(Filters(), f"<p>Rain</p>{STORY}", "Rain") == "outside of the article"


# D3: the list of ad servers.


@pytest.mark.parametrize(
    ("url", "is_ad"),
    [
        ("https://ad.doubleclick.net/x", True),
        ("https://doubleclick.net:443/x", True),
        ("//DoubleClick.NET./x", True),
        ("https://user@doubleclick.net/x", True),
        ("https://ads.paper.example/x", True),
        ("https://notdoubleclick.net/x", False),
        ("https://doubleclick.net.evil.example/x", False),
        ("https://paper.example/?to=doubleclick.net", False),
        ("https://paper.example/doubleclick.net", False),
        ("https://www.ad.nl/nieuws", False),
        ("https://uploads.paper.example/x", False),
        ("https://www.facebook.com/tr?id=1", True),
        ("https://www.facebook.com/tr/", True),
        ("https://www.facebook.com/travel.agency", False),
        ("https://www.facebook.com/plugins/post.php", False),
        ("/ads/banner.png", False),
        ("mailto:ads@doubleclick.net", False),
        ("https://[::1]/x", False),
    ],
)
def test_an_ad_server_is_known_by_its_host(url: str, is_ad: bool) -> None:
    assert AdHosts.own().matches(url, None, "a") is is_ad


def test_a_list_of_many_thousand_hosts_finds_each() -> None:
    hosts = AdHosts(f"server{number}.example" for number in range(50_000))
    assert hosts.matches("https://a.b.c.server49999.example/x", None, "img")
    assert not hosts.matches("https://server50000.example/x", None, "img")
    assert len(hosts) == 50_000


def test_lists_can_be_extended_and_compared() -> None:
    one = AdHosts(["bad.example"]).with_entries(["worse.example/banner"])
    assert one == AdHosts(["worse.example/banner", "BAD.example "])
    assert hash(one) == hash(AdHosts(["worse.example/banner", "bad.example"]))
    assert one.matches("https://x.worse.example/banner/1.png", None, "img")
    assert not one.matches("https://x.worse.example/story", None, "a")


def test_files_may_be_lists_of_hosts_hosts_files_or_host_rules() -> None:
    lines = """
        # a comment
        ! another
        [Adblock Plus 2.0]
        bad.example
        0.0.0.0 worse.example   # with a comment
        ||worst.example^
        ||third.example^$third-party
        https://url.example/path
        ads.*
        ##.banner
        /regular[expression]/
    """.splitlines()
    assert entries_of(lines) == [
        "bad.example", "worse.example", "worst.example", "third.example", "url.example/path", "ads.*",
    ]  # fmt: skip


# Settings.


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"link_ratio": -1.0}, "link_ratio must be at least 0"),
        ({"min_links": -1}, "min_links must be at least 0"),
        ({"word_length": 0.0}, "word_length must be over 0"),
        ({"word_length": float("nan")}, "word_length must be over 0"),
        ({"substance": ("img[src]",)}, "substance must be a list of tags"),
        ({"ad_list": "ads.txt"}, "ad_list must be an AdHosts or the like, not str"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        Filters(**parameters)


def test_settings_come_from_plain_values() -> None:
    values: dict[str, object] = {"remove_forms": True, "link_ratio": 1, "substance": ["img"], "min_links": 4}
    assert from_mapping(Filters, values) == Filters(remove_forms=True, link_ratio=1, substance=("img",), min_links=4)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"remove_form": True}, r"has no setting 'remove_form'; did you mean 'remove_forms'\? Choose from remove_adv"),
        ({"remove_forms": 1}, "remove_forms must be true or false, not 1"),
        ({"min_links": True}, "min_links must be a whole number, not True"),
        ({"min_links": 1.5}, "min_links must be a whole number"),
        ({"substance": 1}, "substance must be a list of texts"),
        ({"ad_list": "x"}, "the strategy filters has no setting 'ad_list'"),
    ],
)
def test_plain_values_that_do_not_fit_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        from_mapping(Filters, values)


def test_every_switch_says_what_it_does() -> None:
    assert [one.name for one in options_of(Filters) if not one.help] == []
