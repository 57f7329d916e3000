"""Content hashes and differences of articles."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis
from tamis.model import Article, Change
from tamis.text.patience import aligned
from tamis_bench.frame_noise import EDITS, FRAME, changed_pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

URL = "https://quay.example/tunnel"
HTML = """<!doctype html><html lang=en><head><title>Harbour tunnel approved</title></head><body>
<nav><a href=/>Home</a> <a href=/news>News</a></nav>
<main><article class="story"><h1>Harbour tunnel approved</h1><p class=byline>By <a href=/ann>Ann Field</a></p>
<p class=lead>The council met on Tuesday to discuss the new harbour tunnel, which Mayor Smith has planned for years.</p>
<p>It will cost 40 million euros, the mayor said, and it won't be finished before the year 2031 according to the plan
that was published on Monday by the office of the port.</p>
<h2>Reactions of residents</h2>
<p>The opposition criticised the plan as too expensive; its leader said that the money was needed for schools and for
hospitals instead, and that nobody had asked for a tunnel.</p>
<blockquote><p>We were never asked whether we want this tunnel below our houses, said a resident of the old port.</p>
</blockquote>
<p>Residents near the port welcomed the decision, because the traffic in their street has grown every year since the
bridge was closed by the storm.</p>
<figure><img src="https://img.example/tunnel.jpg" width=800 height=500 alt=tunnel><figcaption>The entrance of the tunnel
will be at the northern quay.</figcaption></figure>
<ul><li>The tunnel is two kilometres long and has four lanes.</li>
<li>The bridge stays closed until the opening.</li></ul>
<pre><code>def toll(cars):
    return cars * 2.5 if cars else 0
