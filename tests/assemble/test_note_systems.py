"""Notes as publishing systems write them, with variations: the form tells them, not the names of their classes."""

# ruff: noqa: E501 - markup as the systems write it

from __future__ import annotations

import pytest

import tamis
from tamis.core.assemble import assemble
from tamis.core.parse import parse
from tamis.model import Kind, Labels, Mark, Role
from tamis.write.text import body_text

URL = "https://tide.example/bell"
BELL = (
    "The bell of the old mill rang for the last time on a Sunday in March, when the wind had turned and the harbor was "
    "full of ice, and nobody in the town could say who had pulled the rope"
)
TOWER = (
    "Since then the tower has been closed to visitors, though the council has promised, twice, to have the stairs "
    "repaired before the summer guests arrive on the ferry from the mainland"
)
SEXTON = "The sexton denied it to the end of his days."
YEARS = "Once in 1998, and again in 2011."


def page(body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><title>The last bell</title></head><body><nav><a href=/>Home</a></nav><main>"
        f"<article><h1>The last bell</h1>{body}</article></main><footer><a href=/about>About</a></footer></body></html>"
    )


def text_with(first: str, second: str, notes: str = "", after: str = "") -> str:
    return page(f"<p>{BELL}{first}. So they say.</p><p>{TOWER}{second}.</p>{notes}</article>{after}<article>")


