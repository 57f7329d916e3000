"""Code listings as a reader would copy them: without line numbers, headers and buttons, also where it is not in `pre`.

Highlighters write a listing in many ways: a `pre` with a number before each line, a table with a row a line, an element
a line. Here the text of such a listing is found once, before the walk, which makes one block of it. A `pre` that holds
nothing but code is none of these, and the walk reads it.

What tells a listing is its form: lines that are elements of one kind, numbers that count them, text that reads as
code. Names of classes are only read word by word (`code`, `line`, `gutter`), as any author would choose them.
"""

from __future__ import annotations

import re
from base64 import b64decode
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.data_tables import gutter_of, row_cells
from tamis.core.parse.tree import Element, Text
from tamis.text.code_languages import BY_LABEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.tree import Node, Tree

_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_CODE_WORDS = frozenset(
    "code codeblock blockcode codehilite codemirror cm ace monaco crayon highlighter syntaxhighlighter hljs shiki "
    "prism sourcecode listing lstlisting snippet fragment".split()
)
"""Words in the names of boxes around code."""
_SURE_CODE_WORDS = _CODE_WORDS - {"cm", "ace", "listing", "snippet"}
"""Words that boxes around other things than code do not have."""
_LINE_WORDS = frozenset("line lines row codeline listingline".split())
_LINE_CELL_WORDS = _CODE_WORDS | _LINE_WORDS | {"blob", "contents", "source", "src"}
_NUMBER_WORDS = frozenset("lineno linenos linenum linenums linenumber linenumbers ln gutter num nums linenr".split())
_NUMBER_OR_LITERAL = frozenset(("num", "nums"))
"""Words in the names of line numbers that highlighters also give to the numbers in code."""
_SURELY_NUMBER = (_LINE_WORDS | _NUMBER_WORDS) - _NUMBER_OR_LITERAL
_AFTER_LINE = frozenset("no nr num nums number numbers counter tag".split())
_TOOL_WORDS = frozenset("copy clipboard toolbar header button btn measure".split())
_OVER_CODE = (
    {"hover", "info"},
    {"hover", "container"},
    {"tooltip", "text"},
    {"tooltip", "content"},
    {"popup", "container"},
    {"ttc"},
)
"""Words that together name what opens over code when it is pointed at."""
_NOTHING, _NUMBER, _TOOL, _OVER = "nothing", "number", "tool", "over"
_IN_NUMBERS = "0123456789 \xa0\n\t_:.|"
"""Characters of line numbers."""
_PLAIN = frozenset(("plaintext", "text", "txt"))
_LABEL_TAGS = frozenset(("div", "span", "small", "button"))
_MAX_BESIDE_CODE = 3
"""Nodes before code of which one may be the name of its language."""
_MAX_TOOL = 60
"""Characters of a header or a button in a listing; what is longer is code."""
_NO_TEXT = frozenset({"script", "style", "template", "svg", "select", "textarea"})
_LINES = frozenset("div p li tr ol ul table tbody pre section header figcaption dd dt".split())
"""Elements that begin and end a line."""
_ONE_LINE = frozenset("div p li span code pre".split())
"""Elements of which each may hold one line of a listing."""
_NOT_IN_LINES = ("p", "li", "table", "img")
"""Elements of which none is in a line."""
_IN_LINES = frozenset("a b br button code em font i span strong".split())
_ENDS_LINE = _LINES | frozenset("article aside blockquote br form h1 h2 h3 h4 h5 h6 hr".split())
_WRAPPERS = frozenset(("span", "font", "b", "strong"))
_CODE_TAGS = _WRAPPERS | {"code", "samp", "tt", "br"}
_TECHNICAL = (
    "pre",
    "code",
    "textarea",
    "samp",
    "tt",
    "div[data-lang], div.fragment, div:is([class*=CodeBlock], [class*=listing])",
)
"""Elements of which pages with code have one: the editors of browsers have a text area."""
_TYPES = ("monospace", "ourier")
"""Parts of styles that set text in the type of code."""
MIN_NUMBERED = 0.8
"""Minimum share of a listing's lines that begin with their number."""
MIN_LINES = 2
MIN_CODE_LINES = 3
"""Minimum lines of a listing whose only sign is that each line is `code`."""
_MAX_AROUND = 4
"""Number of elements around lines whose names may say that they are code."""
_MAX_LINE = 400
"""Characters of a line on average; paragraphs have more."""
MIN_CODE_SHARE = 0.5
"""Minimum share of lines with a sign of code from which a text reads as code."""
_CODE_SIGN = re.compile(
    r"[;{}\\({\[,]$|[=!<>:+*-]=|=>|->|::|&&|\|\||\w[(\[]|\)[.;]|[\w\])\"']\s?=\s?[\w\"'(\[{$&*-]|^[\"\w.-]+\"?:(?:\s|$)"
    r"|^(?:#|//|/\*|\*|--|\$ |>>>|@\w|</?[A-Za-z!?]|[\])}])"
    r"|^(?:import|from|def|class|return|else|end|fi|done|try|sudo|git|npm|pip|cd|cat|SELECT|FROM|WHERE|let|const|var|use"
    r"|func|fn|public|private)\b"
)
_NO_WORD = re.compile(r"\W+")
_UNSELECTABLE = re.compile(r"user-select:\s*+none")
_PROMPT = re.compile(r"(?:In|Out)\s*+\[[\s\d*]*+\]:?")
_TOP = re.compile(r"(?:^|[;\s])top:\s*+(\d+)")


