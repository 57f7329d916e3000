"""Damaged files through the whole command; `make fuzz-batch` does the same with 2,000 of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from .damaged_archives import KINDS, damaged
from .fuzz import FaultError, Seen, fuzz, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from tamis.batch.pages import Found, RawPage

SEED = 22
FILES = 60


@pytest.mark.slow
def test_damaged_files_cost_nothing_but_themselves_and_damaged_output_is_mended(tmp_path: Path) -> None:
    seen = fuzz(FILES, SEED, tmp_path, at_once=30)
    assert seen.files.total() == FILES
    assert seen.articles.total() < seen.documents.total()
    assert seen.mended > 0
    assert "No traceback" in table(seen).to_markdown()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_fuzz_notices_a_reader_without_a_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_net(found: Iterable[Found], _: Callable[[], RawPage]) -> Iterator[Found]:
        yield from found

    monkeypatch.setattr("tamis.batch.reading.found_or_problem", no_net)
    with pytest.raises(FaultError, match="a traceback"):
        fuzz(30, SEED, tmp_path)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_seed_makes_the_same_file_and_the_same_damage(kind: str) -> None:
    made = [KINDS[kind](Random(SEED), 0) for _ in range(2)]
    assert made[0] == made[1]
    worse = [damaged(Random(SEED), made[0].content) for _ in range(2)]
    assert worse[0] == worse[1] != made[0].content


def test_nothing_seen_is_a_table_too() -> None:
    assert "| all | 0 | 0 | 0 |" in table(Seen()).to_markdown()
