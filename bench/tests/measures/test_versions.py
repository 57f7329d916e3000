from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis_bench.versions import Extracted, Worker, extract_all, own_source, source_of

from .versions import SOURCE, commit, write_version

if TYPE_CHECKING:
    from pathlib import Path

ANSWER = Extracted("The mill stands.", 0.25, "article")


def test_the_source_of_a_commit_is_there_until_the_block_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_version(tmp_path / "src")
    name = commit(tmp_path)
    (tmp_path / "src" / "tamis" / "__init__.py").write_text("changed = True", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "src")
    with source_of(name[:10]) as source:
        assert (source / "tamis" / "__init__.py").read_text(encoding="utf-8") == SOURCE
    assert not source.exists()


def test_a_commit_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"^0123abc: neither a file nor a commit$"), source_of("0123abc"):
        pass
    with pytest.raises(BadInput, match=r"^--all: neither a file nor a commit$"), source_of("--all"):
        pass


def test_a_commit_of_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="the commit HEAD has no src/tamis"), source_of("HEAD"):
        pass


def test_a_commit_needs_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="in no git repository"), source_of("HEAD"):
        pass


def test_a_commit_needs_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(BadInput, match="git is not installed"), source_of("HEAD"):
        pass


@pytest.mark.slow  # starts an interpreter
def test_pages_are_extracted_by_the_version_of_the_folder(tmp_path: Path) -> None:
    with Worker(write_version(tmp_path), 5) as worker:
        assert worker.extract("<p>", None) == ANSWER
        assert worker.extract("fail", "https://valley.example/") == Extracted("", 0.0, "ValueError")


@pytest.mark.slow  # starts an interpreter
def test_a_page_that_ends_the_process_is_counted(tmp_path: Path) -> None:
    with Worker(write_version(tmp_path), 5) as worker:
        assert worker.extract("die", None) == Extracted("", 0.0, "crashed")
        assert worker.extract("<p>", None) == ANSWER


@pytest.mark.slow  # starts an interpreter
def test_a_page_that_takes_too_long_is_counted(tmp_path: Path) -> None:
    source = write_version(tmp_path, "def extract(html, url=None):\n    while True:\n        pass\n")
    with Worker(source, 0.2) as worker:
        assert worker.extract("<p>", None) == Extracted("", 0.0, "out of time")


@pytest.mark.slow  # starts an interpreter
def test_a_version_that_cannot_be_imported_says_why(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not start: ModuleNotFoundError: No module named 'no_such_module'"):
        Worker(write_version(tmp_path, "import no_such_module"), 5)


@pytest.mark.slow
def test_another_version_than_that_of_the_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="and not from"):
        Worker(write_version(tmp_path / "src", "__file__ = '/elsewhere/tamis/__init__.py'"), 5)


@pytest.mark.slow
def test_results_come_in_order_from_several_processes(tmp_path: Path) -> None:
    pages = ["<p>", "fail", "<p>", "die", "<p>"]
    work = extract_all(write_version(tmp_path), pages, lambda worker, html: worker.extract(html, None), 2, 5)
    assert [answer.outcome for answer in work] == ["article", "ValueError", "article", "crashed", "article"]


@pytest.mark.slow
def test_this_version_is_one_too() -> None:
    with Worker(own_source(), 30) as worker:
        assert "came in" in worker.extract("<h1>Tides</h1><p>" + "The sea came in again. " * 20, None).text
