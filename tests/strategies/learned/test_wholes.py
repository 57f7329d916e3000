"""Wholes: lists and headings kept in part are kept whole, and lines that lead to kept text stay."""

from __future__ import annotations

import numpy as np

from tamis.core.parse import parse
from tamis.core.strategies.learned.block_table import BlockTable
from tamis.core.strategies.learned.cutoff import Neighbors, keep_between, keep_wholes, needed_between
from tamis.core.strategies.learned.places import find_posts
from tamis.model import Page

PARAGRAPH = "<p>The ferry left the harbor at noon with two hundred people and a cargo of apples on board.</p>"


def kept_texts(body: str, probabilities: dict[str, float], *, dropped: tuple[str, ...] = ()) -> list[str]:
    """Return the texts that are kept if those with a probability are not yet, nor those that stay dropped."""
    table = BlockTable(parse(Page(f"<article>{PARAGRAPH}{body}{PARAGRAPH}</article>")))
    beside = Neighbors(table.shown, table.parents[table.block_nodes], find_posts(table).places)
    kept = np.array([text not in probabilities and text not in dropped for text in table.texts])
    likely = np.array([probabilities.get(text, 0.9 if text not in dropped else 0.01) for text in table.texts])
    plain = (table.row_line_hints == 0) & (table.row_hints == table.row_hints[0])
    keep_wholes(kept, likely, table, plain, beside)
    return [text for text, keep in zip(table.texts, kept, strict=True) if keep and text in probabilities]


def test_an_item_of_a_list_that_is_mostly_kept_is_kept() -> None:
    items = "<ul><li>Apples from the valley</li><li>Pears</li><li>Plums and other fruit</li></ul>"
    assert kept_texts(items, {"Pears": 0.35}) == ["Pears"]
    assert kept_texts(items, {"Pears": 0.25}) == []


def test_an_item_that_is_a_link_needs_more() -> None:
    items = "<ul><li>Apples from the valley</li><li><a href=/pears>Pears</a></li><li>Plums and other fruit</li></ul>"
    assert kept_texts(items, {"Pears": 0.35}) == []
    assert kept_texts(items, {"Pears": 0.45}) == ["Pears"]


def kept_items(items: tuple[str, ...], probability: float) -> int:
    """Count the items that are kept of a list between two kept paragraphs."""
    table = BlockTable(parse(Page(f"<article>{PARAGRAPH}<ul><li>{'<li>'.join(items)}</ul>{PARAGRAPH}</article>")))
    parents = table.parents[table.block_nodes]
    likely = np.where(table.prose > 0.0, 0.9, probability)
    kept = table.prose > 0.0
    keep_between(kept, likely, needed_between(table, likely, parents), parents)
    return int(kept.sum()) - 2


def test_a_list_in_which_less_than_half_is_linked_is_kept_between_kept_blocks() -> None:
    labels = ("Most islands: <a href=/a>North Line</a>", "Best for bicycles: <a href=/b>Swan of Jersey</a>")
    links = ("<a href=/a>Most islands: North Line</a>", "<a href=/b>Best for bicycles: Swan of Jersey</a>")
    assert kept_items(labels, 0.35) == 2
    assert kept_items(labels, 0.25) == 0
    assert kept_items(links, 0.35) == 0


def test_an_item_of_a_list_that_is_mostly_dropped_is_not_kept() -> None:
    items = "<ul><li>Apples</li><li>Pears</li><li>Plums</li><li>Grapes</li></ul>"
    assert kept_texts(items, {"Pears": 0.45}, dropped=("Plums", "Grapes")) == []


def test_a_heading_of_the_form_of_other_kept_headings_is_kept_below_an_advertisement() -> None:
    parts = [f"<h3>{name}</h3>{PARAGRAPH}" for name in ("The crew", "The cargo")]
    page = f"{''.join(parts)}<div>Buy now</div><h3>The price</h3><ul><li>A list</li></ul>"
    assert kept_texts(page, {"The price": 0.1}, dropped=("Buy now",)) == ["The price"]
    assert (
        kept_texts(
            "<div>Buy now</div><h3>The price</h3><ul><li>A list</li></ul>", {"The price": 0.1}, dropped=("Buy now",)
        )
        == []
    )


def test_a_heading_a_question_and_an_introduction_stay_with_the_text_below_them() -> None:
    for line in ("<h3>The harbor</h3>", "<div>Who pays for the harbor?</div>", "<div>The harbor master said:</div>"):
        text = line.partition(">")[2].partition("<")[0]
        page = f"<div>Buy now</div>{line}{PARAGRAPH}"
        assert kept_texts(page, {text: 0.35}, dropped=("Buy now",)) == [text]
        assert kept_texts(page, {text: 0.2}, dropped=("Buy now",)) == []


def test_a_plain_line_above_text_is_not_kept() -> None:
    assert (
        kept_texts(
            f"<div>Buy now</div><div>Read this first</div>{PARAGRAPH}", {"Read this first": 0.45}, dropped=("Buy now",)
        )
        == []
    )
