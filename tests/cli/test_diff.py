"""`tamis diff`: two versions of an article."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import tamis
from tamis.library import Library

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

OLD = "<title>Tides</title><h1>Tides</h1><p>" + "</p><p>".join(
    f"On day {number} the sea came in at {number + 5} in the morning and went out again before anybody was awake."
    for number in range(1, 6)
)
NEW = OLD.replace("at 7 in", "at 8 in")


def _written(folder: Path) -> tuple[str, str]:
    old, new = folder / "old.html", folder / "new.html"
    old.write_text(OLD)
    new.write_text(NEW)
    return str(old), str(new)


def test_files_and_json_of_articles_are_compared(tmp_path: Path) -> None:
    old, new = _written(tmp_path)
    stored = tmp_path / "old.json"
    stored.write_text(tamis.extract(OLD).to_json())
    for source in (old, str(stored)):
        result = run("diff", source, new)
        assert result.exit_code == 0
        assert "[-7-]{+8+} in the morning" in result.stdout
    assert run("diff", old, old).stdout == "no changes in the article\n"


def test_json_and_html(tmp_path: Path) -> None:
    old, new = _written(tmp_path)
    changes = json.loads(run("diff", old, new, "-f", "json").stdout)
    assert (changes["changed"], changes["counts"]["changed"], len(changes["blocks"])) == (True, 1, 1)
    assert "<del>7</del><ins>8</ins>" in run("diff", old, new, "-f", "html").stdout


def test_one_source_is_compared_with_the_library(tmp_path: Path) -> None:
    old, new = _written(tmp_path)
    library = str(tmp_path / "library.db")
    assert "there is no library" in run("diff", new, "--library", library).stderr
    assert run("library", "add", old, "--url", "https://quay.example/tides", "--library", library).exit_code == 0
    unknown = run("diff", "https://quay.example/other", "--library", library)
    assert (unknown.exit_code, "the library has no text of" in unknown.stderr) == (2, True)


def test_a_link_of_the_library_has_no_text_to_compare_with(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library(path) as library:
        library.add_link("https://quay.example/tides")
    result = run("diff", "https://quay.example/tides", "--library", str(path))
    assert (result.exit_code, "the library has no text of" in result.stderr) == (2, True)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    old, _ = _written(tmp_path)
    result = run("diff", old, str(tmp_path / "none.html"))
    assert (result.exit_code, "no such file" in result.stderr) == (2, True)
    empty = tmp_path / "empty.html"
    empty.write_text("<p>x")
    assert run("diff", old, str(empty)).exit_code == 1
