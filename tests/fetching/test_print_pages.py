"""The version for print, used whenever there is one: a setting for fetching."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tamis
from cli.running import STORY, page, run
from tamis.io.fetching import FetchSettings

from .local_site import LocalSite, answer

if TYPE_CHECKING:
    from pathlib import Path

LAST = "The last boat is only in the version for print. "


def prepare(site: LocalSite) -> str:
    """A story that ends early, with a link to its version for print."""
    shown = page().replace("</article>", "<a href='/story/4711/print'>Print</a></article>")
    site.routes["/story/4711"] = answer(shown.encode())
    site.routes["/story/4711/print"] = answer(page(body=STORY + LAST).encode())
    return site.url("/story/4711")


def test_a_settings_file_makes_extract_use_the_version_for_print(site: LocalSite, tmp_path: Path) -> None:
    url, file = prepare(site), tmp_path / "tamis.toml"
    file.write_text("[fetch]\nprint_page = true\nallow_private = true\n", encoding="utf-8")
    assert LAST.strip() in run("extract", url, "--settings", file).stdout
    assert site.paths == ["/story/4711", "/story/4711/print"]
    assert LAST.strip() not in run("extract", url, "--settings", file, "--no-print-page").stdout
    assert LAST.strip() in run("extract", url, "--allow-private", "--print-page").stdout


def test_fetch_uses_the_version_for_print_if_its_settings_say_so(site: LocalSite) -> None:
    url = prepare(site)
    assert LAST.strip() in tamis.fetch(url, fetching=FetchSettings(allow_private=True, print_page=True)).text
    assert LAST.strip() not in tamis.fetch(url, fetching=FetchSettings(allow_private=True)).text


def test_a_page_without_a_version_for_print_is_read_itself(site: LocalSite) -> None:
    site.routes["/story/4711"] = answer(page().encode())
    article = tamis.fetch(site.url("/story/4711"), fetching=FetchSettings(allow_private=True, print_page=True))
    assert article.text.strip().startswith("The sea came in")
    assert site.paths == ["/story/4711"]
