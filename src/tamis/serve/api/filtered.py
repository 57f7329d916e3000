"""The operation `filter`, which returns the page itself without its clutter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tamis.filter import FilteredPage
from tamis.filter.page import PAGE_FILTERS
from tamis.papers.filters import Filters  # noqa: TC001 (tamis.settings.options reads the annotations)
from tamis.serve.api.operations import HTML, TEXT, Operation
from tamis.settings.extraction import Limits
from tamis.settings.options import option

if TYPE_CHECKING:
    from tamis.model import Page


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """Options of the operation `filter`."""

    format: Literal["html", "text"] = option("html", "Format of the answer.")
    filters: Filters = option(PAGE_FILTERS, "What to remove.")
    limits: Limits = option(Limits(), "What one page may cost.")


def _filter(page: Page, options: FilterOptions) -> str:
    filtered = FilteredPage(page, options.filters, options.limits)
    return filtered.html() if options.format == "html" else filtered.text()


FILTER = Operation(
    "filter",
    "The page itself, without its clutter",
    FilterOptions,
    lambda defaults: FilterOptions(filters=defaults.filters or PAGE_FILTERS, limits=defaults.extract.limits),
    _filter,
    {"html": HTML, "text": TEXT},
)
