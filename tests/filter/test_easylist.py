"""Ad-block lists of the user's own."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from tamis.errors import MissingExtra
from tamis.filter import EasyList, filter_page
from tamis.filter.page import PAGE_FILTERS
from tamis.model import Page

STORY = "<p>" + "The sea came in over the mud and went out again. " * 5 + "</p>"
RULES = """
[Adblock Plus 2.0]
||banner.example^
/promo/*$image
@@||banner.example/logo.png
##.tide-box
##div[id^="flow-"]
quay.example##.only-here
##div:-abp-properties(width: 300px)
"""


@pytest.fixture
def easylist() -> EasyList:
    pytest.importorskip("adblock")
    return EasyList([RULES])


@pytest.mark.parametrize(
    ("url", "tag", "is_ad"),
    [
        ("https://x.banner.example/1.js", "script", True),
        ("https://banner.example/logo.png", "img", False),
        ("https://paper.example/promo/1.png", "img", True),
        ("https://paper.example/promo/1.html", "a", False),
        ("https://paper.example/story", "a", False),
        ("/promo/1.png", "img", False),
        ("https://", "img", False),
    ],
)
def test_rules_by_url(easylist: EasyList, url: str, tag: str, is_ad: bool) -> None:
    assert easylist.matches(url, "https://paper.example/", tag) is is_ad


def filtered(body: str, easylist: EasyList, url: str | None = "https://paper.example/") -> str:
    filters = replace(PAGE_FILTERS, ad_list=easylist, named_advertisements=False)
    return filter_page(Page(f"<body>{STORY}{body}</body>", url), filters)


def test_rules_by_class_and_id(easylist: EasyList) -> None:
    body = "<p class='a tide-box'>One</p><div id=flow-1>Two</div><p class=only-here>Three</p>"
    assert "One" not in (there := filtered(body, easylist))
    assert "Two" not in there
    assert "Three" in there
    assert "Three" not in filtered(body, easylist, "https://quay.example/1")
    assert "One" not in filtered(body, easylist, None)


def test_advertisements_of_the_pages_own_site_are_known_too(easylist: EasyList) -> None:
    assert "promo" not in filtered("<img src=/promo/1.png>", easylist)


def test_a_list_without_the_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adblock", None)
    with pytest.raises(MissingExtra, match=r"\[ads\]"):
        EasyList([RULES])
