"""`Article.save`: write an article to a file in the format of its suffix."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tamis.edition.make import make_edition
from tamis.errors import BadSettings
from tamis.io.fetching import Fetcher
from tamis.io.files import write_whole
from tamis.write.formats import FORMATS

if TYPE_CHECKING:
    from tamis.model import Article
    from tamis.write.formats import Format

PRINTED = (".epub", ".pdf")
"""Suffixes of print editions; ``.html`` is the format of `Article.to_html`."""
_OTHER_SUFFIXES = {".markdown": ".md", ".htm": ".html"}


def save_article(article: Article, file: str | Path, *, head: bool = False) -> Path:
    """Write an article to a file in the format of its suffix, and return the path. Raises `BadSettings` for others."""
    path = Path(file)
    suffix = _OTHER_SUFFIXES.get(path.suffix.lower(), path.suffix.lower())
    if suffix in PRINTED:
        with Fetcher() as fetcher:
            return make_edition([article], suffix[1:], fetcher=fetcher).save(path)
    if head and suffix == ".md":
        data = article.to_markdown(head=True)
    else:
        data = _form(path.with_suffix(suffix).name.lower()).write(article)
    write_whole(path, data if data.endswith("\n") else data + "\n")
    return path


def _form(name: str) -> Format:
    """Find the format whose suffix a file name has: the longest, since ``.tei.xml`` is no other XML."""
    forms = [form for form in FORMATS.values() if name.endswith(form.suffix)]
    if not forms:
        suffixes = ", ".join(dict.fromkeys([form.suffix for form in FORMATS.values()] + list(PRINTED)))
        raise BadSettings(f"{name}: the suffix says in which format to write: one of {suffixes}")
    return max(forms, key=lambda form: len(form.suffix))