class Listings(NamedTuple):
    """The listings of a page whose text is not simply that of a `pre`, and the signs beside code."""

    code: dict[Element, str]
    """The code of each, by the element that holds it."""
    signs: list[Element]
    """Elements that are no text: line numbers beside a listing, prompts of notebooks."""


class _Look(NamedTuple):
    """The elements in a listing that hold no code, and those that are a line."""

    furniture: set[Element]
    lines: set[Element]
    """Lines that nothing separates but the style sheet."""
    empty: set[Element]
    """Lines without text."""
    gap: str = "\n"
    """Text between a line and the next."""


def find_listings(tree: Tree, marked: Marked) -> Listings:
    """Find the listings whose text is not simply that of a `pre`, with their text.

    `marked` contains all elements with a style.
    """
    found: dict[Element, str] = {}
    covered: set[Element] = set()
    """Elements inside a listing or a `pre` that was looked at, so that each is looked at once."""
    for table in tree.select("table"):
        if table not in covered and (code := _table_code(table, covered)) is not None:
            found[table] = code
    for numbered in tree.select("ol"):
        if numbered not in covered and _is_list_of_code(numbered):
            found[numbered] = _listing(numbered, covered)
    signs: list[Element] = []
    if any(map(tree.select, _TECHNICAL)):
        _find_boxes(tree, found, covered)
        signs = [sign for sign in _signs(tree) if sign not in covered]
    for box in _typed(marked):
        if box not in covered and box not in found and _is_typed_code(box):
            found[box] = _listing(box, covered)
    found.update(_in_scripts(tree))
    if found:
        found.update(_from_downloads(tree, found))
    return Listings({box: text for box, text in found.items() if text.strip()}, signs)


def _find_boxes(tree: Tree, found: dict[Element, str], covered: set[Element]) -> None:
    for box, is_source in _boxes_of_lines(tree):
        if box not in covered:
            look = _look_into(box, covered)
            look.empty.update(_empty_lines(box))
            found[box] = _text(box, look, covered, is_source=is_source)
    for pre in tree.select("pre"):
        if pre not in covered:
            look = _look_into(pre, covered)
            if any(look[:3]):
                found[pre] = _text(pre, look, covered, is_source=True)
    for box in _boxes_of_code(tree, covered):
        if box not in covered:
            is_source = box.tag not in _LINES and box.find("br") is None
            found[box] = _text(box, _look_into(box, covered), covered, is_source=is_source)


def _typed(marked: Marked) -> Iterator[Element]:
    """Yield the boxes that are set in the type of code."""
    typed = {style for style in set(marked.styles) if any(map(style.__contains__, _TYPES))}
    if typed:
        for element, style in zip(marked.elements, marked.styles, strict=True):
            if style in typed and element.tag == "div":
                yield element


