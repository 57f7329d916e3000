"""JSON with schema.org's names at the top and what only tamis knows under ``tamis``. See docs/json.md."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from tamis.model import DecidedBy, Metadata, Role
from tamis.text.characters import escape_controls, scalar
from tamis.text.schema_types import SCHEMA_ARTICLES
from tamis.text.words import count_words
from tamis.write.json_reading import SCHEMA_VERSION, article_from_dict, article_from_json
from tamis.write.metadata_fields import JSON_FIELDS, OWN_JSON_FIELDS, Form
from tamis.write.text import body_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tamis.model import Article, Block, Cell, Entry, Image, Inline, Media, Moment, Post, Rights, Table, Teaser
    from tamis.write.metadata_fields import MetadataField

__all__ = ["SCHEMA_VERSION", "article_from_dict", "article_from_json", "article_to_dict", "json_text", "write_json"]


def write_json(article: Article, *, indent: int | None = None) -> str:
    """Write the article as JSON text. Keys have a fixed order; the text can always be encoded as UTF-8."""
    return json_text(article_to_dict(article), indent=indent)


def json_text(value: object, *, indent: int | None = None) -> str:
    """Write plain values as JSON that can always be encoded as UTF-8 and shown in a terminal."""
    # Plain values have no circles, and to look for some costs a tenth of the writing.
    text = json.dumps(value, ensure_ascii=False, check_circular=False, indent=indent, allow_nan=False)
    return escape_controls(scalar(text))


def article_to_dict(article: Article) -> dict[str, Any]:
    """Convert the article to plain values, ready for any JSON library. Fields without a value are left out."""
    about = article.metadata
    body = body_text(article.blocks)
    return _known(
        {
            "@context": "https://schema.org",
            "@type": about.page_type if about.page_type in SCHEMA_ARTICLES else "Article",
            **{name: _written(article, field) for name, field in JSON_FIELDS.items()},
            "articleBody": body,
            "wordCount": count_words(body),
            "hasPart": [_post(post, "DiscussionForumPosting") for post in article.posts] or None,
            "liveBlogUpdate": [_entry(entry) for entry in article.entries] or None,
            "comment": _comments(article),
            "tamis": _provenance(article),
        }
    )


def _comments(article: Article) -> list[dict[str, Any]] | None:
    """List the comments, if the user wants them written."""
    if not any(block.role is Role.COMMENT for block in article.blocks):
        return None
    return [_post(comment, "Comment") for comment in article.comments]


def _post(post: Post, kind: str) -> dict[str, Any]:
    author = {"@type": "Person", "name": post.author, "url": post.author_url} if post.author else None
    return _known(
        {
            "@type": kind,
            "author": _known(author) if author else None,
            "dateCreated": post.date.isoformat() if post.date else None,
            "when": post.when,
            "url": post.url,
            "replyTo": post.reply_to,
            "text": post.text,
            "blocks": [[block.page, block.index] for block in post.blocks] or None,
        }
    )


def _entry(entry: Entry) -> dict[str, Any]:
    return _known(
        {
            "@type": "BlogPosting",
            "headline": entry.title,
            "author": {"@type": "Person", "name": entry.author} if entry.author else None,
            "datePublished": entry.date.isoformat() if entry.date else None,
            "when": entry.when,
            "url": entry.url,
            "articleBody": entry.text,
            "blocks": [[block.page, block.index] for block in entry.blocks] or None,
        }
    )


def _written(article: Article, field: MetadataField) -> Any:
    value = getattr(article, field.attribute)
    return None if value is None or value == () else _WRITERS[field.form](value)


def _stated(article: Article, field: MetadataField) -> Any:
    value = getattr(article.metadata, field.attribute)
    if value == getattr(_NOTHING, field.attribute):
        return None
    return _rights(value) if field.form is Form.RIGHTS else value


def _rights(rights: Rights) -> dict[str, Any]:
    return _known(
        {
            "tdmReservation": rights.tdm_reservation,
            "tdmPolicy": rights.tdm_policy,
            "robots": list(rights.robots) or None,
            "contentSignals": list(rights.content_signals) or None,
        }
    )


def _provenance(article: Article) -> dict[str, Any]:
    return _known(
        {
            "schemaVersion": SCHEMA_VERSION,
            "outcome": article.outcome.value,
            "outcomeReason": article.outcome_reason or None,
            "confidence": _finite(article.confidence),
            "contentHash": article.content_hash,
            "judgedType": article.page_type._asdict() if article.page_type else None,
            "strategy": article.strategy or None,
            **{name: _stated(article, field) for name, field in OWN_JSON_FIELDS.items()},
            **{
                field.attribute: _origin(moment) if (moment := getattr(article, field.attribute)) else None
                for field in JSON_FIELDS.values()
                if field.form is Form.MOMENT
            },
            "blocks": [_block(block) for block in article.blocks],
            "nextPage": article.next_page,
            "printPage": article.print_page,
            "onePage": article.one_page,
            "pages": list(article.pages) or None,
            "teasers": [_teaser(teaser) for teaser in article.teasers] or None,
            "missingPages": [missing._asdict() for missing in article.missing_pages] or None,
            "trace": [{"stage": stage, "note": note} for stage, note in article.trace] or None,
        }
    )


def _teaser(teaser: Teaser) -> dict[str, Any]:
    return _known(
        {
            "title": teaser.title,
            "url": teaser.url,
            "text": teaser.text or None,
            "image": _image(teaser.image) if teaser.image else None,
            "xpath": teaser.xpath or None,
        }
    )


def _block(block: Block) -> dict[str, Any]:
    span = block.span
    return _known(
        {
            "kind": block.kind._value_,  # `value` is a function, and blocks are many
            "text": block.text,
            "index": block.index,
            "xpath": block.xpath,
            "span": {"start": span.start, "end": span.end, "line": span.line} if span else None,
            "inlines": _inlines(block.inlines) or None,
            "level": block.level or None,
            "number": block.number,
            "continues": block.continues or None,
            "quoted": block.quoted or None,
            "anchor": block.anchor,
            "language": block.language,
            "checked": block.checked,
            "term": block.term,
            "callout": block.callout._asdict() if block.callout is not None else None,
            "label": block.label or None,
            "table": _table(block.table) if block.table is not None else None,
            "image": _image(block.image) if block.image else None,
            "media": _media(block.media) if block.media else None,
            "role": block.role._value_ if block.role is not Role.TEXT else None,
            "score": _finite(block.score) if block.score != 1.0 else None,
            "reason": block.reason or None,
            "page": block.page if block.page != 1 else None,
            "decidedBy": block.decided_by._value_ if block.decided_by is not DecidedBy.STRATEGY else None,
            "hidden": block.hidden,
        }
    )


def _inlines(inlines: Iterable[Inline]) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = []
    for text, marks, href in inlines:
        fields: dict[str, Any] = {"text": text}
        if marks:
            fields["marks"] = sorted([mark._value_ for mark in marks])
        if href is not None:
            fields["href"] = href
        written.append(fields)
    return written


def _table(table: Table) -> dict[str, Any]:
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    return _known({"caption": _inlines(table.caption_inlines) or None, "rows": rows})


def _cell(cell: Cell) -> dict[str, Any]:
    return _known(
        {
            "inlines": _inlines(cell.inlines),
            "header": cell.header or None,
            "colspan": cell.colspan if cell.colspan != 1 else None,
            "rowspan": cell.rowspan if cell.rowspan != 1 else None,
        }
    )


def _image(image: Image) -> dict[str, Any]:
    return _known(
        {
            "src": image.src,
            "alt": image.alt or None,
            "caption": image.caption or None,
            "credit": image.credit or None,
            "width": image.width,
            "height": image.height,
            "sources": list(image.sources) or None,
            "reason": image.reason or None,
        }
    )


def _lead_image(image: Image) -> dict[str, Any]:
    return _known(
        {
            "@type": "ImageObject",
            "url": image.src,
            "description": image.alt or None,
            "caption": image.caption or None,
            "creditText": image.credit or None,
            "width": image.width,
            "height": image.height,
        }
    )


def _media(media: Media) -> dict[str, Any]:
    return _known(
        {"type": media.type, "src": media.src, "title": media.title or None, "poster": media.poster},
    )


def _origin(moment: Moment) -> dict[str, Any]:
    return _known({"raw": moment.raw, "source": moment.found_in or None})


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _finite(number: float) -> float:
    """Replace infinity and NaN, which JSON does not have, by 0."""
    return float(number) if math.isfinite(number) else 0.0


_WRITERS: dict[Form, Callable[[Any], Any]] = {
    Form.TEXT: str,
    Form.TEXTS: list,
    Form.PEOPLE: lambda names: [{"@type": "Person", "name": name} for name in names],
    Form.ORGANIZATION: lambda name: {"@type": "Organization", "name": name},
    Form.MOMENT: lambda moment: moment.isoformat(),
    Form.IMAGE: _lead_image,
    Form.NEGATED: lambda value: not value,
}
_NOTHING = Metadata()
