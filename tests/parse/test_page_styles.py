"""The styles written in a page tell what it hides: a small cascade of style elements and attributes."""

from __future__ import annotations

import pytest

from tamis.core.parse import Hiding, page_styles, parse
from tamis.core.parse.colors import Color, are_alike, read_color
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
    monkeypatch.setattr(page_styles, "MAX_TRIALS", 0)
    assert hides("body > p.c{display:none}") is Hiding.STYLE_SHEET
    assert hides("body > p.c{display:block}") is None


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
