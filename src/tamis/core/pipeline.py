"""The pipeline from a page to an article, stage by stage: a pure function of its arguments.

What a stage finds is computed when somebody asks for it, because most callers want only the text. Until then the
article holds its page. Nothing else does, so the articles of one caller never cost another anything.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple, cast

from tamis.core import site_rules
from tamis.core.assemble import assemble, assemble_text, with_positions
from tamis.core.assemble.draft import flagged_as_data, without_links
from tamis.core.embedded.stage import LabelledDocument, PageData, follow_data
from tamis.core.enrich import PageFacts
from tamis.core.figures import captions_in_text, with_figures
from tamis.core.outcome import in_language, judge
from tamis.core.outcome.hubs import hub_page, may_be_hub
from tamis.core.outcome.portals import labels_of_teasers, teasers_of
from tamis.core.parse import parse
from tamis.core.posts import FoundPosts
from tamis.core.posts.labels import MIN_THREAD, SURE, find_thread, thread_labels
from tamis.core.posts.shown import (
    comment_blocks,
    find_comments,
    made_entries,
    made_posts,
    with_entry_heads,
    with_post_heads,
)
from tamis.core.site_profile import site_name
from tamis.core.strategies.verdicts import with_head_named, without_tables
from tamis.core.trace import trace_of
from tamis.model import NO_RIGHTS, Article, Labels, Outcome, Role
from tamis.settings.extraction import Limits, Settings
from tamis.settings.options import with_options
from tamis.text.dates import order_of
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from contextlib import AbstractContextManager

    from tamis.core.assemble import Assembled, PlainBlock
    from tamis.core.assemble.hidden_marks import HiddenMarks
    from tamis.core.enrich.page_links import PageLinks
    from tamis.core.enrich.title import DrawnTitle
    from tamis.core.outcome import Verdict
    from tamis.core.parse import Document
    from tamis.core.posts.live_blogs import LiveBlog
    from tamis.core.site_profile import SiteProfile
    from tamis.core.site_rules import Ruled, SiteRule
    from tamis.core.strategies import Labelling, Strategy, TextFirst
    from tamis.model import Block, Entry, Metadata, Page, PageType, Post
    from tamis.settings.extraction import Hidden
    from tamis.text.dates import Order

DEFAULT_SETTINGS = Settings()
DEFAULT_LIMITS = Limits()
_PAGE_LINKS = ("next_page", "print_page", "one_page")


class Prepared(NamedTuple):
    """A page that is parsed but not yet labeled by a strategy."""

    document: Document
    """The parsed page, with its title."""
    facts: PageFacts
    """Facts that the page declares about itself: title, authors, dates."""
    rule: SiteRule | None = None
    """The user's rule for the site, if there is one."""


class Extraction(NamedTuple):
    """An article with the labeled blocks that it was made from."""

    article: Article
    own: LabelledDocument
    """The page's own blocks, as the strategy labeled them."""
    chosen: LabelledDocument
    """The blocks of the article: the page's own with the notes, or those of its data (see `document.origin`)."""
    page_numbers: Mapping[int, str]
    """URLs of the article's pages by page number, as far as this page links to them."""


def run(page: Page, settings: Settings = DEFAULT_SETTINGS) -> Article:
    """Extract the article of a page.

    Everything but its text is computed on demand, from the page that the article holds.
    """
    return _article_of(_Source(page, settings))


def _article_of(source: _Source) -> Article:
    """Return the article whose fields come from a source on demand, or the one of a page that reserves a use."""
    reserved = _left_out(source) if source.settings.respect else None
    if reserved is not None:
        return reserved
    return Article._on_demand(source.document.page.url, source.strategy.name, source)


def _left_out(source: _Source) -> Article | None:
    """Return an article without text if the page reserves a use that the user respects; None if it does not."""
    rights = source.metadata.rights or NO_RIGHTS
    for use in source.settings.respect:
        if (declared := rights.reservation_of(use)) is not None:
            return Article(
                url=source.document.page.url,
                metadata=cast("Metadata", source.fields("metadata")["metadata"]),
                outcome=Outcome.RESERVED,
                outcome_reason=f"{declared} reserves the use: {use}",
                strategy=source.strategy.name,
            )
    return None


