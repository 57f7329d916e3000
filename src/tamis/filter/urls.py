"""The URLs of a filtered page. Each one that is passed on is made absolute, checked, and given to the caller's hook."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from tamis.text.urls.safety import leads_to_page, resolve

if TYPE_CHECKING:
    from collections.abc import Callable


class UrlKind(StrEnum):
    """The purpose of a URL."""

    LINK = "link"
    FORM = "form"
    IMAGE = "image"
    """Pictures, backgrounds, posters and icons."""
    MEDIA = "media"
    """Video, audio and their tracks."""
    STYLE = "style"
    """Style sheets."""
    STYLE_RESOURCE = "style_resource"
    """Images and fonts that a style sheet loads."""
    SCRIPT = "script"
    FRAME = "frame"
    OBJECT = "object"


UrlHook: TypeAlias = "Callable[[UrlKind, str], str | None]"
"""A function that returns what to write in place of a URL; None leaves it out."""

URL_ATTRIBUTES = {
    "a": {"href"}, "area": {"href"}, "audio": {"src"}, "embed": {"src"}, "form": {"action"}, "iframe": {"src"},
    "img": {"src"}, "input": {"src"}, "object": {"data"}, "script": {"src"}, "source": {"src"}, "table": {"background"},
    "td": {"background"}, "th": {"background"}, "tr": {"background"}, "track": {"src"}, "video": {"src", "poster"},
}  # fmt: skip
"""Attributes that are URLs, by element."""
_KINDS = {
    "a": UrlKind.LINK, "area": UrlKind.LINK, "form": UrlKind.FORM, "img": UrlKind.IMAGE, "input": UrlKind.IMAGE,
    "audio": UrlKind.MEDIA, "video": UrlKind.MEDIA, "source": UrlKind.MEDIA, "track": UrlKind.MEDIA,
    "script": UrlKind.SCRIPT, "iframe": UrlKind.FRAME, "embed": UrlKind.OBJECT, "object": UrlKind.OBJECT,
}  # fmt: skip
_IMAGE_ATTRIBUTES = frozenset(("srcset", "poster", "background"))
_FOLLOWED = (UrlKind.LINK, UrlKind.FORM)


def kind_of(tag: str, attribute: str) -> UrlKind:
    """Return the purpose of the URL in an attribute of the body."""
    return UrlKind.IMAGE if attribute in _IMAGE_ATTRIBUTES else _KINDS.get(tag, UrlKind.IMAGE)


@dataclass(frozen=True, slots=True)
class PageUrls:
    """The URLs of one page."""

    base: str | None = None
    hook: UrlHook | None = None

    def resolve(self, kind: UrlKind, url: str | None) -> str | None:
        """Return the URL to pass on for one that the page gives; None if it is not safe or the hook drops it."""
        return self.passed(kind, resolve(url, self.base))

    def passed(self, kind: UrlKind, url: str | None) -> str | None:
        """Return the URL to pass on for one that is already absolute; None if it is not safe or the hook drops it."""
        if url is None or (kind not in _FOLLOWED and not leads_to_page(url)):
            return None
        # What the hook returns is checked like what the page gives; it may be relative to where the page is shown.
        return url if self.hook is None else resolve(self.hook(kind, url), None)
