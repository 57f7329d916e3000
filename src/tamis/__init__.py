"""tamis: keep what a reader came for.

>>> import tamis
>>> article = tamis.extract("<h1>Tides</h1><p>" + "The sea came in and went out again. " * 12)
>>> article.title, article.outcome.value
('Tides', 'article')
"""

from tamis._version import __version__
from tamis.api import explain, extract, fetch
from tamis.errors import (
    BadInput,
    BadSettings,
    BadXml,
    FetchError,
    MissingExtra,
    NoArticle,
    NotHtml,
    TamisError,
    TooLarge,
)
from tamis.model import (
    Article,
    Block,
    Cell,
    Image,
    Inline,
    Kind,
    Labels,
    Mark,
    Media,
    Metadata,
    Moment,
    Outcome,
    Page,
    Role,
    Span,
    Step,
)
from tamis.settings import Limits, Settings

__all__ = [
    "Article",
    "BadInput",
    "BadSettings",
    "BadXml",
    "Block",
    "Cell",
    "FetchError",
    "Image",
    "Inline",
    "Kind",
    "Labels",
    "Limits",
    "Mark",
    "Media",
    "Metadata",
    "MissingExtra",
    "Moment",
    "NoArticle",
    "NotHtml",
    "Outcome",
    "Page",
    "Role",
    "Settings",
    "Span",
    "Step",
    "TamisError",
    "TooLarge",
    "__version__",
    "explain",
    "extract",
    "fetch",
]
