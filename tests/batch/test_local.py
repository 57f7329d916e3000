"""The local engine: whole output, whatever happens."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import fsspec
import pytest
from pyarrow.parquet import ParquetFile

from tamis.batch import BatchSettings, row_hash, run_batch
from tamis.batch.output import ARTICLES, REJECTS, Output
from tamis.batch.report import report_html
from tamis.batch.rows import row_of
from tamis.batch.shards import read_rows
from tamis.errors import BadSettings, OutputFailed
from tamis_bench.deadly_pages import CODES, FUNCTION

from .making import members, response, story, story_record, warc_record

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.batch.inputs import Split

pytestmark = pytest.mark.slow

ONE = BatchSettings(workers=1, shard_rows=4)


@pytest.fixture
def archive(tmp_path: Path) -> str:
    """Stories, some records that hold none, and a damaged place in the middle."""
    records = [story_record(number) for number in range(18)]
    records[5:5] = [warc_record(b"GET", kind="request"), warc_record(b"no http")]
    data = members(*records[:9]) + b"noise between members" + members(*records[9:])
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(data)
    return str(path)


def rows_in(output: str | Path, folders: tuple[str, ...] = (ARTICLES, REJECTS)) -> list[dict[str, Any]]:
    out = Output(str(output))
    return [row for folder in folders for name in out.names(folder) for row in read_rows(out.path(f"{folder}/{name}"))]


def hashes(output: str | Path) -> list[str]:
    return sorted(row_hash(row) for row in rows_in(output))


def test_every_document_has_one_row_and_rejects_have_files_of_their_own(archive: str, tmp_path: Path) -> None:
    report = run_batch([archive], str(tmp_path / "out"), ONE)
    articles, rejects = rows_in(tmp_path / "out", (ARTICLES,)), rows_in(tmp_path / "out", (REJECTS,))
    assert (len(articles), len(rejects)) == (18, 2)
    assert {row["rejected"] for row in articles} == {None}
    assert sorted(row["rejected"] for row in rejects) == ["bad_http", "broken_record"]
    assert report.tally.documents == 20
    assert report.tally.articles == 18
    assert report.tally.rejected == {"bad_http": 1, "broken_record": 1}
    assert report.tally.passed_over["record: request"] == 1
    assert sorted(row["position"] for row in [*articles, *rejects]) == list(range(20))


def test_rows_come_in_the_order_of_the_input(archive: str, tmp_path: Path) -> None:
    settings = BatchSettings(workers=2, shard_rows=7)
    run_batch([archive], str(tmp_path / "out"), settings)
    positions = [row["position"] for row in rows_in(tmp_path / "out", (ARTICLES,))]
    assert positions == sorted(positions)


def test_files_have_no_column_that_is_always_null(archive: str, tmp_path: Path) -> None:
    run_batch([archive], str(tmp_path / "out"), BatchSettings(workers=1, formats=("markdown",)))
    (articles,), (rejects,) = ((tmp_path / "out" / folder).glob("*.parquet") for folder in (ARTICLES, REJECTS))
    names, of_rejects = (set(ParquetFile(path).schema_arrow.names) for path in (articles, rejects))
    assert names - of_rejects == {"markdown"}
    assert of_rejects - names == {"rejected"}


def test_json_lines_have_the_same_rows_as_parquet(archive: str, tmp_path: Path) -> None:
    run_batch([archive], str(tmp_path / "a"), ONE)
    run_batch([archive], str(tmp_path / "b"), BatchSettings(workers=1, shard_rows=4, file_format="jsonl"))
    assert [row_hash(row) for row in rows_in(tmp_path / "b")]
    assert hashes(tmp_path / "a") == hashes(tmp_path / "b")


def test_a_second_run_does_nothing_and_a_run_after_a_loss_does_the_lost_part(archive: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    run_batch([archive], out, ONE)
    expected = hashes(out)
    assert run_batch([archive], out, ONE).new_documents == 0
    for name in ("00001", "00003"):
        (tmp_path / f"out/_run/marks/00000/{name}.json").unlink()
    (tmp_path / "out/articles/00000-00001.parquet").write_bytes(b"half")
    (tmp_path / "out/articles/.00000-00003.parquet.part").write_bytes(b"half")
    report = run_batch([archive], out, ONE)
    assert report.new_documents == 8
    assert report.tally.documents == 20
    assert hashes(out) == expected
    assert not list((tmp_path / "out/articles").glob(".*"))


def test_a_split_that_is_complete_is_not_read_again(
    archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tamis.batch.reading import Reading

    (tmp_path / "page.html").write_bytes(story(3))
    inputs, out = [archive, str(tmp_path / "page.html")], str(tmp_path / "out")
    settings = BatchSettings(workers=1, shard_rows=4, split_files=1)
    run_batch(inputs, out, settings)
    expected, read = hashes(out), list[int]()

    def noted(split: Split) -> Reading:
        read.append(split.number)
        return Reading(split)

    monkeypatch.setattr("tamis.batch.splits.Reading", noted)
    (tmp_path / "out/_run/marks/00000/00002.json").unlink()
    assert run_batch(inputs, out, settings).new_documents == 4
    assert read == [0]
    assert hashes(out) == expected


def test_a_file_of_a_killed_run_whose_rows_are_now_all_rejected_is_removed(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>no story")
    stale = tmp_path / "out/articles/00000-00000.parquet"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"of a run in which the page was a story")
    run_batch([str(tmp_path / "page.html")], str(tmp_path / "out"), ONE)
    assert not stale.exists()


def test_names_that_are_no_utf_8_and_half_characters_are_written_as_escapes(tmp_path: Path) -> None:
    for name in (b"tide-\xe8.html", b"tide-\xe9.html"):
        (tmp_path / os.fsdecode(name)).write_bytes(story(1))
    line = {"url": "https://news.example/\ud800", "html": story(2).decode(), "fetched": "\udc00"}
    (tmp_path / "a.jsonl").write_text(json.dumps(line))
    run_batch([str(tmp_path), str(tmp_path / "a.jsonl")], str(tmp_path / "out"), ONE)
    rows = rows_in(tmp_path / "out", (ARTICLES,))
    names = {row["source"].rpartition("/")[2]: row for row in rows}
    assert names.keys() == {"tide-\\udce8.html", "tide-\\udce9.html", "a.jsonl"}
    assert (names["a.jsonl"]["url"], names["a.jsonl"]["fetched"]) == ("https://news.example/\ufffd", "\ufffd")


def test_other_input_or_other_settings_are_another_batch(archive: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    run_batch([archive], out, ONE)
    (tmp_path / "more.html").write_bytes(story(99))
    with pytest.raises(BadSettings, match="different: input"):
        run_batch([archive, str(tmp_path / "more.html")], out, ONE)
    with pytest.raises(BadSettings, match="formats"):
        run_batch([archive], out, BatchSettings(workers=1, shard_rows=4, formats=("markdown",)))
    run_batch([archive], out, BatchSettings(workers=2, shard_rows=4))


def test_an_output_folder_within_the_input_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(story(1))
    for name in (str(tmp_path), str(tmp_path / "**/*.html")):
        out = str(tmp_path / f"out {len(name)}")
        assert run_batch([name], out, ONE).tally.documents == 1
        assert run_batch([name], out, ONE).new_documents == 0
        (tmp_path / f"out {len(name)}/report.html").unlink()


def test_two_processes_do_not_write_to_one_folder(archive: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    run_batch([archive], out, ONE)
    holder = Output(out)
    holder._take_hold()
    try:
        with pytest.raises(BadSettings, match="another process"):
            run_batch([archive], out, ONE)
    finally:
        holder.release()


def test_pages_that_kill_their_worker_are_rejected_with_the_reason_and_the_others_are_done(tmp_path: Path) -> None:
    pages = {f"{number:02}.html": story(number) for number in range(12)}
    for number, killer in enumerate(CODES):
        pages[f"{number:02}-killer.html"] = killer
    for name, body in pages.items():
        (tmp_path / name).write_bytes(body)
    settings = BatchSettings(workers=2, shard_rows=6, deadline=10, max_memory=600 << 20)
    run_batch([str(tmp_path / "*.html")], str(tmp_path / "out"), settings, function=FUNCTION)
    rows = {row["source"].rpartition("/")[2]: row for row in rows_in(tmp_path / "out")}
    assert rows.keys() == pages.keys()
    for number, code in enumerate(CODES.values()):
        assert rows[f"{number:02}-killer.html"]["rejected"] == code
    assert sum(row["rejected"] is None for row in rows.values()) == 12


def test_output_in_another_file_system(archive: str) -> None:
    files = fsspec.filesystem("memory")
    try:
        report = run_batch([archive], "memory://batch-out", ONE)
        assert report.tally.articles == 18
        assert len(rows_in("memory://batch-out")) == 20
        assert run_batch([archive], "memory://batch-out", ONE).new_documents == 0
    finally:
        files.rm("/batch-out", recursive=True)


def test_a_folder_that_cannot_be_written_is_a_clear_error(archive: str) -> None:
    with pytest.raises(OutputFailed, match="/proc/tamis"):
        run_batch([archive], "/proc/tamis", ONE)


PROGRAM = """
import sys
from tamis.batch import BatchSettings, run_batch
if __name__ == "__main__":
    run_batch([sys.argv[1]], sys.argv[2], BatchSettings(workers=1, shard_rows=4))
