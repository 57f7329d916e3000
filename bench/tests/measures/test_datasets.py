from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis_bench.datasets import choose, gather, read_index, set_names

from .conftest import BODY, row, write_set

if TYPE_CHECKING:
    from pathlib import Path


def test_known_sets_come_in_their_order(data: Path) -> None:
    assert set_names(data) == ("wcxb-dev", "metadata")


def test_a_folder_with_other_sets_gives_all_of_them(tmp_path: Path) -> None:
    write_set(tmp_path / "mine", [row(1)])
    assert [sample.set for sample in gather(tmp_path)] == ["mine"]


def test_a_folder_that_is_a_set_goes_by_its_own_name(data: Path) -> None:
    assert [sample.id for sample in gather(data / "wcxb-dev")] == ["0001", "0002", "0003"]
    assert gather(data / "wcxb-dev")[0].set == "wcxb-dev"


def test_a_sample_has_the_page_decoded_and_its_truth(data: Path) -> None:
    sample = gather(data, ["wcxb-dev"])[0]
    assert sample.html.startswith("<!doctype html>")
    assert sample.truth.text == BODY
    assert sample.truth.authors == ("Ada Field",)
    assert sample.truth.snippets_with == ("ground corn",)
    assert sample.page_type == "article"
    assert sample.language == "en"


def test_null_is_known_and_missing_is_not(tmp_path: Path) -> None:
    write_set(tmp_path / "mine", [row(1, truth={"author": None, "snippets_without": ["x"]})])
    truth = gather(tmp_path)[0].truth
    assert truth.known == {"authors", "snippets_without"}
    assert truth.authors == ()


def test_a_page_with_true_posts_is_a_thread(tmp_path: Path) -> None:
    truth = {"text": BODY, "posts": [{"text": BODY, "user": "ann", "date": None, "link": None}]}
    rows = [row(1, truth=truth), row(2, truth={"text": BODY})]
    for each in rows:
        each.pop("page_type", None)
    write_set(tmp_path / "mine", rows)
    assert [sample.page_type for sample in gather(tmp_path)] == ["forum", None]


def test_legacy_bytes_are_decoded(tmp_path: Path) -> None:
    page = '<meta charset="windows-1252"><p>caf\u00e9'.encode("cp1252")
    write_set(tmp_path / "mine", [row(1)], page)
    assert gather(tmp_path)[0].html.endswith("café")


def test_the_encoding_that_the_set_names_counts(tmp_path: Path) -> None:
    write_set(tmp_path / "mine", [row(1, encoding="iso-8859-5")], "<p>мельница".encode("iso-8859-5"))
    assert gather(tmp_path)[0].html == "<p>мельница"


def test_limit_spreads_over_the_set_and_is_the_same_every_time(data: Path) -> None:
    entries = read_index(data, "wcxb-dev")
    assert [entry.id for entry in choose(entries, 2)] == ["0001", "0002"]
    assert [entry.id for entry in choose(entries, 1)] == ["0001"]
    assert choose(entries, 7) == entries


def test_progress_wraps_the_reading(data: Path) -> None:
    seen = []
    gather(data, track=lambda items, description: seen.append((len(items), description)) or items)  # type: ignore[func-returns-value]
    assert seen == [(4, "reading pages")]


@pytest.mark.parametrize(
    ("name", "problem"), [("nowhere", "sets in .*: wcxb-dev, metadata"), ("../data/nowhere", "no such file")]
)
def test_a_missing_set_says_which_there_are(data: Path, name: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        gather(data, [name])


def test_a_missing_folder_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="TAMIS_DATA"):
        gather(tmp_path / "nowhere")


def test_an_empty_folder_says_what_a_set_is(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"pages\.jsonl"):
        gather(tmp_path)


def test_a_set_without_pages_is_an_error(tmp_path: Path) -> None:
    write_set(tmp_path / "mine", [])
    with pytest.raises(BadInput, match="have no pages"):
        gather(tmp_path)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: needs the strings `id` and `html`"),
        ('{"id": "1", "html": "../../x.gz"}', "outside of the set's folder"),
        ('{"id": "1", "html": "x.gz", "truth": []}', "cannot read"),
        ('{"id": "1", "html": "x.gz", "truth": ["a"]}', "`truth` must be an object"),
        ('{"id": "1", "html": "x.gz", "truth": {"title": 3}}', "`truth.title` must be a string"),
        ('{"id": "1", "html": "x.gz", "truth": {"with": [3]}}', "`truth.snippets_with` must be"),
    ],
)
def test_a_bad_line_says_where_and_what(tmp_path: Path, line: str, problem: str) -> None:
    write_set(tmp_path / "mine", [])
    (tmp_path / "mine" / "pages.jsonl").write_text(line + "\n")
    with pytest.raises(BadInput, match=problem):
        gather(tmp_path)


def test_a_broken_page_is_named(tmp_path: Path) -> None:
    write_set(tmp_path / "mine", [row(1)])
    (tmp_path / "mine/html/0001.html.gz").write_bytes(b"\x1f\x8b\x08 broken")
    with pytest.raises(BadInput, match=r"0001\.html\.gz: cannot read"):
        gather(tmp_path)


def test_paragraphs_and_standfirst_are_read(tmp_path: Path) -> None:
    truth = {"paragraphs": ["One.", "Two."], "summary_lead": ["What it is about."]}
    write_set(tmp_path / "mine", [row(1, truth=truth), row(2, truth={"dek": "What it is about."})])
    first, second = gather(tmp_path)
    assert first.truth.paragraphs == ("One.", "Two.")
    assert first.truth.standfirst == second.truth.standfirst == ("What it is about.",)
