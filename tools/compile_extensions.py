"""Compile the C files of the package into its compiled module: `make compile`.

It does what modules in Python do, only faster, and is optional: without a compiler it is missing, and tamis still
works. `hatch_build.py` runs this at every installation from source.
"""

from __future__ import annotations

import os
import runpy
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = Path(__file__).parent.parent / "src" / "tamis" / "core"
# What is compiled stands in the package, which cannot be imported before it is installed.
COMPILED = SimpleNamespace(**runpy.run_path(str(PACKAGE / "compiled.py")))


class CannotCompile(Exception):
    """The compiler is missing or failed; the text says why."""


def is_for_every_version() -> bool:
    """Tell whether a module that is built now serves later versions too: not on Python without its lock."""
    return not sysconfig.get_config_var("Py_GIL_DISABLED")


def compile_module(folder: Path | None = None, flags: Iterable[str] = ()) -> Path:
    """Compile the module into a folder, or into its package; return it.

    It uses only the limited API of Python, so one file is for every version from 3.11 on. Products and sums are not
    fused (`-ffp-contract=off`), so that every processor computes the same, whatever `CFLAGS` allows (`-ffast-math`).
    """
    if os.environ.get(COMPILED.PURE):
        raise CannotCompile(f"{COMPILED.PURE} is set")
    linker = sysconfig.get_config_var("LDSHARED")
    if not linker or sys.platform == "win32":
        raise CannotCompile("this Python does not say how it was compiled")
    files = COMPILED.sources()
    limited = ["-DPy_LIMITED_API=0x030B0000"] if is_for_every_version() else []
    suffix = ".abi3.so" if limited else sysconfig.get_config_var("EXT_SUFFIX")
    module = (folder or PACKAGE) / f"{COMPILED.NAME.rpartition('.')[2]}{suffix}"
    draft = module.with_name(f"{module.name}.{os.getpid()}")
    command = shlex.split(os.environ.get("LDSHARED") or linker)
    command += shlex.split(f"{sysconfig.get_config_var('CCSHARED') or ''} {os.environ.get('CFLAGS') or ''}")
    command += ["-O3", "-DNDEBUG", *limited, f'-DSOURCE="{COMPILED.checksum(files)}"']
    command += [
        "-fno-fast-math",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-Wno-psabi",
        *flags,
        "-I",
        sysconfig.get_path("include"),
    ]
    command += [*(str(file) for file in files if file.suffix == ".c"), "-o", str(draft), "-lm"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (what Python says)
    except OSError as error:
        raise CannotCompile(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        draft.unlink(missing_ok=True)
        raise CannotCompile(done.stderr.strip() or f"{command[0]} failed")
    draft.replace(module)  # so that a process that has it open keeps the old one
    return module


def main() -> int:
    """Print what was compiled, or why nothing was."""
    try:
        print(compile_module())
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
