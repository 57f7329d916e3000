"""Generate what comes from the code: references of commands, tables of settings, lists of roles, outcomes and fields.

``python -m tamis.cli.reference docs`` regenerates them; a test fails if they differ. A table is between ``<!-- options:
NAME -->`` and ``<!-- end of options -->``, where NAME is a settings class, a strategy, or a name of `_OTHER_TABLES`.
The schemas of articles, JSON Schema and RELAX NG, list roles, outcomes and metadata fields too.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from copy import copy
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.batch.schema import COLUMNS
from tamis.cli import BENCH_COMMANDS, COMMANDS, LazyGroup, main
from tamis.cli.settings_options import NOT_ON_COMMAND_LINE, RENDER_OPTIONS, flags_of
from tamis.core.strategies import by_name
from tamis.core.summarizing import SummarySettings
from tamis.edition import EditionSettings
from tamis.io.deadlines import READ_SECONDS
from tamis.library import pictures, query, reading_services
from tamis.library.interests import InterestSettings
from tamis.model import Article, Metadata, Outcome, Role
from tamis.news import feeds, sitemaps, xml_limits
from tamis.news.digest import DigestSettings
from tamis.news.feed_making import FeedSettings
from tamis.news.refresh import RefreshSettings
from tamis.settings.batch import BatchSettings
from tamis.settings.crawl import CrawlSettings
from tamis.settings.excerpt import ExcerptSettings
from tamis.settings.extraction import Limits, Settings
from tamis.settings.fetching import FetchSettings, RenderSettings
from tamis.settings.options import options_of
from tamis.settings.reader import ReaderSettings
from tamis.settings.serve import ServeSettings
from tamis.settings.workers import PoolSettings
from tamis.text.expressions import repeated
from tamis.text.urls.safety import MAX_URL
from tamis.write.grid import MAX_GRID_CELLS, MAX_REPEATED
from tamis.write.metadata_fields import JSON_FIELDS, METADATA_FIELDS, OWN_JSON_FIELDS, XML_FIELDS, Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.settings.options import Option

_CLASSES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        Settings,
        Limits,
        FetchSettings,
        RenderSettings,
        EditionSettings,
        SummarySettings,
        ExcerptSettings,
        CrawlSettings,
        BatchSettings,
        DigestSettings,
        FeedSettings,
        RefreshSettings,
        InterestSettings,
        ServeSettings,
        ReaderSettings,
    )
}
_TABLE = re.compile(r"(<!-- options: ([\w-]+) -->\n)" + repeated(r"[^<]|<(?!!--)") + r"(<!-- end of options -->\n)")

_OF_FORM = {
    Form.PEOPLE: 'A list of `{"@type": "Person", "name": …}`.',
    Form.ORGANIZATION: '`{"@type": "Organization", "name": …}`.',
    Form.TEXTS: "A list.",
    Form.IMAGE: '`{"@type": "ImageObject"}` with `url`, `description` (alternative text), `caption`, `creditText`, '
    "`width`, `height`.",
    Form.NEGATED: "The JSON has the opposite.",
}
"""Forms of metadata fields in JSON, for the docs; others are texts."""
_LIMITS: dict[str, list[tuple[str, object, str]]] = {
    "page": [
        ("characters of a page", Limits().max_characters, "`TooLarge`, before parsing"),
        ("elements of a page", Limits().max_elements, "`TooLarge`, after parsing"),
        ("characters of a URL in a page", MAX_URL, "the link, picture or field is dropped"),
        ("pages of an article", Settings().max_pages, "the rest is named in `missing_pages`"),
        ("cells of a table, spans counted", MAX_GRID_CELLS, "spans are not repeated"),
        ("characters of a table's spans, repeated in each of their cells", MAX_REPEATED, "the same"),
    ],
    "fetching": [
        ("seconds for a page, redirects included", FetchSettings().timeout, "`TooSlow`"),
        ("seconds to connect", FetchSettings().connect_timeout, "`TooSlow`"),
        ("bytes of a page, decompressed", FetchSettings().max_bytes, "`ResponseTooLarge`, while reading"),
        ("bytes of a body, compressed", FetchSettings().max_compressed_bytes, "`ResponseTooLarge`, while reading"),
        ("bytes of a feed or sitemap", FetchSettings().max_feed_bytes, "the same"),
        ("bytes of a text file such as robots.txt", FetchSettings().max_text_bytes, "the same"),
        ("bytes of a picture", FetchSettings().max_image_bytes, "the picture is left out"),
        ("bytes of a style sheet", FetchSettings().max_style_bytes, "the style sheet is left out"),
        ("redirects", FetchSettings().max_redirects, "`BadResponse`"),
    ],
    "rendering": [
        ("seconds for a page in the browser", RenderSettings().timeout, "what is there by then, or `RenderFailed`"),
        ("requests of a page", RenderSettings().max_requests, "further ones are refused"),
        ("bytes that a page loads", RenderSettings().max_bytes, "further ones are refused"),
        ("elements of a page", RenderSettings().max_elements, "the page as the server sent it"),
        ("pages of one browser", RenderSettings().pages_per_browser, "another browser is started"),
    ],
    "workers": [
        ("seconds for a document", PoolSettings().deadline, "the worker is killed; `timed_out`"),
        ("bytes that a worker holds", PoolSettings().max_memory, "the worker is killed; `out_of_memory`"),
        ("tries of a document whose worker died", PoolSettings().tries, "`worker_died`"),
        ("documents of one worker", PoolSettings().max_documents, "another worker takes its place"),
        ("seconds for a file that is read outside of workers", READ_SECONDS, "it is given up with its reason"),
    ],
    "service": [
        ("bytes of a body, or of a line of one", ServeSettings().max_body, "413"),
        ("bytes that all requests hold together", ServeSettings().request_memory, "they wait, then 503"),
        ("seconds for a page", ServeSettings().deadline, "504"),
        ("seconds without a piece of the body", ServeSettings().body_timeout, "408"),
        ("seconds for the head of a request", ServeSettings().head_timeout, "the connection is closed"),
        ("seconds of an idle connection", ServeSettings().idle_timeout, "the connection is closed"),
        ("pages that wait for a worker", ServeSettings().max_waiting, "503"),
        ("requests of a client at a time", ServeSettings().client_requests, "429"),
        ("connections of a client", ServeSettings().client_connections, "429, and closed"),
        ("connections", ServeSettings().max_connections, "503, and closed"),
        ("pages that are fetched at a time", ServeSettings().fetches, "they wait"),
        ("bytes of the pictures in the library", ServeSettings().picture_space, "new ones are not kept"),
    ],
    "files": [
        ("bytes of a feed", feeds.MAX_FEED_BYTES, "`TooLarge`"),
        ("entries of a feed", feeds.MAX_ENTRIES, "the first ones are read"),
        ("levels of elements in a feed", xml_limits.MAX_DEPTH, "the feed is read up to there, and says so"),
        ("attributes of an element in a feed", xml_limits.MAX_ATTRIBUTES, "the same"),
        ("URLs of a sitemap", sitemaps.MAX_URLS, "the first ones are read"),
        ("bytes of a sitemap", sitemaps.MAX_BYTES, "it is read up to there"),
        ("bytes of a file to import", reading_services.MAX_BYTES, "the file is refused"),
        ("links of an import", reading_services.MAX_LINKS, "the first ones are read"),
        ("characters of a search", query.MAX_LENGTH, "the search is refused"),
        ("words of a search", query.MAX_TERMS, "the search is refused"),
        ("pictures that an article keeps", pictures.MAX_ARTICLE_PICTURES, "the first ones are kept"),
    ],
    "crawls": [
        ("pages of a run", CrawlSettings().max_pages, "the run ends; another one goes on"),
        ("links from the start", CrawlSettings().max_depth, "farther pages are not fetched"),
        ("rows of a file of a batch", BatchSettings().shard_rows, "another file begins"),
        ("seconds for a document of a batch", BatchSettings().deadline, "a reject with its reason"),
        ("bytes of memory of a worker of a batch", BatchSettings().max_memory, "a reject with its reason"),
    ],
}
"""Limits that pages, servers, files and clients meet: what is limited, the default, what happens beyond it."""


def _limits_table(rows: Iterable[tuple[str, object, str]]) -> list[tuple[str, str, str]]:
    return [
        ("limit", "default", "beyond it"),
        *((what, f"{value:,g}" if isinstance(value, float) else f"{value:,}", beyond) for what, value, beyond in rows),
    ]


_OTHER_TABLES = {
    **{f"limits-{name}": _limits_table(rows) for name, rows in _LIMITS.items()},
    "batch-columns": [("column", "type", ""), *((f"`{column.name}`", column.type, column.help) for column in COLUMNS)],
    "roles": [("role", "kept blocks", "dropped blocks"), *((f"`{role}`", role.kept, role.dropped) for role in Role)],
    "outcomes": [
        ("`outcome`", "meaning", "evidence"),
        *((f"`{outcome}`", outcome.meaning, outcome.evidence) for outcome in Outcome),
    ],
    "json-fields": [
        ("field", "attribute", ""),
        *(
            (f"`{name}`", f"`{field.attribute}`", " ".join([field.help, *filter(None, [_OF_FORM.get(field.form)])]))
            for name, field in JSON_FIELDS.items()
        ),
    ],
    "xml-fields": [
        ("element", "attribute", ""),
        *((f"`<{name}>`", f"`{field.attribute}`", field.help) for name, field in XML_FIELDS.items()),
    ],
    "metadata": [
        ("field", "", "JSON"),
        *(
            (f"`{field.attribute}`", field.help, f"`{field.json or 'tamis.' + field.own_json}`")
            for field in METADATA_FIELDS
            if field.attribute != "url"
        ),
    ],
}
_LISTS = {
    re.compile(r"(?<=^\| `Role` \| )[^|\n]*(?= \|$)", re.MULTILINE): tuple(Role),
    re.compile(r"(?<=^\| `Outcome` \| )[^|:\n]*(?=: see \[outcomes\])", re.MULTILINE): tuple(Outcome),
    re.compile(r"(?<=^\| )[^|\n]*(?= \| fields of the metadata:)", re.MULTILINE): tuple(
        field.name for field in fields(Metadata) if isinstance(getattr(Article, field.name, None), property)
    ),
}
"""Lists of names in the docs."""

SHOWN_WHOLE = "extract"
"""Command whose options are described in full; others have many of them."""
LEAST_SHARED = 8
"""Minimum number of shared options that are only named; fewer are described in each command."""
SCHEMA = Path(__file__).parents[1] / "write" / "article.schema.json"
RULES = Path(__file__).parents[1] / "write" / "cuter-output.rng"
"""The RELAX NG schema of articles in XML; `SCHEMA` is that of articles in JSON."""
WIDTH = 100  # columns of the help text, whatever the terminal
_INTRODUCTION = """\
# Command line

