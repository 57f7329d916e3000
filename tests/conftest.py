"""What all tests share: how hypothesis searches, and the option that writes golden pages anew."""

from __future__ import annotations

import inspect
import os
from types import CodeType
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# The same examples on every run, so that a red test is a change and not luck. To search on:
# pytest --hypothesis-profile=explore
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="Write the expected files of tests/pages anew; then read them."
    )


def pytest_report_header() -> str:
    where = os.environ.get("TAMIS_DATA")
    return f"data sets: {where}" if where else "data sets: none (TAMIS_DATA), so tests on them are skipped"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Properties, browsers and other processes are slow by nature; what else is slow says so itself."""
    for item in items:
        function = getattr(item, "function", None)
        names = set(_names_in(function.__code__)) if inspect.isfunction(function) else set()
        if (
            item.get_closest_marker("browser")
            or getattr(function, "is_hypothesis_test", False)
            or names & _OTHER_PROCESSES
        ):
            item.add_marker(pytest.mark.slow)


def _names_in(code: CodeType) -> Iterator[str]:
    """The names that a function uses, those of functions inside of it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


_OTHER_PROCESSES = frozenset(("process", "subprocess"))