def extract_traced(page: Page, settings: Settings = DEFAULT_SETTINGS) -> Extraction:
    """Extract the article of a page, together with the labels that it was made from."""
    source = _Source(page, settings)
    article = _article_of(source).complete()
    chosen = LabelledDocument(source.chosen.document, source.assembled.labels)
    return Extraction(article, source.own, chosen, source.page_links.numbers)


def page_profile(page: Page, settings: Settings = DEFAULT_SETTINGS) -> SiteProfile:
    """Learn a site profile from one page. The strategy must give each block a probability, as `learned` does."""
    return _profile_of(_Source(page, settings).own)


def profile_of_extraction(extraction: Extraction) -> SiteProfile:
    """Learn a site profile from a page that was already extracted, with or without a profile."""
    return _profile_of(extraction.own)


def _profile_of(own: LabelledDocument) -> SiteProfile:
    from tamis.core.strategies.learned.site_evidence import profile_of  # other strategies do not need it

    return profile_of(*own, site=site_name(own.document.page.url))


def links_of(page: Page, settings: Settings = DEFAULT_SETTINGS) -> PageLinks:
    """Find the links of a page to other pages of its article, with the verdict on every candidate."""
    return _Source(page, settings).page_links


def prepare(
    page: Page,
    limits: Limits = DEFAULT_LIMITS,
    rules: tuple[SiteRule, ...] = (),
    *,
    hidden: Hidden = "drop",
    strategy: Strategy | None = None,
) -> Prepared:
    """Parse a page and collect what it declares about itself: all that is known before blocks are labeled.

    `hidden` is the setting: unless it is ``drop``, the page's style sheets are read, and text that readers cannot see
    may count as visible. The page's metadata is found without such text. The strategy may have its own way to find the
    title of a rendered page.
    """
    scan = limits.check(page)
    document = parse(page, reads_styles=hidden != "drop", scan=scan)
    rule = site_rules.rule_for(rules, page.url) if rules and page.own_markdown is None else None
    if rule is not None:
        document = site_rules.informed(rule, document)
    facts = PageFacts(document, _drawn_title(document, strategy) if page.layout is not None else None)
    title = facts.title.text
    document = replace(document, title=title, title_block=facts.title_block, declared=facts.declared)
    if hidden != "drop":
        document = document.with_hidden_admitted(only_doubtful=hidden == "guard")
    return Prepared(document, facts, rule)


def _drawn_title(document: Document, strategy: Strategy | None) -> DrawnTitle | None:
    """Find the title that the look of a rendered page suggests. It decides if the strategy is Article Clipper."""
    from tamis.papers.clipper import Clipper  # few pages are rendered

    if isinstance(strategy, Clipper):
        return strategy.title(document, decides=True)
    return Clipper().title(document, decides=False)


def _everything() -> Strategy:
    """Return the strategy for a site's own Markdown, which is the article already."""
    from tamis.core.strategies.everything import Everything

    return Everything()


_OF_PARSE = ("hidden", "limits", "rules")
"""Settings that decide how a page is parsed."""


