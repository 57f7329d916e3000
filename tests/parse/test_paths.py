from __future__ import annotations

from tamis.core.parse import parse
from tamis.core.parse.positions import CountedPaths, Paths
from tamis.core.parse.tree import parse_html, path_of
from tamis.model import Page

ODD = "<x$y>"  # a name that XPath cannot say


def test_a_block_has_the_path_of_its_element_or_of_its_run() -> None:
    document = parse(Page(html="<p>one</p><p>two</p><div>three<p>four</p>five</div>"))
    paths = Paths(document)
    assert [paths.of(block) for block in range(len(document))] == [
        "/html/body/p[1]",
        "/html/body/p[2]",
        "/html/body/div/text()[1]",
        "/html/body/div/p",
        "/html/body/div/text()[2]",
    ]


def test_paths_by_counting_are_the_same_whether_remembered_or_not() -> None:
    tree = parse_html(f"<p>one{ODD}<b>two</b>text<i>three</i></p>" * 5)
    counted = CountedPaths()
    elements = tree.select("*")
    odd = [element for element in elements if "*[" in path_of(element)]
    assert odd
    assert [path_of(element, counted) for element in elements] == [path_of(element) for element in elements]
    assert len({counted(element) for element in elements}) == len(elements)


def test_many_elements_beside_each_other_are_counted_once() -> None:
    document = parse(Page(html=f"<div>{ODD}" + "<p>word</p>" * 20_000))
    paths = Paths(document)
    assert paths.of(19_999).endswith("/*[20000]")
    assert len({paths.of(block) for block in range(20_000)}) == 20_000
