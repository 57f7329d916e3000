"""How to render: every choice a user has, as one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 (tamis.options reads the annotations)

from tamis.options import check, option

RENDERING = "Rendering"
"""The group of these settings in a form."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """How to render a page in a browser."""

    timeout: float = option(30.0, "Seconds for one page, from the request to its layout.", above=0, maximum=600)
    settle: float = option(
        5.0, "Seconds at most to wait after loading until the page asks for nothing more.", minimum=0, maximum=60
    )
    wait_for: str = option("", "Wait until this CSS selector finds something.", metavar="CSS")
    width: int = option(1280, "Width of the window in CSS pixels.", minimum=200, maximum=8000)
    height: int = option(900, "Height of the window in CSS pixels.", minimum=200, maximum=8000)
    scripts: bool = option(True, "Run the page's scripts.")
    pictures: bool = option(True, "Load pictures; without, boxes of pictures without a declared size are wrong.")
    max_requests: int = option(300, "Most requests that one page may make.", minimum=1)
    max_bytes: int = option(50_000_000, "Most bytes that one page may load.", minimum=1)
    max_elements: int = option(200_000, "A page with more elements is given as the server sent it.", minimum=1)
    pages_per_browser: int = option(50, "After so many pages the browser is closed and another started.", minimum=1)
    executable: Path | None = option(None, "The browser; without, the system's chromium.", metavar="FILE")

    def __post_init__(self) -> None:
        check(self)