"""


def start(archive: str, out: Path, **more: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, archive, str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)


def test_a_run_that_is_killed_goes_on_to_the_same_output(archive: str, tmp_path: Path) -> None:
    run_batch([archive], str(tmp_path / "whole"), ONE)
    out = tmp_path / "out"
    marks = 0
    for wanted in (1, 3):
        process = start(archive, out)
        while marks < wanted and process.poll() is None:
            marks = len(list(out.glob("_run/marks/*/*.json")))
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    report = run_batch([archive], str(out), ONE)
    assert report.tally.documents == 20
    assert hashes(out) == hashes(tmp_path / "whole")


def test_a_full_disk_is_a_clear_error_and_the_next_run_goes_on(archive: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: the system refuses to write on."""
    out = tmp_path / "out"
    process = start(
        archive, out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, resource.RLIM_INFINITY))
    )
    _, error = process.communicate(timeout=600)
    assert process.returncode == 1
    assert b"OutputFailed" in error
    assert b"cannot be written" in error
    assert not list(out.glob("articles/*"))
    run_batch([archive], str(out), ONE)
    run_batch([archive], str(tmp_path / "whole"), ONE)
    assert hashes(out) == hashes(tmp_path / "whole")


def test_rows_are_those_of_a_plain_loop(archive: str, tmp_path: Path) -> None:
    from tamis.batch.inputs import find_pieces, make_splits
    from tamis.batch.pages import RawPage
    from tamis.batch.reading import Reading

    run_batch([archive], str(tmp_path / "out"), ONE)
    (split,) = make_splits(find_pieces([archive], 1 << 30), 1 << 30, 10)
    loop = [row_hash(row_of(page, ONE)) for page in Reading(split) if isinstance(page, RawPage)]
    assert hashes(tmp_path / "out") == sorted(loop)


