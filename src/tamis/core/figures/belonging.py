"""The pictures, players and posts that belong to the text that a strategy keeps, with their captions."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import compress, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.figures.boxes import Figures, pictures_of, says_advertisement
from tamis.core.parse.document import Hiding
from tamis.core.parse.media import Refusal, has_source, leads_to_page, not_content
from tamis.core.parse.tree import Element
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.advertising import Advertising
from tamis.core.strategies.name_hints import hints_of_element
from tamis.model import Kind, Label, Role
from tamis.text.markup_names import NAME_WORDS, POSTER_WORDS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from tamis.core.figures.boxes import Figure
    from tamis.core.parse import Document

MAX_BEFORE = 8
"""Maximum number of blocks of text between a picture above the title and the title: a kicker, a date, buttons."""
MAX_AFTER = 2
"""Maximum number of blocks of text between the end of the article's text and a picture below it."""
REACH = 24
"""Blocks of text above and below the article within which pictures are judged: `MAX_BEFORE`, and what boxes hold."""
MAX_SHARE = 0.25
"""Largest share of the article's text that captions without caption markup may hold together."""
MIN_CAPTION = 30
"""Characters from which a text in a picture's box counts in the picture's favor without being named a caption."""
MAX_BOX_LEVELS, MAX_BOX_BLOCKS, MAX_BOX_TEXT = 4, 16, 300
"""Limits of the box that names the author of a forum post: elements around the picture, blocks, characters."""
_CAPTION, _IMAGE, _TABLE = Kind.CAPTION, Kind.IMAGE, Kind.TABLE
_POSTS = frozenset(
    "twitter-tweet twitter-video instagram-media tiktok-embed bluesky-embed mastodon-embed reddit-embed-bq reddit-card "
    "text-post-media fb-post".split()
)
"""Classes of the blockquotes that social networks provide for embedding a post."""
_OUT_OF_REACH = Refusal("")
"""Refusal of pictures far from the article. It has no reason, because there is nothing special to say about them."""
_OUTSIDE = Refusal("not inside the article")
_STRANGE = (
    bits.RELATED | bits.SHARE | bits.ADVERTISEMENT | bits.NAVIGATION | bits.COMMENTS | bits.PROMPT
    | bits.CONSENT | bits.BREADCRUMB | bits.PAGINATION | bits.RATING
)  # fmt: skip
"""Hints of parts whose pictures do not belong to the article."""
_STRANGE_WITHOUT_CAPTION = bits.AUTHOR | bits.SIDEBAR | bits.FOOTER | bits.TAGS
"""Hints of parts whose pictures do not belong to the article unless they have a caption."""


_KEPT = Label(True, Role.MULTIMEDIA, "inside or between the article's text nodes")
_KEPT_CAPTION = Label(True, Role.CAPTION, "the caption of a picture in the article")
_KEPT_POST = Label(True, Role.MULTIMEDIA, "a post that the article shows")
_KEPT_POST_AS_TEXT = Label(True, Role.TEXT, "a post, as most of the text is")


class Found(NamedTuple):
    """The labels of pictures, posts and captions."""

    labels: dict[int, Label]
    """Labels of pictures that are kept or refused for a reason, of kept posts, and of captions of kept pictures."""
    captions: dict[int, int]
    """The block of each caption, with the block of its picture."""


