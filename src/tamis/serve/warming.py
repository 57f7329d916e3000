"""Warm-up: jobs that run before workers are forked, so that no reader waits for what they load and all share the
memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.filter.page import PAGE_FILTERS
from tamis.io.workers.extraction import WARM_UP as PAGE
from tamis.serve import api
from tamis.serve.api.operations import NAMES
from tamis.serve.pages.story import StoryLinks
from tamis.serve.pages.work import ReadStory
from tamis.serve.proxy.own_urls import InsideUrls, SignedUrls
from tamis.serve.proxy.work import CleanPage
from tamis.serve.signing import Signer
from tamis.settings.extraction import Limits, Settings

if TYPE_CHECKING:
    from tamis.serve.context import Job


@dataclass(frozen=True, slots=True)
class WarmUp:
    """A job that runs other jobs."""

    jobs: tuple[Job, ...]

    def run(self) -> bytes:
        """Run all jobs; their results are not needed."""
        for job in self.jobs:
            job.run()
        return b""


WARM_UP = WarmUp(
    (
        *map(api.warm_up, NAMES),
        ReadStory(PAGE, Settings(), StoryLinks()),
        CleanPage(PAGE, PAGE_FILTERS, Limits(), InsideUrls(SignedUrls(Signer(b"")))),
    )
)
