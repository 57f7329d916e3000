"""Declarations of rights: HTTP headers, robots directives, content signals, and a site's tdmrep.json."""

from __future__ import annotations

import json

import pytest

from tamis.model import Rights
from tamis.text.rights import read_directives, read_signals, rights_in_file, rights_in_headers
from tamis.text.urls.robots import read_robots


@pytest.mark.parametrize(
    ("value", "directives"),
    [
        ("noindex, nofollow", ("noindex", "nofollow")),
        ("NoAI,noImageAI", ("noai", "noimageai")),
        ("all, index, follow", ()),
        ("googlebot: nofollow, noarchive", ("googlebot: nofollow", "googlebot: noarchive")),
        ("noindex, otherbot: nosnippet", ("noindex", "otherbot: nosnippet")),
        ("max-snippet: 50, max-image-preview:large", ("max-snippet:50", "max-image-preview:large")),
        ("googlebot: max-snippet:20", ("googlebot: max-snippet:20",)),
        ("unavailable_after: 25 Jun 2030 15:00:00 PST", ("unavailable_after:25 jun 2030 15:00:00 pst",)),
        ("what is this, no such: thing,,", ()),
    ],
)
def test_reads_robots_directives_for_all_and_for_named_crawlers(value: str, directives: tuple[str, ...]) -> None:
    assert tuple(entry.lower() for entry in read_directives([value])) == directives


def test_signals_are_pairs_and_the_last_of_a_name_counts() -> None:
    assert read_signals(["search=yes, AI-Train = no", "nonsense, =, ai-train=yes"]) == ("search=yes", "ai-train=yes")


def test_headers_are_found_whatever_their_case_and_number() -> None:
    headers = [
        ("Content-Type", "text/html"),
        ("X-Robots-Tag", "noai"),
        ("x-robots-tag", "googlebot: noindex"),
        ("TDM-Reservation", "1"),
        ("tdm-policy", "/policy.json"),
        ("Content-Signal", "ai-input=no"),
    ]
    assert rights_in_headers(headers, "https://sea.example/tides") == Rights(
        True, "https://sea.example/policy.json", ("noai", "googlebot: noindex"), ("ai-input=no",)
    )
    assert rights_in_headers([("Content-Type", "text/html"), ("X-Robots-Tag", "all")]) is None


@pytest.mark.parametrize("value", ["2", "yes", "", "01", "1 1"])
def test_another_reservation_than_0_and_1_is_an_error_and_counts_as_none(value: str) -> None:
    assert rights_in_headers([("tdm-reservation", value)]) is None


def test_a_policy_does_not_count_where_nothing_is_reserved() -> None:
    headers = [("tdm-reservation", "0"), ("tdm-policy", "https://sea.example/policy")]
    assert rights_in_headers(headers) == Rights(tdm_reservation=False)


def test_the_first_rule_of_a_tdm_file_that_matches_decides() -> None:
    rules = [
        {"location": "/open/*.html$", "tdm-reservation": 0},
        {"location": "/open/", "tdm-reservation": 1},
        {"location": "/sold/", "tdm-reservation": 1, "tdm-policy": "https://sea.example/policy.json"},
        {"location": "/odd/", "tdm-reservation": "perhaps"},
        "no rule",
        {"location": 7},
    ]
    data = json.dumps(rules).encode()

    def declared(path: str) -> Rights | None:
        return rights_in_file(data, f"https://sea.example{path}")

    assert declared("/open/tides.html") == Rights(tdm_reservation=False)
    assert declared("/open/tides.html?page=2") == Rights(tdm_reservation=True)
    assert declared("/sold/tides") == Rights(True, "https://sea.example/policy.json")
    assert declared("/odd/tides") is None
    assert declared("/tides") is None


@pytest.mark.parametrize("data", [b"", b"<html>", b"{}", b"[[]]", b"[" * 100_000, b"\xff\xfe", b"7"])
def test_a_tdm_file_that_is_none_declares_nothing(data: bytes) -> None:
    assert rights_in_file(data, "https://sea.example/") is None


def test_the_page_counts_more_than_its_headers_and_these_more_than_the_site() -> None:
    page = Rights(tdm_reservation=False, robots=("noarchive",))
    header = Rights(robots=("noai", "noarchive"), content_signals=("ai-train=yes",))
    site = Rights(True, "https://sea.example/policy", content_signals=("ai-train=no", "search=yes"))
    assert page.over(header.over(site)) == Rights(False, None, ("noarchive", "noai"), ("ai-train=yes", "search=yes"))


@pytest.mark.parametrize(
    ("rights", "reserved"),
    [
        (Rights(), {}),
        (Rights(tdm_reservation=True), {"train": "tdm-reservation=1", "input": "tdm-reservation=1"}),
        (Rights(tdm_reservation=False), {}),
        (Rights(robots=("noai",)), {"train": "noai", "input": "noai"}),
        (Rights(robots=("googlebot: noai", "noimageai")), {}),
        (Rights(robots=("tamis: noai",)), {"train": "tamis: noai", "input": "tamis: noai"}),
        (Rights(robots=("none", "noarchive")), {"search": "none", "archive": "noarchive"}),
        (Rights(content_signals=("search=yes", "ai-train=no")), {"train": "ai-train=no"}),
        (Rights(content_signals=("search=no", "ai-input=no")), {"search": "search=no", "input": "ai-input=no"}),
    ],
)
def test_which_declaration_reserves_which_use(rights: Rights, reserved: dict[str, str]) -> None:
    uses = ("train", "input", "search", "archive")
    assert {use: declared for use in uses if (declared := rights.reservation_of(use))} == reserved


def test_content_signals_belong_to_groups_and_those_before_all_groups_to_everybody() -> None:
    robots = (
        b"User-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: tamis\nContent-signal: a=yes"
    )
    assert read_robots(robots, "other").content_signals == ("search=yes,ai-train=no",)
    assert read_robots(robots, "tamis").content_signals == ("a=yes",)
    assert read_robots(b"Content-Signal: ai-train=no\nUser-agent: *\nAllow: /", "tamis").content_signals == (
        "ai-train=no",
    )
    assert read_robots(b"User-agent: other\nContent-Signal: ai-train=no", "tamis").content_signals == ()
