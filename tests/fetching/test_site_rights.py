"""Rights that a site declares for its pages, asked for where they are respected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

import tamis
from fetching.local_site import LocalSite, answer
from tamis import FetchSettings, Rights
from tamis.cli import main
from tamis.io.fetching import Fetcher
from tamis.io.fetching.site_rights import SiteRights
from tamis.model import Outcome

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE = FetchSettings(allow_private=True)
STORY = (
    "<h1>Tides</h1>" + "<p>The sea came in and went out again, and the harbor was dry until noon.</p>" * 8
).encode()
SIGNALS = b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /"
TDM = b'[{"location": "/sold/", "tdm-reservation": 1}]'


def test_a_fetched_page_has_the_rights_of_its_headers_and_no_other_request_is_made(site: LocalSite) -> None:
    site.routes["/story"] = answer(STORY, headers=["X-Robots-Tag: noai", "X-Robots-Tag: googlebot: noindex"])
    article = tamis.fetch(site.url("/story"), fetching=PRIVATE)
    assert article.rights == Rights(robots=("noai", "googlebot: noindex"))
    assert site.paths == ["/story"]


def test_who_respects_rights_asks_the_site_once(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/robots.txt"] = answer(SIGNALS, content_type="text/plain")
    site.routes["/.well-known/tdmrep.json"] = answer(TDM, content_type="application/json")
    sites = SiteRights(fetcher)
    assert sites.of(site.url("/sold/story")) == Rights(True, content_signals=("search=yes", "ai-train=no"))
    assert sites.of(site.url("/story")) == Rights(content_signals=("search=yes", "ai-train=no"))
    assert site.paths == ["/robots.txt", "/.well-known/tdmrep.json"]


def test_a_site_without_the_files_declares_nothing(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/robots.txt"] = answer(b"", "500 Broken")
    site.routes["/.well-known/tdmrep.json"] = answer(b"", "404 Not Found")
    assert SiteRights(fetcher).of(site.url("/story")) is None


def test_fetch_leaves_out_what_the_site_reserves(site: LocalSite) -> None:
    site.routes["/story"] = site.routes["/sold/story"] = answer(STORY)
    site.routes["/robots.txt"] = answer(SIGNALS, content_type="text/plain")
    site.routes["/.well-known/tdmrep.json"] = answer(TDM, content_type="application/json")

    def outcome(path: str, *uses: str) -> tuple[Outcome, str]:
        article = tamis.fetch(site.url(path), fetching=PRIVATE, respect=uses)  # type: ignore[arg-type]
        return article.outcome, article.outcome_reason

    assert outcome("/story", "train") == (Outcome.RESERVED, "ai-train=no reserves the use: train")
    assert outcome("/story", "input")[0] is Outcome.ARTICLE
    assert outcome("/sold/story", "input") == (Outcome.RESERVED, "tdm-reservation=1 reserves the use: input")


def test_the_command_says_what_reserves_the_page(site: LocalSite) -> None:
    site.routes["/story"] = answer(STORY)
    site.routes["/robots.txt"] = answer(SIGNALS, content_type="text/plain")
    site.routes["/.well-known/tdmrep.json"] = answer(b"", "404 Not Found")
    result = CliRunner().invoke(main, ["extract", site.url("/story"), "--allow-private", "--respect", "train,archive"])
    assert result.exit_code == 1
    assert "no article (reserved): ai-train=no reserves the use: train" in result.output
    assert "harbor" not in result.output


def test_the_cache_keeps_declarations(site: LocalSite, tmp_path: Path) -> None:
    site.routes["/story"] = answer(STORY, headers=["X-Robots-Tag: noai", 'ETag: "1"', "X-Other: 1"])
    fetching = FetchSettings(allow_private=True, cache=tmp_path)
    with Fetcher(fetching) as fetcher:
        fetcher.get(site.url("/story"))
        site.routes["/story"] = answer(b"", "304 Not Modified", headers=['ETag: "1"'])
        again = fetcher.get(site.url("/story"))
    assert again.from_cache
    assert again.rights == Rights(robots=("noai",))
    assert "X-Other" not in dict(again.headers)
