from __future__ import annotations

from tamis_bench.holes import Holes, find_holes, paragraphs
from tamis_bench.samples import Truth

FERRY = "The ferry leaves the island at six in the morning, with cars, post and bread."
FOG = "On days with fog it waits until the lighthouse has been seen from the bridge."
CREW = "Its crew of four has not missed a Sunday in twenty years of service."
END = "In winter, when the ice is thick, people walk across and carry their bags."
TRUTH = Truth(text="\n".join((FERRY, FOG, CREW, END)), title="Six in the morning by ferry")


def test_a_whole_text_has_no_holes() -> None:
    assert find_holes(f"{FERRY} {FOG} {CREW} {END}", TRUTH) == Holes(4, 0, 0, first_missing=False, last_missing=False)


def test_a_paragraph_missing_between_two_others_is_a_hole() -> None:
    assert find_holes(f"{FERRY}\n{END}", TRUTH) == Holes(4, 2, 2, first_missing=False, last_missing=False)


def test_what_is_missing_at_an_end_is_no_hole() -> None:
    assert find_holes(f"{FOG}\n{CREW}", TRUTH) == Holes(4, 2, 0, first_missing=True, last_missing=True)


def test_a_text_with_nothing_has_no_holes() -> None:
    assert find_holes("", TRUTH) == Holes(4, 4, 0, first_missing=True, last_missing=True)


def test_other_words_between_those_of_a_paragraph_do_not_make_it_missing() -> None:
    noted = FOG.replace("waits until", "waits [2] until")
    holes = find_holes(f"{FERRY}\n{noted}\n{CREW}\n{END}", TRUTH)
    assert holes is not None
    assert holes.missing == 0


def test_the_same_words_in_another_order_are_not_the_paragraph() -> None:
    holes = find_holes(f"{FERRY}\n{' '.join(reversed(FOG.split()))}\n{CREW}\n{END}", TRUTH)
    assert holes is not None
    assert holes.holes == 1


def test_half_of_a_paragraph_is_not_the_paragraph() -> None:
    holes = find_holes(f"{FERRY}\n{FOG[: len(FOG) // 2]}\n{CREW}\n{END}", TRUTH)
    assert holes is not None
    assert holes.holes == 1


def test_title_and_standfirst_count_as_found() -> None:
    lead = "Nobody on the island owns a clock that is older than the ferry."
    truth = Truth(text="\n".join((TRUTH.title or "", lead, FERRY, END)), title=TRUTH.title, standfirst=(lead,))
    holes = find_holes(f"{FERRY}\n{END}", truth)
    assert holes == Holes(4, 0, 0, first_missing=False, last_missing=False)


def test_the_title_that_the_extractor_gives_counts_as_found() -> None:
    truth = Truth(text=f"The ferry that never was late\n{FERRY}\n{END}")
    holes = find_holes(f"{FERRY}\n{END}", truth, "The ferry that never was late")
    assert holes is not None
    assert holes.missing == 0


def test_short_lines_do_not_count() -> None:
    assert find_holes(f"{FERRY}\n{END}", Truth(text=f"{FERRY}\nSee also here:\n{END}")) is None
    holes = find_holes(f"{FERRY}\n{FOG}\n{END}", Truth(text=f"{FERRY}\nSee also here:\n{FOG}\n{END}"))
    assert holes is not None
    assert holes.paragraphs == 3


def test_a_truth_without_line_breaks_has_no_paragraphs() -> None:
    assert find_holes(FERRY, Truth(text=f"{FERRY} {FOG} {CREW} {END}")) is None


def test_an_east_asian_character_is_a_word() -> None:
    lines = ("村里的老磨坊已经三百年了。", "去年春天志愿者修好了水车。", "星期天孩子们来看磨面粉。")
    holes = find_holes(f"{lines[0]}\n{lines[2]}", Truth(text="\n".join(lines)))
    assert holes == Holes(3, 1, 1, first_missing=False, last_missing=False)


def test_the_paragraphs_of_the_set_go_before_lines() -> None:
    assert paragraphs(Truth(text=f"{FERRY}\n{FOG}", paragraphs=(f"{FERRY}\n{FOG}",))) == (f"{FERRY}\n{FOG}",)


def test_blank_lines_separate_the_paragraphs_of_a_wrapped_text() -> None:
    wrapped = "The ferry leaves the island\nat six in the morning.\n \nOn days with fog\nit waits."
    assert paragraphs(Truth(text=wrapped)) == [
        "The ferry leaves the island\nat six in the morning.",
        "On days with fog\nit waits.",
    ]
    assert len(paragraphs(Truth(text=f"{wrapped}\n{FERRY} {FOG}"))) == 6
