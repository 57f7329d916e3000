from __future__ import annotations

from tamis.core.parse import parse
from tamis.model import Page
from tamis_bench.page_class import PageClass, class_of_page

FIRST = "The mill stands where the two streams meet and has ground corn for many years."
SECOND = "Its wheel was mended last spring by volunteers who cut the oak for it themselves."
SHOUT = " ".join(["Buy cheap holidays in sunny places today and get another week for nothing."] * 2)
TALK = " ".join(["Lovely article, my grandfather used to work there as a young man."] * 3)


def class_of(body: str, truth: str = f"{FIRST} {SECOND}") -> PageClass | None:
    return class_of_page(parse(Page(f"<body><nav>Home Sport Weather</nav>{body}")), truth)


def test_a_body_in_one_piece_is_single() -> None:
    assert class_of(f"<p>{FIRST}</p><p>{SECOND}</p><footer>{SHOUT}</footer>") is PageClass.SINGLE


def test_a_label_does_not_cut_the_body_in_two() -> None:
    assert class_of(f"<p>{FIRST}</p><div>Advertisement</div><p>{SECOND}</p>") is PageClass.SINGLE


def test_a_body_cut_by_other_text_is_multi_body() -> None:
    assert class_of(f"<p>{FIRST}</p><div>{SHOUT}</div><p>{SECOND}</p>") is PageClass.MULTI


def test_a_caption_does_not_cut_the_body() -> None:
    page = f"<p>{FIRST}</p><figure><img src=a.jpg><figcaption>{SHOUT}</figcaption></figure><p>{SECOND}</p>"
    assert class_of(page) is PageClass.SINGLE


def test_hidden_text_does_not_cut_the_body() -> None:
    page = f"<p>{FIRST}</p><div hidden>{SHOUT}</div><p>{SECOND}</p><p>{SHOUT}</p>"
    assert class_of(page) is PageClass.SINGLE


def test_comments_below_the_body_make_the_class() -> None:
    page = f'<p>{FIRST}</p><p>{SECOND}</p><section id="comments"><p>{TALK}</p></section>'
    assert class_of(page) is PageClass.COMMENTS


def test_an_empty_comment_form_is_no_comments() -> None:
    page = f'<p>{FIRST}</p><p>{SECOND}</p><div class="comment-form">Leave a comment</div>'
    assert class_of(page) is PageClass.SINGLE


def test_comments_that_the_truth_wants_are_body() -> None:
    page = f'<p>{FIRST}</p><div class="comments"><p>{TALK}</p></div>'
    assert class_of(page, f"{FIRST} {TALK}") is PageClass.SINGLE


def test_a_commentary_is_no_comment() -> None:
    page = f'<p>{FIRST}</p><p>{SECOND}</p><div class="commentary">{TALK}</div>'
    assert class_of(page) is PageClass.SINGLE


def test_a_page_without_its_truth_has_no_class() -> None:
    assert class_of(f"<p>{SHOUT}</p>", "entirely different") is None
    assert class_of(f"<p>{SHOUT}</p>", "") is None
