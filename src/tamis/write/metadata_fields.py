"""The metadata fields with their names in each format: a new field is a row here.

JSON and its schema, XML and its schema, front matter, the report of `tamis explain`, the columns of batches and the
tables of the docs are made from the rows.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Form(Enum):
    """The form of a value; the JSON type is in docs/json.md."""

    TEXT = "text"
    TEXTS = "texts"
    PEOPLE = "people"
    ORGANIZATION = "organization"
    MOMENT = "moment"
    """A date: ISO 8601 at the top of the JSON, and as the page writes it under ``tamis``."""
    IMAGE = "image"
    NEGATED = "negated"
    """A boolean that schema.org defines the other way round."""
    RIGHTS = "rights"
    """Declarations about use by machines: an object under ``tamis`` in the JSON, and a list of texts elsewhere."""


class MetadataField(NamedTuple):
    """A metadata field, and its name in each format. A format does not write a field that it has no name for."""

    attribute: str
    """Name as an attribute of `Article`, which has all fields of `Metadata`."""
    help: str
    form: Form = Form.TEXT
    json: str = ""
    """Schema.org's name, at the top of the JSON."""
    own_json: str = ""
    """Name under ``tamis`` in the JSON, if schema.org has none. Only texts and rights."""
    xml: str = ""
    """Name of the element; one with several values is repeated. The language is an attribute."""
    front_matter: str = ""
    is_cited: bool = False
    """True if it is in the short head of Markdown, which has what a citation needs."""
    report: str = ""
    """Label among the short facts in the report of `tamis explain`."""
    report_line: str = ""
    """Label in the report, for fields that need a line of their own."""
    is_column: bool = True
    """True if batches have a column for it, with the name of the attribute."""


METADATA_FIELDS = (
    MetadataField(
        "title",
        "The headline.",
        json="headline",
        xml="title",
        front_matter="title",
        is_cited=True,
        report_line="title",
    ),
    MetadataField(
        "subtitle",
        "The standfirst below the headline.",
        json="alternativeHeadline",
        xml="subtitle",
        front_matter="subtitle",
        report_line="subtitle",
    ),
    MetadataField(
        "authors",
        "The authors' names.",
        Form.PEOPLE,
        json="author",
        xml="author",
        front_matter="authors",
        is_cited=True,
        report="authors",
    ),
    MetadataField(
        "published",
        "The date of publication in ISO 8601, without time or zone if the page gives none.",
        Form.MOMENT,
        json="datePublished",
        xml="date",
        front_matter="date",
        is_cited=True,
        report="published",
    ),
    MetadataField(
        "modified",
        "The date of the last change in ISO 8601, without time or zone if the page gives none.",
        Form.MOMENT,
        json="dateModified",
        xml="modified",
        front_matter="modified",
        report="modified",
    ),
    MetadataField(
        "site_name",
        "The name of the site.",
        Form.ORGANIZATION,
        json="publisher",
        xml="site",
        front_matter="site",
        is_cited=True,
        report="site",
    ),
    MetadataField(
        "description",
        "The page's own summary.",
        json="description",
        xml="description",
        front_matter="description",
        report_line="description",
    ),
    MetadataField(
        "url",
        "The URL that was fetched.",
        json="url",
        xml="url",
        front_matter="url",
        is_cited=True,
        is_column=False,
    ),
    MetadataField(
        "canonical_url",
        "The URL that the page declares as canonical.",
        json="mainEntityOfPage",
        xml="canonical",
    ),
    MetadataField(
        "language",
        "The language as a BCP 47 tag: `de`, `pt-BR`.",
        json="inLanguage",
        front_matter="language",
        report="language",
    ),
    MetadataField(
        "section", "The section of the site: `Sport`.", json="articleSection", xml="section", report="section"
    ),
    MetadataField(
        "tags",
        "The keywords.",
        Form.TEXTS,
        json="keywords",
        xml="tag",
        front_matter="tags",
        report_line="topics",
    ),
    MetadataField("license", "The license, by URL or name.", json="license", xml="license", front_matter="license"),
    MetadataField(
        "rights",
        "Declarations about the use of the page by machines.",
        Form.RIGHTS,
        own_json="rights",
        front_matter="rights",
        report_line="rights",
        is_column=False,
    ),
    MetadataField(
        "lead_image",
        "The picture that represents the article.",
        Form.IMAGE,
        json="image",
        xml="lead",
        front_matter="image",
        report_line="lead image",
    ),
    MetadataField(
        "paywalled",
        "True if the page declares that it has to be paid for, false if it declares the opposite.",
        Form.NEGATED,
        json="isAccessibleForFree",
        front_matter="paywalled",
        report="to be paid for",
    ),
    MetadataField("title_source", "The source of the headline.", own_json="titleSource", is_column=False),
    MetadataField("page_type", "The type that the page declares: `NewsArticle`.", own_json="pageType", report="type"),
)
"""All metadata fields, in the order of the JSON."""


def fields_in_order(*first: str) -> tuple[MetadataField, ...]:
    """Sort the metadata fields for a format: those that are named come first, then the others in their order."""
    by_name = {field.attribute: field for field in METADATA_FIELDS}
    return tuple({name: by_name[name] for name in (*first, *by_name)}.values())


JSON_FIELDS = {field.json: field for field in METADATA_FIELDS if field.json}
"""Fields at the top of the JSON, by schema.org's names."""
OWN_JSON_FIELDS = {field.own_json: field for field in METADATA_FIELDS if field.own_json}
"""Fields under ``tamis`` in the JSON."""
XML_FIELDS = {field.xml: field for field in fields_in_order("url", "canonical_url") if field.xml}
"""Elements of an article."""
FRONT_MATTER_FIELDS = {
    field.front_matter: field.attribute
    for field in fields_in_order(
        "title", "subtitle", "authors", "published", "modified", "url", "site_name", "language"
    )
    if field.front_matter
}
HEAD_FIELDS = {field.front_matter: field.attribute for field in METADATA_FIELDS if field.is_cited}
"""Fields of the short head of Markdown."""
LONG_REPORT_FIELDS = {field.report_line: field.attribute for field in METADATA_FIELDS if field.report_line}
SHORT_REPORT_FIELDS = {
    field.report: field.attribute
    for field in fields_in_order("authors", "site_name", "published", "modified", "language", "section", "page_type")
    if field.report
}
"""Labels of the facts in the report: first the long ones, then the short."""
COLUMN_FIELDS = tuple(
    field
    for field in fields_in_order("title", "subtitle", "authors", "published", "modified", "language")
    if field.is_column
)
"""Fields that batches have a column for, in the order of the columns."""
