"""The example site, for tests in every folder."""

from __future__ import annotations

from pathlib import Path

SITE = Path(__file__).parents[1] / "examples" / "site"
SITE_URL = "https://courier.example/"
PAGES = sorted(path.name for path in SITE.glob("*.html"))


def page_bytes(name: str) -> bytes:
    """A page of the example site as it lies on the disk."""
    return (SITE / name).read_bytes()
