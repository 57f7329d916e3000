"""Captions without the names of those who made the picture."""

from __future__ import annotations

import pytest

from tamis.text.credits import without_credit


@pytest.mark.parametrize(
    ("caption", "rest"),
    [
        ("A net in Whitby. Photo: Per Vik", "A net in Whitby."),
        ("A net in Whitby (Per Vik/Getty Images)", "A net in Whitby"),
        ("A net in the harbour. Per Vik/Reuters", "A net in the harbour."),
        ("A net in the harbour. Credit Per Vik for The Whitby Times", "A net in the harbour."),
        ("Ein Netz im Hafen. Foto: Per Vik/dpa", "Ein Netz im Hafen."),
        ("Un filet au port. © Per Vik", "Un filet au port."),
        ("Una red en el puerto. Fotografía: Per Vik", "Una red en el puerto."),
        ("A net in Whitby (Per Vik)", "A net in Whitby"),
        ("A net at rest. Per Vik/Moment via Getty Images", "A net at rest."),
        ("A net at rest. Photo by Per Vik", "A net at rest."),
        ("雨后的茶园。（林知禾 摄）", "雨后的茶园。"),
    ],
)
def test_photographers_and_agencies_are_left_out(caption: str, rest: str) -> None:
    assert without_credit(caption) == rest


@pytest.mark.parametrize(
    "line",
    [
        "Per Vik/Getty Images",
        "Per Vik // Getty Images",
        "Getty Images | Per Vik",
        "Per Vik / Whitby Times",
        "Image source: The Whitby Times.",
        "Sources: Harbour Office, Whitby Times.",
        "Photographer: Per Vik/Bloomberg",
        "Photo illustration by Per Vik. Photos by 20 Harbour Street.",
        "Courtesy of Per Vik",
        "Source",
    ],
)
def test_nothing_is_left_of_a_line_that_is_only_a_credit(line: str) -> None:
    assert not any(map(str.isalnum, without_credit(line)))


@pytest.mark.parametrize(
    "caption",
    [
        "The picture of a net",
        "The source by the river",
        "The picture by the door",
        "Before / After",
        "Nets and knots / herring and salt",
        "Photo: a net of forty thousand knots hangs in the harbour of Whitby, where Tolland ties the last of them",
    ],
)
def test_a_caption_that_is_no_credit_stays_whole(caption: str) -> None:
    assert without_credit(caption) == caption


@pytest.mark.parametrize(
    "line",
    [
        "A" * 195 + "/" + "A" * 195 + "! b c",
        "A " * 97 + "/" + "A " * 97 + "! b c",
        ("ap/" * 130 + " x y z w")[:400],
        "via " * 98 + "x",
        "(ap" * 133,
        "photo" * 80,
        "a.b/" * 100,
        "（摄" * 200,
        "(Ab Ab " * 57,
    ],
)
def test_lines_made_to_be_slow_are_read_in_good_time(line: str) -> None:
    # An expression that parts words in every way would take minutes; the test's time limit is the test.
    assert len(without_credit(line)) <= len(line)