def _listing(box: Element, covered: set[Element]) -> str:
    return _text(box, _look_into(box, covered), covered, is_source=False)


def words_of(element: Element) -> frozenset[str]:
    """Return the words that the names of an element's classes are made of, in small letters."""
    classes = element.attr("class")
    return _words(classes) if classes else frozenset()


@lru_cache(maxsize=1024)
def _words(classes: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _NAME_PARTS.findall(classes))


def reads_as_code(text: str) -> bool:
    """Tell whether enough lines of a text have a sign of code: brackets, operators, comments, words of languages."""
    lines = [line.strip()[:_MAX_LINE] for line in text.split("\n") if line.strip()]
    return sum(_CODE_SIGN.search(line) is not None for line in lines) >= MIN_CODE_SHARE * max(1, len(lines))


# Elements whose children are lines.


def _boxes_of_lines(tree: Tree) -> Iterator[tuple[Element, bool]]:
    """Yield the elements that hold the lines of a listing, in which no `pre` says so: as elements, or (True) as text
    with line feeds."""
    seen: set[Element] = set()
    for tag in ("div", "span", "pre", "p"):
        for line in tree.select(f"{tag}[class*=ine]"):
            box = _box_of(line)
            if box is not None and box not in seen:
                seen.add(box)
                if _holds_lines(box, is_named=True) or _holds_one_line(box, line):
                    yield box, False
    for box in tree.select("div:is([class*=code], [class*=ighlight], [class*=CodeBlock])"):
        if box not in seen and _holds_lines(box, is_named=False):
            yield box, False
        elif box not in seen and _holds_breaks(box):
            yield box, box.find("br") is None


def _holds_one_line(box: Element, line: Element) -> bool:
    """Tell whether an element that is called code holds one line and nothing else, which reads as code."""
    if _SURE_CODE_WORDS.isdisjoint(words_of(box)) or "line" not in words_of(line) or _is_in_pre(box):
        return False
    is_alone = all(child is line or (type(child) is Text and child.data.isspace()) for child in box)
    return is_alone and len(text := line.text) <= _MAX_LINE and reads_as_code(text)


def _box_of(line: Element) -> Element | None:
    """Return the element around the lines, of which this one may be wrapped with its number; None if it is no line."""
    words = words_of(line)
    box = line.parent
    if type(box) is not Element or _LINE_WORDS.isdisjoint(words) or _is_furniture(line) or _is_furniture(box):
        return None
    others = [child for child in islice(box, MIN_CODE_LINES) if type(child) is Element and child is not line]
    is_wrapped = all(map(_is_furniture, others)) and type(box.parent) is Element
    return box.parent if is_wrapped and type(box.parent) is Element and _is_one_of_many(box) else box


def _is_one_of_many(element: Element) -> bool:
    """Tell whether an element has a sibling of the same tag and class."""
    around = element.parent
    same = (element.tag, element.attr("class"))
    siblings = islice(around or (), 2 * MIN_CODE_LINES)
    return any(
        type(child) is Element and child is not element and (child.tag, child.attr("class")) == same
        for child in siblings
    )


def _holds_lines(box: Element, *, is_named: bool) -> bool:
    """Tell whether the children of an element are lines of code: by names, or because they read so."""
    children = [child for child in box if type(child) is Element and not _is_furniture(child)]
    if len(children) < MIN_LINES or any(type(child) is Text and not child.data.isspace() for child in box):
        return False
    tag = children[0].tag
    lines = [child for child in children if child.tag == tag and tag in _ONE_LINE]
    if len(lines) < MIN_NUMBERED * len(children) or any(around.tag == "pre" for around in _near(box)):
        return False
    if any(line.find(name) is not None for line in lines[:MIN_CODE_LINES] for name in _NOT_IN_LINES):
        return False
    if any((pre := line.find("pre")) is not None and "\n" in pre.text.strip() for line in lines[:MIN_CODE_LINES]):
        return False  # each is a listing
    texts = [_without_number(line) for line in lines]
    if sum(map(len, texts)) > _MAX_LINE * len(texts):
        return False
    if is_named and _is_named_code(box):
        return True
    return len(lines) >= MIN_CODE_LINES and reads_as_code("\n".join(texts)) and (tag != "span" or is_named)


