"""The contract that every strategy keeps, whatever its method."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from example_site import PAGES, page_bytes
from html_soup import soup
from tamis.core.parse.encodings import decode
from tamis.core.pipeline import prepare
from tamis.core.strategies import NAMES, Strategy, by_name, names
from tamis.errors import BadSettings
from tamis.model import Page, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.core.parse import Document
    from tamis.model import Labels

    Of = Callable[[str], list["Labelled"]]

DOCS = Path(__file__).parents[2] / "docs" / "strategies"
SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "
HARD_PAGES = {
    "empty": "",
    "white space": " \n\t ",
    "no tags": SENTENCE * 5,
    "one line": f"<html><body><div><p>{SENTENCE * 3}</p></div><p>{SENTENCE}</p></body></html>",
    "no words": "<div><img src=a.png></div><hr><table></table>",
    "only links": "<ul>" + "<li><a href=/x>Somewhere else</a>" * 30 + "</ul>",
    "only hidden": f"<div style='display:none'><p>{SENTENCE}</p></div>",
    "only pictures": "<figure><img src=a.png><figcaption></figcaption></figure>" * 5,
    "deep": "<div>" * 20_000 + SENTENCE + "</div>" * 20_000,
    "deep with text on every level": "<blockquote>tide" * 10_000,
    "huge": "<article>" + f"<p>{SENTENCE}</p><div class=x>{SENTENCE}<br><br>{SENTENCE}</div>" * 3_500 + "</article>",
    "chinese": "<p>" + "潮水漫过了码头，渔民们把船移到旧仓库旁边。" * 20 + "</p>",
    "arabic": "<p dir=rtl>" + "ارتفع المد ليلاً فوق الرصيف ونقل الصيادون قواربهم. " * 10 + "</p>",
    "unclosed": "<div><p>" + SENTENCE + "<div><table><tr><td><ul><li>" + SENTENCE + "<b><i>" + SENTENCE,
    "odd characters": "<p>\x00\ufeff\ud800\U0010ffff" + SENTENCE + "\u202e</p>",
}
COLUMNS = (
    "texts", "kinds", "block_nodes", "link_sizes", "hidden", "tags", "parents",
    "block_start", "block_stop", "title", "leaves",
)  # fmt: skip

every_strategy = pytest.mark.parametrize("name", sorted(NAMES))


def state(document: Document) -> list[object]:
    """All that a strategy could spoil."""
    columns: list[object] = [tuple(getattr(document, column) or ()) for column in COLUMNS]
    return [*columns, document.tree.html]


def document_of(html: str, title: str | None = None) -> Document:
    """A page as the pipeline gives it to strategies."""
    return prepare(Page(html, title=title)).document


def pages() -> list[str]:
    return [*HARD_PAGES.values(), *(decode(page_bytes(name)).text for name in PAGES)]


def fields(strategy: Strategy) -> tuple[dataclasses.Field[object], ...]:
    """The parameters of a strategy, which has to be a dataclass."""
    return dataclasses.fields(cast("Any", strategy))


class Labelled(NamedTuple):
    """A document that a strategy has labelled, twice: as it was, and read anew."""

    document: Document
    labels: Labels
    again: Labels
    was_changed: bool


@pytest.fixture(scope="module")
def labelled() -> Of:
    """All that the tests below ask of a strategy, in one pass over documents that all strategies share."""
    documents = [(document_of(html), document_of(html)) for html in pages()]
    return cache(lambda name: [_labelled(by_name(name), *twice) for twice in documents])


def _labelled(strategy: Strategy, document: Document, same: Document) -> Labelled:
    before = state(document)
    labels = strategy.label(document)
    was_changed = state(document) != before
    return Labelled(document, labels, strategy.label(same), was_changed)


@every_strategy
def test_a_strategy_goes_by_its_name(name: str) -> None:
    strategy = by_name(name)
    assert isinstance(strategy, Strategy)
    assert strategy.name == name
    assert name in names()


@pytest.mark.slow
@every_strategy
def test_a_strategy_gives_one_label_per_block(name: str, labelled: Of) -> None:
    for document, labels, _, _ in labelled(name):
        assert len(labels) == len(document)
        assert {type(keep) for keep in labels.kept} <= {bool}
        assert all(isinstance(role, Role) for role in labels.roles)


@pytest.mark.slow
@every_strategy
def test_a_strategy_gives_every_block_a_reason_and_a_score_from_0_to_1(name: str, labelled: Of) -> None:
    for _, labels, _, _ in labelled(name):
        assert all(labels.reasons)
        assert all(0 <= score <= 1 for score in labels.scores)


@pytest.mark.slow
@every_strategy
def test_a_strategy_gives_the_same_labels_twice(name: str, labelled: Of) -> None:
    for _, labels, again, _ in labelled(name):
        assert labels == again


@pytest.mark.slow
@every_strategy
def test_a_strategy_leaves_the_document_as_it_was(name: str, labelled: Of) -> None:
    assert [page.document.texts[:3] for page in labelled(name) if page.was_changed] == []


@every_strategy
def test_a_strategy_keeps_nothing_hidden_while_the_page_shows_its_text(name: str) -> None:
    document = document_of(f"<div><p>{SENTENCE * 4}<p hidden>{SENTENCE}</div><p style='display:none'>{SENTENCE}")
    labels = by_name(name).label(document)
    assert any(labels.kept)
    for keep, hidden, role in zip(labels.kept, document.hidden, labels.roles, strict=True):
        assert not (keep and hidden)
        assert (role is Role.HIDDEN) == (hidden is not None)


@every_strategy
def test_a_strategy_keeps_text_that_only_a_script_would_show(name: str) -> None:
    document = document_of(f"<p>Loading</p><main style='display:none'><p>{SENTENCE}</p><p>{SENTENCE}</p></main>")
    labels = by_name(name).label(document)
    kept = [text for text, keep in zip(document.texts, labels.kept, strict=True) if keep]
    assert SENTENCE.strip() in kept


@every_strategy
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(html=soup(), title=st.none() | st.text(max_size=10))
def test_a_strategy_labels_any_page(name: str, html: str, title: str | None) -> None:
    document = document_of(html, title)
    assert len(by_name(name).label(document)) == len(document)


@every_strategy
def test_a_strategy_is_a_frozen_dataclass(name: str) -> None:
    strategy = by_name(name)
    for field in ("name", *(field.name for field in fields(strategy))):
        with pytest.raises((AttributeError, TypeError)):
            setattr(strategy, field, getattr(strategy, field))
    assert strategy == by_name(name)
    assert hash(strategy) == hash(by_name(name))


@every_strategy
def test_every_field_of_a_strategy_can_be_set_by_name(name: str) -> None:
    strategy = by_name(name)
    for field in fields(strategy):
        assert field.default is not dataclasses.MISSING, f"{field.name} has no default"
        assert type(strategy)(**{field.name: field.default}) == strategy


@every_strategy
def test_a_strategy_has_a_page_in_the_docs(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    strategy = by_name(name)
    for field in fields(strategy):
        assert field.name in text, f"{field.name} is not in docs/strategies/{name}.md"


PAPERS = {
    "adsc": r"Evaluating Content Extraction on HTML Documents.*2007",
    "all": r"baseline",
    "boilerpipe": r"Boilerplate Detection Using Shallow Text Features.*2010",
    "bte": r"Fact or Fiction: Content Classification for Digital Libraries.*2001",
    "ccb": r"Content Code Blurring: A New Approach to Content Extraction.*2008",
    "cetr": r"CETR: Content Extraction via Tag Ratios.*2010",
    "clipper": r"Article Clipper: A System for Web Article Extraction.*2011",
    "cuter": r"CUTER: an Efficient Useful Text Extraction Mechanism.*2009|2009.*CUTER",
    "dsc": r"QuASM: A System for Question Answering Using Semi-Structured Data.*2002",
    "fe": r"Automatic Extraction of Informative Blocks from Webpages.*2005",
    "ferreira": r"Appling Link Target Identification and Content Extraction.*2016",
    "filters": r"Content Extraction Using Document Object Model and Natural Language Processing.*2003",
    "kfe": r"Identifying Content Blocks from Web Documents.*2005",
    "learned": r"Boilerplate Detection using Shallow Text Features.*2010",
    "lp": r"Template Detection via Data Mining and its Applications.*2002",
    "lqf": r"Separating XHTML Content from Navigation Clutter.*2007|HYPERTEXT",
    "lsi": r"Wrapping Web Data into XML.*2001",
    "mss": r"Extracting Article Text from the Web with Maximum Subsequence Segmentation.*2009",
    "vips": r"VIPS: a Vision-based Page Segmentation Algorithm.*2003",
    "vote": r"Combining Content Extraction Heuristics: The CombinE System.*2008",
}


@every_strategy
def test_the_docs_of_a_strategy_cite_its_source(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert re.search(PAPERS[name], " ".join(text.split()))


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadSettings, match=r"no strategy 'cutter'; did you mean 'cuter'\? Choose from .*\bcuter\b"):
        by_name("cutter")