SYSTEMS = {
    "Substack": text_with(
        '<a class="footnote-anchor" id="footnote-anchor-1-9" href="#footnote-1-9" target="_self">1</a>',
        '<a class="footnote-anchor" id="footnote-anchor-2-9" href="#footnote-2-9" target="_self">2</a>',
        after='<div class="footnote"><a id="footnote-1-9" href="#footnote-anchor-1-9" class="footnote-number">1</a>'
        f'<div class="footnote-content"><p>{SEXTON}</p></div></div><div class="footnote"><a id="footnote-2-9" '
        f'href="#footnote-anchor-2-9" class="footnote-number">2</a><div class="footnote-content"><p>{YEARS}</p></div></div>',
    ),
    "Wikipedia": text_with(
        '<sup id="cite_ref-a_1-0"><a href="#cite_note-a-1"><span>[</span>1<span>]</span></a></sup>',
        '<sup id="cite_ref-2"><a href="#cite_note-2">[note 1]</a></sup><sup id="cite_ref-a_1-1">'
        '<a href="#cite_note-a-1">[1]</a></sup>',
        '<h2>References</h2><ol class="references"><li id="cite_note-a-1"><span>^ <a href="#cite_ref-a_1-0"><sup><i><b>a'
        f'</b></i></sup></a> <a href="#cite_ref-a_1-1"><sup><i><b>b</b></i></sup></a></span> <span>{SEXTON}</span></li>'
        f'<li id="cite_note-2"><b><a href="#cite_ref-2">^</a></b> <span>{YEARS}</span></li></ol>',
    ),
    "WordPress block": text_with(
        '<sup data-fn="ab12" class="fn"><a href="#ab12" id="ab12-link">1</a></sup>',
        '<sup data-fn="cd34" class="fn"><a href="#cd34" id="cd34-link">2</a></sup>',
        after=f'<ol class="wp-block-footnotes"><li id="ab12">{SEXTON} <a href="#ab12-link">↩︎</a></li><li id="cd34">{YEARS} '
        '<a href="#cd34-link">↩︎</a></li></ol>',
    ),
    "plugin with tooltips": text_with(
        '<sup data-mfn="1"><a href="javascript:void(0)" role="button" aria-describedby="mfn-1">1</a></sup>'
        f'<span id="mfn-1" role="tooltip" data-mfn="1">{SEXTON}</span>',
        '<sup data-mfn="2"><a href="javascript:void(0)" role="button" aria-describedby="mfn-2">2</a></sup>'
        f'<span id="mfn-2" role="tooltip" data-mfn="2">{YEARS}</span>',
    ),
    "plugin that scrolls": text_with(
        """<sup><a href="javascript:;" id="r-1" onclick="scrollTo_('n-1')">1</a></sup>""",
        """<sup><a href="javascript:;" id="r-2" onclick="scrollTo_('n-2')">2</a></sup>""",
        after=f"""<div class="box"><div id="n-1"><a href="javascript:;" onclick="scrollTo_('r-1')">1</a>. {SEXTON}</div>"""
        f"""<div id="n-2"><a href="javascript:;" onclick="scrollTo_('r-2')">2</a>. {YEARS}</div></div>""",
    ),
    "Tufte": text_with(
        '<label for="sn-a" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-a" class="margin-'
        f'toggle"/><span class="sidenote">{SEXTON}</span>',
        '<label for="mn-b" class="margin-toggle">&#8853;</label><input type="checkbox" id="mn-b" class="margin-toggle"/>'
        f'<span class="marginnote">{YEARS}</span>',
    ),
    "label and checkbox with other names": text_with(
        f'<label for="x1" class="q"></label><input type="checkbox" id="x1"><small class="w">{SEXTON}</small>',
        f'<label for="x2" class="q"></label><input type="checkbox" id="x2"><small class="w">{YEARS}</small>',
    ),
    "spans that style sheets number": text_with(
        f'<span class="footnote">{SEXTON}</span>', f'<span class="post-sidenote">{YEARS}</span>'
    ),
    "spans that begin with the mark": text_with(
        f'<sup>1</sup><span class="css-1x8"><sup>1</sup> {SEXTON}</span>',
        f'<sup>2</sup><span class="css-1x8"><sup>2</sup>{YEARS}</span>',
    ),
    "LaTeXML": text_with(
        '<span id="footnote1" class="ltx_note"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span>'
        f"<sup>1</sup><span>1</span>{SEXTON}</span></span></span>",
        '<span id="footnote2" class="ltx_note"><sup class="ltx_note_mark">2</sup><span class="ltx_note_outer"><span>'
        f"<sup>2</sup><span>2</span>{YEARS}</span></span></span>",
    ),
    "popovers": text_with(
        '<button popovertarget="n1"><sup>1</sup></button>',
        '<sup><button type="button" aria-describedby="n2">2</button></sup>',
        f'<div popover id="n1">{SEXTON}</div><div id="n2" hidden><p>{YEARS}</p></div>',
    ),
    "Sphinx": text_with(
        '<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span>[</span>1<span>]</span></a>',
        '<a class="footnote-reference brackets" href="#id4" id="id2" role="doc-noteref">[2]</a>',
        '<aside><aside id="id3" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#id1">1</a>]</span>'
        f'<p>{SEXTON}</p></aside><aside id="id4" role="doc-footnote"><span class="label">[<a role="doc-backlink" '
        f'href="#id2">2</a>]</span><p>{YEARS}</p></aside></aside>',
    ),
    "docutils, marks neither raised nor in brackets": text_with(
        '<a href="#id3" id="id1">1</a>',
        '<a href="#id4" id="id2">2</a>',
        f'<dl><dt id="id3"><span><a href="#id1">1</a></span></dt><dd><p>{SEXTON}</p></dd><dt id="id4"><a href="#id2">2</a>'
        f"</dt><dd><p>{YEARS}</p></dd></dl>",
    ),
    "roles, signs and words back": text_with(
        '<a href="#fn:a" id="fnref:a" role="doc-noteref">*</a>',
        '<a href="#fn:b" id="fnref:b" role="doc-noteref">†</a>',
        after=f'<section role="doc-endnotes"><hr><ol><li id="fn:a" role="doc-endnote"><p>{SEXTON} <a href="#fnref:a" '
        f'role="doc-backlink">Return to text</a></p></li><li id="fn:b"><p>{YEARS} <a href="#fnref:b" '
        'role="doc-backlink">&#8617;&#xfe0e;</a></p></li></ol></section>',
    ),
    "Google Docs": text_with(
        '<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>',
        '<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>',
        f'<hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;{SEXTON}</span></p></div><div><p>'
        f'<a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;{YEARS}</span></p></div>',
    ),
    "Word, without ids": text_with(
        '<span><sup><a href="#_ftn1">[1]</a></sup></span>',
        '<span><sup><a href="#_ftn2">[2]</a></sup></span>',
        f'<p><sup><a href="//6CB5#_ftnref1">[1]</a> </sup>{SEXTON}</p><p><sup><a href="//6CB5#_ftnref2">[2]</a> </sup>{YEARS}</p>',
    ),
    "letters": text_with(
        '<sup><a href="#na">a</a></sup>',
        '<sup><a href="#nb">b</a></sup> on the 2<sup>nd</sup>',
        f'<p id="na"><sup>a</sup> {SEXTON}</p><p id="nb"><sup>b</sup> {YEARS}</p>',
    ),
    "named anchors between line breaks": text_with(
        '<a href="#n1"><sup>1</sup></a>',
        '<a href="#n2"><sup>2</sup></a>',
        f'<div><a name="n1">1</a>. {SEXTON}<br><br><a name="n2">2</a>. {YEARS}</div>',
    ),
    "raised numbers and a list": text_with(
        "<sup>1</sup>", "<sup>2</sup>", after=f"<section><h3>Notes</h3><ol><li>{SEXTON}</li><li>{YEARS}</li></ol></section>"
    ),
    "numbers in brackets": text_with(" [1]", " [2]", f"<p><b>Notes</b></p><p>[1] {SEXTON}</p><p>[2] {YEARS}</p>"),
    "URLs of another copy": text_with(
        ' <cite>[<a href="https://papers.example/x.html#b1">1</a>]</cite>',
        ' <cite>[<a href="https://papers.example/x.html#b2">2</a>, <a href="https://papers.example/x.html#b1">1</a>]</cite>',
        f"<ul><li id=b1><span>[1]</span> <span>{SEXTON}</span></li><li id=b2>[2] {YEARS}</li></ul>",
    ),
}  # fmt: skip


