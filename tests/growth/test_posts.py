"""The cost of finding posts grows with the page, whatever it is made of."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import pytest

import tamis
from growth.measuring import must_be_linear
from tamis.core.pipeline import prepare
from tamis.core.posts.finding import find_posts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.core.parse import Document

pytestmark = pytest.mark.slow

SIZES = ((500, 2000), (500, 2000), (1000, 4000), (2000, 8000))
"""Numbers of posts; again against noise of the machine, then on larger pages."""
SIGNED = '<div class="post"><span class="user">ann</span> <i>3 May 2021</i>'


def _name(number: int) -> str:
    """Return a class name of its own without digits, which are not part of the name of a place."""
    return "".join(string.ascii_lowercase[int(digit)] for digit in str(number))


def _places(count: int) -> str:
    names = [_name(number) for number in range(count)]
    return "".join(f'<p class="{name}">3 May 2021</p><p>The sea came in</p>' for name in names + names)


def _lines(count: int) -> str:
    return '<p class="a">3 May 2021, late</p><p class="b">4 May 2021</p>' * count


def _quotes(count: int) -> str:
    quotes = "".join(f"<blockquote>the tide came {number}</blockquote><p>no, {number}</p>" for number in range(count))
    return f'{SIGNED}<div class="body">{quotes}</div></div>{SIGNED}<div class="body">The sea came in</div></div>'


def _signatures(count: int) -> str:
    return f'{SIGNED}<div class="signature"><p>Bye</p></div><div class="body">The sea came in</div></div>' * count


def _forms(count: int) -> str:
    return "".join(
        f'<div class="post"><b class="user {_name(number)}">ann</b> <time class="{_name(number)}">3 May 2021</time>'
        '<div class="body">The sea came in</div></div>'
        for number in range(count)
    )


def _documents(make: Callable[[int], str]) -> Callable[[int], Document]:
    return lambda count: prepare(tamis.Page(f"<title>Tides</title>{make(count)}")).document


def _find(document: Document) -> None:
    assert find_posts(document, document.visible(), kept=document.visible()).fields is not None


@pytest.mark.parametrize("make", [_places, _lines, _quotes, _signatures, _forms])
def test_the_cost_of_posts_grows_with_the_page_and_no_faster(make: Callable[[int], str]) -> None:
    must_be_linear(_find, _documents(make), SIZES)
