"""Two processes that write one library, killed at random moments. `make library-soak` is the long form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench.library_soak import Soak

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_writers_are_killed(tmp_path: Path) -> None:
    soak = Soak(tmp_path / "library.db")
    soak.run(rounds=2, seed=3)
    assert soak.faults == []
    assert soak.kills == 4
    assert soak.acknowledged > 0
