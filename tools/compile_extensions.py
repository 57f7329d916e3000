"""Compile the C files of the package in place, each into a module beside it: `make compile`.

Each does what a module in Python does, only faster, and is optional: without a compiler it is missing, and tamis still
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
    from collections.abc import Iterable, Sequence

SOURCES = Path(__file__).parent.parent / "src" / "tamis"
# What is compiled stands in the package, which cannot be imported before it is installed.
COMPILED = SimpleNamespace(**runpy.run_path(str(SOURCES / "core" / "compiled.py")))
LIMITED = "_native"  # built with the limited API: one file for every Python from 3.11 on


class CannotCompile(Exception):
    """The compiler is missing or failed; the text says why."""


def compile_all() -> list[Path]:
    """Compile the modules in place and return them."""
    return [compile_one(name) for name in COMPILED.SOURCES]


def compile_one(name: str, folder: Path | None = None, flags: Iterable[str] = ()) -> Path:
    """Compile a module, into a folder or beside its sources."""
    files = COMPILED.files_of(name)
    package, _, stem = name.rpartition(".")
    into = folder or SOURCES.parent / Path(*package.split("."))
    own = [
        f'-DSOURCE="{COMPILED.checksum(files)}"',
        "-ffp-contract=off",
        *flags,
    ]  # so that all processors compute alike
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if stem == LIMITED:
        own += ["-DPy_LIMITED_API=0x030B0000", "-fno-math-errno", "-Wno-psabi"]
        suffix = ".abi3.so"
    return compiled_module([file for file in files if file.suffix == ".c"], into / f"{stem}{suffix}", own)


def compiled_module(sources: Sequence[Path], module: Path, flags: Sequence[str]) -> Path:
    """Compile C files into a module with the compiler and the flags that Python was built with."""
    if os.environ.get(COMPILED.PURE):
        raise CannotCompile(f"{COMPILED.PURE} is set")
    linker = sysconfig.get_config_var("LDSHARED")
    if not linker or sys.platform == "win32":
        raise CannotCompile("this Python does not say how it was compiled")
    draft = module.with_name(f"{module.name}.{os.getpid()}")
    command = shlex.split(os.environ.get("LDSHARED") or linker)
    command += shlex.split(f"{sysconfig.get_config_var('CCSHARED') or ''} {os.environ.get('CFLAGS') or ''}")
    command += ["-O3", "-DNDEBUG", *flags, "-I", sysconfig.get_path("include"), *map(str, sources)]
    command += ["-o", str(draft), "-lm"]
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
        print(*compile_all(), sep="\n")
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
