"""Count of print links: how many pages have one, and how many of these have a URL that can be fetched.

Article Clipper's paper (section 2.1) estimates that about 90 % of news pages have a print link, of which about 35 %
have a valid URL; the others call a script. A page has a print link if the words or names of a link say print.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.enrich.page_links import find_page_links
from tamis.core.enrich.page_links.verdicts import LinkKind
from tamis.core.pipeline import prepare
from tamis.model import Page
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.samples import Entry

PAPER = (0.9, 0.35)
"""Shares of the paper: pages with a print link, and those of them with a usable URL."""


@dataclass(frozen=True, slots=True)
class PrintLinks:
    """The print links of a page."""

    set: str
    id: str
    links: int
    """Links that say print."""
    url: str | None
    """The URL that is used; None if no link has one."""


def measure(entries: Sequence[Entry], jobs: int = 1) -> list[PrintLinks]:
    """Find the print links of all pages."""
    return list(run(_print_links, list(entries), jobs, "print links"))


def _print_links(entry: Entry) -> PrintLinks:
    sample = entry.load()
    found = find_page_links(prepare(Page(sample.html, sample.url)).document)
    said = {verdict.url for verdict in found.judged if verdict.kind is LinkKind.PRINT}
    return PrintLinks(entry.set, entry.id, len(said), found.print_page.url if found.print_page is not None else None)


def table(pages: Sequence[PrintLinks]) -> Table:
    """Build a table of the shares by set, with the paper's estimate."""
    result = Table("Print links", ("set", "pages", "with a print link", "share", "usable URL", "share of these"))
    names = list(dict.fromkeys(page.set for page in pages))
    for name in (*names, *["all"] * (len(names) > 1)):
        inside = [page for page in pages if name in (page.set, "all")]
        linked = [page for page in inside if page.links]
        usable = sum(page.url is not None for page in linked)
        result.add(
            name, len(inside), len(linked), len(linked) / len(inside), usable, usable / len(linked) if linked else None
        )
    result.add("paper: news pages", None, None, PAPER[0], None, PAPER[1])
    return result
