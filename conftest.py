"""Hooks that all tests share: settings of hypothesis, the order of tests, the guard over processes, options."""

from __future__ import annotations

import gc
import os
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import leftovers
from ordering import random_seed, shuffled

# The same examples on every run, so that a red test is a change and not luck. To search on:
# pytest --hypothesis-profile=explore
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

GUARD = pytest.StashKey[leftovers.Guard]()
LEFT = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="Write the expected files of tests/pages anew; then read them."
    )
    parser.addoption(
        "--order-seed",
        metavar="NUMBER",
        help="Shuffle the modules, and the tests in each; `random` chooses a number and prints it.",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell ignores SIGINT for what runs in the background, and children inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.order_seed == "random":
        workerinput = getattr(config, "workerinput", {})
        config.option.order_seed = workerinput.get("order_seed") or str(random_seed())
    if leftovers.PROCESSES.is_dir() and leftovers.VARIABLE not in os.environ:
        config.stash[GUARD] = leftovers.Guard()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist the number that was chosen, because all must have the same order."""
    node.workerinput["order_seed"] = node.config.option.order_seed


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Collect no garbage while tests are collected, which takes a third of the time: nearly all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of garbage collection, which would go through ten thousand tests each time."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_report_header(config: pytest.Config) -> list[str]:
    where = os.environ.get("TAMIS_DATA")
    data = f"data sets: {where}" if where else "data sets: none (TAMIS_DATA), so tests on them are skipped"
    return [data, _order(config)]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say the order at once, even where pytest is quiet: a run may not reach its end."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.config.option.order_seed is not None:
        reporter.write_line(_order(session.config))


def _order(config: pytest.Config) -> str:
    seed = config.option.order_seed
    return "order: as written" if seed is None else f"order: shuffled, --order-seed {seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, and shuffle if that is wanted."""
    for item in items:
        if _is_slow(item):
            item.add_marker(pytest.mark.slow)
    if config.option.order_seed is not None:
        items[:] = shuffled(items, lambda item: item.path, int(config.option.order_seed))


def _is_slow(item: pytest.Item) -> bool:
    """Tell whether a test is slow by nature, as properties and browsers are; what else is slow has the mark."""
    is_property = getattr(getattr(item, "function", None), "is_hypothesis_test", False)
    return bool(is_property or item.get_closest_marker("browser"))


@pytest.hookimpl(trylast=True)  # after the workers of xdist have ended
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if a process is left that a test has started."""
    if guard := session.config.stash.get(GUARD, None):
        session.config.stash[LEFT] = guard.leftovers()
        if session.config.stash[LEFT] and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for process in config.stash.get(LEFT, []):
        terminalreporter.write_line(f"LEFT RUNNING (killed now) {process}", red=True)
    if config.option.order_seed is not None:
        terminalreporter.write_line(_order(config))


def pytest_unconfigure(config: pytest.Config) -> None:
    if guard := config.stash.get(GUARD, None):
        guard.close()
