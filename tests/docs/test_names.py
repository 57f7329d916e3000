"""The names of modules and functions, as CONTRIBUTING.md asks for them."""

from __future__ import annotations

import re

from . import manual

# A command's module has the command's name, by which it is found and loaded.
MODULES = [path for path in manual.MODULES if path.parent.name not in ("cli", "commands")]
VAGUE = {"utils", "util", "helpers", "helper", "misc", "common"}


def test_no_function_has_the_name_of_its_module() -> None:
    assert {path.stem: path for path in MODULES if path.stem in _functions(path.read_text("utf-8"))} == {}


def _functions(source: str) -> set[str]:
    return set(re.findall(r"^def (\w+)", source, re.MULTILINE))


def test_a_module_says_what_it_is_about() -> None:
    assert [path for path in MODULES if path.stem in VAGUE] == []
