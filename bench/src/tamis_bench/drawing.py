"""Plots by matplotlib: the same bytes for the same data, without a screen and without the date.

Colors are those of Okabe and Ito, which people with any color vision can tell apart; shape or position repeats
everything that color says.
"""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput
from tamis_bench.tables import write_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, RED, PURPLE, SKY = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#d55e00",
    "#cc79a7",
    "#56b4e9",
)
COLORS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, "#555555")
MARKERS = "osD^vPX"
GRAY = "#999999"
PALE = "#dddddd"

# Leave out the metadata that would put the date or the version into the file.
_NO_METADATA: dict[str, dict[str, Any]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
DPI = 150
FORMATS = tuple(_NO_METADATA)

_STYLE: dict[str, Any] = {
    "svg.hashsalt": "tamis",
    "svg.fonttype": "none",  # text stays text: small files that can be searched and read aloud
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#eeeeee",
    "legend.frameon": False,
}


def check_file(file: Path) -> None:
    """Raise if a picture cannot be drawn or written there; better before the work than after it."""
    _matplotlib()
    if file.suffix.lower() not in FORMATS:
        raise BadInput(f"{file}: a picture's name ends in {', '.join(FORMATS)}")
    if not file.absolute().parent.is_dir():
        raise BadInput(f"{file}: there is no folder {file.parent}")


@contextmanager
def picture(file: Path, width: float = 7.0, height: float = 4.5) -> Iterator[Figure]:
    """Yield a figure of this size in inches, and write it atomically at the end."""
    check_file(file)
    with _matplotlib().rc_context(_STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        write_bytes(file, rendered(figure, file.suffix.lower()))


def rendered(figure: Figure, suffix: str) -> bytes:
    """Return the bytes of the figure in the format of the suffix."""
    buffer = BytesIO()
    figure.savefig(buffer, format=suffix[1:], metadata=_NO_METADATA[suffix], dpi=DPI)
    return buffer.getvalue()


def name_axes(axes: Axes, title: str, across: str, up: str) -> None:
    """Set the title and the labels of the axes."""
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)


def _matplotlib() -> Any:
    import matplotlib  # slow to import

    return matplotlib
