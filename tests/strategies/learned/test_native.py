"""The model in C and with numpy: the same verdicts on the same pages, whatever is on them."""

from __future__ import annotations

import random
import threading
import tracemalloc
from array import array
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings

from example_site import PAGES, page_bytes
from html_soup import soup
from tamis.core.parse.encodings import decode
from tamis.core.pipeline import prepare
from tamis.core.strategies.learned import native
from tamis.core.strategies.learned.model import FILE, packaged
from tamis.core.strategies.learned.page_hints import DATA, FORMULA, read_hints
from tamis.core.strategies.learned.page_type import TYPES
from tamis.core.strategies.learned.reference import ReferencePage
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.core.strategies.learned.judged import Verdict

NEAR = 1e-5
"""Distance of two probabilities: numpy's matrix products sum 32-bit floats in another order on every processor."""
_NAMES = (
    "main content article body post comments comment sidebar related share tags author date ad newsletter product "
    "forum caption lead footer menu popup legal x1 review"
).split()
_LINES = (
    "12 comments", "By Jane Doe", "5 May 2024", "Share", "Related articles", "Tags: sea", "Comments", "Read more",
    "What did they see?", "They saw:", "Photo: Jane Doe", "Posted by Joe", "Reply", "海は広い。", "见到的船",
)  # fmt: skip
_SENTENCE = "Boats were seen on the lake at noon, and people on the shore waved until the evening came. "
_LEAVES = ("p", "p", "p", "h2", "h3", "li", "td", "pre", "blockquote", "dd", "figcaption", "span", "math", "address")
_AROUND = ("div", "div", "section", "article", "main", "ul", "table", "tr", "aside", "footer", "header", "nav", "form")


def made_up_page(seed: int) -> str:
    """A page made at random of what the model looks at."""
    rng = random.Random(seed)

    def names() -> str:
        classes = rng.choices(_NAMES, k=rng.choice((0, 0, 1, 2)))
        identity = rng.choice(("", "", "", f' id="{rng.choice(_NAMES)}"'))
        hidden = rng.choice(("",) * 12 + (" hidden", ' aria-hidden="true"'))
        return f' class="{" ".join(classes)}"{identity}{hidden}' if classes else identity + hidden

    def table() -> str:
        """A table of data, or nearly: with headers or numbers, and with links in some cells."""
        values, links = (_LINES, ("4.2 m", "17 %", "1994", "12:40")), rng.random() < 0.3

        def cell(tag: str) -> str:
            value = rng.choice(values[rng.random() < 0.7])
            return (
                f'<{tag}><a href="/{rng.random()}">{value}</a>' if links and rng.random() < 0.6 else f"<{tag}>{value}"
            )

        columns = rng.randint(2, 4)
        rows = [[cell("td") for _ in range(columns)] for _ in range(rng.randint(2, 9))]
        head = [cell("th") for _ in range(columns)] if rng.random() < 0.5 else []
        return f"<table{names()}>{''.join('<tr>' + ''.join(row) for row in (head, *rows) if row)}</table>"

    def leaf() -> str:
        chance = rng.random()
        if chance < 0.12:
            return table() if chance < 0.06 else rf"<p>\[x_{rng.randint(0, 9)} = y^2\]</p>"
        text = rng.choice((rng.choice(_LINES), _SENTENCE * rng.randint(1, 6), "word " * rng.randint(1, 30)))
        text = f'<a href="/{rng.random()}">{text}</a>' if rng.random() < 0.2 else text
        tag = rng.choice(_LEAVES)
        return f"<{tag}{names()}>{text}</{tag}>"

    def part(depth: int) -> str:
        if depth == 0 or rng.random() < 0.4:
            return "".join(leaf() for _ in range(rng.randint(1, 6)))
        tag = rng.choice(_AROUND)
        inner = "".join(part(depth - 1) for _ in range(rng.randint(1, 4)))
        return f"<{tag}{names()}>{inner}</{tag}>" * rng.choice((1, 1, 1, 3))

    return f"<title>Boats</title><h1>Boats</h1>{part(rng.randint(0, 5))}{part(3)}"


