"""Link target identification by the URL alone: the six features of the paper.

R. Ferreira et al.: *Applying Link Target Identification and Content Extraction to Improve Web News Summarization*,
DocEng 2016, section 3.1. The paper's C4.5 tree over them is `tamis.news.decision_tree`; `tamis learn links` compares it
with other learners and with the model that tamis uses.
"""

from __future__ import annotations

import re

from tamis.news.link_features import DATE, NAMED_DATE, RESERVED

_DIGIT = re.compile(r"\d")


def six_features(url: str) -> dict[str, float]:
    """Compute the paper's features of a URL; booleans are 0 and 1."""
    lower = url.lower()
    return {
        "has a number": float(_DIGIT.search(url) is not None),
        "has a date": float(DATE.search(lower) is not None or NAMED_DATE.search(lower) is not None),
        "length": float(len(url)),
        "ends with a slash": float(url.endswith("/")),
        "has a reserved word": float(any(word in lower for word in RESERVED)),
        "slashes": float(url.count("/")),
    }
