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
    result = run("batch", tmp_path / "a.warc.gz", tmp_path / "*.html", "-o", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 0
    assert "4 documents (4 in this run), 4 articles, 0 rejects" in result.stderr
    assert result.stdout == ""
    assert (tmp_path / "out/articles/00000-00000.parquet").exists()
    assert (tmp_path / "out/report.html").exists()


def test_settings_of_the_batch_come_from_a_file_and_options_override_them(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(story(9))
    (tmp_path / "tamis.toml").write_text('[batch]\nfile_format = "jsonl"\nformats = ["markdown"]\nworkers = 1\n')
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
    result = run("batch", tmp_path / "empty.html", "-o", tmp_path / "out", "--workers", "1")
    assert "1 document (1 in this run), 0 articles, 1 reject\n" in result.stderr


def test_no_article_has_its_own_exit_status(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Too little.")
    result = run("batch", tmp_path / "page.html", "-o", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 1
    assert "rejects: too_short 1" in result.stderr


def test_a_damaged_archive_is_a_reject_and_the_same_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/a.warc.gz").write_bytes(members(story_record(1)))
    (tmp_path / "pages/b.zip").write_bytes(b"not a zip")
    (tmp_path / "pages/c.tar").write_bytes(b"not a tar")
    command = ("batch", tmp_path / "pages", "-o", tmp_path / "out", "--workers", "1")
    for documents in (3, 0):
        result = run(*command)
        assert result.exit_code == 0
        assert f"3 documents ({documents} in this run), 1 article, 2 rejects" in result.stderr
        assert "rejects: unreadable_input 2" in result.stderr


def test_verify_checks_an_output_and_says_how_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(story(9))
    out = tmp_path / "out"
    command = ("batch", tmp_path / "page.html", "-o", out, "--workers", "1")
    assert run(*command).exit_code == 0
    assert run("batch", "-o", out, "--verify-output").exit_code == 0
    part = out / "articles/00000-00000.parquet"
    data = part.read_bytes()
    part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    damaged = run("batch", "-o", out, "--verify-output")
    assert damaged.exit_code == 3
    assert "damaged: articles/00000-00000.parquet: its content is not what was written" in damaged.stderr
    assert "with its INPUTS and --verify-output" in damaged.stderr
    again = run(*command, "--verify-output")
    assert "1 document (1 in this run)" in again.stderr
    assert run("batch", "-o", out, "--verify-output").exit_code == 0


def test_what_is_no_output_cannot_be_verified(tmp_path: Path) -> None:
    result = run("batch", "-o", tmp_path, "--verify-output")
    assert result.exit_code == 3
    assert "no batch wrote to this folder" in result.stderr
    assert run("batch", "-o", tmp_path).exit_code == 2


def test_a_name_that_no_file_can_have_is_wrong_use(tmp_path: Path) -> None:
    result = run("batch", "a" * 5000, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
