"""The trace of an extraction: what each stage found, for people who want to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.assemble.embeds import LEFT_OUT
from tamis.model import Step
from tamis.settings.options import not_default

if TYPE_CHECKING:
    from tamis.core.assemble import Assembled
    from tamis.core.embedded.stage import LabelledDocument
    from tamis.core.enrich.page_links import PageLinks
    from tamis.core.strategies import Strategy
    from tamis.model import MarkdownOffer


def trace_of(
    own: LabelledDocument, strategy: Strategy, chosen: LabelledDocument, made: Assembled, links: PageLinks, ruled: str
) -> tuple[Step, ...]:
    """Describe what each stage found. `ruled` says what a rule for the site did."""
    posts = (Step("assemble", f"{LEFT_OUT}: {url}") for url in made.left_out)
    rules = (Step("rules", ruled),) if ruled else ()
    return (*_steps(own, strategy, chosen), *posts, *_page_steps(links), *rules)


def _steps(own: LabelledDocument, strategy: Strategy, chosen: LabelledDocument) -> tuple[Step, ...]:
    document, labels = own
    if document.admitted:
        hidden = sum(document.hiding(block) is not None for block in range(len(document)))
    else:
        hidden = len(document) - list(document.hidden).count(None)
    admitted = ", which count as seen" if document.admitted else ""
    other = not_default(strategy)
    steps = (
        Step("decode", document.page.encoding or "came as text"),
        *map(_markdown_step, document.page.markdown),
        *([Step("render", f"{document.page.rendering}")] if document.page.rendering else []),
        Step("parse", f"{len(document.tags)} elements, {len(document)} blocks, {hidden} of them hidden{admitted}"),
        Step("enrich", f"title: {document.title}" if document.title else "no title found"),
        Step(strategy.name, f"{sum(labels.kept)} of {len(labels)} blocks kept{f', with {other}' if other else ''}"),
    )
    origin = chosen.document.origin
    if origin is None:
        return steps
    kept = f"{sum(chosen.labels.kept)} of {len(chosen.labels)} blocks kept"
    how = f"cut from {origin.source} at {origin.xpath}" if origin.xpath else f"those with the text of {origin.source}"
    return (*steps, Step("embedded", f"{kept}, {how}"))


def _markdown_step(offer: MarkdownOffer) -> Step:
    """Tell where a site's own Markdown was looked for, and what became of it."""
    covered = "" if offer.covered is None else f", with {offer.covered:.0%} of the article of the page"
    unseen = f", {offer.unseen} blocks that the page does not show are hidden" if offer.unseen else ""
    note = f" ({offer.note})" if offer.note else ""
    return Step("markdown", f"{offer.verdict.value}: {offer.way.value}: {offer.url}{covered}{unseen}{note}")


def _page_steps(links: PageLinks) -> tuple[Step, ...]:
    """List the other pages of the article that were found, as steps of the trace."""
    found = (links.one_page, links.print_page, links.next_page)
    return tuple(Step("pages", f"{link.kind.value}: {link.url}: {link.reason}") for link in found if link is not None)
