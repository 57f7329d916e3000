"""The styles written in a page tell what it hides: a small cascade of style elements and attributes."""

from __future__ import annotations

import pytest

from tamis.core.parse import Hiding, parse, style_cascade
from tamis.core.parse.colors import Color, are_alike, read_color
from tamis.core.parse.style_sheets import rules_of
from tamis.model import Page


def hiding(body: str, css: str = "") -> list[Hiding | None]:
    document = parse(Page(f"<style>{css}</style>{body}"), reads_styles=True)
    return list(document.hidden)


def hides(css: str, body: str = "<p id=a class='b c'>Words</p>") -> Hiding | None:
    (found,) = hiding(body, css)
    return found


@pytest.mark.parametrize(
    "css",
    [
        "p {display: none}",
        ".b{display:none}",
        "#a{display:none!important}",
        "body > p.c{DISPLAY:NONE}",
        "h1, p {display:none}",
        "p[class~=b] {display:none}",
        "p{display/**/:none}",
        "@import 'x.css'; p{display:none}",
        "@media screen{p{display:none}}",
        "@supports (display: grid){p{display:none}}",
        "i{content:'}'} p{display:none}",
        "p{disp\\6c ay:none}",
        "p{display:block} .b{display:none}",
        "#a{display:none} p.b{display:block}",
        "p{display:none!important} #a{display:block}",
        "@layer base{@supports (display:grid){p{display:none}}}",
        "@media not print{@media (width >= 300px) and (max-width:4000px){p{display:none}}}",
        "@media(prefers-color-scheme:light),print{p{display:none}}",
        "@media screen and (300px < width < 3000px) and (orientation: landscape){p{display:none}}",
        "@media (hover:hover) or (min-width:9000px){p{display:none}}",
        "@supports not ((display:nonsense) or (display:gibberish)){p{display:none}}",
        "@container side (min-width: 1px){p{display:none}}",
        "body{color:red;p{display:none}}",
    ],
)
def test_a_rule_that_applies_hides(css: str) -> None:
    assert hides(css) is Hiding.STYLE_SHEET


@pytest.mark.parametrize(
    "css",
    [
        "p {display: none} p {display: block}",
        "p:hover{display:none}",
        "p::before{display:none}",
        "@media print{p{display:none}}",
        "@media (max-width: 600px){p{display:none}}",
        "@media (min-width: 3000px){p{display:none}}",
        "@keyframes x{from{opacity:0}}",
        "/* p{display:none} */",
        "p{display:none",
        "p!{display:none}",
        "p{color:white;background:url(dark.jpg)}",
        "p{left:-9999px}",
        "p{font-size:80%}",
        "p{opacity:.5}",
        "p{overflow:hidden;height:3em}",
        "@media not screen{p{display:none}}",
        "@media (hover:none) and (pointer:coarse){p{display:none}}",
        "@media (width < 600px){p{display:none}}",
        "@media (min-width:300px) and (max-width:600px), print{p{display:none}}",
        "@media (prefers-color-scheme:dark){p{color:white}}",
        "@supports not (display:grid){p{display:none}}",
        "@supports (display:nonsense){p{display:none}}",
        "@container (max-width:200px){p{display:none}}",
        "p{color:oklch(.3 .02 250)}",
        "p{color:color-mix(in srgb, white 10%, black)}",
        "p{color:light-dark(#222,#fff)}",
        "p{color:var(--ink,#123)}",
        "p{mask-image:linear-gradient(black 60%,transparent)}",
        "p{position:relative;left:calc(50% - 400px);margin:calc(-1 * var(--gap, 4px))}",
        "p{position:absolute;inset:0 auto auto 4px}",
        "p{clip-path:polygon(0 0,100% 0,100% 100%)}",
        "p{rotate:90deg}",
        "p{filter:opacity(90%)}",
        "p{display:none;display:block}",
        "p{position:relative;left:50%;transform:translate(-50%)}",
        "p{position:relative;left:50%;margin-left:-50vw;width:100vw}",
        "p{float:left;margin-left:-100%}",
        "p{color:#fff;text-shadow:0 0 3px #000}",
        "p{color:transparent;-webkit-text-stroke:1px black}",
        "p{color:#fff;mix-blend-mode:difference}",
        "p{line-height:0}",
        "p{animation:in 1s both} @keyframes in{from{opacity:0}to{opacity:1}}",
        "p{animation:out 1s} @keyframes out{to{opacity:0}}",
        "body{position:relative;z-index:0;background:#fff} p{position:relative;z-index:-1}",
        "p::after{content:'';position:absolute;inset:0;background:#fff;z-index:-1}",
        "p{position:relative} p::after{position:absolute;bottom:0;height:2px;left:0;right:0;background:#000}",
        "p:not(.b:hover){display:none}",
        "body{overflow:hidden} p{position:absolute;top:100%}",
    ],
)
def test_other_rules_hide_nothing(css: str) -> None:
    assert hides(css) is None


