from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from . import manual

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("page", manual.PAGES, ids=manual.name)
def test_relative_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    broken = [link for link in manual.links(page) if "://" not in link and not _is_there(page, link)]
    assert not broken


def _is_there(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    return not anchor or (target.suffix == ".md" and anchor in manual.anchors(target))


def test_the_map_leads_to_every_page() -> None:
    docs = manual.ROOT / "docs"
    doors = (docs / "index.md", docs / "research.md")
    linked = {(page.parent / link.partition("#")[0]).resolve() for page in doors for link in manual.links(page)}
    assert linked >= set(docs.rglob("*.md")) - {docs / "index.md"}
