"""Parts of an article that differ in meaning from the rest: what the paper on CUTER leaves to further work (C10).

Each part is compared with all the others together, by the share of its names and words that they have as well. What
came in by its place in the tree alone (comments, references, a broker's terms) shares less with them than the next part
of the story does. Only what stands below the greatest part and is less than half as long is judged: an article whose
parts are of a size is a round-up, and its parts differ as a matter of course.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.text.capitals import language_of
from tamis.text.similarity import Profile, likeness_to_rest

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_SIZE = 0.5
"""The share of the greatest part's length from which a part is one of several."""


def off_topic_parts(texts: Sequence[str], greatest: int, threshold: float) -> dict[int, float]:
    """Of an article's small parts below the greatest those whose likeness to the rest is under the threshold."""
    most = MAX_SIZE * len(texts[greatest])
    judged = [part for part in range(greatest + 1, len(texts)) if len(texts[part]) < most]
    if threshold <= 0 or not judged:
        return {}
    language = language_of(texts[greatest])
    profiles = [Profile.of(text, language) for text in texts]
    names: Counter[str] = Counter()
    name_words: Counter[str] = Counter()
    stems: Counter[str] = Counter()
    for profile in profiles:
        names.update(profile.names)
        name_words.update(profile.name_words)
        stems.update(profile.stems)
    scores = {part: likeness_to_rest(profiles[part], names, name_words, stems) for part in judged}
    return {part: score for part, score in scores.items() if score < threshold}
