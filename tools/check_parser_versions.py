"""Run the golden pages and the tests of parsing with other versions of turbohtml.

``make parser-versions``, or ``python tools/check_parser_versions.py ==1.15.4 ==1.16.0``. By default the lowest and the
newest version in the range of pyproject.toml that the index has. Each is installed into a folder of its own that
comes before the installed one. Exits with 1 if a version fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/test_pages.py", "tests/test_example_site.py", "tests/parse", "tests/assemble")


def versions() -> list[str]:
    """The lowest and the newest version in range, as pip writes them; one if they are the same."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    wanted = next(line for line in needed if line.startswith("turbohtml")).removeprefix("turbohtml")
    lowest = re.search(r">=([\d.]+)", wanted)
    if lowest is None:
        raise SystemExit(f"turbohtml{wanted} has no lowest version")
    return [f"=={lowest[1]}", wanted]


def main() -> int:
    """Try each version; returns the exit status."""
    failed = False
    for wanted in sys.argv[1:] or versions():
        with tempfile.TemporaryDirectory(prefix="tamis-parser-") as folder:
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
            if subprocess.run([*pip, "--target", folder, f"turbohtml{wanted}"], check=False).returncode:  # noqa: S603 (pip)
                print(f"turbohtml{wanted}: cannot be installed")
                failed = True
                continue
            found = next(Path(folder).glob("turbohtml-*.dist-info")).name.split("-")[1].removesuffix(".dist")
            paths = os.pathsep.join((folder, *filter(None, [os.environ.get("PYTHONPATH")])))
            command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTS]
            ended = subprocess.run(  # noqa: S603 (our own tests)
                command,
                env={**os.environ, "PYTHONPATH": paths},
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
                check=False,
            )
            print(f"turbohtml {found} (asked for {wanted}): {ended.stdout.strip().splitlines()[-1]}", flush=True)
            failed = failed or ended.returncode != 0
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
