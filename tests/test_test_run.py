"""Runs of the tests: in any order, from any shell, and with nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

import leftovers
from ordering import shuffled

TESTS = Path(__file__).parent
AS_OWN = ("-p", "conftest")
"""Options to run tests outside of this folder with its conftest."""
PATIENCE = 120.0
"""Seconds that a process may take to end on a busy machine."""


def run_pytest(*arguments: str | Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run pytest with the options and the guard of these tests, but as a run of its own."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    del environment[leftovers.VARIABLE]
    plugins = ("-p", "no:cacheprovider", "-p", "no:schemathesis")  # which nobody needs here and takes time to load
    command = [sys.executable, "-m", "pytest", *plugins, *arguments]
    shell = ["sh", "-c", f'{before}\nexec "$@"', "sh", *map(str, command)]
    return subprocess.run(shell, env=environment, capture_output=True, text=True, cwd=TESTS.parent, check=False)


def ends(pid: int) -> bool:
    """Tell whether a process ends in time; one that only waits to be reaped has no command line."""
    end = time.monotonic() + PATIENCE
    while leftovers.command_of(pid) not in ("", "(ended)"):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_a_seed_gives_one_order_in_which_modules_stay_whole() -> None:
    tests = [(module, number) for module in "abcdefgh" for number in range(9)]
    first, again, other = (shuffled(tests, lambda test: test[0], seed) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(first) == sorted(other) == tests
    modules = [module for module, _ in first]
    assert sum(left != right for left, right in pairwise(modules)) == 7
    assert modules != sorted(modules)
    assert [number for _, number in first[:9]] != list(range(9))


@pytest.mark.slow
def test_the_order_of_a_run_is_that_of_its_seed_which_is_told(tmp_path: Path) -> None:
    names = list("abcdefgh")
    (tmp_path / "test_many.py").write_text("".join(f"def test_{name}(): print('\\nran', '{name}')\n" for name in names))
    run = run_pytest(*AS_OWN, tmp_path, "-s", "--order-seed", "7")
    ran = [line.removeprefix("ran ").rstrip(".") for line in run.stdout.splitlines() if line.startswith("ran ")]
    assert ran == shuffled(names, lambda _: "test_many", 7)
    assert "order: shuffled, --order-seed 7\n" in run.stdout


@pytest.mark.slow
def test_processes_that_share_the_tests_have_one_random_order(tmp_path: Path) -> None:
    (tmp_path / "test_many.py").write_text("".join(f"def test_{name}(): pass\n" for name in "abcdefgh"))
    assert "8 passed" in run_pytest(*AS_OWN, tmp_path, "-n", "2", "--order-seed", "random").stdout


@pytest.mark.slow
def test_a_process_that_a_test_leaves_is_named_and_killed_and_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_leaves.py").write_text(
        "import leftovers, sys\n"
        "from subprocess import PIPE, Popen\n"
        "leftovers.ENDING_SECONDS = 0\n"
        "def test_leaves_a_process():\n"
        "    child = Popen([sys.executable, '-c', 'input()'], stdin=PIPE, start_new_session=True)\n"
        "    print('child', child.pid)\n"
        "    child.returncode = 0  # so that nobody warns of it\n"
        "    globals()['kept'] = child\n"
    )
    run = run_pytest(*AS_OWN, tmp_path, "-s")
    assert run.returncode == 1
    assert "1 passed" in run.stdout
    pid = int(run.stdout.partition("child ")[2].split()[0].rstrip("."))
    assert f"LEFT RUNNING (killed now) {pid}: {sys.executable} -c input()" in run.stdout
    assert ends(pid)


@pytest.mark.slow
def test_what_a_killed_run_had_started_is_killed_too(tmp_path: Path) -> None:
    (tmp_path / "test_killed.py").write_text(
        "import os, signal, subprocess, sys\n"
        "def test_is_killed():\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "    print('child', child.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    run = run_pytest(*AS_OWN, tmp_path, "-s")
    assert run.returncode == -signal.SIGKILL
    assert ends(int(run.stdout.partition("child ")[2].split()[0]))


@pytest.mark.slow
def test_a_background_shell_does_not_make_children_deaf_to_interrupts(tmp_path: Path) -> None:
    (tmp_path / "test_child.py").write_text(
        "import subprocess, sys\n"
        "PROGRAM = 'import signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler'\n"
        "def test_the_child_can_be_interrupted():\n"
        "    subprocess.run([sys.executable, '-c', PROGRAM], check=True)\n"
    )
    assert run_pytest(*AS_OWN, tmp_path, before="trap '' INT").returncode == 0


@pytest.mark.browser
def test_an_event_loop_runs_in_the_thread_of_the_tests_after_a_browser_test() -> None:
    in_a_browser = TESTS / "browser" / "test_reading_page.py::test_dark_scheme_is_dark"
    with_a_loop = TESTS / "edition" / "test_pdf.py::test_step_that_takes_too_long_is_an_error"
    assert "2 passed" in run_pytest(in_a_browser, with_a_loop).stdout
