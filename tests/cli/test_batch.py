"""`tamis batch` as a user runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from batch.making import members, story, story_record

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # each starts a pool of workers


def test_archives_and_pages_become_files_of_rows(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(members(*(story_record(number) for number in range(3))))
    (tmp_path / "page.html").write_bytes(story(9))
    result = run("batch", tmp_path / "a.warc.gz", tmp_path / "*.html", "-o", tmp_path / "out", "--processes", "1")
    assert result.exit_code == 0
    assert "4 documents (4 in this run), 4 articles, 0 rejects" in result.stderr
    assert result.stdout == ""
    assert (tmp_path / "out/articles/00000-00000.parquet").exists()
    assert (tmp_path / "out/report.html").exists()


def test_settings_of_the_batch_come_from_a_file_and_options_override_them(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(story(9))
    (tmp_path / "tamis.toml").write_text('[batch]\nfile_format = "jsonl"\nformats = ["markdown"]\nprocesses = 1\n')
    options = ("--settings", tmp_path / "tamis.toml", "--formats", "text")
    assert run("batch", tmp_path / "page.html", "-o", tmp_path / "out", *options).exit_code == 0
    line = (tmp_path / "out/articles/00000-00000.jsonl").read_text()
    assert '"text":' in line
    assert '"markdown":' not in line


def test_nothing_to_read_is_wrong_use(tmp_path: Path) -> None:
    result = run("batch", tmp_path / "none.warc.gz", "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "none.warc.gz: there is no such file" in result.stderr
    (tmp_path / "folder").mkdir()
    assert "folder: no files in this folder" in run("batch", tmp_path / "folder", "-o", tmp_path / "out").stderr


def test_one_page_is_counted_as_one(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    result = run("batch", tmp_path / "empty.html", "-o", tmp_path / "out", "--processes", "1")
    assert "1 document (1 in this run), 0 articles, 1 reject\n" in result.stderr


def test_no_article_has_its_own_exit_status(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Too little.")
    result = run("batch", tmp_path / "page.html", "-o", tmp_path / "out", "--processes", "1")
    assert result.exit_code == 1
    assert "rejects: too_short 1" in result.stderr
