"""A resume after the output was damaged: what is damaged is done again, and the rest is not."""

from __future__ import annotations

import json
import os
import shutil
import stat
from typing import TYPE_CHECKING, Any

import fsspec
import pytest

from tamis.batch import BatchSettings, run_batch
from tamis.batch.checking import verify
from tamis.batch.output import Damage, Output, sealed, unsealed
from tamis.errors import BadSettings
from tamis_bench.batch_output import hashes_of

from .making import members, story_record, warc_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow  # each runs batches

ONE = BatchSettings(workers=1, shard_rows=4)
PART = "articles/00000-00001.parquet"
ABOUT = "_run/run.json"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of ten stories and a broken record, and its output."""
    folder = tmp_path_factory.mktemp("finished")
    records = [story_record(number) for number in range(10)]
    (folder / "crawl.warc.gz").write_bytes(members(*records[:6], warc_record(b"no http"), *records[6:]))
    run_batch([str(folder / "crawl.warc.gz")], str(folder / "out"), ONE)
    return folder


@pytest.fixture
def out(finished: Path, tmp_path: Path) -> Path:
    """A copy of the output."""
    return shutil.copytree(finished / "out", tmp_path / "out")


def flip(path: Path) -> None:
    """Change a byte, and not the size."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def replace_text(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


PARTS = "articles/00000-{:05}.parquet"
MARKS = "_run/marks/00000/{:05}.json"
DAMAGES: tuple[tuple[int, str, Callable[[Path], object]], ...] = (
    (0, PARTS, lambda part: part.write_bytes(b"xx")),
    (1, PARTS, lambda part: part.unlink()),
    (6, "rejects/00000-{:05}.parquet", lambda rejects: rejects.unlink()),
    (2, MARKS, lambda mark: mark.write_bytes(b"")),
    (3, MARKS, lambda mark: mark.write_bytes(b"{")),
    (4, MARKS, lambda mark: mark.write_text("[1]")),
    (5, MARKS, lambda mark: mark.write_text("[" * 100_000)),
    (8, MARKS, lambda mark: mark.write_bytes(b"\xff\xfe")),
    (9, MARKS, lambda mark: replace_text(mark, '"documents": 1', '"documents": 2')),
    (10, MARKS, lambda mark: shutil.copy(mark.with_name("00007.json"), mark)),
)
"""Damages, each to a part of its own, of which there is one for each document; the part 7 is sound."""


def resume(finished: Path, out: Path, **more: Any) -> Any:
    return run_batch([str(finished / "crawl.warc.gz")], str(out), ONE, **more)


def test_what_is_damaged_is_done_again_and_nothing_else(finished: Path, tmp_path: Path) -> None:
    small = BatchSettings(workers=1, shard_rows=1)
    archive, sound, out = str(finished / "crawl.warc.gz"), tmp_path / "sound", tmp_path / "out"
    run_batch([archive], str(sound), small)
    shutil.copytree(sound, out)
    for number, file, damage in DAMAGES:
        damage(out / file.format(number))
    damaged = sorted(f"00000-{number:05}" for number, *_ in DAMAGES)
    assert sorted({fault.part.name for fault in verify(str(out)) if fault.part is not None}) == damaged
    report = run_batch([archive], str(out), small)
    assert sorted(str(fault.part and fault.part.name) for fault in report.faults) == damaged
    assert (report.new_documents, report.tally.documents) == (len(DAMAGES), 11)
    assert hashes_of(out) == hashes_of(sound)
    assert verify(str(out)) == []
    assert run_batch([archive], str(out), small).new_documents == 0


