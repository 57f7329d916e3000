"""Print editions: one story or a collection as PDF, EPUB or a single HTML file.

See docs/edition.md.
"""

from tamis.edition.make import FORMATS, Edition, make_edition
from tamis.edition.settings import EditionSettings
from tamis.edition.stories import Entry

__all__ = ["FORMATS", "Edition", "EditionSettings", "Entry", "make_edition"]
