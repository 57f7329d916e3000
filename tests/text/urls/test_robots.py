"""robots.txt: RFC 9309, and Google's expectations where its test file is at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tamis.text.urls.robots import MAX_BYTES, MAX_LINE, path_of, product_name, read_robots
from tamis_bench.google_robots import expectations

DATA = os.environ.get("TAMIS_DATA")
NAME = "tamis"


def allows(robots: str, url: str, name: str = NAME) -> bool:
    return read_robots(robots.encode(), name).decide(f"https://news.example{url}").allowed


def test_the_longest_rule_that_matches_decides() -> None:
    robots = "user-agent: *\ndisallow: /archive/\nallow: /archive/2024/"
    assert not allows(robots, "/archive/2023/story")
    assert allows(robots, "/archive/2024/story")


def test_of_two_equally_long_rules_the_permission_decides() -> None:
    assert allows("user-agent: *\ndisallow: /page\nallow: /page", "/page")


def test_the_group_of_its_own_name_replaces_that_of_anybody() -> None:
    robots = "user-agent: *\ndisallow: /\n\nuser-agent: Tamis\ndisallow: /private"
    assert allows(robots, "/story")
    assert not allows(robots, "/private/story")


def test_groups_of_the_same_name_are_one() -> None:
    robots = "user-agent: tamis\ndisallow: /a\n\nuser-agent: other\ndisallow: /\n\nuser-agent: tamis\ndisallow: /b"
    assert not allows(robots, "/a")
    assert not allows(robots, "/b")
    assert allows(robots, "/c")


def test_a_name_is_not_part_of_another() -> None:
    assert allows("user-agent: tamisbot\ndisallow: /", "/")


def test_stars_and_the_end_of_a_path_are_understood() -> None:
    robots = "user-agent: *\ndisallow: /*?sort=\ndisallow: /*.pdf$"
    assert not allows(robots, "/list?sort=date")
    assert not allows(robots, "/files/report.pdf")
    assert allows(robots, "/files/report.pdf?page=2")


def test_a_decision_names_its_rule() -> None:
    decision = read_robots(b"user-agent: *\nDisallow: /private # not yours", NAME).decide("https://a.example/private/x")
    assert decision == (False, "disallow: /private")


def test_crawl_delay_is_that_of_the_group() -> None:
    robots = b"user-agent: *\ncrawl-delay: 10\ndisallow: /x\nuser-agent: tamis\ncrawl-delay: 2.5\ndisallow:"
    assert read_robots(robots, NAME).crawl_delay == 2.5
    assert read_robots(robots, "other").crawl_delay == 10
    assert read_robots(b"user-agent: *\ncrawl-delay: soon\ncrawl-delay: -1\ncrawl-delay: inf", NAME).crawl_delay is None


def test_sitemaps_count_wherever_they_are_named() -> None:
    robots = b"Sitemap: https://a.example/one.xml\nuser-agent: other\ndisallow: /\nsitemap: https://a.example/two.xml"
    assert read_robots(robots, NAME).sitemaps == ("https://a.example/one.xml", "https://a.example/two.xml")


def test_reads_no_more_than_the_limit() -> None:
    filling = b"# " + b"x" * 98 + b"\n"
    before = b"user-agent: *\n" + filling * (MAX_BYTES // len(filling) - 1)
    assert not read_robots(before + b"disallow: /a", NAME).decide("https://a.example/a").allowed
    assert read_robots(before + filling * 2 + b"disallow: /a", NAME).decide("https://a.example/a").allowed


def test_long_lines_are_cut_off() -> None:
    robots = "user-agent: *\ndisallow: /" + "a" * MAX_LINE
    assert not allows(robots, "/" + "a" * (MAX_LINE - len("disallow: /")) + "b")


def test_a_file_of_stars_is_decided() -> None:
    robots = read_robots(b"user-agent: *\n" + b"disallow: /*a*a*a*a*a*a*a*a*a*a*b\n" * 10_000, NAME)
    assert robots.decide("https://a.example/" + "a" * 2_000).allowed


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe", b":::\n:", b"<html>404</html>", b"disallow: /", b"\xef\xbb\xbf"]
)
def test_what_has_no_rules_allows_everything(data: bytes) -> None:
    assert read_robots(data, NAME).decide("https://a.example/").allowed


def test_the_name_is_what_the_user_agent_begins_with() -> None:
    assert product_name("tamis/0.1.0 (article reader)") == "tamis"
    assert product_name("1984") == ""


def test_path_of_a_url_includes_its_query() -> None:
    assert path_of("https://a.example/b/c?d=https://e.example/#f") == "/b/c?d=https://e.example/"
    assert path_of("https://a.example?q") == "/?q"
    assert path_of("https://a.example") == "/"


@pytest.mark.data
@pytest.mark.skipif(not DATA, reason="no TAMIS_DATA")
def test_decides_as_google_expects() -> None:
    source = Path(DATA or "", "robots", "google_robots_test.cc.txt").read_text(encoding="utf-8")
    expected = list(expectations(source))
    assert len(expected) == 140
    wrong = [one for one in expected if read_robots(one.robots, one.agent).decide(one.url).allowed != one.allowed]
    assert wrong == []


def test_lines_too_long_are_cut_as_google_expects() -> None:
    longest = 2083 * 8
    for key, other in (("disallow", "allow: /"), ("allow", "disallow: /")):
        line = "/x/".ljust(longest - len("/x/") - len(f"{key}: ") + 1, "a")
        robots = f"user-agent: FooBot\n{other}\n{key}: {line}/qux\n".encode()
        decide = read_robots(robots, "FooBot").decide
        assert decide("http://foo.bar/").allowed is (key == "disallow")
        assert decide(f"http://foo.bar{line}/fux").allowed is (key == "allow")


@pytest.mark.data
@pytest.mark.skipif(not DATA, reason="no TAMIS_DATA")
def test_real_files_are_read_without_exception() -> None:
    files = sorted(Path(DATA or "", "robots", "real").iterdir())
    assert len(files) == 349
    for file in files:
        read_robots(file.read_bytes(), NAME).decide("https://news.example/story")
