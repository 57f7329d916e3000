"""Golden pages: a folder of tests/pages each, with a page and what should come of it.

To add one: make the folder with `page.html` (and `settings.json`, if it needs any), run
``pytest tests/test_pages.py --update-goldens``, and read the three expected files line by line.

`expected.md` and `expected.json` are about structure, formatting and metadata, and are made with CUTER, which no
training moves, or with the strategy that `settings.json` names: pages of code and formulas take the default one, which
must not drop these from the text. `expected.labels.txt` is what the default strategy says of every block: kept or
dropped, the role, the reason, and the first words. After a training, read its difference before it is written anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.write.json import article_to_dict

FOLDER = Path(__file__).parent / "pages"
SHOWN = 50  # characters of a block
SLUGS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))


def extracted(slug: str) -> tamis.Article:
    chosen = FOLDER / slug / "settings.json"
    own = json.loads(chosen.read_bytes()) if chosen.exists() else {}
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


def labels(slug: str) -> str:
    """Write what the default strategy says of each block, a line each."""
    report = tamis.explain((FOLDER / slug / "page.html").read_bytes(), f"https://golden.example/{slug}/")
    lines = (
        f"{'kept' if block.kept else 'dropped':8}{block.role:15}{block.reason} | {' '.join(block.text.split())[:SHOWN]}"
        for block in (*report.data_blocks, *report.blocks)
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


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


@pytest.mark.parametrize("slug", SLUGS)
def test_the_labels_of_a_golden_page(slug: str, update: bool) -> None:
    expected = FOLDER / slug / "expected.labels.txt"
    written = labels(slug)
    if update:
        expected.write_text(written, encoding="utf-8")
    assert written.splitlines() == expected.read_text(encoding="utf-8").splitlines()