def test_near_duplicates_are_marked_across_output_files(tmp_path: Path) -> None:
    for number in (1, 2, 3, 4, 5):
        (tmp_path / f"{number}.html").write_bytes(story(number))
    (tmp_path / "6.html").write_bytes(story(2).replace(b"winter", b"summer"))
    settings = BatchSettings(workers=1, shard_rows=2, near_duplicates=True)
    report = run_batch([str(tmp_path / "*.html")], str(tmp_path / "out"), settings)
    assert report.duplicates == 1
    from pyarrow.parquet import read_table

    (row,) = read_table(tmp_path / "out/duplicates.parquet").to_pylist()
    assert row["source"].endswith("6.html")
    assert row["duplicate_of_source"].endswith("2.html")
    assert 0.4 <= row["similarity"] < 1


def test_the_report_is_one_page_that_escapes_what_pages_say(archive: str, tmp_path: Path) -> None:
    report = run_batch([archive], str(tmp_path / "out"), ONE)
    report.tally.domains["<script>"] = 3
    html = report_html(report)
    assert (tmp_path / "out/report.html").read_text().startswith("<!doctype html>")
    assert "&lt;script&gt;" in html
    assert "<script" not in html
    assert html.count("<svg") == 6


def test_marks_count_what_their_files_hold(archive: str, tmp_path: Path) -> None:
    run_batch([archive], str(tmp_path / "out"), ONE)
    for path in (tmp_path / "out/_run/marks/00000").iterdir():
        mark = json.loads(path.read_text())
        held = {folder: tmp_path / f"out/{folder}/00000-{path.stem}.parquet" for folder in (ARTICLES, REJECTS)}
        counted = {ARTICLES: mark["articles_written"], REJECTS: mark["rejects_written"]}
        for folder, file in held.items():
            assert (len(read_rows(str(file))) if file.exists() else 0) == counted[folder]


