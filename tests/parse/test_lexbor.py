"""The other parser: the same blocks, texts and formats as turbohtml gives, without spans."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.core.parse.lexbor_tree import Comment, Doctype, Element, Text, parse
from tamis.core.parse.parsers import PARSER, chosen
from tamis.core.parse.tree import parse_html
from tamis.errors import BadSettings

ROOT = Path(__file__).parents[2]
PAGES = sorted((*ROOT.glob("tests/pages/*/page.html"), *ROOT.glob("examples/site/*.html")))
ODD = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/x.dtd"><!-- c -->
<title>T &amp; x</title>
<noscript><link rel=x></noscript><body class="a b" hidden data-x id=""><noscript><p>no</noscript><template><p>t<b>x</b>
<template>y</template></template><svg viewBox="0 0 1 1"><foreignObject><p>f</p></foreignObject><clipPath/></svg><math>
<annotation-xml encoding="text/html"><p>m</annotation-xml></math><p CLASS="Q" Xlink:href=1>a<br>b&nbsp;&#0;<table>z<tr>
<td>1<td>2</table><p>one<p>two<select><option>o</select><a href=/x>\ud800</a><plaintext>z"""


def outputs() -> dict[str, Any]:
    """What is made of the pages: the article as JSON without spans, Markdown and HTML."""
    found = {}
    for path in PAGES:
        article = tamis.extract(path, "https://page.example/folder/page.html")
        values = json.loads(article.to_json())
        for block in values.get("tamis", {}).get("blocks", ()):
            block["span"] = None
        found[str(path)] = [values, article.to_markdown(), article.to_html()]
    return found


@pytest.mark.slow
def test_every_golden_page_gives_the_same_article_but_for_its_spans() -> None:
    code = "import json; from parse.test_lexbor import outputs; print(json.dumps(outputs()))"
    environment = {**os.environ, PARSER: "lexbor", "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    other = json.loads(ended.stdout)
    own = json.loads(json.dumps(outputs()))
    assert len(own) > 80
    assert [name for name in own if own[name] != other[name]] == []


def shape(tree: Any, kinds: Any) -> list[Any]:
    """The nodes of a tree as plain values."""
    element, text, comment, doctype = kinds
    found: list[Any] = []
    node: Any
    for node in tree:
        kind = type(node)
        if kind is element:
            attributes = {name: node.attr(name) for name in node.attrs}
            found.append((node.tag, attributes, node.xpath_path(), shape(node, kinds)))
        elif kind in (text, comment):
            found.append((kind.__name__, node.data))
        elif kind is doctype:
            found.append((node.name, node.public_id, node.system_id))
        else:
            found.append(shape(node, kinds))
    return found


def test_the_tree_is_that_of_turbohtml() -> None:
    import turbohtml

    own = shape(parse(ODD), (Element, Text, Comment, Doctype))
    other = (turbohtml.Element, turbohtml.Text, turbohtml.Comment, turbohtml.Doctype)
    assert own == shape(parse_html(ODD.replace("\ud800", "\ufffd")), other)


def test_nodes_know_their_neighbors() -> None:
    tree = parse("<p id=a>one<b>two</b>three</p><p id=b>four")
    first, second = tree.select("p")
    assert first.next_sibling is second
    assert second.previous_sibling is first
    assert [getattr(node, "data", "b") for node in first] == ["one", "b", "three"]
    bold = first.find("b")
    assert bold is not None
    assert [type(node) for node in bold.next_siblings] == [type(node) for node in bold.previous_siblings] == [Text]
    assert [getattr(node, "tag", None) for node in bold.ancestors] == ["p", "body", "html", None]
    assert bold.order < second.order
    assert tree.text == "onetwothreefour"
    assert bold.matches("p > b")
    assert not bold.matches("p > p b")


def test_a_selector_that_is_not_known_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="a\\["):
        parse("<p>").select("a[")


def test_a_parser_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PARSER, "expat")
    with pytest.raises(BadSettings, match="turbohtml, lexbor"):
        chosen()
