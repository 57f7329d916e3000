"""The Python examples of every page run. Blocks with a prompt are compared with their output, the others are executed.

Blocks of a page share their names. Blocks that fetch, or import a package that is not installed, are only compiled;
sketches with an ellipsis (…) are skipped.
"""

from __future__ import annotations

import doctest
import gc
import re
import tomllib
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import tamis
from tamis.core import pipeline
from tamis.core.strategies import by_name, names

from . import manual

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START_WORKERS = frozenset({"batch.md", "serve.md", "workers.md"})
"""Pages whose examples start processes, which is slow."""
PAGES = [
    pytest.param(page, marks=[pytest.mark.slow] if page.name in START_WORKERS else [])
    for page in manual.PAGES
    if manual.fences(page, "python")
]


@pytest.fixture(scope="module")
def collection_of_what_is_new() -> Iterator[None]:
    """Leave what other tests hold, which is much, out of the collections below."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("page", PAGES, ids=manual.name)
@pytest.mark.usefixtures("in_a_folder_of_its_own", "collection_of_what_is_new")
def test_examples_run(page: Path) -> None:
    names: dict[str, Any] = {"__name__": "example"}
    for fence in manual.fences(page, "python"):
        if "…" in fence.code:
            continue
        if ">>> " in fence.code:
            _check_prompts(fence, names, page)
            continue
        code = compile(fence.code, f"{manual.name(page)}, line {fence.line}", "exec", dont_inherit=True)
        if _can_run(fence.code):
            exec(code, names)
    names.clear()
    gc.collect()  # so that what the page leaves open is noticed here


def _can_run(code: str) -> bool:
    packages = re.findall(r"^(?:from|import) (\w+)", code, re.MULTILINE)
    fetches = re.search(r"\b(?:fetch|fetch_page|Fetcher)\b", code)
    return fetches is None and all(map(find_spec, packages))


def _check_prompts(fence: manual.Fence, names: dict[str, Any], page: Path) -> None:
    name = manual.name(page)
    test = doctest.DocTestParser().get_doctest(fence.code, names, name, name, fence.line)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not report, "".join(report)


def test_the_quick_start_and_the_readme_have_examples() -> None:
    assert len(manual.fences("README.md", "python")) >= 2  # and a table, which test_readme_lines.py runs
    assert len(manual.fences("docs/quickstart.md", "python")) >= 3


@pytest.mark.usefixtures("in_a_folder_of_its_own")
def test_the_readme_shows_the_labels_that_the_pipeline_gave() -> None:
    names: dict[str, Any] = {}
    for fence in manual.fences("README.md", "python"):
        if "fetch(" not in fence.code:
            exec(compile(fence.code, "README.md", "exec", dont_inherit=True), names)
    labels = pipeline.extract_traced(tamis.Page(names["html"], names["article"].url)).chosen.labels
    shown = [(block.kept, block.role, block.reason) for block in names["report"].blocks]
    assert shown == list(zip(labels.kept, labels.roles, labels.reasons, strict=True))
    assert (False, tamis.Role.TITLE, "the title itself") in shown
    assert names["report"].article == names["article"]


@pytest.mark.usefixtures("long_paragraphs")
def test_the_strategy_in_the_docs_is_found_by_its_entry_point() -> None:
    page = "<h1>Tides</h1><p>Six hours.</p><p>" + "The sea came in and went out again. " * 12
    article = tamis.extract(page, settings=tamis.Settings(strategy="long-paragraphs"))
    assert "long-paragraphs" in names()
    assert article.outcome is tamis.Outcome.ARTICLE
    assert [block.reason for block in article.blocks] == ["a long paragraph"]


@pytest.mark.usefixtures("long_paragraphs")
def test_the_strategy_in_the_docs_keeps_the_contract(site: list[str]) -> None:
    strategy = by_name("long-paragraphs")
    for html in ("", "text", "<div>" * 500, *site):
        document = pipeline.prepare(tamis.Page(html)).document
        labels = strategy.label(document)
        assert len(labels) == len(document)
        assert all(labels.reasons)
        assert labels == strategy.label(document)


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples find the example site where README says that it is; what they write is not left in the repository."""
    (tmp_path / "examples").symlink_to(manual.ROOT / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def site() -> list[str]:
    files = sorted((manual.ROOT / "examples/site").glob("*.html"))
    return [file.read_text(encoding="utf-8", errors="replace") for file in files]


@pytest.fixture
def long_paragraphs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of docs/strategies.md, as it looks when it is installed."""
    project = tomllib.loads(manual.fences("docs/strategies.md", "toml")[0].code)["project"]
    (points,) = project["entry-points"].items()
    group, members = points
    module = next(iter(members.values())).partition(":")[0]
    code = manual.fences("docs/strategies.md", "python")[-1].code
    (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
    information = tmp_path / f"{module}-{project['version']}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"[{group}]", *(f"{name} = {target}" for name, target in members.items())]
    (information / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    assert entry_points(group=group)
