"""HTML edition: one page, for screens with its pictures inside, and for the browser that prints it."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from tamis.edition.book import nested_contents
from tamis.settings.edition import COLUMN_GAP
from tamis.write.html_inline import attribute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.edition.book import Book, ContentsEntry
    from tamis.edition.stories import Story
    from tamis.settings.edition import EditionSettings

_POLICY = "default-src 'none'; img-src {}; style-src '{}'; font-src data:; base-uri 'none'; form-action 'none'"

FONTS = {
    "serif": 'Charter, "Bitstream Charter", "Source Serif 4", "Noto Serif", "Liberation Serif", Georgia, serif',
    "sans": '"Source Sans 3", "Noto Sans", "Helvetica Neue", "Liberation Sans", "Segoe UI", Arial, sans-serif',
}
FRONT_COLUMN = 52.0
"""Minimum width of a column of a printed front page, in millimeters."""
PICTURE_SHARE = 0.55
"""Maximum share of a page's height that a picture takes. So a page before a picture that does not fit is 40 % full."""


def write_page(book: Book, *, images: str) -> str:
    """Write the edition as one page. `images` is the allowed source of pictures: ``data:``, or the URL of the printer.

    The contents have empty places for page numbers, which the printer fills.
    """
    style = style_sheet(book.settings)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return "".join(
        (
            f"<!doctype html>\n<html{attribute('lang', book.language)}{book.direction}>\n",
            '<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(images, f"sha256-{digest}")}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="referrer" content="no-referrer">\n',
            *_about(book),
            f"<style>{style}</style>\n</head>\n<body>\n",
            *_parts(book),
            "</body>\n</html>\n",
        )
    )


def _about(book: Book) -> Iterator[str]:
    yield f"<title>{escape(book.title)}</title>\n"
    for author in book.authors:
        yield f'<meta name="author"{attribute("content", author)}>\n'
    if book.topics:
        yield f'<meta name="keywords"{attribute("content", ", ".join(book.topics))}>\n'
    if not book.is_collection and book.stories[0].source:
        yield f'<link rel="canonical"{attribute("href", book.stories[0].source)}>\n'


def _parts(book: Book) -> Iterator[str]:
    if book.is_digest:
        yield book.front_page(lambda story: f"#{story.id}")
    elif book.is_collection and book.settings.cover:
        yield book.cover()
    if book.has_contents and not book.is_digest:
        yield f'<nav class="contents">\n<h1>{escape(book.wording.contents)}</h1>\n'
        yield nested_contents(book.contents(book.settings.toc_depth), _line)
        yield "</nav>\n"
    for story in book.stories:
        yield _story(story)
    if book.is_collection:
        yield book.sources()


def _story(story: Story) -> str:
    return f'<article class="story"{attribute("lang", story.language)}{story.direction}>\n{story.html()}</article>\n'


def _line(entry: ContentsEntry) -> str:
    story = entry.story
    own = f"{attribute('lang', story.language)}{story.direction}"
    about = f' <span class="by">{escape(story.byline or story.name)}</span>' if entry.level == 1 else ""
    return (
        f'<a class="line" href="#{entry.id}"><span class="what"{own}>{escape(entry.text)}{about}</span>'
        f'<span class="page-number"></span></a>'
    )


def style_sheet(settings: EditionSettings) -> str:
    """Write the style sheet with the settings in it, followed by the user's own."""
    height = settings.page_height - 2 * settings.margin
    rules = (
        f":root {{ --text-size: {settings.font_size:g}pt; --text-font: {FONTS[settings.font]};"
        f" --columns: {settings.columns}; --span: {'all' if settings.columns > 1 else 'none'};"
        f" --column-gap: {COLUMN_GAP:g}mm; --front-columns: {_front_columns(settings)};"
        f" --picture-height: {height * PICTURE_SHARE:.1f}mm;"
        f" --align: {'justify' if settings.justify else 'start'};"
        f" --hyphens: {'auto' if settings.hyphenate else 'manual'}; }}\n"
        f"@page {{ size: {settings.page_width:g}mm {settings.page_height:g}mm; margin: {settings.margin:g}mm; }}\n"
    )
    return f"{rules}{_theme()}{settings.own_css()}"


def _front_columns(settings: EditionSettings) -> int:
    return max(1, int((settings.page_width - 2 * settings.margin) // FRONT_COLUMN))


@cache
def _theme() -> str:
    return files("tamis.edition").joinpath("edition.css").read_text("utf-8")
