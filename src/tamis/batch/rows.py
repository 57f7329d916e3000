"""The function of a batch: takes a page, returns a row. It is pure, and every engine calls it.

A row has plain values under the names of `tamis.batch.schema`. A page that fails has a row too: `rejected` gives the
reason. A pool of workers calls it in other processes; if one fails, the page has the row of its failure.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import UTC
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.api import extract, page_from
from tamis.batch.pages import PageToLearn, Problem, RawPage, Rejection
from tamis.batch.schema import IMAGE_FIELDS
from tamis.core.pipeline import page_profile
from tamis.core.site_profile import SiteProfile
from tamis.errors import TamisError
from tamis.io.workers import FailureCode, Pool
from tamis.io.workers.extraction import WARM_UP as PAGE
from tamis.io.workers.fallback import Result, Reviewed, load_fallback, review
from tamis.model import NO_RIGHTS, Image, Kind, Moment, Outcome
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings
from tamis.text.characters import scalar
from tamis.text.urls.sites import host_of
from tamis.text.words import count_words
from tamis.write.metadata_fields import COLUMN_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.io.workers import Result as WorkerResult
    from tamis.io.workers.fallback import Fallback
    from tamis.model import Article, Page, Rights
    from tamis.settings.batch import View

Row = dict[str, Any]
ERROR = "error"
"""The outcome of a page that could not be extracted."""
WARM_UP = RawPage("warm-up", 0, body=PAGE.body)
"""A page to pass to a pool as `warm_up`, so that each worker starts with everything loaded."""
FUNCTION = "tamis.batch.rows:row_bytes"
_DEFAULT_BATCH = BatchSettings()
_DEFAULT_EXTRACTION = Settings()


def row_of(
    page: RawPage,
    settings: BatchSettings = _DEFAULT_BATCH,
    extraction: Settings = _DEFAULT_EXTRACTION,
    fallback: Fallback | None = None,
) -> Row:
    """Extract a page into a row. Raises nothing but `MemoryError`.

    `fallback` is asked about pages in doubt; without one, the function that the settings name.
    """
    start = time.thread_time_ns()
    try:
        if fallback is None and settings.fallback is not None:
            fallback = load_fallback(settings.fallback)
        problem = page.problem
        row = _failed(page, problem) if problem is not None else _extracted(page, settings, extraction, fallback)
    except TamisError as error:
        row = _failed(page, Problem(error.code, str(error)))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 (the page is reported, and the batch goes on)
        row = _failed(page, Problem(FailureCode.UNEXPECTED_ERROR, f"{type(error).__name__}: {error}"))
    row["milliseconds"] = (time.thread_time_ns() - start) / 1e6
    return row


def row_bytes(page: RawPage | PageToLearn, settings: BatchSettings, extraction: Settings) -> bytes:
    """Extract a page into a row as JSON, for workers; for a `PageToLearn`, return its profile."""
    if isinstance(page, PageToLearn):
        return page_profile(_page_of(page.page), extraction).to_json().encode("utf-8")
    return json.dumps(row_of(page, settings, extraction), ensure_ascii=False).encode("utf-8")


def failed_row(page: RawPage, problem: Problem) -> Row:
    """Make the row of a page whose worker failed."""
    return _failed(page, problem) | {"milliseconds": 0.0}


def _failed(page: RawPage, problem: Problem) -> Row:
    return origin_of(page) | {"outcome": ERROR, "rejected": problem.code, "reason": scalar(problem.message)[:2000]}


def origin_of(page: RawPage) -> Row:
    """Return the columns that tell where a page comes from."""
    return {
        "source": page.source.encode("utf-8", "backslashreplace").decode(),  # file names may be other than UTF-8
        "position": page.position,
        "offset": page.offset,
        "url": _encodable(page.url),
        "host": _encodable(host_of(page.url)) or None,
        "fetched": _encodable(page.fetched),
        "version": __version__,
    }


def _extracted(page: RawPage, settings: BatchSettings, extraction: Settings, fallback: Fallback | None) -> Row:
    if page.body is None:
        return _failed(page, Problem(Rejection.NO_PAGE, "there is no page"))
    if extraction.positions and "json" not in settings.formats:
        extraction = replace(extraction, positions=False)
    if page.profile is not None:
        extraction = replace(extraction, site_profile=_profile(page.profile))
    source = _page_of(page)
    own = extract(source, settings=extraction)
    views = _views(own, settings.views) if settings.views and own.outcome is not Outcome.RESERVED else {}
    doubt = own.doubt
    article, result, note = Reviewed(own) if fallback is None else review(source, own, fallback, settings.max_doubt)
    rejected, reason = _verdict(article, settings, is_sure=result is Result.USED)
    named = page if page.url else page._replace(url=source.url)  # a page that a browser saved names its URL itself
    row = origin_of(named) | _described(article)
    row |= {"rejected": rejected, "reason": reason, "encoding": source.encoding, "doubt": doubt}
    if result is not None:
        row |= {"fallback": result.value, "reason": reason if rejected else scalar(f"{result.value}: {note}")}
    return row if rejected else row | views | _written(article, settings)


def _views(article: Article, views: Sequence[View]) -> Row:
    """Write further texts of an article, from the same parse."""
    row: Row = {}
    for view in views:
        if view == "code":
            row["code"] = [scalar(block.text.strip("\n")) for block in article.blocks if block.kind is Kind.CODE]
        elif view == "comments":
            row["comments"] = [scalar(comment.text) for comment in article.comments]
        elif view == "no_tables":
            row["text_no_tables"] = scalar(article.view(tables=False).text)
        else:
            row[f"text_{view}"] = scalar(article.view(favor=view).text)
    return row


def _page_of(page: RawPage) -> Page:
    """Decode the page. Text needs no content type."""
    is_text = isinstance(page.body, str)
    decoded = page_from(page.body or b"", page.url, content_type=None if is_text else page.content_type)
    return replace(decoded, fetched=page.fetched, rights=page.rights)


@lru_cache(maxsize=64)
def _profile(text: str) -> SiteProfile:
    """Parse the profile of a site. It is cached, because neighboring pages share one."""
    return SiteProfile.from_json(text)


def _verdict(article: Article, settings: BatchSettings, *, is_sure: bool) -> tuple[str | None, str | None]:
    """Return the code of the reason to reject an article, or None; and the reason in words.

    With `is_sure` its confidence does not count: a fallback wrote it.
    """
    if article.outcome is not Outcome.ARTICLE:
        return article.outcome.value if settings.only_articles else None, scalar(article.outcome_reason) or None
    language = article.language
    if settings.keep_languages and language and not any(_is_of(language, wanted) for wanted in settings.keep_languages):
        return Rejection.OTHER_LANGUAGE, f"the language is {language}"
    if not is_sure and article.confidence < settings.min_confidence:
        return Rejection.LOW_CONFIDENCE, f"the confidence is {article.confidence:.2f}"
    return None, scalar(article.outcome_reason) or None


def _is_of(language: str, wanted: str) -> bool:
    """Tell whether a language tag is the wanted one or a variety of it: ``pt-BR`` of ``pt``."""
    return f"{language.lower()}-".startswith(f"{wanted.lower()}-")


def _described(article: Article) -> Row:
    about = {field.attribute: getattr(article.metadata, field.attribute) for field in COLUMN_FIELDS}
    return {
        "outcome": article.outcome.value,
        "confidence": float(article.confidence),
        "strategy": article.strategy,
        **{name: _plain(value) for name, value in about.items()},
        **{f"{name}_at": instant_of(value) for name, value in about.items() if isinstance(value, Moment)},
        **_rights(article.rights or NO_RIGHTS),
        "words": count_words(article.text),
    }


def _rights(rights: Rights) -> Row:
    return {
        "tdm_reservation": rights.tdm_reservation,
        "tdm_policy": scalar(rights.tdm_policy) if rights.tdm_policy else None,
        "robots": [scalar(directive) for directive in rights.robots],
        "content_signals": list(rights.content_signals),
    }


def _plain(value: object) -> Any:
    """Convert the value of a metadata field to that of its column."""
    if isinstance(value, Moment):
        return value.isoformat()
    if isinstance(value, Image):
        return scalar(value.src)
    if isinstance(value, tuple):
        return [scalar(entry) for entry in value]
    return scalar(value) if isinstance(value, str) else value


def instant_of(moment: Moment) -> str | None:
    """Return the moment in UTC in ISO 8601; None if it is out of the calendar there."""
    try:
        return moment.instant().astimezone(UTC).isoformat()
    except OverflowError:
        return None


def _written(article: Article, settings: BatchSettings) -> Row:
    """Write the article in the requested formats."""
    row: Row = {}
    if "text" in settings.formats:
        row["text"] = scalar(article.text)
    if "markdown" in settings.formats:
        row["markdown"] = scalar(article.to_markdown())
    if "json" in settings.formats:
        row["json"] = article.to_json()
    if "images" in settings.formats:
        row["images"] = [_plain_image(image) for image in article.images]
    if "content_hash" in settings.formats:
        row["content_hash"] = article.content_hash
    if settings.near_duplicates:
        from tamis.text.near_duplicates import signature_of, smallest_values

        signature = signature_of(article.text)
        row["minhash"] = smallest_values(signature).tolist() if signature is not None else None
    return row


def _plain_image(image: Image) -> dict[str, str | None]:
    values = (image.src, image.alt, image.caption, image.credit)
    return {name: scalar(value) if value else None for name, value in zip(IMAGE_FIELDS, values, strict=True)}


def _encodable(text: str | None) -> str | None:
    return None if text is None else scalar(text)


def open_pool(settings: BatchSettings, extraction: Settings, function: str = FUNCTION) -> Pool:
    """Open a pool whose workers make rows."""
    return Pool(function, settings.pool, arguments={"settings": settings, "extraction": extraction}, warm_up=WARM_UP)


def rows_of_pages(pool: Pool, pages: Sequence[RawPage]) -> Iterator[Row]:
    """Yield the row of each page, in their order."""
    for page, result in zip(pages, pool.map(pages), strict=True):
        yield row_of_result(page, result)


def row_of_result(page: RawPage, result: WorkerResult) -> Row:
    """Return the row that a worker answered. The columns of its origin come from the reader, not from the worker.

    A page that a browser saved names its URL itself, where the reader has none.
    """
    if result.failure is not None:
        return failed_row(page, Problem(result.failure.code, result.failure.message))
    row = json.loads(result.value or b"")
    if not isinstance(row, dict):
        return failed_row(page, Problem(FailureCode.UNEXPECTED_ERROR, "the worker did not answer with a row"))
    named = {} if page.url else {name: row.get(name) for name in ("url", "host")}
    return row | origin_of(page) | named
