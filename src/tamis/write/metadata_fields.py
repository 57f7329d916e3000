"""Metadata fields of each format, with their names and forms: a new field is a row here.

Rows are in the order in which a format writes them. They name attributes of `Article`, which has all fields of
`Metadata`. If a row gives no form, the type of the value decides how it is written.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Form(Enum):
    """The form of a value in JSON."""

    TEXT = "text"
    TEXTS = "texts"
    PEOPLE = "people"
    ORGANIZATION = "organization"
    MOMENT = "moment"
    """A date: ISO 8601 at the top, and as the page writes it under ``tamis``."""
    IMAGE = "image"
    NEGATED = "negated"
    """A boolean that schema.org defines the other way round."""


class JsonField(NamedTuple):
    """An attribute of an article, and its form in JSON."""

    attribute: str
    form: Form = Form.TEXT


JSON_FIELDS = {
    "headline": JsonField("title"),
    "alternativeHeadline": JsonField("subtitle"),
    "author": JsonField("authors", Form.PEOPLE),
    "datePublished": JsonField("published", Form.MOMENT),
    "dateModified": JsonField("modified", Form.MOMENT),
    "publisher": JsonField("site_name", Form.ORGANIZATION),
    "description": JsonField("description"),
    "url": JsonField("url"),
    "mainEntityOfPage": JsonField("canonical_url"),
    "inLanguage": JsonField("language"),
    "articleSection": JsonField("section"),
    "keywords": JsonField("tags", Form.TEXTS),
    "license": JsonField("license"),
    "image": JsonField("lead_image", Form.IMAGE),
    "isAccessibleForFree": JsonField("paywalled", Form.NEGATED),
}
"""Fields with schema.org's names, at the top of the JSON."""

OWN_JSON_FIELDS = {"titleSource": "title_source", "pageType": "page_type"}
"""Text fields that schema.org has no name for, under ``tamis``."""

FRONT_MATTER_FIELDS = {
    "title": "title",
    "subtitle": "subtitle",
    "authors": "authors",
    "date": "published",
    "modified": "modified",
    "url": "url",
    "site": "site_name",
    "language": "language",
    "description": "description",
    "tags": "tags",
    "license": "license",
    "image": "lead_image",
    "paywalled": "paywalled",
}
XML_FIELDS = {
    "url": "url",
    "canonical": "canonical_url",
    "title": "title",
    "subtitle": "subtitle",
    "author": "authors",
    "date": "published",
    "modified": "modified",
    "site": "site_name",
    "description": "description",
    "section": "section",
    "tag": "tags",
    "license": "license",
    "lead": "lead_image",
}
"""Elements of an article; one with several values is repeated. The language is an attribute."""

LONG_REPORT_FIELDS = {
    "title": "title",
    "subtitle": "subtitle",
    "description": "description",
    "topics": "tags",
    "lead image": "lead_image",
}
SHORT_REPORT_FIELDS = {
    "authors": "authors",
    "site": "site_name",
    "published": "published",
    "modified": "modified",
    "language": "language",
    "section": "section",
    "type": "page_type",
    "to be paid for": "paywalled",
}
"""Labels of the facts in the report of `tamis explain`: first the long ones, then the short."""
