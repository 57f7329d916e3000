"""Reading articles from JSON. Every error names the field."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from tamis.errors import BadInput
from tamis.model import (
    Article,
    Block,
    Callout,
    Cell,
    DateSource,
    DecidedBy,
    Entry,
    Image,
    Inline,
    Kind,
    Mark,
    Media,
    Metadata,
    MissingPage,
    Moment,
    Outcome,
    PageType,
    Post,
    Rights,
    Role,
    Span,
    Step,
    Table,
    Teaser,
)
from tamis.write.metadata_fields import JSON_FIELDS, OWN_JSON_FIELDS, Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from enum import Enum

    AnEnum = TypeVar("AnEnum", bound=Enum)

Value = TypeVar("Value")

SCHEMA_VERSION = "1.4"
"""Version of the JSON: the first number changes when old readers would fail, the second when fields are added."""


def article_from_json(text: str | bytes) -> Article:
    """Read an article that `write_json` wrote. Raises `BadInput` if it is something else."""
    return article_from_dict(values_of_json(text))


def values_of_json(text: str | bytes) -> dict[str, Any]:
    """Parse the JSON of an article to plain values, for `article_from_dict`. Raises `BadInput` if it is no object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not JSON: {error}; pass what `to_json` wrote") from error
    if not isinstance(value, dict):
        raise BadInput("the JSON is not an object; pass what `to_json` wrote")
    return value


def article_from_dict(fields: Mapping[str, Any]) -> Article:
    """Create an article from what `article_to_dict` returned. Unknown fields are ignored."""
    top = _Fields(fields, "")
    own = top.child("tamis")
    _check_version(own.required("schemaVersion", str))
    blocks = tuple(_block(block) for block in own.children("blocks"))
    by_place = {(block.page, block.index): block for block in blocks if block.role is not Role.POST}
    return Article(
        url=top.optional("url", str),
        metadata=_metadata(top, own),
        blocks=blocks,
        outcome=own.enum("outcome", Outcome),
        outcome_reason=own.optional("outcomeReason", str) or "",
        confidence=own.number("confidence", 0.0),
        page_type=_page_type(own),
        strategy=own.optional("strategy", str) or "",
        trace=tuple(Step(step.required("stage", str), step.required("note", str)) for step in own.children("trace")),
        next_page=own.optional("nextPage", str),
        print_page=own.optional("printPage", str),
        one_page=own.optional("onePage", str),
        pages=own.strings("pages"),
        missing_pages=tuple(
            MissingPage(page.required("url", str), page.required("code", str), page.required("reason", str))
            for page in own.children("missingPages")
        ),
        teasers=tuple(_teaser(teaser) for teaser in own.children("teasers")),
        posts=tuple(_post(post, by_place) for post in top.children("hasPart")),
        entries=tuple(_entry(entry, by_place) for entry in top.children("liveBlogUpdate")),
        comments=tuple(_post(comment, by_place) for comment in top.children("comment")),
    )


def _post(fields: _Fields, blocks: Mapping[tuple[int, int], Block]) -> Post:
    author = fields.optional_child("author")
    created = fields.moment("dateCreated", None)
    return Post(
        text=fields.required("text", str),
        author=author.required("name", str) if author else None,
        when=fields.optional("when", str),
        date=created.value if created else None,
        url=fields.optional("url", str),
        author_url=author.optional("url", str) if author else None,
        reply_to=fields.optional("replyTo", int),
        blocks=tuple(blocks[number] for number in fields.pairs("blocks") if number in blocks),
    )


def _entry(fields: _Fields, blocks: Mapping[tuple[int, int], Block]) -> Entry:
    author = fields.optional_child("author")
    published = fields.moment("datePublished", None)
    return Entry(
        text=fields.required("articleBody", str),
        title=fields.optional("headline", str),
        author=author.required("name", str) if author else None,
        when=fields.optional("when", str),
        date=published.value if published else None,
        url=fields.optional("url", str),
        blocks=tuple(blocks[number] for number in fields.pairs("blocks") if number in blocks),
    )


def _teaser(fields: _Fields) -> Teaser:
    image = fields.optional_child("image")
    return Teaser(
        title=fields.required("title", str),
        url=fields.optional("url", str),
        text=fields.optional("text", str) or "",
        image=_image(image) if image else None,
        xpath=fields.optional("xpath", str) or "",
    )


