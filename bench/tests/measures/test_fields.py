"""Scores of fields by site."""

from __future__ import annotations

import gzip
import json
from dataclasses import astuple
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from tamis_bench import fields, print_links
from tamis_bench.datasets import read_index

if TYPE_CHECKING:
    from pathlib import Path


STORY = "https://example.org/2024/05/islanders-back-wind-farm"
SENTENCE = "The islanders voted for the wind farm after a long evening in the village hall. "
ROWS = [json.loads(line) for line in files("tamis_bench").joinpath(fields.LABELS).read_text("utf-8").splitlines()]


def write_set(data: Path, name: str, html: str, truth: dict[str, object], url: str | None = STORY) -> None:
    folder = data / name
    folder.mkdir()
    (folder / "1.html.gz").write_bytes(gzip.compress(html.encode()))
    row = {"id": "1", "url": url, "html": "1.html.gz", "truth": truth}
    (folder / "pages.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")


def test_fields_and_links_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    html = (
        f"<h1>Islanders back wind farm</h1><p>{SENTENCE * 9}</p><a class=on href='?page=2'>Next</a>"
        "<a href='?print=1'>Print</a>"
    )
    write_set(tmp_path, "postlight", html, {"title": "Islanders back the wind farm"})
    write_set(tmp_path, "pagination", html, {"NEXT": "a.on"})
    labels = {("postlight", "1"): [{"kind": "print", "href": "?print=1", "half": "dev"}]}
    monkeypatch.setattr(fields, "_labels", lambda: labels)
    found = {score.field: (score.true, score.given, score.right) for score in fields.measure(tmp_path)}
    assert found == {
        "title": (5, 4, 4),
        "next (page)": (1, 1, 1),
        "previous (page)": (0, 0, 0),
        "print link": (1, 1, 1),
        "one-page link": (0, 0, 0),
    }


def test_the_list_has_links_of_all_kinds_and_no_text() -> None:
    assert {row["kind"] for row in ROWS} == {"print", "one_page", "none"}
    assert sum(row["kind"] == "none" for row in ROWS) >= 300
    assert any(row["href"].startswith("javascript:") for row in ROWS if row["kind"] == "none")
    assert all(set(row) == {"set", "id", "kind", "href", "half"} for row in ROWS)


def test_a_site_is_in_one_half() -> None:
    halves: dict[tuple[str, str], set[str]] = {}
    for row in ROWS:
        halves.setdefault((row["set"], row["id"]), set()).add(row["half"])
    assert all(len(half) == 1 for half in halves.values())
    assert fields.half_of("example.org") == fields.half_of("example.org")


def test_the_summary_gives_both_halves() -> None:
    scores = [
        fields.FieldScore("print link", "news", "1", "a.example", "dev", 1, 1, 1),
        fields.FieldScore("print link", "news", "2", "b.example", "kept", 1, 1, 0),
    ]
    table = fields.summary(scores)
    assert [(row[2], row[7], row[8]) for row in table.rows] == [
        ("both", 0.5, 0.5),
        ("dev", 1.0, 1.0),
        ("kept", 0.0, 0.0),
    ]
    assert [row[1] for row in fields.by_site(scores).rows] == ["a.example", "b.example"]


def test_texts_are_scored_and_sets_and_pages_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    html = f"<h1>Islanders back wind farm</h1><p>{SENTENCE * 9}</p>"
    for name in ("news", "world"):
        write_set(tmp_path, name, html, {"text": SENTENCE * 9 + "And more.", "title": "Islanders back wind farm"})
    monkeypatch.setattr(fields, "_labels", dict)
    words = 15 * 9
    found = {score.field: (score.true, score.given, score.right) for score in fields.measure(tmp_path, ("world",))}
    assert found == {"text": (words + 2, words, words), "title": (4, 4, 4)}
    assert {score.set for score in fields.measure(tmp_path, limit=1)} == {"news", "world"}


def test_texts_are_averaged_over_pages_and_links_counted() -> None:
    texts = [
        fields.FieldScore("text", "news", "1", "a.example", "dev", 100, 50, 50),
        fields.FieldScore("text", "news", "2", "a.example", "dev", 10, 40, 10),
    ]
    assert fields.rates(texts) == (110, 90, 60, (1 + 0.25) / 2, (0.5 + 1) / 2)
    links = [fields.FieldScore("print link", *score[1:]) for score in map(astuple, texts)]
    assert fields.rates(links) == (110, 90, 60, 60 / 90, 60 / 110)


@pytest.mark.slow
def test_the_figure_has_the_paper_s_panels_with_the_names_of_sites(tmp_path: Path) -> None:
    names = ("next (page)", "print link", "caption", "picture", "title", "text", "lead image")
    scores = [fields.FieldScore(name, "news", "1", "a.example", "dev", 1, 1, 1) for name in names]
    scores += [fields.FieldScore("text", "news", str(at), f"{at:03}.example", "dev", 1, 1, 1) for at in range(150)]
    panels = fields.panels_of(scores)
    assert [panel.name for panel in panels] == [
        "main text (1 of 2)", "main text (2 of 2)", "title", "picture", "caption", "print link", "next page",
    ]  # fmt: skip
    assert [len(panel.sites) for panel in panels[:3]] == [100, 51, 1]
    fields.plot(scores, tmp_path / "figure.svg")
    drawn = (tmp_path / "figure.svg").read_text("utf-8")
    assert all(f">{name}<" in drawn for name in ("a.example", "000.example", "149.example"))


def test_pages_with_a_print_link_are_counted_and_those_with_a_url(tmp_path: Path) -> None:
    links = {"a": "<a href='?print=1'>Print</a>", "b": "<a href='javascript:window.print()'>Print</a>", "c": ""}
    for name, link in links.items():
        write_set(tmp_path, name, f"<h1>Wind</h1><p>{SENTENCE * 9}</p>{link}", {"title": "Wind"})
    pages = print_links.measure([entry for name in links for entry in read_index(tmp_path, name)])
    assert [(page.links, page.url) for page in pages] == [(1, f"{STORY}?print=1"), (1, None), (0, None)]
    assert [row[1:] for row in print_links.table(pages).rows[-2:]] == [
        (3, 2, 2 / 3, 1, 0.5),
        (None, None, 0.9, None, 0.35),
    ]


def test_pictures_of_expected_html_are_scored_with_captions_and_credits(tmp_path: Path) -> None:
    figure = "<figure><img src='{}turbine.jpg' width=600 height=400><figcaption>{}</figcaption></figure>"
    html = f"<h1>Wind</h1><p>{SENTENCE * 9}</p>{figure.format('', 'The first turbine')}<p>{SENTENCE * 9}</p>"
    expected = (
        figure.format("http://fakehost/test/", "The first turbine")
        + "<img src='http://fakehost/test/icon.png' width=16 height=16><img class=math src='http://fakehost/m.svg'>"
        + "<img src='data:image/gif;base64,R0lGOD'>"
    )
    write_set(tmp_path, "readability", html, {"html": expected}, url=None)
    found = {score.field: (score.true, score.given, score.right) for score in fields.measure(tmp_path)}
    assert found == {"picture": (1, 1, 1), "caption": (1, 1, 1)}
