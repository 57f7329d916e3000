"""The pages with questions are what the measure says they are."""

from __future__ import annotations

import re

from tamis_bench import answers


def test_thirty_pages_have_sixty_questions_and_their_answers() -> None:
    pages = answers.pages()
    assert len(pages) == 30
    questions = [(page, question) for page in pages for question in page.questions]
    assert len({question.text for _, question in questions}) == 60
    for page, question in questions:
        assert re.search(question.answer, page.text.replace("*", ""), re.IGNORECASE), question
        assert question.text.endswith("?")


def test_readers_read_less_than_the_page_and_are_counted() -> None:
    every = answers.pages()
    page = next(page for page in every if page.name == "owls")
    readings = list(answers._readings(page, answers.html_of(page, every)))
    tokens = {reading.way: reading.tokens for reading in readings}
    assert tokens["passages, 200 tokens"] <= 200
    assert tokens["outline, then a section"] < tokens["whole Markdown"] < tokens["raw HTML"]
    assert all(reading.has_answer for reading in readings if reading.way in ("raw HTML", "whole Markdown"))
    table = answers.summary(readings)
    assert [row[1] for row in table.rows] == [2] * len(table.rows)
