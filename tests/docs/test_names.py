"""The names of modules and functions, as CONTRIBUTING.md asks for them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "tamis"
# A command's module has the command's name, by which it is found and loaded.
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.parent.name != "cli"]
VAGUE = {"utils", "util", "helpers", "helper", "misc", "common"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_function_has_the_name_of_its_module(path: Path) -> None:
    functions = [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert path.stem not in functions


def test_a_module_says_what_it_is_about() -> None:
    assert [path for path in MODULES if path.stem in VAGUE] == []
