"""Compile the C files of the package in place, each into a module beside it: `make compile`.

Each does what a module in Python does, only faster, and is optional: without a compiler it is missing, and tamis still
works. `hatch_build.py` runs this at every installation from source.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import zlib
from collections.abc import Sequence
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src" / "tamis"
PURE = "TAMIS_PURE_PYTHON"  # as in tamis.core.compiled, which cannot be imported before tamis is installed


class CannotCompile(Exception):
    """The compiler is missing or failed; the text says why."""


def compile_all(into: Path | None = None) -> list[Path]:
    """Compile the extensions, into the folder or beside their sources, and return the modules."""
    return [compile_native(into or SOURCES / "core")] + [
        compile_one(source, into or source.parent) for source in sorted(SOURCES.rglob("_*.c"))
    ]


def compile_native(folder: Path, flags: Sequence[str] = ()) -> Path:
    """Compile the C files of `core/native` into one module for every Python from 3.11 on (the limited API)."""
    sources = sorted((SOURCES / "core" / "native").glob("*.c"))
    flags = (
        "-DPy_LIMITED_API=0x030B0000",
        f'-DSOURCE="{checksum()}"',
        "-ffp-contract=off",  # so that every processor gives the same numbers
        "-fno-math-errno",
        "-Wno-psabi",
        *flags,
    )
    return compiled_module(sources, folder / "_native.abi3.so", flags)


def checksum() -> str:
    """Compute the checksum of the sources, as `tamis.core.compiled` does."""
    total = 0
    for source in sorted((SOURCES / "core" / "native").iterdir()):
        if source.suffix in (".c", ".h"):
            total = zlib.crc32(source.read_bytes(), total)
    return f"{total:08x}"


def compile_one(source: Path, folder: Path) -> Path:
    """Compile one C file with the compiler and the flags that Python was built with."""
    return compiled_module([source], folder / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}", ())


def compiled_module(sources: Sequence[Path], module: Path, flags: Sequence[str]) -> Path:
    """Compile C files into a module with the compiler and the flags that Python was built with."""
    if os.environ.get(PURE):
        raise CannotCompile(f"{PURE} is set")
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
