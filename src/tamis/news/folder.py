"""Articles of a crawl as files in a folder.

The articles themselves are in the crawl's database, in the transactions of the frontier. The files are written from it
in the caller's thread: a file that was not yet written when the process was killed is written by the next one.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from tamis.io.files import INDEX, slug, write_whole
from tamis.model import Article
from tamis.news.tables import connect, lay_out, transaction
from tamis.write.formats import FORMATS
from tamis.write.json import json_text

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

DATABASE = "crawl.db"
"""Name of the file with the frontier and the articles, in the folder."""
BATCH = 20
"""Number of articles written at a time, so that the crawl does not wait for the database."""
_NEW = "SELECT id, url, title, json, file FROM crawl_article WHERE NOT is_written AND json IS NOT NULL LIMIT ?"
_ALL = "SELECT file, url, title FROM crawl_article WHERE is_written AND file IS NOT NULL ORDER BY file"


class CrawlFolder:
    """A folder with a file for each article of a crawl."""

    def __init__(self, folder: Path, form: str) -> None:
        self._folder = folder
        self._format = FORMATS[form]
        with ExitStack() as on_failure:
            self._connection: sqlite3.Connection = connect(folder / DATABASE)
            on_failure.callback(self._connection.close)
            lay_out(self._connection)
            on_failure.pop_all()

    def close(self) -> None:
        """Write the remaining articles and the index."""
        with closing(self._connection):
            while self.write_some():
                pass
            self._write_index()

    def _write_index(self) -> None:
        rows = self._connection.execute(_ALL).fetchall()
        lines = [json_text({"file": file, "source": url, "url": url, "title": title}) for file, url, title in rows]
        text = "".join(f"{line}\n" for line in lines)
        index = self._folder / INDEX
        if not index.exists() or index.read_text(encoding="utf-8") != text:
            write_whole(index, text)

    def write_some(self) -> int:
        """Write the files of some new articles, and delete the files of removed ones. Return the number of new
        articles."""
        rows = self._connection.execute(_NEW, (BATCH,)).fetchall()
        written = [(self._write(*row), row[0]) for row in rows]
        stale = [file for (file,) in self._connection.execute("SELECT file FROM crawl_stale_file")]
        for file in stale:
            (self._folder / file).unlink(missing_ok=True)
        if written or stale:
            with transaction(self._connection):
                self._connection.execute("DELETE FROM crawl_stale_file")
                # An article that was replaced meanwhile is written again.
                self._connection.executemany(
                    "UPDATE crawl_article SET is_written = (json IS ?), file = ? WHERE id = ?",
                    [(text, file, number) for (file, text), number in written],
                )
        return len(rows)

    def _write(self, number: int, url: str, title: str, text: str, file: str | None) -> tuple[str, str]:
        """Write an article. Return the name of its file and the JSON that was written."""
        name = file or self._name(number, url, title)
        article = Article.from_json(text)
        content = self._format.write(article)
        write_whole(self._folder / name, content if content.endswith("\n") else content + "\n")
        return name, text

    def _name(self, number: int, url: str, title: str) -> str:
        """Choose a file name that no other article has."""
        stem = slug(title) or slug(url.rstrip("/").rpartition("/")[2]) or "article"
        name = f"{stem}{self._format.suffix}"
        taken = self._connection.execute("SELECT 1 FROM crawl_article WHERE file = ?", (name,)).fetchone()
        return f"{stem}-{number}{self._format.suffix}" if taken or (self._folder / name).exists() else name
