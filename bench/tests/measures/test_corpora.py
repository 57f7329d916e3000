"""Corpora in the form in which they are published."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis_bench.corpora import corpus_of
from tamis_bench.corpora.cleaneval import truth_text
from tamis_bench.corpora.l3s import content_of
from tamis_bench.datasets import gather, read_index, set_names

from .conftest import BODY, PAGE, row, write_set
from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def cleaneval(folder: Path) -> Path:
    wrapped = f'<text id="10" title="Mill" encoding="utf-8">\n{PAGE}\n</text>\n'
    latin = '<text id="2" encoding="iso-8859-1"><p>caf\xe9</p></text>'.encode("latin-1")
    return write(
        folder,
        {
            "finalrun-input/10.html": wrapped,
            "finalrun-input/2.html": latin,
            "finalrun-input/3.html": "no truth",
            "GoldStandard/10.txt": f"URL: https://valley.example/mill\n\n<h>The old mill\n<p>{BODY}\n",
            "GoldStandard/2-cleaned.txt": "<p>café",
        },
    )


def dragnet(folder: Path) -> Path:
    return write(
        folder,
        {
            "HTML/R1.html": PAGE,
            "HTML/R2.html": PAGE,
            "Corrected/R1.html.corrected.txt": f"{BODY}\n\n!@#$%^&*()  COMMENTS\n\nFirst!",
            "Corrected/R2.html.corrected.txt": BODY.encode("utf-16"),
        },
    )


def l3s(folder: Path) -> Path:
    annotated = PAGE.replace(BODY, f'<span class="x-nc-sel2">{BODY}</span>')
    return write(
        folder,
        {
            "original/0a-1b.html": PAGE,
            "annotated/0a-1b.html": annotated,
            "url-mapping.txt": "<urn:uuid:0a-1b>\thttps://valley.example/mill\n",
        },
    )


def scrapinghub(folder: Path) -> Path:
    truth = {"f00d": {"articleBody": BODY, "url": "https://valley.example/mill"}}
    return write(folder, {"html/f00d.html.gz": gzip.compress(PAGE.encode()), "ground-truth.json": json.dumps(truth)})


@pytest.mark.parametrize("make", [cleaneval, dragnet, l3s, scrapinghub])
def test_a_corpus_is_a_set_like_others(tmp_path: Path, make: object) -> None:
    assert callable(make)
    make(tmp_path / "corpus")
    assert set_names(tmp_path) == ("corpus",)
    assert set_names(tmp_path / "corpus") == ("corpus",)
    for data in (tmp_path, tmp_path / "corpus"):
        first = gather(data)[-1]
        assert first.set == "corpus"
        assert BODY in (first.truth.text or "")
        assert "The old mill" in first.html
        assert first.truth.known == {"text"}


def test_corpora_are_told_apart(tmp_path: Path) -> None:
    for make in (cleaneval, dragnet, l3s, scrapinghub):
        make(tmp_path / make.__name__)
    names = {name: (corpus_of(tmp_path / name) or None) for name in set_names(tmp_path)}
    assert {name: corpus.name for name, corpus in names.items() if corpus} == {
        "cleaneval": "CleanEval",
        "dragnet": "dragnet",
        "l3s": "L3S-GN1",
        "scrapinghub": "scrapinghub",
    }


def test_an_own_set_is_no_corpus(tmp_path: Path) -> None:
    assert corpus_of(write_set(tmp_path / "mine", [row(1)])) is None


def test_cleanevals_wrapper_is_no_part_of_the_page(tmp_path: Path) -> None:
    two, ten = gather(cleaneval(tmp_path / "ce"))
    assert (two.id, ten.id) == ("2", "10")
    assert two.html == "<p>café</p>"
    assert ten.html.strip() == PAGE
    assert ten.url == "https://valley.example/mill"
    assert ten.truth.text == f"The old mill\n{BODY}"


def test_a_page_without_the_wrapper_stays_whole(tmp_path: Path) -> None:
    folder = write(tmp_path / "ce", {"orig/1.html": PAGE, "clean/1.txt": BODY})
    assert gather(folder)[0].html == PAGE


def test_cleanevals_marks_go_and_other_tags_in_the_text_stay() -> None:
    assert truth_text("URL: x\n<p>Write <br> for a break.\n  <l>one</l>\n<h>two") == "Write <br> for a break.\none\ntwo"
    assert truth_text("The URL: of it\n") == "The URL: of it"


def test_dragnets_comments_are_no_part_of_the_text(tmp_path: Path) -> None:
    entries = read_index(dragnet(tmp_path / "dragnet"), "dragnet")
    assert [(entry.id, entry.truth.text) for entry in entries] == [("R1", BODY), ("R2", BODY)]


def test_headline_text_and_supplements_are_l3s_content() -> None:
    spans = "".join(f'<P><SPAN class="x x-nc-sel{number}">text {number}</SPAN></P>' for number in range(6))
    assert content_of(f"<div>unmarked {spans}</div>") == "text 1\ntext 2\ntext 3"


def test_a_marked_span_inside_another_has_its_own_class() -> None:
    page = (
        '<span class="x-nc-sel2">The <b>s<span>e</span>a</b> came &amp; went<span class="x-nc-sel0"> Ad</span>.</span>'
        "</span> after"
    )
    assert content_of(page) == "The sea came & went."


def test_l3s_urls_are_found(tmp_path: Path) -> None:
    assert read_index(l3s(tmp_path / "gn1"), "gn1")[0].url == "https://valley.example/mill"


@pytest.mark.parametrize(
    ("truth", "problem"),
    [
        ("[1]", "object of objects"),
        ("{", "not JSON"),
        ('{"beef": {"articleBody": ""}}', "beef is not among the pages"),
        ('{"f00d": {"articleBody": 7}}', "must be strings"),
    ],
)
def test_a_broken_truth_of_scrapinghub_is_said(tmp_path: Path, truth: str, problem: str) -> None:
    folder = write(scrapinghub(tmp_path / "s"), {"ground-truth.json": truth})
    with pytest.raises(BadInput, match=problem):
        gather(folder)


def test_a_corpus_whose_names_do_not_fit_is_said(tmp_path: Path) -> None:
    folder = write(tmp_path / "ce", {"orig/1.html": PAGE, "clean/2.txt": BODY})
    with pytest.raises(BadInput, match="no page has a truth"):
        gather(folder)


def test_the_bench_measures_a_corpus(tmp_path: Path) -> None:
    result = run("quality", "--data", scrapinghub(tmp_path / "s"), "--strategy", "all")
    assert result.exit_code == 0, result.output
    assert "Shingles of four words" in result.stdout
