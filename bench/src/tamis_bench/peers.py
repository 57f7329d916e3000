"""Other extractors, for comparison: one table, each imported on use.

Each is used as its own documentation shows, with default settings, on a page in memory; whatever could reach
the network is turned off. To add one, write its loader and a row in `PEERS`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tamis.errors import BadInput
from tamis.text.dates import find_date
from tamis_bench.agreement import Found, days

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SOME_URL = "https://example.org/"  # for extractors that require a URL, if the page has none


class Analysis(NamedTuple):
    """The text and metadata that an extractor finds on a page."""

    text: str
    found: Found | None
    """Title, authors and date; None if the extractor does not give them."""


Extract: TypeAlias = "Callable[[str, str | None], str]"
Analyse: TypeAlias = "Callable[[str, str | None], Analysis]"


class Functions(NamedTuple):
    """The functions of a loaded extractor."""

    extract: Extract
    """Function that returns only the plain text, as quickly as possible: what the speed bench times."""
    analyse: Analyse
    """Function that returns the same text with title, authors and date."""
    describes: bool = True
    """True if the extractor gives a title, authors or a date at all."""
    markdown: Extract | None = None
    """Function that returns the text as Markdown, if the extractor writes any."""


@dataclass(frozen=True, slots=True)
class Peer:
    """An extractor that may be installed."""

    distribution: str
    """Name on the package index."""
    load: Callable[[], Functions]

    def version(self) -> str:
        """Return the installed version."""
        return importlib.metadata.version(self.distribution)


def available(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the peers that can be loaded, and a message about each that cannot."""
    there: list[str] = []
    problems: list[str] = []
    for name in names:
        try:
            load(name)
            there.append(name)
        except BadInput:
            raise
        except Exception as error:  # noqa: BLE001 (whatever a foreign library does at import, it is left out)
            problems.append(f"{name} is left out: {type(error).__name__}: {error}")
    return there, problems


