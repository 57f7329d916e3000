"""Filters as a strategy: their settings and labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.core.figures import with_figures
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.errors import BadSettings
from tamis.model import Label, Labels, Role
from tamis.papers.captions import with_captions
from tamis.papers.filters.ad_hosts import AdHosts
from tamis.papers.filters.article import Pictures, article_nodes
from tamis.papers.filters.removals import ADVERTISEMENT, CONSENT, LINK_LIST, NEWSLETTER, RELATED, Remains
from tamis.papers.filters.rules import removals_from
from tamis.settings.options import IGNORE, OUTPUT, check, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.papers.filters.ad_hosts import AdList
    from tamis.papers.filters.removals import Removal

_ROLES = {
    CONSENT: Role.PROMPT,
    ADVERTISEMENT: Role.ADVERTISEMENT,
    LINK_LIST: Role.NAVIGATION,
    RELATED: Role.RELATED,
    NEWSLETTER: Role.PROMPT,
}


@dataclass(frozen=True, slots=True)
class Filters:
    """The DOM filters strategy: a switch for each filter, and parameters. The help of a field says what it does."""

    name: ClassVar[str] = "filters"
    keeps_lists: ClassVar[bool] = True

    # Simple filters (the paper's figure 1).
    remove_advertisements: bool = option(True, "Elements from or to an ad server.", group=IGNORE, source="figure 1")
    remove_scripts: bool = option(True, "Scripts. Event handlers are always removed.", group=IGNORE, source="figure 1")
    noscript: bool = option(
        True,
        "Show what noscript elements hold.",
        group=IGNORE,
        source="figure 1",
        label="Show noscript",
    )
    remove_styles: bool = option(False, "Style sheets.", group=IGNORE, source="figure 1")
    remove_div_styles: bool = option(
        False,
        "The style attribute of div elements.",
        group=IGNORE,
        source="figure 1 has it on",
        label="Remove styles of div",
    )
    remove_images: bool = option(
        False,
        "Pictures that are not links.",
        group=IGNORE,
        source="figure 1 has it on",
        label="Remove images that are not links",
    )
    image_alt: bool = option(
        False, "Show their alternative text instead.", group=IGNORE, source="figure 1", label="Show text for images"
    )
    remove_linked_images: bool = option(
        False,
        "Pictures that are links.",
        group=IGNORE,
        source="figure 1 has it on",
        label="Remove images that are links",
    )
    linked_image_alt: bool = option(
        False,
        "Show their alternative text as a link instead.",
        group=IGNORE,
        source="figure 1",
        label="Show text for images that are links",
    )
    remove_text_links: bool = option(False, "Text links, with their text.", group=IGNORE, source="figure 1")
    remove_forms: bool = option(False, "Forms, unless one holds most of the page.", group=IGNORE, source="figure 1")
    remove_inputs: bool = option(False, "Input fields.", group=IGNORE, source="figure 1")
    remove_buttons: bool = option(False, "Buttons.", group=IGNORE, source="figure 1")
    remove_selects: bool = option(False, "Selection lists.", group=IGNORE, source="figure 1")
    remove_metas: bool = option(True, "Meta elements.", group=IGNORE, source="figure 1", label="Remove meta")
    remove_iframes: bool = option(True, "Frames (iframe).", group=IGNORE, source="figure 1", label="Remove iframes")
    remove_cell_widths: bool = option(
        False, "The width of table cells.", group=IGNORE, source="figure 1", label="Remove table cell widths"
    )
    remove_embeds: bool = option(
        True, "Embedded objects.", group=IGNORE, source="figure 1", label="Remove embedded objects"
    )

    # Advertisements (D3).
    ad_list: AdList = option(AdHosts.own(), "The servers of advertisements.", source="the paper has a list")
    named_advertisements: bool = option(
        True,
        "Elements whose class or id says advertisement.",
        group=IGNORE,
        source="chosen",
        label="Remove elements named as ads",
    )

    # Beyond the paper: without scripts nobody could answer consent boxes.
    remove_consent: bool = option(
        True, "Cookie consent boxes.", group=IGNORE, source="chosen", label="Remove cookie consent"
    )

    remove_related: bool = option(
        False,
        "Boxes with other stories: more on this story, most read, recommended.",
        group=IGNORE,
        source="chosen",
        label="Remove boxes with other stories",
    )
    remove_newsletters: bool = option(
        False,
        "Boxes and forms that ask for an e-mail address.",
        group=IGNORE,
        source="chosen",
        label="Remove newsletter forms",
    )

    # Lists of links (D4).
    remove_link_lists: bool = option(
        True, "Link lists: cells, lists and boxes with many links and few words.", source="the paper"
    )
    link_ratio: float = option(0.25, "Maximum links per unlinked word.", minimum=0, source="chosen")
    word_length: float = option(5.0, "Average letters per word.", above=0, source="the paper")
    min_links: int = option(2, "Minimum links in a list.", minimum=0, source="chosen")
    remove_cells: bool = option(
        False,
        "The table cell of a link list too, not only its content.",
        source='the paper: "optionally"',
        label="Remove cells of link lists",
    )

    # Empty tables (D5).
    remove_empty_tables: bool = option(True, "Tables without content after the other filters.", source="the paper")
    substance: tuple[str, ...] = option(
        (
            "img",
            "picture",
            "video",
            "audio",
            "iframe",
            "embed",
            "object",
            "input",
            "select",
            "textarea",
            "button",
        ),
        "Tags that count as content of a table.",
        source="the paper: set by the user",
        label="What fills a table",
    )
    table_characters: int = option(
        5,
        "Minimum characters of a table that is not empty.",
        minimum=0,
        source="the paper: set by the user",
        label="Characters that fill a table",
    )

    # Removed links (D6).
    retain_links: bool = option(
        False,
        "List removed text links at the end of the page.",
        group=OUTPUT,
        source="figure 2",
        label="Append links to the bottom of the page",
    )

    # Text output (D10).
    line_breaks: int = option(
        2,
        "Maximum consecutive line breaks in text output; 0 for no limit.",
        minimum=0,
        group=OUTPUT,
        source="figure 2",
        label="Maximum number of line breaks",
    )

    # The article (D7, D8, D9).
    article: bool = option(
        True, "Keep only the article, if there is one.", group=OUTPUT, source="the paper", label="Only the article"
    )
    article_characters: int = option(
        500, "Minimum characters in an article's paragraphs.", minimum=0, source="the paper"
    )
    captioned_images: bool = option(
        True,
        "Keep only the article's pictures that have a caption.",
        source="the paper",
        label="Only images with a caption",
    )
    related_images: bool = option(
        True,
        "Keep them only if the caption is about the article's subject.",
        source="the paper",
        label="Only images about the story",
    )
    captions: bool = option(
        False, "Call a caption what is one by place and content, without its markup (labels only).", source="chosen"
    )

    def __post_init__(self) -> None:
        check(self)
        if not all(tag.isalnum() and tag.isascii() for tag in self.substance):
            raise BadSettings(f"substance must be a list of tags, not {self.substance!r}")
        if not callable(getattr(self.ad_list, "matches", None)):
            raise BadSettings(f"ad_list must be an AdHosts or the like, not {type(self.ad_list).__name__}")

    def label(self, document: Document) -> Labels:
        """Keep what the filters leave, or only the article in it if there is one."""
        visible = document.visible()
        remains = Remains(document, visible, removals_from(document, self))
        article = article_nodes(document, remains.left, self.article_characters) if self.article else []
        inside = frozenset(
            block for node in article or (0,) for block in range(document.block_start[node], document.block_stop[node])
        )
        total = max(1, sum(remains.left))
        kept = [size > 0 and block in inside for block, size in enumerate(remains.left)]
        scores = [size / total * keep for size, keep in zip(remains.left, kept, strict=True)]
        reasons = [
            cause.reason if cause else ("left by the filters" if block in inside else "outside of the article")
            for block, cause in enumerate(remains.causes)
        ]
        by_caption = bool(article) and self.captioned_images
        removed = frozenset(block for block, cause in enumerate(remains.causes) if cause is not None)
        settled = None if by_caption else removed
        labels = labels_from_choice(document, visible, kept, scores, reasons, settled=settled)
        if by_caption:
            labels = Pictures(document, visible, article, related=self.related_images).keep(remains.causes, labels)
        if self.captions:
            labels = with_captions(document, with_figures(document, labels))
        return _with_causes(labels, remains.causes)


def _with_causes(labels: Labels, causes: Sequence[Removal | None]) -> Labels:
    """Drop the blocks that a filter removed, with its reason."""
    return labels.changed(
        {
            block: Label(False, _ROLES.get(cause.sort, Role.OTHER), cause.reason)
            for block, (cause, role) in enumerate(zip(causes, labels.roles, strict=True))
            if cause is not None and role is not Role.HIDDEN
        }
    )
