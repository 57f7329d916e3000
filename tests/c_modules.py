"""The module in C as its sources stand now: the installed one if it was made from them, or else one made now."""

from __future__ import annotations

import runpy
import tempfile
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tamis.core import compiled

ROOT = Path(__file__).parents[1]


@cache
def fresh() -> Any:
    """The module, compiled now if it must be, which takes seconds; a machine without a compiler skips the test."""
    installed = compiled.load()
    if installed is not None:
        return installed
    tool = runpy.run_path(str(ROOT / "tools" / "compile_extensions.py"))
    try:
        file = tool["compile_module"](Path(tempfile.mkdtemp()))
    except tool["CannotCompile"] as error:
        pytest.skip(f"no compiler: {error}")
    spec = spec_from_file_location("_native", file, loader=ExtensionFileLoader("_native", str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
