"""The lines that README gives for what people want: each runs as it stands there."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tamis
from fetching.local_site import LocalSite, answer
from tamis.io.fetching import backend

from . import manual

if TYPE_CHECKING:
    from collections.abc import Iterator

ROW = re.compile(r"^\| (?P<wanted>[^|]+) \| (?P<written>.*`.*) \|$", re.MULTILINE)
SITE = manual.ROOT / "examples" / "site"
STORY = SITE / "harbour-tunnel.html"
COMMENTS = """<section id=comments><h2>Comments</h2><article class=comment><span class=author>Ann Field</span>
<time datetime=2024-03-14>14 March 2024</time><p>I have waited for this tunnel
for longer than I care to say.</p></article></section>"""


def lines() -> list[str]:
    """List the lines of README's table in Python."""
    part = manual.text("README.md").partition("## Python")[2].partition("## Data")[0]
    return [line for row in ROW.finditer(part) for line in re.findall("`([^`]+)`", row["written"])]


def statements(line: str) -> str:
    """Complete a line to statements: a loop has a body, a handler an error to catch."""
    if line.startswith(("for ", "async for ")):
        return f"{line}:\n    count += 1\nassert count"
    if line.startswith("except "):
        return f"try:\n    raise tamis.BadStatus(url, 404, 'gone')\n{line}"
    return line


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    html = STORY.read_text(encoding="utf-8").replace("</article>", f"</article>{COMMENTS}", 1)
    tables = tamis.extract(SITE / "budget-tables.html", url="https://courier.example/budget.html").tables
    article = tamis.extract(html, url="https://courier.example/harbour-tunnel.html")
    return {"tamis": tamis, "Path": Path, "html": html, "article": article, "tables": tables, "pages": [html, STORY]}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalSite]:
    """The example site on this machine, which may be fetched like any other."""
    monkeypatch.setattr(backend, "checked", lambda _host, addresses, **_options: addresses)
    with LocalSite() as local:
        local.routes = dict.fromkeys(("/robots.txt", "/sitemap.xml"), answer(b"", "404 Not Found"))
        local.routes["/"] = answer(
            b"<h1>News</h1><a href=/2024/03/14/story.html>Harbour tunnel to open nine months early</a>"
        )
        local.routes["/2024/03/14/story.html"] = answer(STORY.read_bytes())
        feed = b"<rss version='2.0'><channel><item><title>Tides</title><link>/tides</link></item></channel></rss>"
        local.routes["/feed.xml"] = answer(feed, content_type="application/rss+xml")
        yield local


def test_the_table_has_a_line_for_each_of_the_first_things_that_people_want() -> None:
    assert len(lines()) > 30
    assert {"article.text", "article.markdown"} <= set(lines())


@pytest.mark.slow  # starts workers, crawls a site
@pytest.mark.parametrize("line", [line for line in lines() if not line.startswith(".")])
def test_a_line_runs(
    line: str, names: dict[str, Any], site: LocalSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "story.html").write_bytes(STORY.read_bytes())
    path = "/feed.xml" if "fetch_feed" in line else "/" if "crawl(" in line else "/2024/03/14/story.html"
    given = names | {"url": site.url(path), "urls": [site.url(path)], "count": 0}
    if ".tables" in line:
        given["article"] = tamis.extract(SITE / "budget-tables.html")
    if "library." in line:
        given["library"] = tamis.Library("library.db")
        given["library"].add(names["article"])
    compiled = compile(statements(line), "README.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    running = eval(compiled, given)
    if inspect.iscoroutine(running):
        asyncio.run(running)
    if (library := given.get("library")) is not None:
        library.close()


def test_the_docstring_of_the_package_names_what_there_is() -> None:
    article = tamis.extract(STORY)
    text = textwrap.dedent(tamis.__doc__ or "")
    named = re.findall(r"``(?:await )?(tamis|article)\.(\w+)", text)
    assert len(named) > 15
    assert [name for owner, name in named if not hasattr(tamis if owner == "tamis" else article, name)] == []