def compiled_model() -> native.Built:
    built = native.packaged()
    if built is None:
        pytest.skip("not compiled")
    return built


def both(html: str, page_type: str = "auto", lists: str = "auto") -> tuple[native.NativePage, ReferencePage]:
    """The page as C and as numpy read it."""
    document = prepare(Page(html)).document
    hints, model, built = read_hints(document), packaged(), compiled_model()
    return (
        native.NativePage(built, document, hints, page_type, lists, keeps_features=True),
        ReferencePage(model, document, hints, page_type, lists),
    )


def assert_alike(one: Verdict, other: Verdict) -> None:
    assert one.probabilities == pytest.approx(other.probabilities, abs=NEAR)
    assert one.confidence == pytest.approx(other.confidence, abs=0.011)
    assert (one.kept, one.chosen, one.first) == (other.kept, other.chosen, other.first)


def assert_same(html: str, page_type: str = "auto", lists: str = "auto") -> None:
    in_c, reference = both(html, page_type, lists)
    assert (in_c.rows, in_c.title) == (reference.rows, reference.title)
    if not in_c.rows:
        return
    assert in_c.words() == reference.words()
    assert in_c.types == pytest.approx(reference.types, abs=1e-9)
    features = np.frombuffer(in_c.matrix(), dtype=np.float32), np.frombuffer(reference.matrix(), dtype=np.float32)
    np.testing.assert_allclose(*features, rtol=1e-6, atol=1e-7)
    for favor, hidden in ((1.0, False), (0.5, False), (2.0, True)):
        assert_alike(in_c.choose(favor, hidden=hidden), reference.choose(favor, hidden=hidden))


@pytest.mark.parametrize("name", PAGES)
def test_both_judge_the_example_site_alike(name: str) -> None:
    assert_same(decode(page_bytes(name)).text)


@pytest.mark.parametrize("seed", range(40))
def test_both_judge_made_up_pages_alike(seed: int) -> None:
    assert_same(made_up_page(seed))


def test_made_up_pages_have_formulas_and_tables_of_data_that_are_kept_as_such() -> None:
    """If there were none, the tests above would say nothing about them."""
    built, found = compiled_model(), set()
    for seed in range(40):
        document = prepare(Page(made_up_page(seed))).document
        hints = read_hints(document)
        page = native.NativePage(built, document, hints, "auto", "auto")
        without = native.NativePage(built, document, hints._replace(set_pieces=b""), "auto", "auto")
        kept = page.choose(1.0, hidden=False).kept, without.choose(1.0, hidden=False).kept
        found |= {hints.set_pieces[block] for block, one, two in zip(page.rows, *kept, strict=True) if one != two}
    assert found >= {FORMULA, DATA}


@pytest.mark.parametrize("page_type", TYPES)
def test_both_take_a_known_type(page_type: str) -> None:
    assert_same(made_up_page(7), page_type)
    assert_same(made_up_page(8), page_type)


@pytest.mark.parametrize("lists", ["keep", "drop"])
def test_both_find_the_same_lists(lists: str) -> None:
    items = "".join(f'<li class="x"><a href="/{number}">Boat {number} was seen</a></li>' for number in range(9))
    for seed in range(4):
        assert_same(f"{made_up_page(seed)}<ul>{items}</ul>", lists=lists)


@given(html=soup(max_size=120))
@settings(max_examples=60)
def test_both_judge_broken_pages_alike(html: str) -> None:
    assert_same(html)


def test_the_packaged_model_is_read_alike_with_numpy_and_without() -> None:
    content = files("tamis.core.strategies.learned").joinpath(FILE).read_bytes()
    stored, loaded = native.stored_weights(native.read_arrays(content)), native.weights_of(packaged())
    assert stored._replace(codes=()) == loaded._replace(codes=())
    assert tuple(stored.codes) == tuple(loaded.codes)
    assert compiled_model().lexicon == packaged().lexicon


