"""The type of a page: told, forced, and never by the URL that it was fetched from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tamis
from tamis.core.pipeline import prepare
from tamis.core.strategies import by_name
from tamis.core.strategies.learned.block_table import BlockTable
from tamis.core.strategies.learned.features import plain_features
from tamis.core.strategies.learned.model import packaged
from tamis.core.strategies.learned.page_type import NAMES, TYPES, forced, likeliest, page_features
from tamis.errors import BadSettings
from tamis.model import Page
from tamis.settings.extraction import Settings

SITE = Path(__file__).parents[3] / "examples" / "site"
PAGES = sorted(file for file in SITE.rglob("*.html") if file.name != "index.html")


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_the_url_of_a_page_does_not_change_its_text(file: Path) -> None:
    html = file.read_bytes()
    assert tamis.extract(html).text == tamis.extract(html, url=f"https://courier.example/{file.name}").text


def test_the_probabilities_of_the_types_sum_to_one() -> None:
    table = BlockTable(prepare(Page("<h1>Boats</h1><p>" + "Boats were seen on the lake at noon. " * 20)).document)
    names, plain = plain_features(table)
    numbers = page_features(table, names, plain)
    assert len(numbers) == len(NAMES)
    probabilities = packaged().types.probabilities(numbers)
    assert len(probabilities) == len(TYPES)
    assert float(probabilities.sum()) == pytest.approx(1.0)
    assert likeliest(probabilities).probability == round(float(np.max(probabilities)), 2)


@pytest.mark.parametrize("name", TYPES)
def test_a_type_that_is_known_can_be_forced(name: str) -> None:
    html = "<h1>Boats</h1><p>" + "Boats were seen on the lake at noon. " * 20
    article = tamis.extract(html, settings=Settings(strategy=by_name(f"learned:page_type={name}")))
    assert article.page_type == (name, 1.0)
    assert likeliest(forced(name)) == (name, 1.0)


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(BadSettings, match="page_type must be one of"):
        by_name("learned:page_type=poem")
