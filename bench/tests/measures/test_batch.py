"""Measures of batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from batch.making import ARC_HEAD, arc_record, members, response, story, story_record, warc_record
from cli.running import run
from tamis.batch.records import read_records
from tamis.errors import BadInput
from tamis_bench import archives, batch_cost, batch_killers, batch_memory, contenders, minhash, scale
from tamis_bench.batch_output import hashes_of
from tamis_bench.commands import bench_batch
from tamis_bench.made_archives import changed_page, made_pages, small_page, small_pages, write_archive
from tamis_bench.processes import descendants, peak_megabytes, resident_megabytes
from tamis_bench.samples import Sample, Truth

if TYPE_CHECKING:
    from pathlib import Path


def sample(number: int) -> Sample:
    html = story(number).decode()
    words = " ".join(f"word{number}-{place}" for place in range(80))
    return Sample("made", str(number), f"https://news.example/{number}", html, Truth(text=words))


def test_made_pages_differ_and_are_the_same_every_time() -> None:
    samples = [sample(number) for number in range(4)]
    first = [page for _, page in islice(made_pages(samples), 40)]
    assert len(set(first)) == 40
    assert first == [page for _, page in islice(made_pages(samples), 40)]
    assert small_page(1) != small_page(2)


def test_a_peer_that_cannot_be_loaded_is_named_and_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise ImportError(f"no cleaner for {name}")

    monkeypatch.setattr(contenders, "functions", load)
    with pytest.raises(BadInput, match="trafilatura cannot be loaded: no cleaner"):
        bench_batch._cost([sample(0)], "trafilatura", 1)


def test_a_made_page_has_the_markup_of_its_model() -> None:
    assert changed_page(story(1).decode(), 5).count(b"<p>") == story(1).count(b"<p>")


def test_an_archive_has_as_many_documents_as_were_asked_for(tmp_path: Path) -> None:
    assert write_archive(tmp_path / "a.warc", small_pages(), documents=7) == 7
    with (tmp_path / "a.warc").open("rb") as file:
        assert [record.kind for record in read_records(file)] == ["response"] * 7
    count = write_archive(tmp_path / "b.warc", small_pages(), size=20_000)
    assert 20_000 <= (tmp_path / "b.warc").stat().st_size < 25_000
    assert count > 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_archives_are_counted_beside_other_readers(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(members(story_record(1), story_record(2)))
    (tmp_path / "b.arc").write_bytes(ARC_HEAD + arc_record(response(story(1))))
    good, arc = (archives.count(tmp_path / name) for name in ("a.warc.gz", "b.arc"))
    assert (good.records, good.articles, good.fastwarc, good.warcio) == (2, 2, "2", "2")
    assert (arc.records, arc.articles, arc.warcio) == (2, 1, "2")
    assert arc.fastwarc.startswith("0, ")
    assert len(archives.table([good, arc]).rows) == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_counts_of_archives_can_be_written_as_json(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(story_record(1) + warc_record(b"no http", WARC_Truncated="length"))
    result = run("bench", "warc", tmp_path / "a.warc", "--json", tmp_path / "found.json")
    assert result.exit_code == 0
    (counted,) = json.loads((tmp_path / "found.json").read_text())["results"]
    assert (counted["records"], counted["articles"]) == (2, 1)
    assert (counted["reasons"], counted["truncated"]) == ({"bad_http": 1}, {"length": 1})


@pytest.mark.slow
def test_sketches_estimate_the_resemblance() -> None:
    found = minhash.measure([sample(number) for number in range(10)])
    assert [one.name.split()[0] for one in found] == ["tamis", "datasketch"]
    assert all(one.error < 0.1 for one in found if one.error is not None)
    assert len(minhash.table(found, 10).rows) == 2
    with pytest.raises(BadInput):
        minhash.measure([])


def test_the_ratio_of_a_round_is_that_of_its_own_loop() -> None:
    cost = batch_cost.BatchCost("tamis", 1, 10, runs=[1.1, 4.4], loops=[1.0, 2.0])
    assert cost.ratios == pytest.approx([1.1, 2.2])
    assert not batch_cost.is_within_limit([cost])
    assert len(batch_cost.table([cost]).rows) == 1


def test_memory_is_level_only_if_no_peak_grows() -> None:
    level = {0.1: 100.0, 0.5: 101.0, 1.0: 104.0}
    assert batch_memory.Peaks(9, level, level).is_level
    assert not batch_memory.Peaks(9, level, level | {1.0: 106.0}).is_level
    assert not batch_memory.Peaks(9, level, level, exit_status=1).is_level


@pytest.mark.slow
def test_processes_are_found_below_a_process() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in descendants(os.getpid())
        assert 1 < resident_megabytes(child.pid) <= peak_megabytes(child.pid)
        child.communicate()
    assert child.pid not in descendants(os.getpid())
    assert resident_megabytes(0) == peak_megabytes(0) == 0


@pytest.mark.slow
def test_a_batch_with_killers_is_compared_with_a_loop(tmp_path: Path) -> None:
    found = batch_killers.run(tmp_path, 40, 3, 2)
    assert found.is_right
    assert (found.equal, sum(found.reasons.values())) == (37, 3)
    assert len(hashes_of(tmp_path / "out")) == 40


def test_more_machines_take_less_time_and_waste_more() -> None:
    crawl = scale.Crawl(pages=1e6, archives=400, processors=4)
    few, many = (scale.simulate(crawl, machines) for machines in (2, 50))
    assert few.hours > many.hours
    assert few.busy > many.busy
    assert few.hours * 2 * 4 >= crawl.cpu_hours
    smaller = scale.simulate(crawl, 50, parts=8)
    assert smaller.busy > many.busy
    assert len(scale.assumptions(crawl).rows) == 11
    assert len(scale.runs(crawl, (2, 5)).rows) == 4