def test_both_shift_alike() -> None:
    in_c, reference = both(made_up_page(3))
    shift = [0.5 if row % 2 else -1.5 for row in range(len(in_c.rows))]
    one, other = in_c.choose(1.0, hidden=False, shift=shift), reference.choose(1.0, hidden=False, shift=shift)
    assert_alike(one, other)
    assert one.probabilities != in_c.choose(1.0, hidden=False).probabilities


def test_a_page_of_thousands_of_rows_and_of_great_depth_is_judged_alike() -> None:
    assert_same("<div>" * 300 + f"<p>{_SENTENCE}</p>" * 3 + "</div>" * 200 + f"<p>{_SENTENCE}</p>" * 700)


def test_the_same_page_gives_the_same_bytes_in_every_thread() -> None:
    in_c, _ = both(made_up_page(11))
    expected = in_c.choose(1.0, hidden=False)
    seen: list[bool] = []
    threads = [
        threading.Thread(target=lambda: seen.append(in_c.choose(1.0, hidden=False) == expected)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 4


def test_pages_and_models_leave_no_memory_behind() -> None:
    document = prepare(Page(made_up_page(5))).document
    hints, built = read_hints(document), compiled_model()
    parts = native.parts_of(native.weights_of(packaged()))

    def work() -> None:
        page = native.NativePage(built, document, hints, "auto", "drop")
        page.choose(1.0, hidden=True)
        with pytest.raises(ValueError, match="no tree"):
            native.NativePage(built, replace(document, parents=document.parents[::-1]), hints, "auto", "auto")
        native.MODULE.Model(*parts)

    tracemalloc.start()
    try:
        work()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(5):
            work()
        assert tracemalloc.get_traced_memory()[0] - before < 20_000  # a page takes ten times as much
    finally:
        tracemalloc.stop()


# What C is given is checked: a caller's mistake is an exception, and never reads or writes elsewhere.

COLUMNS = ("texts", "kinds", "hidden", "visible", "tags", "title", "block nodes", "link sizes", "parents", "first",
           "last", "classes", "hints", "lines", "menus", "formulas", "totals", "counts", "id nodes", "id totals",
           "id counts")  # fmt: skip


@pytest.fixture
def given_columns(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a page is made from."""
    taken: list[Any] = []

    class Spy:
        @staticmethod
        def Page(*arguments: Any) -> Any:  # noqa: N802 (as the class in C)
            taken.extend(arguments)
            return module.Page(*arguments)

    built, module = compiled_model(), native.MODULE
    document = prepare(Page("<h1>Boats</h1><div class=x id=y><p>One boat.</p><p>Two boats.</p></div>")).document
    with monkeypatch.context() as patched:
        patched.setattr(native, "MODULE", Spy)
        native.NativePage(built, document, read_hints(document), "auto", "auto")
    return taken


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("texts", ["Boats"]),
        ("texts", [b"Boats", "One boat.", "Two boats."]),
        ("texts", ["", "", 1]),
        ("kinds", ["x", "y", "z"]),
        ("kinds", []),
        ("hidden", [None]),
        ("visible", [True]),
        ("tags", ["html", 3]),
        ("title", 3),
        ("title", -2),
        ("block nodes", array("q", [0, 99, 0])),
        ("block nodes", array("q", [-1, -1, -1])),
        ("block nodes", b"odd"),
        ("link sizes", array("q", [1])),
        ("parents", array("q", [-1, 5, 0, 0])),
        ("parents", array("q", [0, 0, 0, 0])),
        ("first", array("q", [9, 9, 9, 9])),
        ("last", array("q", [-1, 0, 0, 0])),
        ("classes", array("q", [1 << 40] * 4)),
        ("classes", array("q", [-1] * 4)),
        ("hints", b""),
        ("lines", b""),
        ("menus", array("q", [0])),
        ("menus", array("q", [0, 1 << 40])),
        ("formulas", b"\1"),
        ("totals", b""),
        ("counts", array("q", [])),
        ("id nodes", array("q", [77])),
        ("id totals", array("d", [1.0, 2.0, 3.0])),
    ],
)
def test_columns_that_are_no_page_are_refused(given_columns: list[Any], name: str, value: object) -> None:
    model, columns, *others = given_columns
    wrong = list(columns)
    wrong[COLUMNS.index(name)] = value
    with pytest.raises((ValueError, TypeError)):
        native.MODULE.Page(model, tuple(wrong), *others)
    assert native.MODULE.Page(model, columns, *others).count == 3


def test_other_wrong_arguments_are_refused(given_columns: list[Any]) -> None:
    model, columns, declared, *others = given_columns
    make = native.MODULE.Page
    for arguments in (
        (None, columns, declared, *others),
        (model, list(columns), declared, *others),
        (model, columns, array("d", [1.0]), *others),
        (model, columns, declared, len(TYPES), False, False, False),
        (model, columns, declared, -2, False, False, False),
        (model, columns),
    ):
        with pytest.raises((ValueError, TypeError)):
            make(*arguments)
    page = make(model, columns, declared, *others)
    for favor, shift in ((0.0, None), (float("nan"), None), (1.0, b"x"), (1.0, array("d", [float("nan")] * 3))):
        with pytest.raises(ValueError, match="do not fit"):
            page.choose(favor, False, False, shift)
    with pytest.raises(KeyError):
        page.column("none")
    with pytest.raises(TypeError):
        page.column(3)
    with pytest.raises(ValueError, match="without rows"):
        make(model, ([], [], [], [], [], -1, *[b""] * 15), declared, *others).choose(1.0, False, False, None)


def test_a_model_with_wrong_numbers_is_refused() -> None:
    compiled_model()
    constants, tables, *others = native.parts_of(native.weights_of(packaged()))
    native.MODULE.Model(constants, tables, *others)
    for name in tables:
        with pytest.raises(ValueError, match=name):
            native.MODULE.Model(constants, {key: value for key, value in tables.items() if key != name}, *others)
        with pytest.raises((ValueError, TypeError)):
            native.MODULE.Model(constants, {**tables, name: b"\xff" * 7}, *others)
    for name in ("borders", "leaves", "layer in", "scale", "type leaves"):
        numbers = array("f", bytes(tables[name]))
        numbers[3] = float("nan")
        with pytest.raises(ValueError, match="no number"):
            native.MODULE.Model(constants, {**tables, name: numbers}, *others)
    for name in ("confidence", "parts", "lines"):
        for wrong in (float("nan"), float("inf")):
            values = array("d", bytes(tables[name]))
            values[0] = wrong
            with pytest.raises(ValueError, match="no number"):
                native.MODULE.Model(constants, {**tables, name: values}, *others)
    with pytest.raises(ValueError, match="missing constant"):
        native.MODULE.Model({}, tables, *others)
    with pytest.raises(ValueError, match="no number"):
        native.MODULE.Model({**constants, "MOST": float("inf")}, tables, *others)


def test_a_model_whose_sums_are_no_numbers_judges_no_page(given_columns: list[Any]) -> None:
    constants, tables, *others = native.parts_of(native.weights_of(packaged()))
    large = {name: array("f", [3e38] * (len(bytes(tables[name])) // 4)) for name in ("layer bin", "layer b0")}
    large["layer out"] = array("f", [1.0, -1.0] * (len(bytes(tables["layer out"])) // 8))
    large["layer 0"] = array("f", bytes(len(bytes(tables["layer 0"]))))
    model = native.MODULE.Model(constants, {**tables, **large}, *others)
    with pytest.raises(ValueError, match="too large"):
        native.MODULE.Page(model, *given_columns[1:])
