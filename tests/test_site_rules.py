"""A user's own rules for a site."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import tamis
from cli.running import run
from tamis import DecidedBy, Settings, SiteRule
from tamis.core.site_rules import rule_for, rules_from_toml
from tamis.errors import BadSettings
from tamis.settings.file import read_rules, read_settings_file

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://www.tide.example/story/1"
PROSE = "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 4
PAGE = f"""<!doctype html><title>Site</title><h1>Wrong</h1><p class=kicker>The right title</p>
<div class=who><a>Ann Lee</a> and <a>Bo Diaz</a></div><span class=when>3 May 2021</span>
<div class=story><h2>First</h2><p>{PROSE}</p><p class=ad>Buy boats <b>now</b>.</p><img src=/a.jpg width=600 height=400>
<p hidden>Not seen.</p><ul><li>One thing</li></ul></div>
<div class=box><p>{PROSE}</p></div><a class=more href="/story/1?page=2">Next</a>"""
RULE = SiteRule(
    hosts=("tide.example",),
    article=(".story",),
    remove=(".ad",),
    title=".kicker",
    author=".who a",
    date=".when",
    next_page="a.more",
)


def extracted(rule: SiteRule, url: str | None = URL, **others: str) -> tamis.Article:
    return tamis.extract(PAGE, url=url, settings=Settings(rules=(rule,), **others))  # type: ignore[arg-type]


@pytest.mark.parametrize("strategy", ["learned", "cuter", "all"])
def test_a_rule_says_what_the_article_is(strategy: str) -> None:
    article = extracted(RULE, strategy=strategy)
    assert [block.text for block in article.blocks if block.image is None] == ["First", PROSE.strip(), "One thing"]
    assert [image.src for image in article.images] == ["https://www.tide.example/a.jpg"]
    assert {block.decided_by for block in article.blocks} == {DecidedBy.RULE}
    assert article.title == "The right title"
    assert article.authors == ("Ann Lee", "Bo Diaz")
    assert article.published is not None
    assert article.published.isoformat() == "2021-05-03"
    assert article.published.source == article.title_source == "site rule"
    assert article.next_page == "https://www.tide.example/story/1?page=2"


def test_every_other_block_says_why_it_is_dropped() -> None:
    report = tamis.explain(PAGE, url=URL, settings=Settings(rules=(RULE,)))
    found = {block.text: (block.decided_by, block.reason) for block in report.blocks if not block.kept}
    assert found["Buy boats now."] == (DecidedBy.RULE, "removed by a site rule: .ad")
    assert found["Next"] == (DecidedBy.RULE, "outside of the article by a site rule")
    assert found["Not seen."] == (DecidedBy.STRATEGY, "hidden: hidden attribute")


def test_without_an_article_the_strategy_decides_and_only_what_is_removed_goes() -> None:
    plain = tamis.extract(PAGE, url=URL, settings=Settings(strategy="all"))
    removing = extracted(SiteRule(("tide.example",), remove=(".box", ".who a")), strategy="all")
    gone = [block.text for block in plain.blocks if block.text not in {other.text for other in removing.blocks}]
    assert plain.text.count(PROSE.strip()) == removing.text.count(PROSE.strip()) + 1
    assert gone == []  # the prose of the box stands in the story too, and names beside other words stay
    assert removing.title == plain.title


def test_an_article_that_is_not_there_leaves_all_as_it_was() -> None:
    article = extracted(SiteRule(("tide.example",), article=(".novel",)))
    assert article.blocks == tamis.extract(PAGE, url=URL).blocks
    assert article.trace[-1].stage == "rules"
    assert "no element of the page is the article" in article.trace[-1].note


def test_a_rule_is_for_its_host_and_those_below_it() -> None:
    other, narrow = SiteRule(("example",)), SiteRule(("www.tide.example",))
    rules = (RULE, other, narrow)
    assert rule_for(rules, "https://tide.example/") is RULE
    assert rule_for(rules, URL) is narrow
    assert rule_for((RULE,), "https://lowtide.example/") is None
    assert rule_for((RULE,), None) is None
    assert rule_for((RULE,), "http://[broken") is None
    later = SiteRule(("tide.example",))
    assert rule_for((RULE, later), "https://tide.example/") is later


def test_what_a_rule_did_survives_json() -> None:
    article = extracted(RULE)
    assert tamis.Article.from_json(article.to_json()) == article.complete()


def test_text_alone_is_the_same_as_text_of_the_whole() -> None:
    assert extracted(RULE).text == extracted(RULE).complete().text


FILE = """
host = ["tide.example", "tides.example"]
article = ".story"
remove = [
  ".ad",
  ".promo",
]
"""


def test_a_file_is_read() -> None:
    (rule,) = rules_from_toml(FILE)
    assert rule == SiteRule(("tide.example", "tides.example"), (".story",), (".ad", ".promo"))
    two = rules_from_toml('[[site]]\nhost = "a.example"\n[[site]]\nhost = "b.example"\ndate = "time"\n')
    assert [(one.hosts, one.date) for one in two] == [(("a.example",), None), (("b.example",), "time")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE.replace(".promo", "p["), r"r.toml, line 6: invalid CSS selector"),
        (FILE.replace(".story", "div:has(p)"), r"r.toml, line 3: .*:has\(\) is not allowed"),
        ('host = "a"\nartcle = "p"', r"r.toml, line 2: a rule has no 'artcle'; did you mean 'article'"),
        ('article = "p"', r"r.toml, line 1: a rule needs a host"),
        ('host = "a"\ntitle = ["h1", "h2"]', r"r.toml, line 2: title must be one selector"),
        ('host = "a"\ntitle = 3', r"r.toml, line 2: title must be a text"),
        ('[[site]]\nhost = "a"\n[[site]]\nhost = "b"\nremove = "p["', r"r.toml, line 5: invalid CSS selector"),
        ("host = \n", r"r.toml: cannot be read as TOML: .*line 1"),
        ("site = 3", r"r.toml: write one rule"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        rules_from_toml(text, "r.toml")


def test_a_selector_that_is_none_is_refused_in_python_too() -> None:
    with pytest.raises(BadSettings, match="invalid CSS selector"):
        SiteRule(("a.example",), article=("p[",))
    with pytest.raises(BadSettings, match="tuple of SiteRule"):
        Settings(rules=("p",))  # type: ignore[arg-type]


def test_rules_come_from_files_folders_and_settings_files(tmp_path: Path) -> None:
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites/tide.toml").write_text(FILE, encoding="utf-8")
    (tmp_path / "sites/other.toml").write_text('host = "other.example"', encoding="utf-8")
    (tmp_path / "tamis.toml").write_text('rules = "sites"\n[extract]\nmin_words = 5\n', encoding="utf-8")
    assert [rule.hosts[0] for rule in read_rules(tmp_path / "sites")] == ["other.example", "tide.example"]
    assert len(read_settings_file(tmp_path / "tamis.toml").extract.rules) == 2
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    for source in (("--rules", tmp_path / "sites"), ("--settings", tmp_path / "tamis.toml")):
        result = run("extract", tmp_path / "page.html", "--url", URL, "-f", "json", *source)
        blocks = json.loads(result.stdout)["tamis"]["blocks"]
        assert {block.get("decidedBy") for block in blocks} == {"site_rule"}
    report = run("explain", tmp_path / "page.html", "--url", URL, "--rules", tmp_path / "sites/tide.toml", "--json")
    assert {block["decidedBy"] for block in json.loads(report.stdout)["blocks"]} == {"site_rule", "strategy"}


def test_a_bad_rule_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('host = "a.example"\nremove = "p["\n', encoding="utf-8")
    result = run("extract", "-", "--rules", tmp_path / "bad.toml", stdin=PAGE.encode())
    assert result.exit_code == 2
    assert "bad.toml, line 2: invalid CSS selector" in result.stderr


@pytest.mark.parametrize("html", ["", "text", "<div>" * 3000, "<b>" * 3000 + "x", "<table><tr><td>x"])
def test_any_page_can_have_a_rule(html: str) -> None:
    rule = SiteRule(("tide.example",), article=("div", "td"), remove=("b b b b",), title="x", author="p", date="y")
    tamis.extract(html, url=URL, settings=Settings(rules=(rule,))).complete()
