"""The same bytes in, the same bytes out: twice, in threads, in other processes; and nothing left behind."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import pytest

import tamis
from example_site import PAGES, SITE, SITE_URL, page_bytes
from tamis.core.parse import Document

pytestmark = pytest.mark.slow


THREADS = 4


def written(name: str) -> str:
    return tamis.extract(page_bytes(name), SITE_URL + name).to_json()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_gives_the_same_json_twice(name: str) -> None:
    assert written(name) == written(name)


def test_pages_give_the_same_in_any_order() -> None:
    forward = {name: written(name) for name in PAGES}
    backward = {name: written(name) for name in reversed(PAGES)}
    assert forward == backward


def test_threads_give_the_same() -> None:
    alone = [written(name) for name in PAGES]
    with ThreadPoolExecutor(THREADS) as pool:
        rounds = [list(pool.map(written, PAGES)) for _ in range(3)]
    assert rounds == [alone] * 3


def test_the_seed_of_hashes_makes_no_difference() -> None:
    program = (
        "import sys, tamis, hashlib\n"
        "data = ''.join(tamis.extract(open(path, 'rb').read()).to_json() for path in sys.argv[1:])\n"
        "print(hashlib.sha256(data.encode()).hexdigest())"
    )
    paths = [str(SITE / name) for name in PAGES]
    seen = {
        subprocess.run(
            [sys.executable, "-c", program, *paths],
            env={"PYTHONHASHSEED": seed, "PATH": "", "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("name", PAGES)
def test_an_article_can_be_pickled_and_copied(name: str) -> None:
    article = tamis.extract(page_bytes(name), SITE_URL + name)
    assert pickle.loads(pickle.dumps(article)) == article
    assert deepcopy(article) == article
    assert pickle.loads(pickle.dumps(article)).to_json() == article.to_json()


def test_articles_and_settings_cannot_be_changed() -> None:
    article = tamis.extract(page_bytes("harbour-tunnel.html"))
    for thing, field in (
        (article, "url"),
        (article.blocks[0], "text"),
        (article.metadata, "title"),
        (tamis.Settings(), "images"),
    ):
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, field, "other")


def test_settings_of_one_call_do_not_reach_the_next() -> None:
    before = written("harbour-tunnel.html")
    tamis.extract(
        page_bytes("harbour-tunnel.html"), settings=tamis.Settings(strategy="all", images=False, min_words=9999)
    )
    assert written("harbour-tunnel.html") == before


def test_no_page_is_held_on_to() -> None:
    def trees() -> int:
        gc.collect()
        return sum(isinstance(thing, Document) for thing in gc.get_objects())

    written("harbour-tunnel.html")
    before = trees()
    for name in PAGES:
        written(name)
    assert trees() <= before
