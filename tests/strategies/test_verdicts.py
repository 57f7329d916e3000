"""The last step of every strategy: labels for the text that it keeps, and for all else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse import Document, parse
from tamis.core.parse.document import Origin
from tamis.core.strategies.everything import Everything
from tamis.core.strategies.roles import LOST_CAPTION, LOST_PICTURE, TITLE, TITLE_OF_THREAD, Roles
from tamis.core.strategies.verdicts import finish, labels_from_choice, with_head_named
from tamis.model import Label, Page, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "
BODY = f"<p>{SENTENCE * 2}</p><figure><img src=a.jpg width=600><figcaption>The quay</figcaption></figure><p>{SENTENCE}"
PAGE = f"<body><h1>Tides</h1>{BODY}"
TITLE_BLOCK, FIRST, PICTURE, CAPTION, LAST = range(5)


def titled(html: str) -> Document:
    return replace(parse(Page(html)), title="Tides", title_block=TITLE_BLOCK)


def plain_roles(kept: object) -> Roles:
    return Roles([Role.TEXT] * 5, ["told"] * 5)


def same_roles(kept: Sequence[bool]) -> Roles:
    return Roles([Role.TEXT] * len(kept), ["told"] * len(kept))


def test_the_title_says_what_it_is_whether_it_is_kept_or_not() -> None:
    document = titled(PAGE)
    dropped = finish(document, [False, True, False, False, True], [0.0] * 5, plain_roles)
    kept = finish(document, [True, True, False, False, True], [0.0] * 5, plain_roles)
    assert (dropped.roles[TITLE_BLOCK], dropped.reasons[TITLE_BLOCK]) == TITLE
    assert (kept.roles[TITLE_BLOCK], kept.reasons[TITLE_BLOCK]) == TITLE_OF_THREAD


def test_other_blocks_have_the_role_and_the_reason_that_the_strategy_gives() -> None:
    document = titled(PAGE)
    labels = finish(document, [False, True, False, False, True], [0.0] * 5, plain_roles)
    assert labels.reasons[FIRST] == labels.reasons[LAST] == "told"


def test_a_choice_of_text_holds_no_picture_caption_title_or_hidden_block() -> None:
    document = titled("<p hidden>".join(PAGE.rsplit("<p>", 1)))
    labels = labels_from_choice(document, document.visible(), [True] * 5, [1.0] * 5, ["told"] * 5)
    assert list(labels.kept) == [False, True, False, False, False]
    assert (labels.roles[PICTURE], labels.reasons[PICTURE]) == LOST_PICTURE
    assert (labels.roles[CAPTION], labels.reasons[CAPTION]) == LOST_CAPTION
    assert labels.roles[LAST] is Role.HIDDEN
    assert labels.scores[LAST] == 0.0


def test_the_block_of_the_standfirst_has_its_role_unless_the_blocks_are_cut_from_data() -> None:
    document = titled(PAGE)
    everything = Everything().label(document)
    named = with_head_named(document, everything, FIRST)
    assert named.roles[FIRST] is Role.STANDFIRST
    assert named.kept == everything.kept
    assert with_head_named(document, everything, None).roles[FIRST] is Role.TEXT
    in_data = replace(document, origin=Origin("JSON-LD articleBody", "/html/head/script"))
    assert with_head_named(in_data, everything, FIRST).roles[FIRST] is Role.TEXT


def test_the_kept_heading_that_displays_the_title_has_its_role() -> None:
    document = titled(PAGE)
    everything = Everything().label(document)
    assert with_head_named(document, everything).roles[TITLE_BLOCK] is Role.TITLE
    assert with_head_named(replace(document, title="Tides – The Courier"), everything).roles[TITLE_BLOCK] is Role.TITLE
    assert with_head_named(replace(document, title_block=-1), everything) is everything


def test_headings_above_the_title_do_not_take_its_role() -> None:
    document = replace(parse(Page(f"<h2>The Courier</h2>{PAGE}")), title="Tides", title_block=1)
    roles = with_head_named(document, Everything().label(document)).roles
    assert list(roles[:2]) == [Role.HEADING, Role.TITLE]


def test_a_copy_of_the_title_has_its_role_if_it_is_the_first_heading_that_is_kept() -> None:
    document = titled(f"<h1>Tides</h1><h2>TIDES</h2>{BODY}<h2>Tides</h2>")
    kept = [False] + [True] * (len(document) - 1)
    labels = with_head_named(document, finish(document, kept, [0.0] * len(document), same_roles))
    assert labels.roles[1] is Role.TITLE
    assert labels.roles[len(document) - 1] is Role.TEXT


def test_an_embedded_post_is_not_the_standfirst() -> None:
    document = titled(PAGE)
    embedded = Everything().label(document).changed({FIRST: Label(True, Role.MULTIMEDIA, "a post in the text")})
    assert with_head_named(document, embedded, FIRST).roles[FIRST] is Role.MULTIMEDIA
