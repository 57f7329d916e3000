"""Workers that the services of several tests share, because starting them costs more than most tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.io.workers import Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tamis.io.workers import PoolSettings


class LastingPool(Pool):
    """A pool that outlives the services that use it."""

    def close(self, *, kill: bool = False) -> None:
        """Stay open: another service comes."""

    def end(self) -> None:
        super().close()


class SharedWorkers:
    """Stands for `Pool`: services that want the same workers get the same pool."""

    def __init__(self) -> None:
        self._pools: dict[tuple[object, ...], LastingPool] = {}

    def __call__(
        self,
        function: Callable[..., bytes],
        settings: PoolSettings,
        *,
        arguments: Mapping[str, object],
        warm_up: object,
    ) -> Pool:
        key = (function, settings, tuple(sorted(arguments.items())), warm_up is None)
        if key not in self._pools:
            self._pools[key] = LastingPool(function, settings, arguments=arguments, warm_up=warm_up)
        return self._pools[key]

    def end(self) -> None:
        for pool in self._pools.values():
            pool.end()
