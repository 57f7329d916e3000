"""A page is cut into pagelets, and one of them is taken."""

from __future__ import annotations

import pytest

from strategies.labelling import characters, kept, reason
from tamis.errors import BadSettings
from tamis.papers.lp import LargestPagelet

TWO = LargestPagelet(links=2)


def links(count: int) -> str:
    return " ".join("<a href=/x>link</a>" for _ in range(count))


def test_a_page_with_few_links_is_one_pagelet() -> None:
    assert len(kept(TWO, f"<p>{characters(50)}</p><div>{links(1)}</div>")) == 2


def test_an_element_is_cut_where_a_child_has_k_links() -> None:
    page = f"<div>{links(2)}</div><div><p>{characters(50)}</p><p>{characters(60, 'v')}</p></div>"
    assert kept(TWO, page) == [characters(50), characters(60, "v")]


def test_the_links_of_a_child_count_however_deep() -> None:
    page = f"<div><ul><li>{links(1)}</li><li>{links(1)}</li></ul></div><p>{characters(50)}</p>"
    assert kept(TWO, page) == [characters(50)]
    assert len(kept(LargestPagelet(links=3), page)) == 3


def test_the_pagelet_with_the_most_text_wins() -> None:
    menu = f"<nav>{links(3)}</nav>"
    page = f"{menu}<div>{characters(40)}</div><div>{characters(90, 'v')}</div><div>{characters(80, 'u')}</div>"
    assert kept(TWO, page) == [characters(90, "v")]
    assert reason(TWO, page, characters(80, "u")).startswith("in a smaller pagelet: 3")


def test_nothing_inside_of_a_pagelet_is_a_pagelet() -> None:
    page = f"<nav>{links(2)}</nav><div><div><p>{characters(40)}</p></div><p>{characters(10, 'v')}</p></div>"
    assert kept(TWO, page) == [characters(40), characters(10, "v")]


def test_text_beside_the_children_of_an_element_that_was_cut_is_in_no_pagelet() -> None:
    page = f"{characters(400)}<nav>{links(2)}</nav><p>{characters(40, 'v')}</p>"
    assert kept(TWO, page) == [characters(40, "v")]
    assert reason(TWO, page, characters(400)) == "between pagelets, in an element that was cut"


def test_links_without_a_url_are_none() -> None:
    page = f"<div><a>one</a> <a>two</a> <a name=x>three</a></div><p>{characters(50)}</p>"
    assert len(kept(TWO, page)) == 2


def test_there_must_be_at_least_one_link() -> None:
    with pytest.raises(BadSettings, match="links must be at least 1"):
        LargestPagelet(links=0)
