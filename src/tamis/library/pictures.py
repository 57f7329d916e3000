"""Pictures of stored articles: kept once each, by the hash of their bytes, so that a story can be read offline."""

from __future__ import annotations

import hashlib
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.stored import checked

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

    from tamis.io.fetching import Fetcher
    from tamis.model import Article

MAX_ARTICLE_PICTURES = 200
"""Maximum number of pictures that are kept of one article."""
MAX_ARTICLE_BYTES = 100_000_000
"""Maximum number of bytes of the pictures of one article."""

NO_FILES: Mapping[str, bytes] = MappingProxyType({})
Kept = tuple[str, bytes]
"""Media type and bytes of a picture."""


class PictureUse(NamedTuple):
    """The pictures of one article, in numbers."""

    article: int
    title: str
    pictures: int
    bytes: int


COVER_TYPES = ("image/jpeg", "image/png", "image/gif")
"""Media types that a picture of a catalog for e-readers may have: OPDS 1.2, section 5.2.1."""


def cover_of(connection: sqlite3.Connection, article: int) -> tuple[str, str] | None:
    """Find the largest picture of an article that can be a cover: its name and media type."""
    row = connection.execute(
        "SELECT lower(hex(picture.digest)), media_type FROM article_picture JOIN picture USING (digest) "
        "WHERE article = ? AND media_type IN (?, ?, ?) ORDER BY length(data) DESC, 1 LIMIT 1",
        (article, *COVER_TYPES),
    ).fetchone()
    if row is None:
        return None
    name, media_type = checked(row, (str, str), "a picture")
    return name, media_type


def picture_urls(article: Article) -> tuple[str, ...]:
    """List the URLs of the pictures that an article shows, with its lead picture and posters of players."""
    urls = [block.image.src for block in article.blocks if block.image is not None]
    urls += [block.media.poster for block in article.blocks if block.media is not None and block.media.poster]
    if article.lead_image is not None:
        urls.append(article.lead_image.src)
    return tuple(dict.fromkeys(urls))[:MAX_ARTICLE_PICTURES]


def load_pictures(
    article: Article,
    fetcher: Fetcher | None,
    folder: Path | None = None,
    files: Mapping[str, bytes] = NO_FILES,
) -> tuple[dict[str, Kept], tuple[str, ...]]:
    """Load the pictures of an article from the web, from its page's archive (`files`), or from files in `folder`.

    Also return what was left out, and why. Without a fetcher, only saved pictures and those inside the page are loaded.
    """
    from tamis.edition import Entry
    from tamis.edition.pictures import WEB_TYPES, find_pictures

    found = find_pictures([Entry(article, folder, files)], fetcher, WEB_TYPES, with_leads=True)
    kept: dict[str, Kept] = {}
    total = 0
    for (_, url), picture in found.found.items():
        total += len(picture.data)
        if total <= MAX_ARTICLE_BYTES and len(kept) < MAX_ARTICLE_PICTURES:
            kept[url] = (picture.media_type, picture.data)
    return kept, found.problems


def store_pictures(connection: sqlite3.Connection, article: int, pictures: Mapping[str, Kept]) -> None:
    """Store pictures of an article, by URL."""
    for url, (media_type, data) in pictures.items():
        digest = hashlib.sha256(data).digest()
        connection.execute("INSERT OR IGNORE INTO picture VALUES (?, ?, ?)", (digest, media_type, data))
        connection.execute("INSERT OR REPLACE INTO article_picture VALUES (?, ?, ?)", (article, url, digest))


def pictures_of(connection: sqlite3.Connection, article: int) -> dict[str, Kept]:
    """Read the pictures of an article, by URL."""
    rows = connection.execute(
        "SELECT url, media_type, data FROM article_picture JOIN picture USING (digest) WHERE article = ?", (article,)
    )
    found = [checked(row, (str, str, bytes), f"a picture of article {article}") for row in rows]
    return {url: (media_type, data) for url, media_type, data in found}


def digests_of(connection: sqlite3.Connection, article: int) -> dict[str, str]:
    """Read the names of an article's pictures, by URL: the hash of the bytes in hexadecimal."""
    rows = connection.execute("SELECT url, digest FROM article_picture WHERE article = ?", (article,))
    found = [checked(row, (str, bytes), f"a picture of article {article}") for row in rows]
    return {url: digest.hex() for url, digest in found}


def picture_by_digest(connection: sqlite3.Connection, digest: str) -> Kept | None:
    """Read a picture by its name."""
    try:
        key = bytes.fromhex(digest)
    except ValueError:
        return None
    row = connection.execute("SELECT media_type, data FROM picture WHERE digest = ?", (key,)).fetchone()
    if row is None:
        return None
    media_type, data = checked(row, (str, bytes), "a picture")
    return media_type, data


def total_bytes(connection: sqlite3.Connection) -> int:
    """Count the bytes of all pictures."""
    (size,) = connection.execute("SELECT coalesce(sum(length(data)), 0) FROM picture").fetchone()
    return int(size)


_USE = """
SELECT article.id, article.title, count(*), sum(length(picture.data))
FROM article_picture JOIN picture USING (digest) JOIN article ON article.id = article_picture.article
GROUP BY article.id ORDER BY 4 DESC, article.id
"""


def picture_use(connection: sqlite3.Connection) -> list[PictureUse]:
    """List the articles that have pictures, those with the most bytes first."""
    rows = connection.execute(_USE)
    return [PictureUse(*checked(row, (int, str, int, int), "the pictures of an article")) for row in rows]


_OLDEST = """
SELECT article.id FROM article JOIN article_picture ON article_picture.article = article.id
WHERE NOT EXISTS (SELECT 1 FROM mark WHERE mark.article = article.id AND mark.starred IS NOT NULL)
GROUP BY article.id
ORDER BY EXISTS (SELECT 1 FROM mark WHERE mark.article = article.id AND mark.read IS NOT NULL) DESC, article.added
"""


def prune_pictures(connection: sqlite3.Connection, most: int) -> int:
    """Remove pictures until they have at most `most` bytes; return how many articles lost theirs.

    Articles that somebody read go first, then the oldest. Starred ones keep their pictures.
    """
    pruned = 0
    for (article,) in connection.execute(_OLDEST).fetchall():
        if total_bytes(connection) <= most:
            break
        connection.execute("DELETE FROM article_picture WHERE article = ?", (article,))
        remove_unused(connection)
        pruned += 1
    return pruned


def remove_unused(connection: sqlite3.Connection) -> None:
    """Remove the pictures that no article shows."""
    connection.execute("DELETE FROM picture WHERE digest NOT IN (SELECT digest FROM article_picture)")
