"""Where the dialogs of consent services stand in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.text.markup_names import CONSENT_DIALOG_STARTS, CONSENT_DIALOGS

if TYPE_CHECKING:
    from tamis.parse import Document


def dialog_blocks(document: Document) -> set[int]:
    """The blocks inside of the elements that consent services are known to use."""
    found: set[int] = set()
    known: dict[str, bool] = {"": False}
    end = 0
    for tag, element, first, last in zip(
        document.tags, document.elements, document.block_start, document.block_stop, strict=True
    ):
        if first < end or last <= first or tag == "html" or tag == "body":
            continue
        classes, name = element.attr("class") or "", element.attr("id")
        is_dialog = known.get(classes)
        if is_dialog is None:
            is_dialog = known[classes] = any(map(_is_dialog, classes.split()))
        if is_dialog or (name and _is_dialog(name)):
            found.update(range(first, last))
            end = last
    return found


def _is_dialog(name: str) -> bool:
    name = name.lower()
    return name in CONSENT_DIALOGS or name.startswith(CONSENT_DIALOG_STARTS)
