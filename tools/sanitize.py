"""Run the compiled module under AddressSanitizer and UndefinedBehaviorSanitizer: `make sanitize`.

A copy of the package gets a module that is built with both. With it run the tests of the module, then pages that are
damaged at random: those of the example site, pages made of what the model looks at, and broken markup. The first report
of a sanitizer ends the run and fails it.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAGS = (
    "-g",
    "-O1",
    "-UNDEBUG",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)
TESTS = (
    "tests/strategies/learned/test_native.py",
    "tests/strategies/test_compiled_hints.py",
    "tests/parse/test_walk.py",
    "tests/parse/test_sizes.py",
)


def build(folder: Path) -> Path:
    """Copy the package and compile its module with the sanitizers; return the folder to import it from."""
    package = folder / "src" / "tamis"
    shutil.copytree(ROOT / "src" / "tamis", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    tool = runpy.run_path(str(ROOT / "tools" / "compile_extensions.py"))
    print(tool["compile_module"](package / "core", FLAGS), flush=True)
    return package.parent


def environment(source: Path) -> dict[str, str]:
    """Return the variables with which Python loads the sanitizers first, and every object is allocated by itself."""
    libraries = [
        subprocess.run(  # noqa: S603
            ["gcc", f"-print-file-name={name}"],  # noqa: S607
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so", "libstdc++.so.6")
    ]
    return {
        **os.environ,
        "LD_PRELOAD": ":".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1:quarantine_size_mb=32:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join((str(source), str(ROOT / "tests"))),
        "TAMIS_SANITIZED": str(source),
    }


def main() -> int:
    """Build, run the tests, then the damaged pages; return the status of the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=5000, help="how many damaged pages (100000 for the long run)")
    parser.add_argument("--seed", type=int, default=1, help="other damages")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(build(Path(folder)))
        python = [sys.executable, "-X", "faulthandler", "-m"]
        for command in (
            [*python, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *TESTS],
            [*python, "damaged_pages", str(options.pages), str(options.seed)],
        ):
            status = subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode  # noqa: S603
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
