"""Pages as people saved them: MHTML, HAR, web archives, SingleFile.

Oracles: damage is a `BadInput`; files and sizes are within their limits, and hold no more than the archive did; the
page is not much longer than it; the URL is one of the web; what is extracted is text, and the same each time.
"""

from __future__ import annotations

import tamis
from tamis.core.parse.saved_pages import MAX_FILES
from tamis.errors import TamisError

from ..oracles import expect, is_text, same_twice, url_is_harmless

_EXPANSION = 3
"""Bytes of files for each of the archive: base64 and quoted-printable get shorter, files may be named twice."""


def check(data: bytes) -> None:
    """Read a saved page, and extract it."""
    try:
        page = same_twice(lambda: tamis.api.page_from(data))
        article = tamis.extract(page)
    except TamisError:
        return
    expect(len(page.files) <= MAX_FILES, "more files than the limit")
    expect(all(isinstance(name, str) and isinstance(file, bytes) for name, file in page.files.items()), "no file")
    expect(sum(map(len, page.files.values())) <= _EXPANSION * len(data) + 1_000, "files are larger than the archive")
    expect(len(page.html) <= 6 * len(data) + 100_000, "the page is much longer than the archive")
    is_text(article.to_text(), of="the text")
    if page.url is not None:
        url_is_harmless(page.url)