def test_a_mark_and_its_name_are_on_the_disk_when_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a power cut takes back what was acknowledged (`tamis_bench.faults` tries it)."""
    mark = tmp_path / "mark.json"
    synchronized = []

    def noted(handle: int) -> None:
        synchronized.append(("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file", mark.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    Output(str(tmp_path)).write_sealed(mark.name, {"documents": 1})
    assert synchronized == [("file", False), ("folder", True)]
    synchronized.clear()
    Output(str(tmp_path)).remove(mark.name)
    assert synchronized == [("folder", False)]


def test_content_changed_in_place_is_found_by_its_hash_if_wanted(finished: Path, out: Path) -> None:
    flip(out / PART)
    (fault,) = verify(str(out))
    assert str(fault) == f"{PART}: its content is not what was written"
    assert resume(finished, out).new_documents == 0
    assert resume(finished, out, verify_output=True).new_documents == 4
    assert verify(str(out)) == []
    assert hashes_of(out) == hashes_of(finished / "out")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff"])
def test_what_the_batch_is_about_is_written_again_if_its_marks_agree(finished: Path, out: Path, content: bytes) -> None:
    before = (out / ABOUT).read_bytes()
    (out / ABOUT).write_bytes(content)
    assert [fault.name for fault in verify(str(out))] == [ABOUT]
    assert resume(finished, out).new_documents == 0
    assert (out / ABOUT).read_bytes() == before


def test_the_output_of_another_batch_is_not_written_over_because_a_file_is_damaged(finished: Path, out: Path) -> None:
    for damage in (lambda: (out / ABOUT).write_bytes(b""), lambda: (out / ABOUT).unlink()):
        damage()
        with pytest.raises(BadSettings, match="may hold another batch"):
            run_batch([str(finished / "crawl.warc.gz")], str(out), BatchSettings(workers=1, shard_rows=3))
    assert (out / PART).read_bytes() == (finished / "out" / PART).read_bytes()


def test_stray_names_among_the_marks_are_named_and_passed_over(finished: Path, out: Path) -> None:
    strays = ("notes.txt", "00000/copy of 00001.json", "00000/1.json", "00000/000001.json", "٠٠٠٠٠/00000.json")
    for name in strays:
        (out / "_run/marks" / name).parent.mkdir(exist_ok=True)
        (out / "_run/marks" / name).write_text("")
    report = resume(finished, out)
    assert report.new_documents == 0
    assert {fault.name.removeprefix("_run/marks/") for fault in report.faults} >= set(strays)


def test_verify_names_files_that_no_mark_knows_and_splits_that_are_not_finished(out: Path) -> None:
    (out / "articles/backup.parquet").write_bytes(b"")
    (out / "_run/marks/00000/00002.json").unlink()
    faults = {fault.name: fault.reason for fault in verify(str(out))}
    assert faults["articles/backup.parquet"] == "no completion mark names this file"
    assert faults["_run/marks/00000"] == "this split is not finished"


def test_near_duplicates_need_only_the_files_of_the_batch(finished: Path, tmp_path: Path) -> None:
    settings = BatchSettings(workers=1, shard_rows=4, near_duplicates=True)
    archive, out = str(finished / "crawl.warc.gz"), tmp_path / "out"
    run_batch([archive], str(out), settings)
    (out / "articles/backup.parquet").write_bytes(b"no table")
    flip(out / PART)
    assert run_batch([archive], str(out), settings).new_documents == 4


def test_output_elsewhere_is_checked_too(finished: Path) -> None:
    files = fsspec.filesystem("memory")
    try:
        assert resume(finished, "memory://damaged-out").new_documents == 11  # type: ignore[arg-type]
        assert verify("memory://damaged-out") == []
        files.pipe(f"/damaged-out/{PART}", b"xx")
        files.pipe("/damaged-out/_run/marks/00000/00002.json", b"")
        assert len(verify("memory://damaged-out")) == 2
        assert resume(finished, "memory://damaged-out").new_documents == 7  # type: ignore[arg-type]
        assert verify("memory://damaged-out") == []
    finally:
        files.rm("/damaged-out", recursive=True)


def test_a_seal_is_broken_by_any_change() -> None:
    content = sealed({"a": 1, "b": "é\ud800"})
    assert unsealed(content) == {"a": 1, "b": "é\ud800"}
    assert isinstance(unsealed(content.replace(b"1", b"2", 1)), Damage)
    assert isinstance(unsealed(json.dumps({"a": 1}).encode()), Damage)
