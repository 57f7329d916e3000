from __future__ import annotations

import pytest

from tamis.text.phrases import boxes, labels, requests
from tamis.text.phrases.normal import normal

LISTS = {
    f"{module.__name__}.{name}": value
    for module in (boxes, labels, requests)
    for name, value in vars(module).items()
    if name.isupper()
}


def test_a_line_is_compared_without_what_surrounds_its_words() -> None:
    assert normal(" Comments (12): ") == "comments"
    assert normal("»  Lesen Sie auch …") == "lesen sie auch"


@pytest.mark.parametrize("name", sorted(LISTS))
def test_phrases_are_written_as_they_are_compared(name: str) -> None:
    assert LISTS[name]
    assert [phrase for phrase in LISTS[name] if "|" in phrase or "\n" in phrase or not phrase] == []


def test_what_labels_an_advertisement_asks_for_nothing_else() -> None:
    assert requests.ADVERTISEMENT.isdisjoint(requests.PROMPT | requests.SHARE | boxes.RELATED | boxes.COMMENTS)


def test_a_heading_over_other_pages_is_no_link_that_leads_on() -> None:
    assert boxes.RELATED.isdisjoint(boxes.MORE)
