"""A process that extracts pages with whatever version of tamis its import path has.

It reads a page per line from standard input, as JSON (`html`, `url`), and answers with a line (`text`, `confidence`,
`outcome`). Versions differ in their layout: of tamis it uses nothing but `extract` and three properties of an article.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import tamis
from tamis_bench.time_limit import OutOfTime, quiet, time_cap


def main(seconds: float) -> None:
    """Say where tamis was imported from, then answer page after page."""
    _write({"file": tamis.__file__})
    for line in sys.stdin:
        page = json.loads(line)
        _write(_answer(page["html"], page["url"], seconds))


def _answer(html: str, url: str | None, seconds: float) -> dict[str, Any]:
    try:
        with quiet(), time_cap(seconds):
            article = tamis.extract(html, url=url)
            return {"text": article.text, "confidence": article.confidence, "outcome": str(article.outcome.value)}
    except OutOfTime:
        outcome = "out of time"
    except Exception as error:  # noqa: BLE001 (a page that fails is counted, not fatal)
        outcome = type(error).__name__
    return {"text": "", "confidence": 0.0, "outcome": outcome}


def _write(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]))
