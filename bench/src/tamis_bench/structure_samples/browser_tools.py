"""Tools that need a browser: editors, and highlighters that number lines or add buttons by script."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tamis_bench.structure_samples.texts import LISTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tamis_bench.structure_samples.texts import Listing

_EMPTY = "<div id=box></div>"
_WAIT = 20_000  # milliseconds
_PRISM = ("prism.js", *(f"components/prism-{name}.min.js" for name in ("python", "bash", "rust", "yaml", "sql", "c")))
_PLUGINS = ("line-numbers/prism-line-numbers", "toolbar/prism-toolbar", "show-language/prism-show-language",
            "copy-to-clipboard/prism-copy-to-clipboard")  # fmt: skip
_TOOLS: dict[str, tuple[tuple[str, ...], str]] = {
    "prism-line-numbers": (
        tuple(f"prismjs/{file}" for file in (*_PRISM, f"plugins/{_PLUGINS[0]}.js")),
        """box.innerHTML = '<pre class="line-numbers"><code></code></pre>'; const code = box.querySelector('code');
           code.className = 'language-' + language; code.textContent = text; Prism.highlightElement(code);""",
    ),
    "prism-toolbar": (
        tuple(f"prismjs/{file}" for file in (*_PRISM, *(f"plugins/{name}.js" for name in _PLUGINS[1:]))),
        """box.innerHTML = '<pre><code></code></pre>'; const code = box.querySelector('code');
           code.className = 'language-' + language; code.textContent = text; Prism.highlightElement(code);""",
    ),
    "highlightjs-line-numbers": (
        (
            "@highlightjs/cdn-assets/highlight.min.js",
            "highlightjs-line-numbers.js/dist/highlightjs-line-numbers.min.js",
        ),
        """box.innerHTML = '<pre><code></code></pre>'; const code = box.querySelector('code');
           code.className = 'language-' + language; code.textContent = text; hljs.highlightElement(code);
           hljs.lineNumbersBlockSync(code);""",
    ),
    "enlighter": (
        ("enlighterjs/dist/enlighterjs.min.js",),
        """box.innerHTML = '<pre></pre>'; box.firstChild.textContent = text;
           box.firstChild.dataset.enlighterLanguage = language;
           EnlighterJS.enlight(box.firstChild, {linenumbers: true, language: language});""",
    ),
    "codemirror-5": (
        ("codemirror/lib/codemirror.js", "codemirror/mode/python/python.js"),
        """CodeMirror(box, {value: text, lineNumbers: true, viewportMargin: Infinity, mode: language});""",
    ),
    "ace": (
        ("ace-builds/src-noconflict/ace.js",),
        """const editor = ace.edit(box, {value: text, maxLines: 60, readOnly: true});
           editor.renderer.updateFull(true);""",
    ),
    "monaco": (
        ("monaco-editor/min/vs/loader.js",),
        """box.style.height = '600px'; box.style.width = '900px';
           require(['vs/editor/editor.main'], () => monaco.editor.create(box, {value: text, language: language}));""",
    ),
}
_SHOWN = "text => document.getElementById('box').textContent.replace(/\\s/g, '').includes(text.replace(/\\s/g, ''))"


def code(modules: Path) -> dict[str, list[str]]:
    """Render the listings in chromium with the packages in a folder of npm, by tool."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        raise RuntimeError("chromium is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.route(
            "http://modules/**",
            lambda route: route.fulfill(path=modules / route.request.url.removeprefix("http://modules/")),
        )
        context.route(
            "http://modules/", lambda route: route.fulfill(body="<div id=box></div>", content_type="text/html")
        )
        page = context.new_page()
        made = {tool: [_rendered(page, tool, listing) for listing in LISTINGS] for tool in _TOOLS}
        browser.close()
    return made


def _rendered(page: Page, tool: str, listing: Listing) -> str:
    scripts, call = _TOOLS[tool]
    page.goto("http://modules/")
    page.evaluate("window.Prism = {manual: true}")
    for script in scripts:
        page.add_script_tag(url=f"http://modules/{script}")
    if tool == "monaco":
        page.evaluate("require.config({paths: {vs: 'http://modules/monaco-editor/min/vs'}})")
    given = json.dumps([listing.code, listing.language])
    page.evaluate(f"const [text, language] = {given}; const box = document.getElementById('box'); {call}")
    page.wait_for_function(_SHOWN, arg=listing.code.split("\n")[-1], timeout=_WAIT)
    page.wait_for_timeout(200)
    return str(page.evaluate("document.getElementById('box').outerHTML")).replace(' id="box"', "", 1)