class _Source:
    """The stages of the pipeline, in order. The first runs at once, the others when somebody asks for their result."""

    def __init__(self, page: Page, settings: Settings, like: _Source | None = None) -> None:
        """Parse the page. A strategy that can find the text first does so on demand, any other chooses the blocks now.

        `like` is the source of another article of the same page. What it has parsed and computed is used again, as far
        as the settings are the same.
        """
        self.settings = settings
        self.strategy = settings.chosen_strategy() if page.own_markdown is None else _everything()
        self.lock: AbstractContextManager[object] = RLock() if like is None else like.lock
        if like is not None and not like.is_of_parse(settings, self.strategy):
            like = None
        self.document, self.facts, self.rule = self._prepare(page) if like is None else like.prepared
        # No `isinstance` here: comparing with a protocol takes as long as a whole stage on a small page.
        self.finds_text_first = self.rule is None and hasattr(self.strategy, "begin")
        self._like = like if self.finds_text_first else None
        if not self.finds_text_first:
            _ = self.chosen

    def is_of_parse(self, settings: Settings, strategy: Strategy) -> bool:
        """Tell whether other settings would parse the page in the same way."""
        is_drawn = self.document.page.layout is not None  # then the strategy may have its own title
        same = all(getattr(settings, name) == getattr(self.settings, name) for name in _OF_PARSE)
        return same and (not is_drawn or strategy.name == self.strategy.name)

    @property
    def prepared(self) -> Prepared:
        """The parsed page."""
        return Prepared(self.document, self.facts, self.rule)

    def _prepare(self, page: Page) -> Prepared:
        settings = self.settings
        return prepare(page, settings.limits, settings.rules, hidden=settings.hidden, strategy=self.strategy)

    @cached_property
    def labelling(self) -> Labelling | None:
        """The strategy's choice of blocks; None if it cannot find the text first."""
        like, self._like = self._like, None
        if not self.finds_text_first:
            return None
        if like is not None and like.labelling is not None and hasattr(like.labelling, "leaning"):
            labelling = like.labelling.leaning(self.strategy)
            if labelling is not None:
                return labelling
        return cast("TextFirst", self.strategy).begin(self.document)

    def view(self, options: Mapping[str, object]) -> Article:
        """Return the article of the same page with other settings."""
        settings = with_options(self.settings, options)
        with self.lock:
            return _article_of(_Source(self.document.page, settings, self))

    @cached_property
    def own_text(self) -> LabelledDocument:
        """The page's own blocks, labeled by the strategy and then by the rule for the site, before the figures."""
        if self.ruled is not None:
            return LabelledDocument(self.document, self.ruled.labels)
        labels = self.labels
        looks_for_article = not getattr(self.strategy, "keeps_lists", False)
        if self.settings.teasers and looks_for_article and may_be_hub(self.document, labels.kept) and self.list_reason:
            labels = labels_of_teasers(self.document, labels)
        if self.thread.posts:
            labels = thread_labels(self.document, labels, self.thread, keeps_quotes=self.settings.quotes == "keep")
        elif self.live_blog is not None and self.is_live:
            from tamis.core.posts.live_blogs import live_labels

            labels = live_labels(self.document, labels, self.live_blog)
        return LabelledDocument(self.document, labels)

    @cached_property
    def thread(self) -> FoundPosts:
        """The posts of the page, if it is a thread and they are its text."""
        if self.rule is not None or self.labels.thread < MIN_THREAD:
            return FoundPosts()
        if self.labels.thread < SURE and self.is_live:
            return FoundPosts()
        return find_thread(self.document, self.labels, self.date_order)

    @cached_property
    def live_blog(self) -> LiveBlog | None:
        """The entries of the page, if it is a live blog."""
        if self.rule is not None or not self.facts.may_be_live_blog:
            return None
        from tamis.core.posts.live_blogs import find_live_blog  # few pages need it, and it takes long to load

        return find_live_blog(self.document, self.labels, self.date_order)

    @cached_property
    def date_order(self) -> Order:
        """The order of day and month in the page's dates."""
        return order_of(self.facts.language, host_of(self.document.page.url))

    @cached_property
    def labels(self) -> Labels:
        """The strategy's labels for the page's own blocks."""
        return self.labelling.labels() if self.labelling is not None else self.strategy.label(self.document)

    @cached_property
    def list_reason(self) -> str | None:
        """The reason why the page is a list of other pages; None if it is not."""
        labels = self.ruled.labels if self.ruled is not None else self.labels
        return hub_page(self.document, labels.kept, self.metadata, labels.page_type)

    @cached_property
    def ruled(self) -> Ruled | None:
        """The strategy's labels after the rule for the site; None if there is no rule."""
        if self.rule is None:
            return None
        return site_rules.apply_rule(self.rule, self.document, self.strategy.label(self.document))

    @cached_property
    def own(self) -> LabelledDocument:
        """The page's own blocks with the figures of the text that the strategy and the rule keep."""
        return _figured(self.own_text)

    @cached_property
    def chosen(self) -> LabelledDocument:
        """The blocks of the article: the page's own, or those of its data if its own fall short."""
        text = self.own_text
        is_decided = bool(self.thread.posts) or (self.ruled is not None and self.ruled.decides) or self.is_live
        if self.settings.embedded and not is_decided:
            text = follow_data(text, self.data)
        document, labels = self.own if text is self.own_text else _figured(text)
        standfirst = self.facts.standfirst
        labels = with_head_named(document, labels, standfirst.block if standfirst is not None else None)
        if not self.settings.tables:
            labels = without_tables(document, labels)
        return LabelledDocument(document, labels)

    @cached_property
    def data(self) -> PageData:
        """The search for a body in the page's data."""
        return PageData(self.document, self.facts, self.settings.min_words)

    @cached_property
    def metadata(self) -> Metadata:
        found = self.facts.metadata()
        return site_rules.with_rule(self.rule, self.document, found) if self.rule is not None else found

    @cached_property
    def next_page(self) -> str | None:
        """URL of the next page of the article, if a site rule finds it."""
        return site_rules.next_page(self.rule, self.document) if self.rule is not None else None

    @cached_property
    def page_type(self) -> PageType | None:
        """The type of the page, as the strategy judges it."""
        labelling = self.labelling
        if labelling is not None and hasattr(labelling, "page_type"):  # known before the labels of all blocks
            return cast("PageType | None", labelling.page_type)
        return self.own_text.labels.page_type

    @cached_property
    def unplaced(self) -> Assembled:
        """The article before its blocks get positions, which not all formats have."""
        return self._assemble(positions=False)

    def _assemble(self, *, positions: bool) -> Assembled:
        lead = self.facts.lead_image if self.settings.images else None
        return assemble(*self.chosen, images=self.settings.images, positions=positions, lead=lead)

    @property
    def written(self) -> Assembled:
        """The article for what reads no positions: without them, unless they are known or something else changes it."""
        is_as_assembled = self.settings.links and self.settings.hidden == "drop"
        return self.unplaced if is_as_assembled and "assembled" not in self.__dict__ else self.assembled

    @cached_property
    def assembled(self) -> Assembled:
        positions = self.settings.positions
        if "unplaced" in self.__dict__:
            made = with_positions(self.chosen.document, self.unplaced) if positions else self.unplaced
        else:
            made = self._assemble(positions=positions)
        if not self.settings.links:
            made = made._replace(blocks=tuple(map(without_links, made.blocks)))
        if self.chosen.document.origin is not None and self.settings.hidden != "drop":
            made = made._replace(blocks=flagged_as_data(made.blocks, self.chosen.document.origin))
        if self.marks is not None:
            made = made._replace(blocks=tuple(map(self.marks.on_block, made.blocks)))
        return made

    @cached_property
    def marks(self) -> HiddenMarks | None:
        """The marks of text that readers cannot see; None if the user wants none."""
        if self.settings.hidden not in ("guard", "mark"):
            return None
        from tamis.core.assemble.hidden_marks import HiddenMarks  # only for those who ask for it

        return HiddenMarks.of(self.document, writes_out=self.settings.hidden == "mark")

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a thread, whose blocks are always the page's own."""
        return made_posts(self.thread, self.assembled.blocks) if self.thread.posts else ()

    @property
    def is_live(self) -> bool:
        """True if the page is a live blog whose entries it shows."""
        return self.live_blog is not None and bool(self.live_blog.covered)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of a live blog."""
        if self.live_blog is None or self.thread.posts:
            return ()
        entries = made_entries(self.live_blog, self.assembled.blocks)
        return entries if self.marks is None else tuple(map(self.marks.on_entry, entries))

    @cached_property
    def comments(self) -> tuple[Post, ...]:
        """The comments of readers below the article."""
        mark = self.marks.on_block if self.marks is not None else None
        return find_comments(*self.own_text, self.date_order, positions=self.settings.positions, mark=mark)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that writers show: the article's and, if the user wants them, the comments'."""
        shown = self.assembled.blocks
        if self.thread.posts:
            shown = with_post_heads(shown, self.posts)
        elif self.is_live:
            shown = with_entry_heads(shown, self.entries)
        return shown + comment_blocks(self.comments, len(self.document)) if self.settings.comments else shown

    @cached_property
    def verdict(self) -> Verdict:
        made = self.written
        labels, blocks = made.labels, made.blocks
        document, min_words = self.chosen.document, self.settings.min_words
        found = judge(document, labels, blocks, self.metadata, min_words, lambda: self.list_reason)
        return in_language(found, self.metadata.language, self.settings.language)

    @cached_property
    def body_blocks(self) -> Sequence[Block | PlainBlock]:
        """The blocks of the plain text, without what only other formats show unless that is known already."""
        if self.marks is not None:
            return cast("Sequence[Block]", self.marks.without_invisible({"": self.assembled.blocks})[""])
        if self.settings.hidden != "drop" or not self.__dict__.keys().isdisjoint(("unplaced", "assembled")):
            return self.written.blocks
        return assemble_text(*(self._labeled_text() or self.chosen), images=self.settings.images)

    def _labeled_text(self) -> LabelledDocument | None:
        """Label the text alone; None if only the labels of all blocks can tell it, or if they are known."""
        document, settings = self.document, self.settings
        if self.labelling is None or "own_text" in self.__dict__ or self.facts.may_be_live_blog:
            return None
        if (kept := self.labelling.text_blocks()) is None:
            return None
        settled: frozenset[int] | None = frozenset()
        is_thread = self.labelling.thread >= MIN_THREAD and bool(self.thread.posts)
        if is_thread:
            kept, settled = self.own_text.labels.kept, self.own_text.labels.settled
        captions = captions_in_text(document, kept, settled) if settled is not None else None
        if captions is None:
            return None
        kept = [keep and block not in captions for block, keep in enumerate(kept)] if captions else kept
        if settings.embedded and not is_thread and self.data.more_than(kept) is not None:
            return None
        count = len(document)
        labels = Labels(kept, [0.0] * count, [Role.TEXT] * count, [""] * count)
        return LabelledDocument(document, labels if settings.tables else without_tables(document, labels))

    @cached_property
    def page_links(self) -> PageLinks:
        from tamis.core.enrich.page_links import find_page_links  # few callers need it, and it takes long to load

        return find_page_links(
            self.document, is_forum=lambda: self.page_type is not None and self.page_type.name == "forum"
        )

    def headline(self) -> tuple[str | None, str | None] | None:
        """Return title and subtitle if they are known without the other metadata, else None."""
        with self.lock:
            if self.rule is not None or self.marks is not None:
                return None
            standfirst = self.facts.standfirst
        return self.facts.title.text, standfirst.text if standfirst is not None else None

    def written_blocks(self) -> Sequence[Block]:
        """Return the blocks of the article for writers that print no positions; they may have none."""
        with self.lock:
            if self.marks is not None or self.settings.comments or self.thread.posts or self.is_live:
                return cast("Sequence[Block]", self.fields("blocks")["blocks"])
            return self.written.blocks

    def text_blocks(self) -> Sequence[Block | PlainBlock]:
        """Return the blocks that make up the plain text; assemble them only if necessary."""
        with self.lock:
            return self.body_blocks

    def page_texts(self) -> Sequence[str]:
        """Return the texts of all blocks of the page, kept or not."""
        return self.document.texts

    def hidden_texts(self) -> Collection[int]:
        """Return the numbers of the blocks that readers cannot see."""
        document = self.document
        return [block for block in range(len(document)) if document.hiding(block) is not None]

    def fields(self, name: str) -> Mapping[str, object]:
        """Return the value of an article's field, together with the fields that are computed along with it."""
        found = self._fields(name)
        return found if self.marks is None else self.marks.without_invisible(found)

    def _fields(self, name: str) -> Mapping[str, object]:
        if name == "metadata":
            return {"metadata": self.metadata if self.marks is None else self.marks.on_metadata(self.metadata)}
        if name == "blocks":
            return {"blocks": self.blocks}
        if name == "posts":
            return {"posts": self.posts}
        if name == "entries":
            return {"entries": self.entries}
        if name == "comments":
            return {"comments": self.comments}
        if name == "teasers":
            return {"teasers": teasers_of(self.document) if self.verdict.outcome is Outcome.HUB_PAGE else ()}
        if name == "page_type":
            return {"page_type": self.page_type}
        if name == "trace":
            note = self.ruled.note if self.ruled is not None else ""
            return {"trace": trace_of(self.own, self.strategy, self.chosen, self.assembled, self.page_links, note)}
        if name in _PAGE_LINKS:
            links = self.page_links
            found = {name: link.url if (link := getattr(links, name)) is not None else None for name in _PAGE_LINKS}
            return found | {"next_page": self.next_page} if self.next_page is not None else found
        verdict = self.verdict
        return {"outcome": verdict.outcome, "outcome_reason": verdict.reason, "confidence": verdict.confidence}


def _figured(labelled: LabelledDocument) -> LabelledDocument:
    return LabelledDocument(labelled.document, with_figures(*labelled))
