"""Nothing that could run comes through. The same payloads are opened in a browser in tests/browser."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from html_soup import soup
from tamis.core.parse.tree import Element, parse_html
from tamis.filter import filter_page
from tamis.filter.markup import Markup
from tamis.filter.page import PAGE_FILTERS, sanitized
from tamis.filter.urls import PageUrls
from tamis.model import Page

from .payloads import PAYLOADS, page

if TYPE_CHECKING:
    from tamis.papers.filters import Filters

SAFE_SCHEME = re.compile(r"(?:https?:|mailto:|tel:|data:image/|(?![a-z][a-z0-9+.-]*:))", re.IGNORECASE)
FORBIDDEN = "script noscript template svg math base object embed applet iframe frame frameset param xmp noembed".split()
EVERYTHING = replace(
    PAGE_FILTERS, remove_metas=False, remove_link_lists=False, remove_empty_tables=False, remove_advertisements=False,
    remove_consent=False, named_advertisements=False,
)  # fmt: skip
"""All that can be kept of a page without scripts."""


def problems(html: str) -> list[str]:
    """List the parts of a page that could run."""
    tree = parse_html(html)
    found = [f"<{element.tag}>" for tag in FORBIDDEN for element in tree.select(tag)]
    for element in tree.select("*"):
        assert isinstance(element, Element)
        for name in element.attrs:
            value = (element.attr(name) or "").strip()
            is_address = name in ("href", "src", "action", "data", "poster", "background")
            is_handler = name.startswith("on") or name in ("srcdoc", "formaction", "ping", "xlink:href")
            if is_handler or (is_address and not _is_safe(value)):
                found.append(f"{name}={value}")
            elif name == "http-equiv" and value != "Content-Security-Policy":
                found.append(f"http-equiv={value}")
            elif name == "style" and re.search(r"expression|behavior|binding|script\s*:", _unescaped(value), re.I):
                found.append(f"style={value}")
    found += [style.text for style in tree.select("style") if re.search(r"expression\(|script\s*:", style.text)]
    return found


def _is_safe(url: str) -> bool:
    """As a browser reads it: without control characters, and with no scheme but these."""
    return SAFE_SCHEME.match(re.sub(r"[\x00-\x20]", "", url)) is not None


def _unescaped(css: str) -> str:
    css = re.sub(r"/\*.*?\*/", "", css)
    return re.sub(r"\\([0-9a-f]{1,6}) ?", lambda found: chr(int(found[1], 16)), css)


QUIET = {
    "attribute that ends early", "attribute with a back quote", "class of the body", "error handler with a slash",
    "frame set", "import", "name of an attribute", "name of an element", "odd quotes", "picture of data", "source set",
    "style of the page", "table that throws out",
}  # fmt: skip
"""Harmless as they stand; they are meant for writers that write them out carelessly."""


def test_the_judge_sees_what_the_payloads_are() -> None:
    """Else the tests below would say nothing."""
    assert {name for name, payload in PAYLOADS.items() if not problems(page(payload))} == QUIET


@pytest.mark.parametrize("filters", [PAGE_FILTERS, EVERYTHING], ids=["by default", "with all that can be kept"])
@pytest.mark.parametrize("name", PAYLOADS)
def test_nothing_that_could_run_comes_through(name: str, filters: Filters) -> None:
    result = filter_page(Page(page(PAYLOADS[name])), filters)
    assert problems(result) == []
    assert "The sea came in over the mud" in result


@pytest.mark.parametrize("name", PAYLOADS)
def test_our_writer_lets_nothing_through_by_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second wall is not needed for any of them."""
    monkeypatch.setattr("tamis.filter.page.sanitized", lambda html, tags: html)
    assert problems(filter_page(Page(page(PAYLOADS[name])), EVERYTHING)) == []


@pytest.mark.parametrize("name", PAYLOADS)
def test_the_second_wall_holds_by_itself(name: str) -> None:
    """Were the writer to pass on a body as it is, nothing would run either."""
    markup = Markup(EVERYTHING, PageUrls())
    body = sanitized(page(PAYLOADS[name]), markup.tags)
    found = [problem for problem in problems(f"<!doctype html><body>{body}") if not problem.startswith("style=")]
    assert found == []


@pytest.mark.parametrize(("one", "other"), list(product(list(PAYLOADS)[::7], list(PAYLOADS)[3::7])))
def test_payloads_do_not_help_each_other(one: str, other: str) -> None:
    assert problems(filter_page(Page(page(PAYLOADS[one] + PAYLOADS[other])), EVERYTHING)) == []


@given(
    st.lists(st.one_of(soup(max_size=6), st.sampled_from(list(PAYLOADS.values()))), max_size=6).map("".join),
    st.sampled_from([PAGE_FILTERS, EVERYTHING]),
)
@settings(max_examples=200)
def test_no_page_comes_through_with_something_that_could_run(html: str, filters: Filters) -> None:
    assert problems(filter_page(Page(html), filters)) == []


def test_scripts_come_only_when_asked_for_and_handlers_never() -> None:
    html = page("<script>tide()</script><script src=/a.js async></script><p onclick=x()>x</p>")
    result = filter_page(Page(html, "https://quay.example/"), replace(PAGE_FILTERS, remove_scripts=False))
    assert "<script>tide()</script>" in result
    assert 'src="https://quay.example/a.js"' in result
    assert "onclick" not in result
    assert "script-src" not in result


def test_scripts_of_the_head_come_when_asked_for_before_those_of_the_body() -> None:
    head = (
        "<script>ebb()</script><script src=/a.js type=module integrity=sha256-x onload=x()></script>"
        "<script src='javascript:x()'></script><script src=https://ads.doubleclick.net/ad.js></script>"
        "<script>if (a < b && c) { flow('<p>') }</script>"
    )
    html = f"<html><head>{head}</head><body><script>slack()</script><p>Prose.</p></body></html>"
    result = filter_page(Page(html, "https://quay.example/"), replace(PAGE_FILTERS, remove_scripts=False))
    kept = result[: result.index("</head>")]
    assert "<script>ebb()</script>" in kept
    assert '<script src="https://quay.example/a.js" type="module" integrity="sha256-x"></script>' in kept
    assert "<script>if (a < b && c) { flow('<p>') }</script>" in kept
    assert not any(word in result for word in ("onload", "javascript:", "doubleclick"))
    assert result.index("ebb()") < result.index("slack()")
    assert "<script" not in filter_page(Page(html, "https://quay.example/"))


def test_frames_that_are_asked_for_are_kept_on_a_leash() -> None:
    html = page(
        "<iframe src=https://video.example/1 srcdoc=x onload=x()></iframe><iframe src='javascript:x()'></iframe>"
    )
    result = filter_page(Page(html), replace(PAGE_FILTERS, remove_iframes=False))
    assert result.count("<iframe") == 2
    assert result.count("sandbox=") == 2
    assert 'src="https://video.example/1"' in result
    assert "srcdoc" not in result
    assert "javascript" not in result
    assert "allow-top-navigation" not in result


def test_the_browser_is_told_to_run_nothing() -> None:
    assert "script-src 'none'" in filter_page(Page(page("")))