def test_a_task_of_a_cluster_does_its_split_and_what_is_left_of_it(archive: str, tmp_path: Path) -> None:
    """Run what Ray and Spark run, here without them; make test-cluster runs it with them."""
    from tamis.batch.cluster import ClusterJob, close_pools, do_split, run_on_cluster, split_from, split_text

    (tmp_path / "page.html").write_bytes(story(3))
    inputs = [archive, str(tmp_path / "*.html")]
    settings = BatchSettings(workers=1, shard_rows=4, split_files=1)
    run_batch(inputs, str(tmp_path / "local"), settings)
    texts: list[str] = []

    def run_tasks(splits: list[str], job: ClusterJob) -> int:
        texts.extend(splits)
        done = sum(do_split(split, job) for split in splits)
        assert do_split(splits[0], job) == 0
        close_pools()
        return done

    report = run_on_cluster(inputs, str(tmp_path / "cluster"), settings, None, None, run_tasks)
    assert report.new_documents == 21
    assert len(texts) == 2
    assert [split_text(split_from(text)) for text in texts] == texts
    assert hashes(tmp_path / "cluster") == hashes(tmp_path / "local")


def test_an_engine_that_is_not_installed_is_named(
    archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tamis.batch import ray_engine, spark_engine
    from tamis.errors import MissingExtra

    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    for run, extra in ((ray_engine.run_on_ray, "ray"), (spark_engine.run_on_spark, "spark")):
        with pytest.raises(MissingExtra, match=extra):
            run([archive], str(tmp_path / "out"))


def site_page(number: int) -> bytes:
    """A page of a site whose promotion looks like the story."""
    body = " ".join(
        f"In year {number} the harbor froze over for the {day}th time, and the ferry stayed." for day in range(9)
    )
    promotion = "Subscribe to our letter of the week, and read more of what our friends at the quay have to say to you."
    return (
        f"<!doctype html><html lang=en><title>Ice {number}</title><body><div class=story><h1>Ice {number}</h1>"
        f"<p>{body}</p></div><div class=promotion><p>{promotion}</p></div></body></html>"
    ).encode()


def test_profiles_of_sites_are_learned_from_the_split_and_used(tmp_path: Path) -> None:
    import tamis
    from tamis.batch.splits import MAX_PAGES

    pages = [(f"https://courier.example/{number}", site_page(1900 + number)) for number in range(15)]
    other = [(f"https://few.example/{number}", story(number)) for number in range(2)]
    records = [warc_record(response(body), url) for url, body in [*pages, *other]]
    (tmp_path / "site.warc").write_bytes(b"".join(records))
    settings = BatchSettings(workers=1, site_profiles=True)
    run_batch([str(tmp_path / "site.warc")], str(tmp_path / "out"), settings)
    rows = {row["url"]: row for row in rows_in(tmp_path / "out")}
    profile = tamis.learn_site_profile(
        [tamis.Page(body.decode(), url) for url, body in pages[:MAX_PAGES]], site="courier.example"
    )
    for url, body in pages:
        assert rows[url]["text"] == tamis.extract(body, url, site_profile=profile).text
    assert rows["https://few.example/1"]["text"] == tamis.extract(story(1), "https://few.example/1").text


def test_a_strategy_without_profiles_is_refused(archive: str, tmp_path: Path) -> None:
    import tamis

    with pytest.raises(BadSettings, match="site profile"):
        run_batch(
            [archive],
            str(tmp_path / "out"),
            BatchSettings(site_profiles=True),
            extraction=tamis.Settings(strategy="cetr"),
        )