def _without_number(line: Element) -> str:
    """Return the text of a line without what its element holds beside it."""
    parts = [child for child in line if type(child) is Text or (type(child) is Element and not _is_furniture(child))]
    return "".join(part.data if type(part) is Text else part.text for part in parts)


def _holds_breaks(box: Element) -> bool:
    """Tell whether an element named so holds code with a break or a feed after each line, and nothing but lines."""
    if _CODE_WORDS.isdisjoint(words_of(box)):
        return False
    is_plain = all(type(child) is Text or (type(child) is Element and child.tag in _IN_LINES) for child in box)
    if not is_plain or (box.find("br") is None and "\n" not in box.text.strip()):
        return False
    if box.attr("data-lang") is not None:
        return True
    return reads_as_code(_text(box, _Look(set(), set(), set()), set(), is_source=box.find("br") is None))


def _near(element: Element) -> Iterator[Element]:
    return islice(elements_around(element), _MAX_AROUND)


def _is_named_code(box: Element) -> bool:
    return any(around.tag == "code" or not _CODE_WORDS.isdisjoint(words_of(around)) for around in _near(box))


def _is_list_of_code(numbered: Element) -> bool:
    """Tell whether a numbered list is a listing: it reads as code, and its names or those around it say so."""
    items = [child for child in numbered if type(child) is Element]
    if len(items) < MIN_LINES or not _is_named_code(numbered) or _is_in_pre(numbered):
        return False
    return reads_as_code("\n".join(item.text for item in items))


def _is_in_pre(element: Element) -> bool:
    return any(around.tag == "pre" for around in _near(element))


def _is_typed_code(box: Element) -> bool:
    """Tell whether an element whose only sign is its font holds lines that read as code."""
    if _is_in_pre(box):
        return False
    if _holds_lines(box, is_named=False):
        return True
    is_plain = all(type(child) is Text or (type(child) is Element and child.tag in _IN_LINES) for child in box)
    if not is_plain or box.find("br") is None:
        return False
    text = _text(box, _Look(set(), set(), set()), set(), is_source=False)
    return text.count("\n") + 1 >= MIN_CODE_LINES and reads_as_code(text)


# Elements that hold nothing but `code`.


def _boxes_of_code(tree: Tree, covered: set[Element]) -> list[Element]:
    """Find the elements that hold nothing but `code` of several lines: one, or one a line."""
    lines: dict[Element, int] = {}
    boxes: list[Element] = []
    seen: set[Element] = set()
    for tag in ("code", "samp", "tt"):
        for code in tree.select(tag):
            if code in covered or (around := code.parent) in seen:
                continue
            if (_has_lines(code) or _is_block(code) or _is_boxed(code)) and _stands_alone(code):
                boxes.append(code)
                continue
            block = next((up for up in islice(elements_around(around), 3) if up.tag not in _WRAPPERS), None)
            if block is None or block in seen:
                continue
            seen.add(block)
            if not _is_all_code(block):
                continue
            if _has_lines(block):
                boxes.append(block)
            elif block.tag in _LINES and type(block.parent) is Element:
                lines[block.parent] = lines.get(block.parent, 0) + 1
    return boxes + [
        box
        for box, count in lines.items()
        if count >= MIN_CODE_LINES and count >= MIN_NUMBERED * sum(type(child) is Element for child in box)
    ]


def _has_lines(block: Element) -> bool:
    """Tell whether an element that is all code has several lines: by breaks, or by line feeds in text like code."""
    text = block.text.strip()
    if not text or block.tag == "pre":
        return False
    return block.find("br") is not None or ("\n" in text and (reads_as_code(text) or "\n  " in text))


def _is_block(code: Element) -> bool:
    words = words_of(code)
    return "block" in words and "inline" not in words


