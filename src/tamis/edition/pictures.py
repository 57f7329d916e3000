"""Pictures of an edition: from the web with the guarded fetcher, from files beside a saved page, or from the page.

No declaration is trusted: the bytes tell the type and the size of a picture. Data that are no picture, or too large a
one, are left out, and the edition reports it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_to_bytes, urljoin, urlsplit

from tamis.edition.picture_size import read_size
from tamis.edition.svg import clean_svg
from tamis.errors import TamisError
from tamis.io.fetching.expect import Expect, image_type
from tamis.model import Image

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tamis.edition.stories import Entry
    from tamis.io.fetching import Fetcher
    from tamis.model import Article

MAX_PIXELS = 60_000_000
"""Maximum number of pixels. A larger picture costs a reader's device hundreds of megabytes once it is decoded."""
MAX_BYTES = 20_000_000
"""Maximum number of bytes of one picture, the same as in the fetcher."""
MAX_TOTAL_BYTES = 300_000_000
_FULL = f"the pictures before it have {MAX_TOTAL_BYTES:,} bytes together"
LEAST_SIDE = 3
"""Minimum width and height in pixels. Smaller pictures count visits and show nothing."""
MAX_SOURCES = 4
"""Maximum number of a picture's URLs that are tried."""
FETCHES_AT_ONCE = 4

ACCEPT = (("Accept", "image/jpeg,image/png,image/webp;q=0.9,image/gif;q=0.9,image/*;q=0.5"),)
"""Accept header with the formats that e-book readers support first; the order of browsers would bring AVIF."""

EXTENSIONS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/svg+xml": "svg",
    "image/avif": "avif",
    "image/bmp": "bmp",
}
SVG = "image/svg+xml"
WEB_TYPES = frozenset(EXTENSIONS)
"""Types of pictures that browsers show."""
EPUB_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", SVG})
"""EPUB's core media types; any other would need a fallback picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture whose type and size were checked."""

    data: bytes = field(repr=False)
    media_type: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """A file name made from the content, so that equal pictures have the same name."""
        return f"{hashlib.sha256(self.data).hexdigest()[:16]}.{EXTENSIONS[self.media_type]}"

    @property
    def data_url(self) -> str:
        """The picture as a data URL."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of some stories, by the URLs that the articles have for them."""

    found: Mapping[tuple[int, str], Picture] = field(default_factory=dict)
    """Pictures by the number of the story and the URL of the picture."""
    problems: tuple[str, ...] = ()
    """Pictures that were left out, with the reasons."""

    def of(self, story: int, image: Image) -> Picture | None:
        """Return a picture of a story, if there is one."""
        return self.found.get((story, image.src))


def find_pictures(
    entries: Sequence[Entry], fetcher: Fetcher | None, media_types: frozenset[str], *, with_leads: bool = False
) -> Pictures:
    """Find the pictures of the stories. Without a fetcher, only those in files and in the page itself.

    `with_leads` adds the lead pictures that the stories do not show.
    """
    shown = ((number, image) for number, entry in enumerate(entries) for image in _images(entry, with_leads))
    wanted = list(dict.fromkeys(shown))
    is_full = Event()

    def look(picture: tuple[int, Image]) -> Picture | str:
        return _FULL if is_full.is_set() else _look(entries[picture[0]], picture[1], fetcher, media_types)

    with ThreadPoolExecutor(FETCHES_AT_ONCE) as pool:
        return _gathered(wanted, pool.map(look, wanted), is_full)


def _gathered(wanted: list[tuple[int, Image]], looks: Iterable[Picture | str], is_full: Event) -> Pictures:
    """Gather pictures up to the first that is one too many; those after it are left out, too."""
    pictures: dict[tuple[int, str], Picture] = {}
    problems: list[str] = []
    total = 0
    for (number, image), look in zip(wanted, looks, strict=True):
        if isinstance(look, Picture) and (is_full.is_set() or total + len(look.data) > MAX_TOTAL_BYTES):
            is_full.set()
            look = _FULL
        if isinstance(look, str):
            problems.append(f"picture left out: {image.src[:200]}: {look}")
        else:
            total += len(look.data)
            pictures[number, image.src] = look
    return Pictures(pictures, tuple(dict.fromkeys(problems)))


