"""Names of files are made by tamis: nothing that a page says leaves the folder."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.io.files import slug


@given(st.text() | st.text(alphabet="./\\:\0%~-_ \nＡ．／"))
def test_a_name_made_of_a_text_is_one_name(text: str) -> None:
    name = slug(text)
    assert not {"/", "\\", "\0", ":", "."} & set(name)
    assert len(os.fsencode(name)) <= 120


@pytest.mark.parametrize("text", ["../../etc/passwd", "..\\..\\boot.ini", "C:\\x", "．．／．．／x", "%2e%2e/x"])
def test_a_path_becomes_words(text: str) -> None:
    assert slug(text).replace("-", "").isalnum()
