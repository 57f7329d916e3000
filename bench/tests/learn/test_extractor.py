"""Training on a set of pages made up here: small, but through every step."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner

from tamis.cli import main
from tamis.core.strategies.learned.cutoff import page_confidence
from tamis.errors import BadInput
from tamis_bench.datasets import read_index
from tamis_bench.learn import extractor
from tamis_bench.learn.boosting import Boosting
from tamis_bench.learn.confidence import fit_confidence
from tamis_bench.learn.examples import FOLDS, example
from tamis_bench.learn.extractor import train
from tamis_bench.learn.lexicon import TokenCounts
from tamis_bench.learn.report import tables

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
pytest.importorskip("catboost")

BODY = "Words about boats number {n} that were seen by people on the shore of the lake at noon. "
SMALL = Boosting(trees=8, depth=3)


def _page(number: int) -> tuple[str, str]:
    paragraphs = [BODY.format(n=f"{number}-{place}") * 3 for place in range(4)]
    html = (
        "<html lang=en><body><div class=menu>"
        + "".join(f"<p><a href=/{n}>Entry {n}</a></p>" for n in range(12))
        + f"</div><div class='wrap story-text'><h1>Boats {number}</h1>"
        + "".join(f"<p>{text}</p>" for text in paragraphs)
        + "</div><div class=teasers>"
        + "".join(
            f"<p>Another story about something else, number {n} of many that nobody asked for.</p>" for n in range(3)
        )
        + "</div></body></html>"
    )
    return html, "\n".join(paragraphs)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    made = folder / "made"
    made.mkdir()
    lines = []
    for number in range(24):
        html, text = _page(number)
        (made / f"{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        entry: dict[str, Any] = {
            "id": str(number),
            "url": f"https://www.site{number % 12}.example/page-{number}",
            "html": f"{number}.html.gz",
            "page_type": "article" if number % 2 else "forum",
            "truth": {"text": text},
        }
        lines.append(json.dumps(entry))
    (made / "pages.jsonl").write_text("\n".join(lines))
    return folder


def test_a_model_learns_what_is_wanted_and_says_so_in_the_cross_validation(data: Path) -> None:
    training = train(data, ("made",), None, 1, SMALL)
    assert len(training.trials) == 24
    assert min(trial.f1 for trial in training.trials) > 0.95
    lexicon = training.model.lexicon
    assert lexicon["story"] > 0.5
    assert lexicon["menu"] < -0.5


def test_a_set_is_held_out_and_tried_by_a_model_of_the_others(data: Path) -> None:
    other = data / "other"
    other.mkdir()
    for file in (data / "made").iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    training = train(data, ("made", "other"), None, 1, SMALL, validate=False, hold_out=("other",))
    assert {trial.set for trial in training.held_out} == {"other"}
    assert len(training.held_out) == 24
    assert min(trial.f1 for trial in training.held_out) > 0.95


def test_labels_by_agreement_know_nothing_of_a_set_that_is_held_out(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("third", "asked"):
        (data / name).mkdir()
        for file in (data / "made").iterdir():
            (data / name / file.name).write_bytes(file.read_bytes())
    answers = [{"id": str(number), "texts": [_page(number)[1]] * 2} for number in range(24)]
    (tmp_path / "asked.jsonl").write_text("\n".join(map(json.dumps, answers)))
    seen: list[set[str]] = []
    grown = extractor._forest

    def forest(lessons: Any, settings: Boosting) -> Any:
        seen.append({page.entry.set for page in lessons.pages})
        return grown(lessons, settings)

    monkeypatch.setattr(extractor, "_forest", forest)
    train(data, ("made", "third"), None, 1, SMALL, validate=False, agreement=tmp_path, hold_out=("third",))
    without = [sets for sets in seen if "third" not in sets]
    assert len(without) == extractor.ROUNDS + 1
    assert without[0] == {"made"}


def test_the_cross_validation_is_repeated_with_other_seeds(data: Path) -> None:
    training = train(data, ("made",), None, 1, SMALL, repeat=2)
    assert [repeat.seed for repeat in training.repeats] == [1, 2]
    table = next(table for table in tables(training) if table.title == "By seed")
    assert table.columns == ("pages of", "seed 1", "seed 2", "mean", "spread")
    assert "made: forum" in [row[0] for row in table.rows]


def test_the_same_data_give_the_same_bytes(data: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        train(data, ("made",), None, 1, SMALL, validate=False).model.write(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_pages_of_one_site_are_in_one_fold(data: Path) -> None:
    pages = [example(entry) for entry in read_index(data, "made")]
    folds: dict[str, set[int]] = {}
    for page in pages:
        assert page is not None
        folds.setdefault(page.site, set()).add(page.fold)
    assert len(folds) == 12
    assert all(len(inside) == 1 for inside in folds.values())


def test_the_lexicon_leaves_out_the_folds_it_is_told_to(data: Path) -> None:
    pages = [page for entry in read_index(data, "made") if (page := example(entry)) is not None]
    counts = TokenCounts(pages)
    assert "story" in counts.lexicon()
    assert counts.lexicon(without=range(FOLDS)) == {}


def test_confidence_learns_what_makes_pages_good() -> None:
    random = np.random.default_rng(1)
    numbers = np.column_stack([np.ones(400), random.random(400)])
    scores = np.where(random.random(400) < numbers[:, 1], 0.95, 0.5)
    weights = fit_confidence(numbers, scores)
    assert page_confidence(weights, np.array([1.0, 0.9])) == pytest.approx(0.9, abs=0.1)
    assert page_confidence(weights, np.array([1.0, 0.1])) == pytest.approx(0.1, abs=0.1)


def test_too_few_sites_are_an_error(data: Path) -> None:
    with pytest.raises(BadInput, match="too few sites"):
        train(data, ("made",), 1, 1, SMALL)


def test_the_command_writes_model_tables_and_pages(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.npz"
    arguments = ["learn", "extractor", "--data", str(data), "--set", "made", "--out", str(out), "--trees", "5"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert out.stat().st_size > 1000
    assert "By page type" in out.with_suffix(".md").read_text()
    assert len(json.loads(out.with_suffix(".json").read_text())["pages"]) == 24


def test_a_missing_folder_is_said_before_the_work(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "model.npz"
    result = CliRunner().invoke(main, ["learn", "extractor", "--data", str(data), "--out", str(out)])
    assert result.exit_code == 2
    assert "no such folder" in result.output
