"""PDF edition, printed by the browser: pictures are moved and sized to fill pages, the contents get page numbers."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from tamis.edition.browser import PICTURES, check_installed, open_page, run_apart
from tamis.edition.page import write_page
from tamis.errors import RenderFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.edition.book import Book
    from tamis.edition.browser import PrintedPage
    from tamis.edition.pictures import Picture
    from tamis.settings.edition import EditionSettings

PIXELS_PER_MILLIMETER = 96 / 25.4
ROOM_TO_FILL = 0.12
"""Share of a page's height: a smaller gap before a picture is left as it is."""
LEAST_SCALE = 0.6
"""Minimum scale of a picture that shrinks to fit on a page; beyond it, text is placed before the picture instead."""
MOST_MOVES = 8
"""Maximum number of paragraphs that a picture may move down."""
SHORT_TAIL = 0.15
"""Share of a page's height: a story whose last page has less on it is tightened, if its pictures can be."""
TIGHTER = (0.94, 0.88, 0.8)
"""Scales of pictures that are tried to save that page."""
MOST_WHOLE = 0.33
"""Share of a page's height: a table, code or a quote that is not taller is not split."""
SAFETY = 2
"""Pixels by which a planned page is lower than the printed one, against rounding."""
PASSES = 3
"""Maximum number of passes, because page numbers in the contents can move the pages that they number."""

_ROOT = re.compile(rb"/Root (\d+) 0 R")
_PAGES = re.compile(rb"/Pages (\d+) 0 R")
_DESTINATIONS = re.compile(rb"/Dests (\d+) 0 R")
_KIDS = re.compile(rb"/Kids \[([0-9R \n]*)\]")
_REFERENCE = re.compile(rb"(\d{1,10}) 0 R")
_DESTINATION = re.compile(rb"/([a-z0-9-]+) \[(\d+) 0 R /XYZ")


def picture_url(picture: Picture) -> str:
    """Return the URL at which the browser requests a picture."""
    return PICTURES + picture.name


def write_pdf(book: Book) -> bytes:
    """Write the edition as PDF. Raises `MissingExtra` without playwright, `RenderFailed` without a working browser."""
    check_installed()
    return run_apart(_printed(book))


async def _printed(book: Book) -> bytes:
    pictures = {picture.name: picture for story in book.stories for picture in story.pictures}
    html = write_page(book, images=PICTURES)
    async with open_page(html, pictures, book.settings.print_timeout) as page:
        await page.run("Promise.all([...document.images].map((image) => image.decode().catch(() => 0))).then(() => 0)")
        await page.run(_fill(), _measures(book.settings))
        pdf = await page.pdf()
        return await _with_page_numbers(page, pdf) if book.has_contents else pdf


async def _with_page_numbers(page: PrintedPage, pdf: bytes) -> bytes:
    shown: dict[str, int] = {}
    for _ in range(PASSES):
        numbers = page_numbers(pdf)
        if numbers == shown:
            break
        shown = numbers
        await page.run(_NUMBER, shown)
        pdf = await page.pdf()
    return pdf


_NUMBER = """(numbers) => {
  for (const line of document.querySelectorAll(".contents .line"))
    line.querySelector(".page-number").textContent = numbers[line.getAttribute("href").slice(1)] ?? "";
}"""


def _measures(settings: EditionSettings) -> dict[str, object]:
    return {
        "width": (settings.page_width - 2 * settings.margin) * PIXELS_PER_MILLIMETER,
        "height": (settings.page_height - 2 * settings.margin) * PIXELS_PER_MILLIMETER - SAFETY,
        "room": ROOM_TO_FILL,
        "least": LEAST_SCALE,
        "moves": MOST_MOVES,
        "tail": SHORT_TAIL,
        "tighter": TIGHTER,
        "whole": MOST_WHOLE,
    }


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Find the page number of every link target inside the document, in a PDF by chromium."""
    root = _object(pdf, _first(_ROOT, pdf))
    pages = {number: place for place, number in enumerate(_page_objects(pdf, _first(_PAGES, root)), 1)}
    if not _DESTINATIONS.search(root):
        return {}
    places = _object(pdf, _first(_DESTINATIONS, root))
    return {name.decode(): pages[int(page)] for name, page in _DESTINATION.findall(places) if int(page) in pages}


def _page_objects(pdf: bytes, top: int) -> Iterator[int]:
    """Yield the object numbers of the pages in their order: the leaves of the page tree."""
    waiting = [top]
    while waiting:
        number = waiting.pop()
        kids = _KIDS.search(_object(pdf, number))
        if kids is None:
            yield number
        else:
            waiting += [int(kid) for kid in reversed(_REFERENCE.findall(kids[1]))]


def _object(pdf: bytes, number: int) -> bytes:
    start = pdf.find(b"\n%d 0 obj" % number)
    if start < 0:
        raise RenderFailed("the PDF of this browser has another form than expected; try another version of chromium")
    return pdf[start : pdf.find(b"endobj", start)]


def _first(pattern: re.Pattern[bytes], data: bytes) -> int:
    match = pattern.search(data)
    if match is None:
        raise RenderFailed("the PDF of this browser has another form than expected; try another version of chromium")
    return int(match[1])


@cache
def _fill() -> str:
    return files("tamis.edition").joinpath("fill.js").read_text("utf-8")
