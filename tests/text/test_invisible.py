"""Invisible characters are found where no script and no emoji needs them."""

from __future__ import annotations

import pytest

from tamis.text.invisible import Invisible, invisible_runs, without_invisible


def tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(sign)) for sign in text)


def selectors(text: str) -> str:
    return "".join(chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in text.encode())


def test_tags_spell_a_text() -> None:
    (run,) = invisible_runs(f"Tide{tags('buy this')}s")
    assert (run.kind, run.says) == (Invisible.TAGS, "buy this")


def test_variation_selectors_spell_bytes() -> None:
    (run,) = invisible_runs(f"Tide{selectors('buy süß')}s")
    assert (run.kind, run.says) == (Invisible.SELECTORS, "buy süß")


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.",
        "نامه‌ای از خانه",  # Persian needs the non-joiner
        "क्‍ष",  # Hindi needs the joiner
        "👩‍🚀 ❤️ 1️⃣",
        "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",  # the flag of Wales
        "葛\U000e0100城",
        "ภาษา​ไทย",
    ],
)
def test_what_a_script_or_an_emoji_needs_stays(text: str) -> None:
    assert without_invisible(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Ti\u200bdes",
        "Ti\u200ddes",
        "Tides\u2060\u200b\u200c\u200b",
        "\ufeffTides",
        f"Tides{tags('x' * 99)}",
        f"Tides{selectors('x' * 99)}",
    ],
)
def test_the_rest_is_removed(text: str) -> None:
    assert without_invisible(text) == "Tides"


def test_a_flag_hides_no_message() -> None:
    flag = "\U0001f3f4"
    assert without_invisible(f"{flag}{tags('buy this now')}\U000e007f") == flag
