"""`tamis filter`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from example_site import SITE
from tamis.library import Library
from tamis.papers.filters import Filters

from .running import process, run

if TYPE_CHECKING:
    from pathlib import Path

STORY = "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 3
MENU = "<nav><a href=/a>Home</a> <a href=/b>About</a></nav>"
HTML = f"<!doctype html><html><body>{MENU}<p class=story>{STORY}</p><form><input name=q></form></body></html>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(HTML, encoding="utf-8")
    return file


def test_the_page_comes_back_without_its_clutter(page: Path) -> None:
    result = run("filter", page)
    assert result.exit_code == 0
    assert result.stdout.startswith("<!DOCTYPE html><html>")
    assert '<p class="story">The sea' in result.stdout
    assert "Home" not in result.stdout
    assert "<form>" in result.stdout


def test_text_is_a_format(page: Path) -> None:
    assert run("filter", page, "-f", "text").stdout == STORY.strip() + "\n"


def test_standard_input_is_a_source() -> None:
    result = run("filter", "-", "-f", "text", stdin=HTML.encode())
    assert (result.exit_code, result.stdout) == (0, STORY.strip() + "\n")


def test_switches_are_options(page: Path) -> None:
    result = run("filter", page, "--remove-forms", "--keep-link-lists", "--url", "https://quay.example/")
    assert "<form>" not in result.stdout
    assert 'href="https://quay.example/a"' in result.stdout


@pytest.mark.parametrize("lists", [["hr,canvas"], ["hr", "canvas"]], ids=["one option", "two options"])
def test_a_list_is_one_option_or_several(lists: list[str]) -> None:
    tables = "<table><td><hr></td></table><table><td><canvas></canvas></td></table>"
    given = [word for text in lists for word in ("--substance", text)]
    shown = run("filter", "-", *given, stdin=f"<p>{STORY}</p>{tables}".encode()).stdout
    assert shown.count("<table") == 2


def test_every_setting_of_the_filters_is_an_option() -> None:
    text = run("filter", "--help").stdout
    missing = [field.name for field in fields(Filters) if f"--{field.name.replace('_', '-')}" not in text]
    assert missing == ["captions"]  # which is for labels


def test_numbers_and_lists_are_options(page: Path) -> None:
    assert "Home" in run("filter", page, "--min-links", "3").stdout
    assert run("filter", page, "--substance", "img,video").exit_code == 0


def test_line_breaks_are_limited_or_not(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>Ebb<br><br><br><br>flow", encoding="utf-8")
    assert run("filter", file, "-f", "text").stdout == "Ebb\n\nflow\n"
    assert run("filter", file, "-f", "text", "--line-breaks", "1").stdout == "Ebb\nflow\n"
    assert run("filter", file, "-f", "text", "--all-line-breaks").stdout == "Ebb\n\n\n\nflow\n"


def test_settings_come_from_a_file_and_options_count_more(page: Path, tmp_path: Path) -> None:
    settings = tmp_path / "tamis.toml"
    settings.write_text("[filters]\nremove_forms = true\nremove_link_lists = false\n", encoding="utf-8")
    result = run("filter", page, "--settings", settings)
    assert "<form>" not in result.stdout
    assert "Home" in result.stdout
    assert "<form>" in run("filter", page, "--settings", settings, "--keep-forms").stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[filters]\nremove_form = true", "has no setting 'remove_form'"),
        ("[filters]\nmin_links = 'x'", "min_links must be a whole number"),
        ("[filters]\ncaptions = true", "captions is for labels"),
        ("filters = 1", "filters must be a table"),
        ("[filters", "cannot be read as TOML"),
    ],
)
def test_a_settings_file_that_is_wrong_is_named(page: Path, tmp_path: Path, text: str, message: str) -> None:
    settings = tmp_path / "tamis.toml"
    settings.write_text(text, encoding="utf-8")
    result = run("filter", page, "--settings", settings)
    assert result.exit_code == 2
    assert message in result.stderr


def test_lists_of_ad_servers_come_from_files(page: Path, tmp_path: Path) -> None:
    page.write_text(f"<p>{STORY}<p>x <img src=https://bad.example/1.png><img src=https://ads.quay.example/2.png>")
    ads = tmp_path / "ads.txt"
    ads.write_text("# mine\nbad.example\n", encoding="utf-8")
    assert "bad.example" in run("filter", page).stdout
    both = run("filter", page, "--ad-list", ads).stdout
    assert "bad.example" not in both
    assert "ads.quay.example" not in both
    assert "ads.quay.example" in run("filter", page, "--ad-list", ads, "--no-own-ad-list").stdout


def test_an_ad_block_list_comes_from_a_file(page: Path, tmp_path: Path) -> None:
    pytest.importorskip("adblock")
    page.write_text(f"<p>{STORY}<p class=tide-box>Buy a bed")
    rules = tmp_path / "easylist.txt"
    rules.write_text("##.tide-box\n", encoding="utf-8")
    assert "Buy a bed" in run("filter", page).stdout
    assert "Buy a bed" not in run("filter", page, "--easylist", rules).stdout


def test_a_file_is_written_whole(page: Path, tmp_path: Path) -> None:
    result = run("filter", page, "-o", tmp_path / "out" / "page.html")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "out" / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("nothing.html",), 2, "no such file"),
        (("-", "--link-ratio", "-1"), 2, "'--link-ratio': -1.0 is not in the range"),
        (("-", "--url", "quay.example"), 2, "begin it with https://"),
        (("-", "--max-characters", "10"), 1, "over the limit"),
        (("http://127.0.0.1:8765/",), 3, "--allow-private"),
    ],
)
def test_what_goes_wrong_is_said_with_a_status(arguments: tuple[str, ...], status: int, message: str) -> None:
    result = run("filter", *arguments, stdin=HTML.encode())
    assert result.exit_code == status
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.slow
def test_what_is_no_page_is_refused() -> None:
    result = process("filter", "-", stdin=b"%PDF-1.7 xxxx")
    assert (result.returncode, result.stdout) == (1, b"")
    assert b"application/pdf" in result.stderr


def test_it_says_which_strategy_found_the_article(page: Path, tmp_path: Path) -> None:
    page.write_text(f"<div>{MENU}<main><p>{STORY}</p><p>{STORY}</p></main><p>Contact us here</p></div>")
    own = run("filter", page, "--article", "-f", "text")
    assert own.stdout.count("The sea") == 6
    assert own.stderr.startswith("tamis: article by filters, the first subtree with enough text: 114 of the page's 119")
    other = run("filter", page, "--article", "--article-strategy", "all", "-f", "text")
    assert other.stderr == "tamis: article by all: 119 of the page's 119 words\n"
    assert "Contact" in other.stdout
    page.write_text("<p>Ebb")
    assert "no article: no subtree has 500 characters" in run("filter", page, "--article").stderr
    assert run("filter", page).stderr == ""
    assert run("filter", page, "--article-strategy", "all").exit_code == 2


def test_the_whole_wind_farm_story_is_its_article() -> None:
    """Its text stands in four boxes with advertisements between."""
    for arguments in ((), ("--article-strategy", "learned")):
        story = run("filter", SITE / "wind-farm-vote.html", "--article", "-f", "text", *arguments).stdout
        assert len(story.split()) > 700
        assert "Gullwing" not in story


def test_both_forms_go_to_a_library(page: Path, tmp_path: Path) -> None:
    file = tmp_path / "pages.db"
    result = run("filter", page, "--library", file, "--url", "https://quay.example/tides")
    assert (result.exit_code, result.stdout) == (0, "")
    assert run("filter", page, "--library", file, "-f", "text", "-o", tmp_path / "page.txt").exit_code == 0
    with Library(file) as library:
        record = library.find("https://quay.example/tides")
        assert record is not None
        assert library.find(page.as_uri()) is not None
        assert library.html(record.id) == run("filter", page, "--url", "https://quay.example/tides").stdout
        assert library.article(record.id).text.split() == STORY.split()
    assert (tmp_path / "page.txt").read_text(encoding="utf-8") == STORY.strip() + "\n"


def test_a_page_without_a_url_cannot_be_stored(tmp_path: Path) -> None:
    result = run("filter", "-", "--library", tmp_path / "pages.db", stdin=HTML.encode())
    assert result.exit_code == 1
    assert "a library needs the page's URL" in result.stderr
