from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from explain_pages import HOSTILE, PAGE
from tamis.core.parse.tree import parse_html
from tamis.core.strategies import by_name
from tamis.errors import TooLarge
from tamis.model import Labels, Page, Role
from tamis.settings.extraction import Limits
from tamis.write.explaining import compare, write_comparison_html

if TYPE_CHECKING:
    from tamis.core.parse import Document

LETTERS = Page(html="<title>t</title><p>one two three four</p><p>five six</p><p>two two</p><p>nine</p>")


@dataclass(frozen=True)
class Fixed:
    """Keeps the blocks that it is told to."""

    name: ClassVar[str] = "fixed"
    keeps: tuple[int, ...]

    def label(self, document: Document) -> Labels:
        count = len(document)
        kept = [block in self.keeps for block in range(count)]
        return Labels(kept, [0.0] * count, [Role.TEXT] * count, [f"one of {self.keeps}"] * count)


def test_agreement_is_the_f1_of_the_words_that_two_keep() -> None:
    found = compare(LETTERS, {"a": Fixed((0,)), "b": Fixed((0, 1)), "c": Fixed((2,)), "d": Fixed(())})
    assert [one.words for one in found.candidates] == [4, 6, 2, 0]
    assert found.words == 9
    assert found.f1[0][1] == pytest.approx(2 * 4 / 10)
    assert found.f1[0][2] == pytest.approx(2 * 1 / 6)  # "two" once
    assert found.f1[2][0] == found.f1[0][2]
    assert [found.f1[3][at] for at in range(4)] == [0, 0, 0, 1]
    assert found.candidates[3].agreement == 0
    assert found.candidates[0].share == pytest.approx(4 / 9)


def test_two_that_keep_nothing_agree() -> None:
    found = compare(LETTERS, {"a": Fixed(()), "b": Fixed(())})
    assert found.f1 == ((1.0, 1.0), (1.0, 1.0))


def test_disputed_blocks_come_by_words_and_by_how_many_dissent() -> None:
    strategies = {"a": Fixed((0, 1, 3)), "b": Fixed((0, 1, 3)), "c": Fixed((0, 3)), "d": Fixed((3,))}
    found = compare(LETTERS, strategies)
    # Of four words one dissents: 4. Of two words two: 4, and it stands after. All keep the last, none the third.
    assert [block.index for block in found.disputed()] == [0, 1]
    assert [block.keepers for block in found.blocks] == [3, 2, 0, 4]


def test_a_single_strategy_differs_from_none() -> None:
    found = compare(PAGE, {"cuter": by_name("cuter")})
    assert found.disputed() == []
    assert found.candidates[0].agreement == 1
    assert "Agreement" not in write_comparison_html(found)


def test_too_large_pages_are_refused() -> None:
    with pytest.raises(TooLarge):
        compare(PAGE, {}, Limits(max_characters=10))


@pytest.mark.parametrize("html", ["", "no tags", "<div>" * 2000 + "deep"])
def test_odd_pages_are_compared(html: str) -> None:
    found = compare(Page(html=html), {"cuter": by_name("cuter"), "all": by_name("all")})
    assert write_comparison_html(found).endswith("</html>\n")


def test_the_page_shows_every_block_with_who_keeps_it() -> None:
    found = compare(LETTERS, {"a": Fixed((0,)), "b": Fixed((0, 1))})
    items = parse_html(write_comparison_html(found)).select("ol.differences > li")
    assert [item.attr("data-verdict") for item in items] == [
        "all keep it",
        "they differ",
        "none keeps it",
        "none keeps it",
    ]
    assert [mark.text for mark in items[1].select(".marks span")] == ["✕ a", "✓ b"]
    assert "✓ kept: one of (0, 1)" in items[1].text


def test_nothing_of_the_page_can_run() -> None:
    found = parse_html(write_comparison_html(compare(HOSTILE, {"cuter": by_name("cuter"), "all": by_name("all")})))
    assert len(found.select("script")) == 1
    assert not found.select("img, iframe, object, embed, link, base, form")
    for element in found.select("*"):
        assert not [name for name in element.attrs if name.startswith("on") or name in ("style", "src")]
        assert not (element.attr("href") or "#").startswith("javascript")
