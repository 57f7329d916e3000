"""`tamis site-profile`: learned from files, shown, refreshed, by host, used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from example_site import SITE

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [SITE / name for name in ("harbour-tunnel.html", "wind-farm-vote.html")]


def test_a_profile_is_learned_shown_refreshed_and_used(tmp_path: Path) -> None:
    file = tmp_path / "courier.json"
    assert run("site-profile", "learn", *PAGES, "-o", file, "--site", "courier.example").exit_code == 0
    assert "courier.example: 2 pages" in run("site-profile", "show", file).output
    assert run("site-profile", "learn", SITE / "night-trains.html", "-o", file, "--refresh").exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["pages"] == 3
    assert run("extract", SITE / "budget-tables.html", "--site-profile", file, "-f", "text").exit_code == 0


def test_nothing_learned_is_an_exit_status_and_a_wrong_file_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("{}", encoding="utf-8")
    assert run("site-profile", "show", tmp_path / "empty.json").exit_code == 2
    result = run("extract", PAGES[0], "--site-profile", tmp_path / "empty.json")
    assert result.exit_code == 2
    assert "not a site profile" in result.stderr


def test_a_page_that_cannot_be_read_is_named_and_the_others_teach(tmp_path: Path) -> None:
    picture = tmp_path / "picture.html"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\x00" * 64)
    result = run("site-profile", "learn", picture, PAGES[0], "-o", tmp_path / "courier.json")
    assert result.exit_code == 0
    assert "picture.html" in result.stderr
    assert run("site-profile", "learn", picture, "-o", tmp_path / "none.json").exit_code == 1


def test_an_empty_page_teaches_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    result = run("site-profile", "learn", tmp_path / "empty.html", "-o", tmp_path / "none.json")
    assert (result.exit_code, "nothing to learn" in result.stderr) == (1, True)
    assert not (tmp_path / "none.json").exists()
