"""Faults: a disk is rebuilt as a power cut leaves it, and the shim ends a process at the call that it is told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tamis_bench.faults import Operation, _spread, compiled_shim, rebuild, recorded

if TYPE_CHECKING:
    from pathlib import Path

WRITER = (
    "import os,sys; f=open(sys.argv[1]+'.new','wb',0); f.write(b'abcd'); {sync}f.close(); os.rename(f.name,sys.argv[1])"
)


def made(what: str, path: Path, data: bytes = b"", other: Path | None = None, offset: int = 0) -> Operation:
    return Operation(what, str(path), str(other or ""), offset, data)


def test_data_without_synchronization_is_gone_and_its_name_is_there(tmp_path: Path) -> None:
    new, file = tmp_path / "new", tmp_path / "file"
    operations = [made("create", new), made("write", new, b"abcd"), made("rename", new, other=file)]
    rebuild(operations, "lost data")
    assert file.read_bytes() == b""


@pytest.mark.parametrize(("kind", "names"), [("lost data", ["file"]), ("lost names", ["new"])])
def test_synchronized_data_is_there_and_a_later_name_may_be_gone(tmp_path: Path, kind: str, names: list[str]) -> None:
    new, file = tmp_path / "new", tmp_path / "file"
    operations = [
        made("create", new), made("write", new, b"ab"), made("write", new, b"XYZ", offset=1),
        made("cut", new, offset=3),
        made("sync", new), made("write", new, b"!", offset=-1), made("rename", new, other=file),
    ]  # fmt: skip
    rebuild(operations, kind)
    assert [path.name for path in tmp_path.iterdir()] == names
    assert (tmp_path / names[0]).read_bytes() == b"aXY"


def test_points_are_spread_to_the_last_call() -> None:
    assert _spread(100, 4) == [25, 50, 75, 100]
    assert _spread(3, 12) == [1, 2, 3]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
def test_the_shim_ends_a_process_at_a_call_fails_calls_and_records_them(tmp_path: Path) -> None:
    shim = compiled_shim(tmp_path)
    root, log = tmp_path / "root", tmp_path / "log"

    def run(**more: str) -> int:
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        environment = {**os.environ, "LD_PRELOAD": str(shim), "FAULT_ROOT": str(root), **more}
        command = [sys.executable, "-c", WRITER.format(sync="os.fsync(f); "), str(root / "file")]
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode

    assert run(FAULT_LOG=str(log)) == 0
    assert [one.what for one in recorded(log)] == ["create", "write", "sync", "rename"]
    assert run(FAULT_AT="2", FAULT_MODE="torn") == -signal.SIGKILL
    assert (root / "file.new").read_bytes() == b"ab"
    assert run(FAULT_AT="4", FAULT_MODE="kill") == -signal.SIGKILL
    assert [path.name for path in root.iterdir()] == ["file.new"]
    assert run(FAULT_AT="2", FAULT_MODE="ENOSPC") == 1
    assert run(FAULT_AT="9", FAULT_MODE="EIO") == 0