def _is_boxed(code: Element) -> bool:
    """Tell whether code names its language and is all that a box named for code holds."""
    around = code.parent
    while type(around) is Element and around.tag in _WRAPPERS:
        around = around.parent
    if type(around) is not Element or around.tag != "div" or _CODE_WORDS.isdisjoint(words_of(around)):
        return False
    return not {"language", "lang", "hljs"}.isdisjoint(words_of(code))


def _stands_alone(code: Element) -> bool:
    """Tell whether no text stands on the first and the last line of an element, up to the elements around it."""
    around: Element = code
    while type(around.parent) is Element and around.parent.tag in _WRAPPERS and len(around.parent) == 1:
        around = around.parent
    return _is_line_end(around.next_siblings) and _is_line_end(around.previous_siblings)


def _is_line_end(siblings: Iterable[Node]) -> bool:
    for sibling in islice(siblings, _MAX_AROUND):
        if type(sibling) is Element and not _is_furniture(sibling):
            return sibling.tag in _ENDS_LINE or _is_block(sibling)
        if type(sibling) is Text and not sibling.data.isspace():
            return False
    return True


def _is_all_code(line: Element) -> bool:
    """Tell whether nothing but white space stands beside the code in an element or in a span in it."""
    for child in line:
        if type(child) is Text and not child.data.isspace():
            return False
        if type(child) is Element and child.tag in _WRAPPERS and not _is_all_code(child):
            return False
        is_code = type(child) is Element and child.tag in _CODE_TAGS
        if type(child) is Element and not is_code and not _is_furniture(child):
            return False
    return True


# What a listing holds.


def _look_into(box: Element, covered: set[Element]) -> _Look:
    """Find the elements of a listing that hold no code, and its lines if nothing separates them."""
    furniture: set[Element] = set()
    empty: set[Element] = set()
    numbers: list[tuple[Element, int]] = []
    lines = 0
    is_start = True  # of a line
    has_feed = has_breaks = False
    for node in _inside(box, furniture):
        if type(node) is Element:
            covered.add(node)
            if _is_furniture(node) and not _may_be_literal(node):
                furniture.add(node)
            elif node.tag == "br":
                is_start = has_breaks = True
            elif node.tag in _LINES:
                is_start = has_feed = True
                if _is_bare_line(node) and not _without_number(node).strip():
                    empty.add(node)
            elif is_start and (number := _whole_number(node)) is not None:
                numbers.append((node, number))
        elif type(node) is Text and node.data:
            _, newline, rest = node.data.rpartition("\n")
            has_feed = has_feed or bool(newline)
            if is_start and (node.data if not newline else node.data.replace("\n", "")).strip():
                lines += 1
            lines += sum(bool(line.strip()) for line in node.data.split("\n")[1:-1])
            is_start = not rest.strip() and (bool(newline) or is_start)
    first = numbers[0][1] if numbers else 0
    is_counted = all(number == first + place for place, (_, number) in enumerate(numbers))
    if len(numbers) >= MIN_LINES and is_counted and len(numbers) >= MIN_NUMBERED * min(lines, numbers[-1][1]):
        furniture.update(element for element, _ in numbers)
    if has_breaks and not has_feed:
        return _Look(furniture, _spans_of_lines(box), empty, "\n\n")  # with a margin between them
    return _Look(furniture, set() if has_feed else _lines_without_feeds(box, furniture), empty)


def _spans_of_lines(box: Element) -> set[Element]:
    """Find the spans that style sheets set apart, in a listing whose lines end with breaks: nothing is between them."""
    spans = {child for child in box if type(child) is Element and child.tag == "span" and child.attr("id")}
    return spans if len(spans) == sum(1 for _ in box) >= MIN_LINES else set()