@pytest.mark.parametrize("system", SYSTEMS)
def test_notes_are_defined_once_and_referred_to(system: str) -> None:
    written = tamis.extract(SYSTEMS[system], URL).to_markdown()
    body, _, definitions = written.partition("\n[^1]: ")
    assert [line for line in f"[^1]: {definitions}".splitlines() if line] == [f"[^1]: {SEXTON}", f"[^2]: {YEARS}"]
    assert "[^1]" in body
    assert "[^2]" in body
    assert SEXTON not in body
    assert "[[" not in body


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_text_alone_has_the_same_notes(system: str) -> None:
    text = tamis.extract(SYSTEMS[system], URL).text
    assert text == body_text(tamis.extract(SYSTEMS[system], URL).blocks)
    assert text.count(SEXTON) == text.count(YEARS) == 1


def test_side_notes_beside_their_paragraphs_are_notes() -> None:
    html = page(
        f"<p>{BELL}.<sup>1</sup></p><aside><ol><li>{SEXTON}</li></ol></aside><p>{TOWER}.<sup>2</sup></p>"
        f"<aside><ol start=2><li>{YEARS}</li></ol></aside><p>{BELL}.</p>"
    )
    written = tamis.extract(html, URL).to_markdown()
    assert written.endswith(f"[^1]: {SEXTON}\n\n[^2]: {YEARS}\n")


def test_a_note_of_several_blocks_is_defined_whole() -> None:
    html = text_with(
        '<sup><a href="#n1">1</a></sup>',
        "",
        f'<div id="n1"><p>{SEXTON}</p><p>His son did, too.</p><pre>ding\ndong</pre></div>',
    )
    written = tamis.extract(html, URL).to_markdown()
    assert written.endswith(f"[^1]: {SEXTON}\n\n    His son did, too.\n\n    ```\n    ding\n    dong\n    ```\n")


def test_notes_link_both_ways_in_html() -> None:
    written = tamis.extract(SYSTEMS["Tufte"], URL).to_html()
    for number in (1, 2):
        assert f'href="#note-{number}" id="ref-{number}"' in written
        assert f'id="note-{number}"' in written
        assert f'class="back" href="#ref-{number}"' in written


@pytest.mark.parametrize(
    "body",
    [
        f"<p>On the 1<sup>st</sup> and the 2<sup>nd</sup>, in the 19<sup>e</sup> century: {BELL}.</p>",
        f"<p>{BELL} 30 km<sup>2</sup> away.</p><ol><li>{SEXTON}</li><li>{YEARS}</li></ol>",
        f"<p>{BELL}<sup>TM</sup>.</p><p>{TOWER}.</p>",
        f'<p>{BELL}. <span class="note">Mind the stairs, please.</span></p>',
        f'<p>{BELL}. <label for="c">Your name</label> <input id="c"> <span>It is not shown.</span></p>',
        f'<p>{BELL}<sup><a href="#c1">2</a></sup></p><h2 id="c1">A chapter of its own</h2><p>{TOWER}.</p>',
    ],
    ids=["ordinals", "a power", "a trademark", "a remark", "a form", "a chapter"],
)
def test_what_looks_like_a_note_is_none(body: str) -> None:
    article = tamis.extract(page(f"<p>{TOWER}.</p>{body}"), URL)
    assert "[^" not in article.to_markdown()
    assert all(block.kind is not Kind.CODE for block in article.blocks)


def test_a_line_that_calls_a_kept_side_note_is_kept() -> None:
    beside = (
        f"<div><p>{BELL}.<sup>1</sup></p><aside><ol><li>{SEXTON}</li></ol></aside></div>"
        f"<div><p>{TOWER}.<sup>2</sup></p><aside><ol start=2><li>{YEARS}</li></ol></aside></div><p>{BELL}.</p>"
    )
    document = parse(tamis.Page(page(beside), URL))
    kept = [not text.startswith(BELL) for text in document.texts]
    count = len(kept)
    labels = Labels(kept, [0.0] * count, [Role.TEXT] * count, [""] * count)
    blocks = assemble(document, labels).blocks
    calling = [block.text[:9] for block in blocks for run in block.inlines if Mark.NOTE in run.marks]
    assert calling == [BELL[:9], TOWER[:9]]
