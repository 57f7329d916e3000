"""The filters' settings, and the labels that come of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from tamis.errors import BadSettings
from tamis.model import Label, Labels, Role
from tamis.strategies.captions import with_captions
from tamis.strategies.filters.ad_hosts import AdHosts
from tamis.strategies.filters.article import Pictures, article_node
from tamis.strategies.filters.removals import ADVERTISEMENT, CONSENT, LINK_LIST, Remains
from tamis.strategies.filters.rules import removals_from
from tamis.strategies.verdicts import labels_from_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document
    from tamis.strategies.filters.ad_hosts import AdList
    from tamis.strategies.filters.removals import Removal

_ACCEPTED: dict[type, tuple[type, ...]] = {bool: (bool,), int: (int,), float: (int, float), tuple: (list, tuple)}
_ROLES = {CONSENT: Role.PROMPT, ADVERTISEMENT: Role.ADVERTISEMENT, LINK_LIST: Role.NAVIGATION}


def _switch(default: bool, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True)
class Filters:
    """Each filter with its switch, and the parameters of those that have some. A field's help says what it does."""

    name: ClassVar[str] = "filters"

    # Simple filters (the paper's figure 1).
    remove_advertisements: bool = _switch(True, "Elements from or to an ad server.")
    remove_scripts: bool = _switch(True, "Scripts. Event handlers are always removed.")
    noscript: bool = _switch(True, "Show noscript where scripts are removed.")
    remove_styles: bool = _switch(False, "Style sheets.")
    remove_div_styles: bool = _switch(False, "The style attribute of div elements.")
    remove_images: bool = _switch(False, "Pictures that are not links.")
    image_alt: bool = _switch(False, "Show their alternative text instead.")
    remove_linked_images: bool = _switch(False, "Pictures that are links.")
    linked_image_alt: bool = _switch(False, "Show their alternative text as a link instead.")
    remove_text_links: bool = _switch(False, "Text links, with their text.")
    remove_forms: bool = _switch(False, "Forms, unless one holds most of the page.")
    remove_inputs: bool = _switch(False, "Input fields.")
    remove_buttons: bool = _switch(False, "Buttons.")
    remove_selects: bool = _switch(False, "Selection lists.")
    remove_metas: bool = _switch(True, "Meta elements.")
    remove_iframes: bool = _switch(True, "Frames (iframe).")
    remove_cell_widths: bool = _switch(False, "The width of table cells.")
    remove_embeds: bool = _switch(True, "Embedded objects.")

    # Advertisements (D3).
    ad_list: AdList = field(default=AdHosts.own(), metadata={"help": "The servers of advertisements."})
    named_advertisements: bool = _switch(True, "Elements whose class or id says advertisement.")

    # Beyond the paper: without scripts nobody could answer them.
    remove_consent: bool = _switch(True, "Cookie consent boxes.")

    # Lists of links (D4).
    remove_link_lists: bool = _switch(True, "Link lists: cells, lists and boxes with many links and few words.")
    link_ratio: float = field(default=0.25, metadata={"help": "Most links per unlinked word."})
    word_length: float = field(default=5.0, metadata={"help": "Average characters per word."})
    min_links: int = field(default=2, metadata={"help": "Fewer links are not a list."})
    remove_cells: bool = _switch(False, "The table cell of a link list too, not only its content.")

    # Empty tables (D5).
    remove_empty_tables: bool = _switch(True, "Tables without content after the other filters.")
    substance: tuple[str, ...] = field(
        default=(
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
        metadata={"help": "Tags that make a table not empty."},
    )
    table_characters: int = field(default=5, metadata={"help": "A table with fewer characters is empty."})

    # Removed links (D6).
    retain_links: bool = _switch(False, "List removed text links at the end of the page.")

    # The article (D7, D8, D9).
    article: bool = _switch(True, "Keep only the article, if there is one.")
    article_characters: int = field(default=500, metadata={"help": "Least characters in an article's paragraphs."})
    captioned_images: bool = _switch(True, "Of an article's pictures keep those with a caption (labels only).")
    related_images: bool = _switch(True, "And only if it speaks of what the article speaks of (labels only).")
    captions: bool = _switch(
        False, "Call a caption what is one by place and content, without its markup (labels only)."
    )

    def __post_init__(self) -> None:
        for name in ("link_ratio", "min_links", "table_characters", "article_characters"):
            if getattr(self, name) < 0:
                raise BadSettings(f"{name} must not be negative, not {getattr(self, name)}")
        if not all(tag.isalnum() and tag.isascii() for tag in self.substance):
            raise BadSettings(f"substance must be a list of tags, not {self.substance!r}")
        if not self.word_length > 0:
            raise BadSettings(f"word_length must be over 0, not {self.word_length}")
        if not callable(getattr(self.ad_list, "matches", None)):
            raise BadSettings(f"ad_list must be an AdHosts or the like, not {type(self.ad_list).__name__}")

    @classmethod
    def from_mapping(cls, values: dict[str, object]) -> Filters:
        """From plain values by the names of the fields, such as a settings file has them."""
        known = {of.name: of for of in fields(cls) if of.name != "ad_list"}
        for name, value in values.items():
            if name not in known:
                raise BadSettings(f"there is no filter setting {name!r}; choose among {', '.join(known)}")
            wanted = type(getattr(_DEFAULT, name))
            if not isinstance(value, _ACCEPTED[wanted]) or (isinstance(value, bool) and wanted is not bool):
                raise BadSettings(f"{name} must be of type {wanted.__name__}, not {value!r}")
        plain: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
        }
        return cls(**plain)

    def label(self, document: Document) -> Labels:
        """What the filters leave; of it the article, where there is one."""
        visible = document.visible()
        remains = Remains(document, visible, removals_from(document, self))
        node = article_node(document, remains.left, self.article_characters) if self.article else None
        inside = range(len(document)) if node is None else range(document.block_start[node], document.block_stop[node])
        total = max(1, sum(remains.left))
        kept = [size > 0 and block in inside for block, size in enumerate(remains.left)]
        scores = [size / total * keep for size, keep in zip(remains.left, kept, strict=True)]
        reasons = [
            cause.reason if cause else ("left by the filters" if block in inside else "outside of the article")
            for block, cause in enumerate(remains.causes)
        ]
        by_caption = node is not None and self.captioned_images
        labels = labels_from_choice(document, visible, kept, scores, reasons, pictures=not by_caption)
        if node is not None and by_caption:
            labels = Pictures(document, visible, node, related=self.related_images).keep(remains.causes, labels)
        if self.captions:
            labels = with_captions(document, labels)
        return _with_causes(labels, remains.causes)


def _with_causes(labels: Labels, causes: Sequence[Removal | None]) -> Labels:
    """What a filter took out is not kept, whatever it is, and says so."""
    return labels.changed(
        {
            block: Label(False, _ROLES.get(cause.sort, Role.OTHER), cause.reason)
            for block, (cause, role) in enumerate(zip(causes, labels.roles, strict=True))
            if cause is not None and role is not Role.HIDDEN
        }
    )


_DEFAULT = Filters()
