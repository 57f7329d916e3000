from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.embedded.hydration import References
from tamis.core.embedded.rich_text import MAX_DEPTH, as_html, text_as_html

EXPECTED = '<h2>Tides</h2><p>Ebb &amp; <em>flow</em>, <a href="https://sea.example/">daily</a>.</p>'


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(
            {
                "nodeType": "document",
                "content": [
                    {"nodeType": "heading-2", "content": [{"nodeType": "text", "value": "Tides", "marks": []}]},
                    {
                        "nodeType": "paragraph",
                        "content": [
                            {"nodeType": "text", "value": "Ebb & "},
                            {"nodeType": "italic", "content": [{"nodeType": "text", "value": "flow"}]},
                            {"nodeType": "text", "value": ", "},
                            {
                                "nodeType": "hyperlink",
                                "data": {"uri": "https://sea.example/"},
                                "content": [{"nodeType": "text", "value": "daily"}],
                            },
                            {"nodeType": "text", "value": "."},
                        ],
                    },
                ],
            },
            id="contentful",
        ),
        pytest.param(
            [
                {"type": "tag", "name": "h2", "children": [{"type": "text", "data": "Tides"}]},
                {
                    "type": "tag",
                    "name": "p",
                    "children": [
                        {"type": "text", "data": "Ebb & "},
                        {"type": "tag", "name": "em", "children": [{"type": "text", "data": "flow"}]},
                        {"type": "text", "data": ", "},
                        {
                            "type": "tag",
                            "name": "a",
                            "attribs": {"href": "https://sea.example/"},
                            "children": [{"type": "text", "data": "daily"}],
                        },
                        {"type": "text", "data": "."},
                    ],
                },
            ],
            id="a tree of tags",
        ),
        pytest.param(
            [
                "div",
                ["h2", "Tides"],
                ["p", "Ebb & ", ["em", "flow"], ", ", ["a", {"href": "https://sea.example/"}, "daily"], "."],
            ],
            id="JSONML",
        ),
        pytest.param(
            [
                ["$", "h2", None, {"children": "Tides"}],
                [
                    "$",
                    "p",
                    "k",
                    {
                        "children": [
                            "Ebb & ",
                            ["$", "em", None, {"children": "flow"}],
                            ", ",
                            ["$", "a", None, {"href": "https://sea.example/", "children": "daily"}],
                            ".",
                        ]
                    },
                ],
            ],
            id="React",
        ),
        pytest.param(
            [
                {"type": "header", "level": 2, "content": "Tides"},
                {"type": "text", "content": 'Ebb &amp; <em>flow</em>, <a href="https://sea.example/">daily</a>.'},
            ],
            id="Arc",
        ),
        pytest.param(
            [
                {"type": "subheadline", "model": {"blocks": [{"type": "heading", "model": {"text": "Tides"}}]}},
                {
                    "type": "paragraph",
                    "data": {"text": 'Ebb &amp; <em>flow</em>, <a href="https://sea.example/">daily</a>.'},
                },
            ],
            id="Editor.js and a model",
        ),
    ],
)
def test_trees_of_many_systems_are_the_same_html(value: object) -> None:
    assert as_html(value).removeprefix("<div>").removesuffix("</div>") == EXPECTED


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"_type": "block", "style": "h3", "children": [{"_type": "text", "text": "Ebb"}]}, "<h3>Ebb</h3>"),
        ({"_type": "block", "style": "normal", "listItem": "bullet", "children": [{"text": "Ebb"}]}, "<li>Ebb</li>"),
        (
            {"blocks": [{"type": "header-two", "text": "Ebb"}, {"type": "unstyled", "text": "Flow"}]},
            "<h2>Ebb</h2><p>Flow</p>",
        ),
        (
            {"type": "list", "list_type": "ordered", "items": [{"type": "li", "content": "Ebb"}]},
            "<ol><li>Ebb</li></ol>",
        ),
        (
            {"type": "list", "items": [{"type": "text", "content": "Ebb"}, "Flow"]},
            "<ul><li><p>Ebb</p></li><li>Flow</li></ul>",
        ),
        (
            {"type": "listItem", "children": [{"text": "Ebb "}, {"type": "bold", "children": [{"text": "now"}]}]},
            "<li>Ebb <strong>now</strong></li>",
        ),
        (
            {
                "type": "quote",
                "children": [{"type": "paragraph", "text": "Ebb"}, {"type": "paragraph", "text": "Flow"}],
            },
            "<blockquote><p>Ebb</p><p>Flow</p></blockquote>",
        ),
        ({"type": "heading", "attrs": {"level": 4}, "content": [{"type": "text", "text": "Ebb"}]}, "<h4>Ebb</h4>"),
        ({"rendered": "<p>Ebb</p>"}, "<p>Ebb</p>"),
        (["Ebb.", "Flow."], "<p>Ebb.</p><p>Flow.</p>"),
        ({"type": "paragraph", "children": [{"text": "a"}, {"type": "hardBreak"}, {"text": "b"}]}, "<p>a<br>b</p>"),
        ({"type": "paragraph", "children": [{"text": "a"}, {"text": " "}, {"text": "b"}]}, "<p>a b</p>"),
        ({"type": "paragraph", "children": []}, ""),
    ],
)
def test_small_trees(value: object, expected: str) -> None:
    assert as_html(value) == expected


