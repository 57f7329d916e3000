"""Where the dialogs of consent services stand in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.text.lists import word_set

if TYPE_CHECKING:
    from tamis.parse import Document

# Elements in which the common consent services put their dialogs.
_DIALOGS = word_set(
    """
    onetrust-consent-sdk onetrust-banner-sdk onetrust-pc-sdk didomi-host didomi-notice didomi-popup usercentrics-root
    usercentrics-cmp-ui uc-banner-modal qc-cmp2-container qc-cmp2-ui qc-cmp-ui-container cybotcookiebotdialog
    fc-consent-root fc-dialog-container cmpbox cmpwrapper cmpboxcontent truste-consent-track truste_overlay
    osano-cm-window cky-consent-container cookie-law-info-bar cookiescript_injected tarteaucitronroot axeptio_overlay
    iubenda-cs-banner klaro cookie-modal ppms_cm_popup_overlay consent-page con-wizard gdpr-consent-tool-wrapper
    cc-window cookie-consent cookie-banner cookie-notice cookie-wall cookiewall consent-banner consent-wall
    cookieconsent sp_message_container termly-code-snippet-support evidon-banner trustarc-banner-container
    """
)
_DIALOG_STARTS = ("sp_message_container", "onetrust-", "didomi-", "cybotcookiebot", "usercentrics-")


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
    return name in _DIALOGS or name.startswith(_DIALOG_STARTS)
