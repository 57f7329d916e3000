"""Strategies with parameters, from text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from tamis.errors import BadSettings
from tamis.strategies import by_name
from tamis.strategies.cuter import Cuter
from tamis.strategies.parameters import split_specification, with_parameters

if TYPE_CHECKING:
    from tamis.model import Labels
    from tamis.parse import Document


@dataclass(frozen=True)
class Sample:
    name: ClassVar[str] = "sample"

    size: int = 3
    share: float = 0.5
    strict: bool = False
    method: str = "plain"
    names: tuple[str, ...] = ("a",)

    def label(self, document: Document) -> Labels:
        raise NotImplementedError


class Bare:
    name: ClassVar[str] = "bare"

    def label(self, document: Document) -> Labels:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("cuter", "cuter", {}),
        ("cuter:", "cuter", {}),
        ("cuter:al=0.3", "cuter", {"al": "0.3"}),
        (" cuter : al = 0.3 , join=1,", "cuter", {"al": "0.3", "join": "1"}),
        ("vote:names=bte+lqf,votes=2", "vote", {"names": "bte+lqf", "votes": "2"}),
    ],
)
def test_a_specification_has_a_name_and_parameters(text: str, name: str, values: dict[str, str]) -> None:
    assert split_specification(text) == (name, values)


@pytest.mark.parametrize("text", ["cuter:al", "cuter:=1", "cuter:al=1,join"])
def test_a_specification_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(BadSettings, match="is not of the form FIELD=VALUE"):
        split_specification(text)


def test_values_get_the_type_of_the_field() -> None:
    values = {"size": "7", "share": "1", "strict": "Yes", "method": "2d", "names": "b+c"}
    assert with_parameters(Sample(), values) == Sample(7, 1.0, True, "2d", ("b", "c"))
    assert with_parameters(Sample(strict=True), {"strict": "0"}) == Sample()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("size", "many", "sample: size must be a whole number, not 'many'"),
        ("size", "1.5", "a whole number"),
        ("share", "half", "sample: share must be a number"),
        ("strict", "perhaps", "true or false"),
        ("sise", "3", "no parameter 'sise'; it has size, share, strict, method, names"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(field: str, value: str, message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        with_parameters(Sample(), {field: value})


def test_a_strategy_without_parameters_takes_none() -> None:
    assert with_parameters(Bare(), {}).name == "bare"
    with pytest.raises(BadSettings, match="the strategy bare has no parameter 'x'; it has none"):
        with_parameters(Bare(), {"x": "1"})


def test_a_name_may_carry_parameters() -> None:
    assert by_name("cuter:al=0.3,join=0.25") == Cuter(al=0.3, join=0.25)
    with pytest.raises(BadSettings, match="al must be from 0 to 1, not 3"):
        by_name("cuter:al=3")
