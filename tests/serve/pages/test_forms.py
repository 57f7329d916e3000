"""Forms made from settings, and settings made from forms."""

from __future__ import annotations

from dataclasses import dataclass, fields, make_dataclass
from typing import Literal

import pytest

from tamis.filter.page import PAGE_FILTERS
from tamis.papers.filters import Filters
from tamis.serve.pages.forms import Control, form_of, read_form
from tamis.settings.options import IGNORE, check, option


@dataclass(frozen=True)
class Inner:
    depth: int = option(3, "How deep.", minimum=1, maximum=9)


@dataclass(frozen=True)
class Sample:
    """One field of each type that a form knows."""

    loud: bool = option(True, "Loud.", group=IGNORE)
    count: int = option(2, "How many.", minimum=0)
    share: float = option(0.5, "How much.", above=0, below=1)
    name: str | None = option(None, "Who.")
    color: Literal["red", "green"] = option("red", "Which color.", label="Color of the cover")
    days: tuple[Literal["mo", "tu"], ...] = option(("mo",), "Which days.")
    words: tuple[str, ...] = option(("a", "b"), "Some words.")
    headers: tuple[tuple[str, str], ...] = option((("A", "b"),), "Some pairs.")
    inner: Inner = option(Inner(), "What is inside.")

    def __post_init__(self) -> None:
        check(self)


CONTROLS = {
    "loud": Control.SWITCH, "count": Control.NUMBER, "share": Control.NUMBER, "name": Control.TEXT,
    "color": Control.CHOICE, "days": Control.CHOICES, "words": Control.WORDS, "headers": Control.LINES,
    "depth": Control.NUMBER,
}  # fmt: skip


def test_every_field_has_the_control_of_its_type() -> None:
    assert {field.name: field.control for field in form_of(Sample(), "t")} == {
        f"t.{name}": control for name, control in CONTROLS.items()
    }


def test_a_field_has_range_choices_label_help_and_default() -> None:
    form = {field.name: field for field in form_of(Sample(count=7), "t")}
    assert (form["t.count"].minimum, form["t.count"].step, form["t.count"].value) == ("0", "1", "7")
    assert (form["t.count"].default, form["t.count"].is_changed) == ("2", True)
    assert (form["t.color"].choices, form["t.color"].label) == (("red", "green"), "Color of the cover")
    assert (form["t.depth"].minimum, form["t.depth"].maximum, form["t.depth"].help) == ("1", "9", "How deep.")


def test_a_group_has_its_own_fields_only() -> None:
    assert [field.name for field in form_of(Sample(), "t", group=IGNORE)] == ["t.loud"]


def test_what_a_form_shows_is_read_back_as_it_was() -> None:
    before = Sample(loud=False, count=9, share=0.25, name="Ada", color="green", days=("tu",), words=("x",))
    sent = {
        field.name: list(field.chosen) if field.control is Control.CHOICES else [field.value]
        for field in form_of(before, "t")
    }
    assert read_form(Sample(), "t", sent) == (before, {})


def test_a_switch_that_is_off_is_read_from_the_value_that_stands_before_it() -> None:
    assert read_form(Sample(), "t", {"t.loud": ["off"]})[0].loud is False
    assert read_form(Sample(loud=False), "t", {"t.loud": ["off", "on"]})[0].loud is True


def test_choices_of_which_none_is_taken_are_empty() -> None:
    assert read_form(Sample(), "t", {"t.days": ["off"]})[0].days == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [("count", "-1"), ("count", "many"), ("share", "1"), ("color", "blue"), ("depth", "10"), ("words", "x" * 5000)],
)
def test_a_wrong_value_is_named_and_leaves_its_field_as_it_was(name: str, text: str) -> None:
    after, errors = read_form(Sample(), "t", {f"t.{name}": [text], "t.name": ["Ada"]})
    assert after == Sample(name="Ada")
    assert list(errors) == [name]
    assert name in errors[name]


def test_what_no_field_is_called_is_not_read() -> None:
    assert read_form(Sample(), "t", {"t.unknown": ["1"], "other.count": ["5"]}) == (Sample(), {})


def test_a_filter_that_is_added_appears_on_the_form_by_itself() -> None:
    blinking = option(True, "Text that blinks.", group=IGNORE)
    wider = make_dataclass("Wider", [("remove_blinking", bool, blinking)], bases=(Filters,), frozen=True)
    added = {field.name for field in form_of(wider(), "filters", group=IGNORE)}
    assert added - {field.name for field in form_of(PAGE_FILTERS, "filters", group=IGNORE)} == {
        "filters.remove_blinking"
    }
    assert read_form(wider(), "filters", {"filters.remove_blinking": ["off"]})[0].remove_blinking is False


def test_every_plain_filter_is_on_one_of_the_forms() -> None:
    shown = {field.name.removeprefix("filters.") for field in form_of(PAGE_FILTERS, "filters")}
    assert {field.name for field in fields(Filters)} - shown == {"ad_list"}
