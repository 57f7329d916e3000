"""Build the documentation as a site, and the hooks of mkdocs for it: `make docs-site`.

`out/site` gets a folder for the version (0.1), `versions.json` for the list of versions, and a page that leads to the
newest. Other versions there stay. A broken link or anchor, or anything that a page would load from elsewhere, fails it.
"""

from __future__ import annotations

import ast
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out" / "site"
FROM_OUTSIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "examples/site/README.md": "example-site.md",
}
"""Pages that are not in docs/, with their names on the site."""
REFERENCE = "reference.md"
_LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^( *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
_ELSEWHERE = re.compile(
    r"<(?:script|img|iframe|source)[^>]*\ssrc=\"?(?:https?:)?//"
    r"|<link[^>]*rel=\"?(?:stylesheet|preconnect)[^>]*href=\"?(?:https?:)?//"
)
_STYLE_ELSEWHERE = re.compile(r"@import\s+[\"'(]?(?:https?:)?//|url\([\"']?(?:https?:)?//")


def main() -> None:
    """Build the site into the folder of its version."""
    version = _version()
    folder = OUT / version
    shutil.rmtree(folder, ignore_errors=True)
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)  # noqa: S603 (this interpreter)
    if done.returncode:
        sys.exit("docs-site: mkdocs complains; see above")
    problems = loaded_from_elsewhere(folder)
    if problems:
        sys.exit("docs-site: loaded from elsewhere:\n" + "\n".join(problems))
    versions = sorted(
        (path.name for path in OUT.iterdir() if path.is_dir()), key=lambda name: [int(part) for part in name.split(".")]
    )
    listed = [{"version": name, "title": name, "aliases": []} for name in reversed(versions)]
    (OUT / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    newest = versions[-1]
    moved = f'<meta http-equiv=refresh content="0; url={newest}/"><a href="{newest}/">tamis {newest}</a>'
    (OUT / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{moved}\n", encoding="utf-8")
    pages = sum(1 for _ in folder.rglob("*.html"))
    print(f"docs-site: {pages} pages, links and anchors checked, in {folder.relative_to(ROOT)}")


def loaded_from_elsewhere(folder: Path) -> list[str]:
    """List what a page or a style sheet would load from another host."""
    patterns = {".html": _ELSEWHERE, ".css": _STYLE_ELSEWHERE}
    return [
        f"{file.relative_to(folder)}: {match[0][:120]}"
        for file in sorted(folder.rglob("*"))
        if file.suffix in patterns
        for match in patterns[file.suffix].finditer(file.read_text(encoding="utf-8"))
    ]


def _version() -> str:
    """Return the minor version, which has a folder of its own."""
    found = re.search(r'__version__ = "(\d+\.\d+)', (ROOT / "src/tamis/_version.py").read_text(encoding="utf-8"))
    assert found is not None  # noqa: S101 (the file is tamis's own)
    return found[1]


# Hooks of mkdocs.


def on_config(config: Any) -> Any:
    """Give headings the anchors that they have on GitHub, and complete the navigation."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    for name in ("strategies", "measured"):
        pages = sorted(f"{name}/{path.name}" for path in (ROOT / "docs" / name).glob("*.md"))
        for section in config.nav:
            for entries in section.values():
                if isinstance(entries, list) and name.upper() in entries:
                    place = entries.index(name.upper())
                    entries[place : place + 1] = pages
    return config


def anchor(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside of docs/, the files that pages link to, and the reference."""
    from mkdocs.structure.files import File

    for source, page in FROM_OUTSIDE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    files.append(File.generated(config, REFERENCE, content=reference()))
    files.append(File.generated(config, "site.css", content=STYLE))
    sources = [(name, ROOT / name) for name in FROM_OUTSIDE]
    sources += [(path.relative_to(ROOT).as_posix(), path) for path in sorted((ROOT / "docs").rglob("*.md"))]
    linked = {target for name, path in sources for target in _linked_files(name, path.read_text(encoding="utf-8"))}
    for target in sorted(linked):
        files.append(File.generated(config, f"files/{target}", abs_src_path=str(ROOT / target)))
    return files


def _linked_files(source: str, text: str) -> list[str]:
    """List files of the repository that a page links to and that are no pages."""
    targets = [resolved(source, match[3]) for match in _LINK.finditer(_FENCE.sub("", text))]
    return [
        path
        for path in targets
        if path and not path.startswith("docs/") and path not in FROM_OUTSIDE and (ROOT / path).is_file()
    ]


def resolved(source: str, target: str) -> str | None:
    """Return the path in the repository that a link of a page leads to; None if it leads elsewhere."""
    path = target.partition("#")[0]
    if not path or "://" in target or target.startswith("mailto:"):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path))


def on_page_markdown(markdown: str, page: Any, **_given: Any) -> str:
    """Lead links that leave docs/ to where their target is on the site; a folder is named and not linked."""
    here = page.file.src_uri
    source = next((name for name, on_site in FROM_OUTSIDE.items() if on_site == here), f"docs/{here}")

    def changed(match: re.Match[str]) -> str:
        path = resolved(source, match[3])
        if path is None or (path.startswith("docs/") and source.startswith("docs/")):
            return match[0]
        if path.startswith("docs/"):
            target = path.removeprefix("docs/")
        elif path in FROM_OUTSIDE:
            target = FROM_OUTSIDE[path]
        elif (ROOT / path).is_file():
            target = f"files/{path}"
        else:
            return match[2]
        relative = posixpath.relpath(target, posixpath.dirname(here) or ".")
        _, sign, fragment = match[3].partition("#")
        return f"{match[1]}[{match[2]}]({relative}{sign}{fragment})"

    parts = _FENCE.split(markdown)
    return "".join(part if number % 2 else _LINK.sub(changed, part) for number, part in enumerate(parts))


def reference() -> str:
    """Return the page that mkdocstrings fills: every public name of tamis."""
    tree = ast.parse((ROOT / "src/tamis/__init__.py").read_text(encoding="utf-8"))
    names = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"
    )
    head = "# Reference\n\nEvery public name, from the source. [API](api.md) explains them with examples.\n\n"
    return head + "\n".join(f"::: tamis.{name}\n" for name in sorted(names) if not name.startswith("_"))


STYLE = """\
.md-typeset table:not([class]) { font-size: .68rem; }
.md-typeset table:not([class]) td, .md-typeset table:not([class]) th { min-width: 0; }
.md-typeset table:not([class]) td:last-child { min-width: 9rem; }
.md-typeset table:not([class]) td code { word-break: normal; }
.md-typeset table:not([class]) td:first-child > code { white-space: nowrap; }
.md-typeset table:not([class]) td:last-child code { overflow-wrap: anywhere; }
.md-grid { max-width: 72rem; }
"""


def on_post_build(config: Any) -> None:
    """Write llms.txt, and each page as Markdown beside it."""
    site = Path(config.site_dir)
    sources = [(path, path.relative_to(ROOT / "docs").as_posix()) for path in sorted((ROOT / "docs").rglob("*.md"))]
    for path, name in [*sources, *((ROOT / source, name) for source, name in FROM_OUTSIDE.items())]:
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, site / name)
    lines = ["# tamis", "", f"> {config.site_description}", "", "All pages are Markdown at these URLs."]
    for section in config.nav:
        for title, pages in section.items():
            lines += ["", f"## {title}", ""]
            for page in [pages] if isinstance(pages, str) else pages:
                if (site / page).is_file():
                    lines.append(f"- [{_title(site / page)}]({page})")
    (site / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


if __name__ == "__main__":
    main()