def _images(entry: Entry, with_lead: bool) -> Iterator[Image]:
    shown = set()
    for block in entry.article.blocks:
        poster = Image(block.media.poster) if block.media is not None and block.media.poster else None
        image = block.image or poster
        if image is not None:
            shown.add(image.src)
            yield image
    lead = entry.article.lead_image
    if with_lead and lead is not None and lead.src not in shown:
        yield lead


def _look(entry: Entry, image: Image, fetcher: Fetcher | None, media_types: frozenset[str]) -> Picture | str:
    """Load the first of a picture's sources that is a picture; if none is, return the reason."""
    problem = ""
    for url in list(dict.fromkeys((image.src, *image.sources)))[:MAX_SOURCES]:
        try:
            look = checked_picture(_bytes(entry, url, fetcher), media_types)
        except (TamisError, OSError, ValueError) as error:
            look = str(error).removeprefix(f"{image.src}: ")  # the message begins with it already
        if isinstance(look, Picture):
            return look
        problem = problem or look
    return problem


def checked_picture(data: bytes, media_types: frozenset[str] = WEB_TYPES) -> Picture | str:
    """Check the type and the size of a picture by its bytes; return the reason if it is none that can be shown."""
    if len(data) > MAX_BYTES:
        return f"{len(data):,} bytes are over the limit of {MAX_BYTES:,}"
    media_type = image_type(data)
    if media_type not in EXTENSIONS:
        return "not a picture" if media_type is None else f"{media_type} is for icons"
    if media_type not in media_types:
        return f"{media_type} is not shown in this format"
    size = read_size(data, media_type)
    if size is None:
        return f"its size cannot be read from its {media_type}"
    if size.width * size.height > MAX_PIXELS:
        return f"{size.width} × {size.height} pixels are over the limit of {MAX_PIXELS:,}"
    if min(size) < LEAST_SIDE:
        return f"{size.width} × {size.height} pixels show nothing"
    try:
        shown = clean_svg(data) if media_type == SVG else data
    except ValueError as error:
        return str(error)
    return Picture(shown, media_type, size.width, size.height)


def _bytes(entry: Entry, url: str, fetcher: Fetcher | None) -> bytes:
    if url[:5].lower() == "data:":
        return _from_data_url(url)
    saved = entry.files.get(url) or entry.files.get(url.rpartition("/")[2])
    if saved is not None:
        return saved
    beside = _beside(entry.article, entry.folder, url) if entry.folder is not None else None
    if beside is not None:
        return beside.read_bytes() if beside.stat().st_size <= MAX_BYTES else b"\0" * (MAX_BYTES + 1)
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError("no such file beside the page")
    if fetcher is None:
        raise ValueError("nothing is fetched for this edition")
    return fetcher.get(url, Expect.IMAGE, headers=ACCEPT).body


def _from_data_url(url: str) -> bytes:
    head, comma, body = url.partition(",")
    if not comma:
        raise ValueError("its data: URL is cut off")
    raw = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return raw
    try:
        return base64.b64decode(raw)
    except binascii.Error as error:
        raise ValueError("its data: URL is broken") from error


def _beside(article: Article, folder: Path, source: str) -> Path | None:
    """Find the file that a URL names for a page in this folder: in the folder or below it, never outside."""
    base = urljoin(article.url, ".") if article.url else ""
    if base and source.startswith(base):
        source = source[len(base) :]
    path = urlsplit(source).path
    if not path or path.startswith("/") or urlsplit(source).scheme or "\0" in unquote(path):
        return None
    file = (folder / unquote(path)).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
