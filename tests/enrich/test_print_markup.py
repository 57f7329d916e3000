"""Markup of print links, and of what only looks like one, as content management systems and newspapers write it.

Each line of ``print_markup.jsonl`` has the URL of a page, the markup, and the URLs of which one is the print version;
none if there is none. All was judged before the rules ran on it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TypedDict
from urllib.parse import unquote

import pytest

from tamis.core.enrich import PageFacts
from tamis.core.enrich.page_links import find_page_links
from tamis.core.parse import parse
from tamis.model import Page

LINES = Path(__file__).with_name("print_markup.jsonl").read_text(encoding="utf-8").splitlines()
STORY = "<h1>Ferries of the north are late again</h1>" + "<p>The ferry was four hours late on Tuesday.</p>" * 3


class Markup(TypedDict, total=False):
    id: str
    own: str
    lang: str
    head: str
    html: str
    print: list[str]


MARKUP: list[Markup] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("markup", MARKUP, ids=[markup["id"] for markup in MARKUP])
def test_the_print_version_is_found_in_markup_of_many_systems(markup: Markup) -> None:
    head = f"<head><title>Ferries of the north are late again</title>{markup.get('head', '')}</head>"
    document = parse(Page(f"<html lang={markup['lang']}>{head}<body>{STORY}{markup['html']}", markup["own"]))
    link = find_page_links(replace(document, declared=PageFacts(document).declared)).print_page
    right = {unquote(url) for url in markup["print"]}
    assert unquote(link.url) in right if link is not None else not right
