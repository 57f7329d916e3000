"""Settings as data, and from data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

import pytest

from tamis import FetchSettings, Limits, Settings
from tamis.core.strategies import NAMES, by_name, split_specification, with_parameters
from tamis.errors import BadSettings
from tamis.papers.cuter import Cuter
from tamis.settings.options import OUTPUT, check, from_mapping, from_text, leaves_of, not_default, option, options_of

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


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
        ("size", "many", "size must be a whole number, not 'many'"),
        ("size", "1.5", "a whole number"),
        ("share", "half", "share must be a number"),
        ("strict", "perhaps", "true or false"),
        (
            "sise",
            "3",
            r"strategy sample has no setting 'sise'; did you mean 'size'\? Choose from size, share, strict",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused(field: str, value: str, message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        with_parameters(Sample(), {field: value})


def test_a_strategy_without_parameters_takes_none() -> None:
    assert with_parameters(Bare(), {}).name == "bare"
    with pytest.raises(BadSettings, match="the strategy bare has no setting 'x'; there is none"):
        with_parameters(Bare(), {"x": "1"})


def test_only_what_is_not_a_default_is_told() -> None:
    assert not_default(Cuter()) == ""
    assert not_default(Cuter(al=0.4, names=False)) == "al=0.4, names=False"


def test_a_name_may_carry_parameters() -> None:
    assert by_name("cuter:al=0.3,join=0.25") == Cuter(al=0.3, join=0.25)
    with pytest.raises(BadSettings, match="al must be from 0 to 1, not 3"):
        by_name("cuter:al=3")


@dataclass(frozen=True)
class Inner:
    depth: int = option(3, "How deep.", minimum=1)


@dataclass(frozen=True)
class Outer:
    mode: Literal["plain", "rich"] = option("plain", "How to look.", group=OUTPUT, label="Look")
    share: float = option(0.5, "How much.", minimum=0, maximum=1)
    factor: float = option(1.0, "How often.", above=0)
    inner: Inner = option(Inner(), "What is inside.")
    tags: tuple[str, ...] = option((), "Which tags.")
    pairs: tuple[tuple[str, str], ...] = option((), "Which pairs.")
    folder: Path | None = option(None, "Where to.")
    anything: object = option(None, "Only from Python.")

    def __post_init__(self) -> None:
        check(self)


def test_a_field_says_all_that_is_to_be_known_about_it() -> None:
    mode, share, factor, inner, tags, pairs, folder, anything = options_of(Outer)
    assert (mode.type, mode.choices, mode.group, mode.label, mode.help) == (
        *(str, ("plain", "rich"), OUTPUT, "Look", "How to look."),
    )
    assert (share.range, factor.range, share.label) == ("from 0 to 1", "over 0", "Share")
    assert (inner.type, tags.type, pairs.type) == (Inner, tuple, dict)
    assert (folder.type, folder.optional, anything.is_plain) == (Path, True, False)
    assert [leaf.name for leaf in leaves_of(Outer)][3] == "depth"


def test_settings_come_from_plain_values_as_a_file_has_them() -> None:
    values = {"mode": "rich", "inner": {"depth": 7}, "tags": ["a"], "pairs": {"b": "c"}, "folder": "x", "share": 1}
    assert from_mapping(Outer, values) == Outer(
        "rich", 1, inner=Inner(7), tags=("a",), pairs=(("b", "c"),), folder=Path("x")
    )
    assert from_mapping(Outer, {"tags": ["z"]}, Outer("rich")) == Outer("rich", tags=("z",))


def test_settings_come_from_text_as_a_query_or_a_form_has_them() -> None:
    values = {"mode": "rich", "depth": "7", "tags": ["a,b", "c"], "pairs": "b: c\nd: e", "folder": ""}
    assert from_text(Outer, values) == Outer(
        "rich", inner=Inner(7), tags=("a", "b", "c"), pairs=(("b", "c"), ("d", "e"))
    )


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mode": "fancy"}, "mode must be one of plain, rich, not 'fancy'"),
        ({"share": 2}, "share must be from 0 to 1, not 2"),
        ({"share": float("nan")}, "share must be from 0 to 1, not nan"),
        ({"factor": 0}, "factor must be over 0, not 0"),
        ({"share": "0.5"}, "share must be a number, not '0.5'"),
        ({"share": True}, "share must be a number, not True"),
        ({"inner": 3}, "inner must be a Inner, not 3"),
        ({"inner": {"deep": 3}}, r"Inner has no setting 'deep'; did you mean 'depth'\? Choose from depth"),
        ({"tags": ["a", 1]}, "tags must be a list of texts"),
        ({"pairs": {"a": 1}}, "pairs must be pairs of texts"),
        ({"anything": 1}, "Outer has no setting 'anything'"),
    ],
)
def test_plain_values_that_do_not_fit_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        from_mapping(Outer, values)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_parameter_of_every_strategy_is_described(name: str) -> None:
    for one in options_of(type(by_name(name))):
        assert one.help.endswith("."), one.name
        assert one.is_plain or one.name in ("ad_list", "model", "site_profile")


@pytest.mark.parametrize("kind", [Settings, Limits, FetchSettings])
def test_every_setting_is_described_and_its_default_passes_its_own_check(kind: type) -> None:
    for one in options_of(kind):
        assert one.help.endswith("."), one.name
        assert one.group
        one.check(one.default)
    assert from_mapping(kind, {}) == kind()


@pytest.mark.parametrize("name", sorted(NAMES))
@pytest.mark.parametrize("wrong", ["17 wrong", "-1e9"])
def test_no_strategy_takes_a_value_that_its_own_description_forbids(name: str, wrong: str) -> None:
    for one in options_of(type(by_name(name))):
        if one.range or one.choices:
            with pytest.raises(BadSettings, match=one.name):
                by_name(f"{name}:{one.name}={wrong if one.below is None else '1e9'}")