def _lines_without_feeds(box: Element, furniture: set[Element]) -> set[Element]:
    """Find the elements that style sheets put on lines of their own, in a listing without a single line feed."""
    while len(children := _elements_of(box, furniture)) == 1:
        box = children[0]
    if len(children) < MIN_LINES or any(type(child) is Text and not child.data.isspace() for child in box):
        return set()
    first = children[0]
    are_alike = all((child.tag, child.attr("class")) == (first.tag, first.attr("class")) for child in children)
    named = sum(map(_is_line, children))
    with_parts = sum(any(type(part) is Element for part in child) for child in children)
    is_line = named >= MIN_NUMBERED * len(children)
    return set(children) if is_line or (are_alike and 2 * with_parts > len(children)) else set()


def _empty_lines(box: Element) -> Iterator[Element]:
    """Yield the children of an element without text that are of the same kind as the one before."""
    before = None
    for child in box:
        if type(child) is Element:
            kind = (child.tag, child.attr("class"))
            if kind == before and not child.text and child.find("br") is None:
                yield child
            before = kind


def _elements_of(box: Element, furniture: set[Element]) -> list[Element]:
    return [child for child in box if type(child) is Element and child not in furniture]


def _is_line(element: Element) -> bool:
    """Tell whether an element says that it is a line."""
    if element.tag == "code" or element.attr("data-line") is not None:
        return True
    return not _LINE_WORDS.isdisjoint(words_of(element))


def _is_furniture(element: Element) -> bool:
    """Tell whether an element in a listing holds no code: a button, what cannot be selected, what is named so."""
    classes = element.attr("class")
    named = _furniture_named(classes) if classes else _NOTHING
    if named is not _NOTHING:
        text = element.text.strip()
        is_number = named is _NUMBER and text and not text.strip(_IN_NUMBERS)
        if named is _OVER or (is_number and element.tag != "tr"):  # a row may be named for the number in it
            return True
        if named is _TOOL and len(text) <= _MAX_TOOL and "\n" not in text:
            return True
    return _is_unnamed_furniture(element)


def _may_be_literal(element: Element) -> bool:
    """Tell whether an element named for a number may be one in the code; then only counting tells."""
    words = words_of(element) if element.tag in _IN_LINES else frozenset()
    return not words.isdisjoint(_NUMBER_OR_LITERAL) and words.isdisjoint(_SURELY_NUMBER)


def _is_unnamed_furniture(element: Element) -> bool:
    if element.tag == "button" or element.attr("role") == "button":
        return True
    if element.tag == "a" and element.attr("download") is not None:
        return True
    style = element.attr("style")
    if style is not None and "user-select" in style and _UNSELECTABLE.search(style):
        return True
    return element.attr("data-line-number") is not None and element.text.strip().isdecimal()


@lru_cache(maxsize=1024)  # a page has few names, and thousands of elements with them
def _furniture_named(classes: str) -> str:
    """Return what the names of an element's classes say that it is: a number, a tool, a note over it, or nothing."""
    words = _words(classes)
    if ":" not in classes and any(names <= words for names in _OVER_CODE):  # with a colon it names a style
        return _OVER
    if not _NUMBER_WORDS.isdisjoint(words):
        return _NUMBER
    if not _LINE_WORDS.isdisjoint(words) and not _AFTER_LINE.isdisjoint(words):
        return _NUMBER
    return _TOOL if not _TOOL_WORDS.isdisjoint(words) or {"select", "none"} <= words else _NOTHING


