from __future__ import annotations

import importlib.util
import io
import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from . import manual

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
SITE = manual.ROOT / "examples/site"


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("demo", manual.ROOT / "examples/demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "demo", module)
    spec.loader.exec_module(module)
    return module


def _titles() -> dict[str, str]:
    lines = (SITE / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return {page["file"]: page["title"] for page in map(json.loads, lines)}


def test_shows_the_titles_and_why_blocks_were_left_out(demo: Any, tmp_path: Path) -> None:
    printed = io.StringIO()
    demo.main(tmp_path / "demo", Console(file=printed, width=80, highlight=False))
    output = printed.getvalue()
    assert [file for file in demo.SHOWN if _titles()[file] not in output] == []
    assert "in a part named 'site-header'" in output
    assert max(map(len, output.splitlines()[:-6])) <= 80


def test_prints_plain_text_where_there_is_no_terminal(
    demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    demo.main()
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert str(demo.OUTPUT / "index.html") in output
    assert (tmp_path / demo.OUTPUT / "index.html").is_file()


def test_writes_every_page_in_three_formats(demo: Any, tmp_path: Path) -> None:
    demo.main(tmp_path, Console(file=io.StringIO()))
    pages = len(list(SITE.glob("*.html")))
    assert len(list(tmp_path.glob("*.md"))) == len(list(tmp_path.glob("*.json"))) == pages
    assert len(list(tmp_path.glob("*.html"))) == pages + 1
    for file, title in _titles().items():
        article = json.loads((tmp_path / file).with_suffix(".json").read_text(encoding="utf-8"))
        assert article["headline"] == title


def test_the_index_links_to_files_that_are_there(demo: Any, tmp_path: Path) -> None:
    demo.main(tmp_path, Console(file=io.StringIO()))
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]+)"', index)
    assert len(links) == 4 * len(list(SITE.glob("*.html")))
    assert [link for link in links if not (tmp_path / link).exists()] == []
