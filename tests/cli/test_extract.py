"""`tamis extract` as people use it."""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from lxml import etree

from example_site import SITE, page_bytes
from fetching.local_site import Exchange, LocalSite, answer, redirect
from html_soup import soup
from tamis import FetchSettings, Settings
from tamis.cli.settings_options import NOT_ON_COMMAND_LINE, flags_of
from tamis.io.files import write_whole
from tamis.library import Library
from tamis.model import Page
from tamis.settings.options import leaves_of
from tamis.write.xml import NAMESPACE, write_pages

from .running import STORY, page, process, run

TUNNEL = SITE / "harbour-tunnel.html"


def test_a_file_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a power cut may leave an empty file under the name (`tamis_bench.faults` tries it)."""
    place = tmp_path / "a.txt"
    synchronized = []
    monkeypatch.setattr(os, "fsync", lambda handle: synchronized.append((os.fstat(handle).st_size, place.exists())))
    write_whole(place, "word")
    assert synchronized == [(4, False)]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.html"
    path.write_text(page(), encoding="utf-8")
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.html"
    path.write_text("<h1>Tides</h1><p>The sea rose by two metres overnight, the harbour master said.", encoding="utf-8")
    return path


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_bytes(b"%PDF-1.7\n1 0 obj")
    return path


# What comes out.


def test_markdown_is_the_default(story: Path) -> None:
    result = run("extract", story)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("# Tides\n")
    assert STORY.strip() in result.stdout


@pytest.mark.parametrize(
    ("form", "beginning"),
    [("text", "Tides\n"), ("html", "<!doctype html>"), ("xml", "<?xml"), ("json", '{\n  "@context"')],
)
def test_the_format_can_be_chosen(story: Path, form: str, beginning: str) -> None:
    result = run("extract", story, "-f", form)
    assert result.exit_code == 0
    assert result.stdout.lower().startswith(beginning.lower())
    assert result.stdout.endswith("\n")


def test_json_is_json(story: Path) -> None:
    article = json.loads(run("extract", story, "-f", "json").stdout)
    assert (article["headline"], article["articleBody"]) == ("Tides", STORY.strip())


@pytest.mark.parametrize("option", ["--front-matter", "--head"])
def test_front_matter_stands_before_the_markdown(story: Path, option: str) -> None:
    assert run("extract", story, option).stdout.startswith("---\n")


def test_chunks_say_what_they_are_from(story: Path) -> None:
    (about, *_) = (json.loads(line) for line in run("extract", story, "-f", "chunks").stdout.splitlines())
    assert {"url", "title", "authors", "date", "site"} <= set(about)
    assert about["source"] == str(story)


def test_the_title_can_be_given(story: Path) -> None:
    assert json.loads(run("extract", story, "-f", "json", "--title", "High water").stdout)["headline"] == "High water"


def test_the_strategy_can_be_chosen(story: Path) -> None:
    assert "Home" not in run("extract", story).stdout
    assert "Home" in run("extract", story, "--strategy", "all").stdout


def test_a_strategy_can_have_parameters(story: Path) -> None:
    trace = run("extract", story, "--strategy", "cetr:alpha=4", "--method", "kmeans", "--verbose").stderr
    assert "blocks kept, with method=kmeans, alpha=4\n" in trace


def test_pictures_can_be_left_out() -> None:
    photos = SITE / "glacier-photos.html"
    assert "![" in run("extract", photos).stdout
    assert "![" not in run("extract", photos, "--no-images").stdout


def test_data_can_be_left_unread() -> None:
    data = json.dumps({"@type": "NewsArticle", "headline": "Tides", "articleBody": STORY})
    html = f'<title>Tides</title><script type="application/ld+json">{data}</script><div id=app></div>'.encode()
    found = run("extract", "-", stdin=html)
    assert found.exit_code == 0
    assert STORY.strip() in found.stdout
    assert run("extract", "-", "--no-embedded", stdin=html).exit_code == 1


# Where it comes from.


def test_a_page_comes_on_standard_input() -> None:
    result = run("extract", "-", "--url", "https://tide.example/a", "-f", "json", stdin=page().encode())
    assert json.loads(result.stdout)["url"] == "https://tide.example/a"


@pytest.mark.slow
def test_the_encoding_of_standard_input_is_found() -> None:
    result = process("extract", "-", stdin=page_bytes("legacy-1999.html"))
    assert result.returncode == 0
    assert "Café".encode() in result.stdout


@pytest.mark.slow
def test_a_pipe_that_the_shell_makes_is_a_file(story: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m tamis extract <(cat "{story}")'], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"# Tides" in done.stdout


@pytest.mark.slow
def test_a_file_is_read_without_loading_what_fetches_filters_prints_stores_or_summarizes(story: Path) -> None:
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from tamis.cli import main\n"
        "main(['extract', sys.argv[1]])\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(story)], capture_output=True, check=True, text=True)
    assert "# Tides" in done.stdout
    loaded = set(done.stderr.split())
    assert "tamis.core.pipeline" in loaded
    assert loaded.isdisjoint({"httpx", "httpcore", "ssl", "rich", "nh3"})
    assert loaded.isdisjoint({"tamis.io.fetching.client", "tamis.filter.page", "tamis.edition.make"})
    assert loaded.isdisjoint({"sqlite3", "difflib", "tamis.library", "tamis.core.summarizing.summaries"})


def test_several_sources_come_one_after_another(story: Path) -> None:
    result = run("extract", story, TUNNEL)
    assert result.stdout.index("# Tides") < result.stdout.index("\n\n---\n\n") < result.stdout.index("# Harbour tunnel")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a b.html", "Straße & Ünder.html", "-dash.html", "quote's \".html", "line\nend.html"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(page(), encoding="utf-8")
    result = process("extract", "-v", "--", name, cwd=tmp_path)
    assert result.returncode == 0
    assert b"# Tides" in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not take such names")
def test_a_file_may_have_a_name_that_is_no_text(tmp_path: Path) -> None:
    name = b"tide-\xff.html"
    Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text(page(), encoding="utf-8")  # noqa: PTH118
    result = process("extract", "-v", "--json-lines", name, cwd=tmp_path)
    assert result.returncode == 0
    assert json.loads(result.stdout)["headline"] == "Tides"


# Standard output and standard error.


def test_what_the_stages_found_goes_to_standard_error(story: Path) -> None:
    quiet, verbose = run("extract", story), run("extract", story, "-v")
    assert verbose.stdout == quiet.stdout
    assert [line for line in verbose.stderr.splitlines() if "learned:" in line]
    assert "article:" in verbose.stderr


@pytest.mark.slow
def test_a_process_writes_text_to_standard_output_and_nothing_else(story: Path, pdf: Path) -> None:
    result = process("extract", story, pdf, story)
    assert b"application/pdf" in result.stderr
    assert b"application/pdf" not in result.stdout
    assert result.stdout.count(b"# Tides") == 2


@pytest.mark.slow
def test_output_is_utf_8_whatever_the_locale(story: Path) -> None:
    story.write_text(page("Ebbe über Möwenhude", "Прилив и отлив. " * 30), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tamis", "extract", story],
        capture_output=True,
        check=True,
        env={
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
            "PATH": "",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )
    assert "Möwenhude" in done.stdout.decode("utf-8")


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_accident(tmp_path: Path) -> None:
    big = tmp_path / "big.html"
    big.write_text(page(body=STORY * 3000), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "tamis", "extract", big, big],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        said = running.stderr.read()
        running.wait(timeout=600)
    assert b"Traceback" not in said


# Exit status.


def test_a_page_without_an_article_is_1_with_the_reason(short: Path) -> None:
    result = run("extract", short)
    assert result.exit_code == 1
    assert "no article (too_short): only 11 of" in result.stderr


def test_a_file_that_is_no_page_is_1_and_named(pdf: Path) -> None:
    result = run("extract", pdf)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"tamis: {pdf}: this is application/pdf, not HTML" in result.stderr


def test_an_empty_file_is_1(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    result = run("extract", tmp_path / "empty.html")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no article (empty)" in result.stderr


def test_a_page_over_the_limit_is_1(story: Path) -> None:
    result = run("extract", story, "--max-characters", "10")
    assert result.exit_code == 1
    assert "over the limit of 10" in result.stderr


def test_how_many_words_make_an_article_can_be_set(short: Path) -> None:
    assert run("extract", short, "--min-words", "2").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--url", "tide.example/story", "-"),
        ("-f", "docx", "-"),
        ("--strategy", "clever", "-"),
        ("--strategy", "cuter:al=7", "-"),
        ("--strategy", "cuter:depth=1", "-"),
        ("--method", "kmeans", "-"),
        ("--strategy", "cetr", "--method", "4d", "-"),
        ("--min-words", "-1", "-"),
        ("--timeout", "0", "-"),
        ("--url", "https://x.example/", "-", "-"),
        ("--nonsense", "-"),
        ("-f", "html", "-", "-"),
        ("-f", "html", "--json-lines", "-"),
        ("-f", "text", "--front-matter", "-"),
        ("--precision", "--recall", "-"),
        ("--precision", "--strategy", "cetr", "-"),
        ("--language", "German!", "-"),
        ("--verbose", "--quiet", "-"),
        ("--names", "source", "-"),
        ("--overwrite", "-"),
        ("--input-list", "missing.txt"),
    ],
)
def test_wrong_use_is_2_and_writes_nothing(arguments: tuple[str, ...]) -> None:
    result = run("extract", *arguments, stdin=page().encode())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error" in result.stderr


def test_a_missing_file_is_the_same_alone_and_among_others(story: Path, tmp_path: Path) -> None:
    alone = run("extract", tmp_path / "missing.html")
    among = run("extract", tmp_path / "missing.html", story, "-o", f"{tmp_path}/out/")
    assert (alone.exit_code, alone.stderr) == (among.exit_code, among.stderr)
    assert alone.exit_code == 2
    assert "missing.html: no such file" in alone.stderr
    assert names(tmp_path / "out") == ["index.jsonl", "tides.md"]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("example.org/story", "write https://example.org/story"),
        ("www.bbc.co.uk", "write https://www.bbc.co.uk"),
        ("ftp://tide.example/", "http and https, not ftp"),
        ("story.html", "no such file, and not an http(s) URL"),
    ],
)
def test_a_name_that_is_nothing_gets_advice(name: str, advice: str) -> None:
    result = run("extract", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert advice in result.stderr


def test_without_a_source_standard_input_is_read() -> None:
    result = run("extract", stdin=page().encode())
    assert result.exit_code == 0
    assert result.stdout == run("extract", "-", stdin=page().encode()).stdout


def test_several_pages_as_json_are_one_array(story: Path) -> None:
    result = run("extract", "-f", "json", story, story)
    assert [item["@type"] for item in json.loads(result.stdout)] == ["Article"] * 2


def test_a_link_is_followed_and_a_mode_kept(story: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.md"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    link = tmp_path / "link.md"
    link.symlink_to(real)
    assert run("extract", story, "-o", link, "--overwrite").exit_code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("#")
    assert real.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_pipe_stays_a_pipe(story: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert run("extract", story, "-o", pipe).exit_code == 0
    assert reader.communicate(timeout=600)[0].startswith(b"#")
    assert pipe.is_fifo()


def test_a_file_that_goes_away_in_between_is_named(story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(path: Path, mode: str) -> None:
        raise FileNotFoundError(2, f"No such file or directory ({mode})", str(path))

    monkeypatch.setattr(Path, "open", gone)
    result = run("extract", story)
    assert result.exit_code == 1
    assert "story.html: " in result.stderr


@pytest.mark.slow
def test_a_private_address_is_refused_with_3() -> None:
    result = process("extract", "http://127.0.0.1:8765/")
    assert (result.returncode, result.stdout) == (3, b"")
    assert b"--allow-private" in result.stderr


def test_an_address_where_nobody_answers_is_3() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = run("extract", f"http://127.0.0.1:{port}/", "--allow-private", "--timeout", "5")
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"127.0.0.1:{port}" in result.stderr


def test_the_worst_status_counts(story: Path, short: Path) -> None:
    assert run("extract", story, short, story).exit_code == 1
    assert run("extract", story, short, "http://127.0.0.1:8765/", story).exit_code == 3


# Files and folders.


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_whole(story: Path, tmp_path: Path) -> None:
    result = run("extract", story, "-o", tmp_path / "out.md")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "out.md").read_text(encoding="utf-8").startswith("# Tides")
    assert names(tmp_path) == ["out.md", "story.html"]


def test_a_file_that_is_there_is_replaced_only_if_asked_for(story: Path, tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("old", encoding="utf-8")
    refused = run("extract", story, "-o", tmp_path / "out.md")
    assert refused.exit_code == 2
    assert "--overwrite" in refused.stderr
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == "old"
    run("extract", story, "-o", tmp_path / "out.md", "--overwrite")
    assert "old" not in (tmp_path / "out.md").read_text(encoding="utf-8")


def test_when_nothing_comes_of_it_the_old_file_stays(pdf: Path, tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("old", encoding="utf-8")
    assert run("extract", pdf, "-o", tmp_path / "out.md", "--overwrite").exit_code == 1
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == "old"


def test_a_written_file_can_be_read_by_those_whom_the_mask_lets(story: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        run("extract", story, "-o", tmp_path / "out.md")
    finally:
        os.umask(before)
    assert (tmp_path / "out.md").stat().st_mode & 0o777 == 0o644


def test_a_written_file_keeps_who_may_read_it_and_no_other_thread_loses_its_mask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "out.md"
    place.touch(0o600)
    place.chmod(0o640)
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the mask of the process was changed"))
    write_whole(place, "word")
    assert place.read_text(encoding="utf-8") == "word"
    assert place.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["out.md"]


def test_an_end_slash_means_a_folder(story: Path, tmp_path: Path) -> None:
    assert run("extract", story, "-o", f"{tmp_path}/out/").exit_code == 0
    assert names(tmp_path / "out") == ["index.jsonl", "tides.md"]


def test_a_folder_gets_a_file_for_each_source(story: Path, pdf: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    other.write_text(page(), encoding="utf-8")
    result = run("extract", story, pdf, TUNNEL, other, "-f", "json", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert names(tmp_path / "out") == [
        "harbour-tunnel-to-open-nine-months-early-after-final-breakthrough.json",
        "index.jsonl",
        "tides-2.json",
        "tides.json",
    ]


@pytest.mark.parametrize(
    "title", ["../../etc/passwd", "a/b\\c", ".hidden", "x" * 400, "潮" * 200, "con\x00trol", "…", "CON"]
)
def test_a_title_makes_a_safe_name(tmp_path: Path, title: str) -> None:
    (tmp_path / "in.html").write_text(page(title), encoding="utf-8")
    run("extract", tmp_path / "in.html", "-o", f"{tmp_path}/out/")
    (name,) = set(names(tmp_path / "out")) - {"index.jsonl"}
    assert names(tmp_path) == ["in.html", "out"]
    assert not name.startswith((".", "-"))
    assert len(os.fsencode(name)) < 200


def test_writing_that_fails_half_way_leaves_nothing(
    story: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    result = run("extract", story, "-o", tmp_path / "out.md")
    assert result.exit_code != 0
    assert "cannot write" in result.stderr
    assert names(tmp_path) == ["story.html"]


def test_an_interruption_leaves_nothing(story: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    assert run("extract", story, "-o", tmp_path / "out.md").exit_code != 0
    assert names(tmp_path) == ["story.html"]


@pytest.mark.parametrize("output", ["story.html/out.md", "story.html/"])
def test_a_place_where_nothing_can_be_written_is_named(story: Path, tmp_path: Path, output: str) -> None:
    result = run("extract", story, "-o", f"{tmp_path}/{output}")
    assert result.exit_code != 0
    assert "cannot write" in result.stderr


def test_a_name_that_windows_keeps_for_a_device_is_not_used(tmp_path: Path) -> None:
    for name in ("con", "NUL", "com1"):
        (tmp_path / f"{name}.html").write_text(page(name), encoding="utf-8")
    files = sorted(tmp_path.glob("*.html"))
    run("extract", *files, "-o", f"{tmp_path}/titles/")
    run("extract", *files, "-o", f"{tmp_path}/sources/", "--names", "source")
    expected = ["com1-page.md", "con-page.md", "index.jsonl", "nul-page.md"]
    assert names(tmp_path / "titles") == names(tmp_path / "sources") == expected


def test_files_can_be_called_after_their_sources(story: Path, tmp_path: Path) -> None:
    run("extract", story, TUNNEL, "-o", f"{tmp_path}/out/", "--names", "source")
    assert names(tmp_path / "out") == ["harbour-tunnel.md", "index.jsonl", "story.md"]
    lines = [json.loads(line) for line in (tmp_path / "out/index.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["file"], line["source"]) for line in lines] == [
        ("harbour-tunnel.md", str(TUNNEL)),
        ("story.md", str(story)),
    ]
    assert (lines[1]["title"], lines[1]["outcome"]) == ("Tides", "article")


def test_a_second_run_writes_nothing_over_and_keeps_the_index(story: Path, tmp_path: Path) -> None:
    out = f"{tmp_path}/out/"
    run("extract", story, "-o", out)
    (tmp_path / "out/tides.md").write_text("mine", encoding="utf-8")
    again = run("extract", story, TUNNEL, "-o", out)
    assert again.exit_code == 2
    assert "tides.md already exists" in again.stderr
    assert (tmp_path / "out/tides.md").read_text(encoding="utf-8") == "mine"
    assert len((tmp_path / "out/index.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert run("extract", story, "-o", out, "--overwrite").exit_code == 0
    assert (tmp_path / "out/tides.md").read_text(encoding="utf-8").startswith("# Tides")
    assert len(names(tmp_path / "out")) == 3


# Folders, lists, compressed files.


def test_a_folder_stands_for_the_pages_in_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    (site / "deep/b.htm").write_text(page("Second"), encoding="utf-8")
    (site / "a.html.gz").write_bytes(gzip.compress(page("First").encode()))
    (site / "notes.txt").write_text("no page", encoding="utf-8")
    (site / ".hidden.html").write_text(page("Hidden"), encoding="utf-8")
    result = run("extract", site, "--json-lines")
    assert [json.loads(line)["headline"] for line in result.stdout.splitlines()] == ["First", "Second"]


def test_a_folder_without_pages_is_wrong_use(tmp_path: Path) -> None:
    result = run("extract", tmp_path)
    assert result.exit_code == 2
    assert "no pages in this folder" in result.stderr


def test_sources_can_stand_in_a_list(story: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text(f"# two pages\n{story}\n\n{TUNNEL}\n", encoding="utf-8")
    result = run("extract", "--input-list", listed, "--json-lines")
    assert len(result.stdout.splitlines()) == 2
    piped = run("extract", "--input-list", "-", "--json-lines", stdin=f"{story}\n".encode())
    assert len(piped.stdout.splitlines()) == 1


def test_a_compressed_page_is_read_within_the_limits(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.html.gz"
    bomb.write_bytes(gzip.compress(b"<p>" + b" " * 3_000_000))
    result = run("extract", bomb, "--max-characters", "500000")
    assert result.exit_code == 1
    assert "over the limit of 500,000" in result.stderr
    cut = tmp_path / "cut.html.gz"
    cut.write_bytes(gzip.compress(page().encode())[:-20])
    assert "cannot be decompressed" in run("extract", cut).stderr


# What is left out.

TABLE = "<table><caption>Heights</caption><tr><th>Port<th>Metres<tr><td>Ebb<td>3<tr><td>Flow<td>5</table>"


def test_links_and_tables_can_be_left_out(tmp_path: Path) -> None:
    linked = STORY + '<a href="https://tide.example/x">More of it</a> was said later that night in the bar.'
    source = tmp_path / "tides.html"
    source.write_text(page(body=linked + "</p>" + TABLE + f"<p>{STORY}"), encoding="utf-8")
    whole = run("extract", source, "--strategy", "all").stdout
    assert "[More of it](https://tide.example/x)" in whole
    assert "| Ebb | 3 |" in whole
    bare = run("extract", source, "--strategy", "all", "--no-links", "--no-tables").stdout
    assert "More of it was said" in bare
    assert "Ebb" not in bare
    assert "Heights" not in bare


def test_an_article_in_another_language_is_none(story: Path) -> None:
    assert run("extract", story, "--language", "en").exit_code == 0
    assert run("extract", story, "--language", "en-GB").exit_code == 0
    result = run("extract", story, "--language", "de")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no article (other_language): an article in en, where de was asked for" in result.stderr


def test_precision_and_recall_set_the_parameter_of_the_strategy(story: Path) -> None:
    assert "favor=precision" in run("extract", story, "-v", "--precision").stderr
    assert "favor=recall" in run("extract", story, "-v", "--recall").stderr


# How a page was fetched.


def test_verbose_tells_of_redirects_and_the_cache(tmp_path: Path) -> None:
    def versioned(exchange: Exchange) -> None:
        if exchange.request.headers.get("if-none-match"):
            answer(b"", "304 Not Modified", None, length=None)(exchange)
        else:
            answer(page().encode(), headers=('ETag: "1"',))(exchange)

    with LocalSite() as site:
        site.routes["/old"] = redirect(site.url("/new"))
        site.routes["/new"] = versioned
        arguments = ("extract", site.url("/old"), "-v", "--allow-private", "--cache", tmp_path / "cache")
        first, second = run(*arguments), run(*arguments)
    assert f"fetch: 302 {site.url('/old')} → {site.url('/new')}" in first.stderr
    assert "fetch: status 200, " in first.stderr
    assert "taken from the cache" in second.stderr


# JSON lines.


def test_json_lines_also_tell_of_what_failed(story: Path, short: Path, pdf: Path) -> None:
    result = run("extract", "--json-lines", story, short, pdf, "http://127.0.0.1:8765/")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["tamis"]["outcome"] for line in lines] == ["article", "too_short", "error", "error"]
    assert [line["tamis"].get("error", {}).get("code") for line in lines] == [None, None, "not_html", "refused_address"]
    assert [line["tamis"]["source"] for line in lines[:3]] == [str(story), str(short), str(pdf)]
    assert result.exit_code == 3


def test_json_lines_go_to_a_file(story: Path, tmp_path: Path) -> None:
    run("extract", "--json-lines", story, story, "-o", tmp_path / "out.jsonl")
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_json_lines_do_not_go_to_a_folder(story: Path, tmp_path: Path) -> None:
    result = run("extract", "--json-lines", story, "-o", tmp_path)
    assert result.exit_code == 2
    assert "folder" in result.stderr


# XML that carries pages (C1).


def test_pages_in_xml_become_articles_in_xml(tmp_path: Path) -> None:
    pages = [
        Page(page("First tide"), "https://tide.example/1", title="First tide"),
        Page(page("Second tide") + "<!-- ]]> & -->", "https://tide.example/2"),
    ]
    carrier = tmp_path / "pages.xml"
    carrier.write_text(write_pages(pages), encoding="utf-8")
    result = run("extract", "--from-xml", carrier, "-f", "xml")
    assert result.exit_code == 0
    articles = list(etree.fromstring(result.stdout.encode()))
    tag = f"{{{NAMESPACE}}}"
    assert [(article.findtext(f"{tag}url"), article.findtext(f"{tag}title")) for article in articles] == [
        ("https://tide.example/1", "First tide"),
        ("https://tide.example/2", "Second tide"),
    ]
    assert [article.findtext(f"{tag}body/{tag}p") for article in articles] == [STORY.strip()] * 2


def test_bad_xml_is_2_and_says_where(tmp_path: Path, story: Path) -> None:
    broken = write_pages([Page(page(), "https://tide.example/1")]).replace("</page>", "")
    (tmp_path / "bad.xml").write_text(broken, encoding="utf-8")
    result = run("extract", "--from-xml", tmp_path / "bad.xml", "-f", "xml", "-o", tmp_path / "out.xml")
    assert result.exit_code == 2
    assert re.search(r"bad\.xml: line \d+, column \d+: ", result.stderr)
    assert not (tmp_path / "out.xml").exists()


@given(soup(max_size=20))
@settings(max_examples=30)
def test_any_page_on_standard_input_ends_with_a_status_and_no_traceback(html: str) -> None:
    result = run("extract", "-", "--json-lines", stdin=html.encode("utf-8", "replace"))
    assert result.exit_code in (0, 1)
    assert len(result.stdout.splitlines()) == 1


# Settings from a file.


def test_a_settings_file_says_what_options_would_and_options_win(tmp_path: Path, story: Path) -> None:
    file = tmp_path / "tamis.toml"
    file.write_text('[extract]\nstrategy = "cetr"\nmin_words = 9_999\n[strategies.cetr]\nmethod = "kmeans"\n')
    assert run("extract", story, "--settings", file).exit_code == 1
    result = run("extract", story, "--settings", file, "--min-words", "5", "-f", "json")
    assert result.exit_code == 0
    own = json.loads(result.stdout)["tamis"]
    assert own["strategy"] == "cetr"
    assert "method=kmeans" in own["trace"][-1]["note"]


def test_a_wrong_name_in_a_settings_file_is_2_with_the_nearest_one(tmp_path: Path, story: Path) -> None:
    file = tmp_path / "tamis.toml"
    file.write_text("[extract]\nmin_word = 3\n")
    result = run("extract", story, "--settings", file)
    assert result.exit_code == 2
    assert "tamis.toml: [extract] Settings has no setting 'min_word'; did you mean 'min_words'?" in result.stderr


def test_every_plain_setting_is_an_option() -> None:
    shown = run("extract", "--help").stdout
    for kind in (Settings, FetchSettings):
        for one in leaves_of(kind):
            assert one.name in NOT_ON_COMMAND_LINE or all(flag in shown for flag in flags_of(one)), one.name


def test_articles_go_to_a_library(tmp_path: Path) -> None:
    file = tmp_path / "articles.db"
    story = SITE / "wind-farm-vote.html"
    result = run("extract", story, "--url", "https://courier.example/wind", "--library", file)
    assert (result.exit_code, result.stdout) == (0, "")
    with Library(file) as library:
        record = library.find("https://courier.example/wind")
        assert record is not None
        assert record.title == "Islanders back wind farm by 41 votes after bitter three-year fight"
        assert "The people of Skerrow voted on Thursday" in library.article(record.id).text
    assert run("extract", story, "--library", story).exit_code == 2


def test_further_pages_are_read_without_a_browser() -> None:
    from click.testing import CliRunner

    from tamis.cli import main

    done = CliRunner().invoke(main, ["extract", "https://example.org/", "--all-pages", "--render", "always"])
    assert done.exit_code == 2
    assert "without a browser" in done.output


TABLES = f"""<p>{STORY}</p><table><caption>Fees</caption><tr><th>Boat<th>Fee</tr><tr><td>Anna<td>12</tr></table>
<p>{STORY}</p><table><tr><th colspan=2>Tide</tr><tr><td>high<td>3 m</tr></table><p>{STORY}</p>"""


@pytest.fixture
def with_tables(tmp_path: Path) -> Path:
    path = tmp_path / "tables.html"
    path.write_text(page(body=TABLES), encoding="utf-8")
    return path


def test_a_table_is_written_as_csv(with_tables: Path) -> None:
    assert run("extract", with_tables, "-f", "csv").stdout_bytes == b"Boat,Fee\r\nAnna,12\r\n"
    assert run("extract", with_tables, "-f", "csv", "--table", "2").stdout_bytes == b"Tide,\r\nhigh,3 m\r\n"


def test_a_table_that_is_not_there_is_an_error(with_tables: Path) -> None:
    result = run("extract", with_tables, "-f", "csv", "--table", "3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no table 3: the article has 2 tables" in result.stderr


def test_a_table_goes_to_csv_only(with_tables: Path) -> None:
    result = run("extract", with_tables, "--table", "1")
    assert result.exit_code == 2
    assert "-f csv" in result.stderr


def test_tables_with_spans_are_html_on_request(with_tables: Path) -> None:
    assert "<table>" not in run("extract", with_tables).stdout
    written = run("extract", with_tables, "--html-tables").stdout
    assert '<th colspan="2">Tide</th>' in written
    assert "| Boat | Fee |" in written