def _page_type(own: _Fields) -> PageType | None:
    if own.optional("judgedType", dict) is None:
        return None
    judged = own.child("judgedType")
    return PageType(judged.required("name", str), judged.number("probability", 0.0))


def _check_version(version: str) -> None:
    if version.split(".")[0] != SCHEMA_VERSION.split(".")[0]:
        raise BadInput(f"schema version {version} is not one that this tamis reads ({SCHEMA_VERSION}); upgrade tamis")


@dataclass(frozen=True, slots=True)
class _Fields:
    """A JSON object and its path in the document."""

    values: Mapping[str, Any]
    path: str

    def required(self, name: str, kind: type[Value]) -> Value:
        value = self.optional(name, kind)
        if value is None:
            raise BadInput(f"the field {self.path}{name} is missing; see docs/json.md")
        return value

    def optional(self, name: str, kind: type[Value]) -> Value | None:
        value = self.values.get(name)
        if value is None:
            return None
        # In Python a bool is an int; in JSON it is not a number.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self._wrong(name, kind.__name__)
        return value

    def number(self, name: str, default: float) -> float:
        whole_or_not = (int, float)
        value = self.values.get(name, default)
        if not isinstance(value, whole_or_not) or isinstance(value, bool):
            raise self._wrong(name, "number")
        return float(value)

    def enum(self, name: str, kind: type[AnEnum], default: AnEnum | None = None) -> AnEnum:
        value = self.optional(name, str)
        if value is None and default is not None:
            return default
        return self._made(name, kind, value)

    def strings(self, name: str) -> tuple[str, ...]:
        values = self.optional(name, list) or []
        if not all(isinstance(value, str) for value in values):
            raise self._wrong(name, "list of strings")
        return tuple(values)

    def pairs(self, name: str) -> Iterator[tuple[int, int]]:
        for value in self.optional(name, list) or []:
            match value:
                case [int() as first, int() as second]:
                    yield first, second
                case _:
                    raise self._wrong(name, "list of pairs of numbers")

    def child(self, name: str) -> _Fields:
        return _Fields(self.required(name, dict), f"{self.path}{name}.")

    def optional_child(self, name: str) -> _Fields | None:
        return self.child(name) if self.values.get(name) is not None else None

    def children(self, name: str) -> list[_Fields]:
        return [
            _as_fields(value, f"{self.path}{name}[{number}]")
            for number, value in enumerate(self.optional(name, list) or [])
        ]

    def _made(self, name: str, make: Callable[[Any], Value], value: object) -> Value:
        try:
            return make(value)
        except ValueError as error:
            raise BadInput(f"the field {self.path}{name} has the value {value!r}: {error}") from error

    def moment(self, name: str, origin: _Fields | None) -> Moment | None:
        text = self.optional(name, str)
        if text is None:
            return None
        make: Callable[[str], date] = datetime.fromisoformat if "T" in text else date.fromisoformat
        value = self._made(name, make, text)
        if origin is None:
            return Moment(text, value)
        found_in = origin.optional("source", str)
        source, name = origin._made("source", _date_source, found_in) if found_in else (None, "")
        return Moment(origin.required("raw", str), value, source, name)

    def _wrong(self, name: str, kind: str) -> BadInput:
        return BadInput(f"the field {self.path}{name} should be of type {kind}; see docs/json.md")


def _date_source(text: str) -> tuple[DateSource, str]:
    """Parse the source of a date and the name of its element: ``meta article:published_time``."""
    whole = next((source for source in DateSource if source.value == text), None)
    source, _, name = text.partition(" ")
    return (DateSource(source), name) if whole is None else (whole, "")


def _as_fields(value: object, path: str) -> _Fields:
    if not isinstance(value, dict):
        raise BadInput(f"the field {path} should be an object; see docs/json.md")
    return _Fields(value, f"{path}.")


def _metadata(top: _Fields, own: _Fields) -> Metadata:
    values: dict[str, Any] = {
        field.attribute: _rights(own, name) if field.form is Form.RIGHTS else own.optional(name, str)
        for name, field in OWN_JSON_FIELDS.items()
    }
    values |= {
        field.attribute: _READERS[field.form](top, name, own, field.attribute)
        for name, field in JSON_FIELDS.items()
        if name != "url"
    }
    return Metadata(**{attribute: value for attribute, value in values.items() if value is not None})


