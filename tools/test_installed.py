"""Run tests of the core against the tamis that is installed, and not against the source beside them.

The tests, the example site and the settings of pytest are copied to a temporary folder without `src`. Needs pytest,
pytest-timeout and hypothesis: `python tools/test_installed.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("conftest.py", "examples", "pyproject.toml", "tests")
TESTS = (
    *("assemble", "enrich", "filter", "text", "test_api.py", "test_determinism.py"),
    *("test_errors.py", "test_example_site.py", "test_on_demand.py", "test_pages.py", "test_settings.py"),
    *("write/test_chunks.py", "write/test_html.py", "write/test_markdown.py", "write/test_text.py"),
)
"""Tests that need no other package than those above and nothing of the source, but for `NOT`."""
NOT = ("text/urls/test_robots.py",)
"""Needs tamis-bench."""
WHERE = "import sys, tamis; from pathlib import Path; print(Path(tamis.__file__).resolve()); print(sys.version)"


def main() -> int:
    """Run the tests; the status is pytest's, or 1 if the source would be tested."""
    with tempfile.TemporaryDirectory(prefix="tamis-installed-") as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        found = subprocess.run(  # noqa: S603 (this interpreter)
            [sys.executable, "-c", WHERE], cwd=copy, env=environment, capture_output=True, text=True, check=True
        ).stdout
        print(found.strip())
        if ROOT in Path(found.splitlines()[0]).parents:
            print("this is the source, not an installed package", file=sys.stderr)
            return 1
        chosen = "not slow and not browser and not data"
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", chosen]
        tests = [*(f"tests/{name}" for name in TESTS), *(f"--ignore=tests/{name}" for name in NOT)]
        return subprocess.run([*command, *tests], cwd=copy, env=environment, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
