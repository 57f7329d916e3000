"""Peers in JavaScript, measured where people use them: in chromium, on the page's own DOM.

Defuddle writes Markdown itself. Readability gives HTML, which Turndown and its plugin for GitHub's tables turn into
Markdown, as its users do. The packages come from npm: `npm install defuddle @mozilla/readability turndown
turndown-plugin-gfm`. The page's own scripts do not run, and nothing is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis.io.rendering.browser import find_browser
from tamis_bench.progress import track
from tamis_bench.structure import Markdown, StructurePage, compare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from tamis_bench.samples import Sample


class Peer(NamedTuple):
    """An extractor in JavaScript."""

    name: str
    scripts: tuple[str, ...]
    """Files of the packages, in order."""
    call: str
    """Expression that gives the Markdown of the document."""


_MODULE = (
    "(() => {{ const module = {{exports: {{}}}}, exports = module.exports; {source}\n; return module.exports; }})()"
)
PEERS = (
    Peer(
        "defuddle",
        ("defuddle/dist/index.full.js",),
        "new (modules[0].default || modules[0])(document, {markdown: true, url}).parse().content || ''",
    ),
    Peer(
        "readability + turndown",
        (
            "@mozilla/readability/Readability.js",
            "turndown/dist/turndown.js",
            "turndown-plugin-gfm/dist/turndown-plugin-gfm.js",
        ),
        "(() => { const read = new modules[0](document).parse();"
        " const writer = new TurndownService({codeBlockStyle: 'fenced'}); writer.use(turndownPluginGfm.gfm);"
        " return read && read.content ? writer.turndown(read.content) : ''; })()",
    ),
)


def measure_in_browser(samples: Sequence[Sample], node_modules: Path, cap: float) -> list[StructurePage]:
    """Score every page for every peer whose package is there."""
    from playwright.sync_api import sync_playwright

    there = [peer for peer in PEERS if all((node_modules / script).is_file() for script in peer.scripts)]
    if not there:
        raise BadInput(f"{node_modules}: none of the packages is there; run npm install defuddle in the folder above")
    executable = find_browser()
    if executable is None:
        raise BadInput("there is no chromium; install the package chromium of your system")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable)
        context = chromium.new_context(java_script_enabled=False, offline=True)
        pages = list(_pages(context, samples, [(peer, source_of(peer, node_modules)) for peer in there], cap))
        chromium.close()
    return pages


def source_of(peer: Peer, node_modules: Path) -> str:
    """Return the function in JavaScript that gives the Markdown of the document, for the URL of the page."""
    sources = [(node_modules / script).read_text(encoding="utf-8") for script in peer.scripts]
    modules = ", ".join(_MODULE.format(source=source) for source in sources[:1])
    others = "\n;".join(sources[1:])
    return f"(url) => {{ {others}\n; const modules = [{modules}]; return {peer.call}; }}"


def _pages(
    context: BrowserContext, samples: Sequence[Sample], peers: Sequence[tuple[Peer, str]], cap: float
) -> Iterator[StructurePage]:
    for sample in track(samples, "in chromium"):
        for peer, source in peers:
            yield compare(sample, peer.name, _markdown(context, sample, source, cap))


def _markdown(context: BrowserContext, sample: Sample, source: str, cap: float) -> Markdown:
    page = context.new_page()
    page.set_default_timeout(cap * 1000)
    try:
        page.set_content(sample.html, wait_until="commit")
        return Markdown(str(page.evaluate(source, sample.url or "https://example.org/")))
    except Exception as error:  # noqa: BLE001 (a contender that dies on a page is counted, not fatal)
        return Markdown("", f"{type(error).__name__}: {error}"[:200])
    finally:
        page.close()
