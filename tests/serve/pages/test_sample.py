"""The sample page of the settings: every filter has something to show on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tamis.filter import filter_page, filter_text
from tamis.filter.page import PAGE_FILTERS
from tamis.papers.filters import Filters
from tamis.serve.pages.settings import sample_page
from tamis.settings.options import IGNORE, changed, options_of

SWITCHES = [one.name for one in options_of(Filters) if one.group == IGNORE]
WITH = {"image_alt": "remove_images", "linked_image_alt": "remove_linked_images"}
"""Switches that do something only where another one is on."""


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_changes_the_sample_page(name: str) -> None:
    page = sample_page().decoded()
    base = changed(PAGE_FILTERS, {WITH[name]: True}) if name in WITH else PAGE_FILTERS
    assert filter_page(page, base) != filter_page(page, changed(base, {name: not getattr(base, name)}))


def test_lists_of_links_empty_tables_and_appended_links_have_something_too() -> None:
    page = sample_page().decoded()
    for name in ("remove_link_lists", "remove_empty_tables", "retain_links", "article"):
        other = changed(PAGE_FILTERS, {name: not getattr(PAGE_FILTERS, name)})
        assert filter_page(page, PAGE_FILTERS) != filter_page(page, other)
    assert filter_text(page, PAGE_FILTERS) != filter_text(page, replace(PAGE_FILTERS, line_breaks=1))
