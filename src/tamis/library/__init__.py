"""A library of articles in one SQLite file: full-text search, near-duplicates, revisions, tags, marks, highlights.

See docs/library.md. What does the work is imported when it is first used.

>>> from tamis.library import Library
>>> with Library("library.db") as library:  # doctest: +SKIP
...     library.add(tamis.fetch("https://example.org/story"))
...     library.search("harbour tunnel")
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.library.anchors import Anchoring, Place
    from tamis.library.highlights import Highlight
    from tamis.library.library import Library
    from tamis.library.outputs import Command, Database, Stored
    from tamis.library.personal import Profile, ProfileSettings, Ranked, rank
    from tamis.library.reading_services import Saved, SavedFile, read_saved
    from tamis.library.records import Added, Feed, FeedCheck, Info, Record, Revision, Status
    from tamis.library.revisions import Change, ChangedBlock
    from tamis.library.searching import Found, Results
    from tamis.library.snippets import Snippet

_LAZY = {
    "Added": "records",
    "Anchoring": "anchors",
    "Change": "revisions",
    "ChangedBlock": "revisions",
    "Command": "outputs",
    "Database": "outputs",
    "Feed": "records",
    "FeedCheck": "records",
    "Found": "searching",
    "Highlight": "highlights",
    "Info": "records",
    "Library": "library",
    "Place": "anchors",
    "Profile": "personal",
    "ProfileSettings": "personal",
    "Ranked": "personal",
    "Saved": "reading_services",
    "SavedFile": "reading_services",
    "rank": "personal",
    "read_saved": "reading_services",
    "Record": "records",
    "Results": "searching",
    "Revision": "records",
    "Snippet": "snippets",
    "Status": "records",
    "Stored": "outputs",
}
__all__ = [
    "Added",
    "Anchoring",
    "Change",
    "ChangedBlock",
    "Command",
    "Database",
    "Feed",
    "FeedCheck",
    "Found",
    "Highlight",
    "Info",
    "Library",
    "Place",
    "Profile",
    "ProfileSettings",
    "Ranked",
    "Record",
    "Results",
    "Revision",
    "Saved",
    "SavedFile",
    "Snippet",
    "Status",
    "Stored",
    "rank",
    "read_saved",
]


if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.library' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.library.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
