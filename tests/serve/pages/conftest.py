from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def workers_of_pages(shared_workers: None) -> None:
    """Services of these tests share their workers."""
