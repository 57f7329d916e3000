"""The docs have everything that there is."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import tomllib
from itertools import chain
from typing import Any

import pytest

import tamis
from tamis import api, errors
from tamis.core.strategies import NAMES
from tamis.io.fetching import FetchSettings

from . import manual

API = manual.text("docs/api.md")
PROJECTS = [tomllib.loads(manual.text(path)) for path in ("pyproject.toml", "bench/pyproject.toml")]
EXTRAS = {extra for project in PROJECTS for extra in project["project"]["optional-dependencies"]}
CLASSES = [value for name in tamis.__all__ if inspect.isclass(value := getattr(tamis, name))]
ERRORS = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, errors.TamisError)]


def test_every_public_name_is_in_the_api() -> None:
    assert [name for name in tamis.__all__ if f"`{name}`" not in API] == []


@pytest.mark.parametrize("function", [api.extract, api.fetch], ids=lambda function: function.__name__)
def test_signatures_in_the_api_are_right(function: Any) -> None:
    written = next(
        fence.code for fence in manual.fences("docs/api.md", "python") if fence.code.startswith(function.__name__)
    )
    real = f"{function.__name__}{inspect.signature(function)}".replace("'", "")
    assert re.sub(r"\s|,(?=\s*\))|:\s*…", "", written) == real.replace(" ", "")


def test_every_field_and_method_is_in_the_api() -> None:
    members = [(of.__name__, name) for of in CLASSES for name in _members(of)]
    assert [(of, name) for of, name in members if not re.search(rf"`{name}(?:\(.*?\))?`", _section(of))] == []


def _members(of: Any) -> list[str]:
    if issubclass(of, enum.Enum):
        return [str(member.value) for member in of]
    if issubclass(of, Exception) or of in (tamis.Document, tamis.Library):  # described on pages of their own
        return []
    fields = [field.name for field in dataclasses.fields(of)] if dataclasses.is_dataclass(of) else []
    methods = (property, classmethod, type(_members))
    ours = (vars(base) for base in of.__mro__ if base.__module__.startswith("tamis"))
    own = [name for values in ours for name, value in values.items() if isinstance(value, methods)]
    fields += getattr(of, "_fields", ())
    return [name for name in dict.fromkeys((*fields, *own)) if not name.startswith("_") and not _is_tuples(name, of)]


def test_every_column_of_a_document_is_described() -> None:
    page = manual.text("docs/blocks.md")
    columns = [field.name for field in dataclasses.fields(tamis.Document) if str(field.type).startswith("Sequence[")]
    assert "texts" in columns
    assert [name for name in columns if f"`{name}`" not in page] == []


def _is_tuples(name: str, of: Any) -> bool:
    """Tell whether a name is one that every named tuple has."""
    return issubclass(of, tuple) and hasattr(tuple, name)


def _section(name: str) -> str:
    """The part of the API whose heading names a class, and the row of a table that is about it."""
    for section in re.split(r"^##+ ", API, flags=re.MULTILINE):
        heading, _, body = section.partition("\n")
        if f"`{name}`" in heading:
            rows = [line for line in body.splitlines() if line.startswith(f"| `{name}` ")]
            return rows[0] if rows else section
    return ""


def test_every_error_is_explained() -> None:
    page = manual.text("docs/errors.md")
    assert [error for error in ERRORS if f"| `{error.__name__}` | `{error.code}` |" not in page] == []
    assert [error for error in ERRORS if not re.search(rf"^[│├└─ ]*{error.__name__}\b", page, re.MULTILINE)] == []


def test_the_tree_of_errors_is_that_of_the_module() -> None:
    tree = manual.fences("docs/errors.md", "text")[0].code.strip()
    assert tree in inspect.cleandoc(errors.__doc__ or "").replace("\n    ", "\n")


def test_every_outcome_is_explained() -> None:
    page = manual.text("docs/outcomes.md")
    assert [outcome for outcome in tamis.Outcome if f"| `{outcome.value}` |" not in page] == []


@pytest.mark.parametrize("of", [tamis.Settings, tamis.Limits, FetchSettings])
def test_every_setting_is_explained(of: Any) -> None:
    page = manual.text("docs/settings.md")
    assert [field.name for field in dataclasses.fields(of) if f"`{field.name}`" not in page] == []


def _requirements() -> list[str]:
    lines = [line for project in PROJECTS for line in _lines_of(project)]
    return sorted({re.split(r"[\s\[<>=!~;]", line, maxsplit=1)[0] for line in lines} - {"tamis"})


def _lines_of(project: dict[str, Any]) -> list[str]:
    """Return what a distribution asks for: always, in its extras, and to be built."""
    extras = project["project"]["optional-dependencies"].values()
    return [*project["project"]["dependencies"], *project["build-system"]["requires"], *chain.from_iterable(extras)]


def test_every_dependency_has_its_reason() -> None:
    page = manual.text("docs/dependencies.md")
    assert [package for package in _requirements() if f"`{package}`" not in page] == []


def test_every_extra_has_its_line() -> None:
    page = manual.text("docs/dependencies.md")
    assert [extra for extra in sorted(EXTRAS) if f"| `{extra}` |" not in page] == []


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_strategy_has_its_page(name: str) -> None:
    assert manual.text(f"docs/strategies/{name}.md").startswith(f"# {name}\n")
    assert f"(strategies/{name}.md)" in manual.text("docs/research.md")


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"all"}))
def test_every_page_of_a_strategy_cites_its_paper_and_lists_its_parameters(name: str) -> None:
    page = manual.text(f"docs/strategies/{name}.md")
    strategy: Any = tamis.core.strategies.by_name(name)
    assert re.search(r"\*[^*]{20,}\*.*\b(?:19|20)\d\d\b", page)
    assert [field.name for field in dataclasses.fields(strategy) if f"| `{field.name}` |" not in page] == []


def test_the_architecture_names_every_package() -> None:
    page = manual.text("docs/architecture.md")
    packages = [folder.parent.name for folder in (manual.ROOT / "src/tamis").glob("*/__init__.py")]
    assert [package for package in packages if f"`{package}`" not in page] == []


_PATH = re.compile(r"`((?:[a-z_]+/)+(?:[a-z_]+\.[a-z]+)?)`")
_FIRST = {path.name for path in (manual.ROOT / "src/tamis").iterdir()}


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_place_in_the_code_that_a_page_names_is_there(page: str) -> None:
    places = [place for place in _PATH.findall(manual.text(page)) if place.split("/")[0] in _FIRST]
    assert len(places) > 50
    assert [place for place in places if not (manual.ROOT / "src/tamis" / place).exists()] == []


def test_the_readme_has_the_two_commands() -> None:
    readme = manual.text("README.md")
    assert "$ make demo " in readme
    assert "$ make test " in readme
