"""The module in C as its sources stand now: the installed one if it was made from them, or else one made now."""

from __future__ import annotations

import os
import runpy
import shlex
import shutil
import sys
import sysconfig
import tempfile
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tamis.core import compiled

ROOT = Path(__file__).parents[1]


def _can_compile() -> bool:
    """Tell whether this machine has a compiler and Python's headers, and is allowed to use them."""
    linker = shlex.split(os.environ.get("LDSHARED") or sysconfig.get_config_var("LDSHARED") or "")
    has_compiler = bool(linker) and shutil.which(linker[0]) is not None and sys.platform != "win32"
    return (
        has_compiler and Path(sysconfig.get_path("include"), "Python.h").is_file() and not os.environ.get(compiled.PURE)
    )


@cache
def fresh() -> Any:
    """The module, compiled now if it must be, which takes seconds; a machine that cannot compile skips the test.

    Sources that do not compile where a compiler and Python's headers are fail it.
    """
    installed = compiled.load()
    if installed is not None:
        return installed
    tool = runpy.run_path(str(ROOT / "tools" / "compile_extensions.py"))
    try:
        file = tool["compile_module"](Path(tempfile.mkdtemp()))
    except tool["CannotCompile"] as error:
        if _can_compile():
            pytest.fail(f"the sources in C do not compile: {error}")
        pytest.skip(f"no compiler: {error}")
    spec = spec_from_file_location("_native", file, loader=ExtensionFileLoader("_native", str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
