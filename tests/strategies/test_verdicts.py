"""The last step of every strategy: what comes with the text that it keeps."""

from __future__ import annotations

from dataclasses import replace

from tamis.core.parse import Document, parse
from tamis.core.parse.document import Origin
from tamis.core.strategies.everything import Everything
from tamis.core.strategies.roles import LOST_CAPTION, LOST_PICTURE, TITLE, TITLE_OF_THREAD, Roles
from tamis.core.strategies.verdicts import finish, labels_from_choice, with_standfirst_named, with_title_named
from tamis.model import Page, Role

SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "
BODY = f"<p>{SENTENCE * 2}</p><figure><img src=a.jpg width=600><figcaption>The quay</figcaption></figure><p>{SENTENCE}"
PAGE = f"<body><h1>Tides</h1>{BODY}"
TITLE_BLOCK, FIRST, PICTURE, CAPTION, LAST = range(5)


def titled(html: str) -> Document:
    return replace(parse(Page(html)), title="Tides", title_block=TITLE_BLOCK)


def plain_roles(kept: object) -> Roles:
    return Roles([Role.TEXT] * 5, ["told"] * 5)


def test_pictures_and_their_captions_come_with_the_text() -> None:
    document = titled(PAGE)
    labels = finish(document, document.visible(), [False, True, False, False, True], [0.0] * 5, plain_roles)
    assert list(labels.kept) == [False, True, True, True, True]
    assert labels.captions == {CAPTION: PICTURE}
    assert labels.roles[CAPTION] is Role.CAPTION


def test_the_title_says_what_it_is_whether_it_is_kept_or_not() -> None:
    document = titled(PAGE)
    dropped = finish(document, document.visible(), [False, True, False, False, True], [0.0] * 5, plain_roles)
    kept = finish(document, document.visible(), [True, True, False, False, True], [0.0] * 5, plain_roles)
    assert (dropped.roles[TITLE_BLOCK], dropped.reasons[TITLE_BLOCK]) == TITLE
    assert (kept.roles[TITLE_BLOCK], kept.reasons[TITLE_BLOCK]) == TITLE_OF_THREAD


def test_other_blocks_have_the_role_and_the_reason_that_the_strategy_gives() -> None:
    document = titled(PAGE)
    labels = finish(document, document.visible(), [False, True, False, False, True], [0.0] * 5, plain_roles)
    assert labels.reasons[FIRST] == labels.reasons[LAST] == "told"


def test_a_choice_of_text_holds_no_picture_caption_title_or_hidden_block() -> None:
    document = titled("<p hidden>".join(PAGE.rsplit("<p>", 1)))
    labels = labels_from_choice(document, document.visible(), [True] * 5, [1.0] * 5, ["told"] * 5, pictures=False)
    assert list(labels.kept) == [False, True, False, False, False]
    assert (labels.roles[PICTURE], labels.reasons[PICTURE]) == LOST_PICTURE
    assert (labels.roles[CAPTION], labels.reasons[CAPTION]) == LOST_CAPTION
    assert labels.roles[LAST] is Role.HIDDEN
    assert labels.scores[LAST] == 0.0


def test_the_block_of_the_standfirst_has_its_role_unless_the_blocks_are_cut_from_data() -> None:
    document = titled(PAGE)
    everything = Everything().label(document)
    assert with_standfirst_named(document, everything, FIRST).roles[FIRST] is Role.STANDFIRST
    assert with_standfirst_named(document, everything, FIRST).kept == everything.kept
    assert with_standfirst_named(document, everything, None) is everything
    in_data = replace(document, origin=Origin("JSON-LD articleBody", "/html/head/script"))
    assert with_standfirst_named(in_data, everything, FIRST) is everything


def test_a_kept_heading_that_repeats_the_title_has_its_role() -> None:
    document = titled(PAGE)
    everything = Everything().label(document)
    assert with_title_named(document, everything).roles[TITLE_BLOCK] is Role.TITLE
    assert with_title_named(replace(document, title="Ebb"), everything).roles[TITLE_BLOCK] is Role.HEADING
