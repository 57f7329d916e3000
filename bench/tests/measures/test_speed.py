from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench import memory, speed
from tamis_bench.datasets import gather

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # measuring collects garbage and resets peaks, again and again

STAGES = [speed.BASELINE, speed.TREE, speed.BLOCKS]


def test_the_rows_go_from_the_bare_parse_to_the_peers() -> None:
    assert speed.rows(["cuter"], ["turbohtml"]) == [
        "lexbor parse",
        "turbohtml parse",
        "parse + names and texts",
        "parse + blocks",
        "parse + blocks + cuter",
        "tamis:cuter",
        "Markdown, cuter",
        "JSON, cuter",
        "complete article, cuter",
        "turbohtml",
    ]


def test_every_row_is_timed_on_every_page(data: Path) -> None:
    names = speed.rows(["cuter"], ["turbohtml"])
    timings = speed.measure(gather(data), names, 2, 30)
    assert [timing.name for timing in timings] == names
    assert {len(timing.pages) for timing in timings} == {4}
    assert {timing.failures for timing in timings} == {0}


def test_the_baseline_is_one(data: Path) -> None:
    table = speed.table(speed.measure(gather(data), STAGES, 1, 30))
    assert table.rows[0][3:5] == (1.0, 1.0)
    assert [row[0] for row in table.rows] == STAGES


def test_multiples_are_told_by_the_size_of_the_page() -> None:
    sizes = [100, 20_000, 200_000, 300_000]
    baseline = speed.Timing(speed.BASELINE, [1.0, 10.0, 30.0, 100.0], sizes)
    table = speed.table([baseline, speed.Timing(speed.TREE, [9.0, 40.0, 80.0, 200.0], sizes)])
    assert table.columns[5:9] == ("under 16 K", "16 to 64 K", "64 to 256 K", "over 256 K")
    assert table.rows[1][5:9] == (9.0, 4.0, 80.0 / 30.0, 2.0)


def test_a_size_without_pages_has_no_multiple() -> None:
    table = speed.table([speed.Timing(speed.BASELINE, [1.0], [100])])
    assert table.rows[0][5:9] == (1.0, None, None, None)


def test_pages_that_warm_up_do_not_count(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(speed, "call", lambda _name: lambda html, _url: calls.append(html))
    timing = speed.measure(gather(data), [speed.BASELINE], 2, 30)[0]
    assert len(calls) == speed.WARM_UP + 2 * len(timing.pages)


def test_failures_are_counted(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_name: str) -> speed.Call:
        def call(_html: str, _url: str | None) -> object:
            raise RuntimeError

        return call

    monkeypatch.setattr(speed, "call", crash)
    assert speed.measure(gather(data), [speed.BASELINE], 2, 30)[0].failures == 8


def test_the_order_changes_from_turn_to_turn_and_not_from_run_to_run() -> None:
    orders = [speed._shuffled("abcdef", str(turn)) for turn in range(5)]
    assert orders == [speed._shuffled("abcdef", str(turn)) for turn in range(5)]
    assert len({tuple(order) for order in orders}) > 1
    assert {tuple(sorted(order)) for order in orders} == {tuple("abcdef")}


def test_peak_memory_is_measured_in_a_process_of_its_own(data: Path) -> None:
    timings = [speed.Timing(speed.BLOCKS)]
    speed.add_peaks(timings, data, ["wcxb-dev"], 1, 30)
    assert timings[0].peak is not None
    assert timings[0].peak >= 0


def test_memory_is_known() -> None:
    memory.reset_peak()
    assert 0 < memory.resident() <= memory.peak() + 1
