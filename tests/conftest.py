"""What all tests share: how hypothesis searches, and the option that writes golden pages anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import pytest

# The same examples on every run, so that a red test is a change and not luck. To search on:
# pytest --hypothesis-profile=explore
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="Write the expected files of tests/pages anew; then read them."
    )
