"""Promises have tests that exist, and the package has what is said of it."""

from __future__ import annotations

import ast
import re
import runpy
import tomllib
from typing import Any

import pytest

from . import manual

TESTS = manual.ROOT / "tests"
PROMISING = ("SECURITY.md", "docs/threat-model.md")
_TEST = re.compile(r"`((?:\w+/)*test_\w+\.py)(?:::(\w+))?`")


@pytest.mark.parametrize("page", PROMISING)
def test_every_test_that_stands_for_a_promise_exists(page: str) -> None:
    named = _TEST.findall(manual.text(page))
    assert len(named) > 10
    assert [f"{file}::{name}" for file, name in named if not exists(file, name)] == []


def exists(file: str, name: str) -> bool:
    path = TESTS / file
    if not path.is_file():
        return False
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return name in functions if name else any(function.startswith("test_") for function in functions)


def test_a_test_that_there_is_not_would_be_found() -> None:
    assert not exists("test_api.py", "test_nothing_of_this_name")
    assert not exists("test_no_such_module.py", "")


@pytest.mark.parametrize(
    ("page", "heading"), [("SECURITY.md", "What is promised"), ("docs/threat-model.md", "Line by line")]
)
def test_every_line_has_a_test(page: str, heading: str) -> None:
    section = re.split(r"^## ", manual.text(page), flags=re.MULTILINE)
    (lines,) = [part.splitlines() for part in section if part.startswith(f"{heading}\n")]
    table = [line for line in lines if line.startswith("| ")][1:]
    assert table
    assert [line for line in table if not _TEST.search(line)] == []


def tool(name: str) -> dict[str, Any]:
    return runpy.run_path(str(manual.ROOT / "tools" / name))


def test_the_bill_of_materials_is_up_to_date() -> None:
    assert manual.text("tamis.cdx.json") == tool("make_sbom.py")["bill_of_materials"](), "run `make docs`"


def test_every_bundled_file_that_is_no_source_is_in_the_bill_of_materials() -> None:
    """Files whose content others made: models and lists. Word lists in `languages` and names were written for tamis."""
    package = manual.ROOT / "src" / "tamis"
    bundled = {entry.path for entry in tool("make_sbom.py")["BUNDLED"]}
    packed = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.suffix in (".gz", ".npz")}
    assert packed <= bundled
    assert [name for name in bundled if not (package / name).is_file()] == []


def test_the_version_is_the_same_everywhere() -> None:
    version = re.search(r'__version__ = "(.+)"', manual.text("src/tamis/_version.py"))
    assert version is not None
    assert f"\nversion: {version[1]}\n" in manual.text("CITATION.cff")
    assert f"\n## {version[1]} " in manual.text("CHANGELOG.md")
    assert tomllib.loads(manual.text("bench/pyproject.toml"))["project"]["version"] == version[1]


def test_classifiers_name_what_the_tests_run_on_and_no_more() -> None:
    """docs/platforms.md says of each system how it is known; only what all tests ran on is a classifier."""
    classifiers = tomllib.loads(manual.text("pyproject.toml"))["project"]["classifiers"]
    systems = [name for name in classifiers if name.startswith("Operating System ::")]
    pythons = [name.rpartition(" ")[2] for name in classifiers if re.search(r":: 3\.\d+$", name)]
    row = next(line for line in manual.text("docs/platforms.md").splitlines() if "| all tests" in line)
    assert systems == ["Operating System :: POSIX :: Linux"]
    assert pythons == ["3.11", "3.12", "3.13"]
    assert f"CPython {pythons[0]} to {pythons[-1]}" in row


def test_actions_are_pinned_to_full_hashes_with_their_version() -> None:
    used = [
        (path.name, line.strip())
        for path in (manual.ROOT / ".github" / "workflows").glob("*.yml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    assert [entry for entry in used if not re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", entry[1])] == []


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", manual.text("mkdocs.yml")))
    pages = {path.relative_to(manual.ROOT / "docs").as_posix() for path in (manual.ROOT / "docs").rglob("*.md")}
    by_folder = {page for page in pages if page.startswith(("strategies/", "measured/"))}
    assert pages - by_folder - listed == set(), "add it to `nav` in mkdocs.yml"
