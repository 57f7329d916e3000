"""Export from the library: JSON Lines, a folder of Markdown files, an edition (EPUB, PDF, HTML)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tamis.edition import EditionSettings, make_edition
from tamis.errors import BadInput, FetchError
from tamis.io.fetching.response import Response
from tamis.io.files import ArticleFolder
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from tamis.edition import Edition
    from tamis.io.fetching import Fetcher
    from tamis.library.library import Library
    from tamis.library.records import Record
    from tamis.model import Article


def json_lines(
    library: Library, records: Iterable[Record], *, left_out: Callable[[str], object] | None = None
) -> Iterator[str]:
    """Yield a line of JSON for each article: that of `Article.to_json`, with the library's record under ``library``.

    With `left_out`, an article that cannot be read is left out, and `left_out` is called with the reason.
    """
    for record in records:
        try:
            yield _json_line(library, record)
        except BadInput as error:
            if left_out is None:
                raise
            left_out(f"article {record.id}: {error}")


def _json_line(library: Library, record: Record) -> str:
    values: dict[str, Any] = {} if record.is_link else library.article(record.id).to_dict()
    highlights = [highlight.to_dict() for highlight in library.highlights(record.id)]
    about = record.to_dict() | ({"highlights": highlights} if highlights else {})
    return json_text({**values, "library": about}) + "\n"


def markdown_folder(library: Library, records: Iterable[Record], folder: Path, *, overwrite: bool = False) -> int:
    """Write each article as a Markdown file with front matter into a folder; return the number of files."""
    written = 0
    with ArticleFolder(folder, "markdown", overwrite=overwrite, write=_with_front_matter) as files:
        for record in records:
            if not record.is_link:
                files.add(record.url or f"library:{record.id}", library.article(record.id))
                written += 1
    return written


def _with_front_matter(article: Article) -> str:
    return article.to_markdown(front_matter=True)


def edition_of(
    library: Library,
    records: Iterable[Record],
    form: str,
    settings: EditionSettings | None = None,
    *,
    fetcher: Fetcher | None = None,
) -> Edition:
    """Make an edition of articles. Pictures come from the library, and missing ones from `fetcher`, if there is one."""
    stored = [record for record in records if not record.is_link]
    if not stored:
        raise BadInput("no article to export")
    pictures = {url: picture for record in stored for url, picture in library.pictures(record.id).items()}
    articles = [library.article(record.id) for record in stored]
    # The edition uses the fetcher only for pictures.
    return make_edition(articles, form, settings, fetcher=cast("Fetcher", _Pictures(pictures, fetcher)))


class _Pictures:
    """A fetcher that takes pictures from the library before it asks the web."""

    def __init__(self, pictures: dict[str, tuple[str, bytes]], fetcher: Fetcher | None) -> None:
        self._pictures = pictures
        self._fetcher = fetcher

    def get(self, url: str, *arguments: Any, **named: Any) -> Response:
        """Return the picture that the library has for a URL, or fetch it from the web."""
        if url in self._pictures:
            media_type, data = self._pictures[url]
            return Response(url, url, 200, data, media_type)
        if self._fetcher is None:
            raise FetchError(url, "the library does not have this picture, and nothing is fetched")
        return self._fetcher.get(url, *arguments, **named)