def load(name: str) -> Functions:
    """Import a peer. Raises what the import raises; `BadInput` for a name that is not in the table."""
    if name not in PEERS:
        raise BadInput(f"no peer {name!r}; there are {', '.join(PEERS)}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        PEERS[name].version()
        return PEERS[name].load()


def _trafilatura() -> Functions:
    trafilatura: Any = importlib.import_module("trafilatura")

    def extract(html: str, url: str | None) -> str:
        return trafilatura.extract(html, url=url) or ""

    def analyse(html: str, url: str | None) -> Analysis:
        known = trafilatura.extract_metadata(html, default_url=url)
        facts = found(known.title, known.author, known.date) if known else Found()
        return Analysis(extract(html, url), facts)

    def markdown(html: str, url: str | None) -> str:
        return trafilatura.extract(html, url=url, output_format="markdown", include_formatting=True) or ""

    return Functions(extract, analyse, markdown=markdown)


def _rs_trafilatura() -> Functions:
    module: Any = importlib.import_module("rs_trafilatura")

    def extract(html: str, url: str | None) -> str:
        return module.extract(html, url=url).main_content or ""

    def analyse(html: str, url: str | None) -> Analysis:
        result = module.extract(html, url=url)
        return Analysis(result.main_content or "", found(result.title, result.author, result.date))

    def markdown(html: str, url: str | None) -> str:
        return module.extract(html, url=url, output_markdown=True).content_markdown or ""

    return Functions(extract, analyse, markdown=markdown)


def _resiliparse() -> Functions:
    module: Any = importlib.import_module("resiliparse.extract.html2text")

    def extract(html: str, _url: str | None) -> str:
        return module.extract_plain_text(html, main_content=True, links=False) or ""

    return _text_only(extract)


def _readability_lxml() -> Functions:
    readability: Any = importlib.import_module("readability")

    def extract(html: str, url: str | None) -> str:
        return _text_of(readability.Document(html, url=url).summary(html_partial=True))

    def analyse(html: str, url: str | None) -> Analysis:
        document = readability.Document(html, url=url)
        title, author = document.short_title(), document.author()
        facts = found(title.replace("[no-title]", ""), author.replace("[no-author]", ""), None)
        return Analysis(_text_of(document.summary(html_partial=True)), facts)

    return Functions(extract, analyse)


def _newspaper4k() -> Functions:
    newspaper: Any = importlib.import_module("newspaper")

    def parsed(html: str, url: str | None) -> Any:
        article = newspaper.Article(url or SOME_URL, fetch_images=False, follow_meta_refresh=False)
        article.download(input_html=html, ignore_read_more=True)
        article.parse()
        return article

    def extract(html: str, url: str | None) -> str:
        return parsed(html, url).text or ""

    def analyse(html: str, url: str | None) -> Analysis:
        article = parsed(html, url)
        return Analysis(article.text or "", found(article.title, article.authors, article.publish_date))

    return Functions(extract, analyse)


def _justext() -> Functions:
    justext: Any = importlib.import_module("justext")
    declared = re.compile(r"<html[^<>]*?\slang\s*+=\s*+[\"']?([a-z]{2})", re.IGNORECASE)
    stop_words = {code: justext.get_stoplist(name) for code, name in _JUSTEXT_LANGUAGES.items()}

    def extract(html: str, _url: str | None) -> str:
        language = declared.search(html, 0, 5_000)
        words = stop_words.get(language.group(1).lower() if language else "en", stop_words["en"])
        paragraphs = justext.justext(html.encode("utf-8", "replace"), words, encoding="utf-8")
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return _text_only(extract)


_JUSTEXT_LANGUAGES = {
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "hu": "Hungarian",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "tr": "Turkish",
    "uk": "Ukrainian",
}  # a page in another language is read as English, which is the default


def _boilerpy3() -> Functions:
    extractors: Any = importlib.import_module("boilerpy3.extractors")
    extractor = extractors.ArticleExtractor(raise_on_failure=False)

    def extract(html: str, _url: str | None) -> str:
        return extractor.get_content(html) or ""

    return _text_only(extract)


def _goose3() -> Functions:
    goose3: Any = importlib.import_module("goose3")
    goose = goose3.Goose({"enable_image_fetching": False})

    def extract(html: str, _url: str | None) -> str:
        return goose.extract(raw_html=html).cleaned_text or ""

    def analyse(html: str, _url: str | None) -> Analysis:
        article = goose.extract(raw_html=html)
        return Analysis(article.cleaned_text or "", found(article.title, article.authors, article.publish_date))

    return Functions(extract, analyse)


def _turbohtml() -> Functions:
    turbohtml: Any = importlib.import_module("turbohtml")

    def extract(html: str, _url: str | None) -> str:
        return turbohtml.parse(html).article().text or ""

    def analyse(html: str, _url: str | None) -> Analysis:
        article = turbohtml.parse(html).article()
        return Analysis(article.text or "", found(article.title, article.byline, article.date))

    return Functions(extract, analyse)


def _text_only(extract: Extract) -> Functions:
    def analyse(html: str, url: str | None) -> Analysis:
        return Analysis(extract(html, url), None)

    return Functions(extract, analyse, describes=False)


PEERS: dict[str, Peer] = {
    "trafilatura": Peer("trafilatura", _trafilatura),
    "rs-trafilatura": Peer("rs-trafilatura", _rs_trafilatura),
    "resiliparse": Peer("resiliparse", _resiliparse),
    "readability-lxml": Peer("readability-lxml", _readability_lxml),
    "newspaper4k": Peer("newspaper4k", _newspaper4k),
    "justext": Peer("justext", _justext),
    "boilerpy3": Peer("boilerpy3", _boilerpy3),
    "goose3": Peer("goose3", _goose3),
    "turbohtml": Peer("turbohtml", _turbohtml),
}


def found(title: object, authors: object, date: object) -> Found:
    """Normalize the metadata of a peer: strings without surrounding white space, lists, dates in ISO 8601."""
    several = authors if isinstance(authors, (list, tuple)) else [authors]
    return Found(
        title=_clean(title),
        authors=tuple(name for name in map(_clean, several) if name),
        date=_iso(date),
    )


def _iso(value: object) -> str | None:
    """Convert a date to ISO 8601. If a peer returns the page's own words, parse them."""
    isoformat = getattr(value, "isoformat", None)
    text = isoformat() if isoformat else _clean(value)
    if text is None or days(text):
        return text
    read = find_date(text)
    return read.isoformat() if read else text


def _clean(value: object) -> str | None:
    text = str(value).strip() if value is not None else ""
    return text or None


# fmt: off
_BLOCKS = (
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
    "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
)
# fmt: on


def _text_of(html: str) -> str:
    """Return the text of an HTML fragment with a line break at each block, for peers whose result is HTML."""
    lxml_html: Any = importlib.import_module("lxml.html")
    if not html.strip():
        return ""
    root = lxml_html.fromstring(html)
    for element in root.iter(*_BLOCKS):
        element.text = "\n" + (element.text or "")
        element.tail = "\n" + (element.tail or "")
    return str(root.text_content())
