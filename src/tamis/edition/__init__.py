"""Print editions: one story or a collection as PDF, EPUB or a single HTML file.

See docs/edition.md. The makers are imported when they are first used, because every command reads the settings.
"""

from typing import TYPE_CHECKING

from tamis._lazy import answer_calls, lazy_names
from tamis.settings.edition import FORMATS, EditionSettings

if TYPE_CHECKING:
    from tamis.edition.make import Edition, make_edition
    from tamis.edition.stories import Entry

__all__ = ["FORMATS", "Edition", "EditionSettings", "Entry", "make_edition"]

if not TYPE_CHECKING:
    answer_calls(__name__, "tamis.edition.make_edition(articles, 'epub', title='…').save(file)")
    __getattr__ = lazy_names(
        __name__,
        {
            "Edition": "tamis.edition.make",
            "Entry": "tamis.edition.stories",
            "make_edition": "tamis.edition.make",
        },
    )