</code></pre>
<table><tr><th>Year</th><th>Cost</th></tr><tr><td>2026</td><td>seven million</td></tr>
<tr><td>2027</td><td>nine million</td></tr></table>
<p>The work begins in autumn, and <a href="https://port.example/plan">the plan of the port</a> can be read in the town
hall until the end of the month.</p></article></main><footer><p>Quay Courier</p></footer></body></html>"""
ARTICLE = tamis.extract(HTML, URL)


def test_the_hash_is_the_same_whatever_is_around_the_article() -> None:
    noisy = dict(changed_pages(HTML, ARTICLE, FRAME))
    assert noisy.keys() == FRAME.keys()
    moved = [name for name, html in noisy.items() if tamis.extract(html, URL).content_hash != ARTICLE.content_hash]
    assert moved == []


def test_every_edit_changes_the_hash() -> None:
    edited = dict(changed_pages(HTML, ARTICLE, EDITS))
    assert EDITS.keys() - edited.keys() <= {"caption"}
    unseen = [name for name, html in edited.items() if tamis.extract(html, URL).content_hash == ARTICLE.content_hash]
    assert unseen == []


def test_the_hash_travels_with_the_json() -> None:
    assert json.loads(ARTICLE.to_json())["tamis"]["contentHash"] == ARTICLE.content_hash
    assert Article.from_json(ARTICLE.to_json()).content_hash == ARTICLE.content_hash
    assert len(ARTICLE.content_hash) == 32


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("Updated 3 hours ago", False),
        ("vor 2 Stunden", False),
        ("1,204 shares", False),
        ("4 min read", False),
        ("Advertisement", False),
        ("* * *", False),
        ("Three hours before, the ship had left.", True),
        ("12 dead", True),
    ],
)
def test_lines_that_count_readers_or_time_are_no_content(line: str, counts: bool) -> None:
    def with_line(text: str) -> Article:
        return tamis.extract(HTML.replace("<h2>", f"<p>{text}</p><h2>"), URL, strategy="all")

    assert (with_line(line).content_hash != tamis.extract(HTML, URL, strategy="all").content_hash) is counts


def _edited(change: Callable[[str], str]) -> tamis.Changes:
    return tamis.diff(ARTICLE, tamis.extract(change(HTML), URL))


def test_nothing_changed() -> None:
    changes = _edited(lambda html: html.replace("Home", "Start"))
    assert not changes
    assert changes.changed == ()
    assert changes.to_text() == "no changes in the article\n"


def test_words_within_a_block() -> None:
    changes = _edited(lambda html: html.replace("40 million", "45 million").replace("won't be", "will be"))
    (block,) = changes.changed
    assert block.change is Change.CHANGED
    assert [(run.change.value, run.text) for run in block.words if run.change is not Change.SAME] == [
        ("removed", "40"),
        ("added", "45"),
        ("removed", "won't"),
        ("added", "will"),
    ]
    assert "[-40-]{+45+} million" in changes.to_text()


def test_blocks_added_removed_and_moved() -> None:
    first, last = "<p>Residents near", "<figure>"
    paragraph = HTML[HTML.index(first) : HTML.index(last)]
    moved = _edited(lambda html: html.replace(paragraph, "").replace("<p class=lead>", paragraph + "<p class=lead>"))
    assert [block.change for block in moved.changed] == [Change.MOVED]
    removed = _edited(lambda html: html.replace(paragraph, ""))
    assert [(block.change, block.heading) for block in removed.changed] == [(Change.REMOVED, "Reactions of residents")]
    vote = "The vote was taken at nine in the evening by show of hands."
    added = _edited(lambda html: html.replace("<h2>", f"<p>{vote}</p><h2>"))
    (block,) = added.changed
    assert (block.change, block.old, block.new) == (Change.ADDED, None, vote)
    assert block.new_block is not None
    assert block.new_block.xpath


def test_a_kind_and_struck_words_are_changes() -> None:
    heading = _edited(lambda html: html.replace("<h2>Reactions of residents</h2>", "<p>Reactions of residents</p>"))
    assert heading
    assert heading.changed
    struck = _edited(lambda html: html.replace("40 million", "<s>40</s> million"))
    assert [block.change for block in struck.changed] == [Change.CHANGED]


def test_a_diff_in_html_is_escaped() -> None:
    changes = _edited(lambda html: html.replace("40 million", "&lt;script&gt;alert(1)&lt;/script&gt; 40 million"))
    page = changes.to_html()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<ins>" in page


def test_long_text_that_is_the_same_is_cut_short() -> None:
    long = " ".join(f"word{number}" for number in range(300))
    old = tamis.extract(HTML.replace("40 million euros", f"40 million euros {long}"), URL)
    new = tamis.extract(HTML.replace("40 million euros", f"40 million euros {long}").replace("2031", "2032"), URL)
    assert len(tamis.diff(old, new).to_text()) < 400


words = st.lists(st.sampled_from("abcdefgh"), max_size=30)


@given(words, words)
def test_an_alignment_rises_in_both_sequences(old: list[str], new: list[str]) -> None:
    pairs = aligned(old, new)
    assert all(old[left] == new[right] for left, right in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    if old == new:
        assert len(pairs) == len(old)


PARTS = (
    "<p>One story that is told in many words again.</p>",
    "<p>Another one that differs.</p>",
    "<h2>Part of it</h2>",
    "<p>A third of them, which is quite long as well.</p>",
)


@given(st.lists(st.sampled_from(PARTS), max_size=8), st.randoms())
def test_two_versions_differ_if_and_only_if_their_hashes_do(parts: list[str], random: Random) -> None:
    body = "<p>The council met on Tuesday, and it met again on Wednesday, to talk about the tunnel.</p>"
    old = tamis.extract(f"<h1>Tunnel</h1>{body}{''.join(parts)}", strategy="all")
    shuffled = list(parts)
    random.shuffle(shuffled)
    new = tamis.extract(f"<h1>Tunnel</h1>{body}{''.join(shuffled)}", strategy="all")
    changes = tamis.diff(old, new)
    assert bool(changes.changed) == bool(changes) == (old.content_hash != new.content_hash)


def test_a_block_that_both_pages_show_was_not_edited() -> None:
    page = HTML.replace("<h2>Reactions", "<p class=x>The photographs are from the town's archive.</p><h2>Reactions")
    kept = tamis.extract(page, URL, rules=(tamis.SiteRule(("quay.example",), article=("article",)),))
    dropped = tamis.extract(page, URL, rules=(tamis.SiteRule(("quay.example",), article=("article",), remove=(".x",)),))
    assert kept.content_hash != dropped.content_hash
    assert not tamis.diff(kept, dropped)
    assert not tamis.diff(dropped, kept)
    gone = tamis.extract(HTML, URL, rules=(tamis.SiteRule(("quay.example",), article=("article",)),))
    assert [block.change for block in tamis.diff(kept, gone).changed] == [Change.REMOVED]
    assert tamis.diff(kept.complete(), dropped.complete())  # nothing is known of the pages any more


def scored(article: Article, *texts: tuple[str, float], strategy: str = "learned") -> Article:
    """Return a stored article with these paragraphs, each with its probability."""
    values = article.to_dict()
    paragraph = next(block for block in values["tamis"]["blocks"] if block["kind"] == "paragraph")
    values["tamis"]["strategy"] = strategy
    values["tamis"]["blocks"] = [
        {**paragraph, "index": number, "text": text, "inlines": [], "score": score}
        for number, (text, score) in enumerate(texts)
    ]
    return Article.from_dict(values)


FIRST = ("The council met on Tuesday to discuss the new harbour tunnel of the town.", 0.99)
LAST = ("The work begins in autumn, and the plan of the port can be read by all.", 0.98)
DOUBTFUL = ("Our newsletter has more about the port every week.", 0.55)
SURE = ("It will cost 40 million euros, the mayor said on Monday.", 0.9)


@pytest.mark.parametrize(
    ("before", "after", "is_edit"),
    [
        ((FIRST, LAST), (FIRST, DOUBTFUL, LAST), False),
        ((FIRST, DOUBTFUL, LAST), (FIRST, LAST), False),
        ((FIRST, LAST), (FIRST, SURE, LAST), True),
        ((FIRST, SURE, LAST), (FIRST, LAST), True),
        ((FIRST, DOUBTFUL, LAST), (FIRST, ("Their magazine tells less of a bridge each month.", 0.52), LAST), True),
        ((FIRST, DOUBTFUL, LAST), (FIRST, (DOUBTFUL[0].replace("week", "day"), 0.5), LAST), True),
        ((FIRST, DOUBTFUL, LAST), (FIRST, LAST, DOUBTFUL), True),
    ],
)
def test_a_doubtful_block_that_came_or_went_alone_is_no_edit(
    before: tuple[tuple[str, float], ...], after: tuple[tuple[str, float], ...], is_edit: bool
) -> None:
    old, new = scored(ARTICLE, *before), scored(ARTICLE, *after)
    assert old.content_hash != new.content_hash
    assert bool(tamis.diff(old, new)) is is_edit


def test_without_probabilities_every_block_that_came_is_an_edit() -> None:
    old, new = (scored(ARTICLE, *texts, strategy="cuter") for texts in ((FIRST, LAST), (FIRST, DOUBTFUL, LAST)))
    assert [changed.change for changed in tamis.diff(old, new).changed] == [Change.ADDED]


def test_an_edit_of_a_doubtful_block_counts_though_the_page_has_the_old_words_elsewhere() -> None:
    contents = "<ul><li><a href='#r'>Reactions of residents</a></li></ul>"
    html = HTML.replace("<h1>", f"{contents}<h1>", 1)
    old = tamis.extract(html, URL)
    new = tamis.extract(html.replace("<h2>Reactions of residents", "<h2>Answers of residents", 1), URL)
    assert [changed.new for changed in tamis.diff(old, new).changed] == ["Answers of residents"]


def test_signatures_tell_the_same_content_whatever_is_around_it() -> None:
    article = tamis.extract(HTML, URL)
    signature = article.content_signature
    for _, html in changed_pages(HTML, article, FRAME):
        assert tamis.same_content(signature, tamis.extract(html, URL).content_signature)
    for name, html in changed_pages(HTML, article, EDITS):
        assert not tamis.same_content(signature, tamis.extract(html, URL).content_signature), name


def test_a_block_that_the_other_page_shows_does_not_change_the_signature() -> None:
    article = tamis.extract(HTML, URL)
    kept, other = (replace(article, blocks=blocks) for blocks in (article.blocks, article.blocks[:-1]))
    assert not tamis.same_content(kept, other)  # their pages are gone
    version, *parts = article.content_signature.split(" ")
    shorter = " ".join((version, *parts[:-2], parts[-1]))
    assert tamis.same_content(article, shorter)
    assert not tamis.same_content(article.content_signature.rpartition(" ")[0], shorter.rpartition(" ")[0])


def test_parts_that_changed_places_are_another_content() -> None:
    version, *parts = tamis.extract(HTML, URL).content_signature.rpartition(" ")[0].split(" ")
    doubtful = [f"{part[:3]}20{part[5:]}" for part in parts]
    swapped = [*doubtful[:-2], doubtful[-1], doubtful[-2]]
    assert not tamis.same_content(" ".join((version, *doubtful)), " ".join((version, *swapped)))
    assert tamis.same_content(" ".join((version, *doubtful)), " ".join((version, *doubtful[:-1])))


@pytest.mark.parametrize("text", ["", "2 P1", "1 P", "no signature", "1 " + "P" * 19, "1 =a"])
def test_what_is_no_signature_is_refused(text: str) -> None:
    with pytest.raises(tamis.BadInput, match="content_signature"):
        tamis.same_content(text, text)