def _rights(own: _Fields, name: str) -> Rights | None:
    rights = own.optional_child(name)
    if rights is None:
        return None
    return Rights(
        rights.optional("tdmReservation", bool),
        rights.optional("tdmPolicy", str),
        rights.strings("robots"),
        rights.strings("contentSignals"),
    )


def _organization(top: _Fields, name: str, *_: object) -> str | None:
    organization = top.optional_child(name)
    return organization.required("name", str) if organization else None


def _lead_image(top: _Fields, name: str, *_: object) -> Image | None:
    image = top.optional_child(name)
    return _image(image, src="url", alt="description", credit="creditText") if image else None


def _negated(top: _Fields, name: str, *_: object) -> bool | None:
    value = top.optional(name, bool)
    return None if value is None else not value


_READERS: dict[Form, Callable[[_Fields, str, _Fields, str], Any]] = {
    Form.TEXT: lambda top, name, *_: top.optional(name, str),
    Form.TEXTS: lambda top, name, *_: top.strings(name),
    Form.PEOPLE: lambda top, name, *_: tuple(person.required("name", str) for person in top.children(name)),
    Form.ORGANIZATION: _organization,
    Form.MOMENT: lambda top, name, own, attribute: top.moment(name, own.optional_child(attribute)),
    Form.IMAGE: _lead_image,
    Form.NEGATED: _negated,
}


def _block(fields: _Fields) -> Block:
    span = fields.optional_child("span")
    image = fields.optional_child("image")
    media = fields.optional_child("media")
    table = fields.optional_child("table")
    callout = fields.optional_child("callout")
    return Block(
        kind=fields.enum("kind", Kind),
        text=fields.required("text", str),
        index=fields.required("index", int),
        xpath=fields.required("xpath", str),
        span=Span(*(span.required(name, int) for name in Span._fields)) if span else None,
        inlines=_inlines(fields),
        level=fields.optional("level", int) or 0,
        number=fields.optional("number", int),
        continues=fields.optional("continues", bool) or False,
        quoted=fields.optional("quoted", int) or 0,
        anchor=fields.optional("anchor", str),
        language=fields.optional("language", str),
        checked=fields.optional("checked", bool),
        term=fields.optional("term", bool),
        callout=Callout(callout.required("kind", str), callout.required("number", int)) if callout else None,
        label=fields.optional("label", str) or "",
        table=Table(_rows(table), _inlines(table, "caption")) if table else None,
        image=_image(image) if image else None,
        media=_media(media) if media else None,
        role=fields.enum("role", Role, Role.TEXT),
        score=fields.number("score", 1.0),
        reason=fields.optional("reason", str) or "",
        page=fields.optional("page", int) or 1,
        decided_by=fields.enum("decidedBy", DecidedBy, DecidedBy.STRATEGY),
        hidden=fields.optional("hidden", str),
    )


def _inlines(fields: _Fields, name: str = "inlines") -> tuple[Inline, ...]:
    return tuple(
        Inline(
            inline.required("text", str),
            frozenset(inline._made("marks", Mark, mark) for mark in inline.strings("marks")),
            inline.optional("href", str),
        )
        for inline in fields.children(name)
    )


def _rows(fields: _Fields) -> tuple[tuple[Cell, ...], ...]:
    rows = fields.optional("rows", list) or []
    return tuple(
        tuple(_cell(cell) for cell in _Fields({"rows": row}, f"{fields.path}rows[{number}].").children("rows"))
        for number, row in enumerate(rows)
    )


def _cell(fields: _Fields) -> Cell:
    return Cell(
        inlines=_inlines(fields),
        header=fields.optional("header", bool) or False,
        colspan=_or_one(fields.optional("colspan", int)),
        rowspan=_or_one(fields.optional("rowspan", int)),
    )


def _or_one(span: int | None) -> int:
    return 1 if span is None else span


def _image(fields: _Fields, src: str = "src", alt: str = "alt", credit: str = "credit") -> Image:
    return Image(
        src=fields.required(src, str),
        alt=fields.optional(alt, str) or "",
        caption=fields.optional("caption", str) or "",
        width=fields.optional("width", int),
        height=fields.optional("height", int),
        credit=fields.optional(credit, str) or "",
        sources=fields.strings("sources"),
        reason=fields.optional("reason", str) or "",
    )


def _media(fields: _Fields) -> Media:
    return Media(
        type=fields.required("type", str),
        src=fields.required("src", str),
        title=fields.optional("title", str) or "",
        poster=fields.optional("poster", str),
    )
