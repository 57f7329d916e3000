"""`tamis bench`: quality, speed, confidence, losses of the segmentation, and endurance."""

from __future__ import annotations

from typing import Any

import click

from tamis.cli.help import HELP
from tamis.errors import TamisError
from tamis_bench.commands import (
    bench_batch,
    bench_changed,
    bench_news,
    bench_papers,
    bench_quality,
    bench_running,
    bench_structure,
)


class _Bench(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a `TamisError` into a message and exit code 2."""
        try:
            return super().invoke(ctx)
        except TamisError as error:
            raise click.UsageError(str(error)) from error


@click.group(cls=_Bench, context_settings=HELP)
def bench() -> None:
    """Measure quality and speed on labeled pages."""


for _module in (
    bench_quality, bench_structure, bench_changed, bench_running, bench_batch, bench_news, bench_papers,
):  # fmt: skip
    for _command in vars(_module).values():
        if isinstance(_command, click.Command):
            bench.add_command(_command)
