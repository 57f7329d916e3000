"""Article library in one SQLite file: full-text search, near-duplicates, revisions, tags, marks, highlights.

See docs/library.md. The modules are imported when they are first used.

>>> from tamis.library import Library
>>> with Library("library.db") as library:  # doctest: +SKIP
...     library.add(tamis.fetch("https://example.org/story"))
...     library.search("harbour tunnel")
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names

if TYPE_CHECKING:
    from tamis.library.anchors import Anchoring, Place
    from tamis.library.citing import Source
    from tamis.library.highlights import Highlight
    from tamis.library.interests import Interests, InterestSettings, Ranked, rank
    from tamis.library.library import Library
    from tamis.library.reading_services import Saved, SavedFile, read_saved
    from tamis.library.records import Added, Feed, FeedCheck, Info, Record, Revision, Status
    from tamis.library.searching import Found, Results
    from tamis.library.snippets import Snippet

__all__ = [
    "Added",
    "Anchoring",
    "Feed",
    "FeedCheck",
    "Found",
    "Highlight",
    "Info",
    "InterestSettings",
    "Interests",
    "Library",
    "Place",
    "Ranked",
    "Record",
    "Results",
    "Revision",
    "Saved",
    "SavedFile",
    "Snippet",
    "Source",
    "Status",
    "rank",
    "read_saved",
]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "Added": "tamis.library.records",
            "Anchoring": "tamis.library.anchors",
            "Feed": "tamis.library.records",
            "FeedCheck": "tamis.library.records",
            "Found": "tamis.library.searching",
            "Highlight": "tamis.library.highlights",
            "Info": "tamis.library.records",
            "InterestSettings": "tamis.library.interests",
            "Interests": "tamis.library.interests",
            "Library": "tamis.library.library",
            "Place": "tamis.library.anchors",
            "Ranked": "tamis.library.interests",
            "Saved": "tamis.library.reading_services",
            "SavedFile": "tamis.library.reading_services",
            "rank": "tamis.library.interests",
            "read_saved": "tamis.library.reading_services",
            "Record": "tamis.library.records",
            "Results": "tamis.library.searching",
            "Revision": "tamis.library.records",
            "Snippet": "tamis.library.snippets",
            "Source": "tamis.library.citing",
            "Status": "tamis.library.records",
        },
    )