def test_an_attribute_counts_more_than_a_sheet() -> None:
    assert hides("p{display:none}", "<p style='display:block'>Words</p>") is None
    assert hides("p{display:none !important}", "<p style='display:block'>Words</p>") is Hiding.STYLE_SHEET


def test_what_is_inherited_can_be_undone_inside() -> None:
    body = "<div class=o><p class=i>Words</p></div>"
    assert hides(".o{visibility:hidden} .i{visibility:visible}", body) is None
    assert hides(".o{font-size:0} .i{font-size:1rem}", body) is None
    assert hides(".o{display:none} .i{display:block}", body) is Hiding.STYLE_SHEET
    assert hides(".o{font-size:0} .i{font-size:1rem}", "<div class=o>Words<i class=i></i></div>") is Hiding.FONT_SIZE


def test_a_part_that_a_control_opens_is_not_hidden() -> None:
    body = "<button aria-expanded=false aria-controls=x>More</button><div id=x class=p><p>Words</p></div>"
    assert hiding(body, ".p{max-height:0;overflow:hidden}") == [None, None]
    assert hiding(body, ".p{position:absolute;left:-999em}")[-1] is Hiding.OFF_SCREEN


def test_text_in_noscript_is_flagged_wherever_the_parser_puts_it() -> None:
    assert hiding("<p>Seen</p><noscript><p>Unseen</p></noscript><p>Seen")[1] is Hiding.NOSCRIPT
    assert hiding("<p>Seen<noscript><p>Unseen</p></noscript><p>Seen") == [None, Hiding.NOSCRIPT, None]


