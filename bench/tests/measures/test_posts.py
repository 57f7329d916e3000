"""Scores of the posts of threads."""

from __future__ import annotations

from tamis.core.strategies.learned import Learned
from tamis.settings.extraction import Settings
from tamis_bench.posts import by_host, measure, summary
from tamis_bench.samples import Sample, TruePost, Truth

TEXTS = (
    "The wheel of my old mill squeaks whenever the water rises above the second step, and I cannot find out why.",
    "It is nearly always the lower bearing. Wet oak swells, and then the pin runs dry on one side only.",
    "You were right about the lower bearing, it runs without a sound now. Thank you both for your help!",
)
HTML = "<html lang=en><title>Squeaking wheel</title><h1>Squeaking wheel</h1>" + "".join(
    f"<div class=post id=p{number}><a class=username href=/member/{number}>user{number}</a><span "
    f"class=date>{number} May 2021</span><div class=content>{text}</div></div>"
    for number, text in enumerate(TEXTS, 10)
)
SETTINGS = Settings(strategy=Learned(page_type="forum"))


def sample(*posts: TruePost) -> Sample:
    truth = Truth(text="\n".join(TEXTS), posts=posts)
    return Sample("forums", "1", "https://mills.example/t/7", HTML, truth)


def test_a_post_is_found_with_user_date_and_link() -> None:
    true = [TruePost(text, f"/member/{n}", f"{n} May 2021", f"#p{n}") for n, text in enumerate(TEXTS, 10)]
    (page,) = measure([sample(*true)], SETTINGS)
    assert (page.f1, page.user.share, page.date.share, page.link.share) == (1.0, 1.0, 1.0, 1.0)
    assert not page.is_lost


def test_what_differs_is_wrong() -> None:
    other = TruePost("Something else entirely that nobody wrote", "/member/10", "10 May 2021")
    wrong = TruePost(TEXTS[1], "somebody else", "11 June 2021", "#p99")
    (page,) = measure([sample(other, wrong)], SETTINGS)
    assert (page.found, page.given, page.true) == (1, 3, 2)
    assert (page.user.share, page.date.share, page.link.share) == (0.0, 0.0, 0.0)


def test_pages_without_true_posts_are_not_judged() -> None:
    assert measure([sample()], SETTINGS) == []


def test_tables_have_a_row_for_each_half_and_each_host() -> None:
    pages = measure([sample(TruePost(TEXTS[0], "user10"))], SETTINGS)
    assert [row[0] for row in summary(pages).rows] == ["seen", "all"]
    assert [row[0] for row in by_host(pages).rows] == ["mills.example"]
