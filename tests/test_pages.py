"""Golden pages: a folder of tests/pages each, with a page and what should come of it.

To add one: make the folder with `page.html` (and `settings.json`, if it needs any), run
``pytest tests/test_pages.py --update-goldens``, and read the two expected files line by line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.write.json import article_to_dict

FOLDER = Path(__file__).parent / "pages"
SLUGS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))


def extracted(slug: str) -> tamis.Article:
    chosen = FOLDER / slug / "settings.json"
    own = json.loads(chosen.read_bytes()) if chosen.exists() else {}
    # Not the default strategy: what is kept would move with every training, and these pages are about all the rest.
    settings = tamis.Settings(**{"strategy": "cuter", **own})
    return tamis.extract((FOLDER / slug / "page.html").read_bytes(), f"https://golden.example/{slug}/", settings)


def plain(article: tamis.Article) -> dict[str, Any]:
    """The article as JSON has it, without the figures that a better strategy may move."""
    data = article_to_dict(article)
    for name in ("trace", "confidence", "outcomeReason"):
        data["tamis"].pop(name, None)
    for block in data["tamis"]["blocks"]:
        block.pop("score", None)
        block.pop("reason", None)
    return data


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


def test_there_are_golden_pages() -> None:
    assert len(SLUGS) >= 12


@pytest.mark.parametrize("slug", SLUGS)
def test_the_markdown_of_a_golden_page(slug: str, update: bool) -> None:
    expected = FOLDER / slug / "expected.md"
    written = extracted(slug).to_markdown()
    if update:
        expected.write_text(written, encoding="utf-8")
    assert written == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_json_of_a_golden_page(slug: str, update: bool) -> None:
    expected = FOLDER / slug / "expected.json"
    data = plain(extracted(slug))
    if update:
        expected.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert data == json.loads(expected.read_text(encoding="utf-8"))