This page is made from the commands' own help: `python -m tamis.cli.reference docs`. A test fails
when the two differ. [Quick start](quickstart.md) shows the commands at work;
[outcomes](outcomes.md#exit-status) explains the exit status. Options that many commands share are
described in [`tamis extract`](#tamis-extract), and in the help of each command. The commands `bench`,
`learn` and `plot` come with the package tamis-bench: see [its commands](bench-cli.md).
"""
_BENCH_INTRODUCTION = """\
# Commands of tamis-bench

This page is made from the commands' own help, like [that of tamis](cli.md). [Bench](bench.md) shows them at work.
"""


def reference() -> str:
    """Return the page of the built-in commands."""
    root = _root()
    sections = [_section(context) for context in (root, *_contexts(root, COMMANDS))]
    return "\n".join([_INTRODUCTION, *sections])


def bench_reference() -> str:
    """Return the page of the commands that the package tamis-bench adds."""
    return "\n".join([_BENCH_INTRODUCTION, *(_section(context) for context in _contexts(_root(), BENCH_COMMANDS))])


def _root() -> click.Context:
    return click.Context(BuiltIn(main), info_name="tamis", terminal_width=WIDTH, **main.context_settings)


class BuiltIn(LazyGroup):
    """The command `tamis` as its help shows it without commands of other packages."""

    def __init__(self, group: click.Group) -> None:
        super().__init__(group.name, help=group.help, params=group.params)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the built-in commands."""
        self.write_built_in(formatter)


def _contexts(parent: click.Context, names: Iterable[str]) -> Iterator[click.Context]:
    """Yield the contexts of a group's commands, each followed by those of its subcommands."""
    group = parent.command
    assert isinstance(group, click.Group)  # noqa: S101
    for name in sorted(names):
        command = group.get_command(parent, name)
        if command is None or command.hidden:
            continue
        context = click.Context(command, info_name=name, parent=parent)
        yield context
        if isinstance(command, click.Group):
            yield from _contexts(context, command.list_commands(context))


def _section(context: click.Context) -> str:
    path = context.command_path
    level = "#" * max(2, len(path.split()))
    return f"{level} {path}\n\n```text\n{_help(context)}\n```\n"


def _help(context: click.Context) -> str:
    """Write the help of a command. Options that it shares with `SHOWN_WHOLE` are only named."""
    described = {(option.name, getattr(option, "help", None)) for option in _shown_whole(context).params}
    options = [option for option in context.command.params if isinstance(option, click.Option)]
    shared = [option for option in options if (option.name, option.help) in described]
    if context.command.name == SHOWN_WHOLE or len(shared) < LEAST_SHARED:
        return context.get_help()
    command = copy(context.command)
    command.params = [option for option in context.command.params if option not in shared]
    own = click.Context(command, info_name=context.info_name, parent=context.parent).get_help()
    names = ", ".join("/".join(map(str, (*option.opts, *option.secondary_opts))) for option in shared)
    also = f"Also the options of tamis {SHOWN_WHOLE}: {names}."
    return f"{own}\n\n{textwrap.fill(also, WIDTH, initial_indent='  ', subsequent_indent='  ', break_on_hyphens=False)}"


def _shown_whole(context: click.Context) -> click.Command:
    command = main.get_command(context.find_root(), SHOWN_WHOLE)
    assert command is not None  # noqa: S101
    return command


def with_tables(page: str) -> str:
    """Update the tables of settings in a page of the docs from the code."""
    for listed, values in _LISTS.items():
        page = listed.sub(", ".join(f"`{value}`" for value in values), page)
    return _TABLE.sub(lambda found: f"{found[1]}\n{table_of(found[2])}\n{found[3]}", page)


_TEXT: dict[str, object] = {"type": "string"}
_JSON_TYPES: dict[Form, dict[str, object]] = {
    Form.TEXT: _TEXT,
    Form.TEXTS: {"type": "array", "items": _TEXT},
    Form.PEOPLE: {"type": "array", "items": {"$ref": "#/$defs/person"}},
    Form.ORGANIZATION: {"$ref": "#/$defs/organization"},
    Form.MOMENT: {"$ref": "#/$defs/date"},
    Form.IMAGE: {"$ref": "#/$defs/lead"},
    Form.NEGATED: {"type": "boolean"},
    Form.RIGHTS: {
        "type": "object",
        "properties": {
            "tdmReservation": {"type": "boolean"},
            "tdmPolicy": _TEXT,
            "robots": {"type": "array", "items": _TEXT},
            "contentSignals": {"type": "array", "items": _TEXT},
        },
    },
}


def with_names(schema: str) -> str:
    """Update metadata fields, outcomes and roles in the JSON schema of articles from the code."""
    whole = json.loads(schema)
    own, block = (whole["$defs"][name]["properties"] for name in ("tamis", "block"))
    whole["properties"] |= {name: _JSON_TYPES[field.form] for name, field in JSON_FIELDS.items()}
    own |= {name: _JSON_TYPES[field.form] for name, field in OWN_JSON_FIELDS.items()}
    own |= {field.attribute: {"$ref": "#/$defs/origin"} for field in METADATA_FIELDS if field.form is Form.MOMENT}
    own["outcome"]["enum"] = [outcome.value for outcome in Outcome]
    block["role"]["enum"] = [role.value for role in Role]
    return f"{_json_lines(whole)}\n"


def _json_lines(value: object, indent: str = "", name: str = "") -> str:
    """Write JSON with each value on one line, if it fits."""
    line = f"{indent}{name}{_json_line(value)}"
    inner = f"{indent}  "
    if isinstance(value, str) or (len(line) < WIDTH + 20 and not (isinstance(value, dict) and "properties" in value)):
        return line
    if isinstance(value, dict):
        entries = [_json_lines(entry, inner, f"{json.dumps(key)}: ") for key, entry in value.items()]
        return f"{indent}{name}{{\n" + ",\n".join(entries) + f"\n{indent}}}"
    assert isinstance(value, list)  # noqa: S101
    if all(isinstance(entry, str) for entry in value):
        listed = ", ".join(map(_json_line, value))
        lines = textwrap.fill(listed, WIDTH + 18, initial_indent=inner, subsequent_indent=inner, break_on_hyphens=False)
        return f"{indent}{name}[\n{lines}\n{indent}]"
    return f"{indent}{name}[\n" + ",\n".join(_json_lines(entry, inner) for entry in value) + f"\n{indent}]"


def _json_line(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)}: {_json_line(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_json_line, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


_PART = re.compile(r"(?<! )( *)<!-- (outcomes|fields) -->\n" + repeated(r"[^<]|<(?!!--)") + r"<!-- end -->")
_XML_CONTENT = {Form.MOMENT: '<ref name="moment"/>', Form.IMAGE: '<ref name="picture"/>'}
_REPEATED = frozenset({Form.TEXTS, Form.PEOPLE})


def with_elements(rules: str) -> str:
    """Update metadata fields and outcomes in the RELAX NG schema of articles from the code."""
    parts = {
        "outcomes": [f"          <value>{outcome}</value>" for outcome in Outcome],
        "fields": [f"      {_element(name, field.form)}" for name, field in XML_FIELDS.items()],
    }
    return _PART.sub(lambda found: _between_comments(found[1], found[2], parts[found[2]]), rules)


def _between_comments(indentation: str, name: str, lines: list[str]) -> str:
    return "\n".join((f"{indentation}<!-- {name} -->", *lines, f"{indentation}<!-- end -->"))


def _element(name: str, form: Form) -> str:
    times = "zeroOrMore" if form in _REPEATED else "optional"
    return f'<{times}><element name="{name}">{_XML_CONTENT.get(form, "<text/>")}</element></{times}>'


def table_of(name: str) -> str:
    """Write the table of the settings of a class or a strategy, or another one that comes from the code."""
    if name in _OTHER_TABLES:
        rows = _OTHER_TABLES[name]
        return "".join(f"| {' | '.join(row)} |\n".replace("  ", " ") for row in (rows[0], ("---",) * 3, *rows[1:]))
    own = _CLASSES.get(name)
    kind = own or type(by_name(name))
    head = ("field", "default", "values", "command line" if own else "from", "")
    table = [head, ("---",) * len(head), *(_row(setting, own) for setting in options_of(kind))]
    return "".join(f"| {' | '.join(row)} |\n".replace("  ", " ") for row in table)


def _row(setting: Option, own: type | None) -> tuple[str, ...]:
    is_option = setting.name in RENDER_OPTIONS if own is RenderSettings else setting.name not in NOT_ON_COMMAND_LINE
    is_option = is_option and own is not ReaderSettings
    flags = flags_of(setting) if setting.is_plain and not is_dataclass(setting.type) and is_option else ()
    origin = ", ".join(f"`{flag}`" for flag in flags) if own else setting.source
    return (f"`{setting.name}`", _default(setting.default), _values(setting), origin, setting.help.replace("|", r"\|"))


def _default(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"`{entry}`" for entry in value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int):
        return f"`{value:_}`"
    if is_dataclass(value):
        return f"`{type(value).__name__}()`"
    return f"`{value:.4g}`" if isinstance(value, float) else f"`{value}`"


def _values(setting: Option) -> str:
    return ", ".join(f"`{choice}`" for choice in setting.choices) or setting.range


def write(folder: Path) -> None:
    """Regenerate the references and the tables of all pages."""
    (folder / "cli.md").write_text(reference(), encoding="utf-8")
    (folder / "bench-cli.md").write_text(bench_reference(), encoding="utf-8")
    for page in sorted(folder.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if with_tables(text) != text:
            page.write_text(with_tables(text), encoding="utf-8")
    SCHEMA.write_text(with_names(SCHEMA.read_text(encoding="utf-8")), encoding="utf-8")
    RULES.write_text(with_elements(RULES.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(Path(sys.argv[1]))
    else:
        sys.stdout.write(reference())
