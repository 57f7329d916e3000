"""`tamis print`."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.running import page, run

from .drawing import png

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = Path(__file__).parents[2] / "examples" / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    """The URL of the example site, on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def saved(folder: Path, *titles: str) -> list[Path]:
    files = []
    for number, title in enumerate(titles):
        file = folder / f"page{number}.html"
        file.write_text(page(title).replace("</article>", "<p><img src=a.png width=400 height=300></article>"))
        files.append(file)
    (folder / "a.png").write_bytes(png(400, 300))
    return files


def test_collection_goes_into_one_file(tmp_path: Path) -> None:
    result = run("print", *saved(tmp_path, "One", "Two"), "-o", tmp_path / "book.html", "--title", "Both")
    assert (result.exit_code, result.stderr) == (0, "")
    book = (tmp_path / "book.html").read_text(encoding="utf-8")
    assert "<title>Both</title>" in book
    assert book.count("<article") == 2
    assert "data:image/png" in book


def test_individual_files_are_called_after_their_titles(tmp_path: Path) -> None:
    result = run("print", *saved(tmp_path, "One", "Two", "Two"), "-o", tmp_path / "out", "-f", "html", "--individual")
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["one.html", "two-3.html", "two.html"]


def test_source_that_fails_is_left_out_and_named(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_text("<p>")
    sources = [*saved(tmp_path, "One"), tmp_path / "empty.html", tmp_path / "none.html"]
    result = run("print", *sources, "-o", tmp_path / "book.html")
    assert result.exit_code == 2
    assert "empty.html: no article" in result.stderr
    assert "none.html: no such file" in result.stderr
    assert (tmp_path / "book.html").read_text(encoding="utf-8").count("<article") == 1


def test_file_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    (story,) = saved(tmp_path, "One")
    (tmp_path / "book.html").write_text("mine")
    assert run("print", story, "-o", tmp_path / "book.html").exit_code == 2
    assert (tmp_path / "book.html").read_text() == "mine"
    assert run("print", story, "-o", tmp_path / "book.html", "--overwrite").exit_code == 0


def test_format_is_named_or_known_by_the_file(tmp_path: Path) -> None:
    (story,) = saved(tmp_path, "One")
    assert "name the format" in run("print", story, "-o", tmp_path / "book.docx").stderr
    result = run("print", story, "-o", "-", "-f", "html")
    assert result.stdout.startswith("<!doctype html>")


def test_settings_come_from_a_file_and_from_options(tmp_path: Path) -> None:
    (story,) = saved(tmp_path, "One")
    (tmp_path / "s.toml").write_text('[print]\npaper = "a5"\nmargin = 12\n')
    result = run("print", story, "-o", "-", "-f", "html", "--settings", tmp_path / "s.toml", "--margin", "10")
    assert "size: 148mm 210mm; margin: 10mm" in result.stdout


def test_nothing_to_print_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_text("<p>")
    result = run("print", tmp_path / "empty.html", "-o", tmp_path / "book.html")
    assert result.exit_code == 1
    assert "nothing to print" in result.stderr
    assert not (tmp_path / "book.html").exists()


def test_story_of_three_pages_becomes_one(site: str, tmp_path: Path) -> None:
    url = f"{site}/river-story.html"
    first = run("print", url, "-o", tmp_path / "first.html", "--allow-private")
    whole = run("print", url, "-o", tmp_path / "whole.html", "--allow-private", "--all-pages")
    assert (first.exit_code, whole.exit_code) == (0, 0)
    texts = [(tmp_path / name).read_text(encoding="utf-8") for name in ("first.html", "whole.html")]
    assert len(texts[1]) > len(texts[0])
    assert [text.count("<article") for text in texts] == [1, 1]
    last = run("extract", f"{site}/river-story-3.html", "-f", "text", "--allow-private").stdout
    words = max(last.splitlines(), key=len)[:60]
    assert words not in texts[0]
    assert words in texts[1]


def test_pictures_on_the_web_come_into_the_file(site: str, tmp_path: Path) -> None:
    run("print", f"{site}/harbour-tunnel.html", "-o", tmp_path / "a.html", "--allow-private")
    book = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "data:image/svg+xml" in book
    assert f'src="{site}' not in book
