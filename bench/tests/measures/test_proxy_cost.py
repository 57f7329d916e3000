"""The measurement of the proxy's cost: the same pages through both, and none is lost."""

from __future__ import annotations

import pytest

from tamis_bench.proxy_cost import measure, table
from tamis_bench.samples import Sample, Truth

pytestmark = pytest.mark.slow


PAGE = f"<title>Tides</title><h1>Tides</h1><p>{'The sea came in and went out again. ' * 40}</p>"


def test_every_page_comes_through_the_proxy_and_the_loop() -> None:
    samples = [Sample("own", str(number), None, PAGE, Truth()) for number in range(2)]
    cost = measure(samples, rounds=1)
    assert (cost.pages, cost.failed, len(cost.rounds)) == (2, 0, 1)
    assert cost.rounds[0].loop > 0  # the service's time comes in ticks of the system, too coarse for two small pages
    assert "CPU of a page" in str(table(cost).rows)
