"""Training of the token classifier on pages made for it."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from tamis.core.parse.tokens import read_tokens
from tamis.errors import BadInput
from tamis.papers.token_model import TAGS, read_model, read_stream
from tamis_bench.commands.learn import learn
from tamis_bench.datasets import read_index
from tamis_bench.learn.subsequence import MIN_SITES_OF_WORD, fit, lesson_of, table, token_labels, train

if TYPE_CHECKING:
    from pathlib import Path

BODY = "Words about boats that were seen by people on the shore of the lake at noon. "
SITES = 60


def _page(number: int) -> tuple[str, str]:
    menu = "".join(f"<li><a href=/{entry}>Menu entry</a></li>" for entry in range(12))
    paragraphs = [BODY * 2 + f"Number {number}, part {part}." for part in range(4)]
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return f"<html><body><ul>{menu}</ul><div>{body}</div><ul>{menu}</ul></body></html>", "\n".join(paragraphs)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    made = folder / "made"
    made.mkdir()
    lines = []
    for number in range(SITES):
        html, text = _page(number)
        (made / f"{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        truth = {"text": text if number else "Words that the page does not have, not one of them anywhere."}
        entry = {"id": str(number), "url": f"https://www.site{number}.example/", "html": f"{number}.html.gz"}
        lines.append(json.dumps({**entry, "truth": truth, "page_type": "article"}))
    (made / "pages.jsonl").write_text("\n".join(lines))
    return folder


def test_a_model_learns_what_an_article_is_made_of(data: Path) -> None:
    training = train(data, ("made",), validate=False)
    model = training.model
    assert training.pages == SITES - 1  # one truth is not on its page
    assert not training.trials
    assert model.parent_weights[TAGS["<p"]] > 0 > model.parent_weights[TAGS["<a"]]
    assert model.word_weights["boats"] > 0 > model.word_weights["menu"]


def test_words_of_a_few_sites_are_left_out(data: Path) -> None:
    model = train(data, ("made",), validate=False).model
    assert SITES > MIN_SITES_OF_WORD > 10
    assert "part" in model.word_weights
    assert "17" not in model.word_weights


def test_the_cross_validation_is_of_every_page_by_its_set_and_type(data: Path) -> None:
    training = train(data, ("made",))
    assert sorted(trial.id for trial in training.trials) == sorted(map(str, range(SITES)))
    rows = table(training.trials).rows
    assert [row[:3] for row in rows] == [("made", "all", SITES), ("made", "article", SITES)]
    assert all(trial.score.f1 > 0.9 for trial in training.trials if trial.id != "0")


def test_the_same_pages_give_the_same_model_in_any_order(data: Path) -> None:
    lessons = [lesson for entry in read_index(data, "made") if (lesson := lesson_of(entry)) is not None]
    one, other = fit(lessons), fit(reversed(lessons))
    assert one.word_weights == other.word_weights
    assert one.triples.tolist() == other.triples.tolist()
    assert one.triple_weights.tolist() == other.triple_weights.tolist()


def test_a_tag_is_of_the_article_if_both_texts_around_it_are() -> None:
    tokens = read_tokens("<div>a<p>b</p><p>c</p>d</div>")
    stream = read_stream(tokens)
    inside = np.array([text in ("b", "c") for text in tokens.texts])
    labels = token_labels(stream, inside).tolist()
    #                  <div>   a     <p>    b    </p>  <p>   c    </p>   d    </div>
    assert labels == [False, False, False, True, True, True, True, False, False, False]


def test_a_page_without_words_has_labels_too() -> None:
    assert token_labels(read_stream(read_tokens("<p></p>")), np.zeros(3, dtype=np.bool_)).tolist() == [False, False]


def test_nothing_to_learn_from_is_told(data: Path, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "pages.jsonl").write_text("")
    with pytest.raises(BadInput, match="no page to learn from"):
        train(tmp_path, ("none",))


def test_the_command_writes_a_model(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.npz"
    arguments = ["mss", "--data", str(data), "--set", "made", "--limit", "20", "-o", str(out)]
    result = CliRunner().invoke(learn, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert "cross-validated by site" in result.stdout
    assert "trained on 19 pages" in result.stderr
    assert read_model(out.read_bytes()).parent_weights[TAGS["<p"]] > 0


def test_the_command_tells_of_a_missing_folder(data: Path, tmp_path: Path) -> None:
    arguments = ["mss", "--data", str(data), "--set", "made", "-o", str(tmp_path / "no" / "model.npz")]
    result = CliRunner().invoke(learn, arguments)
    assert result.exit_code == 2
    assert "no such folder to write to" in result.stderr
