"""The stretch of tokens that is most like an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from strategies.labelling import kept, reason, words
from tamis.core.parse import parse
from tamis.core.strategies import by_name
from tamis.errors import BadSettings
from tamis.model import Page
from tamis.papers.mss import Subsequence
from tamis.papers.token_model import CLASSES, TAGS, TokenModel

if TYPE_CHECKING:
    from pathlib import Path

MENU = "<nav><ul>" + "<li><a href=/>Menu</a></li>" * 20 + "</ul></nav>"
SENTENCE = "The tide came in over the mud, and nobody on the quay said a word about it."
STORY = f"<p>{SENTENCE} One.</p><p>{SENTENCE} Two.</p><p>{SENTENCE} Three.</p>"


METHODS = ("supervised", "simple")


@pytest.mark.parametrize("method", METHODS)
def test_the_story_is_kept_and_the_menus_are_not(method: str) -> None:
    found = kept(Subsequence(method=method), MENU + STORY + MENU)  # type: ignore[arg-type]
    assert found == [f"{SENTENCE} One.", f"{SENTENCE} Two.", f"{SENTENCE} Three."]


def test_what_stands_inside_the_stretch_is_kept_with_it() -> None:
    page = f"{MENU}{STORY}<p><a href=/>Menu</a></p><div class=ad>Beds</div>{STORY}{MENU}"
    assert {"Menu", "Beds"} <= set(kept(Subsequence(clean=False), page))


def test_links_and_advertisements_are_cleaned_from_the_stretch() -> None:
    page = f"{MENU}{STORY}<p><a href=/>Menu</a></p><div class=ad>Beds</div><p>Ebb <a href=/>f</a></p>{STORY}{MENU}"
    found = kept(Subsequence(), page)
    assert "Menu" not in found
    assert "Beds" not in found
    assert "Ebb f" in found
    assert reason(Subsequence(), page, "Beds") == "in the stretch, but an advertisement by its name"


def test_a_model_of_the_users_own_comes_from_a_file(tmp_path: Path) -> None:
    """One by which only what stands in quotes is article."""
    quotes = np.full(CLASSES, -1.0)
    quotes[TAGS["<blockquote"]] = 1.0
    file = tmp_path / "own.npz"
    TokenModel(0.0, np.array([0]), np.array([0.0]), quotes, {}).write(file)
    page = f"<p>{words(30)}</p><blockquote>{words(5, 'ebb')}</blockquote>"
    assert kept(by_name(f"mss:model={file}"), page) == [words(5, "ebb")]
    assert words(30) in kept(by_name("mss"), page)


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.npz"
    with pytest.raises(BadSettings, match=r"own\.npz: not a model"):
        Subsequence(model=file)
    file.write_text("ebb")
    with pytest.raises(BadSettings, match=r"own\.npz: not a model"):
        Subsequence(model=file)


def test_without_training_a_tag_takes_back_so_many_words() -> None:
    simple = Subsequence(method="simple", tag_score=-5)
    page = f"<p>{words(30)}</p><p>{{}}</p>"
    assert kept(simple, page.format(words(10, "ebb"))) == [words(30)]
    assert kept(simple, page.format(words(11, "ebb"))) == [words(30), words(11, "ebb")]


def test_a_higher_threshold_makes_the_stretch_shorter() -> None:
    page = MENU + "<h2>Low water</h2>" + STORY + f"<p>{SENTENCE}</p><footer><p>All rights reserved.</p></footer>" + MENU
    counts = [len(kept(Subsequence(threshold=at), page)) for at in (0.01, 0.5, 0.99)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2]


def test_another_model_can_be_tried() -> None:
    quotes = np.full(CLASSES, -1.0)
    quotes[TAGS["<blockquote"]] = 1.0
    model = TokenModel(0.0, np.array([0]), np.array([0.0]), quotes, {})
    document = parse(Page(f"<p>{words(30)}</p><blockquote>{words(5, 'ebb')}</blockquote>"))
    assert list(Subsequence().segment(document, model).kept) == [False, True]


def test_a_reason_has_the_size_of_the_stretch() -> None:
    page = MENU + STORY + MENU
    assert reason(Subsequence(), page, f"{SENTENCE} One.").startswith("in the stretch of 54 words")
    assert reason(Subsequence(), page, "Menu") == "before or after the stretch that is most like an article"


@pytest.mark.parametrize(
    ("field", "value"), [("method", "semi"), ("threshold", 0), ("threshold", 1), ("tag_score", 0), ("tag_score", 1)]
)
def test_a_value_out_of_range_is_refused(field: str, value: object) -> None:
    with pytest.raises(BadSettings, match=field):
        Subsequence(**{field: value})  # type: ignore[arg-type]
