"""HTML for property tests: tags opened and closed at random, text, entities, comments, what authors get wrong."""

from __future__ import annotations

from hypothesis import strategies as st

TAGS = """
    a abbr article aside b blockquote body button caption center code dd details div dl dt em fieldset figcaption figure
    font footer form h1 h2 h3 head header hr html i iframe label li main nav noscript ol option p pre ruby rt rp script
    section select small span strong style sub summary sup svg table tbody td template textarea th thead time title tr
    u ul video xmp
""".split()
VOID = ["br", "hr", "img src=a.png", "input", "wbr", "source", "meta charset=utf-8"]
ATTRIBUTES = [
    "", "", "", "", ' class="a b"', " id=x", ' href="/y"', ' href="#fn1"', " title=it's", ' title="a > b"',
    ' colspan="3"', ' role=presentation', ' data-x=\'"\'',
]  # fmt: skip
HIDING = [" hidden", ' style="display:none"', ' aria-hidden="true"', ' class="sr-only"']
WORDS = [
    "tide",
    "Ebbe",
    "海",
    "naïve",
    "x",
    "&amp;",
    "&eacute;t&eacute;",
    "a&nbsp;b",
    "1 < 2",
    "&#8212;",
    "flow\n",
    "שלום",
]

_text = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from([" ", "\n", "\t"]),
    st.text(alphabet="abc &;<>\"'=/!-\n\r\x00é海", max_size=8),
)
_close = st.sampled_from(TAGS).map(lambda tag: f"</{tag}>")
_void = st.sampled_from(VOID).map(lambda tag: f"<{tag}>")
_comment = st.sampled_from(["<!-- note -->", "<!---->", "<?php x ?>", "<!doctype html>", "<!-- a > b --><!x>"])


def _open(attributes: list[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(TAGS), st.sampled_from(attributes)).map(lambda pair: f"<{pair[0]}{pair[1]}>")


def soup(*, hiding: bool = True, max_size: int = 40) -> st.SearchStrategy[str]:
    """Broken HTML, by choice with hidden elements."""
    opening = _open(ATTRIBUTES + HIDING if hiding else ATTRIBUTES)
    tokens = st.one_of(_text, _text, opening, opening, _close, _void, _comment)
    return st.lists(tokens, max_size=max_size).map("".join)


def _nested(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inner = st.lists(children, max_size=4).map("".join)
    return st.tuples(st.sampled_from(TIDY_TAGS), inner).map(lambda pair: f"<{pair[0]}>{pair[1]}</{pair[0]}>")


TIDY_TAGS = "div section p ul li blockquote b em a span h2 article code pre figure figcaption dd dt dl".split()
tidy = st.recursive(st.sampled_from([*WORDS, " ", "<br>", "<img src=a.png>"]), _nested, max_leaves=25)
"""HTML in which every tag that is opened is closed."""
