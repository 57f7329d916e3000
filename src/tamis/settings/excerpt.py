"""Settings of an excerpt of an article's Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.errors import BadSettings
from tamis.settings.options import OUTPUT, check, option


@dataclass(frozen=True, slots=True)
class ExcerptSettings:
    """The part of an article's Markdown that is asked for, and how long it may be. Without any, the whole."""

    max_tokens: int | None = option(
        None, "Maximum tokens of the Markdown; what is left out is named in it.", minimum=1, group=OUTPUT
    )
    section: int | None = option(
        None, "Section to write in Markdown, by its number in the outline.", minimum=0, group=OUTPUT
    )
    offset: int | None = option(None, "Character of the Markdown to continue from.", minimum=0, group=OUTPUT)
    query: str | None = option(None, "Words or a question: write the passages that answer it.", group=OUTPUT)

    def __post_init__(self) -> None:
        check(self)
        if sum(asked is not None for asked in (self.section, self.offset, self.query)) > 1:
            raise BadSettings("ask for a section, for an offset or by a query: one of them")