def test_pictures_keep_their_captions() -> None:
    value = {"type": "image", "url": "https://sea.example/a.jpg", "caption": "Low tide", "alt": 'a "b"'}
    assert as_html(value) == (
        '<figure><img src="https://sea.example/a.jpg" alt="a &quot;b&quot;"><figcaption>Low tide</figcaption></figure>'
    )


@pytest.mark.parametrize("kind", ["ad", "RelatedLinks", "newsletter_signup", "video-embed", "pullquote"])
def test_what_is_not_of_the_text_is_left_out(kind: str) -> None:
    assert as_html([{"type": kind, "text": "Buy this."}, {"type": "paragraph", "text": "Ebb."}]) == "<p>Ebb.</p>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\nTwo.\n\n \nThree.", "<p>One.</p><p>Two.</p><p>Three.</p>"),
        ("1 < 2 &amp; 3 &#8217; <tag>", "<p>1 &lt; 2 &amp; 3 ’ &lt;tag&gt;</p>"),
        ("<p>Ebb.</p>", "<p>Ebb.</p>"),
        ("&lt;p&gt;Ebb.&lt;/p&gt;", "<p>Ebb.</p>"),
        ("Ebb <b>and</b>\nflow", "<p>Ebb <b>and</b></p><p>flow</p>"),
        (" \n ", ""),
    ],
)
def test_one_string_may_be_html_or_not(text: str, expected: str) -> None:
    assert text_as_html(text) == expected


def test_urls_cannot_leave_their_attribute() -> None:
    html = as_html(
        {"type": "paragraph", "children": [{"type": "link", "url": '"><script>', "children": [{"text": "x"}]}]}
    )
    assert html == '<p><a href="&quot;&gt;&lt;script&gt;">x</a></p>'


def test_deep_trees_and_trees_in_a_ring_end() -> None:
    deep: Any = {"text": "bottom"}
    for _ in range(MAX_DEPTH * 2):
        deep = {"type": "div", "children": [deep]}
    assert as_html(deep) == ""
    ring = References({"A": {"type": "div", "children": [{"__ref": "A"}, {"text": "x"}]}})
    assert "x" in as_html({"__ref": "A"}, ring)


_trees = st.recursive(
    st.none() | st.integers() | st.sampled_from(["", " ", "text", "<p>x", "p", "$", "image", "heading"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "text", "children", "content", "data", "props", "level", "attrs", "url", "style", "_type"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(_trees)
def test_any_tree_can_be_written(value: object) -> None:
    assert isinstance(as_html(value), str)
