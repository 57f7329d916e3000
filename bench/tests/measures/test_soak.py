from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from tamis_bench import soak
from tamis_bench.datasets import gather
from tamis_bench.soak import Soak

if TYPE_CHECKING:
    from pathlib import Path

    from tamis_bench.datasets import Sample

pytestmark = pytest.mark.slow


def test_pages_go_round_and_stay_the_same(data: Path) -> None:
    result = soak.run(gather(data), 10, "all", 2)
    soak.add_fingerprints(result, data, [], None, "all")
    assert (result.pages, result.different_pages) == (10, 4)
    assert len(result.memory) == 10
    assert len(result.fingerprints) == 3
    assert result.same


def test_a_result_that_changes_is_noticed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()

    def digest(sample: Sample, strategy: str) -> str:
        return str(next(numbers))

    monkeypatch.setattr(soak, "digest", digest)
    result = soak.run(gather(data), 5, "all", 1)
    assert result.changed == ["0001"]
    assert len(result.changed_in_threads) == 4
    assert not result.same


def test_other_bytes_in_a_fresh_interpreter_are_noticed() -> None:
    assert not Soak(1, 1, fingerprints=["a", "b"]).same


@pytest.mark.parametrize(
    ("sizes", "growth"), [([50.0] * 20, 0), ([10.0] * 4 + [50.0] * 16, 0), ([50.0] * 19 + [60.0], 10)]
)
def test_growth_is_counted_after_the_warm_up(sizes: list[float], growth: float) -> None:
    memory = [(10 * number, size) for number, size in enumerate(sizes, 1)]
    assert Soak(200, 1000, memory=memory).growth == pytest.approx(growth)


def test_the_table_says_it_all(data: Path) -> None:
    table = soak.table(soak.run(gather(data), 4, "all", 2), 2)
    assert ("different in 2 threads", "0") in table.rows