def _whole_number(element: Element) -> int | None:
    """Return the number that is the whole text of an element without children; None for other elements."""
    if len(element) != 1:
        return None
    (child,) = element
    text = child.data.strip() if type(child) is Text else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _inside(root: Element, without: set[Element]) -> Iterator[Node]:
    """Yield the nodes inside an element in order, but not what is inside those of `without`, which may grow."""
    stack: list[Iterator[Node]] = [iter(root)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        yield node
        if type(node) is Element and node.tag not in _NO_TEXT and node not in without:
            stack.append(iter(node))


def _text(box: Element, look: _Look, covered: set[Element], *, is_source: bool) -> str:
    """Return the text of a listing, line by line. If it is not in a `pre`, line feeds of the source are spaces."""
    parts: list[str] = []
    stack: list[tuple[Element, Iterator[Node], int]] = [(box, _in_order(box), 0)]
    while stack:
        element, nodes, before = stack[-1]
        node = next(nodes, None)
        if node is None:
            stack.pop()
            is_empty = before == len(parts) and (element in look.empty or (element.tag == "tr" and stack))
            if is_empty or element in look.lines:
                parts.append(look.gap)
            elif element.tag in _LINES and stack:
                _break_line(parts)
        elif type(node) is Text:
            text = node.data if is_source or element.tag == "pre" else _shown(node.data, element, parts)
            parts += [text] if text else []
        elif type(node) is Element and node.tag == "br":
            parts.append("\n")
        elif type(node) is Element and node.tag not in _NO_TEXT and node not in look.furniture:
            if node.tag in _LINES:
                _break_line(parts)
            stack.append((node, _in_order(node) if node.tag == "div" else iter(node), len(parts)))
            covered.add(node)
    lines = "".join(parts).replace("\xa0", " ").replace("\u200b", "").replace("\ufeff", "").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _in_order(box: Element) -> Iterator[Node]:
    """Yield the children of a box in the order in which they are shown: editors place their lines from the top."""
    children = list(box)
    lines = [child for child in children if type(child) is Element]
    tops = [_TOP.search(line.attr("style") or "") for line in lines]
    if len(lines) >= MIN_LINES and all(tops):
        places = {line: int(top.group(1)) for line, top in zip(lines, tops, strict=True) if top is not None}
        return iter(sorted(lines, key=places.__getitem__))
    return iter(children)


def _shown(text: str, element: Element, parts: list[str]) -> str:
    """Return a text as a browser shows it outside of `pre`: a line feed is a space, and none begins a line."""
    if "\n" not in text:
        return text
    if text.isspace() and element.tag in _LINES:
        return ""
    begins_line = not parts or parts[-1].endswith("\n")
    return (text.lstrip("\n") if begins_line else text).replace("\n", " ")


def _is_bare_line(element: Element) -> bool:
    """Tell whether an element is a line by its name, which it also is without text."""
    return not _LINE_WORDS.isdisjoint(words_of(element)) and element.find("br") is None


def _break_line(parts: list[str]) -> None:
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


# Tables.


def _table_code(table: Element, covered: set[Element]) -> str | None:
    """Return the code of a table whose rows are lines, or whose one row has all numbers and all lines; else None."""
    first = table.find("tr")
    if first is None or not _may_be_numbered(first) or table.find("table") is not None or table.find("pre") is not None:
        return None
    rows = [list(row_cells(row)) for row in table.iter_elements("tr")]
    if len(rows) == 1:
        return _single_line(rows[0], covered) or _code_beside_numbers(rows[0], covered)
    wide = [cells for cells in rows if len(cells) > 1]
    if len(wide) < max(MIN_LINES, MIN_NUMBERED * len(rows)) or table.find("th") is not None:
        return None
    numbered = sum(any(_is_number_cell(cell) for cell in cells[:-1]) for cells in wide)
    if numbered < MIN_NUMBERED * len(wide):
        return None
    if not all(map(_is_named_line, (cells[-1] for cells in wide))) and not _are_counted_lines(wide):
        return None
    nothing = _Look(set(), set(), set())
    return "\n".join(_text(cells[-1], nothing, covered, is_source=True).rstrip() for cells in wide)


def _single_line(cells: list[Element], covered: set[Element]) -> str | None:
    """Return the code of a listing of one line: a cell that is named a line after one with its number."""
    if len(cells) != 2 or not _is_named_line(cells[1]) or not _is_number_cell(cells[0]):
        return None
    if cells[0].attr("data-line-number") is None and not _is_furniture(cells[0]):
        return None
    code = _text(cells[1], _Look(set(), set(), set()), covered, is_source=True)
    return code if "\n" not in code else None


def _may_be_numbered(row: Element) -> bool:
    """Tell whether a cell before the last one may be a line number; most tables are told here."""
    starts = [cell.text.strip()[:1] for cell in row_cells(row)]
    return any(not start or start.isdigit() for start in starts[:-1])


def _code_beside_numbers(cells: list[Element], covered: set[Element]) -> str | None:
    """Return the code of the last cell if the one before it counts its lines."""
    if len(cells) != 2:
        return None
    numbers = [word for node in _inside(cells[0], set()) if type(node) is Text for word in node.data.split()]
    if len(numbers) < MIN_LINES or not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    first = int(numbers[0][:6])
    if any(int(number[:6]) != first + place for place, number in enumerate(numbers)):
        return None
    code = _listing(cells[1], covered)
    return code if abs(code.count("\n") + 1 - len(numbers)) <= 1 and "\n" in code else None


def _is_number_cell(cell: Element) -> bool:
    text = cell.text.strip()
    if text:
        return text.isascii() and text.isdigit()
    return cell.attr("data-line-number") is not None or cell.select_one("[data-line-number]") is not None


def _is_named_line(cell: Element) -> bool:
    return not _LINE_CELL_WORDS.isdisjoint(words_of(cell))


def _are_counted_lines(rows: list[list[Element]]) -> bool:
    """Tell whether rows of two cells count lines of code: one number after the other, and indented text like code."""
    numbers = [int(cells[0].text.strip()) for cells in rows if cells[0].text.strip().isdecimal()]
    if any(len(cells) != 2 for cells in rows) or [number - numbers[0] for number in numbers] != list(range(len(rows))):
        return False
    texts = [cells[1].text for cells in rows]
    return any(text[:1].isspace() for text in texts) and reads_as_code("\n".join(texts))


# Code in other places.


def _in_scripts(tree: Tree) -> dict[Element, str]:
    """Find code that a script of the page turns into a listing or a diagram: it stands in a script, or in a `div`."""
    found = {script: _without_cdata(script.text) for script in tree.select("script[type=syntaxhighlighter]")}
    if any("mermaid" in _source(script) for script in tree.select("script")):
        for diagram in tree.select("div.mermaid"):
            if diagram.find("svg") is None:
                found[diagram] = diagram.text.strip("\n").rstrip()
    return found


def _source(script: Element) -> str:
    return script.attr("src") or (script.text if script.attr("type") == "module" else "")


def _from_downloads(tree: Tree, found: dict[Element, str]) -> dict[Element, str]:
    """Read the code that a listing offers for download in the page: its spaces and quotes are not those drawn."""
    sources: dict[Element, str] = {}
    for link in tree.select("a[download]"):
        head, comma, data = (link.attr("href") or "").partition(",")
        box = next((box for box in _near(link) if box in found), None)
        if box is None or not comma or not head.startswith("data:text/plain") or not head.endswith(";base64"):
            continue
        with suppress(ValueError):
            source = b64decode(data, validate=True).decode()
            if _NO_WORD.sub("", source) == _NO_WORD.sub("", found[box]):
                sources[box] = "\n".join(map(str.rstrip, source.split("\n"))).strip("\n")
    return sources


def _without_cdata(text: str) -> str:
    return text.strip().removeprefix("<![CDATA[").removesuffix("]]>").strip("\n")


def _names_language(label: Element) -> bool:
    """Tell whether a label above code says its language, or that it has none."""
    text = label.text
    return len(text) <= _MAX_TOOL and ((name := text.strip().lower()) in BY_LABEL or name in _PLAIN)


def _signs(tree: Tree) -> Iterator[Element]:
    """Yield the line numbers beside listings and the prompts of notebooks."""
    for tag in ("div", "td", "span"):
        for element in tree.select(f"{tag}[class*=umber], {tag}[class*=utter]"):
            if element.text.strip() and _is_furniture(element):
                yield element
    for measure in tree.select("div[class*=measure]"):
        if measure.text and _is_furniture(measure):
            yield measure
    for table in tree.select("table"):
        if (gutter := gutter_of(table)) is not None:
            yield gutter
    for pre in tree.select("pre"):
        for beside in islice(pre.previous_siblings, _MAX_BESIDE_CODE):
            if type(beside) is Element and beside.tag in _LABEL_TAGS and _names_language(beside):
                yield beside
    for prompt in tree.select("div[class*=rompt]"):
        if _PROMPT.fullmatch(prompt.text.strip()):
            yield prompt
