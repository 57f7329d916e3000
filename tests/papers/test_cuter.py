"""The steps of the paper one by one, on pages small enough to reckon by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from strategies.labelling import document_of
from tamis.core.figures import with_figures
from tamis.core.parse import parse
from tamis.core.parse.links import LinkedText
from tamis.errors import BadSettings
from tamis.model import Page, Role
from tamis.papers.cuter import Cuter

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


def words(count: int, letter: str = "w") -> str:
    """Text of exactly that many characters."""
    return (f"{letter * 4} " * count)[: count - 1] + letter


def labelled(html: str, title: str | None = None, **parameters: Any) -> tuple[Document, Labels]:
    document = document_of(html, title)
    return document, with_figures(document, Cuter(**parameters).label(document))


def kept(html: str, title: str | None = None, **parameters: Any) -> list[str]:
    """List what is kept: text, or the source of a picture."""
    document, labels = labelled(html, title, **parameters)
    shown = []
    for text, leaves, keep in zip(document.texts, document.leaves, labels.kept, strict=True):
        if keep:
            shown.append(text or leaves[0].attr("src"))  # type: ignore[union-attr]
    return shown


def reasons(html: str, title: str | None = None) -> dict[str, str]:
    document, labels = labelled(html, title)
    return dict(zip(document.texts, labels.reasons, strict=True))


LONG, OTHER = words(600), words(600, "v")
MENU = "<ul>" + "<li><a href=/x>Section</a></li>" * 5 + "</ul>"


def test_words_have_the_size_they_say() -> None:
    assert {len(words(size)) for size in (1, 7, 50, 600)} == {1, 7, 50, 600}


# C5: link percentage and text percentage.


def test_the_score_is_the_share_of_the_pages_text() -> None:
    _, labels = labelled(f"<div><p>{words(60)}</p></div><section><p>{words(20)}</p><p>{words(20)}</p></section>")
    assert list(labels.scores) == [0.6, 0.4, 0.4]


def test_text_is_measured_in_bytes() -> None:
    _, labels = labelled(f"<section><p>{'潮' * 20}</p><p>x</p></section><section><p>{words(39)}</p></section>")
    assert labels.scores[-1] == 39 / (60 + 1 + 39)


def test_a_node_goes_from_a_link_percentage_of_one_half() -> None:
    half = f"<section><a href=/x>{words(50)}</a> <b>{words(49, 'v')}</b></section>"
    less = f"<section><a href=/x>{words(50)}</a> <b>{words(60, 'v')}</b></section>"
    _, labels = labelled(f"<article><p>{LONG}</p></article>{half}{less}")
    assert labels.reasons[1] == "50% of the text of its node is links"
    assert "links" not in labels.reasons[2]


def test_what_a_node_of_links_holds_goes_with_it() -> None:
    aside = f"<aside><p>{words(30)}</p><ul><li><a href=/x>{words(90)}</a></li></ul></aside>"
    _, labels = labelled(f"<article><p>{LONG}</p></article>{aside}")
    assert list(labels.kept) == [True, False, False]
    assert list(labels.roles[1:]) == [Role.NAVIGATION, Role.NAVIGATION]
    assert labels.reasons[1] == "75% of the text of its node is links"


def test_the_limit_of_links_can_be_set() -> None:
    page = f"<div><p>{LONG} <a href=/x>{words(300)}</a></p></div><p>{words(500, 'v')}</p>"
    assert len(kept(page, max_lp=0.9, min_tp=0.0)[0]) > 900
    assert kept(page, max_lp=0.2) == [words(500, "v")]


def test_a_page_that_is_more_links_than_text_still_has_its_article() -> None:
    assert kept(f"<nav>{MENU * 60}</nav><main><p>{LONG}</p></main>") == [LONG]


def test_a_node_with_little_text_does_not_count() -> None:
    assert reasons(f"<div><p>{LONG}</p></div><footer>{words(40)}</footer>")[words(40)] == (
        "not in the article's group: its node holds 6.2% of the page's text"
    )


# C6: neighbours and groups.


def test_a_neighbour_with_over_a_third_joins() -> None:
    assert len(kept(f"<section><p>{words(600)}</p></section><section><p>{words(201)}</p></section>")) == 2


def test_a_neighbour_with_a_third_or_less_does_not_join() -> None:
    page = f"<section><p>{words(600)}</p></section><section><p>{words(200)}</p></section>"
    assert kept(page) == [words(600)]


def test_a_neighbour_is_measured_against_the_greatest_node_and_not_the_last_that_joined() -> None:
    sizes = (600, 300, 120)
    page = "".join(f"<section><p>{words(size)}</p></section>" for size in sizes)
    assert kept(page, min_tp=0.0) == [words(600), words(300)]


def test_neighbours_join_on_both_sides() -> None:
    sizes = (250, 600, 250)
    page = "".join(f"<section><p>{words(size)}</p></section>" for size in sizes)
    assert [len(text) for text in kept(page)] == [250, 600, 250]


def test_small_nodes_between_do_not_hinder_neighbours() -> None:
    page = f"<section><p>{LONG}</p></section><div class=note>{words(30)}<hr>x</div><section><p>{OTHER}</p></section>"
    assert kept(page) == [LONG, OTHER]


def test_paragraphs_of_one_element_are_one_node() -> None:
    page = f"<article><p>{words(500)}</p><p>{words(3)}</p><h2>{words(9)}</h2><ul><li>{words(5)}</ul></article>"
    assert [len(text) for text in kept(page)] == [500, 3, 9, 5]


def test_the_first_group_that_is_long_enough_is_the_article_and_comments_stay_out() -> None:
    comments = "".join(f"<section class=comment><p>{words(190, 'c')}</p></section>" for _ in range(5))
    assert kept(f"<article><p>{words(600)}</p></article>{comments}") == [words(600)]


def test_a_first_group_that_is_too_short_is_passed_over() -> None:
    page = f"<section><p>{words(200)}</p></section><section><p>{words(650)}</p></section>"
    assert kept(page, min_tp=0.0, al=0.31) == [words(650)]
    assert kept(page, min_tp=0.0, al=0.3) == [words(200)]


@pytest.mark.parametrize(
    ("sizes", "taken"),
    [
        ((500, 160, 450), (500, 450)),  # 160 is under a third of 500, and 450 over it
        ((100, 300, 101, 120), (300, 101, 120)),  # 100 is no more than a third of 300
    ],
)
def test_growth_looks_beyond_a_neighbour_that_does_not_join(sizes: tuple[int, ...], taken: tuple[int, ...]) -> None:
    assert sizes_kept(sizes) == list(taken)


def sizes_kept(sizes: tuple[int, ...], **parameters: Any) -> list[int]:
    """The sizes of the kept nodes, of a page of boxes with two paragraphs each."""
    page = "".join(f"<div><p>{words(size // 2)}</p><p>{words(size - size // 2)}</p></div>" for size in sizes)
    found = [len(text) for text in kept(page, meaning=0.0, **parameters)]
    return [sum(found[at : at + 2]) for at in range(0, len(found), 2)]


def test_al_chooses_between_groups_that_much_other_text_divides() -> None:
    """The first of 450 begins. 140 and 150 do not join, and are more than its half: 400 is in another group, of 690."""
    sizes = (400, 150, 140, 450, 450)
    assert sizes_kept(sizes) == sizes_kept(sizes, al=690 / 900) == [400, 150, 140]
    assert sizes_kept(sizes, al=0.77) == [450, 450]


def test_a_node_out_of_reach_is_in_another_group() -> None:
    """Seven nodes between, the second section and its paragraph: 9 from the text of the first to that of the second."""
    far = f"<section><p>{words(600)}</p></section>{'<div></div>' * 7}<section><p>{words(500, 'v')}</p></section>"
    assert kept(far, meaning=0.0, reach=9) == [words(600), words(500, "v")]
    assert kept(far, meaning=0.0, reach=8) == [words(600)]


def test_comments_without_a_name_are_a_group_of_their_own_that_al_leaves_out() -> None:
    """Four of 300, each over a third of 600, below a line with a date: 1,200 in all, so that al decides at one half."""

    def comment(letter: str, line: str) -> str:
        return f"<div><div>{line}</div><div><p>{words(150, letter)}</p><p>{words(150, letter)}</p></div></div>"

    story = f"<article><p>{words(300)}</p><p>{words(300)}</p></article>"
    dated = story + "".join(comment(letter, f"{letter}, 3 May") for letter in "abcd")
    assert set("".join(kept(dated, meaning=0.0))) == set("w ")
    assert set("".join(kept(dated, meaning=0.0, al=0.5))) == set("w ")
    assert set("".join(kept(dated, meaning=0.0, al=0.51))) == set("abcd ")
    plain = story + "".join(comment(letter, f"Part {letter}") for letter in "abcd")
    assert set("".join(kept(plain, meaning=0.0))) == set("wabcd ")


@pytest.mark.parametrize(
    ("line", "letters"), [("4 Comments", "w "), ("Leave a reply", "w "), ("More on this", "wabcd ")]
)
def test_a_heading_of_comments_ends_the_article_though_no_class_names_them(line: str, letters: str) -> None:
    comments = "".join(f"<div><p>{words(150, letter)}</p><p>{words(150, letter)}</p></div>" for letter in "abcd")
    page = f"<article><p>{words(300)}</p><p>{words(300)}</p></article><h3>{line}</h3>{comments}"
    assert set("".join(kept(page, names=False, meaning=0.0))) == set(letters)


def test_dated_entries_of_which_one_is_the_greatest_are_one_article() -> None:
    entries = "".join(f"<div><h3>10:{size}</h3><p>{words(size)}</p><p>{words(size)}</p></div>" for size in (30, 20, 40))
    assert len(kept(entries, meaning=0.0)) == 9


@pytest.mark.parametrize("name", ["comments", "onetrust-consent-sdk"])
def test_nodes_named_comments_or_consent_do_not_join(name: str) -> None:
    page = (
        f"<article><p>{words(600)}</p></article><div id={name}><p>{words(300, 'c')}</p><p>{words(200, 'c')}</p></div>"
    )
    assert kept(page) == [words(600)]
    assert len(kept(page, names=False, meaning=0.0)) == 3


# C5: bytes.


def test_links_are_counted_in_bytes_where_scripts_mix() -> None:
    """40 signs of three bytes and 41 linked ones of one, twice: SL 322, SA 82, LP 0.25. By characters it is half."""
    mixed = f"<p>{'海' * 40}<a href=/x>{'a' * 41}</a></p>" * 2
    page = f"<div><p>{'海' * 100}</p><p>{'海' * 100}</p></div><div>{mixed}</div>"
    assert len(kept(page, meaning=0.0)) == 4
    assert len(kept(page, meaning=0.0, max_lp=0.26)) == 4
    assert len(kept(page, meaning=0.0, max_lp=0.25)) == 2


# C7: formatting tags, and the title.


@pytest.mark.parametrize("tag", ["b", "i", "em", "strong"])
def test_formatting_within_lines_weighs_as_paragraphs_do(tag: str) -> None:
    """Two nodes of a size: the second, all in the tag, weighs twice as much as the first."""
    page = f"<section>{words(600)}</section><section><{tag}>{words(600, 'v')}</{tag}></section>"
    assert kept(page, join=1.0, al=0.51) == [words(600, "v")]
    assert kept(page, join=1.0, al=0.5) == [words(600)]
    assert kept(page, join=1.0, al=1.0, formatting=0.0) == [words(600)]


def test_a_text_that_is_half_bold_weighs_three_quarters() -> None:
    half = f"{words(300)}{words(300)}"
    page = f"<section><b>{words(300)}</b>{words(300)}</section><section><p>{words(600, 'v')}</p></section>"
    assert kept(page, join=1.0, al=0.75) == [half]
    assert kept(page, join=1.0, al=0.76) == [words(600, "v")]


def test_text_in_formatting_tags_weighs_more() -> None:
    page = f"<section>{words(590)}</section><section><p>{words(600, 'v')}</p></section>"
    assert kept(page, join=1.0, al=0.9) == [words(600, "v")]
    assert kept(page, join=1.0, al=0.9, formatting=0.0) == [words(590)]


def test_text_before_the_title_weighs_less() -> None:
    page = (
        f"<section><p>{words(590)}</p></section><h1>High tide tonight</h1><section><p>{words(600, 'v')}</p></section>"
    )
    assert kept(page, "High tide tonight", join=1.0, al=0.9) == [words(600, "v")]
    assert kept(page, "High tide tonight", join=1.0, al=0.9, before_title=1.0) == [words(590)]


def test_the_heading_that_is_the_title_is_no_part_of_the_body() -> None:
    page = f"<article><h1>High tide tonight</h1><p>{LONG}</p></article>"
    assert kept(page, "High tide tonight") == [LONG]
    assert reasons(page, "High tide tonight | The Courier")["High tide tonight"] == "the title itself"


def test_a_heading_that_is_not_the_title_stays() -> None:
    page = f"<article><h2>Why the moon matters</h2><p>{LONG}</p></article>"
    assert kept(page, "High tide tonight") == ["Why the moon matters", LONG]


# C8: multimedia.


def test_a_picture_between_paragraphs_is_kept_in_its_place() -> None:
    assert kept(f"<article><p>{LONG}</p><img src=a.png><p>{OTHER}</p></article>") == [LONG, "a.png", OTHER]


def test_a_picture_between_the_title_and_the_text_is_kept() -> None:
    page = f"<article><h1>High tide tonight</h1><figure><img src=a.png></figure><p>{LONG}</p></article>"
    assert kept(page, "High tide tonight") == ["a.png", LONG]


def test_a_caption_comes_with_its_picture() -> None:
    figure = "<figure><img src=a.png><figcaption>The pier</figcaption></figure>"
    document, labels = labelled(f"<article><p>{LONG}</p>{figure}<p>{OTHER}</p></article>")
    assert [text for text, keep in zip(document.texts, labels.kept, strict=True) if keep] == [
        LONG, "", "The pier", OTHER,
    ]  # fmt: skip
    assert labels.roles[2] is Role.CAPTION


def test_a_player_between_paragraphs_is_kept() -> None:
    page = f"<article><p>{LONG}</p><iframe src=https://video.example/embed/1></iframe><p>{OTHER}</p></article>"
    assert kept(page) == [LONG, "https://video.example/embed/1", OTHER]


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        ("<img src=dot.gif width=1 height=1>", "smaller than 50 pixels"),
        ("<img class='share icon' src=i.png>", "named a decoration"),
        ("<img class=author-avatar src=i.png>", "named a decoration"),
        ("<img src=https://ads.example.net/b.png>", "from an advertising server"),
        ("<a href=https://shop.example/ rel=sponsored><img src=b.png></a>", "links to an advertiser"),
        ("<img alt='Advertisement: mattresses' src=b.png>", "named an advertisement"),
        ("<div class='ad-slot'><img src=b.png></div>", "named an advertisement"),
        ("<div id=sponsored><p><img src=b.png></p></div>", "named an advertisement"),
        ("<iframe src=https://tracker.example/x></iframe>", "not a known player"),
        ("<img hidden src=a.png>", "hidden: hidden attribute"),
    ],
)
def test_advertisements_and_decoration_are_not_kept(picture: str, reason: str) -> None:
    _, labels = labelled(f"<article><p>{LONG}</p>{picture}<p>{OTHER}</p></article>")
    assert (list(labels.kept), labels.reasons[1]) == ([True, False, True], reason)


@pytest.mark.parametrize("name", ["shadow-box", "header", "download", "gradient", "reading-list"])
def test_a_name_with_ad_inside_a_word_is_no_advertisement(name: str) -> None:
    page = f"<article><p>{LONG}</p><div class={name}><img src=a.png></div><p>{OTHER}</p></article>"
    assert kept(page) == [LONG, "a.png", OTHER]


def test_a_picture_outside_the_article_is_not_kept() -> None:
    page = (
        f"<header><img src=top.png></header><article><p>{LONG}</p></article><footer><p>x</p><img src=end.png></footer>"
    )
    assert kept(page) == [LONG]


def test_a_box_between_paragraphs_that_is_named_an_advertisement_is_not_kept() -> None:
    page = f"<article><p>{LONG}</p><div class=ad-box><p>Umbrellas</p></div><div><p>{OTHER}</p></div></article>"
    assert kept(page) == [LONG, OTHER]


def test_text_in_an_advertisement_is_not_kept() -> None:
    page = f"<article><p>{LONG}</p></article><div class=advertisement><section><p>{words(400, 'a')}</p></section></div>"
    assert kept(page) == [LONG]


# C4: what each node is.


def test_nodes_are_characterised_by_the_five_classes() -> None:
    page = (
        f"<nav>{MENU}</nav><article><p>{LONG}</p></article><figure><img src=a.png></figure><hr>"
        f"<div class=ad><p>Mattresses for less</p></div>"
    )
    document = parse(Page(f"<body>{page}"))
    roles = dict(zip(document.tags, Cuter().characterize(document), strict=True))
    assert roles["nav"] is Role.NAVIGATION
    assert roles["article"] is Role.TEXT
    assert roles["figure"] is Role.MULTIMEDIA
    assert roles["hr"] is Role.EMPTY
    assert roles["div"] is Role.ADVERTISEMENT


@pytest.mark.parametrize(
    "banner",
    [
        '<div id=x><a href="/c"><img src="https://ad.doubleclick.net/b.gif" width=468></a></div>',
        "<div class=ad><a href=/c><img src=/b.gif width=468></a></div>",
    ],
)
def test_a_banner_without_words_is_an_advertisement(banner: str) -> None:
    document = parse(Page(f"<body><p>{LONG}</p>{banner}<div id=y><img src=/tram.jpg width=468></div>"))
    elements = Cuter().characterize_elements(document)
    roles = [elements[element] for element in document.tree.select("div, div *")]
    assert roles[:3] == [Role.ADVERTISEMENT] * 3
    assert roles[3:] == [Role.MULTIMEDIA] * 2


def test_every_node_is_characterised() -> None:
    document = parse(Page("<main><p>a</p></main>"))
    assert len(Cuter().characterize(document)) == len(document.tags)


# Parameters.


@pytest.mark.parametrize("field", ["max_lp", "min_tp", "join", "al", "formatting", "before_title"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_parameter_out_of_its_range_is_refused(field: str, value: float) -> None:
    with pytest.raises(BadSettings, match=f"{field} must be from 0 to 1"):
        Cuter(**{field: value})  # type: ignore[arg-type]


def test_the_defaults_are_the_papers() -> None:
    assert (Cuter().max_lp, Cuter().join) == (0.5, 1 / 3)


# C10: noise that differs in meaning.

NETS = " ".join(f"Agnes Tolland ties knot number {at} of her net in Whitby harbour." for at in range(14))
MORE = "In Whitby the net hangs in the harbour, and Tolland counts the knots. " * 5
TERMS = "Securities and brokerage services are offered through member firms, and past returns promise nothing. " * 4
PARTS = "".join(f"<div><p>{text}</p><p>{text}</p></div>" for text in (NETS, MORE, TERMS))


def test_a_node_that_differs_in_meaning_goes() -> None:
    assert set(kept(PARTS)) == {NETS, MORE.strip()}
    assert set(kept(PARTS, meaning=0.0)) == {NETS, MORE.strip(), TERMS.strip()}


def test_a_node_that_differs_in_meaning_says_so() -> None:
    _, labels = labelled(PARTS, meaning=0.15)
    assert labels.reasons[4] == "differs in meaning from the rest of the article: likeness 0.00"
    assert labels.roles[4] is Role.OTHER


def test_nodes_of_a_size_are_a_round_up() -> None:
    parts = "".join(f"<div><p>{text}</p><p>{text}</p></div>" for text in (MORE * 2, TERMS * 2))
    assert set(kept(parts, meaning=0.15)) == {(MORE * 2).strip(), (TERMS * 2).strip()}


def test_nodes_above_the_greatest_are_judged_too() -> None:
    above = "".join(f"<div><p>{text}</p><p>{text}</p></div>" for text in (TERMS, NETS))
    assert set(kept(above)) == {NETS}
    assert set(kept(above, meaning=0.0)) == {TERMS.strip(), NETS}


# C4: the character of every element.


def test_every_element_has_a_character() -> None:
    html = (
        f"<nav><a href=/>One</a> <a href=/>Two</a></nav><div class=ad><p>Buy <b>now</b></p><img src=x.png></div>"
        f"<article><p>{words(300)} <b>bold</b> <a href=/x><i>link</i></a> <img src=a.png> <span></span></p>"
        f"<figure><img src=b.png><figcaption>Pier</figcaption></figure><p>{words(200)}</p></article><hr>"
    )
    document = document_of(html)
    roles = Cuter().characterize_elements(document)
    assert [element.tag for element in roles] == [element.tag for element in document.tree.select("*")]
    found = [(element.tag, role.value) for element, role in roles.items()]
    assert found == [
        ("html", "text"), ("head", "empty"), ("body", "text"), ("nav", "navigation"), ("a", "navigation"),
        ("a", "navigation"), ("div", "advertisement"), ("p", "advertisement"), ("b", "advertisement"),
        ("img", "advertisement"), ("article", "text"), ("p", "text"), ("b", "text"), ("a", "navigation"),
        ("i", "navigation"), ("img", "multimedia"), ("span", "empty"), ("figure", "multimedia"), ("img", "multimedia"),
        ("figcaption", "text"), ("p", "text"), ("hr", "empty"),
    ]  # fmt: skip


def test_a_block_in_an_advertisement_has_its_role() -> None:
    _, labels = labelled(f"<article><p>{LONG}</p></article><div class=ad><p>{words(200)}</p></div>")
    assert labels.roles[1] is Role.ADVERTISEMENT


@pytest.mark.parametrize("words", ["The quay in rain", "Größe über Öl"])
def test_an_anchor_without_href_is_no_link(words: str) -> None:
    cells = f"<a name=top>{words * 4}</a> <a href=/x>{words}</a>"
    for html in (f"<p>{cells}</p>", f"<table><tr><th>x<th>y<tr><td>{cells}<td>z</table>"):
        document = document_of(html)
        linked = LinkedText(document)
        found = "".join(linked.of(block) for block in range(len(document)))
        assert found.replace(" ", "") == words.replace(" ", "")
    document = document_of(f"<p>{LONG} <a name=top>{words}</a> <a href=/x>{words}</a></p>")
    classes = Cuter().characterize_elements(document)
    assert [classes[link] for link in document.tree.select("a")] == [Role.TEXT, Role.NAVIGATION]