class Belonging:
    """CUTER's rule C8: pictures inside or between the article's text nodes stay, decoration and advertisements go."""

    def __init__(self, document: Document, settled: Container[int] = ()) -> None:
        """Prepare the rule. Blocks in `settled` are not judged."""
        self._document = document
        self._visible = document.visible()
        self._settled = settled
        self._all_pictures = pictures_of(document)
        self._hints: dict[int, int] = {}
        self._names: dict[str, int] = {}

    @cached_property
    def _advertising(self) -> Advertising:
        return Advertising(self._document)

    def label(self, kept: Sequence[bool]) -> Found:
        """Label the pictures and posts that belong to the kept text, with their captions."""
        pictures, posts = self._pictures(), self._posts()
        if not any(kept) or not (pictures or posts):
            return Found({}, {})
        figures = self._figures(kept)
        captions: dict[int, int] = {}
        labels: dict[int, Label] = {}
        now_kept = list(kept)
        for block in pictures:
            refusal = self._why_hidden(block)
            if refusal is None and block not in self._reach:
                continue
            refusal = refusal or self._why_not(block, figures)
            if refusal is None:
                labels[block] = _KEPT
                now_kept[block] = True
                for at in figures.of(block).captions:
                    if at not in self._settled:
                        captions.setdefault(at, block)
            elif refusal.reason:
                labels[block] = Label(False, self._role_of_refused(block, refusal), refusal.reason)
        shown = self._shown_posts(posts, figures, now_kept)
        labels.update(shown)
        for block in shown:
            now_kept[block] = True
        self._give_back(captions, now_kept)
        labels.update(dict.fromkeys(captions, _KEPT_CAPTION))
        return Found(labels, captions)

    def captions_in_text(self, kept: Sequence[bool]) -> set[int] | None:
        """Find the blocks kept as text that are captions or posts, by the rules of `label`; None if only it can tell.

        Much less work, for callers that need only the text: few pictures have kept text in or beside their box.
        """
        document = self._document
        pictures, posts = self._pictures(), self._posts()
        if not any(kept) or not (pictures or posts):
            return set()
        figures = self._figures(kept)
        captions: dict[int, int] = {}
        for block in pictures:
            if block not in self._reach or self._why_hidden(block) is not None:
                continue
            if not any(kept[at] or document.kinds[at] is _TABLE for at in figures.texts_near(block)):
                continue
            if self._is_between_rows(block):
                return None
            if not figures.may_take_text(block):
                continue
            figure = figures.of(block)
            if any(document.kinds[at] is _TABLE for at in figure.captions):
                return None
            taken = [at for at in figure.captions if kept[at] and document.kinds[at] is not _CAPTION]
            if taken and self._why_not(block, figures) is None:
                captions.update(dict.fromkeys(taken, block))
        shown = self._shown_posts(posts, figures, kept)
        if any(label.role is Role.TEXT for label in shown.values()):
            return None
        if captions:
            now_kept = list(kept)
            for block in shown:
                now_kept[block] = True
            self._give_back(captions, now_kept)
        return {*captions, *shown}

    def _is_between_rows(self, picture: int) -> bool:
        """Tell whether kept rows of tables are before and after a picture, which separates them if it is kept."""
        after = bisect_left(self._text, picture)
        beside = self._text[max(0, after - 1) : after + 1]
        return len(beside) == 2 and all(self._document.kinds[block] is _TABLE for block in beside)

    def _pictures(self) -> list[int]:
        return [block for block in self._all_pictures if block not in self._settled]

    def _posts(self) -> list[int]:
        document = self._document
        if not document.tree.select("blockquote"):  # as on most pages
            return []
        return [node for node, tag in enumerate(document.tags) if tag == "blockquote" and is_post(document, node)]

    def _figures(self, kept: Sequence[bool]) -> Figures:
        """Find the figures around the kept text, which must not be empty."""
        title = self._document.title_block
        text = list(compress(range(len(kept)), kept))
        self._begin = title if 0 <= title < text[0] else text[0]
        self._first = text[0]
        self._end = text[-1]
        self._text = sorted({*text, title} - {-1})
        self._reach = self._near()
        return Figures(self._document, self._visible, kept, self._reach, self._all_pictures)

    def _role_of_refused(self, block: int, refusal: Refusal) -> Role:
        if refusal.is_advertisement:
            return Role.ADVERTISEMENT
        return Role.MULTIMEDIA if self._visible[block] else Role.HIDDEN

    def _shown_posts(self, posts: Sequence[int], figures: Figures, kept: Sequence[bool]) -> dict[int, Label]:
        """Label the blocks (words, author, link) of the posts in the article's text: all of them are shown, or none.

        Posts are no text of the article, unless the text consists of them.
        """
        document = self._document
        within = self._posts_in_text(posts, figures)
        if not any(self._is_shown(node, figures, kept) for node in within):
            return {}
        blocks = [
            block
            for node in within
            for block in range(document.block_start[node], document.block_stop[node])
            if self._visible[block] and document.texts[block] and block not in self._settled
        ]
        if 2 * self._size(block for block in blocks if kept[block]) > self._size(compress(range(len(kept)), kept)):
            return {block: _KEPT_POST_AS_TEXT for block in blocks if not kept[block]}
        return dict.fromkeys(blocks, _KEPT_POST)

    def _posts_in_text(self, posts: Sequence[int], figures: Figures) -> list[int]:
        """Find the posts that begin within the article's text, or right below it."""
        document, end, within = self._document, self._end, []
        for node in posts:
            begin = document.block_start[node]
            if self._begin < begin and (begin <= end or not figures.texts(end + 1, begin)):
                within.append(node)
                end = max(end, document.block_stop[node] - 1)
        return within

    def _size(self, blocks: Iterable[int]) -> int:
        """Count the characters of blocks."""
        return sum(len(self._document.texts[block]) for block in blocks)

    def _is_shown(self, node: int, figures: Figures, kept: Sequence[bool]) -> bool:
        """Tell whether a strategy keeps text of a post, or it is in an element that holds the article's text."""
        document = self._document
        if any(kept[document.block_start[node] : document.block_stop[node]]):
            return True
        return self._holds_text(figures.holder(max(0, document.parents[node])))

    def _give_back(self, captions: dict[int, int], kept: Sequence[bool]) -> None:
        """Drop the captions without caption markup if they would take much of the text, as on a page of pictures."""
        document = self._document
        texts = document.texts
        taken = [block for block in captions if kept[block] and document.kinds[block] is not _CAPTION]
        body = sum(len(text) for text, keep in zip(texts, kept, strict=True) if keep)
        if sum(len(texts[block]) for block in taken) > MAX_SHARE * body:
            for block in taken:
                del captions[block]

    def _near(self) -> range:
        """Return the blocks in and near the article; too much text separates pictures elsewhere from the article."""
        document = self._document
        begin, end = self._begin, self._end + 1
        for _ in range(REACH):
            begin -= 1
            while begin > 0 and not (self._visible[begin] and document.texts[begin]):
                begin -= 1
            while end < len(document) and not (self._visible[end] and document.texts[end]):
                end += 1
            end += 1
        return range(max(0, begin), min(end, len(document)))

    def _why_hidden(self, block: int) -> Refusal | None:
        if self._visible[block] or self._document.hidden[block] is Hiding.ARIA:
            return None
        return Refusal(self._document.hiding_reason(block))

    def _why_not(self, block: int, figures: Figures) -> Refusal | None:
        """Say why a picture does not belong to the article; None if it does, and an empty reason if it is far away."""
        document = self._document
        is_within = self._begin <= block <= self._end  # and its figure with it
        if not is_within and not self._is_in_reach(figures.of(block), figures):
            return _OUT_OF_REACH
        holder = figures.holder(document.block_nodes[block])
        if not (self._holds_text(holder) or self._is_cover(figures.of(block))):
            return _OUTSIDE
        leaf = document.leaves[block][0]
        refusal = not_content(leaf) if type(leaf) is Element else _OUT_OF_REACH
        if refusal is not None:
            return refusal
        if self._is_copy(block):
            return Refusal("a copy for browsers without scripts")
        figure = figures.of(block)
        if not self._is_told(figure) and self._advertising.holds(document.block_nodes[block]):
            return Refusal("named an advertisement", is_advertisement=True)
        if self._is_labeled(block, figures):
            return Refusal("beside a label of advertisements", is_advertisement=True)
        return self._strange_part(block, holder, figure)

    def _is_labeled(self, picture: int, figures: Figures) -> bool:
        """Tell whether a line right above or below a picture says only that it is an advertisement."""
        texts = self._document.texts
        labels = [label for label in figures.texts_beside(picture) if says_advertisement(texts[label])]
        if not labels or self._is_told(figures.of(picture)):
            return False
        return any(self._is_beside(label, picture) for label in labels)

    def _is_beside(self, label: int, picture: int) -> bool:
        """Tell whether nothing is between a label and a picture, and the label has no slot that a script fills."""
        document = self._document
        outer = next(node for node in document.ancestors(label) if self._holds(node, picture))
        inner = list(self._up_to(label, outer))
        if not inner:
            return True
        part = document.elements[inner[-1]]
        if any(map(self._advertising.is_named, inner)) or any(map(_may_be_filled, part.iter_elements())):
            return False
        siblings = part.next_siblings if label < picture else part.previous_siblings
        beside = next((node for node in siblings if isinstance(node, Element) and node.tag != "br"), None)
        leaf = document.leaves[picture][0]
        return beside is not None and isinstance(leaf, Element) and beside in (leaf, *leaf.ancestors)

    def _holds(self, node: int, block: int) -> bool:
        return self._document.block_start[node] <= block < self._document.block_stop[node]

    def _up_to(self, block: int, outer: int) -> Iterator[int]:
        """Yield the nodes around a block, up to but without an outer one."""
        return takewhile(lambda node: node != outer, self._document.ancestors(block))

    def _is_in_reach(self, figure: Figure, figures: Figures) -> bool:
        """Tell whether a figure is within the article, or right above or below it."""
        if figure.end <= self._begin:
            between = figure.end, self._begin
            return figures.texts(*between) <= MAX_BEFORE and not figures.has_real_text(*between)
        between = self._end + 1, figure.begin
        return figures.texts(*between) <= MAX_AFTER and not figures.has_real_text(*between)

    def _holds_text(self, node: int) -> bool:
        """Tell whether a node holds text of the article, or the title."""
        block = bisect_left(self._text, self._document.block_start[node])
        return block < len(self._text) and self._text[block] < self._document.block_stop[node]

    def _is_cover(self, figure: Figure) -> bool:
        """Tell whether a figure is a cover: it is above the text and has a caption."""
        return figure.end <= self._first and self._is_captioned(figure)

    def _is_captioned(self, figure: Figure) -> bool:
        return any(self._document.kinds[block] is _CAPTION for block in figure.captions)

    def _is_told(self, figure: Figure) -> bool:
        """Tell whether a figure's caption has markup and says something: no advertisement, whatever its part's name."""
        return any(self._document.kinds[at] is _CAPTION and self._tells(at) for at in figure.captions)

    def _is_copy(self, block: int) -> bool:
        """Tell whether a picture is in noscript, after the picture that scripts show in its place."""
        document = self._document
        if (
            document.tags[document.block_nodes[block]] != "noscript"
            or block == 0
            or document.kinds[block - 1] is not _IMAGE
        ):
            return False
        before = document.leaves[block - 1][0]
        return type(before) is Element and has_source(before)

    def _strange_part(self, block: int, holder: int, figure: Figure) -> Refusal | None:
        """Refuse a picture that is in a part outside the article, beside a poster's name, or a link to a page."""
        document = self._document
        node = document.block_nodes[block]
        is_captioned = self._is_captioned(figure) or any(self._tells(at) for at in figure.captions)
        strange = _STRANGE if is_captioned else _STRANGE | _STRANGE_WITHOUT_CAPTION
        if self._is_told(figure):
            strange &= ~bits.ADVERTISEMENT
        if figure.end <= self._begin and not is_captioned:
            strange |= bits.HEADER
        if self._hints_below(node, holder) & strange:
            return Refusal("in another part of the page")
        if not self._is_captioned(figure) and self._is_by_poster(node):
            return Refusal("beside the name of who wrote the post")
        leaf = document.leaves[block][0]
        is_link = not is_captioned and type(leaf) is Element and leads_to_page(leaf, document.page.url)
        return Refusal("leads to another page") if is_link and self._is_body(holder) else None

    def _is_by_poster(self, node: int) -> bool:
        """Tell whether a picture is in the small box of a forum that names the poster: a portrait, a rank, a badge."""
        document = self._document
        for around in islice(document.around(node), MAX_BOX_LEVELS):
            blocks = slice(document.block_start[around], document.block_stop[around])
            if around == 0 or blocks.stop - blocks.start > MAX_BOX_BLOCKS:
                return False
            element = document.elements[around]
            names = f"{element.attr('class') or ''} {element.attr('id') or ''}".lower()
            if not POSTER_WORDS.isdisjoint(NAME_WORDS.findall(names)):
                return sum(map(len, document.texts[blocks])) <= MAX_BOX_TEXT
        return False

    def _is_body(self, node: int) -> bool:
        """Tell whether a node holds most of the article; a card of a list does not, and its picture may be a link."""
        first, last = (
            bisect_left(self._text, end) for end in (self._document.block_start[node], self._document.block_stop[node])
        )
        return (last - first) * 2 >= len(self._text)

    def _tells(self, block: int) -> bool:
        """Tell whether a caption without markup is long enough, and not mostly a link."""
        text = self._document.texts[block]
        return len(text) >= MIN_CAPTION and self._document.link_sizes[block] * 2 < len(text)

    def _hints_below(self, node: int, holder: int) -> int:
        """Join the hints of a node and of the elements around it, up to `holder`, which holds more than figures."""
        path = []
        while node > holder and node not in self._hints:
            path.append(node)
            node = self._document.parents[node]
        hints = self._hints[node] if node > holder else 0
        for below in reversed(path):
            hints |= hints_of_element(self._document.elements[below], self._names)
            self._hints[below] = hints
        return hints


def _may_be_filled(element: Element) -> bool:
    """Tell whether an element beside a label is a script, a frame, or empty, so that a script may fill it."""
    return element.tag in ("script", "iframe") or (element.tag != "br" and not element.text.strip())


def is_post(document: Document, node: int) -> bool:
    """Tell whether a quote is a post of a social network, by the network's own markup."""
    return not _POSTS.isdisjoint((document.elements[node].attr("class") or "").split())
