"""Windows, played: what needs POSIX says so in a line, and all else works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tamis.cli import NEED_POSIX

from .running import page, run

COMMAND = "import windows; windows.play(*windows.EXTRAS); from tamis.cli import main; main(prog_name='tamis')"
"""Runs the command without what Windows does not have."""
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")))),
}
"""The environment in which processes find `windows`."""
NEED_AN_EXTRA = frozenset({"tamis.batch.nemo_extractor"})
"""Modules that no system imports without an extra that the tests do not install."""
PATIENT = ("--deadline", "600", "--patience", "600")
"""A worker that is no fork needs seconds to start on a busy machine."""
RUN = """
import windows; windows.play()
import json, sys
from click.testing import CliRunner
from tamis.cli import main
results = [CliRunner().invoke(main, words, catch_exceptions=False) for words in json.loads(sys.argv[1])]
for result in results:
    assert result.exit_code == 0, result.stderr
print(json.dumps([result.stdout for result in results]))
"""
"""Runs several commands in one process."""
IMPORTS = """
import windows; windows.play(*windows.EXTRAS)
import importlib, pkgutil, tamis
for module in pkgutil.walk_packages(tamis.__path__, "tamis.", onerror=lambda name: None):
    try:
        importlib.import_module(module.name)
    except Exception as error:
        print(module.name, type(error).__name__, error)
"""


def on_windows(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program: list[str | Path] = [sys.executable, "-c", COMMAND]
    return subprocess.run([*program, *arguments], input=stdin, capture_output=True, check=False, env=ENVIRONMENT)


@pytest.mark.slow
def test_every_module_is_imported_without_posix() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.stderr == ""
    failed = [line for line in done.stdout.splitlines() if line.partition(" ")[0] not in NEED_AN_EXTRA]
    assert failed == []


@pytest.mark.parametrize("name", sorted(NEED_POSIX))
def test_a_command_that_needs_posix_says_where_to_run_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    result = run(name)
    assert result.exit_code == 2
    assert result.stderr == (
        f"Error: tamis {name} needs Linux or macOS; on Windows, install tamis in WSL and run it there\n"
    )


@pytest.mark.slow  # starts an interpreter
def test_a_command_that_needs_posix_ends_without_a_traceback() -> None:
    result = on_windows("crawl", "https://news.example/", "-o", "out")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1


@pytest.mark.slow
def test_pages_are_extracted_filtered_explained_kept_and_printed_without_posix(tmp_path: Path) -> None:
    html, library, book = (str(tmp_path / name) for name in ("tides.html", "library.db", "tides.epub"))
    Path(html).write_text(page(), encoding="utf-8")
    lines = [
        ["extract", html],
        ["filter", html],
        ["explain", html, "--json"],
        ["library", "add", "--library", library, html],
        ["library", "search", "--library", library, "quay"],
        ["print", html, "-o", book],
    ]
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(lines)], capture_output=True, text=True, check=False, env=ENVIRONMENT
    )
    assert done.returncode == 0, done.stderr
    extracted, filtered, explained, _added, found, _printed = json.loads(done.stdout)
    assert extracted.startswith("# Tides")
    assert "nobody on the quay" in filtered
    assert json.loads(explained)["blocks"]
    assert "Tides" in found
    assert Path(book).read_bytes()[:2] == b"PK"


@pytest.mark.slow
def test_the_service_answers_without_posix() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "serve", "--port", "0", "--workers", "1", *PATIENT],
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as service:
        try:
            assert service.stdout is not None
            url = service.stdout.readline().split()[-1]
            body = json.dumps({"html": page()}).encode()
            request = urllib.request.Request(f"{url}/api/extract", body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=600) as answer:
                assert json.load(answer)["headline"] == "Tides"
        finally:
            service.terminate()