def test_too_many_selectors_count_as_hiding(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page cannot hide text behind so many rules that nobody tries them all."""
    monkeypatch.setattr(style_cascade, "MAX_TRIALS", 0)
    assert hides("body > p.c{display:none}") is Hiding.STYLE_SHEET
    assert hides("body > p.c{display:block}") is None


def test_too_many_values_count_as_hiding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_cascade, "MAX_DECLARED", 0)
    assert hides("p{display:none}") is Hiding.STYLE_SHEET
    assert hides("p{display:block}") is None


def test_nested_rules_that_repeat_the_one_around_them_do_not_grow_without_end() -> None:
    nested = "&&&&.b{" * 14 + "display:none" + "}" * 14
    assert sum(len(selector) for selector, _ in rules_of(nested)) < 20_000
    assert hides(f".c{{{nested}}}") is Hiding.STYLE_SHEET


def test_without_being_asked_nobody_reads_them() -> None:
    document = parse(Page("<style>p{display:none}</style><p>Words"))
    assert list(document.hidden) == [None]


@pytest.mark.parametrize(
    ("value", "color"),
    [
        ("#fff", Color(255, 255, 255)),
        ("#11223380", Color(17, 34, 51, 128 / 255)),
        ("rgb(1, 2, 3)", Color(1, 2, 3)),
        ("rgb(100% 0% 0% / 50%)", Color(255, 0, 0, 0.5)),
        ("hsl(120, 100%, 50%)", Color(0, 255, 0)),
        ("transparent", Color(0, 0, 0, 0.0)),
        ("#12345", None),
        ("rgb(1..2, 2, 3)", Color(255, 2, 3)),
        ("var(--x)", None),
    ],
)
def test_colors_are_read(value: str, color: Color | None) -> None:
    assert read_color(value) == color


def test_colors_are_alike_if_nobody_can_tell_them_apart() -> None:
    white = Color(255, 255, 255)
    assert are_alike(Color(250, 250, 250), white)
    assert not are_alike(Color(200, 200, 200), white)
    assert not are_alike(Color(255, 0, 0), Color(0, 130, 0))


@pytest.mark.parametrize(
    ("css", "why"),
    [
        ("p{color:oklch(.999 0 0)}", Hiding.BACKGROUND_COLOR),
        ("p{color:oklab(100% 0 0)}", Hiding.BACKGROUND_COLOR),
        ("p{color:lab(99 0 0)}", Hiding.BACKGROUND_COLOR),
        ("p{color:lch(99.5% 0 120deg)}", Hiding.BACKGROUND_COLOR),
        ("p{color:hwb(0 100% 0%)}", Hiding.BACKGROUND_COLOR),
        ("p{color:color(srgb 1 1 1)}", Hiding.BACKGROUND_COLOR),
        ("p{color:color-mix(in oklab, white 98%, black)}", Hiding.BACKGROUND_COLOR),
        ("p{color:color-mix(in srgb, #fff, rgb(250 250 250))}", Hiding.BACKGROUND_COLOR),
        ("p{color:light-dark(#fff, #000)}", Hiding.BACKGROUND_COLOR),
        ("p{color:Canvas}", Hiding.BACKGROUND_COLOR),
        ("p{color:var(--ink, #fdfdfd)}", Hiding.BACKGROUND_COLOR),
        ("body{--ink:red;--ink:white} p{color:var(--ink)}", Hiding.BACKGROUND_COLOR),
        (".b{--a:#fff} p{color:var(--b, var(--a))}", Hiding.BACKGROUND_COLOR),
        (".b{background:#123;& + p{color:red}} p.c{color:#123}", Hiding.BACKGROUND_COLOR),
        ("p{color:oklch(.9 .1 20 / 0)}", Hiding.TRANSPARENT),
        ("p{mask:linear-gradient(transparent, rgba(0,0,0,0))}", Hiding.TRANSPARENT),
        ("p{position:absolute;inset-inline-start:calc(-100vw - 400px)}", Hiding.OFF_SCREEN),
        ("p{position:fixed;inset:-4000px auto auto 0}", Hiding.OFF_SCREEN),
        ("p{margin:0 0 0 -9999px}", Hiding.OFF_SCREEN),
        ("p{margin-inline-start:min(-4000px, 1em)}", Hiding.OFF_SCREEN),
        ("p{-webkit-transform:translate(calc(-1 * var(--far)),0)} :root{--far:4000px}", Hiding.OFF_SCREEN),
        ("p{max-block-size:0;overflow:clip}", Hiding.NO_HEIGHT),
        ("p{inline-size:0;overflow:hidden auto}", Hiding.CLIPPED),
        ("p{clip-path:xywh(0 0 0 0)}", Hiding.CLIPPED),
        ("p{clip-path:polygon(3px 3px, 3px 3px, 3px 3px)}", Hiding.CLIPPED),
        ("p{rotate:x 90deg}", Hiding.NO_SIZE),
        ("p{filter:brightness(100%) opacity(2%)}", Hiding.OPACITY),
        ("p{opacity:.2} body{opacity:.2}", Hiding.OPACITY),
        ("p{zoom:.1} body{transform:scale(.1)}", Hiding.OPACITY),
        ("p{filter:invert(1)}", Hiding.BACKGROUND_COLOR),
        ("p{color:#555;filter:brightness(1000)}", Hiding.BACKGROUND_COLOR),
        ("p{mix-blend-mode:screen}", Hiding.BACKGROUND_COLOR),
        ("p{color:#fff;background:linear-gradient(#fff, white)}", Hiding.BACKGROUND_COLOR),
        ("p{color:rgb(from white r g b)}", Hiding.BACKGROUND_COLOR),
        ("p{color:papayawhip;background:papayawhip}", Hiding.BACKGROUND_COLOR),
        ("p{color:transparent;background:#fff;background-clip:text}", Hiding.TRANSPARENT),
        ("p{color:#fff;color:nonsense}", Hiding.BACKGROUND_COLOR),
        ("p{color:#fff;text-shadow:0 0 3px #fff}", Hiding.BACKGROUND_COLOR),
        ("p{font-size:0;font-size:nonsense}", Hiding.FONT_SIZE),
        ("p{transform:matrix(0,0,0,0,0,0)}", Hiding.NO_SIZE),
        ("p{transform:rotate3d(0,1,0,90deg)}", Hiding.NO_SIZE),
        ("p{transform:matrix(1,0,0,1,-4000,0)}", Hiding.OFF_SCREEN),
        ("p{margin-left:150%}", Hiding.OFF_SCREEN),
        ("p{text-indent:100%;overflow:hidden}", Hiding.OFF_SCREEN),
        ("p{line-height:0;overflow:hidden}", Hiding.NO_HEIGHT),
        ("p{animation:out 1s forwards} @keyframes out{to{opacity:0}}", Hiding.STYLE_SHEET),
        ("p{position:relative} p::after{position:absolute;inset:-1px;background:#fff}", Hiding.STYLE_SHEET),
        ("p::first-line{color:#fff}", Hiding.STYLE_SHEET),
        ("p:not(:hover){display:none}", Hiding.STYLE_SHEET),
        ("p:not(:checked){display:none}", Hiding.STYLE_SHEET),
    ],
)
def test_newer_ways_to_write_a_style_hide(css: str, why: Hiding) -> None:
    assert hides(css) is why


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("<details><summary style='display:none'>More</summary><p>Words</p></details>", Hiding.CLOSED_DIALOG),
        ("<details><summary></summary><p>Words</p></details>", Hiding.CLOSED_DIALOG),
        ("<details open><summary hidden>More</summary><p>Words</p></details>", None),
        ("<details><summary>More</summary><p>Words</p></details>", None),
        ("<div popover>Words</div>", Hiding.CLOSED_DIALOG),
        ("<button popovertarget=p>Open</button><div popover id=p>Words</div>", None),
        ("<div><template shadowrootmode=open><p>x</template><p>Words</div>", Hiding.TEMPLATE),
        ("<div><template shadowrootmode=open><slot></slot></template><p>Words</div>", None),
    ],
)
def test_elements_that_nothing_opens_hide(body: str, why: Hiding | None) -> None:
    document = parse(Page(body), reads_styles=True)
    assert document.hidden[list(document.texts).index("Words")] is why


def test_variables_that_contain_each_other_have_no_value() -> None:
    doubled = "".join(f"--v{number}:var(--v{number + 1}) var(--v{number + 1});" for number in range(40))
    assert hides(f":root{{{doubled}--a:var(--b);--b:var(--a)}} p{{color:var(--a);background:var(--v0)}}") is None


@pytest.mark.parametrize(
    "sheet",
    [
        "<style media=print>p{{display:{}}}</style>",
        "<style type=text/plain>p{{display:{}}}</style>",
        "<noscript><style>p{{display:{}!important}}</style></noscript>",
        "<template><style>p{{display:{}!important}}</style></template>",
        "<div><template shadowrootmode=open><style>p{{display:{}!important}}</style></template></div>",
    ],
)
def test_sheets_that_browsers_do_not_read_change_nothing(sheet: str) -> None:
    assert hiding(sheet.format("none") + "<p>Words") == [None]
    assert hiding(sheet.format("block") + "<p>Words", "p{display:none}") == [Hiding.STYLE_SHEET]


def test_what_is_shown_again_shows_no_more_than_itself() -> None:
    css = ".o{font-size:0} .i{font-size:1rem}"
    assert hiding("<div class=o><p>Unseen</p><p class=i>Seen</p></div>", css) == [Hiding.FONT_SIZE, None]
    assert hiding("<div class=o>Unseen<p class=i>Seen</p></div>", css)[0] is Hiding.STYLE_SHEET


def test_the_hidden_attribute_is_overruled_by_any_display() -> None:
    assert hides("p{display:block}", "<p hidden>Words</p>") is None
    assert hides("p{color:red}", "<p hidden>Words</p>") is Hiding.ATTRIBUTE


def test_text_without_a_slot_is_not_drawn() -> None:
    host = "<div><template shadowrootmode=open>{}</template><p slot=a>Words</p></div>"
    assert hiding(host.format("<slot name=a></slot>")) == [None]
    assert hiding(host.format("<slot></slot>")) == [Hiding.TEMPLATE]
    assert hiding(host.format("<div hidden><slot name=a></slot></div>")) == [Hiding.TEMPLATE]
    assert hiding(host.format("<style>::slotted(p){display:none}</style><slot name=a></slot>")) == [Hiding.STYLE_SHEET]


def test_text_below_a_background_is_flagged() -> None:
    below = "<p style='position:relative;z-index:-1'>Words</p>"
    assert hiding(f"<div style='background:#fff'>{below}</div>") == [Hiding.STYLE_SHEET]
    assert hiding(f"<div style='background:#fff;opacity:1;transform:none'>{below}</div>") == [Hiding.STYLE_SHEET]
    assert hiding(f"<div style='background:#fff;opacity:.9'>{below}</div>") == [None]


def test_text_at_the_edge_of_a_box_that_cuts_is_flagged() -> None:
    body = "<div style='position:relative;{}'><p style='position:absolute;top:100%'>Words</p></div>"
    assert hiding(body.format("overflow:hidden")) == [Hiding.STYLE_SHEET]
    assert hiding(body.format("")) == [None]


def test_cells_of_a_collapsed_column_are_hidden() -> None:
    table = "<table><col><col style='visibility:collapse'><tr><td>a<td>b<td>c<tr><td colspan=2>d<td>e</table>"
    document = parse(Page(table), reads_styles=True)
    assert sorted(cell.text for cell in document.hidden_elements if cell.tag == "td") == ["b"]


def test_colors_that_nothing_declares_are_in_doubt_where_a_sheet_is_in_another_file() -> None:
    sheet = "<link rel=stylesheet href=/a.css>"
    assert hiding(f"{sheet}<p style='color:#fff'>Words") == [Hiding.STYLE_SHEET]
    assert hiding(f"{sheet}<p style='color:#fff;background:#fff'>Words") == [Hiding.BACKGROUND_COLOR]


def test_what_a_sheet_hides_in_details_is_not_opened_with_them() -> None:
    body = "<details><summary>More</summary><p>Words</p></details>"
    assert hiding(body, "details > p{display:none}")[-1] is Hiding.STYLE_SHEET
    assert hiding(body)[-1] is None


def test_references_to_shapes_of_the_page_are_followed() -> None:
    body = "<svg><clipPath id=a>{}</clipPath><filter id=f><feFlood flood-color=white /></filter></svg><p>Words</p>"
    assert hiding(body.format(""), "p{clip-path:url(#a)}")[-1] is Hiding.CLIPPED
    assert hiding(body.format("<rect />"), "p{clip-path:url('#a')}")[-1] is None
    assert hiding(body.format(""), "p{filter:url(#f)}")[-1] is Hiding.STYLE_SHEET


def test_the_display_that_holds_in_an_attribute_decides_without_styles() -> None:
    def drops(style: str) -> bool:
        return list(parse(Page(f"<p style='{style}'>Words")).hidden) != [None]

    assert not drops("display:none;display:flex")
    assert drops("display:none;display:nonsense")
    assert drops("display:none!important;display:flex")
    assert drops("display:none;visibility:hidden;display:flex")
